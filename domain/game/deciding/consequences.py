"""What follows from what people do beside the play, by the policies of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.game.deciding.defaults import default_order, resignation
from domain.game.entries.entries import Entry
from domain.game.entries.people import (
    ABANDON,
    BY_CLOCK,
    BY_CONSENT,
    PAUSE,
    RESUME,
    Abandoned,
    Agreed,
    Conduct,
    Lapsed,
    Noted,
    Paused,
    PolicyChanged,
    Pressed,
    Resumed,
    SeatLeft,
    SeatTaken,
    Standby,
)
from domain.game.entries.policy import DEFAULT_ORDERS, FORFEIT, Policy
from domain.game.entries.rulings import (
    BY_DISPUTE,
    REFEREES,
    Adjudicated,
    AdjudicationsOpened,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Ruled,
)
from domain.game.state.register import Register
from domain.kit.facts import State
from domain.kit.rules import Rules

FROM_THE_LIST = "The next on the list of standbys takes it."


def consequences(register: Register, entry: Conduct, at: int) -> Iterator[Conduct]:
    """What is recorded after an entry. Each is to be folded before the next is asked for."""
    if isinstance(entry, Agreed) and register.consents(entry.on):
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
        yield SeatTaken(register.free()[0], register.standbys[0], FROM_THE_LIST)


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


def may_follow_the_end(entry: Entry) -> bool:
    """Whether something may still be recorded of a game that is over: nothing that changes it."""
    if isinstance(entry, Pressed):
        return entry.to == ()
    if isinstance(entry, Ruled):
        return not entry.effects
    return isinstance(entry, Noted | Disputed | DisputeWithdrawn | Recused | Reopened)


def impossible(rules: Rules, policy: Policy) -> str:
    """Why a title cannot be played by a policy; "" where it can."""
    if policy.nmr == FORFEIT and resignation(rules) is None:
        return f"In {rules.name} no seat can give the game up, so that none can forfeit it."
    return ""


def given_by_policy(rules: Rules, state: State[Any, Any], register: Register) -> tuple[str, Struct] | None:
    """The seat that was silent and that the game waits for, and what the policy orders for it.

    Default orders are given to the end of the turn in which the seat was silent, and one to a seat that has
    forfeited its own.
    """
    if not register.silent and not register.forfeited:
        return None
    awaited = rules.awaited(state)
    for seat in register.forfeited:
        given = default_order(rules, state, seat) if seat in awaited else None
        if given is not None:
            return seat, given
    if register.paused:
        return None
    for seat, lapsed in register.silent.items():
        order: Struct | None = None
        if seat in awaited and lapsed.follows == FORFEIT:
            order = resignation(rules)
        elif seat in awaited and lapsed.follows == DEFAULT_ORDERS and lapsed.turn == rules.turn(state.board):
            order = default_order(rules, state, seat)
        if order is not None:
            return seat, order
    return None
