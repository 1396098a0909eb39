"""`python -m tests.mutation GROUP [--most N] [--seed N]`, `GROUP --again`, `--tonight`, `--page`.

What is found is kept in `build/mutation.json`, which is not committed; --page puts it on docs/mutation.md,
and takes away what is gone. --tonight tries the group whose turn it is, with the day as its seed, and writes
the page. --again asks more tests about the mutants of the group that have survived there; --afresh does so in
processes that import the changed file, for what has run already when the others are changed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from tests.mutation.groups import GROUPS, ROOT, Group
from tests.mutation.history import checked_out
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.results import PAGE, Module, Results, Survivor, keep, page, read, turn
from tests.mutation.running import ALONE, KILLED, STUCK, SURVIVED, Runner


class Trial:
    """Mutants of a group that are tried, and what became of them."""

    def __init__(self, paths: tuple[Path, ...], minutes: float) -> None:
        self._end = time.monotonic() + 60 * minutes
        self.sources = {path: path.read_text("utf-8") for path in paths}
        self.made = {path: mutants(source) for path, source in self.sources.items()}
        self.sample: list[tuple[Path, Mutant]] = []
        self.became: list[tuple[Path, Mutant, str, int]] = []

    def draw(self, most: int, seed: int) -> None:
        """A sample, in an order that only the seed decides."""
        every = [(path, one) for path, found in self.made.items() for one in found]
        self.sample = Random(seed).sample(every, min(most, len(every)))

    def take(self, before: Results) -> None:
        """Those that have survived."""
        left = {_key(one.module, survivor) for one in before.modules for survivor in one.survivors}
        every = [(path, one) for path, found in self.made.items() for one in found]
        self.sample = [pair for pair in every if _key(_name(pair[0]), pair[1]) in left]

    def work(self, runner: Runner) -> None:
        for path, mutant in self.sample:
            if time.monotonic() > self._end:
                break
            result, tests = runner.tried(path, self.sources[path], mutant)
            self.became.append((path, mutant, result, tests))
            if result in (SURVIVED, ALONE):
                self._say(path, mutant, f"{result} ({tests} tests)")

    def _say(self, path: Path, mutant: Mutant, what: str) -> None:
        where = f"{_name(path)}:{mutant.line} {mutant.function}"
        print(f"{what} {where}: {mutant.before} → {_one_line(mutant.after)}", file=sys.stderr, flush=True)

    def afresh(self, tests: tuple[str, ...]) -> None:
        """Tries the sample in processes that import the changed file, from a copy of the tree."""
        with TemporaryDirectory() as folder:
            tree = Path(folder) / "tree"
            copytree(ROOT, tree, ignore=ignore_patterns(".*", "__pycache__", "demo"))
            for path, mutant in self.sample:
                target = tree / path.relative_to(ROOT)
                target.write_text(mutant.of(self.sources[path]), encoding="utf-8")
                code = asked_afresh(tree, tests)
                self.became.append((path, mutant, SURVIVED if code == 0 else KILLED, 1))
                self._say(path, mutant, f"afresh: {code}")
                target.write_text(self.sources[path], encoding="utf-8")

    def modules(self) -> tuple[Module, ...]:
        return tuple(self._module(path) for path in self.sources if self.made[path])

    def _module(self, path: Path) -> Module:
        mine = [(one, result, tests) for where, one, result, tests in self.became if where == path]
        left = [(one, tests) for one, result, tests in mine if result in (SURVIVED, ALONE)]
        survivors = tuple(
            Survivor(one.function, one.line, one.before, _one_line(one.after), tests, one.start)
            for one, tests in sorted(left, key=lambda pair: (pair[0].line, pair[0].start, pair[0].after))
        )
        killed, stuck = (sum(result == kind for _, result, _ in mine) for kind in (KILLED, STUCK))
        return Module(_name(path), len(self.made[path]), len(mine), killed, stuck, survivors)


def asked_afresh(tree: Path, tests: tuple[str, ...]) -> int:
    """What pytest says of a tree: 0 where every test passes."""
    words = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-m",
        "not soak",
        *tests,
    ]
    try:
        return subprocess.run(words, cwd=tree, capture_output=True, timeout=600, check=False).returncode
    except subprocess.TimeoutExpired:
        return 1


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _key(module: str, one: Mutant | Survivor) -> tuple[str, int, str]:
    return module, one.start, _one_line(one.after)


def joined(before: Results, became: Collection[tuple[Path, Mutant, str, int]]) -> Results:
    """The results after survivors were asked about again: some of them are killed by now."""
    gone = {_key(_name(path), one): result for path, one, result, _ in became if result in (KILLED, STUCK)}
    return replace(before, modules=tuple(_without(module, gone) for module in before.modules))


def _without(module: Module, gone: Mapping[tuple[str, int, str], str]) -> Module:
    left = tuple(one for one in module.survivors if _key(module.module, one) not in gone)
    ended = [gone[key] for one in module.survivors if (key := _key(module.module, one)) in gone]
    killed, stuck = (module.killed + ended.count(KILLED), module.stuck + ended.count(STUCK))
    return replace(module, killed=killed, stuck=stuck, survivors=left)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("group", nargs="?", choices=GROUPS)
    parser.add_argument("--tonight", action="store_true", help="the group whose turn it is, and its page")
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--commit", default=checked_out(), help="what is checked out, for the page")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--afresh", action="store_true")
    asked = parser.parse_args()
    if asked.tonight:
        if asked.group or asked.again or asked.afresh:
            parser.error("Which group is tonight's follows from the page: give --tonight alone.")
        tonight(asked)
    if (asked.again or asked.afresh) and asked.group not in read():
        parser.error("There are no results of this group to ask about again: try it first.")
    if asked.group:
        keep(asked.group, _tried(GROUPS[asked.group], read().get(asked.group), asked))
    if asked.page:
        PAGE.write_text(page(PAGE.read_text("utf-8")), encoding="utf-8")


def tonight(asked: argparse.Namespace) -> None:
    """Chooses the group and the seed of tonight, and that the page is written."""
    asked.group, asked.page = turn(PAGE.read_text("utf-8")), True
    asked.seed = int(f"{datetime.now(UTC):%Y%m%d}")
    print(f"Tonight: {asked.group} --most {asked.most} --seed {asked.seed}", file=sys.stderr)


def _tried(group: Group, before: Results | None, asked: argparse.Namespace) -> Results:
    trial = Trial(group.paths(), asked.minutes)
    again = before if asked.again or asked.afresh else None
    if again:
        trial.take(again)
    else:
        trial.draw(asked.most, asked.seed)
    tests = group.more or group.tests if again else group.tests
    if asked.afresh:
        trial.afresh(tests)
    else:
        runner = Runner(trial.sources, trial.work)
        pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not soak", *tests], plugins=[runner])
        if not runner.reaches():
            sys.exit("No test that was asked runs a line of this group: nothing is kept.")
    if again:
        return joined(again, trial.became)
    return Results(f"{datetime.now(UTC):%Y-%m-%d}", asked.seed, trial.modules(), asked.commit)


if __name__ == "__main__":
    main()
