"""Whatever the umask, what Bugyo makes is for its owner alone; and what it reads has an end."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from projections.read_model.following import Views, catch_up
from referee.bundle.writing import write_bundle
from referee.copies.backup import back_up, manifest_of, restore
from referee.demo import run
from referee.mail.html import dress
from referee.mail.transport.boxes import Outbox, make_maildir
from referee.mail.transport.locks import carrying, is_served
from referee.parties.seats import new_cells
from referee.record.private_files import NotOrdinary, close_to_others, make_private, ordinary, private_folder
from referee.record.record import Record
from referee.record.schema import StoreRefused
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
        with record.together():
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


def test_the_demonstration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dress, "can_draw", lambda: False)  # pictures take most of its time
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
