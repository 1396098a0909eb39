"""The histories that players were told, held against a record and against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from referee.audit.witnesses import Mailbox, Witness
from referee.proof.signing import NAME, Checkpoint, Receipt, WrongSignature, is_signed, verified

Told = Mapping[int, frozenset[str]]
"""The heads that mails name, by the positions of their events."""


def believed(game: str, key: str, mailboxes: Iterable[Mailbox]) -> tuple[Mailbox, ...]:
    """Of each mailbox what is signed by the key, the referee's of this game."""
    return tuple(
        Mailbox(box.name, tuple(w for w in box.witnesses if w.game == game and _is_signed(w, key)))
        for box in mailboxes
    )


def _is_signed(witness: Witness, key: str) -> bool:
    if isinstance(witness, Receipt):
        return is_signed(witness, key)
    # Line by line: a forged one beside it takes nothing from one that holds.
    return any(_holds(replace(witness, signatures=(line,)), key) for line in witness.signatures)


def _holds(checkpoint: Checkpoint, key: str) -> bool:
    try:
        return NAME in verified(checkpoint, {NAME: key})
    except WrongSignature:
        return False


# ---- against the record, and each other


def contradiction(heads: Sequence[str], mailboxes: Sequence[Mailbox]) -> Finding | None:
    """The first event at which mailboxes that are believed speak against the record, or against each other.

    `heads` are the digests of the events of the chain, hexadecimal, in order.
    """
    found = [*_differences(heads, mailboxes), *_against(heads, mailboxes)]
    return min(found, key=lambda finding: finding.position, default=None)


def _against(heads: Sequence[str], mailboxes: Sequence[Mailbox]) -> Iterator[Finding]:
    """Of each mailbox the first event of the record that it speaks against."""
    places = {head: position for position, head in enumerate(heads, 1)}
    for box in mailboxes:
        agreed = 0
        for witness in sorted(box.witnesses, key=lambda one: one.position):
            finding = _denied(witness, heads, places, agreed)
            if finding:
                yield finding
                break
            agreed = witness.position


def _denied(witness: Witness, heads: Sequence[str], places: Mapping[str, int], agreed: int) -> Finding | None:
    if witness.position > len(heads):
        return Finding(len(heads) + 1, _cut(witness, len(heads)))
    if heads[witness.position - 1] != witness.head:
        return Finding(witness.position, _differs(witness, agreed))
    for seat, head in witness.seen if isinstance(witness, Receipt) else ():
        if places.get(head, len(heads) + 1) > witness.position:
            return Finding(witness.position, _unknown(witness, seat, head))
    return None


def _differences(heads: Sequence[str], mailboxes: Sequence[Mailbox]) -> Iterator[Finding]:
    """For each mailbox, and for each two, the first event of which they name different heads."""
    places = {witness.head: witness.position for box in mailboxes for witness in box.witnesses}
    places |= {head: position for position, head in enumerate(heads, 1)}
    told = [(box.name, _told(box, places)) for box in mailboxes]
    for name, one in told:
        twice = min((position for position, named in one.items() if len(named) > 1), default=0)
        if twice:
            yield Finding(twice, f"The mails of {name} name two heads for this event.")
    for (name, one), (other, two) in combinations(told, 2):
        shared = sorted(one.keys() & two.keys())
        parts = next((at for at in shared if len(one[at] | two[at]) > 1), 0)
        if parts:
            agreed = max((at for at in shared if at < parts), default=0)
            here = frozenset(heads[parts - 1 : parts])
            whose = name if one[parts] == here else other if two[parts] == here else ""
            yield Finding(parts, _apart(name, other, agreed, parts, whose))


def _told(box: Mailbox, places: Mapping[str, int]) -> Told:
    """The heads that a mailbox names; of those that others were sent, where it is known where they stand."""
    found: dict[int, set[str]] = {}
    for witness in box.witnesses:
        seen = [head for _, head in witness.seen] if isinstance(witness, Receipt) else []
        found.setdefault(witness.position, set()).add(witness.head)
        for head in seen:
            if head in places:
                found.setdefault(places[head], set()).add(head)
    return {position: frozenset(named) for position, named in found.items()}


# ---- what is said


def remarks(
    game: str,
    given: Sequence[Mailbox],
    trusted: Sequence[Mailbox],
    heads: Sequence[str],
    finding: Finding | None,
) -> tuple[str, ...]:
    """Witnesses that prove nothing, mails that are missing, and where mailboxes differ, if `finding` does not
    say it."""
    apart = (f"Event {one.position}: {one.why}" for one in _differences(heads, trusted) if one != finding)
    return (*_forged(game, given, trusted), *apart, *gaps(one for box in trusted for one in box.witnesses))


def _forged(game: str, given: Sequence[Mailbox], trusted: Sequence[Mailbox]) -> Iterator[str]:
    for box, kept in zip(given, trusted, strict=True):
        count = sum(witness.game == game for witness in box.witnesses) - len(kept.witnesses)
        if count:
            many = "1 receipt or checkpoint" if count == 1 else f"{count} receipts and checkpoints"
            are = "is" if count == 1 else "are"
            yield (
                f"In the mails of {box.name} {many} of {game} {are} not signed by the key that this record "
                "names. That proves nothing: whoever wrote them, or this record, has another key."
            )


def gaps(given: Iterable[Witness]) -> tuple[str, ...]:
    """For each seat of which receipts are given, in a sentence, the running numbers that are not there."""
    numbers: dict[str, set[int]] = {}
    for witness in given:
        if isinstance(witness, Receipt):
            numbers.setdefault(witness.seat, set()).add(witness.number)
    return tuple(
        f"Of the mails to {seat} these are not in the mailbox: {_runs(had)}."
        for seat, had in sorted(numbers.items())
        if len(had) < max(had)
    )


def _runs(had: set[int]) -> str:
    """The numbers between those that are there: "1, 4–6"."""
    inner = sorted({0, *had})
    pairs = ((a + 1, b - 1) for a, b in pairwise(inner) if b - a > 1)
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in pairs)


def _name(witness: Witness) -> str:
    if isinstance(witness, Receipt):
        return f"Receipt {witness.number} of {witness.seat}, of event {witness.position},"
    return f"The checkpoint of event {witness.position}"


def _cut(witness: Witness, end: int) -> str:
    return (
        f"{_name(witness)} was signed, and this record ends with event {end}: its tail is cut, "
        "or it is older than the mail."
    )


def _differs(witness: Witness, agreed: int) -> str:
    first = agreed + 1
    where = "this event" if first == witness.position else f"one of the events {first} to {witness.position}"
    return f"{_name(witness)} names another head: {where} is not what it was when the mail was sent."


def _unknown(witness: Witness, seat: str, head: str) -> str:
    return (
        f"{_name(witness)} says that {seat} was sent the head {head}. No event up to this one has it: "
        f"{seat} was told another history."
    )


def _apart(name: str, other: str, agreed: int, parts: int, whose: str) -> str:
    before = f"agree up to event {agreed}" if agreed else "have no head in common before"
    has = f"This record has that of {whose}." if whose else "This record has neither."
    return f"The mails of {name} and of {other} {before}; at event {parts} they name different heads. {has}"
