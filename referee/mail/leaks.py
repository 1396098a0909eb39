"""Tokens in what people write for others to read.

leaked_in  the seat whose token of this turn stands in a text
"""

from __future__ import annotations

import re

from domain.game.aggregate import Game
from domain.game.ledger import WITNESS
from referee.mail.tokens import token_of

_NO_SIGN = re.compile(r"[^A-Z2-7]")
"""What may stand between the letters of a token: dashes, blanks, quote signs, line breaks."""


def leaked_in(key: bytes, game: Game, text: str) -> str:
    """The seat, "" where the text holds nobody's token, however it is broken."""
    letters = _NO_SIGN.sub("", text.upper())
    parties = (*game.seats, WITNESS)
    return next((seat for seat in parties if token_of(key, game, seat, game.label) in letters), "")
