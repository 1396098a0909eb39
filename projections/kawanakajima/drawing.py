"""The drawn picture of a game of Kawanakajima: the battlefield with its units, the fortress, the books.

The map fills the picture; what keeps the books stands in the corner of Mount Saijo, and below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from domain.kawanakajima.board.state import Troops, clan_of
from domain.kawanakajima.view import ClanSeen, Ground, UnitSeen, View
from projections.drawing.pieces import piece
from projections.drawing.svg import Box, Drawing, Part, circle, line, path, placed, polygon, rect, text
from projections.drawing.text_widths import width
from projections.kawanakajima import books, devices, fights, relief
from projections.kawanakajima.battlefield import (
    DOWN,
    LEFT,
    TOP,
    free,
    hexes,
    names,
    outline,
    rulers,
    sites,
    size,
    spot,
)
from projections.kawanakajima.counters import COUNTER, counter, mon
from projections.kawanakajima.counters import described as unit_described
from projections.kawanakajima.fortress_drawing import HEIGHT as FORTRESS
from projections.kawanakajima.fortress_drawing import PAINTS, described, flags, fortress_parts, place_inside
from projections.kawanakajima.legend import legend
from projections.kawanakajima.names import chit, compulsory, general, side, signed
from projections.language.catalogues import as_named
from projections.language.messages import _, _n, listed

Corner = tuple[int, int]

Room = tuple[int, int, int, int]
"""A corner, a width and a height."""

WIDTH = 1600

SAIJO, ENTRY, GAP = (46, 872), (150, 118), 12
"""The corner of the first entry point of Mount Saijo, the size of one, and what lies between them."""

CARD = (46, 1002, 636, 66)
"""The card with the title, the turn and the lead."""

STRIP = 30
"""The height of the line of chits below the map."""

CLOTH = 20
"""The height of a banner."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the battlefield."""
    ground = view.ground
    foot = _foot(view) + books.height(view) + 10
    key = legend(LEFT, foot, WIDTH - 2 * LEFT)
    return Drawing(
        WIDTH,
        foot + key.height + 8,
        tuple(_parts(view)) + key.parts,
        _("Kawanakajima 1561"),
        _described(view),
        Box(LEFT, TOP, *size(ground)),
        _shapes(ground),
    )


@lru_cache(maxsize=8)
def _shapes(ground: Ground) -> str:
    shapes = relief.shapes() + devices.shapes() + fights.shapes()
    return shapes + relief.ground_shapes(ground.rows, ground.sides)


def _below(view: View) -> int:
    """Where the map ends."""
    return TOP + size(view.ground)[1] + 14


def _foot(view: View) -> int:
    """Where the books of the armies begin: below the map, and below the fortress where there is one."""
    return _below(view) + STRIP + (FORTRESS + 12 if view.fortress else 0)


def tracks(view: View) -> dict[str, int]:
    """Victory points and Bundori of both sides, and the marker: above 0 the Takeda lead."""
    found = {_("marker"): view.lead}
    for army in view.armies:
        found[_("{side} points").format(side=side(army.seat))] = army.points
        found[_("{side} Bundori").format(side=side(army.seat))] = army.bundori
        if view.fortress:
            troops = view.fortress.troops.get(army.seat, Troops())
            markers = sum(zone.markers.count(army.seat) for zone in view.fortress.zones)
            found[_("{side} in the siege").format(side=side(army.seat))] = troops.effectives + markers
    return found


def _described(view: View) -> str:
    """The battlefield in words, for those who cannot see it."""
    armies = (_army_described(army.seat, army.clans) for army in view.armies)
    return f"{_when(view.turn, view.ending, view.winners)}. {'. '.join(armies)}.{described(view)}"


@piece(64)
def _army_described(seat: str, clans: tuple[ClanSeen, ...]) -> str:
    standing = [unit for clan in clans for unit in clan.units if unit.hex]
    units = listed([f"{unit.unit[1:]} {unit.hex} {unit.state}" for unit in standing])
    return _("{side}: {units}").format(side=side(seat), units=units or _("nobody"))


def _when(turn: int, ending: str, winners: tuple[str, ...]) -> str:
    if ending:
        if len(winners) != 1:
            return _("The game is over: neither side has won")
        return _("The game is over: the {side} have won").format(side=side(winners[0]))
    return _("Turn {turn}").format(turn=turn) if turn else _("Set-up")


