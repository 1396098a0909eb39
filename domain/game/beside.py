"""What follows from what people do beside the play, by the policies of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.game.conduct import (
    ABANDON,
    BY_CONSENT,
    PAUSE,
    RESUME,
    Abandoned,
    Agreed,
    Conduct,
    Lapsed,
    Noted,
    Paused,
    Pressed,
    Resumed,
    SeatLeft,
    SeatTaken,
    Standby,
)
from domain.game.defaults import default_order, resignation
from domain.game.entries import Entry
from domain.game.policy import DEFAULT_ORDERS, FORFEIT, Policy
from domain.game.register import Register
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
    while isinstance(entry, Lapsed | Standby | SeatLeft) and register.standbys and register.free():
        yield SeatTaken(register.free()[0], register.standbys[0], FROM_THE_LIST)


def may_follow_the_end(entry: Entry) -> bool:
    """Whether something may still be recorded of a game that is over."""
    return isinstance(entry, Noted) or (isinstance(entry, Pressed) and entry.to == ())


def impossible(rules: Rules, policy: Policy) -> str:
    """Why a title cannot be played by a policy; "" where it can."""
    if policy.nmr == FORFEIT and resignation(rules) is None:
        return f"In {rules.name} no seat can give the game up, so that none can forfeit it."
    return ""


def given_by_policy(rules: Rules, state: State[Any, Any], register: Register) -> tuple[str, Struct] | None:
    """The seat that was silent and that the game waits for, and what the policy orders for it.

    Default orders are given to the end of the turn in which the seat was silent.
    """
    if not register.silent or register.paused:
        return None
    awaited = rules.awaited(state)
    for seat, lapsed in register.silent.items():
        order: Struct | None = None
        if seat in awaited and lapsed.follows == FORFEIT:
            order = resignation(rules)
        elif seat in awaited and lapsed.follows == DEFAULT_ORDERS and lapsed.turn == rules.turn(state.board):
            order = default_order(rules, state, seat)
        if order is not None:
            return seat, order
    return None
