"""What holds for every test, and which tests are run on both stores."""

from __future__ import annotations

import gc
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from projections.read_model import settings
from referee.record import postgres, schema
from referee.record.location import Place
from referee.record.record import Record
from referee.record.store import Pool
from tests.cost import add_options, measure
from tests.drawn_once import drawn_once
from tests.now_and_soak import FAMILIES, THIRDS, leave_to_others, of_other_thirds, turn
from tests.record.servers import Cluster, running

__all__ = ["drawn_once"]

ON_BOTH = (
    *("tests.record.", "tests.referee.clocks.", "tests.referee.mail.", "tests.referee.club."),
    *("tests.web.test_own_games", "tests.web.test_way_to_games"),
)
"""The tests of the record, of the desk, and of links to all games, which are looked for among the settings:
what they say of a store in a file holds for one on a server."""

WITHOUT_A_STORE = (
    *(
        "test_boxes",
        "test_corpus",
        "test_read_only",
        "test_reading",
        "test_timetable",
        "test_wrapping",
        "test_club_file",
    ),
)

OF_CLUBS = "tests.referee.club."
OF_THE_DESK = ("tests.referee.clocks.", "tests.referee.mail.", OF_CLUBS)
ON_A_SERVER = (
    "test_desk_world",
    "test_desk_trouble",
    "test_desk_repeats",
    "test_letters",
    "test_silence",
    "test_lists",
)
"""Of the desk's, what rests on the transactions, claims and locks of the store: orders, failures, repeated
mails, the outbox, deadlines. Of the others one of each so many is, among the longer proofs: what they show
hangs on no store. Those of clubs all are."""
ONE_OF = 4

DURABLE = (
    "tests.faults.test_full",
    "tests.faults.test_kills",
    "tests.faults.test_pages",
    "tests.faults.test_power",
    "tests.faults.test_servers",
    "tests.projections.test_settings",
    "tests.record.test_file",
    "tests.record.test_kill",
    "tests.record.test_postgres",
    "tests.record.test_sharing",
)
"""The tests of what is on the disk when the power goes: there it is told to write, as in service."""

LONG = ("tests.install.", "tests.guides.", "tests.browser.", "tests.servers.", "tests.demo.")
"""Tests that wait for processes, browsers and servers. They begin first: begun last, they would keep one
worker busy for a minute while the others have nothing left to do."""

FILE, SERVER = "file", "postgresql"


MEMORY = Path("/dev/shm")
"""Where some systems keep files in memory. `TMPDIR=/tmp make test` has them on the disk."""

ROOM = 4 << 30
"""Bytes that must be free there. The files of a whole run are less than one gigabyte."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--third", type=int, choices=range(THIRDS), help="of the longer proofs, this third alone"
    )
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    if "TMPDIR" not in os.environ and _has_room(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    config.addinivalue_line(
        "markers", "of_files: what only a store in a file has, or a process of its own makes"
    )
    config.addinivalue_line("markers", "rest: the turn of another run of `make test`; `make rest` runs it")
    measure(config)
    gc.disable()


def _has_room(folder: Path) -> bool:
    """Whether temporary files may be there, and programs among them. Half of the time of a run on a disk was
    waiting for it: so many stores, servers and browsers are made, and thrown away."""
    if not folder.is_dir():
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC


def pytest_collection_finish() -> None:
    """Garbage is looked for seldom, and not among the tests themselves: it took a tenth of their time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    third = config.getoption("third")
    leave_to_others(items, FAMILIES, turn())
    if third is not None:
        others = of_other_thirds(items, third)
        config.hook.pytest_deselected(items=others)
        left_out = set(others)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: not _module_of(item).startswith(LONG))


def _module_of(item: pytest.Item) -> str:
    return item.module.__name__ if isinstance(item, pytest.Function) else ""


@pytest.fixture(autouse=True, scope="module")
def hasty(request: pytest.FixtureRequest) -> Iterator[None]:
    """A disk that no test waits for: what is done is tested, and what a power cut leaves of it elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.module.__name__.startswith(DURABLE):
            made, viewed = schema.connect, settings.connect
            patch.setattr(Pool, "synchronous", "OFF")
            patch.setattr(schema, "connect", lambda path: made(path, synchronous=Pool.synchronous))
            patch.setattr(settings, "connect", lambda path: _in_haste(viewed(path)))
            patch.setattr(postgres, "COMMIT", "off")
            patch.setattr(os, "fsync", lambda handle: None)
        yield


def _in_haste(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA synchronous=OFF")
    return connection


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this run's own."""
    with running() as cluster:
        yield cluster


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    name = metafunc.module.__name__
    if name.startswith(ON_BOTH) and not name.endswith(WITHOUT_A_STORE) and not _is_of_files(metafunc):
        metafunc.fixturenames.insert(0, "store_kind")
        is_long = name.startswith(OF_THE_DESK) and not name.endswith(ON_A_SERVER)
        marks = [pytest.mark.soak] if is_long else []
        kinds: list[Any] = [FILE, pytest.param(SERVER, marks=marks)]
        if is_long and not name.startswith(OF_CLUBS) and crc32(metafunc.definition.nodeid.encode()) % ONE_OF:
            kinds.pop()
        metafunc.parametrize("store_kind", kinds, indirect=True)


def _is_of_files(metafunc: pytest.Metafunc) -> bool:
    """Tests of what only a file has, or that make their stores in a process of their own."""
    return next(metafunc.definition.iter_markers("of_files"), None) is not None


@pytest.fixture
def store_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the stores of a test are: each file that it names stands for a schema of the server instead."""
    if request.param == SERVER:
        cluster = request.getfixturevalue("cluster")
        places: dict[Path, Place] = {}
        opened = Record.__init__

        def elsewhere(self: Record, place: Place, **named: Any) -> None:
            if isinstance(place, Path):
                place = places.setdefault(place, cluster.fresh())
            opened(self, place, **named)

        monkeypatch.setattr(Record, "__init__", elsewhere)
        monkeypatch.setattr(postgres, "COMMIT", "off")
    kind: str = request.param
    return kind
