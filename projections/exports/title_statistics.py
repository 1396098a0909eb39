"""Statistics of a title from games that are over: how long they were and how they ended, which seats have
won, how first orders fared, and the dice of each person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import median

from msgspec import Struct

from domain.game.entries.entries import SEAT, Ordered
from domain.kit.sealed import PUBLIC
from projections.exports.sqlite import Filled
from projections.exports.statistics import Dice, Luck, Throw, open_throws_of, tested
from projections.exports.tables import on_line
from projections.pictures import Row, Table
from projections.replay import Replay

SURE = 1.96
"""Standard errors to either side: 19 intervals of 20 hold the truth."""

DAY = 86_400_000

LONGEST = 100
"""Signs of an order that are kept: some armies are listed in one."""

ORDERS, TURNS, DAYS = "orders", "turns", "days"
LENGTHS = (ORDERS, TURNS, DAYS)


class Counted(Struct, frozen=True):
    """What is counted of a game: its lengths by name, of each seat the first order that it gave itself, and
    the throws of those who began it, as long as they had their seats. A win is shared by those who drew.
    """

    game: str
    lengths: Mapping[str, float]
    ending: str
    people: Mapping[str, str]
    won: Mapping[str, float]
    first: Mapping[str, str]
    throws: tuple[Throw, ...]


class Share(Struct, frozen=True):
    """How often something has won, and the interval that holds the truth in 19 cases of 20; `even` is how
    often it would have if all seats of its games were alike.
    """

    played: int
    won: float
    low: float
    high: float
    even: float


class Spread(Struct, frozen=True):
    least: float
    median: float
    most: float


class First(Struct, frozen=True):
    """A first order of a seat, and how the seat fared."""

    seat: str
    order: str
    share: Share


class TitleStatistics(Struct, frozen=True):
    """`tests` are those of the dice, which are adjusted for each other."""

    games: int
    lengths: Mapping[str, Spread]
    endings: Mapping[str, int]
    seats: Mapping[str, Share]
    first: tuple[First, ...]
    dice: tuple[Dice, ...]
    luck: tuple[Luck, ...]
    tests: int


def counted(replay: Replay, people: Mapping[str, tuple[str, str]], end: int) -> Counted:
    """A game that was over with the event `end`. `people` are those who began it, by their seats: the name
    there, and what they are called in all games."""
    stands, over = on_line(replay), replay.newest()
    given = [entry for n in stands if isinstance(entry := replay.envelope(n).entry, Ordered)]
    first = {one.seat: replay.notation.write(one.plain())[:LONGEST] for one in reversed(given) if _own(one)}
    lasted = replay.envelope(end).at - replay.envelope(1).at
    share = 1 / len(over.winners) if over.is_drawn else 1.0
    return Counted(
        replay.game,
        {
            ORDERS: len(given),
            TURNS: len({replay.turn(n) for n in stands}),
            DAYS: round(lasted / DAY, 2),
        },
        over.ending,
        {seat: called for seat, (_name, called) in people.items()},
        {seat: share if seat in over.winners else 0.0 for seat in people},
        {seat: first[seat] for seat in people if seat in first},
        tuple(_throws(replay, people)),
    )


def _own(order: Ordered[object]) -> bool:
    return order.by == SEAT


def _throws(replay: Replay, people: Mapping[str, tuple[str, str]]) -> Iterator[Throw]:
    for person, (seat, kind, faces) in open_throws_of(replay, PUBLIC):
        name, called = people.get(seat, ("", ""))
        if name and person == name:
            yield called, kind, faces


def summed(games: Sequence[Counted]) -> TitleStatistics:
    """Of at least one game."""
    seats = sorted({seat for game in games for seat in game.won})
    dice, luck = tested([throw for game in games for throw in game.throws])
    return TitleStatistics(
        len(games),
        {name: _spread([game.lengths[name] for game in games]) for name in LENGTHS},
        dict(Counter(game.ending for game in games).most_common()),
        {seat: share_of([game for game in games if seat in game.won], seat) for seat in seats},
        tuple(_first(games)),
        dice,
        luck,
        sum(one.p is not None for one in dice) + len(luck),
    )


def share_of(games: Sequence[Counted], seat: str) -> Share:
    """How a seat fared in some games. The interval by Wilson stays within 0 and 1, and is honest of few."""
    played, won = len(games), sum(game.won[seat] for game in games)
    part, square = won / played, SURE**2 / played
    middle = (part + square / 2) / (1 + square)
    error = SURE * sqrt(part * (1 - part) / played + square / played / 4) / (1 + square)
    even = sum(1 / len(game.won) for game in games) / played
    return Share(played, round(won, 2), max(0.0, middle - error), min(1.0, middle + error), even)


def _spread(values: Sequence[float]) -> Spread:
    return Spread(min(values), median(values), max(values))


def _first(games: Sequence[Counted]) -> Iterator[First]:
    """Seat by seat, those that were given most often first."""
    fared: dict[tuple[str, str], list[Counted]] = {}
    for game in games:
        for first in game.first.items():
            fared.setdefault(first, []).append(game)
    for (seat, order), found in sorted(fared.items(), key=lambda one: (one[0][0], -len(one[1]), one[0][1])):
        yield First(seat, order, share_of(found, seat))


# ---- as tables

GAMES = Table("games", {"game": str, "ending": str, ORDERS: int, TURNS: int, DAYS: float}, ("game",))
"""A row a game that is counted."""

SEATS = Table(
    "seats",
    {"game": str, "seat": str, "person": str, "won": float, "first_order": str},
    ("game", "seat"),
)
"""Who began at each seat, the part of the win that it has, and the first order that it gave itself."""

THROWS = Table(
    "throws",
    {
        "game": str,
        "throw": int,
        "person": str,
        "sides": int,
        "real": int,
        "dice": int,
        "sum": int,
        "faces": str,
    },
    ("game", "throw"),
)
"""The throws after the orders of a person, numbered in each game; faces stand with blanks between."""


def tables_of(games: Sequence[Counted]) -> list[Filled]:
    return [
        Filled(GAMES, [{"game": one.game, "ending": one.ending, **one.lengths} for one in games]),
        Filled(SEATS, [row for game in games for row in _seat_rows(game)], GAMES),
        Filled(THROWS, [row for game in games for row in _throw_rows(game)], GAMES),
    ]


def _seat_rows(game: Counted) -> Iterator[Row]:
    for seat, person in game.people.items():
        about = {"game": game.game, "seat": seat, "person": person}
        yield {**about, "won": game.won[seat], "first_order": game.first.get(seat, "")}


def _throw_rows(game: Counted) -> Iterator[Row]:
    for number, (person, kind, faces) in enumerate(game.throws, 1):
        about = {"game": game.game, "throw": number, "person": person, "sides": kind.sides}
        shown = {"dice": len(faces), "sum": sum(faces), "faces": " ".join(map(str, faces))}
        yield {**about, "real": int(kind.real), **shown}
