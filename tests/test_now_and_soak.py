"""What is left to soak is there, and so is what is in every run."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from tests.conftest import ON_BOTH
from tests.now_and_soak import FEWER, IN_EVERY_RUN, LONGER, THIRDS, WITH_A_BROWSER, of_other_thirds

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


def before(name: str) -> str:
    """The decorators of a test, which must be there."""
    path, _, function = name.partition("::")
    above, found, _ = (TESTS / path).read_text("utf-8").partition(f"\ndef {function}(")
    assert found, name
    return f"{above}\n".rpartition("\n\n\n")[2]


def fixtures(name: str) -> str:
    path = TESTS / name.partition("::")[0]
    return path.read_text("utf-8") + (path.parent / "conftest.py").read_text("utf-8")


@pytest.mark.parametrize("name", FEWER)
def test_a_test_that_is_sampled_is_there_and_has_parameters(name: str) -> None:
    on_both_stores = f"tests.{name.replace('/', '.')}".startswith(ON_BOTH)
    assert on_both_stores or "@pytest.mark.parametrize" in before(name) or "params=" in fixtures(name)


def test_longer_ones_and_those_of_every_run_are_there() -> None:
    for name in (*LONGER, *IN_EVERY_RUN):
        assert "@pytest.mark.soak" not in before(name), name


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_test_with_a_browser_in_every_run(page: str) -> None:
    assert any(name.startswith(f"{WITH_A_BROWSER}test_{page}.py::") for name in IN_EVERY_RUN)


class Case(NamedTuple):
    """What is asked of a test."""

    nodeid: str
    is_longer: bool

    def get_closest_marker(self, name: str) -> bool:
        return self.is_longer and name == "soak"


def test_each_longer_proof_is_in_one_third_and_every_other_test_in_all() -> None:
    cases = [Case(f"tests/test_games.py::test_a_game[{n}]", n % 4 > 0) for n in range(400)]
    left_out = [of_other_thirds(cast("list[pytest.Item]", cases), third) for third in range(THIRDS)]
    assert Counter(chain(*left_out)) == {case: THIRDS - 1 for case in cases if case.is_longer}
    assert all(150 < len(others) < 250 for others in left_out)
