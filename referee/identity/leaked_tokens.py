"""Tokens in what people write for others to read."""

from __future__ import annotations

import re

from domain.game.entries.levels import WITNESS
from domain.game.state.game_state import GameState
from referee.record.record import Record
from referee.seats.tokens import Bearer, bearers, server_key, token_of

_NO_SIGN = re.compile(r"[^A-Z2-7]")
"""What may stand between the letters of a token: dashes, blanks, quote signs, line breaks."""


def leaked_in(record: Record, game: GameState, text: str, now: int) -> Bearer | None:
    """Whoever may act for a seat now and has a token that the text holds, however it is broken."""
    letters, key = _NO_SIGN.sub("", text.upper()), server_key(record)
    known = (one for seat in (*game.seats, WITNESS) for one in bearers(record, game, seat, now))
    return next((one for one in known if token_of(key, game.id, one, game.label) in letters), None)
