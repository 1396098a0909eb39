"""The desk at work: all ways in, the outbox, the clocks, one desk a store, and its end."""

from __future__ import annotations

import os
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.mail.office import office, serving
from referee.mail.office.office import PostOffice
from referee.mail.office.serving import Serving
from referee.record.locks import InUse, alone, is_served, served, takes_from
from referee.record.outbox import FAILED, WAITING, Unsent
from referee.record.record import Record
from referee.service.configuration import TIMEOUT, Configuration, Listen, Maildir, Person, Smtp
from referee.service.exits import OK, Handled
from referee.service.reports import Trouble
from referee.transport.boxes import make_maildir
from referee.transport.outbox import Queue
from referee.transport.spool import Spool
from tests.maildirs import put
from tests.servers.machines import HOST, free_port, wait_for
from tests.servers.relays import OK as TAKEN
from tests.servers.relays import Taken, relay

ADDRESS, REFEREE = "bugyo@club.example", "rei@club.example"
NOW = 1_795_000_000_000


class FakeDesk:
    """Answers each mail with a mail to Anna, in the outbox."""

    def __init__(self, record: Record) -> None:
        self.seen: list[bytes] = []
        self._queue = Queue(record, clock)

    def handle(self, raw: bytes) -> Handled:
        self.seen.append(raw)
        number = len(self.seen)
        mail = f"From: {ADDRESS}\nTo: anna@x.example\nMessage-ID: <{number}@x>\n\nanswer {number}\n"
        self._queue.put(f"<{number}@x>", "anna@x.example", mail.encode(), f"answer {number}")
        return Handled(OK, "done", "winter", "iga")


def clock() -> int:
    return NOW


class World:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.record = Record(path / "s.db", clock=clock)
        self.desk = FakeDesk(self.record)
        self.said: list[str] = []
        self.swept: list[bool] = []
        self.lines: list[str] = []

    def settings(self, **changes: object) -> Configuration:
        given: dict[str, object] = {
            "maildir": (Maildir(str(self.path / "in")),),
            "outgoing": Maildir(str(self.path / "out")),
            **changes,
        }
        if "smtp" in changes:
            given["outgoing"] = None
        return Configuration(str(self.path / "s.db"), ADDRESS, REFEREE, **given)  # type: ignore[arg-type]

    def serving(self, settings: Configuration) -> Serving:
        return Serving(
            settings,
            self.record,
            self.desk,
            sweep=self._sweep,
            clock=clock,
            poll=0.02,
            report=self.said.append,
        )

    def _sweep(self, whole: bool) -> list[str]:
        self.swept.append(whole)
        return self.lines

    def drop(self, name: str) -> None:
        make_maildir(self.path / "in")
        put(self.path / "in", name, f"Subject: {name}\n\nx\n".encode())

    def out(self) -> list[str]:
        return [path.read_text().splitlines()[-1] for path in sorted((self.path / "out" / "new").iterdir())]

    @contextmanager
    def running(self, settings: Configuration) -> Iterator[None]:
        """In a thread: the desk is a fake one, which knows no store but through its own."""
        done = threading.Event()
        failed: list[BaseException] = []

        def run() -> None:
            try:
                self.serving(settings).run(done.is_set)
            except BaseException as error:  # noqa: BLE001
                failed.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join(300)
        assert failed == []
        assert not thread.is_alive()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.record.close()


def test_once_works_what_is_there_and_sends_it(world: World) -> None:
    world.drop("a")
    world.drop("b")
    world.serving(world.settings()).once(lambda: False)
    assert sorted(world.out()) == ["answer 1", "answer 2"]
    assert [line.partition(" exit 0 ")[2] for line in world.said] == ["winter iga: done"] * 2
    assert world.swept == [True]
    assert not is_served(world.path / "s.db")


def test_a_maildir_and_a_listener_at_once(world: World) -> None:
    port = free_port()
    world.drop("a")
    with world.running(world.settings(listen=Listen(port=port))):
        wait_for("the maildir", lambda: len(world.desk.seen) == 1)
        with smtplib.LMTP(HOST, port, "tests") as lmtp:
            lmtp.sendmail("bela@x.example", [ADDRESS], b"Subject: b\r\n\r\nx\r\n")
        wait_for("both answers", lambda: len(world.out()) == 2)
        assert is_served(world.path / "s.db")
    assert world.desk.seen[1] == b"Return-Path: <bela@x.example>\r\nSubject: b\r\n\r\nx\r\n"
    assert not is_served(world.path / "s.db")


