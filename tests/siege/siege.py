"""All of it at once: the house is opened, besieged, shut in good order, and its record looked at."""

from __future__ import annotations

import resource
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random

from msgspec import Struct

from domain.game.entries.entries import SEAT, Ordered
from domain.titles import TITLES
from referee.record.record import Record
from tests.siege.clerk import Clerk
from tests.siege.giant import Giants
from tests.siege.house import House
from tests.siege.pages import BEGIN, SHARES, Crowd, Look, Oddities, Reader
from tests.siege.players import People, Sent
from tests.siege.promises import Figures, Honest, figures_of
from tests.siege.sessions import half_open
from tests.siege.storm import FULL, HOUR, Postman, Storm

MAILS = 200
MAILS_A_GAME = 10
MOST_GAMES = 20
HOSTILE_GAMES = 2

HALF_REQUESTS, HALF_SESSIONS, ODDITIES = 1_300, 150, 1_200
GIANTS, GIANT = 4, 300.0
"""How many mails without an end within a full siege, and how many MB of each are offered."""

AGAIN = 5.0
"""Seconds after the siege within which the pages must answer."""

EVERY = frozenset({*HOUR, "half", "odd", "giant"})
"""All that a siege may consist of."""


class Orders(Struct, frozen=True, kw_only=True):
    """What is asked of a siege."""

    minutes: float
    mails: int = MAILS
    seed: int = 1
    kinds: frozenset[str] = EVERY
    poll: float = 2.0
    hostile_player: bool = False
    """One of those who play honestly sends 20 hostile lines in every second of his mails."""
    patience: float = 120.0
    """Seconds at the end in which the desk may still answer."""

    @property
    def share(self) -> float:
        return min(1.0, self.minutes / FULL)


