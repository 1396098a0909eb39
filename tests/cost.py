"""The CPU that tests take, in rounds of `tests.pace`: children counted, what many share counted for itself.

A run ends with its dearest tests. With `--budget` it fails where a test takes more than three times its
budget, or waits, and does so again when it is run alone; and where all cases of one do that has no turn.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.now_and_soak import CASES, FAMILIES, ROOT, family_of, keep, row
from tests.pace import pace

BUDGET = 50.0
"""Rounds that a test may take: half a second of a machine that does nothing else. One that needs more says so
by the mark `budget(rounds, why)`."""

TIMES = 3
"""So many budgets are too many."""

PATIENCE = 2.0
"""Seconds that a test may wait for something else than the processor. One that needs more says so by the mark
`waits(why)`. On a busy machine a second lasts longer, and three times what was worked is no waiting."""

FRESH = 30.0
"""Seconds for which the machine is believed to be as fast as it was. Asking takes a tenth of a second."""

WORTH = 0.1
"""Seconds that a test took, and below which it is not asked how fast the machine is now."""

WITH_SERVANTS = ("tests/browser/", "tests/servers/")
"""Tests for which processes work that go on after them: browsers and mail servers."""

SHOWN, LEAST = 20, 10
"""Tests that a run ends with, and the rounds below which one is not worth a line."""

ALONE = "BUGYO_ALONE"
"""Set where a test is run once more, by itself."""


class Cost(NamedTuple):
    """Of a test, or of what many share: rounds, budget, seconds that it waited without a word why; how many
    cases its family has."""

    name: str
    rounds: float
    budget: float = float("inf")
    waited: float = 0.0
    cases: int = 1

    def too_much(self) -> str:
        if self.rounds > TIMES * self.budget:
            return f"took {self.rounds:.0f} rounds; its budget is {self.budget:.0f}"
        if self.waited > PATIENCE:
            return f"waited {self.waited:.1f} s without a word why"
        return ""


def spent(has_servants: bool) -> tuple[float, float]:
    """Seconds of CPU of this process and of its children that have ended, and of those that serve many tests;
    seconds of the clock."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    living = _living() if has_servants else 0.0
    return time.process_time() + children.ru_utime + children.ru_stime + living, time.monotonic()


