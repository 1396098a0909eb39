"""A game of Shinobi in which people dispute and a referee rules: what the tests of the docket play with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.game.checking.propriety import check_conduct
from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import Entry, Opened, Rewound, Seated
from domain.game.entries.people import SeatLeft
from domain.game.entries.policy import Policy, Refereeing
from domain.game.entries.rulings import Corrected, Disputed, Ruled, TakeBackAnswered, TakeBackProposed
from domain.game.state.lines import unit_ends
from domain.kit.sealed import Sealed
from domain.shinobi import SHINOBI
from domain.shinobi.data.options import Options
from tests.playing import Game
from tests.titles.play import Luck, data_of

ONE, TWO = Policy(), Policy(referee=Refereeing("Gen"))
RULE = "turn/deploy"
NOBODY = ("bots", "", "", "", "")
PEOPLE = {"iga": "Ann", "ise": "Ben", "kii": "Cem"}


class Bench:
    """`put`, `order`, `rewind` and the others record what follows; refusals change nothing."""

    def __init__(self, policy: Policy = ONE) -> None:
        self.game, self.luck = Game("g", SHINOBI), Luck("bench")
        seats = tuple(Seated(seat, person) for seat, person in PEOPLE.items())
        opened = Opened("shinobi", "standard", SHINOBI.edition, "default", Options(), "data", seats, "a seed")
        opened = replace(opened, policy=None if policy == ONE else policy)
        self.entries, self.times = list[Entry](), list[int]()
        self.keep(self.game.open(opened, data_of(SHINOBI), self.luck))

    @property
    def docket(self) -> Any:
        return self.game.register.docket

    @property
    def turn(self) -> str:
        """The seat that is asked."""
        (seat,) = self.game.awaited()
        return seat

    def keep(self, made: Sequence[Entry], at: int = 0) -> list[Entry]:
        self.entries += made
        self.times += [at] * len(made)
        return list(made)

    def put(self, entry: Any, at: int = 0) -> list[Entry]:
        return self.keep(self.game.put(entry, self.luck, at), at)

    def holds(self) -> None:
        """The audit finds nothing."""
        assert readjudicate(SHINOBI, self.game.data, self.entries, times=self.times) is None
        assert check_conduct(self.entries, [NOBODY] * len(self.entries), self.times) is None

    def order(self, count: int = 1) -> str:
        """First legal orders; the seat of the last one."""
        seat = ""
        for _ in range(count):
            seat = self.turn
            self.keep(self.game.post(seat, self.game.examples(seat)[0], self.luck))
        return seat

    def alone(self) -> str:
        """A seat that has ordered, while nothing rests on that: the first order of another one's turn."""
        seat = self.turn
        while self.turn == seat:
            self.order()
        return self.order()

    def rewind(self, to: int, by: str = "referee", reason: str = "Why.") -> list[Entry]:
        return self.keep(self.game.rewind(Rewound(to, reason, by), self.entries, self.luck))

    def rewound(self, to: int) -> list[Entry]:
        """A ruling that play goes back."""
        return [*self.put(ruled(self.rulings() + 1, "rewound", effects=1)), *self.rewind(to)]

    def correct(self, line: str, ruling: int = 0) -> list[Entry]:
        what = SHINOBI.correcting(self.game.data, self.game.seats).read(line)
        made = self.game.correct(Corrected(ruling or self.rulings(), what), self.luck)
        return self.keep(made)

    def corrected(self, line: str) -> list[Entry]:
        """A ruling that one thing is set right."""
        return [*self.put(ruled(self.rulings() + 1, "corrected", effects=1)), *self.correct(line)]

    def ask(self, seat: str, to: int = 0) -> list[Entry]:
        asked = TakeBackProposed(seat, to or self.before_newest(), "A slip.")
        return self.keep(self.game.propose(asked, self.entries, self.luck))

    def before_newest(self) -> int:
        """Where the unit before the newest one ends."""
        return unit_ends(self.entries)[-2]

    def let(self, seat: str, *, yes: bool = True) -> list[Entry]:
        return self.put(TakeBackAnswered(seat, yes))

    def leave(self, seat: str) -> list[Entry]:
        return self.put(SeatLeft(seat, PEOPLE[seat], "Busy."))

    def rulings(self) -> int:
        return len(self.docket.rulings)


def disputed(number: int, seat: str = "iga", text: str = "Not so.", **more: Any) -> Disputed:
    return Disputed(number, seat, Sealed((seat,), text), **more)


def ruled(number: int, kind: str = "note", **more: Any) -> Ruled:
    return Ruled(number, kind, **{"reason": "Why.", "rules": (RULE,), **more})
