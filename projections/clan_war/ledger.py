"""The armies beside the table: device, honor on its track, victory points, units as bars, hostages."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import ArmyView, HostageView, UnitView, View
from projections.clan_war.badges import badge, letters, paint
from projections.clan_war.conditions import conditions, unit_name
from projections.clan_war.names import printed
from projections.drawing.svg import Box, Part, circle, line, rect, text
from projections.language.messages import _, listed

HEAD, ROW = 128, 22
"""Above the units of an army, and for each unit, hostage or word."""

BAR = 48
"""The width of the bar of models."""

TRACK = 78
"""Where the honor track lies in an army's panel."""


def height(view: View, army: ArmyView) -> int:
    """What an army takes with all its units."""
    return HEAD + ROW * len([*_lines(view, army)]) + 6


def panel(view: View, army: ArmyView, box: Box) -> Iterator[Part]:
    """One army, from the top of its room; what does not fit is counted."""
    you = _(" (you)") if army.name == view.viewer else ""
    content = rect(0, 0, box.width, box.height, "fill-card line", radius=8)
    content += rect(0, 0, box.width, 8, f"fill-{paint(view.seats, army.name)} line", radius=4)
    content += badge(view.seats, army.name, 34, 42, 20)
    content += text(64, 40, printed(army.name) + you, "big", "ink bold", room=box.width - 190)
    said = _("sign {letters}").format(letters=letters(view.seats)[army.name])
    if army.morale:
        said += ", " + _("Morale {morale:+d}").format(morale=army.morale)
    content += text(64, 60, said, "small", "quiet", room=box.width - 190)
    content += _numbers(army, box.width)
    content += "".join(_rows(view, army, box))
    name = _("{army}: {honor} honor, {points} VP").format(
        army=printed(army.name), honor=army.honor.total, points=army.vp.total
    )
    yield Part(f"army {army.name}", *box, content, 1, quiet=True, name=name, word=army.name)
    yield _honor(view, army, box, name)


def _numbers(army: ArmyView, width: int) -> str:
    """Honor and victory points, at the right."""
    content = text(width - 72, 42, str(army.honor.total), "big", "ink bold", anchor="end", room=60)
    content += text(width - 72, 60, _("honor"), "small", "quiet", anchor="end", room=60)
    content += text(width - 12, 42, str(army.vp.total), "big", "ink bold", anchor="end", room=50)
    return content + text(width - 12, 60, _("VP"), "small", "quiet", anchor="end", room=50)


def _honor(view: View, army: ArmyView, box: Box, name: str) -> Part:
    """The honor track with its thresholds, and the marker at the end of a bar from the middle."""
    wide, colour = box.width - 24, paint(view.seats, army.name)
    content = rect(0, 8, wide, 10, "fill-soft line", radius=5)
    for level in view.thresholds:
        x = column(view, level, wide)
        content += line(((x, 4), (x, 22)), "line") + text(
            x, 36, f"{level:+}", "tiny", "quiet", anchor="middle"
        )
    at, middle = column(view, army.honor.total, wide), column(view, 0, wide)
    bar = rect(min(at, middle), 9, abs(at - middle), 8, f"fill-{colour}") if at != middle else ""
    content += bar + line(((middle, 2), (middle, 24)), "ink-line", width=2)
    content += f'<g stroke-width="2">{circle(at, 13, 8, f"fill-{colour} rim-line")}</g>'
    return Part(
        f"honor {army.name}", box.x + 12, box.y + TRACK, wide, 40, content, 2, name=name, word=army.name
    )


def column(view: View, honor: int, wide: int) -> int:
    """Where an honor stands on the track, from its left end."""
    low, high = view.thresholds[0], view.thresholds[-1]
    room = wide - 32
    return 16 + max(0, min(room, (honor - low) * room // (high - low)))


def _rows(view: View, army: ArmyView, box: Box) -> Iterator[str]:
    lines = [*_lines(view, army)]
    most = (box.height - HEAD) // ROW
    shown = lines if len(lines) <= most else lines[: max(0, most - 1)]
    for nth, one in enumerate(shown):
        yield _row(view, army, one, HEAD + 10 + nth * ROW, box.width)
    if len(shown) < len(lines) and most > 0:
        more = _("and {count} more").format(count=len(lines) - len(shown))
        yield text(12, HEAD + 10 + len(shown) * ROW, more, "small", "quiet", room=box.width - 24)


def _lines(view: View, army: ArmyView) -> Iterator[UnitView | HostageView | str]:
    """The units that are left, the hostages that are held, and who is lost."""
    own = [one for one in view.units if one.unit.army == army.name]
    yield from (one for one in own if not one.unit.destroyed)
    yield from (one for one in view.hostages if one.army == army.name and not one.end)
    lost = [printed(one.unit.name) for one in own if one.unit.destroyed]
    if lost:
        yield _("destroyed: {units}").format(units=listed(lost))


def _row(view: View, army: ArmyView, one: UnitView | HostageView | str, y: int, width: int) -> str:
    if isinstance(one, str):
        return text(12, y, one, "small", "quiet", room=width - 24)
    if isinstance(one, HostageView):
        said = _("hostage {name} of {clan}, with {captor}").format(
            name=printed(one.name), clan=printed(one.clan), captor=printed(one.captor)
        )
        return text(12, y, said, "small", "ink", room=width - 24)
    unit, full = one.unit, max(1, one.unit.profile.models)
    x = 12 + (width - 24) * 2 // 5
    content = text(12, y, printed(unit.name), "small", "ink bold", room=x - 18)
    content += rect(x, y - 9, BAR, 9, "fill-soft line", radius=2)
    left, colour = BAR * unit.models // full, paint(view.seats, army.name)
    content += rect(x, y - 9, left, 9, f"fill-{colour} line", radius=2) if left else ""
    said = ", ".join([f"{unit.models}/{unit.profile.models}", *conditions(one)])
    return content + text(x + BAR + 6, y, said, "small", "ink", room=width - x - BAR - 14)


def described(view: View) -> str:
    """The armies and their units in words, for those who cannot see the board."""
    armies = [
        _("{army}: {honor} honor, {points} VP").format(
            army=printed(army.name), honor=army.honor.total, points=army.vp.total
        )
        for army in view.armies
    ]
    return ". ".join([*armies, *map(unit_name, view.units)])
