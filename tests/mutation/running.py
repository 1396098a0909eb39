"""A mutant in a process of its own, with the tests that run its lines.

pytest collects the tests once. For each mutant a process is forked off in which the functions of the module
get their changed code, wherever they are registered; it runs the tests that have run the changed lines, those
first that run the fewest others, until one fails. Nothing is imported anew, and no file is written.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any

import pytest
from _pytest.main import Session

from tests.mutation.covering import HIT, Seen, Watch, telling
from tests.mutation.mutants import Mutant

KILLED, SURVIVED, STUCK, ALONE = "killed", "survived", "stuck", "alone"
"""A test fails; none does; the tests do not end; no test runs the line."""

MOST_SECONDS = 10.0
"""Of the tests that run a changed line so many seconds' worth are asked."""

PREPARED = 20
"""Seconds that fixtures may take beside, which were made by other tests when all were watched."""

Key = tuple[str, int, int]


def codes(module: CodeType) -> dict[Key, CodeType]:
    """Every code object in a module, by its name, its first line, and which it is of those."""
    found: dict[Key, CodeType] = {}
    counts: Counter[tuple[str, int]] = Counter()

    def walk(code: CodeType) -> None:
        name = (code.co_qualname, code.co_firstlineno)
        found[*name, counts[name]] = code
        counts[name] += 1
        for one in code.co_consts:
            if isinstance(one, CodeType):
                walk(one)

    walk(module)
    return found


def change(path: Path, source: str, module: CodeType, **names: Any) -> None:
    """Gives every function of a module, wherever it is held, its code in the changed one.

    `names` are what this code finds beside the module's own. Python lets no function have a code that closes
    over less: where `super()` is left out nothing is changed, and the mutant wants `--afresh`.
    """
    new, places = codes(module), dict[tuple[str, int, bytes], Key]()
    for place, code in codes(compiled(path, source)).items():
        places[code.co_qualname, code.co_firstlineno, code.co_code] = place
    for function in _functions(str(path)):
        code = function.__code__
        key = places.get((code.co_qualname, code.co_firstlineno, code.co_code))
        changed = new.get(key) if key else None
        if changed is not None and changed.co_freevars == code.co_freevars:
            function.__globals__.update(names)
            function.__code__ = changed


def compiled(path: Path, source: str) -> CodeType:
    return compile(source, str(path), "exec", dont_inherit=True)


def _functions(file: str) -> list[FunctionType]:
    return [one for one in _objects() if isinstance(one, FunctionType) and one.__code__.co_filename == file]


def _objects() -> list[object]:
    """All objects, also those that are kept from being looked at, as the suite's are (tests/conftest.py)."""
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    found = gc.get_objects()
    if frozen:
        gc.freeze()
    return found


class Runner:
    """A plugin of pytest: instead of running the tests that were collected it does `work`."""

    def __init__(self, sources: Mapping[Path, str], work: Callable[[Runner], None]) -> None:
        self._sources, self._work = sources, work
        self._session: Session | None = None
        self._seen: Mapping[str, Seen] = {}

    def reaches(self) -> bool:
        """Whether any test runs any line of what is changed: none does where nothing could be watched."""
        return any(one.lines for one in self._seen.values())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Session) -> bool:
        self._session = session
        self._seen = self._covered(session)
        self._work(self)
        return True

    def _covered(self, session: Session) -> Mapping[str, Seen]:
        """Runs every test once, in a process of its own. Those that fail without any change are not asked."""
        seen, failed = dict[str, Seen](), set[str]()
        with tempfile.TemporaryFile() as file:
            if _forked(lambda: self._watched(session, file), 3_600) == 0:
                file.seek(0)
                seen, failed = pickle.load(file)
        good = seen.keys() - failed
        session.items[:] = [item for item in session.items if item.nodeid in good]
        print(f"{len(good)} tests; {len(failed)} fail without any change", file=sys.stderr)
        return seen

    def _watched(self, session: Session, file: IO[bytes]) -> int:
        watch = Watch()
        for path, source in self._sources.items():
            change(path, source, telling(path, self._sources), **{HIT: watch.hit})
        session.config.pluginmanager.register(watch)
        _loop(session)
        pickle.dump((watch.seen, watch.failed), file)
        file.flush()
        return 0

    def tests_of(self, path: Path, mutant: Mutant) -> list[pytest.Item]:
        """The tests that run the lines of a mutant, those first that run the fewest others."""
        assert self._session is not None
        lines = {(str(path), line) for line in range(mutant.first, mutant.last + 1)}
        asked = [item for item in self._session.items if not lines.isdisjoint(self._lines(item.nodeid))]
        asked.sort(key=lambda item: (len(self._lines(item.nodeid)), self._seen[item.nodeid].seconds))
        total, some = 0.0, list[pytest.Item]()
        for item in asked:
            total += self._seen[item.nodeid].seconds
            if some and total > MOST_SECONDS:
                break
            some.append(item)
        return some

    def _lines(self, nodeid: str) -> frozenset[tuple[str, int]]:
        if nodeid not in _SETS:
            _SETS[nodeid] = frozenset(self._seen[nodeid].lines)
        return _SETS[nodeid]

    def tried(self, path: Path, source: str, mutant: Mutant) -> tuple[str, int]:
        """What became of a mutant, and how many tests were asked at most."""
        session = self._session
        assert session is not None
        tests = self.tests_of(path, mutant)
        if not tests:
            return ALONE, 0
        limit = PREPARED + 3 * sum(self._seen[item.nodeid].seconds for item in tests)

        def ask() -> int:
            change(path, source, compiled(path, mutant.of(source)))
            session.items[:] = tests
            session.config.option.maxfail = 1
            _loop(session)
            return int(session.testsfailed > 0)

        return {0: SURVIVED, 1: KILLED}.get(_forked(ask, int(limit)), STUCK), len(tests)


_SETS: dict[str, frozenset[tuple[str, int]]] = {}


def _loop(session: Session) -> None:
    """pytest's own loop over the items of the session."""
    from _pytest.main import pytest_runtestloop

    try:
        pytest_runtestloop(session)
    except (Session.Failed, Session.Interrupted):
        return


def _forked(work: Callable[[], int], seconds: int) -> int:
    """What a process says that does the work, silently, within so many seconds of the processor."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    code = 2
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        code = work()
    finally:
        os._exit(code)
