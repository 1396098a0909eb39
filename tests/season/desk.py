"""The process of the desk: the real desk, record and outbox, in a process that dies at any of its steps.

A step is a statement of the record's writer, or a mail that is handed to a server. A process that dies there
leaves what the store has; the next one begins with that and nothing else. A statement or a commit that fails
has been done, or not: nobody can tell from the error.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NoReturn, TypeVar

from domain.kit.errors import Fault
from referee.games.referee import Referee
from referee.mail.desk.desk import TROUBLE, Desk
from referee.proof import signing
from referee.proof.chance import Generator
from referee.reading.reading import read_mail
from referee.record.outbox import Unsent
from referee.record.record import Record
from referee.transport.outbox import Cut, Down, Later, Never, Queue
from tests.faults.season import Killed
from tests.record.stores import hurry
from tests.season.weather import FAIR, Weather

T = TypeVar("T")

STEPS = ("write", "_execute", "_execute_all", "_begin", "_commit", "_insert_rows")
"""What the recorder does with its writer."""

MOST_STEPS = 90
"""Where a mishap is to strike at the latest; most doings have fewer steps."""


class Process:
    """A desk on a store. `clock` is virtual; `carried` is told of each mail that a server has taken."""

    def __init__(
        self,
        store: Path,
        seed: str,
        weather: Weather,
        clock: Callable[[], int],
        carried: Callable[[str, bytes], object],
    ) -> None:
        self._store = store
        self._seed = seed
        self._random = Random(f"{seed} machines")
        self._clock = clock
        self._carried = carried
        self._left = 0
        self._strikes: Callable[[], NoReturn] = self._dies
        self._down_until = 0
        self.weather = weather
        self.done: Counter[str] = Counter()
        self.struck = False
        """Whether something has failed since the last doing began: then a trouble is no wonder."""
        self._begin()

    def _begin(self) -> None:
        entropy = Random(f"{self._seed} salts {self.done['deaths']}").randbytes
        self.record = Record(self._store, clock=self._clock, entropy=entropy)
        hurry(self.record)
        self.record.set_once("server-key", bytes(range(32)))
        signing.keep_seed(self.record, bytes(range(32)))
        source = Generator(f"{self._seed} dice {self.done['deaths']}")
        self.referee = Referee(self.record, source, seed=f"{self._seed} {self.done['deaths']}")
        self.desk = Desk(self.referee, None, clock=self._clock, read=read_mail)
        self.queue = Queue(self.record, self._clock)
        for name in STEPS:
            setattr(self.record.recorder, name, self._stepping(name, getattr(self.record.recorder, name)))

    def restart(self) -> None:
        self._left = 0
        self.record.close()
        self._begin()

    # ---- mishaps

    def does(self, act: Callable[[], T]) -> T | None:
        """Does something, which the process may die over: then None, and the next process has begun."""
        self.struck, self._left = False, 0
        strikes = self._random.random()
        if strikes < self.weather.dies:
            self._left, self._strikes = self._random.randint(1, MOST_STEPS), self._dies
        elif strikes < self.weather.dies + self.weather.fails:
            self._left, self._strikes = self._random.randint(1, MOST_STEPS), self._fails
        try:
            return act()
        except Killed:
            self.restart()
            return None
        finally:
            self._left = 0

    def _stepping(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def step(*words: Any, **more: Any) -> Any:
            return self._step(lambda: call(*words, **more), known=name == "_begin")

        return step

    def _step(self, call: Callable[[], Any], *, known: bool = False) -> Any:
        """One step, or what strikes there. Of a step that is `known` an error says that it was not done."""
        if self._left:
            self._left -= 1
            if not self._left:
                self.struck = True
                if self._random.random() < 0.5 and not known:
                    call()
                self._strikes()
        return call()

    def _dies(self) -> NoReturn:
        self.done["deaths"] += 1
        raise Killed

    def _fails(self) -> NoReturn:
        self.done["failures of the disk"] += 1
        raise sqlite3.OperationalError("disk I/O error")

    # ---- the outbox

    def send(self) -> bool:
        """Carries away what is due, as far as servers take it; whether all is gone."""
        if self._clock() < self._down_until:
            return False
        try:
            while self.queue.drain(self, self._failed):
                pass
        except Down:
            return False
        except TROUBLE:
            if not self.struck:
                raise
            return False
        return True

    def carry(self, to: str, raw: bytes) -> None:
        """What becomes of one mail at the server that it is handed to."""
        chance, weather = self._random.random(), self.weather
        for likely, strike in (
            (weather.refused_now, self._not_now),
            (weather.refused, self._never),
            (weather.down, self._no_server),
        ):
            if chance < likely:
                strike()
            chance -= likely
        if chance < weather.cut / 2:
            raise Cut("The connection broke before the mail was taken.")
        self._step(lambda: self._carried(to, raw))
        if chance < weather.cut:
            self.done["replies of servers lost"] += 1
            raise Cut("The connection broke after the mail was taken.")

    def _not_now(self) -> None:
        self.done["mails refused for now"] += 1
        raise Later("451 Try again later.")

    def _never(self) -> None:
        self.done["mails refused for ever"] += 1
        raise Never("550 No such mailbox.")

    def _no_server(self) -> None:
        self.done["servers down"] += 1
        self._down_until = self._clock() + self._random.randint(60_000, 6 * 3_600_000)
        raise Down("The server is not there.")

    def _failed(self, mail: Unsent) -> None:
        """Whoever is in charge looks at what has failed by himself."""

    def resting_until(self) -> int:
        return self._down_until

    def clear_up(self) -> None:
        """From now on nothing goes wrong."""
        self.weather, self._down_until = FAIR, 0


REFUSALS = (Fault, *TROUBLE)
