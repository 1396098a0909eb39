"""Whatever the umask, what Bugyo makes is for its owner alone; and what it reads has an end."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from projections.read_model.following import Views, catch_up
from projections.read_model.settings import ViewsRefused
from referee.bundle.writing import write_bundle
from referee.copies.backup import back_up, manifest_of, restore
from referee.demo import run
from referee.mail.html import dress
from referee.mail.office.checking import checked
from referee.own_cells.seats import new_cells
from referee.record.locks import carrying, is_served
from referee.record.private_files import NotOrdinary, close_to_others, make_private, ordinary, private_folder
from referee.record.record import Record
from referee.record.schema import BESIDE, StoreRefused
from referee.service.configuration import Configuration
from referee.transport.boxes import Outbox, make_maildir
from tests.record.stores import opened

pytestmark = pytest.mark.usefixtures("anything_goes")


@pytest.fixture
def anything_goes() -> Iterator[None]:
    """The umask of a user who hides nothing."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_ones(folder: Path) -> list[str]:
    """What others could read, write or look into."""
    paths = (path for path in folder.rglob("*") if stat.S_IMODE(path.lstat().st_mode) & 0o077)
    return sorted(str(path.relative_to(folder)) for path in paths)


def test_a_store_its_journal_its_locks_and_its_read_model(tmp_path: Path) -> None:
    store = tmp_path / "a" / "b" / "games.db"
    with closing(Record(store)) as record:
        opened(record)
        with record.recorder.together():
            record.set("a", b"1")
            assert (tmp_path / "a" / "b" / "games.db-journal").exists()
            assert open_ones(tmp_path) == []
        with Views(tmp_path / "c" / "games.db.views") as views:
            catch_up(views, record)
        assert not is_served(store)
        with carrying(store):
            assert open_ones(tmp_path) == []
    assert {path.name for path in tmp_path.iterdir()} == {"a", "c"}


def test_mails_a_sheet_a_bundle_and_a_backup(tmp_path: Path) -> None:
    make_maildir(tmp_path / "in")
    Outbox(tmp_path / "mail" / "out").put(b"From: x\n\nA hand.\n")
    (mail,) = (tmp_path / "mail" / "out" / "new").iterdir()
    assert mail.read_bytes() == b"From: x\n\nA hand.\n"
    new_cells("g", "iga", tmp_path / "iga.sheet")
    with closing(Record(tmp_path / "games.db")) as record:
        opened(record)
        write_bundle(record, "g", "referee", tmp_path / "g.zip")
        back_up(record, tmp_path / "b.db")
    restore(tmp_path / "b.db", tmp_path / "new" / "games.db")
    assert manifest_of(tmp_path / "b.db").exists()
    assert open_ones(tmp_path) == []


ENOUGH = 20
"""Lines of the demonstration, after which there is a file of each kind but those of its end."""


class Stopped(BaseException):
    """No desk takes it for trouble with a mail."""


def test_the_demonstration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dress, "can_draw", lambda: False)  # pictures take most of its time
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if len(said) == ENOUGH:
            raise Stopped

    with pytest.raises(Stopped):
        run(tmp_path / "demo", say)
    assert len(list((tmp_path / "demo").rglob("*"))) > 60
    assert open_ones(tmp_path) == []


@pytest.mark.soak
def test_the_whole_demonstration(tmp_path: Path) -> None:
    run(tmp_path / "demo", lambda line: None)
    assert len(list((tmp_path / "demo").rglob("*"))) > 100
    assert open_ones(tmp_path) == []


def test_a_store_of_an_older_bugyo_is_closed_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = tmp_path / "games.db"
    Record(store).close()
    journal = tmp_path / "games.db-journal"
    assert journal.exists()
    for path in (store, journal):
        path.chmod(0o644)
    assert caplog.messages == []
    Record(store).close()
    assert open_ones(tmp_path) == []
    (said,) = caplog.messages
    assert said.startswith(f"Other users of this machine could read {store}, {journal}; now only you can.")
    Record(store).close()
    assert len(caplog.messages) == 1


LOG = bytes.fromhex("377f0682")


def somebodys(folder: Path) -> dict[Path, int]:
    """Files that are no store, with their rights; and what is called like the parts of one."""
    kept = {"a.txt": 0o644, "run": 0o775, "other.db": 0o664, "views": 0o644}
    for name, mode in kept.items():
        path = folder / name
        if name in ("other.db", "views"):
            with closing(sqlite3.connect(path)) as connection:
                connection.executescript("PRAGMA user_version=2; CREATE TABLE a (b)")
        else:
            path.write_text("#!/bin/sh\n")
        path.chmod(mode)
        for end in ("-journal", "-wal", "-shm"):
            (folder / f"{name}{end}").write_bytes(LOG if end == "-wal" else b"Dear diary")
            (folder / f"{name}{end}").chmod(0o644)
    return {path: path.stat().st_mode for path in folder.iterdir()}


