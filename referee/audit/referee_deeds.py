"""The deeds of a referee in a game, beside counting: looked, ruled, acted for a seat, moved a deadline…"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.game.entries.entries import Entry
from domain.game.entries.people import BY_CLOCK, BY_CONSENT, BY_PERSON
from domain.game.entries.rulings import BY_DISPUTE
from domain.kit.facts import Fact, tag_of
from domain.kit.sealed import REFEREE
from referee.record.chain import Public
from referee.record.envelope import Act, official_of

ALWAYS = frozenset(
    {
        *("policy-changed", "deadline-moved", "seat-taken", "address-changed"),
        *("abandoned", "paused", "resumed"),
        *("looked", "looked-unseen", "recused", "adjudicated", "ruled", "reopened", "corrected", "rewound"),
    }
)
"""The tags of what only a referee does, or what says by its `by` who has done it."""

OTHERS = (BY_CONSENT, BY_CLOCK, BY_DISPUTE, BY_PERSON)
"""Who else pauses a game, ends it, lets play go back, or changes an address."""


class Deed(Struct, frozen=True):
    """One act: at which position, its tag, the seat that it is about ("" where none), and the reason; who of
    several referees did it, where that is on record."""

    position: int
    what: str
    seat: str
    reason: str
    by: str = ""


KEYS = ("by", "person", "seat", "reason")


def of_entries(entries: Iterable[tuple[Sequence[str], Entry]]) -> tuple[Deed, ...]:
    """Of all events of a game: the words of each act, and its entry."""
    return tuple(
        deed
        for position, (act, entry) in enumerate(entries, 1)
        if not isinstance(entry, Fact) and (REFEREE in act or tag_of(type(entry)) in ALWAYS)
        for deed in _deed(
            position, Act(*act), {name: getattr(entry, name, "") for name in KEYS}, tag_of(type(entry))
        )
    )


def of_forms(forms: Iterable[Public]) -> tuple[Deed, ...]:
    """Of the public forms of all events of a game."""
    return tuple(
        deed
        for form in forms
        if isinstance(form.entry, dict)
        for deed in _deed(form.position, form.act, form.entry, str(form.entry.get("type", "")))
    )


def _deed(position: int, act: Act, said: Mapping[str, Any], what: str) -> Iterator[Deed]:
    if _is_of_the_referee(act, said, what):
        reason, seat = said.get("reason", ""), str(said.get("seat") or act.seat)
        why = reason if isinstance(reason, str) else ""
        yield Deed(position, what, seat, why, official_of(act.reference))


def _is_of_the_referee(act: Act, said: Mapping[str, Any], what: str) -> bool:
    if what in ALWAYS:
        return said.get("by") not in OTHERS and act.person in ("", REFEREE, said.get("person"))
    return (
        act.person == REFEREE
        and act.behalf != ""
        and what not in ("fact", "deadlines-set", "asked", "thrown", "thrown-again")
    )
