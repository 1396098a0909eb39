"""A thousand games cost a sweep no more than the few in which something is due."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.game.entries.policy import Policy
from domain.kit.errors import BrokenRecord
from referee.audit.game_lines import export_lines, read_export
from referee.copies.importing import import_game
from referee.games import deadlines
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record import timers
from referee.record.record import Record
from tests.referee.clocks.club import HOUR, REFEREE, START, Club

MANY = 40


def test_only_games_in_which_something_is_due_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Club(tmp_path)
    for number in range(MANY):
        policy = Policy(hours=1000 + number) if number else Policy(hours=5)
        people = ("Ann", "Ben", "Cem")
        one.referee.open(Opening(f"n{number}", "shinobi", people, policy=policy, level=0), REFEREE)
    one.at(START)
    loaded: list[str] = []
    load = Record.load

    def counted(record: Record, game: str) -> object:
        loaded.append(game)
        return load(record, game)

    monkeypatch.setattr(Record, "load", counted)
    assert one.at(START + 2 * HOUR) == []
    assert loaded == []
    one.at(START + 5 * HOUR - 1)  # half of the time of one game is over since
    assert set(loaded) == {"n0"}
    due = one.at(START + 5 * HOUR + 1)
    assert [kind for kind, _ in due] == ["lapsed"]
    assert set(loaded) == {"n0"}
    one.record.close()


def test_a_game_that_was_imported_has_its_deadlines_too(tmp_path: Path) -> None:
    one = Club(tmp_path)
    export = read_export(export_lines(one.record, "g", "referee"))
    (tmp_path / "other").mkdir()
    other = Record(tmp_path / "other" / "s.db", clock=lambda: START + 74 * HOUR)
    referee = Referee(other)
    assert deadlines.sweep(referee, START + 74 * HOUR).dues == ()
    import_game(other, export)
    swept = deadlines.sweep(referee, START + 74 * HOUR)
    assert [(due.game, due.kind) for due in swept.dues] == [("g", "lapsed")]
    other.close()
    one.record.close()


def test_a_game_in_which_nothing_can_be_done_stops_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Club(tmp_path)
    one.referee.open(
        Opening("other", "shinobi", ("Ann", "Ben", "Cem"), policy=Policy(hours=1), level=0), REFEREE
    )
    load = Record.load

    def broken(record: Record, game: str) -> object:
        if game == "other":
            raise BrokenRecord(game, 3, "It cannot be read.")
        return load(record, game)

    monkeypatch.setattr(Record, "load", broken)
    swept = deadlines.sweep(one.referee, START + 74 * HOUR)
    assert [(due.game, due.kind) for due in swept.dues] == [("g", "lapsed")]
    assert swept.troubles == ('other: The record of game "other" is broken at event 3. It cannot be read.',)
    one.record.close()


def test_an_event_and_its_place_in_the_index_are_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Club(tmp_path)
    before = one.game.position

    def full(*_: object) -> None:
        raise OSError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(timers, "put_next", full)
        with pytest.raises(OSError, match="full"):
            one.order()
    assert one.game.position == before
    one.order()
    assert one.finding() is None
    one.record.close()
