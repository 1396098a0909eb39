"""Replay pages that have been told: of a game that goes on only what is new is told after each event.

It is kept by the game and whose eyes it is for, and holds only where a game goes on from the very events that
are told: of a store that was set back all is told anew. Safe to use from several threads.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

from projections.language.catalogues import reader
from projections.page.boards import boards_for_all
from projections.page.grown import Grown
from projections.replay import Replay
from referee.bundle.grown_record import GrownRecord
from referee.record.record import Record

MOST = 20_000
"""Events of all the pages that are kept, in each language; of more, the pages that were longest not asked for
are told anew. An event takes 3 kilobytes of a long game, and up to 10 of a short one."""


class Told(NamedTuple):
    """The text of a story, and the record that the page carries, packed."""

    story: str
    record: str


class KeptPages:
    """The pages of the games of a record."""

    def __init__(self, record: Record, most: int = MOST) -> None:
        self._record, self._most = record, most
        self._lock = threading.Lock()
        self._pages: OrderedDict[tuple[str, str], _Page] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def told(self, replay: Replay, viewer: str, *, tables: bool) -> Told:
        """In the words of the reader. `tables`: whether the record has the data set."""
        page = self._page(replay, viewer, tables)
        with page.lock:
            if page.is_before(replay):
                try:
                    return page.told(self._record, replay)
                except BaseException:
                    self._forget(page)  # who knows what of it is told
                    raise
        return _Page(replay, viewer, tables).told(self._record, replay)  # somebody was shown more meanwhile

    def _page(self, replay: Replay, viewer: str, tables: bool) -> _Page:
        """The page that is kept; another where its game does not go on so."""
        key = replay.game, viewer
        with self._lock:
            page = self._pages.get(key)
            if page is None or not (page.is_before(replay) or page.is_behind(replay)):
                page = self._pages[key] = _Page(replay, viewer, tables)
            self._pages.move_to_end(key)
            while len(self._pages) > 1 and sum(map(len, self._pages.values())) > self._most:
                self._pages.popitem(last=False)
        return page

    def _forget(self, page: _Page) -> None:
        with self._lock:
            self._pages = OrderedDict((key, one) for key, one in self._pages.items() if one is not page)


class _Page:
    """As far as it is told."""

    def __init__(self, replay: Replay, viewer: str, tables: bool) -> None:
        self.lock = threading.Lock()
        self._replay, self._viewer = replay, viewer
        self._boards = boards_for_all(replay, viewer)
        self._stories = dict[str, Grown]()
        self._carried = GrownRecord(replay.eye(viewer), tables=tables)

    def __len__(self) -> int:
        return len(self._replay) * max(1, len(self._stories))

    def is_before(self, replay: Replay) -> bool:
        """Whether the game has gone on from here to there, or has not moved."""
        return _goes_on(self._replay, replay, self._viewer)

    def is_behind(self, replay: Replay) -> bool:
        return _goes_on(replay, self._replay, self._viewer)

    def told(self, record: Record, replay: Replay) -> Told:
        self._replay = replay
        if self._boards:
            self._boards.replay = replay
        story = self._stories.get(reader().language)
        if story is None or not story.goes_on(replay):
            story = self._stories[reader().language] = Grown(replay, self._viewer, self._boards)
        packed = self._carried.packed(record, replay.newest(), self._viewer, replay.envelopes)  # type: ignore[arg-type]
        return Told(story.text(), packed)


def _goes_on(before: Replay, after: Replay, viewer: str) -> bool:
    told = len(before)
    same = told <= len(after) and after.envelope(told).digest == before.envelope(told).digest
    return same and before.eye(viewer) == after.eye(viewer)