def test_a_file_that_is_no_store_keeps_its_rights_and_what_is_in_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = somebodys(tmp_path)
    inside = {path: path.read_bytes() for path in before}
    for name in ("a.txt", "run", "other.db"):
        store = tmp_path / name
        with pytest.raises(StoreRefused):
            Record(store)
        with pytest.raises(StoreRefused):
            Record(store, only_read=True)
        settings = Configuration(str(store), "referee@club.example")
        assert "is no SQLite file" in str(found := [*checked(settings)]) or "another program" in str(found)
    with pytest.raises(ViewsRefused):
        Views(tmp_path / "views")
    assert {path: path.stat().st_mode for path in tmp_path.iterdir()} == before
    assert {path: path.read_bytes() for path in before} == inside
    assert caplog.messages == []


def test_what_a_restored_store_replaces_is_kept_with_its_rights_where_it_was_no_store(tmp_path: Path) -> None:
    with closing(Record(tmp_path / "games.db")) as record:
        opened(record)
        back_up(record, tmp_path / "b.db")
    for name, mode in (("letter", 0o644), ("games.db", 0o600)):
        (tmp_path / name).open("ab").close()
        (tmp_path / "letter").write_text("Dear all")
        (tmp_path / name).chmod(0o644)
        kept = Path(restore(tmp_path / "b.db", tmp_path / name, replace=True).aside)
        assert stat.S_IMODE(kept.stat().st_mode) == mode
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_log_that_another_program_has_made_beside_a_store_is_closed_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, log = tmp_path / "games.db", tmp_path / "games.db-wal"
    Record(store).close()
    log.write_bytes(LOG)
    for path in (store, log):
        path.chmod(0o644)
    Record(store).close()
    assert open_ones(tmp_path) == []
    (said,) = caplog.messages
    assert said.startswith(f"Other users of this machine could read {store}, {log}; now only you can.")


def test_an_empty_file_that_becomes_a_store_is_closed_and_nobody_could_read_anything(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games.db").touch(0o644)
    Record(tmp_path / "games.db").close()
    assert open_ones(tmp_path) == []
    assert caplog.messages == []


@pytest.mark.parametrize("end", BESIDE)
def test_a_letter_where_a_part_of_the_store_would_be_is_not_taken_away(tmp_path: Path, end: str) -> None:
    letter = tmp_path / f"games.db{end}"
    for _ in range(2):  # where there is no store yet, and beside one
        letter.write_text("Dear diary")
        with pytest.raises(StoreRefused, match="is in the way"):
            Record(tmp_path / "games.db")
        assert letter.read_text() == "Dear diary"
        letter.unlink()
        Record(tmp_path / "games.db").close()


def test_a_journal_that_a_power_cut_has_torn_is_no_letter(tmp_path: Path) -> None:
    """Of its first bytes one alone may have reached the disk; nothing else of SQLite's begins with it."""
    store, torn = tmp_path / "games.db", b"\xd9" + bytes(27)
    Record(store).close()
    store.with_name("games.db-journal").write_bytes(torn)
    Record(store).close()
    store.with_name("games.db-wal").write_bytes(torn)
    with pytest.raises(StoreRefused, match="db-wal is in the way"):
        Record(store)


def test_what_is_there_and_not_ours_to_close_stays_as_it_is(tmp_path: Path) -> None:
    for path in (tmp_path / "box", tmp_path / "box" / "new"):
        path.mkdir()
        path.chmod(0o770)
    make_maildir(tmp_path / "box")
    private_folder(tmp_path / "box" / "new" / "deep")
    assert open_ones(tmp_path) == ["box", "box/new"]
    assert close_to_others([tmp_path / "box", tmp_path / "nothing"]) == []
    (tmp_path / "old").write_text("x")
    make_private(tmp_path / "old")
    assert (tmp_path / "old").read_text() == "x"


# ---- reading


def test_an_ordinary_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"x" * 10)
    assert ordinary(file, 10) == b"x" * 10
    with pytest.raises(NotOrdinary, match="longer than 9 bytes"):
        ordinary(file, 9)
    (tmp_path / "link").symlink_to(file)
    assert ordinary(tmp_path / "link", 10) == b"x" * 10
    with pytest.raises(NotOrdinary, match="is a symbolic link"):
        ordinary(tmp_path / "link", 10, linked=False)


@pytest.mark.parametrize(
    ("kind", "said"), [("pipe", "a pipe"), ("folder", "a directory"), ("zero", "a device")]
)
def test_what_has_no_end_is_not_read(tmp_path: Path, kind: str, said: str) -> None:
    path = tmp_path / "f"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(NotOrdinary, match=f"is {said}. Name an ordinary file."):
        ordinary(path, 1000)
    with pytest.raises(StoreRefused, match=r"no ordinary file|a directory"):
        Record(path)
