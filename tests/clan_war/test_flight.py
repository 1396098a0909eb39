"""The air: take-off, movement, maneuvers, landing, dive [flight/units, flight/take-off, flight/airborne]."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.clan_war.board.events import ArmyDone, ConditionChanged, PhaseBegan, TurnBegan
from domain.clan_war.board.flight_events import (
    Flew,
    Landed,
    ManeuverTested,
    Marched,
    TakeOffPrevented,
    TookOff,
)
from domain.clan_war.board.state import Board, Deeds
from domain.clan_war.words.items import BeginTurn, MusterArmies, Phase
from domain.clan_war.words.movement_reports import Dive, Fly, Land, March, Place, TakeOff
from domain.clan_war.words.reports import Done, Muster, SetCondition
from tests.clan_war.boards import (
    board,
    dragon,
    flier,
    hero,
    refused,
    reports,
    roll,
    scenario,
    unit,
)

DOWN = flier("crane-1", airborne=False)
UP = flier("crane-1")
SINGLE = dragon()
B = unit("lion-1", "lion")


# ---- flight/placement, flight/units


def test_flight_placement_units_are_mustered_on_the_ground() -> None:
    told = scenario(board(turn=0), MusterArmies(("crane", "lion")))
    after = told.when("crane", Muster("fire-dragon")).board
    assert (after.units["fire-dragon"].airborne, after.units["fire-dragon"].flies) == (False, True)


# models, personalities, whether it may take off
SIZES = [(12, 0, True), (13, 0, False), (11, 1, True), (12, 1, False)]


@pytest.mark.parametrize(("models", "people", "may"), SIZES)
def test_cw_18_no_more_than_12_models_fly_personalities_included(models: int, people: int, may: bool) -> None:
    one = flier("crane-1", airborne=False, models=models)
    at = board(one, B, people=tuple(hero(f"hero {n}", one) for n in range(people)))
    if may:
        reports(at).when("crane", TakeOff("crane-1", "3")).then(TookOff("crane-1", "primary", "3"))
    else:
        text = "[flight/units] crane-1 has 13 models with its personalities; a flying unit has at most 12. "
        refused(at, "primary", TakeOff("crane-1", "3"), f"{text}It stays on the ground.")


def test_flight_units_need_the_trait() -> None:
    text = "[flight/units] crane-1 has not the trait Flight. It stays on the ground."
    refused(board(unit("crane-1"), B), "primary", TakeOff("crane-1", "3"), text)


# ---- flight/take-off, flight/rate

TAKE_OFF = '[flight/take-off] crane-1 must take off with exactly 3", not {}". Move it 3".'


@pytest.mark.parametrize("distance", ["2.75", "3.25", "6"])
def test_cw_15_a_take_off_is_exactly_half_of_the_movement(distance: str) -> None:
    refused(board(DOWN, B), "primary", TakeOff("crane-1", distance), TAKE_OFF.format(distance))
    told = reports(board(DOWN, B)).when("crane", TakeOff("crane-1", "3"))
    assert told.then(TookOff("crane-1", "primary", "3")).units["crane-1"].airborne


@pytest.mark.parametrize(("rate", "half"), [(5, "2.5"), (7, "3.5")])
def test_flight_rate_units_fly_at_their_ground_rate_and_its_half_may_be_a_fraction(
    rate: int, half: str
) -> None:
    at = board(flier("crane-1", airborne=False, move=rate), B)
    reports(at).when("crane", TakeOff("crane-1", half)).then(TookOff("crane-1", "primary", half))


def test_cw_15_whatever_is_in_the_way_keeps_the_unit_on_the_ground() -> None:
    told = reports(board(DOWN, B)).when("crane", TakeOff("crane-1", "2", "stopped"))
    after = told.then(TakeOffPrevented("crane-1", "primary", "2"))
    assert not after.units["crane-1"].airborne
    text = "[flight/take-off] crane-1 has moved in this phase. It moves again in a later phase."
    told.refused("crane", TakeOff("crane-1", "3"), text)


def test_reading_10_a_stop_beyond_half_is_refused() -> None:
    text = '[flight/take-off] crane-1 must take off with 0" to 3", not 3.25". Move it 0" to 3".'
    refused(board(DOWN, B), "primary", TakeOff("crane-1", "3.25", "stopped"), text)


def test_flight_formation_an_unformed_unit_is_formed_in_the_air() -> None:
    at = board(flier("crane-1", airborne=False, formed=False), B)
    told = reports(at).when("crane", TakeOff("crane-1", "3"))
    assert told.then(TookOff("crane-1", "primary", "3", reformed=True)).units["crane-1"].formed


REFUSED: list[tuple[Board, Phase, Struct, str]] = [
    (
        board(UP, B),
        "primary",
        TakeOff("crane-1", "3"),
        '[flight/take-off] crane-1 is airborne already. Move it: "fly crane-1 …".',
    ),
    (
        board(flier("crane-1", airborne=False, spent_until=3), B),
        "primary",
        TakeOff("crane-1", "3"),
        "[flight/conditions] crane-1 is spent, which would force it to land. It stays on the ground.",
    ),
    (
        board(DOWN, B, engaged=(("crane-1", "lion-1"),)),
        "primary",
        TakeOff("crane-1", "3"),
        '[flight/take-off] crane-1 is engaged with lion-1. It can leave by "breakaway" or "retreat".',
    ),
    (
        board(DOWN, B),
        "cavalry",
        TakeOff("crane-1", "3"),
        "[flight/airborne] crane-1 is neither airborne nor cavalry, and does not move in the Cavalry phase. "
        "Move it in the Primary movement phase.",
    ),
    (
        board(DOWN, B),
        "ranged",
        TakeOff("crane-1", "3"),
        "[flight/take-off] This belongs to the Primary movement phase or the Cavalry movement phase; "
        "now is the Ranged phase. Report it there.",
    ),
    (
        board(DOWN, B),
        "primary",
        TakeOff("lion-1", "3"),
        "[battle/report] lion-1 belongs to lion. You have crane-1.",
    ),
    (
        board(DOWN, B),
        "primary",
        Fly("crane-1", "3"),
        '[flight/airborne] crane-1 is on the ground. It can take off: "takeoff crane-1 …".',
    ),
    (
        board(DOWN, B),
        "primary",
        Fly("crane-7", "3"),
        "[flight/airborne] There is no unit crane-7 in this battle. There is crane-1 or lion-1.",
    ),
    (
        board(UP, B),
        "primary",
        Fly("crane-1", "three"),
        '[battle/distance] "three" is no distance. Write inches, to a quarter of an inch: 3.5 or 10.25.',
    ),
    (
        board(UP, B),
        "primary",
        March("crane-1", "3", "reserve"),
        '[flight/reserve] crane-1 is airborne and may not take Reserve Movement. Write "fly crane-1 …".',
    ),
    (
        board(UP, B),
        "primary",
        March("crane-1", "3"),
        '[battle/ground] crane-1 is airborne. Write "fly crane-1 …" or "land crane-1 …".',
    ),
    (
        board(unit("crane-1"), B),
        "primary",
        March("crane-1", "6.25"),
        '[battle/ground] crane-1 must move 0" to 6", not 6.25". Move it 0" to 6".',
    ),
]


@pytest.mark.parametrize(("at", "phase", "order", "text"), REFUSED)
def test_movement_is_refused(at: Board, phase: Phase, order: Struct, text: str) -> None:
    refused(at, phase, order, text)


def test_flight_reserve_is_open_to_units_on_the_ground() -> None:
    told = reports(board(unit("crane-1"), B)).when("crane", March("crane-1", "3", "reserve"))
    told.then(Marched("crane-1", "primary", "3", "reserve"))


# ---- flight/airborne


@pytest.mark.parametrize("phase", ["primary", "cavalry"])
@pytest.mark.parametrize(("distance", "may"), [("3", False), ("4", True), ("8", True), ("9", False)])
def test_cw_16_an_airborne_unit_moves_half_to_all_in_each_phase(
    phase: Phase, distance: str, may: bool
) -> None:
    at = board(flier("crane-1", move=8), B)
    if may:
        told = reports(at, phase).when("crane", Fly("crane-1", distance))
        told.then(Flew("crane-1", phase, distance))
    else:
        text = f'[flight/airborne] crane-1 must fly 4" to 8", not {distance}". Move it 4" to 8".'
        refused(at, phase, Fly("crane-1", distance), text)


def test_reading_11_done_is_refused_until_an_airborne_unit_has_moved_in_the_phase() -> None:
    told = reports(board(UP, B))
    told.refused(
        "crane",
        Done(),
        "[flight/airborne] crane-1 is airborne and has not moved in this phase. "
        'Move it 3" to 6". Write "fly crane-1 3 inches".',
    )
    told.when("crane", Fly("crane-1", "3"))
    told.when("crane", Done()).then(ArmyDone("crane"))
    told.when("lion", Done()).then(ArmyDone("lion"), PhaseBegan("cavalry"))
    told.when("crane", Fly("crane-1", "6")).then(Flew("crane-1", "cavalry", "6"))


def test_reading_11_a_unit_that_has_taken_off_flies_in_the_cavalry_phase() -> None:
    told = reports(board(DOWN, B)).when("crane", TakeOff("crane-1", "3"))
    told.when("crane", Done())
    told.when("lion", Done()).then(ArmyDone("lion"), PhaseBegan("cavalry"))
    text = (
        "[flight/airborne] crane-1 is airborne and has not moved in this phase. "
        'Move it 3" to 6". Write "fly crane-1 3 inches".'
    )
    told.refused("crane", Done(), text)


def test_flight_terrain_high_terrain_may_stop_a_flight_before_its_half() -> None:
    told = reports(board(UP, B)).when("crane", Fly("crane-1", "1", "stopped"))
    told.then(Flew("crane-1", "primary", "1", ended="high terrain"))
    text = '[flight/terrain] crane-1 must fly 0" to 6", not 6.25". Move it 0" to 6".'
    refused(board(UP, B), "primary", Fly("crane-1", "6.25", "stopped"), text)


def test_flight_conditions_a_routing_unit_flies_all_of_its_movement() -> None:
    at = board(flier("crane-1", broken=True, routing=True), B)
    text = '[flight/airborne] crane-1 must fly exactly 6", not 5.75". Move it 6".'
    refused(at, "primary", Fly("crane-1", "5.75"), text)
    reports(at).when("crane", Fly("crane-1", "6")).then(Flew("crane-1", "primary", "6"))


# ---- flight/maneuvers, flight/formation


@pytest.mark.parametrize("name", ["wheel", "expand", "contract"])
def test_flight_maneuvers_wheel_expand_contract(name: str) -> None:
    told = reports(board(UP, B)).when("crane", Fly("crane-1", "4", maneuvers=(name,)))
    told.then(Flew("crane-1", "primary", "4", (name,)))


BARRED = ["back-away", "turn", "turn-about", "withdraw", "break-away", "special", "complex", "formation", "x"]


@pytest.mark.parametrize("name", BARRED)
def test_flight_maneuvers_no_others(name: str) -> None:
    text = f"[flight/maneuvers] An airborne unit cannot {name}. It may wheel, expand or contract, or dive."
    refused(board(UP, B), "primary", Fly("crane-1", "4", maneuvers=(name,)), text)
    refused(board(UP, B), "primary", Land("crane-1", "4", maneuvers=(name,)), text)


def failed(face: int = 5) -> ManeuverTested:
    return ManeuverTested("crane-1", "in flight", roll((face, "the die", "flight/maneuvers"), passed=False))


# where it tests, and where it ends: both sides of half, and half itself
@pytest.mark.parametrize(("tested", "ends"), [("1", "3"), ("2.75", "3"), ("3", "3"), ("3.25", "3.25")])
def test_cw_20_a_maneuver_that_fails_goes_straight_on_to_half(tested: str, ends: str) -> None:
    order = Fly("crane-1", "5", maneuvers=("wheel",), tested=tested)
    told = reports(board(UP, B)).when("crane", order, faces=[5])
    told.then(failed(), Flew("crane-1", "primary", ends, ended="failed maneuver"))


def test_cw_20_a_maneuver_that_succeeds_goes_as_ordered() -> None:
    order = Fly("crane-1", "5", maneuvers=("wheel",), tested="1")
    told = reports(board(UP, B)).when("crane", order, faces=[6])
    passed = roll((6, "the die", "flight/maneuvers"), passed=True)
    told.then(ManeuverTested("crane-1", "in flight", passed), Flew("crane-1", "primary", "5", ("wheel",)))


@pytest.mark.parametrize(("face", "flown", "ended"), [(6, "2", "high terrain"), (5, "3", "failed maneuver")])
def test_cw_20_a_test_on_the_way_to_high_terrain(face: int, flown: str, ended: str) -> None:
    order = Fly("crane-1", "2", "stopped", tested="1")
    told = reports(board(UP, B)).when("crane", order, faces=[face])
    tested = roll((face, "the die", "flight/maneuvers"), passed=face == 6)
    told.then(ManeuverTested("crane-1", "in flight", tested), Flew("crane-1", "primary", flown, ended=ended))


@pytest.mark.parametrize(("tested", "ends"), [("1", "3"), ("4", "4")])
def test_cw_20_a_maneuver_that_fails_on_the_way_to_a_landing(tested: str, ends: str) -> None:
    order = Land("crane-1", "5", ("wheel",), tested)
    told = reports(board(UP, B)).when("crane", order, faces=[5, 6])
    kept = ManeuverTested("crane-1", "landing", roll((6, "the die", "flight/landing"), passed=True))
    told.then(failed(), Landed("crane-1", "primary", ends, "landing"), kept)
    told = reports(board(UP, B)).when("crane", order, faces=[6, 6])
    assert told.events[1:] == (Landed("crane-1", "primary", "5", "landing", ("wheel",)), kept)
    text = '[flight/maneuvers] crane-1 flies 4"; it cannot test after 4.25". Write where on its way it tests.'
    refused(board(UP, B), "primary", Land("crane-1", "4", tested="4.25"), text)


def test_battle_tests_leadership_counts_in_a_maneuver_test() -> None:
    at = board(UP, B, people=(hero("doji", UP, 2), hero("kakita", UP, 3)))
    told = reports(at).when("crane", Fly("crane-1", "5", tested="1"), faces=[3])
    passed = roll(
        (3, "the die", "flight/maneuvers"), (3, "Leadership in crane-1", "flight/maneuvers"), passed=True
    )
    assert told.events[0] == ManeuverTested("crane-1", "in flight", passed)


def test_flight_maneuvers_where_a_test_can_be() -> None:
    text = '[flight/maneuvers] crane-1 flies 4"; it cannot test after 4.25". Write where on its way it tests.'
    refused(board(UP, B), "primary", Fly("crane-1", "4", tested="4.25"), text)
    single = (
        "[flight/maneuvers] fire-dragon is a single model and takes no Maneuver test. Leave the test out."
    )
    refused(board(SINGLE, B), "primary", Fly("fire-dragon", "4", tested="1"), single)


def test_flight_formation_airborne_units_and_single_models_are_never_unformed() -> None:
    text = "[flight/formation] crane-1 is airborne and cannot become unformed. It stays formed."
    refused(board(UP, B), "end", SetCondition("crane-1", "unformed"), text)
    single = "[flight/formation] fire-dragon is a single model, which is never unformed. It stays formed."
    refused(board(dragon(airborne=False), B), "end", SetCondition("fire-dragon", "unformed"), single)
    told = reports(board(DOWN, B), "end").when("crane", SetCondition("crane-1", "unformed"))
    told.then(ConditionChanged("crane-1", "unformed", "reported"))


# ---- flight/landing


@pytest.mark.parametrize(("face", "kept"), [(5, False), (6, True)])
def test_flight_landing_a_maneuver_test_keeps_the_formation(face: int, kept: bool) -> None:
    told = reports(board(UP, B)).when("crane", Land("crane-1", "4", ("wheel",)), faces=[face])
    tested = ManeuverTested("crane-1", "landing", roll((face, "the die", "flight/landing"), passed=kept))
    unformed = () if kept else (ConditionChanged("crane-1", "unformed", "landing"),)
    after = told.then(Landed("crane-1", "primary", "4", "landing", ("wheel",)), tested, *unformed)
    assert (after.units["crane-1"].airborne, after.units["crane-1"].formed) == (False, kept)


def test_reading_13_a_single_model_takes_no_test() -> None:
    told = reports(board(SINGLE, B)).when("crane", Land("fire-dragon", "3"))
    told.then(Landed("fire-dragon", "primary", "3", "landing"))


@pytest.mark.parametrize(("distance", "may"), [("2.75", False), ("3", True), ("6", True), ("6.25", False)])
def test_flight_landing_takes_half_to_all_of_the_movement(distance: str, may: bool) -> None:
    if may:
        told = reports(board(SINGLE, B)).when("crane", Land("fire-dragon", distance))
        told.then(Landed("fire-dragon", "primary", distance, "landing"))
    else:
        text = f'[flight/landing] fire-dragon must land after 3" to 6", not {distance}". Move it 3" to 6".'
        refused(board(SINGLE, B), "primary", Land("fire-dragon", distance), text)


def test_reading_12_a_landing_is_the_whole_movement() -> None:
    told = reports(board(SINGLE, B))
    told.when("crane", Land("fire-dragon", "3"))
    text = "[battle/ground] fire-dragon has moved in this phase. It moves again in a later phase."
    told.refused("crane", March("fire-dragon", "1"), text)


# ---- flight/dive


def diver(skills: tuple[str, ...]) -> Board:
    one = dragon(move=8)
    return board(one, B, people=(hero("hida", one, 3, skills),))


@pytest.mark.parametrize(("distance", "may"), [("3.75", False), ("4", True), ("16", True), ("16.25", False)])
def test_cw_17_a_dive_goes_half_to_double_the_movement(distance: str, may: bool) -> None:
    at = diver(("charge",))
    if may:
        told = reports(at).when("crane", Dive("fire-dragon", distance), faces=[6])
        tested = roll(
            (6, "the die", "flight/landing"),
            (3, "Leadership in fire-dragon", "flight/landing"),
            (-2, "a dive", "flight/dive"),
            passed=True,
        )
        told.then(
            Landed("fire-dragon", "primary", distance, "dive"),
            ManeuverTested("fire-dragon", "landing", tested),
        )
    else:
        text = f'[flight/dive] fire-dragon must dive 4" to 16", not {distance}". Move it 4" to 16".'
        refused(at, "primary", Dive("fire-dragon", distance), text)


def test_cw_17_a_dive_needs_the_skill_or_the_card() -> None:
    text = (
        "[flight/dive] fire-dragon cannot dive: its commander hida has not the Charge skill. "
        'The Charge card allows it too: "by charge-card".'
    )
    refused(diver(("defense",)), "primary", Dive("fire-dragon", "8"), text)
    nobody = (
        "[flight/dive] fire-dragon cannot dive: it has no commander with the Charge skill. "
        'The Charge card allows it too: "by charge-card".'
    )
    refused(board(SINGLE, B), "primary", Dive("fire-dragon", "8", "dive"), nobody)
    told = reports(board(SINGLE, B)).when("crane", Dive("fire-dragon", "8", "charge-card"))
    told.then(Landed("fire-dragon", "primary", "8", "dive"))


# ---- battle/distance


def test_battle_distance_nobody_ends_further_away_than_it_has_moved() -> None:
    at = board(flier("crane-1", position=("10", "10")), B)
    told = reports(at).when("crane", Fly("crane-1", "5", position=("13", "14")))
    assert told.board.units["crane-1"].position == ("13", "14")
    text = (
        '[battle/distance] crane-1 stands at 10 10; 5" do not reach 13 14.25. '
        "Measure again, or leave the position out."
    )
    refused(at, "primary", Fly("crane-1", "5", position=("13", "14.25")), text)


def test_battle_distance_a_position_that_is_not_reported_is_unknown() -> None:
    told = reports(board(flier("crane-1", position=("10", "10")), B))
    assert told.when("crane", Fly("crane-1", "5")).board.units["crane-1"].position == ("", "")
    assert told.when("crane", Place("crane-1", ("1", "2.5"))).board.units["crane-1"].position == ("1", "2.5")


def test_a_turn_begins_with_nothing_done() -> None:
    worn = flier("crane-1", deeds=Deeds(moved=("primary", "cavalry"), struck_in="cavalry"))
    told = scenario(board(worn, B), BeginTurn()).goes_on()
    after = told.then(TurnBegan(3), PhaseBegan("primary"))
    assert after.units["crane-1"].deeds == Deeds()
