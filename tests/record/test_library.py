"""The verbs of the eventsourcing library, as its own test cases and a program of a stranger use them.

Of its cases, left out are those of recorders that we have none of: `AggregateRecorderTestCase` asks that
nobody is told the numbers of events, which an application's recorder tells; `ProcessRecorderTestCase` is of
programs that follow one log and write another. Its applications run on our factories, recorders and tables
with mappers and aggregates of their own, as `Record` reads and writes nothing but games; `OfUuids` says what
they need for that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from unittest.mock import patch
from uuid import UUID

import msgspec
import pytest
from eventsourcing import cryptography, postgres, sqlite
from eventsourcing.application import LocalNotificationLog
from eventsourcing.persistence import EventStore, InfrastructureFactory, Mapper, StoredEvent
from eventsourcing.system import ProcessApplication
from eventsourcing.utils import Environment, get_topic
from psycopg.conninfo import conninfo_to_dict

from projections.read_model.following import Views
from referee.record import postgres as on_server
from referee.record import store
from referee.record.library_settings import prepared
from referee.record.location import Place
from referee.record.record import Record
from tests.record.servers import Cluster
from tests.record.stores import one_order, opened

CIPHERS = {"eventsourcing.cipher": cryptography}
"""The library's other cipher stands for the one whose package we do not need."""

if TYPE_CHECKING:
    from eventsourcing.tests import application as applications
    from eventsourcing.tests import persistence as cases
else:
    with patch.dict(sys.modules, CIPHERS):
        cases = import_module("eventsourcing.tests.persistence")
        applications = import_module("eventsourcing.tests.application")

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


# ---- factories


class FactoryCases(cases.InfrastructureFactoryTestCase[Any]):
    """What a factory of ours is not asked for it makes as the library does."""

    factory_class: type[Any]
    library: Any

    @pytest.fixture(autouse=True)
    def of_other_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, module in CIPHERS.items():
            monkeypatch.setitem(sys.modules, name, module)

    def expected_factory_class(self) -> type[Any]:
        return self.factory_class

    def expected_application_recorder_class(self) -> type[Any]:
        recorder: type[Any] = self.factory_class.application_recorder_class
        assert recorder.__module__ == self.factory_class.__module__
        return recorder

    def expected_aggregate_recorder_class(self) -> type[Any]:
        return self.library.aggregate_recorder_class  # type: ignore[no-any-return]

    def expected_tracking_recorder_class(self) -> type[Any]:
        return self.library.tracking_recorder_class  # type: ignore[no-any-return]

    def tracking_recorder_subclass(self) -> type[Any]:
        return TrackingOfFile if self.library is sqlite.SQLiteFactory else TrackingOfServer

    def expected_process_recorder_class(self) -> type[Any]:
        return self.library.process_recorder_class  # type: ignore[no-any-return]


class TrackingOfFile(sqlite.SQLiteTrackingRecorder):
    """Of somebody else."""


class TrackingOfServer(postgres.PostgresTrackingRecorder):
    """Of somebody else."""


class TestFactoryOfFile(FactoryCases):
    factory_class, library = store.Factory, sqlite.SQLiteFactory

    @pytest.fixture(autouse=True)
    def placed(self, tmp_path: Path) -> None:
        self.env = Environment("", prepared(tmp_path / "s.bugyo"))


class TestFactoryOfServer(FactoryCases):
    factory_class, library = on_server.Factory, postgres.PostgresFactory

    @pytest.fixture(autouse=True)
    def placed(self, cluster: Cluster) -> None:
        Record(place := cluster.fresh()).close()  # which makes the schema that the others are in
        self.env = Environment("", prepared(place))


del FactoryCases

# ---- applications


class OfTexts(Mapper[UUID]):
    """The library's, for a store in which everything is named by a text."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        made = super().to_stored_event(domain_event)
        return replace(made, originator_id=str(made.originator_id))

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return super().to_domain_event(
            replace(stored_event, originator_id=UUID(str(stored_event.originator_id)))
        )


class TextStore(EventStore[UUID]):
    def get(self, originator_id: UUID, **given: Any) -> Iterator[Any]:
        return super().get(str(originator_id), **given)  # type: ignore[arg-type]


class OfUuids:
    """A factory of ours for a program whose aggregates have UUIDs: ours are named by texts."""

    def event_store(self, **given: Any) -> Any:
        return TextStore(**given)


class FileOfUuids(OfUuids, store.Factory):  # type: ignore[misc]
    """In a file."""


class ServerOfUuids(OfUuids, on_server.Factory):  # type: ignore[misc]
    def aggregate_recorder(self, purpose: str = "events") -> Any:
        """Of snapshots, which we have none of: the library's recorder asks which types the server has."""
        recorder = super().aggregate_recorder(purpose)
        postgres.PostgresDatastore.register_type_adapters(self.datastore)
        return recorder


class OnFile:
    factory_class: type[Any] = FileOfUuids

    @pytest.fixture(autouse=True)
    def placed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._set(tmp_path / "s.bugyo", monkeypatch)

    def _set(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        topics = {"PERSISTENCE_MODULE": get_topic(self.factory_class), "MAPPER_TOPIC": get_topic(OfTexts)}
        for name, value in {**prepared(place), "ORIGINATOR_ID_TYPE": "text", **topics}.items():
            monkeypatch.setenv(name, value)


class OnServer(OnFile):
    factory_class = ServerOfUuids

    @pytest.fixture(autouse=True)
    def placed(self, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
        self._set(cluster.fresh(), monkeypatch)


class TestExampleOnFile(OnFile, applications.ExampleApplicationTestCase):
    expected_factory_topic = get_topic(FileOfUuids)


class TestExampleOnServer(OnServer, applications.ExampleApplicationTestCase):
    expected_factory_topic = get_topic(ServerOfUuids)


@pytest.mark.waits("a hundred threads want one aggregate")
@pytest.mark.budget(100, "a hundred threads")
class TestApplicationOnFile(OnFile, applications.ApplicationTestCase): ...


@pytest.mark.waits("a hundred threads want one aggregate")
@pytest.mark.budget(100, "a hundred threads")
class TestApplicationOnServer(OnServer, applications.ApplicationTestCase): ...


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
