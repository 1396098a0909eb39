"""A game as of any of its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.game.entries.entries import Entry
from domain.game.state.game_state import GameState, Past, fold_on, not_at_hand
from domain.kit.errors import BrokenRecord
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi import SHINOBI
from projections.language.catalogues import Reader, written_for
from projections.replay import NoSuchPosition, Replay
from tests.playing import Game
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

    def counted(game: GameState, some: Sequence[Entry], past: Past = not_at_hand) -> GameState:
        folds.extend(some)
        return fold_on(game, some, past=past)

    recorded = entries(0)
    monkeypatch.setattr("projections.replay.fold_on", counted)
    played = replay(recorded)
    for position in (*range(1, 101), *range(100, 0, -1), 50):
        played.board(position, PUBLIC)
    assert folds == list(recorded[:100])


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


def test_the_newest_game_is_looked_at_and_not_copied() -> None:
    played = replay(entries(0))
    assert played.newest() is played.at(len(played))
    assert played.newest().position == len(played)


def test_what_was_drawn_last_is_each_viewers_own() -> None:
    """Whoever asks in between, and in whichever language: each gets the board of his own view."""
    played = replay(entries(1))
    for position in (40, 60, 40, 61, 61):
        for language in ("en", "ru", "en"):
            for viewer in played.viewers():
                view = SHINOBI.view(folded(entries(1), position).state, viewer)
                with written_for(Reader(language, zone=f"Etc/GMT+{position % 12}")):
                    drawn = played.drawn(position, viewer)
                    assert drawn.board == played.pictures.board(view)
                    assert drawn.tracks == played.pictures.tracks(view)


def test_a_board_that_was_just_drawn_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played, views = replay(entries(1)), list[tuple[int, str]]()
    view = played.view

    def noted(position: int, viewer: str) -> object:
        views.append((position, viewer))
        return view(position, viewer)

    monkeypatch.setattr(played, "view", noted)
    for position, viewer in ((40, "iga"), (40, "iga"), (40, PUBLIC), (41, "iga"), (40, "iga"), (40, PUBLIC)):
        played.drawn(position, viewer)
    assert views == [(40, "iga"), (40, PUBLIC), (41, "iga"), (40, "iga")]
