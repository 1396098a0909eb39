"""What the error policy of a game suggests: every class of error, at every stage, under every policy."""

from __future__ import annotations

import pytest

from domain.game.entries.policy import LENIENT, STRICT
from domain.game.entries.rulings import NOTE
from domain.game.suggestions import (
    FILE,
    OVER,
    RESTED,
    STAGES,
    UNTOUCHED,
    Errors,
    classes,
    kind_of,
    read_errors,
    stage_of,
    suggested,
)
from domain.kit.errors import BadTable
from domain.shinobi import SHINOBI
from referee.games import datasets
from referee.games.datasets import read_files
from tests.game.bench import Bench, disputed, ruled

ERRORS: Errors = read_errors(read_files("errors"))
HOUSE = "A slip may be mended until the next mail."

# error         strict: untouched  rested       over      lenient: untouched  rested       over
EXPECTED = """
  illegal       penalty            penalty      note      rewound             corrected    note
  slip          stands             stands       stands    rewound             stands       stands
  misread       rewound            corrected    note      rewound             rewound      note
  missed        rewound            stands       note      rewound             rewound      note
  wrong-rule    rewound            corrected    note      rewound             corrected    note
  wrong-throw   rewound            corrected    note      rewound             corrected    note
  forgotten     stands             stands       stands    rewound             stands       stands
  leak          rewound            note         note      note                note         note
  conduct       penalty            penalty      note      note                note         note
"""
ROWS = {error: kinds for error, *kinds in map(str.split, EXPECTED.strip().splitlines())}
CASES = [
    (error, policy, stage, kinds[3 * half + nth])
    for error, kinds in ROWS.items()
    for half, policy in enumerate((STRICT, LENIENT))
    for nth, stage in enumerate(STAGES)
]


def test_the_table_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reading(title: str) -> dict[str, bytes]:
        read.append(title)
        return read_files(title)

    monkeypatch.setattr(datasets, "read_files", reading)
    datasets.errors.cache_clear()
    assert datasets.errors() == ERRORS
    assert datasets.errors() is datasets.errors()
    assert read == ["errors"]


def kind(error: str, policy: str, stage: str) -> str | None:
    row = suggested(ERRORS, policy, error, stage)
    return None if row is None else kind_of(row, policy)


def test_the_classes_are_those_of_the_table() -> None:
    assert classes(ERRORS) == tuple(ROWS)
    assert set(ERRORS) == {(error, stage) for error in ROWS for stage in STAGES}


@pytest.mark.parametrize(("error", "policy", "stage", "expected"), CASES)
def test_each_class_at_each_stage(error: str, policy: str, stage: str, expected: str) -> None:
    assert kind(error, policy, stage) == expected


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("error", ROWS)
def test_a_policy_in_words_leaves_it_to_the_referee(error: str, stage: str) -> None:
    row = suggested(ERRORS, HOUSE, error, stage)
    assert row is not None
    assert (kind_of(row, HOUSE), row.source) == (NOTE, "the game's own words")


@pytest.mark.parametrize("policy", [STRICT, LENIENT, HOUSE])
def test_an_error_that_the_table_does_not_have_suggests_nothing(policy: str) -> None:
    assert kind("sin", policy, UNTOUCHED) is None
    assert kind("", policy, RESTED) is None


# ---- stages, of a game that is played


def stage(bench: Bench, event: int) -> str:
    return stage_of(bench.entries, event, SHINOBI.reveals, is_over=bench.game.is_over())


def test_nothing_rests_on_an_order_until_another_one_goes_on() -> None:
    bench = Bench()
    seat = bench.alone()
    at = bench.before_newest() + 1
    assert stage(bench, at) == UNTOUCHED
    bench.put(disputed(1, seat))
    bench.put(ruled(1))
    assert stage(bench, at) == UNTOUCHED
    while bench.turn == seat:
        bench.order()
    bench.order()
    assert stage(bench, at) == RESTED


def test_what_another_order_throws_or_a_ruling_changes_rests_on_it() -> None:
    for change in ("a correction", "a rewind"):
        bench = Bench()
        bench.alone()
        at = bench.before_newest() + 1
        if change == "a correction":
            bench.corrected("discard oda 1")
        else:
            bench.rewound(bench.before_newest())
        assert stage(bench, at) == RESTED


