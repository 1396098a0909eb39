"""The drawn picture of a game of Kawanakajima: battlefield, units, entry points, tracks and chits.

Takeda units are square and have capital letters, those of the Uesugi are round and have small ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.view import ArmySeen, ClanSeen, UnitSeen, View
from domain.kit.hexes import is_label
from projections.drawing import Drawing, Part, circle, polygon, rect, text
from projections.kawanakajima.battlefield import DOWN, LEFT, TOP, middle, names, parts, size
from projections.kawanakajima.ground import sign
from projections.kawanakajima.names import chit, compulsory, general, plan, side, signed
from projections.texts import _, _n, listed

WIDTH = 960
COUNTER = (26, 23)
"""The width and height of a unit."""

PAINTS = {"takeda": "vermilion", "uesugi": "sky"}
ENTRY_TOP, ENTRY_STEP = 22.4, 104
"""Where the entry points of Mount Saijo stand: below the mountain's foot, off the map."""

FOOT = 132
"""The height of the two armies' books below the map."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the battlefield."""
    height = TOP + size(view.ground)[1] + FOOT + 52
    return Drawing(WIDTH, height, tuple(_parts(view)), _("Kawanakajima 1561"), _described(view))


def tracks(view: View) -> dict[str, int]:
    """Victory points and Bundori of both sides, and the marker: above 0 the Takeda lead."""
    found = {_("marker"): view.lead}
    for army in view.armies:
        found[_("{side} points").format(side=side(army.seat))] = army.points
        found[_("{side} Bundori").format(side=side(army.seat))] = army.bundori
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
    return f"{_when(view)}. {'. '.join(armies)}."


def _when(view: View) -> str:
    if view.ending:
        if len(view.winners) != 1:
            return _("The game is over: neither side has won")
        return _("The game is over: the {side} have won").format(side=side(view.winners[0]))
    return _("Turn {turn}").format(turn=view.turn) if view.turn else _("Set-up")


def _parts(view: View) -> Iterator[Part]:
    yield from _head(view)
    yield from parts(view.ground.rows, view.ground.sides)
    yield from names(view.ground)
    yield from _entries(view)
    yield from _positions(view)
    for army in view.armies:
        for clan in army.clans:
            yield from _clan(view, clan)
    for place, army in enumerate(view.armies):
        yield _book(view, army, place)
    yield _legend(view)


def _units(army: ArmySeen) -> list[UnitSeen]:
    return [unit for clan in army.clans for unit in clan.units]


# ---- the head


def _head(view: View) -> Iterator[Part]:
    title = text(0, 30, _("Kawanakajima 1561"), "big", "ink bold")
    yield Part("title", LEFT, 8, 230, 40, title, quiet=True)
    yield Part("turn", LEFT, 44, 230, 24, text(0, 17, _when(view), "normal", "ink"), quiet=True)
    yield Part("victory", 270, 10, 330, 58, _victory(view))
    played = compulsory(view.played) or _("none")
    lines = (
        _("Played: {chits}").format(chits=played),
        _n("{n} chit in the bowl", "{n} chits in the bowl", len(view.bowl)).format(n=len(view.bowl)),
        _("Drawn: {chit}").format(chit=chit(view.drawn)) if view.drawn else "",
    )
    said = "".join(text(0, 16 + 18 * n, line, "small", "ink", room=330) for n, line in enumerate(lines))
    yield Part("chits", 612, 10, 336, 58, said, quiet=True)


def _victory(view: View) -> str:
    """The track of victory points: the marker from the middle to the side that leads, up to 20."""
    at = 165 + max(-20, min(20, view.lead)) * 7
    marks = [rect(25, 24, 280, 6, "fill-soft line"), rect(164, 18, 2, 18, "fill-ink")]
    marks.append(polygon(((at - 7, 14), (at + 7, 14), (at, 26)), "fill-ochre ink-line"))
    marks.append(text(25, 52, _("Uesugi"), "small", "ink"))
    marks.append(text(305, 52, _("Takeda"), "small", "ink", anchor="end"))
    marks.append(
        text(165, 52, _("points {lead}").format(lead=signed(view.lead)), "small", "ink bold", anchor="middle")
    )
    return "".join(marks)


# ---- units


def _clan(view: View, clan: ClanSeen) -> Iterator[Part]:
    for unit in clan.units:
        place = _place(view, unit)
        if place:
            x, y = place
            yield Part(unit.unit, x, y, *COUNTER, _counter(unit, clan.posture), layer=3)


def _place(view: View, unit: UnitSeen) -> tuple[int, int] | None:
    """The corner of a unit's counter: on its hex, or in the row of its entry point."""
    if not unit.hex:
        return None
    width, height = COUNTER
    if is_label(unit.hex):
        x, y = middle(unit.hex)
        return LEFT + round(x) - width // 2, TOP + round(y) - height // 2
    waiting = [one.unit for army in view.armies for one in _units(army) if one.hex == unit.hex]
    row, column = divmod(waiting.index(unit.unit), 4)
    left, top = _entry_corner(list(view.ground.entries).index(unit.hex))
    return left + 1 + column * (width - 1), top + 18 + row * (height - 2)


