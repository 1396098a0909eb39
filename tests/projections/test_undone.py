"""The log says what a seat has taken back by itself, and of a sealed order only that it was one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.game.entries.entries import ONLY_ANSWER, OWN_SLIP, SEAT, Entry, Ordered, Rewound
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed
from domain.shinobi.words.orders import Pass, Place
from projections.telling.log import Teller

PLACED, HIDDEN = Ordered("iga", Place("oda", "kii")), Ordered("iga", Sealed(("iga",), Pass()))
FORCED = Ordered("iga", Pass(), ONLY_ANSWER)
UNDO = Rewound(1, OWN_SLIP, SEAT, seat="iga")


def told(viewer: str, *entries: Entry) -> str:
    replay = SimpleNamespace(
        envelopes=[SimpleNamespace(entry=entry) for entry in entries],
        eye=lambda who: who,
        names={},
        notation=SimpleNamespace(write=lambda order: type(order).__name__.lower()),
    )
    return Teller(cast(Any, replay), viewer)._told(entries[-1], (), len(entries))


@pytest.mark.parametrize(
    ("viewer", "orders", "said"),
    [
        ("ise", (PLACED,), "place"),
        ("ise", (PLACED, HIDDEN), "place and a sealed order"),
        ("iga", (HIDDEN, PLACED), "pass and place"),
        ("public", (HIDDEN,), "a sealed order"),
        ("ise", (PLACED, FORCED), "place"),
    ],
)
def test_what_was_taken_back_is_said(viewer: str, orders: tuple[Entry, ...], said: str) -> None:
    entries: list[Entry] = [part for order in orders for part in (order, Fact("1"))]
    assert told(viewer, Fact("1"), *entries, UNDO) == f"iga takes back by itself: {said}."


def test_what_was_taken_back_before_is_not_said_again() -> None:
    entries: tuple[Entry, ...] = (Fact("1"), PLACED, Fact("1"), UNDO, HIDDEN, Fact("1"), UNDO)
    assert told("ise", *entries) == "iga takes back by itself: a sealed order."
