"""The units whose place is not on record, as sheets in rows: name, models, what they can do, their state."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import UnitView, View
from projections.clan_war.badges import SIGN, letters, paint
from projections.clan_war.conditions import company, conditions, done, unit_name
from projections.clan_war.names import shown_name
from projections.drawing.pieces import piece_of
from projections.drawing.svg import Part, on, path, rect, text
from projections.language.messages import _

SHEET, LOW, BROAD = 152, 114, 260
"""The height of a sheet, and of one that is at least so broad."""

GAP, TITLE = 10, 28
"""Between sheets, and the height of the name on one."""

VALUES = 174
"""The room of what a unit can do."""

COUNTED = 30
"""So many models are told apart on a bar."""


def sheets(view: View, units: list[UnitView], place: tuple[int, int, int], count: int) -> Iterator[Part]:
    """So many in a row, army by army, from `x`, `y` down, over a width."""
    x, y, width = place
    wide, high = _wide(width, count), _high(_wide(width, count))
    order = sorted(units, key=lambda one: view.seats.index(one.unit.army))
    for nth, one in enumerate(order):
        row, at = divmod(nth, count)
        yield _part((view.seats, one), x + at * (wide + GAP), y + row * (high + GAP), wide, high)


@piece_of(1024)
def _part(seen: tuple[tuple[str, ...], UnitView], x: int, y: int, wide: int, high: int) -> Part:
    seats, one = seen
    name, content = one.unit.name, _sheet(seats, one, wide)
    return Part(f"unit {name}", x, y, wide, high, content, 4, name=unit_name(one), word=name)


def _sheet(seats: tuple[str, ...], shown: UnitView, width: int) -> str:
    unit, profile = shown.unit, shown.unit.profile
    colour = paint(seats, unit.army)
    name = "grey" if unit.destroyed else colour
    high, ground = _high(width), "fill-soft line" if unit.destroyed else "fill-card ink-line"
    content = rect(0, 0, width, high, ground, radius=8)
    content += rect(0, 0, width, TITLE, f"fill-{name} ink-line", radius=8)
    style = f"{on(name)} bold"
    content += text(10, 20, letters(seats)[unit.army], "small", style, room=SIGN - 6)
    content += text(10 + SIGN - 4, 20, shown_name(shown, unit.name), "normal", style, room=width - 92)
    models = f"{unit.models}/{profile.models}"
    content += text(width - 10, 20, models, "normal", style, anchor="end", room=50)
    content += _bar(unit.models, profile.models, colour, width)
    values = _("Move {move}, TL {tl}, ML {ml}, Ld {leadership}").format(
        move=profile.move, tl=profile.tl, ml=profile.ml, leadership=shown.leadership
    )
    content += text(10, 62, values, "small", "ink", room=min(width - 20, VALUES))
    return content + _told(shown, width)


def _told(shown: UnitView, width: int) -> str:
    """Its state, which a broad sheet has beside the values, whom it is with, and what it has done."""
    state, style = ", ".join(conditions(shown)), "ink bold"
    if not state:
        state, style = _("on the ground"), "quiet"
    if width >= BROAD:
        content = text(width - 10, 62, state, "normal", style, anchor="end", room=width - VALUES - 26)
        lines, y = [", ".join(company(shown)), ", ".join(done(shown))], 83
    else:
        content, deeds = text(10, 84, state, "normal", style, room=width - 20), done(shown)
        lines, y = [*company(shown), ", ".join(deeds[:2]), ", ".join(deeds[2:])], 105
    return content + "".join(
        text(10, y + 18 * nth, said, "small", "ink", room=width - 20)
        for nth, said in enumerate([*filter(None, lines)][:3])
    )


def _bar(models: int, full: int, colour: str, width: int) -> str:
    """The models that are left of those at the start, each for itself where they are not too many."""
    room = width - 20
    left = room * models // max(1, full)
    content = rect(10, TITLE + 6, room, 9, "fill-soft line", radius=2)
    content += rect(10, TITLE + 6, left, 9, f"fill-{colour} ink-line", radius=2) if left else ""
    apart = "".join(f"M{10 + room * nth // full} {TITLE + 6}v9" for nth in range(1, full))
    return content + (path(apart, "none ink-line", width=1) if apart and full <= COUNTED else "")


def sheets_height(units: int, width: int, count: int) -> int:
    """How high so many sheets are, with the gap below the last row."""
    return -(-units // count) * (_high(_wide(width, count)) + GAP)


def _wide(width: int, count: int) -> int:
    return (width - (count - 1) * GAP) // count


def _high(wide: int) -> int:
    return LOW if wide >= BROAD else SHEET
