"""The consequences that the policies of a game have: of what people do beside the play, and of silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.game.entries.people import (
    ABANDON,
    BY_CLOCK,
    BY_CONSENT,
    CONCEDE,
    PAUSE,
    RESUME,
    Abandoned,
    Agreed,
    Conceded,
    Conduct,
    Lapsed,
    Paused,
    PolicyChanged,
    Resumed,
    SeatLeft,
    SeatTaken,
    Settled,
    Standby,
    Voted,
    is_vote,
)
from domain.game.entries.policy import BOT, DEFAULT_ORDERS, FORFEIT, Policy
from domain.game.entries.rulings import (
    BY_DISPUTE,
    REFEREES,
    Adjudicated,
    AdjudicationsOpened,
    Disputed,
)
from domain.game.state.register import Register
from domain.kit.facts import State, tag_of
from domain.kit.rules import Rules

QUIET = ("pass", "done", "decline")
"""Tags of orders that do as little as can be done."""

RESIGN = "resign"

FROM_THE_LIST = "The next on the list of standbys takes it."


def consequences(register: Register, entry: Conduct, at: int, sides: tuple[str, ...]) -> Iterator[Conduct]:
    """Each entry that is recorded after another one; `register` stands after that. `sides` are the seats that
    can win."""
    if isinstance(entry, Agreed | Voted | Conceded) and (settled := _settled(register, entry, sides)):
        yield settled
    elif isinstance(entry, Agreed) and register.consents(entry.on):
        if entry.on == PAUSE:
            yield Paused(BY_CONSENT, "", at)
        elif entry.on == RESUME:
            yield Resumed(BY_CONSENT, "", at)
        elif entry.on == ABANDON:
            yield Abandoned(BY_CONSENT, "")
    elif isinstance(entry, Adjudicated):
        yield from _both_adjudicated(register, entry.dispute)
    else:
        yield from _clocks_of(register, entry, at)
    while isinstance(entry, Lapsed | Standby | SeatLeft) and register.standbys and register.free():
        taken = SeatTaken(register.free()[0], register.next_standby(), FROM_THE_LIST)
        yield taken
        register = register.fold(taken)


def _settled(register: Register, entry: Agreed | Voted | Conceded, sides: tuple[str, ...]) -> Settled | None:
    """The end of the game, where the last vote for it has come, or all but one seat have conceded. Who has
    conceded is asked no more: the others may have agreed before."""
    if isinstance(entry, Conceded):
        matters = (CONCEDE, *(on for on in register.agreed if is_vote(on)))
    else:
        vote = entry.plain() if isinstance(entry, Voted) else entry
        matters = (vote.on,) if vote and is_vote(vote.on) else ()
    found = ((on, register.settling(on, sides)) for on in matters)
    return next((Settled(on, winners) for on, winners in found if winners), None)


def _both_adjudicated(register: Register, dispute: int) -> Iterator[Conduct]:
    """What both referees would rule comes out at once; white space and case make no difference."""
    given = {one.who: one.text.value for one in register.docket.adjudicated if one.dispute == dispute}
    if set(given) == set(REFEREES):
        first, second = (given[who] for who in REFEREES)
        agree = first.casefold().split() == second.casefold().split()
        yield AdjudicationsOpened(dispute, (first, second), agree)


def _clocks_of(register: Register, entry: Conduct, at: int) -> Iterator[Conduct]:
    """A dispute stops the clocks where the policy says so, until none is open, or people let them go on."""
    paused = register.paused
    is_clock = isinstance(entry, Resumed) and entry.by == BY_CLOCK
    begins = is_clock or isinstance(entry, Disputed | PolicyChanged)
    if begins and register.stopped() and paused is None:
        yield Paused(BY_DISPUTE, "", at)
    if paused is not None and paused.by == BY_DISPUTE and not register.stopped():
        yield Resumed(BY_DISPUTE, "", at)


def impossible(rules: Rules, policy: Policy) -> str:
    """Why a title cannot be played by a policy; "" where it can."""
    if policy.nmr == FORFEIT and resignation(rules) is None:
        return f"In {rules.name} no seat can give the game up, so that none can forfeit it."
    if policy.nmr == BOT and rules.players is None:
        return f"No program plays {rules.name}, so that none can stand in for who is silent."
    if policy.concede == FORFEIT and resignation(rules) is None:
        return f"In {rules.name} no seat can give the game up by itself, so that who concedes plays on."
    if policy.advice and rules.players is None:
        return f"No program plays {rules.name}, so that none can advise."
    return ""


def given_by_policy(rules: Rules, state: State[Any, Any], register: Register) -> tuple[str, Struct] | None:
    """The seat that was silent and that the game waits for, and what the policy orders for it.

    Default orders are given to the end of the turn in which the seat was silent, and one to a seat that has
    forfeited its own.
    """
    awaited = rules.awaited(state)
    for seat in register.forfeited:
        given = default_order(rules, state, seat) if seat in awaited else None
        if given is not None:
            return seat, given
    if register.paused:
        return None
    for seat in register.conceded:
        given = _given_up(rules, state, register.policy, seat) if seat in awaited else None
        if given is not None:
            return seat, given
    for seat, lapsed in register.silent.items():
        order: Struct | None = None
        if seat in awaited and lapsed.follows == FORFEIT:
            order = resignation(rules)
        elif seat in awaited and lapsed.follows == DEFAULT_ORDERS and lapsed.turn == rules.turn(state.board):
            order = default_order(rules, state, seat)
        if order is not None:
            return seat, order
    return None


def _given_up(rules: Rules, state: State[Any, Any], policy: Policy, seat: str) -> Struct | None:
    """What a seat that has conceded is ordered to do."""
    resigns = resignation(rules) if policy.concede == FORFEIT else None
    return resigns or default_order(rules, state, seat)


def stands_in(rules: Rules, state: State[Any, Any], register: Register) -> str:
    """The seat for which a program is to order, because it was silent in this turn; "" where none."""
    if register.paused:
        return ""
    turn, awaited = rules.turn(state.board), rules.awaited(state)
    for seat, lapsed in register.silent.items():
        if seat in awaited and lapsed.follows == BOT and lapsed.turn == turn:
            return seat
    return ""


def default_order(rules: Rules, state: State[Any, Any], seat: str) -> Struct | None:
    """The first legal order that does nothing, else the first legal one; None where none is known."""
    legal = rules.offers(state, seat) or rules.examples(state, seat)
    quiet = [order for order in legal if tag_of(type(order)) in QUIET]
    return (*quiet, *legal)[0] if legal else None


def resignation(rules: Rules) -> Struct | None:
    """The order by which a seat gives the game up, where the title has one that is always taken."""
    kinds = [kind for kind in rules.always if tag_of(kind) == RESIGN and not kind.__struct_fields__]
    return kinds[0]() if kinds else None
