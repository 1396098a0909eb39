"""Attacks from and at the air [flight/fly-by, flight/fly-by-limits, flight/targets, flight/ranges]."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.clan_war.board.events import ArmyDone, PhaseBegan
from domain.clan_war.board.flight_events import FlyByDeclined, FlyByMet, FlyByStruck, Shot
from domain.clan_war.board.state import Board, Contact, Deeds
from domain.clan_war.words.items import BeginPhase, FlyByChoice, FlyBys, Phase
from domain.clan_war.words.movement_reports import Engage, FlyBy, Refrain, Shoot, Strike
from domain.clan_war.words.reports import Done, Fight
from domain.kit.sums import Sum
from tests.clan_war.boards import archers, board, dragon, flier, refused, reports, scenario, total, unit

RULE = "flight/ranges"


def shot(at: Board, seat: str, order: Shoot, faces: tuple[int, ...] = ()) -> Shot:
    (event,) = reports(at, "ranged").when(seat, order, faces=faces).events
    assert isinstance(event, Shot)
    return event


AIR = board(dragon(), archers())
EXTENDED = total((-2, "extended range", RULE))


def test_cw_1_from_the_ground_6_inches_are_added_to_the_distance() -> None:
    assert shot(AIR, "lion", Shoot("archers", "fire-dragon", "10")) == Shot(
        "archers",
        "fire-dragon",
        "10",
        total((10, 'measured 10"', RULE), (6, "fire-dragon is airborne", RULE)),
        total((15, "close range of archers", RULE)),
        total((30, "extended range of archers", RULE)),
        "extended",
        EXTENDED,
    )


def test_cw_2_from_the_air_ranges_are_longer() -> None:
    assert shot(AIR, "crane", Shoot("fire-dragon", "archers", "10")) == Shot(
        "fire-dragon",
        "archers",
        "10",
        total((10, 'measured 10"', RULE)),
        total((8, "close range of fire-dragon", RULE), (3, "fire-dragon is airborne", RULE)),
        total((16, "extended range of fire-dragon", RULE), (6, "fire-dragon is airborne", RULE)),
        "close",
        Sum(()),
    )


# measured, band; "" is out of range
BANDS = [
    ("11", "close"),
    ("11.25", "extended"),
    ("12", "extended"),
    ("22", "extended"),
    ("22.25", ""),
    ("23", ""),
]


@pytest.mark.parametrize(("measured", "band"), BANDS)
def test_cw_3_the_ranges_of_a_dragon_in_the_air(measured: str, band: str) -> None:
    order = Shoot("fire-dragon", "archers", measured)
    if band:
        assert shot(AIR, "crane", order).band == band
    else:
        text = '[flight/ranges] archers is 23" away; fire-dragon reaches 22". Choose a nearer target.'
        refused(AIR, "ranged", order, text)


@pytest.mark.parametrize(
    ("measured", "band"), [("9", "close"), ("9.25", "extended"), ("24", "extended"), ("24.25", "")]
)
def test_cw_4_archers_at_a_dragon_in_the_air(measured: str, band: str) -> None:
    order = Shoot("archers", "fire-dragon", measured)
    if band:
        assert shot(AIR, "lion", order).band == band
    else:
        text = (
            '[flight/ranges] fire-dragon is 31" away, its height counted; archers reaches 30". '
            "Choose a nearer target."
        )
        refused(AIR, "ranged", order, text, "lion")


@pytest.mark.parametrize(("measured", "band"), [("8", "close"), ("10", "extended"), ("16", "extended")])
def test_cw_5_between_airborne_units_nothing_changes(measured: str, band: str) -> None:
    at = board(dragon(), flier("lion-1", "lion"))
    event = shot(at, "crane", Shoot("fire-dragon", "lion-1", measured))
    assert (event.band, event.distance.total, event.close.total, event.extended.total) == (
        band,
        int(measured),
        8,
        16,
    )


@pytest.mark.parametrize(("measured", "band"), [("15", "close"), ("15.25", "extended"), ("30", "extended")])
def test_flight_ranges_on_the_ground_are_those_of_the_unit(measured: str, band: str) -> None:
    at = board(unit("crane-1"), archers())
    assert shot(at, "lion", Shoot("archers", "crane-1", measured)).band == band


def test_flight_ranges_dice_are_thrown_where_the_order_names_them() -> None:
    event = shot(AIR, "lion", Shoot("archers", "fire-dragon", "9", dice=3), (2, 7, 10))
    assert event.faces == (2, 7, 10)


# ---- flight/targets


def test_flight_targets_on_the_ground_the_nearest() -> None:
    at = board(unit("crane-1"), unit("crane-2"), archers())
    text = (
        "[flight/targets] crane-2 is nearer than crane-1, and both sides are on the ground. Shoot at crane-2."
    )
    refused(at, "ranged", Shoot("archers", "crane-1", "12", "crane-2"), text, "lion")


def test_flight_targets_from_the_air_and_at_the_air_any() -> None:
    at = board(dragon(), unit("crane-2"), archers())
    assert shot(at, "lion", Shoot("archers", "fire-dragon", "9", "crane-2")).target == "fire-dragon"
    at = board(dragon(), archers(), unit("lion-2", "lion"))
    assert shot(at, "crane", Shoot("fire-dragon", "archers", "9", "lion-2")).target == "archers"


# ---- flight/fly-by

UP, OTHER = flier("crane-1", deeds=Deeds(moved=("primary",))), flier("lion-1", "lion")
MEETING = board(UP, OTHER)


def test_reading_19_two_airborne_units_meet_and_each_may_roll() -> None:
    told = reports(MEETING).when("crane", FlyBy("crane-1", "lion-1", 3, 2))
    after = told.then(FlyByMet("crane-1", "lion-1", 3, 2))
    asked = scenario(after, FlyBys("primary"), BeginPhase("cavalry")).goes_on()
    assert asked.agenda[0] == FlyByChoice("crane", "crane-1", "lion-1", 3)
    asked.when("crane", Strike("lion-1", "crane-1"), faces=[4, 8, 9])
    asked.then(FlyByStruck("crane-1", "lion-1", "primary", (4, 8, 9)))
    asked.when("lion", Refrain("lion-1")).then(FlyByDeclined("lion-1", "crane-1"), PhaseBegan("cavalry"))
    assert (asked.board.units["crane-1"].deeds.struck_in, asked.board.contacts) == ("primary", ())


def test_flight_fly_by_of_a_unit_that_meets_one_enemy_and_engages_another() -> None:
    """It passes an airborne enemy and lands: both may still roll, and it then fights no Close Combat."""
    ground = unit("lion-2", "lion")
    told = reports(board(dragon(), OTHER, ground), "primary", FlyBys("primary"))
    told.when("crane", Engage("lion-2", "fire-dragon", "5", "contact"))
    told.when("crane", FlyBy("fire-dragon", "lion-1", 1, 3))
    told.then(FlyByMet("fire-dragon", "lion-1", 1, 3))
    asked = scenario(told.board, FlyBys("primary")).goes_on()
    asked.when("crane", Strike("lion-1", "fire-dragon"), faces=[4])
    assert asked.agenda == (FlyByChoice("lion", "lion-1", "fire-dragon", 3),)
    text = (
        "[flight/fly-by-limits] fire-dragon has made a fly-by attack in this turn, and makes no other attack "
        "in it. It may attack again in the next turn."
    )
    refused(asked.board, "close", Fight("fire-dragon", "lion-2", 1, 0), text)


def test_flight_fly_by_not_of_a_unit_that_landed_in_an_earlier_phase() -> None:
    down = dragon(airborne=False, deeds=Deeds(moved=("primary",), landed="primary"))
    flown = flier("lion-1", "lion", deeds=Deeds(moved=("primary", "cavalry")))
    text = (
        "[flight/fly-by] fire-dragon is on the ground; only airborne units meet in a fly-by. "
        "A unit on the ground is engaged."
    )
    refused(board(down, flown), "cavalry", FlyBy("fire-dragon", "lion-1", 1, 1), text)


def test_flight_fly_by_attacks_come_at_the_end_of_the_movement_phase() -> None:
    told = reports(board(UP, flier("lion-1", "lion", deeds=Deeds(moved=("primary",)))))
    told.when("crane", FlyBy("crane-1", "lion-1", 3, 2))
    told.when("lion", Done())
    told.when("crane", Done()).then(ArmyDone("crane"))
    assert told.agenda == (
        FlyByChoice("crane", "crane-1", "lion-1", 3),
        FlyByChoice("lion", "lion-1", "crane-1", 2),
        BeginPhase("cavalry"),
    )


MEET: list[tuple[Board, Phase, Struct, str]] = [
    (
        MEETING,
        "primary",
        FlyBy("crane-1", "lion-1", 9, 1),
        "[flight/fly-by] 9 cannot be the models of crane-1 in contact. Write a number from 1 to 8.",
    ),
    (
        MEETING,
        "primary",
        FlyBy("crane-1", "lion-1", 1, 0),
        "[flight/fly-by] 0 cannot be the models of lion-1 in contact. Write a number from 1 to 8.",
    ),
    (
        board(UP, unit("lion-1", "lion")),
        "primary",
        FlyBy("crane-1", "lion-1", 1, 1),
        "[flight/fly-by] lion-1 is on the ground; only airborne units meet in a fly-by. "
        "A unit on the ground is engaged.",
    ),
    (
        board(flier("crane-1"), OTHER),
        "primary",
        FlyBy("crane-1", "lion-1", 1, 1),
        "[flight/fly-by] Neither crane-1 nor lion-1 has moved in this phase. Report the movement first.",
    ),
    (
        board(UP, OTHER, contacts=(Contact("lion-1", "crane-1", 1, 1),)),
        "primary",
        FlyBy("crane-1", "lion-1", 1, 1),
        "[flight/fly-by] crane-1 and lion-1 have met in this phase. It is noted.",
    ),
]


@pytest.mark.parametrize(("at", "phase", "order", "text"), MEET)
def test_flight_fly_by_refuses(at: Board, phase: Phase, order: Struct, text: str) -> None:
    refused(at, phase, order, text)


def test_only_the_unit_that_is_asked_strikes() -> None:
    told = scenario(MEETING, FlyByChoice("crane", "crane-1", "lion-1", 3))
    text = (
        "[flight/fly-by] The fly-by attack of crane-1 on lion-1 is asked for. "
        'Write "strike lion-1 with crane-1" or "refrain crane-1".'
    )
    told.refused("crane", Refrain("lion-1"), text)


# ---- flight/fly-by-limits


@pytest.mark.parametrize(("struck", "asked"), [("", True), ("cavalry", True), ("primary", False)])
def test_flight_fly_by_limits_one_movement_phase_of_a_turn(struck: str, asked: bool) -> None:
    at = board(flier("crane-1", deeds=Deeds(struck_in=struck)), OTHER, phase="cavalry")
    told = scenario(at, FlyByChoice("crane", "crane-1", "lion-1", 3)).goes_on()
    assert bool(told.agenda) is asked


def test_flight_fly_by_limits_no_other_attack_in_the_turn() -> None:
    struck = dragon(deeds=Deeds(struck_in="primary"))
    text = (
        "[flight/fly-by-limits] fire-dragon has made a fly-by attack in this turn, and makes no other attack "
        "in it. It may attack again in the next turn."
    )
    refused(board(struck, archers()), "ranged", Shoot("fire-dragon", "archers", "9"), text)
    down = dragon(airborne=False, deeds=Deeds(struck_in="primary"))
    at = board(down, archers(), engaged=(("fire-dragon", "archers"),))
    refused(at, "close", Fight("fire-dragon", "archers", 1, 0), text)
    assert len(reports(at, "close").when("crane", Fight("fire-dragon", "archers", 0, 2)).events) == 1


SHOOT: list[tuple[Board, str, Struct, str]] = [
    (
        board(dragon(), archers(deeds=Deeds(shot=True))),
        "lion",
        Shoot("archers", "fire-dragon", "9"),
        "[flight/ranges] archers has shot in this phase. It shoots again in the next turn.",
    ),
    (
        board(unit("crane-1"), archers()),
        "crane",
        Shoot("crane-1", "archers", "9"),
        "[flight/ranges] crane-1 has no ranged attack. Choose a unit that has.",
    ),
    (
        board(unit("crane-1"), archers(), engaged=(("crane-1", "archers"),)),
        "lion",
        Shoot("archers", "crane-1", "9"),
        "[flight/ranges] archers is engaged. It fights in Close Combat.",
    ),
    (
        AIR,
        "lion",
        Shoot("archers", "archers", "9"),
        "[flight/targets] archers is a unit of your own. Name a unit of the enemy.",
    ),
    (
        board(dragon(broken=True), archers()),
        "crane",
        Shoot("fire-dragon", "archers", "9"),
        "[flight/conditions] fire-dragon is airborne and broken, and cannot attack. Move it, or land it.",
    ),
    (
        AIR,
        "lion",
        Shoot("archers", "fire-dragon", "9", dice=100),
        "[flight/ranges] 100 cannot be the number of dice. Write a number from 0 to 99.",
    ),
]


@pytest.mark.parametrize(("at", "seat", "order", "text"), SHOOT)
def test_a_ranged_attack_is_refused(at: Board, seat: str, order: Struct, text: str) -> None:
    refused(at, "ranged", order, text, seat)
