"""Into an engagement from the air, and out of it [flight/engage, flight/failed-engage, flight/break-away]."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.events import ConditionChanged, MoraleTested
from domain.clan_war.board.flight_events import (
    BreakAwayFailed,
    BrokeAway,
    Engaged,
    EngagementFailed,
    Landed,
    ManeuverTested,
    PartingShots,
    Shot,
)
from domain.clan_war.board.state import Board, conserved
from domain.clan_war.data.options import Options
from domain.clan_war.words.items import Phase
from domain.clan_war.words.movement_reports import BreakAway, Engage, React, Retreat
from domain.clan_war.words.reports import Morale
from domain.kit.sums import Sum
from tests.clan_war.boards import archers, board, dragon, flier, hero, refused, reports, roll, total, unit

UP, B = flier("crane-1"), unit("lion-1", "lion")
AT = board(UP, B)
DIE = "flight/landing"


def on_landing(face: int, *terms: tuple[int, str, str], passed: bool) -> ManeuverTested:
    return ManeuverTested("crane-1", "landing", roll((face, "the die", DIE), *terms, passed=passed))


def landed(distance: str = "4") -> Landed:
    return Landed("crane-1", "primary", distance, "engagement")


# ---- flight/engage


@pytest.mark.parametrize(("face", "kept"), [(6, False), (7, True)])
def test_flight_engage_lands_in_contact_and_tests_at_minus_1(face: int, kept: bool) -> None:
    told = reports(AT).when("crane", Engage("lion-1", "crane-1", "4", "contact"), faces=[face])
    unformed = () if kept else (ConditionChanged("crane-1", "unformed", "landing"),)
    after = told.then(
        landed(),
        Engaged("crane-1", "lion-1", "primary", "4", True, False),
        on_landing(face, (-1, "an engagement", "flight/engage"), passed=kept),
        *unformed,
    )
    assert after.engaged == (("crane-1", "lion-1"),)
    assert after.units["crane-1"].deeds.engaging == ("primary", "lion-1")
    assert conserved(after) == ""


@pytest.mark.parametrize(("distance", "may"), [("0", True), ("1", True), ("6", True), ("6.25", False)])
def test_flight_engage_has_no_least_distance(distance: str, may: bool) -> None:
    order = Engage("lion-1", "fire-dragon", distance, "contact")
    at = board(dragon(), B)
    if may:
        reports(at).when("crane", order).then(
            Landed("fire-dragon", "primary", distance, "engagement"),
            Engaged("fire-dragon", "lion-1", "primary", distance, True, False),
        )
    else:
        text = '[flight/engage] fire-dragon must engage within 0" to 6", not 6.25". Move it 0" to 6".'
        refused(at, "primary", order, text)


# ---- flight/failed-engage


@pytest.mark.parametrize(
    ("outcome", "terms"),
    [
        ("short", ()),
        ("angle", ((-1, "an engagement whose angle failed", "flight/failed-engage"),)),
    ],
)
def test_reading_15_a_failed_engagement_ends_on_the_ground(
    outcome: str, terms: tuple[tuple[int, str, str], ...]
) -> None:
    told = reports(AT).when("crane", Engage("lion-1", "crane-1", "4", outcome), faces=[9])
    after = told.then(
        landed(),
        EngagementFailed("crane-1", "lion-1", "primary", "4", True, outcome),
        on_landing(9, *terms, passed=True),
    )
    assert (after.engaged, after.units["crane-1"].airborne) == ((), False)


# ---- flight/flanked, flight/no-engage and other refusals

REFUSED: list[tuple[Board, Phase, Struct, str]] = [
    (
        AT,
        "primary",
        Engage("lion-1", "crane-1", "4", "flanked"),
        "[flight/flanked] crane-1 would be flanked by another enemy where it comes to stand. "
        "Engage another unit, or move otherwise.",
    ),
    (
        AT,
        "primary",
        Engage("lion-1", "crane-1", "4", "overlap"),
        "[flight/flanked] crane-1 would stand upon models of another unit. "
        "Engage from another side, or move otherwise.",
    ),
    (
        board(UP, flier("lion-1", "lion")),
        "primary",
        Engage("lion-1", "crane-1", "4", "contact"),
        "[flight/no-engage] lion-1 is airborne and cannot be engaged. "
        'Two airborne units may meet: "flyby crane-1 lion-1 models 1 against 1".',
    ),
    (
        board(unit("crane-1"), flier("lion-1", "lion")),
        "primary",
        Engage("lion-1", "crane-1", "4", "contact"),
        "[flight/no-engage] lion-1 is airborne and cannot be engaged. "
        'Two airborne units may meet: "flyby crane-1 lion-1 models 1 against 1".',
    ),
    (
        board(UP, unit("crane-2")),
        "primary",
        Engage("crane-2", "crane-1", "4", "contact"),
        "[flight/engage] crane-2 is a unit of your own. Name a unit of the enemy.",
    ),
    (
        AT,
        "close",
        Engage("lion-1", "crane-1", "4", "contact"),
        "[flight/engage] This belongs to the Primary movement phase or the Cavalry movement phase; "
        "now is the Close Combat phase. Report it there.",
    ),
    (
        board(flier("crane-1", broken=True), B),
        "primary",
        Engage("lion-1", "crane-1", "4", "contact"),
        "[flight/conditions] crane-1 is airborne and broken, and cannot attack. Move it, or land it.",
    ),
    (
        board(unit("crane-1", broken=True, routing=True), B),
        "primary",
        Engage("lion-1", "crane-1", "4", "contact"),
        "[battle/ground] crane-1 is routing and engages nobody. Move it.",
    ),
    (
        board(unit("crane-1"), B),
        "primary",
        Engage("lion-1", "crane-1", "4", "contact", "charge-card"),
        "[flight/dive] crane-1 is on the ground and cannot dive. Leave the dive out.",
    ),
    (
        AT,
        "primary",
        Engage("lion-1", "crane-1", "4", "won"),
        "[flight/engage] There is no outcome won. Write contact, short, angle, flanked or overlap.",
    ),
]


@pytest.mark.parametrize(("at", "phase", "order", "text"), REFUSED)
def test_an_engagement_is_refused(at: Board, phase: Phase, order: Struct, text: str) -> None:
    refused(at, phase, order, text)


def test_battle_ground_units_on_the_ground_engage_by_the_rulebook() -> None:
    told = reports(board(unit("crane-1"), B)).when("crane", Engage("lion-1", "crane-1", "12", "contact"))
    after = told.then(Engaged("crane-1", "lion-1", "primary", "12", False, False))
    assert told.cited == ("battle/ground",)
    assert after.units["crane-1"].deeds.engaging == ("", "")


@pytest.mark.parametrize(
    ("option", "airborne", "may"),
    [("allowed", True, True), ("refused", True, False), ("refused", False, True)],
)
def test_reading_16_a_target_that_is_engaged_already(option: str, airborne: bool, may: bool) -> None:
    options = Options(engaged_target=option)  # type: ignore[arg-type]
    at = board(
        dragon(airborne=airborne), unit("crane-1"), B, engaged=(("crane-1", "lion-1"),), options=options
    )
    order = Engage("lion-1", "fire-dragon", "4", "contact")
    if may:
        assert reports(at).when("crane", order).board.engaged[1:] == (("fire-dragon", "lion-1"),)
    else:
        text = "[flight/engage] lion-1 is engaged with crane-1 already. Engage a unit that is not."
        refused(at, "primary", order, text)


# ---- flight/dive


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        (Options(), ((-2, "a dive", "flight/dive"),)),
        (
            Options(dive_engage="both"),
            ((-2, "a dive", "flight/dive"), (-1, "an engagement", "flight/engage")),
        ),
    ],
)
def test_reading_14_a_dive_that_engages(options: Options, terms: tuple[tuple[int, str, str], ...]) -> None:
    at = board(UP, B, options=options)
    told = reports(at).when("crane", Engage("lion-1", "crane-1", "12", "contact", "charge-card"), faces=[10])
    told.then(
        landed("12"),
        Engaged("crane-1", "lion-1", "primary", "12", True, True),
        on_landing(10, *terms, passed=True),
    )


def test_reading_36_a_dive_that_engages_has_the_limits_of_a_dive() -> None:
    for distance in ("2.75", "12.25"):
        text = f'[flight/dive] crane-1 must dive 3" to 12", not {distance}". Move it 3" to 12".'
        refused(AT, "primary", Engage("lion-1", "crane-1", distance, "contact", "charge-card"), text)


# ---- flight/reaction


def test_reading_18_reactionary_fire_at_a_landing_unit_is_at_close_range() -> None:
    told = reports(board(dragon(), archers()))
    told.when("crane", Engage("archers", "fire-dragon", "6", "short"))
    told.when("lion", React("archers", "fire-dragon", 2), faces=[4, 9])
    told.then(
        Shot(
            "archers",
            "fire-dragon",
            "",
            Sum(()),
            total((15, "close range of archers", "flight/reaction")),
            total((30, "extended range of archers", "flight/reaction")),
            "close",
            Sum(()),
            (4, 9),
            reaction=True,
        )
    )
    text = "[flight/reaction] archers has reacted in this turn. It may react in the next."
    told.refused("lion", React("archers", "fire-dragon"), text)


def test_flight_reaction_only_at_a_unit_that_came_out_of_the_air_at_the_shooter() -> None:
    text = (
        "[flight/reaction] {} has not moved out of the air to engage archers in this phase. "
        "In the Ranged phase, shoot."
    )
    at = board(unit("crane-1"), dragon(), archers(), B)
    told = reports(at).when("crane", Engage("archers", "crane-1", "6", "contact"))
    told.refused("lion", React("archers", "crane-1"), text.format("crane-1"))
    told.when("crane", Engage("lion-1", "fire-dragon", "6", "contact"))
    told.refused("lion", React("archers", "fire-dragon"), text.format("fire-dragon"))


# ---- flight/break-away

DOWN = flier("crane-1", airborne=False, formed=False)
FIGHT = board(DOWN, B, unit("lion-2", "lion"), engaged=(("lion-1", "crane-1"), ("crane-1", "lion-2")))
SHOTS = PartingShots(
    "crane-1",
    ("lion-1", "lion-2"),
    total((1, "crane-1 takes to the skies", "flight/break-away")),
    total((1, "crane-1 takes to the skies", "flight/break-away")),
)


def away(face: int, *terms: tuple[int, str, str], passed: bool) -> ManeuverTested:
    sum_ = ((face, "the die", "flight/break-away"), *terms)
    return ManeuverTested("crane-1", "break-away", roll(*sum_, passed=passed))


def test_cw_21_a_break_away_into_the_air_is_a_full_move_under_better_parting_shots() -> None:
    told = reports(FIGHT).when("crane", BreakAway("crane-1", "6", "skyward"), faces=[6])
    after = told.then(SHOTS, away(6, passed=True), BrokeAway("crane-1", "primary", "6", "break-away", True))
    gone = after.units["crane-1"]
    assert (gone.airborne, gone.formed, after.engaged) == (True, True, ())
    assert conserved(after) == ""


@pytest.mark.parametrize("distance", ["5.75", "6.25"])
def test_cw_21_no_less_and_no_more_than_the_full_move(distance: str) -> None:
    text = f'[flight/break-away] crane-1 must fly away exactly 6", not {distance}". Move it 6".'
    refused(FIGHT, "primary", BreakAway("crane-1", distance, "skyward"), text)


def test_flight_break_away_parting_shots_are_for_those_that_do_not_contest() -> None:
    order = BreakAway("crane-1", "6", "skyward", enemy="lion-1")
    shots = reports(FIGHT).when("crane", order, faces=[6]).events[0]
    assert shots == replace(SHOTS, enemies=("lion-2",))
    alone = replace(FIGHT, engaged=(("lion-1", "crane-1"),))
    told = reports(alone).when("crane", order, faces=[6])
    told.then(away(6, passed=True), BrokeAway("crane-1", "primary", "6", "break-away", True))


def test_flight_break_away_that_fails_stays_engaged() -> None:
    told = reports(FIGHT).when("crane", BreakAway("crane-1", "6", "skyward"), faces=[5])
    after = told.then(SHOTS, away(5, passed=False), BreakAwayFailed("crane-1", "primary"))
    assert (after.engaged, after.units["crane-1"].airborne) == (FIGHT.engaged, False)


def test_battle_tests_a_contested_test_takes_the_leadership_of_the_enemy() -> None:
    at = replace(FIGHT, people={"akodo": hero("akodo", B, 3)})
    order = BreakAway("crane-1", "10", enemy="lion-1")
    told = reports(at).when("crane", order, faces=[9])
    terms = (-3, "Leadership in lion-1", "flight/break-away")
    told.then(away(9, terms, passed=True), BrokeAway("crane-1", "primary", "10", "break-away", False))
    text = "[flight/break-away] lion-3 is not engaged with crane-1 and cannot contest. lion-1 or lion-2 can."
    refused(at, "primary", BreakAway("crane-1", "10", enemy="lion-3"), text)


def test_flight_break_away_on_the_ground_goes_by_the_rulebook() -> None:
    told = reports(FIGHT).when("crane", Retreat("crane-1", "12.5"))
    told.then(BrokeAway("crane-1", "primary", "12.5", "full retreat", False))
    text = '[battle/distance] "far" is no distance. Write inches, to a quarter of an inch: 3.5 or 10.25.'
    refused(FIGHT, "primary", Retreat("crane-1", "far"), text)


def test_a_full_retreat_into_the_air_weighs_on_morale() -> None:
    told = reports(FIGHT).when("crane", Retreat("crane-1", "6", "skyward"))
    told.then(SHOTS, BrokeAway("crane-1", "primary", "6", "full retreat", True))
    told.when("crane", Morale("crane-1", "fled"), faces=[7])
    terms = ((7, "the die", "battle/morale"), (-1, "Full Retreat in this turn", "battle/morale"))
    told.then(MoraleTested("crane-1", "fled", roll(*terms, passed=True)))


def test_flight_break_away_refuses() -> None:
    text = '[flight/break-away] crane-1 is not engaged. Write "march crane-1 …" or "takeoff crane-1 …".'
    refused(board(DOWN, B), "primary", Retreat("crane-1", "6"), text)
    text = (
        "[flight/break-away] This belongs to the Primary movement phase; now is the Cavalry movement phase. "
        "Report it there."
    )
    refused(FIGHT, "cavalry", Retreat("crane-1", "6"), text)
    heavy = replace(FIGHT, units=FIGHT.units | {"crane-1": unit("crane-1")})
    text = "[flight/units] crane-1 has not the trait Flight. It stays on the ground."
    refused(heavy, "primary", Retreat("crane-1", "6", "skyward"), text)
