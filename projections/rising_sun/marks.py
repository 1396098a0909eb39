"""What has just happened in a War phase, as marks over the board: an Advantage that is won, figures that are
killed, moved or taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.view import View
from projections.drawing.svg import SIZES, Part, circle, rect, text
from projections.drawing.text_widths import width
from projections.language.messages import _, listed
from projections.rising_sun.battle_mat import advantage, coin_at
from projections.rising_sun.drawing import MAT_AT
from projections.rising_sun.japan import place
from projections.rising_sun.names import figure_name, printed

LAYER = 9

_FOLLOWS = (e.HonorGained, e.HonorLost, e.Scored, e.PointsLost, e.ReserveChanged, e.FigureReturned)
"""What comes of an event in the same breath."""


def marked(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """The newest event that is no mere consequence, if it is one of these."""
    event = next((one for one in events if not isinstance(one, _FOLLOWS)), None)
    return tuple(_marks(view, event))


def _marks(view: View, event: Any) -> Iterator[Part]:
    if isinstance(event, e.AdvantageWon) and view.battle and event.seat in view.battle.players:
        yield _won(view.battle.players.index(event.seat), event)
    if isinstance(event, e.FiguresKilled) and event.dead:
        of = _("{figure} of {clan}")
        dead = [
            of.format(figure=_counted(one.figure, one.count), clan=printed(one.clan)) for one in event.dead
        ]
        yield _tag("killed", event.province, _("killed: {figures}").format(figures=listed(dead)))
    if isinstance(event, e.FigureMoved):
        figure = _("{figure} of {clan}").format(figure=figure_name(event.figure), clan=printed(event.clan))
        yield _way(event, figure)
    if isinstance(event, e.HostageTaken) and view.battle:
        figure = _("{figure} of {clan}").format(figure=figure_name(event.figure), clan=printed(event.clan))
        yield _tag("taken", view.battle.province, _("taken hostage: {figure}").format(figure=figure))


def _counted(figure: str, count: int) -> str:
    return figure_name(figure) if count == 1 else f"{count} {figure_name(figure)}"


def _won(row: int, event: e.AdvantageWon) -> Part:
    """A ring round the bid that has won."""
    x, y = coin_at(MAT_AT, ADVANTAGES.index(event.advantage), row)
    ring = f'<g stroke-width="3.5">{circle(24, 20, 20, "none mark-line")}</g>'
    name = _("{clan} wins {advantage}").format(clan=printed(event.seat), advantage=advantage(event.advantage))
    return Part("won", x - 24, y - 20, 48, 40, ring, LAYER, quiet=True, name=name)


def _tag(of: str, province: str, said: str) -> Part:
    """Words below the name of a province."""
    x, y = place(province).name
    wide = min(320, ceil(width(said, SIZES["small"], bold=True)) + 16)
    content = rect(0, 0, wide, 22, "fill-mark case-line", radius=11)
    content += text(wide // 2, 15, said, "small", "case bold", anchor="middle", room=wide - 12)
    left = max(4, min(x - wide // 2, 996 - wide))
    return Part(of, left, y + 20, wide, 22, content, LAYER, quiet=True, name=said)


def _way(event: e.FigureMoved, figure: str) -> Part:
    """An arrow from the one province to the other."""
    ends = [(x, y + 30) for x, y in (place(event.source).name, place(event.target).name)]
    left, top = (min(end[axis] for end in ends) - 20 for axis in (0, 1))
    size = [abs(ends[0][axis] - ends[1][axis]) + 40 for axis in (0, 1)]
    (x, y), (far_x, far_y) = ((end[0] - left, end[1] - top) for end in ends)
    bend = f"Q{(x + far_x) // 2} {(y + far_y) // 2 - 18}"
    arrow = f'd="M{x} {y}{bend} {far_x} {far_y}" fill="none"'
    content = f'<path {arrow} stroke-width="8" class="case-line joined"/>'
    content += f'<path {arrow} stroke-width="4" stroke-dasharray="3 9" class="mark-line joined"/>'
    content += circle(far_x, far_y, 7, "fill-mark case-line")
    said = _("{figure} goes from {source} to {target}").format(
        figure=figure, source=printed(event.source), target=printed(event.target)
    )
    return Part("way", left, top, size[0], size[1], content, LAYER, quiet=True, name=said)
