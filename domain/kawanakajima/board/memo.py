"""Answers that were worked out of a board, kept as long as the same board is asked about.

To look at a prompt, to offer its answers and to judge one of them takes the same zones, ways and refuges, on
a board that does not change meanwhile. Boards are told apart by identity: they are frozen, and comparing them
would cost more than it saves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def kept(function: F) -> F:
    """The function of a board and of hashable values, which works out nothing twice for the newest board.

    What it gives is given again: nobody may write into it.
    """
    newest: tuple[object, dict[tuple[Any, ...], Any]] = (None, {})

    @wraps(function)
    def answered(board: Any, *asked: Any) -> Any:
        nonlocal newest
        known, answers = newest
        if known is not board:
            answers = {}
            newest = (board, answers)
        if asked in answers:
            return answers[asked]
        found = answers[asked] = function(board, *asked)
        return found

    return cast(F, answered)


def kept_by(told: Callable[..., Any], most: int) -> Callable[[F], F]:
    """The same for any board, so many answers: of a function that asks for what is `told` of its arguments
    alone, and for the setting. Where that is None nothing is kept."""

    def keeping(function: F) -> F:
        known: dict[tuple[Any, ...], tuple[Any, Any]] = {}

        @wraps(function)
        def answered(board: Any, *asked: Any) -> Any:
            by = told(board, *asked)
            if by is None:
                return function(board, *asked)
            key = (id(board.setting), by)
            if key not in known:
                if len(known) >= most:
                    known.pop(next(iter(known)))
                known[key] = (board.setting, function(board, *asked))
            return known[key][1]

        return cast(F, answered)

    return keeping


FIELDS = 100
"""Fields of units and postures for which answers are kept at once."""

Answers = dict[tuple[Any, ...], Any]


class _Fields:
    """The answers for the newest fields; each is kept with the values that it is told by."""

    def __init__(self) -> None:
        self.board: object = None
        self.answers: Answers = {}
        self.known: dict[tuple[Any, ...], tuple[tuple[Any, ...], Answers]] = {}

    def of(self, board: Any) -> Answers:
        samurai = [army.samurai for army in board.armies.values()]
        moved = (*board.units.values(), *board.postures.values(), *board.positions.items(), *samurai)
        key = (id(board.setting), board.turn, moved)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= FIELDS:
                self.known.pop(next(iter(self.known)))
            found = self.known[key] = (board.setting, {})
        self.board, self.answers = board, found[1]
        return self.answers


_FIELDS = _Fields()


def kept_in_the_field(function: F) -> F:
    """The same, for a function that asks for units, postures, positions, samurai and the turn alone.

    Its answers hold for every board that has the very same of these, such as those on which chits are chosen.
    """

    @wraps(function)
    def answered(board: Any, *asked: Any) -> Any:
        answers = _FIELDS.answers if board is _FIELDS.board else _FIELDS.of(board)
        key = (function, *asked)
        if key in answers:
            return answers[key]
        found = answers[key] = function(board, *asked)
        return found

    return cast(F, answered)
