"""Press: what people write to each other, as a part of the record."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries.people import PRESS, Pressed
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from domain.kit.sealed import REFEREE, Sealed
from referee.games.referee import Referee, Taken, authorise
from referee.record.envelope import Act


def press(
    referee: Referee,
    game: str,
    seat: str,
    to: Sequence[str],
    text: str,
    act: Act,
    anonymous: bool = False,
    keys: Sequence[str] = (),
) -> Taken:
    """Writes to some seats or the referee, with no name in `to` to everybody. `seat` may be the referee.

    Of an anonymous writer the record keeps the name for the referee alone, and nothing of the mail: no
    reference, no person. Raises `OrderError`, `AlreadyTaken`, `TryAgain`.
    """

    def make(g: GameState, at: int) -> Pressed:
        authorise(g, seat, act, PRESS, at)
        return _made(g, seat, tuple(dict.fromkeys(to)), text, anonymous)

    return referee.put(game, make, Act(act.cause) if anonymous else act, keys)


def _made(game: GameState, seat: str, to: tuple[str, ...], text: str, anonymous: bool) -> Pressed:
    register, written = game.register, as_kept(text)
    strangers = [one for one in to if one not in (*register.seats, REFEREE)]
    if strangers:
        names = ", ".join((*register.seats, REFEREE))
        raise IllegalMove("press", f"Nobody sits at {strangers[0]}.", f"Write to some of {names}, or to all.")
    if not written:
        raise IllegalMove("press", "The press is empty.", "Write a text after it.")
    if to == (seat,):
        raise IllegalMove(
            "press", "You write to yourself.", "Name those who are to read it, or write to all."
        )
    to = tuple(one for one in (*register.seats, REFEREE) if one in to and one != seat)
    sender: Sealed[str] | str = Sealed((), seat) if anonymous else seat
    if not to:
        return Pressed((), written, sender)
    return Pressed(to, Sealed(register.reader("" if anonymous else seat, to), written), sender)


def as_kept(text: str) -> str:
    """The text as it is kept: lines end alike, and what moves a cursor is not kept."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    kept = ("".join(sign for sign in line if sign == "\t" or ord(sign) >= 32) for line in lines)
    return "\n".join(line.rstrip() for line in kept).strip("\n")
