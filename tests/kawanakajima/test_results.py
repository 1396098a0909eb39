"""Throw, results, retreat by a hex, plans that turn a result, advance [7.3, 11.5, 11.7, 11.13]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.events import PlanShown
from domain.kawanakajima.board.field_events import (
    Fought,
    ResultConverted,
    RetreatBlocked,
    StepsLost,
    UnitAdvanced,
    UnitEliminated,
    UnitFellBack,
)
from domain.kawanakajima.board.state import Field
from domain.kawanakajima.combat.results import defender_part
from domain.kawanakajima.words.field_items import (
    AdvanceAfter,
    AfterCombat,
    ChooseSufferer,
    Combat,
    Convert,
    FallBack,
    Suffering,
)
from domain.kawanakajima.words.field_orders import Advance, Retreat, Suffer
from domain.kawanakajima.words.orders import Done
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, planned, scenario
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

FACING = {"uJ1": "2714", "uJ2": "2814", "tG1": "2715"}
"""Two units of Nakajo, and Hara between them."""


def suffering(code: str, units: tuple[str, ...], attacking: bool = False, **more: Any) -> Scenario:
    side = "takeda" if units[0][0] == "t" else "uesugi"
    return scenario(board(more.pop("at", FACING), **more), Suffering(side, units, code, attacking))


# ---- the throw


def test_11_5_two_throws_cross_in_the_table() -> None:
    at = board({"tG1": "2715", "uJ1": "2714"})
    told = scenario(at, Combat("takeda", ("tG1",), ("uJ1",))).goes_on([6, 6, 1, 2])
    row = Sum(
        (
            Term(3, "2d6", "11.5"),
            Term(3, "Mass of G1", "11.5"),
            Term(2, "Elan of G1 in a melee", "11.5"),
            Term(-2, "Elan of J1 in defence", "11.5"),
            Term(-2, "Mass of J1", "11.5"),
        )
    )
    fought = told.events[0]
    result = DATA.combat.result(12, 4).code
    column = Sum((Term(12, "2d6", "11.5"),))
    assert fought == Fought("takeda", ("tG1",), ("uJ1",), "melee", column, row, (6, 6), (1, 2), result)


# ---- steps


# result, whose, what becomes of one unit: steps lost in all, whether it must retreat
ONE = [
    ("-", False, 0, False),
    ("a1-d1", False, 1, False),
    ("a1-d1", True, 1, False),
    ("d1^1", False, 1, False),
    ("d1^1", True, 0, False),
    ("d2^1", False, 2, False),
    ("dR^R", False, 0, True),
    ("d1R^R", False, 1, True),
    ("dE^2", False, 4, False),
    ("a2^1", True, 2, False),
    ("aR^R", True, 0, True),
    ("aR^R", False, 0, False),
]


@pytest.mark.parametrize(("code", "attacking", "losses", "retreats"), ONE)
def test_11_7_what_a_result_does_to_a_unit_alone(
    code: str, attacking: bool, losses: int, retreats: bool
) -> None:
    told = suffering(code, ("tG1",), attacking, at={"tG1": "2715"}).goes_on()
    assert told.board.units["tG1"].losses == losses
    assert bool(told.agenda) is retreats
    assert told.board.units["tG1"].hex == ("" if losses == 4 else "2715")


def test_11_7_the_main_part_strikes_one_the_raised_part_the_others() -> None:
    told = suffering("d2^1", ("uJ1", "uJ2")).goes_on()
    assert told.agenda == (ChooseSufferer("uesugi", ("uJ1", "uJ2"), "d2^1", False),)
    assert told.offers("uesugi") == (Suffer("J1"), Suffer("J2"))
    told.refused("uesugi", Suffer("G1"), "[11.7] G1 is not in this combat. Choose J1 or J2.")
    told.when("uesugi", Suffer("J2")).then(StepsLost("uJ2", 2, 2, "combat"), StepsLost("uJ1", 1, 1, "combat"))


def test_11_7_where_both_parts_are_the_same_nobody_is_asked() -> None:
    told = suffering("d1^1", ("uJ1", "uJ2")).goes_on()
    told.then(StepsLost("uJ1", 1, 1, "combat"), StepsLost("uJ2", 1, 1, "combat"))


def test_11_7_without_a_raised_part_the_others_suffer_nothing() -> None:
    told = suffering("a1-d1", ("uJ1", "uJ2")).goes_on()
    told.when("uesugi", Suffer("J1")).then(StepsLost("uJ1", 1, 1, "combat"))


def test_11_7_an_elimination_takes_two_steps_of_the_others() -> None:
    told = suffering("dE^2", ("uJ1", "uJ2")).goes_on()
    told.when("uesugi", Suffer("J2"), [6])
    assert told.board.units["uJ2"].losses == 4
    assert told.board.units["uJ1"].losses == 2
    assert UnitEliminated("uJ2", "2814", "combat") in told.events


# ---- retreat by a hex


def test_11_7_a_unit_falls_back_to_an_empty_hex_in_no_enemy_zone() -> None:
    told = suffering("dR^R", ("tG1",)).goes_on()
    assert told.offers("takeda") == (Retreat("G1", "2716"), Retreat("G1", "2615"))
    told.refused(
        "takeda",
        Retreat("G1", "2815"),
        "[11.7] G1 falls back by one hex, to an empty one outside the enemy's zones. 2815 is none. "
        "Those are 2716 or 2615.",
    )
    told.when("takeda", Retreat("G1", "2716")).then(UnitFellBack("tG1", ("2715", "2716")))


def test_11_7_nor_onto_a_friend() -> None:
    told = suffering("dR^R", ("tG1",), at=FACING | {"tD1": "2716"}).goes_on()
    assert told.board.units["tG1"].hex == "2615"


def test_11_7_a_unit_with_nowhere_to_go_loses_a_step_and_stays() -> None:
    told = suffering("dR^R", ("tG1",), at=FACING | {"tD1": "2716", "tD2": "2615"}).goes_on()
    told.then(RetreatBlocked("tG1", "2715"), StepsLost("tG1", 1, 1, "combat"))
    exhausted = FACING | {"tG1": ("2715", 3), "tD1": "2716", "tD2": "2615"}
    lost = suffering("dR^R", ("tG1",), at=exhausted).goes_on()
    assert UnitEliminated("tG1", "2715", "combat") in lost.events


def test_11_7_losses_come_before_the_retreat() -> None:
    told = suffering("d1R^R", ("tG1",)).goes_on()
    told.then(StepsLost("tG1", 1, 1, "combat"))
    assert told.agenda == (FallBack("takeda", "tG1", "2715"),)


def test_11_7_a_unit_that_is_gone_does_not_fall_back() -> None:
    told = suffering("d1R^R", ("tG1",), at=FACING | {"tG1": ("2715", 3)}).goes_on()
    assert told.agenda == ()
    assert told.events[:2] == (
        StepsLost("tG1", 1, 4, "combat"),
        UnitEliminated("tG1", "2715", "combat"),
    )


def test_11_7_beyond_a_river_whom_nobody_reaches_nothing_happens_to() -> None:
    """M2 shoots over the river at Hara, who cannot answer: the attackers' part of a result is void."""
    at = board({"uM2": ("3022", 3), "tG1": "2922"})
    told = scenario(at, Combat("uesugi", ("uM2",), ("tG1",))).goes_on([1, 1, 1, 1])
    fought = told.events[0]
    assert isinstance(fought, Fought)
    assert fought.result.startswith("a")
    assert told.board.units["uM2"].losses == 3


