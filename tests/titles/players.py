"""Who plays when programs play: at random, mostly the usual order, or as well as a title's tests can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from msgspec import Struct

from tests.kawanakajima.player import Player as SimplePlayer
from tests.kawanakajima.players import STORIES, SiegePlayer
from tests.playing import Game
from tests.twilight_shogun.greedy import best_of

Player = Callable[[Game, str, Random], Struct]
"""Chooses a legal order of a seat that is awaited."""

TYPICAL = 0.8
"""How often the usual player gives the first of the examples, which is the most usual order."""


def at_random(game: Game, seat: str, random: Random) -> Struct:
    return random.choice(game.examples(seat))


def typical(game: Game, seat: str, random: Random) -> Struct:
    known = game.examples(seat)
    return known[0] if random.random() < TYPICAL else random.choice(known)


def _attacking(game: Game, seat: str, random: Random) -> Struct:
    """The simple player of Kawanakajima, with a battle plan of chance; where Kaizu is a fortress, one who
    works for a siege, which ends in this way or that.
    """
    if game.state.board.fort:
        return SiegePlayer(seat, Random(game.now.id).choice(SIEGES), random).choose(game)
    player = SimplePlayer(seat, 0)
    player.random = random
    return player.choose(game)


SIEGES = tuple(STORIES)

BEST: Mapping[str, Player] = {"twilight_shogun": best_of, "kawanakajima": _attacking}
"""Of the other titles nobody plays better than at random."""


def best(title: str) -> Player:
    return BEST.get(title, at_random)


def simple(title: str) -> Player:
    return BEST.get(title, typical)
