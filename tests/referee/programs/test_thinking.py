"""The thoughts of programs: outside of every transaction, thrown away where the game has gone on, the same
again, and never of what a seat may not know."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Joined, Ordered
from domain.kit.errors import IllegalMove
from referee.audit.audit import audit_game
from referee.games import people
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.programs import deciding, seats
from referee.programs.search import Spread
from referee.programs.seats import Thought, awaits, give, play_waiting, think
from referee.record.record import Record
from referee.service.keeping import Kept, started
from referee.thinking import worker as working
from referee.thinking.process import Thinks
from referee.thinking.worker import Worker
from tests.referee.programs.table import ACT, GAME, OWN, Table

SEATS = ("iga", "ise", "kii")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game that waits for a program."""
    one = Table(tmp_path, {"ise": "steady"})
    one.join()
    until_awaited(one)
    return one


def until_awaited(table: Table) -> None:
    while awaits(table.game) is None:
        seat = table.game.awaited()[0]
        table.referee.take(GAME, seat, table.game.examples(seat)[0], OWN)


def test_a_thought_is_thrown_away_where_the_game_has_gone_on(table: Table) -> None:
    awaited = awaits(table.game)
    assert awaited is not None
    thought, position = think(table.referee, awaited), table.game.position
    table.referee.look(GAME, "referee", "the hand of iga", "why", ACT)
    assert give(table.referee, thought) is None
    assert table.game.position == position + 1
    assert play_waiting(table.referee, GAME) >= 1


def test_a_thought_is_thrown_away_where_somebody_has_taken_the_seat(table: Table) -> None:
    awaited = awaits(table.game)
    assert awaited is not None
    thought = think(table.referee, awaited)
    people.take_seat(table.referee, GAME, "ise", "Dora", "she wants to", ACT, "dora@example.org")
    assert give(table.referee, thought) is None
    assert awaits(table.game) is None