# ---- plans that turn a result

KOYAKU = [(1, "dE^2"), (2, "d1R^R"), (3, "d1R^R"), (4, "dR^R"), (6, "dR^R")]
SAKU = [(1, "d2^1"), (2, "d1R^R"), (3, "d1^1"), (4, "d1^1"), (5, "-"), (6, "-")]
CONVERSIONS = [
    *(("koyaku", "d2^1", face, code) for face, code in KOYAKU),
    *(("saku", "dR^R", face, code) for face, code in SAKU),
]


@pytest.mark.parametrize(("plan", "code", "face", "after"), CONVERSIONS)
def test_7_3_koyaku_and_saku_turn_a_result(plan: str, code: str, face: int, after: str) -> None:
    at = board(FACING, takeda=planned(plan))
    told = scenario(at, Convert("takeda", ("tG1",), code))
    faces = [face, 6] if after == "dE^2" else [face]
    events = told.goes_on(faces[:1]).events
    assert events[:2] == (PlanShown("takeda", plan), ResultConverted("takeda", plan, face, code, after))
    assert told.cited[:2] == ("7.1", "7.3")


# plan, result: no die is thrown
UNTURNED = [("koyaku", "dR^R"), ("koyaku", "d1^1"), ("saku", "d2^1"), ("saku", "d1R^R"), ("ganko", "d2^1")]


@pytest.mark.parametrize(("plan", "code"), UNTURNED)
def test_7_3_other_results_stand(plan: str, code: str) -> None:
    told = scenario(board(FACING, takeda=planned(plan)), Convert("takeda", ("tG1",), code)).goes_on()
    assert not any(isinstance(event, ResultConverted) for event in told.events)


def test_7_3_a_plan_that_is_not_active_turns_nothing() -> None:
    at = board(FACING, takeda={"plan": "koyaku"})
    told = scenario(at, Convert("takeda", ("tG1",), "d2^1")).goes_on()
    told.then(StepsLost("tG1", 2, 2, "combat"))


def test_7_3_the_defenders_part_of_a_shared_loss_is_turned_as_well() -> None:
    assert (defender_part("a1-d2^1"), defender_part("d2^1"), defender_part("aR^R")) == ("d2^1", "d2^1", "")
    at = board(FACING, takeda=planned("koyaku", shown=True))
    told = scenario(at, Convert("takeda", ("tG1",), "a1-d2^1")).goes_on([4])
    told.then(ResultConverted("takeda", "koyaku", 4, "d2^1", "dR^R"))
    assert told.agenda == (FallBack("takeda", "tG1", "2715"),)


