"""Whatever people and machines do, in an order that hypothesis chooses, to the service of `season.py`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.faults.campaigns import Counts
from tests.faults.season import Posted, Season

BESIDE = ("press", "hold", "pause", "resume", "take_over", "rewind", "look")


class Whatever(RuleBasedStateMachine):
    """Mails come in late, twice, in any order or never; processes die, and statements fail."""

    done: ClassVar[Counter[str]] = Counter()

    @initialize(seed=st.integers(0, 9999))
    def begin(self, seed: int) -> None:
        self.folder = TemporaryDirectory()
        self.season = Season(Path(self.folder.name), seed)
        self.season.open()

    @precondition(lambda self: len(self.season.games) < 3)
    @rule()
    def another_game(self) -> None:
        self.season.open()

    @rule(nth=st.integers(0, 2), delivered=st.booleans())
    def somebody_orders(self, nth: int, delivered: bool) -> None:
        self.season.write(self._game(nth))
        if delivered and self.season.written:
            self.season.deliver(self.season.written[-1])

    @rule(nth=st.integers(0, 2))
    def somebody_forges(self, nth: int) -> None:
        self.season.write(self._game(nth), forged=True)

    @precondition(lambda self: self.season.written)
    @rule(nth=st.integers(0, 99))
    def a_mail_comes_in(self, nth: int) -> None:
        self.done["mails late or again"] += 1
        self.season.deliver(self._mail(nth))

    @precondition(lambda self: self.season.written)
    @rule(nth=st.integers(0, 99), looks=st.integers(1, 8))
    def the_desk_dies_over_a_mail(self, nth: int, looks: int) -> None:
        mail = self._mail(nth)
        self.done["deaths"] += 1
        self.season.dying(looks, lambda: self.season.desk.handle(mail.raw))

    @precondition(lambda self: self.season.written)
    @rule(nth=st.integers(0, 99), steps=st.integers(0, 3000))
    def the_store_fails_over_a_mail(self, nth: int, steps: int) -> None:
        mail = self._mail(nth)
        self.done["failures of the store"] += 1
        self.season.failing(steps, lambda: self.season.deliver(mail))

    @rule(nth=st.integers(0, 2), what=st.sampled_from(BESIDE))
    def something_beside(self, nth: int, what: str) -> None:
        self.season.beside(self._game(nth), getattr(self.season, what))

    @rule(nth=st.integers(0, 2), what=st.sampled_from(BESIDE), looks=st.integers(1, 4))
    def the_desk_dies_beside(self, nth: int, what: str, looks: int) -> None:
        name, act = self._game(nth), getattr(self.season, what)
        self.done["deaths"] += 1
        self.season.dying(looks, lambda: self.season.beside(name, act))

    @rule(days=st.integers(0, 5))
    def days_go_by(self, days: int) -> None:
        self.season.wait(days)

    @rule()
    def the_desk_begins_anew(self) -> None:
        self.season.restart()

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "season"):
            self.season.check()
            self.done["checks"] += 1

    def teardown(self) -> None:
        if hasattr(self, "season"):
            self.season.close()
            self.folder.cleanup()

    def _game(self, nth: int) -> str:
        return self.season.games[nth % len(self.season.games)]

    def _mail(self, nth: int) -> Posted:
        """The newest are the likeliest."""
        written = self.season.written
        return written[-1 - nth % len(written)]


def run(seasons: int, doings: int, seed: int = 1) -> Counter[str]:
    """So many seasons; how often each thing was done. Raises `AssertionError` with what was done before."""

    @seeded(seed)
    class Counted(Whatever):
        done: ClassVar[Counter[str]] = Counter()

    chosen = settings(
        max_examples=seasons,
        stateful_step_count=doings,
        deadline=None,
        database=None,
        phases=(Phase.generate,),  # what fails is said in full; to shrink it takes many minutes
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Counted, settings=chosen)
    return Counted.done


DOINGS = 40


def campaign(times: int, _folder: Path, seed: int) -> Counts:
    """So many seasons. What fails is printed, and counted as damage."""
    try:
        done = run(times, DOINGS, seed)
    except AssertionError as failed:
        return Counts(times, corrupt=1, also=str(failed)[:200])
    also = ", ".join(f"{number:,} {name}" for name, number in sorted(done.items()))
    return Counts(times, also=also)
