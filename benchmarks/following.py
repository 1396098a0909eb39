"""The read model: how quickly it is built from nothing, and how soon it has what was just recorded.

A rebuild is of one long game, and of finished games of every title: what they are like at their end is
written for every viewer, which costs the same however long they were. The lag is that of a follower that is
woken by the file of the store, like the live pages: from when an order is durable to when the read model has
committed it, both on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from benchmarks.measure import cpu_seconds
from benchmarks.report import Figure
from benchmarks.streams import ACT, GAME, long_game, opened
from domain.titles import TITLES
from projections.read_model.following import Views, catch_up, rebuild
from referee.games.referee import Referee
from referee.games.selfplay import self_play
from referee.record.record import Record
from referee.record.store import Pool
from referee.web.live import Hub

EVENTS = 50_000
"""Events of the long game."""

GAMES = 10
"""Finished games of each title."""

AT_LEAST = 200_000
"""Events that are taken in a second."""

ORDERS = 25
"""Orders after each of which the lag is measured."""

LAG = 50
"""Milliseconds."""


def followed(
    directory: Path,
    repeats: int,
    events: int = EVENTS,
    games: int = GAMES,
    orders: int = ORDERS,
    titles: Collection[str] = tuple(TITLES),
) -> list[Figure]:
    """Events a second of rebuilds, and milliseconds of lag."""
    long, many = directory / "long.bugyo", directory / "many.bugyo"
    with patch.object(Pool, "synchronous", "OFF"):
        _written(long, lambda record: long_game(record, events))
        _written(many, lambda record: _finished(record, games, titles))
    return [
        _rebuilt(long, f"one game of {events:,} events", repeats, AT_LEAST),
        _rebuilt(many, f"{games * len(titles)} finished games", repeats),
        *_lags(directory, orders),
    ]


def _written(path: Path, write: Callable[[Record], object]) -> None:
    record = Record(path)
    write(record)
    record.close()


def _finished(record: Record, games: int, titles: Collection[str]) -> None:
    for title in titles:
        list(self_play(record, title, games, f"{title.replace('_', '-')}-views"))


def _rebuilt(path: Path, what: str, repeats: int, bound: float | None = None) -> Figure:
    record = Record(path)
    events = record.recorder.max_notification_id() or 0
    speed = events / median(_rebuild(record) for _ in range(repeats))
    record.close()
    told = f"read model rebuilt, events a second: {what}"
    return Figure(told, f"{speed:,.0f}/s", "–", speed, at_least=bound)


def _rebuild(record: Record) -> float:
    with TemporaryDirectory(dir=record.path.parent) as folder:
        return cpu_seconds(lambda: rebuild(Path(folder) / "views.db", record).close())


# ---- lag


def _lags(directory: Path, orders: int) -> list[Figure]:
    """Of the read model alone, and of a follower that waits for the file to change."""
    caught, woken = asyncio.run(_follow(directory / "live.bugyo", orders))
    alone, lag = median(caught), median(woken)
    what = "lag, ms: from a durable order to its read model"
    return [
        Figure(f"{what}, once it is known of", f"{alone:.1f} ms", "–", alone),
        Figure(f"{what}, woken by the file of the store", f"{lag:.1f} ms", "–", lag, at_most=LAG),
    ]


async def _follow(path: Path, orders: int) -> tuple[list[float], list[float]]:
    record, random = Record(path), Random(1)
    game, referee = opened(record).game, Referee(record, seed="lag")
    hub, stop = Hub(record), asyncio.Event()
    watching = asyncio.create_task(hub.watch(stop))
    await asyncio.sleep(0.5)  # the watcher begins in a thread of its own and says nothing of it
    caught, woken = list[float](), list[float]()
    with Views(path.with_name("live.views")) as views:
        catch_up(views, record)
        for _ in range(orders):
            seat = game.awaited()[0]
            order = random.choice(game.offers(seat) or ())
            waiting = asyncio.create_task(hub.next(GAME, 5))
            game = (await asyncio.to_thread(referee.take, GAME, seat, order, ACT)).kept.game
            durable = perf_counter()
            await waiting
            begun = perf_counter()
            catch_up(views, record)
            caught.append(1000 * (perf_counter() - begun))
            woken.append(1000 * (perf_counter() - durable))
    stop.set()
    await watching
    record.close()
    return caught, woken
