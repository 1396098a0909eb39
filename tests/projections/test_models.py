"""The read model follows the record exactly once, and can be rebuilt from nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError
from sqlite_utils import Database

from domain.game.entries import Entry
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi import SHINOBI
from domain.shinobi.events import ClansCounted
from projections import file
from projections.file import ViewsRefused
from projections.models import MARK, Record, Views, catch_up, rebuild, tables
from projections.pictures import Row
from projections.replay import Replay
from projections.rows import rows_at
from referee.record.store import Pool
from tests.projections.games import DATA, NOON, Keeper, entries


@pytest.fixture
def keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    """A record to follow; neither file waits for the disk."""
    connect = file.connect
    monkeypatch.setattr(file, "connect", lambda path: _in_haste(connect(path)))
    monkeypatch.setattr(Pool, "synchronous", "OFF")
    made = Keeper(tmp_path / "record.sqlite", 0, 1, 2)
    yield made
    made.record.close()


def _in_haste(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA synchronous=OFF")
    return connection


def _empties_the_games_and_fails(database: Database) -> None:
    assert database.table("games").delete_where().count == 0
    database.execute("SELECT * FROM nowhere")


def contents(views: Views) -> dict[str, list[Row]]:
    return {"tracked": [{"position": views.taken()}]} | {
        table.name: views.rows(table.name) for table in tables()
    }


def from_nothing(keeper: Keeper, path: Path) -> dict[str, list[Row]]:
    with rebuild(path, keeper.record) as views:
        return contents(views)


def event_of(entry: Entry) -> Any:
    return entry.event if isinstance(entry, Fact) else None


class Interrupted:
    """The record, but for a mapper that fails after so many events."""

    def __init__(self, record: Any, events: int) -> None:
        self.recorder, self.data, self._mapper, self._left = (
            record.recorder,
            record.data,
            record.mapper,
            events,
        )

    @property
    def mapper(self) -> Any:
        return self

    def to_domain_event(self, stored: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise InterruptedError
        return self._mapper.to_domain_event(stored)


class Raced:
    """The record, but for somebody else who is first with the first page."""

    def __init__(self, record: Any, other: Views) -> None:
        self._record, self._other = record, other
        self.mapper, self.data = record.mapper, record.data

    @property
    def recorder(self) -> Any:
        return self

    def select_notifications(self, *args: Any, **kwargs: Any) -> Any:
        found = self._record.recorder.select_notifications(*args, **kwargs)
        if self._other.taken() == 0:
            catch_up(self._other, self._record, 50)
        return found

    def select_events(self, *args: Any, **kwargs: Any) -> Any:
        return self._record.recorder.select_events(*args, **kwargs)


# ---- rows


def test_the_row_of_a_game(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append("game-0")
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        kept = keeper.record.load("game-0")
        assert views.rows("games") == [
            {
                "id": "game-0",
                "title": "shinobi",
                "scenario": "standard",
                "seats": '["iga","ise","kii"]',
                "people": '["player 1","player 2","player 3"]',
                "turn": "T1",
                "position": kept.position,
                "head": kept.head.hex(),
                "awaited": '["ise"]',
                "status": "open",
                "winners": "[]",
                "opened_at": NOON,
                "updated_at": NOON,
            }
        ]


def test_a_finished_game(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all()
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        for row in views.rows("games"):
            won = [
                seat["seat"]
                for seat in views.rows("standing", "game=? AND viewer='public' AND won", (row["id"],))
            ]
            assert (row["status"], row["awaited"]) == ("over", "[]")
            assert row["winners"] == str(won).replace("'", '"').replace(" ", "")


def test_the_standing_counts_what_the_rules_counted(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all()
    with rebuild(tmp_path / "views", keeper.record) as views:
        for seed in range(3):
            (counted,) = [x for x in map(event_of, entries(seed)) if isinstance(x, ClansCounted)]
            table = keeper.record.load(f"game-{seed}").game.state.board.table
            assert views.rows("standing", "game=? AND viewer='iga'", (f"game-{seed}",)) == [
                {
                    "game": f"game-{seed}",
                    "viewer": "iga",
                    "seat": tally.seat,
                    "clan": tally.clan,
                    "points": tally.cards.total,
                    "tiebreak": table[tally.seat][tally.clan],
                    "won": int(tally.seat in keeper.record.load(f"game-{seed}").game.winners),
                }
                for tally in counted.tallies
            ]


def test_the_armies_are_those_on_the_table(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(9)
    table = keeper.record.load("game-2").game.state.board.table
    with rebuild(tmp_path / "views", keeper.record) as views:
        rows = views.rows("clan_counts", "game='game-2' AND viewer='public'")
    assert {(row["province"], row["clan"]): row["cards"] for row in rows} == {
        (province, clan): count
        for province, armies in table.items()
        for clan, count in armies.items()
        if count
    }


def test_every_viewer_has_a_board_and_only_the_newest(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        for game, seats in (("game-0", 3), ("game-1", 4), ("game-2", 5)):
            rows = views.rows("boards", "game=?", (game,))
            expected = sorted((*SHINOBI.seats[:seats], PUBLIC, REFEREE))
            assert [row["viewer"] for row in rows] == expected
            assert {row["position"] for row in rows} == {keeper.record.load(game).position}


def test_hands_and_standing_are_as_the_viewer_may_know_them(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    board = keeper.record.load("game-0").game.state.board
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        for viewer in ("iga", "ise", "kii", PUBLIC, REFEREE):
            known = {seat for seat in board.hands if viewer in (seat, REFEREE)}
            hands = views.rows("hands", "game='game-0' AND viewer=?", (viewer,))
            standing = views.rows("standing", "game='game-0' AND viewer=?", (viewer,))
            assert {row["seat"] for row in hands if row["hand"] is not None} == known
            assert {row["seat"] for row in standing if row["clan"] is not None} == known
            assert {row["seat"]: row["cards"] for row in hands} == {s: len(h) for s, h in board.hands.items()}


def test_a_file_for_the_public_holds_nothing_else(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(5)
    with rebuild(tmp_path / "public", keeper.record, (PUBLIC,)) as views:
        for table in ("boards", "hands", "clan_counts", "standing"):
            assert {row["viewer"] for row in views.rows(table)} == {PUBLIC}
        assert all(row["hand"] is None for row in views.rows("hands"))


def test_an_earlier_event_gives_the_rows_of_then(keeper: Keeper, tmp_path: Path) -> None:
    """What the read model said after each order can be had from the replay, long after."""
    live: list[tuple[int, dict[str, list[Row]]]] = []
    with Views(tmp_path / "views") as views:
        for _ in range(20):
            keeper.append("game-1")
            catch_up(views, keeper.record)
            found = contents(views)
            live.append(
                (
                    views.rows("games")[0]["position"],
                    {name: found[name] for name in found if name not in ("tracked", MARK.name)},
                )
            )
    played = Replay("game-1", SHINOBI, DATA, keeper.record.envelopes("game-1"))
    for position, then in live:
        again = rows_at(played, position)
        assert {name: sorted(map(str, rows)) for name, rows in again.items()} == {
            name: sorted(map(str, rows)) for name, rows in then.items()
        }


# ---- exactly once


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
                database.table("games").delete_where()
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


# ---- the file

NO_RECORD: Any = None
"""A file that is refused is refused before the record is asked."""


def test_the_file_has_the_settings_of_the_record(tmp_path: Path) -> None:
    with Views(tmp_path / "views") as views, views.page(1) as database:
        pragmas = {
            name: database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "trusted_schema")
        }
    assert pragmas == {"journal_mode": "truncate", "synchronous": 3, "trusted_schema": 0}


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
