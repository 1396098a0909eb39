"""Reports that may be legal, for examples and random play.

flight/take-off    into the air, in it and out of it
battle/ground      on the ground
battle/report      what each unit and each army may report
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.clan_war.board.state import Board, Unit, clan_of, engaged_with, hostages_in, present
from domain.clan_war.data.names import hostage_names, inches
from domain.clan_war.words import movement_reports, reports
from domain.clan_war.words.fixed_words import (
    ANGLE,
    BY_CARD,
    BY_SKILL,
    CONDITIONS,
    CONTACT,
    FLANKED,
    RESERVE,
    SHORT,
    SKYWARD,
    STOPPED,
)
from domain.clan_war.words.items import Reports


def other_army(board: Board, seat: str) -> str:
    """The army after one's own, round the table [battle/report]."""
    seats = board.setting.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


def flights(board: Board, unit: Unit) -> Iterator[Struct]:
    """Ways to fly, land and dive [flight/airborne]."""
    name, half, full = unit.name, inches(unit.half), inches(unit.full)
    yield movement_reports.Fly(name, full, maneuvers=("wheel",), tested=inches(unit.half // 2))
    yield movement_reports.Fly(name, half, position=("10", "10"))
    yield movement_reports.Fly(name, full)
    yield movement_reports.Land(name, full, maneuvers=("contract",))
    yield movement_reports.Land(name, full, maneuvers=("expand",), tested=half)
    yield movement_reports.Dive(name, inches(unit.full + 2), means=BY_CARD)
    yield movement_reports.Dive(name, full, BY_CARD, maneuvers=("wheel",), tested=half)
    yield movement_reports.Fly(name, inches(unit.half // 2), stopped=STOPPED)


def air_orders(board: Board, seat: str) -> Iterator[Struct]:
    """In the air and out of it [flight/airborne]."""
    up = [unit for unit in present(board, seat) if unit.airborne]
    for unit in up:
        yield movement_reports.Ground(unit.name, "a spell of wind")
        yield from flights(board, unit)


def movement_orders(board: Board, item: Reports, seat: str) -> Iterator[Struct]:
    """From the ground, by units that have not moved [flight/take-off, battle/ground]."""
    for unit in present(board, seat):
        if item.phase in unit.deeds.moved:
            continue
        name, half, full = unit.name, inches(unit.half), inches(unit.full)
        if unit.flies:
            yield movement_reports.TakeOff(name, half)
            yield movement_reports.TakeOff(name, half, position=("10", "10"))
            yield movement_reports.BreakAway(name, full, SKYWARD)
            yield movement_reports.Retreat(name, full, SKYWARD)
            yield movement_reports.TakeOff(name, inches(unit.half // 2), STOPPED)
        else:
            yield movement_reports.March(name, full)
            yield movement_reports.Retreat(name, full)
        yield movement_reports.March(name, half, RESERVE)
        yield movement_reports.Place(name, ("12", "10.5"))


def condition_orders(board: Board, seat: str) -> Iterator[Struct]:
    """What befalls a unit [battle/conditions, battle/losses]."""
    for unit in present(board, seat):
        name = unit.name
        yield reports.Morale(name, "a quarter of the unit lost")
        yield from (reports.SetCondition(name, condition) for condition in CONDITIONS)
        yield reports.Wounds(name, 2)
        if unit.models > 1:
            yield reports.Casualties(name, unit.models // 2)
        if board.turn > 1:
            yield reports.Casualties(name, unit.models)


def enemy_orders(board: Board, item: Reports, seat: str) -> Iterator[Struct]:
    """What each unit may do with each of the enemy, in a phase [battle/report]."""
    if item.phase == "end":
        return
    orders = {"ranged": shots, "close": combats}.get(item.phase, engagements)
    enemies = [unit for unit in present(board) if unit.army != seat]
    for unit in present(board, seat):
        if item.phase not in unit.deeds.moved:
            for other in enemies:
                yield from orders(board, unit, other)


def engagements(board: Board, unit: Unit, other: Unit) -> Iterator[Struct]:
    """Into contact and out of it [flight/engage]."""
    name, target = unit.name, other.name
    if target in engaged_with(board, name):
        yield movement_reports.BreakAway(name, inches(unit.full), enemy=target)
        return
    for outcome in (CONTACT, SHORT, ANGLE, FLANKED, STOPPED):
        yield movement_reports.Engage(target, name, inches(unit.half), outcome)
    yield movement_reports.Engage(target, name, inches(unit.full), CONTACT, BY_SKILL)
    yield movement_reports.Engage(target, name, inches(unit.full), CONTACT, tested=inches(unit.half))
    yield movement_reports.Engage(target, name, inches(unit.half), CONTACT)


def reactions(board: Board, seat: str) -> Iterator[Struct]:
    """Fire at units that come out of the air, and meetings in it [flight/reaction, flight/fly-by]."""
    up = [unit for unit in present(board) if unit.flew_in(board.phase)]
    for mine in up:
        yield from (
            movement_reports.FlyBy(mine.name, other.name, models, enemies)
            for other in up
            for models, enemies in ((1, 1), (2, 1), (1, 2))
            if mine.army == seat != other.army
        )
    for other in present(board):
        shooter = other.deeds.engaging[1]
        if shooter:
            yield from (movement_reports.React(shooter, other.name, dice) for dice in (3, 2, 0))


def shots(board: Board, unit: Unit, other: Unit) -> Iterator[Struct]:
    """Ranged attacks [flight/ranges]."""
    yield movement_reports.Shoot(unit.name, other.name, "9.5", dice=2)
    yield movement_reports.Shoot(unit.name, other.name, "14")


def combats(board: Board, unit: Unit, other: Unit) -> Iterator[Struct]:
    """Close Combat, with captors and without [battle/close-combat]."""
    if other.name in engaged_with(board, unit.name):
        yield from (reports.Fight(unit.name, other.name, given, 1) for given in (0, 2, 5))
        yield reports.AllOut(unit.name, other.name)
        yield from (reports.Sacrifice(unit.name, one.name) for one in hostages_in(board, other.name))


def army_orders(board: Board, seat: str) -> Iterator[Struct]:
    """What an army may report [battle/report]."""
    other = other_army(board, seat)
    yield from (reports.Honor(seat, amount, "duel won") for amount in (3, 25, -30))
    yield reports.Honor(other, -20, "fled before the enemy")
    yield from (reports.Points(seat, amount, "objective held") for amount in (1, 2))
    yield reports.EndBattle()
    mine = present(board, seat)[:1]
    for name in hostage_names(board.setting.data):
        if name not in board.hostages:
            yield from (reports.Take(name, clan_of(board, other), unit.name) for unit in mine)
            break
    for hostage in board.hostages.values():
        yield reports.Kill(hostage.name)
        yield reports.KillAll(hostage.captor)
    yield from card_orders(board, seat)


def card_orders(board: Board, seat: str) -> Iterator[Struct]:
    """Cards and challenges, which may work or not [flight/cards]."""
    mine, theirs = present(board, seat), [unit for unit in present(board) if unit.army != seat]
    for nth, card in enumerate(board.setting.data.cards.card):
        if mine and theirs:
            yield reports.Play(card.name, mine[nth % len(mine)].name, theirs[nth % len(theirs)].name)
    alive = [one for one in board.people.values() if not one.slain]
    for one in alive[:4]:
        yield reports.Slain(one.name)
        yield from (reports.Challenge(other.name, one.name) for other in alive[-2:])
