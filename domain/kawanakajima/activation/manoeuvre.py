"""Chapter 9.4, the second phase: the units of the activated clans move, one after the other.

6.3   the units of a clan are kept or brought together
6.5   what their posture obliges them to
10.1  within the allowance of their posture, each on its own
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, groupby, islice

from msgspec.structs import replace

from domain.kawanakajima.board.field_events import UnitMoved
from domain.kawanakajima.board.fortress import card, is_leaving
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, short, unit_named
from domain.kawanakajima.board.zones import Occupants, enemy_hexes, is_held, occupants, posture_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.combat.declare import fight, fight_bars, fight_to_pick
from domain.kawanakajima.movement import obligations
from domain.kawanakajima.movement.by_hand import next_steps, points_of
from domain.kawanakajima.movement.ways import allowance, cost_between, path_bars, path_to, walked
from domain.kawanakajima.siege.begin import occupy_bars
from domain.kawanakajima.siege.entering import occupations
from domain.kawanakajima.words.field_items import Engage, Manoeuvre, PosturePhase
from domain.kawanakajima.words.field_orders import Fight, Move
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_orders import Occupy
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does, keeps, tag_of
from domain.kit.narrowed import ONE, PATH, Count, Narrowed, Picks, Value, values_of

SHOWN = 6
"""Hexes that a refusal names."""

MP = "MP"
"""Movement points beside a hex, where there is little room."""

BY_HAND = "hex by hex"
"""The pick after which a path is made step by step."""

FORWARD = 2
"""Examples of movements of a unit, around Kaizu."""


@kept
def movers(board: Board, clans: tuple[str, ...]) -> tuple[str, ...]:
    """The units that can still move: not twice, and not out of an enemy zone; whoever is about to leave Kaizu
    before all others [5.2, 10.1, 13.3]."""
    at = occupants(board)
    free = tuple(
        unit
        for unit in obligations.members(board, clans)
        if unit not in board.field.moved and allowance(board, unit) and not is_held(board, at, unit)
    )
    return tuple(unit for unit in free if is_leaving(board, unit)) or free


@BOOK.moot(Manoeuvre, "10.1")
def nobody_moves(board: Board, item: Manoeuvre) -> bool:
    """Once each unit has moved, or cannot, the phase is over [10.1]."""
    return not movers(board, item.clans)


@BOOK.examples(Manoeuvre, "10.1")
def movements(board: Board, item: Manoeuvre, seat: str) -> Iterator[Move | Occupy | Done]:
    """Every hex where each unit may end; Kaizu; nothing more where that is allowed [10.1].

    Around Kaizu a unit has but a few examples, those that lead to the fortress or the enemy: there is so much
    more to do.
    """
    if board.fort:
        into = tuple(occupations(board, item.clans))
        yield from into or _forward(board, seat, possible_moves(board, item))
    else:
        yield from possible_moves(board, item)
    if not any(stop_bars(board, item)):
        yield Done()


def possible_moves(board: Board, item: Manoeuvre) -> Iterator[Move]:
    """Every hex where each unit may end, by the cheapest way [10.1]."""
    for unit in movers(board, item.clans):
        here, legal = board.units[unit].hex, obligations.ends_of(board, item.clans, unit)
        for hex in legal.hexes:
            yield Move(short(unit), path_to(legal.ways, hex)[1:] if hex != here else (here,))


@BOOK.narrows(Manoeuvre, Move, "10.1", first=True)
def moves_to_pick(board: Board, item: Manoeuvre, seat: str, picks: Picks) -> Narrowed:
    """A unit, then the hex where it ends, by the cheapest way; or hex by hex [6.5, 10.1]."""
    if not picks:
        units = map(short, obligations.members(board, item.clans))
        return Narrowed(values_of("unit", units, tag_of(Move)), PATH, "unit")
    unit, points = unit_named(board, seat, picks[0]), Count("movement points", 0)
    here, legal = board.units[unit].hex, obligations.ends_of(board, item.clans, unit)
    if picks[1:2] == (BY_HAND,):
        return _hex_by_hex(board, item, seat, picks)
    if len(picks) > 1:
        way = tuple(path_to(legal.ways, picks[1])) if picks[1] in legal.ways else ()
        order, bars = Move(picks[0], way[1:] or picks[1:]), partial(move_bars, board, item, seat)
        return Narrowed(order=order, bars=bars, way=way)
    hexes = legal.hexes if unit in movers(board, item.clans) else (here,)
    costs = {hex: Count(MP, legal.ways[hex].spent) for hex in hexes if hex in legal.ways}
    most = allowance(board, unit)
    values = [Value(hex, "path", hex, cost=costs.get(hex)) for hex in hexes]
    by_hand = [Value(BY_HAND, "", tag_of(Move))] if unit in movers(board, item.clans) else []
    return Narrowed((*values, *by_hand), PATH, "path", left=(replace(points, number=most, all=most),))


def _hex_by_hex(board: Board, item: Manoeuvre, seat: str, picks: Picks) -> Narrowed:
    """The way that the player wants, as long as it leads to a legal end [10.2]."""
    unit, path, points = unit_named(board, seat, picks[0]), picks[2:], Count("movement points", 0)
    steps, most = next_steps(board, item.clans, unit, path), allowance(board, unit)
    left = replace(points, number=most - points_of(board, item.clans, unit, path), all=most)

    def bars(order: Move) -> Bars:
        for bar in move_bars(board, item, seat, order):
            yield bar._replace(cured=bool(steps))

    values = tuple([Value(hex, "path", hex, cost=Count(MP, cost)) for hex, cost in steps.items()])
    order = Move(picks[0], path) if path else None
    way = (board.units[unit].hex, *path)
    return Narrowed(values, PATH, "path", order, bars, (left,), way=way)


@BOOK.narrows(Manoeuvre, Fight, "10.1")
def fight_to_pick_at_once(board: Board, item: Manoeuvre, seat: str, picks: Picks) -> Narrowed:
    """A combat, once some unit has moved [10.1, 11.1]."""

    def bars(order: Fight) -> Bars:
        yield from chain(unmoved_bars(board, item), stop_bars(board, item))
        yield from fight_bars(board, Engage(seat, item.clans), seat, order)

    found = fight_to_pick(board, Engage(seat, item.clans), seat, picks)
    return replace(found, bars=bars)


@BOOK.narrows(Manoeuvre, Occupy, "13.3")
def zones_to_enter_by(board: Board, item: Manoeuvre, seat: str, picks: Picks) -> Narrowed:
    """A clan, then the zone by which it goes into Kaizu [13.3, 13.7]."""
    if not picks:
        return Narrowed(values_of("clan", map(short, item.clans)), ONE, "clan")
    if len(picks) > 1:
        return Narrowed(order=Occupy(*picks), bars=partial(occupy_bars, board, item, seat))
    return Narrowed(values_of("zone", card(board).zones if board.fort else ("centre",)), ONE, "zone")


@BOOK.only(Manoeuvre, "10.1")
def forced_move(board: Board, item: Manoeuvre, seat: str) -> tuple[Move | Done, ...]:
    """Somebody has to move, and there is one way; or nobody can go anywhere [6.5, 10.1, rules/edition]."""
    if not board.options.forced_steps or board.fort:
        return ()
    moves, is_bound = tuple(islice(_going(board, item), 2)), any(stop_bars(board, item))
    if is_bound:
        return moves if len(moves) == 1 else ()
    return () if moves else (Done(),)


def _going(board: Board, item: Manoeuvre) -> Iterator[Move]:
    """The movements that lead away from where a unit stands."""
    here = {short(unit): board.units[unit].hex for unit in obligations.members(board, item.clans)}
    yield from (order for order in possible_moves(board, item) if order.path[-1] != here[order.unit])


def _forward(board: Board, seat: str, moves: Iterator[Move]) -> Iterator[Move]:
    """Of the moves of each unit the few that end nearest to Kaizu, or to the enemy."""
    goals = tuple(dict.fromkeys((board.fort, *enemy_hexes(board, seat))))
    for _, own in groupby(moves, key=lambda order: order.unit):
        ranked = sorted(own, key=lambda order: _away(board, order.path[-1], goals))
        yield from ranked[:FORWARD]


def _away(board: Board, here: str, goals: tuple[str, ...]) -> int:
    return min(cost_between(board.data.map, here, goal) for goal in goals)


def restless(board: Board, clans: tuple[str, ...]) -> str:
    """The first unit that may not stay where it is; "" if all may [6.3, 6.5]."""
    for unit in movers(board, clans):
        own = obligations.company(board, clans, unit)
        scattered = not obligations.is_together(board, own)
        bound = posture_of(board, unit) == "attack" or board.units[unit].hex == board.fort
        if bound or (scattered and obligations.settled(board, own, unit)):
            if board.units[unit].hex not in obligations.ends_of(board, own, unit).hexes:
                return unit
        elif scattered and can_come_nearer(board, own, unit):
            return unit
    return ""


def can_come_nearer(board: Board, clans: tuple[str, ...], unit: str) -> bool:
    """Whether a lone unit can end nearer to another of its clan than it stands [6.3]."""
    mates = [board.units[mate].hex for mate in obligations.members(board, clans) if mate != unit]
    if not obligations.is_alone(board, unit, obligations.members(board, clans)):
        return False
    away = {
        hex: min(obligations.distance_on_map(board, hex, there) for there in mates)
        for hex in obligations.ends_of(board, clans, unit).hexes
    }
    return min(away.values()) < away[board.units[unit].hex]


def move_bars(board: Board, item: Manoeuvre, seat: str, order: Move) -> Bars:
    """A unit moves within its allowance and the limits of its posture [6.5, 10.1]."""
    at, unit = occupants(board), unit_named(board, seat, order.unit)
    yield from _mover_bars(board, at, item, unit, order)
    yield from path_bars(board, at, unit, order.path, allowance(board, unit))
    path, _ = walked(board, at, unit, order.path, allowance(board, unit))
    if not obligations.may_end(board, item.clans, unit, path[-1]):
        legal = obligations.ends_of(board, item.clans, unit)
        could = f"{short(unit)} may end at {either(legal.hexes[:SHOWN])}."
        why = f"{path[-1]} does not do."
        yield Bar(legal.rule, f"{legal.why} {why}", could)


def _mover_bars(board: Board, at: Occupants, item: Manoeuvre, unit: str, order: Move) -> Bars:
    """The unit that the order names can move now [5.2, 10.1, 13.3]."""
    free = movers(board, item.clans)
    if unit in free:
        return
    could = f"Units that can move: {either([short(known) for known in free])}."
    if unit not in obligations.members(board, item.clans):
        yield Bar("10.1", f"{order.unit} is not activated, or not on the map.", could)
    elif unit in board.field.moved:
        yield Bar("10.1", f"{order.unit} has moved already.", could)
    elif not allowance(board, unit):
        yield Bar("6.5", f"{order.unit} cannot move: its clan is in regroup.", could)
    elif not is_held(board, at, unit):
        yield Bar("13.3", "A clan that leaves Kaizu goes out whole before others move.", could)
    else:
        yield Bar("5.2", f"{order.unit} is in an enemy zone and cannot leave it.", could)


@BOOK.answer(Manoeuvre, Move, "10.1")
def move(board: Board, item: Manoeuvre, seat: str, order: Move, chance: Chance) -> Outcome:
    """A unit moves within its allowance and the limits of its posture [6.5, 10.1]."""
    refuse_first(move_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    path, spent = walked(board, occupants(board), unit, order.path, allowance(board, unit))
    return keeps(UnitMoved(unit, path, spent))


def stop_bars(board: Board, item: Manoeuvre) -> Bars:
    """The others stay, unless posture or clan obliges them to move [6.3, 6.5, 13.3]."""
    unit = restless(board, item.clans)
    if not unit:
        return
    legal = obligations.ends_of(board, item.clans, unit)
    why = f"{short(unit)} cannot stay at {board.units[unit].hex}."
    could = f"It may end at {either(legal.hexes[:SHOWN])}."
    if not legal.why:
        together = "The units of a clan come together when it is activated."
        yield Bar("6.3", f"{together} {why}", "Bring one of them nearer to another.")
    elif board.units[unit].hex == board.fort:
        yield Bar("13.3", f"A clan leaves Kaizu whole, and {short(unit)} is inside.", could)
    else:
        yield Bar(legal.rule, f"{legal.why} {why}", could)


@BOOK.answer(Manoeuvre, Done, "10.1")
def stop_moving(board: Board, item: Manoeuvre, seat: str, order: Done, chance: Chance) -> Outcome:
    """The others stay, unless posture or clan obliges them to move [6.3, 6.5, 10.1]."""
    refuse_first(stop_bars(board, item))
    return does()


# ---- steps that need no word of their own


@BOOK.answer(PosturePhase, Move, "6.4")
def move_at_once(board: Board, item: PosturePhase, seat: str, order: Move, chance: Chance) -> Outcome:
    """Who moves a unit of the clan without a word about its posture keeps that [6.4, 10.1]."""
    refuse_first(at_once_bars(item))
    moved = move(board, Manoeuvre(seat, item.clans), seat, order, chance)
    return does(*moved.events)


def at_once_bars(item: PosturePhase) -> Bars:
    if len(item.clans) > 1:
        yield Bar("6.4", "Several clans may change their posture first.", 'Write "done" to keep them all.')


@BOOK.answer(Manoeuvre, Fight, "10.1")
def fight_at_once(board: Board, item: Manoeuvre, seat: str, order: Fight, chance: Chance) -> Outcome:
    """Who has moved some units and fights moves no more of them [10.1, 11.1]."""
    refuse_first(chain(unmoved_bars(board, item), stop_bars(board, item)))
    fought = fight(board, Engage(seat, item.clans), seat, order, chance)
    return does(*fought.events, then=fought.then[:-1])  # its own phase of combat comes next by itself


def unmoved_bars(board: Board, item: Manoeuvre) -> Bars:
    """Movement that nobody has begun is not given up without a word; a march has no combat [9.3.2, 10.1]."""
    if board.drawn == "march":
        yield Bar("9.3.2", "Clans march without combat.", 'Move its units, or write "done".')
    if not any(unit in board.field.moved for unit in obligations.members(board, item.clans)):
        yield Bar("10.1", "No unit of the clan has moved yet.", 'Move some, or write "done" first.')