class Siege:
    def __init__(self, folder: Path, orders: Orders, say: Callable[[str], None]) -> None:
        self.orders = orders
        self.say = say
        self.house = House(folder, orders.poll)
        random = Random(f"siege {orders.seed}")
        self._open(random)
        self.clerk = Clerk(folder / "out", self.house.used)
        self.clerk.look()
        self.postman = Postman(self.house)
        honest = Postman(self.house)
        self.people = People(
            self.house,
            self.clerk,
            honest.hand_in,
            Random(f"people {orders.seed}"),
            is_one_hostile=orders.hostile_player,
        )
        self.storm = Storm(self.house, self.clerk, self.postman, random)
        self.giants = Giants(self.house, GIANT)
        share = min(1.0, orders.minutes) if "half" in orders.kinds else 0
        self.crowd = Crowd(self.house.http, round(HALF_REQUESTS * share), SHARES, BEGIN)
        self.sessions = half_open(self.house.lmtp, round(HALF_SESSIONS * share))
        self.oddities = Oddities(self.house.http, random)
        self.reader = Reader(self.house.http, self.clerk)
        self.minutes = 0.0
        self._told = time.monotonic()
        self.again: Look | None = None
        self.code: int | None = None
        self._ended, self._left = threading.Event(), threading.Event()
        self._faults: list[str] = []

    def _open(self, random: Random) -> None:
        number = max(2, min(MOST_GAMES, -(-self.orders.mails // MAILS_A_GAME)))
        for n, title in enumerate(islice(cycle(TITLES), number)):
            self.house.open(f"g{n}", title)
        for n in range(HOSTILE_GAMES if self.orders.share > 0.05 else 1):
            self.house.open(f"h{n}", "shinobi", hostile=1)

    # ---- the siege

    def run(self) -> None:
        """Ends by itself, and always shuts the house."""
        begun = time.monotonic()
        try:
            self.house.start()
            if not self.house.has_started():
                self.house.look()
            self._besiege()
        finally:
            self.minutes = round((time.monotonic() - begun) / 60, 2)
            self._ended.set()
            self._left.set()
            self.postman.close()
            self.code = self.house.end()
            for crowd in (self.crowd, self.sessions):
                crowd.leave()
            self.clerk.look()

    def _besiege(self) -> None:
        seconds = self.orders.minutes * 60
        playing = self._begin(
            partial(self.people.play, self.orders.mails, seconds * 0.97, self._ended.is_set)
        )
        self._begin(self._watches)
        for each in self._attackers(seconds):
            self._begin(each)
        self._waits(seconds, lambda: False)
        self._waits(60.0, lambda: not playing.is_alive())
        self._ended.set()
        self._waits(self.orders.patience, lambda: all(map(self.people.is_answered, self.people.sent)))
        self.again = self._looks_again()

    def _attackers(self, seconds: float) -> list[Callable[[], None]]:
        orders, ended = self.orders, self._ended.is_set
        number = max(1, round(ODDITIES * orders.share))
        times = [seconds * (0.2 + 0.6 * n / GIANTS) for n in range(max(1, round(GIANTS * orders.share)))]
        found: list[Callable[[], None]] = [
            partial(self.storm.rage, orders.minutes, orders.kinds, ended),
            partial(self.reader.read, max(2.0, min(20.0, seconds / 60)), ended),
        ]
        if "half" in orders.kinds:
            found += [partial(one.stand, ended) for one in (self.crowd, self.sessions)]
        if "odd" in orders.kinds:
            found.append(partial(self.oddities.come, number, seconds, ended))
        if "giant" in orders.kinds:
            found.append(partial(self.giants.come, times, ended))
        return found

    def _begin(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=self._works, args=(work,), daemon=True)
        thread.start()
        return thread

    def _works(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - told with the figures, or the siege would be a lesser one
            self._faults.append(f"Of the siege itself: {error!r}.")

    def _watches(self) -> None:
        while not self._left.is_set():
            self.house.look()
            self._left.wait(0.5)

    def _waits(self, seconds: float, is_done: Callable[[], bool]) -> None:
        """Looks after the mails that go out, and says each minute how it stands."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not is_done():
            self.clerk.look()
            if time.monotonic() >= self._told + 60:
                self._told = time.monotonic()
                self.say(self._stands())
            time.sleep(0.05)

    def _looks_again(self) -> Look:
        """At a page, as soon as the siege is over; the half-requests are still there."""
        end = time.monotonic() + AGAIN
        look = self.reader.look("/")
        while look.status != "200" and time.monotonic() < end:
            time.sleep(0.2)
            look = self.reader.look("/")
        return look

    def _stands(self) -> str:
        sent = self.people.sent
        answered, house = sum(map(self.people.is_answered, sent)), self.house
        return (
            f"{answered} of {len(sent)} honest mails answered, {self.storm.handed_in.total()} attacks, "
            f"{self.clerk.strangers().total()} mails to strangers, desk {house.most['desk']:.0f} MB, "
            f"{house.used():.0f} s of CPU, {len(house.deaths)} deaths, {self.crowd.most} half-requests"
        )

    # ---- what is left

    def figures(self, *, interrupted: bool = False) -> Figures:
        """Also of a siege that was broken off; then nothing is audited."""
        played, audit = Counter[str](), "not audited"
        with suppress(Exception):
            played = self._played()
        if not interrupted:
            audit = self._audit()
        honest = [self._honest(one, played) for one in self.people.sent]
        return figures_of(self, honest, max(played.values(), default=0), audit, self._faults)

    def _honest(self, sent: Sent, played: Counter[str]) -> Honest:
        answer = self.clerk.answers.get(sent.name)
        if answer is None:
            return Honest(is_typo=sent.is_typo)
        return Honest(
            is_typo=sent.is_typo,
            is_answered=True,
            times_played=played[answer.digest],
            seconds=answer.at - sent.at,
            cpu=answer.used - sent.used,
        )

    def _played(self) -> Counter[str]:
        """How often an order of each mail stands on record, by the mail's digest."""
        record = Record(self.house.folder / "games.db")
        try:
            return Counter(
                envelope.act[1].partition(":")[0]
                for game in record.games()
                for envelope in record.envelopes(game)
                if isinstance(envelope.entry, Ordered) and envelope.entry.by == SEAT
            )
        finally:
            record.close()

    def _audit(self) -> str:
        done = self.house.run("audit", "--all")
        return "" if done.returncode == 0 else f"{done.returncode}: {(done.stdout + done.stderr)[-500:]}"


def besieged(folder: Path, orders: Orders, say: Callable[[str], None] = print) -> Figures:
    """A whole siege; broken off by `KeyboardInterrupt`, its figures so far."""
    _may_open_many()
    siege = Siege(folder, orders, say)
    try:
        siege.run()
    except KeyboardInterrupt:
        return siege.figures(interrupted=True)
    return siege.figures()


def _may_open_many() -> None:
    """Whoever besieges has a connection for each half-request."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
