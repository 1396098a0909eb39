"""The fortress of Kaizu as it is drawn: its card of zones and attack lines, and who is inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kawanakajima.board.state import Attempt
from domain.kawanakajima.view import ArmySeen, FortressSeen, View, ZoneSeen
from projections.drawing.pieces import piece
from projections.drawing.svg import SIZES, Part, circle, line, polygon, rect, text
from projections.drawing.text_widths import width
from projections.kawanakajima.fortress import assault, inside, state, strength
from projections.kawanakajima.names import side
from projections.language.messages import _, listed

PAINTS = {"takeda": "ochre", "uesugi": "navy"}

FORTRESS = "fortress"
"""The part that is the card."""

CARD, HEIGHT = 580, 372
"""The width of the card, and the height of the whole."""

HEAD = 30
"""The height of the title of the card."""

ZONE, CENTRE = (54, 32), 104
"""The width and height of a zone, and the width of the centre."""

NEAR = 8
"""How far from a zone the defence score of a line stands."""

INSIDE_TOP, INSIDE = 146, 108
"""Where the box of the first side begins, and the height of both."""

ROW = 22
"""Units of a side in a row of its box."""

Point = tuple[int, int]


def fortress_parts(view: View, left: int, top: int, width: int) -> Iterator[Part]:
    """The card on the left, with zones and markers; the sides in Kaizu on the right."""
    seen = view.fortress
    if seen is None:
        return
    middles = {zone.zone: _middle(seen, zone) for zone in seen.zones}
    yield Part(FORTRESS, left, top, CARD, HEIGHT, _card(seen, middles), quiet=True)
    for zone in seen.zones:
        yield from _zone(seen.assault, zone, middles[zone.zone], left, top)
    x, room = left + CARD + 14, width - CARD - 14
    sentences = (*state(seen), *(assault(seen.assault) if seen.assault else ()))
    lines = [line for sentence in sentences for line in _folded(sentence, room)]
    said = "".join(text(0, 16 + 20 * n, one, "normal", "ink", room=room) for n, one in enumerate(lines))
    yield Part("siege", x, top, room, INSIDE_TOP - 6, said, quiet=True)
    for place, army in enumerate(view.armies):
        yield _box(seen, army, x, top + INSIDE_TOP + place * (INSIDE + 10), room)


def _folded(sentence: str, room: int) -> Iterator[str]:
    """A sentence in lines as wide as the room."""
    line = ""
    for word in sentence.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, SIZES["normal"]) > room:
            yield line
            longer = word
        line = longer
    yield line


def flags(view: View, corner: Point) -> Iterator[Part]:
    """On the hex of the map a flag of each side that is in Kaizu; `corner` is that of the first."""
    here = [army.seat for army in view.armies if view.fortress and inside(view.fortress, army)]
    for place, seat in enumerate(here):
        yield Part(
            f"flag {seat}", corner[0], corner[1] + place * 12 - 6 * (len(here) - 1), 16, 16, _marker(seat), 2
        )


def place_inside(view: View, unit: str, left: int, top: int, counter: Point) -> Point | None:
    """The corner of the counter of a unit in Kaizu, in the box of its side; None for all others."""
    for place, army in enumerate(view.armies):
        units = inside(view.fortress, army) if view.fortress else ()
        if unit in units:
            row, column = divmod(units.index(unit), ROW)
            step = (INSIDE - 48 - counter[1]) // max(1, (len(units) - 1) // ROW)
            y = top + INSIDE_TOP + place * (INSIDE + 10) + 46 + row * min(counter[1] + 4, step)
            return left + CARD + 14 + 16 + column * (counter[0] + 3), y
    return None


def _middle(seen: FortressSeen, zone: ZoneSeen) -> Point:
    """The middle of a zone, from the corner of the card."""
    columns, rows = (max(getattr(one, axis) for one in seen.zones) for axis in ("column", "row"))
    across, down = CARD / columns, (HEIGHT - HEAD - 6) / rows
    return round(across * (zone.column - 0.5)), HEAD + round(down * (zone.row - 0.5))


def _card(seen: FortressSeen, middles: Mapping[str, Point]) -> str:
    return _ground(seen.lines, tuple([(zone.zone, middles[zone.zone], _width(zone)) for zone in seen.zones]))


@piece(16)
def _ground(lines: tuple[tuple[str, str, int, int], ...], zones: tuple[tuple[str, Point, int], ...]) -> str:
    """The card with its title and the attack lines, a defence score at each of their ends."""
    middles, wide = {zone: at for zone, at, _wide in zones}, {zone: wide for zone, _at, wide in zones}
    content = rect(0, 0, CARD, HEIGHT, "fill-soft line", radius=6)
    content += text(12, 20, _("Kaizu, attack lines and defence scores"), "normal", "ink bold", room=CARD - 24)
    for here, there, _score_of, _other in lines:
        content += line((middles[here], middles[there]), "line", width=2)
    for here, there, score, other in lines:
        content += _score(middles[here], middles[there], wide[here], score)
        content += _score(middles[there], middles[here], wide[there], other)
    return content


def _width(zone: ZoneSeen) -> int:
    return CENTRE if zone.kind == "centre" else ZONE[0]


def _score(here: Point, there: Point, wide: int, score: int) -> str:
    """A defence score where the line from `there` comes to the zone."""
    across, down = there[0] - here[0], there[1] - here[1]
    edge = min(
        half / abs(far) for half, far in ((wide / 2, across), (ZONE[1] / 2, down)) if far
    ) + NEAR / max(1.0, (across**2 + down**2) ** 0.5)
    x, y = round(here[0] + across * edge), round(here[1] + down * edge)
    return circle(x, y, 7, "fill-card line") + text(
        x, y + 5, f"{score}", "small", "ink bold", anchor="middle"
    )


def _zone(now: Attempt | None, zone: ZoneSeen, middle: Point, left: int, top: int) -> Iterator[Part]:
    """A key point is square, a zone of base round; bases have a broad edge, what is assaulted a mark."""
    wide, high = _width(zone), ZONE[1]
    x, y = left + middle[0] - wide // 2, top + middle[1] - high // 2
    radius = 0 if zone.kind == "key" else high // 2
    edge = "ink-line" if zone.bases else "line"
    box = rect(0, 0, wide, high, f"fill-card {edge}", radius=radius)
    box += rect(2, 2, wide - 4, high - 4, "none ink-line", radius=radius) if zone.bases else ""
    if now and now.zone == zone.zone:
        box += rect(-3, -3, wide + 6, high + 6, "frame", radius=radius)
    name = text(wide // 2, 21, zone.zone, "normal", "ink bold", anchor="middle", room=wide - 16)
    if zone.markers:
        name = text(8, 21, zone.zone, "normal", "ink bold", room=wide - 11 - 17 * len(zone.markers))
    held = listed([side(seat) for seat in zone.markers])
    said = f"{zone.zone}: {held}" if held else zone.zone
    where = (f"zone {zone.zone}", x, y, wide, high)
    yield Part(*where, box + name, 1, quiet=True, name=said, word=zone.zone)
    for place, seat in enumerate(zone.markers):
        at = x + wide - 17 * (len(zone.markers) - place) - 3
        yield Part(f"marker {seat} {zone.zone}", at, y + 8, 16, 16, _marker(seat), layer=2)


def _marker(seat: str) -> str:
    """A flag: square for the Takeda, round for the Uesugi."""
    if seat == "takeda":
        shape = rect(1, 1, 14, 14, f"fill-{PAINTS[seat]} ink-line")
        return shape + polygon(((8, 4), (12, 8), (8, 12), (4, 8)), "fill-on")
    return circle(8, 8, 7, f"fill-{PAINTS[seat]} ink-line") + circle(8, 8, 3, "fill-crest")


def _box(seen: FortressSeen, army: ArmySeen, x: int, y: int, room: int) -> Part:
    """What a side has in Kaizu; its units stand below."""
    content = rect(0, 0, room, INSIDE, "fill-soft line", radius=6)
    content += rect(0, 0, 8, INSIDE, f"fill-{PAINTS[army.seat]} line", radius=4)
    head = _("{side} in Kaizu").format(side=side(army.seat))
    content += text(18, 20, head, "normal", "ink bold", room=room - 24)
    said = strength(seen, army.seat) or (_("nobody") if not inside(seen, army) else "")
    content += text(18, 39, said, "small", "ink", room=room - 24)
    return Part(f"inside {army.seat}", x, y, room, INSIDE, content, quiet=True)


def described(view: View) -> str:
    """The fortress in words, for those who cannot see it; "" without one."""
    seen = view.fortress
    if seen is None:
        return ""
    markers = listed(
        [
            f"{zone.zone} {' '.join(side(seat) for seat in zone.markers)}"
            for zone in seen.zones
            if zone.markers
        ]
    )
    said = " ".join(state(seen))
    strengths = "".join(
        f" {side(army.seat)}: {has}." for army in view.armies if (has := strength(seen, army.seat))
    )
    if seen.assault:
        said = f"{said} {' '.join(assault(seen.assault))}"
    return f" {said}{strengths}" + (_(" Markers: {zones}.").format(zones=markers) if markers else "")