def _parts(view: View) -> list[Part]:
    waiting = _waiting(view.ground, tuple([army.clans for army in view.armies]))
    one, other = (_army(army.clans, _off_hexes(view, army.clans, waiting)) for army in view.armies)
    parts = [*_static(view.ground), *map(_position, view.positions)]
    parts += _card(view.turn, view.ending, view.winners, view.lead) + one.counters + other.counters
    parts += _banners_and_names(view.ground, one.boxes + other.boxes, one.generals + other.generals)
    if view.fortress:
        x, y = spot(view.fortress.hex)
        parts += flags(view, (x + 16, y - 10))
    parts += fortress_parts(view, LEFT, _below(view) + STRIP, WIDTH - 2 * LEFT)
    parts.append(_chits(view.drawn, view.played, len(view.bowl), _below(view)))
    parts += books.books(view, LEFT, _foot(view), WIDTH - 2 * LEFT)
    return parts


@piece(16)
def _static(ground: Ground) -> tuple[Part, ...]:
    """What never changes."""
    still = (relief.ground_part(ground), hexes(ground), *rulers(ground))
    return *still, *sites(ground), *relief.lettering(ground), *_entries(ground)


def _box(part: Part) -> Room:
    return part.x, part.y, part.width, part.height


# ---- the card


@piece(64)
def _card(turn: int, ending: str, winners: tuple[str, ...], lead: int) -> tuple[Part, ...]:
    """Title, turn and lead, a compass and a scale; up is north-west."""
    x, y, wide, high = CARD
    ground = rect(0, 0, wide, high, "fill-card line", radius=6)
    needle = path("M0-23L6 0 0 23-6 0z", "fill-card ink-line") + path("M0-23L6 0H-6z", "fill-ink")
    ground += circle(524, 33, 17, "none line") + placed(524, 33, needle, "rotate(45)")
    ground += text(546, 20, _("N"), "small", "ink bold", anchor="middle", room=20)
    ground += line(((556, 34), (556, 40), (620, 40), (620, 34)), "ink-line")
    ground += text(588, 56, _("{n} m").format(n=335), "tiny", "quiet", anchor="middle", room=70)
    title = text(0, 24, _("Kawanakajima 1561"), "big", "ink bold", room=210)
    when = text(0, 16, _when(turn, ending, winners), "small" if ending else "normal", "ink", room=222)
    return (
        Part("card", x, y, wide, high, ground, 1, quiet=True),
        Part("title", x + 14, y + 5, 210, 30, title, 2, quiet=True),
        Part("turn", x + 14, y + 36, 210, 22, when, 2, quiet=True),
        Part("victory", x + 236, y + 4, 260, 58, _victory(lead), 2),
    )


def _victory(lead: int) -> str:
    """The track of victory points: the marker from the middle to the side that leads, up to 20."""
    at = 130 + max(-20, min(20, lead)) * 6
    content = rect(10, 18, 240, 12, "fill-soft line", radius=6)
    for value in range(-20, 21, 5):
        content += rect(129 + 6 * value, 16, 2, 16, "fill-ink" if value == 0 else "fill-line")
    if lead:
        paint = PAINTS["takeda" if lead > 0 else "uesugi"]
        content += rect(min(at, 130), 20, abs(at - 130), 8, f"fill-{paint}")
    content += polygon(((at - 8, 6), (at + 8, 6), (at, 22)), "fill-ink paper-line")
    content += text(10, 50, _("Uesugi"), "small", "ink", room=70)
    content += text(250, 50, _("Takeda"), "small", "ink", anchor="end", room=70)
    points = _("points {lead}").format(lead=signed(lead))
    return content + text(130, 50, points, "normal", "ink bold", anchor="middle", room=96)


@piece(256)
def _chits(drawn: str, played: tuple[str, ...], bowl: int, top: int) -> Part:
    lines = (
        _("Drawn: {chit}").format(chit=chit(drawn)) if drawn else "",
        _("Played: {chits}").format(chits=compulsory(played) or _("none")),
        _n("{n} chit in the bowl", "{n} chits in the bowl", bowl).format(n=bowl),
    )
    room = (WIDTH - 2 * LEFT) // 3
    said = "".join(
        text(room * n, 17, line, "normal", "ink", room=room - 10)
        for n, line in enumerate(filter(None, lines))
    )
    return Part("chits", LEFT, top, WIDTH - 2 * LEFT, STRIP - 6, said, quiet=True)


