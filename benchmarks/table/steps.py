"""The cost of a step of the table for the server: the worst of random games of each title."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from domain.titles import TITLES
from projections.replay import Replay
from referee.seats.seat_view import Scene
from referee.web.answering import encoded
from referee.web.rehearsing import Rehearsing
from referee.web.stepping import Stepped, Stepping
from tests.browser.seated_tables import Tables
from tests.projections.games import NOBODY, NOON, Stamped
from tests.titles.play import data_of, finished

GAMES, POSITIONS, PICKS = 50, 12, 8
"""Random games of a title, positions of each, and picks of a way through their steps."""

ON = 0.3
"""How often somebody who might send goes on with another order."""


class Cost(NamedTuple):
    """Of one step: seconds of CPU, and what was asked where."""

    seconds: float
    where: str


def replay_of(title: str, seed: int) -> tuple[Replay, list[int]]:
    """A random game, and after which of its events somebody is asked."""
    rules, played = TITLES[title], finished(title, seed)
    digest = seed.to_bytes(32, "big")
    stamped = [Stamped(digest, NOON, NOBODY, one) for one in played.entries]
    asked = [at for at, state in played.stops.items() if rules.awaited(state)]
    return Replay("perry", rules, data_of(rules), stamped), asked


def scenes(title: str, seed: int, most: int, luck: Random) -> Iterator[Scene]:
    """Some positions of a game, before the eyes of a seat that is asked."""
    whole, asked = replay_of(title, seed)
    for at in sorted(luck.sample(asked, min(most, len(asked)))):
        replay = Replay(whole.game, whole.rules, whole.data, whole.envelopes[:at])
        replay.states = whole.states
        yield Scene(replay, luck.choice(whole.at(at).awaited()), "TOKEN", person="Anna")


def walked(scene: Scene, luck: Random, *, narrow: bool = False) -> Iterator[tuple[Cost, dict[str, Any]]]:
    """The steps of one way through them, as the server works them out, one after the other."""
    stepping = Stepping(Rehearsing(Tables()).step)  # type: ignore[arg-type]
    picks: tuple[str, ...] = ()
    for _pick in range(PICKS):
        start = time.process_time()
        step = stepping._told(lambda: scene, Stepped(picks))
        size = len(encoded(step))
        took = time.process_time() - start
        yield Cost(took, f"{scene.game.id} {len(scene.replay)} {scene.seat} {picks} {size}"), step
        open_ = [one["v"] for one in step["values"] if one["may"]]
        if step["complete"] and luck.random() < ON and not step["stop"]:
            picks = (*step["picks"], "then")
        elif open_:
            picks = (*step["picks"], luck.choice(open_))
        else:
            return


def costs(title: str, games: int = GAMES, most: int = POSITIONS) -> list[Cost]:
    found = list[Cost]()
    for seed in range(games):
        luck = Random(seed)
        for scene in scenes(title, seed, most, luck):
            gc.collect()
            gc.disable()
            found += [cost._replace(where=f"{seed} {cost.where}") for cost, _step in walked(scene, luck)]
            gc.enable()
    return found


if __name__ == "__main__":
    import sys

    for title in sys.argv[2:] or TITLES:
        found = sorted(costs(title, int(sys.argv[1])), reverse=True)
        print(title, len(found), f"median {1000 * median(one.seconds for one in found):.1f} ms")
        for one in found[:12]:
            print(f"  {1000 * one.seconds:.1f} ms", one.where)
