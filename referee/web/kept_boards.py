"""Boards that have been drawn, for whoever asks for them again: the page, its frames and its steps all begin
with the board that stands.

They are found by what their reader may see: the game, its event, with whose eye, and in which language.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from projections.drawing.svg import Drawing
from projections.language.catalogues import reader
from projections.replay import Replay
from projections.seat_page.table_board import Boards, boards_at, kinds_of

KEPT = 64
"""Boards of one kind that are kept."""


class KeptBoards:
    """Draws as `boards_at` does, each board once. Safe to use from several threads."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, ...], Drawing] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, replay: Replay, position: int, eye: str, kinds: Sequence[str] = ()) -> Boards:
        wanted = kinds or kinds_of(replay.pictures)
        return {kind: self._of(replay, position, eye, kind) for kind in wanted}

    def _of(self, replay: Replay, position: int, eye: str, kind: str) -> Drawing:
        key = (replay.game, replay.envelope(position).digest.hex(), eye, reader().language, kind)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = boards_at(replay, position, eye, (kind,))[kind]
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
