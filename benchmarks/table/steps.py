"""The cost of a step of the table for the server: the worst of random games of each title."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks.goals import Row
from benchmarks.table.positions import Steps, scenes
from domain.titles import TITLES
from referee.seats.seat_view import Scene
from referee.web.answering import encoded

GAMES, POSITIONS, PICKS = 50, 8, 8
"""Random games of a title, positions of each, and picks of a way through their steps."""

ON = 0.3
"""How often somebody who might send goes on with another order."""

MOST = 60
"""Milliseconds of CPU that a step may take."""


class Cost(NamedTuple):
    """Of one step: seconds of CPU, and what was asked where."""

    seconds: float
    where: str


def walked(scene: Scene, luck: Random) -> Iterator[Cost]:
    """The steps of one way from a position, one after the other, with the text of each answer."""
    steps, picks, narrow = Steps(scene), tuple[str, ...](), luck.random() < ON
    for _pick in range(PICKS):
        start = time.process_time()
        step = steps(*picks, narrow=narrow)
        encoded(step)
        yield Cost(
            time.process_time() - start, f"event {len(scene.replay)}, {scene.seat}: {', '.join(picks)}"
        )
        open_ = [one["v"] for one in step["values"] if one["may"]]
        if step["complete"] and luck.random() < ON and not step["stop"]:
            picks = (*step["picks"], "then")
        elif open_:
            picks = (*step["picks"], luck.choice(open_))
        else:
            return


def costs(title: str, games: int = GAMES, positions: int = POSITIONS) -> Iterator[Cost]:
    for seed in range(games):
        luck = Random(seed)
        for scene in scenes(title, seed, positions, luck):
            _ = scene.game
            gc.collect()
            gc.disable()
            found = list(walked(scene, luck))
            gc.enable()
            yield from (cost._replace(where=f"game {seed}, {cost.where}") for cost in found)


def rows(titles: tuple[str, ...], games: int = GAMES) -> Iterator[Row]:
    for title in titles:
        found = list(costs(title, games))
        worst, middle = max(found), 1000 * median(one.seconds for one in found)
        said = f"worst {1000 * worst.seconds:.0f} ms ({worst.where}), median {middle:.1f} of {len(found)}"
        what = f"CPU of a step with rehearsal and board, {games} games: {TITLES[title].name}"
        yield Row(what, f"≤ {MOST} ms", said, 1000 * worst.seconds <= MOST)
