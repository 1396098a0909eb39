"""How long a program thinks hangs from its hand: nothing of that is to be read from what is published."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, pairwise, repeat
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.people import DeadlinesSet
from domain.game.entries.policy import Policy
from domain.kit.sealed import PUBLIC
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.writing import members, write_bundle
from referee.programs import deciding, seats
from referee.programs.seats import STEP
from referee.record.envelope import PROGRAM
from tests.referee.mail.test_desk_world import NOW
from tests.referee.programs.table import GAME, Table

SECOND, HOUR = 1_000, 3_600_000
CLOCK = Policy(hours=48, grace=6)
TURNS = 6
Make = Callable[[str, Iterator[int]], Table]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """A game against two programs, each of whose thoughts takes its time; its person answers by the hour."""

    def make(name: str, times: Iterator[int]) -> Table:
        (tmp_path / name).mkdir()
        table, numbers = Table(tmp_path / name, {"ise": "steady", "kii": "steady"}, policy=CLOCK), count(1)
        table.record.set(seats.SECRET, bytes(32))
        table.record.entropy = lambda size: next(numbers).to_bytes(size, "big")

        def chooses(*arguments: object) -> object:
            table.now += next(times)
            return choose(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(seats, "choose", chooses)
        table.join()
        random = Random(1)
        for turn in range(1, TURNS):
            table.think()
            table.now = NOW + turn * HOUR
            assert table.send("iga", table.line("iga", random)) == "1 order played"
        table.think()
        return table

    return make


choose = deciding.choose


def test_games_that_differ_in_how_long_a_program_thinks_are_published_alike(made: Make) -> None:
    quick, slow = made("quick", repeat(7)), made("slow", (SECOND * (1 + n % 17) for n in count()))
    assert sum(act[0] == PROGRAM for act in quick.acts()) >= 4
    assert quick.entries() == slow.entries()
    for viewer in (PUBLIC, "iga", "ise"):
        one, other = (members(table.record, GAME, viewer, tables=False) for table in (quick, slow))
        assert one == other


def test_what_a_program_does_is_dated_like_the_event_that_it_answers_and_holds(
    made: Make, tmp_path: Path
) -> None:
    table = made("one", repeat(9 * SECOND))
    envelopes = table.record.envelopes(GAME)
    times = [one.at for one in envelopes]
    assert times == sorted(times)
    for before, after in pairwise(envelopes):
        if after.act[0] == PROGRAM:
            assert after.at == before.at
    assert audit_game(table.record, GAME).finding is None
    write_bundle(table.record, GAME, PUBLIC, tmp_path / "b.zip")
    report = verify((tmp_path / "b.zip").read_bytes())
    assert report.ok, report.why


@pytest.mark.parametrize(("late", "steps"), [(0, 0), (1, 0), (STEP - 1, 0), (STEP, 1), (50 * HOUR, 600)])
def test_a_person_loses_no_more_of_his_time_than_a_step(
    made: Make, monkeypatch: pytest.MonkeyPatch, late: int, steps: int
) -> None:
    """Also where the programs were not served for days: his time does not begin before they have played."""
    table = made("one", repeat(SECOND))
    late_once = iter([late])

    def chooses(*arguments: object) -> object:
        table.now += next(late_once, 0)
        return choose(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(seats, "choose", chooses)
    table.now = asked = NOW + TURNS * HOUR
    table.send("iga", table.line("iga", Random(1)))
    table.think()
    assert table.record.load(GAME).at == asked + steps * STEP
    given = [entry for entry in table.entries() if isinstance(entry, DeadlinesSet)][-1].deadlines
    assert {one.since for one in given} == {asked + steps * STEP}
