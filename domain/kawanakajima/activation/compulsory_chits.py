"""Chapter 9.3: the compulsory chits of rally, march and combat.

9.3.1  rally: retreats of both sides, then rallies
9.3.2  march: clans in move, of both sides in turn
9.3.3  combat: attacking units advance by a hex, then all units of the side fight
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kawanakajima.board.field_events import Activated, MarchThrown, UnitMoved
from domain.kawanakajima.board.fortress import free_of_siege
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clans_of,
    enemy,
    is_present,
    short,
    unit_named,
    units_of,
)
from domain.kawanakajima.board.zones import is_held, occupants
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.movement.obligations import targets
from domain.kawanakajima.movement.retreats import clan_retreat, in_danger
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.scenario.hypothetical import coming
from domain.kawanakajima.words.field_items import (
    CombatChit,
    Engage,
    ForcedAdvance,
    Manoeuvre,
    MarchChit,
    MarchTurn,
    RallyChit,
    RallyPhase,
)
from domain.kawanakajima.words.field_orders import March, Move
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import CountActions, RallyTroops
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does, keeps

# ---- rally


@BOOK.step(RallyChit, "9.3.1")
def rally_chit(board: Board, item: RallyChit, chance: Chance) -> Outcome:
    """Clans in regroup near the enemy retreat, all at once; their other units may rally [9.3.1].

    The disabled of a siege throw last [13.6.2].
    """
    clans = tuple(clan for side in SEATS for clan in in_posture(board, side, "regroup"))
    going = tuple(clan_retreat(board, clan) for clan in clans if in_danger(board, clan))
    barred = tuple(unit for one in going for unit in one.left)
    phases = (RallyPhase(side, clans_of(board, side), barred) for side in SEATS)
    troops = tuple(RallyTroops(side) for side in SEATS) if board.siege else ()
    return does(Activated("", (), "rally"), then=(*going, *phases, *troops))


@kept
def in_posture(board: Board, side: str, posture: str) -> tuple[str, ...]:
    """The clans of a side that are there in that posture; not those in a siege [13.6]."""
    clans = [clan for clan in clans_of(board, side) if board.postures[clan] == posture]
    return free_of_siege(board, [clan for clan in clans if is_present(board, clan)])


# ---- march


@BOOK.step(MarchChit, "9.3.2")
def march_chit(board: Board, item: MarchChit, chance: Chance) -> Outcome:
    """Both sides throw, ties again; the higher marches first; then who comes by the edge [9.3.2, 18.1]."""
    sides = tuple(side for side in SEATS if marching(board, MarchTurn(side), side))
    if len(sides) < len(SEATS):
        return does(then=(*(MarchTurn(side) for side in sides), *coming(board)))
    faces: list[tuple[int, int]] = []
    while not faces or faces[-1][0] == faces[-1][1]:
        purpose = f"first march, throw {len(faces) + 1}: takeda, uesugi"
        one, other = chance.throw("9.3.2", purpose, sides=6, count=2)
        faces.append((one, other))
    first = SEATS[0] if faces[-1][0] > faces[-1][1] else SEATS[1]
    return does(MarchThrown(tuple(faces), first), then=(MarchTurn(first), *coming(board)))


def marching(board: Board, item: MarchTurn, side: str) -> tuple[str, ...]:
    """The clans of a side that can still march [9.3.2]."""
    if side in item.stopped:
        return ()
    return tuple(clan for clan in in_posture(board, side, "move") if clan not in item.marched)


@BOOK.offered(MarchTurn, "9.3.2", private=True)
def marches(board: Board, item: MarchTurn, seat: str) -> Iterator[March | Done]:
    """Each clan in move that has not marched, or no more of them [9.3.2]."""
    yield from (March(short(clan)) for clan in marching(board, item, seat))
    yield Done()


def march_bars(board: Board, item: MarchTurn, seat: str, order: March) -> Bars:
    able = marching(board, item, seat)
    if clan_named(board, seat, order.clan) not in able:
        could = f"Clans that can: {either([short(known) for known in able])}."
        yield Bar("9.3.2", f"Clan {order.clan} is not in move, or has marched.", could)


@BOOK.answer(MarchTurn, March, "9.3.2")
def march(board: Board, item: MarchTurn, seat: str, order: March, chance: Chance) -> Outcome:
    """The sides march clan by clan in turn, without combat [9.3.2]."""
    refuse_first(march_bars(board, item, seat, order))
    clan = clan_named(board, seat, order.clan)
    after = replace(item, marched=(*item.marched, clan))
    then = (Manoeuvre(seat, (clan,)), *_next_march(board, after))
    return does(Activated(seat, (clan,), "march"), then=then)


@BOOK.answer(MarchTurn, Done, "9.3.2")
def stop_marching(board: Board, item: MarchTurn, seat: str, order: Done, chance: Chance) -> Outcome:
    """No clan has to march [9.3.2]."""
    return does(then=_next_march(board, replace(item, stopped=(*item.stopped, seat))))


def _next_march(board: Board, item: MarchTurn) -> tuple[MarchTurn, ...]:
    """The other side's turn, or the same again if the other has none left [9.3.2]."""
    turns = (replace(item, seat=side) for side in (enemy(item.seat), item.seat))
    return tuple(turn for turn in turns if marching(board, turn, turn.seat))[:1]


