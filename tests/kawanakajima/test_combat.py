"""Who fights whom [11.1, 11.2, 11.3], and where the leaders count [11.6]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kawanakajima.board.field_events import Fought
from domain.kawanakajima.board.state import Field
from domain.kawanakajima.words.field_items import AnswerLeader, Combat, Engage
from domain.kawanakajima.words.field_orders import Fight, Leader
from domain.kawanakajima.words.items import CombatBegun
from domain.kawanakajima.words.orders import Done
from tests.kawanakajima.boards import board, scenario
from tests.scenario import Scenario


def engaging(units: dict[str, Any], clans: tuple[str, ...] = (), **postures: str) -> Scenario:
    return scenario(board(units, postures), Engage("takeda", clans))


def test_11_1_without_an_enemy_in_a_zone_there_is_no_combat() -> None:
    assert engaging({"tG1": "2715", "uJ1": "2713"}).goes_on().agenda == ()


@pytest.mark.parametrize("posture", ["attack", "move", "defence", "regroup"])
def test_11_1_in_every_posture_a_unit_fights_what_it_holds(posture: str) -> None:
    engaging({"tG1": "2715", "uJ1": "2714"}, tG=posture).refused(
        "takeda", Done(), "[11.1] G1 must fight what it holds. It holds J1."
    )


def test_11_1_only_the_activated_clans_fight() -> None:
    told = engaging({"tG1": "2715", "tD1": "2713", "uJ1": "2714"}, ("tG",))
    told.refused(
        "takeda",
        Fight(("D1",), ("J1",)),
        "[11.1] D1 has nobody to fight, has fought already, or is not activated. Units that can fight: G1.",
    )
    every = engaging({"tG1": "2715", "tD1": "2713", "uJ1": "2714"})
    every.when("takeda", Fight(("G1", "D1"), ("J1",)), [1, 1, 2, 2])
    assert every.agenda == ()


# posture of the shooting clan, whether it may stay out of a fight across a river
ACROSS = [("attack", False), ("defence", True), ("move", True), ("regroup", True)]


@pytest.mark.parametrize(("posture", "free"), ACROSS)
def test_11_2_contact_by_fire_alone_obliges_only_a_clan_in_attack(posture: str, free: bool) -> None:
    """uM2 has fire, tG1 stands on the other bank."""
    at = board({"uM2": "3022", "tG1": "2922"}, {"uM": posture})
    told = scenario(at, Engage("uesugi"))
    if free:
        assert told.when("uesugi", Done()).agenda == ()
    else:
        told.refused("uesugi", Done(), "[11.1] M2 must fight what it holds. It holds G1.")


def test_11_2_whoever_is_free_may_shoot_all_the_same() -> None:
    at = board({"uM2": "3022", "tG1": "2922"}, {"uM": "defence"})
    told = scenario(at, Engage("uesugi")).when("uesugi", Fight(("M2",), ("G1",)), [3, 3, 3, 3])
    fought = told.events[0]
    assert isinstance(fought, Fought)
    assert fought.kind == "fire"


# posture of the shooting clan, whether it may attack the enemy on its own bank alone
BANKS = [("attack", False), ("defence", True)]


@pytest.mark.parametrize(("posture", "may"), BANKS)
def test_11_2_an_enemy_beyond_the_river_may_be_left_out_of_a_combat(posture: str, may: bool) -> None:
    at = board({"uM2": "3022", "tG1": "2922", "tJ1": "3123"}, {"uM": posture})
    told = scenario(at, Engage("uesugi"))
    if may:
        told.when("uesugi", Fight(("M2",), ("J1",)), [3, 3, 3, 3])
        assert isinstance(told.events[0], Fought)
    else:
        told.refused(
            "uesugi",
            Fight(("M2",), ("J1",)),
            "[11.3] G1 is in the zone of M2, and no other unit is left to attack it. "
            "Attack it in the same combat, or send fewer units.",
        )


# ---- grouping

BOTH = {"tG1": "2715", "tD1": "2716", "uJ1": "2714", "uJ2": "2815"}
"""G1 holds J1 and J2, D1 holds J2 alone."""

LEGAL = [
    Fight(("G1",), ("J1", "J2")),
    Fight(("G1",), ("J1",)),
    Fight(("D1",), ("J2",)),
]


@pytest.mark.parametrize("order", LEGAL)
def test_11_3_a_unit_attacks_all_that_it_holds_unless_a_friend_can_take_the_rest(order: Struct) -> None:
    told = engaging(BOTH)
    assert order in told.game.examples("takeda")
    told.when("takeda", order, [3, 3, 3, 3])
    assert isinstance(told.events[0], Fought)


REFUSED = [
    (
        Fight(("G1", "D1"), ("J2",)),
        "[11.3] J1 is in the zone of D1, G1, and no other unit is left to attack it. "
        "Attack it in the same combat, or send fewer units.",
    ),
    (
        Fight(("G1",), ("J2",)),
        "[11.3] J1 is in the zone of G1, and no other unit is left to attack it. "
        "Attack it in the same combat, or send fewer units.",
    ),
    (
        Fight(("G1", "D1"), ("J1", "J2")),
        "[11.3] D1 does not have J1 in its zone. It holds J2.",
    ),
    (Fight(("G1",), ("J3",)), "[11.1] The enemy has no J3 on the map."),
    (Fight((), ("J1",)), '[11.3] A combat needs attackers and a target. Write "fight G1 on B2".'),
    (Fight(("G1",), ()), '[11.3] A combat needs attackers and a target. Write "fight G1 on B2".'),
    (
        Fight(("G1",), ("J1", "J2"), "column"),
        "[11.6] None of the attackers has a leader. Leave the leader out.",
    ),
]


@pytest.mark.parametrize(("order", "text"), REFUSED)
def test_11_3_refuses(order: Struct, text: str) -> None:
    engaging(BOTH).refused("takeda", order, text)


def test_11_3_several_attack_several_where_each_holds_each() -> None:
    units = {"tG1": "2715", "tD1": "2814", "uJ1": "2714", "uJ2": "2815"}
    told = engaging(units)
    told.when("takeda", Fight(("G1", "D1"), ("J1", "J2")), [3, 3, 3, 3])
    fought = told.events[0]
    assert isinstance(fought, Fought)
    assert (fought.attackers, fought.defenders) == (("tD1", "tG1"), ("uJ1", "uJ2"))


def test_11_3_nobody_is_attacked_twice_and_nobody_attacks_twice() -> None:
    field = Field("combat", fought=("tG1",), attacked=("uJ1",))
    at = board(BOTH, field=field)
    told = scenario(at, Engage("takeda"))
    told.refused(
        "takeda",
        Fight(("D1",), ("J1",)),
        "[11.3] J1 has been attacked already in this activation.",
    )
    told.refused(
        "takeda",
        Fight(("G1",), ("J2",)),
        "[11.1] G1 has nobody to fight, has fought already, or is not activated. Units that can fight: D1.",
    )
    told.when("takeda", Fight(("D1",), ("J2",)), [3, 3, 3, 3])
    assert told.agenda == ()


def test_11_1_an_enemy_fought_by_others_obliges_nobody_any_more() -> None:
    at = board(BOTH, field=Field("combat", fought=("tG1",), attacked=("uJ1", "uJ2")))
    assert scenario(at, Engage("takeda")).goes_on().agenda == ()


# ---- leaders


def test_11_6_the_attackers_leader_counts_on_the_column_unless_they_say_otherwise() -> None:
    units = {"uB1": "2715", "tG1": "2714"}
    at = board(units, {"uB": "defence"})
    for axis, column, row in (("", 1, 0), ("column", 1, 0), ("row", 0, 1)):
        told = scenario(at, Engage("uesugi")).when("uesugi", Fight(("B1",), ("G1",), axis), [3, 3, 3, 3])
        fought = told.events[0]
        assert isinstance(fought, Fought)
        assert (fought.column.total - 6, fought.row.total - 6) == (column, 4 - 5 + row)


def test_11_6_the_attacked_say_after_it_where_theirs_counts() -> None:
    at = board({"uB1": "2715", "tD2": "2714"}, {"uB": "defence"})
    told = scenario(at, Engage("uesugi")).when("uesugi", Fight(("B1",), ("D2",), "row"))
    assert list(told.events) == []
    assert told.agenda[0] == AnswerLeader("takeda", ("uB1",), ("tD2",), "row")
    assert told.offers("takeda") == (Leader("column"), Leader("row"))
    told.when("takeda", Leader("row"), [3, 3, 3, 3])
    fought = told.events[0]
    assert isinstance(fought, Fought)
    assert (fought.column.total, fought.row.total) == (6, 6 + 4 - 4 + 1 - 1)


def test_11_6_of_several_leaders_the_best_counts() -> None:
    near = board({"uA1": "2715", "uB1": "2814", "tG1": "2714"}, {"uA": "defence", "uB": "defence"})
    fought = (
        scenario(near, Engage("uesugi")).when("uesugi", Fight(("A1", "B1"), ("G1",)), [3, 3, 3, 3]).events[0]
    )
    assert isinstance(fought, Fought)
    assert fought.column.total == 6 + 2


def test_11_4_a_combat_is_begun_before_its_dice() -> None:
    """What a plan makes of the first combat comes before the throw."""
    at = board({"tG1": "2715", "uJ1": "2714"})
    told = scenario(at, Engage("takeda"))
    order = Fight(("G1",), ("J1",))
    facts = told.game.rules.decide(told.game.state, "takeda", order, None)  # type: ignore[arg-type]
    assert facts[-1].then == (
        CombatBegun("takeda"),
        Combat("takeda", ("tG1",), ("uJ1",)),
        Engage("takeda"),
    )
