"""The audit: whether a record holds, and the first event that does not.

It trusts nobody, the referee included: the structure of the record, its chain, also against the heads in
players' mailboxes, the openings of sealed values, every order decided again under the recorded edition and
compared event by event, and the cards, units and points counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.proof import check_throws
from domain.game.checking.propriety import Act, check_conduct
from domain.game.checking.readjudicate import Counted, Finding, conserved, readjudicate
from domain.game.deciding.forks import SAME_NAME, departures, names, newest_fork, origin, same_name
from domain.game.entries.entries import Entry, Forked, Opened, WhatIf
from domain.kit.errors import BadTable, BrokenRecord, TableMissing
from domain.titles import TITLES
from referee.audit.calendars import Calendar
from referee.audit.game_lines import (
    Altered,
    Export,
    check_chain,
    check_due,
    envelopes_of,
    fork_of,
    form_of,
    is_complete,
    key_of,
    known_entries,
)
from referee.audit.histories import believed, contradiction, remarks
from referee.audit.keys import RECEIPTS, RECORD, OtherPlace, differs, speaks_of
from referee.audit.line_forms import BREAKAGE, check_forms, opening_of
from referee.audit.proof_notes import of_throws, package_notes, proof_notes
from referee.audit.referee_deeds import Deed, of_entries, of_forms
from referee.audit.sent_lines import Mails, Recorded, Sent, check_sent, of_export, of_stored
from referee.audit.signed_orders import Signatures, check_signed
from referee.audit.witnesses import Mailbox
from referee.owner_data.name_sheet import check_names
from referee.reading.reading import ReadMail, read_mail
from referee.record.chain import commitment, digest, genesis, has_secrets, public_form, sealed_paths
from referee.record.envelope import UNREADABLE, Envelope, decoder, topics
from referee.record.record import Record, data_digest, pack_files

HOLDS, FAILS, NOT_CHECKED, NOT_SHOWN = "holds", "fails", "not checked", "not shown"

HEADER = "header"
"""The member that does not hold, where it is the first line of an export."""

STRUCTURE = "The record can be read whole, and its positions have no gap."
CHAIN = "Every digest covers the event and the one before it."
OTHER_KEY = "The key is the one that is known from elsewhere."
WITNESSES = "Every receipt and checkpoint that the key has signed names a head of this chain."
SEALS = "Every sealed value fits its commitment."
DATA = "The data set is the one that the opening names."
TIME = "No event was received before the one that it follows."
THROWS = "Every throw follows from the committed cells, the phrases and the orders that raised it."
PEOPLE = "Whoever acted for a seat might do so, and nobody was called late before their time."
RULES = "Every order, decided again under the recorded edition, gives the recorded events."
COUNTS = "Cards, units and points are conserved after every event."
SIGNED = "Every signature of orders that is open is by the key that was registered, and of what was ordered."
SENT = "Every recorded line says what the raw mail says that brought it."

CHECKS = (STRUCTURE, CHAIN, WITNESSES, SEALS, DATA, TIME, THROWS, PEOPLE, RULES, COUNTS, SIGNED, SENT)


TOGETHER = {THROWS, PEOPLE, RULES, SIGNED, SENT}
"""Checked also where one of the others has failed: an altered order shows in what follows from it before it
shows in the next throw, or after it, and in its mail."""


class Check(Struct, frozen=True):
    """One promise, and whether it holds. After the first that fails, the rest is not checked. What could not
    be looked at, because mails are not here, is not shown."""

    promise: str
    result: str


class Verdict(Struct, frozen=True):
    """What an audit found. `finding` is the first event that does not hold; None: everything holds.

    `complete` says whether everything could be checked: an export for one viewer leaves values sealed.
    `tables` says whether the data set was there: without it no order is decided again.
    `deeds` are what the referee has done in the game. `what_if` says which game it leaves, None where it is
    a game. `sent` says how many lines were compared with the mails that brought them, `signatures`
    how many of those that seats have made were checked.
    `notes` are what people should know beside it: mails that are missing from a mailbox, receipts that prove
    nothing, how far the proof of throws goes. `member` is what does not hold in a bundle or an export, where
    the finding is not about an event; its position is 0 then. `key` is the key of whoever signs, hexadecimal,
    `key_from` where it is known from; both "" where the record was not read so far. `believed` counts the
    receipts and checkpoints that the key has signed.
    """

    game: str
    title: str
    events: int
    head: str
    checks: tuple[Check, ...]
    finding: Finding | None
    complete: bool = True
    notes: tuple[str, ...] = ()
    member: str = ""
    what_if: WhatIf | None = None
    deeds: tuple[Deed, ...] = ()
    sent: Sent = Sent()
    signatures: Signatures = Signatures()
    key: str = ""
    key_from: str = ""
    believed: int = 0
    tables: bool = True


class _Fails(Exception):
    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.finding = Finding(position, why)


Steps = Iterable[tuple[str, Callable[[], None]]]

NOWHERE = OtherPlace()
"""The key is not known from elsewhere."""


def audit_game(
    record: Record, game: str, mailboxes: Sequence[Mailbox] = (), place: OtherPlace = NOWHERE
) -> Verdict:
    """Audits a game of a store, also against mailboxes and a key from elsewhere. Raises `UnknownGame`."""
    try:
        title = record.title(game)
    except BrokenRecord as broken:
        unread = Finding(broken.position, broken.why)
        return Verdict(game, "", 0, "", *_run(((STRUCTURE, lambda: _raise(unread)),)))
    envelopes: list[Envelope[Any]] = []
    found = _Lines()
    beside = _Beside(game, lambda: _signed(envelopes), mailboxes, place)

    def data() -> Any:
        return record.data(title, envelopes[0].entry.data)

    steps: Steps = (
        (STRUCTURE, lambda: envelopes.extend(_stored(record, game, title))),
        (CHAIN, lambda: _chain(game, envelopes)),
        *beside.steps(),
        (SEALS, lambda: _salted(envelopes)),
        (DATA, lambda: _named(title, _opening(envelopes), _kept_files(record, title, envelopes))),
        *_of_the_game(game, title, envelopes, data, calendar := Calendar()),
        *_of_lines(found, lambda: of_stored(envelopes, game), title, data, partial(_stored_mail, record)),
    )
    checks, finding = _run(steps)
    fork = newest_fork([envelope.entry for envelope in envelopes])
    checks = _shown(checks, found, of_throws([one.entry for one in envelopes[:1]], fork))
    head = envelopes[-1].digest.hex() if envelopes else ""
    done = of_entries((envelope.act, envelope.entry) for envelope in envelopes)
    verdict = Verdict(game, title, len(envelopes), head, checks, finding, what_if=fork, deeds=done)
    notes = _proof_notes(game, [envelope.entry for envelope in envelopes])
    verdict = replace(verdict, notes=(*notes, *calendar.notes()))
    return beside.told(replace(verdict, sent=found.sent, signatures=found.signatures))


def check_whole(record: Record, game: str, mailboxes: Sequence[Mailbox] = ()) -> Verdict:
    """Only whether a game can be read whole, and has the heads that its events and mails name: what a copy of
    a store must show at once. Raises `UnknownGame`, `BrokenRecord`."""
    title = record.title(game)
    envelopes: list[Envelope[Any]] = []
    beside = _Beside(game, lambda: _signed(envelopes), mailboxes, NOWHERE)
    steps: Steps = (
        (STRUCTURE, lambda: envelopes.extend(_stored(record, game, title))),
        (CHAIN, lambda: _chain(game, envelopes)),
        *beside.steps(),
    )
    checks, finding = _run(steps)
    head = envelopes[-1].digest.hex() if envelopes else ""
    return beside.told(Verdict(game, title, len(envelopes), head, checks, finding))


def holds(record: Record, game: str) -> bool:
    """The same as yes or no. Raises `UnknownGame`, `BrokenRecord`."""
    return not check_whole(record, game).finding


def audit_export(export: Export, mailboxes: Sequence[Mailbox] = (), place: OtherPlace = NOWHERE) -> Verdict:
    """Audits an export. What its viewer may not know is not checked, and the verdict says so."""
    return audit_formed(export, mailboxes, place, _check_lines)


def audit_formed(
    export: Export,
    mailboxes: Sequence[Mailbox] = (),
    place: OtherPlace = NOWHERE,
    chain: Callable[[Export], None] = check_chain,
    mails: Mails = lambda _digest: None,
) -> Verdict:
    """Audits an export of which the form is known to hold: that of a bundle is checked with its members,
    of which some are `mails`."""
    header = export.header
    files = {name: text.encode() for name, text in header.data.items()}
    envelopes: list[Envelope[Any]] = []
    found, beside = _Lines(), _Beside(header.game, lambda: _signed_export(export), mailboxes, place)
    calendar = Calendar()

    data = cache(lambda: _tables(header.title, files))
    steps: list[tuple[str, Callable[[], None]]] = [(CHAIN, lambda: chain(export)), *beside.steps()]
    complete = bool(files) and _can_be_decided(export)
    if complete:
        steps += [
            (STRUCTURE, lambda: envelopes.extend(envelopes_of(export, exactly=False))),
            (SEALS, lambda: check_due(export)),
            (DATA, lambda: _named(header.title, _opening(envelopes), files)),
            *_of_the_game(header.game, header.title, envelopes, data, calendar),
        ]
    else:
        steps += _as_far_as_known(export, files)
    steps += _of_lines(found, lambda: of_export(export), header.title, data, mails) if files else ()
    checks, finding = _run(steps)
    checks = _shown(checks, found, of_throws(opening_of(export), fork_of(export)))
    member = HEADER if finding and not finding.position and Check(CHAIN, FAILS) in checks else ""
    notes = (*_proof_notes(header.game, [envelope.entry for envelope in envelopes]), *calendar.notes())
    told = (checks, finding, complete, notes, member, fork_of(export), _deeds(export), found.sent)
    events = len(export.events)
    verdict = Verdict(header.game, header.title, events, header.head, *told, signatures=found.signatures)
    return beside.told(replace(verdict, tables=bool(files)))


def _tables(title: str, files: dict[str, bytes]) -> Any:
    """What an export carries, an owner's names for what is printed among it. Raises `BadTable`."""
    read = TITLES[title].read_data(files)
    check_names(title, files, read)
    return read


