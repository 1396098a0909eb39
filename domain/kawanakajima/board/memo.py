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
