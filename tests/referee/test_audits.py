"""The audit of many games: the same verdicts, whether they are found one after the other or side by side."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.game.state.game_state import begun, fold, unopened
from domain.shinobi import SHINOBI
from domain.titles import TITLES
from referee.audit import many
from referee.audit.audit import COUNTS, FAILS, HOLDS, RULES, Check, Verdict, audit_game
from referee.audit.many import audit_games
from referee.games.selfplay import self_play
from referee.record.record import Record

GAMES = 9


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """Nine finished games; an event in the middle of the seventh is another than was recorded."""
    path = tmp_path_factory.mktemp("audits") / "club.db"
    record = Record(path)
    names = list(self_play(record, "shinobi", GAMES, "club"))
    _alter(path, names[6], 100)
    yield record
    record.close()


def _alter(path: Path, game: str, position: int) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER stored_events_no_update")
    where = (game, position)
    wanted = "originator_id=? AND originator_version=?"
    state = connection.execute(f"SELECT state FROM stored_events WHERE {wanted}", where).fetchone()[0]
    turned = state[:10] + bytes((state[10] ^ 1,)) + state[11:]
    connection.execute(f"UPDATE stored_events SET state=? WHERE {wanted}", (turned, *where))
    connection.commit()
    connection.close()


def one_by_one(record: Record) -> list[Verdict]:
    return [audit_game(record, game) for game in record.games()]


@pytest.mark.soak
def test_side_by_side_gives_the_same_verdicts_in_the_same_order(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "WORTH", 0)
    monkeypatch.setattr(many, "_cores", lambda: 2)
    monkeypatch.setattr(many, "audit_game", None)  # not in this process
    found = list(audit_games(record, record.games()))
    assert found == one_by_one(record)
    assert [verdict.game for verdict in found] == [f"bots-club-{n}" for n in range(1, GAMES + 1)]
    assert [verdict.finding.position for verdict in found if verdict.finding] == [100]
    assert found[6].finding is not None


@pytest.mark.parametrize(("events", "cores", "spread"), [(0, 2, True), (0, 1, False), (10**9, 2, False)])
def test_processes_are_started_only_where_they_are_worth_it(
    record: Record, monkeypatch: pytest.MonkeyPatch, events: int, cores: int, spread: bool
) -> None:
    monkeypatch.setattr(many, "WORTH", events)
    monkeypatch.setattr(many, "_cores", lambda: cores)
    monkeypatch.setattr(many, "_side_by_side", lambda *_given: iter(("spread",)))
    found = list(audit_games(record, record.games()[:2]))
    assert found == (["spread"] if spread else one_by_one(record)[:2])


def test_one_game_is_audited_here(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "WORTH", 0)
    monkeypatch.setattr(many, "_side_by_side", None)
    assert list(audit_games(record, record.games()[:1])) == one_by_one(record)[:1]


@pytest.mark.parametrize("turn", [0, 4])
def test_an_audit_names_the_event_after_which_something_was_lost(
    record: Record, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    """Every order holds; also what was there again soon after is missed, and on the empty board."""
    (game, *_), state = record.games(), unopened("g", SHINOBI)
    entries, turns = [one.entry for one in record.envelopes(game)], list[int]()
    for entry in entries:
        state = fold(state, entry) if turns else begun(fold(state, entry), record.load(game).game.data)
        turns.append(state.state.board.turn)
    lost = replace(SHINOBI, conserved=lambda board: "A card is lost." if board.turn == turn else "")
    monkeypatch.setitem(TITLES, "shinobi", lost)
    verdict = audit_game(record, game)
    assert verdict.finding == Finding(turns.index(turn) + 1, "A card is lost.")
    assert {Check(RULES, HOLDS), Check(COUNTS, FAILS)} <= set(verdict.checks)
