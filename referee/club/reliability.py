"""How reliable people are, in the open: who lets it be seen, what is seen of it, and the least that is asked.

Nothing is seen of whoever has not said so. It is of a mailbox: two people of one name have numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from domain.kit.errors import IllegalMove
from domain.kit.likeness import is_alike
from referee.club.punctuality import answers_of, shares
from referee.games.addresses import mailbox_of
from referee.record.record import Record

_SHOWN, _LEAST = "reliability/", "reliable/"
"""Before a mailbox: who lets it be seen, and since when. Before a game: the share of answers
that it asks for."""


class _Consent(Struct, frozen=True):
    person: str
    at: int


class Standing(Struct, frozen=True):
    """So many of the answers of somebody came in time. The `number` is 1, or tells him from others of his
    name who let theirs be seen."""

    number: int
    in_time: int
    answers: int


def shows(record: Record, address: str) -> bool:
    """Whether a mailbox lets others see how often it answered in time."""
    return bool(record.setting(f"{_SHOWN}{mailbox_of(address)}"))


def set_shown(record: Record, address: str, person: str, at: int, *, shown: bool) -> None:
    """Whoever says so twice keeps his number."""
    if shown != shows(record, address):
        value = msgspec.json.encode(_Consent(person, at)) if shown else b""
        record.set(f"{_SHOWN}{mailbox_of(address)}", value)


def standings(record: Record, people: Sequence[tuple[str, str]]) -> tuple[Standing | None, ...]:
    """Of people by address and name; None of whoever does not let it be seen. Games that hold back what
    happens in them do not count: it would be seen here that somebody has answered."""
    kept = {
        name.removeprefix(_SHOWN): msgspec.json.decode(value, type=_Consent)
        for name, value in record.settings_below(_SHOWN).items()
        if value
    }
    if not kept:
        return (None,) * len(people)
    shown = [mailbox_of(address) for address, _person in people if mailbox_of(address) in kept]
    answers = shares(record, shown, openly=True)
    first = sorted(kept, key=lambda mailbox: (kept[mailbox].at, mailbox))

    def number(mailbox: str, person: str) -> int:
        before = first[: first.index(mailbox)]
        return 1 + sum(is_alike(person, kept[other].person) for other in before)

    return tuple(
        Standing(number(box, person), *answers[box]) if (box := mailbox_of(address)) in kept else None
        for address, person in people
    )


def ask_for(record: Record, game: str, least: float) -> None:
    """Kept beside the record, like addresses: it is about these."""
    if least:
        record.set(f"{_LEAST}{game}", str(least).encode())


def least_of(record: Record, game: str) -> float:
    """What a game asks of those who come to it."""
    return float(record.setting(f"{_LEAST}{game}", b"0"))


def check(record: Record, least: float, address: str, *, newcomers: bool = True) -> None:
    """Whether somebody may come to a game that asks for so much. Raises `IllegalMove`."""
    if not least:
        return
    in_time, answers = answers_of(record, address)
    if not answers and not newcomers:
        raise IllegalMove("lists", "This game is for people of whom there is a record here.")
    if in_time < least * answers:
        raise IllegalMove(
            "lists",
            f"This game asks for {least:.0%} of answers in time, and {in_time} of {answers} of yours were.",
        )
