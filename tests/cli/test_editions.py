"""Games of other editions than the newest: played to their end by their own, left alone by a program that
does not have it; and a later edition that a ruling brings in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.kawanakajima import KAWANAKAJIMA
from domain.kit.editions import edition_of
from domain.kit.rules import Edition
from domain.shinobi import SHINOBI
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from tests.cli.conftest import Bugyo

OLD, BETWEEN, NEW = (edition.name for edition in KAWANAKAJIMA.editions)


LATER = "shinobi/2"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on: a program that has another edition of Shinobi than the games name, and no other."""
    return lambda: monkeypatch.setitem(TITLES, "shinobi", replace(SHINOBI, editions=(Edition(LATER),)))


# ---- an edition that is not here


def test_its_game_takes_no_order_and_loses_nothing(bugyo: Bugyo, later: Callable[[], None]) -> None:
    seat, line = bugyo.order()
    before = bugyo("log", "summer").stdout
    later()
    said = bugyo("orders", "summer", seat, "-", stdin=line, code=1).output
    assert "played by the edition shinobi/1, which this program does not have" in " ".join(said.split())
    assert bugyo("log", "summer").stdout == before


def test_its_game_is_listed_shown_and_exported(
    bugyo: Bugyo, later: Callable[[], None], tmp_path: Path
) -> None:
    commands = (("list",), ("show", "summer"), ("show", "bots-7-1"), ("log", "bots-7-1"))
    before = [bugyo(*command).stdout for command in commands[2:]]
    bugyo("export", "summer", "-o", tmp_path / "before.jsonl")
    later()
    for command in commands:
        bugyo(*command)
    assert [bugyo(*command).stdout for command in commands[2:]] == before
    bugyo("export", "summer", "-o", tmp_path / "after.jsonl")
    assert (tmp_path / "after.jsonl").read_bytes() == (tmp_path / "before.jsonl").read_bytes()


def test_its_game_waits_for_nobody_who_could_be_late(bugyo: Bugyo, later: Callable[[], None]) -> None:
    seat, _line = bugyo.order()
    assert bugyo.json("show", "summer")["awaited"] == [seat]
    later()
    assert bugyo.json("show", "summer")["awaited"] == []


def test_an_audit_says_which_editions_are_here(bugyo: Bugyo, later: Callable[[], None]) -> None:
    bugyo("audit", "bots-7-1")
    later()
    said = " ".join(bugyo("audit", "bots-7-1", code=1).output.split())
    assert "edition shinobi/1; these are the rules of shinobi/2" in said


# ---- an earlier edition


@pytest.fixture
def old(tmp_path: Path) -> Bugyo:
    """A game of the first edition of Kawanakajima, some way on."""
    store = tmp_path / "old.db"
    record = Record(store)
    referee = Referee(record, seed="old")
    referee.open(Opening("old", "kawanakajima", ("Ann", "Ben"), edition=OLD), Act(COMMAND_LINE))
    play_out(referee, "old", Random(1), orders=60)
    record.close()
    return Bugyo(store)


def stands(old: Bugyo) -> GameState:
    record = Record(old.store)
    try:
        return record.load("old").game
    finally:
        record.close()


def test_a_game_is_played_to_its_end_by_the_edition_of_its_opening(old: Bugyo) -> None:
    game = stands(old)
    assert (game.opening().edition, game.state.board.options.forced_steps) == (OLD, False)
    record = Record(old.store)
    play_out(Referee(record, seed="old"), "old", Random(2))
    assert record.load("old").game.is_over()
    assert audit_game(record, "old").finding is None
    record.close()


def test_a_ruling_brings_a_later_edition_in_and_everybody_sees_it(old: Bugyo) -> None:
    why = ("--rule", "rules/edition", "--reason", "the combats with one answer take a week")
    old("ruling", "make", "old", "corrected", "--set", f"edition {NEW}", *why)
    assert edition_of(KAWANAKAJIMA.editions, stands(old).state.board.options).name == NEW
    said = " ".join(old("log", "old").stdout.split())
    assert f"From here on the game is played by the edition {NEW} of its rules." in said
    record = Record(old.store)
    play_out(Referee(record, seed="old"), "old", Random(3), orders=40)
    assert audit_game(record, "old").finding is None
    record.close()


def test_no_ruling_brings_an_older_reading_back(old: Bugyo) -> None:
    why = ("--rule", "rules/edition", "--reason", "I liked it better")
    said = old("ruling", "make", "old", "corrected", "--set", f"edition {OLD}", *why, code=1).output
    assert f"The game is played by {OLD}. It can go on by {BETWEEN} or {NEW}." in " ".join(said.split())
    old("ruling", "make", "old", "corrected", "--set", f"edition {NEW}", *why)
    said = old("ruling", "make", "old", "corrected", "--set", f"edition {OLD}", *why, code=1).output
    assert f"The game is played by {NEW}. There is no later one." in " ".join(said.split())


def test_a_rewind_to_before_the_ruling_leaves_the_edition_again(old: Bugyo) -> None:
    events = stands(old).position
    why = ("--rule", "rules/edition", "--reason", "mended")
    old("ruling", "make", "old", "corrected", "--set", "edition 2", *why)
    old("rewind", "old", "--to", events, "--reason", "a slip")
    assert stands(old).state.board.options.forced_steps is False


def test_what_an_edition_fixes_cannot_be_chosen(old: Bugyo) -> None:
    people = ("--player", "Ann", "--player", "Ben")
    chosen = ("--option", "forced_steps=false")
    said = old("open", "kawanakajima", "--id", "new", *people, *chosen, code=1).output
    assert f"The edition {NEW} has the option forced_steps=True, and no other." in " ".join(said.split())
    assert "forced_steps" not in old("games").stdout
