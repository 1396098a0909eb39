"""The secret link of a seat: whoever has it sees what the seat sees. Who takes a seat over gets another."""

from __future__ import annotations

from domain.game.aggregate import Game
from domain.kit.framing import keyed
from referee.mail.scene import person
from referee.mail.tokens import BITS, bare, server_key
from referee.record.record import Record


def link_token(key: bytes, game: Game, seat: str) -> str:
    """24 letters and digits, derived from the server's key and from who holds the seat."""
    mac = keyed(key, "bugyo/1/link", game.id.encode(), seat.encode(), person(game, seat).encode())
    return bare(mac[: BITS // 8]).lower()


def seat_path(key: bytes, game: Game, seat: str) -> str:
    """The path of the seat's own pages."""
    return f"/s/{game.id}/{seat}/{link_token(key, game, seat)}/"


def seat_link(record: Record, base: str, game: Game, seat: str) -> str:
    """The whole link. `base` is where the pages are reached from outside: "https://games.example.org"."""
    return base.rstrip("/") + seat_path(server_key(record), game, seat)
