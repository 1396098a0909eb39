"""A game as JSON lines: for others to read, check and import.

The first line is the header. Every other line is an event: its public form, the digest after it, and the
openings of those sealed values that the viewer of the export may know. Every viewer's export has the
same public forms and heads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.forks import SAME_NAME, departures, names, same_name
from domain.game.entries.entries import SEAT, Entry, Forked, Imagined, Ordered, WhatIf, entry_type
from domain.game.entries.rulings import Corrected
from domain.game.state.game_state import GameState
from domain.game.state.lines import that_stand
from domain.installed import PACKAGE
from domain.kit.facts import Fact, tag_of
from domain.kit.formats import FORMAT
from domain.kit.sealed import REFEREE, UNSEEN, Sealed
from domain.titles import TITLES
from referee.record.chain import (
    SALT,
    Public,
    canonical,
    commitment,
    digest,
    genesis,
    public_form,
    sealed_paths,
)
from referee.record.envelope import Envelope
from referee.record.record import Record

MOST_GAME, MOST_LINE = 24 << 20, 4 << 20
"""Bytes of a game, and of a line of it with its newline."""

MOST_SIGNS = 600_000
"""Of a game: opening brackets and commas together, and opening brackets alone. Our events have 22 and 8."""

SEALED = b'"sealed"'
"""Stands in an event with a sealed value: most others need not be walked through."""

_ENDING = (b'"fact"', b'"rewound"', b'"abandoned"', b'"settled"')
"""What tells whether a game is over."""

_FORM = msgspec.json.Decoder(Public)
_SALT = re.compile(rf"[0-9a-f]{{{2 * SALT}}}")


class Opening(Struct, frozen=True):
    """What opens a commitment: the path of the sealed value in the entry, its salt in hexadecimal, and
    itself."""

    path: str
    salt: str
    value: Any


class _Place(Struct):
    game: str
    position: int


_PLACE = msgspec.json.Decoder(_Place)


class Header(Struct, frozen=True):
    """`viewer` is who may know what is open in the export. `data` are the files of the data set, by name;
    none where it is left out."""

    format: str
    game: str
    title: str
    viewer: str
    events: int
    head: str
    data: dict[str, str]


class Event(Struct, frozen=True):
    """One event of an export. `public` are the very bytes that the digest covers."""

    digest: str
    openings: tuple[Opening, ...]
    public: msgspec.Raw


_HEADER, _EVENT = msgspec.json.Decoder(Header), msgspec.json.Decoder(Event)
_Line = TypeVar("_Line", Header, Event)


class Export(Struct, frozen=True):
    header: Header
    events: tuple[Event, ...]


class Bulk:
    """How much the lines of a game hold, counted before any of them is read: what costs little to send must
    not cost much to look at."""

    def __init__(self) -> None:
        self._bytes = self._signs = 0

    def too_much(self, line: bytes) -> str:
        """Counts a line in. Why it is not read, in a sentence; "" where it may be."""
        self._bytes += len(line) + 1
        self._signs += line.count(b",") + line.count(b"{") + line.count(b"[")
        if len(line) + 1 > MOST_LINE:
            return f"It has {len(line) + 1:,} bytes with its newline; at most {MOST_LINE:,} are read."
        if self._bytes > MOST_GAME:
            return f"Up to here the game has {self._bytes:,} bytes; at most {MOST_GAME:,} are read."
        if self._signs > MOST_SIGNS:
            return f"Up to here the game has more than {MOST_SIGNS:,} values; no more are read."
        return ""


class NotAnExport(Exception):
    """The file cannot be read as an export; the sentence says where and why. `position` is that of the event,
    where it is in one."""

    def __init__(self, why: str, position: int = 0) -> None:
        super().__init__(why)
        self.position = position


class Altered(Exception):
    """An event of an export does not hold."""

    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.position = position
        self.why = why


def with_tables(export: Export, files: Mapping[str, bytes]) -> Export:
    """The export with a data set, where it was left out. Raises `NotAnExport` where a file is no text."""
    if export.header.data:
        return export
    try:
        data = {name: raw.decode() for name, raw in files.items()}
    except UnicodeDecodeError:
        raise NotAnExport("A file of the data set is no text.") from None
    return Export(replace(export.header, data=data), export.events)


def export_lines(
    record: Record, game: str, viewer: str, *, upto: int | None = None, tables: bool = True
) -> Iterator[bytes]:
    """The lines of an export, to the newest event or to a position; without `tables` it has no data set.

    Raises `UnknownGame`.
    """
    envelopes = record.envelopes(game)[:upto]
    kept = record.fold(game, upto=len(envelopes))
    opened = REFEREE if kept.game.is_over() else viewer
    yield header_line(record, kept.game, viewer, envelopes, tables=tables)
    yield from event_lines(record, game, opened, envelopes)


def header_line(
    record: Record, game: GameState, viewer: str, envelopes: Sequence[Envelope[Any]], *, tables: bool
) -> bytes:
    """The first line of the export of some events of a game: all that there are, or the first of them."""
    title, head = game.rules.title, envelopes[-1].digest.hex()
    kept_files = record.data_files(title, envelopes[0].entry.data) if tables else {}
    files = {name: data.decode() for name, data in kept_files.items()}
    return canonical(Header(FORMAT, game.id, title, viewer, len(envelopes), head, files)) + b"\n"


def event_lines(
    record: Record, game: str, opened: str, envelopes: Sequence[Envelope[Any]], after: int = 0
) -> Iterator[bytes]:
    """The lines of the events behind a position, with what is open to `opened`. Those before it stay as they
    are, unless the game is a what-if from here on."""
    called = names(departures([envelope.entry for envelope in envelopes]), game)
    for position in range(after + 1, len(envelopes) + 1):
        envelope = envelopes[position - 1]
        public = public_form(called[position - 1], position, envelope, record.commit)
        event = Event(envelope.digest.hex(), tuple(_openings(envelope, opened)), msgspec.Raw(public))
        yield canonical(event) + b"\n"


def _openings(envelope: Envelope[Any], viewer: str) -> Iterator[Opening]:
    if not envelope.salts:
        return
    paths = list(sealed_paths(msgspec.to_builtins(envelope.entry)))
    for (path, sealed), salt in zip(paths, envelope.salts, strict=True):
        if viewer == REFEREE or viewer in sealed["to"]:
            yield Opening(path, salt.hex(), sealed["value"])


def read_export(lines: Iterable[bytes]) -> Export:
    """An export from its lines, which are canonical JSON. Raises `NotAnExport`.

    What the events say is checked by `check_chain` and `referee.audit.line_forms`.
    """
    header: Header | None = None
    events, bulk = list[Event](), Bulk()
    for number, line in enumerate(lines, 1):
        why = bulk.too_much(line.removesuffix(b"\n"))
        if why:
            raise NotAnExport(f"Line {number} is not read. {why}")
        if header is None:
            header = _read(number, line, _HEADER)
        else:
            events.append(_read(number, line, _EVENT))
    if header is None:
        raise NotAnExport("The file is empty.")
    if header.format != FORMAT:
        raise NotAnExport(f"The export has the format “{header.format}”; this program reads “{FORMAT}”.")
    if header.title not in TITLES:
        raise NotAnExport(_not_here(header.title, events))
    return Export(header, tuple(events))


def _not_here(title: str, events: Sequence[Event]) -> str:
    said = f"The export is of the title “{title}”, which this program does not have."
    package = _brought(events[0]) if events else ""
    return f"{said} Install the package {package}, which brings it." if package else said


def _brought(opening: Event) -> str:
    """The package that has brought the title of a game, as its opening says."""
    try:
        entry = form_of(1, opening).entry
    except Altered:
        return ""
    package = entry.get("package") if isinstance(entry, dict) else ""
    return package if isinstance(package, str) and PACKAGE.fullmatch(package) else ""


def _read(number: int, line: bytes, decoder: msgspec.json.Decoder[_Line]) -> _Line:
    try:
        read = decoder.decode(line)
        again = canonical(read)
    except (msgspec.MsgspecError, OverflowError, UnicodeDecodeError, RecursionError) as error:
        raise NotAnExport(f"Line {number} is not a line of a Bugyo export: {error}", number - 1) from None
    if again != line.removesuffix(b"\n"):
        raise NotAnExport(f"Line {number} is not canonical JSON with the keys of a Bugyo export.", number - 1)
    return read


def check_chain(export: Export) -> None:
    """Positions, digests and openings against what stands there. Raises `Altered` for the first that
    differs."""
    called = _called(export)
    head = genesis(called[0] if called else export.header.game)
    for position, event in enumerate(export.events, 1):
        public = bytes(event.public)
        _check_head(position, event, head)
        head = digest(head, public)
        if head.hex() != event.digest:
            raise Altered(position, f"Its digest should be {head.hex()}, and {event.digest} stands there.")
        _check_form(called[position - 1], position, event)
    promised, found = export.header.events, len(export.events)
    if promised != found:
        raise Altered(min(promised, found) + 1, f"The header speaks of {promised} events.")
    if export.header.head != head.hex():
        raise Altered(found, "The header names another head than the chain has.")


def _called(export: Export) -> list[str]:
    """The name that each event stands under: what a what-if shares with its game keeps the game's. Raises
    `Altered` where a what-if has a name that is taken."""
    left = [
        _leaves(_if_named(position, event, b'"forked"')) for position, event in enumerate(export.events, 1)
    ]
    taken = same_name(left, export.header.game)
    if taken:
        raise Altered(taken, SAME_NAME)
    return names(left, export.header.game)


def _check_head(position: int, event: Event, head: bytes) -> None:
    """A what-if names the head of the game that it leaves."""
    entry = _if_named(position, event, b'"forked"')
    if _leaves(entry) and entry.get("head") != head.hex():
        raise Altered(position, f"It leaves {entry['game']} at another head than {head.hex()}.")


def _leaves(entry: Any) -> str:
    """The game that an entry leaves; "" where it is no fork."""
    game = entry.get("game") if isinstance(entry, dict) and entry.get("type") == "forked" else ""
    return game if isinstance(game, str) else ""


def form_of(position: int, event: Event) -> Public:
    """The public form of an event. Raises `Altered` where it is none."""
    try:
        return _FORM.decode(event.public)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Altered(position, f"It cannot be read: {error}") from None


def _if_named(position: int, event: Event, *names: bytes) -> Any:
    """The entry of an event in which one of these names stands; None for all others, which need not be read.
    Raises `Altered`."""
    public = bytes(event.public)
    return form_of(position, event).entry if any(name in public for name in names) else None


def _place_of(position: int, event: Event) -> _Place:
    """Where an event says that it stands, without reading it whole. Raises `Altered`."""
    try:
        return _PLACE.decode(event.public)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Altered(position, f"It cannot be read: {error}") from None


def _sealed(position: int, event: Event) -> Sequence[tuple[str, dict[str, Any]]]:
    """The sealed values of an event, each with its path. Raises `Altered`."""
    if SEALED not in bytes(event.public):
        return ()
    return tuple(sealed_paths(form_of(position, event).entry))


def _check_form(game: str, position: int, event: Event) -> None:
    place = _place_of(position, event)
    if place.position != position or place.game != game:
        raise Altered(position, f"It says that it is event {place.position} of {place.game}.")
    sealed = dict(_sealed(position, event)) if event.openings else {}
    for opening in event.openings:
        if opening.path not in sealed:
            raise Altered(position, f"Nothing sealed stands at {opening.path}.")
        made = commitment(game, position, opening.path, _salt(position, opening), _value(position, opening))
        if sealed[opening.path].get("value") != {"commitment": made}:
            raise Altered(position, f"The opening of {opening.path} does not fit its commitment.")


def _salt(position: int, opening: Opening) -> bytes:
    if not _SALT.fullmatch(opening.salt):
        raise Altered(position, f"The salt of {opening.path} is not {SALT} bytes in hexadecimal.")
    return bytes.fromhex(opening.salt)


def _value(position: int, opening: Opening) -> bytes:
    try:
        return canonical(opening.value)
    except (OverflowError, RecursionError):
        raise Altered(position, f"The opening of {opening.path} is no value of an event.") from None


def key_of(export: Export) -> str:
    """The key of whoever signs, as the opening or the fork names it; "" where none does. Raises `Altered`."""
    fork = fork_of(export)
    if isinstance(fork, Forked):
        return fork.key
    entry = form_of(1, export.events[0]).entry if export.events else None
    key = entry.get("key", "") if isinstance(entry, dict) else ""
    return key if isinstance(key, str) else ""


def fork_of(export: Export) -> WhatIf | None:
    """How an export came to be that of a what-if; None where it is that of a game."""
    for position, event in reversed(list(enumerate(export.events, 1))):
        with suppress(msgspec.ValidationError, Altered):  # what cannot be read is found by the checks
            if b'"forked"' in bytes(event.public):
                return msgspec.convert(form_of(position, event).entry, Forked)
            if position == 1 and b'"imagined"' in bytes(event.public):
                return msgspec.convert(form_of(position, event).entry["imagined"], Imagined)
    return None


def is_over(export: Export) -> bool:
    """Whether the game is over, as the facts tell it, which move the agenda on; or people have ended it."""
    agenda, begun = 0, False
    entries = [_if_named(position, event, *_ENDING) for position, event in enumerate(export.events, 1)]
    for entry, stands in zip(entries, that_stand(list(map(_goes_back, entries))), strict=True):
        if isinstance(entry, dict) and entry.get("type") in ("abandoned", "settled"):
            return True
        if stands and isinstance(entry, dict) and entry.get("type") == "fact":
            begun = True
            then = entry.get("then")
            agenda = max(agenda - bool(entry.get("done")), 0) + (len(then) if isinstance(then, list) else 0)
    return begun and not agenda


def _goes_back(entry: Any) -> int:
    """The position that an entry goes back to; 0 where it is no rewind, or none that could be."""
    to = entry.get("to") if isinstance(entry, dict) and entry.get("type") == "rewound" else 0
    return to if isinstance(to, int) and to > 0 else 0


def check_due(export: Export) -> None:
    """Whether the export opens what its viewer may know, and nothing else; at the end of the game all.

    Raises `Altered` for the first event that does not.
    """
    viewer = REFEREE if is_over(export) else export.header.viewer
    seats = _seats(export)
    for position, event in enumerate(export.events, 1):
        sealed = _sealed(position, event)
        due = [path for path, value in sealed if viewer == REFEREE or _names(value.get("to"), viewer)]
        if due != [opening.path for opening in event.openings]:
            raise Altered(
                position, f"It should open {', '.join(due) or 'nothing'} to {viewer}, in this order."
            )
        if not all(seats.issuperset(value["to"]) for _, value in sealed):
            raise Altered(position, "It is sealed to others than seats of this game.")


def _seats(export: Export) -> set[str]:
    entry = form_of(1, export.events[0]).entry if export.events else {}
    return {held["seat"] for held in entry["seats"]}


def _names(seats: Any, viewer: str) -> bool:
    return isinstance(seats, list) and viewer in seats


def is_complete(export: Export) -> bool:
    """Whether every sealed value is opened, so that the game can be decided again and imported."""
    return all(
        [path for path, _ in _sealed(position, event)] == [opening.path for opening in event.openings]
        for position, event in enumerate(export.events, 1)
    )


def envelopes_of(export: Export, *, exactly: bool = True) -> list[Envelope[Any]]:
    """The events of a complete export as they were recorded, so that they can be written again; where that is
    not wanted `exactly`, keys that no version of ours has are read over. Raises `Altered`."""
    kind = entry_type(TITLES[export.header.title])
    called = enumerate(zip(_called(export), export.events, strict=True), 1)
    return [_envelope(name, position, event, kind, exactly) for position, (name, event) in called]


def _envelope(game: str, position: int, event: Event, kind: Any, exactly: bool) -> Envelope[Any]:
    form = form_of(position, event)
    openings = {opening.path: opening for opening in event.openings}
    for path, sealed in list(sealed_paths(form.entry)) if openings else ():
        sealed["value"] = openings[path].value
    entry = _entry(position, form.entry, kind)
    salts = tuple(_salt(position, opening) for opening in event.openings)
    envelope: Envelope[Any] = Envelope(bytes.fromhex(event.digest), form.at, form.act.words(), entry, salts)
    try:
        again = public_form(game, position, envelope)
    except OverflowError as error:
        raise Altered(position, f"It has a number that is too large: {error}.") from None
    if again != bytes(event.public) and (exactly or not _says_the_same(again, bytes(event.public))):
        raise Altered(position, "It says more or less than an event of this title can say.")
    return envelope


_ITEMS = ("deadlines", "notes")
"""In items of these too any key may stand."""

_WITH_DEFAULTS = ("question", "policy", "referee")
"""In these none but ours stand, which their types hold them to."""


def _says_the_same(one: bytes, other: bytes) -> bool:
    """Whether two public forms differ only in keys at their default, and in such as may stand in any entry:
    what a key of ours says, is in both."""
    first, second = msgspec.json.decode(one), msgspec.json.decode(other)
    return _is_like(first.pop("entry"), second.pop("entry")) and first == second


def _is_like(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(_are_like(key, one[key], other[key]) for key in one.keys() & other.keys())


def _are_like(key: str, one: Any, other: Any) -> bool:
    if key in _WITH_DEFAULTS and isinstance(one, dict) and isinstance(other, dict):
        return _is_like(one, other)
    if key in _ITEMS and isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return all(_is_like(*both) for both in zip(one, other, strict=True))
    return bool(one == other)


def _entry(position: int, form: Any, kind: Any) -> Entry:
    try:
        entry: Entry = msgspec.convert(form, kind)
    except msgspec.ValidationError as error:
        raise Altered(position, f"It is no event of this title: {error}.") from None
    return entry


def known_entries(export: Export) -> list[Entry]:
    """The entries of an export for one viewer, as far as throws can be checked by them.

    Facts have only what they do to the agenda, and what is still sealed is left empty: an order, or cell and
    faces of a throw. Raises `Altered`.
    """
    kind = entry_type(TITLES[export.header.title])
    return [_known(position, event, kind) for position, event in enumerate(export.events, 1)]


def _known(position: int, event: Event, kind: Any) -> Entry:
    form = form_of(position, event).entry
    tag = form.get("type") if isinstance(form, dict) else None
    if tag == "fact":
        return Fact("", None, form.get("done", False), tuple(form.get("then", ())), form.get("more", 0))
    openings = {opening.path: opening.value for opening in event.openings}
    sealed = dict(sealed_paths(form)) if SEALED in bytes(event.public) else {}
    for path, value in sealed.items():
        value["value"] = openings.get(path, [] if path == "faces" else "")
    closed = sealed.keys() - openings.keys()
    if tag == "ordered" and "order" in closed:
        to = tuple(map(str, form["order"].get("to", ())))
        cell = form.get("cell", ""), tuple(form.get("proof", ())), form.get("aside", False)
        return Ordered(form.get("seat"), Sealed(to, None), form.get("by", SEAT), *cell)
    if tag == "corrected" and "what" in closed:
        return Corrected(form.get("ruling"), Sealed(tuple(map(str, form["what"].get("to", ()))), None))
    return _entry(position, form, kind)


def seen_entries(export: Export) -> list[Entry]:
    """The same, with all that the viewer of an export can tell of its facts: what is sealed from it is
    `UNSEEN`. Raises `Altered`."""
    rules = TITLES[export.header.title]
    kind, events = entry_type(rules), {tag_of(one): one for one in rules.events}
    known = (_known(position, event, kind) for position, event in enumerate(export.events, 1))
    return [
        _seen(position, event, kind, events) if isinstance(entry, Fact) else entry
        for position, (entry, event) in enumerate(zip(known, export.events, strict=True), 1)
    ]


def _seen(position: int, event: Event, kind: Any, events: Mapping[str, type[Struct]]) -> Entry:
    form = form_of(position, event).entry
    openings, unseen = {one.path: one.value for one in event.openings}, dict[str, Sealed[Any]]()
    for path, sealed in list(sealed_paths(form)) if SEALED in bytes(event.public) else ():
        if path in openings:
            sealed["value"] = openings[path]
        else:
            unseen[path.removeprefix("event/")] = Sealed(tuple(map(str, sealed.get("to", ()))), UNSEEN)
    if not unseen:
        return _entry(position, form, kind)
    happened = form.pop("event")
    try:
        return replace(
            _entry(position, form, kind), event=_partly(events[happened["type"]], happened, unseen)
        )
    except (LookupError, TypeError, msgspec.ValidationError) as error:
        raise Altered(position, f"It is no event of this title: {error}.") from None


def _partly(kind: type[Struct], form: Mapping[str, Any], unseen: Mapping[str, Sealed[Any]]) -> Struct:
    """An event of which not all is known."""
    parts = {
        field.name: msgspec.convert(form[field.name], field.type)
        for field in msgspec.structs.fields(kind)
        if field.name in form and field.name not in unseen
    }
    return kind(**parts, **unseen)
