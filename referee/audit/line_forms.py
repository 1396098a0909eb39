"""The form of the lines of a game, as docs/format.md has it (sections 1, 3, 5 and 6.1).

It holds for every title and every viewer: what a title has beside it is left to the rules.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, NoReturn

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.game.checking.proof import MOST_FACES, MOST_SIDES, RESERVED
from domain.game.deciding.own_cells import MOST_STEPS
from domain.game.entries.entries import SEAT, Entry
from domain.kit.roots import CELLS, MOST_SHEETS
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.game_lines import SEALED, Altered, Event, Export, Header, known_entries
from referee.record.chain import canonical, sealed_paths
from referee.record.envelope import Act

_LONG = re.compile(rb"[0-9]{19}")

MOST_NESTED = 64
"""Objects and lists inside each other, in a line."""

BREAKAGE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What code of ours raises at values that no referee of ours has recorded."""

Number = Annotated[int, Meta(ge=0)]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Cell = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
Steps = Annotated[list[Digest], Meta(max_length=MOST_STEPS)]
Salt = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class _Header(Struct, forbid_unknown_fields=True):
    format: str
    game: Annotated[str, Meta(pattern=r"\A[a-z0-9-]+\Z")]
    title: str
    viewer: str
    events: Number
    head: Digest
    data: dict[str, str]


class _Opening(Struct, forbid_unknown_fields=True):
    path: str
    salt: Salt
    value: Any


class _Public(Struct, forbid_unknown_fields=True):
    act: Act
    at: Number
    entry: dict[str, Any]
    game: str
    position: Number


class _Line(Struct, forbid_unknown_fields=True):
    digest: Digest
    openings: list[_Opening]
    public: _Public


class _Seated(Struct, forbid_unknown_fields=True):
    seat: str
    person: str


class _Opened(Struct):
    seats: list[_Seated]
    data: Digest
    level: Annotated[int, Meta(ge=0, le=3)] = 0
    key: Cell = ""
    protocol: Annotated[int, Meta(ge=1, le=2)] = 1
    root: Cell = ""
    sheets: Annotated[int, Meta(ge=0, le=MOST_SHEETS)] = 0
    opening: Number = 0
    before: Cell = ""


class _RootCommitted(Struct):
    party: str
    root: Cell = ""
    sheets: Annotated[int, Meta(ge=0, le=MOST_SHEETS)] = 0
    reason: str = ""


class _SheetShown(Struct):
    lane: str
    sheet: Number
    cells: Annotated[list[Digest], Meta(min_length=CELLS, max_length=CELLS)]
    proof: Steps


class _Spent(Struct):
    seat: str
    cell: Digest
    proof: Steps
    why: str
    line: Any
    place: Number = 0


class _SheetCommitted(Struct):
    party: str
    sheet: Number
    cells: Annotated[list[Digest], Meta(min_length=1)]


class _Joined(Struct):
    seat: str
    phrase: str


class _Ordered(Struct):
    seat: str
    order: dict[str, Any]
    by: str = SEAT
    cell: Cell = ""
    proof: Steps = []
    aside: bool = False


class _Question(Struct, forbid_unknown_fields=True):
    rule: str
    purpose: str
    sides: Annotated[int, Meta(ge=1, le=MOST_SIDES)]
    count: Annotated[int, Meta(ge=1, le=MOST_FACES)] = 1
    draw: bool = False
    secret: bool = False
    index: Number = 0
    lane: str = ""


class _Asked(Struct):
    question: _Question


class _Contributed(Struct):
    party: str
    index: Number
    cell: Digest
    lane: str = ""
    proof: Steps = []
    head: Cell = ""


class _Thrown(Struct):
    question: _Question
    faces: Any
    cell: Any = ""
    real: bool = False


class _Forked(Struct):
    game: Annotated[str, Meta(pattern=r"\A[a-z0-9-]+\Z")]
    at: Number
    head: Digest
    chance: str
    key: Cell = ""
    real: bool = False


class _Fact(Struct):
    rule: str
    then: list[Any] = []
    done: bool = False
    more: Number = 0


class _Rewound(Struct):
    to: Number
    reason: str
    by: str = "referee"
    anew: bool = False


class _ThrownAgain(Struct):
    question: _Question
    of: Number


class _Commitment(Struct, forbid_unknown_fields=True):
    commitment: Digest


class _Sealed(Struct, forbid_unknown_fields=True, tag="sealed"):
    to: list[str]
    value: _Commitment


class _Version(Struct, forbid_unknown_fields=True):
    turn: str
    version: Number


class _Revised(Struct):
    turns: list[_Version]


ENTRIES: dict[str, type[Struct]] = {
    "opened": _Opened,
    "root-committed": _RootCommitted,
    "sheet-shown": _SheetShown,
    "sheet-committed": _SheetCommitted,
    "spent": _Spent,
    "joined": _Joined,
    "ordered": _Ordered,
    "asked": _Asked,
    "contributed": _Contributed,
    "thrown": _Thrown,
    "forked": _Forked,
    "fact": _Fact,
    "rewound": _Rewound,
    "thrown-again": _ThrownAgain,
    "revised": _Revised,
}
"""What the page says of the entries that matter to a verifier; others it leaves open."""


