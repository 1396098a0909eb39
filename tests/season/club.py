"""`Season`: a club's year. Clock, mails, disk, machines and people follow from one seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random

from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.errors import OrderError
from referee.clocks.policy_files import time_at
from referee.games.order_sheet import PLAYED
from referee.games.referee import Referee
from referee.own_cells.files import SeatCells
from referee.service.exits import Handled
from referee.service.reports import Trouble
from tests.season.agenda import DAY, HOUR, MINUTE, Agenda
from tests.season.charge import ROUND, Charge
from tests.season.desk import REFUSALS, Process
from tests.season.people import Letter, Person, read
from tests.season.weather import Weather, arrivals, some_weather

START = time_at("2026-11-16 12:00", "UTC")
YEAR = 365 * DAY
MOST_MAILS = 60
"""Mails that are handed to the desk in a season; then its year ends early."""

PATIENCE = 1_000
"""Looks at the clock that may follow each other while no time goes by."""


class Posted(Struct, frozen=True):
    """A mail that was written. `words` name what it says, whatever its Message-ID, where it names the event
    that it answers; without that the same words are meant anew.
    """

    digest: str
    name: str
    words: str
    is_robot: bool


class Season:
    """`most` is how many mails the desk is handed before the year ends early."""

    def __init__(self, folder: Path, seed: int, most: int = MOST_MAILS) -> None:
        self.seed = seed
        self.now = START
        self.agenda = Agenda()
        self.done: Counter[str] = Counter()
        self.people: dict[str, Person] = {}
        self.cells: dict[tuple[str, str], SeatCells] = {}
        self.posted: dict[str, Posted] = {}
        self.handled: dict[str, Handled] = {}
        """What became of each mail that the desk has finished, by its digest."""
        self.acknowledged: dict[tuple[str, int], bytes] = {}
        """The head that was there after each line that was said to be played, by its game and position."""
        self.carried: list[Letter] = []
        """Every mail that a server has taken."""
        self.answers: set[tuple[str, str]] = set()
        self._most = most
        self._closing = False
        self._log = sha256()
        self._random = Random(f"{seed} club")
        self._winds = Random(f"{seed} winds")
        self.weather = some_weather(self._winds)
        self.process = Process(
            folder / "season.db", f"season {seed}", self.weather, lambda: self.now, self._on_its_way
        )
        self.charge = Charge(self, Random(f"{seed} charge"))
        self.stranger = self.join()
        self.names = tuple(f"g{number}" for number in range(self._random.randint(1, 3)))

    # ---- the year

    def run(self) -> None:
        """The whole year, to a desk that has nothing left to do."""
        for name in self.names:
            self.charge.opens(name)
        self.after(ROUND, self.charge.round)
        self.after(HOUR, self._evening)
        looks = 0
        while not self._is_over() and (at := self._next()) is not None:
            looks = looks + 1 if at <= self.now else 0
            assert looks < PATIENCE, "The desk is never done."
            self.now = max(self.now, at)
            self._happens()
        self._close()

    def _is_over(self) -> bool:
        return (
            self.now >= START + YEAR
            or self.done["mails in"] >= self._most
            or all(self.game(name).is_over() for name in self.names)
        )

    def _next(self) -> int | None:
        """When something is to be done next."""
        rows = self.process.record.recorder.rows("SELECT min(due) FROM clocks")
        outbox = self.process.queue.next_due()
        resting = None if outbox is None else max(outbox, self.process.resting_until())
        times = [at for at in (self.agenda.next_at(), rows[0][0], resting) if at is not None]
        return min(times) if times else None

    def _happens(self) -> None:
        """One thing; then the desk looks at the clocks and at its outbox, as it does after each mail."""
        act = self.agenda.due(self.now)
        if act is not None:
            act()
        self._sweep()
        self.process.does(self.process.send)

    def _sweep(self) -> None:
        lines = self.process.does(lambda: self.process.desk.sweep(self.now)) or []
        of_people = "Half of the time of "  # that somebody writes late is no trouble of the desk's
        troubles = [line for line in lines if isinstance(line, Trouble) and not line.startswith(of_people)]
        assert not troubles or self.process.struck, troubles
        self.note("swept", *lines)

    def _evening(self) -> None:
        """Some want one mail a day."""
        self.after(DAY, self._evening)

    def _close(self) -> None:
        """The weather clears, nobody writes any more, and what is on its way arrives."""
        self._closing, self.weather = True, Weather()
        self.process.clear_up()
        for name in self.names:
            self.charge.ends(name)
        while (act := self.agenda.due(self.now + YEAR)) is not None:
            act()
        self._sweep()
        for mail in self.process.queue.unsent():
            self.process.queue.again(mail.id)
        assert self.process.send()
        self.process.restart()
        for name in self.names:
            self.note(name, self.process.record.load(name).head.hex())

    # ---- for people

    def join(self) -> Person:
        """Somebody new."""
        name = f"P{len(self.people)}"
        person = Person(self, name, Random(f"{self.seed} {name}"))
        self.people[name] = person
        return person

    def game(self, name: str) -> GameState:
        return self.process.record.load(name).game

    def _head(self, name: str, position: int) -> bytes:
        record = self.process.record
        (_, state), *_ = record.recorder.states(name, position - 1)
        head: bytes = record.decoder(record.title(name)).decode(state).digest
        return head

    def day(self, days: int) -> str:
        """A day from now."""
        return datetime.fromtimestamp((self.now + days * DAY) // 1000, UTC).date().isoformat()

    def after(self, wait: int, act: Callable[[], object]) -> None:
        """Something that somebody does later, unless the year is over by then."""
        self.agenda.put(self.now + wait, lambda: None if self._closing else act())

    def post(self, raw: bytes, name: str, *, is_robot: bool = False) -> None:
        """A mail to the desk."""
        digest = sha256(raw).hexdigest()
        words = sha256(raw.replace(name.encode(), b"", 1)).hexdigest() if b"\nHEAD " in raw else digest
        self.posted[digest] = Posted(digest, name, words, is_robot)
        self.done["mails written"] += 1
        delays = arrivals(self.weather, self._winds)
        self.done["mails lost" if not delays else "mails doubled"] += abs(len(delays) - 1)
        for delay in delays:
            self.agenda.put(self.now + delay, lambda: self._deliver(raw, digest))

    def is_answered(self, address: str, name: str) -> bool:
        return (address, name) in self.answers

    def beside(self, name: str, act: Callable[[Referee], object]) -> None:
        """Something beside the mails, which may be refused; whom it concerns is told then."""

        def told() -> None:
            act(self.process.referee)
            self.process.desk.tell(name)

        self.plainly(told)

    def plainly(self, act: Callable[[], object]) -> None:
        """The same, where nobody is told."""
        try:
            self.process.does(act)
        except OrderError:
            self.done["refusals"] += 1
        except REFUSALS:
            if not self.process.struck:
                raise
        else:
            self.done["done beside the mails"] += 1

    # ---- mails on their way

    def _deliver(self, raw: bytes, digest: str) -> None:
        """Whoever hands a mail in does so until the desk has finished it."""
        self.done["mails in"] += 1
        handled = self.process.does(lambda: self.process.desk.handle(raw))
        if handled is None or handled.is_left:
            assert handled is None or self.process.struck, handled.why
            wait = self._winds.randint(1, 15) * MINUTE
            self.agenda.put(self.now + wait, lambda: self._deliver(raw, digest))
            return
        self.note(digest, str(handled.exit), handled.why)
        self.handled[digest] = handled
        for result in handled.results:
            if result.outcome == PLAYED:
                self.acknowledged[handled.game, result.last] = self._head(handled.game, result.last)

    def _on_its_way(self, to: str, raw: bytes) -> None:
        """A server has taken a mail of ours."""
        self.note(to, raw.decode())
        letter = read(raw)
        self.carried.append(letter)
        reader = next((one for one in self.people.values() if one.address == to), None)
        assert reader is not None, f"A mail to {to}, whom nobody knows."
        for delay in arrivals(self.weather, self._winds):
            self.agenda.put(self.now + delay, lambda: self._arrives(reader, letter))

    def _arrives(self, reader: Person, letter: Letter) -> None:
        self.answers.add((reader.address, letter.answers))
        if not self._closing:
            reader.receives(letter)

    # ---- the log

    def note(self, *words: str) -> None:
        """What happened; the same seed gives the same."""
        for word in (str(self.now), *words):
            self._log.update(len(word).to_bytes(4, "big") + word.encode())

    @property
    def log(self) -> str:
        """The digest of all that has happened."""
        return self._log.hexdigest()[:16]
