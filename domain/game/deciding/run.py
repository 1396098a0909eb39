"""A decision while it is made: the run that holds it, and its units.

A unit is an order, or one step of the sequence of play, with its throws and all its facts. It is decided on
the game as it stands, then folded whole. Where chance cannot answer yet, the open question is recorded of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct

from domain.game.deciding.authority import check_whole
from domain.game.deciding.conditions import firing
from domain.game.deciding.consequences import given_by_policy
from domain.game.deciding.real_dice import thrower_of
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
from domain.game.state.game_state import GameState, Past, fold_on, fold_unit, not_at_hand
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Binding, Chance, NotYet, Source
from domain.kit.errors import BrokenRecord, Fault, IllegalMove
from domain.kit.sealed import Sealed

Sources = Callable[[GameState], Source]
"""Where the faces of a game come from, as it stands: they hang from what parties have given."""


class Run:
    """One decision: the only thing here that changes, and it ends with the call. Where it is refused, whoever
    asked has the game as it was; else `game` is how it stands then, and `made` is to be recorded.

    What is wanted of a game is a function of a run: `post`, `put`, `rewind` and the others, one or several.
    """

    __slots__ = ("game", "made", "sources")

    def __init__(self, game: GameState, sources: Sources) -> None:
        self.game = game
        self.sources = sources
        self.made: list[Entry] = []

    def take(self, *entries: Entry, past: Past = not_at_hand) -> None:
        """What is to be recorded next; a rewind needs `past`."""
        self.game = fold_unit(self.game, entries) or fold_on(self.game, entries, past=past)
        self.made += entries

    def binding(self, new: Ordered[Any] | None) -> Binding:
        """What ties the questions of the unit that is decided now; `new` is its order."""
        return self.game.binding(new)


# ---- units


LONGEST_RUN = 100_000
"""Entries that one order may bring about; more is a loop in the rules, never a game."""


def ordered(game: GameState, seat: str, order: Struct, by: str = SEAT) -> Ordered[Any]:
    """The order as it is recorded: under seal where only its seat may know it."""
    rules = game.rules
    hides = type(order) in rules.sealed and not rules.played_openly(game.state.board, order)
    aside = isinstance(game.ledger, LaneLedger) and game.ledger.level and type(order) in rules.always
    return Ordered(seat, Sealed((seat,), order) if hides else order, by, aside=bool(aside))


def settle(run: Run, *, again: bool = False) -> None:
    """What the sequence of play does unasked, until a seat must speak, chance must, or nobody. With `again`
    the question that is open is asked once more."""
    check_whole(run.game)
    if run.game.is_foreign:
        return
    begun, before = len(run.made), run.game.position
    while (again or run.game.asked is None) and _next(run):
        again = False
        if len(run.made) - begun > LONGEST_RUN:
            raise Fault(f"{run.game.rules.title} goes on for ever after position {before} of {run.game.id}.")
    for look in run.game.register.docket.shown:
        run.take(opened_look(look))


def _next(run: Run) -> bool:
    """The order that is locked, else a step, else the answer that a prompt has without a mail: the only one,
    else that of a condition which holds, else another; whether there was any."""
    if run.game.pending is not None:
        return unit(run, run.game.pending, is_new=False)
    if unit(run):
        return True
    if run.game.asked is not None:
        return False
    known = _unasked_answer(run.game)
    if run.game.register.held and not (known and known.by == ONLY_ANSWER):
        fired = firing(run.game)
        if fired is not None:
            run.take(fired.released)
            if fired.order is None:
                return True
            known = ordered(run.game, fired.released.seat, fired.order, by=STANDING_ORDER)
    return known is not None and unit(run, known)


def _unasked_answer(game: GameState) -> Ordered[Any] | None:
    """The answer to the open prompt that nobody has to send: the only one, where that tells nobody's secret,
    else what standing orders say, else what the policy of the game orders for a seat that was silent."""
    rules, state, register = game.rules, game.state, game.register
    if (given := rules.only_answer(state)) is not None:
        return ordered(game, *given, by=ONLY_ANSWER)
    if (given := rules.fires(state)) is not None:
        return ordered(game, *given, by=STANDING_ORDER)
    is_silent = register.silent or register.forfeited or register.conceded
    if is_silent and (given := given_by_policy(rules, state, register)) is not None:
        return ordered(game, *given, by=DEFAULT_ORDER)
    return None


def unit(run: Run, order: Ordered[Any] | None = None, *, is_new: bool = True) -> bool:
    """The unit of an order, without one that of the next step: the order where it is new, the answers that
    chance gave, and the facts or the question that is open; whether there was anything. Raises `IllegalMove`.
    """
    game = run.game
    new = order if is_new else None
    thrower = thrower_of(game, order) if game.ledger.dice.agreed else ""
    tie = partial(run.binding, new)
    left = None if game.ledger.dice.thrower else game.ledger.dice.question  # whoever sits there by now
    chance = Chance(run.sources(game), game.answers, tie, game.spare, is_thrown=bool(thrower), left=left)
    tail: tuple[Entry, ...]
    try:
        if order is None:
            tail = game.rules.advance(game.state, chance)
        else:
            tail = game.rules.decide(game.state, order.seat, order.plain(), chance)
    except NotYet as wait:
        is_real = thrower and not (wait.question.draw or wait.question.secret)
        tail = () if wait.question == game.asked else (Asked(wait.question, thrower if is_real else ""),)
    except IllegalMove as refusal:
        if chance.fresh or new is None:
            raise Fault(f"Refused after a throw or after it was accepted: {refusal}") from refusal
        raise
    else:
        if game.answers and chance.unused():
            raise BrokenRecord(game.id, game.position, "A throw on record was not asked for by the rules.")
    if tail:
        run.take(*((new,) if new else ()), *chance.fresh, *tail)
    return bool(tail)
