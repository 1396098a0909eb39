"""Results that are kept in `results.json`; the bands of `bands.toml`; whether a figure is within its own."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.titles import TITLES
from referee.games.datasets import shipped_digest
from referee.programs.choosing import STRENGTHS
from referee.programs.seats import program
from tests.figures.measuring import Figure, Pair, Value, measured, pair
from tests.figures.told import Told, told

RESULTS = Path(__file__).with_name("results.json")
BANDS = Path(__file__).with_name("bands.toml")

GAMES = 200

ENOUGH = 8
"""Games in which something was counted, before its interval can be trusted: of four, all may be odd."""


class Band(Struct, frozen=True, array_like=True):
    """From where to where a figure may lie, both included, and why."""

    low: float
    high: float
    why: str

    def has(self, value: Value) -> bool:
        return value.games > 0 and self.low <= value.value <= self.high

    def may_have(self, value: Value) -> bool:
        """Whether what was counted in few games is no evidence against the band."""
        return value.games < ENOUGH or (value.low <= self.high and self.low <= value.high)


class Tally(Struct, frozen=True):
    """`pairs` are of each figure, by its name."""

    pairs: Mapping[str, Pair]
    ending: str
    orders: Mapping[str, int]


class Result(Struct, frozen=True, omit_defaults=True):
    """`data` is the digest of the data set; `orders` is how often each kind is given in a game. `players` is
    the program that has played against itself, "" for the best players that the tests have."""

    title: str
    edition: str
    data: str
    games: int
    values: Mapping[str, Value]
    endings: Mapping[str, int]
    orders: Mapping[str, float]
    players: str = ""


def figures(title: str) -> Sequence[Figure]:
    found: Sequence[Figure] = import_module(f"tests.figures.{title}").FIGURES
    return found


@cache
def bands(title: str) -> Mapping[str, Band]:
    read = msgspec.toml.decode(BANDS.read_bytes(), type=dict[str, dict[str, Band]])
    return read.get(title, {})


def counted(title: str, games: int = GAMES, players: str = "") -> Result:
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        return result(title, list(pool.map(partial(_played, title, players), range(games))), players)


def _played(title: str, players: str, seed: int) -> Tally:
    return tally(told(title, seed, program(players) if players else None))


def tally(game: Told) -> Tally:
    found = {figure.name: pair(figure, game) for figure in figures(game.rules.title)}
    return Tally(found, game.ending, dict(game.orders))


def result(title: str, games: Sequence[Tally], players: str = "") -> Result:
    endings = Counter(game.ending for game in games)
    orders = sum((Counter(game.orders) for game in games), Counter[str]())
    return Result(
        title,
        TITLES[title].edition,
        shipped_digest(title),
        len(games),
        {one.name: measured(one, [game.pairs[one.name] for game in games]) for one in figures(title)},
        dict(endings.most_common()),
        {kind: round(often / len(games), 2) for kind, often in orders.most_common()},
        players,
    )


def known() -> dict[str, list[Result]]:
    """By title: of the best players that the tests have, then of programs, weak ones first."""
    found = msgspec.json.decode(RESULTS.read_bytes(), type=list[Result]) if RESULTS.exists() else []
    return {title: [one for one in found if one.title == title] for title in TITLES}


def keep(new: Result) -> None:
    """In the place of that of the same strength."""
    kept = {title: [one for one in found if not _is_alike(one, new)] for title, found in known().items()}
    kept[new.title] = sorted([*kept[new.title], new], key=_strength)
    listed = [one for found in kept.values() for one in found]
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(listed), indent=1) + b"\n")


def _is_alike(one: Result, new: Result) -> bool:
    return (one.title, _strength(one)) == (new.title, _strength(new))


def _strength(one: Result) -> int:
    """Its place in the columns of a page."""
    return STRENGTHS.index(program(one.players).strength) + 1 if one.players else 0
