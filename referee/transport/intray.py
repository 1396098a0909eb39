"""The in-tray: mails that other threads hand in, worked by the one thread that has the desk and the store."""

from __future__ import annotations

import queue
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from referee.service.exits import Handled
from referee.transport.boxes import Lost, Works


class _Handed(NamedTuple):
    raw: bytes
    reply: Future[Handled]


class InTray:
    """Whoever hands a mail in waits for what became of it."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[_Handed] = queue.Queue()  # a simple one may wait for ever after a signal
        self._is_closed = False

    def hand_in(self, raw: bytes) -> Future[Handled]:
        """What will have become of the mail; cancelled where the desk stops before."""
        reply: Future[Handled] = Future()
        self._waiting.put(_Handed(raw, reply))
        if self._is_closed:
            self.close()
        return reply

    def handle(self, raw: bytes) -> Handled:
        """As a desk does it. Raises `Lost` where the desk has stopped."""
        reply = self.hand_in(raw)
        try:
            return reply.result()
        except BaseException as error:
            if reply.cancelled():
                raise Lost("The desk stops.") from None
            raise error

    def work(self, desk: Works, seconds: float, stop: Callable[[], bool]) -> bool:
        """Works one mail; waits for it so many seconds. Whether there was one."""
        try:
            raw, reply = self._waiting.get(timeout=seconds) if seconds else self._waiting.get_nowait()
        except queue.Empty:
            return False
        if stop():
            reply.cancel()
        elif reply.set_running_or_notify_cancel():
            try:
                reply.set_result(desk.handle(raw))
            except Exception as error:  # noqa: BLE001 - a fault of ours, told to whoever has handed it in
                reply.set_exception(error)
        return True

    def close(self) -> None:
        """Gives back what was not worked: it is to be handed in again."""
        self._is_closed = True
        while True:
            try:
                self._waiting.get_nowait().reply.cancel()
            except queue.Empty:
                return