def test_a_mail_that_is_handed_over_is_taken_and_one_whose_desk_is_gone_by_the_next(world: World) -> None:
    """No desk, and none that works once, says of a spool."""
    store = world.path / "s.db"
    assert takes_from(store) == ""
    with served(store):
        assert takes_from(store) == ""
    with world.running(world.settings()):
        wait_for("the desk", lambda: takes_from(store) != "")
        spool = Spool(Path(takes_from(store)))
        spool.hand_over(b"a")
        wait_for("the answer", lambda: world.desk.seen == [b"a"])
    assert takes_from(store) == ""
    spool.hand_over(b"b")
    with alone(world.path / "s.db-pages" / "lock"):
        world.serving(world.settings()).once(lambda: False)
        assert world.desk.seen == [b"a"]  # another process works what is there
    world.serving(world.settings()).once(lambda: False)
    assert world.desk.seen == [b"a", b"b"]
    assert not [*(world.path / "s.db-pages" / "new").iterdir()]


def test_sendings_of_pages_go_before_mails_that_came_before_them(world: World) -> None:
    spool = Spool(world.path / "s.db-pages")
    spool.hand_over(b"mail")
    spool.put("f" * 32, b"page")
    world.serving(world.settings()).once(lambda: False)
    assert world.desk.seen == [b"page", b"mail"]


def test_what_was_left_in_the_outbox_goes_when_a_desk_begins(world: World) -> None:
    world.desk.handle(b"x")
    with world.running(world.settings()):
        wait_for("the answer", lambda: (world.path / "out" / "new").exists() and world.out() == ["answer 1"])


def test_a_server_that_is_down_is_tried_again_and_said_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "FIRST_REST", 0.05)
    taken, port = Taken(), free_port()
    world.drop("a")
    with world.running(world.settings(smtp=Smtp(HOST, port=port, tls="none"))):
        wait_for("the trouble", lambda: any("tried again" in line for line in world.said))
        with relay(taken, port=port):
            wait_for("the mail", lambda: taken.mails)
            wait_for("its end", lambda: Queue(world.record, clock).unsent() == [])
    (trouble,) = [line for line in world.said if isinstance(line, Trouble)]
    where = f"{HOST}:{port}"
    assert trouble == f"The mails in the outbox wait, and are tried again: {where}: Connection refused."


def test_the_referee_is_told_of_what_can_never_be_sent(world: World) -> None:
    refuses = {"anna@x.example": "550 5.1.1 No such user"}
    taken = Taken(rcpt=lambda to, n: refuses.get(to, TAKEN))
    world.drop("a")
    with relay(taken) as smtp:
        world.serving(world.settings(smtp=smtp)).once(lambda: False)
    ((to, raw),) = taken.mails
    mail = message_from_bytes(raw)
    assert (to, mail["Subject"], mail["Auto-Submitted"]) == (
        REFEREE,
        "Bugyo: a mail cannot be sent",
        "auto-generated",
    )
    said = str(mail.get_payload())
    for part in ("anna@x.example", "answer 1", "550 5.1.1 No such user", "bugyo desk unsent --retry 1"):
        assert part in said
    assert [(one.to, one.state) for one in Queue(world.record, clock).unsent()] == [
        ("anna@x.example", FAILED)
    ]


def test_what_cannot_be_sent_to_the_referee_is_only_recorded(world: World) -> None:
    taken = Taken(rcpt=lambda to, n: "550 no")
    world.drop("a")
    with relay(taken) as smtp:
        world.serving(world.settings(smtp=smtp)).once(lambda: False)
    states = [(one.to, one.state) for one in Queue(world.record, clock).unsent()]
    assert states == [("anna@x.example", FAILED), (REFEREE, FAILED)]


def test_the_referee_is_told_of_a_player_whose_mails_cannot_be_read(world: World) -> None:
    taken = Taken()
    handled = Handled(OK, "1 order not readable", "winter", "iga", stuck="T5")
    world.desk.handle = lambda raw: handled  # type: ignore[method-assign]
    world.drop("a")
    with relay(taken) as smtp:
        world.serving(world.settings(smtp=smtp)).once(lambda: False)
    ((to, raw),) = taken.mails
    mail = message_from_bytes(raw)
    assert (to, mail["Subject"]) == (REFEREE, "Bugyo: iga in winter may need help")
    said = " ".join(str(mail.get_payload()).split())
    assert "Three mails of iga in the game winter carried the token of the turn T5" in said


def test_the_referee_is_asked_once_a_day_where_the_clocks_need_somebody(world: World) -> None:
    world.lines = ["winter reminder iga", Trouble("The clock has jumped.")]
    works = world.serving(world.settings())
    for _ in range(3):
        works.once(lambda: False)
    assert world.said == world.lines * 3
    assert world.out() == ["The clock has jumped."]


