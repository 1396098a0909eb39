"""A store with one game of Shinobi, a clock that stands until a test moves it, and three people."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.game.checking.readjudicate import Finding
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState
from domain.kit.chance import Answer, Bound, Question
from referee.audit.audit import audit_game
from referee.clocks.dues import UNHEARD, Due
from referee.clocks.policy_files import time_at
from referee.games import deadlines
from referee.games.opening import Opening
from referee.games.referee import Referee, Taken
from referee.proof import signing
from referee.record.chain import Entropy
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.record.record import Record

HOUR, DAY = 3_600_000, 86_400_000
START = time_at("2026-11-16 12:00", "UTC")
"""A Monday."""

REFEREE = Act(COMMAND_LINE, person="referee")
CLOCKED = Policy(hours=72, grace=60)


def utc(text: str) -> int:
    return time_at(text, "UTC")


class Club:
    def __init__(
        self,
        path: Path,
        policy: Policy = CLOCKED,
        *,
        title: str = "shinobi",
        level: int = 0,
        seats: int = 3,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        self.now = START
        self.record = Record(path / "club.db", clock=lambda: self.now, entropy=entropy)
        signing.keep_seed(self.record, bytes(range(32)))
        self.referee = Referee(self.record, _Lowest(), seed="club")
        people = ("Ann", "Ben", "Cem", "Dai", "Eva")[:seats]
        self.referee.open(Opening("g", title, people, policy=policy, level=level), REFEREE)
        self.settled: set[Due] = set()

    @property
    def game(self) -> GameState:
        return self.record.load("g").game

    @property
    def turn(self) -> str:
        """The seat that is awaited."""
        (seat,) = self.game.awaited()
        return seat

    def by(self, seat: str, **more: str) -> Act:
        """A mail of whoever sits there."""
        return Act(MAIL, "", seat, self.game.register.holders[seat], **more)

    def join(self) -> None:
        for seat in self.game.seats:
            self.referee.take("g", seat, Join(f"{seat} is here to play"), self.by(seat))

    def order(self, seat: str = "", act: Act | None = None) -> Taken:
        """The first legal order of a seat."""
        seat = seat or self.turn
        (offer, *_) = self.game.examples(seat)
        return self.referee.take("g", seat, offer, act or self.by(seat))

    def line(self, seat: str, nth: int = 0) -> str:
        """The nth legal order of a seat, as it writes it."""
        game = self.game
        return game.rules.notation(game.data, game.seats).write(game.examples(seat)[nth])

    def at(self, now: int) -> list[tuple[str, str]]:
        """What is newly due when the clock says so: kind and seat. Not that half of a time is over."""
        self.now = now
        dues = deadlines.sweep(self.referee, now).dues
        new = [due for due in dues if due not in self.settled and due.kind != UNHEARD]
        self.settled.update(new)
        return [(due.kind, due.seat) for due in new]

    def entries(self, *kinds: type[Struct]) -> list[Any]:
        found = [envelope.entry for envelope in self.record.envelopes("g")]
        return [entry for entry in found if isinstance(entry, kinds)] if kinds else found

    def finding(self) -> Finding | None:
        return audit_game(self.record, "g").finding


class _Lowest:
    """Dice that always show their lowest face."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer((1,) * question.count)
