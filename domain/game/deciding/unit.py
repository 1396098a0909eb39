"""Units: an order, or one step of the sequence of play, with its throws and all its facts.

A unit is decided on the game as it stands, then folded whole. Where chance cannot answer yet, what is
recorded of it is the open question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.game.deciding.authority import check_whole
from domain.game.deciding.consequences import given_by_policy
from domain.game.deciding.run import Run
from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    SEAT,
    STANDING_ORDER,
    Asked,
    Entry,
    Ordered,
)
from domain.game.state.docket import opened_look
from domain.game.state.game_state import GameState
from domain.kit.chance import Chance, NotYet
from domain.kit.errors import BrokenRecord, Fault, IllegalMove
from domain.kit.facts import State
from domain.kit.rules import Facts
from domain.kit.sealed import Sealed

LONGEST_RUN = 100_000
"""Entries that one order may bring about; more is a loop in the rules, never a game."""

Decision = Callable[[State[Any, Any], Chance], Facts]


def ordered(game: GameState, seat: str, order: Struct, by: str = SEAT, cell: str = "") -> Ordered[Any]:
    """The order as it is recorded: under seal where only its seat may know it."""
    rules = game.rules
    hides = isinstance(order, rules.sealed) and not rules.played_openly(game.state.board, order)
    return Ordered(seat, Sealed((seat,), order) if hides else order, by, cell)


def decided(run: Run, order: Ordered[Any]) -> bool:
    """The unit of an order; whether it has any entry. Raises `IllegalMove`."""
    return _unit(run, _decision(run.game, order), order)


def settle(run: Run) -> None:
    """What the sequence of play does unasked, until a seat must speak, chance must, or nobody."""
    check_whole(run.game)
    begun, before = len(run.made), run.game.position
    while run.game.asked is None and _next(run):
        if len(run.made) - begun > LONGEST_RUN:
            raise Fault(f"{run.game.title} goes on for ever after position {before} of {run.game.id}.")
    for look in run.game.register.docket.shown:
        run.take(opened_look(look))


def _next(run: Run) -> bool:
    """The order that is locked, else a step, else the answer that a prompt has without a mail; whether there
    was any."""
    if run.game.pending is not None:
        return _unit(run, _decision(run.game, run.game.pending))
    if _unit(run, run.game.rules.advance):
        return True
    known = _unasked_answer(run.game)
    return known is not None and decided(run, known)


def _unasked_answer(game: GameState) -> Ordered[Any] | None:
    """The answer to the open prompt that nobody has to send: the only one, where that tells nobody's secret,
    else what standing orders say, else what the policy of the game orders for a seat that was silent."""
    rules, state = game.rules, game.state
    if (given := rules.only_answer(state)) is not None:
        return ordered(game, *given, by=ONLY_ANSWER)
    if (given := rules.fires(state)) is not None:
        return ordered(game, *given, by=STANDING_ORDER)
    if (given := given_by_policy(rules, state, game.register)) is not None:
        return ordered(game, *given, by=DEFAULT_ORDER)
    return None


def _decision(game: GameState, order: Ordered[Any]) -> Decision:
    """What the rules make of an order."""
    decide, seat, plain = game.rules.decide, order.seat, order.plain()
    return lambda state, chance: decide(state, seat, plain, chance)


def _unit(run: Run, decision: Decision, *first: Entry) -> bool:
    """The order where it is new, the answers that chance gave, and the facts or the question that is open;
    whether there was anything."""
    game = run.game
    chance = Chance(run.sources(game), game.answers, run.binding(first), game.spare)
    tail: tuple[Entry, ...]
    try:
        tail = decision(game.state, chance)
    except NotYet as wait:
        tail = (Asked(wait.question),)
    except IllegalMove as refusal:
        if chance.fresh or not first:
            raise Fault(f"Refused after a throw or after it was accepted: {refusal}") from refusal
        raise
    else:
        if game.answers and chance.unused():
            raise BrokenRecord(game.id, game.position, "A throw on record was not asked for by the rules.")
    if tail:
        run.take(*first, *chance.fresh, *tail)
    return bool(tail)
