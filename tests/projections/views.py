"""Everything that a read model holds, to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from projections.pictures import Row
from projections.read_model.following import Views, rebuild, tables
from projections.read_model.rows import Rows, Times, rows_of
from projections.replay import Replay
from tests.projections.games import Keeper


def contents(views: Views) -> dict[str, list[Row]]:
    return {"tracked": [{"position": views.taken()}]} | {
        table.name: views.rows(table.name) for table in tables()
    }


def rows_at(replay: Replay, position: int, only: Sequence[str] = ()) -> Rows:
    """The rows that the read model had when an earlier event was the newest."""
    newest = replay.envelope(position)
    return rows_of(replay.at(position), Times(replay.envelope(1).at, newest.at, newest.digest), only)


def from_nothing(keeper: Keeper, path: Path) -> dict[str, list[Row]]:
    with rebuild(path, keeper.record) as views:
        return contents(views)
