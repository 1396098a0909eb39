"""deliver, serve: what a mail server sees."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.demo import names
from referee.record.locks import served
from referee.transport.spool import LARGEST_MAIL, path_of
from tests.cli.conftest import Bugyo
from tests.cli.mails import desk_file, stranger, turn_mail


def test_a_mail_is_answered_and_its_orders_are_played(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    before = bugyo.json("show", "post")["position"]
    result = bugyo.json("deliver", "--outgoing", out, stdin=mail)
    assert (result["exit"], result["game"]) == (0, "post")
    assert [line["outcome"] for line in result["lines"]] == ["played"]
    assert bugyo.json("show", "post")["position"] > before


def test_a_document_of_the_desk_shows_of_a_mail_what_everybody_may_read(bugyo: Bugyo, tmp_path: Path) -> None:
    """Not what a player asks or is refused, nor what he is answered: these show a hand."""
    mail, out = turn_mail(bugyo, tmp_path / "out")
    head, played, tail = mail.rpartition(b"-----END ORDERS")
    mail = head + b"place ninja in ise\nwhat\n" + played + tail
    one = bugyo.json("deliver", "--outgoing", out, stdin=mail)["lines"]
    assert [line["outcome"] for line in one] == ["played", "refused", "answered"]
    assert one[0]["text"] == one[0]["order"] != ""
    for line in one[1:]:
        assert (line["text"], line["order"], line["error"]) == ("", "", "")
        assert not {"said", "offers"} & line.keys()


def test_a_stranger_is_67(bugyo: Bugyo, tmp_path: Path) -> None:
    result = bugyo("deliver", "--outgoing", tmp_path / "out", code=67, stdin=stranger())
    assert result.stdout == ""
    assert "Unknown sender" in result.stderr


def test_without_an_outgoing_maildir_the_desk_is_not_set_up(bugyo: Bugyo, tmp_path: Path) -> None:
    assert "--outgoing" in bugyo("deliver", code=78, stdin=stranger()).stderr
    assert "--outgoing" in bugyo("serve", "--maildir", tmp_path / "in", "--once", code=78).stderr


def test_whatever_is_wrong_with_the_store_the_mail_server_keeps_the_mail(
    bugyo: Bugyo, tmp_path: Path
) -> None:
    (tmp_path / "foreign").write_bytes(b"something else")
    for store in ("foreign", "missing"):
        args = ("deliver", "--outgoing", tmp_path / "out", "--store", tmp_path / store)
        assert bugyo(*args, code=75, stdin=stranger()).stderr.startswith("Error: ")
    assert not (tmp_path / "missing").exists()


def test_serve_works_what_is_there_and_stops(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    box = tmp_path / "in"
    shutil.rmtree(box, ignore_errors=True)
    (box / "new").mkdir(parents=True)
    (box / "new" / "1").write_bytes(mail)
    said = bugyo("serve", "--maildir", box, "--outgoing", out, "--once").stderr
    assert "1 exit 0 post " in said
    assert list((box / "new").iterdir()) == []


def test_orders_of_the_command_line_are_mailed_to_whoever_is_next(bugyo: Bugyo, tmp_path: Path) -> None:
    _mail, out = turn_mail(bugyo, tmp_path / "out")
    mailed: list[str] = []
    while not mailed:
        seat, orders = bugyo.legal("post")
        mailed = bugyo.json("orders", "post", seat, "-", "--outgoing", out, stdin=orders[0])["mailed"]
    assert set(mailed) <= {"iga", "ise", "kii"}


def test_the_demonstration_does_not_touch_what_is_there(bugyo: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note").write_text("mine")
    assert "--force" in bugyo("demo", tmp_path / "mine", code=73).stderr
    assert (tmp_path / "mine" / "note").read_text() == "mine"


@pytest.mark.parametrize(("more", "size"), [(0, 0), (1, 1001)])
def test_a_mail_that_is_too_large_is_refused_for_ever(
    bugyo: Bugyo, tmp_path: Path, more: int, size: int
) -> None:
    config = desk_file(bugyo.store, tmp_path)
    config.write_text(f"most_bytes = 1000\n{config.read_text()}")
    mail = stranger() + b"x" * (1000 + more - len(stranger()))
    assert "Unknown sender" in bugyo("deliver", "--config", config, code=67, stdin=mail).stderr
    with closing(sqlite3.connect(bugyo.store)) as store:
        rows = store.execute("SELECT bytes, why FROM mails_swept").fetchall()
    assert rows == ([(size, "too large")] if size else [])


MEASURED = """
import sys
from pathlib import Path
from cli.main import run
try:
    run()
finally:
    peak = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]  # of this program alone
    print("kB:", peak, file=sys.stderr)
