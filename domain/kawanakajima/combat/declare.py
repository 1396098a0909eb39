"""Chapter 11, first sections: who fights whom.

11.1  which units fight, and which must (reconstructed from 6.5, 9.3.3 and 9.4)
11.2  what frees a unit from it (reconstructed: contact by fire alone; a clan in attack is never free)
11.3  what makes one combat of several units (reconstructed from the examples I, II and VI)
      one combat after the other, in the order that the attacker likes (example VI)
11.6  where the leaders count
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, clans_of, enemy, short, side_of, unit_named, units_of
from domain.kawanakajima.board.zones import contacts, leader_value, posture_of, stands_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import RIVER
from domain.kawanakajima.words.field_items import AnswerLeader, Combat, Engage
from domain.kawanakajima.words.field_orders import Fight, Leader
from domain.kawanakajima.words.items import CombatBegun
from domain.kawanakajima.words.orders import Done
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.narrowed import PAIR, Narrowed, Picks, Value

AXES = ("column", "row")

ON, LEADER = "on ", "leader "
"""How the picks of targets and axes begin."""

Contacts = Mapping[str, tuple[str, ...]]
"""Each unit that can still fight, with the enemies in its zone that have not been attacked."""


# ---- who


@kept
def fighters(board: Board, item: Engage) -> Contacts:
    """The activated units that have not fought, with the enemies that each can attack [11.1, 11.3].

    In one activation a unit fights once as attacker, and an enemy is attacked once.
    """
    field, clans = board.field, item.clans or clans_of(board, item.seat)
    theirs = stands_of(board, enemy(side_of(clans[0])))
    own = (unit for clan in clans for unit in units_of(board, clan) if unit not in field.fought)
    met = {unit: foes for unit in own if (foes := contacts(board, theirs, unit))}
    found = {unit: tuple(foe for foe in foes if foe not in field.attacked) for unit, foes in met.items()}
    return {unit: foes for unit, foes in found.items() if foes}


def owed(board: Board, unit: str, foes: tuple[str, ...]) -> tuple[str, ...]:
    """A unit fights what is in its zone; outside attack not what only its fire reaches [11.1, 11.2]."""
    attacks = posture_of(board, unit) == "attack"
    return tuple(foe for foe in foes if attacks or by_land(board, unit, foe))


def by_land(board: Board, unit: str, foe: str) -> bool:
    """Whether no river lies between two adjacent units."""
    return board.data.map.side(board.units[unit].hex, board.units[foe].hex) != RIVER


@BOOK.moot(Engage, "11.1")
def nobody_fights(board: Board, item: Engage) -> bool:
    """Without an enemy in the zone of an activated unit there is no combat [11.1]."""
    return not fighters(board, item)


# ---- examples


@BOOK.examples(Engage, "11.3")
def combats(board: Board, item: Engage, seat: str) -> Iterator[Fight | Done]:
    """Each unit on one of those it holds, or on all; all units on each enemy; nothing if allowed [11.3]."""
    able = fighters(board, item)
    seen: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for units, foes in _groupings(able):
        if (units, foes) not in seen and not any(_leftover_bars(board, able, units, foes)):
            seen.append((units, foes))
            yield from _with_leader(board, units, foes)
    if not any(stop_bars(board, item, seat, Done())):
        yield Done()


def _groupings(able: Contacts) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for unit, foes in able.items():
        for foe in foes:
            yield tuple(other for other, theirs in able.items() if foe in theirs), (foe,)
            yield (unit,), (foe,)
        yield (unit,), foes


def _with_leader(board: Board, units: tuple[str, ...], foes: tuple[str, ...]) -> Iterator[Fight]:
    axes = AXES if best_leader(board, units) else ("",)
    for axis in axes:
        yield Fight(tuple(map(short, units)), tuple(map(short, foes)), axis)


def obliged(board: Board, able: Contacts) -> tuple[str, ...]:
    """The units that must still fight [11.1]."""
    return tuple(unit for unit, foes in able.items() if owed(board, unit, foes))


def leftover(board: Board, able: Contacts, units: tuple[str, ...], foes: tuple[str, ...]) -> str:
    """An enemy in the attackers' zone whom nobody would be left to attack; "" if there is none [11.3]."""
    others = [foe for unit, theirs in able.items() if unit not in units for foe in theirs]
    duty = (foe for unit in units for foe in owed(board, unit, able[unit]))
    return next((foe for foe in duty if foe not in foes and foe not in others), "")


