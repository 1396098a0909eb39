"""The picture of a battle: the table in inches, units whose place is unknown as sheets, the armies beside.

Without any place on record the armies stand alone, with all their units.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.clan_war.view import UnitView, View
from projections.clan_war import arena as table
from projections.clan_war.arena import RIM, Window, arena, legend
from projections.clan_war.badges import SHAPES
from projections.clan_war.board import PHASES
from projections.clan_war.companies import below, beside
from projections.clan_war.ledger import described, height, least, panel
from projections.clan_war.names import printed
from projections.clan_war.places import STEP, Stand, size, stands
from projections.clan_war.sheets import GAP, sheets
from projections.drawing.svg import Box, Drawing, Part, text
from projections.language.messages import _, listed

WIDTH, EDGE = 1300, 16
TOP = 70
LEFT = 960
"""The width of what is left of the armies."""

LEAST_PANEL = 190
"""What each army has at least beside the table."""

NARROW = 450
LEAST = (36, 24)
"""The inches that the narrow drawing shows at least."""


def drawing(view: View) -> Drawing:
    """What lies on the table, which everybody sees."""
    placed = stands(view)
    if not placed:
        armies = beside(view, Box(EDGE, TOP, WIDTH - 2 * EDGE, 0))
        return _made(view, WIDTH, [_head(view), *armies], None)
    parts = [_head(view), *_table(view, placed, TOP), *_sheets(view, placed, TOP)]
    bottom = max([part.y + part.height for part in parts[1:]] or [TOP])
    high = max(LEAST_PANEL, *(least(view, army) + GAP for army in view.armies))
    parts += _panels(view, max(bottom, TOP + high * len(view.armies)))
    return _made(view, WIDTH, parts, Box(EDGE, TOP, LEFT, bottom - TOP))


def narrow(view: View) -> Drawing:
    """The same for a narrow screen: of the table only where units stand."""
    placed, width = stands(view), NARROW - 2 * EDGE
    parts = [_head(view, NARROW - 2 * EDGE)]
    parts += arena(view, placed, _near(placed, width)) if placed else ()
    y = _below(parts, GAP)
    lower = _lower(view, placed, y, width) if placed else below(view, Box(EDGE, y, width, 0))
    parts += [replace(part, quiet=True) for part in lower]  # what others push down has not changed for that
    return _made(view, NARROW, parts, None)


def _lower(view: View, placed: tuple[Stand, ...], y: int, width: int) -> Iterator[Part]:
    """Below the table the armies, and the units whose place is not on record."""
    for army in view.armies:
        yield from panel(view, army, Box(EDGE, y, width, height(view, army)))
        y += height(view, army) + GAP
    yield from sheets(view, _elsewhere(view, placed), (EDGE, y, width), 2)


def tracks(view: View) -> dict[str, int]:
    """The honor and the victory points of each army."""
    honors = {_("{army} honor").format(army=army.name): army.honor.total for army in view.armies}
    return honors | {_("{army} VP").format(army=army.name): army.vp.total for army in view.armies}


def _made(view: View, width: int, parts: list[Part], field: Box | None) -> Drawing:
    said = f"{_where(view)}. {described(view)}."
    return Drawing(
        width, _below(parts, EDGE), tuple(parts), _("Clan War"), said, field, SHAPES + table.SHAPES
    )


def _below(parts: list[Part], gap: int) -> int:
    return max(part.y + part.height for part in parts) + gap


def _where(view: View) -> str:
    if view.winners:
        winners = listed([*map(printed, view.winners)])
        return _("After turn {turn}: {armies}").format(turn=view.turn, armies=winners)
    return _("Turn {turn}, {phase}").format(turn=view.turn, phase=PHASES[view.phase])


def _head(view: View, room: int = LEFT) -> Part:
    name = text(0, 26, _("Clan War"), "big", "ink bold")
    where = text(0, 48, _where(view), "normal", "ink", room=room)
    return Part("head", EDGE, 8, room, 56, name + where, quiet=True)


def _table(view: View, placed: tuple[Stand, ...], top: int) -> Iterator[Part]:
    """The whole table, and what its signs mean."""
    wide, high = size(placed)
    inch = (LEFT - 2 * RIM) / wide
    yield from arena(view, placed, Window(0, 0, wide, high, EDGE + RIM, top + RIM, inch))
    below = top + round(high * inch) + 2 * RIM + 24
    yield legend(EDGE, below, reckoned=any(stand.reckoned for stand in placed))


def _sheets(view: View, placed: tuple[Stand, ...], top: int) -> Iterator[Part]:
    """The other units, below the table."""
    wide, high = size(placed)
    top += round(high * (LEFT - 2 * RIM) / wide) + 2 * RIM + 24 + 34
    yield from sheets(view, _elsewhere(view, placed), (EDGE, top, LEFT), 5)


def _elsewhere(view: View, placed: tuple[Stand, ...]) -> list[UnitView]:
    """The units whose place is not on record; who is destroyed is named with the army."""
    on_the_table = {stand.shown.unit.name for stand in placed}
    return [one for one in view.units if not one.unit.destroyed and one.unit.name not in on_the_table]


def _near(placed: tuple[Stand, ...], width: int) -> Window:
    """The piece of the table where units stand, in steps of its ruler."""
    left, wide = _span([stand.x for stand in placed], LEAST[0])
    top, high = _span([stand.y for stand in placed], LEAST[1])
    inch = (width - 2 * RIM) / wide
    return Window(left, top, wide, high, EDGE + RIM, TOP + RIM, inch)


def _span(at: list[float], least: int) -> tuple[int, int]:
    """Where a piece begins and how long it is, with room around what stands on it."""
    start = max(0, int((min(at) - 4) // STEP) * STEP)
    end = max(int(-(-(max(at) + 4) // STEP)) * STEP, start + least)
    return start, end - start


def _panels(view: View, bottom: int) -> Iterator[Part]:
    """The armies, in equal shares of the height."""
    x = EDGE + LEFT + GAP
    share = (bottom - TOP + GAP) // len(view.armies)
    for nth, army in enumerate(view.armies):
        yield from panel(view, army, Box(x, TOP + nth * share, WIDTH - x - EDGE, share - GAP))
