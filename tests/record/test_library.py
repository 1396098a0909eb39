"""The verbs of the eventsourcing library, as its own test cases and a program of a stranger use them.

Of its cases, left out are those of recorders that we have none of: `AggregateRecorderTestCase` asks that
nobody is told the numbers of events, which an application's recorder tells; `ProcessRecorderTestCase` is of
programs that follow one log and write another.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from unittest.mock import MagicMock, patch

import msgspec
import pytest
from eventsourcing.application import LocalNotificationLog
from eventsourcing.persistence import InfrastructureFactory, Mapper, StoredEvent
from eventsourcing.system import ProcessApplication
from eventsourcing.utils import Environment
from psycopg.conninfo import conninfo_to_dict

from projections.read_model.following import Views
from referee.record.location import Place
from referee.record.record import Record
from tests.record.servers import Cluster
from tests.record.stores import one_order, opened

if TYPE_CHECKING:
    from eventsourcing.tests import persistence as cases
else:
    with patch.dict(sys.modules, {"eventsourcing.cipher": MagicMock()}):  # whose package we do not need
        cases = import_module("eventsourcing.tests.persistence")

pytestmark = pytest.mark.of_files


class Ours:
    """A store for each case, whose games are named by texts."""

    _names = count(1)
    record: Record

    def new_originator_id(self) -> str:
        return f"g{next(self._names)}"

    def create_recorder(self) -> Any:
        return self.record.recorder


class OfFile(Ours):
    @pytest.fixture(autouse=True)
    def opened(self, tmp_path: Path) -> Iterator[None]:
        with closing(Record(tmp_path / "s.bugyo")) as self.record:
            yield


class OfServer(Ours):
    @pytest.fixture(autouse=True)
    def opened(self, cluster: Cluster) -> Iterator[None]:
        with closing(Record(cluster.fresh())) as self.record:
            yield


class TestRecorderOfFile(OfFile, cases.ApplicationRecorderTestCase[Any]):
    """But for subscriptions, which the library's recorder of a file has none of either."""


class TestRecorderOfServer(OfServer, cases.ApplicationRecorderTestCase[Any]):
    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestNumbersOfFile(OfFile, cases.NonInterleavingNotificationIDsBaseCase):
    insert_num = 100


class TestNumbersOfServer(OfServer, cases.NonInterleavingNotificationIDsBaseCase):
    insert_num = 100


class TestTracking(cases.TrackingRecorderTestCase):
    """That of the read model, which is always in a file."""

    @pytest.fixture(autouse=True)
    def opened(self, tmp_path: Path) -> Iterator[None]:
        with Views(tmp_path / "views") as self.views:
            yield

    def create_recorder(self) -> Any:
        return self.views


# ---- a stranger


class Read(NamedTuple):
    """An event, as much as a stranger makes of it: the digest of its game after it, and its time."""

    originator_id: str
    originator_version: int
    digest: bytes
    at: int


class Reading(Mapper[str]):
    """From the format that docs/formats tell of."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        raise NotImplementedError

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        digest, at, *_ = msgspec.msgpack.decode(stored_event.state)
        return Read(str(stored_event.originator_id), stored_event.originator_version, digest, at)


class Heads(ProcessApplication[str]):
    """Keeps the newest digest of each game, and knows nothing of Bugyo."""

    env: ClassVar[dict[str, str]] = {
        "PERSISTENCE_MODULE": "eventsourcing.popo",
        "MAPPER_TOPIC": "tests.record.test_library:Reading",
    }

    def policy(self, domain_event: Any, processing_event: Any) -> None:
        heads[domain_event.originator_id] = domain_event.digest


heads: dict[str, bytes] = {}


def stock(place: Place) -> Mapping[str, str]:
    """The settings with which the library itself reads a store of ours, and changes nothing in it."""
    as_ours = {"ORIGINATOR_ID_TYPE": "text", "CREATE_TABLE": "no"}
    if isinstance(place, Path):
        return {
            "PERSISTENCE_MODULE": "referee.record.read_only:ReadingFactory",
            "SQLITE_DBNAME": str(place),
            **as_ours,
        }
    named = conninfo_to_dict(place.conninfo)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(named["dbname"]),
        "POSTGRES_HOST": str(named["host"]),
        "POSTGRES_PORT": str(named["port"]),
        "POSTGRES_USER": str(named["user"]),
        "POSTGRES_PASSWORD": "",
        "POSTGRES_SCHEMA": place.schema,
        **as_ours,
    }


@pytest.fixture(params=["file", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "file":
        return tmp_path / "s.bugyo"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()


def test_a_program_that_knows_the_library_alone_follows_a_store(place: Place) -> None:
    heads.clear()
    with closing(Record(place)) as record, Heads() as follower:
        referee = opened(record, "a"), opened(record, "b")
        factory = InfrastructureFactory.construct(Environment("", stock(place)))
        log = LocalNotificationLog(factory.application_recorder(), section_size=10)
        follower.follow("club", log)
        follower.pull_and_process("club")
        assert heads == {game: record.load(game).head for game in "ab"}
        taken = one_order(referee[1], record.load("b").game, Random(1))
        follower.pull_and_process("club")
        assert heads["b"] == taken.kept.head
        assert follower.recorder.max_tracking_id("club") == record.recorder.max_notification_id()
        factory.close()


def test_the_newest_is_found_by_the_librarys_verbs(place: Place) -> None:
    """They and ours read one table."""
    with closing(Record(place)) as record:
        opened(record)
        events = record.recorder.select_events("g")
        assert [(one.originator_version, one.state) for one in events] == record.recorder.states("g")
        log = record.notification_log.select(1, 100)
        assert [(one.originator_id, one.originator_version, one.state) for one in log] == [
            (game, position, state) for _, game, position, _, state in record.recorder.newer(0, 100)
        ]
