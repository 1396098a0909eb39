"""Corrections of a ruling: what bars each, what is recorded of it, and how plain values are folded.

Whatever can be corrected is declared in one table, `Corrections`: refused with the first bar, else recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.facts import By, State, facts, keeps
from domain.kit.rules import Facts

T = TypeVar("T")


class Correction(Struct, frozen=True):
    """What may be set right: its rule, what forbids it, and the events that record it, each with what stood
    before and what stands afterwards. `By` gives an event a rule of its own."""

    rule: str
    bars: Callable[[State[Any, Any], Any], Bars]
    events: Callable[[Any, Any], tuple[Struct | By, ...]]


class Corrections:
    """The corrections of a title by what a referee says. `always` bars them all, and is read first."""

    def __init__(
        self,
        known: Mapping[type[Struct], Correction],
        always: Callable[[State[Any, Any], Any], Bars],
    ) -> None:
        self._known = known
        self._always = always

    def correct(self, state: State[Any, Any], said: Struct) -> Facts:
        """What follows from a correction. Raises `IllegalMove`; asks nothing of chance."""
        one = self._known[type(said)]
        refuse_first(chain(self._always(state, said), one.bars(state, said)))
        return facts(one.rule, keeps(*one.events(state.board, said)))


def on_board(bars: Callable[[Any, Any], Bars]) -> Callable[[State[Any, Any], Any], Bars]:
    """Bars that ask nothing but the board."""
    return lambda state, said: bars(state.board, said)


def so_already(rule: str, said: str) -> Bar:
    return Bar(rule, f"{said} already; there is nothing to correct.")


class At(Struct, frozen=True):
    """Folds an event that sets one value: where it stands, and what of the event stands there."""

    path: Callable[[Any], tuple[str, ...]]
    after: Callable[[Any], Any] = lambda event: event.after

    def __call__(self, board: T, event: Any) -> T:
        return put(board, self.path(event), self.after(event))


def put(where: T, path: tuple[str, ...], value: Any) -> T:
    """A board with another value at a path: a mapping is followed by key, a struct by field."""
    if not path:
        return value  # type: ignore[no-any-return]
    name, rest = path[0], path[1:]
    if isinstance(where, Mapping):
        return {**where, name: put(where[name], rest, value)}  # type: ignore[return-value]
    return replace(where, **{name: put(getattr(where, name), rest, value)})  # type: ignore[type-var]
