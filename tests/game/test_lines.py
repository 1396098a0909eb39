"""Lines of events: which throws of one that was left may answer once more, and where units end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.game.entries.entries import Entry, Forked, Rewound
from domain.game.state.lines import Spare, nearest, spare, targets, that_stand, unit_ends
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


@pytest.mark.parametrize(("entries", "left"), SPARE)
def test_the_same_is_kept_entry_by_entry(entries: Sequence[Entry], left: dict[int, Thrown]) -> None:
    kept = Spare()
    for entry in [END, *entries]:
        kept.add(entry)
    assert kept.left() == left
    assert {at: kept.get(at) for at in range(20) if kept.get(at)} == left


def any_record(random: Random, length: int) -> list[Entry]:
    """Throws, throws again and rewinds to anywhere, also to lines that were left."""
    record: list[Entry] = [END]
    for position in range(2, length + 2):
        back = random.randrange(1, position)
        made: list[Entry] = [
            *[Thrown(DIE, (random.randint(1, 6),))] * 3,
            *[ThrownAgain(DIE, back)] * 3,
            *[Rewound(back, "Why.")] * 2,
            Rewound(back, "Why.", anew=random.random() < 0.3),
            Forked("g", position - 1, "00" * 32, "seed") if random.random() < 0.1 else END,
        ]
        record.append(random.choice(made))
    return record


@pytest.mark.parametrize("seed", range(40))
def test_it_is_the_same_after_every_entry_of_any_record(seed: int) -> None:
    kept, record, met = Spare(), any_record(Random(seed), 80), 0
    for position, entry in enumerate(record, 1):
        kept.add(entry)
        whole = spare(record[:position], that_stand(targets(record[:position])))
        assert kept.left() == whole
        met += len(whole)
    assert met > 50


def calls(times: int) -> int:
    """How many functions are called for a record in which every throw of a long line answers again, and play
    goes back and forth between two long lines."""
    throws: list[Entry] = [END, *[FIRST] * times, END, Rewound(1, "Why.")]
    again: list[Entry] = [*(ThrownAgain(DIE, at) for at in range(2, times + 2)), END]
    ends = times + 2, len(throws) + len(again)
    flips: list[Entry] = [Rewound(ends[n % 2], "Why.") for n in range(times)]
    kept, counted = Spare(), Counter[str]()
    sys.setprofile(lambda _frame, event, _given: counted.update([event]))
    try:
        for entry in [*throws, *again, *flips]:
            if isinstance(entry, ThrownAgain):
                assert kept.get(entry.of) is FIRST
            kept.add(entry)
    finally:
        sys.setprofile(None)
    return counted["call"] + counted["c_call"]


@pytest.mark.soak
def test_it_takes_no_longer_for_each_of_many() -> None:
    """Quadratic, 8,000 take 8 times as many calls for each as 1,000; counted, as many."""
    assert calls(8_000) / 8 < 1.2 * calls(1_000)


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