@BOOK.only(Engage, "11.1")
def forced_fight(board: Board, item: Engage, seat: str) -> tuple[Fight, ...]:
    """One unit fights, must attack all that it holds, and has no leader [11.1, 11.3, rules/edition]."""
    able = fighters(board, item) if board.options.forced_steps else {}
    if len(able) != 1:
        return ()
    [(unit, foes)] = able.items()
    is_forced = owed(board, unit, foes) == foes and not best_leader(board, (unit,))
    return (Fight((short(unit),), tuple(map(short, foes))),) if is_forced else ()


# ---- the order


def fight_bars(board: Board, item: Engage, seat: str, order: Fight) -> Bars:
    """Units attack together whom each has in its zone; leaders are set before the dice [11.3, 11.6]."""
    if not order.units or not order.targets:
        yield Bar("11.3", "A combat needs attackers and a target.", 'Write "fight G1 on B2".', cured=True)
    able = fighters(board, item)
    yield from _attacker_bars(able, seat, order)
    yield from _defender_bars(board, seat, order)
    units, foes = _attackers(able, seat, order), _defenders(board, seat, order)
    yield from _reach_bars(able, units, foes)
    yield from _leftover_bars(board, able, units, foes)
    if order.leader and not best_leader(board, units):
        yield Bar("11.6", "None of the attackers has a leader.", "Leave the leader out.")


@BOOK.narrows(Engage, Fight, "11.3", first=True)
def fight_to_pick(board: Board, item: Engage, seat: str, picks: Picks) -> Narrowed:
    """Attackers and targets in any order, and where a leader counts [11.1, 11.3, 11.6]."""
    able = fighters(board, item)
    order = Fight(_picked(picks, ""), _picked(picks, ON), "".join(_picked(picks, LEADER)))
    units, foes = _attackers(able, seat, order), _defenders(board, seat, order)
    near = dict.fromkeys(short(foe) for theirs in able.values() for foe in theirs)
    values = [Value(name, "units", name, "attackers") for name in map(short, able) if name not in order.units]
    values += [Value(ON + name, "targets", name, "targets") for name in near if name not in order.targets]
    if best_leader(board, units) and not order.leader:
        values += [Value(LEADER + axis, "leader", axis, "leaders") for axis in AXES]
    cures = [one.pick for one in values if one.field == ("targets" if units else "units")]
    if units and foes:
        left = leftover(board, able, units, foes)
        cures = [ON + short(left)] if left else []
    bars = partial(fight_bars, board, item, seat)
    return Narrowed(tuple(values), PAIR, "units", order, bars, cures=tuple(cures))


def _picked(picks: Picks, word: str) -> tuple[str, ...]:
    """The names of the picks that begin with a word; with none, those that are one word."""
    meant = (one for one in picks if one.startswith(word) and (word or " " not in one))
    return tuple([one.removeprefix(word) for one in meant])


def _attacker_bars(able: Contacts, seat: str, order: Fight) -> Bars:
    for unit in (seat[0] + written.upper() for written in order.units):
        if unit not in able:
            why = f"{short(unit)} has nobody to fight, has fought already, or is not activated."
            yield Bar("11.1", why, f"Units that can fight: {either([short(u) for u in able])}.")


def _defender_bars(board: Board, seat: str, order: Fight) -> Bars:
    for written in order.targets:
        foe = unit_named(board, enemy(seat), written)
        if not foe or not board.units[foe].hex:
            yield Bar("11.1", f"The enemy has no {written} on the map.")
        if foe in board.field.attacked:
            yield Bar("11.3", f"{written} has been attacked already in this activation.")