# ---- advance


def advancing(posture: str, **units: Any) -> Scenario:
    """Hara has left 2715; J1 and J2 of Nakajo stand next to it."""
    at = board({"uJ1": "2714", "uJ2": "2814", "tG1": "2717"} | units, {"uJ": posture})
    item = AfterCombat("uesugi", ("uJ1", "uJ2"), ("tG1",), ("2714", "2814"), ("2715",))
    return scenario(at, item).goes_on()


def test_11_13_a_unit_in_attack_must_advance() -> None:
    told = advancing("attack")
    assert told.offers("uesugi") == (Advance("J1", "2715"), Advance("J2", "2715"))
    told.refused("uesugi", Done(), "[11.13] A unit in attack always advances after combat.")
    told.refused(
        "uesugi",
        Advance("J1", "2716"),
        "[11.13] J1 cannot advance to 2716. Possible: J1 to 2715 or J2 to 2715.",
    )
    told.when("uesugi", Advance("J2", "2715")).then(UnitAdvanced("uJ2", ("2814", "2715")))
    assert told.agenda == ()


def test_11_13_a_unit_in_defence_may() -> None:
    told = advancing("defence")
    assert told.offers("uesugi") == (Advance("J1", "2715"), Advance("J2", "2715"), Done())
    assert told.when("uesugi", Done()).agenda == ()


@pytest.mark.parametrize("posture", ["move", "regroup"])
def test_11_13_in_another_posture_it_cannot(posture: str) -> None:
    assert advancing(posture).agenda == ()


def test_11_13_a_hex_that_is_still_held_is_not_entered() -> None:
    assert advancing("attack", tG1="2715").agenda == ()


def test_11_13_enemy_zones_do_not_bar_the_way() -> None:
    told = advancing("attack", tD1="2716")
    told.when("uesugi", Advance("J1", "2715"))
    assert told.board.units["uJ1"].hex == "2715"


def test_11_13_nobody_crosses_a_river_for_it() -> None:
    at = board({"uM2": "3022", "tG1": "2920"}, {"uM": "attack"})
    item = AfterCombat("uesugi", ("uM2",), ("tG1",), ("3022",), ("2922",))
    assert scenario(at, item).goes_on().agenda == ()


def test_11_13_the_defender_advances_where_the_attacker_has_gone() -> None:
    at = board({"tG1": "2715"}, {"tG": "attack"})
    item = AfterCombat("uesugi", ("uJ1",), ("tG1",), ("2714",), ("2715",))
    told = scenario(at, item).goes_on()
    told.then(UnitAdvanced("tG1", ("2715", "2714")))


def test_11_13_two_hexes_are_taken_by_two_units() -> None:
    at = board({"uJ1": "2714", "uJ2": "2814"}, {"uJ": "attack"})
    told = scenario(at, AdvanceAfter("uesugi", ("uJ1", "uJ2"), ("2715", "2813")))
    told.when("uesugi", Advance("J1", "2715"))
    # J2 is next to 2813 as well, and has no choice: it must.
    assert told.board.units["uJ2"].hex == "2813"


def test_11_13_a_hex_left_by_an_advance_invites_nobody() -> None:
    """G1 takes the hex of B1; J1, in attack and still there, does not follow into that of G1."""
    units = {"tG1": "2715", "uJ1": "2814"}
    at = board(units, {"tG": "attack", "uB": "attack", "uJ": "attack"})
    item = AfterCombat("takeda", ("tG1",), ("uB1", "uJ1"), ("2715",), ("2714", "2814"))
    told = scenario(at, item).goes_on()
    told.then(UnitAdvanced("tG1", ("2715", "2714")))
    assert told.agenda == ()


def test_11_13_nor_does_one_left_in_pursuit() -> None:
    at = board({"tG1": "2713", "uJ1": "2814"}, {"uJ": "attack"}, field=Field("clan", pursued=("tG1",)))
    item = AfterCombat("takeda", ("tG1",), ("uJ1",), ("2715",), ("2814",))
    assert scenario(at, item).goes_on().events == ()
    gone = board({"uJ1": "2814"}, {"uJ": "attack"})
    scenario(gone, item).goes_on().then(UnitAdvanced("uJ1", ("2814", "2715")))


def test_11_7_an_attacker_suffers_whom_any_of_the_defenders_reaches() -> None:
    """M2 is across the river from G1 and by land beside D1: the attackers' part strikes it."""
    at = board({"uM2": "3022", "tG1": "2922", "tD1": "3021"})
    told = scenario(at, Combat("uesugi", ("uM2",), ("tD1", "tG1"))).goes_on([1, 1, 1, 1])
    fought = told.events[0]
    assert isinstance(fought, Fought)
    assert fought.result == "a2^1"
    assert told.board.units["uM2"].losses == 2


def test_11_7_a_unit_that_has_retreated_with_its_clan_does_not_fall_back_besides() -> None:
    at = board({"tG1": "2717", "uJ1": "2714"})
    told = scenario(at, FallBack("takeda", "tG1", "2715")).goes_on()
    assert told.events == ()
    assert told.agenda == ()
