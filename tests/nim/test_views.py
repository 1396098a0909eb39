"""The read model with a title of another package: its tables are made with its first game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlite_utils import Database

from projections.pictures import Table
from projections.read_model.following import Views, catch_up, rebuild
from projections.read_model.settings import ViewsRefused
from projections.titles import PICTURES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from tests.nim import pictures

HEAPS = "nim_heaps"
SHOWN = replace(
    pictures.PICTURES,
    tables=(Table(HEAPS, {"heap": str}, ("heap",)),),
    rows=lambda view: {HEAPS: [{"heap": heap} for heap in view.heaps]},
)


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if another package had the pictures."""
    monkeypatch.delitem(PICTURES, "nim")
    monkeypatch.setattr(PICTURES, "_brought", {"nim": SHOWN}.__getitem__)


def opened(record: Record, game: str) -> None:
    Referee(record).open(Opening(game, "nim", ("Anna", "Bela")), Act(COMMAND_LINE))


@pytest.mark.usefixtures("brought")
def test_its_tables_come_with_its_first_game_and_give_way_to_those_of_another_version(tmp_path: Path) -> None:
    path = tmp_path / "games.db.views"
    with closing(Record(tmp_path / "games.db")) as record:
        with Views(path) as views:
            catch_up(views, record)
            assert HEAPS not in Database(path).table_names()
            opened(record, "spring")
            catch_up(views, record)
            rows = views.rows(HEAPS)
        assert {row["game"] for row in rows} == {"spring"}
        Database(path).conn.execute(f"ALTER TABLE {HEAPS} ADD COLUMN more TEXT")
        opened(record, "summer")
        with Views(path) as views, pytest.raises(ViewsRefused, match="another version"):
            catch_up(views, record)
        with rebuild(path, record) as views:
            assert {row["game"] for row in views.rows(HEAPS)} == {"spring", "summer"}
