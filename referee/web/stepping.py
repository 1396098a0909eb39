"""The door of `api/step`: how much may be asked at once and how often, and one answer after the other.

A step only looks, with the link of its seat. Of one seat one is worked out at a time: of those that wait for
it the newest, for the page of whoever has tapped on wants no other.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import ceil
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool

from domain.kit.facts import State
from projections.language.messages import _
from referee.seats.seat_view import Scene
from referee.seats.steps import Wanted, imagined, told
from referee.web.answering import Malformed, Refused
from referee.web.posted import MINUTE, MOST_KNOWN, too_much

MOST_PICKS, LONGEST, LONGEST_TEXT = 400, 200, 20_000
"""Picks of a list, signs of one, and of the one among them that may be a text."""

STEPS, BURST = 240, 30
"""Of a seat and whoever has its link, in a minute, and at once."""

AT_ONCE = 2
"""Steps that are worked out at a time in all."""

PATIENCE = 5.0
"""Seconds that one waits for its turn."""

KEPT = 64
"""Imagined states that are kept: the next step of a seat is asked soon, of the same."""

AGAIN = {"Retry-After": "1"}

Pick = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Stepped(Struct, frozen=True, forbid_unknown_fields=True):
    """`head` is where the page stood; the answer is of the newest event, whatever it says. `narrow`: the page
    shows the board of a narrow screen, and only that is told."""

    picks: Annotated[tuple[Pick, ...], Meta(max_length=MOST_PICKS)] = ()
    head: Annotated[str, Meta(max_length=LONGEST)] = ""
    why: Annotated[str, Meta(max_length=LONGEST)] = ""
    typed: Pick = ""
    narrow: bool = False


def check(asked: Stepped) -> None:
    """Raises `Malformed`."""
    if sum(len(pick) > LONGEST for pick in asked.picks) > 1:
        raise Malformed(too_much())


class Bucket:
    """How often each may: so many in a minute, and of those he has not used so many at once. Safe to use from
    several threads."""

    def __init__(self, most: int, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._burst, self._clock = most, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, who: str, much: int = 1) -> None:
        """Counts so much. Raises `Refused` where it is too often, with the seconds until it is not."""
        with self._lock:
            now = self._clock()
            left, at = self._left.pop(who, (float(self._burst), now))
            left = min(float(self._burst), left + (now - at) * self._most / MINUTE)
            self._left[who] = (left - much if left >= much else left, now)
            if len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)
        if left < much:
            again = {"Retry-After": str(ceil((much - left) * MINUTE / self._most))}
            raise Refused(429, _("That was too often for now. Wait a moment, then try again."), again)

    def gives_back(self, who: str, much: int) -> None:
        """Of what was counted and has not been needed."""
        with self._lock:
            if who in self._left:
                left, at = self._left[who]
                self._left[who] = (left + much, at)


Tells = Callable[[Scene, Wanted, State[Any, Any] | None], dict[str, Any]]
"""A step, of a state that is imagined."""


class Stepping:
    """Works out steps, each in a thread."""

    def __init__(self, tells: Tells = told) -> None:
        self._rates = Bucket(STEPS, BURST)
        self._tells = tells
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._newest: dict[str, object] = {}
        self._seats: dict[str, asyncio.Lock] = {}
        self._states: OrderedDict[tuple[str, str, str], State[Any, Any] | None] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, who: str) -> None:
        """`who` is the seat of a game and whoever has its link. Raises `Refused`."""
        self._rates.check(who)

    async def step(self, who: str, scene: Callable[[], Scene], asked: Stepped) -> dict[str, Any]:
        """Raises `Refused`, `Malformed`."""
        check(asked)
        mine = self._newest[who] = object()
        try:
            async with _held(self._seats.setdefault(who, asyncio.Lock())):
                if self._newest.get(who) is not mine:
                    raise Refused(409, _("You have gone on meanwhile; that is answered instead."), {})
                async with _held(self._turn):
                    return await run_in_threadpool(self._told, scene, asked)
        finally:
            if self._newest.get(who) is mine:
                self._newest.pop(who)
                self._seats.pop(who, None)

    def _told(self, scene: Callable[[], Scene], asked: Stepped) -> dict[str, Any]:
        seen = scene()
        replay = seen.replay
        wanted = Wanted(asked.picks, asked.why, asked.typed, asked.narrow)
        found = self._tells(seen, wanted, self._state(seen))
        return {"head": f"{len(replay)} {replay.head()}", **found}

    def _state(self, scene: Scene) -> State[Any, Any] | None:
        """By where the game stands and for whom, never by how it stands."""
        key = (scene.replay.game, scene.replay.head(), scene.seat)
        with self._lock:
            if key in self._states:
                self._states.move_to_end(key)
                return self._states[key]
        state = imagined(scene)
        with self._lock:
            self._states[key] = state
            while len(self._states) > KEPT:
                self._states.popitem(last=False)
        return state


@asynccontextmanager
async def _held(turn: asyncio.Lock | asyncio.Semaphore) -> AsyncIterator[None]:
    """Raises `Refused` where it takes too long to come."""
    try:
        await asyncio.wait_for(turn.acquire(), PATIENCE)
    except TimeoutError:
        raise Refused(503, _("Too much is asked just now. Try again in a moment."), AGAIN) from None
    try:
        yield
    finally:
        turn.release()
