"""Limits of a process that listens to strangers: so many connections, and so many lines of its log."""

from __future__ import annotations

import errno
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import asyncio

Say = Callable[[str], object]

SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""What the system has no more of, for now."""

MANY = 1024
"""Descriptors of a process on a system that does not say how many it allows."""

MINUTE = 60.0
MOST_SENTENCES = 200


class Guest(Protocol):
    def put_out(self) -> None:
        """Ends the connection at once."""


class Crowd:
    """Who is there. Where it is full, whoever has waited longest without asking anything makes room for the
    next, and first of all for others of the same address: many who hold a place and do nothing keep nobody
    out. For one thread."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most = most
        self._of_one = of_one
        self._inside: dict[object, str] = {}
        self._of: Counter[str] = Counter()
        self._waiting: dict[Guest, None] = {}

    def admit(self, one: object, who: str) -> bool:
        """Whether there is room. `who` is nobody who is counted for himself where it is ""."""
        if who and self._of[who] >= self._of_one and not self.makes_room(who):
            return False
        if len(self._inside) >= self._most and not self.makes_room():
            return False
        self._inside[one] = who
        self._of[who] += 1
        return True

    def leave(self, one: object) -> None:
        who = self._inside.pop(one, None)
        self._waiting.pop(one, None)  # type: ignore[call-overload]
        if who is not None:
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]

    def waits(self, guest: Guest) -> None:
        """From now on it may be put out."""
        if guest in self._inside:
            self._waiting.pop(guest, None)
            self._waiting[guest] = None

    def works(self, guest: Guest) -> None:
        self._waiting.pop(guest, None)

    def makes_room(self, who: str = "") -> bool:
        """Puts out whoever has waited longest, of this address where one is given; whether there was one."""
        longest = next((one for one in self._waiting if not who or self._inside[one] == who), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.put_out()
        return True


def party(host: str) -> str:
    """An address as it is counted: whoever has one of version 6 has a whole network of them."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return address.exploded[:19]
    return str(address)


class Seldom:
    """Says a sentence, and the same one again after a minute at the earliest."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._said: dict[str, float] = {}

    def __call__(self, sentence: str) -> None:
        now = time.monotonic()
        if now - self._said.get(sentence, -MINUTE) < MINUTE:
            return
        if len(self._said) >= MOST_SENTENCES:
            self._said.clear()
        self._said[sentence] = now
        self._say(sentence)


class Logged(logging.Handler):
    """What a library logs of its own faults, each in a line. What strangers do wrong is no fault: a log that
    they can fill is one more thing to fill."""

    def __init__(self, say: Say) -> None:
        super().__init__(logging.ERROR)
        self._say = say

    @classmethod
    def of(cls, name: str, say: Say) -> None:
        """From now on the only one that hears the logger of this name."""
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [cls(say)], False
        logger.setLevel(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        said = record.getMessage().strip().partition("\n")[0]
        self._say(f"{said}: {_where(error)}" if error else said)


def _where(error: BaseException) -> str:
    """An exception in one line, with the place in the program that it comes from."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    at = f" ({place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno})" if place else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}{at}"


def heed(loop: asyncio.AbstractEventLoop, say: Say) -> None:
    """Where a connection cannot be taken the loop tries again after a second; it says so in a line."""
    from asyncio import CancelledError  # what a desk has of this module does without

    def handle(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in SCARCE:
            say(f"No connection can be taken for now: {error.strerror}. It is tried again each second.")
        elif not isinstance(error, ConnectionError | TimeoutError | CancelledError):
            said = str(context.get("message", "a connection failed"))
            say(f"{said}: {_where(error)}" if error else said)

    loop.set_exception_handler(handle)


def descriptors(wished: int = 0) -> int:
    """How many files and connections the system allows this process, after it has asked for so many."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= soft < wished:
            soft = wished if hard == resource.RLIM_INFINITY else min(hard, wished)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return soft if soft >= 0 else MANY
    return MANY
