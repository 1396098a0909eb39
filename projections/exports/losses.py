"""Losses of a game, counted: whose, of what, and how many."""

from __future__ import annotations

from domain.kit.facts import Fact
from projections.exports.tables import on_line
from projections.replay import Replay


def losses(replay: Replay, viewer: str) -> dict[tuple[str, str], int]:
    """All losses that stand, by whose they are and of what, in the order of the first of each."""
    found: dict[tuple[str, str], int] = {}
    eye = replay.eye(viewer)
    told_by = replay.pictures.losses
    for position in on_line(replay)[1:]:
        entry = replay.envelope(position).entry
        told = told_by.get(type(entry.event)) if isinstance(entry, Fact) else None
        if told is not None:
            for loss in told(entry.event, replay.view(position - 1, eye)):
                key = (loss.whose, loss.what)
                found[key] = found.get(key, 0) + loss.count
    return found