def _counter(unit: UnitSeen, posture: str | None) -> str:
    """Name, Elan and Mass; steps lost as bars on top, the leader as bars at the right, and the posture."""
    width, height = COUNTER
    takeda = unit.unit[0] == "t"
    paint = PAINTS["takeda" if takeda else "uesugi"]
    content = rect(0, 0, width, height, f"fill-{paint} ink-line", radius=0 if takeda else 9)
    if unit.general:
        content += rect(2, 2, width - 4, height - 4, "none ink-line", radius=0 if takeda else 7)
    name = sign(unit.unit) + ("*" if unit.samurai else "")
    content += text(11, 12, name, "tiny", "on bold", anchor="middle", room=17)
    values = f"{unit.elan}/{unit.mass}" + "." * unit.fire
    content += text(12, 22, values, "tiny", "on", anchor="middle", room=20)
    content += "".join(rect(3 + 7 * n, -2, 6, 4, "fill-ink paper-line") for n in range(min(unit.losses, 3)))
    content += "".join(rect(width - 4, height - 6 - 5 * n, 3, 4, "fill-ink") for n in range(unit.leader))
    return content + _posture(posture)


def _posture(posture: str | None) -> str:
    """A spear head for attack, an arrow for move, a ring for regroup; defence has no mark, as in the game."""
    if posture == "attack":
        return polygon(((19, 9), (22, 1), (25, 9)), "fill-ink")
    if posture == "move":
        return polygon(((18, 2), (25, 5), (18, 9)), "fill-paper ink-line")
    return circle(22, 5, 3, "fill-paper ink-line") if posture == "regroup" else ""


def _positions(view: View) -> Iterator[Part]:
    for place in view.positions:
        x, y = middle(place)
        fence = rect(0, 0, 30, 25, "fill-line ink-line") + rect(3, 3, 24, 19, "fill-paper")
        yield Part(f"position {place}", LEFT + round(x) - 15, TOP + round(y) - 13, 30, 25, fence, layer=2)


# ---- Mount Saijo


def _entry_corner(place: int) -> tuple[int, int]:
    return LEFT + place * ENTRY_STEP, TOP + round(ENTRY_TOP * DOWN)


def _entries(view: View) -> Iterator[Part]:
    """The entry points of the mountain, from left to right as they lie along it."""
    for place, name in enumerate(view.ground.entries):
        x, y = _entry_corner(place)
        box = rect(0, 0, ENTRY_STEP - 2, 148, "fill-soft line", radius=4)
        box += text(6, 13, _("Saijo {entry}").format(entry=name), "tiny", "ink bold")
        yield Part(f"entry {name}", x, y, ENTRY_STEP - 2, 148, box, layer=1, quiet=True)


# ---- the books


def _book(view: View, army: ArmySeen, place: int) -> Part:
    """Plan, points, command, delay track and reserve of a side."""
    room = (WIDTH - 3 * LEFT) // 2
    lines = [_plan(army), _standing(army), _command(army), _delays(army), _reserve(army)]
    content = rect(0, 0, room, FOOT, "fill-soft line", radius=6)
    content += rect(0, 0, 10, FOOT, f"fill-{PAINTS[army.seat]} line", radius=4)
    name = _("{side} (you)") if army.seat == view.viewer else "{side}"
    content += text(20, 22, name.format(side=side(army.seat)), "normal", "ink bold")
    for at, said in enumerate(lines):
        content += text(20, 44 + 18 * at, said, "small", "ink", room=room - 30)
    top = TOP + size(view.ground)[1] + 12
    return Part(f"book {army.seat}", LEFT + place * (room + LEFT), top, room, FOOT, content, quiet=True)


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
    return _("Delay track: {boxes}").format(boxes="; ".join(boxes) or _("empty"))


def _reserve(army: ArmySeen) -> str:
    return _("Reserve: {chits}").format(chits=" ".join(map(_chit, army.reserve)) or _("empty"))


def _chit(name: str) -> str:
    """A clan by its letter, a special chit by its number."""
    return f"#{name[1:]}" if name[1:].isdigit() else name[1:]


def _legend(view: View) -> Part:
    """What the marks of a counter mean."""
    words = (
        ("attack", _("attack")),
        ("move", _("move")),
        ("regroup", _("regroup")),
        (None, _("no mark: defence, or sealed")),
    )
    content, x = "", 0
    for posture, word in words:
        content += f'<g transform="translate({x - 14} 4)">{_posture(posture)}</g>' if posture else ""
        content += text(x + 18 * bool(posture), 14, word, "small", "ink")
        x += 18 * bool(posture) + 8 * len(word) + 14
    more = _("bars above: steps lost; bars on the right: leader; inner frame: general; points: fire")
    content += text(x + 4, 14, more, "small", "ink", room=WIDTH - 2 * LEFT - x - 8)
    top = TOP + size(view.ground)[1] + FOOT + 22
    return Part("legend", LEFT, top, WIDTH - 2 * LEFT, 24, content, quiet=True)
