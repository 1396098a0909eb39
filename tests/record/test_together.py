"""Several who write at once, and commits whose fate is not known."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from domain.game.deciding.decide import post
from domain.game.state.game_state import GameState
from domain.kit.errors import OrderError
from domain.kit.facts import Fact
from referee.audit.audit import audit_game
from referee.games.opening import CannotOpen, Opening
from referee.games.referee import AlreadyTaken, Referee, TryAgain
from referee.record.record import Record, UnknownGame
from tests.playing import follows, taken
from tests.record.stores import ACT, PEOPLE, one_order, opened, play, repeatable


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = repeatable(tmp_path / "s.bugyo")
    yield made
    made.close()


def first_offer(game: GameState) -> tuple[str, Any]:
    seat = game.awaited()[0]
    return seat, (game.rules.offers(game.state, seat) or ())[0]


def holds(record: Record, name: str = "g") -> bool:
    return audit_game(record, name).finding is None


def everything(record: Record) -> list[list[Any]]:
    return [record.recorder.rows(f"SELECT * FROM {table}") for table in ("stored_events", "intake")]


def test_of_two_who_decide_at_once_one_is_recorded_and_the_other_decides_again(record: Record) -> None:
    opened(record)
    other = Record(record.place)
    mine, theirs = record.load("g"), other.load("g")
    seat, order = first_offer(mine.game)
    chance = Referee(record).cells.chance
    here, there = (follows(one.game, chance, post, seat, order) for one in (mine, theirs))
    won = record.append(mine, *here, ACT)
    with pytest.raises(IntegrityError):
        other.append(theirs, *there, ACT)
    again = other.load("g")
    assert (again.game.position, again.head) == (won.game.position, won.head)
    assert again.game.state == won.game.state
    one_order(Referee(other), again.game, Random(1))
    assert record.load("g").head == other.load("g").head
    assert holds(record)
    assert holds(other)
    other.close()


class Interrupted(Record):
    """Somebody else is recorded between loading and appending, so many times."""

    times = 0
    meanwhile: Callable[[], object]

    def append(self, *given: Any, **named: Any) -> Any:
        if self.times:
            self.times -= 1
            self.meanwhile()
        return super().append(*given, **named)


def test_an_order_that_is_still_legal_goes_in_after_the_other(record: Record) -> None:
    """The other one's entry moves the position and leaves the prompt: the order is decided again."""
    opened(record)
    mine = Interrupted(record.place)
    mine.times, mine.meanwhile = 1, lambda: _repeat_last(record)
    game = mine.load("g").game
    taken = Referee(mine).take("g", *first_offer(game), ACT)
    assert taken.kept.game.position == game.position + 1 + len(taken.entries)
    assert record.load("g").head == taken.kept.head
    mine.close()


def _repeat_last(record: Record) -> None:
    """Something is recorded that changes nothing on the board."""
    kept = record.load("g")
    record.append(kept, *taken(kept.game, [Fact("note")]), ACT)


def test_after_five_times_the_sender_is_asked_to_try_again(record: Record) -> None:
    opened(record)
    mine = Interrupted(record.place)
    mine.times, mine.meanwhile = 99, lambda: _repeat_last(record)
    before = mine.load("g").game
    with pytest.raises(TryAgain) as again:
        Referee(mine).take("g", *first_offer(before), ACT, ("mail:1",))
    assert str(again.value) == "Others were recorded in g at the same time, 5 times. Nothing was applied."
    assert record.load("g").game.state == before.state
    assert record.seen("g", ("mail:1",)) == 0
    mine.close()


def test_the_same_order_of_the_same_mail_is_applied_once(record: Record) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    taken = referee.take("g", seat, order, ACT, ("id:1", "bytes:1"))
    first = taken.kept.game.position - len(taken.entries) + 1
    before = everything(record)
    for keys in (("id:1",), ("bytes:1", "id:2"), ("id:1", "bytes:1")):
        with pytest.raises(AlreadyTaken) as known:
            referee.take("g", seat, order, ACT, keys)
        assert known.value.position == first
    assert everything(record) == before


def test_the_same_mail_at_two_desks_at_once_is_taken_once_and_not_refused(record: Record) -> None:
    """The loser does not find an illegal order, but its own, already applied."""
    opened(record)
    seat, order = first_offer(record.load("g").game)
    mine = Interrupted(record.place)
    mine.times, mine.meanwhile = 1, lambda: Referee(record).take("g", seat, order, ACT, ("id:1",))
    with pytest.raises(AlreadyTaken) as known:
        Referee(mine).take("g", seat, order, ACT, ("id:1",))
    assert known.value.position == 22
    mine.close()


def test_the_same_mail_that_wins_just_before_loading_is_not_refused_either(record: Record) -> None:
    opened(record)
    seat, order = first_offer(record.load("g").game)

    class Late(Record):
        def load(self, game: str) -> Any:
            if not record.seen("g", ("id:1",)):
                Referee(record).take("g", seat, order, ACT, ("id:1",))
            return super().load(game)

    late = Late(record.place)
    with pytest.raises(AlreadyTaken):
        Referee(late).take("g", seat, order, ACT, ("id:1",))
    late.close()


