"""The secret link of a seat: whoever has it sees what the seat sees. Everybody who may order for it has his
own, and it opens for as long as he may. And links that open a mail with everything filled in (RFC 6068).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from domain.game.state.game_state import GameState
from domain.kit.framing import keyed
from referee.mail.seat_view.seat_view import person
from referee.mail.seat_view.tokens import BITS, bare, holder, server_key
from referee.record.record import Record


def link_token(key: bytes, game: GameState, seat: str, *marks: str) -> str:
    """24 letters and digits, derived from the server's key and from whose link it is.

    `marks` are those of a `Bearer`; without them it is the first link of whoever holds the seat.
    """
    fields = (game.id, seat, *(marks or (person(game, seat),)))
    mac = keyed(key, "bugyo/1/link", *(field.encode() for field in fields))
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


def answers_of(address: str, subject: str) -> list[tuple[str, str]]:
    """The two words that answer a question, each with its link; its mark is in the subject."""
    return [(word, mailto(address, f"Re: {subject.removeprefix('Re: ')}", [word])) for word in ("yes", "no")]
