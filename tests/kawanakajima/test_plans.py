"""Chapter 7: plans are shown when they are used [7.1], activated [7.2], and bring what they bring [7.3]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.kawanakajima.board.events import (
    CommandThrown,
    ImpetuousGiven,
    PlanActivated,
    PlanAttempted,
    PlanShown,
    PointsSaved,
    PostureChanged,
)
from domain.kawanakajima.command.command_points import purse
from domain.kawanakajima.command.plans import may_conform
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.words.items import (
    AttemptPlan,
    BeginSaving,
    CombatBegun,
    SavePoints,
    SetPostures,
    ThrowCommand,
)
from domain.kawanakajima.words.orders import Attempt, Postures, Save
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import SEATS, board, planned, scenario
from tests.kawanakajima.data import DATA

VARIANT = Options(shingen_plan=True)
WAITING = {"plan": "kokuyoku"}
SHEETS = {
    # plan          attack, retreat, combined, the enemy's impetuous
    "ganko": (1, 3, 0, 0),
    "kuruma-gakari": (6, 6, 0, 1),
    "gyorin": (4, 3, 0, 0),
    "koyaku": (0, 6, 0, 0),
    "kokuyoku": (4, 4, 4, 0),
    "saku": (0, 3, 0, 0),
    "hoshi": (8, 1, 0, 3),
}


def test_7_3_the_special_activations_of_the_seven_plans() -> None:
    found = {
        plan.name: (plan.attack, plan.retreat, plan.combined, plan.impetuous) for plan in DATA.plans.values()
    }
    assert found == SHEETS


# ---- 7.2


def test_7_2_only_a_plan_that_is_not_active_is_saved_for_and_only_with_points() -> None:
    for army, points, seats in (
        (WAITING, 3, ("takeda",)),
        (WAITING, 0, ()),
        (planned("kokuyoku"), 3, ()),
        ({}, 3, ()),
    ):
        told = scenario(board(takeda=army, command={"shingen": points}), BeginSaving()).goes_on()
        assert told.agenda == ((SavePoints(seats),) if seats else ())


def test_7_2_points_add_up_from_turn_to_turn_and_are_no_longer_there_for_chits() -> None:
    given = board(takeda=WAITING | {"saved": 3}, command={"shingen": 5, "kosaka": 2})
    told = scenario(given, SavePoints(("takeda",))).when("takeda", Save(4))
    after = told.then(PointsSaved("takeda", Sealed(("takeda",), 4), False))
    assert after.armies["takeda"].saved == 7
    assert purse(after, "takeda") == {"shingen": 1, "kosaka": 2}
    assert told.orders[0].order == Sealed(("takeda",), Save(4))
    assert told.agenda == ()


def test_7_2_only_the_commander_saves_and_no_more_than_he_has() -> None:
    given = board(takeda=WAITING, command={"shingen": 2, "kosaka": 5})
    told = scenario(given, SavePoints(("takeda",)))
    why = "[7.2] Your commander has 2 command points this turn; you want to save 3. Save from 0 to 2."
    told.refused("takeda", Save(3), why).refused("takeda", Attempt(3), why)
    told.when("takeda", Save(2)).then(PointsSaved("takeda", Sealed(("takeda",), 2), False))


ATTEMPTS = [
    # saved, 2d6, active, left: the example of the book, and both sides of the limit
    (7, (4, 6), False, 4),
    (7, (3, 4), True, 0),
    (7, (4, 4), False, 6),
    (7, (1, 1), True, 0),
    (3, (6, 6), False, 0),
]


@pytest.mark.parametrize(("saved", "faces", "active", "left"), ATTEMPTS)
def test_7_2_the_attempt(saved: int, faces: tuple[int, int], active: bool, left: int) -> None:
    told = scenario(board(takeda=WAITING | {"saved": saved}), AttemptPlan("takeda")).goes_on(faces)
    attempted = PlanAttempted("takeda", faces, saved, active, left)
    after = told.then(attempted, *((PlanActivated("takeda"),) if active else ()))
    assert (after.armies["takeda"].saved, after.armies["takeda"].active) == (left, active)
    assert after.armies["takeda"].left == ({"attack": 4, "retreat": 4, "combined": 4} if active else {})
    assert [after.chits[f"t{number}"] for number in (1, 2, 3, 4)] == ["reserve" if active else "away"] * 4
    assert not after.armies["takeda"].shown


def test_7_2_an_attempt_follows_when_everybody_has_written() -> None:
    given = board(takeda=WAITING, uesugi={"plan": "hoshi"}, command={"shingen": 5, "kenshin": 5})
    told = scenario(given, SavePoints(SEATS)).when("takeda", Attempt(5))
    told.then(PointsSaved("takeda", Sealed(("takeda",), 5), True))
    assert told.agenda == (SavePoints(("uesugi",), ("takeda",)),)
    told.when("uesugi", Save(0), [6, 6])
    assert told.events == (
        PointsSaved("uesugi", Sealed(("uesugi",), 0), False),
        PlanAttempted("takeda", (6, 6), 5, False, 0),
    )


def test_7_2_nobody_tries_with_less_than_two_dice_can_show() -> None:
    given = board(takeda=WAITING, command={"shingen": 3})
    told = scenario(given, SavePoints(("takeda",)))
    told.refused(
        "takeda",
        Attempt(1),
        "[7.2] You would have 1 command point for the plan; 2d6 cannot show so little. "
        '"save 1" puts them by for a later turn.',
    )
    told.when("takeda", Attempt(2), [6, 6])
    assert told.board.armies["takeda"].saved == 0


# saved, points of the turn                with how many an attempt is offered: with 2 in all, and more
OFFERED = [(0, 3, (2, 3)), (0, 1, ()), (1, 1, (1,)), (2, 2, (0, 1, 2))]


@pytest.mark.parametrize(("saved", "points", "attempts"), OFFERED)
def test_7_2_as_many_points_are_offered_as_there_are(
    saved: int, points: int, attempts: tuple[int, ...]
) -> None:
    given = board(takeda=WAITING | {"saved": saved}, command={"shingen": points})
    offered = scenario(given, SavePoints(("takeda",))).offers("takeda") or ()
    assert set(offered) == {*map(Save, range(points + 1)), *map(Attempt, attempts)}


def test_7_2_clans_outside_enemy_zones_may_conform_at_once() -> None:
    units = {"tA1": "3315", "tG1": "2914", "tH1": "2615", "uJ1": "2515"}
    given = board(units, takeda={"plan": "hoshi", "saved": 12})
    assert [clan for clan in ("tA", "tG", "tH") if may_conform(given, clan)] == ["tA", "tG"]
    told = scenario(given, AttemptPlan("takeda")).goes_on([1, 1])
    assert told.agenda == (SetPostures("takeda", ("tA", "tG")),)
    told.when("takeda", Postures(("G",), "attack")).then(PostureChanged("tG", "attack", "battle plan"))


def test_7_2_one_unit_in_an_enemy_zone_keeps_its_whole_clan_from_conforming() -> None:
    units = {"tA1": "3315", "tD1": "2615", "tD2": "2716", "uJ1": "2515"}
    assert not may_conform(board(units, takeda={"plan": "hoshi", "saved": 12}), "tD")


# ---- 7.1 and 7.3


def test_7_3_ganko_adds_to_the_command_die_and_is_shown_by_it() -> None:
    told = scenario(board(uesugi=planned("ganko")), ThrowCommand("kenshin")).goes_on([3])
    die = Sum((Term(3, "die", "8.2"), Term(1, "battle plan ganko", "7.3")))
    told.then(
        PlanShown("uesugi", "ganko"), CommandThrown("kenshin", 3, die, DATA.command_points("kenshin", 3, 4))
    )
    assert told.cited == ("7.1", "8.2")
    told = scenario(told.board, ThrowCommand("kenshin")).goes_on([3])
    assert told.cited == ("8.2",)


def test_7_3_a_plan_that_is_not_active_adds_nothing() -> None:
    told = scenario(board(takeda={"plan": "ganko"}), ThrowCommand("shingen")).goes_on([3])
    die = Sum((Term(3, "die", "8.2"),))
    told.then(CommandThrown("shingen", 3, die, DATA.command_points("shingen", 3, 3)))


def test_7_3_hoshi_gives_three_impetuous_attacks_at_its_first_combat_and_only_then() -> None:
    given = board(uesugi=planned("hoshi"))
    told = scenario(given, CombatBegun("uesugi")).goes_on()
    after = told.then(PlanShown("uesugi", "hoshi"), ImpetuousGiven("takeda", 3))
    assert after.armies["takeda"].left == {"impetuous": 3}
    assert [after.chits[f"t{number}"] for number in (1, 2, 3, 4)] == ["reserve"] * 4
    assert scenario(after, CombatBegun("uesugi")).goes_on().then() == after
    assert scenario(given, CombatBegun("takeda")).goes_on().then() == given


def test_7_3_no_other_plan_gives_anything_at_a_combat() -> None:
    for plan in SHEETS:
        if plan != "hoshi":
            given = board(uesugi=planned(plan))
            assert scenario(given, CombatBegun("uesugi")).goes_on().then() == given


def test_7_1_a_plan_is_shown_once() -> None:
    given = board(uesugi=planned("hoshi", shown=True))
    scenario(given, CombatBegun("uesugi")).goes_on().then(ImpetuousGiven("takeda", 3))
    assert replace(given.armies["uesugi"], shown=False) != given.armies["uesugi"]
