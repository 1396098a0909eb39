"""What is by turns is there and comes up, what is not is in every run, and of longer proofs a third is."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path
from typing import cast

import pytest

from tests.now_and_soak import BY_TURNS, FAMILIES, THIRDS, leave_to_others, of_other_thirds, turn

TESTS = Path(__file__).parent

PAGES = (
    "page",
    "proof",
    "live",
    "check_page",
    "check_languages",
    "table_page",
    "table_guards",
    "table_played",
    "mails",
    "boards",
)
"""What people see in a browser: the page of a game, with its record and as it goes on, the one that checks a
record, the one of a seat, a mail."""


def test_what_is_run_by_turns_is_there_and_dear() -> None:
    assert [name for name in FAMILIES if not _is_there(name)] == []
    assert [name for name, taken in FAMILIES.items() if taken < BY_TURNS] == []


def _is_there(name: str) -> bool:
    path, _, function = name.partition("::")
    return (TESTS / path).is_file() and f"\ndef {function}(" in _text(path)


@cache
def _text(path: str) -> str:
    return (TESTS / path).read_text("utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_test_with_a_browser_in_every_landing(page: str) -> None:
    text = (TESTS / "browser" / f"test_{page}.py").read_text("utf-8")
    above = re.split(r"^def test_\w+\(.*", text, flags=re.MULTILINE)[:-1]
    decorators = [part.rpartition("\n\n\n")[2] for part in above]
    assert any("@pytest.mark.soak" not in one for one in decorators)


class Case:
    """What is asked of a test."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid = nodeid
        self.marks = list(marks)
        self.stash = pytest.Stash()

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.name)


def _left(cases: list[Case], third: int) -> set[str]:
    """The names of those that are left to other turns."""
    leave_to_others(cast("list[pytest.Item]", cases), ("test_a.py::test_many", "test_a.py::test_one"), third)
    return {case.nodeid for case in cases if "rest" in case.marks}


def _cases() -> list[Case]:
    many = [Case(f"tests/test_a.py::test_many[{n}]") for n in range(10)]
    return [*many, Case("tests/test_a.py::test_one"), Case("tests/test_a.py::test_other[1]")]


def test_three_turns_run_each_dear_case_once_and_every_other_test_each_time() -> None:
    names = [case.nodeid for case in _cases()]
    run = Counter(name for third in range(THIRDS) for name in names if name not in _left(_cases(), third))
    assert run == {name: THIRDS if "other" in name else 1 for name in names}


def test_a_longer_proof_is_no_turn_of_the_others() -> None:
    longer = [Case(f"tests/test_a.py::test_many[{n}]", "soak") for n in range(10)]
    assert not any(_left(longer, third) for third in range(THIRDS))


def test_the_turn_is_the_same_as_long_as_the_commit_is() -> None:
    assert turn() == turn()
    assert turn() in range(THIRDS)


def test_each_longer_proof_is_in_one_third_and_every_other_test_in_all() -> None:
    cases = [Case(f"tests/test_games.py::test_a_game[{n}]", *(["soak"] if n % 4 else [])) for n in range(400)]
    left_out = [of_other_thirds(cast("list[pytest.Item]", cases), third) for third in range(THIRDS)]
    assert Counter(chain(*left_out)) == {case: THIRDS - 1 for case in cases if "soak" in case.marks}
    assert all(150 < len(others) < 250 for others in left_out)
