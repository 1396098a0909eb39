"""What has just happened, as marks over the board: who fights, shoots or charges whom, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, ceil, degrees, hypot
from typing import Any

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from domain.clan_war.view import View
from projections.clan_war.drawing import drawing
from projections.clan_war.names import printed
from projections.drawing.svg import SIZES, Part, circle, placed, rect, text
from projections.drawing.text_widths import width
from projections.language.messages import _

_SWORDS = "M-8-8L5.5 5.5M8-8L-5.5 5.5M-7.5 3.5l4 4M7.5 3.5l-4 4"

LAYER = 9

_FIGHTS = (c.Fought, f.Shot, f.Engaged, f.FlyByStruck)
"""The acts that are marked."""

_FOLLOWS = (
    *(e.ModelsLost, e.UnitWounded, e.UnitDestroyed, e.PersonalitySlain, e.ConditionChanged),
    *(e.MoraleTested, e.HonorChanged, e.LevelReached, e.PointsChanged, e.ExtraCardGranted),
    *(e.ExtraCardWithheld, c.ModelsSacrificed, c.DestructionTested, c.HostageDestroyed, c.HostageTaken),
)
"""What comes of them; after anything else they are no longer news."""

Point = tuple[int, int]


def marked(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """The last act of a unit on another, and the losses that came of it."""
    told = [*_newest(events)]
    if not told:
        return ()
    parts = {
        part.id.removeprefix("unit "): part for part in drawing(view).parts if part.id.startswith("unit ")
    }
    found = [part for event in told for part in _marks(event, parts)]
    return tuple({part.id: part for part in reversed(found)}.values())


def _newest(events: Sequence[Any]) -> Iterator[Any]:
    for event in events:
        if isinstance(event, (e.ModelsLost, *_FIGHTS)):
            yield event
        if not isinstance(event, _FOLLOWS):
            return


def _marks(event: Any, parts: Mapping[str, Part]) -> Iterator[Part]:
    if isinstance(event, e.ModelsLost):
        if event.unit in parts:
            yield _lost(parts[event.unit], event)
    elif event.unit in parts and event.target in parts:
        yield _act(event, parts[event.unit], parts[event.target])


def _lost(part: Part, event: e.ModelsLost) -> Part:
    """So many models fewer, at the corner of the unit."""
    said = f"−{event.models}"
    wide = ceil(width(said, SIZES["normal"], bold=True)) + 12
    content = rect(0, 0, wide, 22, "fill-mark case-line", radius=11)
    content += text(wide // 2, 16, said, "normal", "case bold", anchor="middle")
    where = (part.x + part.width - wide // 2 - 8, part.y - 8, wide, 22)
    name = _("{unit} has lost {models} models").format(unit=printed(event.unit), models=event.models)
    return Part(f"lost {event.unit}", *where, content, LAYER, quiet=True, name=name)


def _act(event: Any, one: Part, other: Part) -> Part:
    """An arrow from one unit to the other: with swords where they fight, dotted where one shoots."""
    ends = _middle(one), _middle(other)
    left, top = (min(one[axis] for one in ends) - 24 for axis in (0, 1))
    size = tuple(abs(ends[0][axis] - ends[1][axis]) + 48 for axis in (0, 1))
    start, end = ((x - left, y - top) for x, y in ends)
    content = _arrow(start, end, dotted=isinstance(event, f.Shot))
    if isinstance(event, (c.Fought, f.FlyByStruck)):
        x, y = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        content += placed(x, y, _crossed())
    if isinstance(event, c.Fought):
        content += _wounds(event, start, end)
    return Part("fight", left, top, size[0], size[1], content, LAYER, quiet=True, name=_said(event))


def _said(event: Any) -> str:
    said = _("{unit} fights {target}")
    if isinstance(event, f.Shot):
        said = _("{unit} shoots at {target}")
    elif isinstance(event, f.Engaged):
        said = _("{unit} engages {target}")
    elif isinstance(event, f.FlyByStruck):
        said = _("{unit} strikes {target} in flight")
    return said.format(unit=printed(event.unit), target=printed(event.target))


def _middle(part: Part) -> Point:
    return part.x + part.width // 2, part.y + part.height // 2


def _arrow(start: Point, end: Point, *, dotted: bool) -> str:
    """From the edge of one unit to that of the other; nothing where they stand too near."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    if far < 60:
        return ""
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    dash = ' stroke-dasharray="2 9"' if dotted else ""
    stroke = f'd="M24 0H{far - 34:.0f}" fill="none"'
    shaft = f'<path {stroke} stroke-width="8" class="case-line joined"/>'
    shaft += f'<path {stroke} stroke-width="4"{dash} class="mark-line joined"/>'
    head = f'<path d="M{far - 38:.0f}-10l18 10-18 10z" stroke-width="1.5" class="fill-mark case-line"/>'
    return placed(start[0], start[1], shaft + head, f"rotate({turn:.0f})")


def _crossed() -> str:
    return circle(0, 0, 15, "fill-mark case-line") + (
        f'<path d="{_SWORDS}" stroke-width="2.6" stroke-linecap="round" class="none case-line"/>'
    )


def _wounds(event: c.Fought, start: Point, end: Point) -> str:
    """The wounds that each has taken, near it."""
    content = ""
    for (x, y), (far_x, far_y), wounds in ((start, end, event.taken), (end, start, event.given)):
        at = round(x + (far_x - x) * 0.3), round(y + (far_y - y) * 0.3)
        chip = rect(-13, -11, 26, 22, "fill-case mark-line", radius=5)
        content += placed(
            *at, chip + text(0, 6, str(wounds), "normal", "mark bold", anchor="middle", room=22)
        )
    return content
