"""Documents that are posted to the pages, and all that has to be right before anybody looks into one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, Request

from projections.language.messages import _
from referee.web.answering import JSON, Malformed, Refused

T = TypeVar("T")

MOST_POSTED = 32_768
"""Bytes of a document."""

MOST_LINES, LONGEST = 60, 20_000
"""Lines of a sheet, and characters of one: a text to the others may be long."""

SECONDS = 10.0
"""That it may take to come."""

MINUTE = 60.0
MOST_KNOWN = 10_000
"""Who is counted at a time; of more, who was longest not heard of begins anew."""

SEND, CHECK, ASK, GAMES, NOTES, STEP = "send", "check", "ask", "games", "notes", "api/step"
POSTS = (SEND, CHECK, ASK, GAMES, NOTES, STEP)
"""The paths that something may be posted to."""

ASKER, OURS = "bugyo.asker", "bugyo.ours"
"""What the gate puts down of a request: who asks, and where people reach the pages."""

CLOSE = {"Connection": "close"}


class Rates:
    """How often each may do something in a minute. Safe to use from several threads."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, who: str) -> None:
        """Counts it. Raises `Refused` where it is too often."""
        rest = self._rest(who)
        if rest:
            said = _("That was too often for now. Wait {seconds} seconds, then try again.")
            raise Refused(429, said.format(seconds=rest), {"Retry-After": str(rest)})

    def _rest(self, who: str) -> int:
        """Seconds until he may again; 0 where he may, and has."""
        with self._lock:
            now, times = self._clock(), self._times.setdefault(who, deque(maxlen=self._most))
            self._times.move_to_end(who)
            if len(self._times) > MOST_KNOWN:
                self._times.popitem(last=False)
            if len(times) == self._most and now - times[0] < MINUTE:
                return int(MINUTE - (now - times[0])) + 1
            times.append(now)
            return 0


def asker(request: Request) -> str:
    """Whoever asks, as the gate counts him; "" for nobody who is counted."""
    return str(request.scope.get(ASKER, ""))


async def posted(request: Request, kind: type[T]) -> T:
    """Raises `Refused` and `Malformed`."""
    _check_head(request)
    try:
        body = await asyncio.wait_for(_read(request), SECONDS)
    except TimeoutError:
        said = _("What you sent took too long to come, and was not taken. Try again.")
        raise Refused(408, said, CLOSE) from None
    except ClientDisconnect:
        raise Refused(400, _("It did not come to its end."), CLOSE) from None
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed(_("This is not what the page sends. Load the page anew and try again.")) from None


def _check_head(request: Request) -> None:
    """All that can be said before the body is read."""
    if not _is_own(request):
        raise Refused(403, _("This came from another page than ours, and nothing was done."), CLOSE)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refused(415, _("What is sent to this address is JSON, as the page writes it."), CLOSE)
    if "play" in request.query_params:
        raise Refused(400, secret_in_the_open(), CLOSE)
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdecimal()) or int(length) > MOST_POSTED:
        raise Refused(413, too_much(), CLOSE)


def too_much() -> str:
    return _("That is too much to send at once. Nothing was done; send it in parts.")


def check_lines(lines: Sequence[str]) -> None:
    """Raises `Malformed`."""
    if len(lines) > MOST_LINES or any(len(line) > LONGEST for line in lines):
        raise Malformed(too_much())


def secret_in_the_open() -> str:
    """Of a play secret in an address, where logs and programs between keep it."""
    return _(
        "The secret to play does not belong into an address, and is not taken from one. Open the link as it "
        "stands in your mail; or write “new link” to the referee's address for another."
    )


def _is_own(request: Request) -> bool:
    """Whether a page of ours has posted it: browsers say where a page comes from, and no page can say
    otherwise."""
    fetched = request.headers.get("sec-fetch-site", "same-origin")
    origins = request.headers.getlist("origin")
    if fetched != "same-origin" or len(origins) != 1:
        return False
    try:
        origin = urlsplit(origins[0])
    except ValueError:
        return False
    host = request.headers.get("host", "").lower()
    if origins[0].lower() == request.scope.get(OURS):
        return True  # a web server before the pages may leave the port out of Host
    return origin.scheme in ("http", "https") and bool(host) and origin.netloc.lower() == host


async def _read(request: Request) -> bytes:
    parts, size = list[bytes](), 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_POSTED:
            raise Refused(413, too_much(), CLOSE)
        parts.append(part)
    return b"".join(parts)
