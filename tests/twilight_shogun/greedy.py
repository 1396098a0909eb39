"""A simple greedy player: tries orders that are proposed, with middling dice, and takes what looks best.

It looks at what the scorings would give now, at control and court levels, and no further than its own order.
It is there to show that neither side of the reconstruction is lost from the start.
"""

from __future__ import annotations

from copy import copy
from random import Random

from msgspec import Struct

from domain.kit.chance import Answer, Bound, Question
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.state import Board, controller, space_of
from domain.twilight_shogun.cards.scoring import standings
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Evade
from domain.twilight_shogun.words.orders import Evade as Evaded
from tests.playing import Game
from tests.titles.play import Luck, opening
from tests.twilight_shogun.boards import TABLES

TRIED = 24
"""Orders that are tried of those that are proposed."""


class Middling:
    """Dice that show three and four in turn; cards from the front."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        if question.draw:
            return Answer((1,) * question.count)
        return Answer(tuple(3 + place % 2 for place in range(question.count)))


def worth(board: Board) -> float:
    """How good a board looks for Anti-Bakufu."""
    if board.winner:
        return 1000 if board.winner == ANTI else -1000
    value = float(board.vp) + 1.5 * (board.court[ANTI] - board.court[PRO])
    for scoring in TABLES.scorings:
        anti, pro = standings(board, scoring)
        value += 0.7 * (anti.points.total - pro.points.total)
    for name, here in board.influence.items():
        holder = controller(board, name)
        value += 0.1 * max(-4, min(4, here[ANTI] - here[PRO]))
        if holder and here[ANTI] + here[PRO]:
            value += (0.8 if space_of(board, name).powered else 0.4) * (1 if holder == ANTI else -1)
    return value


def after(game: Game, seat: str, order: Struct, side: str) -> float:
    """How good the board looks for a side once the order is played, with middling dice."""
    tried = copy(game)
    tried.post(seat, order, Middling())
    return worth(tried.state.board) * (1 if side == ANTI else -1)


def best_of(game: Game, seat: str, random: Random) -> Struct:
    """What looks best for a seat, of the orders that it tries."""
    if isinstance(game.state.agenda[0], Evade):
        return Evaded()
    orders = list(game.examples(seat))
    if len(orders) > TRIED:
        orders = random.sample(orders, TRIED)
    return max(orders, key=lambda order: after(game, seat, order, seat))


class Greedy:
    """A game that greedy players play against each other."""

    def __init__(self, seed: int) -> None:
        self.random, self.luck = Random(seed), Luck(seed)
        self.game = Game(f"greedy-{seed}", TWILIGHT_SHOGUN)
        self.game.open(opening(TWILIGHT_SHOGUN, 0), TABLES, self.luck)

    def to_the_end(self) -> Board:
        while not self.game.is_over():
            (seat,) = self.game.awaited()
            self.game.post(seat, best_of(self.game, seat, self.random), self.luck)
        board: Board = self.game.state.board
        return board
