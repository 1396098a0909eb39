"""Postures, how they change, and the phases of an activation [6.2, 6.4, 6.5, 9.4, 9.5.2]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.events import PlanShown, PostureChanged
from domain.kawanakajima.board.field_events import Activated, PostureTried, PostureWanted, UnitMoved
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.words.field_items import (
    Activation,
    Engage,
    Manoeuvre,
    PosturePhase,
    RallyPhase,
    TakePosture,
)
from domain.kawanakajima.words.field_orders import Move, Posture
from domain.kawanakajima.words.orders import Done
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, planned, scenario
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

NEAR = {"tG1": "2715", "uC1": "2710"}
"""Hara, and an enemy five hexes away."""


def trying(posture: str, units: dict[str, Any] | None = None, **more: Any) -> Scenario:
    at = board(units or NEAR, {"tG": posture}, **more)
    return scenario(at, PosturePhase("takeda", ("tG",)))


# now, wanted: every cell of the table, at its number and one below
CELLS = [
    (now, wanted, needed)
    for now, row in DATA.posture_change.items()
    for wanted, needed in row.items()
    if needed is not None
]


@pytest.mark.parametrize(("now", "wanted", "needed"), CELLS)
def test_6_4_the_die_reaches_the_number_of_the_table_or_not(now: str, wanted: str, needed: int) -> None:
    for face, after in ((needed, wanted), (needed - 1, now)):
        told = trying(now).when("takeda", Posture("G", wanted), [face])
        changed = (PostureChanged("tG", wanted, "change of posture"),) if after == wanted else ()
        told.then(
            PostureWanted("tG", wanted),
            PostureTried("tG", face, Sum((Term(face, "die", "6.4"),)), needed, after == wanted),
            *changed,
        )
        assert told.board.postures["tG"] == after
        assert told.agenda == ()


def test_6_4_a_leader_of_the_clan_is_added() -> None:
    at = board({"uB2": "2715", "uB1": "2714", "tG1": "2710"}, {"uB": "defence"})
    told = scenario(at, PosturePhase("uesugi", ("uB",))).when("uesugi", Posture("B", "attack"), [2])
    tried = Sum((Term(2, "die", "6.4"), Term(1, "leader", "6.4")))
    assert told.events[1] == PostureTried("uB", 2, tried, 3, True)
    assert told.board.postures["uB"] == "attack"


# plan, posture, posture wanted, bonus
HOSHI = [
    ("hoshi", "defence", "attack", 2),
    ("hoshi", "attack", "defence", -1),
    ("hoshi", "attack", "regroup", -1),
    ("hoshi", "defence", "move", 0),
    ("ganko", "defence", "attack", 0),
]


@pytest.mark.parametrize(("plan", "now", "wanted", "bonus"), HOSHI)
def test_7_3_hoshi_helps_into_the_attack_and_hinders_out_of_it(
    plan: str, now: str, wanted: str, bonus: int
) -> None:
    told = trying(now, takeda=planned(plan)).when("takeda", Posture("G", wanted), [1])
    events = told.events
    shown = (PlanShown("takeda", plan),) if bonus else ()
    assert events[1 : 1 + len(shown)] == shown
    terms = (Term(1, "die", "6.4"), *((Term(bonus, "battle plan", "7.3"),) if bonus else ()))
    tried = events[1 + len(shown)]
    assert isinstance(tried, PostureTried)
    assert tried.tried == Sum(terms)


def test_6_4_a_clan_tries_once_and_need_not() -> None:
    told = trying("defence").when("takeda", Posture("G", "move"), [1])
    assert told.agenda == ()
    at = board(NEAR | {"tH1": "2716"}, {"tG": "defence"})
    both = scenario(at, PosturePhase("takeda", ("tG", "tH")))
    both.when("takeda", Posture("G", "move"), [1])
    both.refused("takeda", Posture("G", "attack"), "[6.4] Clan G has tried already in this activation.")
    assert both.when("takeda", Done()).agenda == ()


def test_6_4_what_it_may_not_try() -> None:
    told = trying("defence")
    told.refused(
        "takeda",
        Posture("G", "defence"),
        "[6.4] Clan G is in defence already. It may try attack, move or regroup.",
    )
    elsewhere = "[6.4] No change leads from defence to nowhere. It may try attack, move or regroup."
    told.refused("takeda", Posture("G", "nowhere"), elsewhere)
    told.refused("takeda", Posture("H", "attack"), "[6.4] Clan H is not activated. Activated: G.")


def test_6_2_by_consent_the_enemy_learns_neither_posture_nor_number() -> None:
    told = trying("defence", options=Options(secret_postures=True))
    told.when("takeda", Posture("G", "attack"), [3]).then(
        PostureWanted("tG", Sealed(("takeda",), "attack")),
        PostureTried("tG", 3, Sum((Term(3, "die", "6.4"),)), Sealed(("takeda",), 3), True),
        PostureChanged("tG", Sealed(("takeda",), "attack"), "change of posture"),
    )
    assert told.board.postures["tG"] == "attack"


# ---- without an enemy near


# distance of the only enemy, whether the attacking clan regroups by itself
ALONE = [("2709", False), ("2708", True)]


@pytest.mark.parametrize(("hex", "regroups"), ALONE)
def test_6_5_an_attacking_clan_without_an_enemy_within_six_hexes_regroups(hex: str, regroups: bool) -> None:
    at = board({"tG1": "2715", "uC1": hex}, {"tG": "attack"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    activated = Activated("takeda", ("tG",), "clan")
    if regroups:
        told.then(activated, PostureChanged("tG", "regroup", "no enemy near"))
        assert told.cited == ("9.4", "6.5")
        assert told.agenda == ()
    else:
        told.then(activated)
        assert told.agenda[0] == PosturePhase("takeda", ("tG",))


def test_6_5_a_clan_in_another_posture_does_not() -> None:
    at = board({"tG1": "2715", "uC1": "2701"}, {"tG": "defence"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    assert told.board.postures["tG"] == "defence"


def test_6_5_enemies_beyond_a_river_may_be_left_aside_even_at_a_ford() -> None:
    at = board({"tG1": "3021", "uC1": "3023"}, {"tG": "attack"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    told.when("takeda", Posture("G", "regroup")).then(
        PostureWanted("tG", "regroup"), PostureChanged("tG", "regroup", "no enemy near")
    )
    assert told.agenda == ()


def test_6_5_but_not_with_another_enemy_on_this_side() -> None:
    at = board({"tG1": "3021", "uC1": "3023", "uC2": "3016"}, {"tG": "attack"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    told.when("takeda", Posture("G", "regroup"), [1])
    assert told.board.postures["tG"] == "attack"


def test_6_5_whoever_does_not_want_to_leave_them_aside_attacks() -> None:
    at = board({"tG1": "3021", "uC1": "3023"}, {"tG": "attack"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    told.when("takeda", Done())
    assert told.when("takeda", Move("G1", ("3022",))).events == (UnitMoved("tG1", ("3021", "3022"), 4),)


# ---- the phases


def test_9_4_the_four_phases_in_their_order() -> None:
    at = board(NEAR, {"tG": "defence"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    clans = ("tG",)
    assert told.agenda == (
        PosturePhase("takeda", clans),
        Manoeuvre("takeda", clans),
        Engage("takeda", clans),
        RallyPhase("takeda", clans),
    )


def test_9_5_2_a_special_attack_has_no_posture_phase_and_six_points() -> None:
    """From 2715 an enemy at 2710 is reached for 3 points to 2712, and 3 more into his zone."""
    at = board({"tG1": "2715", "uC1": "2710"}, {"tG": "attack"})
    told = scenario(at, Activation("takeda", ("tG",), special=True, posture=False)).goes_on()
    assert list(told.events) == [Activated("takeda", ("tG",), "special attack")]
    told.when("takeda", Move("G1", ("2711",)))
    assert told.events == (UnitMoved("tG1", ("2715", "2714", "2713", "2712", "2711"), 6),)
    slow = scenario(at, Activation("takeda", ("tG",), posture=False)).goes_on()
    slow.refused(
        "takeda",
        Move("G1", ("2711",)),
        "[10.2] G1 cannot reach 2711 with 5 movement points. It can reach 2611, 2712, 2811, 2511.",
    )


def test_9_4_a_clan_that_is_gone_does_nothing() -> None:
    at = board({"uC1": "2715"})
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    told.then(Activated("takeda", (), "clan"))
    assert told.agenda == ()


def test_6_4_a_rule_may_give_a_posture_without_a_die() -> None:
    told = scenario(board(NEAR), TakePosture("tG", "regroup", "retreat")).goes_on()
    told.then(PostureChanged("tG", "regroup", "retreat"))
    same = scenario(told.board, TakePosture("tG", "regroup", "retreat")).goes_on()
    same.then()


def test_9_5_2_a_special_attack_that_finds_no_enemy_within_six_hexes_is_spent() -> None:
    """The clan regroups by itself [6.5], and regroup has no movement points: not six."""
    at = board({"tG1": "2715", "uC1": "2708"}, {"tG": "attack"})
    told = scenario(at, Activation("takeda", ("tG",), special=True, posture=False)).goes_on()
    told.then(
        Activated("takeda", ("tG",), "special attack"), PostureChanged("tG", "regroup", "no enemy near")
    )
    assert told.agenda == ()
