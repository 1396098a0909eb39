"""Reads mails in a process of its own, with limited time and memory.

`read_mail` is written not to break, and measured; this is for the day on which it does all the same. The
process lives on from mail to mail, so that a mail costs two short messages more than its reading.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from referee.reading.opening import STANDARD
from referee.reading.reading import ReadMail, read_mail, unread_mail

CPU_SECONDS = 2
WALL_SECONDS = 5.0
MEMORY = 512 * 1024 * 1024
TRIES = 2
"""A process may have died for another reason than this mail."""

START_SECONDS = 30.0
"""How long a new process may take to say that it is ready."""

TOO_COSTLY = (
    "Reading your mail took more time or memory than a mail of orders ever does, so it was given up. Please "
    "send the orders as a plain text mail without attachments."
)

_READY = b"ready\n"
_SIZE = struct.Struct(">I")
_ANSWER = msgspec.msgpack.Decoder(ReadMail)


class Broken(Exception):
    """The process has died, or has not answered in time."""


class Reader:
    """Reads mails in a process of its own.

    A process that was forked off with this one in it makes its own: two must not talk to one worker.
    """

    def __init__(self, wall: float = WALL_SECONDS, memory: int = MEMORY) -> None:
        self._wall = wall
        self._memory = memory
        self._worker: subprocess.Popen[bytes] | Copied | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def __call__(self, raw: bytes, *, own_address: str = "") -> ReadMail:
        """The mail, taken apart. Never raises."""
        if len(raw) > STANDARD.mail_bytes:  # its size alone refuses it
            return read_mail(raw, own_address=own_address)
        with self._lock:
            for _ in range(TRIES):
                try:
                    return self._asked(raw, own_address)
                except Broken:
                    self.close()
                except BaseException:  # its answer to this mail would be taken for that to the next
                    self.close()
                    raise
        return unread_mail(raw, TOO_COSTLY, own_address=own_address)

    def copy(self) -> None:
        """Has a copy of this process read the next mails, which need not import what is imported here. It
        shares what is open: nothing may be yet, and no second thread be at work."""
        if sys.platform == "linux" and threading.active_count() == 1:
            self.close()
            self._owner, self._worker = os.getpid(), Copied(self._memory)

    def close(self) -> None:
        """Ends the process, if it is ours."""
        worker, self._worker = self._worker, None
        if worker is None or self._owner != os.getpid():
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    def _asked(self, raw: bytes, own_address: str) -> ReadMail:
        worker = self._ready()
        assert worker.stdin
        assert worker.stdout
        address = own_address.encode()
        try:
            for field in (address, raw):
                worker.stdin.write(_SIZE.pack(len(field)) + field)
            worker.stdin.flush()
        except OSError:
            raise Broken from None
        until = time.monotonic() + self._wall
        (size,) = _SIZE.unpack(_received(worker.stdout, _SIZE.size, until))
        try:
            return _ANSWER.decode(_received(worker.stdout, size, until))
        except msgspec.MsgspecError:
            raise Broken from None

    def _ready(self) -> subprocess.Popen[bytes] | Copied:
        """The process; a new one where there is none, where it has died, or where another process's is."""
        worker = self._worker
        if worker is not None and self._owner == os.getpid() and worker.poll() is None:
            return worker
        self.close()
        self._owner = os.getpid()
        self._worker = worker = _started(self._memory)
        return worker


class Copied:
    """A copy of this process that reads mails: as much of a `Popen` as is asked of one."""

    def __init__(self, memory: int) -> None:
        (into, to), (of, out) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                os.setsid()
                os.dup2(into, 0)
                os.dup2(out, 1)
                os.closerange(3, os.sysconf("SC_OPEN_MAX"))
                work(memory)
            finally:
                os._exit(1)
        os.close(into)
        os.close(out)
        self.stdin, self.stdout = open(to, "wb"), open(of, "rb", buffering=0)  # noqa: SIM115
        self._code: int | None = None
        with suppress(Broken):
            if _received(self.stdout, len(_READY), time.monotonic() + START_SECONDS) == _READY:
                return
        self.kill()

    def poll(self) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def _started(memory: int) -> subprocess.Popen[bytes]:
    root = str(Path(__file__).parents[2])
    code = f"import sys; sys.path.insert(0, {root!r}); from referee.reading.guard import work; work({memory})"
    worker = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # a Ctrl-C is for the desk, which ends the worker when it is done
    )
    assert worker.stdout
    if _received(worker.stdout, len(_READY), time.monotonic() + START_SECONDS) != _READY:
        raise Broken
    return worker


def _received(pipe: IO[bytes], size: int, until: float) -> bytes:
    """So many bytes from the process. Raises `Broken`."""
    found, handle = bytearray(), pipe.fileno()
    while len(found) < size:
        left = until - time.monotonic()
        if left <= 0 or not select.select([handle], [], [], left)[0]:
            raise Broken
        piece = os.read(handle, min(size - len(found), 1 << 16))
        if not piece:
            raise Broken
        found += piece
    return bytes(found)


read_guarded = Reader()
"""The reader of this process."""

atexit.register(read_guarded.close)


# ---- in the worker


def work(memory: int) -> None:
    """Reads mails from standard input until it ends."""
    into, out = open(0, "rb", closefd=False), open(1, "wb", closefd=False)  # noqa: SIM115 - to its end
    _limit_memory(memory)
    out.write(_READY)
    out.flush()
    encode = msgspec.msgpack.encode
    while (address := _field(into)) is not None and (raw := _field(into)) is not None:
        _limit_time()
        answer = encode(read_mail(raw, own_address=address.decode()))
        out.write(_SIZE.pack(len(answer)) + answer)
        out.flush()


def _field(pipe: IO[bytes]) -> bytes | None:
    size = pipe.read(_SIZE.size)
    return pipe.read(*_SIZE.unpack(size)) if len(size) == _SIZE.size else None


def _limit_memory(memory: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # a system that has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_time() -> None:
    """From now on so many seconds of work; the system ends the process after them."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime) + CPU_SECONDS + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
