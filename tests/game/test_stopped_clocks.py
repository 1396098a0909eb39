"""Clocks that stand still while a dispute is open, where the policy says so."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.people import Paused, PolicyChanged, Resumed
from domain.game.entries.policy import Policy, Refereeing
from domain.game.entries.rulings import DisputeWithdrawn
from domain.kit.errors import IllegalMove
from tests.game.bench import Bench, disputed, ruled

CLOCKED = Policy(hours=24)
STOPS = Policy(hours=24, referee=Refereeing(stops=True))
NEITHER = "No dispute stops the clocks, or one still does."


def stop(at: int) -> Paused:
    return Paused("dispute", "", at)


def go(at: int) -> Resumed:
    return Resumed("dispute", "", at)


def holiday(at: int, until: int = 0) -> Paused:
    return Paused("referee", "Holiday.", at, until)


def changed(policy: Policy) -> PolicyChanged:
    return PolicyChanged(policy, "Agreed.")


D1, D2, D3 = disputed(1), disputed(2, "ise"), disputed(3, "kii")
GONE = DisputeWithdrawn(2, "ise")
BACK = Resumed("referee", "Home.", 5)

# policy, what happens at 1, 2, 3…, and what of clocks comes with each of it
SCRIPTS: dict[str, tuple[Policy, list[tuple[Any, list[Any]]]]] = {
    "the policy says nothing of it": (CLOCKED, [(D1, []), (ruled(1, dispute=1), [])]),
    "from the first dispute to the end of the last": (
        STOPS,
        [(D1, [stop(1)]), (D2, []), (ruled(1, dispute=1), []), (GONE, [go(4)])],
    ),
    "anew with the next dispute": (
        STOPS,
        [(D1, [stop(1)]), (ruled(1, dispute=1), [go(2)]), (D2, [stop(3)]), (GONE, [go(4)])],
    ),
    "a ruling of the referee's own motion": (
        STOPS,
        [(D1, [stop(1)]), (ruled(1), []), (ruled(2, dispute=1), [go(3)])],
    ),
    "the referee's own pause before stays": (
        STOPS,
        [(holiday(1), []), (D1, []), (ruled(1, dispute=1), []), (Resumed("referee", "Home.", 4), [])],
    ),
    "a pause that ends by the clock while a dispute is open": (
        STOPS,
        [
            (holiday(1, until=3), []),
            (D1, []),
            (Resumed("clock", "", 3), [stop(3)]),
            (ruled(1, dispute=1), [go(4)]),
        ],
    ),
    "a pause that ends by the clock with nothing open": (
        STOPS,
        [(holiday(1, until=2), []), (Resumed("clock", "", 2), [])],
    ),
    "the referee lets the clocks go on": (
        STOPS,
        [
            (D1, [stop(1)]),
            (D2, []),
            (Resumed("referee", "They may think.", 3), []),
            (ruled(1, dispute=1), []),
            (D3, [stop(5)]),
            (GONE, []),
            (ruled(2, dispute=3), [go(7)]),
        ],
    ),
    "the policy begins to stop them": (
        CLOCKED,
        [(D1, []), (changed(STOPS), [stop(2)]), (ruled(1, dispute=1), [go(3)])],
    ),
    "the policy stops them no more": (
        STOPS,
        [(D1, [stop(1)]), (changed(CLOCKED), [go(2)]), (ruled(1, dispute=1), [])],
    ),
    "the policy changes in something else": (
        STOPS,
        [(D1, [stop(1)]), (changed(Policy(hours=48, referee=Refereeing(stops=True))), [])],
    ),
    "the policy begins to stop them in a pause": (
        CLOCKED,
        [(holiday(1), []), (D1, []), (changed(STOPS), []), (changed(CLOCKED), []), (BACK, [])],
    ),
}


@pytest.mark.parametrize("what", SCRIPTS)
def test_clocks_stand_still(what: str) -> None:
    policy, script = SCRIPTS[what]
    bench = Bench(policy)
    for at, (entry, follows) in enumerate(script, 1):
        assert bench.put(entry, at) == [entry, *follows]
    bench.holds()


def test_they_go_on_before_the_effects_of_the_ruling_that_ends_it() -> None:
    bench = Bench(STOPS)
    bench.put(D1, 1)
    ruling = ruled(1, "corrected", dispute=1, effects=1)
    assert bench.put(ruling, 2) == [ruling, go(2)]
    bench.correct("discard oda 1")
    bench.holds()


WRONG: list[tuple[Policy, list[Any], Any]] = [
    (STOPS, [], stop(9)),
    (CLOCKED, [D1], stop(9)),
    (STOPS, [D1], go(9)),
    (STOPS, [holiday(1)], go(9)),
    (CLOCKED, [holiday(1), D1], go(9)),
]


@pytest.mark.parametrize(("policy", "before", "entry"), WRONG)
def test_nobody_else_says_that_a_dispute_stops_them(policy: Policy, before: list[Any], entry: Any) -> None:
    bench = Bench(policy)
    for at, one in enumerate(before, 1):
        bench.put(one, at)
    with pytest.raises(IllegalMove) as refused:
        bench.put(entry, 9)
    assert refused.value.why == NEITHER
