"""Corrections of an army's ledger: what bars each, and what is recorded of it."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.battle.claims import RULING
from domain.clan_war.battle.confirming import counted_now, number_bars
from domain.clan_war.battle.honor import army_bars, high_levels, low_levels
from domain.clan_war.board import corrected as k
from domain.clan_war.board.claim_events import ReportRuled
from domain.clan_war.board.state import Board
from domain.clan_war.corrections.open_business import word
from domain.clan_war.words import corrections as s
from domain.clan_war.words.items import Kind
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import so_already
from domain.kit.facts import By
from domain.kit.sums import Term

CAUSE = "ruling"
"""Why a ledger has changed."""


def honor_bars(board: Board, correction: s.SetHonor) -> Bars:
    """An army of this battle [honor/gain]."""
    yield from army_bars(board, "honor/gain", correction.army)
    if board.armies[correction.army].honor == correction.honor:
        yield so_already("honor/gain", f"{correction.army} has {correction.honor} honor")


def honor(board: Board, correction: s.SetHonor) -> tuple[Struct, ...]:
    """An army's honor; levels and tests are corrected apart [honor/gain]."""
    name, after = correction.army, correction.honor
    before = board.armies[name].honor
    return (k.HonorCorrected(name, Term(after - before, CAUSE, "honor/gain"), before, after),)


def points_bars(board: Board, correction: s.SetPoints) -> Bars:
    """An army of this battle [battle/points]."""
    yield from army_bars(board, "battle/points", correction.army)
    if board.armies[correction.army].vp == correction.points:
        yield so_already("battle/points", f"{correction.army} has {correction.points} VP")


def points(board: Board, correction: s.SetPoints) -> tuple[Struct, ...]:
    """An army's victory points [battle/points]."""
    name, after = correction.army, correction.points
    before = board.armies[name].vp
    return (k.PointsCorrected(name, Term(after - before, CAUSE, "battle/points"), before, after),)


def report_bars(board: Board, correction: s.SetReport) -> Bars:
    """A report that waits for a word of the other side, or was denied [battle/confirm]."""
    yield from number_bars(board, correction.number)
    yield from word("battle/confirm", correction.verdict, (s.STANDS, s.FALLS))


def report(board: Board, correction: s.SetReport) -> tuple[Struct | By, ...]:
    """It counts with the levels of honor that it reaches, as if it were confirmed; or not at all
    [battle/confirm]."""
    stands = correction.verdict == s.STANDS
    ruled = ReportRuled(correction.number, stands)
    if not stands:
        return (ruled,)
    return (ruled, *counted_now(board, board.claims[correction.number], RULING))


def card_bars(board: Board, correction: s.SetCards) -> Bars:
    """An army of this battle [honor/card]."""
    yield from army_bars(board, "honor/card", correction.army)
    if board.armies[correction.army].cards == correction.cards:
        yield so_already("honor/card", f"{correction.army} has drawn {correction.cards} extra cards")


def cards(board: Board, correction: s.SetCards) -> tuple[Struct, ...]:
    """The extra cards that an army has drawn [honor/card]."""
    return (k.CardsCorrected(correction.army, board.armies[correction.army].cards, correction.cards),)


def levels(board: Board, correction: s.SetLevels) -> tuple[Struct, ...]:
    """The furthest levels reached: each brings its test once in a battle [honor/enemy-tests]."""
    army = board.armies[correction.army]
    return (k.LevelsCorrected(army.name, (army.high, army.low), (correction.high, correction.low)),)


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
        yield so_already("honor/enemy-tests", f"{name} has reached {high} and {low}")


def penalties(board: Board, kind: Kind, reached: tuple[int, ...]) -> dict[int, int]:
    """The levels up to the furthest of some, each with its penalty [honor/enemy-tests, honor/own-tests]."""
    if not reached:
        return {}
    return dict(high_levels(board, max(reached)) if kind == "enemy" else low_levels(board, min(reached)))


def due_levels(board: Board, correction: s.SetTests) -> tuple[int, ...]:
    """The levels whose tests are due now [honor/enemy-tests, honor/own-tests]."""
    wanted = (correction.army, kind_of(correction))
    return tuple(due.level for due in board.due if (due.army, due.kind) == wanted)


def kind_of(correction: s.SetTests) -> Kind:
    return "own" if correction.kind == "own" else "enemy"


def test_bars(board: Board, correction: s.SetTests) -> Bars:
    """Levels that have a test, each once [honor/enemy-tests, honor/own-tests]."""
    name, wanted = correction.army, correction.levels
    yield from army_bars(board, "honor/enemy-tests", name)
    if correction.kind not in s.KINDS:
        yield Bar("honor/enemy-tests", f"There are no tests {correction.kind}.", "Write enemy or own.")
    table = penalties(board, kind_of(correction), wanted)
    for level in wanted:
        if level not in table:
            yield Bar("honor/enemy-tests", f"{level} is no level with a test of that kind.")
    if len(set(wanted)) < len(wanted):
        yield Bar("honor/enemy-tests", "Each level has its tests once.")
    if set(wanted) == set(due_levels(board, correction)):
        yield so_already("honor/enemy-tests", f"These tests for {name} are due")


def tests(board: Board, correction: s.SetTests) -> tuple[Struct, ...]:
    """The tests that are due at the end of the turn, by their levels [honor/enemy-tests, honor/own-tests]."""
    kind, before = kind_of(correction), due_levels(board, correction)
    table = penalties(board, kind, correction.levels)
    due = {level: penalty for level, penalty in table.items() if level in correction.levels}
    return (k.TestsCorrected(correction.army, kind, before, tuple(due), tuple(due.values())),)
