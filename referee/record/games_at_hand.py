"""Games as they last stood, so that an order costs no more at the end of a long game than at its start."""

from __future__ import annotations

from collections import OrderedDict

from msgspec import Struct

from domain.game.state.game_state import GameState

MOST = 256
"""Games that are kept; of more, those that were longest not asked for are folded anew."""


class Kept(Struct, frozen=True):
    """A game as it stands in the record, with the digest and received-at of its newest event."""

    game: GameState
    head: bytes
    at: int = 0

    @property
    def position(self) -> int:
        return self.game.position


class Newest:
    """A few games by their ids."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def get(self, game: str) -> Kept | None:
        kept = self._kept.get(game)
        if kept is not None:
            self._kept.move_to_end(game)
        return kept

    def put(self, kept: Kept) -> None:
        self._kept[kept.game.id] = kept
        self._kept.move_to_end(kept.game.id)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