def _living() -> float:
    """Seconds of CPU of the processes below this one, where the system tells of them."""
    found: dict[int, tuple[int, int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = path.read_text().rpartition(")")[2].split()
            found[int(path.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while more := {pid for pid, (parent, _) in found.items() if parent in ours} - ours:
        ours |= more
    ticks = sum(taken for pid, (_, taken) in found.items() if pid in ours - {os.getpid()})
    return ticks / os.sysconf("SC_CLK_TCK")


class Meter:
    """Where tests are run: tells what each took."""

    def __init__(self) -> None:
        self._has_servants = False
        self._start = spent(False)
        self._aside = (0.0, 0.0)
        self._shared: list[Cost] = []
        self._depth = 0
        self._pace, self._busy = pace()
        self._measured = time.monotonic()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._has_servants = item.nodeid.startswith(WITH_SERVANTS)
        self._start, self._aside, self._shared = spent(self._has_servants), (0.0, 0.0), []
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[Any]:
        """What more than one test uses is no cost of the first that asks for it."""
        if fixturedef.scope == "function" or self._depth:
            return (yield)
        before, self._depth = spent(self._has_servants), 1
        try:
            return (yield)
        finally:
            self._depth = 0
            cpu = self._set_aside(before)
            self._shared.append(Cost(f"{fixturedef.baseid}::{fixturedef.argname}", cpu * self._pace))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        """What many have used ends with the last of them, and is no cost of his."""
        before = spent(self._has_servants)
        try:
            return (yield)
        finally:
            if nextitem is None or nextitem.parent is not item.parent:
                self._set_aside(before)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.when != "teardown":
            return
        cpu, wall = (
            all_of - aside for all_of, aside in zip(self._since(self._start), self._aside, strict=True)
        )
        if cpu + wall > WORTH and time.monotonic() > self._measured + FRESH:
            self._pace, self._busy = pace()
            self._measured = time.monotonic()
        waited = 0.0 if item.get_closest_marker("waits") else max(0.0, wall / self._busy - TIMES * cpu)
        own = item.get_closest_marker("budget")
        budget, _why = own.args if own else (BUDGET, "")
        cost = Cost(item.nodeid, cpu * self._pace, float(budget), waited, item.stash.get(CASES, 1))
        item.user_properties.append(("costs", [tuple(one) for one in (cost, *self._shared)]))

    def _set_aside(self, before: tuple[float, float]) -> float:
        cpu, wall = self._since(before)
        self._aside = (self._aside[0] + cpu, self._aside[1] + wall)
        return cpu

    def _since(self, before: tuple[float, float]) -> tuple[float, float]:
        now = spent(self._has_servants)
        return max(0.0, now[0] - before[0]), now[1] - before[1]


class Ledger:
    """Where reports come in: the dearest, and what is too dear."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._costs: list[Cost] = []
        self._shared: defaultdict[str, float] = defaultdict(float)
        self._wrong: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told: Mapping[str, Any] = dict(report.user_properties)
        costs = [Cost(*numbers) for numbers in told.get("costs", ())]
        if report.when == "teardown" and costs:
            self._costs.append(costs[0])
            for one in costs[1:]:
                self._shared[one.name] += one.rounds

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._config.getoption("keep_costs"):
            keep(self._families())
        if self._config.getoption("budget"):
            self._wrong = [*map(self._so_alone, [*self._too_much(), *self._untold()])]
        self._wrong = [one for one in self._wrong if one]
        if self._wrong and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _too_much(self) -> list[Cost]:
        return [one for one in self._costs if one.too_much()]

    def _so_alone(self, cost: Cost) -> str:
        """What is wrong with a test that is run once more, with nothing beside it; "" where nothing is."""
        if ALONE not in os.environ:
            words = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--budget", cost.name]
            env = {**os.environ, ALONE: "yes"}
            if not subprocess.run(words, env=env, cwd=ROOT, capture_output=True, check=False).returncode:
                return ""
        family = family_of(cost.name)
        turns = "" if family in FAMILIES else f"; by turns with `make costs`, or {row(family, cost.rounds)}"
        return f"{cost.name} {cost.too_much()}{turns}"

    def _families(self) -> dict[str, float]:
        """Rounds of all cases of each family, also of those that were left to another run."""
        found: defaultdict[str, list[Cost]] = defaultdict(list)
        for one in self._costs:
            found[family_of(one.name)].append(one)
        return {name: sum(one.rounds for one in ran) * ran[0].cases / len(ran) for name, ran in found.items()}

    def _untold(self) -> list[Cost]:
        """Families that are dear and have no turn. What is run alone tells of those that it ran whole."""
        ran = Counter(family_of(one.name) for one in self._costs)
        cases = {family_of(one.name): one.cases for one in self._costs}
        return [
            Cost(f"tests/{name}", taken, BUDGET, cases=cases[name])
            for name, taken in self._families().items()
            if taken > TIMES * BUDGET and name not in FAMILIES
            if ALONE not in os.environ or ran[name] == cases[name]
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        shared = [Cost(name, taken) for name, taken in self._shared.items()]
        dearest = sorted((*self._costs, *shared), key=lambda one: -one.rounds)[:SHOWN]
        for one in dearest:
            if one.rounds >= LEAST:
                terminalreporter.write_line(f"{one.rounds:6.0f} rounds  {one.name}")
        for wrong in self._wrong:
            terminalreporter.write_line(f"TOO MUCH {wrong}", red=True)

    def pytest_unconfigure(self) -> None:
        """The last line of a run."""
        reporter: Any = self._config.pluginmanager.get_plugin("terminalreporter")
        taken = sum(one.rounds for one in self._costs) + sum(self._shared.values())
        if reporter and len(self._costs) > SHOWN:
            reporter.write_line(f"{taken:,.0f} rounds of CPU for {len(self._costs):,} tests")


def add_options(parser: pytest.Parser) -> None:
    parser.addoption("--budget", action="store_true", help="fail where a test takes too much, twice")
    parser.addoption("--keep-costs", action="store_true", help="write down which families are run by turns")


def measure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "budget(rounds, why): what a test may take, if it is more")
    config.addinivalue_line("markers", "waits(why): a test that waits for something else than the processor")
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(Meter())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger(config))
