"""The books of the two armies below the map: plan, points, command, delays, reserve, and each clan."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.kawanakajima.view import ArmySeen, ClanSeen, UnitSeen, View
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


def books(view: View, left: int, top: int, room: int) -> Iterator[Part]:
    wide = (room - 16) // 2
    for place, army in enumerate(view.armies):
        yield from _book(view, army, (left + place * (wide + 16), top), wide)


def _book(view: View, army: ArmySeen, corner: tuple[int, int], room: int) -> Iterator[Part]:
    left, top = corner
    high = height(view)
    content = rect(0, 0, room, high, "fill-soft line", radius=6)
    content += rect(0, 0, 10, high, f"fill-{PAINTS[army.seat]} line", radius=4)
    content += mon(f"{army.seat[0]}A", 34, 22, 1.1, "ink")
    name = _("{side} (you)") if army.seat == view.viewer else "{side}"
    content += text(54, 29, name.format(side=side(army.seat)), "big", "ink bold", room=NAME)
    content += text(room - 12, 28, _plan(army), "normal", "ink", anchor="end", room=room - NAME - 80)
    for at, said in enumerate((_standing(army), _command(army), _delays(army), _reserve(army))):
        content += text(22, 52 + 19 * at, said, "normal", "ink", room=room - 34)
    yield Part(f"book {army.seat}", left, top, room, high, content, quiet=True)
    across = _across(army)
    step = (room - 30) // across
    for at, clan in enumerate(army.clans):
        x, y = left + 20 + at % across * step, top + ROSTER + at // across * HIGH
        name = f"{side(army.seat)} {clan.clan[1:]} {as_named(clan.title)}"
        content = placed(MARGIN, -TOP, _roster(clan, as_named(clan.title), step))
        yield Part(
            *(f"clan {clan.clan}", x - MARGIN, y + TOP, step - 2, HIGH - 6, content, 1),
            quiet=True,
            name=name,
            word=clan.clan[1:],
        )


@lru_cache(maxsize=512)  # most clans are as in the picture before
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


def _plan(army: ArmySeen) -> str:
    if army.plan is None:
        return _("Battle plan sealed")
    if not army.plan:
        return _("No battle plan")
    said = _("Battle plan {plan}") if army.active else _("Battle plan {plan}, not active")
    return said.format(plan=plan(army.plan))


def _standing(army: ArmySeen) -> str:
    gone = sum(1 for clan in army.clans for unit in clan.units if unit.losses >= GONE)
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
