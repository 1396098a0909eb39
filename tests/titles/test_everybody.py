"""States that everybody may imagine are the same whatever anybody hides, and so is what is told of them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.kit.errors import Reason
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC
from referee.programs.everybody import STATES, imagined, refusal
from tests.playing import Game
from tests.titles.play import Played, few
from tests.titles.secrets import TWISTED, worlds
from tests.titles.test_preview import is_written, looked_at


def why(game: Game, seat: str, order: Any) -> Reason | None:
    def tried(run: Run) -> None:
        post(run, seat, order)

    return refusal(game.now, tried)


@pytest.mark.parametrize("seed", few(1, 8))
def test_they_and_what_is_refused_in_them_hang_on_nothing_hidden(rules: Rules, data: Any, seed: int) -> None:
    """Also of the seat that hides it, and has another card in its hand."""
    first, compared = Played(rules, seed, data).game, 0
    stale = first.examples(first.awaited()[0])[0]
    for played in looked_at(rules, seed, data):
        game = played.game
        states, refused = imagined(game.now), {seat: why(game, seat, stale) for seat in game.seats}
        for owner, other in worlds(game):
            if is_written(game) == is_written(other):
                assert imagined(other.now) == states
                assert why(other, owner, stale) == refused[owner]
                compared += 1
    assert bool(compared) == (rules.title in TWISTED)


@pytest.mark.parametrize("seed", few(1, 8))
def test_they_look_as_the_game_does_to_everybody(rules: Rules, data: Any, seed: int) -> None:
    for played in looked_at(rules, seed, data):
        game = played.game
        states = imagined(game.now)
        assert len(states) in (0, STATES)
        for one in states:
            assert rules.view(one.state, PUBLIC) == rules.view(game.state, PUBLIC)
            assert one.awaited() == game.awaited()
