"""Each kind of order of Kawanakajima, and the taps that lead to it; what else only taps can show."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec import Struct

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.state import Board
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.movement import retreats
from domain.kawanakajima.words import field_items as fi
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import items as i
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_items as si
from domain.kawanakajima.words import siege_orders as s
from domain.kit.facts import State
from domain.kit.hexes import neighbours
from domain.kit.narrowed import Picks
from domain.kit.picked import picks_of
from domain.kit.steps import NoSuchPick, narrowing
from projections.kawanakajima.die_odds import ODDS
from projections.kawanakajima.step_words import STEPS
from projections.kawanakajima.whereabouts import where
from projections.pictures import Field
from tests.kawanakajima.boards import board, planned
from tests.kawanakajima.data import DATA
from tests.kawanakajima.sieges import GARRISON, HYPOTHETICAL, KAIZU, assaulting, besieged
from tests.titles.stepping import step_of

WORDS = KAWANAKAJIMA.notation(DATA, ("takeda", "uesugi"))
T, U = "takeda", "uesugi"

FACING = {"tG1": "2914", "tD1": "2915", "tA1": "3314", "uB1": "2814", "uB2": "2714", "uA1": "2412"}
FRONT = board(FACING, {"tG": "attack", "tD": "attack", "uB": "attack"})
WORN = board(FACING | {"tG1": ("3014", 2)}, {"tG": "regroup", "uB": "attack"})
FREE = board({"uJ1": "2514", "uJ2": "2515", "tG1": "2914"}, {"uJ": "move"})
RICH = board(
    command={"shingen": 3, "kosaka": 4}, takeda=planned("gyorin", left={"attack": 2}), chits={"t1": "reserve"}
)
SAVING = board(command={"kenshin": 4}, uesugi={"plan": "ganko", "left": {}})
DRAWN = board(options=Options(kansuke=True), chits={"uB": "drawn"}, drawn="uB")
FORD = board(options=Options(alternative_deployment=True))
SAIJO = board()
SIEGE = besieged({"centre": "t", "k1": "t", "a": "u", "k2": "u"}, (4, 0), (4, 2), {"uB1": "2525"}, actions=3)
ASSAULT = assaulting(SIEGE, "k1", ("a", "k2"), 1)
WON = assaulting(besieged({"centre": "t", "a": "u", "k2": "u"}, (5, 0), (4, 2)), "k1", ("a", "k2"), 1)
POSTING = besieged({"centre": "t", "a": "u"}, (4, 0), (6, 0), actions=3)
LEAVING = besieged(
    {"centre": "t", "b": "u", "k2": "u", "k5": "u"},
    uesugi=(4, 4),
    units={"uC1": "", "uC2": "", "uC3": "", "uB1": (KAIZU, 3), "uB2": (KAIZU, 1), "uD1": KAIZU},
    bases=("b",),
)
NEAR = board({"uC1": "2526", "uC2": "2527"}, {"uC": "defence"}, HYPOTHETICAL)
BEHIND = board({**GARRISON, "tG1": "0105"}, options=HYPOTHETICAL)
COLUMN = board({}, options=HYPOTHETICAL)
AFTER = besieged({"centre": "u", "a": "u"}, (0, 0), (8, 2))

# what is asked on which board, an order, and the picks that say it
TAPS: list[tuple[Board, Struct, Struct, tuple[str, ...]]] = [
    (SAIJO, i.ChoosePlan((T,)), o.ChooseOwn("ganko"), ("plan ganko",)),
    (FORD, i.Deploy(U), o.DeployClan("A", ("0716", "0717", "0617")), ("A", "0716", "0717", "0617")),
    (FORD, i.BuildPositions(U, 2), o.Fortify(("A1", "B1")), ("A1", "B1")),
    (SAVING, i.SetPostures(U, ("uA", "uB")), o.Postures(("A", "B"), "attack"), ("A", "B", "attack")),
    (SAIJO, i.WriteEntries(T, ("tM", "tN")), o.WriteEntry("M", "A2"), ("A2",)),
    (SAIJO, i.WriteEntries(T, ("tM", "tN")), o.WriteEntry("N", "A2"), ("N", "A2")),
    (SAVING, i.SavePoints((U,)), o.Save(2), ("save 2",)),
    (SAVING, i.SavePoints((U,)), o.Attempt(3), ("attempt 3",)),
    (RICH, i.SelectChits((T,)), o.Command(("A", "B")), ("A", "B")),
    (RICH, i.SelectChits((T,)), o.Command(("A",), "shingen"), ("A", "by shingen")),
    (
        RICH,
        i.SelectChits((T,)),
        o.Command(("A",), special=1, activation="attack", aim=("B",)),
        ("A", "special attack", "for B"),
    ),
    (RICH, i.SelectChits((T,)), o.Special(1, "attack", ("A",)), ("special", "attack", "A")),
    (RICH, i.SelectChits((T,)), o.Done(), ("done",)),
    (RICH, i.SelectChits((U,), (T,)), o.Clear(), ("clear",)),
    (DRAWN, i.AcceptChit(U, "uB"), o.Play(), ("play",)),
    (DRAWN, i.AcceptChit(U, "uB"), o.Delay(), ("delay",)),
    (DRAWN, i.CallKansuke(T, "uB"), o.Kansuke(), ("kansuke",)),
    (SAIJO, i.ChooseImpetuous(T), o.Impetuous("A"), ("impetuous A",)),
    (SAIJO, i.PlaceSamurai(T), o.Samurai("A1", "stay"), ("samurai A1", "stay")),
    (FRONT, fi.PosturePhase(U, ("uA",)), f.Posture("A", "move"), ("posture A", "move")),
    (FREE, fi.Manoeuvre(U, ("uJ",)), f.Move("J1", ("2614",)), ("J1", "2614")),
    (FREE, fi.Manoeuvre(U, ("uJ",)), f.Move("J1", ("2614",)), ("J1", "hex by hex", "2614")),
    (FRONT, fi.Engage(U, ("uB",)), f.Fight(("B1",), ("G1", "D1")), ("B1", "on G1", "on D1")),
    (FRONT, fi.AnswerLeader(T, ("uB1",), ("tG1",), ""), f.Leader("column"), ("leader column",)),
    (FRONT, fi.ChooseSufferer(U, ("uB1", "uB2"), "d2^1", False), f.Suffer("B1"), ("suffer B1",)),
    (
        FRONT,
        fi.RetreatClan(U, "uB", ("uB2",), ("2914", "2915")),
        f.Retreat("B2", "2515"),
        ("B2", "2515"),
    ),
    (FRONT, fi.FallBack(U, "uB2", "2714"), f.Retreat("B2", "2713"), ("2713",)),
    (FRONT, fi.AdvanceAfter(T, ("tG1",), ("2813",)), f.Advance("G1", "2813"), ("advance G1",)),
    (FRONT, fi.Pursuit(T, ("tG1", "tD1"), "uB1", ()), f.Pursue("G1"), ("pursue G1",)),
    (WORN, fi.RallyPhase(T, ("tG",)), f.Rally(("G1",)), ("G1",)),
    (FRONT, fi.ChooseSeppuku(U, "uA"), f.Seppuku("A1"), ("seppuku A1", "yes")),
    (board(postures={"uA": "move"}), fi.MarchTurn(U), f.March("A"), ("march A",)),
    (
        board({"uB1": "2715", "uB2": "2712", "tA1": "3314"}, {"uB": "defence"}),
        fi.Initiative(U),
        f.Gather("B"),
        ("gather B",),
    ),
    (NEAR, fi.Manoeuvre(U, ("uC",)), s.Occupy("C", "a"), ("occupy", "C", "a")),
    (COLUMN, i.FormColumn(T), o.Column(("G1", "A1")), ("G1", "A1")),
    (BEHIND, i.EnterSurplus(T), o.Bring("N1", "0205"), ("N1", "0205")),
    (POSTING, si.SiegeTurn(U), s.Post(("k1",)), ("post", "k1")),
    (SIEGE, si.SiegeTurn(U), s.Assault("k1", "advantage"), ("assault", "k1", "advantage")),
    (SIEGE, si.SiegeTurn(U), s.Shoot("k1"), ("fire", "k1")),
    (SIEGE, si.SiegeTurn(U), s.Muster(), ("muster",)),
    (ASSAULT, si.BidSacrifice(U), s.Sacrifice(1), ("sacrifice 1",)),
    (SIEGE, si.LoseTroops(T, T, 1, ("k1",), "disabled", "fire"), s.Lose("k1"), ("lose k1",)),
    (WON, si.SeizeZone(U), s.Seize("effectives"), ("seize effectives",)),
    (LEAVING, si.WithdrawClan(U, "uB"), s.Withdraw("b", ("k5", "k2")), ("b", "k5", "k2")),
    (AFTER, si.KeepSurvivors(U, 12, 2), s.Keep(("C1", "C2")), ("C1", "C2")),
    (SAIJO, i.PlaceSamurai(T), o.Resign(), ("resign", "yes")),
]

AT_ANY_TIME = {o.When, o.Always, o.TakeSheet, o.DropSheet}
"""What stands beside the turn, as lines."""


@pytest.mark.parametrize(
    ("at", "item", "order", "picks"), TAPS, ids=lambda one: getattr(type(one), "__name__", "")
)
def test_each_kind_of_order_is_reached_by_taps(
    at: Board, item: Struct, order: Struct, picks: tuple[str, ...]
) -> None:
    state = State(at, (item,))
    seat = item.seat if hasattr(item, "seat") else KAWANAKAJIMA.awaited(state)[0]
    if isinstance(order, o.Clear):
        seat = T
    step = step_of(KAWANAKAJIMA, WORDS, state, seat, picks)
    assert (step.order, step.is_whole) == (order, True)


def test_no_kind_of_order_is_forgotten() -> None:
    assert {type(order) for _at, _item, order, _picks in TAPS} == {*o.ORDERS} - AT_ANY_TIME


def test_each_occasion_has_a_line_that_is_read_or_only_begun() -> None:
    for seat in (T, U):
        view = KAWANAKAJIMA.view(State(SIEGE, ()), seat)
        told = [*STEPS.occasions(view, KAWANAKAJIMA.sheet(DATA, seat))]
        lines = [line for _says, line in told if line == line.strip()]
        assert {type(WORDS.read(line, (o.Always,))) for line in lines} == {o.Always}
        assert [line for _says, line in told if line not in lines] == ["when A is drawn ", "provocations "]
        assert all(says for says, _line in told)


# ---- by taps alone


def test_a_way_is_made_hex_by_hex() -> None:
    """Each step leads to an end; the points that are left are told, and the way is drawn."""
    state, before = State(FREE, (fi.Manoeuvre(U, ("uJ",)),)), None
    picks: Picks = ("J1", "hex by hex")
    for _ in range(3):
        found = step_of(KAWANAKAJIMA, WORDS, state, U, picks)
        assert before is None or found.left[0].number < before
        before = found.left[0].number
        legal = [one.value.pick for one in found.choices if one.may]
        assert legal
        picks = (*picks, legal[-1])
    found = step_of(KAWANAKAJIMA, WORDS, state, U, picks)
    assert found.way == ("2514", *picks[2:])
    assert all(two in neighbours(one) for one, two in pairwise(found.way))


@pytest.mark.parametrize(
    ("item", "picks", "ends"),
    [
        (fi.RetreatClan(U, "uB", ("uB2",), ("2914", "2915")), ("B2", "2515"), ("2714", "2515")),
        (fi.FallBack(U, "uB2", "2714"), ("2713",), ("2714", "2713")),
    ],
)
def test_a_retreat_is_drawn_from_where_it_starts(item: Struct, picks: Picks, ends: tuple[str, str]) -> None:
    way = step_of(KAWANAKAJIMA, WORDS, State(FRONT, (item,)), U, picks).way
    assert (way[0], way[-1]) == ends
    assert all(two in neighbours(one) for one, two in pairwise(way))


def test_a_unit_with_one_refuge_goes_there_by_one_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retreats, "refuges", lambda *_about: {"2515": ("2714", "2614", "2515")})
    item = fi.RetreatClan(U, "uB", ("uB2",), ("2914", "2915"))
    step = step_of(KAWANAKAJIMA, WORDS, State(FRONT, (item,)), U, ("B2",))
    assert (step.order, step.is_whole) == (f.Retreat("B2", "2515"), True)


def test_a_written_way_is_read_into_taps() -> None:
    state = State(FREE, (fi.Manoeuvre(U, ("uJ",)),))
    narrow = narrowing(KAWANAKAJIMA, WORDS, state, U)
    order = WORDS.read("move J1 2513 2613 2614")
    picks = picks_of(narrow, WORDS, order)
    assert picks == ("J1", "hex by hex", "2513", "2613", "2614")


def test_units_withdraw_to_hexes_of_their_own() -> None:
    state = State(LEAVING, (si.WithdrawClan(U, "uB"),))
    begun = step_of(KAWANAKAJIMA, WORDS, state, U, ("b",))
    at = [one.value.pick for one in begun.choices if one.may and one.value.field == "hexes"]
    assert begun.is_whole
    assert len(at) > 1
    first = step_of(KAWANAKAJIMA, WORDS, state, U, ("b", at[1]))
    assert first.lacks
    assert first.lacks.cured
    both = step_of(KAWANAKAJIMA, WORDS, state, U, ("b", at[1], at[0]))
    assert both.is_whole
    assert both.order == s.Withdraw("b", hexes=(at[1][3:], at[0][3:]))


def test_after_the_chits_one_is_done_with_a_tap() -> None:
    step = step_of(KAWANAKAJIMA, WORDS, State(RICH, (i.SelectChits((T,)),)), T, ("A", "B"))
    assert [one.value.pick for one in step.onward] == ["done"]
    with pytest.raises(NoSuchPick):
        step_of(KAWANAKAJIMA, WORDS, State(RICH, (i.SelectChits((T,)),)), T, ("A", "by kenshin"))


def test_9_5_5_units_that_the_enemy_moves_are_his() -> None:
    both = {"tB1": "2914", "uB1": "2814", "uA1": "2412", "tA1": "3314"}
    view = KAWANAKAJIMA.view(State(board(both, drawn="u4"), ()), T)
    field = Field(T, f.Move, "unit")
    assert where(view, field, "B1") == ("uB1",)
    assert STEPS.value(view, field, "B1", {}) == "Kakizaki B1"
    own = KAWANAKAJIMA.view(State(board(both, drawn="tB"), ()), T)
    assert where(own, field, "B1") == ("tB1",)
    assert STEPS.value(own, field, "B1", {}) == "Yoshinobu B1"


def test_chances_stand_beside_what_throws() -> None:
    def note(at: Board, seat: str, order: type[Struct], name: str, value: str, **given: str) -> str:
        return ODDS.note(State(at, ()), Field(seat, order, name, given), value)

    assert note(SAVING, U, o.Attempt, "points", "3") == "works at 8 %"
    assert note(SAVING, U, o.Save, "points", "3") == ""
    assert note(WORN, T, f.Rally, "units", "G1").startswith("works at ")
    assert note(WORN, T, f.Rally, "units", "D1") == ""
    assert note(FRONT, U, f.Posture, "posture", "move", clan="B") != ""
    assert note(SIEGE, U, s.Shoot, "zone", "k1").startswith("works at ")
    assert note(SIEGE, U, s.Shoot, "zone", "centre") == ""
