"""Files that are refused as a read model, and rebuilt."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from domain.kit.sealed import PUBLIC
from projections.read_model.following import Views, catch_up, rebuild
from projections.read_model.settings import ViewsRefused
from tests.projections.games import Keeper
from tests.projections.views import contents, from_nothing

NO_RECORD: Any = None
"""A file that is refused is refused before the record is asked."""


def test_a_file_that_is_no_sqlite_file(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear referee, " * 20)
    with pytest.raises(ViewsRefused, match=r"is no read model: it is no SQLite file\. Name another file"):
        Views(path)
    with pytest.raises(ViewsRefused, match=r"is no read model: it is no SQLite file\. Name another file"):
        rebuild(path, NO_RECORD)
    assert path.read_text().startswith("Dear")


def test_a_file_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title)")
    with pytest.raises(ViewsRefused, match="an SQLite file of another program"):
        Views(path)
    with pytest.raises(ViewsRefused, match="an SQLite file of another program"):
        rebuild(path, NO_RECORD)
    assert path.exists()


def test_the_record_itself_is_no_read_model(keeper: Keeper) -> None:
    with pytest.raises(ViewsRefused, match="an SQLite file of another program"):
        rebuild(keeper.record.path, keeper.record)


def test_a_file_for_other_viewers_is_refused_and_rebuilt(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(2)
    rebuild(tmp_path / "views", keeper.record, (PUBLIC,)).close()
    with pytest.raises(ViewsRefused, match=r"another version of this program, or for other viewers\. Delete"):
        Views(tmp_path / "views")
    with rebuild(tmp_path / "views", keeper.record) as views:
        assert contents(views) == from_nothing(keeper, tmp_path / "again")


def test_a_damaged_file_is_refused_and_rebuilt(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all()
    path = tmp_path / "views"
    rebuild(path, keeper.record).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    with pytest.raises(ViewsRefused, match=r"is damaged\. Delete the file; it is rebuilt from the record\."):
        Views(path)
    with rebuild(path, keeper.record) as views:
        assert contents(views) == from_nothing(keeper, tmp_path / "again")


def test_a_file_that_is_damaged_further_on(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all()
    path = tmp_path / "views"
    rebuild(path, keeper.record).close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2))
    with pytest.raises(ViewsRefused, match="is damaged"), Views(path) as views:
        contents(views)


def test_a_file_that_follows_another_record(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    other = Keeper(tmp_path / "other.sqlite", 3).append_all(2)
    rebuild(tmp_path / "views", other.record).close()
    with (
        Views(tmp_path / "views") as views,
        pytest.raises(ViewsRefused, match="follows another record, or a record that has lost events"),
    ):
        catch_up(views, keeper.record)
    other.record.close()


def test_a_record_that_has_lost_its_newest_events(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    rebuild(tmp_path / "views", keeper.record).close()
    older = Keeper(tmp_path / "older.sqlite", 0, 1, 2).append_all(2)
    with Views(tmp_path / "views") as views, pytest.raises(ViewsRefused, match="has lost events since"):
        catch_up(views, older.record)
    older.record.close()
