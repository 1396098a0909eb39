"""Chapter 11, losses: steps, leaders, flight of a clan.

11.7   steps lost, and elimination
11.11  leaders who die, and the Bundori track
11.12  flight of a clan, its retreat, and seppuku
16.4   clan A does not take flight, and its general dies by his own hand only if his side wants it
17.5   what an elimination is worth
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.kawanakajima.board import field_events
from domain.kawanakajima.board.state import (
    ELIMINATED,
    Board,
    clan_of,
    enemy,
    short,
    side_of,
    unit_named,
    units_of,
    victory_rule,
)
from domain.kawanakajima.board.zones import after_losses, clan_leader
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import Flight
from domain.kawanakajima.words.field_items import ChooseSeppuku, ClanFlight, LeaderRisk, Loss, RetreatMove
from domain.kawanakajima.words.field_orders import Seppuku
from domain.kawanakajima.words.items import LeaderLost, Score
from domain.kawanakajima.words.orders import Done
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum, Term

EXHAUSTED = ELIMINATED - 1
TWO = 2
"""Steps lost at one blow that put a leader at risk [11.11]."""


# ---- steps


@BOOK.moot(Loss, "11.7")
def is_gone(board: Board, item: Loss) -> bool:
    """A unit that has been eliminated or has fled loses nothing more [11.7]."""
    return not board.units[item.unit].hex


@BOOK.step(Loss, "11.7")
def lose(board: Board, item: Loss, chance: Chance) -> Outcome:
    """A step down the states for each loss; the fourth eliminates the unit [5.3, 11.7]."""
    unit, before = item.unit, board.units[item.unit].losses
    steps = ELIMINATED - before if item.eliminated else item.steps
    losses = after_losses(before, steps)
    lost = field_events.StepsLost(unit, losses - before, losses, "combat")
    if losses < ELIMINATED:
        risk = leaders_at_risk(board, unit, eliminated=False) if steps >= TWO else ()
        return does(lost, then=risk)
    then = (
        *fallen(board, unit),
        ClanFlight(clan_of(unit)),
    )
    return does(lost, field_events.UnitEliminated(unit, board.units[unit].hex, "combat"), then=then)


def worth(board: Board, unit: str) -> Score:
    """A victory point for each point of Elan of an eliminated unit [17.5, 18.3]."""
    elan = board.data.units[unit].elan
    return Score(enemy(side_of(unit)), Sum((Term(elan, f"Elan of {short(unit)}", victory_rule(board)),)))


def fallen(board: Board, unit: str) -> tuple[Struct, ...]:
    """What the elimination of a unit brings, outside the flight of its clan [11.11, 17.5]."""
    return (worth(board, unit), *leaders_at_risk(board, unit, eliminated=True))


# ---- leaders


def leaders_at_risk(board: Board, unit: str, *, eliminated: bool) -> tuple[LeaderRisk, ...]:
    """The leader of a unit that suffers two losses or is eliminated, and a samurai with it [11.11, 14.3]."""
    numbers = board.data.numbers
    at_most = numbers.leader_dies_at_elimination if eliminated else numbers.leader_dies_at_losses
    has_leader = board.data.units[unit].leader and not board.units[unit].leader_killed
    hosts = board.armies[side_of(unit)].samurai == unit and not eliminated
    return (
        *((LeaderRisk(unit, at_most),) if has_leader else ()),
        *((LeaderRisk(unit, at_most, samurai=True),) if hosts else ()),
    )


@BOOK.step(LeaderRisk, "11.11")
def test_leader(board: Board, item: LeaderRisk, chance: Chance) -> Outcome:
    """A die: 1 kills the leader of a unit that loses two steps, 4 or less that of one eliminated [11.11]."""
    who = "samurai" if item.samurai else "leader"
    (face,) = chance.throw("11.11", f"{who} of {short(item.unit)}, {side_of(item.unit)}", sides=6)
    killed = face <= item.at_most
    tested = field_events.LeaderTested(item.unit, face, item.at_most, killed, item.samurai)
    if not killed:
        return does(tested)
    death = killing(board, item.unit, "combat", item.samurai)
    return does(tested, death, then=after_death(board, death))


def killing(board: Board, unit: str, how: str, samurai: bool = False) -> field_events.LeaderKilled:
    """The death of a leader; his value is marked on the Bundori track [11.11]."""
    numbers = board.data.numbers
    value = numbers.samurai if samurai else board.data.units[unit].leader
    return field_events.LeaderKilled(unit, side_of(unit), value, how, samurai)


def after_death(board: Board, death: field_events.LeaderKilled) -> tuple[Struct, ...]:
    """A victory point for each point of his value, and what hangs on a general [16.4, 17.5, 18.3]."""
    scores = death.how == "combat" or board.options.after_combat_scores
    points = Sum((Term(death.value, f"leader of {short(death.unit)}", victory_rule(board)),))
    return (
        *((Score(enemy(death.side), points),) if scores else ()),
        *(() if death.samurai else (LeaderLost(death.unit),)),
    )


# ---- flight


@BOOK.moot(ClanFlight, "11.12")
def nobody_left(board: Board, item: ClanFlight) -> bool:
    """Where no other unit of the clan is left, nobody flees [11.12]."""
    return not units_of(board, item.clan)


@BOOK.step(ClanFlight, "11.12")
def test_flight(board: Board, item: ClanFlight, chance: Chance) -> Outcome:
    """A die, a leader of the clan and each unit not exhausted, against the table of flight [11.12]."""
    clan, side = item.clan, side_of(item.clan)
    (face,) = chance.throw("11.12", f"flight of clan {short(clan)}, {side}", sides=6)
    tried = flight_sum(board, clan, face)
    says = _clan_a_holds(clan, board.data.flight.at(tried.total))
    tested = field_events.FlightTested(clan, face, tried, says.flight, says.retreat, says.seppuku)
    if says.flight:
        return _flees(board, clan, tested)
    death = _seppuku(board, clan) if says.seppuku else Outcome((), (), True)
    retreat = (RetreatMove((clan,)),) if says.retreat else ()
    return does(tested, *death.events, then=(*death.then, *retreat))


def flight_sum(board: Board, clan: str, face: int) -> Sum:
    """The die, the value of a leader, and one for each unit on the map that is not exhausted [11.12]."""
    on_map = [unit for unit in units_of(board, clan) if board.units[unit].hex in board.data.map.places]
    firm = sum(board.units[unit].losses < EXHAUSTED for unit in on_map)
    terms = [Term(face, "die", "11.12")]
    if leader := clan_leader(board, clan):
        terms.append(Term(leader, "leader", "11.12"))
    if firm:
        terms.append(Term(firm, "units not exhausted", "11.12"))
    return Sum(tuple(terms))


def _clan_a_holds(clan: str, says: Flight) -> Flight:
    """What would be flight is retreat and seppuku for clan A [16.4]."""
    return Flight(retreat=True, seppuku=True) if says.flight and clan[1] == "A" else says


def _flees(board: Board, clan: str, tested: field_events.FlightTested) -> Outcome:
    """All the units of a clan that flees are eliminated [11.12]."""
    units = units_of(board, clan)
    gone = (field_events.UnitEliminated(unit, board.units[unit].hex, "flight") for unit in units)
    scores = tuple(worth(board, unit) for unit in units) if board.options.after_combat_scores else ()
    return does(tested, field_events.ClanFled(clan, units), *gone, then=scores)


# ---- seppuku


def candidates(board: Board, clan: str) -> tuple[str, ...]:
    """The units of a clan that have a leader of their own [11.12]."""
    return tuple(
        unit
        for unit in units_of(board, clan)
        if board.data.units[unit].leader and not board.units[unit].leader_killed
    )


def _seppuku(board: Board, clan: str) -> Outcome:
    """A leader of the clan takes his life; where it has none, only the Bundori track knows [11.12]."""
    found = candidates(board, clan)
    if not found:
        return does(field_events.BundoriMarked(side_of(clan), clan, 1))
    if len(found) > 1 or _is_general(board, found[0]):
        return does(then=(ChooseSeppuku(side_of(clan), clan),))
    death = killing(board, found[0], "seppuku")
    return does(death, then=after_death(board, death))


def _is_general(board: Board, unit: str) -> bool:
    """Kenshin or Shingen: they stand in the clans A [16.4]."""
    return bool(board.data.units[unit].general) and clan_of(unit)[1] == "A"


@BOOK.offered(ChooseSeppuku, "11.12")
def deaths(board: Board, item: ChooseSeppuku, seat: str) -> Iterator[Seppuku | Done]:
    """Any leader of the clan; or none, if that would be the general [11.12, 16.4]."""
    yield from (Seppuku(short(unit)) for unit in candidates(board, item.clan))
    if not any(decline_bars(board, item)):
        yield Done()


def death_bars(board: Board, item: ChooseSeppuku, seat: str, order: Seppuku) -> Bars:
    found = candidates(board, item.clan)
    if unit_named(board, seat, order.unit) not in found:
        names = either([short(known) for known in found])
        yield Bar("11.12", f"{order.unit} has no leader in this clan.", f"Choose {names}.")


@BOOK.answer(ChooseSeppuku, Seppuku, "11.12")
def die(board: Board, item: ChooseSeppuku, seat: str, order: Seppuku, chance: Chance) -> Outcome:
    """The side says whose leader takes his life [11.12]."""
    refuse_first(death_bars(board, item, seat, order))
    death = killing(board, unit_named(board, seat, order.unit), "seppuku")
    return does(death, then=after_death(board, death))


def decline_bars(board: Board, item: ChooseSeppuku) -> Bars:
    """Only a clan with a general declines, if he is its only leader [16.4]."""
    if not all(_is_general(board, unit) for unit in candidates(board, item.clan)):
        yield Bar("11.12", "A leader of the clan takes his life; only a general may decline.")


@BOOK.answer(ChooseSeppuku, Done, "16.4")
def live_on(board: Board, item: ChooseSeppuku, seat: str, order: Done, chance: Chance) -> Outcome:
    """Kenshin and Shingen die by their own hand only if their side wants it [16.4]."""
    refuse_first(decline_bars(board, item))
    return does(By("16.4", field_events.SeppukuDeclined(item.clan)))
