"""Lines of events: which throws of one that was left may answer once more, and where units end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.game.entries.entries import Entry, Forked, Rewound
from domain.game.state.lines import nearest, spare, targets, that_stand, unit_ends
from domain.kit.chance import Question, Thrown, ThrownAgain
from domain.kit.facts import Fact

DIE = Question("combat", "the attack", 6)
FIRST, SECOND = Thrown(DIE, (3,)), Thrown(DIE, (4,))
END: Fact[Any, Any] = Fact("r")
INSIDE: Fact[Any, Any] = Fact("r", more=1)
AGAIN = ThrownAgain(DIE, 2)
BACK, ANEW = Rewound(1, "Why."), Rewound(1, "Why.", anew=True)

# the end of a unit stands first                             what may answer once more, by its position
SPARE: list[tuple[list[Entry], dict[int, Thrown]]] = [
    ([FIRST, END], {}),
    ([FIRST, END, BACK], {2: FIRST}),
    ([FIRST, SECOND, END, BACK], {2: FIRST, 3: SECOND}),
    ([FIRST, SECOND, END, Rewound(1, "Why.", anew=True)], {}),
    ([FIRST, SECOND, END, BACK, AGAIN], {3: SECOND}),
    ([FIRST, END, BACK, AGAIN, END, BACK], {2: FIRST}),
    ([FIRST, END, BACK, AGAIN, END, ANEW], {}),
    ([FIRST, END, BACK, END, SECOND, END, Rewound(5, "Why.", anew=True)], {2: FIRST}),
    ([FIRST, END, BACK, END, SECOND, END, Rewound(5, "Why.")], {2: FIRST, 6: SECOND}),
    ([FIRST, END, BACK, END, SECOND, END, Rewound(1, "Why.", anew=True)], {}),
    ([FIRST, END, BACK, END, Forked("g", 5, "00" * 32, "seed")], {}),
]


@pytest.mark.parametrize(("entries", "left"), SPARE)
def test_a_throw_that_was_left_answers_once_more_unless_a_ruling_has_made_it_void(
    entries: Sequence[Entry], left: dict[int, Thrown]
) -> None:
    record = [END, *entries]
    assert spare(record, that_stand(targets(record))) == left


def test_what_stands_after_rewinds() -> None:
    assert that_stand([0, 0, 0, 2, 0]) == [True, True, False, True, True]
    assert that_stand([0, 0, 2, 0, 1]) == [True, False, False, False, True]
    assert that_stand([]) == []


def test_where_units_end() -> None:
    assert unit_ends([FIRST, INSIDE, END, BACK, END]) == [3, 5]


@pytest.mark.parametrize(
    ("ends", "at", "said"),
    [
        ([3, 5], 4, "The nearest such events are 3 and 5."),
        ([3, 5], 5, "The nearest such events are 3."),
        ([3, 5], 3, "The nearest such events are 5."),
        ([1, 3], 2, "The nearest such events are 1 and 3."),
        ([1], 2, "The nearest such events are 1."),
        ([], 4, "There is none yet."),
        ([4], 4, "There is none yet."),
    ],
)
def test_the_nearest_ends_of_units(ends: list[int], at: int, said: str) -> None:
    assert nearest(ends, at) == said
