"""What a posture and the clan oblige moving units to [6.3, 6.5]."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from domain.kawanakajima.board.state import Field
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.movement.obligations import ends_of, is_alone, is_together, targets
from domain.kawanakajima.words.field_items import Manoeuvre
from domain.kawanakajima.words.field_orders import Move
from domain.kawanakajima.words.orders import Done
from tests.kawanakajima.boards import board, scenario
from tests.scenario import Scenario


def attacking(units: dict[str, Any], *clans: str, moved: tuple[str, ...] = ()) -> Scenario:
    at = board(units, dict.fromkeys(clans, "attack"), field=Field("clan", moved))
    return scenario(at, Manoeuvre("takeda" if clans[0][0] == "t" else "uesugi", clans))


def ends(told: Scenario, clans: tuple[str, ...], unit: str) -> set[str]:
    return set(ends_of(told.board, clans, unit).hexes)


# ---- attack: the nearest enemy


def test_6_5_an_attacking_unit_goes_into_contact_where_it_can() -> None:
    """Next to 2712 are, on this side, 2713, 2612 and 2812; 2711 is too far."""
    told = attacking({"tG1": "2715", "uC1": "2712"}, "tG")
    assert ends(told, ("tG",), "tG1") == {"2713", "2612", "2812"}
    far = attacking({"tG1": "2715", "uC1": "2711"}, "tG")
    assert ends(far, ("tG",), "tG1") == {"2712"}


def test_6_5_else_as_near_as_all_its_points_bring_it() -> None:
    told = attacking({"tG1": "2715", "uC1": "2708"}, "tG")
    assert ends(told, ("tG",), "tG1") == {"2710"}
    told.refused(
        "takeda",
        Move("G1", ("2711",)),
        "[6.5] An attacking clan goes to the nearest enemy with all its movement points: C1 at 2708. "
        "2711 does not do. G1 may end at 2710.",
    )
    told.refused(
        "takeda",
        Done(),
        "[6.5] An attacking clan goes to the nearest enemy with all its movement points: C1 at 2708. "
        "G1 cannot stay at 2715. G1 may end at 2710.".replace("G1 may end", "It may end"),
    )


# enemies, which of them the unit may head for
NEAREST = [
    ({"uC1": "2711", "uC2": "2720"}, {"uC1"}),
    ({"uC1": "2711", "uC2": "2719"}, {"uC1", "uC2"}),
    ({"uC1": "2711", "uC2": "2719", "tD1": "2710"}, {"uC1", "uC2"}),
    ({"uC1": "2711", "uC2": "2720", "tD1": "2710"}, {"uC1", "uC2"}),
    ({"uC1": "2711", "uC2": "2720", "tD1": "2709"}, {"uC1"}),
    ({"uC1": "2711", "tD1": "2710"}, {"uC1"}),
]


@pytest.mark.parametrize(("units", "heading"), NEAREST)
def test_6_5_enemies_in_the_zone_of_a_friend_may_be_ignored(units: dict[str, str], heading: set[str]) -> None:
    at = board({"tG1": "2715"} | units, {"tG": "attack"})
    assert set(targets(at, "tG1")) == heading


def test_6_5_near_is_measured_in_movement_points() -> None:
    """2703 is eleven hexes from 2714 as 2725 is, but the one beyond the river takes more points."""
    at = board({"tG1": "3019", "uC1": "3023", "uC2": "3015"}, {"tG": "attack"})
    far = targets(at, "tG1")
    assert far == {"uC2": 4}


# ---- attack: the others follow


def test_6_5_the_others_end_next_to_the_first() -> None:
    units = {"uB1": "2712", "uB2": "2711", "tD1": "2715"}
    told = attacking(units, "uB")
    told.when("uesugi", Move("B1", ("2714",)))
    found = ends(told, ("uB",), "uB2")
    assert found == {"2713", "2813", "2613"}
    told.refused(
        "uesugi",
        Move("B2", ("2712",)),
        "[6.5] The units of an attacking clan follow the first that moved, B1 at 2714. 2712 does not do. "
        "B2 may end at 2713, 2813 or 2613.",
    )


def test_6_5_or_as_near_to_it_as_they_come() -> None:
    told = attacking({"uB1": "2710", "uB2": "2720", "tD1": "2709"}, "uB", moved=("uB1",))
    assert ends(told, ("uB",), "uB2") == {"2715"}


def test_6_5_a_follower_that_is_there_may_stay() -> None:
    told = attacking({"uB1": "2714", "uB2": "2713", "tD1": "2715"}, "uB", moved=("uB1",))
    assert told.when("uesugi", Done()).agenda == ()


def test_6_5_the_player_chooses_which_unit_is_first() -> None:
    """The one that goes first comes into contact; the other only follows it."""
    units = {"uB1": "2711", "uB2": "2712", "tD1": "2716"}
    one = attacking(units, "uB").when("uesugi", Move("B2", ("2715",)))
    assert ends(one, ("uB",), "uB1") == {"2714", "2814", "2614"}
    other = attacking(units, "uB")
    assert ends(other, ("uB",), "uB1") == {"2515", "2614", "2714", "2814", "2915"}


def test_6_5_a_unit_held_by_the_enemy_is_never_first() -> None:
    told = attacking({"uB1": "2714", "uB2": "2710", "tD1": "2715", "tE1": "2718"}, "uB")
    told.refused(
        "uesugi",
        Move("B1", ("2713",)),
        "[5.2] B1 is in an enemy zone and cannot leave it. Units that can move: B2.",
    )
    assert ends(told, ("uB",), "uB2") == {"2713", "2613", "2813", "2514", "2914"}


# ---- the clan keeps together


def gathering(posture: str, units: dict[str, Any], moved: tuple[str, ...] = ()) -> Scenario:
    at = board(units, {"uA": posture}, field=Field("clan", moved))
    return scenario(at, Manoeuvre("uesugi", ("uA",)))


THREE = {"uA1": "2715", "uA2": "2714", "uA3": "2713"}


@pytest.mark.parametrize("posture", ["move", "defence"])
def test_6_5_the_first_goes_where_it_will_and_the_others_stay_with_it(posture: str) -> None:
    told = gathering(posture, THREE)
    told.when("uesugi", Move("A1", ("2718",)))
    could = {"move": "2717, 2817 or 2617", "defence": "2717"}
    told.refused(
        "uesugi",
        Move("A2", ("2712",)),
        "[6.3] The units of a clan keep together, here with A1, as far as their movement allows. "
        f"2712 does not do. A2 may end at {could[posture]}.",
    )


def test_6_3_a_clan_together_need_not_move() -> None:
    assert gathering("defence", THREE).when("uesugi", Done()).agenda == ()


def test_6_3_a_scattered_clan_has_to_try() -> None:
    told = gathering("defence", {"uA1": "2715", "uA2": "2710"})
    told.refused(
        "uesugi",
        Done(),
        "[6.3] The units of a clan come together when it is activated. A1 cannot stay at 2715. "
        "Bring one of them nearer to another.",
    )
    told.when("uesugi", Move("A1", ("2712",)))
    told.refused(
        "uesugi",
        Done(),
        "[6.3] The units of a clan keep together, here with A1, as far as their movement allows. "
        "A2 cannot stay at 2710. It may end at 2711, 2811, 2611, 2812, 2713 or 2612.",
    )
    told.when("uesugi", Move("A2", ("2711",)))
    assert is_together(told.board, ("uA",))


def test_6_3_a_unit_held_by_the_enemy_is_joined() -> None:
    units = {"uA1": "2715", "uA2": "2711", "tD1": "2716"}
    told = gathering("move", units)
    assert ends(told, ("uA",), "uA2") == {"2714", "2614", "2814"}


def test_6_3_who_cannot_come_nearer_may_stay() -> None:
    """Both are held: nobody can be asked to move."""
    units = {"uA1": "2715", "uA2": "2710", "tD1": "2716", "tE1": "2709"}
    assert gathering("defence", units).goes_on().agenda == ()


def test_6_3_units_on_one_entry_point_are_together() -> None:
    at = board({"tM1": "A2", "tM2": "A2"}, {"tM": "move"})
    assert is_together(at, ("tM",))
    assert not is_alone(at, "tM1", ("tM1", "tM2"))
    assert scenario(at, Manoeuvre("takeda", ("tM",))).when("takeda", Done()).agenda == ()


def test_9_5_5_clans_that_act_as_one_keep_together_as_one() -> None:
    at = board({"tG1": "2715", "tD1": "2714"}, {"tG": "move", "tD": "move"}, field=Field("clan"))
    told = scenario(at, Manoeuvre("takeda", ("tG", "tD")))
    told.when("takeda", Move("G1", ("2718",)))
    assert "2717" in ends(told, ("tG", "tD"), "tD1")
    assert "2713" not in ends(told, ("tG", "tD"), "tD1")


@pytest.mark.parametrize(("reading", "free"), [("joint", False), ("own", True)])
def test_9_5_5_by_an_option_each_clan_keeps_to_its_own(reading: Literal["joint", "own"], free: bool) -> None:
    units = {"tG1": "2715", "tD1": "2714"}
    at = board(units, {"tG": "move", "tD": "move"}, Options(combined=reading), field=Field("clan"))
    told = scenario(at, Manoeuvre("takeda", ("tG", "tD")))
    told.when("takeda", Move("G1", ("2718",)))
    assert ("2713" in ends(told, ("tG", "tD"), "tD1")) is free
    if free:
        assert told.when("takeda", Done()).agenda == ()
    else:
        told.refused(
            "takeda",
            Done(),
            "[6.3] The units of a clan keep together, here with G1, as far as their movement allows. "
            "D1 cannot stay at 2714. It may end at 2717, 2817 or 2617.",
        )


def test_6_5_an_enemy_that_only_the_unit_itself_holds_may_not_be_ignored() -> None:
    """M2 shoots at G1 over the river: that does not free it from going there, by the ford."""
    units = {"uM2": "3022", "tG1": "2922", "tD1": "3026"}
    at = board(units, {"uM": "attack"})
    assert targets(at, "uM2") == {"tG1": 3}
    helped = board(units | {"uM1": "2921"}, {"uM": "attack"})
    assert set(targets(helped, "uM2")) == {"tG1", "tD1"}
