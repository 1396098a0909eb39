"""Mails in as an LMTP or SMTP server: acknowledged only after the answer, refused while the desk cannot."""

from __future__ import annotations

import asyncio
import errno
import smtplib
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from referee.service.configuration import BadConfiguration, Listen
from referee.service.exits import NOUSER, OK, TEMPFAIL, Handled
from referee.service.listener_limits import heed
from referee.transport import listener
from referee.transport.intray import InTray
from referee.transport.listener import Listener
from tests.servers.machines import DOMAIN, HOST, Club, folder, free_port, needed, wait_for
from tests.servers.programs import swaks

MAIL = b"From: anna@club.example\r\nSubject: x\r\n\r\n.orders\r\n"
TO = f"bugyo@{DOMAIN}"
FROM = f"anna@{DOMAIN}"


class FakeDesk:
    def __init__(self, answer: Callable[[bytes], Handled]) -> None:
        self.seen: list[bytes] = []
        self._answer = answer

    def handle(self, raw: bytes) -> Handled:
        self.seen.append(raw)
        return self._answer(raw)


@contextmanager
def listening(
    answer: Callable[[bytes], Handled] = lambda raw: Handled(OK, "done"), **settings: object
) -> Iterator[tuple[Listen, FakeDesk, InTray]]:
    """A listener, and a desk that works its in-tray in a thread that may be stopped before."""
    tray, desk, done = InTray(), FakeDesk(answer), threading.Event()
    made = Listen(**{"port": free_port(), **settings})  # type: ignore[arg-type]
    listens = Listener(made, tray, "club.example")
    listens.start()

    def work() -> None:
        while not done.is_set():
            tray.work(desk, 0.05, done.is_set)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield made, desk, tray
    finally:
        done.set()
        thread.join(300)
        tray.close()
        listens.stop()


def deliver(settings: Listen, *, sender: str = FROM, raw: bytes = MAIL) -> None:
    host, port = (settings.socket, 0) if settings.socket else (settings.host, settings.port)
    with smtplib.LMTP(host, port, "tests") as lmtp:
        lmtp.sendmail(sender, [TO], raw)


def test_a_mail_is_taken_with_the_sender_of_its_envelope() -> None:
    with listening() as (settings, desk, _):
        deliver(settings)
        deliver(settings, sender="")
    assert desk.seen == [f"Return-Path: <{FROM}>\r\n".encode() + MAIL, b"Return-Path: <>\r\n" + MAIL]


def test_it_is_acknowledged_only_when_the_desk_is_done_with_it() -> None:
    order: list[str] = []

    def answer(raw: bytes) -> Handled:
        time.sleep(0.2)
        order.append("done")
        return Handled(OK, "done")

    with listening(answer) as (settings, _, _):
        deliver(settings)
        order.append("acknowledged")
    assert order == ["done", "acknowledged"]


ANSWERS = [
    (Handled(OK, "done"), True),
    (Handled(NOUSER, "stranger"), True),
    (Handled(TEMPFAIL, "full"), False),
]


@pytest.mark.parametrize(("handled", "taken"), ANSWERS, ids=[row[0].why for row in ANSWERS])
def test_what_was_answered_is_taken_and_what_is_left_is_refused_for_now(
    handled: Handled, taken: bool
) -> None:
    with listening(lambda raw: handled) as (settings, _, _):
        if taken:
            deliver(settings)
        else:
            with pytest.raises(smtplib.SMTPDataError, match="451"):
                deliver(settings)


def test_a_fault_of_ours_is_refused_for_now() -> None:
    def answer(raw: bytes) -> Handled:
        raise KeyError("x")

    with listening(answer) as (settings, _, _), pytest.raises(smtplib.SMTPDataError, match="451"):
        deliver(settings)


def test_a_desk_that_takes_too_long_or_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "PATIENCE", 0.1)

    def slow(raw: bytes) -> Handled:
        time.sleep(0.5)
        return Handled(OK, "done")

    with listening(slow) as (settings, _, _), pytest.raises(smtplib.SMTPDataError, match="451"):
        deliver(settings)
    with listening() as (settings, desk, tray):
        tray.close()
        with pytest.raises(smtplib.SMTPDataError, match="451"):
            deliver(settings)
    assert desk.seen == []


def test_one_recipient_and_no_more_bytes_than_allowed() -> None:
    with listening(most_bytes=1000) as (settings, desk, _):
        with smtplib.LMTP(settings.host, settings.port, "tests") as lmtp:
            assert lmtp.sendmail(FROM, [TO, f"rei@{DOMAIN}"], MAIL) == {
                f"rei@{DOMAIN}": (452, b"4.5.3 One recipient at a time")
            }
        with pytest.raises(smtplib.SMTPResponseException, match="552"):
            deliver(settings, raw=MAIL + b"x" * 1000)
    assert len(desk.seen) == 1


def test_a_line_may_be_as_long_as_the_mail() -> None:
    with listening() as (settings, desk, _):
        deliver(settings, raw=MAIL + b"x" * 50_000 + b"\r\n")
    assert b"x" * 50_000 in desk.seen[0]


def test_smtp_as_well(tmp_path: Path) -> None:
    with listening(protocol="smtp") as (settings, desk, _):
        with smtplib.SMTP(settings.host, settings.port, "tests") as smtp:
            smtp.sendmail(FROM, [TO], MAIL)
        assert len(desk.seen) == 1
    with (
        listening(protocol="lmtp") as (settings, _, _),
        smtplib.SMTP(settings.host, settings.port, "tests") as smtp,
        pytest.raises(smtplib.SMTPException),
    ):
        smtp.sendmail(FROM, [TO], MAIL)


