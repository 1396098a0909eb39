"""A whole random game of each title: played, recorded and audited.

The disk is not waited for, and the processor's time is what counts: a busy machine is unfair to none.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from statistics import mean
from unittest.mock import patch

from msgspec import Struct

from benchmarks.measure import cpu_seconds
from benchmarks.report import Figure
from benchmarks.streams import ACT
from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import SEAT, Ordered
from domain.game.entries.protocol_orders import Join
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.record import Record
from referee.record.store import Pool

GAMES = 2
"""Games of each title; their orders are measured together."""

NO_DEARER = 1.3
"""What an order may cost in the last quarter of a long game, against one in the first."""

LONG = "kawanakajima"
"""The title whose games are long: for the others the quarters are told and not asked for."""


class Whole(Struct, frozen=True):
    """Seconds of each order of a game, the orders that seats gave, its events, and seconds of both checks."""

    orders: list[float]
    given: int
    events: int
    again: float
    audit: float


def wholes(directory: Path) -> list[Figure]:
    """For each title the cost of late orders, and how much is decided again and audited in a second."""
    found: list[Figure] = []
    with patch.object(Pool, "synchronous", "OFF"):
        for title in TITLES:
            games = [_played(directory / f"{title}-{n}", title, n) for n in range(GAMES)]
            found += _figures(title, games)
    return found


def _figures(title: str, games: list[Whole]) -> list[Figure]:
    early = 1000 * mean(cost for game in games for cost in game.orders[: len(game.orders) // 4])
    late = 1000 * mean(cost for game in games for cost in game.orders[-(len(game.orders) // 4) :])
    again = sum(game.given for game in games) / sum(game.again for game in games)
    audit = sum(game.events for game in games) / sum(game.audit for game in games)
    bound = NO_DEARER if title == LONG else None
    what = f"{title}, an order to Referee.take: last quarter of a game / first"
    return [
        Figure(what, f"{late:,.2f} ms", f"{early:,.2f} ms", late / early, at_most=bound),
        Figure(f"{title}, orders decided again a second", f"{again:,.0f}/s", "–", again),
        Figure(f"{title}, events audited a second", f"{audit:,.0f}/s", "–", audit),
    ]


def _played(path: Path, title: str, seed: int) -> Whole:
    record, random, orders = Record(path), Random(seed), list[float]()
    referee = Referee(record, seed=f"whole {seed}")
    people = tuple(f"bot {n}" for n in range(TITLES[title].scenarios[0].seats[0]))
    game = referee.open(Opening("g", title, people), ACT).game
    for seat in game.ledger.absent:
        referee.take("g", seat, Join("a heron stands here"), ACT)
    game = record.load("g").game
    while not game.is_over():
        seat = random.choice(game.awaited())
        order = random.choice(game.examples(seat))
        begun = time.process_time()
        game = referee.take("g", seat, order, ACT).kept.game
        orders.append(time.process_time() - begun)
    entries = [envelope.entry for envelope in record.envelopes("g")]
    again = cpu_seconds(lambda: readjudicate(game.rules, game.data, entries, "g"))
    audit = cpu_seconds(lambda: audit_game(record, "g", ()))
    record.close()
    given = sum(isinstance(entry, Ordered) and entry.by == SEAT for entry in entries)
    return Whole(orders, given, len(entries), again, audit)
