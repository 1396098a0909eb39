"""Limits that mutants have shown to be untested: names of nobody, and figures that fight for another clan."""

from __future__ import annotations

import pytest

from domain.rising_sun.board.state import in_play, reserve
from domain.rising_sun.herald import alliance_bars
from domain.rising_sun.words import orders as o
from tests.rising_sun.boards import at_battle, board


@pytest.mark.parametrize(("first", "second", "stranger"), [("koi", "fox", "fox"), ("fox", "koi", "fox")])
def test_an_alliance_with_a_clan_that_does_not_play_is_refused(
    first: str, second: str, stranger: str
) -> None:
    """[board/alliances]"""
    found = [str(bar.why) for bar in alliance_bars(board(), o.Alliance(first, second))]
    assert found
    assert any(stranger in why for why in found)
    assert list(alliance_bars(board(), o.Alliance("koi", "lotus"))) == []


def test_a_figure_that_was_borrowed_is_still_in_play() -> None:
    """It fights on another side, and is not in its clan's reserve."""
    there = {"nagato": {"koi": {"bushi": 2, "borrowed-bushi": 1}, "turtle": {"bushi": 3}}}
    lent = at_battle(board(there), borrowed="turtle")
    kept = at_battle(board(there))
    assert (in_play(lent, "turtle", "bushi"), in_play(kept, "turtle", "bushi")) == (4, 3)
    assert reserve(lent, "turtle", "bushi") == reserve(kept, "turtle", "bushi") - 1
    assert in_play(lent, "koi", "bushi") == 2
