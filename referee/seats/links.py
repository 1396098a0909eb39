"""The secret links of a seat: whoever has the one sees what the seat sees, and plays with the other.
Everybody who may order for it has his own, and they are good for as long as he may. And links that open a
mail with everything filled in (RFC 6068).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from domain.game.state.game_state import GameState
from domain.kit.framing import keyed
from referee.record.record import Record
from referee.seats.seat_view import person
from referee.seats.tokens import BITS, bare, holder, server_key


def link_token(key: bytes, game: GameState, seat: str, *marks: str) -> str:
    """24 letters and digits, derived from the server's key and from whose link it is.

    `marks` are those of a `Bearer`; without them it is the first link of whoever holds the seat.
    """
    return _secret("bugyo/1/link", key, game, seat, marks or (person(game, seat),))


def play_secret(key: bytes, game: GameState, seat: str, *marks: str) -> str:
    """What a page sends orders with; it is in no path, and derived as the other one is."""
    return _secret("bugyo/1/play", key, game, seat, marks)


def to_play(record: Record, game: GameState, seat: str, *marks: str) -> str:
    """How the link to look ends for whoever plays: browsers send nothing of that."""
    return f"#play={play_secret(server_key(record), game, seat, *marks)}"


def _secret(what: str, key: bytes, game: GameState, seat: str, marks: Sequence[str]) -> str:
    mac = keyed(key, what, *(field.encode() for field in (game.id, seat, *marks)))
    return bare(mac[: BITS // 8]).lower()


def seat_path(key: bytes, game: GameState, seat: str, *marks: str) -> str:
    """The path of the seat's own pages."""
    return f"/s/{game.id}/{seat}/{link_token(key, game, seat, *marks)}/"


def seat_link(record: Record, base: str, game: GameState, seat: str, *marks: str) -> str:
    """The whole link; without marks that of whoever holds the seat. `base` is where the pages are reached
    from outside: "https://games.example.org"."""
    marks = marks or holder(record, game, seat).marks
    return base.rstrip("/") + seat_path(server_key(record), game, seat, *marks)


def mailto(address: str, subject: str, lines: Sequence[str]) -> str:
    """A blank is %20, never +, and a line ends in %0D%0A: so every program takes it."""
    body = "".join(f"{line}\r\n" for line in lines)
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}&body={quote(body, safe='')}"


def observe_link(address: str, game: str) -> str:
    """A mail with the line by which somebody observes a game; "" where the desk has no `address` for it."""
    line = f"observe {game}"
    return mailto(address, line, [line]) if address else ""


def answers_of(address: str, subject: str) -> list[tuple[str, str]]:
    """The two words that answer a question, each with its link; its mark is in the subject."""
    return [(word, mailto(address, f"Re: {subject.removeprefix('Re: ')}", [word])) for word in ("yes", "no")]
