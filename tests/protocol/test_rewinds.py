"""Play goes back: where it may, what stands then, and which throws answer again."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.game.entries.entries import Rewound
from domain.game.state.lines import that_stand
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.errors import IllegalMove, StaleOrder
from tests.protocol.table import GAME, HIGH, LOW, Table
from tests.record.stores import ACT
from tests.titles.test_rewinds import ends


@pytest.fixture
def table(kind: type[Table], tmp_path: Path) -> Table:
    return kind(tmp_path)


def unit_ends(table: Table) -> list[int]:
    return ends(table.entries)


def back(table: Table, to: int, reason: str = "a slip", *, anew: bool = False) -> None:
    table.referee.rewind(GAME, Rewound(to, reason, anew=anew), ACT)


def test_what_stands() -> None:
    assert that_stand([0, 0, 0]) == [True, True, True]
    assert that_stand([0, 0, 0, 1]) == [True, False, False, True]
    assert that_stand([0, 0, 0, 1, 0, 3]) == [True, True, True, False, False, True]
    assert that_stand([0, 0, 1, 0, 0, 4]) == [True, False, True, True, False, True]


def test_the_same_question_is_answered_by_the_throw_that_was_made(table: Table) -> None:
    start = unit_ends(table)[-1] if unit_ends(table) else len(table.entries)
    faces, before = table.round(HIGH, LOW), len(table.entries)
    state = table.game.state
    back(table, start)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    assert table.game.state == state
    again = [entry for entry in table.entries[before:] if isinstance(entry, ThrownAgain)]
    assert [table.entries[entry.of - 1] for entry in again] == [table.thrown[0]]
    assert len(table.thrown) == 1
    assert table.thrown[0].answer() == faces
    assert table.verdict() is None


def test_a_throw_answers_once_only(table: Table) -> None:
    start = len(table.entries)
    table.round(HIGH, LOW)
    back(table, start)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    table.round(HIGH, LOW)
    assert sum(isinstance(entry, ThrownAgain) for entry in table.entries) == 1
    assert [throw.question.index for throw in table.thrown] == [1, 2]
    assert table.verdict() is None


def test_a_ruling_may_have_them_made_anew(table: Table) -> None:
    start = len(table.entries)
    table.round(HIGH, LOW)
    back(table, start, "the die was cocked", anew=True)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    assert not any(isinstance(entry, ThrownAgain) for entry in table.entries)
    assert [throw.question.index for throw in table.thrown] == [1, 2]
    assert table.verdict() is None


def test_a_line_that_was_left_can_be_taken_up_again(table: Table) -> None:
    start = len(table.entries)
    table.round(HIGH, LOW)
    end, state = len(table.entries), table.game.state
    back(table, start)
    table.bet("red", LOW)
    back(table, end, "it was right after all")
    assert table.game.state == state
    assert table.game.awaited()
    assert table.verdict() is None


@pytest.mark.parametrize("level", [2, 3])
def test_it_holds_at_every_level_of_proof(kind: type[Table], tmp_path: Path, level: int) -> None:
    table = kind(tmp_path, level, committers=("red",))
    start = len(table.entries)
    table.round(HIGH, LOW)
    back(table, start)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    table.round(HIGH, LOW)
    assert sum(isinstance(entry, ThrownAgain) for entry in table.entries) == 1
    assert table.verdict() is None


def test_only_to_the_end_of_a_unit_and_with_a_reason(table: Table) -> None:
    table.round(HIGH, LOW)
    ends = unit_ends(table)
    newest = len(table.entries)
    inside = next(at for at in range(ends[0] + 1, newest) if at not in ends)
    for wrong in (0, -1, inside, newest, newest + 1):
        with pytest.raises(IllegalMove, match="cannot go back"):
            back(table, wrong)
    for empty in ("", "  "):
        with pytest.raises(IllegalMove, match="No reason"):
            back(table, ends[0], empty)
    assert len(table.entries) == newest


def test_not_while_a_throw_is_awaited(kind: type[Table], tmp_path: Path) -> None:
    table = kind(tmp_path, 3)
    start = len(table.entries)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    assert table.game.asked
    with pytest.raises(StaleOrder, match="locked"):
        back(table, start)
    table.witness()
    back(table, start)
    assert table.verdict() is None


def test_the_store_loads_what_was_played(table: Table) -> None:
    start = len(table.entries)
    table.round(HIGH, LOW)
    back(table, start, "a slip of the pen")
    table.bet("red", LOW)
    assert table.record.fold(GAME).game.state == table.game.state
    assert table.record.fold(GAME).game.spare == table.game.spare


def test_a_forged_throw_that_answers_again_is_found(table: Table) -> None:
    start = len(table.entries)
    table.round(HIGH, LOW)
    table.round(LOW, HIGH)
    back(table, start)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    at = next(at for at, entry in enumerate(table.entries, 1) if isinstance(entry, ThrownAgain))
    entries = table.entries
    throws = [position for position, entry in enumerate(entries, 1) if isinstance(entry, Thrown)]
    for of in (throws[1], 1, at, len(entries) + 1):
        forged = [*entries[: at - 1], ThrownAgain(entries[at - 1].question, of), *entries[at:]]  # type: ignore[union-attr]
        assert table.lie(forged)[0].position == at
    rewound = next(n for n, entry in enumerate(entries, 1) if isinstance(entry, Rewound))
    for to in (1, rewound - 2, rewound, rewound + 1):
        forged = [*entries[: rewound - 1], Rewound(to, "x"), *entries[rewound:]]
        assert table.lie(forged)[0].position == rewound