def test_nobody_thinks_in_a_transaction(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another connection writes while a program thinks, and the thought is still given."""
    other = Record(table.record.path)
    thought_of = list[str]()

    def chooses(*arguments: object) -> object:
        other.set("somebody", b"else")
        thought_of.append("once")
        return choose(*arguments)  # type: ignore[arg-type]

    choose = deciding.choose
    monkeypatch.setattr(seats, "choose", chooses)
    assert table.worker.work() == len(thought_of) >= 1
    other.close()


def test_the_same_thought_comes_again_and_another_store_thinks_otherwise(
    table: Table, tmp_path: Path
) -> None:
    """The luck of a program hangs from a secret of the store, from the game and from the position alone."""
    awaited = awaits(table.game)
    assert awaited is not None
    assert think(table.referee, awaited) == think(Referee(table.record), awaited)
    seeds = {seats._seed(table.referee, awaited)}
    table.record.set(seats.SECRET, bytes(32))
    seeds.add(seats._seed(table.referee, awaited))
    table.referee.look(GAME, "referee", "all", "why", ACT)
    later = awaits(table.game)
    assert later is not None
    seeds.add(seats._seed(table.referee, later))
    assert len(seeds) == 3


@pytest.mark.parametrize("strength", ["random", "steady", "keen:8"])
def test_a_program_gets_what_its_seat_knows_and_nothing_else(tmp_path: Path, strength: str) -> None:
    """Where all that is hidden from it is another, it does the same."""
    table = Table(tmp_path, {"ise": strength})
    table.join()
    until_awaited(table)
    game = table.game
    players = game.rules.players
    assert players is not None
    known = players.known(game.state, "ise")
    others = [players.imagine(known, "ise", Random(seed)) for seed in range(8)]
    assert any(other != game.state for other in others)
    awaited = awaits(game)
    assert awaited is not None
    games = [replace(game, state=state) for state in (game.state, *others)]
    chosen = {think(table.referee, replace(awaited, game=one)).order for one in games}
    assert len(chosen) == 1


# ---- the worker


def test_the_worker_gives_each_game_one_thought_at_a_time(tmp_path: Path) -> None:
    table = Table(tmp_path, dict.fromkeys(SEATS, "random"))
    table.referee.open(Opening("other", "shinobi", ("random (program)",) * 3), ACT)
    left = iter([True] * 4)
    assert table.worker.work(lambda: next(left, False)) == 4
    assert [len(joined(table.record, game)) for game in (GAME, "other")] == [2, 2]
    table.worker.work()
    assert all(table.record.load(game).game.is_over() for game in (GAME, "other"))
    assert table.worker.work() == 0


def joined(record: Record, game: str) -> list[Joined]:
    return [one.entry for one in record.envelopes(game) if isinstance(one.entry, Joined)]


def test_a_program_that_fails_is_said_once_and_holds_up_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, dict.fromkeys(SEATS, "random"))
    table.referee.open(Opening("other", "shinobi", ("random (program)",) * 3), ACT)

    def thinks(referee: Referee, awaited: seats.Awaited, spread: Spread) -> Thought:
        if awaited.game.id == GAME and not awaited.game.ledger.absent:
            raise IllegalMove("turn", "It may not do that.")
        return think(referee, awaited, spread)

    monkeypatch.setattr(working, "think", thinks)
    table.worker.work()
    table.worker.work()
    (said,) = table.said
    assert said.startswith(f"The program that {GAME} waits for at event")
    assert "It may not do that." in said
    assert table.record.load("other").game.is_over()
    monkeypatch.setattr(working, "think", think)
    Worker(table.referee, table.desk.tell, table.said.append).work()
    assert table.game.is_over()


def test_who_comes_after_a_worker_that_died_tells_what_it_did(table: Table) -> None:
    """The order was recorded, and its news was not written."""
    table.collect()
    before = len(table.mails)
    assert play_waiting(table.referee, GAME) >= 1
    Worker(table.referee, table.desk.tell, table.said.append).work()
    table.collect()
    new = [to for to, _said in table.mails[before:]]
    assert table.game.awaited()[0] + "@example.org" in new
    Worker(table.referee, table.desk.tell, table.said.append).work()
    table.collect()
    assert len(table.mails) == before + len(new)


# ---- its process

SOON = 600.0


def until(what: str, found: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not found():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@pytest.mark.soak
def test_a_worker_that_is_killed_in_the_middle_is_started_again_and_the_game_is_whole(tmp_path: Path) -> None:
    table = Table(tmp_path, dict.fromkeys(SEATS, "keen:20"))
    told = msgspec.json.encode(Thinks(str(table.record.path), "referee@example.org"))
    made, said = list[subprocess.Popen[bytes]](), list[str]()

    def start() -> subprocess.Popen[bytes]:
        made.append(started("referee.thinking.process", told))
        return made[-1]

    kept = Kept(start, "Ended: {why}", said.append)
    kept.start()
    try:
        for killed in range(2):
            position = table.game.position
            until("an order", lambda: table.game.position > position)  # noqa: B023
            made[killed].send_signal(signal.SIGKILL)
            until("another worker", lambda: len(made) > killed + 1)  # noqa: B023
            assert os.getpriority(os.PRIO_PROCESS, made[-1].pid) >= 0
        position = table.game.position
        until("an order", lambda: table.game.position > position)
    finally:
        kept.stop()
    assert said == ["Ended: signal SIGKILL"] * 2
    assert made[-1].poll() is not None
    assert audit_game(table.record, GAME).finding is None
    while awaits(table.game):
        play_waiting(table.referee, GAME)
    assert table.game.is_over()
    assert any(isinstance(entry, Ordered) for entry in table.entries())


@pytest.mark.budget(250, "starts Python")
def test_the_worker_ends_with_whoever_has_started_it(tmp_path: Path) -> None:
    table = Table(tmp_path, {})
    told = msgspec.json.encode(Thinks(str(table.record.path), "referee@example.org"))
    process = started("referee.thinking.process", told)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(SOON) == 0
