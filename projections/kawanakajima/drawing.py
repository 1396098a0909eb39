"""The drawn picture of a game of Kawanakajima: battlefield, units, entry points, fortress, tracks,
chits.

Takeda units are square and have capital letters, those of the Uesugi are round and have small ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.board.state import Troops
from domain.kawanakajima.view import ArmySeen, ClanSeen, UnitSeen, View
from domain.kit.hexes import is_label
from projections.drawing.svg import Box, Drawing, Part, path, polygon, rect, text
from projections.kawanakajima.battlefield import DOWN, LEFT, TOP, middle, names, outline, size
from projections.kawanakajima.battlefield import parts as ground_parts
from projections.kawanakajima.counters import COUNTER, counter, roster
from projections.kawanakajima.counters import HEIGHT as LINE
from projections.kawanakajima.fortress_drawing import HEIGHT as FORTRESS
from projections.kawanakajima.fortress_drawing import PAINTS, described, flags, fortress_parts, place_inside
from projections.kawanakajima.legend import legend
from projections.kawanakajima.names import chit, compulsory, general, plan, side, signed
from projections.language.messages import _, _n, listed

WIDTH = 960
ENTRY_TOP, ENTRY_STEP, ENTRY_HEIGHT = 22.4, 104, 148
"""Where the entry points of Mount Saijo stand: below the mountain's foot, off the map."""

ROSTER, ACROSS = 122, 3
"""Where the clans begin in the book of an army, and how many of them stand side by side."""


NAME = 130
"""The room of the name of an army."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the battlefield."""
    key = legend(LEFT, _foot(view) + _book_height(view) + 8, WIDTH - 2 * LEFT)
    parts = (*_parts(view), key)
    field = Box(LEFT, TOP, *size(view.ground))
    return Drawing(WIDTH, key.y + key.height + 6, parts, _("Kawanakajima 1561"), _described(view), field)


def _card(view: View) -> int:
    """Where the fortress is drawn: below the map."""
    return TOP + size(view.ground)[1] + 12


def _foot(view: View) -> int:
    """Where the books of the armies begin: below the map, and below the fortress where there is one."""
    return _card(view) + (FORTRESS + 12 if view.fortress else 0)


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
    yield from _head(view)
    yield from ground_parts(view.ground.rows, view.ground.sides)
    yield from _entries(view)
    yield from _positions(view)
    counters = [part for army in view.armies for clan in army.clans for part in _clan(view, clan)]
    yield from counters
    yield from names(view.ground, [_box(part) for part in counters])
    yield from flags(view, _corner(view.fortress.hex, (16, 16)) if view.fortress else (0, 0))
    yield from fortress_parts(view, LEFT, _card(view), WIDTH - 2 * LEFT)
    for place, army in enumerate(view.armies):
        yield from _book(view, army, place)


def _box(part: Part) -> Box:
    return Box(part.x, part.y, part.width, part.height)


def _units(army: ArmySeen) -> list[UnitSeen]:
    return [unit for clan in army.clans for unit in clan.units]


# ---- the head


def _head(view: View) -> Iterator[Part]:
    title = text(0, 30, _("Kawanakajima 1561"), "big", "ink bold", room=330)
    yield Part("title", LEFT, 8, 330, 40, title, quiet=True)
    turn = text(0, 17, _when(view), "normal", "ink", room=330)
    yield Part("turn", LEFT, 48, 330, 24, turn, quiet=True)
    yield Part("victory", 366, 14, 270, 60, _victory(view))
    lines = (
        _("Played: {chits}").format(chits=compulsory(view.played) or _("none")),
        _n("{n} chit in the bowl", "{n} chits in the bowl", len(view.bowl)).format(n=len(view.bowl)),
        _("Drawn: {chit}").format(chit=chit(view.drawn)) if view.drawn else "",
    )
    said = "".join(text(0, 16 + 20 * n, line, "small", "ink", room=288) for n, line in enumerate(lines))
    yield Part("chits", 656, 10, 288, 64, said, quiet=True)


def _victory(view: View) -> str:
    """The track of victory points: the marker from the middle to the side that leads, up to 20."""
    at = 135 + max(-20, min(20, view.lead)) * 6
    content = rect(15, 18, 240, 12, "fill-soft line", radius=6)
    for value in range(-20, 21, 5):
        content += rect(134 + 6 * value, 16, 2, 16, "fill-ink" if value == 0 else "fill-line")
    if view.lead:
        paint = PAINTS["takeda" if view.lead > 0 else "uesugi"]
        content += rect(min(at, 135), 20, abs(at - 135), 8, f"fill-{paint}")
    content += polygon(((at - 8, 6), (at + 8, 6), (at, 22)), "fill-ink paper-line")
    content += text(15, 50, _("Uesugi"), "small", "ink", room=70)
    content += text(255, 50, _("Takeda"), "small", "ink", anchor="end", room=70)
    lead = _("points {lead}").format(lead=signed(view.lead))
    return content + text(135, 50, lead, "normal", "ink bold", anchor="middle", room=96)


# ---- units


def _clan(view: View, clan: ClanSeen) -> Iterator[Part]:
    for unit in clan.units:
        place = _place(view, unit)
        if place:
            x, y = place
            yield Part(unit.unit, x, y, *COUNTER, counter(unit, clan.posture), layer=3)


