"""A store in which people of a club play whole games at random, by a clock that stands until it is moved."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from referee.clocks.policy_files import time_at
from referee.club.ratings import Rated, Table, ratings
from referee.games import people
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Record

HOUR = 3_600_000
START = time_at("2026-11-16 12:00", "UTC")
REFEREE = Act(COMMAND_LINE, person="referee")


class Club:
    """`place` is that of the store; each game ends an hour after the one before."""

    def __init__(self, place: Place) -> None:
        self.now = START
        self.record = Record(place, clock=lambda: self.now)
        self.referee = Referee(self.record, seed="club")

    @classmethod
    def of(cls, referee: Referee, now: int) -> Club:
        """In the store of another desk."""
        made = cls.__new__(cls)
        made.now, made.record, made.referee = now, referee.record, referee
        return made

    def __enter__(self) -> Club:
        return self

    def __exit__(self, *_error: object) -> None:
        self.record.close()

    def open(self, game: str, names: Sequence[str], title: str = "shinobi", **more: Any) -> None:
        """A name is written with its address behind a blank, where it has one: "Anna anna@a.org"."""
        people = [name.rpartition(" ") if "@" in name else (name, "", "") for name in names]
        opening = Opening(game, title, tuple(name for name, *_ in people), **more)
        self.referee.open(opening, REFEREE)
        for seat, (_name, _blank, address) in zip(self.seats(game), people, strict=True):
            if address:
                self.record.register(game, seat, address)

    def seats(self, game: str) -> tuple[str, ...]:
        return self.record.load(game).game.seats

    def play(self, game: str, seed: str = "", orders: int | None = None) -> None:
        """To its end, or so many orders."""
        self.now += HOUR
        play_out(self.referee, game, random.Random(seed or game), orders)

    def played(self, game: str, names: Sequence[str], title: str = "shinobi", **more: Any) -> None:
        self.open(game, names, title, **more)
        self.play(game)

    def replaced(self, game: str, nth: int, by: str, address: str = "") -> None:
        seat = self.seats(game)[nth]
        people.take_seat(self.referee, game, seat, by, "He has no time.", REFEREE, address)

    def table(self, title: str = "shinobi", **more: Any) -> Table:
        (found,) = ratings(self.record, [title], **more)
        return found

    def rated(self, game: str, title: str = "shinobi") -> Rated:
        (found,) = [one for one in self.table(title).games if one.game == game]
        return found

    def winners(self, game: str) -> tuple[str, ...]:
        return self.record.load(game).game.winners
