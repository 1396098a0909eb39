"""The queue of the pictures that mails wait for, and the process that draws them: started with the first one,
and again when it ends. A picture that it dies of or hangs at is not drawn again; the others are.

A picture is known by the drawing itself, which is what its board shows: who asks for the same is given the
same.
"""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

from referee.pictures.process import DRAWN, received, sent
from referee.service.keeping import Kept, started
from referee.service.reports import Report

ENDED = (
    "The process that draws pictures has ended ({why}) and is started again in {rest} seconds. Mail goes on, "
    "without pictures."
)

LONGEST = 15.0
"""Seconds of one picture, after which the process is ended: it hangs."""

MOST_KEPT = 128
"""Pictures that are kept, each of a few ten kilobytes."""


class NotDrawn(Exception):
    """There is no picture; the sentence says why."""


class Wanted(Struct):
    """Of a drawing that is to become dots: its rank, the least first, and until when it is waited for."""

    rank: tuple[bool, int]
    until: float


class Drawings:
    """The queue; `told` hears of each picture that is ready."""

    def __init__(self, report: Report, told: Callable[[], object], longest: float = LONGEST) -> None:
        self._told = told
        self._longest = longest
        self._kept = Kept(self._start, ENDED, report)
        self._changed = threading.Condition()
        self._wanted = dict[bytes, Wanted]()
        self._made = OrderedDict[bytes, bytes | NotDrawn]()
        self._wire: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self._is_done = False
        self._thread = threading.Thread(target=self._work, name="pictures", daemon=True)

    def ask(self, drawing: bytes, until: float, *, first: bool = False) -> None:
        """Wants a picture until then (`time.monotonic`); those wanted `first` go first."""
        with self._changed:
            if drawing in self._made:
                return
            self._asked += 1
            known = self._wanted.get(drawing)
            rank = not first, self._asked
            self._wanted[drawing] = Wanted(min(rank, known.rank) if known else rank, until)
            if self._asked == 1:
                self._thread.start()
                self._kept.start()
            self._changed.notify_all()

    def is_made(self, drawing: bytes) -> bool:
        """Whether nobody need wait for it any more."""
        return drawing in self._made

    def picture(self, drawing: bytes) -> bytes | None:
        """The dots, None where they are not ready. Raises `NotDrawn`."""
        with self._changed:
            made = self._made.get(drawing)
        if isinstance(made, NotDrawn):
            raise made
        return made

    def close(self) -> None:
        with self._changed:
            self._is_done = True
            self._changed.notify_all()
        if self._asked:
            self._kept.stop()

    # ---- the thread that asks the process

    def _work(self) -> None:
        while (found := self._next()) is not None:
            drawing, wire = found
            made = self._draw(drawing, wire)
            with self._changed:
                self._made[drawing] = made
                while len(self._made) > MOST_KEPT:
                    self._made.popitem(last=False)
            self._told()

    def _next(self) -> tuple[bytes, socket.socket] | None:
        """What is to be drawn now, and by whom; None once nothing is."""
        with self._changed:
            while not self._is_done:
                now = time.monotonic()
                self._wanted = {drawing: one for drawing, one in self._wanted.items() if one.until > now}
                if self._wanted and self._wire:
                    drawing = min(self._wanted, key=lambda one: self._wanted[one].rank)
                    del self._wanted[drawing]
                    return drawing, self._wire
                self._changed.wait(1.0)
        return None

    def _draw(self, drawing: bytes, wire: socket.socket) -> bytes | NotDrawn:
        """The process is given up with whatever it has not answered in time."""
        why = ""
        try:
            sent(wire, drawing)
            answer = received(wire)
        except TimeoutError:
            answer, why = b"", f"it takes more than {self._longest:g} seconds"
        except OSError:
            answer = b""
        if answer[:1] == DRAWN:
            return answer[1:]
        if not answer:
            self._give_up(wire)
        return NotDrawn(answer[1:].decode() or why or "the process that draws has ended")

    def _give_up(self, wire: socket.socket) -> None:
        wire.close()
        with self._changed:
            if self._wire is wire:
                self._wire = None
                if self._process:
                    self._process.kill()

    def _start(self) -> subprocess.Popen[bytes]:
        ours, theirs = socket.socketpair()
        ours.settimeout(self._longest)
        with theirs:
            handle = theirs.fileno()
            process = started("referee.pictures.process", str(handle).encode(), (handle,))
        with self._changed:
            self._wire, self._process = ours, process
            self._changed.notify_all()
        return process
