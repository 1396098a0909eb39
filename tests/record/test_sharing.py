"""Several processes on one store at once: games that all of them play, and a server that is killed meanwhile.

Whatever was acknowledged is there once, and every game holds.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import Ordered
from referee.audit.audit import audit_game
from referee.record import postgres
from referee.record.location import Place, Server, written
from referee.record.record import Record
from referee.service.exits import OK, TEMPFAIL
from referee.web.live import Hub
from tests.loops import apart
from tests.record.servers import Cluster, running
from tests.record.stores import one_order, opened
from tests.record.test_kill import ROOT, loop
from tests.referee.mail.test_desk_world import World

pytestmark = pytest.mark.of_files

PATIENCE = 40.0
Acknowledged = dict[str, tuple[str, int]]
"""The game and position of each order that was acknowledged, by its key."""


@pytest.fixture(params=["file", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "file":
        return tmp_path / "s.bugyo"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A server that may be killed."""
    with running() as cluster:
        yield cluster


def prepared(place: Place, games: int) -> None:
    record = Record(place)
    for number in range(games):
        opened(record, f"g{number}", seed=f"{number}")
    record.close()


def players(place: Place, names: Sequence[str], orders: int) -> list[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.record.sharing", written(place)]
    return [
        subprocess.Popen([*command, name, str(orders)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for name in names
    ]


def heard(processes: Sequence[subprocess.Popen[str]], firsts: Sequence[str] = ()) -> Acknowledged:
    """What all of them have acknowledged, once they are done; `firsts` is what was heard of it already."""
    known: Acknowledged = {}
    for process, first in zip(processes, firsts or [""] * len(processes), strict=True):
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait() == 0
        for key, game, position in (line.split() for line in (first + said).splitlines()):
            assert key not in known
            known[key] = (game, int(position))
    return known


def check(place: Place, known: Acknowledged) -> None:
    """Every acknowledged order is in, once, where it was said; and every game holds."""
    record = Record(place)
    stored = record.recorder.rows("SELECT key, game, position FROM intake")
    assert {key: (game, position) for key, game, position in stored} == known
    assert Counter(key for key, _, _ in stored).most_common(1)[0][1] == 1
    for game in record.games():
        assert audit_game(record, game).finding is None
    record.close()


@pytest.mark.soak
def test_three_processes_play_the_same_games(place: Place) -> None:
    prepared(place, 2)
    known = heard(players(place, "abc", 8))
    assert len(known) == 24
    check(place, known)


@pytest.mark.soak
def test_eight_processes_play_the_same_games(place: Place) -> None:
    prepared(place, 12)
    known = heard(players(place, "abcdefgh", 100))
    assert len(known) == 800
    check(place, known)


# ---- a follower


def followed(place: Place, writers: int, events: int) -> list[int]:
    """So many writers, each with a connection of its own, and one who follows: how often each was seen."""
    Record(place).close()
    done, seen = threading.Event(), Counter[tuple[str, int]]()

    def write(name: str) -> None:
        record = Record(place)
        for position in range(1, events + 1):
            record.recorder.insert([(name, position, "x/y", b"")])
        record.close()

    def follow() -> None:
        record, last = Record(place), 0
        while True:
            is_done = done.is_set()
            found = record.recorder.select_notifications(last, 50, inclusive_of_start=False)
            if not found and is_done:
                break
            for each in found:
                seen[str(each.originator_id), each.originator_version] += 1
                last = each.id
        record.close()

    follower = threading.Thread(target=follow)
    follower.start()
    threads = [threading.Thread(target=write, args=(f"w{n}",)) for n in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done.set()
    follower.join()
    return [seen[f"w{n}", position] for n in range(writers) for position in range(1, events + 1)]


def test_a_follower_sees_every_event_once(cluster: Cluster) -> None:
    assert followed(cluster.fresh(), 8, 40) == [1] * 320


@pytest.mark.soak
def test_a_follower_of_eight_writers_sees_every_event_once(cluster: Cluster) -> None:
    assert followed(cluster.fresh(), 8, 400) == [1] * 3_200


# ---- kill -9


@pytest.mark.soak
def test_writers_that_are_killed(cluster: Cluster) -> None:
    assert loop(cluster.fresh(), 3, 1) > 3


@pytest.mark.soak
def test_writers_that_are_killed_again_and_again(cluster: Cluster) -> None:
    assert loop(cluster.fresh(), 25, 2) > 40


def ended(own: Cluster, place: Server, names: str, orders: int, ends: Sequence[str], seed: int) -> int:
    """The server is ended under load, again and again; how many orders were acknowledged."""
    random = Random(seed)
    prepared(place, 4 * len(names))
    processes = players(place, names, orders)
    firsts = [process.stdout.readline() for process in processes if process.stdout]
    under_load = 0
    for how in ends:
        time.sleep(random.uniform(0.05, 0.4))
        under_load += any(process.poll() is None for process in processes)
        (own.kill if how == "kill" else own.stop)()
        time.sleep(random.uniform(0, 0.3))
        own.start()
    assert under_load > len(ends) // 2, "They were done before."
    known = heard(processes, firsts)
    check(place, known)
    return len(known)


@pytest.mark.soak
def test_a_server_that_is_killed_and_started_again_under_load(own: Cluster) -> None:
    assert ended(own, own.fresh(), "ab", 120, ["kill", "stop"], 1) == 240


@pytest.mark.soak
def test_a_server_that_is_killed_again_and_again_under_load(own: Cluster) -> None:
    """20 times `kill -9` of every process of the server, and 10 orderly restarts in between."""
    ends = [ended(own, own.fresh(), "abcd", 150, ["kill", "kill", "stop"] * 5, seed) for seed in range(2)]
    assert ends == [600, 600]


@pytest.mark.soak
def test_a_server_that_is_started_again_is_waited_for(own: Cluster) -> None:
    record = Record(own.fresh())
    referee = opened(record)
    own.stop()
    starting = threading.Timer(0.3, own.start)
    starting.start()
    one_order(referee, record.load("g").game, Random(1))
    record.set("a", b"1")
    starting.join()
    assert audit_game(record, "g").finding is None
    assert record.setting("a") == b"1"
    record.close()


@pytest.mark.soak
def test_whoever_looks_is_told_also_after_the_server_was_started_again(own: Cluster) -> None:
    record = Record(own.fresh())
    referee = opened(record)
    hub = Hub(record)

    async def look() -> None:
        stop = asyncio.Event()
        watching = asyncio.create_task(hub.watch(stop))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(own.stop)
        await asyncio.to_thread(own.start)
        waiting = asyncio.create_task(hub.next("g", PATIENCE))
        await asyncio.to_thread(lambda: one_order(referee, record.load("g").game, Random(1)))
        begun = time.monotonic()
        await waiting
        assert time.monotonic() - begun < PATIENCE / 2
        stop.set()
        await asyncio.wait_for(watching, PATIENCE)

    apart(look)
    record.close()


def test_a_mail_that_comes_while_the_server_is_away_is_tried_again_and_applied_once(
    own: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)
    place, opening = own.fresh(), Record.__init__
    monkeypatch.setattr(Record, "__init__", lambda self, _path, **named: opening(self, place, **named))
    world = World(tmp_path)
    order, before = world.orders(world.legal()[0]), world.game.position
    own.kill()
    handled = world.desk.handle(order)
    assert (handled.exit, world.out()) == (TEMPFAIL, [])
    assert handled.why.startswith("Try again later: ")
    own.start()
    for _ in range(2):
        assert world.desk.handle(order).exit == OK
    new = [envelope.entry for envelope in world.record.envelopes("winter")[before:]]
    assert sum(isinstance(entry, Ordered) and entry.by == "seat" for entry in new) == 1
    assert audit_game(world.record, "winter").finding is None
    world.record.close()
