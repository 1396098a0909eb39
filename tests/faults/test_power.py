"""The power goes off at any moment: nothing that was acknowledged is gone, and nothing is half there."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest

from referee.record.record import Record
from referee.record.schema import APPLICATION, StoreRefused
from referee.record.store import Pool
from tests.faults.disk import (
    ALL,
    NONE,
    Acknowledged,
    DirectorySync,
    Disk,
    Gone,
    Made,
    Platter,
    Resize,
    Sync,
    Write,
)
from tests.faults.games import PLAYS
from tests.faults.power import (
    AUDITS,
    CORRUPT,
    HALF,
    LOST,
    OURS,
    WHOLE,
    Judge,
    Settings,
    Written,
    campaign,
    control,
    cut,
    performed,
)
from tests.faults.script import DIRECTORY, Spoken, written

IMAGES, CONTROL, FEW = 90, 120, 40

BAD = {
    "nothing is synced": (Settings(synchronous="OFF"), CORRUPT),
    "the journal's end is not synced": (Settings(synchronous="NORMAL"), LOST),
    "the directory is not synced": (Settings("DELETE", "FULL"), LOST),
}


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> list[Spoken]:
    return written(PLAYS["mails"], tmp_path_factory.mktemp("play") / "s.db")


@pytest.fixture(scope="module")
def done(script: list[Spoken]) -> Written:
    return performed(script)


def test_the_record_asks_for_the_settings_that_are_proved_here(script: list[Spoken]) -> None:
    said = [spoken.statement for spoken in script]
    connections = {spoken.by for spoken in script}
    assert (
        said.count("PRAGMA synchronous=EXTRA")
        == said.count("PRAGMA journal_mode=TRUNCATE")
        == len(connections)
    )
    assert [name for name in said if name == DIRECTORY] == [DIRECTORY]
    assert Settings("TRUNCATE", "EXTRA") == OURS


def test_what_is_said_again_makes_the_same_store(script: list[Spoken], done: Written, tmp_path: Path) -> None:
    """Every table with every row, although another build of SQLite has written it."""
    platter = Platter()
    for operation in done.operations:
        platter.take(operation)
    image = platter.image(NONE, Random(1))
    assert sorted(image) == ["store", "store-journal"]
    (tmp_path / "store").write_bytes(image["store"])
    record = Record(tmp_path / "store")
    (last,) = [position for (position,) in record.recorder.rows("SELECT max(position) FROM intake")]
    assert 0 < last <= record.load("g").game.position
    assert len(list(record.mails())) == 8
    record.close()
    assert max(done.states.values()) == sum(isinstance(one, Acknowledged) for one in done.operations)


def test_every_image_is_whole_and_has_what_was_acknowledged(done: Written, tmp_path: Path) -> None:
    found = cut(done, IMAGES, tmp_path, 1, audits=3 * AUDITS)
    assert found.verdicts == {WHOLE: IMAGES}
    assert found.audited > 2


@pytest.mark.soak
@pytest.mark.parametrize("name", BAD)
def test_settings_that_are_known_to_be_bad_do_harm(script: list[Spoken], tmp_path: Path, name: str) -> None:
    """The control: the test above can fail."""
    settings, worst = BAD[name]
    found = cut(performed(script, settings), CONTROL, tmp_path, 2)
    assert found.images == CONTROL
    assert found.verdicts[worst] > CONTROL // 20


def test_on_a_kind_disk_names_need_no_sync(script: list[Spoken], tmp_path: Path) -> None:
    settings = Settings("DELETE", "FULL", kind=True)
    found = cut(performed(script, settings), FEW, tmp_path, 3, kind=True)
    assert found.verdicts == {WHOLE: FEW}


@pytest.mark.soak
def test_thousands_of_cuts(tmp_path: Path) -> None:
    """All plays."""
    found = campaign(4_000, tmp_path, 11)
    assert (found.tried, found.is_clean()) == (4_000, True)


@pytest.mark.soak
@pytest.mark.parametrize("name", BAD)
def test_all_plays_under_each_control(tmp_path: Path, name: str) -> None:
    found = control(BAD[name][0])(500, tmp_path, 13)
    assert found.tried == 500
    assert not found.is_clean()


# ---- the judge


def test_the_judge_knows_each_kind_of_damage(done: Written, tmp_path: Path) -> None:
    platter = Platter()
    for operation in done.operations:
        platter.take(operation)
    judge, image = Judge(tmp_path, done), platter.image(ALL, Random(1))
    newest = max(done.states.values())
    assert judge.verdict(image, newest) == WHOLE
    assert judge.verdict(image, newest + 1) == LOST
    assert judge.verdict({}, 0) == WHOLE
    assert judge.verdict({}, 1) == LOST
    assert judge.verdict({**image, "store": image["store"][:-4096]}, newest) == CORRUPT
    assert judge.verdict({**image, "store": b"Dear all"}, newest) == CORRUPT
    assert (
        judge.verdict({**image, "store": _without_the_last_event(image["store"], tmp_path)}, newest) == HALF
    )


def _without_the_last_event(store: bytes, folder: Path) -> bytes:
    path = folder / "bent"
    path.write_bytes(store)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER stored_events_no_delete")
    connection.execute("DELETE FROM stored_events WHERE rowid=(SELECT max(rowid) FROM stored_events)")
    connection.close()
    return path.read_bytes()


# ---- a header that was torn while its journal is there


def test_a_torn_header_comes_back_from_the_journal(done: Written, tmp_path: Path) -> None:
    """SQLite is asked before the header is looked at."""
    image, acknowledged = _torn_header(done)
    for name, content in image.items():
        (tmp_path / name).write_bytes(content)
    record = Record(tmp_path / "store")
    assert record.recorder.rows("PRAGMA integrity_check") == [("ok",)]
    record.close()
    assert acknowledged > 1


def test_a_store_whose_making_is_undone_is_made_again(
    done: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power goes off while the marks of a new store are written: they are there, and its journal too."""
    monkeypatch.setattr(Pool, "synchronous", "OFF")
    platter, path = Platter(), tmp_path / "store"
    for operation in done.operations:
        if isinstance(operation, Acknowledged):
            break
        platter.take(operation)
        image = platter.image(ALL, Random(1))
        for name, content in image.items():
            (tmp_path / name).write_bytes(content)
        for _ in range(2):
            Record(path).close()
        assert int.from_bytes(path.read_bytes()[68:72], "big") == APPLICATION
        for name in image:
            (tmp_path / name).unlink(missing_ok=True)
        path.unlink(missing_ok=True)


