"""Joining phrases that a person has used before: who knows a phrase foresees what follows from it.

Only digests are kept, under the name of the person.
"""

from __future__ import annotations

from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.kit.framing import framed
from referee.record.record import Record


def is_used(record: Record, game: GameState, seat: str) -> bool:
    """Whether who sits at a seat has used the phrase by which it has joined, in any game of protocol 2."""
    name = _setting(game, seat)
    return bool(name and record.setting(name))


def keep(record: Record, game: GameState, seat: str) -> None:
    """The phrase by which a seat has joined is used from now on."""
    if name := _setting(game, seat):
        record.set(name, game.id.encode())


def _setting(game: GameState, seat: str) -> str:
    phrase = game.ledger.phrases.get(seat)
    if isinstance(game.ledger, FirstLedger) or phrase is None:
        return ""
    person = game.register.holders.get(seat, "")
    return f"phrase/{framed('bugyo/2/phrase', person.encode(), phrase.casefold().encode()).hex()}"
