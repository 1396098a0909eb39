"""The chits of march and combat [9.3.2, 9.3.3]; for that of rally see test_retreats.py, test_rally.py."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kawanakajima.board.field_events import Activated, Fought, MarchThrown, UnitMoved
from domain.kawanakajima.words.field_items import CombatChit, ForcedAdvance, Manoeuvre, MarchChit, MarchTurn
from domain.kawanakajima.words.field_orders import Fight, March, Move
from domain.kawanakajima.words.orders import Done
from tests.kawanakajima.boards import board, scenario
from tests.scenario import Scenario

APART = {"tG1": "2715", "tD1": "2717", "uB1": "2705", "uC1": "2703"}


def marching(**postures: str) -> Scenario:
    return scenario(board(APART, postures), MarchChit())


# ---- march


def test_9_3_2_the_higher_die_marches_first_ties_again() -> None:
    told = marching(tG="move", uB="move").goes_on([3, 3, 2, 5])
    told.then(MarchThrown(((3, 3), (2, 5)), "uesugi"))
    assert told.agenda == (MarchTurn("uesugi"),)
    other = marching(tG="move", uB="move").goes_on([4, 3])
    assert other.agenda == (MarchTurn("takeda"),)


def test_9_3_2_the_sides_march_clan_by_clan_in_turn() -> None:
    told = marching(tG="move", tD="move", uB="move").goes_on([4, 3])
    told.when("takeda", March("G")).then(Activated("takeda", ("tG",), "march"))
    assert isinstance(told.agenda[0], Manoeuvre)
    told.when("takeda", Move("G1", ("2719",)))
    assert list(told.agenda) == [MarchTurn("uesugi", ("tG",))]
    told.when("uesugi", March("B"))
    told.when("uesugi", Done())
    # The Uesugi have no other clan in move: the Takeda go on.
    assert list(told.agenda) == [MarchTurn("takeda", ("tG", "uB"))]
    told.refused("takeda", March("G"), "[9.3.2] Clan G is not in move, or has marched. Clans that can: D.")
    told.when("takeda", March("D"))
    told.when("takeda", Done())
    assert told.agenda == ()


def test_9_3_2_whoever_stops_leaves_the_rest_to_the_other() -> None:
    told = marching(tG="move", uB="move", uC="move").goes_on([4, 3])
    told.when("takeda", Done())
    assert told.agenda == (MarchTurn("uesugi", (), ("takeda",)),)
    told.when("uesugi", March("B"))
    told.when("uesugi", Done())
    assert told.agenda == (MarchTurn("uesugi", ("uB",), ("takeda",)),)


def test_9_3_2_only_clans_in_move_and_without_combat() -> None:
    told = marching(tG="defence", uB="attack").goes_on()
    assert told.events == ()
    assert told.agenda == ()
    one = marching(tG="move", uB="attack").goes_on()
    assert list(one.agenda) == [MarchTurn("takeda")]
    one.when("takeda", March("G"))
    assert [type(item) for item in one.agenda] == [Manoeuvre]


def test_9_3_2_with_four_points_and_into_no_enemy_zone() -> None:
    at = board({"tG1": "2715", "uB1": "2711"}, {"tG": "move"})
    told = scenario(at, MarchChit()).goes_on()
    told.when("takeda", March("G"))
    told.refused(
        "takeda",
        Move("G1", ("2714", "2713", "2712")),
        "[5.2] G1 may not enter the zone of B1 at 2712 in move.",
    )
    told.when("takeda", Move("G1", ("2714", "2713")))
    assert told.events == (UnitMoved("tG1", ("2715", "2714", "2713"), 2),)


# ---- combat


def combat(units: dict[str, Any], **postures: str) -> Scenario:
    return scenario(board(units, postures), CombatChit("takeda"))


def test_9_3_3_units_in_attack_advance_by_a_hex_towards_the_nearest_enemy() -> None:
    told = combat({"tG1": "2715", "tD1": "2725", "uJ1": "2711"}, tG="attack").goes_on()
    told.then(
        Activated("takeda", ("tD", "tG"), "combat"),
        UnitMoved("tG1", ("2715", "2714"), 0, "combat chit"),
    )
    assert told.agenda == ()


def test_9_3_3_the_player_chooses_among_hexes_that_are_nearer() -> None:
    told = combat({"tG1": "2715", "uJ1": "2912"}, tG="attack").goes_on()
    assert told.offers("takeda") == (Move("G1", ("2714",)), Move("G1", ("2814",)))
    told.refused(
        "takeda",
        Move("G1", ("2615",)),
        "[9.3.3] The advance is by one hex, nearer to the nearest enemy. G1 may advance to 2714 or 2814.",
    )
    told.refused(
        "takeda",
        Move("G1", ("2714", "2713")),
        "[9.3.3] The advance is by one hex, nearer to the nearest enemy. G1 may advance to 2714 or 2814.",
    )
    told.refused("takeda", Move("D1", ("2714",)), "[9.3.3] D1 does not advance now. Units that advance: G1.")


@pytest.mark.parametrize("posture", ["move", "defence", "regroup"])
def test_9_3_3_in_another_posture_nobody_advances(posture: str) -> None:
    told = combat({"tG1": "2715", "uJ1": "2711"}, tG=posture).goes_on()
    assert told.events == (Activated("takeda", ("tG",), "combat"),)


def test_9_3_3_an_enemy_in_the_zone_of_a_friend_may_be_ignored() -> None:
    """J1 is nearer, but D1 holds it: the unit may also go towards J2."""
    units = {"tG1": "2715", "uJ1": "2713", "tD1": "2712", "uJ2": "2719"}
    told = combat(units, tG="attack").goes_on()
    offers: tuple[Struct, ...] = told.offers("takeda") or ()
    hexes = {order.path[0] for order in offers if isinstance(order, Move)}
    assert hexes == {"2714", "2716"}
    alone = combat({"tG1": "2715", "uJ1": "2713", "uJ2": "2719"}, tG="attack").goes_on()
    assert alone.board.units["tG1"].hex == "2714"


def test_9_3_3_a_unit_that_holds_an_enemy_already_stays_and_fights() -> None:
    told = combat({"tG1": "2715", "uJ1": "2714"}, tG="attack").goes_on()
    assert told.board.units["tG1"].hex == "2715"
    fought = told.when("takeda", Fight(("G1",), ("J1",)), [3, 3, 3, 3]).events[0]
    assert isinstance(fought, Fought)
    assert fought.kind == "melee"


def test_9_3_3_a_unit_that_has_advanced_charges() -> None:
    told = combat({"tG1": "2715", "uJ1": "2713"}, tG="attack").goes_on()
    fought = told.when("takeda", Fight(("G1",), ("J1",)), [3, 3, 3, 3]).events[0]
    assert isinstance(fought, Fought)
    assert fought.kind == "charge"


def test_9_3_3_without_a_free_hex_a_unit_stays() -> None:
    units = {"tG1": "2715", "tD1": "2714", "tD2": "2814", "tE1": "2614", "tE2": "2615", "tF1": "2815"}
    at = board(units | {"uJ1": "2710"}, {"tG": "attack"})
    told = scenario(at, ForcedAdvance("takeda")).goes_on()
    assert told.events == ()
    assert told.agenda == ()
