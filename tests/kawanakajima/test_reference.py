"""Chances of a combat, as the reference tells them: those of all throws, by the table of the game."""

from __future__ import annotations

from collections import Counter
from itertools import product

from domain.kawanakajima.board.field_events import Fought
from domain.kawanakajima.board.state import Field
from domain.kawanakajima.combat.odds import odds
from domain.kawanakajima.combat.results import throw
from domain.kawanakajima.words.field_items import Combat
from projections.kawanakajima.combat_odds import ALL, ways_of
from tests.kawanakajima.boards import board

COMBAT = Combat("takeda", ("tG1",), ("uJ1",))


class Dice:
    """Two throws that are known."""

    def __init__(self, *throws: tuple[int, int]) -> None:
        self.throws = list(throws)

    def throw(self, rule: str, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        return self.throws.pop(0)


def test_11_5_the_chances_are_those_of_all_throws() -> None:
    at = board({"tG1": "2715", "uJ1": "2714"}, {"uJ": "defence"}, field=Field("clan", moved=("tG1",)))
    came = Counter[str]()
    sums = Counter(one + two for one, two in product(range(1, 7), repeat=2))
    for (column, often), (row, times) in product(sums.items(), repeat=2):
        dice = Dice(*((total // 2, total - total // 2) for total in (column, row)))
        (fought,) = (event for event in throw(at, COMBAT, dice).events if isinstance(event, Fought))  # type: ignore[arg-type]
        came[fought.result] += often * times
    assert ways_of(at, odds(at, COMBAT)) == came
    assert came.total() == ALL
