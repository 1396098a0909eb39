"""A desk while strangers hold connections, and its pages while somebody ends them: mail goes on."""

from __future__ import annotations

import os
import resource
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path

import httpx2
import pytest

from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS, desk_file, stranger, turn_mail
from tests.maildirs import put
from tests.servers.machines import HOST, free_port

ROOT = Path(__file__).parents[2]
SOON = 300.0
"""Seconds."""


def until(what: str, found: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not found():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def held(port: int, count: int, said: bytes, stack: ExitStack) -> None:
    """So many connections on which only this is said."""
    for _ in range(count):
        connection = stack.enter_context(closing(socket.create_connection((HOST, port), SOON)))
        with suppress(ConnectionError):  # some are closed at once
            connection.sendall(said)


class Desk:
    """A desk with pages, a Maildir and LMTP, in a process that has few descriptors."""

    def __init__(self, bugyo: Bugyo, path: Path, descriptors: int) -> None:
        self.mail, _ = turn_mail(bugyo, path / "out")
        self.path, self.lmtp = path, free_port()
        file = desk_file(bugyo.store, path)
        with file.open("a") as more:
            more.write(f'[listen]\nport = {self.lmtp}\n[web]\nlisten = "{HOST}:0"\n')
        self._log = path / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cli.main", "serve", "--config", str(file), "--poll", "0.2"],
                cwd=ROOT,
                stderr=log,
                preexec_fn=partial(resource.setrlimit, resource.RLIMIT_NOFILE, (descriptors, descriptors)),
            )
        until("the pages", lambda: "looked at: " in self.log())
        self.address = self.log().partition("looked at: ")[2].split()[0]
        until("the first page", self.answers)

    def log(self) -> str:
        return self._log.read_text()

    def answers(self) -> bool:
        try:
            return httpx2.get(f"{self.address}g/post/board.txt", timeout=SOON).status_code == 200
        except httpx2.TransportError:
            return False

    def pages(self) -> int:
        """The process of the pages."""
        for folder in Path("/proc").iterdir():
            with suppress(OSError, IndexError, ValueError):
                if not folder.name.isdecimal() or b"referee.web.process" not in _words(folder):
                    continue
                if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    return int(folder.name)
        return 0

    def drop(self) -> None:
        put(self.path / "in", "turn", self.mail)

    def deliver(self) -> None:
        with smtplib.LMTP(HOST, self.lmtp, "tests", timeout=SOON) as lmtp:
            lmtp.sendmail("nobody@example.org", [ADDRESS], stranger())


def _words(folder: Path) -> list[bytes]:
    return (folder / "cmdline").read_bytes().split(b"\0")


@pytest.fixture
def desk(bugyo: Bugyo, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(bugyo, tmp_path, 256)
    yield made
    made.process.kill()
    made.process.wait()


@pytest.mark.soak
def test_connections_that_say_nothing_stop_neither_the_mail_nor_the_desk(desk: Desk) -> None:
    with ExitStack() as stack:
        held(int(desk.address[:-1].rpartition(":")[2]), 400, b"GET / HTTP/1.1\r\nHost: local", stack)
        held(desk.lmtp, 200, b"LHLO ", stack)
        desk.drop()
        until("the mail that was dropped", lambda: "turn exit 0 post " in desk.log())
        desk.deliver()
        assert desk.answers()
    assert desk.answers()
    assert desk.process.poll() is None
    assert "Traceback" not in desk.log()
    assert len(desk.log()) < 10_000
    pages = desk.pages()
    desk.process.send_signal(signal.SIGTERM)
    assert desk.process.wait(SOON) == 0
    assert not Path(f"/proc/{pages}").exists()
    assert "The pages have ended" not in desk.log()


@pytest.mark.soak
def test_pages_that_are_ended_are_started_again_and_end_with_the_desk_however_it_ends(desk: Desk) -> None:
    first = desk.pages()
    os.kill(first, signal.SIGKILL)
    desk.drop()
    until("the mail", lambda: "turn exit 0 post " in desk.log())
    assert desk.answers()  # at the same address; whoever comes in between waits
    assert desk.pages() not in (0, first)
    assert "The pages have ended (signal SIGKILL)" in desk.log()
    second = desk.pages()
    assert str(desk.path).encode() not in b" ".join(_words(Path(f"/proc/{second}")))
    desk.process.kill()
    until("the end of the pages", lambda: not Path(f"/proc/{second}").exists())


@pytest.mark.soak
def test_a_listener_without_descriptors_waits_and_says_so_once(bugyo: Bugyo, tmp_path: Path) -> None:
    command = ["serve", "--http", f"{HOST}:0", "--store", str(bugyo.store)]
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (40, 40))
    with (tmp_path / "log").open("w+b") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", *command], cwd=ROOT, stderr=log, preexec_fn=few
        )
        until("the address", lambda: b"looked at: " in (tmp_path / "log").read_bytes())
        address = (tmp_path / "log").read_text().split()[-1]
        with ExitStack() as stack:
            held(int(address[:-1].rpartition(":")[2]), 60, b"GET", stack)
            time.sleep(1.5)
        until("a page", lambda: httpx2.get(f"{address}api/games", timeout=SOON).status_code == 200)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 0
    said = (tmp_path / "log").read_text()
    assert said.count("No connection can be taken for now: Too many open files.") == 1
    assert len(said) < 1_000
