"""How much of a game everybody may see: what is older than its policy keeps from the public."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from domain.game.state.game_state import GameState
from referee.record.record import Record

HOUR = 3_600_000
"""Milliseconds."""


class Dated(Protocol):
    """What came in at a time, in milliseconds since 1970."""

    @property
    def at(self) -> int: ...


def delay(game: GameState) -> int:
    """How long the game's policy keeps from the public what happens, in milliseconds."""
    return game.register.policy.delay * HOUR


def old_enough(envelopes: Iterable[Dated], held: int, now: int) -> tuple[int, int | None]:
    """How many events everybody may see where they are `held` so long; and in how many milliseconds the next
    one may be seen, None where nothing is held back."""
    count = 0
    for count, envelope in enumerate(envelopes, 1):
        if held and envelope.at > now - held:
            return count - 1, envelope.at + held - now
    return count, None


def seen_count(record: Record, game: str, now: int) -> int:
    """Raises `UnknownGame`, `BrokenRecord`."""
    kept = record.load(game)
    held = delay(kept.game)
    return old_enough(record.envelopes(game), held, now)[0] if held else kept.game.position
