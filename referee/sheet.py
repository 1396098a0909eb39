"""A sheet of orders: every line is read and answered, and played up to the first that cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate import Game
from domain.game.ledger import WITNESS
from domain.game.orders import WORDS, Cell, is_for_every_game
from domain.kit.errors import OrderError
from domain.kit.notation import Notation
from referee.record.envelope import Act
from referee.service import AlreadyTaken, Referee, notation_of

PLAYED = "played"
UNREADABLE = "unreadable"
REFUSED = "refused"
NOT_REACHED = "not reached"
ALREADY = "already played"
KEPT = "kept for the next order"


class Line(Struct, frozen=True):
    """One line of a sheet, numbered as its sender sees it."""

    number: int
    text: str


class Result(Struct, frozen=True):
    """What became of one line.

    `order` is the canonical notation, "" where the line could not be read. `first` and `last` are the
    positions that it brought about, 0 where none. `error` is what its sender has to know.
    """

    line: Line
    outcome: str
    order: str = ""
    first: int = 0
    last: int = 0
    error: str = ""


class Sheet:
    """The sheet of one seat.

    `names` name the sheet: a line that was played under one of them is never played again.
    """

    def __init__(self, referee: Referee, game: str, seat: str, act: Act, names: Sequence[str] = ()) -> None:
        self._referee = referee
        self._game = game
        self._seat = seat
        self._act = act
        self._names = names
        self._cell = ""
        self._joining = False

    def play(self, lines: Sequence[Line]) -> tuple[Result, ...]:
        """What became of each line, in their order. Raises `UnknownGame`, `TryAgain`."""
        game = self._referee.record.load(self._game).game
        results: list[Result] = []
        stopped = False
        self._joining = bool(game.ledger.missing())
        for line in lines:
            result = self._line(words_for(game, line.text), line, stopped)
            stopped = stopped or result.outcome in (UNREADABLE, REFUSED)
            results.append(result)
        return tuple(results)

    def _line(self, notation: Notation, line: Line, stopped: bool) -> Result:
        try:
            order = notation.read(line.text)
        except OrderError as error:
            return Result(line, UNREADABLE, error=self._unreadable(line, error))
        text = notation.write(order)
        if stopped:
            return Result(line, NOT_REACHED, text)
        if isinstance(order, Cell) and self._seat != WITNESS:
            self._cell = order.cell
            return Result(line, KEPT, text)
        act = replace(self._act, reference=f"{self._act.reference}:{line.number}")
        keys = tuple(f"{name}:{line.number}" for name in self._names)
        try:
            taken = self._referee.take(self._game, self._seat, order, act, keys, self._next_cell())
        except AlreadyTaken as before:
            return Result(line, ALREADY, text, before.position)
        except OrderError as refusal:
            return Result(line, REFUSED, text, error=str(refusal))
        last = taken.kept.position
        return Result(line, PLAYED, text, last - len(taken.entries) + 1, last)

    def _unreadable(self, line: Line, error: OrderError) -> str:
        """Why a line cannot be read: as one that joins, while the game waits for that."""
        if self._joining:
            try:
                WORDS.read(line.text)
            except OrderError as instead:
                return str(instead)
        return str(error)

    def _next_cell(self) -> str:
        """The cell that a line before has given for this order."""
        cell, self._cell = self._cell, ""
        return cell


def words_for(game: Game, line: str) -> Notation:
    """The words in which a line is to be read: the title's, or those that every game knows."""
    return WORDS if is_for_every_game(line) else notation_of(game)
