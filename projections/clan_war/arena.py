"""The table of a battle in inches, with the units whose place is known, or follows from base contact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil, cos, radians, sin
from typing import NamedTuple

from domain.clan_war.view import UnitView, View
from projections.clan_war.badges import SIGN, paint, rim, roundel, sign
from projections.clan_war.conditions import conditions, unit_name
from projections.clan_war.names import shown_name
from projections.clan_war.places import Room, Stand, overlap, spread, within
from projections.drawing.pieces import only, piece, piece_of
from projections.drawing.svg import SIZES, Drawing, Part, circle, lettered, on, path, placed, rect, text, use
from projections.drawing.text_widths import width
from projections.language.messages import _

LIFT = 26
"""How high a flier is drawn above where it stands: its height is not on record."""

ARROW = 22
"""How far the arrow stands out of the front."""

RIM = 12
"""The edge of the table."""

SHAPES = (
    '<path id="cw-tuft" d="M-6 3q1-5-1-8M-2 3q0-6 1-9M2 3q0-5 4-8" class="none paddy-line"/>'
    '<path id="cw-arrow" d="M0-22L10-8H4V-2h-8v-6h-6z" stroke-width="1.6" class="fill-card ink-line joined"/>'
)

_TUFTS = 90
_RULER = 12

Corners = tuple[tuple[float, float], ...]


class Window(NamedTuple):
    """A piece of the table in inches, and where it is drawn: so many units to an inch, from `x`, `y`."""

    left: int
    top: int
    wide: int
    high: int
    x: int
    y: int
    inch: float

    @property
    def scale(self) -> float:
        """Of units and their words: smaller where the inches are."""
        return min(1.0, max(0.55, self.inch / 13))

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + (x - self.left) * self.inch, self.y + (y - self.top) * self.inch

    def room(self) -> Room:
        return Room(self.x, self.y, self.wide * self.inch, self.high * self.inch)


class Piece(NamedTuple):
    """A unit as it is drawn: the centre of its front, its corners around that, how far it was moved aside."""

    stand: Stand
    x: float
    y: float
    corners: Corners
    scale: float
    aside: tuple[float, float]

    def room(self) -> Room:
        """What the unit covers, with its arrow."""
        across, down = zip(*self.corners, strict=True)
        left, top = self.x + min(across), self.y + min(down)
        return Room(left, top, max(across) - min(across), max(down) - min(down))


def arena(view: View, placed_: tuple[Stand, ...], window: Window) -> tuple[Part, ...]:
    """The table and all that stands on it."""
    return _arena((only(view, "seats", "armies"), placed_), window)


@piece_of(64)
def _arena(seen: tuple[View, tuple[Stand, ...]], window: Window) -> tuple[Part, ...]:
    return tuple(_standing(*seen, window))


def _standing(view: View, placed_: tuple[Stand, ...], window: Window) -> Iterator[Part]:
    yield _ground(window)
    pieces = _pieces(placed_, window)
    for one in pieces:
        yield from _below(one)
    yield from _pins(pieces, window)
    for one in sorted(pieces, key=lambda one: one.stand.shown.unit.airborne):
        yield _unit((view, one))
    yield from _labels(tuple(_label(view, one) for one in pieces), window.room()).parts


# ---- the ground


def _ground(window: Window) -> Part:
    wide, high = round(window.wide * window.inch), round(window.high * window.inch)
    x, y = window.x - RIM, window.y - RIM
    return Part("table", x, y, wide + 2 * RIM, high + 2 * RIM + 20, _table(window), 0, quiet=True)


@cache
def _table(window: Window) -> str:
    """The same in every picture of a table."""
    wide, high = round(window.wide * window.inch), round(window.high * window.inch)
    content = rect(0, 0, wide + 2 * RIM, high + 2 * RIM, "fill-level4 rim-line", radius=5)
    content += rect(RIM, RIM, wide, high, "fill-table rim-line")
    for nth in range(_TUFTS):
        x, y = RIM + 12 + _mixed(nth, 5) * (wide - 24) // 997, RIM + 12 + _mixed(nth, 11) * (high - 24) // 997
        content += use("cw-tuft", x, y)
    content += _lines(window, wide, high)
    return content + "".join(_rulers(window, high))


def _mixed(nth: int, salt: int) -> int:
    """Numbers from 0 to 996 without any order to be seen."""
    return (nth * nth * 331 + nth * 7 * salt * salt + salt * 613) % 997


def _lines(window: Window, wide: int, high: int) -> str:
    across = (RIM + round(at * window.inch) for at in _marks(window.left, window.wide))
    down = (RIM + round(at * window.inch) for at in _marks(window.top, window.high))
    data = "".join(f"M{x} {RIM}v{high}" for x in across) + "".join(f"M{RIM} {y}h{wide}" for y in down)
    return f'<path d="{data}" stroke-dasharray="2 6" class="none grid-line veil"/>'


def _marks(start: int, length: int) -> Iterator[int]:
    """Every twelve inches of the whole table, counted from the start of the piece."""
    return (at - start for at in range(ceil(start / _RULER) * _RULER, start + length + 1, _RULER))


def _rulers(window: Window, high: int) -> Iterator[str]:
    for at in _marks(window.left, window.wide):
        x = RIM + round(at * window.inch)
        yield text(x, high + 2 * RIM + 16, f'{window.left + at}"', "small", "quiet", anchor="middle")
    for at in [*_marks(window.top, window.high)][1:-1]:
        y = RIM + round(at * window.inch)
        yield text(RIM + 4, y - 4, f'{window.top + at}"', "small", "quiet haloed table-line")


# ---- the units


def _pieces(placed_: tuple[Stand, ...], window: Window) -> list[Piece]:
    """Where each is drawn; who would hide another is moved aside."""
    scale = window.scale
    first = [Piece(stand, *_front(stand, window), _corners(stand, scale), scale, (0, 0)) for stand in placed_]
    moves = spread(tuple([piece.room() for piece in first]), window.room())
    return [
        piece._replace(x=piece.x + dx, y=piece.y + dy, aside=(dx, dy))
        for piece, (dx, dy) in zip(first, moves, strict=True)
    ]


def _front(stand: Stand, window: Window) -> tuple[float, float]:
    x, y = window.at(stand.x, stand.y)
    return x, y - (LIFT * window.scale if stand.shown.unit.airborne else 0)


def _size(shown: UnitView) -> tuple[int, int, int]:
    """Files, and the width and the height of the block."""
    full = shown.unit.profile.models
    if full <= 1:
        return 1, 38, 38
    files = min(6, max(3, -(-full // 2)))
    return files, files * 14 + 6, -(-full // files) * 13 + 6


def _corners(stand: Stand, scale: float) -> Corners:
    _files, wide, high = _size(stand.shown)
    turn = radians(stand.turn)
    across, down = scale * cos(turn), scale * sin(turn)
    box = [(x, y) for x in (-wide / 2, wide / 2) for y in (0, high)] + [(-10, -ARROW), (10, -ARROW)]
    return tuple((x * across - y * down, x * down + y * across) for x, y in box)


@piece_of(1024)
def _unit(seen: tuple[View, Piece]) -> Part:
    """The block of a unit with an arrow where it looks."""
    view, piece = seen
    shown, room = piece.stand.shown, piece.room()
    left, top = int(room.left) - 2, int(room.top) - 2
    wide, high = ceil(room.width) + 4, ceil(room.height) + 4
    block = _block(view, piece.stand)
    content = placed(round(piece.x - left), round(piece.y - top), block, _turned(piece))
    name, layer = unit_name(shown), 5 if shown.unit.airborne else 4
    return Part(
        f"unit {shown.unit.name}", left, top, wide, high, content, layer, name=name, word=shown.unit.name
    )


def _turned(piece: Piece) -> str:
    return f"rotate({piece.stand.turn})" + (f" scale({piece.scale:.2f})" if piece.scale < 1 else "")


def _block(view: View, stand: Stand) -> str:
    """Models in ranks behind the centre of the front, which is 0, 0, looking up; hollow where one fell."""
    shown, army = stand.shown, stand.shown.unit.army
    files, wide, high = _size(shown)
    colour = paint(view.seats, army)
    style = f"fill-{colour} rim-line" + (" dashed" if stand.reckoned else "")
    radius = 19 if files == 1 else rim(view.seats, army)
    content = f'<g stroke-width="2">{rect(-wide // 2, 0, wide, high, style, radius=radius)}</g>'
    content += _models(shown, files, colour) if files > 1 else ""
    return content + roundel(army, view.clan(army), high // 2, stand.turn) + use("cw-arrow")


def _models(shown: UnitView, files: int, colour: str) -> str:
    """A dot for each model that is left, and a hollow one for each that is not."""
    full, left = shown.unit.profile.models, shown.unit.models
    content = _dots(files, 0, left, f"{on(colour)}-line", 8)
    if left == full:
        return content
    fallen = _dots(files, left, full, f"{on(colour)}-line veil", 8)
    return content + fallen + _dots(files, left, full, f"{colour}-line", 5)


def _dots(files: int, first: int, last: int, style: str, width: int) -> str:
    """Some of the models, rank by rank, as one line of dots."""
    data = ""
    for rank in range(first // files, -(-last // files)):
        start, end = max(first, rank * files), min(last, rank * files + files)
        x, y = 7 - files * 7 + 14 * (start % files), 9 + 13 * rank
        data += f"M{x} {y}h{14 * (end - start - 1)}.1" if end > start else ""
    dash = f'stroke-width="{width}" stroke-dasharray=".1 13.9" class="none {style} joined"'
    return f'<path d="{data}" {dash}/>' if data else ""


def _below(piece: Piece) -> Iterator[Part]:
    """The shadow of a flier."""
    unit, room = piece.stand.shown.unit, piece.room()
    if unit.airborne:
        _files, wide, high = _size(piece.stand.shown)
        lift = round(LIFT * piece.scale)
        left, top = int(room.left) - 2, int(room.top) - 2 + lift
        shadow = rect(-wide // 2, 0, wide, high, "fill-shade wash", radius=12)
        where = (round(piece.x - left), round(piece.y + lift - top))
        content = placed(*where, shadow, _turned(piece))
        spans = ceil(room.width) + 4, ceil(room.height) + 4
        yield Part(f"shadow {unit.name}", left, top, *spans, content, 2, quiet=True)


def _pins(pieces: list[Piece], window: Window) -> Iterator[Part]:
    """Where those units stand that are drawn aside."""
    moved = [piece for piece in pieces if piece.aside != (0, 0)]
    at = {(round(one.x - one.aside[0]), round(one.y - one.aside[1])) for one in moved}
    if at:
        dots = (circle(x - window.x, y - window.y, 4, "fill-ink card-line") for x, y in sorted(at))
        size = round(window.wide * window.inch), round(window.high * window.inch)
        yield Part("pins", window.x, window.y, *size, "".join(dots), 3, quiet=True)


# ---- the words


class Label(NamedTuple):
    """What is written at a unit: the letters of the army, the name, and how many models are left and what has
    befallen it. The name alone where there is little room: the rest stands with the army."""

    room: Room
    is_short: bool
    letters: str
    word: str
    name: str
    said: str


def _label(view: View, piece: Piece) -> Label:
    shown, unit = piece.stand.shown, piece.stand.shown.unit
    letters, said = sign(view.seats, unit.army, 0, 0), ", ".join(_said(piece.stand))
    return Label(piece.room(), piece.scale != 1, letters, unit.name, shown_name(shown, unit.name), said)


@piece(128)
@lettered
def _labels(labels: tuple[Label, ...], frame: Room) -> Drawing:
    """Each name beside its unit, where it hides least."""
    taken, parts = [one.room for one in labels], list[Part]()
    for one in labels:
        content, wide, high = _short(one.name) if one.is_short else _long(one.letters, one.name, one.said)
        room = _label_room(one.room, (wide, high), taken, frame)
        taken.append(room)
        where = (int(room.left), int(room.top), wide, high)
        parts.append(Part(f"label {one.word}", *where, content, 6, quiet=True, word=one.word))
    return Drawing(0, 0, tuple(parts), "")


def _long(letters: str, name: str, said: str) -> tuple[str, int, int]:
    style = "ink bold haloed table-line"
    words = text(SIGN + 5, 14, name, "normal", style) + text(
        SIGN + 5, 30, said, "small", "ink haloed table-line"
    )
    wide = max(width(name, SIZES["normal"], bold=True), width(said, SIZES["small"]))
    return letters + words, SIGN + 7 + ceil(wide), 34


def _short(name: str) -> tuple[str, int, int]:
    wide = ceil(width(name, SIZES["small"], bold=True)) + 4
    return text(2, 12, name, "small", "ink bold haloed table-line"), wide, 16


def _said(stand: Stand) -> Iterator[str]:
    shown, unit = stand.shown, stand.shown.unit
    full = unit.profile.models
    if full > 1:
        yield f"{unit.models}/{full}"
    yield from conditions(shown)
    if shown.hostages:
        yield _("holds hostages")


def _label_room(box: Room, size: tuple[int, int], taken: list[Room], frame: Room) -> Room:
    """Below, above, right or left of the unit."""
    wide, high = size
    middle, level = box.left + (box.width - wide) / 2, box.top + (box.height - high) / 2
    places = (
        (middle, box.top + box.height + 2),
        (middle, box.top - high - 2),
        (box.left + box.width + 4, level),
        (box.left - wide - 4, level),
    )
    rooms = [within(Room(x, y, wide, high), frame) for x, y in places]
    return min(rooms, key=lambda room: sum(overlap(room, other) for other in taken))


def legend(x: int, y: int, *, reckoned: bool) -> Part:
    """What the signs mean."""
    key = placed(10, 12, path("M0-9L9 3H4V9h-8V3h-5z", "fill-card ink-line"))
    key += text(26, 16, _("facing, reckoned toward the nearest enemy"), "small", "ink", room=270)
    key += circle(312, 12, 4, "fill-ink") + text(322, 16, _("a model"), "small", "ink", room=90)
    key += circle(422, 12, 4, "none ink-line") + text(432, 16, _("fallen"), "small", "ink", room=70)
    key += rect(512, 10, 22, 9, "fill-shade wash", radius=4) + rect(514, 2, 18, 7, "fill-quiet", radius=2)
    key += text(542, 16, _("in the air: it stands where its shadow is"), "small", "ink", room=270)
    if reckoned:
        key += rect(822, 4, 20, 14, "none ink-line dashed", radius=2)
        key += text(850, 16, _("place reckoned"), "small", "ink", room=110)
    return Part("legend", x, y, 960, 24, key, 1, quiet=True)
