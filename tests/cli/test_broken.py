"""One game whose record is broken: it is shown as broken, and keeps nobody from seeing the others."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from referee.record.record import Record
from referee.web.gallery import Gallery
from tests.cli.conftest import Bugyo

# what somebody has done to an event                                   which, and what is said of it
HARM = [
    ("UPDATE stored_events SET state=x'c1' WHERE originator_id=? AND originator_version=?", 20),
    ("UPDATE stored_events SET state=x'c1' WHERE originator_id=? AND originator_version=?", 1),
    ("DELETE FROM stored_events WHERE originator_id=? AND originator_version=?", 20),
    ("UPDATE stored_events SET topic='moon' WHERE originator_id=? AND originator_version=?", 1),
]


def harm(bugyo: Bugyo, game: str, statement: str, position: int) -> None:
    with closing(sqlite3.connect(bugyo.store, isolation_level=None)) as connection:
        for (guard,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type='trigger' AND tbl_name='stored_events'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {guard}")
        connection.execute(statement, (game, position))
    bugyo.store.with_name("games.db.views").unlink(missing_ok=True)


@pytest.mark.parametrize(("statement", "position"), HARM)
@pytest.mark.parametrize("game", ["bots-7-1", "summer"])
def test_the_others_are_shown(bugyo: Bugyo, game: str, statement: str, position: int) -> None:
    other = {"bots-7-1": "summer", "summer": "bots-7-1"}[game]
    harm(bugyo, game, statement, position)
    for _ in range(2):  # without a read model, and with one
        rows = {row["id"]: row for row in bugyo.json("list")}
        assert rows[other]["broken"] is None
        assert rows[other]["head"]
        assert (rows[game]["status"], rows[game]["winners"]) == ("broken", [])
        assert rows[game]["broken"].startswith(f'The record of game "{game}" is broken at event ')
        lines = bugyo("list").stdout.splitlines()
        assert len(lines) == 3
        assert "broken: The record of game" in lines[-1]


@pytest.mark.parametrize(("statement", "position"), HARM)
def test_what_clocks_and_people_go_on(bugyo: Bugyo, statement: str, position: int) -> None:
    harm(bugyo, "bots-7-1", statement, position)
    said = bugyo("what")
    assert said.stdout.startswith("summer, ")
    assert 'The record of game "bots-7-1" is broken at event ' in said.stderr
    assert "import such a game from its export" in said.stderr
    assert [sorted(one)[:1] for one in bugyo.json("what") if "broken" in one] == [["broken"]]
    assert "is broken" in bugyo("clock", "show").stderr
    assert "Anna" in bugyo("people").stdout


def test_a_game_that_breaks_later_leaves_the_read_model_and_comes_back(bugyo: Bugyo) -> None:
    assert [row["status"] for row in bugyo.json("list")] == ["open", "over"]
    with closing(sqlite3.connect(bugyo.store)) as connection:
        ((whole,),) = connection.execute(
            "SELECT state FROM stored_events WHERE originator_id='summer' AND originator_version=9"
        )
    statement = "UPDATE stored_events SET state=x'c1' WHERE originator_id=? AND originator_version=?"
    harm(bugyo, "summer", statement, 9)
    assert [row["status"] for row in bugyo.json("list")] == ["over", "broken"]
    harm(bugyo, "summer", f"UPDATE stored_events SET state=x'{whole.hex()}' WHERE originator_id=? "
         "AND originator_version=?", 9)  # fmt: skip
    assert [row["status"] for row in bugyo.json("list")] == ["open", "over"]


def test_the_gallery_of_the_pages_shows_the_others(bugyo: Bugyo) -> None:
    with closing(Record(bugyo.store)) as record:
        gallery = Gallery(record, record.clock)
        assert len(gallery.games()) == 2
        harm(bugyo, "summer", "UPDATE stored_events SET state=x'c1' WHERE originator_id=? "
             "AND originator_version>=?", 9)  # fmt: skip
        gallery = Gallery(record, record.clock)  # what has been listed is looked at again when it goes on
        assert [one["game"] for one in gallery.games()] == ["bots-7-1"]
