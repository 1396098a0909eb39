"""Chapter 11, the throw, the results, and advance after combat.

11.5   two throws of 2d6: one for the column, one for the row
11.7   results: who takes them, steps lost, retreat by a hex (reconstructed but for the examples)
7.3    plans of the defender that turn a result into another
11.13  advance after combat
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board.field_events import (
    Fought,
    ResultConverted,
    RetreatBlocked,
    UnitAdvanced,
    UnitFellBack,
)
from domain.kawanakajima.board.plans_in_play import active, used
from domain.kawanakajima.board.state import Board, enemy, short, side_of, unit_named
from domain.kawanakajima.board.zones import holders, occupants, posture_of, reaches
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.combat.odds import Odds, odds
from domain.kawanakajima.data.tables import Hit, Suffered
from domain.kawanakajima.words.field_items import (
    AdvanceAfter,
    AfterCombat,
    ChooseSufferer,
    Combat,
    Convert,
    FallBack,
    Loss,
    Suffering,
)
from domain.kawanakajima.words.field_orders import Advance, Retreat, Suffer
from domain.kawanakajima.words.orders import Done
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.narrowed import PATH, Narrowed, Picks, values_of
from domain.kit.sums import Sum, Term

Units = tuple[str, ...]


# ---- the throw


@BOOK.step(Combat, "11.5")
def throw(board: Board, item: Combat, chance: Chance) -> Outcome:
    """2d6 with modifiers give the column, 2d6 more the row; where they cross is the result [11.5]."""
    made = odds(board, item)
    attackers, defenders = _names(item.attackers), _names(item.defenders)
    across = f"column of the combat, {item.side} {attackers} on {defenders}"
    down = f"row of the combat, {item.side} {attackers} on {defenders}"
    column_dice = chance.throw("11.5", across, sides=6, count=2)
    row_dice = chance.throw("11.5", down, sides=6, count=2)
    column, row = _with_dice(made.column, column_dice), _with_dice(made.row, row_dice)
    result = board.data.combat.result(column.total, row.total).code
    fought = Fought(
        item.side, item.attackers, item.defenders, made.kind, column, row, column_dice, row_dice, result
    )
    return does(fought, then=_consequences(board, item, made, result))


def _names(units: Units) -> str:
    return ", ".join(short(unit) for unit in units)


def _with_dice(modifiers: Sum, dice: tuple[int, ...]) -> Sum:
    return Sum((Term(sum(dice), "2d6", "11.5"), *modifiers.terms))


def _consequences(board: Board, item: Combat, made: Odds, result: str) -> tuple[Struct, ...]:
    """First the defenders suffer, then the attackers whom a defender can reach, then the hexes are taken."""
    theirs = enemy(item.side)
    struck = tuple(
        unit
        for unit in item.attackers
        if any(reaches(board, foe, board.units[unit].hex) for foe in item.defenders)
    )
    after = AfterCombat(
        item.side,
        item.attackers,
        item.defenders,
        _hexes(board, item.attackers),
        _hexes(board, item.defenders),
        0 if board.options.retreat_invites else len(board.field.retreated),
    )
    return (
        Convert(theirs, item.defenders, result),
        *((Suffering(item.side, struck, result, attacking=True),) if struck else ()),
        after,
    )


def _hexes(board: Board, units: Units) -> Units:
    return tuple(board.units[unit].hex for unit in units)


@BOOK.step(Convert, "7.3")
def convert(board: Board, item: Convert, chance: Chance) -> Outcome:
    """Koyaku gives way before a loss of two, Saku stands fast before a retreat: a die says how [7.3]."""
    plan, part = active(board, item.seat), defender_part(item.code)
    if plan is None or not plan.converts or plan.converts != part:
        return does(then=(Suffering(item.seat, item.units, item.code, attacking=False),))
    (face,) = chance.throw("7.3", f"{plan.name} of {item.seat} against {part}", sides=6)
    code = plan.into[face - 1]
    turned = ResultConverted(item.seat, plan.name, face, part, code)
    suffering = Suffering(item.seat, item.units, code, attacking=False)
    return does(*used(board, item.seat), turned, then=(suffering,))


def defender_part(code: str) -> str:
    """What the defender suffers: of "a1-d2^1" that is "d2^1" [11.7]."""
    return next((part for part in code.split("-") if part.startswith("d")), "")


# ---- who suffers what


@BOOK.step(Suffering, "11.7")
def suffer(board: Board, item: Suffering, chance: Chance) -> Outcome:
    """The main part of a result strikes one unit of a side, the raised part each other one [11.7]."""
    part, units = _part(board, item), _alive(board, item.units)
    if len(units) > 1 and part.main != part.others:
        return does(then=(ChooseSufferer(item.seat, units, item.code, item.attacking),))
    return does(then=_hits(board, part, units, units[:1]))


def _part(board: Board, item: Suffering | ChooseSufferer) -> Suffered:
    result = board.data.combat.results[item.code]
    return result.attacker if item.attacking else result.defender


def _alive(board: Board, units: Units) -> Units:
    return tuple(unit for unit in units if board.units[unit].hex)


def _hits(board: Board, part: Suffered, units: Units, first: Units) -> tuple[Struct, ...]:
    """Losses before retreats: only who is left falls back."""
    order = (*first, *(unit for unit in units if unit not in first))
    suffered: list[tuple[str, Hit]] = [(unit, part.main if unit in first else part.others) for unit in order]
    losses = (Loss(u, hit.losses, hit.eliminated) for u, hit in suffered if hit.losses or hit.eliminated)
    back = (FallBack(side_of(u), u, board.units[u].hex) for u, hit in suffered if hit.retreat)
    return (*losses, *back)


@BOOK.offered(ChooseSufferer, "11.7")
def sufferers(board: Board, item: ChooseSufferer, seat: str) -> Iterator[Suffer]:
    """Any unit of the side in this combat [11.7]."""
    yield from (Suffer(short(unit)) for unit in item.units)


def sufferer_bars(board: Board, item: ChooseSufferer, seat: str, order: Suffer) -> Bars:
    if unit_named(board, seat, order.unit) not in item.units:
        names = either([short(known) for known in item.units])
        yield Bar("11.7", f"{order.unit} is not in this combat.", f"Choose {names}.")


@BOOK.answer(ChooseSufferer, Suffer, "11.7")
def choose_sufferer(board: Board, item: ChooseSufferer, seat: str, order: Suffer, chance: Chance) -> Outcome:
    """The owner says which of his units takes the main part [11.7]."""
    refuse_first(sufferer_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    return does(then=_hits(board, _part(board, item), item.units, (unit,)))


# ---- retreat by a hex


@BOOK.moot(FallBack, "11.7")
def has_left(board: Board, item: FallBack) -> bool:
    """A unit that is eliminated, or has retreated with its clan, does not fall back besides [11.7]."""
    return board.units[item.unit].hex != item.hex


@BOOK.offered(FallBack, "11.7")
def ways_back(board: Board, item: FallBack, seat: str) -> Iterator[Retreat]:
    """A hex next to the unit that it can enter, that is empty, and in no enemy zone [11.7]."""
    yield from (Retreat(short(item.unit), hex) for hex in hexes_back(board, item.unit))


@BOOK.narrows(FallBack, Retreat, "11.7")
def way_back_to_pick(board: Board, item: FallBack, seat: str, picks: Picks) -> Narrowed:
    """Where the unit goes: which it is, is settled [11.7]."""
    if not picks:
        return Narrowed(values_of("hex", hexes_back(board, item.unit)), PATH, "hex")
    bars = partial(fall_back_bars, board, item, seat)
    return Narrowed(order=Retreat(short(item.unit), picks[0]), bars=bars, way=(item.hex, picks[0]))


def hexes_back(board: Board, unit: str) -> tuple[str, ...]:
    at, side = occupants(board), side_of(unit)
    steps = board.data.map.steps[board.units[unit].hex]
    return tuple(hex for hex, _ in steps if hex not in at and not holders(board, at, hex, enemy(side)))


def fall_back_bars(board: Board, item: FallBack, seat: str, order: Retreat) -> Bars:
    if unit_named(board, seat, order.unit) != item.unit:
        yield Bar("11.7", f"{order.unit} is not the unit that falls back: {short(item.unit)} is.")
    hexes = hexes_back(board, item.unit)
    if order.hex not in hexes:
        why = f"{short(item.unit)} falls back by one hex, to an empty one outside the enemy's zones."
        yield Bar("11.7", f"{why} {order.hex} is none.", f"Those are {either(hexes)}.")


@BOOK.answer(FallBack, Retreat, "11.7")
def fall_back(board: Board, item: FallBack, seat: str, order: Retreat, chance: Chance) -> Outcome:
    """A beaten unit goes back by a hex [11.7]."""
    refuse_first(fall_back_bars(board, item, seat, order))
    return does(UnitFellBack(item.unit, (item.hex, order.hex)))


@BOOK.when_none(FallBack, "11.7")
def cannot_fall_back(board: Board, item: FallBack, chance: Chance) -> Outcome:
    """A unit with nowhere to go holds its hex and loses a step instead [11.7]."""
    return does(RetreatBlocked(item.unit, item.hex), then=(Loss(item.unit, 1),))


# ---- advance


@BOOK.step(AfterCombat, "11.13")
def after_combat(board: Board, item: AfterCombat, chance: Chance) -> Outcome:
    """Whoever has made an adversary leave his hex may or must take it [11.13].

    Which hexes that is, is settled before anybody advances: a hex that is left by an advance invites nobody.
    """
    theirs, field = enemy(item.side), board.field
    retreated = () if board.options.retreat_invites else field.retreated[item.retreated :]
    went = (*field.pursued, *retreated)
    lost = _given_up(board, item.defenders, item.defender_hexes, went)
    gained = _given_up(board, item.attackers, item.attacker_hexes, went)
    attackers = AdvanceAfter(item.side, item.attackers, lost)
    defenders = AdvanceAfter(theirs, item.defenders, gained)
    return does(then=(attackers, defenders))


def _given_up(board: Board, units: Units, hexes: Units, went: Units) -> Units:
    """The hexes whose units were eliminated or had to go back.

    `went`: those that left theirs otherwise, in pursuit or, by an option, with their clan [9.3.1, 11.12].
    """
    return tuple(
        hex
        for unit, hex in zip(units, hexes, strict=True)
        if board.units[unit].hex != hex and unit not in went
    )


def advances(board: Board, item: AdvanceAfter) -> tuple[tuple[str, str], ...]:
    """Units in attack or defence, and the empty hexes next to them that they can enter [11.13]."""
    at, steps = occupants(board), board.data.map.steps
    return tuple(
        (unit, hex)
        for unit in _alive(board, item.units)
        if board.data.postures[posture_of(board, unit)].advance != "no"
        for hex in item.hexes
        if hex not in at and any(there == hex for there, _ in steps[board.units[unit].hex])
    )


@BOOK.offered(AdvanceAfter, "11.13")
def advance_choices(board: Board, item: AdvanceAfter, seat: str) -> Iterator[Advance | Done]:
    """Each unit that can, into each hex that was left; none where nobody has to [11.13]."""
    found = advances(board, item)
    yield from (Advance(short(unit), hex) for unit, hex in found)
    if found and not any(stay_bars(board, item)):
        yield Done()


@BOOK.when_none(AdvanceAfter, "11.13")
def nobody_advances(board: Board, item: AdvanceAfter, chance: Chance) -> Outcome:
    """Nothing was left empty, or nobody is in a posture to take it [11.13]."""
    return does()


def advance_bars(board: Board, item: AdvanceAfter, seat: str, order: Advance) -> Bars:
    found = advances(board, item)
    if (unit_named(board, seat, order.unit), order.hex) not in found:
        could = either([f"{short(known)} to {hex}" for known, hex in found])
        yield Bar("11.13", f"{order.unit} cannot advance to {order.hex}.", f"Possible: {could}.")


@BOOK.answer(AdvanceAfter, Advance, "11.13")
def advance(board: Board, item: AdvanceAfter, seat: str, order: Advance, chance: Chance) -> Outcome:
    """One unit enters a hex; enemy zones do not keep it from that [11.13]."""
    refuse_first(advance_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    rest = tuple(known for known in item.units if known != unit)
    hexes = tuple(hex for hex in item.hexes if hex != order.hex)
    event = UnitAdvanced(unit, (board.units[unit].hex, order.hex))
    return does(event, then=(AdvanceAfter(seat, rest, hexes),) if rest and hexes else ())


def stay_bars(board: Board, item: AdvanceAfter) -> Bars:
    """A unit in attack always advances, one in defence if it likes [11.13]."""
    postures = (posture_of(board, unit) for unit, _ in advances(board, item))
    if any(board.data.postures[posture].advance == "must" for posture in postures):
        yield Bar("11.13", "A unit in attack always advances after combat.")


@BOOK.answer(AdvanceAfter, Done, "11.13")
def stay_after_combat(board: Board, item: AdvanceAfter, seat: str, order: Done, chance: Chance) -> Outcome:
    """A unit in defence may stay where it is [11.13]."""
    refuse_first(stay_bars(board, item))
    return does()
