"""Results that are kept in `results.json`; the bands of `bands.toml`; whether a figure is within its own.

Result    what the games of one title have given, and of which edition and data set they were
counted   plays and counts
known     all that is kept        keep   keeps a result in the place of an older one
bands     of a title, by figure
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.titles import TITLES
from referee.record.record import data_digest, pack_files
from tests.figures.measuring import Figure, Value, measured
from tests.figures.told import Told, told
from tests.titles.play import FIXTURES

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


class Result(Struct, frozen=True):
    """`data` is the digest of the data set; `orders` is how often each kind is given in a game."""

    title: str
    edition: str
    data: str
    games: int
    values: Mapping[str, Value]
    endings: Mapping[str, int]
    orders: Mapping[str, float]


def figures(title: str) -> Sequence[Figure]:
    found: Sequence[Figure] = import_module(f"tests.figures.{title}").FIGURES
    return found


@cache
def bands(title: str) -> Mapping[str, Band]:
    read = msgspec.toml.decode(BANDS.read_bytes(), type=dict[str, dict[str, Band]])
    return read.get(title, {})


def digest(title: str) -> str:
    """The name of the data set that ships."""
    files = {path.name: path.read_bytes() for path in (FIXTURES / title).iterdir() if path.is_file()}
    return data_digest(title, pack_files(files))


def counted(title: str, games: int = GAMES) -> Result:
    return result(title, [told(title, seed) for seed in range(games)])


def result(title: str, games: Sequence[Told]) -> Result:
    endings = Counter(game.ending for game in games)
    orders = sum((game.orders for game in games), Counter[str]())
    return Result(
        title,
        TITLES[title].edition,
        digest(title),
        len(games),
        {figure.name: measured(figure, games) for figure in figures(title)},
        dict(endings.most_common()),
        {kind: round(often / len(games), 2) for kind, often in orders.most_common()},
    )


def known() -> dict[str, Result]:
    if not RESULTS.exists():
        return {}
    return {one.title: one for one in msgspec.json.decode(RESULTS.read_bytes(), type=list[Result])}


def keep(new: Iterable[Result]) -> None:
    kept = known() | {one.title: one for one in new}
    listed = [kept[title] for title in TITLES if title in kept]
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(listed), indent=1) + b"\n")
