"""The drawn picture of a battle: the honor track with its thresholds, the units of each army as sheets."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import ArmyView, UnitView, View
from projections.clan_war.board import PHASES
from projections.drawing.svg import PAINTS, Drawing, Part, circle, line, on, rect, text
from projections.language.messages import _, listed

WIDTH, EDGE, GAP = 960, 24, 10
TRACK, LANE = 92, 38
"""Where the honor track begins, and the height of one army's lane on it."""

LABEL = 130
CARD = (188, 134)
PER_ROW = 4
TITLE = 28
"""The height of the name on a sheet."""


def drawing(view: View) -> Drawing:
    """What lies on the table, which everybody sees."""
    parts = tuple(_parts(view))
    height = max(part.y + part.height for part in parts) + EDGE
    return Drawing(WIDTH, height, parts, _("Clan War"), _described(view))


def tracks(view: View) -> dict[str, int]:
    """The honor and the victory points of each army."""
    honors = {_("{army} honor").format(army=army.name): army.honor.total for army in view.armies}
    return honors | {_("{army} VP").format(army=army.name): army.vp.total for army in view.armies}


def _described(view: View) -> str:
    """The battle in words, for those who cannot see it."""
    armies = [
        _("{army}: {honor} honor, {points} VP").format(
            army=army.name, honor=army.honor.total, points=army.vp.total
        )
        for army in view.armies
    ]
    return f"{_where(view)}. {'. '.join(armies)}."


def _where(view: View) -> str:
    if view.winners:
        return _("After turn {turn}: {armies}").format(turn=view.turn, armies=listed(view.winners))
    return _("Turn {turn}, {phase}").format(turn=view.turn, phase=PHASES[view.phase])


def _parts(view: View) -> Iterator[Part]:
    name = text(0, 26, _("Clan War"), "big", "ink bold")
    where = text(0, 50, _where(view), "normal", "ink", room=WIDTH - 2 * EDGE)
    yield Part("head", EDGE, 14, WIDTH - 2 * EDGE, 60, name + where, quiet=True)
    yield _scale(view)
    for place, army in enumerate(view.armies):
        yield _honor(view, army, place)
    yield from _units(view, TRACK + LANE * len(view.armies) + 44)


# ---- the honor track


