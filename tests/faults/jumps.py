"""The machine's clock jumps, an hour or a year, back or ahead, while people play.

Nobody may be called late by a jump, no time on record may go back, and the desk must say that it has stopped.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from unittest.mock import patch

from referee.clocks import machine_clock
from referee.clocks.machine_clock import Reading
from referee.games import deadlines
from referee.record.record import Record
from tests.faults.campaigns import Counts
from tests.referee.clocks.club import DAY, HOUR, START, Club

YEAR = 365 * DAY
JUMPS = (-YEAR, -HOUR, HOUR + 1, YEAR)
"""An hour ahead is not yet strange, a millisecond more is."""

MINUTE = 60_000
EACH = 50
"""Jumps in one game."""


class Machine:
    """A club, and the clocks of its machine: one that only counts on, and one that is off by a jump."""

    def __init__(self, folder: Path, random: Random) -> None:
        folder.mkdir()
        self.club = Club(folder)
        self.ran = self.off = 0
        self._random = random

    def read(self, _record: Record) -> Reading:
        self.club.now = START + self.ran + self.off
        return Reading(self.club.now, self.ran, "a")

    def look(self) -> str:
        """What the desk says of the clock after some minutes; "" where it trusts it."""
        self.ran += self._random.randrange(MINUTE, 50 * MINUTE)
        with patch.object(machine_clock, "read_clocks", self.read):
            return deadlines.sweep(self.club.referee).stopped

    def confirm(self) -> None:
        machine_clock.confirm(self.club.record, self.read(self.club.record))


def jumped(machine: Machine, jump: int, *, ordered: bool) -> tuple[int, int]:
    """One jump and back again, with an order meanwhile or not: (orders that were lost, what was wrong)."""
    club, wrong = machine.club, 0
    machine.off = 0
    if machine.look():  # an event stands in the future since the last jump
        machine.confirm()
    for _ in range(2):  # no quiet hour protects anybody any more
        machine.ran += HOUR
        wrong += machine.look() != ""
    before, machine.off = club.game.position, jump
    wrong += machine.look() == ""
    wrong += club.game.position != before  # somebody was called late
    lost = 0
    if ordered and not club.game.is_over() and club.game.awaited():
        before = club.order().kept.game.position
        lost = club.game.position != before
        wrong += machine.look() == ""
    wrong += club.game.position != before
    return lost, wrong


def campaign(times: int, folder: Path, seed: int) -> Counts:
    random, lost, wrong, orders = Random(seed), 0, 0, 0
    for game, first in enumerate(range(0, times, EACH)):
        machine = Machine(folder / f"club-{game}", random)
        with closing(machine.club.record):
            for number in range(first, min(times, first + EACH)):
                before = machine.club.game.position
                gone, bad = jumped(machine, JUMPS[number % len(JUMPS)], ordered=random.random() < 0.5)
                lost, wrong = lost + gone, wrong + bad
                orders += machine.club.game.position != before
            wrong += machine.club.finding() is not None
    return Counts(times, lost, wrong, also=f"{orders} orders while the clock was wrong")
