"""Everything that a read model holds, to be compared."""

from __future__ import annotations

from pathlib import Path

from projections.pictures import Row
from projections.read_model.following import Views, rebuild, tables
from tests.projections.games import Keeper


def contents(views: Views) -> dict[str, list[Row]]:
    return {"tracked": [{"position": views.taken()}]} | {
        table.name: views.rows(table.name) for table in tables()
    }


def from_nothing(keeper: Keeper, path: Path) -> dict[str, list[Row]]:
    with rebuild(path, keeper.record) as views:
        return contents(views)
