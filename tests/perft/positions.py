"""The stored games: their orders, and any of their positions again, exactly.

A position is a game and the number of its orders that have been played. Chance is fixed by a stated rule:
the faces of a throw follow from the name of the place, and the number of the question there alone.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.chance import Answer, Bound, Question
from domain.kit.errors import OrderError
from domain.kit.rules import Rules
from tests.playing import Game
from tests.titles.play import data_of, opening

LONGEST = 3_000
"""Orders that a stored game has at most."""


class Played(Struct, frozen=True):
    """A game as it is stored: the seed of its opening, and every order as "SEAT: WORDS"."""

    seed: int
    orders: tuple[str, ...] = ()


class Refused(Exception):
    """An order of a stored game is refused by today's rules; the sentence says which, and why."""

    def __init__(self, number: int, order: str, why: object) -> None:
        super().__init__(f"Order {number}, “{order}”, is refused now: {why}")
        self.number = number


class Chance:
    """Faces that follow from the name of a place and from the number of the question there."""

    def __init__(self, place: str) -> None:
        self._place, self._asked = place, 0

    def answer(self, question: Question, bound: Bound) -> Answer:
        self._asked += 1
        drawn = (
            sha256(f"{self._place}/{self._asked}/{nth}".encode()).digest()
            for nth in range(len(question.limits()))
        )
        pairs = zip(drawn, question.limits(), strict=True)
        return Answer(tuple(1 + int.from_bytes(raw[:8], "big") % top for raw, top in pairs))


def begun(rules: Rules, seed: int) -> Game:
    """A game before its first order."""
    game = Game(f"perft-{seed}", rules)
    game.open(opening(rules, seed), data_of(rules), Chance(f"{rules.title} {seed} opening"))
    return game


def choices(game: Game) -> list[tuple[str, Struct]]:
    """Who is awaited, with the legal orders; examples of them where they cannot be enumerated."""
    return [(seat, order) for seat in game.awaited() for order in game.examples(seat)]


def is_enumerated(game: Game) -> bool:
    """Whether every legal order of every seat that is awaited is listed."""
    return all(game.offers(seat) is not None for seat in game.awaited())


def order(game: Game, seat: str, given: Struct, number: int) -> None:
    """Plays an order, with the chance of its place in the game."""
    seed = game.id.removeprefix("perft-")
    game.post(seat, given, Chance(f"{game.rules.title} {seed} order {number}"))


def replayed(rules: Rules, played: Played, watch: Callable[[Game, int], None], upto: int = LONGEST) -> Game:
    """Plays the orders of a game, up to a number of them. `watch` sees it before the first and after each.

    Raises `Refused`.
    """
    game = begun(rules, played.seed)
    words = rules.notation(game.data, game.seats)
    watch(game, 0)
    for number, line in enumerate(played.orders[:upto], 1):
        seat, _, text = line.partition(": ")
        try:
            order(game, seat, words.read(text), number)
        except OrderError as why:
            raise Refused(number, line, why) from why
        watch(game, number)
    return game


def grown(rules: Rules, played: Played) -> Played:
    """The game as far as its orders can be played today, and on from there to its end by random orders."""
    try:
        game, done = replayed(rules, played, lambda game, number: None), len(played.orders)
    except Refused as refused:
        done = refused.number - 1
        game = replayed(rules, played, lambda game, number: None, done)
    random, lines = Random(f"{rules.title} {played.seed}"), list(played.orders[:done])
    words = rules.notation(game.data, game.seats)
    while (known := choices(game)) and len(lines) < LONGEST:
        seat, given = random.choice(known)
        lines.append(f"{seat}: {words.write(given)}")
        order(game, seat, given, len(lines))
    return replace(played, orders=tuple(lines))
