"""Small parts of a desk, each for itself: what its check says, what is started again, what waits."""

from __future__ import annotations

import os
import threading
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.identity.confirming import gone
from referee.mail.office import serving
from referee.mail.office.access_rights import check_maildir, check_store
from referee.mail.office.checking import checked
from referee.record.locks import lock_path, served
from referee.record.mail_cases import Swept
from referee.record.record import Record
from referee.service import keeping
from referee.service.configuration import Configuration, Imap, Maildir, Secret
from referee.service.exits import CONFIG, OK
from referee.transport.boxes import Vanished
from referee.transport.imap import Mailbox
from referee.transport.sendings import Sending, sending_id, sending_of
from referee.web.site_files import Left, Updated, told

STORE = "games.db"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.chmod(0o700)
    Record(tmp_path / STORE).close()
    return tmp_path


# ---- what is tried before a desk begins


def findings(folder: Path, settings: Configuration, file: Path | None = None) -> dict[str, tuple[int, str]]:
    """What each check says, but for the name of the folder."""
    found = checked(settings, clock=lambda: 0, file=file)
    return {
        one.what.replace(f"{folder}/", ""): (one.exit, one.says.replace(f"{folder}/", "")) for one in found
    }


def test_each_file_and_each_maildir_is_tried(folder: Path) -> None:
    file, password = folder / "desk.toml", folder / "password"
    file.touch(0o600)
    password.touch(0o600)
    password.write_text("secret\n")
    imap = Imap("127.0.0.1", "bugyo", port=1, password=Secret(str(password)))
    settings = Configuration(
        str(folder / STORE),
        "bugyo@desk.example",
        maildir=(Maildir(str(folder / "in")),),
        outgoing=Maildir(str(folder / "out")),
        imap=(imap,),
    )
    found = findings(folder, settings, file)
    assert found["file desk.toml"][0] == OK
    assert found["maildir in"] == found["maildir out"] == (OK, "It can be written.")
    assert found["secret password"] == (OK, "It can be read.")
    password.chmod(0o644)
    why = "Other users may read password. Take that away: chmod 600 password"
    assert findings(folder, settings)["secret password"] == (CONFIG, why)
    assert "file desk.toml" not in findings(folder, settings)


def test_what_is_not_there_is_open_to_nobody(folder: Path) -> None:
    assert check_maildir(folder / "none") == ""
    assert check_store(folder / "none.db") == "Nobody else can read or replace it."


# ---- what is kept running


def ended(code: int) -> Any:
    return SimpleNamespace(wait=lambda *_seconds: code, stdin=None, terminate=lambda: None)


def test_a_process_that_ends_is_started_again_after_ever_longer_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rests, said, full = [0.001, 0.002, 0.004, 0.007], list[str](), threading.Event()
    monkeypatch.setattr(keeping, "FIRST_REST", rests[0])
    monkeypatch.setattr(keeping, "LONGEST_REST", rests[-1])
    monkeypatch.setattr(keeping, "PAUSE", 0.0)
    codes = iter([3, -9])

    def report(line: object) -> None:
        said.append(str(line))
        if len(said) >= 5:
            full.set()

    def start() -> Any:
        if (code := next(codes, None)) is None:
            raise OSError(2, "No such file")
        return ended(code)

    kept = keeping.Kept(start, "{why}, {rest}", report)
    kept.start()
    assert full.wait(20)
    kept.stop()
    whys = ["exit 3", "signal SIGKILL", *["No such file"] * 3]
    assert said[:5] == [f"{why}, {rest:g}" for why, rest in zip(whys, [*rests, rests[-1]], strict=True)]


def test_one_desk_writes_its_number_into_its_lock(folder: Path) -> None:
    with served(folder / STORE):
        assert lock_path(folder / STORE, "desk").read_bytes() == f"{os.getpid()}\n".encode()


def test_the_boxes_are_looked_at_when_their_time_has_come_and_not_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, looked = [1000.0], list[float]()
    monkeypatch.setattr(serving, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def work(*_how: object) -> int:
        looked.append(now[0])
        return 0

    box: Any = SimpleNamespace(work=work)
    settings = Configuration(str(folder / STORE), "bugyo@desk.example", outgoing=Maildir(str(folder / "out")))
    with closing(Record(folder / STORE)) as record:
        desk = serving.Serving(settings, record, SimpleNamespace(), poll=60.0)
        monkeypatch.setattr(desk, "_work_tray", lambda _stop: False)
        for at in (1000.0, 1059.0, 1060.0, 1061.0):
            now[0] = at
            desk._round([box], lambda: False)
    assert looked == [1000.0, 1060.0]


# ---- words and forms


def test_a_sending_of_a_page_is_known_by_its_id() -> None:
    sending = Sending("ab" * 16, "12" * 8)
    assert sending_of(sending_id(sending, "desk.example")) == sending
    assert sending_of("<winter.1.turn@desk.example>") is None


def test_a_mail_that_is_gone_is_said_to_be_and_since_when() -> None:
    swept = Swept("d", 9, 0, 1_795_000_000_000, "old")
    assert "was swept away on Wednesday 2026-11-18" in gone(swept)
    assert gone() == "The mail that you confirm cannot be read any more. Please send the orders again."


def test_what_became_of_a_site_as_a_document() -> None:
    found = told(Updated(("a",), (), ("b",), (Left("c", "It is too large."),), ()))
    assert found == {
        "shown": ("a",),
        "made": (),
        "removed": ("b",),
        "left": ({"game": "c", "why": "It is too large."},),
        "foreign": (),
    }


def test_a_mail_that_another_program_has_taken_away_has_vanished() -> None:
    """Beyond the end of one that is there, a server says as little."""
    mailbox: Any = Mailbox.__new__(Mailbox)
    mailbox._reached = nullcontext
    box: Any = SimpleNamespace(client=SimpleNamespace(uid=lambda *_words: ("OK", [b")"])))
    with pytest.raises(Vanished):
        mailbox._piece(box, "1", 0, 100)
    assert mailbox._piece(box, "1", 100, 100) == b""
