"""The books of the two armies below the map: plan, points, command, delays, reserve, and each clan."""

from __future__ import annotations

from functools import lru_cache

from domain.kawanakajima.board.state import side_of
from domain.kawanakajima.view import ArmySeen, ClanSeen, UnitSeen, View
from projections.drawing.pieces import piece
from projections.drawing.svg import Part, placed, rect, text, use
from projections.kawanakajima.counters import GONE, mon
from projections.kawanakajima.fortress_drawing import PAINTS
from projections.kawanakajima.names import general, plan, side
from projections.language.catalogues import as_named
from projections.language.messages import _, listed

ROSTER, HIGH = 118, 62
"""Where the clans begin in the book of an army, and the height of one."""

MARGIN, TOP = 3, 2
"""What is left around the words of a clan, so that a ring touches neither them nor those beside them."""

NAME = 190
"""The room of the name of an army."""

MANY = 14
"""So many clans stand seven in a row, more of them ten."""


def height(view: View) -> int:
    return ROSTER + max(-(-len(army.clans) // _across(army)) for army in view.armies) * HIGH + 4


def _across(army: ArmySeen) -> int:
    return 10 if len(army.clans) > MANY else 7


def books(view: View, left: int, top: int, room: int) -> tuple[Part, ...]:
    wide = (room - 16) // 2
    one, other = (
        _book(view, army, (left + place * (wide + 16), top), wide) for place, army in enumerate(view.armies)
    )
    return one + other


def _book(view: View, army: ArmySeen, corner: tuple[int, int], room: int) -> tuple[Part, ...]:
    left, top = corner
    head = _head(
        *(army.seat, army.seat == view.viewer, army.plan, army.active),
        *(army.points, army.bundori, _gone(army.clans)),
        *(tuple(army.command.items()), tuple(army.delays.items()), army.reserve),
        (left, top, room, height(view)),
    )
    across = _across(army)
    return head, *_clans(army.clans, left + 20, top + ROSTER, across, (room - 30) // across)


@piece(64)
def _clans(clans: tuple[ClanSeen, ...], left: int, top: int, across: int, step: int) -> tuple[Part, ...]:
    return tuple(
        _clan(clan, left + at % across * step, top + at // across * HIGH, step)
        for at, clan in enumerate(clans)
    )


@piece(256)
def _head(
    seat: str,
    is_own: bool,
    plan: str | None,
    active: bool,
    points: int,
    bundori: int,
    gone: int,
    command: tuple[tuple[str, int], ...],
    delays: tuple[tuple[str, tuple[str, ...]], ...],
    reserve: tuple[str, ...],
    box: tuple[int, int, int, int],
) -> Part:
    """What the whole side has."""
    _left, _top, room, high = box
    content = rect(0, 0, room, high, "fill-soft line", radius=6)
    content += rect(0, 0, 10, high, f"fill-{PAINTS[seat]} line", radius=4)
    content += mon(f"{seat[0]}A", 34, 22, 1.1, "ink")
    name = _("{side} (you)") if is_own else "{side}"
    content += text(54, 29, name.format(side=side(seat)), "big", "ink bold", room=NAME)
    said = _plan(plan, active)
    content += text(room - 12, 28, said, "normal", "ink", anchor="end", room=room - NAME - 80)
    lines = _standing(points, bundori, gone), _command(command), _delays(delays), _reserve(reserve)
    for at, said in enumerate(lines):
        content += text(22, 52 + 19 * at, said, "normal", "ink", room=room - 34)
    return Part(f"book {seat}", *box, content, quiet=True)


@piece(1024)
def _clan(clan: ClanSeen, x: int, y: int, step: int) -> Part:
    name = f"{side(side_of(clan.clan))} {clan.clan[1:]} {as_named(clan.title)}"
    content = placed(MARGIN, -TOP, _roster(clan, as_named(clan.title), step))
    box = x - MARGIN, y + TOP, step - 2, HIGH - 6
    return Part(f"clan {clan.clan}", *box, content, 1, quiet=True, name=name, word=clan.clan[1:])


@lru_cache(maxsize=64)
def _gone(clans: tuple[ClanSeen, ...]) -> int:
    """The units that they have lost."""
    return sum(unit.losses >= GONE for clan in clans for unit in clan.units)


def _roster(clan: ClanSeen, title: str, room: int) -> str:
    """Its mon, letter, posture and name; below, what each of its units is worth."""
    alive = any(unit.losses < GONE for unit in clan.units)
    letter = clan.clan[1:] if clan.clan[0] == "t" else clan.clan[1:].lower()
    content = mon(clan.clan, 10, 12, 0.9, "ink" if alive else "line")
    content += text(24, 18, letter, "normal", "ink bold")
    if clan.posture and alive:
        content += use(f"kw-{clan.posture}", 46, 12, "fill-ink")
    content += text(2, 34, title, "tiny", "ink" if alive else "quiet", room=room - 9)
    wide = (room - 6) // max(3, len(clan.units))
    return content + "".join(_cell(unit, wide * n, wide) for n, unit in enumerate(clan.units))


def _cell(unit: UnitSeen, left: int, wide: int) -> str:
    """Elan and Mass of a unit under its marks; quiet off the map; only a stroke once it is eliminated."""
    if unit.losses >= GONE:
        return rect(left + 3, 47, max(4, wide - 8), 2, "fill-line")
    style = "ink" if unit.hex else "quiet"
    middle, values = left + wide // 2 - 1, f"{unit.elan}/{unit.mass}"
    return text(middle, 54, values, "small", style, anchor="middle", room=wide - 2) + "".join(
        placed(left + 1 + 7 * n, 39, use("kw-loss"), "scale(.7)") for n in range(min(unit.losses, GONE - 1))
    )


# ---- what a side has


def _plan(name: str | None, active: bool) -> str:
    if name is None:
        return _("Battle plan sealed")
    if not name:
        return _("No battle plan")
    said = _("Battle plan {plan}") if active else _("Battle plan {plan}, not active")
    return said.format(plan=plan(name))


def _standing(points: int, bundori: int, gone: int) -> str:
    said = _("Victory points {points}, Bundori {bundori}, units eliminated {gone}")
    return said.format(points=points, bundori=bundori, gone=gone)


def _command(command: tuple[tuple[str, int], ...]) -> str:
    points = [f"{general(who)} {count}" for who, count in command]
    return _("Command points: {points}").format(points=listed(points) or "0")


def _delays(delays: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    boxes = [f"{box}: {' '.join(map(_chit, chits))}" for box, chits in delays]
    return _("Delay track: {boxes}").format(boxes=_("; ").join(boxes) or _("empty"))


def _reserve(reserve: tuple[str, ...]) -> str:
    return _("Reserve: {chits}").format(chits=" ".join(map(_chit, reserve)) or _("empty"))


def _chit(name: str) -> str:
    """A clan by its letter, a special chit by its number."""
    return f"#{name[1:]}" if name[1:].isdigit() else name[1:]
