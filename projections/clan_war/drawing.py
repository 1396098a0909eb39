"""The drawn picture of a battle: the honor track with its thresholds, and the units of each army as cards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import ArmyView, UnitView, View
from projections.drawing import PAINTS, Drawing, Part, circle, line, rect, text
from projections.texts import _, listed

WIDTH, EDGE, GAP = 960, 24, 12
TRACK, LANE = 92, 34
"""Where the honor track begins, and the height of one army's lane on it."""

LABEL = 150
CARD = (176, 96)
PER_ROW = 4


def drawing(view: View) -> Drawing:
    """What lies on the table, which everybody sees."""
    parts = tuple(_parts(view))
    height = max(part.y + part.height for part in parts) + EDGE
    return Drawing(WIDTH, height, parts, _("Clan War"), _described(view))


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
    return _("Turn {turn}, {phase}").format(turn=view.turn, phase=view.phase)


def _parts(view: View) -> Iterator[Part]:
    name = text(0, 30, _("Clan War"), "big", "ink bold")
    where = text(0, 56, _where(view), "normal", "ink")
    yield Part("head", EDGE, 14, WIDTH - 2 * EDGE, 64, name + where, quiet=True)
    yield _scale(view)
    for place, army in enumerate(view.armies):
        yield _honor(view, army, place)
    yield from _units(view, TRACK + LANE * len(view.armies) + 56)


def _column(view: View, honor: int) -> int:
    """Where an honor stands on the track, from its left end."""
    low, high = view.thresholds[0], view.thresholds[-1]
    room = WIDTH - 2 * EDGE - LABEL - 40
    return 20 + max(0, min(room, (honor - low) * room // (high - low)))


def _scale(view: View) -> Part:
    height = LANE * len(view.armies)
    room = WIDTH - 2 * EDGE - LABEL
    content = rect(0, 0, room, height, "fill-soft line", radius=6)
    for level in view.thresholds:
        x = _column(view, level)
        content += line(((x, 0), (x, height)), "line")
        content += text(x, height + 18, str(level), "tiny", "ink", anchor="middle")
    return Part("honor track", EDGE + LABEL, TRACK, room, height + 24, content, quiet=True)


def _honor(view: View, army: ArmyView, place: int) -> Part:
    y, x = TRACK + LANE * place, _column(view, army.honor.total)
    words = _("{army} {honor}").format(army=army.name, honor=army.honor.total)
    content = text(0, 22, words, "normal", "ink bold", room=LABEL - 8)
    content += circle(LABEL + x, LANE // 2, 11, f"fill-{PAINTS[place]} ink-line")
    content += text(LABEL + x, LANE // 2 + 5, army.name[:1].upper(), "small", "on bold", anchor="middle")
    return Part(f"honor {army.name}", EDGE, y, WIDTH - 2 * EDGE, LANE, content, layer=1)


def _units(view: View, top: int) -> Iterator[Part]:
    """Four cards in a row, army by army."""
    for place, army in enumerate(view.armies):
        units = [unit for unit in view.units if unit.unit.army == army.name]
        for nth, unit in enumerate(units):
            row, column = divmod(nth, PER_ROW)
            x, y = EDGE + LABEL + column * (CARD[0] + GAP), top + row * (CARD[1] + GAP)
            yield Part(f"unit {unit.unit.name}", x, y, *CARD, _card(unit, PAINTS[place]), layer=1)
        rows = -(-max(1, len(units)) // PER_ROW)
        label = text(0, 22, army.name, "normal", "ink bold", room=LABEL - 8)
        label += text(0, 44, _("{points} VP").format(points=army.vp.total), "small", "ink")
        yield Part(f"army {army.name}", EDGE, top, LABEL, rows * CARD[1], label)
        top += rows * (CARD[1] + GAP) + GAP


def _card(shown: UnitView, paint: str) -> str:
    unit, room = shown.unit, CARD[0] - 16
    models = _("{models} of {full} models").format(models=unit.models, full=unit.profile.models)
    card = rect(0, 0, *CARD, f"fill-{'grey' if unit.destroyed else paint} ink-line", radius=8)
    card += text(8, 22, unit.name, "normal", "on bold", room=room)
    card += text(8, 42, models, "small", "on", room=room)
    card += text(8, 64, listed(_conditions(shown)) or _("on the ground"), "small", "on bold", room=room)
    return card + text(8, 84, listed(_company(shown)), "small", "on", room=room)


def _company(shown: UnitView) -> list[str]:
    """Whom a unit is with."""
    held = _("holds {names}").format(names=listed(shown.hostages)) if shown.hostages else ""
    return [word for word in (_("engaged") if shown.engaged else "", held) if word]


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


def tracks(view: View) -> dict[str, int]:
    """The honor and the victory points of each army."""
    honors = {_("{army} honor").format(army=army.name): army.honor.total for army in view.armies}
    return honors | {_("{army} VP").format(army=army.name): army.vp.total for army in view.armies}
