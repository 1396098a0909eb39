"""Whole games, as only this title can judge them: invariants of cards and support, every ending.

How they go, and that neither side is lost from the start, is counted by `tests/figures`.

That random games of every preset end, load, and audit clean is held by `tests/titles`, for 200 seeds.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import Fact
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.events import RoundBegan, TurnBegan
from domain.twilight_shogun.board.state import Board, conserved, controller, in_play, is_clan, support
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import ENDINGS
from domain.twilight_shogun.words.orders import Resign
from tests.playing import Game
from tests.titles.play import Played, finished
from tests.twilight_shogun.boards import TABLES
from tests.twilight_shogun.greedy import Greedy
from tests.twilight_shogun.players import played_for

LAST = 8
"""The last turn."""

SLICES, SLICE = 6, 10
"""Random games of the longer proof."""


def has_its_support(board: Board) -> bool:
    """The invariant of voluntary recovery: after a round no influence is below its support [3.4]."""
    return all(
        board.influence[name][seat] >= support(board, name, seat)
        for name in board.influence
        if in_play(board, name)
        for seat in (ANTI, PRO)
    )


def replayed(played: Played) -> Counter[str]:
    """Folds a game again and looks at the board after every event; counts what happened."""
    game, counted = Game("again", TWILIGHT_SHOGUN), Counter[str]()
    for entry in played.entries:
        game.fold(entry)
        if game.position == 1:
            game.begin(TABLES)
        if isinstance(entry, Fact) and entry.event is not None:
            counted[type(entry.event).__name__] += 1
            assert conserved(game.state.board) == ""
            assert not ends_a_round(entry.event) or has_its_support(game.state.board)
    return counted


def ends_a_round(event: Struct) -> bool:
    """Whether a round has ended before the event; the navy, placed before the first, recovers after it."""
    if isinstance(event, RoundBegan):
        return event.round > 1
    return isinstance(event, TurnBegan)


@pytest.mark.parametrize("seed", [0, 2])
def test_cards_are_conserved_after_every_event_and_influence_after_every_round(seed: int) -> None:
    played = finished("twilight_shogun", seed)
    counted, shown = replayed(played), int(played.game.state.board.played is not None)
    assert counted["CardPlayed"] == counted["CardDiscarded"] + counted["CardRemoved"] + shown
    assert counted["RoundBegan"] == counted["CardPlayed"]


def test_nobody_controls_what_is_no_clan() -> None:
    board = finished("twilight_shogun", 0).game.state.board
    assert [name for name in board.influence if controller(board, name) and not is_clan(board, name)] == [
        "edo"
    ]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_the_invariants_hold_in_many_random_games(part: int) -> None:
    """60 games, ten in each part."""
    for seed in range(1000 + part * SLICE, 1000 + (part + 1) * SLICE):
        replayed(Played(TWILIGHT_SHOGUN, seed, TABLES).to_the_end())


def test_greedy_players_come_to_an_end() -> None:
    """From a point late in a game; from the beginning in the longer proofs."""
    stops, greedy = finished("twilight_shogun", 2).stops, Greedy(0)
    late = max(at for at, state in stops.items() if state.board.turn == LAST - 1)
    greedy.game.now = replace(greedy.game.now, state=stops[late])
    board = greedy.to_the_end()
    assert board.turn >= LAST - 1
    assert board.winner in (ANTI, PRO)
    assert board.ending in ENDINGS


@pytest.mark.parametrize(("ending", "seed"), [("vp", 3), ("resignation", 0), ("intervention", 0)])
def test_an_ending_is_reached(ending: str, seed: int) -> None:
    """By players who both want it; random ones come to the final count."""
    assert played_for(ending, seed).ending == ending
    assert finished("twilight_shogun", 2).game.state.board.ending == "final"


@pytest.mark.parametrize(("seat", "seed"), [(ANTI, 9), (PRO, 3)])
def test_the_flags_stand_for_either_side(seat: str, seed: int) -> None:
    board = played_for("emperor", seed)
    assert (board.ending, board.active) == ("emperor", seat)


@pytest.mark.soak
@pytest.mark.parametrize("seat", [ANTI, PRO])
def test_either_side_can_reach_the_limit_of_vp(seat: str) -> None:
    """In the first of up to 60 games that ends so."""
    ends = (Greedy(seed).to_the_end() for seed in range(60))
    assert any((board.ending, board.winner) == ("vp", seat) for board in ends)


def test_a_player_may_resign_in_the_middle_of_a_game() -> None:
    played = Played(TWILIGHT_SHOGUN, 40, TABLES)
    for _ in range(10):
        played.step()
    played.game.post(PRO, Resign(), played.luck)
    assert played.game.is_over()
    assert (played.game.winners, played.game.state.board.ending) == ((ANTI,), "resignation")
