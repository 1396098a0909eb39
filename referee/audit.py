"""The audit: whether a record holds, and the first event that does not.

It trusts nobody, the referee included: the structure of the record, its chain, the openings of sealed
values, every order decided again under the recorded edition and compared event by event, and the cards,
units and points counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.audit import Finding, conserved, readjudicate
from domain.game.entries import Opened
from domain.game.proof import check_throws
from domain.kit.errors import BadTable, BrokenRecord
from domain.titles import TITLES
from referee.export import Altered, Export, check_chain, envelopes_of, is_complete
from referee.record import codec
from referee.record.chain import commitment, digest, genesis, has_secrets, public_form, sealed_paths
from referee.record.envelope import Envelope
from referee.record.record import Record, data_digest, pack_files

HOLDS, FAILS, NOT_CHECKED = "holds", "fails", "not checked"

STRUCTURE = "The record can be read whole, and its positions have no gap."
CHAIN = "Every digest covers the event and the one before it."
SEALS = "Every sealed value fits its commitment."
DATA = "The data set is the one that the opening names."
TIME = "No event was received before the one that it follows."
THROWS = "Every throw follows from the committed sheets, the phrases and the orders that raised it."
RULES = "Every order, decided again under the recorded edition, gives the recorded events."
COUNTS = "Cards, units and points are conserved after every event."
CHECKS = (STRUCTURE, CHAIN, SEALS, DATA, TIME, THROWS, RULES, COUNTS)


TOGETHER = {THROWS, RULES}
"""Checked also where one of the others has failed: an altered order shows in what follows from it before it
shows in the next throw, or after it."""


class Check(Struct, frozen=True):
    """One promise, and whether it holds. After the first that fails, the rest is not checked."""

    promise: str
    result: str


class Verdict(Struct, frozen=True):
    """What an audit found. `finding` is the first event that does not hold; None: everything holds.

    `complete` says whether everything could be checked: an export for one viewer leaves values sealed.
    """

    game: str
    title: str
    events: int
    head: str
    checks: tuple[Check, ...]
    finding: Finding | None
    complete: bool = True


class _Fails(Exception):
    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.finding = Finding(position, why)


Steps = Sequence[tuple[str, Callable[[], None]]]


def audit_game(record: Record, game: str) -> Verdict:
    """Audits a game of a store. Raises `UnknownGame`."""
    try:
        title = record.title(game)
    except BrokenRecord as broken:
        unread = Finding(broken.position, broken.why)
        return Verdict(game, "", 0, "", *_run(((STRUCTURE, lambda: _raise(unread)),)))
    envelopes: list[Envelope[Any]] = []
    steps: Steps = (
        (STRUCTURE, lambda: envelopes.extend(_stored(record, game, title))),
        (CHAIN, lambda: _chain(game, envelopes)),
        (SEALS, lambda: _salted(envelopes)),
        (DATA, lambda: _named(title, envelopes, _kept_files(record, title, envelopes))),
        *_of_the_game(game, title, envelopes, lambda: record.data(title, envelopes[0].entry.data)),
    )
    checks, finding = _run(steps)
    head = envelopes[-1].digest.hex() if envelopes else ""
    return Verdict(game, title, len(envelopes), head, checks, finding)


def audit_export(export: Export) -> Verdict:
    """Audits an export. What its viewer may not know is not checked, and the verdict says so."""
    header = export.header
    files = {name: text.encode() for name, text in header.data.items()}
    envelopes: list[Envelope[Any]] = []
    steps: list[tuple[str, Callable[[], None]]] = [(CHAIN, lambda: check_chain(export))]
    complete = _can_be_decided(export)
    if complete:
        steps += [
            (STRUCTURE, lambda: envelopes.extend(envelopes_of(export))),
            (SEALS, lambda: _salted(envelopes)),
            (DATA, lambda: _named(header.title, envelopes, files)),
            *_of_the_game(
                header.game, header.title, envelopes, lambda: TITLES[header.title].read_data(files)
            ),
        ]
    checks, finding = _run(steps)
    return Verdict(header.game, header.title, len(export.events), header.head, checks, finding, complete)


def _can_be_decided(export: Export) -> bool:
    try:
        return is_complete(export)
    except Altered:
        return False


def _of_the_game(game: str, title: str, envelopes: list[Envelope[Any]], data: Callable[[], Any]) -> Steps:
    rules = TITLES[title]
    return (
        (TIME, lambda: _in_time(envelopes)),
        (THROWS, lambda: _raise(check_throws(game, [e.entry for e in envelopes]))),
        (RULES, lambda: _raise(readjudicate(rules, data(), [e.entry for e in envelopes]))),
        (COUNTS, lambda: _raise(conserved(rules, data(), [e.entry for e in envelopes]))),
    )


def _run(steps: Steps) -> tuple[tuple[Check, ...], Finding | None]:
    checks: list[Check] = []
    findings: dict[str, Finding] = {}
    for promise, step in steps:
        if findings and not {promise, *findings} <= TOGETHER:
            checks.append(Check(promise, NOT_CHECKED))
            continue
        found = _found(step)
        checks.append(Check(promise, FAILS if found else HOLDS))
        if found:
            findings[promise] = found
    finding = min(findings.values(), key=lambda each: each.position, default=None)
    done = {check.promise for check in checks}
    checks += [Check(promise, NOT_CHECKED) for promise in CHECKS if promise not in done]
    return tuple(checks), finding


def _found(step: Callable[[], None]) -> Finding | None:
    try:
        step()
    except _Fails as fails:
        return fails.finding
    except Altered as altered:
        return Finding(altered.position, altered.why)
    except BrokenRecord as broken:
        return Finding(broken.position, broken.why)
    except BadTable as bad:
        return Finding(1, str(bad))
    return None


def _raise(finding: Finding | None) -> None:
    if finding is not None:
        raise _Fails(finding.position, finding.why)


def _stored(record: Record, game: str, title: str) -> list[Envelope[Any]]:
    decode = codec.decoder(title).decode
    envelopes: list[Envelope[Any]] = []
    rows = zip(record.recorder.states(game), record.recorder.topics(game), strict=True)
    for expected, ((position, state), topic) in enumerate(rows, 1):
        if position != expected:
            raise _Fails(expected, f"The event is missing; the next on record is {position}.")
        try:
            envelope = decode(state)
        except msgspec.MsgspecError as error:
            raise _Fails(position, f"It cannot be read: {error}") from None
        if topic != codec.topic(title, envelope.entry):
            raise _Fails(position, f"Its topic says “{topic}”, and it is another event.")
        envelopes.append(envelope)
    return envelopes


def _chain(game: str, envelopes: Sequence[Envelope[Any]]) -> None:
    head = genesis(game)
    for position, envelope in enumerate(envelopes, 1):
        try:
            head = digest(head, public_form(game, position, envelope, commitment))
        except ValueError:
            raise _Fails(position, "It has not one salt for each sealed value.") from None
        if head != envelope.digest:
            raise _Fails(
                position, f"Its digest should be {head.hex()}; {envelope.digest.hex()} is on record."
            )


def _salted(envelopes: Sequence[Envelope[Any]]) -> None:
    """The chain covers the commitments; what is left to see is that no secret goes without its salt."""
    for position, envelope in enumerate(envelopes, 1):
        sealed = (
            len(list(sealed_paths(msgspec.to_builtins(envelope.entry)))) if has_secrets(envelope.entry) else 0
        )
        if sealed != len(envelope.salts):
            raise _Fails(position, f"It has {sealed} sealed values and {len(envelope.salts)} salts.")


def _kept_files(record: Record, title: str, envelopes: Sequence[Envelope[Any]]) -> dict[str, bytes]:
    return record.data_files(title, _opening(envelopes).data)


def _named(title: str, envelopes: Sequence[Envelope[Any]], files: dict[str, bytes]) -> None:
    if data_digest(title, pack_files(files)) != _opening(envelopes).data:
        raise _Fails(1, "The data set is another than the opening names.")


def _opening(envelopes: Sequence[Envelope[Any]]) -> Opened[Any]:
    if not envelopes or not isinstance(envelopes[0].entry, Opened):
        raise _Fails(1, "The record does not begin with an opening.")
    return envelopes[0].entry


def _in_time(envelopes: Sequence[Envelope[Any]]) -> None:
    for position in range(1, len(envelopes)):
        if envelopes[position].at < envelopes[position - 1].at:
            raise _Fails(position + 1, "It was received before the event that it follows.")