def test_a_refusal_leaves_nothing(record: Record) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    stranger = next(name for name in record.load("g").game.seats if name != seat)
    before = everything(record)
    with pytest.raises(OrderError):
        referee.take("g", stranger, order, ACT, ("id:1",))
    assert everything(record) == before


def test_a_game_that_is_not_there_and_one_that_is_there_already(record: Record) -> None:
    with pytest.raises(UnknownGame) as unknown:
        record.load("g")
    assert str(unknown.value) == "There is no game “g” in this store. It has no game yet."
    opened(record)
    with pytest.raises(UnknownGame) as unknown:
        record.envelopes("h")
    assert str(unknown.value) == "There is no game “h” in this store. It has: g."
    before = everything(record)
    with pytest.raises(CannotOpen) as cannot:
        Referee(record).open(Opening("g", "shinobi", PEOPLE[:3]), ACT)
    assert str(cannot.value) == "There is a game “g” already. Choose another id."
    assert everything(record) == before


def test_many_threads_keep_mails_while_orders_are_recorded(record: Record) -> None:
    """A mail is never part of somebody else's transaction."""
    referee = opened(record)
    keeper = threading.Thread(target=lambda: [record.keep_mail(str(n), b"raw") for n in range(40)])
    keeper.start()
    play(referee, "g", 15, Random(1))
    keeper.join()
    assert len(list(record.mails())) == 40
    assert holds(record)


# ---- commits that report an error


class Failing:
    """A connection whose next COMMIT, or ROLLBACK, reports an error, after or before it is done."""

    def __init__(self, connection: sqlite3.Connection, done: bool, at: str = "COMMIT") -> None:
        self.connection, self.done, self.at, self.armed = connection, done, at, True

    def execute(self, statement: str, *rest: Any) -> Any:
        if statement != self.at or not self.armed:
            return self.connection.execute(statement, *rest)
        self.armed = False
        if self.done:
            self.connection.execute(statement)
        raise sqlite3.OperationalError("disk I/O error")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def refused(record: Record) -> None:
    with record.recorder.together():
        record.recorder.write_all("INSERT INTO intake VALUES (?,?,?)", [("g", "id:0", 1)])
        raise OrderError("not in the mood")


def fail(record: Record, *, done: bool) -> None:
    record.recorder._writer = Failing(record.recorder.writer(), done)


@pytest.mark.of_files
def test_a_commit_that_reported_an_error_and_is_there_counts(record: Record) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    fail(record, done=True)
    taken = referee.take("g", seat, order, ACT, ("id:1",))
    assert record.load("g").head == taken.kept.head
    assert record.seen("g", ("id:1",)) == 22
    play(referee, "g", 3, Random(1))
    assert holds(record)


@pytest.mark.of_files
def test_a_commit_that_reported_an_error_and_is_not_there_is_an_error(record: Record) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    before = everything(record)
    fail(record, done=False)
    with pytest.raises(OperationalError) as error:
        referee.take("g", seat, order, ACT, ("id:1",))
    assert str(error.value) == (
        "The store could not be written: disk I/O error. Nothing of this was recorded."
    )
    assert everything(record) == before
    assert referee.take("g", seat, order, ACT, ("id:1",)).kept.game.position > 17
    assert holds(record)


@pytest.mark.of_files
@pytest.mark.parametrize("done", [True, False], ids=["done", "not done"])
def test_a_rollback_that_reported_an_error_leaves_no_transaction_open(record: Record, done: bool) -> None:
    """Whoever wrote next was told that a transaction was open already, until the program ended."""
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    before = everything(record)
    record.recorder._writer = Failing(record.recorder.writer(), done, "ROLLBACK")
    with pytest.raises(OrderError, match="not in the mood"):
        refused(record)
    assert everything(record) == before
    assert referee.take("g", seat, order, ACT, ("id:1",)).kept.game.position > 17
    assert holds(record)


@pytest.mark.of_files
def test_where_the_store_cannot_be_looked_up_the_error_says_that_it_is_not_known(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    fail(record, done=True)
    writer = record.recorder._writer

    def cannot(*_: Any, **__: Any) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr("referee.record.store.connect", cannot)
    with pytest.raises(OperationalError) as error:
        referee.take("g", seat, order, ACT, ("id:1",))
    assert str(error.value) == (
        "The store could not be written: disk I/O error. Whether this was recorded is not known yet."
    )
    monkeypatch.undo()
    assert writer is not None
    with pytest.raises(AlreadyTaken):
        referee.take("g", seat, order, ACT, ("id:1",))


@pytest.mark.of_files
def test_a_locked_store_is_an_error_and_nothing_is_half_applied(record: Record) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    before = everything(record)
    record.recorder.writer().execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(record.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError) as error:
        referee.take("g", seat, order, ACT, ("id:1",))
    assert str(error.value) == (
        "The store could not be written: database is locked. Nothing of this was recorded."
    )
    other.execute("ROLLBACK")
    other.close()
    assert everything(record) == before
