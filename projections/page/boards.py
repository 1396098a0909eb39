"""The boards of a game as a viewer may see them, for its page: drawn once for readers of all languages."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import NamedTuple

from msgspec.structs import replace

from projections.drawing.svg import Drawing, Part, lettered
from projections.language.drafts import Draft, Telling, drafted
from projections.replay import Replay


class Board(NamedTuple):
    """`parts` are those of the drawing, by their places in `Boards.parts`."""

    parts: tuple[int, ...]
    drawing: Drawing
    tracks: Mapping[str, int]


NOTHING = Board((), Drawing(0, 0, (), ""), {})


class Boards:
    """In the words of one reader, or, `for_all`, with marks of `draft` in their places."""

    def __init__(self, replay: Replay, viewer: str, *, for_all: bool = False) -> None:
        self.replay, self.viewer = replay, replay.eye(viewer)
        self.draft = Draft()
        self.parts = list[Part]()
        self._for_all = for_all
        self._places = dict[Part, int]()
        self._same = dict[int, int]()  # the places of the very parts of the newest board
        self._boards = dict[int, Board | None]()
        self._newest: tuple[Drawing | None, Board] = (None, NOTHING)

    def at(self, position: int) -> Board | None:
        """The board after an event; None where it moves nothing on it: most orders and throws."""
        if position not in self._boards:
            before = self.replay.at(position - 1).state if position > 1 else None
            moves = self.replay.at(position).state is not before
            self._boards[position] = self._board(position) if moves else None
        return self._boards[position]

    def _board(self, position: int) -> Board:
        with drafted(self.draft) if self._for_all else nullcontext():
            drawing = lettered(self.replay.drawing)(position, self.viewer)
            tracks = self.replay.tracks(position, self.viewer)
        known, board = self._newest
        if known != drawing or board.tracks != tracks:
            parts = self._placed(drawing.parts)
            board = Board(parts, replace(drawing, parts=(), title="", description=""), tracks)
            self._newest = drawing, board
        return board

    def _placed(self, parts: tuple[Part, ...]) -> tuple[int, ...]:
        """The places of parts; most are those of the newest board."""
        known = map(self._same.get, map(id, parts))
        found = tuple(
            [self._place(part) if at is None else at for at, part in zip(known, parts, strict=True)]
        )
        self._same = dict(zip(map(id, parts), found, strict=True))
        return found

    def _place(self, part: Part) -> int:
        place = self._places.setdefault(part, len(self.parts))
        if place == len(self.parts):
            self.parts.append(part)
        return place


def piece_of(part: Part, telling: Telling) -> Drawing:
    """A part in the words of a reader; or the piece of the drawing, or all of it, that it stands for."""
    if part.id:
        words = {"content": telling.told(part.content), "name": telling.told(part.name)}
        return Drawing(0, 0, (replace(part, **words),), "")
    piece: Drawing = telling.told(part.content)
    return piece


def boards_for_all(replay: Replay, viewer: str) -> Boards | None:
    """None where the title's pictures look at their words: each reader's are drawn for him."""
    return Boards(replay, viewer, for_all=True) if replay.pictures.unworded else None
