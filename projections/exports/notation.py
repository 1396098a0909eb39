"""The orders of a game as a plain text that can be read, edited, and played again as a new game.

    bugyo-orders: 1
    game: summer
    title: shinobi
    …
    seat iga: Anna

    T1 iga: place takeda in ise
    T1 throw: 3 5
    ; 25 iga places a card of takeda in ise. [turn/deploy]

A line is a comment (`;`), a heading, an order, or the faces of a throw or draw, which follow the order that
raised them. The turn before an order or a throw is for readers, and may be left out. What stands there as
`(sealed)` the viewer of the export may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.game.entries.entries import DEFAULT_ORDER, PROGRAM, SEAT, Opened, Ordered
from domain.kit.chance import Thrown, ThrownAgain
from projections.exports.tables import head, on_line
from projections.language.messages import _, plain, wrap
from projections.replay import Replay
from projections.telling.log import Logged, Teller, is_open, throw_of, what_if

VERSION = "1"
MARK = "bugyo-orders"
"""The name of the first heading, by which such a file is known."""

COMMENT = ";"
THROW = "throw"
SEALED = "(sealed)"
LEFT = "(left)"
"""What stands before an order or a throw in a comment, where play has gone back behind it."""

LONGEST = 10_000_000
"""Bytes of the longest file that is read."""

_SIGNATURE = re.compile(rf"^[^\S\n]*{MARK}\s*:", re.MULTILINE)
_HEADING = re.compile(r"(seat|option) (\S+)\s*:\s*(.*)|([a-z-]+)\s*:\s*(.*)", re.DOTALL)
_SAID = re.compile(r"(?:(\S+)\s+)?([^\s:]+)\s*:\s*(.*)", re.DOTALL)
_FACES = re.compile(r"[1-9][0-9]{0,9}(?:[\s,]+[1-9][0-9]{0,9})*")
_NAMES = (MARK, "game", "title", "scenario", "edition", "preset", "data", "level", "events", "head", "viewer")


class NotNotation(Exception):
    """The text cannot be read as the orders of a game; the sentence says where and why."""


class Said(Struct, frozen=True):
    """A line of a game: an order of a seat, or the faces of a throw. `seat` is "" for a throw."""

    line: int
    turn: str
    seat: str
    order: str = ""
    faces: tuple[int, ...] = ()


class Script(Struct, frozen=True):
    """A game as its text has it. `headings` are those that stand alone, `seats` the persons."""

    headings: Mapping[str, str]
    options: Mapping[str, str]
    seats: Mapping[str, str]
    lines: tuple[Said, ...]

    def quotes_faces(self) -> bool:
        """Whether it says how throws fell."""
        return any(said.faces for said in self.lines)


# ---- writing


def orders_of(replay: Replay, viewer: str) -> Iterator[bytes]:
    """The lines of the text, each with its newline."""
    yield from (f"{line}\n".encode() for line in _lines(replay, viewer))


def _lines(replay: Replay, viewer: str) -> Iterator[str]:
    said = _(
        "Orders of {game}. “bugyo import FILE” plays them as a new game. What follows from them are comments."
    )
    yield from wrap(said.format(game=replay.game), f"{COMMENT} ", f"{COMMENT} ")
    fork = what_if(replay.fork(len(replay)))
    yield from wrap(fork, f"{COMMENT} ", f"{COMMENT} ") if fork else ()
    yield from _headings(replay, viewer)
    teller, turn, stands = Teller(replay, viewer), "", set(on_line(replay))
    for position in range(1, len(replay) + 1):
        told = teller.logged(position)
        if told.turn != turn:
            turn = told.turn
            yield ""
        played = _played(replay, teller, told)
        if played and position not in stands:
            yield f"{COMMENT} {position} {LEFT} {played}"
        elif played:
            yield played
        elif told.text:
            text = f"{told.text} [{told.rule}]" if told.rule else told.text
            yield from wrap(text, f"{COMMENT} {position} ", f"{COMMENT}   ")


def _headings(replay: Replay, viewer: str) -> Iterator[str]:
    opened: Opened[Any] = replay.envelope(1).entry
    known = {
        MARK: VERSION,
        "game": replay.game,
        "title": opened.title,
        "scenario": opened.scenario,
        "edition": opened.edition,
        "preset": opened.preset,
        "data": opened.data,
        "level": opened.level,
        "events": len(replay),
        "head": head(replay),
        "viewer": viewer,
    }
    yield from (f"{name}: {_value(value)}" for name, value in known.items())
    for name in opened.options.__struct_fields__:
        yield f"option {name.replace('_', '-')}: {_value(getattr(opened.options, name))}"
    yield from (f"seat {held.seat}: {_value(held.person)}" for held in opened.seats)


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else plain(str(value)).strip()


def _played(replay: Replay, teller: Teller, told: Logged) -> str:
    """An order or a throw as a line; "" for everything else, and for orders that the rules give anew."""
    entry = replay.envelope(told.position).entry
    if isinstance(entry, Ordered) and entry.by in (SEAT, DEFAULT_ORDER, PROGRAM):
        shown = is_open(entry.order, teller.viewer)
        order = plain(replay.notation.write(entry.plain())) if shown else SEALED
        return f"{told.turn} {entry.seat}: {order}"
    if isinstance(entry, Thrown | ThrownAgain):
        thrown = entry if isinstance(entry, Thrown) else replay.envelope(entry.of).entry
        faces = " ".join(map(str, thrown.answer())) if is_open(thrown.faces, teller.viewer) else SEALED
        return f"{told.turn} {THROW}: {faces} {COMMENT} {plain(throw_of(entry.question))} [{told.rule}]"
    return ""


# ---- reading


def is_notation(raw: bytes) -> bool:
    """Whether a file begins like one of these, comments aside."""
    return bool(_SIGNATURE.search(raw[:4096].decode("utf-8", "replace")))


def read_notation(raw: bytes) -> Script:
    """The game in a text. Raises `NotNotation` for a line that is none of these."""
    if len(raw) > LONGEST:
        raise NotNotation(_("The file is longer than {most:,} bytes.").format(most=LONGEST))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        said = _("The file is no text in UTF-8: byte {place} cannot be read.")
        raise NotNotation(said.format(place=error.start + 1)) from None
    numbered = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1))
    lines = [(number, line) for number, line in numbered if line and not line.startswith(COMMENT)]
    at = next((n for n, (_number, line) in enumerate(lines) if not _is_heading(line)), len(lines))
    script = _script(lines[:at], tuple(_said(number, line) for number, line in lines[at:]))
    _check(script)
    return script


def _is_heading(line: str) -> bool:
    found = _HEADING.fullmatch(line)
    return bool(found and (found[1] or found[4] in _NAMES))


def _script(lines: Sequence[tuple[int, str]], said: tuple[Said, ...]) -> Script:
    found: dict[str, dict[str, str]] = {"": {}, "option": {}, "seat": {}}
    for number, line in lines:
        heading = _HEADING.fullmatch(line)
        assert heading is not None, "Only headings are given."
        kind, name, value = heading[1] or "", heading[2] or heading[4], heading[3] or heading[5] or ""
        if name in found[kind]:
            raise NotNotation(
                _("Line {line}: “{name}” stands there twice.").format(
                    line=number, name=f"{kind} {name}".strip()
                )
            )
        found[kind][name] = value
    return Script(found[""], found["option"], found["seat"], said)


def _said(number: int, line: str) -> Said:
    found = _SAID.fullmatch(line)
    if found is None:
        raise NotNotation(
            _(
                "Line {line} is no order: “{text}”. Write TURN SEAT: ORDER, or {mark} before a comment."
            ).format(line=number, text=_short(line), mark=COMMENT)
        )
    turn, who, what = found[1] or "", found[2], found[3].strip()
    if who != THROW:
        return Said(number, turn, who, what)
    faces = what.partition(COMMENT)[0].strip()
    if faces != SEALED and not _FACES.fullmatch(faces):
        raise NotNotation(
            _("Line {line} has no faces: “{text}”. Write the numbers with blanks between.").format(
                line=number, text=_short(faces)
            )
        )
    shown = () if faces == SEALED else tuple(map(int, re.split(r"[\s,]+", faces)))
    return Said(number, turn, "", SEALED if faces == SEALED else "", shown)


def _check(script: Script) -> None:
    """Whether it is a text of this kind and version, with a title and seats."""
    version = script.headings.get(MARK)
    if version != VERSION:
        said = _("The file does not begin with “{mark}: {version}”.")
        raise NotNotation(said.format(mark=MARK, version=VERSION))
    if not script.headings.get("title") or not script.seats:
        raise NotNotation(
            _("The file names no title, or nobody at a seat: “title: shinobi”, “seat iga: Anna”.")
        )


def _short(text: str) -> str:
    text = plain(text)
    return text if len(text) <= 60 else f"{text[:59]}…"
