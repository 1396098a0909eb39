"""Requests to the pages that are half, slow, without an end or two in one; and honest ones between them."""

from __future__ import annotations

import select
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from random import Random

from msgspec import Struct

from tests.siege.clerk import Clerk

MINE = "127.0.0.1"
FEW = tuple(f"127.0.0.{n}" for n in range(2, 10))
"""Where nearly all half-requests come from; the others have an address each."""

MANY = 20
"""One connection of so many comes from an address that no other comes from."""

OPENED_A_SECOND = 60
BEAT = 5.0
"""Seconds between two bytes of a slow request."""

SLOW, IDLE, MUTE, BODY, STREAM = "slow", "idle", "mute", "body", "stream"
BEGIN = {
    SLOW: b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    IDLE: b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    MUTE: b"",
    BODY: b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nx",
    STREAM: b"GET /g/g0/live HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
}
SHARES = (SLOW, IDLE, IDLE, IDLE, IDLE, IDLE, IDLE, MUTE, BODY, STREAM)

ODD = {
    "CL with TE": b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "wrong Host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "no Host": b"GET / HTTP/1.1\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "long field": b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
}


class Crowd:
    """So many connections to a port; `begin` is what each kind of them says at first."""

    def __init__(self, port: int, size: int, kinds: tuple[str, ...], begin: dict[str, bytes]) -> None:
        self._port = port
        self._size = size
        self._kinds = kinds
        self._begin = begin
        self._open: dict[int, tuple[socket.socket, str]] = {}
        self._number = 0
        self.opened = 0
        self.closed = 0
        self.most = 0

    def stand(self, stop: Callable[[], bool]) -> None:
        beaten = time.monotonic()
        while not stop():
            self._look()
            self._fill()
            if time.monotonic() >= beaten + BEAT:
                self._beat()
                beaten = time.monotonic()
            time.sleep(0.25)

    def leave(self) -> None:
        for one, _ in self._open.values():
            one.close()
        self._open.clear()

    def _fill(self) -> None:
        for _ in range(min(OPENED_A_SECOND // 4, self._size - len(self._open))):
            if not self._opens():
                return
        self.most = max(self.most, len(self._open))

    def _opens(self) -> bool:
        self._number += 1
        kind = self._kinds[self._number % len(self._kinds)]
        one = socket.socket()
        try:
            one.settimeout(0.5)
            one.bind((self._source(), 0))
            one.connect(("127.0.0.1", self._port))
            said = self._begin[kind]
            one.sendall(said % self._port if b"%d" in said else said)
        except OSError:
            one.close()
            return False
        one.setblocking(False)
        self._open[one.fileno()] = one, kind
        self.opened += 1
        return True

    def _source(self) -> str:
        if self._number % MANY:
            return FEW[self._number % len(FEW)]
        return f"127.1.{self._number // MANY % 50 + 1}.{self._number % 250 + 1}"

    def _look(self) -> None:
        """Which were closed by the other side; what is said is not listened to."""
        polled = select.poll()
        for number in self._open:
            polled.register(number, select.POLLIN)
        for number, _ in polled.poll(0):
            one, _kind = self._open[number]
            try:
                is_closed = not one.recv(65536)
            except BlockingIOError:
                continue
            except OSError:
                is_closed = True
            if is_closed:
                self._drop(number)

    def _drop(self, number: int) -> None:
        one, _ = self._open.pop(number)
        one.close()
        self.closed += 1

    def _beat(self) -> None:
        for number, (one, kind) in list(self._open.items()):
            if kind == SLOW:
                try:
                    one.send(b"x")
                except OSError:
                    self._drop(number)


class Oddities:
    """Requests that say two things, or are for somebody else."""

    def __init__(self, port: int, random: Random) -> None:
        self._port = port
        self._random = random
        self.answers: Counter[str] = Counter()
        """How often each was answered with which status."""

    def come(self, number: int, seconds: float, stop: Callable[[], bool]) -> None:
        begun = time.monotonic()
        for n in range(number):
            while time.monotonic() < begun + seconds * n / number and not stop():
                time.sleep(0.1)
            if stop():
                return
            name = tuple(ODD)[n % len(ODD)]
            self.answers[f"{name}: {self._asked(ODD[name])}"] += 1

    def _asked(self, said: bytes) -> str:
        with suppress(OSError), socket.socket() as one:
            one.settimeout(2)
            one.bind((f"127.2.0.{self._random.randint(1, 250)}", 0))
            one.connect(("127.0.0.1", self._port))
            one.sendall(said % self._port if b"%d" in said else said)
            answer = one.recv(64).split()
            return answer[1].decode("ascii", "replace") if len(answer) > 1 else "closed"
        return "nothing"


class Look(Struct, frozen=True):
    """A page that somebody asked for: its status, "" where none came, and the seconds that it took."""

    status: str
    seconds: float


class Reader:
    """Somebody who looks at a page now and then, from an address of his own."""

    def __init__(self, port: int, clerk: Clerk) -> None:
        self._port = port
        self._clerk = clerk
        self.looks: list[Look] = []

    def read(self, each: float, stop: Callable[[], bool]) -> None:
        begun = time.monotonic()
        while not stop():
            if time.monotonic() >= begun + each * len(self.looks):
                links = self._clerk.links
                is_seat = len(self.looks) % 2 and links
                self.looks.append(self.look(links[0] if is_seat else "/"))
            time.sleep(0.1)

    def look(self, path: str) -> Look:
        begun = time.monotonic()
        status = ""
        with suppress(OSError, HTTPException):
            asked = HTTPConnection("127.0.0.1", self._port, timeout=10, source_address=(MINE, 0))
            try:
                asked.request("GET", path)
                answer = asked.getresponse()
                answer.read()
                status = str(answer.status)
            finally:
                asked.close()
        return Look(status, round(time.monotonic() - begun, 2))
