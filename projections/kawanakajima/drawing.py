"""The drawn picture of a game of Kawanakajima: the battlefield with its units, the fortress, the books.

The map fills the picture; what keeps the books stands in the corner of Mount Saijo, and below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.kawanakajima.board.state import Troops
from domain.kawanakajima.view import ArmySeen, ClanSeen, Ground, UnitSeen, View
from domain.kit.hexes import is_label
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
from projections.language.catalogues import Naming, as_named, wording
from projections.language.messages import _, _n, listed

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
    shapes = relief.shapes() + devices.shapes() + fights.shapes()
    foot = _foot(view) + books.height(view) + 10
    key = legend(LEFT, foot, WIDTH - 2 * LEFT)
    return Drawing(
        WIDTH,
        foot + key.height + 8,
        (*_parts(view), *key.parts),
        _("Kawanakajima 1561"),
        _described(view),
        Box(LEFT, TOP, *size(ground)),
        shapes + relief.ground_shapes(ground.rows, ground.sides),
    )


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
    armies = (
        _("{side}: {units}").format(
            side=side(army.seat),
            units=listed([f"{unit.unit[1:]} {unit.hex} {unit.state}" for unit in _units(army) if unit.hex])
            or _("nobody"),
        )
        for army in view.armies
    )
    return f"{_when(view)}. {'. '.join(armies)}.{described(view)}"


def _when(view: View) -> str:
    if view.ending:
        if len(view.winners) != 1:
            return _("The game is over: neither side has won")
        return _("The game is over: the {side} have won").format(side=side(view.winners[0]))
    return _("Turn {turn}").format(turn=view.turn) if view.turn else _("Set-up")


def _parts(view: View) -> Iterator[Part]:
    ground = view.ground
    yield from _static(ground.rows, ground.sides, tuple(ground.names.items()), wording())
    yield from (*_entries(view), *_positions(view), *_card(view))
    counters = [part for army in view.armies for clan in army.clans for part in _clan(view, clan)]
    yield from counters
    taken = [_box(part) for part in counters]
    banners = list[Part]()
    for army in view.armies:
        banners += _banners(view, army, [*taken, *map(_box, banners)])
    yield from banners
    cloths = [_box(part) for part in banners if part.id.startswith("banner")]
    yield from names(view.ground, [*taken, *cloths, (LEFT, SAIJO[1] - 30, 660, 240)])
    if view.fortress:
        x, y = spot(view.fortress.hex)
        yield from flags(view, (x + 16, y - 10))
    yield from fortress_parts(view, LEFT, _below(view) + STRIP, WIDTH - 2 * LEFT)
    yield Part("chits", LEFT, _below(view), WIDTH - 2 * LEFT, STRIP - 6, _chits(view), quiet=True)
    yield from books.books(view, LEFT, _foot(view), WIDTH - 2 * LEFT)


@lru_cache(maxsize=8)
def _static(
    rows: tuple[tuple[str, ...], ...],
    sides: tuple[tuple[str, str, str], ...],
    named: tuple[tuple[str, str], ...],
    words: tuple[str, Naming | None],
) -> tuple[Part, ...]:
    """What never changes, in the words of a reader."""
    ground = Ground(rows, sides, dict(named), {})
    still = (relief.ground_part(ground), hexes(ground), *rulers(ground))
    return *still, *sites(ground), *relief.lettering(ground)


def _box(part: Part) -> tuple[int, int, int, int]:
    return part.x, part.y, part.width, part.height


def _units(army: ArmySeen) -> list[UnitSeen]:
    return [unit for clan in army.clans for unit in clan.units]


# ---- the card


def _card(view: View) -> Iterator[Part]:
    """Title, turn and lead, a compass and a scale; up is north-west."""
    x, y, wide, high = CARD
    ground = rect(0, 0, wide, high, "fill-card line", radius=6)
    needle = path("M0-23L6 0 0 23-6 0z", "fill-card ink-line") + path("M0-23L6 0H-6z", "fill-ink")
    ground += circle(524, 33, 17, "none line") + placed(524, 33, needle, "rotate(45)")
    ground += text(546, 20, _("N"), "small", "ink bold", anchor="middle", room=20)
    ground += line(((556, 34), (556, 40), (620, 40), (620, 34)), "ink-line")
    ground += text(588, 56, _("{n} m").format(n=335), "tiny", "quiet", anchor="middle", room=70)
    yield Part("card", x, y, wide, high, ground, 1, quiet=True)
    title = text(0, 24, _("Kawanakajima 1561"), "big", "ink bold", room=210)
    yield Part("title", x + 14, y + 5, 210, 30, title, 2, quiet=True)
    turn = text(0, 16, _when(view), "small" if view.ending else "normal", "ink", room=222)
    yield Part("turn", x + 14, y + 36, 210, 22, turn, 2, quiet=True)
    yield Part("victory", x + 236, y + 4, 260, 58, _victory(view), 2)


def _victory(view: View) -> str:
    """The track of victory points: the marker from the middle to the side that leads, up to 20."""
    at = 130 + max(-20, min(20, view.lead)) * 6
    content = rect(10, 18, 240, 12, "fill-soft line", radius=6)
    for value in range(-20, 21, 5):
        content += rect(129 + 6 * value, 16, 2, 16, "fill-ink" if value == 0 else "fill-line")
    if view.lead:
        paint = PAINTS["takeda" if view.lead > 0 else "uesugi"]
        content += rect(min(at, 130), 20, abs(at - 130), 8, f"fill-{paint}")
    content += polygon(((at - 8, 6), (at + 8, 6), (at, 22)), "fill-ink paper-line")
    content += text(10, 50, _("Uesugi"), "small", "ink", room=70)
    content += text(250, 50, _("Takeda"), "small", "ink", anchor="end", room=70)
    lead = _("points {lead}").format(lead=signed(view.lead))
    return content + text(130, 50, lead, "normal", "ink bold", anchor="middle", room=96)


def _chits(view: View) -> str:
    lines = (
        _("Drawn: {chit}").format(chit=chit(view.drawn)) if view.drawn else "",
        _("Played: {chits}").format(chits=compulsory(view.played) or _("none")),
        _n("{n} chit in the bowl", "{n} chits in the bowl", len(view.bowl)).format(n=len(view.bowl)),
    )
    room = (WIDTH - 2 * LEFT) // 3
    return "".join(
        text(room * n, 17, said, "normal", "ink", room=room - 10)
        for n, said in enumerate(filter(None, lines))
    )


# ---- units


def _clan(view: View, clan: ClanSeen) -> Iterator[Part]:
    for unit in clan.units:
        place = _place(view, unit)
        if place:
            said = unit_described(unit, as_named(clan.title), clan.posture)
            drawn = counter(unit, clan.posture)
            yield Part(unit.unit, *place, *COUNTER, drawn, 3, name=said, word=unit.unit[1:])


def _place(view: View, unit: UnitSeen) -> tuple[int, int] | None:
    """The corner of a unit's counter: on its hex, or in the row of its entry point."""
    if not unit.hex:
        return None
    wide, high = COUNTER
    behind = place_inside(view, unit.unit, LEFT, _below(view) + STRIP, COUNTER)
    if behind:
        return behind
    if is_label(unit.hex):
        x, y = spot(unit.hex)
        return x - wide // 2, y - high // 2
    waiting = [one.unit for army in view.armies for one in _units(army) if one.hex == unit.hex]
    row, column = divmod(waiting.index(unit.unit), 4)
    left, top = _entry_corner(list(view.ground.entries).index(unit.hex))
    room = (ENTRY[1] - 24 - high) // max(1, (len(waiting) - 1) // 4)
    return left + 2 + column * wide, top + 22 + row * min(high + 2, room)


