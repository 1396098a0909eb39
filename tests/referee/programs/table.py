"""A desk with one game, some seats of which programs hold: people play by mail, and the worker thinks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from domain.game.entries.entries import Entry
from domain.game.entries.policy import TODAY, Policy
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.likeness import called
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.proof import signing
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.tokens import shown
from referee.thinking.worker import Worker
from referee.transport.boxes import Outbox
from tests.record.stores import hurry
from tests.referee.mail.test_desk_world import KEY, NOW, body, mail, parse
from tests.tokens import token

GAME = "spring"
ACT = Act(COMMAND_LINE, person="referee")
OWN = Act(COMMAND_LINE)
"""Of a seat itself."""
PLAYED = [title for title, rules in TITLES.items() if rules.players is not None]
"""The titles that programs play."""


class Table:
    """A game in which the seats named in `programs` are held so, and every other by a person with an
    address. `mails` are all that have gone out: to whom, and what they say."""

    def __init__(
        self,
        path: Path,
        programs: dict[str, str],
        *,
        title: str = "shinobi",
        seats: int = 0,
        policy: Policy = TODAY,
        seed: str = "a",
        level: int = 1,
    ) -> None:
        self.now, self.sent = NOW, 0
        self.record = Record(path / "store.db", clock=lambda: self.now)
        hurry(self.record)
        self.record.set("server-key", KEY)
        signing.keep_seed(self.record, bytes(range(32)))
        self.referee = Referee(self.record, seed=seed)
        self.outbox = Outbox(path / "out")
        self.desk = Desk(self.referee, self.outbox, clock=lambda: self.now)
        self.said = list[str]()
        self.worker = Worker(self.referee, self.desk.tell, self.said.append)
        self.mails = list[tuple[str, str]]()
        self._out = path / "out" / "new"
        rules = TITLES[title]
        held = rules.seats[: seats or rules.scenarios[0].seats[0]]
        people = tuple(called(programs[seat]) if seat in programs else seat.title() for seat in held)
        self.referee.open(Opening(GAME, title, people, policy=policy, level=level), ACT)
        for seat in held:
            if seat not in programs:
                self.record.register(GAME, seat, address(seat))

    @property
    def game(self) -> GameState:
        return self.record.load(GAME).game

    @property
    def people(self) -> list[str]:
        """The seats at which people sit."""
        return [seat for seat in self.game.seats if not self.game.register.program(seat)]

    def entries(self) -> list[Entry]:
        return [envelope.entry for envelope in self.record.envelopes(GAME)]

    def acts(self) -> list[tuple[str, ...]]:
        return [envelope.act for envelope in self.record.envelopes(GAME)]

    def send(self, seat: str, *lines: str, sender: str = "") -> str:
        """Sends the lines of a seat in a block as it should be; why it was taken, or not."""
        kept = self.record.load(GAME)
        names, self.sent = f"{GAME} {kept.game.turn} {seat}", self.sent + 1
        block = (
            f"-----BEGIN ORDERS {names}-----",
            f"TOKEN {shown(token(KEY, GAME, seat, kept.game.turn))}",
            f"HEAD {kept.game.position} {kept.head.hex()}",
            *lines,
            f"-----END ORDERS {names}-----",
            "",
        )
        said = self.desk.handle(mail("\n".join(block), sender or address(seat), id=f"<{self.sent}@test>")).why
        self.collect()
        return said

    def collect(self) -> None:
        for path in sorted(self._out.iterdir()):
            one = parse(path.read_bytes())
            self.mails.append((str(one["To"]), body(one)))
            path.unlink()

    def join(self) -> None:
        """The people join, and the programs."""
        self.think()
        for seat in self.people:
            self.send(seat, f"join the long and secret words of {seat}")

    def think(self) -> int:
        given = self.worker.work()
        self.collect()
        return given

    def line(self, seat: str, random: Random) -> str:
        """Some legal order of a seat, as it writes it."""
        game = self.game
        return notation_of(game).write(random.choice(game.examples(seat)))

    def play(self, random: Random, most: int = 20_000) -> Iterator[str]:
        """Plays on until the game is over; gives the lines that people have sent."""
        for _ in range(most):
            self.think()
            game = self.game
            if game.is_over():
                return
            if (seat := game.awaited()[0]) in self.people:
                line = self.line(seat, random)
                said = self.send(seat, line)
                assert said == "1 order played", (line, said)
                yield line
        raise AssertionError("The game does not end.")


def address(seat: str) -> str:
    return f"{seat}@example.org"
