"""Chapter 12: rally.

12.1  who may, the die, what is regained
12.2  a natural 1: the clan retreats
7.3   Koyaku helps, and a natural 6 lets the clan take the posture of defence
14.2  a samurai rallies his unit wherever it is
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from domain.kawanakajima.board.events import PostureChanged
from domain.kawanakajima.board.field_events import RallyTried
from domain.kawanakajima.board.fortress import free_of_siege
from domain.kawanakajima.board.plans_in_play import active, used
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clan_of,
    covered,
    short,
    side_of,
    unit_named,
    units_of,
)
from domain.kawanakajima.board.zones import after_rally, clan_leader, is_held, occupants
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.words.field_items import RallyPhase, RallyToDefence, RallyUnit, RetreatMove
from domain.kawanakajima.words.field_orders import Posture, Rally
from domain.kawanakajima.words.orders import Done
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.narrowed import Narrowed, Picks, several
from domain.kit.sums import Sum, Term

DISASTER = 1
"""The natural face that makes the clan retreat [12.2]."""


def may_rally(board: Board, item: RallyPhase) -> tuple[str, ...]:
    """Units that have lost steps, of clans in regroup, in no enemy zone, that have not retreated [12.1].

    Not with this chit; by an option not in this turn.
    """
    at, places = occupants(board), board.data.map.places
    clans = free_of_siege(board, (clan for clan in item.clans if board.postures[clan] == "regroup"))
    turn = board.options.rally_after_retreat == "turn"
    barred = (*item.barred, *(board.retreated if turn else board.field.retreated))
    return tuple(
        unit
        for clan in clans
        for unit in units_of(board, clan)
        if board.units[unit].losses
        and board.units[unit].hex in places
        and unit not in barred
        and not is_held(board, at, unit)
    )


@BOOK.moot(RallyPhase, "12.1")
def nobody_rallies(board: Board, item: RallyPhase) -> bool:
    """Without a unit that may rally the phase is over [12.1]."""
    return not may_rally(board, item)


@BOOK.examples(RallyPhase, "12.1")
def rallies(board: Board, item: RallyPhase, seat: str) -> Iterator[Rally | Done]:
    """All that may, each alone, or none [12.1]."""
    able = tuple(map(short, may_rally(board, item)))
    yield Rally(able)
    if len(able) > 1:
        yield from (Rally((unit,)) for unit in able)
    yield Done()


def rally_bars(board: Board, item: RallyPhase, seat: str, order: Rally) -> Bars:
    able = may_rally(board, item)
    units = dict.fromkeys(unit_named(board, seat, written) for written in order.units)
    for unit, written in zip(units, order.units, strict=False):
        if unit not in able:
            could = f"Units that may: {either([short(known) for known in able])}."
            why = f"{written} cannot rally: only a unit with losses, in regroup, in no enemy zone can."
            yield Bar("12.1", why, could)


@BOOK.narrows(RallyPhase, Rally, "12.1", first=True)
def units_to_pick(board: Board, item: RallyPhase, seat: str, picks: Picks) -> Narrowed:
    """Units of the clans, in the order in which they try [12.1]."""
    names = [short(unit) for clan in item.clans for unit in units_of(board, clan)]
    return several("units", names, picks, Rally, partial(rally_bars, board, item, seat), is_ordered=True)


@BOOK.answer(RallyPhase, Rally, "12.1")
def rally(board: Board, item: RallyPhase, seat: str, order: Rally, chance: Chance) -> Outcome:
    """A die for each unit, in the order that the player likes [12.1]."""
    refuse_first(rally_bars(board, item, seat, order))
    units = dict.fromkeys(unit_named(board, seat, written) for written in order.units)
    return does(then=tuple(RallyUnit(unit, board.units[unit].hex) for unit in units))


@BOOK.answer(RallyPhase, Done, "12.1")
def rally_nobody(board: Board, item: RallyPhase, seat: str, order: Done, chance: Chance) -> Outcome:
    """Nobody has to rally [12.1]."""
    return does()


@BOOK.moot(RallyUnit, "12.1")
def may_rally_no_more(board: Board, item: RallyUnit) -> bool:
    """A unit that has retreated or whose clan has left regroup does not rally [12.1]."""
    hex = board.units[item.unit].hex
    if not hex or item.free:
        return not hex
    return (bool(item.hex) and hex != item.hex) or board.postures[clan_of(item.unit)] != "regroup"


@BOOK.step(RallyUnit, "12.1")
def rally_unit(board: Board, item: RallyUnit, chance: Chance) -> Outcome:
    """The table gives one, two or three levels, or none; a natural 1 makes the clan retreat [12.1, 12.2]."""
    unit, clan, side = item.unit, clan_of(item.unit), side_of(item.unit)
    (face,) = chance.throw("12.1", f"rally of {short(unit)}, {side}", sides=6)
    tried = rally_sum(board, clan, face)
    levels = 0 if face == DISASTER else board.data.rally.at(tried.total)
    before = board.units[unit].losses
    losses = after_rally(before, levels)
    told = RallyTried(unit, face, tried, before - losses, losses)
    plan = active(board, side)
    shows = used(board, side) if plan and plan.rally else ()
    if face == DISASTER:
        return does(*shows, told, then=(RetreatMove((clan,), regroup=False),))
    if plan and plan.rally_to_defence == face and board.postures[clan] != "defence":
        return does(*shows, told, then=(RallyToDefence(side, clan),))
    return does(*shows, told)


def rally_sum(board: Board, clan: str, face: int) -> Sum:
    """The die, a leader of the clan, and what Koyaku adds [7.3, 12.1]."""
    terms = [Term(face, "die", "12.1")]
    if leader := clan_leader(board, clan):
        terms.append(Term(leader, "leader", "12.1"))
    plan = active(board, side_of(clan))
    if plan and plan.rally:
        terms.append(Term(plan.rally, f"battle plan {plan.name}", "7.3"))
    return Sum(tuple(terms))


@BOOK.offered(RallyToDefence, "7.3")
def defence_or_not(board: Board, item: RallyToDefence, seat: str) -> Iterator[Posture | Done]:
    """The clan may take the posture of defence at once [7.3]."""
    yield Posture(short(item.clan), "defence")
    yield Done()


def defence_bars(board: Board, item: RallyToDefence, seat: str, order: Posture) -> Bars:
    if clan_named(board, seat, order.clan) != item.clan or order.posture != "defence":
        could = f'Possible: "posture {short(item.clan)} defence" or "done".'
        yield Bar("7.3", f"Only clan {short(item.clan)} may change, and only to defence.", could)


@BOOK.answer(RallyToDefence, Posture, "7.3")
def to_defence(board: Board, item: RallyToDefence, seat: str, order: Posture, chance: Chance) -> Outcome:
    """A natural 6 under Koyaku: defence without a die [7.3]."""
    refuse_first(defence_bars(board, item, seat, order))
    return does(PostureChanged(item.clan, covered(board, item.clan, "defence"), "rally under Koyaku"))


@BOOK.answer(RallyToDefence, Done, "7.3")
def stay_in_regroup(board: Board, item: RallyToDefence, seat: str, order: Done, chance: Chance) -> Outcome:
    """It may stay in regroup [7.3]."""
    return does()
