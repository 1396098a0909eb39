"""A game as everybody may know it: states that fit that, and what comes of an order in all of them alike.

What the seats know is taken out of the state seat by seat, and imagined anew. Whatever is made of such states
hangs on nothing that anybody hides, and so cannot tell it: not even by a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.game.deciding.run import Run
from domain.game.entries.entries import Forked
from domain.game.entries.people import OrderRefused
from domain.game.state.game_state import GameState, fold_on
from domain.kit.errors import UNFOLDED, Fault, OrderError, Reason, StaleOrder
from domain.kit.facts import State
from domain.kit.players import Luck, Players
from referee.games.rehearsal import hides
from referee.proof.chance import RealDice
from referee.record.envelope import Envelope

STATES = 16
"""So many are imagined: what is as likely as not is alike in all of them once in 32,000 times."""

Tried = Callable[[Run], None]


def hides_some(game: GameState, envelopes: Sequence[Envelope[Any]]) -> bool:
    """Whether something of a game is not for everybody: of what-ifs, and after the end, all is."""
    if game.is_over() or game.ledger.fork:
        return False
    entries = (one.entry for one in envelopes)
    # Nothing follows from a refusal, which only its seat is told.
    return any(hides(entry) for entry in entries if not isinstance(entry, OrderRefused))


def imagined(game: GameState) -> tuple[GameState, ...]:
    """() where nothing can be imagined: by a title that no program plays, or where no state fits."""
    players, luck = game.rules.players, Random(f"{game.id} {game.position} everybody")
    if players is None:
        return ()
    register = replace(game.register, held={})
    try:
        states = [_state(game, players, luck) for _ in range(STATES)]
    except (Fault, *UNFOLDED):  # what is left of a state need not be one that play can come to
        return ()
    return tuple(replace(game, state=state, register=register, spare={}) for state in states)


def _state(game: GameState, players: Players, luck: Luck) -> State[Any, Any]:
    """What one seat knows of what the others know is what all know. The first two imagine the rest: what the
    one has behind its own screen is there for the other."""
    state = game.state
    for seat in game.seats:
        state = players.known(state, seat)
    for seat in game.seats[:2]:
        state = players.imagine(state, seat, luck)
    return state


def refusal(game: GameState, tried: Tried) -> Reason | None:
    """Why something is refused, if everybody may know that; None where it hangs on what somebody hides.

    Of what comes too late or too soon at least that, which all may know.
    """
    refused = [_refused(one, tried) for one in imagined(game)]
    found = [one for one in refused if one is not None]
    if not found or len(found) < len(refused):
        return None
    reasons = [one.reason() for one in found]
    if all(reason == reasons[0] for reason in reasons):
        return reasons[0]
    first = replace(reasons[0], sentences=reasons[0].sentences[:1])
    is_stale = all(isinstance(one, StaleOrder) for one in found)
    alike = all(replace(reason, sentences=reason.sentences[:1]) == first for reason in reasons)
    return first if is_stale and alike else None


def _refused(game: GameState, tried: Tried) -> OrderError | None:
    """The refusal in one state; None where there is none, or where the state does not go so far."""
    try:
        tried(Run(fold_on(game, (Forked(game.id, game.position, "", ""),)), lambda _game: RealDice()))
    except OrderError as refused:
        return refused
    except (Fault, *UNFOLDED):
        return None
    return None
