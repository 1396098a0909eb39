"""A sheet of orders: every line is read and answered, and played up to the first that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import LOST
from domain.game.entries.entries import REFUSED as SPENT_REFUSED
from domain.game.entries.entries import UNREADABLE as SPENT_UNREADABLE
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import Cell
from domain.game.state.fences import fence
from domain.game.state.words import WORDS, is_for_every_game, words_for
from domain.kit.conditions import BEGINS, is_forked
from domain.kit.errors import IllegalMove, OrderError, Reason, UnreadableOrder
from domain.kit.notation import Notation
from referee.games.deadlines import end_sheet
from referee.games.referee import AlreadyTaken, Referee, Taken
from referee.games.refusals import note_refusal
from referee.games.signed_mails import Attested
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
NOT_ASKED = "for another question"
"""What becomes of lines beside those that are played: questions, those of more than a mail may ask, what is
done beside play, orders that wait, illegal orders where a default order takes their place, orders that answer
what is asked no more, and one that says what it answers where something else is asked."""


class Line(Struct, frozen=True):
    """One line of a sheet, numbered as its sender sees it. `answers` is the question that it was written for,
    where it says so: its fence."""

    number: int
    text: str
    answers: str = ""


class Result(Struct, frozen=True):
    """What became of one line.

    `order` is the canonical notation, "" where the line could not be read. `first` and `last` are the
    positions that it brought about, 0 where none. `error` is what its sender has to know, `said` the answer
    to a question, and `offers` the orders in that. `in_sheet`: it waits for a question that comes after the
    one that was answered.
    """

    line: Line
    outcome: str
    order: str = ""
    first: int = 0
    last: int = 0
    error: Reason | None = None
    said: tuple[str, ...] = ()
    in_sheet: bool = False
    offers: tuple[str, ...] = ()


class Beside(Protocol):
    """Whoever knows the lines that are no orders of the title. `keys` name the line, so that it is done
    once."""

    def takes(self, line: Line) -> bool:
        """Whether the line begins like one of these."""
        ...

    def keeps(self, line: Line) -> bool:
        """Whether the line keeps an order for later, with the cell above it."""
        ...

    def do(self, line: Line, keys: Sequence[str], *, stopped: bool, cell: str = "") -> Result: ...

    def hold(self, line: Line, text: str, keys: Sequence[str], cell: str, *, later: bool) -> Result | None:
        """Keeps an order that is to wait, with the cell above it; None where orders of this sheet do not
        wait. `later`: what it answers is not asked yet."""
        ...


class Sheet(Struct):
    """The sheet of one seat.

    `names` name the sheet: a line that was played under one of them is never played again. `beside` knows
    what else a line may be. A sheet that `has_prose`, because nothing fences it, is not stopped by a line
    that does not even begin like an order. Of a sheet whose question is `closed`, no order is
    played. `signed` is what its mail has signed.

    Where a line says which question it answers, nothing of the sheet waits, and the first line that meets
    another ends it.
    """

    referee: Referee
    game: str
    seat: str
    act: Act
    names: Sequence[str] = ()
    beside: Beside | None = None
    has_prose: bool = False
    closed: Reason | None = None
    signed: Attested | None = None
    _cell: str = ""
    _above: int = 0
    _joining: bool = False
    _stopped: bool = False
    _has_older: bool = False
    _has_played: bool = False
    _waits: bool = False
    _is_fenced: bool = False

    def play(self, lines: Sequence[Line]) -> tuple[Result, ...]:
        """What became of each line, in their order. Raises `UnknownGame`, `TryAgain`."""
        game = self.referee.record.load(self.game).game
        self._stopped, self._joining = False, bool(game.ledger.absent)
        self._has_older = bool(game.register.held.get(self.seat))
        self._is_fenced = any(line.answers for line in lines)
        results = tuple(self._line(words_for(game, line.text), line) for line in lines)
        self._spend(LOST, self._above)
        return results

    def _line(self, notation: Notation, line: Line) -> Result:
        keys = tuple(f"{name}:{line.number}" for name in self.names)
        if self.beside and BEGINS.match(line.text) and is_forked(line.text):
            return self._beside(self.beside, line, keys)
        try:
            order = notation.read(line.text)
        except OrderError as error:
            if self.beside and self.beside.takes(line):
                return self._beside(self.beside, line, keys)
            is_text = self.has_prose and is_prose(error)
            if not (is_text or self._stopped or self.closed):
                self._spend(SPENT_UNREADABLE, line.number, line.text)
            self._stopped = self._stopped or not is_text
            return Result(line, UNREADABLE, error=self._unreadable(line, error))
        result = self._order(order, notation.write(order), line, keys)
        self._stopped = self._stopped or result.outcome in (REFUSED, FORFEITED, NOT_ASKED)
        return result

    def _beside(self, beside: Beside, line: Line, keys: Sequence[str]) -> Result:
        """A line that is no order of the title."""
        cell = ""
        if beside.keeps(line):
            cell, self._cell = self._cell, ""
        stopped = self._stopped or self._is_fenced or bool(self.closed)
        done = beside.do(line, keys, stopped=stopped, cell=cell)
        self._stopped = self._stopped or done.outcome == NOT_REACHED
        if cell and done.outcome in (REFUSED, UNREADABLE, NOT_REACHED):
            self._cell = cell
            self._spend(SPENT_REFUSED, line.number, line.text)
        is_late = self.closed and done.outcome == NOT_REACHED
        return replace(done, outcome=CLOSED, error=self.closed) if is_late else done

    def _order(self, order: Struct, text: str, line: Line, keys: Sequence[str]) -> Result:
        if self.closed:
            return Result(line, CLOSED, text, error=self.closed)
        if self._stopped:
            return Result(line, NOT_REACHED, text)
        if isinstance(order, Cell) and self.seat != WITNESS:
            self._spend(LOST, self._above)  # one that no order has followed
            self._cell, self._above = order.cell, line.number
            return Result(line, KEPT, text)
        act = replace(self.act, reference=f"{self.act.reference}:{line.number}")
        if is_for_every_game(text):
            return self._taken(order, text, line, act, keys, "")
        if line.answers and (why := self._why_not_asked(line.answers, keys)):
            self._spend(SPENT_REFUSED, line.number, text)
            return Result(line, NOT_ASKED, text, error=why)
        cell, self._cell = self._cell, ""  # that a line before has given for this order
        if self._is_fenced:
            return self._taken(order, text, line, act, keys, cell)
        later = self._has_played and self._is_for_later(order)
        waiting = self.beside.hold(line, text, keys, cell, later=later) if self.beside else None
        self._waits = self._waits or (later and waiting is not None and waiting.outcome == HELD)
        if waiting and waiting.outcome == REFUSED:
            self._cell = cell
            self._spend(SPENT_REFUSED, line.number, text)
        return waiting or self._taken(order, text, line, act, keys, cell)

    def _why_not_asked(self, answers: str, keys: Sequence[str]) -> Reason | None:
        """Why an order does not answer what is asked now; None where it does, or was played before."""
        game = self.referee.record.load(self.game).game
        asked = fence(game, self.seat)
        if answers == asked or self.referee.record.seen(self.game, keys):
            return None
        met = f"“{asked}” is asked now." if asked else f"Nothing is asked of {self.seat} now."
        if game.is_locked():
            met = "An order is locked and its throw is awaited."
        changed = "What was hidden from you, or was left by others, has changed it."
        written = f"This was written for the question “{answers}”."
        return Reason((written, met, changed) if self._has_played else (written, met))

    def _taken(
        self, order: Struct, text: str, line: Line, act: Act, keys: Sequence[str], cell: str
    ) -> Result:
        try:
            take = self._take_anew if self._has_older else self.referee.take
            taken = take(self.game, self.seat, order, act, keys, cell, signed=self.signed)
        except AlreadyTaken as before:
            self._has_played = True
            return Result(line, ALREADY, text, before.position)
        except OrderError as refusal:
            self._cell = cell
            self._spend(SPENT_REFUSED, line.number, text)
            if isinstance(refusal, IllegalMove):
                return self._illegal(line, text, refusal, act, keys)
            return self._refused(line, text, refusal, act)
        self._has_played, last = True, taken.kept.game.position
        return Result(line, PLAYED, text, last - len(taken.entries) + 1, last)

    def _is_for_later(self, order: Struct) -> bool:
        """Whether an order below one that was played answers what is asked only later: it is another's turn,
        or a throw is awaited."""
        game = self.referee.record.load(self.game).game
        if game.is_over() or game.ledger.absent or type(order) in game.rules.always:
            return False
        return self._waits or self.seat not in (*game.awaited(), *game.welcome())

    def _take_anew(
        self, game: str, seat: str, order: Struct, *how: Any, signed: Attested | None = None
    ) -> Taken:
        """Takes an order; with the first that answers what is asked, the lines of an older sheet end."""
        now = self.referee.record.load(game).game
        with self.referee.record.recorder.together():
            if type(order) not in now.rules.always and not self._waits:
                end_sheet(self.referee, now, seat)
            return self.referee.take(game, seat, order, *how, signed=signed)

    def _spend(self, why: str, number: int, text: str = "") -> None:
        """The cell that a line has given was shown, and nothing is played with it. `number` is that of the
        line that was not played, or of the cell's own where none was."""
        cell, self._cell = self._cell, ""
        if cell:
            act = replace(self.act, reference=f"{self.act.reference}:{number}")
            self.referee.spend(self.game, self.seat, cell, why, text, act)

    def _illegal(self, line: Line, text: str, refusal: IllegalMove, act: Act, keys: Sequence[str]) -> Result:
        """An illegal order, which is forfeited where the policy of the game says so."""
        try:
            taken = self.referee.forfeit(self.game, self.seat, text, act, keys, signed=self.signed)
        except OrderError:
            return self._refused(line, text, refusal, act)
        last = taken.kept.game.position
        return Result(line, FORFEITED, text, last - len(taken.entries) + 1, last, refusal.reason())

    def _refused(self, line: Line, text: str, refusal: OrderError, act: Act) -> Result:
        """An order that nothing follows from, but that it was given."""
        reason = note_refusal(self.referee, self.game, self.seat, text, refusal, act)
        return Result(line, REFUSED, text, error=reason)

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
    if not isinstance(error, UnreadableOrder):
        return False
    return error.misread.column == 0 and not error.misread.nearest