# ---- combat


@BOOK.step(CombatChit, "9.3.3")
def combat_chit(board: Board, item: CombatChit, chance: Chance) -> Outcome:
    """The attacking clans of a side advance, then all its units fight; then the siege [9.3.3, 13.6.1]."""
    clans = tuple(clan for clan in clans_of(board, item.side) if is_present(board, clan))
    siege = (CountActions(item.side),) if board.siege else ()
    then = (ForcedAdvance(item.side), Engage(item.side), *siege)
    return does(Activated(item.side, clans, "combat"), then=then)


@BOOK.offered(ForcedAdvance, "9.3.3")
def forced_advances(board: Board, item: ForcedAdvance, seat: str) -> Iterator[Move]:
    """Each attacking unit that has not advanced, with each hex nearer to a nearest enemy [9.3.3]."""
    for unit in advancing(board, seat):
        yield from (Move(short(unit), (hex,)) for hex in nearer(board, unit))


@kept
def advancing(board: Board, side: str) -> tuple[str, ...]:
    """The units in attack that have not advanced and that no enemy zone holds [5.2, 9.3.3].

    By the editions from 3 on also those on an entry point, which is next to its hexes [16.2].
    """
    at, ground = occupants(board), board.data.map
    entries = ground.entries if board.options.sight_from_entries else ()
    return tuple(
        unit
        for clan in in_posture(board, side, "attack")
        for unit in units_of(board, clan)
        if unit not in board.field.moved
        and (board.units[unit].hex in ground.places or board.units[unit].hex in entries)
        and board.units[unit].hex != board.fort
        and not is_held(board, at, unit)
    )


@kept
def nearer(board: Board, unit: str) -> tuple[str, ...]:
    """The free hexes next to a unit that are nearer to an enemy it may head for [9.3.3]."""
    at, here, ground = occupants(board), board.units[unit].hex, board.data.map
    goals = [board.units[foe].hex for foe in targets(board, unit)]
    return tuple(
        hex
        for hex, _ in ground.steps[here]
        if hex not in at
        and any(cost_between(ground, hex, goal) < cost_between(ground, here, goal) for goal in goals)
    )


@BOOK.when_none(ForcedAdvance, "9.3.3")
def all_have_advanced(board: Board, item: ForcedAdvance, chance: Chance) -> Outcome:
    """Units that have nothing nearer to go to stay [9.3.3]."""
    return does()


def advance_bars(board: Board, item: ForcedAdvance, seat: str, order: Move) -> Bars:
    unit, able = unit_named(board, seat, order.unit), advancing(board, seat)
    if unit not in able:
        could = f"Units that advance: {either([short(known) for known in able])}."
        yield Bar("9.3.3", f"{order.unit} does not advance now.", could)
        return
    hexes = nearer(board, unit)
    if len(order.path) != 1 or order.path[0] not in hexes:
        could = f"{order.unit} may advance to {either(hexes)}." if hexes else f"{order.unit} stays."
        yield Bar("9.3.3", "The advance is by one hex, nearer to the nearest enemy.", could)


@BOOK.answer(ForcedAdvance, Move, "9.3.3")
def advance_by_a_hex(board: Board, item: ForcedAdvance, seat: str, order: Move, chance: Chance) -> Outcome:
    """A unit in attack advances by one hex towards the nearest enemy [9.3.3]."""
    refuse_first(advance_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    return keeps(UnitMoved(unit, (board.units[unit].hex, order.path[0]), 0, "combat chit"))
