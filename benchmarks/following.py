"""The read model: how quickly it is built from nothing, and how soon it has what was just recorded.

A rebuild is of finished games of every title: what they are like at their end is written for every viewer,
which costs the same however long they were. The lag is that of a follower that is
woken by the file of the store, like the live pages: from when an order is durable to when the read model has
committed it, both on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from benchmarks.measure import least
from benchmarks.report import Figure
from benchmarks.streams import ACT, GAME, opened
from domain.titles import TITLES
from projections.read_model.following import Views, catch_up, rebuild
from referee.games.referee import Referee
from referee.games.selfplay import self_play
from referee.record.record import Record
from referee.record.store import Pool
from referee.web.live import Hub

GAMES = 10
"""Finished games of each title."""

ORDERS = 25
"""Orders after each of which the lag is measured."""

LAG = 50
"""Milliseconds."""


def followed(
    directory: Path,
    repeats: int,
    games: int = GAMES,
    orders: int = ORDERS,
    titles: Collection[str] = tuple(TITLES),
) -> list[Figure]:
    """Microseconds of an event that is rebuilt, and milliseconds of lag."""
    return [_rebuilt(directory / "many.bugyo", repeats, games, titles), _lag(directory, orders)]


def _rebuilt(path: Path, repeats: int, games: int, titles: Collection[str]) -> Figure:
    record = Record(path)
    with patch.object(Pool, "synchronous", "OFF"):
        for title in titles:
            list(self_play(record, title, games, f"{title.replace('_', '-')}-views"))
    each = 1e6 * least(lambda: _rebuild(record), repeats) / (record.recorder.max_notification_id() or 1)
    record.close()
    what = f"read model rebuilt, {games * len(titles)} finished games, an event, µs"
    return Figure(what, f"{each:.1f} µs", "–", each)


def _rebuild(record: Record) -> None:
    with TemporaryDirectory(dir=record.path.parent) as folder:
        rebuild(Path(folder) / "views.db", record).close()


# ---- lag


def _lag(directory: Path, orders: int) -> Figure:
    """Of a follower that waits for the file to change."""
    lag = median(asyncio.run(_follow(directory / "live.bugyo", orders)))
    what = "lag, ms: from a durable order to its read model, woken by the file of the store, median"
    return Figure(what, f"{lag:.1f} ms", "–", lag, at_most=LAG)


async def _follow(path: Path, orders: int) -> list[float]:
    record, random = Record(path), Random(1)
    game, referee = opened(record).game, Referee(record, seed="lag")
    hub, stop = Hub(record), asyncio.Event()
    watching = asyncio.create_task(hub.watch(stop))
    await asyncio.sleep(0.5)  # the watcher begins in a thread of its own and says nothing of it
    woken = list[float]()
    with Views(path.with_name("live.views")) as views:
        catch_up(views, record)
        for _ in range(orders):
            seat = game.awaited()[0]
            order = random.choice(game.offers(seat) or ())
            waiting = asyncio.create_task(hub.next(GAME, 5))
            game = (await asyncio.to_thread(referee.take, GAME, seat, order, ACT)).kept.game
            durable = perf_counter()
            await waiting
            catch_up(views, record)
            woken.append(1000 * (perf_counter() - durable))
    stop.set()
    await watching
    record.close()
    return woken