def test_the_newest_event_is_meant_where_none_is_named() -> None:
    bench = Bench()
    bench.order(5)
    assert stage(bench, 0) == UNTOUCHED
    assert stage(bench, 17) == RESTED
    assert stage(bench, bench.game.position) == UNTOUCHED


def test_once_the_game_is_over_nothing_else_counts() -> None:
    bench = Bench()
    while not bench.game.is_over():
        bench.order()
    assert {stage(bench, event) for event in (0, 1, 17, bench.game.position)} == {OVER}


def test_one_dispute_has_another_suggestion_at_each_stage() -> None:
    """The same misread order: before anybody goes on, after that, and after the end."""
    bench = Bench()
    seat = bench.alone()
    at, found = bench.before_newest() + 1, []
    found.append(kind("misread", STRICT, stage(bench, at)))
    while bench.turn == seat:
        bench.order()
    bench.order()
    found.append(kind("misread", STRICT, stage(bench, at)))
    while not bench.game.is_over():
        bench.order()
    found.append(kind("misread", STRICT, stage(bench, at)))
    assert found == ["rewound", "corrected", "note"]


# ---- bad tables

HEAD = "error,stage,strict,lenient,source"
GOOD = "slip,untouched,stands,rewound,inferred: why|slip,rested,stands,stands,inferred: why"
LAST = "slip,over,note,note,inferred: why"

BAD = [
    ("error,stage", 1, "the columns error, stage, strict, lenient, source, got others"),
    ("", 1, "the columns error, stage, strict, lenient, source, got others"),
    (f"{HEAD}|{GOOD}|slip,over,note,note", 4, "5 cells, got 4"),
    (f"{HEAD}|{GOOD}|{LAST},more", 4, "5 cells, got 6"),
    (f"{HEAD}|{GOOD}|slip,soon,note,note,inferred: why", 4, "a stage (untouched, rested, over), got soon"),
    (
        f"{HEAD}|{GOOD}|slip,over,dinner,note,inferred: why",
        4,
        "a kind of ruling (stands, corrected, rewound, penalty, note), got dinner",
    ),
    (
        f"{HEAD}|{GOOD}|slip,over,note,,inferred: why",
        4,
        "a kind of ruling (stands, corrected, rewound, penalty, note), got ",
    ),
    (f"{HEAD}|{GOOD}|{LAST}|{LAST}", 5, "each error once at each stage, got slip, over again"),
    (f"{HEAD}|{GOOD}", 3, "slip at the stage over, got nothing"),
]


@pytest.mark.parametrize(("text", "line", "why"), BAD)
def test_a_table_with_a_fault_is_refused_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadTable) as bad:
        read_errors({FILE: text.replace("|", "\n").encode()})
    assert str(bad.value) == f"errors.csv, line {line}: expected {why}."


@pytest.mark.parametrize("source", ["", "guess: mine", "inferred", "inferred: "])
def test_a_row_says_where_it_comes_from(source: str) -> None:
    text = f"{HEAD}\nslip,over,note,note,{source}"
    with pytest.raises(BadTable) as bad:
        read_errors({FILE: text.encode()})
    assert str(bad.value).startswith(
        "errors.csv, line 2: expected a source such as “printed: AHIKS".replace("“", '"')
    )


def test_a_table_that_is_not_there_or_no_text_is_refused() -> None:
    with pytest.raises(BadTable, match="expected a file errors"):
        read_errors({})
    with pytest.raises(BadTable, match="line 2: expected UTF-8, got the byte 0xff"):
        read_errors({FILE: f"{HEAD}\n".encode() + b"\xff"})


def test_the_good_one_beside_them_is_read() -> None:
    table = read_errors({FILE: f"{HEAD}|{GOOD}|{LAST}".replace("|", "\n").encode()})
    assert [(row.stage, row.strict, row.lenient) for row in table.values()] == [
        ("untouched", "stands", "rewound"),
        ("rested", "stands", "stands"),
        ("over", "note", "note"),
    ]