def _proof_notes(game: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """None where an entry cannot be read: then that is the finding."""
    with suppress(*BREAKAGE):
        return (*package_notes(entries), *proof_notes(origin(entries, game), entries))
    return ()


def _deeds(export: Export) -> tuple[Deed, ...]:
    """None where an event cannot be read: then that is the finding."""
    try:
        return of_forms(form_of(position, event) for position, event in enumerate(export.events, 1))
    except Altered:
        return ()


def _check_lines(export: Export) -> None:
    check_forms(export)
    check_chain(export)


class _Beside:
    """What is given beside a record: players' mailboxes, and a key from elsewhere. `signed` gives what they
    are held against, once the record is read."""

    def __init__(
        self, game: str, signed: Callable[[], _Signed], mailboxes: Sequence[Mailbox], place: OtherPlace
    ) -> None:
        self._game, self._mailboxes, self._place = game, mailboxes, place
        self._signed = lru_cache(1)(signed)
        self._trusted = lru_cache(1)(lambda: believed(game, self._signed().key, mailboxes))

    def steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """The checks; none where nothing is given."""
        if speaks_of(self._place, self._game):
            yield OTHER_KEY, self._has_key
        if any(witness.game == self._game for box in self._mailboxes for witness in box.witnesses):
            yield WITNESSES, self._agrees

    def _has_key(self) -> None:
        signed = self._signed()
        why = differs(self._place, self._game, signed.key)
        _raise(Finding(signed.named, why) if why else None)

    def _agrees(self) -> None:
        if not any(box.witnesses for box in self._trusted()):
            raise _NothingToCheck
        _raise(contradiction(self._signed().heads, self._trusted()))

    def told(self, verdict: Verdict) -> Verdict:
        """The verdict with the key, where it is known from, and what people should know of their mails."""
        try:
            signed, trusted = self._signed(), self._trusted()
        except (_Fails, Altered, *BREAKAGE):  # what cannot be read is the finding
            return verdict
        notes = remarks(self._game, self._mailboxes, trusted, signed.heads, verdict.finding)
        if speaks_of(self._place, self._game):
            known = self._place.how
        else:
            known = RECEIPTS if any(box.witnesses for box in trusted) else RECORD
        count = len({witness for box in trusted for witness in box.witnesses})
        known = known if signed.key else ""
        return replace(
            verdict, notes=(*verdict.notes, *notes), key=signed.key, key_from=known, believed=count
        )


class _Signed(Struct, frozen=True):
    """The key of whoever signs, hexadecimal; the event that names it; and the digests of all events."""

    key: str
    named: int
    heads: tuple[str, ...]


class _NothingToCheck(Exception):
    """What was given says nothing of this record."""


def _as_far_as_known(export: Export, files: dict[str, bytes]) -> Steps:
    """What can be checked where some values are still sealed."""
    header = export.header
    known: list[Entry] = []
    forms = lru_cache(1)(lambda: [form_of(n, event) for n, event in enumerate(export.events, 1)])
    acts = lru_cache(1)(lambda: [form.act.words() for form in forms()])
    times = lru_cache(1)(lambda: [form.at for form in forms()])
    return (
        (SEALS, lambda: check_due(export)),
        (DATA, lambda: _named(header.title, _first(known, known_entries(export)), files)),
        (TIME, lambda: _in_time(times())),
        (THROWS, lambda: _thrown(header.game, known, [e.digest for e in export.events], partial=True)),
        (PEOPLE, lambda: _proper(known, acts(), times())),
    )


def _first(known: list[Entry], entries: Sequence[Entry]) -> Opened[Any]:
    known.extend(entries)
    return _opened(known)


def _can_be_decided(export: Export) -> bool:
    try:
        return is_complete(export)
    except Altered:
        return False


def _of_the_game(
    game: str, title: str, envelopes: list[Envelope[Any]], data: Callable[[], Any], calendar: Calendar
) -> Steps:
    rules = TITLES[title]
    counted = Counted(rules)
    entries = lru_cache(1)(lambda: [envelope.entry for envelope in envelopes])
    times = lru_cache(1)(lambda: [envelope.at for envelope in envelopes])

    def decided(some: Sequence[Entry]) -> Finding | None:
        name = origin(entries(), game)
        return readjudicate(counted.rules, data(), some, name, times()[: len(some)], calendar.unscheduled)

    def counts(some: Sequence[Entry]) -> Finding | None:
        begun = some[0].imagined if isinstance(some[0], Opened) else None
        return None if counted.holds and begun is None else conserved(rules, data(), some)

    return (
        (TIME, lambda: _in_time(times())),
        (THROWS, lambda: _thrown(game, entries(), [envelope.digest.hex() for envelope in envelopes])),
        (PEOPLE, lambda: _proper(entries(), [envelope.act for envelope in envelopes], times())),
        (RULES, lambda: _decided(decided, entries())),
        (COUNTS, lambda: _decided(counts, entries())),
    )


class _Lines:
    """What was found of the lines that seats have written."""

    sent, signatures = Sent(), Signatures()


def _of_lines(
    found: _Lines,
    events: Callable[[], Iterator[Recorded]],
    title: str,
    data: Callable[[], Any],
    mails: Mails,
) -> Steps:
    recorded = lru_cache(1)(lambda: list(events()))

    def signed() -> None:
        found.signatures, finding = check_signed(recorded(), TITLES[title], data())
        _raise(finding)

    def sent() -> None:
        found.sent, finding = check_sent(recorded(), TITLES[title], data(), mails)
        _raise(finding)

    return ((SIGNED, signed), (SENT, sent))


def _stored_mail(record: Record, digest: str) -> ReadMail | None:
    raw = record.mail(digest)
    return None if raw is None else read_mail(raw)


def _shown(checks: tuple[Check, ...], found: _Lines, thrown: str) -> tuple[Check, ...]:
    """The checks, with what was not shown for want of mails, and what is promised of throws in this game."""
    said = (
        replace(check, promise=thrown or THROWS) if check.promise == THROWS else check for check in checks
    )
    if found.sent.is_whole():
        return tuple(said)
    return tuple(Check(SENT, NOT_SHOWN) if check == Check(SENT, HOLDS) else check for check in said)


def _decided(check: Callable[[Sequence[Entry]], Finding | None], entries: Sequence[Entry]) -> None:
    """Runs a check that trusts the rules' own values. Where an entry breaks the rules' code instead of
    being refused by it, that entry is the finding."""
    try:
        finding = check(entries)
    except BREAKAGE as error:
        at = bisect_left(range(len(entries)), True, key=lambda n: _breaks(check, entries[: n + 1])) + 1
        finding = Finding(at, f"The rules break at what stands there: {error!r}.")
    _raise(finding)


def _breaks(check: Callable[[Sequence[Entry]], Finding | None], entries: Sequence[Entry]) -> bool:
    try:
        check(entries)
    except BREAKAGE:
        return True
    return False


def _thrown(game: str, entries: Sequence[Entry], heads: Sequence[str], *, partial: bool = False) -> None:
    _opened(entries)
    begun = origin(entries, game)
    _decided(lambda some: check_throws(begun, some, partial=partial, heads=heads), entries)


def _proper(entries: Sequence[Entry], acts: Sequence[Act], times: Sequence[int]) -> None:
    _decided(lambda some: check_conduct(some, acts[: len(some)], times[: len(some)]), entries)


def _run(steps: Steps) -> tuple[tuple[Check, ...], Finding | None]:
    checks: list[Check] = []
    findings: dict[str, Finding] = {}
    for promise, step in steps:
        if findings and not {promise, *findings} <= TOGETHER:
            checks.append(Check(promise, NOT_CHECKED))
            continue
        try:
            found = _found(step)
        except _NothingToCheck:
            checks.append(Check(promise, NOT_CHECKED))
            continue
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
    except (BadTable, TableMissing) as bad:
        return Finding(1, str(bad))
    except BREAKAGE as error:
        return Finding(0, f"What stands there breaks the check: {error!r}.")
    return None


def _raise(finding: Finding | None) -> None:
    if finding is not None:
        raise _Fails(finding.position, finding.why)


def _stored(record: Record, game: str, title: str) -> list[Envelope[Any]]:
    decode = decoder(title).decode
    envelopes: list[Envelope[Any]] = []
    rows = zip(record.recorder.states(game), record.recorder.topics(game), strict=True)
    for expected, ((position, state), topic) in enumerate(rows, 1):
        if position != expected:
            raise _Fails(expected, f"The event is missing; the next on record is {position}.")
        try:
            envelope = decode(state)
        except UNREADABLE as error:
            raise _Fails(position, f"It cannot be read: {error}") from None
        if topic not in topics(title, envelope.entry):
            raise _Fails(position, f"Its topic says “{topic}”, and it is another event.")
        envelopes.append(envelope)
    return envelopes


def _chain(game: str, envelopes: Sequence[Envelope[Any]]) -> None:
    left = departures([envelope.entry for envelope in envelopes])
    taken, called = same_name(left, game), names(left, game)
    if taken:
        raise _Fails(taken, SAME_NAME)
    head = genesis(called[0] if called else game)
    for position, (name, envelope) in enumerate(zip(called, envelopes, strict=True), 1):
        _leaves(position, envelope.entry, head)
        try:
            head = digest(head, public_form(name, position, envelope, commitment))
        except ValueError:
            raise _Fails(position, "It has not one salt for each sealed value.") from None
        if head != envelope.digest:
            raise _Fails(
                position, f"Its digest should be {head.hex()}; {envelope.digest.hex()} is on record."
            )


def _leaves(position: int, entry: Entry, head: bytes) -> None:
    """A what-if names the head of the game that it leaves."""
    if isinstance(entry, Forked) and entry.head != head.hex():
        raise _Fails(position, f"It leaves {entry.game} at head {entry.head}; the head is {head.hex()}.")


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


def _named(title: str, opened: Opened[Any], files: dict[str, bytes]) -> None:
    if not files:
        raise _NothingToCheck
    if opened.title != title or data_digest(title, pack_files(files)) != opened.data:
        raise _Fails(1, "The data set is another than the opening names.")


def _signed(envelopes: Sequence[Envelope[Any]]) -> _Signed:
    """Who signs what is said of the game."""
    fork, heads = (
        newest_fork([each.entry for each in envelopes]),
        tuple(each.digest.hex() for each in envelopes),
    )
    if isinstance(fork, Forked):
        return _Signed(fork.key, fork.at + 1, heads)
    return _Signed(_opening(envelopes).key, 1, heads)


def _signed_export(export: Export) -> _Signed:
    fork = fork_of(export)
    heads = tuple(event.digest for event in export.events)
    return _Signed(key_of(export), fork.at + 1 if isinstance(fork, Forked) else 1, heads)


def _opening(envelopes: Sequence[Envelope[Any]]) -> Opened[Any]:
    return _opened([envelope.entry for envelope in envelopes[:1]])


def _opened(entries: Sequence[Entry]) -> Opened[Any]:
    if not entries or not isinstance(entries[0], Opened):
        raise _Fails(1, "The record does not begin with an opening.")
    return entries[0]


def _in_time(times: Sequence[int]) -> None:
    if times and times[0] < 0:
        raise _Fails(1, "It was received before time began.")
    for position in range(1, len(times)):
        if times[position] < times[position - 1]:
            raise _Fails(position + 1, "It was received before the event that it follows.")
