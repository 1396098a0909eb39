"""Marks over the board of what has just happened: an Advantage won, figures killed, moved or taken; and what
a battle was decided by, as long as it lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.view import View
from projections.drawing.svg import MARK, SIZES, Drawing, Part, circle, rect, text
from projections.drawing.text_widths import width
from projections.language.messages import _, listed
from projections.rising_sun.battle_mat import FOOT, FORCE, STEP, advantage, coin_at, decided, foot, force_at
from projections.rising_sun.drawing import drawing, narrow
from projections.rising_sun.names import figure_name, printed
from projections.rising_sun.sentences import tie

_MARKED = (e.AdvantageWon, e.FiguresKilled, e.FigureMoved, e.HostageTaken)

_FOLLOWS = (e.HonorGained, e.HonorLost, e.Scored, e.PointsLost, e.ReserveChanged, e.FigureReturned)
"""What comes of an event in the same breath."""


def marked(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """The newest event that is no mere consequence, if it is one of these; and the Force that decided."""
    return _over(drawing, view, events)


def marked_narrow(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """The same over the narrow drawing."""
    return _over(narrow, view, events)


def _over(draw: Callable[[View], Drawing], view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    event = next((one for one in events if not isinstance(one, _FOLLOWS)), None)
    fought = next((one for one in events if isinstance(one, (e.ForcesCompared, e.WarOpened))), None)
    is_decided = isinstance(fought, e.ForcesCompared) and bool(view.battle and view.battle.winner)
    if not is_decided and not isinstance(event, _MARKED):
        return ()
    parts = {part.id: part for part in draw(view).parts}
    marks = tuple(_marks(view, event, parts)) if isinstance(event, _MARKED) else ()
    return (*_decided(view, fought, parts), *marks) if isinstance(fought, e.ForcesCompared) else marks


def _decided(view: View, compared: e.ForcesCompared, parts: Mapping[str, Part]) -> Iterator[Part]:
    """After its losses a battle still shows the Force that decided it, and how a tie fell."""
    battle, mat = view.battle, parts.get("mat")
    if battle is None or mat is None or not battle.winner or battle.province != compared.province:
        return
    for clan, force in compared.forces.items():
        row, now = parts.get(f"bid {clan}"), battle.forces.get(clan, 0)
        if row is not None and force.total != now:
            name = _("Force {force}").format(force=force.total)
            content = decided(force.total, now, clan == battle.winner)
            left = row.x + force_at(row.width)
            yield Part(f"decided {clan}", left, row.y, FORCE, STEP, content, 8, quiet=True, name=name)
    if compared.tied:
        said = tie(tuple(map(printed, compared.tied)))
        content, top = foot(said, mat.width), mat.y + mat.height - FOOT
        yield Part("tie", mat.x, top, mat.width, FOOT, content, 8, quiet=True, name=said)


def _marks(view: View, event: Any, parts: Mapping[str, Part]) -> Iterator[Part]:
    if isinstance(event, e.AdvantageWon):
        if (row := parts.get(f"bid {event.seat}")) is not None:
            yield _won(row, event)
    elif isinstance(event, e.FiguresKilled):
        dead = [_of(_counted(one.figure, one.count), one.clan) for one in event.dead]
        if dead:
            said = _("killed: {figures}").format(figures=listed(dead))
            yield _tag("killed", parts[f"province {event.province}"], parts["sea"], said)
    elif isinstance(event, e.FigureMoved):
        yield _way(event, parts[f"province {event.source}"], parts[f"province {event.target}"])
    elif view.battle:
        said = _("taken hostage: {figure}").format(figure=_of(figure_name(event.figure), event.clan))
        yield _tag("taken", parts[f"province {view.battle.province}"], parts["sea"], said)


def _of(figure: str, clan: str) -> str:
    return _("{figure} of {clan}").format(figure=figure, clan=printed(clan))


def _counted(figure: str, count: int) -> str:
    return figure_name(figure) if count == 1 else f"{count} {figure_name(figure)}"


def _won(row: Part, event: e.AdvantageWon) -> Part:
    """A ring round the bid that has won."""
    x = row.x + coin_at(row.width, ADVANTAGES.index(event.advantage))
    ring = f'<g stroke-width="3.5">{circle(24, 20, 20, "none mark-line")}</g>'
    name = _("{clan} wins {advantage}").format(clan=printed(event.seat), advantage=advantage(event.advantage))
    return Part("won", x - 24, row.y, 48, 40, ring, MARK, quiet=True, name=name)


def _tag(of: str, label: Part, sea: Part, said: str) -> Part:
    """Words below the name of a province, within the map."""
    wide = min(440, sea.width - 8, ceil(width(said, SIZES["small"], bold=True)) + 16)
    content = rect(0, 0, wide, 22, "fill-mark case-line", radius=11)
    content += text(wide // 2, 15, said, "small", "case bold", anchor="middle", room=wide - 12)
    left = max(4, min(label.x + (label.width - wide) // 2, sea.width - 4 - wide))
    return Part(of, left, label.y + label.height + 2, wide, 22, content, MARK, quiet=True, name=said)


def _way(event: e.FigureMoved, source: Part, target: Part) -> Part:
    """An arrow from below the one name to below the other."""
    ends = [(one.x + one.width // 2, one.y + one.height + 12) for one in (source, target)]
    left, top = (min(end[axis] for end in ends) - 20 for axis in (0, 1))
    size = [abs(ends[0][axis] - ends[1][axis]) + 40 for axis in (0, 1)]
    (x, y), (far_x, far_y) = ((end[0] - left, end[1] - top) for end in ends)
    bend = f"Q{(x + far_x) // 2} {(y + far_y) // 2 - 18}"
    arrow = f'd="M{x} {y}{bend} {far_x} {far_y}" fill="none"'
    content = f'<path {arrow} stroke-width="8" class="case-line joined"/>'
    content += f'<path {arrow} stroke-width="4" stroke-dasharray="3 9" class="mark-line joined"/>'
    content += circle(far_x, far_y, 7, "fill-mark case-line")
    said = _("{figure} goes from {source} to {target}").format(
        figure=_of(figure_name(event.figure), event.clan),
        source=printed(event.source),
        target=printed(event.target),
    )
    return Part("way", left, top, size[0], size[1], content, MARK, quiet=True, name=said)
