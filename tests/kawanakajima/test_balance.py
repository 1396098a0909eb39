"""The simple player against itself; that nobody is favoured too much, `tests/figures` shows."""

from __future__ import annotations

from domain.kawanakajima import KAWANAKAJIMA
from tests.kawanakajima.data import DATA
from tests.kawanakajima.player import Player, promise
from tests.playing import Game
from tests.titles.play import Luck, opening


def played(seed: int) -> Game:
    """A game of the simple player against itself, with a battle plan of chance."""
    game, luck = Game(f"balance-{seed}", KAWANAKAJIMA), Luck(seed)
    game.open(opening(KAWANAKAJIMA, 0), DATA, luck)
    players = {seat: Player(seat, seed) for seat in KAWANAKAJIMA.seats}
    while not game.is_over():
        seat = game.awaited()[0]
        game.post(seat, players[seat].choose(game), luck)
    return game


def test_the_simple_player_plays_a_game_to_its_end() -> None:
    """Both sides lose units in it: whoever attacks has something to win [17.5]."""
    board = played(0).state.board
    assert board.ending
    assert {unit[0] for unit, now in board.units.items() if now.losses >= 4} == {"t", "u"}
    assert max(army.points for army in board.armies.values()) > 4


def test_a_combat_promises_more_with_better_odds() -> None:
    """What the player goes by: the average of the combat table [11.5]."""
    assert promise(-4, -4, 0, 0) < 0 < promise(2, 2, 0, 0)
    assert promise(0, 0, 0, 0) < promise(2, 0, 0, 0) < promise(4, 1, 0, 0)
    assert promise(2, 0, 0, 1) > promise(2, 0, 0, 0)