TIMED = ("delegated", "deadlines-set", "deadline-moved", "paused", "resumed", "vacation-taken", "lapsed")
"""The entries of section 6.7 that have times."""


def check_forms(export: Export) -> None:
    """Raises `Altered` for the first line that has not the form of the page; the header is at 0."""
    _check_header(export.header)
    for position, event in enumerate(export.events, 1):
        try:
            why = _misformed(position, event)
        except (msgspec.MsgspecError, *BREAKAGE) as error:
            why = f"It has not the form of an event: {error}."
        if why:
            raise Altered(position, why)
    _check_seats(export)


def _check_header(header: Header) -> None:
    try:
        msgspec.convert(msgspec.to_builtins(header), _Header)
    except msgspec.ValidationError as error:
        raise Altered(0, f"The header has not the form of one: {error}.") from None
    if any("/" in name for name in header.data):
        raise Altered(0, "There is a slash in a name of the data set.")


def _check_seats(export: Export) -> None:
    """Seats have names of their own, and the viewer is one of them, "public" or "referee"."""
    if not export.events:
        raise Altered(1, "The record does not begin with an opening.")
    entry: dict[str, Any] = WHOLE_NUMBERS.decode(export.events[0].public)["entry"]
    seats = [held["seat"] for held in entry["seats"]]
    if len(set(seats)) < len(seats) or not set(RESERVED).isdisjoint(seats):
        raise Altered(1, "A seat stands there twice, or with a name that none may bear.")
    if export.header.viewer not in (PUBLIC, REFEREE, *seats):
        raise Altered(0, f"The viewer “{export.header.viewer}” has no seat in this game.")


def _misformed(position: int, event: Event) -> str:
    """What is wrong with the form of an event; "" where nothing is. May raise what is caught above."""
    public = WHOLE_NUMBERS.decode(event.public)
    if canonical(public) != bytes(event.public):
        return "Its public form is not canonical JSON."
    line = {"digest": event.digest, "openings": msgspec.to_builtins(event.openings), "public": public}
    why = _entangled(line) or _endless(line, bytes(event.public))
    if why:
        return why
    msgspec.convert(line, _Line)
    return _misformed_entry(position, public["entry"], bytes(event.public))


def _entangled(line: Any) -> str:
    """Too deeply nested, or a path could not be told: a slash in a key."""
    levels = nested(line)
    if any("/" in key for level in levels for node in level if isinstance(node, dict) for key in node):
        return "There is a slash in a key."
    return "It is nested too deeply." if len(levels) > MOST_NESTED else ""


def nested(value: Any) -> list[list[Any]]:
    """The objects and lists of a value, by how many of them stand around each."""
    levels, level = list[list[Any]](), [value]
    while level:
        levels.append(level)
        inner = (node.values() if isinstance(node, dict) else node for node in level)
        level = [part for parts in inner for part in parts if isinstance(part, dict | list)]
    return levels


def _endless(line: Any, public: bytes) -> str:
    """A number that is not of the format: too large, or too small."""
    if not line["openings"] and not _LONG.search(public):
        return ""
    rest = [line]
    while rest:
        node = rest.pop()
        if isinstance(node, dict | list):
            rest += node.values() if isinstance(node, dict) else node
        elif isinstance(node, int) and not -(1 << 63) <= node < 1 << 64:
            return f"The number {node} is not between -2^63 and 2^64 - 1."
    return ""


def _misformed_entry(position: int, entry: dict[str, Any], raw: bytes) -> str:
    kind = entry.get("type")
    if not isinstance(kind, str) or kind == "sealed":
        return "Its entry has no type of its own."
    if (kind == "opened") != (position == 1):
        return "It opens the game a second time." if position > 1 else "The game is not opened first."
    if kind in TIMED and _latest(entry) >= 1 << 63:
        return "A time is later than any that can be."
    if kind in ENTRIES:
        msgspec.convert(entry, ENTRIES[kind])
    for path, sealed in sealed_paths(entry) if SEALED in raw else ():
        msgspec.convert(sealed, _Sealed)
        if kind == "ordered" and path != "order":
            return "An order is sealed as a whole or not at all."
    return ""


def _latest(node: Any) -> int:
    """The largest number in a value."""
    if isinstance(node, dict | list):
        return max(map(_latest, node.values() if isinstance(node, dict) else node), default=0)
    return node if isinstance(node, int) else 0


def _no_fractions(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is no whole number")


WHOLE_NUMBERS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=_no_fractions)
"""JSON of the format: a number with a fraction in it cannot be read."""


def opening_of(export: Export) -> list[Entry]:
    """The opening of an export alone; [] where it cannot be read: then that is what an audit finds."""
    try:
        return known_entries(replace(export, events=export.events[:1]))
    except (Altered, *BREAKAGE):
        return []
