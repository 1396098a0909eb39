"""Marks over the battlefield of what has just happened: a fight with its sums, retreats, marches.

A ring lies around who fights, an arrow over the side they share, a tag says the sums and the losses. Who is
eliminated stays for that long as a pale counter, crossed out; a dashed trail leads from a hollow counter to
where a unit has gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from math import atan2, degrees, dist, hypot
from typing import Any, NamedTuple

from domain.kawanakajima.board.field_events import (
    Fought,
    StepsLost,
    UnitAdvanced,
    UnitEliminated,
    UnitFellBack,
    UnitMoved,
    UnitPursued,
    UnitRetreated,
)
from domain.kawanakajima.view import ClanSeen, Ground, View
from domain.kit.hexes import is_label
from domain.kit.same import Same
from projections.drawing.svg import MARK, SIZES, Drawing, Part, lettered, path, placed, rect, text, use
from projections.drawing.text_widths import width
from projections.kawanakajima.battlefield import LEFT, SITES, TOP, free, letters, size, spot
from projections.kawanakajima.fortress_drawing import FORTRESS
from projections.kawanakajima.ground import clans_on_map, on_map, sign
from projections.kawanakajima.names import named
from projections.language.catalogues import as_named, wording
from projections.language.messages import _, _n, listed

GOING = (UnitMoved, UnitRetreated, UnitFellBack, UnitAdvanced, UnitPursued)

ARROW = "M13 0L-1-12v6h-11v12H-1v6z"
CROSS = "M-12-12L12 12M12-12L-12 12"

TAG = 52
"""The height of the tag of a fight."""


Point = tuple[int, int]


class Told(NamedTuple):
    """The newest fight, if it is still told of, what came of it, and who has gone where since."""

    fight: Fought | None
    came: tuple[Any, ...]
    ways: dict[str, tuple[str, ...]]


_MARKED = Same(64)
"""Most of what happens after a fight changes none of its marks: they show the units, and what came of it."""


def marked(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """`events`: the last ones, the newest first."""
    told = _told(events)
    clans = chain.from_iterable([army.clans for army in view.armies])
    of = (view.ground, *clans, told.fight, *told.came)
    return _MARKED(of, lambda: tuple(_marks(view, told)), tuple(told.ways.items()), *wording())


def _told(events: Sequence[Any]) -> Told:
    came, ways = list[Any](), dict[str, tuple[str, ...]]()
    for at, event in enumerate(events):
        if isinstance(event, Fought):
            return Told(event, tuple(reversed(came)), ways)
        if isinstance(event, UnitMoved) or type(event).__name__ in ("Activated", "TurnBegan"):
            only = {event.unit: event.path} if isinstance(event, UnitMoved) and not at else {}
            return Told(None, (), only)
        if isinstance(event, GOING):
            ways[event.unit] = (*event.path, *ways.get(event.unit, ())[1:])
        came.append(event)
    return Told(None, (), ways if events and isinstance(events[0], GOING) else {})


def _marks(view: View, told: Told) -> Iterator[Part]:
    for unit, way in told.ways.items():
        if len(way) > 1 and all(map(is_label, way)):
            yield _trail(view, unit, way)
    if told.fight:
        stood = {unit.unit: unit.hex for unit in on_map(view)}
        stood |= {unit: way[0] for unit, way in told.ways.items()}
        stood |= {one.unit: one.hex for one in told.came if isinstance(one, UnitEliminated)}
        here = tuple(
            unit for unit in (*told.fight.attackers, *told.fight.defenders) if is_label(stood.get(unit, ""))
        )
        if here:
            yield _ring(told, here, stood)
            spots = [spot(stood[unit]) for unit in here]
            hidden = _hidden(view.ground, tuple([army.clans for army in view.armies]), tuple(spots))
            said = told.fight.result, *_told_of(view, told), hidden, spots[0], size(view.ground)
            yield from _tag(*said).parts


# ---- a fight


def _ring(told: Told, here: Sequence[str], stood: Mapping[str, str]) -> Part:
    """Rings, an arrow from each attacker to each defender beside it, and who is gone."""
    fight = told.fight
    assert fight is not None, "A ring is drawn where there is a fight."
    at = {unit: spot(stood[unit]) for unit in here}
    left, top = min(x for x, _y in at.values()) - 26, min(y for _x, y in at.values()) - 26
    right, bottom = max(x for x, _y in at.values()) + 26, max(y for _x, y in at.values()) + 26
    gone = {one.unit for one in told.came if isinstance(one, UnitEliminated)}
    drawn = ""
    for unit, (x, y) in at.items():
        drawn += placed(
            x - left, y - top, (_ghost(unit) if unit in gone else "") + _around(unit, unit in fight.defenders)
        )
    for unit in fight.attackers:
        for foe in fight.defenders:
            if unit in at and foe in at and hypot(at[unit][0] - at[foe][0], at[unit][1] - at[foe][1]) < 50:
                drawn += _arrow(at[unit], at[foe], (left, top), len(at) > 2)
    name = _said(fight.attackers, fight.defenders, fight.result)
    return Part("fight", left, top, right - left, bottom - top, drawn, MARK, quiet=True, name=name)


def _around(unit: str, is_hit: bool) -> str:
    """A ring in the gap between counters, broader around who is attacked."""
    return use(f"kw-{unit[0]}-{'hit' if is_hit else 'fights'}")


@cache
def shapes() -> str:
    """The rings, the ghosts and the hollow counters, around 0, 0."""
    drawn = ""
    for side, radius, paint in (("t", 4, "ochre"), ("u", 12, "navy")):
        for name, wide in (("fights", 4), ("hit", 5)):
            half = 19 + wide // 4
            box = (-half, -half, 2 * half, 2 * half)
            ring = f'<g stroke-width="{wide + 3}">{rect(*box, "none case-line", radius=radius)}</g>'
            ring += f'<g stroke-width="{wide}">{rect(*box, "none mark-line", radius=radius)}</g>'
            drawn += f'<g id="kw-{side}-{name}">{ring}</g>'
        pale = f'<g opacity=".4">{rect(-15, -15, 30, 30, f"fill-{paint} rim-line", radius=radius)}</g>'
        cross = path(CROSS, "none mark-line joined", width=3)
        drawn += f'<g id="kw-{side}-gone">{pale}{cross}</g>'
        hollow = rect(-15, -15, 30, 30, "fill-case mark-line dashed", radius=radius)
        drawn += f'<g id="kw-{side}-left" fill-opacity=".8" stroke-width="2">{hollow}</g>'
    arrow = path(ARROW, "fill-mark case-line joined", width=2)
    drawn += f'<g id="kw-head">{path("M6 0L-8-8-8 8z", "fill-mark case-line")}</g>'
    return f'{drawn}<g id="kw-arrow">{arrow}</g><g id="kw-small-arrow" transform="scale(.7)">{arrow}</g>'


def _ghost(unit: str) -> str:
    """A pale counter, crossed out."""
    name = text(0, 5, sign(unit), "small", "ink bold haloed case-line", anchor="middle")
    return use(f"kw-{unit[0]}-gone") + name


def _arrow(start: tuple[int, int], end: tuple[int, int], corner: tuple[int, int], is_small: bool) -> str:
    x, y = (start[0] + end[0]) / 2 - corner[0], (start[1] + end[1]) / 2 - corner[1]
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    return placed(round(x), round(y), use(f"kw-{'small-' if is_small else ''}arrow"), f"rotate({turn:.0f})")


def _said(attackers: Sequence[str], defenders: Sequence[str], result: str) -> str:
    return _("{attackers} attack {defenders}: {result}").format(
        attackers=_all(attackers), defenders=_all(defenders), result=result
    )


def _all(units: Sequence[str]) -> str:
    return listed([named(unit) for unit in units])


def _told_of(view: View, told: Told) -> tuple[str, str]:
    """Who fought whom; the sums and the losses."""
    fight = told.fight
    assert fight is not None, "A tag is drawn where there is a fight."
    titles = {clan.clan: as_named(clan.title) for army in view.armies for clan in army.clans}
    first = _("{attackers} on {defenders}").format(
        attackers=_titled(fight.attackers, titles), defenders=_titled(fight.defenders, titles)
    )
    sums = _("column {column}, row {row}").format(column=fight.column.total, row=fight.row.total)
    return first, f"{sums} · {_losses(told)}"


@lettered
def _tag(
    result: str, first: str, second: str, hidden: tuple[Point, ...], at: Point, room: tuple[int, int]
) -> Drawing:
    """The result and two lines of words, where they hide the fewest counters."""
    code = round(width(result, SIZES["big"], bold=True)) + 22
    needs = max(width(first, SIZES["normal"], bold=True), width(second, SIZES["small"]))
    wide = min(code + round(needs) + 26, 620)
    left, top = _off(hidden, at, wide, room)
    drawn = rect(0, 0, wide, TAG, "fill-card mark-line", radius=6)
    drawn += path(f"M{code} 0H6a6 6 0 0 0-6 6v{TAG - 12}a6 6 0 0 0 6 6H{code}z", "fill-mark", width=0)
    drawn += text(code // 2, 34, result, "big", "case bold", anchor="middle", room=code - 8)
    drawn += text(code + 12, 22, first, "normal", "ink bold", room=wide - code - 22)
    drawn += text(code + 12, 42, second, "small", "ink", room=wide - code - 22)
    return Drawing(0, 0, (Part("fight tag", left, top, wide, TAG, drawn, MARK, quiet=True),), "")


def _titled(units: Sequence[str], titles: Mapping[str, str]) -> str:
    """Units with the name of their clan: "D2 Nobushige"."""
    return listed([f"{sign(unit)} {titles.get(unit[:2], '')}".strip() for unit in units])


def _losses(told: Told) -> str:
    lost = []
    gone = {one.unit for one in told.came if isinstance(one, UnitEliminated)}
    for one in told.came:
        if isinstance(one, StepsLost) and one.unit not in gone:
            said = _n("{unit} loses {n} step", "{unit} loses {n} steps", one.steps)
            lost.append(said.format(unit=sign(one.unit), n=one.steps))
        elif isinstance(one, UnitEliminated):
            lost.append(_("{unit} is eliminated").format(unit=sign(one.unit)))
    return listed(lost) or _("no step is lost")


@lru_cache(maxsize=64)
def _hidden(
    ground: Ground, armies: tuple[tuple[ClanSeen, ...], ...], spots: tuple[Point, ...]
) -> tuple[Point, ...]:
    """What a tag should not lie on: counters, places and their names."""
    sites = [spot(place) for name, place in ground.names.items() if name in SITES]
    named = [(x, y + 30) for x, y in sites]  # mostly below
    units = {unit.hex for clans in armies for unit in clans_on_map(clans)}
    return tuple(sorted({*map(spot, units), *spots, *sites, *named}))


@lru_cache(maxsize=256)  # what comes of a fight moves nobody, mostly
def _off(hidden: tuple[Point, ...], at: Point, wide: int, room: tuple[int, int]) -> Point:
    """The corner of the tag: near the fight, off the counters, inside the map."""
    (x, y), (across, down) = at, room
    inside = [
        (x + dx, y + dy)
        for dx, dy in _round_about(wide)
        if LEFT < x + dx < LEFT + across - wide and TOP < y + dy < TOP + down - TAG
    ]
    near = tuple(sorted((u - 24, v - 24, 48, 48) for u, v in hidden if abs(u - x) < 700))
    return free(tuple(inside), (wide, TAG), near)


@lru_cache(maxsize=512)
def _round_about(wide: int) -> tuple[Point, ...]:
    """From a place to corners of a tag so wide, the nearest first."""
    corners = [(dx, dy) for dx in range(-wide - 60, 60, 30) for dy in range(-240, 230, 16)]
    return tuple(sorted(corners, key=lambda by: (abs(by[0] + wide / 2) / 2 + abs(by[1] + TAG / 2), by)))


# ---- who has gone where


def _trail(view: View, unit: str, way: Sequence[str]) -> Part:
    """From a hollow counter through the hexes of the way to an arrow head."""
    spots = [spot(place) for place in way]
    left, top = min(x for x, _y in spots) - 22, min(y for _x, y in spots) - 22
    right, bottom = max(x for x, _y in spots) + 22, max(y for _x, y in spots) + 22
    points = [(float(x - left), float(y - top)) for x, y in spots]
    (x, y), (u, v) = points[-2:]
    far = hypot(u - x, v - y) or 1
    points[-1] = (u - (u - x) / far * 24, v - (v - y) / far * 24)
    drawn = f'<path d="{letters(points)}" class="none mark-line" stroke-width="3.4" stroke-dasharray="9 6"/>'
    start = use(f"kw-{unit[0]}-left")
    drawn += placed(*points[0], start + text(0, 5, sign(unit), "small", "mark bold", anchor="middle"))
    turn, head = degrees(atan2(v - y, u - x)), use("kw-head")
    drawn += placed(round(points[-1][0]), round(points[-1][1]), head, f"rotate({turn:.0f})")
    return Part(f"way {unit}", left, top, right - left, bottom - top, drawn, MARK, quiet=True)


def front(view: View) -> tuple[str, ...]:
    """The plan of Kaizu while it is besieged, or nobody is on the map; else the two units of both sides that
    are nearest to each other there."""
    if view.fortress and view.fortress.besieger:
        return (FORTRESS,)
    sides = (
        [(spot(one.hex), one.unit) for clan in army.clans for one in clan.units if is_label(one.hex)]
        for army in view.armies
    )
    pairs = ((dist(one[0], other[0]), one[1], other[1]) for one, other in product(*sides))
    nearest = min(pairs, default=None)
    if nearest:
        return nearest[1:]
    return (FORTRESS,) if view.fortress else ()
