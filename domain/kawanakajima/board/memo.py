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


FIELDS = 24
"""Fields of units and postures for which answers are kept at once."""

Answers = dict[tuple[Any, ...], Any]


class _Fields:
    """The answers for the newest fields; each is kept with the values that it is told by."""

    def __init__(self) -> None:
        self.board: object = None
        self.answers: Answers = {}
        self.known: dict[tuple[Any, ...], tuple[tuple[Any, ...], Answers]] = {}

    def of(self, board: Any) -> Answers:
        if board is self.board:
            return self.answers
        units, postures, positions = board.units, board.postures, board.positions
        samurai = tuple([army.samurai for army in board.armies.values()])
        key = (id(units), id(postures), id(positions), samurai, board.turn, id(board.setting))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= FIELDS:
                self.known.pop(next(iter(self.known)))
            found = self.known[key] = ((units, postures, positions, board.setting), {})
        self.board, self.answers = board, found[1]
        return self.answers


_FIELDS = _Fields()


def kept_in_the_field(function: F) -> F:
    """The same, for a function that asks for units, postures, positions, samurai and the turn alone.

    Its answers hold for every board that has the very same of these, such as those on which chits are chosen.
    """

    @wraps(function)
    def answered(board: Any, *asked: Any) -> Any:
        answers, key = _FIELDS.of(board), (function, *asked)
        if key in answers:
            return answers[key]
        found = answers[key] = function(board, *asked)
        return found

    return cast(F, answered)
