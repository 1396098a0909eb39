"""The drawn board of a game as of an event; where the event is a what-if's, the picture says so."""

from __future__ import annotations

from projections.drawing import Drawing, with_foot
from projections.log import what_if
from projections.replay import Replay


def drawn(replay: Replay, position: int, viewer: str) -> Drawing:
    """What a viewer may see of the board after an event."""
    board = replay.pictures.drawing(replay.view(position, replay.eye(viewer)))
    said = what_if(replay.fork(position))
    return with_foot(board, said) if said else board
