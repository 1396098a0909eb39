"""The units whose place is not on record, as sheets in rows: name, models, what they can do, their state."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import UnitView, View
from projections.clan_war.badges import SIGN, letters, paint
from projections.clan_war.conditions import company, conditions, unit_name
from projections.clan_war.names import shown_name
from projections.drawing.svg import Part, on, rect, text
from projections.language.messages import _

SHEET = 134
"""The height of a sheet."""

GAP, TITLE = 10, 28
"""Between sheets, and the height of the name on one."""


def sheets(view: View, units: list[UnitView], place: tuple[int, int, int], count: int) -> Iterator[Part]:
    """So many in a row, army by army, from `x`, `y` down, over a width."""
    x, y, width = place
    wide = (width - (count - 1) * GAP) // count
    order = sorted(units, key=lambda one: view.seats.index(one.unit.army))
    for nth, one in enumerate(order):
        row, at = divmod(nth, count)
        content, name = _sheet(view, one, wide), one.unit.name
        where = (x + at * (wide + GAP), y + row * (SHEET + GAP), wide, SHEET)
        yield Part(f"unit {name}", *where, content, 4, name=unit_name(one), word=name)


def _sheet(view: View, shown: UnitView, width: int) -> str:
    unit, profile = shown.unit, shown.unit.profile
    colour = paint(view.seats, unit.army)
    name = "grey" if unit.destroyed else colour
    content = rect(0, 0, width, SHEET, "fill-soft line" if unit.destroyed else "fill-card ink-line", radius=8)
    content += rect(0, 0, width, TITLE, f"fill-{name} ink-line", radius=8)
    style = f"{on(name)} bold"
    content += text(10, 20, letters(view.seats)[unit.army], "small", style, room=SIGN - 6)
    content += text(10 + SIGN - 4, 20, shown_name(shown, unit.name), "normal", style, room=width - 92)
    models = f"{unit.models}/{profile.models}"
    content += text(width - 10, 20, models, "normal", style, anchor="end", room=50)
    content += _bar(unit.models, profile.models, colour, width)
    values = _("Move {move}, TL {tl}, ML {ml}, Ld {leadership}").format(
        move=profile.move, tl=profile.tl, ml=profile.ml, leadership=shown.leadership
    )
    content += text(10, 62, values, "small", "ink", room=width - 20)
    state = ", ".join(conditions(shown))
    content += text(
        10, 84, state or _("on the ground"), "normal", "ink bold" if state else "quiet", room=width - 20
    )
    return content + "".join(
        text(10, 105 + 18 * nth, said, "small", "ink", room=width - 20)
        for nth, said in enumerate(company(shown))
    )


def _bar(models: int, full: int, colour: str, width: int) -> str:
    """The models that are left of those at the start."""
    room = width - 20
    left = room * models // max(1, full)
    content = rect(10, TITLE + 6, room, 9, "fill-soft line", radius=2)
    return content + (rect(10, TITLE + 6, left, 9, f"fill-{colour} ink-line", radius=2) if left else "")
