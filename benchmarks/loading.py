"""A game of many events is loaded from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks import raw
from benchmarks.measure import Case, cpu_seconds, interleaved
from benchmarks.streams import GAME, long_game
from referee.record.record import Record

EVENTS = 10_000
OURS, HAND, STOCK = "Record.fold", "sqlite3 + msgspec + evolve by hand", "stock @event aggregate, JSON"


def loading(directory: Path, repeats: int, events: int = EVENTS) -> dict[str, float]:
    """Seconds to load the whole game, by each way; all of them give the same board."""
    path = directory / "loading.bugyo"
    record = Record(path)
    long_game(record, events)
    stock, stock_id = raw.stock_game(directory, record.envelopes(GAME))
    data = raw.standard_cards()
    boards: tuple[Any, ...] = (
        record.fold(GAME).game.state.board,
        raw.load_by_hand(path, GAME, data),
        stock.repository.get(stock_id).board,
    )
    assert boards[0] == boards[1] == boards[2]
    cases: dict[str, Case] = {
        OURS: lambda: cpu_seconds(lambda: record.fold(GAME)),
        HAND: lambda: cpu_seconds(lambda: raw.load_by_hand(path, GAME, data)),
        STOCK: lambda: cpu_seconds(lambda: stock.repository.get(stock_id)),
    }
    found = interleaved(cases, repeats)
    record.close()
    stock.close()
    return found