def _column(view: View, honor: int) -> int:
    """Where an honor stands on the track, from its left end."""
    low, high = view.thresholds[0], view.thresholds[-1]
    room = WIDTH - 2 * EDGE - LABEL - 40
    return 20 + max(0, min(room, (honor - low) * room // (high - low)))


def _scale(view: View) -> Part:
    """The ground of the track, with its thresholds and the middle."""
    height, room = LANE * len(view.armies), WIDTH - 2 * EDGE - LABEL
    content = rect(0, 0, room, height, "fill-soft line", radius=8)
    for level in view.thresholds:
        x = _column(view, level)
        content += line(((x, 0), (x, height)), "line dashed")
        content += text(x, height + 18, f"{level:+}", "small", "quiet", anchor="middle")
    middle = _column(view, 0)
    content += line(((middle, 0), (middle, height)), "ink-line", width=2)
    content += text(middle, height + 18, "0", "small", "ink bold", anchor="middle")
    return Part("honor track", EDGE + LABEL, TRACK, room, height + 24, content, quiet=True)


def _honor(view: View, army: ArmyView, place: int) -> Part:
    """The marker of an army, at the end of a bar from the middle."""
    paint, x, middle = PAINTS[place], _column(view, army.honor.total), _column(view, 0)
    content = text(0, 24, army.name, "normal", "ink bold", room=LABEL - 56)
    content += text(LABEL - 12, 25, str(army.honor.total), "big", "ink bold", anchor="end", room=46)
    bar = rect(LABEL + min(x, middle), LANE // 2 - 4, abs(x - middle), 8, f"fill-{paint} ink-line")
    content += bar if x != middle else ""
    content += circle(LABEL + x, LANE // 2, 13, f"fill-{paint} ink-line")
    letter, style = army.name[:1].upper(), f"{on(paint)} bold"
    content += text(LABEL + x, LANE // 2 + 6, letter, "normal", style, anchor="middle")
    return Part(f"honor {army.name}", EDGE, TRACK + LANE * place, WIDTH - 2 * EDGE, LANE, content, layer=1)


# ---- the units


def _units(view: View, top: int) -> Iterator[Part]:
    """Four sheets in a row, army by army."""
    for place, army in enumerate(view.armies):
        units = [unit for unit in view.units if unit.unit.army == army.name]
        for nth, unit in enumerate(units):
            row, column = divmod(nth, PER_ROW)
            x, y = EDGE + LABEL + column * (CARD[0] + GAP), top + row * (CARD[1] + GAP)
            yield Part(f"unit {unit.unit.name}", x, y, *CARD, _card(unit, PAINTS[place]), layer=1)
        rows = -(-max(1, len(units)) // PER_ROW)
        yield _army(army, PAINTS[place], top, rows * (CARD[1] + GAP) - GAP)
        top += rows * (CARD[1] + GAP) + GAP


def _army(army: ArmyView, paint: str, top: int, height: int) -> Part:
    content = rect(0, 0, 8, height, f"fill-{paint} ink-line", radius=4)
    content += text(18, 24, army.name, "normal", "ink bold", room=LABEL - 28)
    content += text(18, 50, _("{points} VP").format(points=army.vp.total), "big", "ink bold", room=LABEL - 28)
    morale = _("Morale {morale:+d}").format(morale=army.morale) if army.morale else ""
    content += text(18, 72, morale, "small", "ink", room=LABEL - 28) if morale else ""
    return Part(f"army {army.name}", EDGE, top, LABEL - 10, height, content)


def _card(shown: UnitView, paint: str) -> str:
    """The sheet of a unit: name, models as a bar, what it can do, and what has befallen it."""
    unit, profile, width = shown.unit, shown.unit.profile, CARD[0]
    name = "grey" if unit.destroyed else paint
    content = rect(0, 0, *CARD, "fill-soft line" if unit.destroyed else "fill-card ink-line", radius=8)
    content += rect(0, 0, width, TITLE, f"fill-{name} ink-line", radius=8)
    content += text(10, 20, unit.name, "normal", f"{on(name)} bold", room=width - 76)
    models = f"{unit.models}/{profile.models}"
    content += text(width - 10, 20, models, "normal", f"{on(name)} bold", anchor="end", room=56)
    content += _bar(unit.models, profile.models, paint, width)
    values = _("Move {move}, TL {tl}, ML {ml}, Ld {leadership}").format(
        move=profile.move, tl=profile.tl, ml=profile.ml, leadership=shown.leadership
    )
    content += text(10, 62, values, "small", "ink", room=width - 20)
    state = ", ".join(_conditions(shown))
    style = "ink bold" if state else "quiet"
    content += text(10, 84, state or _("on the ground"), "normal", style, room=width - 20)
    return content + "".join(
        text(10, 105 + 18 * nth, said, "small", "ink", room=width - 20)
        for nth, said in enumerate(_company(shown))
    )


def _bar(models: int, full: int, paint: str, width: int) -> str:
    """The models that are left of those at the start."""
    room = width - 20
    left = room * models // max(1, full)
    content = rect(10, TITLE + 6, room, 9, "fill-soft line", radius=2)
    return content + (rect(10, TITLE + 6, left, 9, f"fill-{paint} ink-line", radius=2) if left else "")


def _company(shown: UnitView) -> list[str]:
    """Whom a unit is with, in two lines at most."""
    said = [_("led by {name}").format(name=shown.commander)] if shown.commander else []
    said += [_("holds {names}").format(names=listed(shown.hostages))] if shown.hostages else []
    engaged = [_("engaged with {units}").format(units=listed(shown.engaged))] if shown.engaged else []
    return ([", ".join(said)] if said else []) + engaged


def _conditions(shown: UnitView) -> list[str]:
    """What has befallen a unit, in words."""
    unit = shown.unit
    if unit.destroyed:
        return [_("destroyed")]
    words = (
        (_("airborne"), unit.airborne),
        (_("unformed"), not unit.formed),
        (_("spent"), unit.is_spent),
        (_("routing"), unit.routing),
        (_("broken"), unit.broken and not unit.routing),
    )
    return [word for word, is_so in words if is_so]