def _positions(view: View) -> Iterator[Part]:
    """A fence around the hex; it is seen beside the counter."""
    for place in view.positions:
        x, y = spot(place)
        fence = f'<g class="dashed">{path(outline(24, 18, 0.95), "none ink-line", width=4)}</g>'
        said = _("defensive position in {hex}").format(hex=place)
        yield Part(f"position {place}", x - 24, y - 18, 48, 36, fence, layer=2, name=said)


def _banners(view: View, army: ArmySeen, taken: list[tuple[int, int, int, int]]) -> Iterator[Part]:
    """A general's banner: the mon and the name on a cloth in the colour of the army, where there is room."""
    for unit in _units(army):
        if unit.general and is_label(unit.hex) and not place_inside(view, unit.unit, 0, 0, COUNTER):
            x, y = spot(unit.hex)
            wide = round(width(general(unit.general), 13, bold=True)) + 34
            near = tuple(box for box in taken if abs(box[0] - x) < 260 and abs(box[1] - y) < 200)
            left, top = free(_around((x, y), wide), (wide, CLOTH), near)
            ends = (x, y), (max(left + 4, min(x, left + wide - 4)), top + CLOTH // 2)
            yield _pole(unit.general, ends)
            cloth = rect(0, 0, wide, CLOTH, f"fill-{PAINTS[army.seat]} case-line", radius=2)
            words = "on" if army.seat == "takeda" else "crest"
            cloth += mon(unit.unit[:2], 14, 10, 0.7, words)
            cloth += text(26, 15, general(unit.general), "small", f"{words} bold")
            name = f"{general(unit.general)}, {side(army.seat)}"
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


def _entries(view: View) -> Iterator[Part]:
    """The entry points of the mountain, from left to right as they lie along it, and the ways down."""
    wide, high = size(view.ground)
    yield Part("ways", LEFT, TOP, wide, high, _ways(view), 1, quiet=True)
    for place, (name, foot) in enumerate(view.ground.entries.items()):
        box = f'<g fill-opacity=".9">{rect(0, 0, *ENTRY, "fill-card line", radius=5)}</g>'
        box += text(8, 16, _("Saijo {entry}").format(entry=name), "small", "ink bold", room=ENTRY[0] - 12)
        said = _("Saijo {entry}, next to {hexes}").format(entry=name, hexes=listed(foot))
        yield Part(
            *(f"entry {name}", *_entry_corner(place), *ENTRY, box, 1),
            quiet=True,
            name=said,
            word=name,
        )


def _ways(view: View) -> str:
    """The name of the mountain, and an arrow from each entry point to where it comes down."""
    words = text(336, 834, _("Mount Saijo").upper(), "large", "hill bold haloed level3-line", anchor="middle")
    drawn = f'<g letter-spacing="10">{words}</g>'
    for place, foot in enumerate(view.ground.entries.values()):
        x, _y = spot(foot[min(1, len(foot) - 1)])
        y = max(spot(one)[1] for one in foot[:2]) + round(DOWN * 0.62)
        left = _entry_corner(place)[0]
        start = min(max(x, left + 16), left + ENTRY[0] - 16)
        ends = ((start - LEFT, SAIJO[1] - TOP), (x - LEFT, y + 8 - TOP))
        drawn += line(ends, "card-line", width=5) + line(ends, "ink-line dashed", width=2)
        drawn += placed(x - LEFT, y - 4 - TOP, path("M0 0l7 13h-14z", "fill-ink card-line"))
    return drawn
