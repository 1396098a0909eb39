"""What is left to soak is there, what is by turns comes up, and what is in every run is."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import cast

import pytest

from tests.now_and_soak import BY_TURNS, FAMILIES, THIRDS, leave_to_soak, of_other_thirds, turn

TESTS = Path(__file__).parent

PAGES = (
    "page",
    "proof",
    "live",
    "check_page",
    "check_languages",
    "seat_page",
    "seat_played",
    "mails",
    "boards",
)
"""What people see in a browser: the page of a game, with its record and as it goes on, the one that checks a
record, the one of a seat, a mail."""


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_that_is_run_by_turns_is_there(name: str) -> None:
    path, _, function = name.partition("::")
    assert f"\ndef {function}(" in (TESTS / path).read_text("utf-8")
    assert FAMILIES[name] >= BY_TURNS


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_test_with_a_browser_in_every_run(page: str) -> None:
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


def _left(cases: list[Case], third: int | None) -> set[str]:
    """The names of those that are left to soak."""
    leave_to_soak(cast("list[pytest.Item]", cases), ("test_a.py::test_many", "test_a.py::test_one"), third)
    return {case.nodeid for case in cases if "soak" in case.marks}


def _cases() -> list[Case]:
    many = [Case(f"tests/test_a.py::test_many[{n}]") for n in range(10)]
    return [*many, Case("tests/test_a.py::test_one"), Case("tests/test_a.py::test_other[1]")]


def test_three_turns_run_each_case_of_a_family_once_and_every_other_test_each_time() -> None:
    names = [case.nodeid for case in _cases()]
    run = Counter(name for third in range(THIRDS) for name in names if name not in _left(_cases(), third))
    assert run == {name: 1 if "many" in name else THIRDS for name in names}


def test_the_soak_runs_all_of_a_family() -> None:
    assert _left(_cases(), None) == {case.nodeid for case in _cases() if "many" in case.nodeid}


def test_the_turn_is_the_same_as_long_as_the_commit_is() -> None:
    assert turn() == turn()
    assert turn() in range(THIRDS)


def test_each_longer_proof_is_in_one_third_and_every_other_test_in_all() -> None:
    cases = [Case(f"tests/test_games.py::test_a_game[{n}]", *(["soak"] if n % 4 else [])) for n in range(400)]
    left_out = [of_other_thirds(cast("list[pytest.Item]", cases), third) for third in range(THIRDS)]
    assert Counter(chain(*left_out)) == {case: THIRDS - 1 for case in cases if "soak" in case.marks}
    assert all(150 < len(others) < 250 for others in left_out)
