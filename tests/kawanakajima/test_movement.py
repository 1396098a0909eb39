"""Movement [2.2, 6.5, 10.1, 10.2, 10.3]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kawanakajima.board.field_events import UnitMoved
from domain.kawanakajima.board.state import Field
from domain.kawanakajima.board.zones import occupants
from domain.kawanakajima.movement.ways import allowance, cost_between, entering, may_enter_zone, ways
from domain.kawanakajima.words.field_items import Manoeuvre
from domain.kawanakajima.words.field_orders import Move
from domain.kawanakajima.words.orders import Done
from tests.kawanakajima.boards import board, scenario
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

# terrain on the table of the rulebook: from, to, what the step costs
STEPS = [
    ("2715", "2714", 1),  # clear
    ("0907", "0908", 2),  # woods
    ("3021", "3022", 2),  # ford
    ("1101", "1201", 2),  # stream
    ("0204", "0203", 2),  # woods on the same level
]


@pytest.mark.parametrize(("here", "there", "cost"), STEPS)
def test_10_2_what_a_step_costs(here: str, there: str, cost: int) -> None:
    assert dict(DATA.map.steps[here])[there] == cost


def test_10_2_a_level_up_costs_one_more_and_down_nothing() -> None:
    levels = {hex: place.level for hex, place in DATA.map.places.items()}
    woods = DATA.terrain["woods"].cost
    up = [
        (here, there)
        for here, steps in DATA.map.steps.items()
        for there, _ in steps
        if here in levels
        and levels[there] == levels[here] + 1
        and not DATA.map.side(here, there)
        and DATA.map.places[there].terrain == DATA.map.places[here].terrain == "woods"
    ]
    assert up
    for here, there in up:
        assert dict(DATA.map.steps[here])[there] == (woods or 0) + 1
        assert dict(DATA.map.steps[there])[here] == woods


def test_10_2_a_river_cannot_be_crossed() -> None:
    assert DATA.map.side("2922", "3022") == "river"
    assert "3022" not in dict(DATA.map.steps["2922"])


# posture, kind of activation, movement points
ALLOWANCES = [
    ("attack", "clan", 5),
    ("attack", "special attack", 6),
    ("move", "clan", 4),
    ("defence", "clan", 3),
    ("regroup", "clan", 0),
]


@pytest.mark.parametrize(("posture", "kind", "points"), ALLOWANCES)
def test_6_5_the_posture_gives_the_movement_points(posture: str, kind: str, points: int) -> None:
    at = board({"tG1": "2715"}, {"tG": posture}, field=Field(kind=kind))
    assert allowance(at, "tG1") == points


def test_2_2_a_defensive_position_costs_two_where_the_terrain_is_cheaper() -> None:
    at = board({"tG1": "2714"}, positions={"2715": "tG2", "0908": "tG3"})
    assert entering(at, "2715", 1) == 2
    assert entering(at, "0908", 2) == 2
    assert entering(at, "2713", 1) == 1


def moving(posture: str = "move", units: dict[str, Any] | None = None) -> Scenario:
    at = board({"tG1": "2715", "tD1": "2717"} | (units or {}), {"tG": posture})
    return scenario(at, Manoeuvre("takeda", ("tG",)))


def test_10_1_a_unit_moves_once_along_its_path() -> None:
    after = moving().when("takeda", Move("G1", ("2714", "2713", "2813", "2814")))
    assert after.events == (UnitMoved("tG1", ("2715", "2714", "2713", "2813", "2814"), 4),)
    assert after.agenda == ()


def test_10_1_one_hex_alone_is_reached_by_the_cheapest_way() -> None:
    told = moving().when("takeda", Move("G1", ("2711",)))
    assert told.events == (UnitMoved("tG1", ("2715", "2714", "2713", "2712", "2711"), 4),)


REFUSED: list[tuple[Struct, str]] = [
    (
        Move("G1", ("2714", "2713", "2712", "2711", "2710")),
        "[10.2] G1 has 4 movement points; this path costs 5. It can reach 2711, 2611, 2712, 2811.",
    ),
    (
        Move("G1", ("2710",)),
        "[10.2] G1 cannot reach 2710 with 4 movement points. It can reach 2711, 2611, 2712, 2811.",
    ),
    (
        Move("G1", ("2714", "2712")),
        "[10.2] 2712 is not next to 2714. Write every hex of the path, or only the last.",
    ),
    (Move("G1", ("9999",)), "[10.2] There is no hex 9999 on the map."),
    (Move("G1", ("2717",)), "[10.3] 2717 is taken by D1; a hex holds one unit."),
    (Move("G1", ("2716", "2717")), "[10.3] 2717 is taken by D1; a hex holds one unit."),
    (
        Move("D1", ("2716",)),
        "[10.1] D1 is not activated, or not on the map. Units that can move: G1.",
    ),
]


@pytest.mark.parametrize(("order", "text"), REFUSED)
def test_10_1_refuses(order: Struct, text: str) -> None:
    moving().refused("takeda", order, text)


def test_10_3_through_a_friend_but_not_through_an_enemy() -> None:
    told = moving().when("takeda", Move("G1", ("2716", "2717", "2718")))
    assert told.board.units["tG1"].hex == "2718"
    moving("attack", {"uB1": "2713"}).refused(
        "takeda", Move("G1", ("2713",)), "[10.3] 2713 is taken by B1; a hex holds one unit."
    )
    at = board({"tG1": "2715", "uB1": "2713"}, {"tG": "attack"})
    found = ways(at, occupants(at), "tG1", 5)
    assert "2714" in found
    assert "2713" not in found


def test_10_1_each_unit_moves_once() -> None:
    at = board({"uB1": "2715", "uB2": "2716"}, {"uB": "move"})
    told = scenario(at, Manoeuvre("uesugi", ("uB",)))
    told.when("uesugi", Move("B1", ("2714",)))
    told.refused("uesugi", Move("B1", ("2713",)), "[10.1] B1 has moved already. Units that can move: B2.")
    told.when("uesugi", Move("B2", ("2715",)))
    assert told.agenda == ()


def test_10_1_nobody_has_to_move() -> None:
    assert moving().when("takeda", Done()).then() == moving().board


def test_10_2_a_river_in_a_written_path_is_refused_and_a_ford_gets_round_it() -> None:
    at = board({"tG1": "2921"}, {"tG": "move"})
    told = scenario(at, Manoeuvre("takeda", ("tG",)))
    refusal = "[10.2] The river between 2922 and 3022 cannot be crossed."
    told.refused("takeda", Move("G1", ("2922", "3022")), refusal)
    told.when("takeda", Move("G1", ("3022",)))
    assert told.events == (UnitMoved("tG1", ("2921", "3021", "3022"), 3),)


def test_6_5_a_clan_in_regroup_does_not_move() -> None:
    assert moving("regroup").goes_on().agenda == ()


def test_2_2_a_distance_counts_the_hex_of_arrival_and_not_that_of_departure() -> None:
    assert cost_between(DATA.map, "2715", "2712") == 3
    assert cost_between(DATA.map, "0907", "0908") == 2
    assert cost_between(DATA.map, "0908", "0907") == 1
    assert cost_between(DATA.map, "2715", "2715") == 0


def test_10_2_a_clan_comes_from_its_entry_point() -> None:
    at = board({"tM1": "A2"}, {"tM": "move"})
    told = scenario(at, Manoeuvre("takeda", ("tM",)))
    entry = DATA.map.entries["A2"].hexes[0]
    cost = dict(DATA.map.steps["A2"])[entry]
    assert told.when("takeda", Move("M1", (entry,))).events == (UnitMoved("tM1", ("A2", entry), cost),)


def test_5_2_in_defence_a_unit_is_not_its_own_friend() -> None:
    """M2 holds G1 with its fire alone; into the zone of G1 it may go only where another friend holds G1."""
    units = {"uM2": "3022", "tG1": "2922"}
    at = board(units, {"uM": "defence"})
    assert not may_enter_zone(at, occupants(at), "uM2", ("tG1",))
    helped = board(units | {"uM1": "2921"}, {"uM": "defence"})
    assert may_enter_zone(helped, occupants(helped), "uM2", ("tG1",))


def test_2_2_a_defensive_position_makes_dear_terrain_no_cheaper() -> None:
    at = board({"tG1": "2714"}, positions={"2626": "tG2"})
    assert entering(at, "2626", 3) == 3


def test_11_8_a_unit_that_is_told_to_stay_keeps_its_defensive_position() -> None:
    at = board({"tG1": "2715"}, {"tG": "defence"}, positions={"2715": "tG1"})
    told = scenario(at, Manoeuvre("takeda", ("tG",)))
    assert told.when("takeda", Move("G1", ("2715",))).board.positions == {"2715": "tG1"}
    told = scenario(at, Manoeuvre("takeda", ("tG",)))
    assert told.when("takeda", Move("G1", ("2714",))).board.positions == {}