def test_a_letter_beside_a_letter_is_left_alone(tmp_path: Path) -> None:
    """What is no journal of SQLite's is not played back, and not taken away."""
    letter, other = tmp_path / "letter", tmp_path / "letter-journal"
    letter.write_text("Dear all")
    other.write_text("Dear diary")
    with pytest.raises(StoreRefused, match="is no SQLite file"):
        Record(letter)
    assert (letter.read_text(), other.read_text()) == ("Dear all", "Dear diary")


def _torn_header(done: Written) -> tuple[dict[str, bytes], int]:
    """An image in which the first sector is garbage, and the journal has what stood there."""
    platter, acknowledged, header = Platter(), 0, b""
    for operation in done.operations:
        platter.take(operation)
        if isinstance(operation, Acknowledged):
            acknowledged, header = operation.state, b""
        if isinstance(operation, Write) and operation.file == 1 and operation.at == 0 and acknowledged > 5:
            header = bytes(512)
            break
    image = platter.image(NONE, Random(1))
    assert header
    return {**image, "store": header + image["store"][512:]}, acknowledged


# ---- the disk


def test_the_platter_has_what_was_synced_and_nothing_else() -> None:
    platter, random = Platter(), Random(1)
    for one in (Made("a", 1), Write(1, 0, b"x" * 1024), Sync(1), Write(1, 512, b"y" * 1024)):
        platter.take(one)
    assert platter.image(NONE, random) == {}  # its name is not there yet
    platter.take(DirectorySync())
    assert platter.image(NONE, random) == {"a": b"x" * 1024}
    assert platter.image(ALL, random) == {"a": b"x" * 512 + b"y" * 1024}
    some = {platter.image("some", random)["a"] for _ in range(200)}
    assert {b"x" * 512 + b"y" * 512, b"x" * 1024 + b"y" * 512} <= some  # in any order
    assert b"x" * 1024 + bytes(512) in some  # grown, and not written
    torn = {platter.image("torn", random)["a"][512:1024] for _ in range(400)}
    assert torn > {b"x" * 512, b"y" * 512}


@pytest.mark.parametrize(("kind", "left"), [(False, {"a": b""}), (True, {})])
def test_a_name_that_was_removed_comes_back_without_a_sync(kind: bool, left: dict[str, bytes]) -> None:
    platter = Platter(kind=kind)
    for one in (Made("a", 1), DirectorySync(), Resize(1, 0), Gone("a")):
        platter.take(one)
    assert platter.image(NONE, Random(1)) == left
    platter.take(DirectorySync())
    assert platter.image(NONE, Random(1)) == {}


def test_a_disk_notes_what_sqlite_does() -> None:
    disk = Disk("noting")
    disk.unregister()
    file = disk.xOpen("a", [1, 0])
    file.xWrite(b"abc", 0)
    file.xTruncate(1)
    file.xSync(0)
    disk.xDelete("a", True)
    assert disk.noted == [
        Made("a", 1),
        Write(1, 0, b"abc"),
        Resize(1, 1),
        Sync(1),
        Gone("a"),
        DirectorySync(),
    ]
    assert bytes(file.content) == b"a"
