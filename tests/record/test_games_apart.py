"""Several desks on one server, each at a game of its own: what is kept apart, what waits, and in which order
events are numbered.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import psycopg
import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from benchmarks import away
from benchmarks.mails import Table, open_games
from referee.audit.audit import audit_game
from referee.games.referee import Referee
from referee.record import postgres, timers
from referee.record.known import Intake
from referee.record.location import Server
from referee.record.outbox import OutboxTable
from referee.record.record import Record, about
from referee.record.writing import Ahead, Held, Wider
from referee.service.exits import OK
from referee.transport.outbox import Queue
from tests.record.servers import Cluster
from tests.record.stores import one_order, opened
from tests.referee.mail.test_desk_world import NOW, PEOPLE, World

pytestmark = pytest.mark.of_files

MOST = 25
"""Statements of a mail."""


@pytest.fixture
def place(cluster: Cluster) -> Server:
    return cluster.fresh()


@pytest.fixture
def here(place: Server) -> Iterator[Record]:
    with closing(Record(place)) as made:
        opened(made, "a")
        opened(made, "b")
        yield made


@pytest.fixture
def there(here: Record, place: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Record]:
    """Another desk's, which does not wait for long."""
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "300ms")
    with closing(Record(place)) as made:
        yield made


def play(record: Record, game: str) -> int:
    """One order in a transaction about its game; the number of its first event in the store."""
    with about(record, game, "anna@example.org"):
        before = record.load(game)
        one_order(Referee(record), before.game, Random(1))
        record.set(f"told/{game}/x", b"1")
        OutboxTable(record).put(f"<{game}@x>", "anna@example.org", b"raw", "about", 1)
    row = record.recorder.ROW
    asked = f"SELECT {row} FROM stored_events WHERE originator_id=? AND originator_version=?"
    return int(record.recorder.rows(asked, (game, before.game.position + 1))[0][0])


def test_two_desks_at_two_games_do_not_wait_for_each_other(here: Record, there: Record) -> None:
    """And who is committed first has the smaller numbers, whoever has begun first."""
    with about(here, "a", "anna@example.org"):
        before = here.load("a").game
        one_order(Referee(here), before, Random(1))
        first = play(there, "b")
        assert there.load("a").game.position == before.position
    rows = here.recorder.newer(first - 1, 100)
    assert list(dict.fromkeys(game for _, game, *_ in rows)) == ["b", "a"]
    assert [audit_game(here, game).finding for game in "ab"] == [None, None]


def test_two_desks_at_one_game_wait(here: Record, there: Record) -> None:
    with about(here, "a", ""), pytest.raises(Held, match=r"process \d+ of the server \(bugyo, role bugyo\)"):
        play(there, "a")
    assert play(there, "a")


@pytest.mark.parametrize("first", ["a", None])
def test_who_has_the_whole_store_is_alone(here: Record, there: Record, first: str | None) -> None:
    other = "b" if first is None else None
    with here.recorder.together(first), pytest.raises(Held), there.recorder.together(other):
        pass
    with here.recorder.together(first), pytest.raises(Held):
        there.register("b", "iga", "bela@example.org")


def test_a_mail_is_kept_while_games_are_played_and_not_while_the_store_is_had(
    here: Record, there: Record
) -> None:
    with here.recorder.together("a"):
        assert there.keep_mail("1", b"raw")
        assert not there.keep_mail("1", b"raw")
    with here.recorder.together(), pytest.raises(OperationalError):
        there.keep_mail("2", b"raw")
    assert there.mail("2") is None


def wide(record: Record, what: str) -> None:
    recorder = record.recorder
    if what == "events":
        recorder.insert([("b", 99, "s", b"1")], [Intake("b", "k", 99)])
    elif what == "settings":
        record.set("told/b/iga", b"1")
    elif what == "of all":
        record.unset("server-key")
    elif what == "addresses":
        record.register("a", "iga", "x@example.org")
    elif what == "rows":
        recorder.write_all("INSERT INTO cells VALUES (?,?,?,?)", [("a", 1, 1, b"1")])
    else:
        recorder.write("DELETE FROM mails WHERE digest=?", ("a",))


@pytest.mark.parametrize("what", ["events", "settings", "of all", "addresses", "rows", "mails"])
def test_what_is_not_of_the_game_is_not_written(here: Record, what: str) -> None:
    """Nor anything of the same transaction, also where that is within a part."""

    def write() -> None:
        with here.recorder.together("a"):
            here.set("told/a/iga", b"1")
            wide(here, what)

    with pytest.raises(Wider):
        write()
    assert here.setting("told/a/iga") == b""
    with pytest.raises(Wider), here.recorder.together("a"), here.recorder.together():
        wide(here, what)


def test_a_game_that_is_not_there_is_the_whole_store(here: Record, there: Record) -> None:
    with here.recorder.together("nowhere"):
        here.set("server-key", b"1")
        with pytest.raises(Held):
            play(there, "a")
    assert there.setting("server-key") == b"1"


def test_a_part_that_is_undone_takes_nothing_else_with_it(here: Record) -> None:
    """Whether it was on its way to the server, or had been there."""
    outbox = OutboxTable(here)

    def undone(*, asks: bool) -> None:
        with here.recorder.together():
            here.set("told/a/1", b"2")
            here.set("told/a/2", b"2")
            outbox.put(f"<2{asks}@x>", "a@x", b"raw", "", 1)
            one_order(Referee(here), here.load("a").game, Random(1))
            if asks:
                assert here.recorder.rows("SELECT count(*) FROM outbox, stored_events, settings")
            raise ZeroDivisionError

    for asks in (False, True):
        with here.recorder.together("a"):
            here.set("told/a/1", b"1")
            outbox.put(f"<1{asks}@x>", "a@x", b"raw", "", 1)
            with pytest.raises(ZeroDivisionError):
                undone(asks=asks)
            assert here.settings(("told/a/1", "told/a/2")) == {"told/a/1": b"1"}
            assert outbox.knows(f"<1{asks}@x>")
            here.set("told/a/3", b"3")
        assert here.settings(("told/a/1", "told/a/2", "told/a/3")) == {"told/a/1": b"1", "told/a/3": b"3"}
        assert (outbox.knows(f"<1{asks}@x>"), outbox.knows(f"<2{asks}@x>")) == (True, False)
    assert here.load("a").head == here.fold("a").head


