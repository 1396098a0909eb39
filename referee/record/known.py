"""The knowledge of one transaction: what it has read and asks no more, and what it has yet to write.

A store on a server writes as late as it can: all that nobody asks about goes there with the commit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from domain.game.state.game_state import GameState
from referee.record.schema import NAMES

SET = "INSERT INTO settings VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value=excluded.value"
UNSET = "DELETE FROM settings WHERE name=?"

EVENTS, INTAKE, SETTINGS = "stored_events", "intake", "settings"

_TABLES = frozenset((EVENTS, *NAMES))

STATES = (
    "SELECT originator_version, state FROM stored_events "
    "WHERE originator_id=? AND originator_version>? ORDER BY originator_version"
)
"""The (position, stored bytes) of the events of a game after a position."""

ADDRESSES = "SELECT seat, address FROM addresses WHERE game=? ORDER BY seat"
SEATS_AT = "SELECT game, seat FROM addresses WHERE address=? ORDER BY game"
PEOPLE_AT = "SELECT game, person FROM people WHERE address=? ORDER BY game, person"
DUES = "SELECT game, kind, seat, at, position, text FROM dues WHERE done=0 AND game=? ORDER BY at, seat"

_SETTINGS = (
    "SELECT n, (SELECT value FROM settings WHERE name=n) FROM (SELECT unnest(?::text[]) AS n "
    "UNION ALL SELECT 'reader/' || address FROM addresses WHERE game=?) AS names"
)
"""Of a server: those that are not set as well."""

_OF_ALL = ("server-key", "signing-key")
_OF_GAME = ("asking/{}", "cells/{}/1", "delegates/{}", "mailed/{}", "readdressed/{}")
_OF_SEATS = ("asked", "generation", "receipts", "told")
"""The settings of a game, and of its seats, that a mail about it is answered with."""


def asked_ahead(known: GameState, sender: str) -> list[Statement]:
    """What every mail about a game asks, which was known as it stands here."""
    game, holders, position = known.id, known.register.holders, known.position
    names = [*_OF_ALL, *(kind.format(game) for kind in _OF_GAME)]
    names += [f"{kind}/{game}/{seat}" for kind in _OF_SEATS for seat in holders]
    names += [f"generation/{game}/{seat}/{person}" for seat, person in holders.items()]
    return [
        (_SETTINGS, (names, game)),
        (ADDRESSES, (game,)),
        (SEATS_AT, (sender,)),
        (PEOPLE_AT, (sender,)),
        (DUES, (game,)),
        (STATES, (game, max(0, position - 1))),
    ]


LONGEST = 1_000
"""Events of one game that are known at a time: of a long one the newest are asked for."""

Row = tuple[str, int, str, bytes]
"""One stored event, ready to be inserted: its game, its position, its topic and its bytes."""

Statement = tuple[str, Sequence[Any]]
"""In common SQL, and its values."""

State = tuple[int, bytes]
"""The position and the stored bytes of an event."""


class Intake(NamedTuple):
    """What must not be applied twice, and the position that it brought about."""

    game: str
    key: str
    position: int


@lru_cache(1_000)
def tables_of(statement: str) -> frozenset[str]:
    """The tables that a statement names."""
    return _TABLES.intersection(re.findall(r"\w+", statement))


class Known(Struct):
    """`game` is the one that the transaction is about: it has that one to itself, and writes nothing but what
    is of it; None where it has the whole store. What follows `tails` is yet to be written."""

    game: str | None = None
    answers: dict[Statement, list[Any]] = {}
    settings: dict[str, bytes | None] = {}
    tails: dict[str, tuple[int, list[State]]] = {}
    changed: dict[str, bytes | None] = {}
    waiting: list[Statement] = []
    events: list[Row] = []
    keys: list[Intake] = []

    def before(self) -> Known:
        """What stands again if what comes now is undone: what was not written yet, and nothing that was
        read."""
        changed, waiting, events, keys = {**self.changed}, [*self.waiting], [*self.events], [*self.keys]
        return Known(self.game, {}, {**changed}, {}, changed, waiting, events, keys)

    def learn(self, statement: str, parameters: Sequence[Any], rows: list[Any]) -> None:
        """An answer that came before it was asked for."""
        if statement == STATES:
            game, after = parameters
            self.tails[game] = (after, rows)
        elif SETTINGS in tables_of(statement):
            self.settings |= rows
        else:
            self.answers[statement, tuple(parameters)] = rows
