"""What later editions read more closely in flight, beside the first edition (RULINGS 69 to 76)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.combat_events import ModelsSacrificed
from domain.clan_war.board.events import (
    ConditionChanged,
    LevelReached,
    ModelsLost,
    PersonalitySlain,
    StartingHonorSet,
)
from domain.clan_war.board.flight_events import (
    CardIgnored,
    CardPlayed,
    EngagementFailed,
    ForcedLanded,
    Landed,
    ManeuverTested,
)
from domain.clan_war.board.state import Board, Combat
from domain.clan_war.data.options import Options
from domain.clan_war.words.items import BeginTurn, ForcedLanding, Phase, SetHonor
from domain.clan_war.words.movement_reports import Descend, Dive, Engage, Land, TakeOff
from domain.clan_war.words.reports import Casualties, Play, Sacrifice, SetCondition, Slain
from domain.kit.sealed import PUBLIC
from projections.clan_war import PICTURES
from tests.clan_war.boards import (
    board,
    dragon,
    edition,
    flier,
    hero,
    hostage,
    refused,
    reports,
    roll,
    scenario,
    total,
    unit,
)

FIRST, CLOSER = edition(1), edition(3)
A, B, C = unit("crane-1"), unit("lion-1", "lion"), unit("lion-2", "lion")
UP = flier("crane-1")


@pytest.mark.parametrize(("number", "closer"), [(1, False), (2, True), (3, True)])
def test_the_first_edition_reads_as_it_has_always_done(number: int, closer: bool) -> None:
    assert edition(number).closer_reading is closer


# ---- flight/cards: upon whom


def landed_upon(*others: Any, options: Options = CLOSER) -> Board:
    """The Fire Dragon of crane has come out of the air upon lion-1."""
    told = reports(board(dragon(), B, C, *others, options=options))
    after: Board = told.when("crane", Engage("lion-1", "fire-dragon", "4", "contact")).board
    return after


HALF_WAY = (
    "lion-1 cannot meet it half-way with counter-charge. "
    "Allowed are defensive-position, wall-of-spears or stalwart-defender."
)
LANDING = f"[flight/cards] fire-dragon comes out of the air; {HALF_WAY}"


@pytest.mark.parametrize("target", ["", "fire-dragon"])
def test_flight_cards_no_counter_charge_at_a_unit_that_lands_to_engage(target: str) -> None:
    refused(landed_upon(), "primary", Play("counter-charge", "lion-1", target), LANDING, "lion")


def test_flight_cards_counter_charge_at_another_unit_that_engages_on_the_ground() -> None:
    """The card is barred against the unit out of the air, and not against the one beside it."""
    order = Play("counter-charge", "lion-1", "crane-1")
    reports(landed_upon(A)).when("lion", order).then(CardPlayed("lion-1", "counter-charge", "crane-1"))
    refused(landed_upon(A, options=FIRST), "primary", order, LANDING, "lion")


def test_flight_cards_no_counter_charge_at_a_unit_in_the_air() -> None:
    order = Play("counter-charge", "lion-1", "crane-1")
    text = f"[flight/cards] crane-1 is airborne; {HALF_WAY}"
    refused(board(UP, B, options=CLOSER), "primary", order, text, "lion")
    reports(board(UP, B, options=FIRST)).when("lion", order).then(
        CardPlayed("lion-1", "counter-charge", "crane-1")
    )


def test_flight_cards_two_units_land_upon_one() -> None:
    """Each of them is one that cannot be met half-way."""
    other = flier("water-dragon", models=1)
    at = landed_upon(other)
    told = reports(at).when("crane", Engage("lion-1", "water-dragon", "4", "contact"))
    text = LANDING.replace("fire-dragon", "water-dragon")
    refused(told.board, "primary", Play("counter-charge", "lion-1", "water-dragon"), text, "lion")


ENGAGING = ["charge", "banzai-charge", "frenzy"]


@pytest.mark.parametrize("card", ENGAGING)
def test_flight_cards_that_enhance_an_engagement_are_ignored_against_the_air(card: str) -> None:
    """Nobody engages in the air; what was ignored bars no take-off either."""
    order = Play(card, "lion-1", "crane-1")
    at = reports(board(UP, flier("lion-1", "lion", airborne=False), options=CLOSER))
    at.when("lion", order).then(CardIgnored("lion-1", card, "crane-1", "crane-1"))
    assert at.when("lion", TakeOff("lion-1", "3")).board.units["lion-1"].airborne
    reports(board(UP, B, options=FIRST)).when("lion", order).then(CardPlayed("lion-1", card, "crane-1"))
    grounded = board(A, B, options=CLOSER)
    reports(grounded).when("lion", order).then(CardPlayed("lion-1", card, "crane-1"))


@pytest.mark.parametrize("card", ["banzai-charge", "frenzy", "counter-charge"])
def test_flight_cards_on_behalf_of_another_unit_are_judged_by_that_unit(card: str) -> None:
    helper = unit("crane-2")
    order = Play(card, "crane-2", "crane-1")
    text = f"[flight/cards] crane-1 is airborne and may not use {card}. Keep it."
    refused(board(UP, helper, B, options=CLOSER), "primary", order, text)
    reports(board(UP, helper, B, options=FIRST)).when("crane", order)
    helping = board(A, flier("crane-2"), B, options=CLOSER)
    reports(helping).when("crane", order).then(CardPlayed("crane-2", card, "crane-1"))


OUT_OF_THE_AIR = (
    "[flight/cards] fire-dragon has come out of the air in this phase and may not use frenzy. Keep it."
)


@pytest.mark.parametrize(("options", "may"), [(CLOSER, True), (FIRST, False)])
def test_flight_cards_a_unit_that_has_landed_defends_itself_in_the_phase(options: Options, may: bool) -> None:
    """It has not come out of the air to engage."""
    order = Play("frenzy", "fire-dragon")
    told = reports(board(dragon(), B, options=options)).when("crane", Land("fire-dragon", "6"))
    told.refused("crane", order, OUT_OF_THE_AIR)
    told.when("lion", Engage("fire-dragon", "lion-1", "4", "contact"))
    if may:
        told.when("crane", order).then(CardPlayed("fire-dragon", "frenzy"))
    else:
        told.refused("crane", order, OUT_OF_THE_AIR)


@pytest.mark.parametrize("outcome", ["contact", "short"])
def test_flight_cards_a_unit_that_came_down_to_engage_does_not(outcome: str) -> None:
    told = reports(board(dragon(), B, C, options=CLOSER))
    told.when("crane", Engage("lion-1", "fire-dragon", "4", outcome))
    told.when("lion", Engage("fire-dragon", "lion-2", "4", "contact"))
    told.refused("crane", Play("frenzy", "fire-dragon"), OUT_OF_THE_AIR)


def test_flight_cards_on_behalf_of_a_unit_in_the_air_may_have_no_effect() -> None:
    order = Play("wall-of-spears", "crane-2", "crane-1")
    at = board(UP, unit("crane-2"), B, options=CLOSER)
    reports(at).when("crane", order).then(CardIgnored("crane-2", "wall-of-spears", "crane-1", "crane-1"))
    first = board(UP, unit("crane-2"), B, options=FIRST)
    reports(first).when("crane", order).then(CardPlayed("crane-2", "wall-of-spears", "crane-1"))


def test_flight_rate_a_card_counts_for_the_unit_that_it_is_used_upon() -> None:
    """It is that unit that does not take off, and not the one that has used the card."""
    grounded = (flier("crane-1", airborne=False), flier("crane-2", airborne=False))
    told = reports(board(*grounded, B, options=CLOSER)).when("crane", Play("frenzy", "crane-2", "crane-1"))
    assert told.board.enhanced == (("crane-1", "frenzy"),)
    text = "[flight/rate] crane-1 has used frenzy in this turn and cannot take off: they are not combined."
    told.refused("crane", TakeOff("crane-1", "3"), f"{text} It may in the next turn.")
    told.when("crane", TakeOff("crane-2", "3"))


# ---- flight/dive: combined with nothing

DEFENCES = ["defensive-position", "wall-of-spears"]


def dived(engages: bool, *others: Any, options: Options = CLOSER) -> Board:
    """The Fire Dragon has dived in the Primary movement phase, upon lion-1 or not."""
    engage = Engage("lion-1", "fire-dragon", "12", "contact", "charge-card")
    order = engage if engages else Dive("fire-dragon", "12", "charge-card")
    after: Board = reports(board(dragon(), B, C, *others, options=options)).when("crane", order).board
    return after


@pytest.mark.parametrize("engages", [True, False])
@pytest.mark.parametrize("card", DEFENCES)
def test_flight_dive_is_not_combined_with_a_card_of_defence(card: str, engages: bool) -> None:
    text = (
        f"[flight/dive] fire-dragon has dived in this turn; a dive is not combined with {card}. "
        "It may where an enemy engages it."
    )
    order = Play(card, "fire-dragon")
    refused(dived(engages), "close", order, text)
    reports(dived(engages, options=FIRST), "close").when("crane", order)
    next_turn = scenario(dived(engages), BeginTurn()).goes_on().board
    reports(next_turn, "close").when("crane", order)


@pytest.mark.parametrize("card", DEFENCES)
def test_flight_dive_a_unit_that_is_engaged_afterwards_defends_itself(card: str) -> None:
    told = reports(dived(True)).when("lion", Engage("fire-dragon", "lion-2", "4", "contact"))
    told.when("crane", Play(card, "fire-dragon")).then(CardPlayed("fire-dragon", card))


def test_flight_dive_and_a_unit_that_is_landed_upon_in_the_phase() -> None:
    foe = flier("lion-3", "lion")
    told = reports(dived(False, foe)).when("lion", Engage("fire-dragon", "lion-3", "4", "short"), faces=[9])
    told.when("crane", Play("wall-of-spears", "fire-dragon"))


def test_flight_dive_leaves_the_abilities_of_a_unit() -> None:
    """Special rules of a unit may be used: they are neither cards nor skills."""
    order = Play("stalwart-defender", "fire-dragon")
    reports(dived(True), "close").when("crane", order).then(CardPlayed("fire-dragon", "stalwart-defender"))


# ---- flight/maneuvers: on the way to a near target


def on_the_way(passed: bool, face: int = 5) -> ManeuverTested:
    tested = roll((face, "the die", "flight/maneuvers"), passed=passed)
    return ManeuverTested("crane-1", "in flight", tested)


# distance to contact, where it tests, where it ends: half of the movement is 3 inches
NEAR = [("5", "1", "3"), ("4", "1", "3"), ("3.75", "1", "2.75"), ("2", "1.5", "1"), ("0.5", "0.25", "0")]


@pytest.mark.parametrize(("distance", "tested", "ends"), NEAR)
def test_flight_maneuvers_that_fail_before_a_near_target_end_an_inch_short(
    distance: str, tested: str, ends: str
) -> None:
    order = Engage("lion-1", "crane-1", distance, "contact", "", ("wheel",), tested)
    told = reports(board(UP, B, options=CLOSER)).when("crane", order, faces=[5, 9])
    told.then(
        on_the_way(passed=False),
        Landed("crane-1", "primary", ends, "engagement"),
        EngagementFailed("crane-1", "lion-1", "primary", ends, True, "maneuver"),
        ManeuverTested("crane-1", "landing", roll((9, "the die", "flight/landing"), passed=True)),
    )


def test_flight_maneuvers_that_fail_before_an_engagement_that_falls_short_anyway() -> None:
    """What the players report as short has its inch in it."""
    order = Engage("lion-1", "crane-1", "2", "short", "", ("wheel",), "1")
    told = reports(board(UP, B, options=CLOSER)).when("crane", order, faces=[5, 9])
    assert told.events[1] == Landed("crane-1", "primary", "2", "engagement")


# ---- battle/conditions


@pytest.mark.parametrize("adds", [True, False])
def test_battle_conditions_spent_again_on_the_ground_adds_nothing(adds: bool) -> None:
    spent = unit("crane-1", spent_until=3)
    text = "[battle/conditions] crane-1 is spent already. Nothing is to be reported."
    order = SetCondition("crane-1", "spent")
    refused(board(spent, B, options=edition(3, spent_adds=adds)), "end", order, text)
    first = board(spent, B, options=edition(1, spent_adds=True))
    reports(first, "end").when("crane", order).then(ConditionChanged("crane-1", "spent", "reported", 4))


def test_flight_forced_spent_adds_in_a_forced_landing() -> None:
    at = board(flier("crane-1", spent_until=3), B, options=CLOSER)
    told = scenario(at, ForcedLanding("crane", "crane-1", "spent")).when(
        "crane", Descend("crane-1", "3", "1"), faces=[1]
    )
    assert told.events[1] == ConditionChanged("crane-1", "spent", "forced landing", 4)


# ---- flight/formation: the last model

FORMED = ConditionChanged("crane-1", "formed", "a single model")


def shrunk(options: Options, models: int, people: int = 0, **state: Any) -> Board:
    small = unit("crane-1", models=8, models_left=models, formed=False, **state)
    heroes = tuple(hero(f"hero-{n}", small) for n in range(people))
    fought = (Combat("crane-1", "lion-1", 1, 1),)
    held = (hostage(B, "crane"),)
    engaged = (("crane-1", "lion-1"),)
    return board(small, B, people=heroes, combats=fought, engaged=engaged, hostages=held, options=options)


LAST: list[tuple[int, int, Struct, Struct]] = [
    (3, 0, Casualties("crane-1", 2), ModelsLost("crane-1", 2, 1)),
    (2, 1, Casualties("crane-1", 2), ModelsLost("crane-1", 2, 0)),
    (1, 1, Slain("hero-0"), PersonalitySlain("hero-0")),
    (0, 2, Slain("hero-0"), PersonalitySlain("hero-0")),
    (3, 0, Sacrifice("crane-1", "guest-1"), ModelsSacrificed("crane-1", "guest-1", 2, 1)),
]


@pytest.mark.parametrize(("models", "people", "order", "event"), LAST)
def test_flight_formation_the_last_model_of_a_unit_is_formed(
    models: int, people: int, order: Struct, event: Struct
) -> None:
    told = reports(shrunk(CLOSER, models, people), "close").when("crane", order)
    assert told.then(event, FORMED).units["crane-1"].formed
    reports(shrunk(FIRST, models, people), "close").when("crane", order).then(event)


def test_flight_formation_two_models_stay_as_they_are() -> None:
    order = Casualties("crane-1", 1)
    told = reports(shrunk(CLOSER, 3), "close").when("crane", order)
    assert not told.then(ModelsLost("crane-1", 1, 2)).units["crane-1"].formed


def test_flight_formation_nothing_is_said_of_a_formed_or_fallen_unit() -> None:
    formed = board(unit("crane-1", models_left=2), B, options=CLOSER)
    reports(formed, "close").when("crane", Casualties("crane-1", 1)).then(ModelsLost("crane-1", 1, 1))
    gone = reports(shrunk(CLOSER, 1), "close").when("crane", Casualties("crane-1", 1))
    assert FORMED not in gone.events


# ---- honor/start: levels that are due


@pytest.mark.parametrize(
    ("at_once", "options", "due"),
    [("each", CLOSER, (True, True)), ("last", CLOSER, (False, True)), ("last", FIRST, (True, True))],
)
def test_honor_start_levels_are_due_as_those_of_a_change_are(
    at_once: str, options: Options, due: tuple[bool, bool]
) -> None:
    chosen = replace(options, start_levels="due", levels_at_once=at_once)
    at = board(A, B, options=chosen, modifiers=(("crane", total((50, "so far", "honor/start")).terms[0]),))
    told = scenario(at, SetHonor("crane")).goes_on()
    assert isinstance(told.events[0], StartingHonorSet)
    assert told.events[0].honor.total == 60
    assert told.events[1:] == (
        LevelReached("crane", "enemy", 40, 0, due[0]),
        LevelReached("crane", "enemy", 60, -1, due[1]),
    )


# ---- flight/conditions: a routing unit that dives

ROUTING = flier("crane-1", broken=True, routing=True)


def test_flight_conditions_a_routing_unit_dives_at_all_of_its_movement_at_least() -> None:
    order = Dive("crane-1", "5.75", "charge-card")
    text = '[flight/dive] crane-1 must dive 6" to 12", not 5.75". Move it 6" to 12".'
    refused(board(ROUTING, B, options=CLOSER), "primary", order, text)
    for distance in ("6", "12"):
        longer = replace(order, distance=distance)
        told = reports(board(ROUTING, B, options=CLOSER)).when("crane", longer, faces=[9])
        assert told.events[0] == Landed("crane-1", "primary", distance, "dive")
    assert reports(board(ROUTING, B, options=FIRST)).when("crane", order, faces=[9]).events


# ---- flight/terrain: stopped on the way down

STAYS = "[rules/edition] By the edition of this battle only a flight is stopped by high terrain."


def stopped(order: Struct) -> tuple[Struct, ...]:
    told = reports(board(UP, B, options=CLOSER)).when("crane", order, faces=[9])
    assert not told.board.units["crane-1"].airborne
    return tuple(told.events[:-1])


DOWN: list[tuple[Struct, tuple[Struct, ...], str]] = [
    (
        Land("crane-1", "1", stopped="stopped"),
        (Landed("crane-1", "primary", "1", "landing", ended="high terrain"),),
        'crane-1 is stopped by high terrain after 1" and lands.',
    ),
    (
        Dive("crane-1", "2.75", "charge-card", stopped="stopped"),
        (Landed("crane-1", "primary", "2.75", "dive", ended="high terrain"),),
        'crane-1 dives 2.75", is stopped by high terrain and lands.',
    ),
    (
        Engage("lion-1", "crane-1", "1", "stopped", "charge-card"),
        (
            Landed("crane-1", "primary", "1", "engagement"),
            EngagementFailed("crane-1", "lion-1", "primary", "1", True, "high terrain", True),
        ),
        "crane-1 is stopped by high terrain and does not reach lion-1.",
    ),
]


@pytest.mark.parametrize(("order", "events", "said"), DOWN)
def test_flight_terrain_stops_what_comes_down(order: Struct, events: tuple[Struct, ...], said: str) -> None:
    assert stopped(order) == events
    assert PICTURES.sentence(events[-1], PUBLIC) == said


def test_flight_terrain_stops_a_forced_landing() -> None:
    at = board(UP, B, options=CLOSER)
    told = scenario(at, ForcedLanding("crane", "crane-1", "a spell"))
    told.when("crane", Descend("crane-1", "1", stopped="stopped"))
    event = ForcedLanded("crane-1", "1", "0", 0, True, "high terrain")
    assert not told.then(event).units["crane-1"].airborne
    said = 'crane-1 is forced down and stopped by high terrain after 1" and is unformed.'
    assert PICTURES.sentence(event, PUBLIC) == said
    first = scenario(board(UP, B, options=FIRST), ForcedLanding("crane", "crane-1", "a spell"))
    first.refused("crane", Descend("crane-1", "1", stopped="stopped"), f"{STAYS} Leave it out.")


GROUND = unit("crane-1")
BARRED: list[tuple[Board, Phase, Struct, str]] = [
    (board(UP, B, options=FIRST), "primary", DOWN[0][0], f"{STAYS} Leave it out."),
    (board(UP, B, options=FIRST), "primary", DOWN[1][0], f"{STAYS} Leave it out."),
    (
        board(UP, B, options=FIRST),
        "primary",
        DOWN[2][0],
        "[flight/engage] There is no outcome stopped. Write contact, short, angle, flanked or overlap.",
    ),
    (
        board(UP, B, options=CLOSER),
        "primary",
        Land("crane-1", "6.25", stopped="stopped"),
        '[flight/terrain] crane-1 must land after 0" to 6", not 6.25". Move it 0" to 6".',
    ),
    (
        board(UP, B, options=CLOSER),
        "primary",
        Dive("crane-1", "12.25", "charge-card", stopped="stopped"),
        '[flight/terrain] crane-1 must dive 0" to 12", not 12.25". Move it 0" to 12".',
    ),
    (
        board(GROUND, B, options=CLOSER),
        "primary",
        Engage("lion-1", "crane-1", "2", "stopped"),
        "[battle/ground] crane-1 is on the ground, where terrain goes by the rulebook. Write short.",
    ),
]


@pytest.mark.parametrize(("at", "phase", "order", "text"), BARRED)
def test_flight_terrain_refuses(at: Board, phase: Phase, order: Struct, text: str) -> None:
    refused(at, phase, order, text)
