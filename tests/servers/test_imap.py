"""Mails in from a real IMAP server: moved only after their answer, whatever happens to the server."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import shutil
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.service.configuration import Imap, Secret
from referee.service.exits import OK, TEMPFAIL, Handled
from referee.service.mail_sizes import BEGINNING, Clipped
from referee.transport.boxes import Lost, ShutOut
from referee.transport.imap import Mailbox
from tests.servers.machines import DOMAIN, HOST, Authority, Dovecot, folder, needed, wait_for

KEY = b"a key of the club's own server, long enough"


class FakeDesk:
    """Notes the subjects of what it is given, and answers with a function of them."""

    def __init__(self, answer: Callable[[str], Handled] = lambda subject: Handled(OK, "done")) -> None:
        self.seen: list[str] = []
        self.raw: list[bytes] = []
        self._answer = answer

    def handle(self, raw: bytes) -> Handled:
        self.raw.append(raw)
        self.seen.append(str(message_from_bytes(raw)["Subject"]))
        return self._answer(self.seen[-1])


class World:
    """A mailbox of the desk on a Dovecot of its own."""

    def __init__(self, path: Path) -> None:
        self.tls = Authority(path / "tls")
        self.dovecot = Dovecot(path / "dovecot", self.tls, ("bugyo",))
        (path / "secret").write_text("correct horse\n")
        secret = Secret(file=str(path / "secret"))
        self.settings = Imap(HOST, "bugyo", secret, port=self.dovecot.imap, ca=str(self.tls.ca), poll=2.0)
        self.said: list[str] = []

    def mailbox(self, desk: FakeDesk, **changes: object) -> Mailbox:
        return Mailbox(replace(self.settings, **changes), desk, self.said.append, timeout=5.0)

    def send(self, *subjects: str) -> None:
        with smtplib.LMTP(HOST, self.dovecot.lmtp, "tests") as lmtp:
            for subject in subjects:
                mail = f"From: anna@{DOMAIN}\r\nSubject: {subject}\r\n\r\nпривет\r\n".encode()
                lmtp.sendmail(f"anna@{DOMAIN}", [f"bugyo@{DOMAIN}"], mail, ["BODY=8BITMIME"])

    def left(self) -> int:
        return len(self.dovecot.mails("bugyo"))

    def done(self) -> list[str]:
        mails = [message_from_bytes(path.read_bytes()) for path in self.dovecot.mails("bugyo", name="Bugyo")]
        return sorted(str(mail["Subject"]) for mail in mails)


@pytest.fixture(scope="module")
def server() -> Iterator[World]:
    needed("dovecot")
    with folder() as path:
        made = World(path)
        try:
            yield made
        finally:
            made.dovecot.stop()


@pytest.fixture
def world(server: World) -> World:
    """With empty folders, whatever became of it before."""
    server.dovecot.start()
    shutil.rmtree(server.dovecot.path / "mail" / "bugyo", ignore_errors=True)
    server.said.clear()
    return server


@contextmanager
def running(mailbox: Mailbox) -> Iterator[None]:
    done = threading.Event()
    thread = threading.Thread(target=mailbox.run, args=(done.is_set,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(300)
        assert not thread.is_alive()


def test_mails_are_handed_in_byte_by_byte_in_their_order_and_moved(world: World) -> None:
    world.send("a", "b", "c")
    desk = FakeDesk()
    world.mailbox(desk).once()
    assert desk.seen == ["a", "b", "c"]
    assert desk.raw[0].endswith("\r\n\r\nпривет\r\n".encode())
    assert (world.left(), world.done()) == (0, ["a", "b", "c"])
    world.mailbox(desk).once()
    assert desk.seen == ["a", "b", "c"]


def test_without_a_folder_they_are_marked_as_read(world: World) -> None:
    world.send("a", "b")
    desk = FakeDesk()
    for _ in range(2):
        world.mailbox(desk, done="").once()
    assert desk.seen == ["a", "b"]
    assert (world.left(), world.done()) == (2, [])


@pytest.mark.parametrize(
    ("game", "seen"), [("", ["a", "b"]), ("winter", ["a", "b", "c"])], ids=["the store", "one game"]
)
def test_a_mail_that_cannot_be_finished_stays(world: World, game: str, seen: list[str]) -> None:
    world.send("a", "b", "c")
    desk = FakeDesk(
        lambda subject: Handled(TEMPFAIL, "full", game) if subject == "b" else Handled(OK, "done")
    )
    world.mailbox(desk).once()
    assert desk.seen == seen
    assert world.done() == [one for one in seen if one != "b"]
    world.mailbox(FakeDesk()).once()
    assert world.done() == ["a", "b", "c"]


@pytest.mark.soak
def test_the_server_tells_of_mails_while_the_desk_waits(world: World) -> None:
    desk = FakeDesk()
    with running(world.mailbox(desk, poll=60.0)):
        wait_for("the login", lambda: world.said)
        time.sleep(0.3)  # it is in IDLE now
        for number in range(3):
            world.send(f"{number}")
            wait_for(f"mail {number}", lambda number=number: len(desk.seen) > number, patience=10)
        wait_for("the moves", lambda: world.left() == 0)
    assert desk.seen == ["0", "1", "2"]


@pytest.mark.soak
def test_a_server_that_is_killed_while_the_desk_waits_or_works(world: World) -> None:
    """In IDLE, and in the middle of a mail: it is handed in again, and none is lost."""
    killed = threading.Event()

    def answer(subject: str) -> Handled:
        if subject == "b" and not killed.is_set():
            killed.set()
            world.dovecot.kill()
            threading.Timer(0.5, world.dovecot.start).start()
        return Handled(OK, "done")

    desk = FakeDesk(answer)
    with running(world.mailbox(desk)):
        wait_for("the login", lambda: world.said)
        world.dovecot.kill()
        world.dovecot.start()
        world.send("a", "b", "c")
        wait_for("all mails", lambda: world.left() == 0 and world.done() == ["a", "b", "c"])
    assert Counter(desk.seen) == {"a": 1, "b": 2, "c": 1}
    assert sum("is tried again" in line for line in world.said) >= 2


def test_a_server_that_numbers_its_mails_anew(world: World) -> None:
    world.send("a", "b")
    desk = FakeDesk(lambda subject: Handled(TEMPFAIL, "full", "g") if subject == "b" else Handled(OK, "done"))
    world.mailbox(desk).once()
    world.dovecot.stop()
    for path in (world.dovecot.path / "mail").rglob("dovecot*"):
        path.unlink()
    world.dovecot.start()
    again = FakeDesk()
    world.mailbox(again).once()
    assert again.seen == ["b"]
    assert world.done() == ["a", "b"]


def test_a_mail_that_another_program_takes_away_is_no_trouble(world: World) -> None:
    world.send("a", "b", "c")

    def answer(subject: str) -> Handled:
        if subject == "a":
            with world.mailbox(FakeDesk()).opened() as box:
                (_, second, _) = box.uids(charset=None)
                box.delete([second])
        return Handled(OK, "done")

    desk = FakeDesk(answer)
    world.mailbox(desk).once()
    assert desk.seen == ["a", "c"]
    assert world.done() == ["a", "c"]


def token(**claims: object) -> str:
    """A JSON web token as the club's own server would give it."""
    parts = [{"alg": "HS256", "typ": "JWT"}, {"email": "bugyo", "sub": "bugyo", **claims}]
    body = b".".join(_base64(json.dumps(part).encode()) for part in parts)
    return (body + b"." + _base64(hmac.digest(KEY, body, hashlib.sha256))).decode()


