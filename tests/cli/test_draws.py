"""A draw is said to be one wherever it is told how a game has ended, and a victory to be one."""

from __future__ import annotations

import random
from contextlib import closing
from zipfile import ZipFile

import pytest

from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from referee.seats.seat_view import Scene, outcome, replay_of
from referee.web.index import index
from tests.cli.conftest import Bugyo

GAME = "bots-d-174"
"""A battle that crab and crane, played by programs, have drawn after 88 events."""


@pytest.fixture
def drawn(fresh: Bugyo) -> Bugyo:
    with closing(Record(fresh.store)) as record:
        referee = Referee(record, seed=GAME)
        referee.open(Opening(GAME, "clan_war", ("bot 1", "bot 2")), Act(BOTS))
        play_out(referee, GAME, random.Random(f"{GAME} players"))
        assert record.load(GAME).game.winners == ("crab", "crane")
    return fresh


def test_on_the_command_line(drawn: Bugyo) -> None:
    (row,) = drawn.json("list")
    assert (row["winners"], row["drawn"]) == (["crab", "crane"], True)
    assert "drawn between crab and crane" in drawn("list").stdout
    assert drawn("what", GAME).stdout == f"{GAME} is over: drawn between crab and crane.\n"
    for command in (("list",), ("what", GAME), ("show", GAME)):
        assert "won by" not in drawn(*command).stdout


def test_in_reports_mails_and_on_the_page(drawn: Bugyo) -> None:
    assert "Drawn between: crab and crane." in drawn("export", GAME, "--format", "markdown").stdout
    bundle = drawn.store.with_name("b.zip")
    drawn("export", GAME, "--format", "bundle", "-o", bundle)
    assert "- Over. Drawn between: crab, crane" in ZipFile(bundle).read("report.md").decode()
    with closing(Record(drawn.store)) as record:
        replay = replay_of(record, GAME)
        assert outcome(Scene(replay, "crab", "")).startswith("The game is over, drawn between crab (")
    stands = {
        "game": GAME,
        "title": "clan_war",
        "turn": "1",
        "seats": {},
        "begun": True,
        "over": True,
        "at": 0,
        "opened": 0,
        "due": 0,
        "what_if": None,
        "own_tables": False,
    }
    assert "Drawn between crab and crane." in index([{**stands, "winners": ["crab", "crane"], "drawn": True}])
    assert "Won by crab." in index([{**stands, "winners": ["crab"], "drawn": False}])


def test_one_who_has_won_is_said_to_have_won(bugyo: Bugyo) -> None:
    assert "won by " in bugyo("list").stdout
    assert [row["drawn"] for row in bugyo.json("list")] == [False, False]
