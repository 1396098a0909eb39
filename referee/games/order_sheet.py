"""A sheet of orders: every line is read and answered, and played up to the first that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import WORDS, Cell, is_for_every_game
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, OrderError, Reason, UnreadableOrder
from domain.kit.notation import Notation
from referee.games.referee import AlreadyTaken, Referee, notation_of
from referee.record.envelope import Act

PLAYED = "played"
UNREADABLE = "unreadable"
REFUSED = "refused"
NOT_REACHED = "not reached"
ALREADY = "already played"
KEPT = "kept for the next order"
ANSWERED = "answered"
NOT_ANSWERED = "not answered"
DONE = "done"
HELD = "held"
FORFEITED = "forfeited"
CLOSED = "too late for its question"
"""What becomes of lines beside those that are played: questions, those of more than a mail may ask, what is
done beside play, orders that wait, illegal orders where a default order takes their place, orders that answer
what is asked no more."""


class Line(Struct, frozen=True):
    """One line of a sheet, numbered as its sender sees it."""

    number: int
    text: str


class Result(Struct, frozen=True):
    """What became of one line.

    `order` is the canonical notation, "" where the line could not be read. `first` and `last` are the
    positions that it brought about, 0 where none. `error` is what its sender has to know, `said` the answer
    to a question.
    """

    line: Line
    outcome: str
    order: str = ""
    first: int = 0
    last: int = 0
    error: Reason | None = None
    said: tuple[str, ...] = ()


class Beside(Protocol):
    """Whoever knows the lines that are no orders of the title. `keys` name the line, so that it is done
    once."""

    def takes(self, line: Line) -> bool:
        """Whether the line begins like one of these."""
        ...

    def do(self, line: Line, keys: Sequence[str], *, stopped: bool) -> Result: ...

    def hold(self, line: Line, order: Struct, text: str, keys: Sequence[str]) -> Result | None:
        """Keeps an order that is to wait; None where orders of this sheet do not wait."""
        ...


class Sheet(Struct):
    """The sheet of one seat.

    `names` name the sheet: a line that was played under one of them is never played again. `beside` knows
    what else a line may be. A sheet that `has_prose`, because nothing fences it, is not stopped by a line
    that does not even begin like an order. Of a sheet whose question is `closed`, no order is
    played.
    """

    referee: Referee
    game: str
    seat: str
    act: Act
    names: Sequence[str] = ()
    beside: Beside | None = None
    has_prose: bool = False
    closed: Reason | None = None
    _cell: str = ""
    _joining: bool = False
    _stopped: bool = False

    def play(self, lines: Sequence[Line]) -> tuple[Result, ...]:
        """What became of each line, in their order. Raises `UnknownGame`, `TryAgain`."""
        game = self.referee.record.load(self.game).game
        self._stopped, self._joining = False, bool(game.ledger.missing())
        return tuple(self._line(words_for(game, line.text), line) for line in lines)

    def _line(self, notation: Notation, line: Line) -> Result:
        keys = tuple(f"{name}:{line.number}" for name in self.names)
        try:
            order = notation.read(line.text)
        except OrderError as error:
            if self.beside and self.beside.takes(line):
                done = self.beside.do(line, keys, stopped=self._stopped or bool(self.closed))
                is_late = self.closed and done.outcome == NOT_REACHED
                return replace(done, outcome=CLOSED, error=self.closed) if is_late else done
            self._stopped = self._stopped or not (self.has_prose and is_prose(error))
            return Result(line, UNREADABLE, error=self._unreadable(line, error))
        result = self._order(order, notation.write(order), line, keys)
        self._stopped = self._stopped or result.outcome in (REFUSED, FORFEITED)
        return result

    def _order(self, order: Struct, text: str, line: Line, keys: Sequence[str]) -> Result:
        if self.closed:
            return Result(line, CLOSED, text, error=self.closed)
        if self._stopped:
            return Result(line, NOT_REACHED, text)
        waiting = self.beside.hold(line, order, text, keys) if self.beside else None
        if waiting:
            return waiting
        if isinstance(order, Cell) and self.seat != WITNESS:
            self._cell = order.cell
            return Result(line, KEPT, text)
        act = replace(self.act, reference=f"{self.act.reference}:{line.number}")
        cell, self._cell = self._cell, ""  # that a line before has given for this order
        try:
            taken = self.referee.take(self.game, self.seat, order, act, keys, cell)
        except AlreadyTaken as before:
            return Result(line, ALREADY, text, before.position)
        except IllegalMove as refusal:
            return self._illegal(line, text, refusal, act, keys)
        except OrderError as refusal:
            return Result(line, REFUSED, text, error=refusal.reason())
        last = taken.kept.position
        return Result(line, PLAYED, text, last - len(taken.entries) + 1, last)

    def _illegal(self, line: Line, text: str, refusal: IllegalMove, act: Act, keys: Sequence[str]) -> Result:
        """An illegal order, which is forfeited where the policy of the game says so."""
        try:
            taken = self.referee.forfeit(self.game, self.seat, text, act, keys)
        except OrderError:
            return Result(line, REFUSED, text, error=refusal.reason())
        last = taken.kept.position
        return Result(line, FORFEITED, text, last - len(taken.entries) + 1, last, refusal.reason())

    def _unreadable(self, line: Line, error: OrderError) -> Reason:
        """Why a line cannot be read: as one that joins, while the game waits for that."""
        if self._joining:
            try:
                WORDS.read(line.text)
            except OrderError as instead:
                return instead.reason()
        return error.reason()


def is_prose(error: OrderError) -> bool:
    """Whether the line does not even begin like an order, so that it is something else."""
    return isinstance(error, UnreadableOrder) and error.column == 0 and not error.nearest


def words_for(game: GameState, line: str) -> Notation:
    """The words in which a line is to be read: the title's, or those that every game knows."""
    return WORDS if is_for_every_game(line) else notation_of(game)
