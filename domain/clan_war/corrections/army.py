"""What follows from a correction of an army's ledger; those of units stand in `correcting_units.py`.

honor/gain   honor/enemy-tests   honor/own-tests   honor/card   battle/points
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.clan_war.battle.honor import army_bars, high_levels, low_levels
from domain.clan_war.board import corrected as k
from domain.clan_war.board.state import Board
from domain.clan_war.corrections.open_business import NOTHING, unfinished
from domain.clan_war.corrections.units import OF_UNITS
from domain.clan_war.words import corrections as s
from domain.clan_war.words.items import Kind
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.errors import IllegalMove
from domain.kit.facts import State, facts, keeps
from domain.kit.rules import Facts
from domain.kit.sums import Term

CAUSE = "ruling"
"""Why a ledger has changed."""


def correct(state: State[Board, Any], correction: Any) -> Facts:
    """What follows from a correction, or `IllegalMove`."""
    refuse_first(unfinished(state, correction))
    heading, function = _CORRECTED[type(correction)]
    return facts(heading, keeps(function(state.board, correction)))


def honor(board: Board, correction: s.SetHonor) -> k.HonorCorrected:
    """An army's honor; levels and tests are corrected apart [honor/gain]."""
    name, after = correction.army, correction.honor
    refuse_first(army_bars(board, "honor/gain", name))
    before = board.armies[name].honor
    if before == after:
        raise IllegalMove("honor/gain", f"{name} has {after} honor {NOTHING}")
    return k.HonorCorrected(name, Term(after - before, CAUSE, "honor/gain"), before, after)


def points(board: Board, correction: s.SetPoints) -> k.PointsCorrected:
    """An army's victory points [battle/points]."""
    name, after = correction.army, correction.points
    refuse_first(army_bars(board, "battle/points", name))
    before = board.armies[name].vp
    if before == after:
        raise IllegalMove("battle/points", f"{name} has {after} VP {NOTHING}")
    return k.PointsCorrected(name, Term(after - before, CAUSE, "battle/points"), before, after)


def cards(board: Board, correction: s.SetCards) -> k.CardsCorrected:
    """The extra cards that an army has drawn [honor/card]."""
    name, after = correction.army, correction.cards
    refuse_first(army_bars(board, "honor/card", name))
    before = board.armies[name].cards
    if before == after:
        raise IllegalMove("honor/card", f"{name} has drawn {after} extra cards {NOTHING}")
    return k.CardsCorrected(name, before, after)


def levels(board: Board, correction: s.SetLevels) -> k.LevelsCorrected:
    """The furthest levels reached: each brings its test once in a battle [honor/enemy-tests]."""
    refuse_first(level_bars(board, correction))
    army = board.armies[correction.army]
    return k.LevelsCorrected(army.name, (army.high, army.low), (correction.high, correction.low))


def level_bars(board: Board, correction: s.SetLevels) -> Bars:
    """Levels of the table, or 0 for none [honor/enemy-tests, honor/own-tests]."""
    name, high, low = correction.army, correction.high, correction.low
    yield from army_bars(board, "honor/enemy-tests", name)
    if high and high not in penalties(board, "enemy", (high,)):
        yield Bar("honor/enemy-tests", f"{high} is no level of high honor.", "Write 0 where none is reached.")
    if low and low not in penalties(board, "own", (low,)):
        yield Bar("honor/own-tests", f"{low} is no level of low honor.", "Write 0 where none is reached.")
    army = board.armies[name]
    if (army.high, army.low) == (high, low):
        yield Bar("honor/enemy-tests", f"{name} has reached {high} and {low} {NOTHING}")


def penalties(board: Board, kind: Kind, reached: tuple[int, ...]) -> dict[int, int]:
    """The levels up to the furthest of some, each with its penalty [honor/enemy-tests, honor/own-tests]."""
    if not reached:
        return {}
    return dict(high_levels(board, max(reached)) if kind == "enemy" else low_levels(board, min(reached)))


def tests(board: Board, correction: s.SetTests) -> k.TestsCorrected:
    """The tests that are due at the end of the turn, by their levels [honor/enemy-tests, honor/own-tests]."""
    kind: Kind = "own" if correction.kind == "own" else "enemy"
    before = tuple(due.level for due in board.due if (due.army, due.kind) == (correction.army, kind))
    refuse_first(test_bars(board, correction, kind, before))
    table = penalties(board, kind, correction.levels)
    due = {level: penalty for level, penalty in table.items() if level in correction.levels}
    return k.TestsCorrected(correction.army, kind, before, tuple(due), tuple(due.values()))


def test_bars(board: Board, correction: s.SetTests, kind: Kind, before: tuple[int, ...]) -> Bars:
    """Levels that have a test, each once [honor/enemy-tests, honor/own-tests]."""
    name, wanted = correction.army, correction.levels
    yield from army_bars(board, "honor/enemy-tests", name)
    if correction.kind not in s.KINDS:
        yield Bar("honor/enemy-tests", f"There are no tests {correction.kind}.", "Write enemy or own.")
    table = penalties(board, kind, wanted)
    for level in wanted:
        if level not in table:
            yield Bar("honor/enemy-tests", f"{level} is no level with a test of that kind.")
    if len(set(wanted)) < len(wanted):
        yield Bar("honor/enemy-tests", "Each level has its tests once.")
    if set(wanted) == set(before):
        yield Bar("honor/enemy-tests", f"These tests for {name} are due {NOTHING}")


_CORRECTED: dict[type, tuple[str, Callable[[Board, Any], Struct]]] = {
    s.SetHonor: ("honor/gain", honor),
    s.SetPoints: ("battle/points", points),
    s.SetLevels: ("honor/enemy-tests", levels),
    s.SetTests: ("honor/enemy-tests", tests),
    s.SetCards: ("honor/card", cards),
    **OF_UNITS,
}
