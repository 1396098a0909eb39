"""Positions of random games, each before the eyes of a seat that is asked, and the steps from there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from msgspec import Struct

from domain.titles import TITLES
from projections.replay import Replay
from referee.seats.seat_view import Scene
from referee.web.kept_boards import KeptBoards
from referee.web.rehearsing import Rehearsing
from referee.web.stepping import Stepped, Stepping
from tests.browser.seated_tables import SECRET, Table, Tables, served
from tests.projections.games import NOBODY, NOON, Stamped
from tests.titles.play import data_of, finished

GAME = "perry"


class Steps:
    """Works out the steps of one position as the server does. Its page has drawn the board before, and
    nothing is forgotten."""

    def __init__(self, scene: Scene) -> None:
        self._scene, boards, replay = scene, KeptBoards(), scene.replay
        boards(replay, len(replay), replay.eye(scene.viewer))
        self._stepping = Stepping(Rehearsing(Tables(), boards).step)  # type: ignore[arg-type]

    def __call__(self, *picks: str, narrow: bool = False) -> dict[str, Any]:
        return self._stepping._told(lambda: self._scene, Stepped(picks, narrow=narrow))


def whole(title: str, seed: int) -> tuple[Replay, list[int]]:
    """A random game, and after which of its events somebody is asked."""
    rules, played = TITLES[title], finished(title, seed)
    stamped = [Stamped(seed.to_bytes(32, "big"), NOON, NOBODY, one) for one in played.entries]
    asked = [at for at, state in played.stops.items() if rules.awaited(state)]
    return Replay(GAME, rules, data_of(rules), stamped), asked


def scene_at(replay: Replay, at: int, seat: str = "") -> Scene:
    """`seat` is the first that is asked, unless it is said."""
    so_far = Replay(replay.game, replay.rules, replay.data, replay.envelopes[:at])
    so_far.states = replay.states
    return Scene(so_far, seat or replay.at(at).awaited()[0], "TOKEN", person="Anna")


def scenes(title: str, seed: int, most: int, luck: Random) -> Iterator[Scene]:
    """Some positions of a game."""
    replay, asked = whole(title, seed)
    for at in sorted(luck.sample(asked, min(most, len(asked)))):
        yield scene_at(replay, at, luck.choice(replay.at(at).awaited()))


class Sat(Struct):
    """What a table wants of a seat, of a position."""

    replay: Replay
    seat: str


@contextmanager
def table_at(scene: Scene) -> Iterator[tuple[str, Table]]:
    """The address of the table of a position, and what stands behind it."""
    table = Table(Sat(scene.replay, scene.seat))  # type: ignore[arg-type]
    with served(table) as address:
        yield f"{address}#play={SECRET}", table
