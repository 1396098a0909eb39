"""A script of rulings over the recorded games of every title, each taken up again before its end: no row
count ever falls, every difference between two versions is explained by what the ruling has recorded, and both
verifiers and the audit hold at every step.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from domain.game.entries.entries import Entry, Ordered, Rewound
from domain.game.entries.people import PolicyChanged
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.entries.rulings import Corrected, Revised, Ruled
from domain.game.state.lines import unit_ends
from domain.kit import facts
from domain.kit.errors import IllegalMove, OrderError
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import audit_game
from referee.audit.game_lines import Export, read_export, with_tables
from referee.bundle import writing
from referee.bundle.checking import read_bundle
from referee.copies.forking import Left, begin, left_by, planned
from referee.games import rulings
from referee.games.datasets import read_files
from referee.games.referee import Referee
from referee.games.rulings import Complaint, Judgement
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from tests.bundle.test_both import judged
from tests.titles import short
from tests.titles.play import Played
from tests.titles.recorded import recorded
from tests.titles.test_corrections import RandomCorrections
from tests.titles.test_rewinds import loaded

RECORDED = [(path.parent.name, path.stem, path) for _rules, _ending, path in recorded()]
ROUNDS, STOPS = 5, 80
"""How often random corrections are tried for a legal one, and at how many stops."""

DESK = Act(BOTS, person=REFEREE)
TWO = Policy(referee=Refereeing("Gen", stops=True, looks=AT_REVEAL))


class Bench:
    """A recorded game that goes on in a store of what-ifs, with a referee who rules in it."""

    def __init__(self, folder: Path, export: Export, seed: str, part: float) -> None:
        left = left_by(export)
        at = before(left, part)
        self.record = Record(folder / "bench.db")
        self.game_id = begin(self.record, left, planned(left, at, "", real=False)).game.id
        self.referee, self.random = Referee(self.record), Random(seed)
        self.referee.put(self.game_id, lambda _g, _at: PolicyChanged(TWO, "two referees"), DESK)
        self.rows = self.counted()

    @property
    def game(self) -> Any:
        return self.record.load(self.game_id).game

    @property
    def rules(self) -> Rules:
        return self.game.rules  # type: ignore[no-any-return]

    def entries(self) -> list[Entry]:
        return [envelope.entry for envelope in self.record.envelopes(self.game_id)]

    def counted(self) -> dict[str, int]:
        with sqlite3.connect(self.record.path) as store:
            tables = [
                name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            return {name: store.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}

    def keeps(self) -> None:
        """Nothing has been taken away since, and the record holds."""
        rows = self.counted()
        assert {name for name, count in self.rows.items() if rows[name] < count} == set()
        self.rows = rows
        assert audit_game(self.record, self.game_id).finding is None

    def act(self, seat: str) -> Act:
        holder = self.game.register.holders[seat]
        return Act(BOTS, "", seat, holder)

    def orders(self, count: int) -> None:
        for _ in range(count):
            game = self.game
            if game.is_over():
                break
            seat = game.awaited()[0]
            order = self.random.choice(game.examples(seat))
            self.referee.take(self.game_id, seat, order, self.act(seat))

    def corrections(self) -> tuple[str, ...]:
        """One line that the game takes, in its words; it goes on to where it takes one."""
        for _ in range(STOPS):
            line = self.correction()
            if line:
                return (line,)
            self.orders(1)
        raise AssertionError("Nothing can be corrected here.")

    def correction(self) -> str:
        game = self.game
        played = Played.__new__(Played)
        played.game, played.data, played.entries = game, game.data, self.entries()
        random = RandomCorrections(self.rules, played)
        random.random.seed(game.position)
        some = chain.from_iterable(random.some() for _ in range(ROUNDS))
        return next((random.notation.write(one) for one in some if self.is_legal(one)), "")

    def is_legal(self, correction: Struct) -> bool:
        try:
            return bool(self.rules.correct(self.game.state, correction))
        except IllegalMove:
            return False

    def rule(self, judged: Judgement) -> None:
        before = self.entries()
        state = self.game.state
        rulings.rule(self.referee, self.game_id, judged, DESK)
        after = self.entries()
        assert after[: len(before)] == before
        self.explained(state, before, after[len(before) :])

    def explained(self, state: Any, before: list[Entry], made: list[Entry]) -> None:
        """What stands after the ruling is what stood before, changed by its effects alone, which name it."""
        acts = [envelope.act for envelope in self.record.envelopes(self.game_id)][len(before) :]
        number = next(entry.number for entry in made if isinstance(entry, Ruled))
        changes = [
            n for n, entry in enumerate(made) if isinstance(entry, Corrected | Rewound | Fact | Revised)
        ]
        assert {acts[n][:2] for n in changes} <= {("ruling", f"ruling {number}")}
        versions = [n for n, entry in enumerate(made) if isinstance(entry, Revised)]
        if not versions:
            assert self.game.state == state
            return
        for entry in made[: versions[0]]:
            if isinstance(entry, Rewound):
                state = loaded(self.rules, self.game.data, before[: entry.to]).state
            elif isinstance(entry, Fact):
                state = facts.fold(self.rules.evolve, state, entry)
        upto = [*before, *made[: versions[0] + 1]]
        assert loaded(self.rules, self.game.data, upto).state == state


def before(left: Left, part: float) -> int:
    """The end of the last unit after that part of the orders."""
    entries = left.entries()
    orders = [at for at, entry in enumerate(entries, 1) if isinstance(entry, Ordered)]
    return max(at for at in unit_ends(entries) if at < orders[int(part * len(orders))])


Step = Callable[[Bench], None]


def script(bench: Bench) -> Iterator[Step]:
    """Every kind of ruling, an appeal, a recusal, two sealed adjudications and a take-back."""
    first, second = bench.game.seats[:2]
    rule = next(iter(bench.rules.headings))
    newest = len(bench.entries())
    yield lambda b: disputed(b, first, Complaint("Not so.", (newest,), rule, "misread"))
    yield lambda b: adjudicated(b, 1)
    yield lambda b: b.rule(
        Judgement("corrected", "As the mail says.", 1, rules=(rule,), corrections=b.corrections())
    )
    yield lambda b: disputed(b, second, Complaint("No.", appeals=1))
    yield lambda b: b.rule(Judgement("stands", "It was right.", 2, "second", rules=(rule,)))
    yield lambda b: b.orders(4)
    yield lambda b: b.rule(Judgement("rewound", "All again.", rules=(rule,), to=ends(b)[-3]))
    yield lambda b: b.orders(3)
    yield lambda b: b.rule(
        Judgement("penalty", "Rude.", rules=("press",), seat=first, corrections=b.corrections())
    )
    yield lambda b: b.rule(Judgement("rewound", "Once more.", rules=(rule,), to=ends(b)[-2], anew=True))
    yield taken_back
    yield lambda b: b.orders(3)
    yield lambda b: b.rule(Judgement("note", "Be kind."))


def ends(bench: Bench) -> list[int]:
    """Where play can go back to in the what-if, but for now."""
    entries = bench.entries()
    return [at for at in unit_ends(entries) if at < len(entries)]


def disputed(bench: Bench, seat: str, said: Complaint) -> None:
    rulings.dispute(bench.referee, bench.game_id, seat, said, bench.act(seat))
    assert bench.game.register.paused is not None


def adjudicated(bench: Bench, number: int) -> None:
    for who in ("referee", "second"):
        rulings.adjudicate(bench.referee, bench.game_id, number, who, "Correct it.", DESK)


def taken_back(bench: Bench) -> None:
    """Whoever is asked orders and wants it back; where nothing rests on it the others let it."""
    seat = bench.game.awaited()[0]
    bench.orders(1)
    with suppress(OrderError):
        rulings.ask_back(bench.referee, bench.game_id, seat, 0, "a slip", bench.act(seat))
    if bench.game.register.docket.proposal is None:
        return
    for other in bench.game.seats:
        if other != seat:
            rulings.answer_back(bench.referee, bench.game_id, other, True, bench.act(other))
    assert bench.game.register.docket.proposal is None


def is_settled(folder: Path, export: Export, seed: str, part: float = 0.75) -> None:
    bench = Bench(folder, export, seed, part)
    for step in script(bench):
        if not bench.game.is_over():
            step(bench)
            bench.keeps()
    versions = bench.game.register.docket.versions
    assert max(versions.values()) >= 2
    for viewer in (bench.game.seats[0], PUBLIC, REFEREE):
        assert judged(writing.members(bench.record, bench.game_id, viewer)) == (None, None)
    bench.record.close()


@pytest.mark.budget(100, "a record that is audited after each of a dozen acts")
def test_rulings_over_a_short_game(tmp_path: Path, rules: Rules) -> None:
    export = read_export(short.lines(short.path_of(rules.title, 0)))
    is_settled(tmp_path, with_tables(export, read_files(rules.title)), "short", 0.25)


@pytest.mark.soak
@pytest.mark.parametrize(("title", "ending", "path"), RECORDED, ids=[f"{t}/{e}" for t, e, _ in RECORDED])
def test_rulings_over_every_recorded_game(tmp_path: Path, title: str, ending: str, path: Path) -> None:
    is_settled(tmp_path, read_export(read_bundle(path).members["game.jsonl"].splitlines()), ending)
