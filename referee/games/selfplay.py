"""Games that random players play with each other, recorded like any other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice

from domain.game.deciding.decide import join, post
from domain.game.deciding.run import Run
from domain.game.entries.protocol_orders import Join
from domain.kit.errors import Fault
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import BOTS, Act
from referee.record.record import Record

LONGEST = 20_000
"""Orders of a self-played game; more is a game that does not end."""


def self_play(
    record: Record, title: str, games: int, seed: str, preset: str = "default", called: str = ""
) -> Iterator[str]:
    """Plays so many games to their end and gives the id of each: the first ones of the seed that the store
    has not, or under a name of their own. Raises `CannotOpen`, `Fault`."""
    least, most = TITLES[title].scenarios[0].seats
    for number, name in _names(record, games, seed, called):
        referee = Referee(record, seed=f"bots-{seed}-{number}")
        people = tuple(f"bot {n}" for n in range(1, least + number % (most - least + 1) + 1))
        referee.open(Opening(name, title, people, preset=preset), Act(BOTS))
        play_out(referee, name, random.Random(f"bots-{seed}-{number} players"))
        yield name


def _names(record: Record, games: int, seed: str, called: str) -> list[tuple[int, str]]:
    """The numbers of games in the series of their seed, and what they are called."""
    if called:
        return [(n, called if games == 1 else f"{called}-{n}") for n in range(1, games + 1)]
    taken = set(record.games())
    series = ((n, f"bots-{seed}-{n}") for n in count(1))
    return list(islice(((n, name) for n, name in series if name not in taken), games))


def play_out(referee: Referee, name: str, players: random.Random, orders: int | None = None) -> None:
    """Plays a game on with random legal orders, to its end or so many, and records it in one piece."""
    kept = referee.record.load(name)
    run = Run(kept.game, referee.cells.chance)
    for number in range(LONGEST):
        if run.game.is_over() or number == orders:
            referee.record.append(kept, run.game, run.made, Act(BOTS))
            return
        random_order(run, players)
        referee.cells.renew_where_out(run)
    raise Fault(f"{name} has not ended after {LONGEST} orders.")


def random_order(run: Run, players: random.Random) -> None:
    """One random legal order of a seat that is awaited, and what follows from it."""
    game = run.game
    seat = players.choice(game.awaited())
    if game.expected() == (Join,):
        join(run, seat, f"{seat} is played by a program")
        return
    offers = game.examples(seat)
    if not offers:
        raise Fault(f"{game.rules.title} awaits {seat} and offers nothing at position {game.position}.")
    post(run, seat, players.choice(offers))
