"""Random games: what no battle can change; games of six clans are kept whole, others are in tests/titles."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from domain.kit.facts import Fact
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.board.evolve import evolve
from domain.rising_sun.board.state import Board, begin, kind_of
from tests.playing import Game
from tests.rising_sun.boards import TABLES
from tests.titles.play import Played
from tests.titles.test_games import is_kept_whole

SIX = (*range(7, 151, 12), *range(14, 151, 15))
"""Seeds of games with all seats: of the Dynasty Invasion, and of battles that are only settled."""


@pytest.mark.parametrize("seed", SIX)
def test_a_random_game_of_six_clans_is_kept_whole(seed: int) -> None:
    is_kept_whole(RISING_SUN, TABLES, seed)


@pytest.mark.soak
def test_many_random_games_of_six_clans_are_kept_whole() -> None:
    """34; the long proof of all titles plays 250 more of all numbers of clans."""
    for seed in range(151, 1351, 36):
        is_kept_whole(RISING_SUN, TABLES, seed)


def test_those_games_have_six_clans() -> None:
    played = [Played(RISING_SUN, seed, TABLES).game.opened for seed in SIX]
    assert {(one.scenario, len(one.seats)) for one in played if one} == {
        ("dynasty-invasion", 7),
        ("battles", 7),
    }


@cache
def folded(seed: int) -> list[tuple[Any, Board, Board]]:
    """Each event of a random game, with the boards before and after it."""
    played = Played(RISING_SUN, seed, TABLES).to_the_end()
    opened = played.game.opened
    assert opened is not None
    board = begin(opened.options, TABLES, played.game.seats)
    told = []
    for entry in played.entries:
        if isinstance(entry, Fact) and entry.event is not None:
            after = evolve(board, entry.event)
            told.append((entry.event, board, after))
            board = after
    assert board == played.game.state.board
    return told


@pytest.mark.parametrize("seed", range(12))
def test_coins_are_lost_only_by_the_losers_of_a_battle(seed: int) -> None:
    """[battle/reparations]: coins in play after are those before, less what the losers had on the tile."""
    for event, before, after in folded(seed):
        if isinstance(event, e.ReparationsPaid):
            assert sum(after.coins.values()) == sum(before.coins.values()) - sum(event.discarded.values())
            assert before.battle is not None
            shares = sorted(share.total for share in event.shares.values())
            assert sum(shares) == sum(before.battle.bids[event.seat])
            assert shares[-1] - shares[0] <= 1


@pytest.mark.parametrize("seed", range(12))
def test_honor_stays_a_strict_order(seed: int) -> None:
    """[honor/track]"""
    for event, before, after in folded(seed):
        if isinstance(event, e.HonorGained | e.HonorLost):
            assert sorted(after.honor) == sorted(before.honor)
            passed = event.over if isinstance(event, e.HonorGained) else event.under
            step = -len(passed) if isinstance(event, e.HonorGained) else len(passed)
            assert after.honor.index(event.seat) == before.honor.index(event.seat) + step
            others = [clan for clan in before.honor if clan != event.seat]
            assert [clan for clan in after.honor if clan != event.seat] == others


@pytest.mark.parametrize("seed", range(12))
def test_killed_captured_and_surviving_figures_are_those_there_were(seed: int) -> None:
    """[figures/killed, advantage/hostage]: from the start of each battle to its end."""
    there: Counter[str] = Counter()
    for event, before, after in folded(seed):
        if isinstance(event, e.BattleBegan):
            there = standing(before, event.province)
        elif isinstance(event, e.FiguresKilled):
            there.subtract(kind_of(one.figure) for one in event.dead for _ in range(one.count))
        elif isinstance(event, e.HostageTaken):
            there.subtract([kind_of(event.figure)])
        elif isinstance(event, e.FigureMoved) and before.battle:
            there.subtract([event.figure])
        elif isinstance(event, e.FigureReturned):
            there.update([event.figure])
        elif isinstance(event, e.BattleEnded):
            assert +there == standing(after, event.province)


def standing(board: Board, province: str) -> Counter[str]:
    """All figures in a province, whosever they are."""
    found: Counter[str] = Counter()
    for army in board.figures[province].values():
        for figure, count in army.items():
            found[kind_of(figure)] += count
    return found


def test_random_games_reach_every_event_but_these() -> None:
    """Those that only an order at any time, or a welcome one, can bring about are told in test_bids.py."""
    seen = {type(event) for seed in range(40) for event, _, _ in folded(seed)}
    assert set(e.EVENTS) - set(e.CORRECTED) - seen == {e.BiddingClosed, e.StandingSet, e.SheetLaid}


def test_a_game_of_every_number_of_clans_and_every_preset_is_played() -> None:
    played = {_setting(Played(RISING_SUN, seed, TABLES).game) for seed in range(80)}
    assert {clans for clans, _ in played} == {2, 3, 4, 5, 6}
    assert {preset for _, preset in played} == set(RISING_SUN.presets)


def _setting(game: Game) -> tuple[int, str]:
    assert game.opened is not None
    return len(game.seats) - 1, game.opened.preset
