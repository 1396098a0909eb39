"""Orders that a seat holds back: until it says so, until its deadline, or until it is asked for them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.game.deciding.conditions import written
from domain.game.entries.people import (
    CONDITION,
    ORDERS,
    READY,
    REPLACED,
    SHEET,
    WITHDRAWN,
    OrderHeld,
    OrderReleased,
)
from domain.game.entries.protocol_orders import Cell
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.errors import IllegalMove
from domain.kit.sealed import Sealed
from referee.clocks.dues import PLAYED
from referee.games.deadlines import play_held
from referee.games.left_orders import end_late
from referee.games.referee import Referee, authorise
from referee.games.signed_mails import Attested
from referee.record.envelope import Act


class Played(Struct, frozen=True):
    """What became of a held order. `first` is the position of its release; `error` why it was refused, ""."""

    seat: str
    number: int
    line: str
    first: int
    last: int
    error: str = ""


def hold(
    referee: Referee,
    game: str,
    seat: str,
    line: str,
    when: str,
    act: Act,
    keys: Sequence[str] = (),
    cell: str = "",
    *,
    signed: Attested | None = None,
) -> int:
    """Holds an order back, and gives its number among those of the seat.

    `when` it is played: "ready", "asked", "sheet", "condition". It is read now and played later; whether it
    is legal is seen then. `cell` is the next one of a seat with a sheet; `signed` is what the mail has
    signed. Raises `OrderError`, `AlreadyTaken`, `TryAgain`.
    """
    numbers: list[int] = []

    def make(g: GameState, _at: int) -> OrderHeld:
        words = notation_of(g)
        kept = written(g, seat, line) if when == CONDITION else words.write(words.read(line))
        text = f"{Cell.FORM.format(cell=cell)}\n{kept}" if cell else kept
        numbers.append(g.register.numbers.get(seat, 0) + 1)
        return OrderHeld(seat, numbers[-1], Sealed((seat,), text), when, g.turn if when == SHEET else "")

    referee.put(game, make, act, keys, signed=signed)
    return numbers[-1]


def withdraw(referee: Referee, game: str, seat: str, number: int, act: Act, why: str = WITHDRAWN) -> None:
    """A held order is not to be played. Raises `OrderError`, `TryAgain`."""
    referee.put(game, lambda _game, _at: OrderReleased(seat, number, why), act)


def replace_held(
    referee: Referee, game: str, seat: str, number: int, line: str, act: Act, signed: Attested | None = None
) -> int:
    """Holds another order instead, for the same time, and gives its number. Raises like `hold`."""
    when = {one.number: one.when for one in referee.record.load(game).game.held_by(seat)}.get(number)
    if when is None:
        raise IllegalMove(
            "held", f"{seat} holds no order {number} back.", "“what” lists those that it holds."
        )
    with referee.record.recorder.together():
        made = hold(referee, game, seat, line, when, act, signed=signed)
        withdraw(referee, game, seat, number, act, REPLACED)
    return made


def ready(referee: Referee, game: str, seat: str, act: Act) -> tuple[Played, ...]:
    """Plays the orders that a seat holds until it says so, in their order, up to the first that is refused.

    Raises `IllegalMove` where the person may not say so, `TryAgain`.
    """
    record, done = referee.record, list[Played]()
    kept = record.load(game)
    authorise(kept.game, seat, act, ORDERS, record.now(kept))
    kept = end_late(record, referee.cells.chance, kept, record.now(kept))
    for held in kept.game.held_by(seat):
        if held.when == READY:
            done.append(_played(referee, game, held))
            if done[-1].error:
                break
    return tuple(done)


def _played(referee: Referee, game: str, held: OrderHeld) -> Played:
    due = play_held(referee, game, held, READY)
    assert due is not None, "Only what waits to be asked for can wait on."
    last = referee.record.load(game).game.position
    line = held.line.value.splitlines()[-1]
    return Played(held.seat, held.number, line, due.position, last, "" if due.kind == PLAYED else due.text)
