"""Modifiers and victory points of the muster, which the other side confirms too [battle/confirm]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.battle.claims import MOST
from domain.clan_war.board.claim_events import ChangeReported, ReportConfirmed, ReportDenied
from domain.clan_war.board.events import (
    HonorChanged,
    LevelReached,
    ModifierEntered,
    PointsChanged,
    StartingHonorSet,
)
from domain.clan_war.board.list_events import ListsOpened
from domain.clan_war.board.state import Board, Claim, begin
from domain.clan_war.corrections.judge import JUDGE
from domain.clan_war.data.options import Options
from domain.clan_war.sequence.muster import setup
from domain.clan_war.view import view
from domain.clan_war.words.corrections import SetReport
from domain.clan_war.words.items import Confirming, MusterArmies, Reports
from domain.clan_war.words.reports import (
    ClearList,
    Confirm,
    Deny,
    Done,
    Modifier,
    Points,
    Raise,
    Resign,
    Retract,
)
from domain.game.deciding.consequences import default_order
from domain.kit.errors import IllegalMove
from domain.kit.facts import State, fold
from domain.kit.sums import Term
from projections.clan_war import PICTURES
from tests.clan_war.boards import DATA, scenario
from tests.scenario import Scenario

BOTH, THREE = ("crane", "lion"), ("crab", "crane", "lion")
SEALED = Options(**CLAN_WAR.editions[-1].options, reports_stand="confirmed")
OPEN = replace(SEALED, army_lists="open")
OMEN, BRIDGE = Term(30, "an omen", "honor/start"), Term(4, "carried over", "battle/carried")


def mustering(*seats: str, options: Options = SEALED) -> Scenario:
    """Each army has a unit, and is not done."""
    at = begin(options, DATA, seats)
    told = scenario(at, *setup(at)[0].then)
    for seat in seats:
        told.when(seat, Raise(f"{seat}-1", 6, 6, 6, 8))
    return told


def entered(*seats: str, options: Options = SEALED) -> Scenario:
    """crane has entered a modifier and victory points, and all are done."""
    told = mustering(*seats, options=options)
    told.when("crane", Modifier(30, "an omen")).when("crane", Points("crane", 4, "carried over"))
    for seat in seats:
        told.when(seat, Done())
    return told


def stands(told: Scenario, army: str = "crane") -> tuple[int, int]:
    ledger = told.board.armies[army]
    return ledger.honor, ledger.vp


BASE = 10
"""Honor of crane without a modifier."""


@pytest.mark.parametrize("options", [SEALED, OPEN])
def test_nothing_of_the_muster_counts_before_the_other_side_has_said_so(options: Options) -> None:
    told = entered(*BOTH, options=options)
    assert stands(told) == (0, 0)
    assert [*told.board.claims.values()] == [
        Claim(1, "honor", "crane", OMEN, "crane", ("lion",)),
        Claim(2, "VP", "crane", BRIDGE, "crane", ("lion",)),
    ]
    assert told.agenda[0] == Confirming(("lion",), ("crane",))
    assert not view(told.game.state, "lion").sealed
    told.when("lion", Confirm((1, 2)))
    assert told.events[:4] == (
        ReportConfirmed(1, "lion"),
        ModifierEntered("crane", OMEN),
        ReportConfirmed(2, "lion"),
        PointsChanged("crane", BRIDGE, 4, "crane", "lion"),
    )
    assert any(isinstance(one, StartingHonorSet) for one in told.events)
    assert (stands(told), told.board.turn) == ((BASE + 30, 4), 1)
    assert told.board.due == ()
    assert told.board.armies["crane"].high == 40


def test_an_army_reads_its_own_line_as_one_that_waits_and_the_others_nothing() -> None:
    told = mustering(*BOTH).when("crane", Points("crane", 4, "carried over"))
    assert [one.number for one in view(told.game.state, "crane").claims] == [1]
    assert view(told.game.state, "lion").claims == ()
    (event,) = told.events
    said = "Report 1 by crane: VP of crane +4, carried over. It counts once lion confirms it."
    assert said in PICTURES.sentence(event, "crane")
    assert "carried" not in PICTURES.sentence(event, "lion")


def test_the_reports_of_several_lists_are_numbered_when_they_are_opened() -> None:
    told = mustering(*THREE)
    for seat in THREE:
        told.when(seat, Points(seat, 1, "carried over"))
    told.when("lion", ClearList()).when("lion", Raise("lion-2", 6, 6, 6, 8)).when("lion", Modifier(-5, "x"))
    for seat in THREE:
        told.when(seat, Done())
    (opened,) = [one for one in told.events if isinstance(one, ListsOpened)]
    assert opened == ListsOpened()
    reported = [one.claim for one in told.events if isinstance(one, ChangeReported)]
    assert [(one.number, one.by, one.what, one.asked) for one in reported] == [
        (1, "crab", "VP", ("crane", "lion")),
        (2, "crane", "VP", ("crab", "lion")),
        (3, "lion", "honor", ("crab", "crane")),
    ]
    assert told.agenda[0] == Confirming(THREE)
    told.when("lion", Confirm((1, 2)))
    assert told.agenda[0] == Confirming(("crab", "crane"), ("lion",))
    told.when("crab", Confirm((3,)))
    assert stands(told, "crab")[1] == stands(told)[1] == 1
    assert told.agenda[0] == Reports("primary", THREE)


def test_where_nothing_is_entered_nobody_is_asked() -> None:
    told = mustering(*BOTH)
    for seat in BOTH:
        told.when(seat, Done())
    assert told.agenda[0] == Reports("primary", BOTH)


def test_silence_is_a_yes_where_default_orders_are_the_policy() -> None:
    told = entered(*BOTH)
    assert default_order(CLAN_WAR, told.game.state, "lion") == Confirm((1, 2))


def test_who_has_entered_it_takes_it_back() -> None:
    told = entered(*BOTH).when("crane", Retract(1)).when("lion", Confirm((2,)))
    assert stands(told) == (BASE, 4)


def test_what_waits_when_an_army_resigns_does_not_count() -> None:
    assert stands(entered(*BOTH).when("lion", Resign())) == (0, 0)


def denied() -> Scenario:
    told = entered(*BOTH).when("lion", Deny(1, "there was none"))
    assert told.events == (ReportDenied(1, "lion", "there was none"),)
    told.when("lion", Confirm((2,)))
    assert (stands(told), told.board.turn) == ((BASE, 4), 1)
    return told


def test_a_battle_begins_without_what_is_denied() -> None:
    told = denied()
    assert list(told.board.claims) == [1]
    told.when("lion", Confirm((1,))).then(
        ReportConfirmed(1, "lion"),
        HonorChanged("crane", OMEN, BASE + 30, "crane", "lion"),
        LevelReached("crane", "enemy", 40, 0, False),
    )


def test_what_starting_honor_would_have_had_is_reached_without_a_test_and_the_rest_with_one() -> None:
    """[honor/start]: confirmed late, the modifier is none of the honor that was gained in between."""
    told = denied()
    board = told.board
    crane = replace(
        board.armies["crane"], honors=(*board.armies["crane"].honors, Term(25, "x", "honor/gain"))
    )
    at = replace(board, armies=board.armies | {"crane": crane})
    after = scenario(at, *told.agenda).when("lion", Confirm((1,)))
    levels = [(one.level, one.due) for one in after.events if isinstance(one, LevelReached)]
    assert levels == [(40, False), (60, True)]


@pytest.mark.parametrize(("verdict", "honor"), [("stands", BASE + 30), ("falls", BASE)])
def test_a_ruling_decides_on_it_before_the_battle_or_later(verdict: str, honor: int) -> None:
    for told in (entered(*BOTH).when("lion", Deny(1, "no")), denied()):
        state: State[Board, Any] = told.game.state
        for fact in JUDGE.correct(state, SetReport(1, verdict)):
            state = fold(CLAN_WAR.evolve, state, fact)
        assert list(state.board.claims) == ([2] if not state.board.turn else [])
        told.game.now = replace(told.game.now, state=state)
        if not state.board.turn:
            told.when("lion", Confirm((2,)))
        assert stands(told) == (honor, 4)


def test_a_ruling_has_nothing_to_decide_while_the_armies_muster() -> None:
    told = mustering(*BOTH)
    with pytest.raises(IllegalMove, match="No report 1 waits"):
        JUDGE.correct(told.game.state, SetReport(1, "stands"))


OWN = "[battle/confirm] Report 1 waits for the word of lion. "


@pytest.mark.parametrize(
    ("seat", "order", "text"),
    [
        ("crane", Confirm((1,)), OWN + 'You may write "retract 1".'),
        ("lion", Confirm((3,)), "[battle/confirm] No report 3 waits. There is 1 or 2."),
    ],
)
def test_nobody_else_has_a_word_on_it(seat: str, order: Struct, text: str) -> None:
    entered(*BOTH).refused(seat, order, text)


def test_a_list_has_so_many_lines_that_wait() -> None:
    told = mustering(*BOTH)
    for _nth in range(MOST):
        told.when("crane", Modifier(1, "x"))
    text = f"{MOST} reports of crane wait for a word of the other side. Put several of them into one."
    told.refused("crane", Modifier(1, "x"), f"[battle/confirm] {text}")
    told.refused("crane", Points("crane", 1, "x"), f"[battle/confirm] {text}")


def test_the_prompt_says_what_is_asked() -> None:
    told = entered(*BOTH)
    shown = view(told.game.state, "lion")
    assert PICTURES.asks(shown, told.agenda[0], {}) == "confirm or deny reports 1 and 2"
    assert "carried over. It counts once lion confirms it." in " ".join(PICTURES.board(shown).split())
    open_ = mustering(*BOTH, options=OPEN).when("crane", Modifier(30, "an omen"))
    asked = PICTURES.asks(view(open_.game.state, "lion"), open_.agenda[0], {})
    assert asked == "muster your army: units and personalities, then done"


def test_without_the_option_all_counts_at_once() -> None:
    told = entered(*BOTH, options=replace(SEALED, reports_stand="at-once"))
    assert (stands(told), told.board.claims) == ((BASE + 30, 4), {})
    assert told.agenda[0] == Reports("primary", BOTH)


def test_the_muster_itself_takes_no_word_on_reports() -> None:
    told = mustering(*BOTH, options=OPEN).when("crane", Modifier(30, "an omen"))
    assert isinstance(told.agenda[0], MusterArmies)
    assert Confirm not in CLAN_WAR.expected(told.game.state)