def _reach_bars(able: Contacts, units: tuple[str, ...], foes: tuple[str, ...]) -> Bars:
    """Each attacker holds each enemy that is attacked in the same combat [11.3]."""
    for unit in units:
        for foe in foes:
            if foe not in able[unit]:
                could = f"It holds {either([short(known) for known in able[unit]])}."
                yield Bar("11.3", f"{short(unit)} does not have {short(foe)} in its zone.", could)


def _leftover_bars(board: Board, able: Contacts, units: tuple[str, ...], foes: tuple[str, ...]) -> Bars:
    """Every enemy in the attackers' zone is attacked, here or by others [11.3]."""
    left = leftover(board, able, units, foes)
    if left:
        names = ", ".join(short(unit) for unit in units)
        why = f"{short(left)} is in the zone of {names}, and no other unit is left to attack it."
        is_held = all(left in able[unit] for unit in units)
        yield Bar("11.3", why, "Attack it in the same combat, or send fewer units.", cured=is_held)


@BOOK.answer(Engage, Fight, "11.3")
def fight(board: Board, item: Engage, seat: str, order: Fight, chance: Chance) -> Outcome:
    """Units attack together whom each has in its zone; leaders are set before the dice [11.3, 11.6]."""
    refuse_first(fight_bars(board, item, seat, order))
    units, foes = _attackers(fighters(board, item), seat, order), _defenders(board, seat, order)
    axis = order.leader or (AXES[0] if best_leader(board, units) else "")
    theirs = enemy(seat)
    if best_leader(board, foes):
        return does(then=(AnswerLeader(theirs, units, foes, axis), item))
    return does(then=(CombatBegun(seat), Combat(seat, units, foes, axis), item))


def _attackers(able: Contacts, seat: str, order: Fight) -> tuple[str, ...]:
    names = [seat[0] + written.upper() for written in order.units]
    return tuple(unit for unit in able if unit in names)


def _defenders(board: Board, seat: str, order: Fight) -> tuple[str, ...]:
    foes = [unit_named(board, enemy(seat), written) for written in order.targets]
    return tuple(unit for unit in board.units if unit in foes)


def best_leader(board: Board, units: tuple[str, ...]) -> int:
    """The value of the best leader in the combat: one counts for each side [11.6]."""
    return max((leader_value(board, unit) for unit in units), default=0)


def stop_bars(board: Board, item: Engage, seat: str, order: Done) -> Bars:
    able = fighters(board, item)
    for unit in obliged(board, able):
        foes = either([short(foe) for foe in owed(board, unit, able[unit])])
        yield Bar("11.1", f"{short(unit)} must fight what it holds.", f"It holds {foes}.")


@BOOK.answer(Engage, Done, "11.1")
def stop_fighting(board: Board, item: Engage, seat: str, order: Done, chance: Chance) -> Outcome:
    """Nobody fights who does not have to [11.1, 11.2]."""
    refuse_first(stop_bars(board, item, seat, order))
    return does()


# ---- the leader of the attacked


@BOOK.offered(AnswerLeader, "11.6")
def leader_choices(board: Board, item: AnswerLeader, seat: str) -> Iterator[Leader]:
    """The owner of a leader sets him on the column or on the row [11.6]."""
    yield from (Leader(axis) for axis in AXES)


def leader_bars(order: Leader) -> Bars:
    if order.axis not in AXES:
        yield Bar("11.6", f"A leader counts on the column or on the row, not on {order.axis}.")


@BOOK.answer(AnswerLeader, Leader, "11.6")
def set_leader(board: Board, item: AnswerLeader, seat: str, order: Leader, chance: Chance) -> Outcome:
    """The attacked choose after the attackers, before the dice [11.6]."""
    refuse_first(leader_bars(order))
    side = side_of(item.attackers[0])
    combat = Combat(side, item.attackers, item.defenders, item.axis, order.axis)
    return does(then=(CombatBegun(side), combat))
