"""Units: an order, or one step of the sequence of play, with its throws and all its facts.

A unit is decided on the game as it stands, then folded whole. Where chance cannot answer yet, what is
recorded of it is the open question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from domain.game.entries.entries import Asked, Entry, Ordered
from domain.kit.chance import Chance, NotYet, Source
from domain.kit.errors import BrokenRecord, Fault, IllegalMove
from domain.kit.facts import State
from domain.kit.rules import Facts

if TYPE_CHECKING:
    from domain.game.deciding.aggregate import Game

LONGEST_RUN = 100_000
"""Entries that one order may bring about; more is a loop in the rules, never a game."""

Decision = Callable[[State[Any, Any], Chance], Facts]


def decided(game: Game, ordered: Ordered[Any], source: Source) -> tuple[Entry, ...]:
    """The unit of an order. Raises `IllegalMove`; then nothing has changed."""
    return _unit(game, _decision(game, ordered), source, ordered)


def unasked(game: Game, source: Source) -> list[Entry]:
    """What the sequence of play does unasked, until a seat must speak, chance must, or nobody."""
    made: list[Entry] = []
    while game.asked is None:
        step = _next(game, source)
        if not step:
            break
        made += step
        if len(made) > LONGEST_RUN:
            raise Fault(
                f"{game.title} goes on for ever after position {game.position - len(made)} of {game.id}."
            )
    return made


def _next(game: Game, source: Source) -> tuple[Entry, ...]:
    """The order that is locked, else a step, else the answer that a prompt has without a mail."""
    if game.pending is not None:
        return _unit(game, _decision(game, game.pending), source)
    step = _unit(game, game.rules.advance, source)
    if step:
        return step
    known = game.only_answer() or game.standing_answer() or game.default_answer()
    return decided(game, known, source) if known else ()


def _decision(game: Game, ordered: Ordered[Any]) -> Decision:
    """What the rules make of an order."""
    decide, seat, order = game.rules.decide, ordered.seat, ordered.plain()
    return lambda state, chance: decide(state, seat, order, chance)


def _unit(game: Game, decision: Decision, source: Source, *first: Entry) -> tuple[Entry, ...]:
    """The order where it is new, the answers that chance gave, and the facts or the question that is open."""
    chance = Chance(source, game.answers, game.binding(first), game.spare)
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
    return game.take((*first, *chance.fresh, *tail)) if tail else ()