"""


@pytest.mark.soak
def test_a_mail_of_300_mb_costs_no_memory_and_no_room(bugyo: Bugyo, tmp_path: Path) -> None:
    """It needed 1.85 GB; 1.1 GB ended with 75, and the mail server tried for ever."""
    command = [sys.executable, "-c", MEASURED, "deliver", "--config", str(desk_file(bugyo.store, tmp_path))]
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": root}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root, env=env
    ) as deliver:
        assert deliver.stdin
        assert deliver.stderr
        deliver.stdin.write(stranger())
        for _ in range(300):
            deliver.stdin.write(b"x" * 999_999 + b"\n")
        deliver.stdin.close()
        said = deliver.stderr.read().decode()
        assert deliver.wait(600) == 67, said
    assert int(said.partition("kB:")[2]) < 200_000
    assert bugyo.store.stat().st_size < 5_000_000


@pytest.mark.parametrize("there_is_one", [True, False])
def test_the_demonstration_names_the_page_to_open_and_opens_it_where_it_can(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there_is_one: bool
) -> None:
    page, opened = (tmp_path / "game.html").as_uri(), list[str]()

    def browser(address: str) -> bool:
        opened.append(address)
        return there_is_one

    monkeypatch.setattr("cli.begin.demo.run", lambda directory, say: {"address": page})
    monkeypatch.setattr("webbrowser.open", browser)
    assert bugyo("demo", tmp_path / "new").exit_code == 0
    assert opened == []
    assert (page in bugyo("demo", tmp_path / "new", "--open").stderr) is not there_is_one
    assert opened == [page]


# ---- handed over


@pytest.fixture
def spool(bugyo: Bugyo) -> Iterator[Path]:
    """That of a desk that serves the store and has taken nothing from it yet."""
    path = path_of(bugyo.store)
    assert path is not None
    with served(bugyo.store, str(path)):
        yield path / "new"


def test_a_mail_is_handed_over_to_a_desk_that_serves(bugyo: Bugyo, tmp_path: Path, spool: Path) -> None:
    """One that comes twice meanwhile waits once; the desk, or whoever comes when it is gone, plays it."""
    mail, out = turn_mail(bugyo, tmp_path / "out")
    before = bugyo.json("show", "post")["position"]
    for _ in range(2):
        assert "Handed over" in bugyo("deliver", "--outgoing", out, stdin=mail).stderr
    (waiting,) = spool.iterdir()
    assert waiting.read_bytes() == mail
    assert waiting.stat().st_mode & 0o077 == 0
    assert bugyo.json("show", "post")["position"] == before


def test_what_a_desk_has_left_behind_is_played_with_the_next_mail(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    path = path_of(bugyo.store)
    assert path is not None
    with served(bugyo.store, str(path)):
        bugyo("deliver", "--outgoing", out, stdin=mail)
    before = bugyo.json("show", "post")["position"]
    bugyo("deliver", "--outgoing", out, code=67, stdin=stranger())
    assert bugyo.json("show", "post")["position"] > before
    assert not [*(path / "new").iterdir()]


@pytest.mark.parametrize("why", ["full", "of another user", "large", "with --json", "no spool"])
def test_a_mail_that_cannot_be_handed_over_is_worked_at_once(
    bugyo: Bugyo, tmp_path: Path, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, mail = path_of(bugyo.store), stranger()
    assert path is not None
    if why == "full":
        monkeypatch.setattr("referee.transport.spool.MOST_MAILS", 0)
    elif why == "of another user":
        path.write_text("no folder")
    elif why == "large":
        mail += b"x\n" * (LARGEST_MAIL // 2)
    with served(bugyo.store, "" if why == "no spool" else str(path)):
        more = ("--json",) if why == "with --json" else ()
        shown = bugyo("deliver", "--outgoing", tmp_path / "out", *more, code=67, stdin=mail)
    assert "Unknown sender" in shown.stderr
    assert why == "of another user" or not (path / "new").exists() or not [*(path / "new").iterdir()]


def test_the_page_of_a_demonstration_that_is_there_is_opened_and_nothing_is_refereed_again(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refereed, opened = list[Path](), list[str]()
    page = tmp_path / "demo" / "sekigahara.html"

    def run(directory: Path, say: object) -> dict[str, str]:
        refereed.append(directory)
        return names(directory)

    monkeypatch.setattr("cli.begin.demo.run", run)
    monkeypatch.setattr("webbrowser.open", opened.append)
    page.parent.mkdir()
    (page.parent / "note").write_text("mine")
    assert "--force" in bugyo("demo", page.parent, "--open", code=73).stderr
    page.write_text("a page")
    assert bugyo.json("demo", page.parent, "--open") == {"directory": str(page.parent), **names(page.parent)}
    assert (refereed, opened) == ([], [page.as_uri()])
    assert bugyo("demo", page.parent, "--open", "--force").exit_code == 0
    assert (refereed, opened) == ([page.parent], [page.as_uri()] * 2)
