"""Lanes have cells enough: no game of any title comes near to the end of one."""

from __future__ import annotations

import pytest

from domain.kit.roots import CELLS
from domain.titles import TITLES
from tests.perft.lanes import PLAYERS, needed, played

FEW, MANY = range(2), range(2, 42)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("title", TITLES)
def test_no_lane_passes_half_of_its_cells(title: str, player: str) -> None:
    """More games: `python -m tests.perft.lanes`."""
    holds(title, player, FEW)


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("title", TITLES)
def test_no_lane_of_many_games_passes_half_of_its_cells(title: str, player: str) -> None:
    holds(title, player, MANY)


def holds(title: str, player: str, games: range) -> None:
    rules = TITLES[title]
    taken = [played(rules, number, player) for number in games]
    assert max(max(one) for one in taken) <= rules.sheets * CELLS / 2
    asked = any(max(one) for one in taken)
    assert asked or rules.sheets == 1, "Nothing was asked, and nothing is shown."


@pytest.mark.parametrize(("most", "sheets"), [(0, 1), (16, 1), (17, 2), (49, 4), (64, 4), (65, 8), (512, 32)])
def test_a_title_has_at_least_twice_the_cells_that_were_taken(most: int, sheets: int) -> None:
    assert needed(most) == sheets