def test_the_clocks_are_looked_at_after_mails_and_each_minute(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with world.running(world.settings()):
        wait_for("the first look", lambda: world.swept == [True])
        world.drop("a")
        wait_for("the second", lambda: world.swept == [True, False])
        monkeypatch.setattr(serving, "SWEEP", 0.01)
        wait_for("the third", lambda: world.swept[2:3] == [True])


def test_one_desk_a_store(world: World) -> None:
    with served(world.path / "s.db"), pytest.raises(InUse) as raised:
        world.serving(world.settings()).once(lambda: False)
    said = str(raised.value)
    assert said.startswith(f"Another desk (process {os.getpid()}) serves {world.path / 's.db'} already.")
    assert "Stop it first" in said
    world.serving(world.settings()).once(lambda: False)


DIES = """
import os, sys
from pathlib import Path
from referee.record.locks import served
with served(Path(sys.argv[1])):
    os.kill(os.getpid(), 9)
"""


def test_a_desk_that_dies_leaves_no_lock(world: World) -> None:
    store = world.path / "s.db"
    assert subprocess.run([sys.executable, "-c", DIES, str(store)], check=False).returncode == -9
    assert not is_served(store)
    with served(store):
        assert is_served(store)


def test_systemd_is_told(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(str(tmp_path / "notify"))
        hears.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with world.running(world.settings()):
            assert hears.recv(100) == b"READY=1"
        assert hears.recv(100) == b"STOPPING=1"


def test_a_mail_that_must_wait_holds_up_no_other(world: World) -> None:
    waits = {"anna@x.example": "450 later"}
    taken = Taken(rcpt=lambda to, n: waits.get(to, TAKEN))
    world.desk.handle(b"x")
    Queue(world.record, clock).put("<b@x>", "bela@x.example", b"To: bela\n\nx\n", "b")
    with relay(taken) as smtp:
        worked = PostOffice(world.settings(smtp=smtp), world.record, clock, world.said.append)
        assert worked.send_all()
        worked.close()
    assert [to for to, _ in taken.mails] == ["bela@x.example"]
    assert [(one.to, one.state, one.tries) for one in Queue(world.record, clock).unsent()] == [
        ("anna@x.example", WAITING, 1)
    ]


@contextmanager
def hanging() -> Iterator[Smtp]:
    """A server that lets everybody in and never says a word."""
    with socket.create_server((HOST, 0)) as listening:
        yield Smtp(HOST, port=listening.getsockname()[1], tls="none")


@pytest.mark.soak
def test_a_server_that_hangs_holds_up_no_mail_that_comes_in(world: World) -> None:
    """A connection is given up after `TIMEOUT` seconds; mails are worked and answered meanwhile."""
    world.drop("a0")
    with hanging() as smtp, world.running(world.settings(smtp=smtp)):
        wait_for("the first", lambda: len(world.desk.seen) == 1)
        began = time.monotonic()
        for number in range(1, 6):
            world.drop(f"a{number}")
            wait_for("the next", lambda now=number: len(world.desk.seen) == now + 1)
        assert time.monotonic() - began < TIMEOUT / 3
        assert [one.state for one in Queue(world.record, clock).unsent()] == [WAITING] * 6
        began = time.monotonic()
    assert time.monotonic() - began < TIMEOUT / 3  # nor does it hold up the end


def test_a_fault_of_ours_does_not_end_the_sender(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "FIRST_REST", 0.05)
    faults, send = iter([RuntimeError("odd")]), PostOffice.send

    def once_wrong(post: PostOffice) -> None:
        for fault in faults:
            raise fault
        send(post)

    monkeypatch.setattr(PostOffice, "send", once_wrong)
    world.drop("a")
    with world.running(world.settings()):
        wait_for("the answer", lambda: (world.path / "out" / "new").exists() and world.out() == ["answer 1"])
    assert [str(line) for line in world.said if isinstance(line, Trouble)] == [
        "The mails in the outbox wait: RuntimeError('odd')"
    ]


def test_the_referee_reads_in_his_own_language(world: World) -> None:
    taken = Taken(rcpt=lambda to, n: TAKEN if to == REFEREE else "550 5.1.1 No such user")
    world.drop("a")
    with relay(taken) as smtp:
        settings = replace(world.settings(smtp=smtp), referee=Person(REFEREE, "fr"))
        world.serving(settings).once(lambda: False)
    ((to, raw),) = taken.mails
    mail = message_from_bytes(raw, policy=policy.default)
    said = str(mail.get_content())
    assert to == REFEREE
    assert "a mail cannot be sent" not in str(mail["Subject"])
    assert "The mail server said" not in said
    assert "could not be delivered" not in said
    assert "550 5.1.1 No such user" in said
    assert "1" in said


@pytest.mark.parametrize(("tries", "said"), [(1, "Tried 1 time\n"), (2, "Tried 2 times\n")])
def test_how_often_a_mail_was_tried_is_counted_in_words(tries: int, said: str) -> None:
    unsent = Unsent(1, "<1@x>", "anna@x.example", "answer", NOW, NOW, tries, FAILED, "550 no")
    assert said in office.report_of(unsent)