def _base64(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


@pytest.mark.soak
def test_a_token_logs_in_and_is_read_anew_at_each_login(world: World, tmp_path: Path) -> None:
    key = world.dovecot.path / "keys" / "default" / "HS256" / "default"
    key.parent.mkdir(parents=True)
    key.write_bytes(base64.b64encode(KEY))
    secret, now = tmp_path / "token", int(time.time())
    changes: dict[str, object] = {"password": None, "token": Secret(file=str(secret))}
    secret.write_text(token(iat=now - 200, exp=now - 100))
    with pytest.raises(ShutOut):
        world.mailbox(FakeDesk(), **changes).once()
    secret.write_text(token(iat=now, exp=now + 100))
    world.send("a")
    desk = FakeDesk()
    world.mailbox(desk, **changes).once()
    assert desk.seen == ["a"]


REFUSED = [
    ({"password": Secret(env="BUGYO_WRONG")}, "Authentication failed"),
    ({"ca": ""}, "certificate verify failed"),
    ({"folder": "Nowhere"}, "Mailbox doesn't exist: Nowhere"),
    ({"password": Secret(file="/nowhere")}, "The secret in /nowhere cannot be read"),
]


@pytest.mark.soak
@pytest.mark.parametrize(("changes", "said"), REFUSED, ids=[row[1] for row in REFUSED])
def test_a_server_that_does_not_let_us_in(
    world: World, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], said: str
) -> None:
    monkeypatch.setenv("BUGYO_WRONG", "battery staple")
    with pytest.raises(ShutOut, match=said) as raised:
        world.mailbox(FakeDesk(), **changes).once()
    assert "battery" not in str(raised.value)


def test_a_server_that_is_not_there(world: World) -> None:
    world.dovecot.stop()
    with pytest.raises(Lost, match="Connection refused") as raised:
        world.mailbox(FakeDesk()).once()
    assert not isinstance(raised.value, ShutOut)


@pytest.mark.parametrize(("more", "is_clipped"), [(0, False), (1, True), (2_500_000, True)])
def test_of_a_mail_that_is_too_large_only_the_beginning_is_taken(
    world: World, more: int, is_clipped: bool
) -> None:
    """It is fetched piece by piece; its digest is that of the whole."""
    text = b"y" * 70 + b"\r\n"
    with smtplib.LMTP(HOST, world.dovecot.lmtp, "tests") as lmtp:
        mail = b"From: a@b.example\r\nSubject: large\r\n\r\n" + text * (4_500_000 // len(text))
        lmtp.sendmail(f"anna@{DOMAIN}", [f"bugyo@{DOMAIN}"], mail)
    desk = FakeDesk()
    (path,) = world.dovecot.mails("bugyo")
    whole = len(path.read_bytes().replace(b"\r", b"").replace(b"\n", b"\r\n"))
    Mailbox(world.settings, desk, world.said.append, timeout=5.0, most=whole - more).once()
    (raw,) = desk.raw
    assert isinstance(raw, Clipped) == is_clipped
    assert b"Subject: large" in raw
    if is_clipped:
        assert (len(raw), raw.size) == (BEGINNING, whole)  # type: ignore[attr-defined]
    else:
        assert len(raw) == whole
    assert world.left() == 0
