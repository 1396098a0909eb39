"""Tokens as they are for the person of the opening, until something is renewed."""

from __future__ import annotations

from referee.seats.tokens import Bearer, token_of


def token(key: bytes, game: str, seat: str, turn: str) -> str:
    return token_of(key, game, Bearer(seat, "", (), is_first=True), turn)