def test_a_socket_also_after_a_desk_that_died(tmp_path: Path) -> None:
    path = tmp_path / "lmtp"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with listening(socket=str(path)) as (settings, desk, _):
        deliver(settings)
        assert len(desk.seen) == 1
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        other = Listener(settings, InTray(), "club.example")
        with pytest.raises(BadConfiguration, match="cannot be listened on"):
            other.start()
    assert not path.exists()


def test_a_port_that_another_program_has() -> None:
    with socket.create_server((HOST, 0)) as taken:
        settings = Listen(port=taken.getsockname()[1])
        with pytest.raises(BadConfiguration, match=f"{settings.where} cannot be listened on"):
            Listener(settings, InTray(), "club.example").start()


# ---- who holds connections


def line(connection: socket.socket) -> bytes:
    """What is said next, b"" where the connection is closed."""
    try:
        return connection.recv(1000)
    except ConnectionError:
        return b""


def test_of_many_who_say_nothing_the_longest_silent_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "OF_ADDRESS", 3)
    with listening() as (settings, desk, _):
        held = [smtplib.LMTP(settings.host, settings.port, "tests") for _ in range(3)]
        held[0].noop()
        deliver(settings)
        assert len(desk.seen) == 1
        with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionError)):
            held[1].noop()
        for one in (held[0], held[2]):
            assert one.noop()[0] == 250
            one.close()


def test_whoever_has_left_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who works makes room for another, so that there is none until one of them has gone."""
    monkeypatch.setattr(listener, "OF_ADDRESS", 2)
    crowd = listener._Callers(1000)
    assert [crowd.admit(n, "192.0.2.1") for n in range(3)] == [True, True, False]
    crowd.leave(0)
    assert [crowd.admit(n, "192.0.2.1") for n in (3, 4)] == [True, False]


def test_a_fault_beside_a_connection_is_said_in_a_line() -> None:
    said: list[str] = []
    with closing(asyncio.new_event_loop()) as loop:
        heed(loop, said.append)
        loop.call_exception_handler({"message": "It broke", "exception": ValueError("of\nours")})
        loop.call_exception_handler({"message": "It broke"})
        loop.call_exception_handler({"exception": OSError(errno.EMFILE, "Too many open files")})
        loop.call_exception_handler({"message": "gone", "exception": ConnectionResetError()})
    assert said == [
        "It broke: ValueError: of ours",
        "It broke",
        "No connection can be taken for now: Too many open files. It is tried again each second.",
    ]


def test_whoever_waits_for_the_desk_is_not_put_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "CONNECTIONS", 1)
    busy, free = threading.Event(), threading.Event()

    def answer(raw: bytes) -> Handled:
        busy.set()
        free.wait(300)
        return Handled(OK, "done")

    with listening(answer) as (settings, desk, _):
        sender = threading.Thread(target=deliver, args=(settings,))
        sender.start()
        assert busy.wait(300)
        with socket.create_connection((HOST, settings.port), 10) as late:
            assert line(late) == b"421 4.7.0 Too many connections; come again\r\n"
        free.set()
        sender.join(300)
        deliver(settings)
    assert len(desk.seen) == 2


def test_mails_that_are_never_whole_take_so_much_memory_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "HELD", 100_000)
    with listening(most_bytes=50_000) as (settings, desk, _):
        held = [smtplib.LMTP(settings.host, settings.port, "tests") for _ in range(4)]
        for one in held:
            one.ehlo()
            one.mail(FROM)
            one.rcpt(TO)
            assert one.docmd("DATA")[0] == 354
            one.send(b"x" * 900 + b"\r\n")
        for one in held:
            with suppress(ConnectionError, smtplib.SMTPServerDisconnected):
                one.send((b"x" * 900 + b"\r\n") * 40)
                time.sleep(0.1)
        for gone in (held[3], held[0]):  # in the order of what they said last
            assert gone.sock
            gone.sock.settimeout(1)
            assert line(gone.sock) == b""
        deliver(settings)
        for one in held:
            one.close()
    assert len(desk.seen) == 1


@pytest.mark.parametrize("said", [b"LHLO m", b"LHLO me\r\n"])
def test_a_command_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(listener, "COMMAND", 0.3)
    with listening() as (settings, _, _), socket.create_connection((HOST, settings.port), 10) as slow:
        slow.sendall(said)
        while line(slow):
            pass


def test_what_strangers_say_is_no_line_of_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    with listening() as (settings, _, _):
        for _ in range(3):
            with socket.create_connection((HOST, settings.port), 10) as rude:
                rude.sendall(b"NONSENSE\r\n" * 20)
                while line(rude):
                    pass
    assert capfd.readouterr() == ("", "")


@pytest.mark.soak
def test_a_desk_that_is_not_there_gets_its_mails_from_postfix_later() -> None:
    """LMTP refused: the mail server keeps the mail and comes again."""
    needed("dovecot", "postfix", "swaks")
    port = free_port()
    with folder() as path, Club(path, {TO: f"lmtp:inet:{HOST}:{port}"}) as club:
        swaks(club, "rei", "first")
        log = club.postfix.log
        wait_for("the refusal", lambda: "Connection refused" in log.read_text())
        with listening(lambda raw: Handled(OK, "done"), port=port) as (_, desk, _):
            wait_for("the mail", lambda: desk.seen)
            wait_for("its end", lambda: "status=sent (250 2.0.0 Taken)" in log.read_text())
    assert len(desk.seen) == 1
    assert desk.seen[0].startswith(f"Return-Path: <rei@{DOMAIN}>\r\n".encode())
    assert b"\r\nSubject: first\r\n" in desk.seen[0]
