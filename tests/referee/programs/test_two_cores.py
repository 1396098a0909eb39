"""A thought on two cores is the same thought, whatever becomes of the process beside."""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.programs.search import search
from referee.thinking.two_cores import on_two_cores
from tests.programs.nim import PLAYED_NIM, nim

HERE = os.getpid()


@pytest.fixture(autouse=True)
def cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})


def times_seven(number: int) -> tuple[int, int]:
    return 7 * number, os.getpid()


@pytest.mark.parametrize("many", [0, 1, 2, 3, 12])
def test_all_is_done_in_its_order_by_two_processes(many: int) -> None:
    found = on_two_cores(times_seven, range(many))
    assert [number for number, _ in found] == [7 * number for number in range(many)]
    assert len({process for _, process in found}) == min(2, many)


def test_one_core_does_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0})
    assert {process for _, process in on_two_cores(times_seven, range(4))} == {HERE}


def dies_elsewhere(number: int) -> int:
    if os.getpid() != HERE:
        os._exit(1)
    return number


def test_what_a_process_that_has_died_does_not_send_is_worked_out_here() -> None:
    assert on_two_cores(dies_elsewhere, range(5)) == [*range(5)]


def test_what_the_work_raises_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        on_two_cores(lambda number: 1 // (number - 3), range(4))


@pytest.mark.parametrize("finalists", [1, 3])
def test_a_search_on_two_cores_finds_the_same(finalists: int) -> None:
    """Also in the trees below the orders, from which the next part goes on."""
    found = [
        search(PLAYED_NIM, nim(3, 2, 2), "red", Random(4), 300, finalists, spread)
        for spread in (map, on_two_cores)
    ]
    assert found[0] == found[1]