@pytest.mark.parametrize("commits", [False, True])
def test_a_desk_that_dies_in_the_middle_leaves_nothing_and_nobody_waiting(
    here: Record, there: Record, place: Server, commits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = here.load("a")
    with psycopg.connect(place.conninfo, autocommit=True) as other:

        def die(*_: object) -> None:
            pid = here.recorder.writer().info.backend_pid
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))

        def dying(recorder: postgres.Recorder) -> None:
            die()
            commit(recorder)

        commit = postgres.Recorder._commit
        if commits:
            monkeypatch.setattr(postgres.Recorder, "_commit", dying)

        def write() -> None:
            with about(here, "a", ""):
                one_order(Referee(here), here.load("a").game, Random(1))
                here.set("told/a/x", b"1")
                if not commits:
                    die()

        with pytest.raises(PersistenceError):
            write()
        monkeypatch.undo()
    assert there.load("a").head == before.head
    assert there.setting("told/a/x") == b""
    assert play(there, "a")
    assert play(here, "a")


def test_nobody_waits_in_a_circle(here: Record, place: Server) -> None:
    """Two desks at two games, one that changes between them, and one that wants the whole store."""

    def work(number: int) -> None:
        with closing(Record(place)) as own:
            for turn in range(8):
                if number == 3:
                    own.register("ab"[turn % 2], "iga", f"{turn}@example.org")
                elif own.load(game := "ab"[(number + turn * (number == 2)) % 2]).game.awaited():
                    play(own, game)

    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(work, number) for number in range(4)]:
            done.result()
    assert [audit_game(here, game).finding for game in "ab"] == [None, None]
    numbers = [row[0] for row in here.recorder.newer(0, 10_000)]
    assert numbers == sorted(numbers)


def test_a_follower_misses_nothing_while_two_desks_play(here: Record, place: Server) -> None:
    seen: list[int] = []
    done = threading.Event()

    def follow() -> None:
        with closing(Record(place)) as own:
            while True:
                is_last = done.is_set()
                seen.extend(row[0] for row in own.recorder.newer(seen[-1] if seen else 0, 500))
                if is_last:
                    return

    def work(game: str) -> None:
        with closing(Record(place)) as own:
            for _ in range(8):
                play(own, game)

    with ThreadPoolExecutor() as pool:
        following = pool.submit(follow)
        for one in [pool.submit(work, game) for game in "ab"]:
            one.result()
        done.set()
        following.result()
    assert seen == [row[0] for row in here.recorder.newer(0, 10_000)]


def test_a_mail_takes_few_statements(place: Server) -> None:
    open_games(place, 1)
    assert max(away.statements(place, "g0", mails=6)) <= MOST


def test_after_a_mail_a_desk_asks_once_whether_anything_is_due(place: Server) -> None:
    """And nobody waits for it; a desk in a file has as little to do."""
    open_games(place, 1)
    with closing(Table(place)) as table:
        table.handle(table.mail("g0"))
        with closing(Record(place)) as other, other.recorder.together(), away.said() as queries:
            table.look()
        timers.replace_next(table.record.recorder, "g0", 0)
        with away.said() as due:
            table.look()
    assert len(queries) == 1 < len(due)


def test_a_letter_is_carried_away_by_few_statements(here: Record) -> None:
    """It is claimed at once with its bytes, and what became of it goes with the commit."""
    queue, carried = Queue(here, lambda: NOW), list[bytes]()
    for number in range(3):
        queue.put(f"<{number}@x>", "anna@example.org", b"raw %d" % number, "about")

    class Taking:
        def carry(self, to: str, raw: bytes) -> None:
            carried.append(raw)

    with away.said() as queries:
        assert queue.drain(Taking()) == 3
    assert len(queries) == 1 + 3 * len(("BEGIN", "SELECT", "DELETE", "INSERT", "COMMIT"))
    assert carried == [b"raw 0", b"raw 1", b"raw 2"]
    rows = here.recorder.rows("SELECT id, state, tries, length(raw), digest FROM outbox ORDER BY id")
    assert rows == [(n + 1, "sent", 1, 0, sha256(b"raw %d" % n).hexdigest()) for n in range(3)]


def test_a_mail_that_does_more_is_done_again_with_the_whole_store(
    here: Record, place: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, and as if nothing had been tried before."""
    monkeypatch.setattr(
        "tests.referee.mail.test_desk_world.Record", lambda _path, **given: Record(place, **given)
    )
    world, games = World(tmp_path), list[str | None]()
    begin = postgres.Recorder._begin

    def noted(recorder: postgres.Recorder, game: str | None = None, ahead: Ahead = list) -> None:
        games.append(game)
        begin(recorder, game, ahead)

    monkeypatch.setattr(postgres.Recorder, "_begin", noted)
    handled = world.desk.handle(world.orders("language fr", world.legal()[0]))
    assert handled.exit == OK
    assert sorted(str(mail["To"]) for mail in world.out()) == sorted(PEOPLE.values())
    assert games[:2] == ["winter", None]
    assert world.record.load("winter").head == world.record.fold("winter").head
    world.record.close()
