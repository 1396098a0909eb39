"""The read model follows the record exactly once, and can be rebuilt from nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from projections.read_model.following import Record, Views, catch_up
from tests.projections.games import Keeper
from tests.projections.views import contents, from_nothing


def _empties_the_games_and_fails(database: sqlite3.Connection) -> None:
    database.execute("DELETE FROM games")
    assert not database.execute("SELECT * FROM games").fetchall()
    database.execute("SELECT * FROM nowhere")


class Interrupted:
    """The record, but for a decoder that fails after so many events."""

    def __init__(self, record: Any, events: int) -> None:
        self.recorder, self.data, self.title = record.recorder, record.data, record.title
        self._decoder, self._left = record.decoder, events

    def decoder(self, title: str) -> Any:
        self._title = title
        return self

    def decode(self, state: bytes) -> Any:
        self._left -= 1
        if self._left < 0:
            raise InterruptedError
        return self._decoder(self._title).decode(state)


class Raced:
    """The record, but for somebody else who is first with the first page."""

    def __init__(self, record: Any, other: Views) -> None:
        self._record, self._other = record, other
        self.title, self.decoder, self.data = record.title, record.decoder, record.data

    @property
    def recorder(self) -> Any:
        return self

    def newer(self, after: int, limit: int) -> Any:
        found = self._record.recorder.newer(after, limit)
        if self._other.taken() == 0:
            catch_up(self._other, self._record, 50)
        return found

    def states(self, game: str) -> Any:
        return self._record.recorder.states(game)


def test_following_live_equals_rebuilding_after_each_append(keeper: Keeper, tmp_path: Path) -> None:
    with Views(tmp_path / "views") as views:
        for _ in range(8):
            for game in keeper.left:
                keeper.append(game)
                catch_up(views, keeper.record)
                assert contents(views) == from_nothing(keeper, tmp_path / "again")


@pytest.mark.parametrize("page", [1, 7, 500, 5000])
def test_the_size_of_a_page_makes_no_difference(keeper: Keeper, tmp_path: Path, page: int) -> None:
    keeper.append_all({1: 4, 7: 12}.get(page))
    with Views(tmp_path / "views") as views:
        assert catch_up(views, keeper.record, page) == views.rows("mark")[0]["notification"]
        assert catch_up(views, keeper.record, page) == 0
        assert contents(views) == from_nothing(keeper, tmp_path / "again")


@pytest.mark.parametrize("events", [0, 1, 49, 50, 51, 99, 130])
def test_a_crash_leaves_whole_pages_and_the_rest_is_taken_once(
    keeper: Keeper, tmp_path: Path, events: int
) -> None:
    keeper.append_all(12)
    with Views(tmp_path / "views") as views, pytest.raises(InterruptedError):
        catch_up(views, Interrupted(keeper.record, events), 50)
    with Views(tmp_path / "views") as views:
        assert views.taken() == events // 50 * 50
        catch_up(views, keeper.record, 50)
        assert contents(views) == from_nothing(keeper, tmp_path / "again")


def test_a_page_is_refused_the_second_time_and_changes_nothing(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        before = contents(views)
        for notification in (views.taken(), 1):
            with pytest.raises(IntegrityError), views.page(notification) as database:
                database.execute("DELETE FROM games")
        with pytest.raises(sqlite3.OperationalError), views.page(views.taken() + 1) as database:
            _empties_the_games_and_fails(database)
        assert contents(views) == before


def test_a_page_that_another_process_took_is_not_taken_again(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(12)
    with Views(tmp_path / "views") as mine, Views(tmp_path / "views") as other:
        record: Record = Raced(keeper.record, other)
        assert catch_up(mine, record, 50) == 0
        assert contents(mine) == from_nothing(keeper, tmp_path / "again")
        keeper.append_all(1)
        catch_up(other, keeper.record)
        assert catch_up(mine, keeper.record) == 0
