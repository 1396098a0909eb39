"""Players who both work for one ending that random ones hardly ever reach; all else they leave to chance.

`tests/titles/recorded.py` records games with `PLAYERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random

from msgspec import Struct

from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.conditions import condition_met
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.data.tables import ANTI
from domain.twilight_shogun.words import orders as o
from tests.playing import Game
from tests.titles.play import Luck, opening
from tests.twilight_shogun.boards import TABLES
from tests.twilight_shogun.greedy import after

FLAGS = "emperor-flags"

RAISES = (o.Coup, o.PlayCoup, o.Accept)
"""What raises the intervention level."""

TRIED = 8
"""Orders that are tried before one is taken that brings Anti-Bakufu nearer to the VP limit."""


def wish(ending: str, game: Game, seat: str, random: Random) -> Struct:
    """One of the orders that lead to the ending."""
    wished = wishes(ending, game.state.board, seat, game.examples(seat))
    if ending != "vp" or len(wished) < 2:
        return random.choice(wished)
    tried = random.sample(wished, min(TRIED, len(wished)))
    return max(tried, key=lambda order: after(game, seat, order, ANTI))


def wishes(ending: str, board: Board, seat: str, orders: Sequence[Struct]) -> Sequence[Struct]:
    """The orders that lead to the ending, or at least do not bar it."""
    if ending == "resignation" and board.turn > 1:
        return [o.Resign()]
    if ending == "intervention":
        return [one for one in orders if isinstance(one, RAISES)] or orders
    calm = [one for one in orders if not isinstance(one, RAISES)] or orders
    if ending != "emperor":
        return calm
    if o.PlayEvent(FLAGS) in orders and condition_met(board, FLAGS, seat):
        return [o.PlayEvent(FLAGS)]
    return courts(calm) or calm


def courts(orders: Sequence[Struct]) -> Sequence[Struct]:
    """The court operations with the most APs."""
    ap = {one: TABLES.cards[one.card].ap for one in orders if isinstance(one, o.Court) and one.card != FLAGS}
    return [one for one in ap if ap[one] == max(ap.values())]


PLAYERS: Mapping[str, Callable[[Game, str, Random], Struct]] = {
    ending: partial(wish, ending) for ending in ("vp", "emperor", "final")
}


@cache
def played_for(ending: str, seed: int) -> Board:
    """The end of a game that both players want to end so."""
    random, luck = Random(seed), Luck(seed)
    game = Game(f"wishful-{seed}", TWILIGHT_SHOGUN)
    game.open(opening(TWILIGHT_SHOGUN, 0), TABLES, luck)
    while not game.is_over():
        (seat,) = game.awaited()
        game.post(seat, wish(ending, game, seat, random), luck)
    board: Board = game.state.board
    return board
