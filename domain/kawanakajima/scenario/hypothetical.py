"""Chapter 18, the hypothetical scenario: Kenshin comes down from Saijo while Shingen marches to Kaizu.

18.1   the garrison of Kaizu, the column, the units for which it has no room; the Uesugi by Mount Saijo
18.2   both plans have to be activated; when the Takeda may save points for theirs
18.3   Kaizu is worth victory points; the last turn is in victory.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board.events import (
    KaizuChanged,
    PointsScored,
    PostureChanged,
    SurplusEntered,
    UnitsPlaced,
)
from domain.kawanakajima.board.memo import kept
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
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import TableMissing
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.narrowed import PATH, SOME, Count, Narrowed, Picks, Value, values_of
from domain.kit.sums import Sum, Term

MARCHING, COMING = SEATS
"""The Takeda march to Kaizu, the Uesugi come down from Mount Saijo [18.1]."""

GARRISON = "tM"
"""The clan in Kaizu [18.1]."""

SHOWN = 8
"""Hexes or units that a refusal names."""

AT = "at "
"""How the pick of a hex in the column begins."""


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


@kept
def column_of(board: Board) -> tuple[str, ...]:
    """The hexes of the column, two by two from its head, one on each side of the red line [18.1]."""
    known = scenario_of(board)
    pairs = zip(known.column_start, known.column_beside, strict=True)
    return tuple(place for pair in reversed(tuple(pairs)) for place in pair)


@kept
def free_in_column(board: Board) -> tuple[str, ...]:
    """The hexes of the column on which nobody stands [18.1]."""
    taken = {unit.hex for unit in board.units.values()}
    return tuple(place for place in column_of(board) if place not in taken)


@kept
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
    if not any(close_bars(board)):
        yield Done()
        return
    waiting, free = surplus(board), free_in_column(board)
    yield Column(tuple(map(short, waiting[: len(free)])))
    yield from (Column((short(unit),), free[:1]) for unit in waiting)


def column_bars(board: Board, item: FormColumn, seat: str, order: Column) -> Bars:
    free = ", ".join(free_in_column(board)[:SHOWN]) or "none"
    could = f"Free hexes of the column, from its head: {free}."
    units = tuple(unit_named(board, seat, written) for written in order.units)
    yield from _unit_bars(order, units, could)
    yield from _hex_bars(board, units, _hexes_of(board, order), could)


def _hexes_of(board: Board, order: Column) -> tuple[str, ...]:
    return order.hexes or free_in_column(board)[: len(order.units)]


def _unit_bars(order: Column, units: tuple[str, ...], could: str) -> Bars:
    for written, unit in zip(order.units, units, strict=True):
        if not unit:
            yield Bar("18.1", f"You have no unit {written}.", could)
        elif clan_of(unit) == GARRISON:
            yield Bar("18.1", f"{written} is in Kaizu, and not in the column.", could)
        elif units.count(unit) > 1:
            yield Bar("18.1", f"{written} is named twice.", could)
    if not units:
        yield Bar("18.1", "No unit is named.", could)


def _hex_bars(board: Board, units: tuple[str, ...], hexes: tuple[str, ...], could: str) -> Bars:
    """One hex beside the red line for each; units that are named again leave theirs [18.1, 10.3]."""
    taken = {unit.hex: short(name) for name, unit in board.units.items() if name not in units}
    if len(units) != len(hexes):
        room = sum(place not in taken for place in column_of(board))
        why = f"Units named: {len(units)}; hexes for them: {len(hexes)}."
        yield Bar("18.1", why, could, cured=len(hexes) < len(units) <= room)
    for place in hexes:
        if place not in column_of(board):
            yield Bar("18.1", f"{place} is not beside the red line.", could)
        elif place in taken:
            yield Bar("18.1", f"{place} is for one unit only, and {taken[place]} is there.", could)
        elif hexes.count(place) > 1:
            yield Bar("18.1", f"{place} is for one unit only.", could)


@BOOK.narrows(FormColumn, Column, "18.1", first=True)
def column_to_pick(board: Board, item: FormColumn, seat: str, picks: Picks) -> Narrowed:
    """Units, on the free hexes from the head of the column, or on hexes of their own [18.1]."""
    units = tuple([one for one in picks if not one.startswith(AT)])
    hexes = tuple([one.removeprefix(AT) for one in picks if one.startswith(AT)])
    names = [] if hexes else [short(one) for one in board.units if side_of(one) == seat]
    others = [unit for name, unit in board.units.items() if side_of(name) != seat or short(name) not in units]
    taken = {unit.hex for unit in others}
    free = [one for one in column_of(board) if one not in (*hexes, *taken)]
    more = free if len(hexes) < len(units) else []
    values = (
        *values_of("units", (one for one in names if one not in units)),
        *(Value(AT + one, "hexes", one, "on the hexes") for one in more),
    )
    order, cures = Column(units, hexes) if units else None, tuple([AT + one for one in more])
    return Narrowed(values, SOME, "units", order, partial(column_bars, board, item, seat), cures=cures)


@BOOK.answer(FormColumn, Column, "18.1")
def form_column(board: Board, item: FormColumn, seat: str, order: Column, chance: Chance) -> Outcome:
    """The units stand beside the red line, on both its sides, as the player likes [18.1]."""
    refuse_first(column_bars(board, item, seat, order))
    units = (unit_named(board, seat, written) for written in order.units)
    return keeps(UnitsPlaced(dict(zip(units, _hexes_of(board, order), strict=True))))


def close_bars(board: Board) -> Bars:
    """Only units for which the column has no room wait behind the edge of the map [18.1]."""
    free, waiting = free_in_column(board), surplus(board)
    if free and waiting:
        why = f"The column has room for {len(free)} more: {', '.join(free[:SHOWN])}."
        could = f"Units that wait: {listed(waiting[:SHOWN])}."
        yield Bar("18.1", why, could)


@BOOK.answer(FormColumn, Done, "18.1")
def close_column(board: Board, item: FormColumn, seat: str, order: Done, chance: Chance) -> Outcome:
    """Only units for which the column has no room wait behind the edge of the map [18.1]."""
    refuse_first(close_bars(board))
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


def bring_bars(board: Board, item: EnterSurplus, seat: str, order: Bring) -> Bars:
    unit, waiting = unit_named(board, seat, order.unit), surplus(board)
    if unit not in waiting:
        could = f"Units that wait: {listed(waiting[:SHOWN])}."
        yield Bar("18.1", f"{order.unit} does not wait behind the edge of the map.", could)
        return
    found = ways_in(board, unit)
    if order.hex not in found:
        points = board.data.postures["move"].allowance
        why = f"{order.unit} cannot enter and reach {order.hex} with {points} movement points."
        yield Bar("18.1", why, f"It can reach {', '.join(list(found)[:SHOWN])}.")


@BOOK.narrows(EnterSurplus, Bring, "18.1", first=True)
def unit_to_bring(board: Board, item: EnterSurplus, seat: str, picks: Picks) -> Narrowed:
    """A unit that waits, and where it ends [18.1]."""
    if not picks:
        return Narrowed(values_of("unit", map(short, surplus(board))), PATH, "unit")
    if len(picks) > 1:
        return Narrowed(order=Bring(*picks), bars=partial(bring_bars, board, item, seat))
    found = ways_in(board, unit_named(board, seat, picks[0]))
    costs = {place: Count("MP", spent) for place, (spent, _path) in found.items()}
    return Narrowed(tuple([Value(one, "hex", one, cost=costs[one]) for one in costs]), PATH, "hex")


@BOOK.answer(EnterSurplus, Bring, "18.1")
def enter_surplus(board: Board, item: EnterSurplus, seat: str, order: Bring, chance: Chance) -> Outcome:
    """A unit of the rear enters with the points of the march [18.1]."""
    refuse_first(bring_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    spent, path = ways_in(board, unit)[order.hex]
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