def _place(view: View, unit: UnitSeen) -> tuple[int, int] | None:
    """The corner of a unit's counter: on its hex, or in the row of its entry point."""
    if not unit.hex:
        return None
    width, height = COUNTER
    behind = place_inside(view, unit.unit, LEFT, _card(view), COUNTER)
    if behind:
        return behind
    if is_label(unit.hex):
        return _corner(unit.hex, COUNTER)
    waiting = [one.unit for army in view.armies for one in _units(army) if one.hex == unit.hex]
    row, column = divmod(waiting.index(unit.unit), 4)
    left, top = _entry_corner(list(view.ground.entries).index(unit.hex))
    room = (ENTRY_HEIGHT - 24 - height) // max(1, (len(waiting) - 1) // 4)
    return left + 4 + column * (width + 2), top + 20 + row * min(height + 2, room)


def _corner(place: str, of: tuple[int, int]) -> tuple[int, int]:
    """The corner of something of that size in the middle of a hex."""
    x, y = middle(place)
    return LEFT + round(x) - of[0] // 2, TOP + round(y) - of[1] // 2


def _positions(view: View) -> Iterator[Part]:
    """A fence around the hex; it is seen beside the counter."""
    for place in view.positions:
        x, y = middle(place)
        fence = path(outline(15, 13), "fill-paper ink-line", width=4)
        yield Part(f"position {place}", LEFT + round(x) - 15, TOP + round(y) - 13, 30, 26, fence, layer=2)


# ---- Mount Saijo


def _entry_corner(place: int) -> tuple[int, int]:
    return LEFT + place * ENTRY_STEP, TOP + round(ENTRY_TOP * DOWN)


def _entries(view: View) -> Iterator[Part]:
    """The entry points of the mountain, from left to right as they lie along it."""
    for place, name in enumerate(view.ground.entries):
        x, y = _entry_corner(place)
        box = rect(0, 0, ENTRY_STEP - 2, ENTRY_HEIGHT, "fill-soft line", radius=4)
        box += text(6, 15, _("Saijo {entry}").format(entry=name), "small", "ink bold", room=ENTRY_STEP - 12)
        yield Part(f"entry {name}", x, y, ENTRY_STEP - 2, ENTRY_HEIGHT, box, layer=1, quiet=True)


# ---- the books


def _book_height(view: View) -> int:
    return ROSTER + max(-(-len(army.clans) // ACROSS) for army in view.armies) * LINE + 6


def _book(view: View, army: ArmySeen, place: int) -> Iterator[Part]:
    """Plan, points, command, delay track and reserve of a side; below them its clans."""
    room, height = (WIDTH - 3 * LEFT) // 2, _book_height(view)
    lines = [_standing(army), _command(army), _delays(army), _reserve(army)]
    content = rect(0, 0, room, height, "fill-soft line", radius=6)
    content += rect(0, 0, 10, height, f"fill-{PAINTS[army.seat]} line", radius=4)
    name = _("{side} (you)") if army.seat == view.viewer else "{side}"
    content += text(20, 24, name.format(side=side(army.seat)), "normal", "ink bold", room=NAME)
    content += text(room - 12, 24, _plan(army), "normal", "ink", anchor="end", room=room - NAME - 40)
    for at, said in enumerate(lines):
        content += text(20, 46 + 21 * at, said, "normal", "ink", room=room - 30)
    left, top, across = LEFT + place * (room + LEFT), _foot(view), (room - 26) // ACROSS
    yield Part(f"book {army.seat}", left, top, room, height, content, quiet=True)
    for at, clan in enumerate(army.clans):
        x, y = left + 18 + at % ACROSS * across, top + ROSTER + at // ACROSS * LINE
        yield Part(f"clan {clan.clan}", x, y, across, LINE, roster(clan), 1, quiet=True)


def _plan(army: ArmySeen) -> str:
    if army.plan is None:
        return _("Battle plan sealed")
    if not army.plan:
        return _("No battle plan")
    said = _("Battle plan {plan}") if army.active else _("Battle plan {plan}, not active")
    return said.format(plan=plan(army.plan))


def _standing(army: ArmySeen) -> str:
    gone = sum(1 for unit in _units(army) if unit.losses >= 4)
    said = _("Victory points {points}, Bundori {bundori}, units eliminated {gone}")
    return said.format(points=army.points, bundori=army.bundori, gone=gone)


def _command(army: ArmySeen) -> str:
    points = [f"{general(who)} {count}" for who, count in army.command.items()]
    return _("Command points: {points}").format(points=listed(points) or "0")


def _delays(army: ArmySeen) -> str:
    boxes = [f"{box}: {' '.join(map(_chit, chits))}" for box, chits in army.delays.items()]
    return _("Delay track: {boxes}").format(boxes=_("; ").join(boxes) or _("empty"))


def _reserve(army: ArmySeen) -> str:
    return _("Reserve: {chits}").format(chits=" ".join(map(_chit, army.reserve)) or _("empty"))


def _chit(name: str) -> str:
    """A clan by its letter, a special chit by its number."""
    return f"#{name[1:]}" if name[1:].isdigit() else name[1:]
