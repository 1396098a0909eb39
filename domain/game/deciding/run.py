"""A decision while it is made: how the game stands meanwhile, and what is to be recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.game.entries.entries import Entry
from domain.game.state.game_state import GameState, Past, fold_on, not_at_hand
from domain.kit.chance import Binding, Source

Sources = Callable[[GameState], Source]
"""Where the faces of a game come from, as it stands: they hang from what parties have given."""


class Decided(NamedTuple):
    """What a game has decided: how it stands then, and the entries that are to be recorded."""

    game: GameState
    entries: tuple[Entry, ...]


class Run:
    """One decision: the only thing here that changes, and it ends with the call. Where it is refused, whoever
    asked has the game as it was.

    What is wanted of a game is a function of a run: `post`, `put`, `rewind` and the others, one or several.
    """

    __slots__ = ("game", "made", "sources")

    def __init__(self, game: GameState, sources: Sources) -> None:
        self.game = game
        self.sources = sources
        self.made: list[Entry] = []

    def take(self, *entries: Entry, past: Past = not_at_hand) -> None:
        """What is to be recorded next; a rewind needs `past`."""
        self.game = fold_on(self.game, entries, past=past)
        self.made += entries

    def binding(self, first: Sequence[Entry]) -> Binding:
        """What ties the questions of the unit that is decided now; `first` is its order."""
        return self.game.ledger.binding(first, self.game.on_record())

    def decided(self) -> Decided:
        return Decided(self.game, tuple(self.made))
