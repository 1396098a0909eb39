"""The short games are current, hold, and show what so short a game can."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.game.checking.readjudicate import readjudicate
from domain.game.deciding import run
from domain.game.entries.entries import Entry, Ordered
from domain.game.state.game_state import GameState, fold_on, fold_unit
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from referee.audit.audit import audit_export
from referee.audit.game_lines import read_export, with_tables
from referee.games.datasets import read_files
from referee.record.record import Record
from tests.titles import short
from tests.titles.short import GAMES, Short, every_kind, kinds, path_of

ANEW = "Run `python -m tests.titles.short {}`."


@pytest.fixture(params=range(GAMES))
def game(rules: Rules, request: pytest.FixtureRequest) -> Short:
    return short.short(rules.title, request.param)


def test_a_short_game_holds(rules: Rules) -> None:
    for nth in range(GAMES):
        export = with_tables(read_export(short.lines(path_of(rules.title, nth))), read_files(rules.title))
        verdict = audit_export(export)
        assert (verdict.finding, verdict.complete) == (None, True)


def test_the_rules_of_today_play_it_alike(rules: Rules, game: Short) -> None:
    """So that it shows what they do."""
    said = ANEW.format(rules.title)
    again = short.played(rules, int(game.name.removeprefix("short-")))
    assert short.recorded(again, game.name).splitlines() == short.lines(path_of(rules.title, game.nth)), said


def test_what_is_conserved_looks_at_no_field_that_is_not_declared(rules: Rules, game: Short) -> None:
    """Where none of these has changed, an audit does not count again."""
    seen: set[str] = set()
    for stop in list(game.stops.values())[::6]:
        assert rules.conserved(_Watched(stop.state.board, seen)) == ""
    assert seen <= {"setting", *rules.counted}


class _Watched:
    """A board that notes which of its fields are read."""

    def __init__(self, board: Any, seen: set[str]) -> None:
        self._board, self._seen = board, seen

    def __getattr__(self, name: str) -> Any:
        found = getattr(type(self._board), name)
        if isinstance(found, property):
            return found.fget(self)  # type: ignore[misc]
        self._seen.add(name)
        return getattr(self._board, name)


def test_a_plain_unit_is_folded_like_any_other(
    rules: Rules, game: Short, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[bool] = []

    def both(before: GameState, entries: Sequence[Entry]) -> GameState | None:
        found = fold_unit(before, entries)
        folded.append(found is not None)
        assert found is None or found == fold_on(before, entries)
        return found

    monkeypatch.setattr(run, "fold_unit", both)
    assert readjudicate(rules, game.stops[max(game.stops)].data, game.entries, game.name) is None
    assert sum(folded) > 0.9 * len(folded), "Most are plain."


def test_it_is_stopped_wherever_a_seat_is_awaited(game: Short) -> None:
    *stops, end = game.stops.values()
    assert end.is_over()
    assert end.ending
    assert len(stops) >= short.ORDERS - 10
    assert all(stop.awaited() for stop in stops)
    assert len({entry.seat for entry in game.entries if isinstance(entry, Ordered)}) > 1


def test_what_no_short_game_shows_is_known(rules: Rules) -> None:
    """A kind of order, event or prompt that is new is shown, or it is listed once that it is not."""
    shown = {kind for nth in range(GAMES) for kind in kinds(short.short(rules.title, nth).entries)}
    listed = short.beyond()[rules.title]
    assert shown | listed == every_kind(rules), ANEW.format(rules.title)
    assert not shown & listed, ANEW.format(rules.title)
    assert 2 * len(shown) > len(listed | shown)


def test_it_stands_in_a_store(game: Short, tmp_path: Path) -> None:
    record = Record(tmp_path / "games.db")
    position = list(game.stops)[20]
    name = game.store(record, position)
    stood = (record.load(name).game, game.stops[position], game.replay(position).newest())
    assert len({repr(game.rules.view(one.state, REFEREE)) for one in stood}) == 1
    assert len({one.position for one in stood}) == 1
    record.close()


@pytest.mark.soak
def test_the_command_writes_the_same_lines(rules: Rules, tmp_path: Path) -> None:
    short.write(rules, tmp_path)
    for nth in range(GAMES):
        assert short.lines(path_of(rules.title, nth, tmp_path)) == short.lines(path_of(rules.title, nth))
    assert short.beyond(tmp_path)[rules.title] == short.beyond()[rules.title]


def test_a_kind_of_order_that_nothing_shows_is_told(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this file rests on."""
    known: Any = every_kind(rules)
    monkeypatch.setattr("tests.titles.test_short.every_kind", lambda _rules: {*known, ("order", "new")})
    with pytest.raises(AssertionError, match=rf"short {rules.title}"):
        test_what_no_short_game_shows_is_known(rules)
