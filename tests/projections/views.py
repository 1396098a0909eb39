"""Everything that a read model holds, to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from projections.pictures import Row
from projections.read_model import settings
from projections.read_model.following import Views, rebuild
from projections.read_model.rows import Rows, Times, rows_of
from projections.replay import Replay
from tests.projections.games import Keeper


def contents(views: Views) -> dict[str, list[Row]]:
    return {"tracked": [{"position": views.taken()}]} | {name: views.rows(name) for name in tables(views)}


def tables(views: Views) -> list[str]:
    """All of the file but the library's own."""
    with closing(settings.connect(str(views.path))) as file:
        names = file.execute("SELECT name FROM sqlite_master WHERE type='table' AND name!='tracking'")
        return sorted(name for (name,) in names)


def rows_at(replay: Replay, position: int, only: Sequence[str] = ()) -> Rows:
    """The rows that the read model had when an earlier event was the newest."""
    newest = replay.envelope(position)
    return rows_of(replay.at(position), Times(replay.envelope(1).at, newest.at, newest.digest), only)


def from_nothing(keeper: Keeper, path: Path) -> dict[str, list[Row]]:
    with rebuild(path, keeper.record) as views:
        return contents(views)
