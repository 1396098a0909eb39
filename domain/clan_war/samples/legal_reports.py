"""Some legal reports of a phase, where all of them would be too many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from domain.clan_war.battle import confirming, honor, lists, morale
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, clan_of, present
from domain.clan_war.book import BOOK, MOVEMENT
from domain.clan_war.data.names import PLAIN_SEATS, hero_names, hostage_names, unit_names
from domain.clan_war.data.tables import CAVALRY, CHARGE, FLIGHT, SHADOWLANDS, UNALIGNED
from domain.clan_war.flight import cards, engage, landing, movement, ranged
from domain.clan_war.hostage import captors
from domain.clan_war.samples import possible_reports
from domain.clan_war.sequence import muster, own_names, phases
from domain.clan_war.words import movement_reports, reports
from domain.clan_war.words.items import MusterArmies, Reports
from domain.kit.bars import Bars

SHOWN, LONGEST_PHASE = 5, 12
"""Units of an army, and events of a phase, after which only what is needed is shown."""

TRIED = 16
"""Orders of a kind that are tried; an example that is not found now is found after another event."""

BARS: dict[type, Callable[[Board, Any, str, Any], Bars]] = {
    reports.Muster: muster.muster_bars,
    reports.ChooseClan: muster.choose_clan_bars,
    reports.Raise: muster.raise_bars,
    reports.Recruit: muster.recruit_bars,
    reports.Personality: muster.personality_bars,
    reports.Sample: muster.sample_bars,
    reports.Modifier: muster.modifier_bars,
    reports.CallUnit: own_names.call_unit_bars,
    reports.CallPersonality: own_names.call_personality_bars,
    reports.ClearList: lists.clear_bars,
    reports.EndBattle: phases.end_bars,
    reports.Honor: honor.honor_bars,
    reports.Points: honor.points_bars,
    reports.Confirm: confirming.confirm_bars,
    reports.Deny: confirming.deny_bars,
    reports.Retract: confirming.retract_bars,
    reports.Morale: morale.morale_bars,
    reports.SetCondition: morale.condition_bars,
    reports.Wounds: morale.wounds_bars,
    reports.Casualties: morale.casualties_bars,
    reports.Slain: morale.slain_bars,
    movement_reports.Place: engage.place_bars,
    movement_reports.March: engage.march_bars,
    movement_reports.TakeOff: movement.take_off_bars,
    movement_reports.Fly: movement.fly_bars,
    movement_reports.Land: movement.land_bars,
    movement_reports.Dive: movement.dive_bars,
    movement_reports.Engage: engage.engage_bars,
    movement_reports.React: ranged.react_bars,
    movement_reports.BreakAway: engage.break_away_bars,
    movement_reports.Retreat: engage.retreat_bars,
    movement_reports.FlyBy: ranged.meet_bars,
    movement_reports.Shoot: ranged.shoot_bars,
    movement_reports.Ground: landing.ground_bars,
    reports.Play: cards.play_bars,
    reports.Challenge: cards.challenge_bars,
    reports.Take: captors.take_bars,
    reports.StrikeEasy: captors.easy_bars,
    reports.AllOut: captors.all_out_bars,
    reports.Fight: captors.fight_bars,
    reports.Sacrifice: captors.sacrifice_bars,
    reports.Kill: captors.kill_bars,
    reports.KillAll: captors.kill_all_bars,
}
"""What forbids an order of a type, the same that its rule function asks."""


def is_legal(board: Board, item: Struct, seat: str, order: Struct) -> bool:
    """Whether nothing forbids the order [battle/report]."""
    return not any(True for _ in BARS[type(order)](board, item, seat, order))


def sample(board: Board, item: Struct, seat: str, orders: Iterable[Struct], most: int) -> tuple[Struct, ...]:
    """A few legal ones, others after each event [battle/report]."""
    every = list(orders)
    start, found = board.told * 7 % max(1, len(every)), list[Struct]()
    step = next(one for one in (7, 11, 13, 1) if one == 1 or len(every) % one)
    for nth in range(min(len(every), TRIED)):
        order = every[(start + nth * step) % len(every)]
        if is_legal(board, item, seat, order):
            found.append(order)
        if len(found) == most:
            break
    return tuple(found)


@BOOK.examples(MusterArmies, "battle/muster")
def musters(board: Board, item: MusterArmies, seat: str) -> list[Struct]:
    """A few units and personalities; "done" once there is a unit [battle/muster]."""
    table = own_table(board, seat)
    ready = bool(present(table, seat)) and seat not in item.welcome
    done: list[Struct] = [reports.Done()] if ready else []
    clear: list[Struct] = [reports.ClearList()] if board.lists.get(seat) else []
    if done and len(present(table, seat)) > SHOWN:
        return [*done, *clear]
    units = sample(table, item, seat, mustered_units(table, seat), 3)
    others = sample(table, item, seat, mustered_others(table, seat), 2)
    return [*done, *units, *others, *clear]


def mustered_units(board: Board, seat: str) -> Iterator[Struct]:
    """Units of the clan and unaligned ones, and units of one's own [battle/muster]."""
    data = board.setting.data
    yield reports.Sample()
    if seat in PLAIN_SEATS:
        yield from (reports.ChooseClan(one.name) for one in data.honor.clan)
    clan = clan_of(board, seat)
    for one in data.units.unit:
        if one.clan in (clan, UNALIGNED):
            yield reports.Muster(one.name)
    for name in [name for name in unit_names(data, seat) if name not in board.units][:1]:
        yield from (reports.Muster(one.name, name) for one in data.units.unit if one.clan == clan)
        yield reports.Raise(name, 5, 6, 6, 8, clan=UNALIGNED)
        yield reports.Raise(name, 6, 6, 6, 4, 1, 8, 16, (FLIGHT,))
        yield reports.Raise(name, 8, 5, 6, 12, traits=(FLIGHT, CAVALRY))
        yield reports.Raise(name, 4, 5, 6, 12, traits=(CAVALRY,))


