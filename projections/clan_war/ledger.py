"""The armies beside the table: device, honor on its track, victory points, units as bars, hostages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.clan_war.view import ArmyView, HostageView, UnitView, View
from projections.clan_war.badges import badge, letters, paint
from projections.clan_war.conditions import company, conditions, done, unit_name
from projections.clan_war.names import army_name, printed, shown_name
from projections.drawing.pieces import only, piece_of
from projections.drawing.svg import Box, Part, circle, line, rect, text
from projections.language.messages import _, listed

HEAD, ROW, TALL = 128, 22, 42
"""Above the units of an army; for each unit, hostage or word; for a unit with its company and its deeds."""

BAR = 48
"""The width of the bar of models."""

HONOR, TRACK = 28, 78
"""Where the numbers and the honor track lie in an army's panel."""


def height(view: View, army: ArmyView) -> int:
    """What an army takes with all its units, and whom they are with."""
    return HEAD + TALL * len(left_of(view, army)) + foot_height(view, army) + 6


def panel(view: View, army: ArmyView, box: Box) -> tuple[Part, ...]:
    """One army, from the top of its room; what does not fit is counted."""
    seen = only(view, "viewer", "seats", "thresholds", "hostages", "called")
    return _panel((seen, army, *(one for one in view.units if one.unit.army == army.name)), box)


@piece_of(256)
def _panel(seen: tuple[Any, ...], box: Box) -> tuple[Part, ...]:
    """Of a view without its units, an army, and each unit of that."""
    view, army, *own = seen
    view = replace(view, units=tuple(own))
    return *top(view, army, box), *_rows(view, army, box)


def top(view: View, army: ArmyView, box: Box) -> Iterator[Part]:
    """The ground of an army's room, and what stands above its units."""
    you = _(" (you)") if army.name == view.viewer else ""
    content = rect(0, 0, box.width, box.height, "fill-card line", radius=8)
    content += rect(0, 0, box.width, 8, f"fill-{paint(view.seats, army.name)} line", radius=4)
    content += badge(view.seats, army.name, army.clan, 34, 42, 20)
    content += text(64, 40, army_name(army) + you, "big", "ink bold", room=box.width - 190)
    said = _("sign {letters}").format(letters=letters(view.seats)[army.name])
    if army.morale:
        said += ", " + _("Morale {morale:+d}").format(morale=army.morale)
    content += text(64, 60, said, "small", "quiet", room=box.width - 190)
    name = army_name(army)
    yield Part(f"army {army.name}", *box, content, 1, quiet=True, name=name, word=army.name)
    yield _scale(view, army, box)
    yield _honor(view, army, box)


def army_said(army: ArmyView) -> str:
    """An army with its honor and its points."""
    return _("{army}: {honor} honor, {points} VP").format(
        army=army_name(army), honor=army.honor.total, points=army.vp.total
    )


def _scale(view: View, army: ArmyView, box: Box) -> Part:
    """The honor track with its thresholds."""
    wide = box.width - 24
    content = rect(0, 8, wide, 10, "fill-soft line", radius=5)
    for level in view.thresholds:
        x = column(view, level, wide)
        content += line(((x, 4), (x, 22)), "line") + text(
            x, 36, f"{level:+}", "tiny", "quiet", anchor="middle"
        )
    return Part(f"scale {army.name}", box.x + 12, box.y + TRACK, wide, 40, content, 2, quiet=True)


def _honor(view: View, army: ArmyView, box: Box) -> Part:
    """Honor and points, and the marker on the track at the end of a bar from the middle."""
    wide, colour, y = box.width - 24, paint(view.seats, army.name), TRACK - HONOR
    content = text(wide - 60, 14, str(army.honor.total), "big", "ink bold", anchor="end", room=60)
    content += text(wide - 60, 32, _("honor"), "small", "quiet", anchor="end", room=60)
    content += text(wide, 14, str(army.vp.total), "big", "ink bold", anchor="end", room=50)
    content += text(wide, 32, _("VP"), "small", "quiet", anchor="end", room=50)
    at, middle = column(view, army.honor.total, wide), column(view, 0, wide)
    if at != middle:
        content += rect(min(at, middle), y + 9, abs(at - middle), 8, f"fill-{colour}")
    content += line(((middle, y + 2), (middle, y + 24)), "ink-line", width=2)
    content += circle(at, y + 13, 8, f"fill-{colour} rim-line")
    where = (box.x + 12, box.y + HONOR, wide, y + 24)
    return Part(f"honor {army.name}", *where, content, 3, name=army_said(army), word=army.name)


