"""Versions of results over many rulings: which turns are others, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Forked
from domain.game.entries.rulings import Recused, Revised, Version
from domain.game.state.docket import Docket
from domain.game.state.lines import targets, that_stand, unit_ends
from domain.kit.facts import Fact
from domain.shinobi import SHINOBI
from tests.game.bench import TWO, Bench, disputed, ruled
from tests.playing import Game
from tests.titles.play import data_of


def results(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """The events of each turn on the line that stands."""
    game, found = Game("again", SHINOBI), dict[str, list[int]]()
    game.fold(entries[0])
    game.begin(data_of(SHINOBI))
    for at, (entry, on_line) in enumerate(zip(entries, that_stand(targets(entries)), strict=True), 1):
        if on_line and isinstance(entry, Fact):
            game.fold(entry)
            found.setdefault(game.turn, []).append(at)
    return found


def back(bench: Bench, to: int) -> tuple[Revised, set[str]]:
    """What a ruling that play goes back says is another, and what is."""
    before, position = results(bench.entries), len(bench.entries)
    made = bench.rewound(to)
    after = results(bench.entries[: position + 3])
    turns = {turn for turn in {*before, *after} if before.get(turn) != after.get(turn)}
    revised = made[2]
    assert isinstance(revised, Revised)
    return revised, turns


def test_each_correction_makes_another_version_of_its_turn() -> None:
    bench = Bench()
    assert bench.game.label == "T1"
    for version, line in enumerate(("discard oda 1", "discard oda 0", "discard oda 1"), 2):
        assert Revised((Version("T1", version),)) in bench.corrected(line)
        assert bench.game.label == f"T1.v{version}"
    bench.put(ruled(4, "stands"))
    assert bench.game.label == "T1.v4"
    while bench.game.turn == "T1":
        bench.order()
    assert bench.game.label == "T2"
    bench.holds()


def test_two_corrections_of_one_ruling_are_one_version() -> None:
    bench = Bench()
    bench.put(ruled(1, "corrected", effects=2))
    assert not any(isinstance(entry, Revised) for entry in bench.correct("discard oda 1"))
    assert bench.correct("discard oda 0")[-1] == Revised((Version("T1", 2),))


def test_going_back_makes_all_turns_since_others_and_none_before() -> None:
    bench, ends = Bench(), dict[str, int]()
    while bench.game.turn != "T5":
        ends[bench.game.turn] = unit_ends(bench.entries)[-1]
        bench.order()
    revised, _turns = back(bench, ends["T2"])
    assert revised == Revised(tuple(Version(turn, 2) for turn in ("T2", "T3", "T4", "T5")))
    assert (bench.game.turn, bench.game.label) == ("T2", "T2.v2")


@pytest.mark.parametrize("seed", range(6))
def test_what_is_named_is_what_is_another(seed: int) -> None:
    """Also where a line that was left is taken up again, and left once more."""
    bench, random = Bench(), Random(seed)
    bench.order(6)
    for number in range(1, 15):
        bench.order(random.randint(1, 8))
        versions = dict(bench.docket.versions)
        if random.random() < 0.2:
            line = "discard oda 1" if number % 2 else "discard oda 0"
            _corrected(bench, line)
            continue
        to = random.choice(unit_ends(bench.entries)[:-2])
        turn_there = _turn_at(bench, to)
        revised, turns = back(bench, to)
        named = [one.turn for one in revised.turns]
        assert named[0] == turn_there
        assert len(set(named)) == len(named)
        assert turns <= set(named) <= {*turns, turn_there}
        assert [one.version for one in revised.turns] == [versions.get(turn, 1) + 1 for turn in named]
    assert max(bench.docket.versions.values()) > 5
    bench.holds()


def _corrected(bench: Bench, line: str) -> None:
    board = bench.game.state.board
    cards = int(line.split()[-1])
    if board.discard.get("oda", 0) != cards:
        bench.corrected(line)


def _turn_at(bench: Bench, to: int) -> str:
    game = Game("there", SHINOBI)
    game.fold(bench.entries[0])
    game.begin(data_of(SHINOBI))
    game.fold_all(bench.entries[:to])
    return game.now.turn


def test_a_what_if_has_nothing_open_and_numbers_go_on() -> None:
    """Else a second dispute 1 and a second T1.v2 would stand in one record."""
    bench = Bench(TWO)
    bench.corrected("discard oda 1")
    bench.put(disputed(1))
    bench.put(Recused(1, "referee", "A friend."))
    bench.ask(bench.alone())
    game = bench.game.now
    left = game.register.fold(Forked("g", len(bench.entries), "", "Dice."))
    bench.game.now = replace(game, register=left)
    known = bench.docket
    assert known == Docket(disputes=1, rulings=known.rulings, versions={"T1": 2}, looked=0)
    assert len(known.rulings) == 1
    bench.put(disputed(2))
    bench.put(ruled(2, dispute=2))
    assert bench.docket.open == ()
