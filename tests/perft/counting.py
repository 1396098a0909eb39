"""The counts of a position: how many orders are legal, and how many positions they lead to.

Chance answers the same at a depth whatever was ordered, so that two ways to the same position are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from domain.kit.facts import State
from tests.perft.positions import Chance, choices
from tests.playing import Game

DEEPEST = 3
SETTING = "setting"
"""The field of every board that never changes in a game: options, data, seats."""

LATER = frozenset({("domain.twilight_shogun.board.state", "left")})
"""Fields that boards have got since their counts were stored: empty, they enter no digest."""

_pack = msgspec.msgpack.Encoder().encode


class Counts(Struct, frozen=True):
    """What was counted at depth 1, 2 and 3.

    `orders` are the lines of play of so many orders; `successors` the positions that they lead to, each once.
    `successors` ends where the orders were too many to play them; `orders` may be one longer. `check` is a
    number that follows from all that stands in those positions: it differs where the counts do not.
    """

    orders: tuple[int, ...]
    successors: tuple[int, ...]
    check: int


def counted(game: Game, place: str, most: int) -> Counts:
    """The counts of a position. Depth 1 is always counted; the next ones as long as no more than `most`
    orders have to be played there."""
    seen = Digests()
    frontier = {b"": (game, 1)}
    orders, successors, check = [], [], sha256()
    for depth in range(1, DEEPEST + 1):
        lists = [(one, ways, choices(one)) for one, ways in frontier.values()]
        orders.append(sum(ways * len(known) for _, ways, known in lists))
        if depth > 1 and sum(len(known) for _, _, known in lists) > most:
            break
        frontier = {}
        for one, ways, known in lists:
            for seat, given in known:
                after = copy(one)
                after.post(seat, given, Chance(f"{place} depth {depth}"))
                name = seen.of(after.state)
                there = frontier.get(name)
                frontier[name] = (after, ways + (there[1] if there else 0))
        successors.append(len(frontier))
        check.update(b"".join(sorted(frontier)))
    return Counts(tuple(orders), tuple(successors), int.from_bytes(check.digest()[:4], "big"))


class Digests:
    """Digests of boards and agendas, the same in every process. What two boards share is read once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, bytes]] = {}

    def of(self, state: State[Any, Any]) -> bytes:
        board = state.board
        names = (name for name in board.__struct_fields__ if name != SETTING)
        fields = [(name, getattr(board, name)) for name in names]
        later = {name for where, name in LATER if where == type(board).__module__}
        parts = [self._part(value) for name, value in fields if value or name not in later]
        return sha256(b"".join(parts) + self._part(state.agenda)).digest()

    def _part(self, value: Any) -> bytes:
        known = self._known.get(id(value))
        if known is None:
            # The value is kept too: its id is not given to another one meanwhile.
            known = self._known[id(value)] = value, sha256(_pack(plain(value))).digest()
        return known[1]


def plain(value: Any) -> Any:
    """The value in lists, numbers and texts, where what has no order is sorted.

    Fields that stand as they do by default are left out: a board may get new ones.
    """
    if isinstance(value, Struct):
        shown = ([name, plain(one)] for name, one, usual in _fields(value) if one != usual)
        return [type(value).__name__, *shown]
    if isinstance(value, Mapping):
        return ["{", *sorted(([plain(key), plain(one)] for key, one in value.items()), key=_pack)]
    if isinstance(value, frozenset | set):
        return ["{", *sorted(map(plain, value), key=_pack)]
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if value is None or isinstance(value, bool | int | str | bytes):
        return value
    raise TypeError(f"A {type(value).__name__} stands on the board, and has no place in a digest.")


def _fields(value: Struct) -> Iterator[tuple[str, Any, Any]]:
    """(name, value, default) of each field."""
    for field in _declared(type(value)):
        yield field.name, getattr(value, field.name), field.default


@cache
def _declared(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    return msgspec.structs.fields(kind)