# ---- units


class Counters(NamedTuple):
    """Those of a clan or an army, where each lies, and its generals who stand on the map outside Kaizu."""

    counters: tuple[Part, ...]
    boxes: tuple[Room, ...]
    generals: tuple[UnitSeen, ...]


Places = tuple[tuple[str, Corner], ...]
"""The corners of the counters of units that lie on no hex."""


@piece(64)
def _army(clans: tuple[ClanSeen, ...], elsewhere: Places) -> Counters:
    of = dict[str, list[tuple[str, Corner]]]()
    for place in elsewhere:
        of.setdefault(clan_of(place[0]), []).append(place)
    drawn = [_counters(clan, tuple(of.get(clan.clan, ()))) for clan in clans]
    return Counters(*(tuple([one for clan in column for one in clan]) for column in zip(*drawn, strict=True)))


@piece(1024)
def _counters(clan: ClanSeen, elsewhere: Places) -> Counters:
    wide, high = COUNTER
    places, found = dict(elsewhere), list[Part]()
    for unit in clan.units:
        if unit.hex:
            x, y = (0, 0) if unit.unit in places else spot(unit.hex)
            place = places.get(unit.unit, (x - wide // 2, y - high // 2))
            said = unit_described(unit, as_named(clan.title), clan.posture)
            drawn = counter(unit, clan.posture)
            found.append(Part(unit.unit, *place, *COUNTER, drawn, 3, name=said, word=unit.unit[1:]))
    generals = [unit for unit in clan.units if unit.general and unit.hex and unit.unit not in places]
    return Counters(tuple(found), tuple(map(_box, found)), tuple(generals))


@lru_cache(maxsize=64)
def _waiting(ground: Ground, armies: tuple[tuple[ClanSeen, ...], ...]) -> Mapping[str, list[str]]:
    """The units on each entry point."""
    found = dict[str, list[str]]()
    for clan in chain(*armies):
        for unit in clan.units:
            if unit.hex in ground.entries:
                found.setdefault(unit.hex, []).append(unit.unit)
    return found


def _off_hexes(view: View, clans: tuple[ClanSeen, ...], waiting: Mapping[str, list[str]]) -> Places:
    if not (waiting or view.fortress):
        return ()
    there = {*waiting, view.fortress.hex if view.fortress else ""}
    units = [unit for clan in clans for unit in clan.units if unit.hex and unit.hex in there]
    found = ((unit.unit, _elsewhere(view, unit, waiting)) for unit in units)
    return tuple([(unit, place) for unit, place in found if place])


def _elsewhere(view: View, unit: UnitSeen, waiting: Mapping[str, list[str]]) -> Corner | None:
    """The corner of a unit's counter in Kaizu or in the row of its entry point; None on its hex."""
    behind = place_inside(view, unit.unit, LEFT, _below(view) + STRIP, COUNTER) if view.fortress else None
    if behind or unit.hex not in waiting:
        return behind
    wide, high = COUNTER
    row, column = divmod(waiting[unit.hex].index(unit.unit), 4)
    left, top = _entry_corner(list(view.ground.entries).index(unit.hex))
    room = (ENTRY[1] - 24 - high) // max(1, (len(waiting[unit.hex]) - 1) // 4)
    return left + 2 + column * wide, top + 22 + row * min(high + 2, room)


@piece(128)
def _position(place: str) -> Part:
    """A fence around the hex; it is seen beside the counter."""
    x, y = spot(place)
    fence = f'<g class="dashed">{path(outline(24, 18, 0.95), "none ink-line", width=4)}</g>'
    said = _("defensive position in {hex}").format(hex=place)
    return Part(f"position {place}", x - 24, y - 18, 48, 36, fence, layer=2, name=said)


@piece(64)
def _banners_and_names(
    ground: Ground, taken: tuple[Room, ...], generals: tuple[UnitSeen, ...]
) -> tuple[Part, ...]:
    """What lies where it hides the fewest counters: these are `taken`."""
    banners = list[Part]()
    for seat in PAINTS:
        beside = [*taken, *map(_box, banners)]
        for unit in generals:
            banners += _banner(unit, seat, beside) if unit.unit[0] == seat[0] else ()
    cloths = [_box(part) for part in banners if part.id.startswith("banner")]
    return *banners, *names(ground, [*taken, *cloths, (LEFT, SAIJO[1] - 30, 660, 240)])


def _banner(unit: UnitSeen, seat: str, taken: Sequence[Room]) -> Iterator[Part]:
    """The mon and the name of a general on a cloth in the colour of the army, where there is room."""
    x, y = spot(unit.hex)
    wide = round(width(general(unit.general), 13, bold=True)) + 34
    near = tuple([box for box in taken if abs(box[0] - x) < 260 and abs(box[1] - y) < 200])
    left, top = free(_around((x, y), wide), (wide, CLOTH), near)
    ends = (x, y), (max(left + 4, min(x, left + wide - 4)), top + CLOTH // 2)
    yield _pole(unit.general, ends)
    cloth = rect(0, 0, wide, CLOTH, f"fill-{PAINTS[seat]} case-line", radius=2)
    words = "on" if seat == "takeda" else "crest"
    cloth += mon(unit.unit[:2], 14, 10, 0.7, words)
    cloth += text(26, 15, general(unit.general), "small", f"{words} bold")
    name = f"{general(unit.general)}, {side(seat)}"
    yield Part(f"banner {unit.general}", left, top, wide, CLOTH, cloth, 5, quiet=True, name=name)


def _around(at: tuple[int, int], wide: int) -> tuple[tuple[int, int], ...]:
    """Where a banner can fly: above its unit, below it, on the right, on the left, and farther off."""
    x, y = at
    spots = []
    for far in (0, 20, 40, 60, 90, 120, 160):
        spots += [(x - wide // 2, y - 44 - far), (x - wide // 2, y + 24 + far)]
        spots += [(x + 24 + far, y - 10), (x - 24 - wide - far, y - 10)]
    edge = WIDTH - LEFT - wide
    return tuple((max(LEFT, min(left, edge)), max(TOP, top)) for left, top in spots)


def _pole(who: str, ends: tuple[tuple[int, int], tuple[int, int]]) -> Part:
    left, top = min(x for x, _y in ends), min(y for _x, y in ends)
    wide, high = (max(end[axis] for end in ends) - (left, top)[axis] + 2 for axis in (0, 1))
    points = tuple((float(x - left), float(y - top)) for x, y in ends)
    drawn = line(points, "case-line", width=5) + line(points, "rim-line", width=2)
    return Part(f"pole {who}", left, top, wide, high, drawn, 2, quiet=True)


# ---- Mount Saijo


def _entry_corner(place: int) -> tuple[int, int]:
    return SAIJO[0] + place * (ENTRY[0] + GAP), SAIJO[1]


def _entries(ground: Ground) -> Iterator[Part]:
    """The entry points of the mountain, from left to right as they lie along it, and the ways down."""
    wide, high = size(ground)
    yield Part("ways", LEFT, TOP, wide, high, _ways(ground), 1, quiet=True)
    for place, (name, foot) in enumerate(ground.entries.items()):
        box = f'<g fill-opacity=".9">{rect(0, 0, *ENTRY, "fill-card line", radius=5)}</g>'
        box += text(8, 16, _("Saijo {entry}").format(entry=name), "small", "ink bold", room=ENTRY[0] - 12)
        said = _("Saijo {entry}, next to {hexes}").format(entry=name, hexes=listed(foot))
        yield Part(
            *(f"entry {name}", *_entry_corner(place), *ENTRY, box, 1),
            quiet=True,
            name=said,
            word=name,
        )


def _ways(ground: Ground) -> str:
    """The name of the mountain, and an arrow from each entry point to where it comes down."""
    words = text(336, 834, _("Mount Saijo").upper(), "large", "hill bold haloed level3-line", anchor="middle")
    drawn = f'<g letter-spacing="10">{words}</g>'
    for place, foot in enumerate(ground.entries.values()):
        x, _y = spot(foot[min(1, len(foot) - 1)])
        y = max(spot(one)[1] for one in foot[:2]) + round(DOWN * 0.62)
        left = _entry_corner(place)[0]
        start = min(max(x, left + 16), left + ENTRY[0] - 16)
        ends = ((start - LEFT, SAIJO[1] - TOP), (x - LEFT, y + 8 - TOP))
        drawn += line(ends, "card-line", width=5) + line(ends, "ink-line dashed", width=2)
        drawn += placed(x - LEFT, y - 4 - TOP, path("M0 0l7 13h-14z", "fill-ink card-line"))
    return drawn
