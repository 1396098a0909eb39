"""What a test took is told, and what takes too much fails a run once it has done so alone as well."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from tests import cost
from tests.cost import BUDGET, PATIENCE, TIMES, Cost, Ledger, Meter
from tests.now_and_soak import family_of

MOST = TIMES * BUDGET
NAME = "tests/test_a.py::test_b"


@pytest.mark.parametrize(
    ("one", "is_too_much"),
    [
        (Cost(NAME, MOST, BUDGET), False),
        (Cost(NAME, MOST + 1, BUDGET), True),
        (Cost(NAME, MOST + 1, BUDGET + 1), False),
        (Cost(NAME, 1, BUDGET, PATIENCE), False),
        (Cost(NAME, 1, BUDGET, PATIENCE + 0.1), True),
    ],
)
def test_three_times_the_budget_is_too_much_and_so_is_waiting(one: Cost, is_too_much: bool) -> None:
    assert bool(one.too_much()) is is_too_much


class Session:
    exitstatus = pytest.ExitCode.OK


def ledger(*costs: Cost, **options: Any) -> Ledger:
    """One that has heard of what some tests took."""
    asked = {"budget": True, "keep_costs": False, **options}
    made = Ledger(SimpleNamespace(getoption=asked.get))  # type: ignore[arg-type]
    for one in costs:
        properties = [("costs", [tuple(one)])]
        made.pytest_runtest_logreport(SimpleNamespace(when="teardown", user_properties=properties))  # type: ignore[arg-type]
    return made


def ended(made: Ledger) -> pytest.ExitCode:
    session = Session()
    made.pytest_sessionfinish(session)  # type: ignore[arg-type]
    return session.exitstatus


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tests that are run once more; “slow” ones are no quicker then."""
    names: list[str] = []

    def run(words: list[str], **_named: Any) -> Any:
        names.append(words[-1])
        return SimpleNamespace(returncode=int("slow" in words[-1]))

    monkeypatch.delenv(cost.ALONE, raising=False)
    monkeypatch.setattr(cost, "FAMILIES", {family_of(name): MOST for name in (NAME, f"{NAME}_slow")})
    monkeypatch.setattr(subprocess, "run", run)
    return names


def test_a_test_that_takes_too_much_only_beside_others_fails_nothing(alone: list[str]) -> None:
    assert ended(ledger(Cost(NAME, MOST + 1, BUDGET), Cost(f"{NAME}_quick", 1, BUDGET))) == pytest.ExitCode.OK
    assert alone == [NAME]


def test_a_test_that_takes_too_much_alone_as_well_fails_the_run(alone: list[str]) -> None:
    slow = Cost(f"{NAME}_slow", MOST + 1, BUDGET)
    assert ended(ledger(slow)) == pytest.ExitCode.TESTS_FAILED
    assert ended(ledger(slow, budget=False)) == pytest.ExitCode.OK


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("name", [f"{NAME}_new_and_slow", f"{NAME}_new"])
def test_a_family_that_is_dear_and_not_by_turns_fails_the_run(alone: list[str], name: str, more: int) -> None:
    """Of which a half has been run; alone all of it is."""
    taken = (MOST / 4) + more
    cases = [Cost(f"{name}[{n}]", taken, taken, 0.0, 4) for n in range(2)]
    fails = more and "slow" in name
    assert ended(ledger(*cases)) == (pytest.ExitCode.TESTS_FAILED if fails else pytest.ExitCode.OK)
    assert alone == [name] * more


@pytest.mark.parametrize(("ran", "fails"), [(3, False), (4, True)])
def test_alone_a_family_is_dear_once_all_of_it_has_run(
    alone: list[str], monkeypatch: pytest.MonkeyPatch, ran: int, fails: bool
) -> None:
    monkeypatch.setenv(cost.ALONE, "yes")
    cases = [Cost(f"{NAME}_new[{n}]", BUDGET, BUDGET, 0.0, 4) for n in range(ran)]
    assert ended(ledger(*cases)) == (pytest.ExitCode.TESTS_FAILED if fails else pytest.ExitCode.OK)


def test_families_are_kept_with_what_all_their_cases_take(
    alone: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Any] = []
    monkeypatch.setattr(cost, "keep", kept.append)
    ended(
        ledger(
            Cost(f"{NAME}[1]", 30, BUDGET, 0.0, 6), Cost(f"{NAME}[2]", 50, BUDGET, 0.0, 6), keep_costs=True
        )
    )
    assert kept == [{"test_a.py::test_b": 240}]


def test_work_of_children_is_counted_and_what_many_share_is_not() -> None:
    meter = Meter()
    work = "import hashlib\nfor n in range(150_000): hashlib.sha256(b'%d' % n).digest()"
    meter._start = cost.spent(False)
    for _setup in meter.pytest_fixture_setup(SimpleNamespace(scope="module", baseid="a", argname="b")):
        exec(work, {})
    shared = meter._aside[0]
    assert meter._since(meter._start)[0] - shared < shared / 2
    subprocess.run(["python3", "-c", work], check=True)
    assert meter._since(meter._start)[0] - shared > shared / 2
