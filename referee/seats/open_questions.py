"""Questions that are open in a game, to one seat: what is to be settled among people."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.state.game_state import GameState
from projections.language.messages import _, _n, listed, wrap
from projections.telling.rulings import reason_of
from referee.seats.defused_text import quoted


def open_questions(game: GameState, seat: str) -> Iterator[str]:
    """What is to be settled, to one seat."""
    yield from open_disputes(game)
    asks = game.register.docket.proposal
    if asks is None:
        return
    said = _("{seat} asks to take back what it has ordered after event {position}; others must answer.")
    if not is_asked(game, seat):
        yield from wrap(said.format(seat=asks.seat, position=asks.to))
        return
    said = _(
        "{seat} asks you to let it take back what it has ordered after event {position}. Answer with the "
        "line “agree to take back”, or “refuse take back”. It says:"
    )
    yield from wrap(said.format(seat=asks.seat, position=asks.to))
    yield from quoted(reason_of(asks))


def open_disputes(game: GameState) -> Iterator[str]:
    found = game.register.docket.open
    if found and not game.is_over():
        numbers = listed([str(one.number) for one in found])
        said = _n("Dispute {numbers} is open.", "Disputes {numbers} are open.", len(found))
        yield from wrap(said.format(numbers=numbers))


def is_asked(game: GameState, seat: str) -> bool:
    """Whether another seat waits for its word on a take-back."""
    docket = game.register.docket
    asks = docket.proposal
    if asks is None or game.is_over():
        return False
    return seat in game.seats and seat not in (asks.seat, *docket.accepted)
