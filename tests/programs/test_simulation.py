"""What is simulated is what would be played: the same orders and throws lead to the same state."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove
from domain.kit.simulation import LuckyChance, after
from domain.titles import TITLES
from tests.nim.rules import Take
from tests.programs.nim import PLAYED_NIM, nim
from tests.titles.play import Played, data_of, few

ORDERS = 60


@pytest.mark.parametrize("seed", few(1, 3))
@pytest.mark.parametrize("title", TITLES)
def test_a_simulated_order_leads_where_a_recorded_one_does(title: str, seed: int) -> None:
    rules = TITLES[title]
    played = Played(rules, seed, data_of(rules))
    for _ in range(ORDERS):
        if played.game.is_over():
            break
        seat, order = played.drawn()
        before, luck = played.game.state, deepcopy(played.luck)
        played.step((seat, order))
        assert after(rules, before, seat, order, Chance(luck)) == played.game.state


def test_what_is_illegal_is_refused_there_as_well() -> None:
    with pytest.raises(IllegalMove):
        after(PLAYED_NIM, nim(2), "red", Take(3, "1"), LuckyChance(Random(1)))


def test_lucky_throws_and_draws_are_fair_to_their_limits() -> None:
    chance = LuckyChance(Random(1))
    faces = {face for _ in range(200) for face in chance.throw("1", "a throw", sides=6, count=2)}
    assert faces == {1, 2, 3, 4, 5, 6}
    assert sorted(chance.draw("1", "a draw", ("a", "a", "b"), 3)) == ["a", "a", "b"]
    assert chance.fresh == []
