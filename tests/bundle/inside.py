"""Both verifiers on members that nobody has zipped, for tests that look at very many bundles.

They would spend their time on what is the same in all of these: on Ed25519 in plain Python, and on reading
the lines that nobody has changed. Whether a signature holds, and what a line says, follow from bytes alone:
what was found once is remembered here, and whatever differs by a bit is looked at anew, a signature by the
library: `test_signing.py` has both think alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Any

import pytest

from referee.audit import game_lines, line_forms
from referee.bundle import checking, verify
from referee.proof import signing

NOT_UNPACKED = b"PK"

READERS: tuple[tuple[ModuleType, str], ...] = (
    (verify, "header_of"),
    (verify, "event_of"),
    (checking, "_misformed"),
    (game_lines, "_read"),
    (line_forms, "_misformed"),
    (game_lines, "_sealed"),
)
"""What either does with one line or one event alone. No other function writes into what these give."""


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """What `verify.is_signed` answers."""
    return signing.holds(key.hex(), signature, message)


class Remembering:
    """What the readers have found in the lines of `game.jsonl` as it is before anybody changes it.

    An event that was read from such a line is known by its identity, which no other has while it is kept.
    """

    def __init__(self, game: bytes) -> None:
        self.is_signed = lru_cache(4096)(is_signed)
        self.lines = frozenset(game.split(b"\n"))
        self.events: dict[int, game_lines.Event] = {}
        self.found: dict[Hashable, Any] = {}

    def reader(self, read: Callable[..., Any]) -> Callable[..., Any]:
        def remembered(*given: Any) -> Any:
            key = (read, *(id(one) if isinstance(one, game_lines.Event) else one for one in given))
            if key in self.found:
                return self.found[key]
            result = read(*given)
            if self.is_known(given):
                self.found[key] = result
                if isinstance(result, game_lines.Event):
                    self.events[id(result)] = result
            return result

        return remembered

    def is_known(self, given: tuple[Any, ...]) -> bool:
        lines = [one for one in given if isinstance(one, bytes)]
        events = [one for one in given if isinstance(one, game_lines.Event)]
        return self.lines.issuperset(lines) and all(id(event) in self.events for event in events)


memory_of = lru_cache(8)(Remembering)


@contextmanager
def remembered(game: bytes) -> Iterator[None]:
    """Signatures, and what is read in the lines of `game`. That it changes no verdict is proved in
    `test_flips.py`."""
    memory = memory_of(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "is_signed", memory.is_signed)
        for module, name in READERS:
            patch.setattr(module, name, memory.reader(getattr(module, name)))
        yield


def verified(members: Mapping[str, bytes]) -> verify.Report:
    """What it says of a bundle, but for the check of the zip file itself."""
    bundle = verify.Bundle(NOT_UNPACKED)
    bundle.members = dict(members)
    return verify.judged(bundle, [])


def bits(members: Mapping[str, bytes], step: int, small: int = 1_000) -> Iterator[tuple[str, int]]:
    """Every bit of the small members, and every `step`-th of the others: coprime to 8, so that each bit of a
    byte has its turn, and beginning elsewhere in each member."""
    assert step % 2
    for place, (name, raw) in enumerate(sorted(members.items())):
        each = 1 if len(raw) <= small else step
        yield from ((name, bit) for bit in range(place % each, 8 * len(raw), each))


def flipped(raw: bytes, bit: int) -> bytes:
    altered = bytearray(raw)
    altered[bit // 8] ^= 1 << bit % 8
    return bytes(altered)


Move = tuple[int, list[bytes]]
"""The first event that differs, and the lines."""


def rearranged(lines: list[bytes]) -> Iterator[Move]:
    """Every swap, deletion, insertion and truncation of events."""
    yield from moved(lines)
    yield from cut(lines)


def moved(lines: list[bytes]) -> Iterator[Move]:
    """Every two events swapped, and every event inserted before every other."""
    events = range(1, len(lines))
    for a, b in itertools.combinations(events, 2):
        swapped = lines[:]
        swapped[a], swapped[b] = lines[b], lines[a]
        yield a, swapped
    for a in events:
        yield from ((b, [*lines[:b], lines[a], *lines[b:]]) for b in events if b not in (a, a + 1))


def cut(lines: list[bytes]) -> Iterator[Move]:
    """Every event dropped, or doubled, and the game cut before every event, or in its middle."""
    for a in range(1, len(lines)):
        yield a, lines[:a] + lines[a + 1 :]
        yield a + 1, lines[: a + 1] + lines[a:]
        yield a, lines[:a]
        yield a, [*lines[:a], lines[a][: len(lines[a]) // 2]]
