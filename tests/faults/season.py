"""The whole service and what is known of it: games, people, mails that are lost, doubled and late, crashes.

After whatever happens `check` looks whether every acknowledged order is on record, under its head; whether
none was applied twice; and whether every game holds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

from msgspec import Struct

from domain.game.entries.entries import Rewound
from domain.game.state.game_state import GameState
from domain.kit.errors import OrderError
from referee.audit.audit import audit_game
from referee.games import people
from referee.games.held_orders import hold
from referee.games.order_sheet import PLAYED
from referee.games.press import press
from referee.games.referee import Referee, TryAgain
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.record.record import Record
from referee.service.exits import OK, TEMPFAIL
from tests.faults.full import played_once
from tests.faults.games import mail_of, opened
from tests.record.stores import hurry

MINUTE, DAY = 60_000, 86_400_000
BY_REFEREE = Act(COMMAND_LINE, person="referee")


class Killed(BaseException):
    """The process dies here: nothing catches it but whoever starts the next."""


class Posted(Struct, frozen=True):
    """A mail that was written. `forged` names another seat in it than that whose token it has."""

    game: str
    raw: bytes
    forged: bool = False

    @property
    def digest(self) -> str:
        return sha256(self.raw).hexdigest()


class Season:
    """A store with its desk, the mails that were written, and what was acknowledged."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._store = folder / "season.db"
        self._random = Random(seed)
        self._numbers = count()
        self._now = 1_795_000_000_000
        self._dies_in = 0
        self.games: list[str] = []
        self.written: list[Posted] = []
        self.heads: dict[tuple[str, int], str] = {}
        """The head at each position that was acknowledged, by game and position."""
        self.played: set[str] = set()
        """The mails of which the order was acknowledged, by their digests."""
        self._begin()

    # ---- the process

    def _begin(self) -> None:
        self.record = Record(self._store, clock=self._time)
        hurry(self.record)
        self.referee = Referee(self.record, seed="season")
        self.desk = Desk(self.referee, None, clock=self._time, read=read_mail)

    def _time(self) -> int:
        """Looked at before, within and after each transaction: a good place to die."""
        if self._dies_in:
            self._dies_in -= 1
            if not self._dies_in:
                raise Killed
        self._now += 1
        return self._now

    def restart(self) -> None:
        """SQLite undoes what was not committed, as after `kill -9`."""
        self._dies_in = 0
        self.record.close()
        self._begin()

    def dying(self, looks: int, act: Callable[[], object]) -> None:
        """Does something in a process that dies at so many looks at the clock, if it gets so far."""
        self._dies_in = looks
        with suppress(Killed):
            act()
        self.restart()

    def failing(self, steps: int, act: Callable[[], object]) -> None:
        """Does something while SQLite stops in the middle of a statement, after so many of its steps."""
        writer, left = self.record.recorder.writer(), count(steps, -1)
        writer.set_progress_handler(lambda: int(next(left) < 0), 1)
        try:
            act()
        finally:
            with suppress(sqlite3.ProgrammingError):  # after a failure the record opens another
                writer.set_progress_handler(None, 1)

    # ---- people

    def open(self) -> None:
        name = f"g{len(self.games)}"
        opened(self.record, name)
        self.games.append(name)
        self._acknowledge(name)

    def write(self, name: str, *, forged: bool = False) -> None:
        """Whoever is awaited writes an order; it is not sent yet."""
        if not self._game(name).is_over():
            raw = mail_of(self.record, name, self._random, f"{next(self._numbers)}")
            if forged:
                raw = raw.replace(b"TOKEN ", b"TOKEN 7777-")
            self.written.append(Posted(name, raw, forged))

    def deliver(self, mail: Posted) -> None:
        """A mail comes in: for the first time, again, or long after its turn."""
        before = self._game(mail.game).position
        handled = self.desk.handle(mail.raw)
        outcomes = [result.outcome for result in handled.results]
        after = self._game(mail.game).position
        if handled.exit == OK and PLAYED in outcomes:
            assert not mail.forged
            assert mail.digest not in self.played, "played once more"
            assert after > before
            self.played.add(mail.digest)
            self._acknowledge(mail.game)
        elif handled.exit != TEMPFAIL:
            assert after == before, (handled, before, after)

    def beside(self, name: str, act: Callable[[GameState, str], object]) -> None:
        """Something beside the play, which may be refused."""
        game = self._game(name)
        seat = self._random.choice(game.seats)
        before = game.position
        try:
            act(game, seat)
        except (OrderError, TryAgain):
            assert self._game(name).position == before
        else:
            self._acknowledge(name)

    def press(self, game: GameState, seat: str) -> None:
        press(self.referee, game.id, seat, (), "Hello.", self._of(game, seat))

    def hold(self, game: GameState, seat: str) -> None:
        """A sealed order that plays itself when the seat is asked."""
        hold(self.referee, game.id, seat, "pass", "asked", self._of(game, seat))

    def pause(self, game: GameState, _seat: str) -> None:
        people.pause(self.referee, game.id, "A pause.", 0, BY_REFEREE)

    def resume(self, game: GameState, _seat: str) -> None:
        people.resume(self.referee, game.id, "We go on.", BY_REFEREE)

    def take_over(self, game: GameState, seat: str) -> None:
        address = f"{seat}@{game.id}.example"
        people.take_seat(self.referee, game.id, seat, f"P{next(self._numbers)}", "Ill.", BY_REFEREE, address)

    def rewind(self, game: GameState, _seat: str) -> None:
        known = [position for name, position in self.heads if name == game.id]
        to = self._random.choice(known or [1])
        self.referee.rewind(game.id, Rewound(to, "A test goes back."), BY_REFEREE)

    def look(self, game: GameState, _seat: str) -> None:
        self.referee.look(game.id, "referee", "hands", "A dispute.", BY_REFEREE)

    def wait(self, days: int) -> None:
        self._now += days * DAY
        self.desk.sweep(self._now)

    def _of(self, game: GameState, seat: str) -> Act:
        return Act(MAIL, "", seat, game.register.holders[seat])

    # ---- what must hold

    def _game(self, name: str) -> GameState:
        return self.record.load(name).game

    def _acknowledge(self, name: str) -> None:
        kept = self.record.load(name)
        self.heads[name, kept.game.position] = kept.head.hex()

    def check(self) -> None:
        for name in self.games:
            assert audit_game(self.record, name).finding is None
            digests = [envelope.digest.hex() for envelope in self.record.envelopes(name)]
            known = {at: head for (game, at), head in self.heads.items() if game == name}
            assert {at: digests[at - 1] for at in known if at <= len(digests)} == known
        applied = played_once(self.record)
        assert set(applied.values()) <= {1}
        assert self.played <= set(applied)
        assert not {mail.digest for mail in self.written if mail.forged} & set(applied)

    def close(self) -> None:
        self.record.close()
