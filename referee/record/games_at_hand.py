"""Games as they last stood, so that an order costs no more at the end of a long game than at its start."""

from __future__ import annotations

from collections import OrderedDict
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.aggregate import Game

MOST = 256
"""Games that are kept; of more, those that were longest not asked for are folded anew."""


class Kept(Struct):
    """A game as it stands in the record: the aggregate, and the digest and received-at of its newest
    event."""

    game: Game
    head: bytes
    at: int = 0

    @property
    def position(self) -> int:
        return self.game.position


class Newest:
    """A few games by their ids. What goes in or out is a copy: whoever holds a game may play it on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def get(self, game: str) -> Kept | None:
        kept = self._kept.get(game)
        if kept is None:
            return None
        self._kept.move_to_end(game)
        return replace(kept, game=copy(kept.game))

    def put(self, kept: Kept) -> None:
        self._kept[kept.game.id] = replace(kept, game=copy(kept.game))
        self._kept.move_to_end(kept.game.id)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
