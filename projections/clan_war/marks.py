"""Marks over the board of what has just happened: who fights, shoots or charges whom, and what is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import atan2, ceil, degrees, hypot
from typing import Any

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from domain.clan_war.view import View
from projections.clan_war.drawing import drawing, narrow
from projections.clan_war.names import shown_name
from projections.drawing.svg import MARK, SIZES, Drawing, Part, path, placed, rect, text
from projections.drawing.text_widths import width
from projections.language.messages import _

_CROSSED = (
    '<circle cx="17" cy="17" r="15" stroke-width="2.4" class="fill-mark case-line"/>'
    '<path d="M9 9L22.5 22.5M25 9L11.5 22.5M9.5 20.5l4 4M24.5 20.5l-4 4" stroke-width="2.6" '
    'class="none case-line joined"/>'
)

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
    return _over(drawing, view, events)


def marked_narrow(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """The same over the narrow drawing."""
    return _over(narrow, view, events)


def _over(draw: Callable[[View], Drawing], view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    told = [*_newest(events)]
    if not told:
        return ()
    units = [part for part in draw(view).parts if part.id.startswith("unit ")]
    parts = {part.word: part for part in units}
    found = [part for event in told for part in _marks(view, event, parts)]
    return tuple({part.id: part for part in reversed(found)}.values())


def _newest(events: Sequence[Any]) -> Iterator[Any]:
    for event in events:
        if isinstance(event, (e.ModelsLost, *_FIGHTS)):
            yield event
        if not isinstance(event, _FOLLOWS):
            return


def _marks(view: View, event: Any, parts: Mapping[str, Part]) -> Iterator[Part]:
    if isinstance(event, e.ModelsLost):
        if event.unit in parts:
            yield _lost(view, parts[event.unit], event)
    elif event.unit in parts and event.target in parts:
        ends = _middle(parts[event.unit]), _middle(parts[event.target])
        if isinstance(event, (f.Shot, f.Engaged)):
            yield _arrow(view, event, *ends)
        else:
            yield _crossed(view, event, *ends)
        if isinstance(event, c.Fought):
            yield _wounds(event.unit, event.taken, *ends)
            yield _wounds(event.target, event.given, *ends[::-1])


def _lost(view: View, part: Part, event: e.ModelsLost) -> Part:
    """So many models fewer, at the corner of the unit."""
    said = f"−{event.models}"
    wide = ceil(width(said, SIZES["normal"], bold=True)) + 12
    content = rect(0, 0, wide, 22, "fill-mark case-line", radius=11)
    content += text(wide // 2, 16, said, "normal", "case bold", anchor="middle")
    where = (part.x + part.width - wide // 2 - 8, part.y - 8, wide, 22)
    name = _("{unit} has lost models: {models}").format(
        unit=shown_name(view, event.unit), models=event.models
    )
    return Part(f"lost {event.unit}", *where, content, MARK, quiet=True, name=name)


def _arrow(view: View, event: Any, one: Point, other: Point) -> Part:
    """An arrow from one unit to the other; dotted where one shoots."""
    left, top = (min(one[axis], other[axis]) - 24 for axis in (0, 1))
    size = (abs(one[0] - other[0]) + 48, abs(one[1] - other[1]) + 48)
    far, turn = hypot(other[0] - one[0], other[1] - one[1]), atan2(other[1] - one[1], other[0] - one[0])
    length = max(40, int(far) // 20 * 20)
    dash = ' stroke-dasharray="2 9"' if isinstance(event, f.Shot) else ""
    stroke = f'd="M20 0H{length - 20}" fill="none"'
    drawn = f'<path {stroke} stroke-width="8" class="case-line joined"/>'
    drawn += f'<path {stroke} stroke-width="4"{dash} class="mark-line joined"/>'
    drawn += placed(length - 24, 0, path("M0-10L18 0 0 10z", "fill-mark case-line"))
    content = placed(one[0] - left, one[1] - top, drawn, f"rotate({degrees(turn):.0f})")
    return Part("fight", left, top, *size, content, MARK, quiet=True, name=_said(view, event))


def _crossed(view: View, event: Any, one: Point, other: Point) -> Part:
    """Swords between two units that fight."""
    x, y = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
    return Part("fight", x - 17, y - 17, 34, 34, _CROSSED, MARK, quiet=True, name=_said(view, event))


def _wounds(unit: str, wounds: int, one: Point, other: Point) -> Part:
    """The wounds that a unit has taken, on its side of the swords."""
    far = max(1.0, hypot(other[0] - one[0], other[1] - one[1]))
    x, y = ((one[axis] + other[axis]) / 2 + (one[axis] - other[axis]) / far * 32 for axis in (0, 1))
    chip = rect(0, 0, 26, 22, "fill-case mark-line", radius=5)
    chip += text(13, 17, str(wounds), "normal", "mark bold", anchor="middle", room=22)
    return Part(f"wounds {unit}", round(x) - 13, round(y) - 11, 26, 22, chip, MARK, quiet=True)


def _said(view: View, event: Any) -> str:
    said = _("{unit} fights {target}")
    if isinstance(event, f.Shot):
        said = _("{unit} shoots at {target}")
    elif isinstance(event, f.Engaged):
        said = _("{unit} engages {target}")
    elif isinstance(event, f.FlyByStruck):
        said = _("{unit} strikes {target} in flight")
    return said.format(unit=shown_name(view, event.unit), target=shown_name(view, event.target))


def _middle(part: Part) -> Point:
    return part.x + part.width // 2, part.y + part.height // 2