def mustered_others(board: Board, seat: str) -> Iterator[Struct]:
    """Personalities, hostages of the scenario and modifiers [battle/muster]."""
    data, mine = board.setting.data, [unit.name for unit in present(board, seat)]
    clan, enemy = clan_of(board, seat), clan_of(board, possible_reports.other_army(board, seat))
    for person in data.units.personality:
        if person.clan in (clan, UNALIGNED):
            yield from (reports.Recruit(person.name, unit) for unit in mine)
    for unit in mine:
        for name, whose in zip(hero_names(data, seat), (clan, SHADOWLANDS), strict=False):
            yield reports.Personality(name, whose, 2, 2, unit, (CHARGE,))
        yield reports.Take(hostage_names(data)[-1], enemy, unit)
    yield reports.Modifier(-5, "an ill omen")
    if seat in PLAIN_SEATS:
        yield from (reports.CallUnit(unit, f"Spears of {seat}") for unit in mine[:1])
        own = [one.name for one in board.people.values() if one.army == seat]
        yield from (reports.CallPersonality(one, f"Lord {seat}") for one in own[:1])


@BOOK.examples(Reports, "battle/report")
def phase_reports(board: Board, item: Reports, seat: str) -> list[Struct]:
    """What must be reported, "done", and a few of the rest [battle/report]."""
    finished = any(True for _ in phases.done_bars(board, item, seat, reports.Done()))
    needed = [order for order in needed_orders(board, item, seat) if is_legal(board, item, seat, order)]
    asked = list(confirming.words(board, seat))
    first: list[Struct] = [*needed, *asked] if finished else [reports.Done(), *needed, *asked]
    if board.told - board.told_before > LONGEST_PHASE and first:
        return first
    groups = (
        (possible_reports.movement_orders(board, item, seat) if item.phase in MOVEMENT else (), 3),
        (possible_reports.air_orders(board, seat) if item.phase in MOVEMENT else (), 3),
        (possible_reports.reactions(board, seat), 3),
        (possible_reports.enemy_orders(board, item, seat), 3),
        (possible_reports.condition_orders(board, seat), 1),
        (possible_reports.army_orders(board, seat), 2),
        (possible_reports.card_orders(board, seat) if board.told % 3 == 0 else (), 1),
    )
    some = [one for orders, most in groups for one in sample(board, item, seat, orders, most)]
    return list(dict.fromkeys((*first, *some)))


def needed_orders(board: Board, item: Reports, seat: str) -> Iterator[Struct]:
    """Airborne units that have to move, and captors to be fought in one of the ways [battle/report]."""
    for unit in present(board, seat):
        if unit.airborne and item.phase in MOVEMENT:
            yield from possible_reports.flights(board, unit)
        for captor in captors.must_choose(board, unit):
            yield reports.StrikeEasy(unit.name, captor)
            yield reports.AllOut(unit.name, captor)
