"""Zones of control [5.2], and what they do to movement [6.5]."""

from __future__ import annotations

import pytest

from domain.kawanakajima.board.zones import contacts, holders, in_enemy_zone, occupants
from domain.kawanakajima.movement.ways import ways
from domain.kawanakajima.words.field_items import Manoeuvre
from domain.kawanakajima.words.field_orders import Move
from tests.kawanakajima.boards import board, scenario

AROUND = ("2714", "2814", "2815", "2716", "2615", "2614")
"""The six hexes around 2715, all of them clear."""


@pytest.mark.parametrize("hex", AROUND)
def test_5_2_a_zone_is_the_six_hexes_around(hex: str) -> None:
    at = board({"tG1": "2715", "uB1": hex})
    assert in_enemy_zone(at, "tG1")
    assert in_enemy_zone(at, "uB1")
    assert holders(at, occupants(at), hex, "takeda") == ("tG1",)


def test_5_2_two_hexes_away_there_is_none() -> None:
    assert not in_enemy_zone(board({"tG1": "2715", "uB1": "2713"}), "tG1")


# unit on the far bank, whether it has 2922 in its zone from 3022 over the river, and from 3021 by land
FIRE = [("uM1", False), ("uM2", True)]


@pytest.mark.parametrize(("unit", "across"), FIRE)
def test_5_2_fire_alone_carries_a_zone_across_a_river(unit: str, across: bool) -> None:
    """uM1 has no fire, uM2 has one point."""
    at = board({"tG1": "2922", unit: "3022"})
    assert in_enemy_zone(at, "tG1") is across
    assert contacts(at, occupants(at), unit) == (("tG1",) if across else ())
    assert contacts(at, occupants(at), "tG1") == ()
    assert in_enemy_zone(board({"tG1": "2922", unit: "3021"}), "tG1")


def test_5_2_a_ford_does_not_stop_a_zone() -> None:
    at = board({"tG1": "3022", "uB1": "3021"})
    assert in_enemy_zone(at, "tG1")
    assert in_enemy_zone(at, "uB1")


def test_5_2_zones_are_not_cancelled_by_units_that_stand_in_them() -> None:
    at = board({"tG1": "2715", "tD1": "2714", "uB1": "2614"})
    assert holders(at, occupants(at), "2614", "takeda") == ("tD1", "tG1")
    assert holders(at, occupants(at), "2714", "uesugi") == ("uB1",)


def test_5_2_entering_an_enemy_zone_costs_two_more_and_ends_the_movement() -> None:
    at = board({"tG1": "2711", "uB1": "2715"}, {"tG": "attack"})
    found = ways(at, occupants(at), "tG1", 5)
    assert (found["2713"].spent, found["2714"].spent) == (2, 5)
    assert found["2714"].before == "2713"
    assert "2714" not in ways(at, occupants(at), "tG1", 4)
    assert all(way.before != "2714" for way in found.values())


# posture, whether a friend holds the enemy already, whether the unit may come into his zone
ENTERING = [
    ("attack", False, True),
    ("defence", False, False),
    ("defence", True, True),
    ("move", True, False),
    ("move", False, False),
]


@pytest.mark.parametrize(("posture", "held", "may"), ENTERING)
def test_5_2_who_may_enter_an_enemy_zone(posture: str, held: bool, may: bool) -> None:
    friend = {"tD1": "2716"} if held else {}
    at = board({"tG1": "2713", "uB1": "2715"} | friend, {"tG": posture})
    assert ("2714" in ways(at, occupants(at), "tG1", 5)) is may


def test_5_2_defence_needs_a_friend_at_each_of_the_enemies() -> None:
    at = board({"tG1": "2713", "uB1": "2715", "uB2": "2815", "tD1": "2716"}, {"tG": "defence"})
    assert "2714" in ways(at, occupants(at), "tG1", 5)
    assert "2814" in ways(at, occupants(at), "tG1", 5)
    apart = board({"tG1": "2713", "uB1": "2715", "uB2": "2914", "tD1": "2716"}, {"tG": "defence"})
    assert "2714" in ways(apart, occupants(apart), "tG1", 5)
    assert "2814" not in ways(apart, occupants(apart), "tG1", 5)


def test_5_2_the_refusal_names_the_zone() -> None:
    at = board({"tG1": "2713", "uB1": "2715"}, {"tG": "defence"})
    scenario(at, Manoeuvre("takeda", ("tG",))).refused(
        "takeda", Move("G1", ("2714",)), "[5.2] G1 may not enter the zone of B1 at 2714 in defence."
    )


def test_5_2_nobody_moves_out_of_an_enemy_zone() -> None:
    at = board({"tG1": "2714", "tD1": "2711", "uB1": "2715"}, {"tG": "attack"})
    assert list(ways(at, occupants(at), "tG1", 5)) == ["2714"]
    told = scenario(at, Manoeuvre("takeda", ("tG", "tD")))
    told.refused(
        "takeda",
        Move("G1", ("2713",)),
        "[5.2] G1 is in an enemy zone and cannot leave it. Units that can move: D1.",
    )


def test_5_2_a_written_path_stops_where_a_zone_begins() -> None:
    at = board({"tG1": "2713", "uB1": "2715"}, {"tG": "attack"})
    scenario(at, Manoeuvre("takeda", ("tG",))).refused(
        "takeda", Move("G1", ("2714", "2814")), "[5.2] G1 cannot leave 2714: it is in the zone of B1."
    )