def column(view: View, honor: int, wide: int) -> int:
    """Where an honor stands on the track, from its left end."""
    low, high = view.thresholds[0], view.thresholds[-1]
    room = wide - 32
    return 16 + max(0, min(room, (honor - low) * room // (high - low)))


def least(view: View, army: ArmyView) -> int:
    """What an army takes where its units are counted: they are drawn elsewhere, its hostages are not."""
    return HEAD + ROW + foot_height(view, army) + 6


def _rows(view: View, army: ArmyView, box: Box) -> Iterator[Part]:
    """Units in two lines where there is room for all of them; of those for whom there is none the number."""
    units, tall = left_of(view, army), height(view, army) <= box.height
    room = (box.height - HEAD - foot_height(view, army)) // ROW
    shown = units if tall or len(units) <= room else units[: max(0, room - 1)]
    x, y, wide, high = box.x + 12, box.y + HEAD - 6, box.width - 24, TALL if tall else ROW
    for nth, one in enumerate(shown):
        yield _row(view, army, one, (x, y + nth * high, wide, high))
    y += len(shown) * high
    if len(shown) < len(units):
        more = _("and {count} more").format(count=len(units) - len(shown))
        yield Part(f"others {army.name}", x, y, wide, ROW, _words(more, wide), 2, quiet=True)
        y += ROW
    yield from foot(view, army, Box(x, y, wide, 0))


def left_of(view: View, army: ArmyView) -> list[UnitView]:
    """The units of an army that are left."""
    return [one for one in view.units if one.unit.army == army.name and not one.unit.destroyed]


def _rest(view: View, army: ArmyView) -> Iterator[HostageView | str]:
    """The hostages that are held, and who is lost."""
    yield from (one for one in view.hostages if one.army == army.name and not one.end)
    lost = [one for one in view.units if one.unit.army == army.name and one.unit.destroyed]
    if lost:
        names = listed([shown_name(one, one.unit.name) for one in lost])
        yield _("destroyed: {units}").format(units=names)


def foot_height(view: View, army: ArmyView) -> int:
    return ROW * len([*_rest(view, army)])


def foot(view: View, army: ArmyView, box: Box) -> Iterator[Part]:
    """The hostages that an army holds, and whom it has lost, from the top of a room."""
    for nth, one in enumerate(_rest(view, army)):
        yield _row(view, army, one, (box.x, box.y + nth * ROW, box.width, ROW))


def _row(
    view: View, army: ArmyView, one: UnitView | HostageView | str, where: tuple[int, int, int, int]
) -> Part:
    """A unit with a bar of its models, a hostage, or words."""
    width = where[2]
    if isinstance(one, str):
        return Part(f"more {army.name}", *where, _words(one, width), 2, quiet=True)
    if isinstance(one, HostageView):
        said = _("hostage {name} of {clan}, with {captor}").format(
            name=printed(one.name), clan=printed(one.clan), captor=shown_name(view, one.captor)
        )
        drawn = text(0, 16, said, "small", "ink", room=width)
        return Part(f"hostage {one.name}", *where, drawn, 2, name=said, word=one.name)
    unit, x = one.unit, width * 2 // 5
    content = text(0, 16, shown_name(one, unit.name), "small", "ink bold", room=x - 6)
    content += rect(x, 7, BAR, 9, "fill-soft line", radius=2)
    left, colour = BAR * unit.models // max(1, unit.profile.models), paint(view.seats, army.name)
    content += rect(x, 7, left, 9, f"fill-{colour} line", radius=2) if left else ""
    said = ", ".join([f"{unit.models}/{unit.profile.models}", *conditions(one)])
    content += text(x + BAR + 6, 16, said, "small", "ink", room=width - x - BAR - 8)
    if where[3] == TALL:
        with_ = ", ".join([*company(one), *done(one)])
        content += text(0, 33, with_, "small", "quiet", room=width)
    return Part(f"roll {unit.name}", *where, content, 2, quiet=True, word=unit.name)


def _words(said: str, room: int) -> str:
    return text(0, 16, said, "small", "quiet", room=room)


def described(view: View) -> str:
    """The armies and their units in words, for those who cannot see the board."""
    return _described(only(view, "armies", "units"))


@piece_of(64)
def _described(view: View) -> str:
    return ". ".join([*map(army_said, view.armies), *map(unit_name, view.units)])
