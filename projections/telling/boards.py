"""The board of a game as of an event, drawn or as text; where the event is a what-if's, it says so."""

from __future__ import annotations

from projections.drawing.svg import Drawing, with_foot
from projections.replay import Replay
from projections.telling.log import what_if


def drawn(replay: Replay, position: int, viewer: str) -> Drawing:
    """What a viewer may see of the board after an event."""
    return _footed(replay.drawing(position, replay.eye(viewer)), replay, position)


def narrow(replay: Replay, position: int, viewer: str) -> Drawing:
    """The same for a narrow screen, where the title draws it anew for that."""
    return _footed(replay.narrow(position, replay.eye(viewer)), replay, position)


def _footed(board: Drawing, replay: Replay, position: int) -> Drawing:
    said = what_if(replay.fork(position))
    return with_foot(board, said) if said else board


def text(replay: Replay, position: int, viewer: str) -> str:
    """The same in 78 columns."""
    board, said = replay.board(position, replay.eye(viewer)), what_if(replay.fork(position))
    return f"{board}\n{said}\n" if said else board
