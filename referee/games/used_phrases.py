"""Joining phrases that a person has used before: who knows a phrase foresees what follows from it.

Only digests are kept, under the name of the person.
"""

from __future__ import annotations

from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from domain.kit.framing import framed
from referee.record.record import Record


def check(record: Record, game: GameState, seat: str) -> None:
    """Who sits at a seat has used the phrase by which it has joined in no other game of protocol 2. Raises
    `IllegalMove`."""
    if (name := _setting(game, seat)) and record.setting(name):
        raise IllegalMove(
            "join",
            "You have joined with this phrase before, so that others know it.",
            "Choose another sentence, which you have used in no game.",
        )


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
