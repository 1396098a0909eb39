"""Own slips in random games of every title: what is taken back is gone, and nothing was learnt by it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import Struct

from domain.game.deciding import own_slips
from domain.game.deciding.effects import rewind
from domain.game.deciding.run import Run
from domain.kit.errors import IllegalMove
from domain.kit.facts import State
from domain.kit.rules import Rules
from domain.kit.simulation import LuckyChance, after
from domain.titles import TITLES
from referee.programs.choosing import players_of
from tests.titles.play import Played, data_of

FEW, MANY = 30, 300
"""Orders of a game."""

TAKEN = {
    "shinobi": {"place", "move"},
    "rising_sun": {"figures", "coins"},
    "twilight_shogun": {"put"},
    "clan_war": {"muster"},
    "kawanakajima": {"command", "move"},
}
"""Some orders that each title lets a seat take back by itself (docs/player.md names them)."""


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_learnt_by_what_is_taken_back(title: str) -> None:
    assert tries(title, 0, FEW) or title == "twilight_shogun"  # its cards are shown when they are played


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_learnt_in_long_games(title: str) -> None:
    found = set[str]()
    for seed in range(4):
        found |= tries(title, seed, MANY)
    assert found >= TAKEN[title]


def tries(title: str, seed: int, most: int) -> set[str]:
    """The orders of a game that were taken back by those who had given them."""
    played, taken = Played(TITLES[title], seed, data_of(TITLES[title])), set[str]()
    while not played.game.is_over() and played.orders < most:
        before = played.game.state
        seat, order = played.drawn()
        played.step((seat, order))
        if played.game.is_over() or not _is_taken_back(played, seat, before):
            continue
        taken.add(str(order.__struct_config__.tag))
        _tells_nothing(played.rules, before, seat, order, played.game.state)
    return taken


def _is_taken_back(played: Played, seat: str, before: State[Any, Any]) -> bool:
    """The game itself goes on as if it had not been."""
    run = Run(played.game.now, lambda _game: played.luck)
    try:
        to = own_slips.newest(played.entries, seat)
        rewind(run, own_slips.undo(played.entries, seat, to), played.entries)
    except IllegalMove:
        return False
    assert run.game.state == before
    return True


def _tells_nothing(
    rules: Rules, before: State[Any, Any], seat: str, order: Struct, then: State[Any, Any]
) -> None:
    """Whatever is hidden from the seat, it sees the same of what its order brings about."""
    players, luck = players_of(rules), Random(f"{seat} {order}")
    imagined = players.imagine(players.known(before, seat), seat, luck)
    other = after(rules, imagined, seat, order, LuckyChance(luck))
    assert rules.view(other, seat) == rules.view(then, seat)
