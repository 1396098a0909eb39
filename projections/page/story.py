"""The data of the replay page: the parts of its boards, and what each event changes of them.

The tables are those of `projections/page/parts.py`, so 5,000 events stay small. `shapes` are the elements
that fragments use, packed; `field` is the piece of the picture that is a map. A step says what it changes on
the board, in comparison with the event that was recorded before it; where it rewinds the game, `rewound` is
the event that play goes on from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from domain.game.entries.entries import Entry, Rewound
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed
from projections.drawing.svg import Drawing, with_piece
from projections.language.drafts import Telling
from projections.language.messages import minute, plain, term
from projections.page.boards import Board, Boards, piece_of
from projections.page.carried import packed_text
from projections.page.parts import Change, Parts, changes
from projections.replay import Replay
from projections.telling.log import Teller, is_open

K = TypeVar("K")


def rewound(entry: Entry) -> int:
    """The event that play goes on from after this entry; 0 where it rewinds nothing."""
    return entry.to if isinstance(entry, Rewound) else 0


class Story:
    """A game told to a viewer, step by step."""

    def __init__(self, replay: Replay, viewer: str, boards: Boards | None = None) -> None:
        """`boards` are those of the same game and viewer, drawn for readers of all languages."""
        self.replay = replay
        self._teller = Teller(replay, viewer)
        self._upto = 0
        of = replay, self._teller.viewer
        self._boards = boards if boards and (boards.replay, boards.viewer) == of else Boards(*of)
        self._viewer = viewer
        self._telling, self._tracking = Telling(self._boards.draft), Telling(self._boards.draft)
        self._told = dict[int, dict[int, int]]()
        self._undecided = dict[int, Drawing]()
        self._parts = Parts()
        self._board_before: Board | None = None
        self._lying = dict[int, None]()
        self._stands: dict[Any, Any] = {}
        self._size = (0, 0)
        self._field: tuple[int, ...] | None = None
        self._shapes = ""

    def data(self) -> dict[str, Any]:
        """The whole story, of builtin values only."""
        steps = [*self.steps()]
        return {**self.about(), **self.tables(), "steps": steps}

    def about(self) -> dict[str, Any]:
        """What is said of the game, and of its boards as far as they are told."""
        return {
            "game": self.replay.game,
            "name": term(self.replay.rules.name),
            "viewer": self._teller.viewer,
            "head": self.replay.head(),
            "size": self._size,
            "field": self._field,
            "shapes": packed_text(self._shapes) if self._shapes else "",
        }

    def tables(self) -> dict[str, list[Any]]:
        """Those of the boards that are told: rows are added to them, and no row changes."""
        return self._parts.tables()

    def steps(self) -> Iterator[dict[str, Any]]:
        """Of the events that are not told yet."""
        while self._upto < len(self.replay):
            self._upto += 1
            yield self._step(self._upto)

    def goes_on(self, replay: Replay) -> bool:
        """Goes on with a later stand of the game, if what is told would be told of that in the same words."""
        teller, told = Teller(replay, self._viewer), self._upto
        same = told <= len(replay) and replay.envelope(told).digest == self.replay.envelope(told).digest
        if not same or (teller.viewer, teller.names) != (self._teller.viewer, self._teller.names):
            return False
        self.replay = self._boards.replay = replay
        self._teller = teller
        return True

    def _step(self, position: int) -> dict[str, Any]:
        """What an event says and changes; what is empty, or as after the event before, is left out."""
        told, entry = self._teller.logged(position), self.replay.envelope(position).entry
        found = {
            **self._moved({"turn": told.turn, "at": minute(told.at)}),
            "text": plain(told.text),
            "rule": told.rule if told.text else "",
            "dice": self._dice(entry),
            "sums": list(self._sums(entry)),
            "rewound": rewound(entry),
            **self._board(position),
        }
        return {name: value for name, value in found.items() if value}

    def _board(self, position: int) -> dict[str, Any]:
        """What moves on the board and on the tracks; most orders and throws move nothing."""
        board = self._boards.at(position)
        if board is None or board is self._board_before:
            return {}
        self._board_before = board
        with self.replay.named():
            change = list(self._change(board))
        return {"change": change, "tracks": self._tracks(self._tracking.told(board.tracks))}

    def _dice(self, entry: Entry) -> list[int]:
        """The faces of a throw, if the viewer may know them; a draw has places and no faces."""
        if isinstance(entry, ThrownAgain):
            entry = self.replay.envelope(entry.of).entry
        if not isinstance(entry, Thrown) or entry.question.draw:
            return []
        faces = entry.faces.seen_by(self._teller.viewer) if isinstance(entry.faces, Sealed) else entry.faces
        return list(faces or ())

    def _sums(self, entry: Entry) -> Iterator[list[Any]]:
        event = entry.event if isinstance(entry, Fact) else None
        if event is None or not is_open(event, self._teller.viewer):
            return
        for of, sum_ in self.replay.pictures.sums(event, self._teller.viewer):
            with self.replay.named():
                terms = [[one.value, plain(term(one.why)), one.rule] for one in sum_.terms]
            yield [plain(of), sum_.total, terms]

    def _change(self, board: Board) -> Iterator[Change]:
        """Most parts are those of the board before."""
        before, now = self._lying, dict.fromkeys(board.parts)
        gone, new = (
            self._places([part for part in parts if part not in others])
            for parts, others in ((before, now), (now, before))
        )
        self._lying = now
        self._picture(board)
        return changes(gone, new)

    def _places(self, parts: Iterable[int]) -> dict[int, int]:
        found = dict[int, int]()
        for part in parts:
            found.update(self._told.get(part) or self._tell(part))
        return found

    def _picture(self, board: Board) -> None:
        """What it says of all of the picture, with the pieces that were not decided."""
        drawing = board.drawing
        for part in board.parts if not self._undecided.keys().isdisjoint(board.parts) else ():
            if part in self._undecided:
                drawing = with_piece(drawing, self._undecided[part])
        self._size = (max(self._size[0], drawing.width), max(self._size[1], drawing.height))
        self._field, self._shapes = drawing.field, drawing.shapes

    def _tell(self, at: int) -> dict[int, int]:
        """The places of a part, or of those that it stands for, by their names."""
        piece = piece_of(self._boards.parts[at], self._telling)
        if piece.height:
            self._undecided[at] = piece
        return self._told.setdefault(at, self._parts.board(piece))

    def _tracks(self, tracks: Mapping[str, int]) -> dict[str, int]:
        moved = self._moved({("track", name): value for name, value in tracks.items()})
        return {name: value for (_track, name), value in moved.items()}

    def _moved(self, values: Mapping[K, Any]) -> dict[K, Any]:
        """What stands elsewhere than after the event before."""
        moved = {name: value for name, value in values.items() if self._stands.get(name) != value}
        self._stands.update(moved)
        return moved
