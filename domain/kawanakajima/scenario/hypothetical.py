"""Chapter 18, the hypothetical scenario: Kenshin comes down from Saijo while Shingen marches to Kaizu.

18.1   the garrison of Kaizu, the column, the units for which it has no room; the Uesugi by Mount Saijo
18.2   both plans have to be activated; when the Takeda may save points for theirs
18.3   Kaizu is worth victory points; the last turn (victory.py)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.kawanakajima.board.events import (
    KaizuChanged,
    PointsScored,
    PostureChanged,
    SurplusEntered,
    UnitsPlaced,
)
from domain.kawanakajima.board.state import (
    Board,
    clan_of,
    clans_of,
    covered,
    hypothetical,
    is_eliminated,
    lead,
    scenario_of,
    short,
    side_of,
    unit_named,
    with_unit,
)
from domain.kawanakajima.board.zones import occupants, zones_of
from domain.kawanakajima.book import BOOK, listed
from domain.kawanakajima.data.options import HYPOTHETICAL
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.movement.ways import path_to, ways
from domain.kawanakajima.scenario.victory import samurai_called
from domain.kawanakajima.words.items import (
    BeginTurn,
    ChoosePlan,
    EnterSurplus,
    FormColumn,
    KaizuTaken,
    PlaceUnits,
    WriteEntries,
)
from domain.kawanakajima.words.orders import Bring, Column, Done
from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove, TableMissing
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.sums import Sum, Term

MARCHING, COMING = SEATS
"""The Takeda march to Kaizu, the Uesugi come down from Mount Saijo [18.1]."""

GARRISON = "tM"
"""The clan in Kaizu [18.1]."""

SHOWN = 8
"""Hexes or units that a refusal names."""


# ---- 18.1, the set-up


def marching_up(board: Board) -> tuple[Struct, ...]:
    """The agenda of the set-up: units, plans of both sides, entry points of the Uesugi [18.1, 18.2].

    Raises `TableMissing` where the data set, of an earlier edition, has no column or no fortress.
    """
    known = board.data.scenarios.get(HYPOTHETICAL)
    if known is None or not known.playable:
        raise TableMissing("scenarios.toml", "18.1")
    if board.data.fortress is None:
        raise TableMissing("zones.csv", "13.1")
    return (
        PlaceUnits(),
        FormColumn(MARCHING),
        ChoosePlan(SEATS),
        WriteEntries(COMING, clans_of(board, COMING)),
        BeginTurn(1),
    )


def garrison(board: Board) -> Outcome:
    """Clan M is in Kaizu, in defence; the other clans of the Takeda are on the march [18.1]."""
    placed = UnitsPlaced(dict.fromkeys(board.data.clans[GARRISON].units, board.data.map.kaizu))
    clans = (clan for clan in clans_of(board, MARCHING) if clan != GARRISON)
    postures = (PostureChanged(clan, covered(board, clan, "move"), "set-up") for clan in clans)
    return does(By("18.1", placed), *(By("18.1", posture) for posture in postures))


def column_of(board: Board) -> tuple[str, ...]:
    """The hexes of the column, two by two from its head, one on each side of the red line [18.1]."""
    known = scenario_of(board)
    pairs = zip(known.column_start, known.column_beside, strict=True)
    return tuple(place for pair in reversed(tuple(pairs)) for place in pair)


def free_in_column(board: Board) -> tuple[str, ...]:
    """The hexes of the column on which nobody stands [18.1]."""
    taken = {unit.hex for unit in board.units.values()}
    return tuple(place for place in column_of(board) if place not in taken)


def surplus(board: Board) -> tuple[str, ...]:
    """The units of the Takeda that are not on the map yet, in their order [18.1]."""
    return tuple(
        name
        for name, unit in board.units.items()
        if side_of(name) == MARCHING and not unit.hex and not is_eliminated(board, name)
    )


@BOOK.examples(FormColumn, "18.1")
def columns_to_form(board: Board, item: FormColumn, seat: str) -> Iterator[Struct]:
    """All units in their order, any one at the first free hex, or nothing more once it is full [18.1]."""
    waiting, free = surplus(board), free_in_column(board)
    if not waiting or not free:
        yield Done()
        return
    yield Column(tuple(map(short, waiting[: len(free)])))
    yield from (Column((short(unit),), free[:1]) for unit in waiting)


@BOOK.answer(FormColumn, Column, "18.1")
def form_column(board: Board, item: FormColumn, seat: str, order: Column, chance: Chance) -> Outcome:
    """The units stand beside the red line, on both its sides, as the player likes [18.1]."""
    units = tuple(unit_named(board, seat, written) for written in order.units)
    hexes = order.hexes or free_in_column(board)[: len(units)]
    why = _wrong_units(board, order, units) or _wrong_hexes(board, units, hexes)
    if why:
        free = ", ".join(free_in_column(board)[:SHOWN]) or "none"
        raise IllegalMove("18.1", why, f"Free hexes of the column, from its head: {free}.")
    return keeps(UnitsPlaced(dict(zip(units, hexes, strict=True))))


def _wrong_units(board: Board, order: Column, units: tuple[str, ...]) -> str:
    """What is wrong with the units of a column; "" if nothing is [18.1]."""
    for written, unit in zip(order.units, units, strict=True):
        if not unit:
            return f"You have no unit {written}."
        if clan_of(unit) == GARRISON:
            return f"{written} is in Kaizu, and not in the column."
        if units.count(unit) > 1:
            return f"{written} is named twice."
    return "" if units else "No unit is named."


def _wrong_hexes(board: Board, units: tuple[str, ...], hexes: tuple[str, ...]) -> str:
    """What is wrong with their hexes; units that are named again leave theirs [18.1, 10.3]."""
    if len(units) != len(hexes):
        return f"Units named: {len(units)}; hexes for them: {len(hexes)}."
    taken = {unit.hex: short(name) for name, unit in board.units.items() if name not in units}
    for place in hexes:
        if place not in column_of(board):
            return f"{place} is not beside the red line."
        if place in taken:
            return f"{place} is for one unit only, and {taken[place]} is there."
        if hexes.count(place) > 1:
            return f"{place} is for one unit only."
    return ""


@BOOK.answer(FormColumn, Done, "18.1")
def close_column(board: Board, item: FormColumn, seat: str, order: Done, chance: Chance) -> Outcome:
    """Only units for which the column has no room wait behind the edge of the map [18.1]."""
    free, waiting = free_in_column(board), surplus(board)
    if free and waiting:
        why = f"The column has room for {len(free)} more: {', '.join(free[:SHOWN])}."
        could = f"Units that wait: {listed(waiting[:SHOWN])}."
        raise IllegalMove("18.1", why, could)
    return does()


# ---- 18.1, the units for which the column has no room


def coming(board: Board) -> tuple[Struct, ...]:
    """With the chit of march the rear of the column may enter, once the clans have marched [18.1]."""
    return (EnterSurplus(MARCHING),) if hypothetical(board) and surplus(board) else ()


def ways_in(board: Board, unit: str) -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """The hexes where a unit that enters may end, each with the points spent and the path [18.1, 9.3.2].

    It enters by one of the hexes of the edge, moves as in the march, and into no enemy zone.
    """
    at, points = occupants(board), board.data.postures["move"].allowance
    barred = zones_of(board, COMING)
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for gate in scenario_of(board).column_entry:
        price = board.data.terrain[board.data.map.places[gate].terrain].cost or 0
        if gate in barred or (gate in at and side_of(at[gate]) == COMING):
            continue
        inside = ways(with_unit(board, unit, hex=gate), at, unit, points - price)
        for place, way in inside.items():
            spent = price + way.spent
            if place not in at and place not in barred and spent < found.get(place, (points + 1,))[0]:
                found[place] = (spent, path_to(inside, place))
    return found


@BOOK.moot(EnterSurplus, "18.1")
def nobody_can_enter(board: Board, item: EnterSurplus) -> bool:
    """Nobody waits any more, or there is no room [18.1]."""
    waiting = surplus(board)
    return not waiting or not ways_in(board, waiting[0])


@BOOK.examples(EnterSurplus, "18.1")
def entries_of_the_surplus(board: Board, item: EnterSurplus, seat: str) -> Iterator[Struct]:
    """The next unit on any hex that it can reach, or nobody more [18.1]."""
    yield Done()
    unit = surplus(board)[0]
    yield from (Bring(short(unit), place) for place in ways_in(board, unit))


@BOOK.answer(EnterSurplus, Bring, "18.1")
def enter_surplus(board: Board, item: EnterSurplus, seat: str, order: Bring, chance: Chance) -> Outcome:
    """A unit of the rear enters with the points of the march [18.1]."""
    unit, waiting = unit_named(board, seat, order.unit), surplus(board)
    if unit not in waiting:
        could = f"Units that wait: {listed(waiting[:SHOWN])}."
        raise IllegalMove("18.1", f"{order.unit} does not wait behind the edge of the map.", could)
    found = ways_in(board, unit)
    if order.hex not in found:
        points = board.data.postures["move"].allowance
        why = f"{order.unit} cannot enter and reach {order.hex} with {points} movement points."
        raise IllegalMove("18.1", why, f"It can reach {', '.join(list(found)[:SHOWN])}.")
    spent, path = found[order.hex]
    return keeps(SurplusEntered(unit, path, spent))


@BOOK.answer(EnterSurplus, Done, "18.1")
def wait_behind_the_edge(board: Board, item: EnterSurplus, seat: str, order: Done, chance: Chance) -> Outcome:
    """Units may wait for a later march, as clans may in it [18.1, 9.3.2]."""
    return does()


# ---- 18.2


def may_save(board: Board, side: str) -> bool:
    """The Takeda save for their plan only while an Uesugi unit is on a hex of the map [18.2]."""
    if side == COMING or not hypothetical(board):
        return True
    places = board.data.map.places
    return any(side_of(name) == COMING and unit.hex in places for name, unit in board.units.items())


# ---- 18.3


@BOOK.moot(KaizuTaken, "18.3")
def is_held_by_them(board: Board, item: KaizuTaken) -> bool:
    """Kaizu counts when it changes hands [18.3]."""
    return board.kaizu == item.side


@BOOK.step(KaizuTaken, "18.3")
def kaizu_taken(board: Board, item: KaizuTaken, chance: Chance) -> Outcome:
    """Kenshin gets 8 victory points for Kaizu, and loses them when the Takeda take it back [18.3]."""
    worth, before = scenario_of(board).kaizu, lead(board)
    gained = worth if item.side == COMING else -worth
    why = "Kaizu is taken" if item.side == COMING else "Kaizu is lost again"
    after = before - gained
    scored = PointsScored(COMING, Sum((Term(gained, why, "18.3"),)), after)
    return does(KaizuChanged(item.side), scored, *samurai_called(board, before, after))
