"""A game as of any of its positions."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.aggregate import Game
from domain.game.entries import Entry
from domain.kit.errors import BrokenRecord
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi import SHINOBI
from projections.replay import NoSuchPosition, Replay
from tests.projections.games import DATA, entries, replay


def folded(recorded: Any, position: int) -> Game:
    """The game folded from nothing."""
    game = Game("test", SHINOBI)
    for nth, entry in enumerate(recorded[:position], 1):
        game.fold(entry)
        if nth == 1:
            game.begin(DATA)
    return game


@pytest.mark.parametrize("positions", [(60, 61, 60, 1, 2), (1, 200, 3)])
def test_any_position_is_the_game_folded_up_to_it(positions: tuple[int, ...]) -> None:
    recorded = entries(1)
    played = replay(recorded)
    for position in positions:
        assert played.at(position).state == folded(recorded, position).state
        assert played.at(position).awaited() == folded(recorded, position).awaited()
        for viewer in played.viewers():
            view = SHINOBI.view(folded(recorded, position).state, viewer)
            assert played.view(position, viewer) == view


def test_stepping_folds_each_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    folds: list[Entry] = []
    fold = Game.fold

    def counted(game: Game, entry: Entry) -> None:
        folds.append(entry)
        fold(game, entry)

    monkeypatch.setattr(Game, "fold", counted)
    recorded = entries(0)
    played = replay(recorded)
    for position in (*range(1, 101), *range(100, 0, -1), 50):
        played.board(position, PUBLIC)
    assert folds == list(recorded[:100])


def test_a_game_that_is_played_on_elsewhere_leaves_the_replay_alone() -> None:
    played = replay(entries(0))
    branch = played.at(40)
    branch.fold(entries(0)[40])
    assert played.at(40).position == 40


def test_everything_is_open_once_the_game_is_over() -> None:
    assert replay(entries(0)).eye("iga") == REFEREE
    assert replay(entries(0)[:-1]).eye("iga") == "iga"


@pytest.mark.parametrize("position", [0, -1, 41])
def test_a_position_that_the_game_has_not(position: int) -> None:
    with pytest.raises(NoSuchPosition, match=f"no event {position} in the game test; its events are 1 to 40"):
        replay(entries(0)[:40]).board(position, PUBLIC)


def test_a_record_without_an_event() -> None:
    with pytest.raises(BrokenRecord):
        Replay("test", SHINOBI, DATA, [])
