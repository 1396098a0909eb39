"""“Since your last order” begins behind the newest order that a person gave before anybody else acted."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    OWN_SLIP,
    PROGRAM,
    SEAT,
    STANDING_ORDER,
    Ordered,
    Rewound,
)
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed
from domain.shinobi.words.orders import Pass
from referee.web.seat_data import last_own

ME, OTHER = "iga", "ise"
PERSON, BOT, OLD = ("mail", "x:1", ME, "Anna", ""), ("program", "", ME, "steady (program)", ""), ()


def order(seat: str = ME, by: str = SEAT, act: tuple[str, ...] = PERSON) -> Any:
    return SimpleNamespace(entry=Ordered(seat, Pass(), by), act=act)


def event() -> Any:
    return SimpleNamespace(entry=Fact("1"), act=PERSON)


def rewound(by: str, seat: str) -> Any:
    return SimpleNamespace(entry=Rewound(1, OWN_SLIP, by, seat=seat), act=PERSON)


SEALED = SimpleNamespace(entry=Ordered(ME, Sealed((ME,), Pass())), act=PERSON)
THEIRS, MINE, WHAT = order(OTHER), order(), event()

# what is on record, and the event behind which it begins
RECORDS = [
    ([WHAT], 0),
    ([WHAT, THEIRS, WHAT], 0),
    ([WHAT, MINE, WHAT], 1),
    ([WHAT, MINE, WHAT, MINE], 1),
    ([MINE, WHAT, THEIRS, WHAT], 1),
    ([MINE, WHAT, THEIRS, WHAT, MINE, WHAT, MINE], 1),
    ([MINE, THEIRS, MINE, WHAT, THEIRS], 3),
    ([MINE, MINE, THEIRS], 2),
    ([SEALED, THEIRS], 1),
    ([MINE, order(by=STANDING_ORDER), THEIRS], 1),
    ([MINE, order(by=ONLY_ANSWER), THEIRS], 1),
    ([MINE, order(by=DEFAULT_ORDER), THEIRS], 1),
    ([MINE, order(by=PROGRAM), THEIRS], 1),
    ([MINE, order(act=BOT), THEIRS], 1),
    ([order(act=OLD), THEIRS], 1),
    ([MINE, order(OTHER, ONLY_ANSWER), MINE], 0),
    ([MINE, order(OTHER, STANDING_ORDER), MINE], 1),
    ([MINE, order(OTHER, PROGRAM), MINE], 1),
    ([MINE, MINE, rewound(SEAT, ME), THEIRS], 2),
    ([MINE, rewound("referee", ""), MINE], 1),
    ([MINE, rewound(SEAT, ME), MINE], 0),
]


class Kept:
    def __init__(self, envelopes: Sequence[Any]) -> None:
        self._envelopes = envelopes

    def __len__(self) -> int:
        return len(self._envelopes)

    def envelope(self, at: int) -> Any:
        return self._envelopes[at - 1]


@pytest.mark.parametrize(("envelopes", "position"), RECORDS)
def test_it_begins_there(envelopes: list[Any], position: int) -> None:
    assert last_own(cast(Any, SimpleNamespace(replay=Kept(envelopes), seat=ME))) == position
