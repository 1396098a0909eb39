"""A PostgreSQL server that is killed or restarted under load, and a writer that is killed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from referee.record.location import Server
from referee.record.record import Record
from tests.faults import servers
from tests.faults.campaigns import Counts
from tests.faults.servers import Heard, judged
from tests.record.servers import Cluster
from tests.record.stores import ACT, opened


@pytest.mark.soak
def test_a_server_that_is_killed(tmp_path: Path) -> None:
    found = servers.ended(Cluster.kill)(1, tmp_path, 1)
    assert (found.tried, found.is_clean()) == (1, True), found
    assert found.also == "40 orders acknowledged"


@pytest.mark.soak
def test_a_server_that_is_restarted_in_good_order(tmp_path: Path) -> None:
    """Ten seconds."""
    found = servers.ended(Cluster.stop)(4, tmp_path, 1)
    assert (found.tried, found.is_clean()) == (4, True), found


@pytest.mark.soak
def test_a_writer_that_is_killed(tmp_path: Path) -> None:
    found = servers.writers(4, tmp_path, 1)
    assert (found.tried, found.is_clean()) == (4, True), found
    assert int(found.also.split()[0].replace(",", "")) >= 4


# ---- what the campaigns would see


@pytest.fixture
def played(cluster: Cluster) -> tuple[Server, Heard]:
    """A store, and what was acknowledged while three orders were played in it."""
    place, said = cluster.fresh(), list[list[str]]()
    record, random = Record(place), Random(1)
    referee = opened(record)
    for number in range(3):
        game = record.load("g").game
        seat = random.choice(game.awaited())
        order = random.choice(game.rules.offers(game.state, seat) or ())
        taken = referee.take("g", seat, order, ACT, (f"a:{number}",))
        said.append([f"a:{number}", "g", str(taken.kept.game.position - len(taken.entries) + 1)])
    record.close()
    return place, said


def test_what_holds_is_clean(played: tuple[Server, Heard]) -> None:
    assert judged(*played) == (0, 0, 0)


def test_an_acknowledged_order_that_is_gone_is_counted(played: tuple[Server, Heard]) -> None:
    place, said = played
    assert judged(place, [*said, ["a:3", "g", "99"]]) == (1, 0, 0)


def test_an_order_that_stands_elsewhere_than_was_said_is_counted(played: tuple[Server, Heard]) -> None:
    place, [(key, game, at), *said] = played
    assert judged(place, [[key, game, str(int(at) + 1)], *said]) == (1, 0, 0)


def test_an_order_that_was_applied_and_never_acknowledged_is_counted(played: tuple[Server, Heard]) -> None:
    place, said = played
    assert judged(place, said[:2]) == (0, 0, 1)


def test_a_game_that_does_not_hold_is_counted(
    played: tuple[Server, Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bad:
        finding = "an event differs"

    monkeypatch.setattr(servers, "audit_game", lambda record, game: Bad())
    assert judged(*played) == (0, 1, 0)


def test_counts_add_up() -> None:
    assert servers.added(Counts(1, 2, 3, 4), Counts(10, 20, 30, 40)) == Counts(11, 22, 33, 44)
