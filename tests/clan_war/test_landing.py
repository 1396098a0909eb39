"""Forced landings, conditions, cards and duels [flight/forced, flight/conditions, flight/cards]."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.clan_war.board.events import ConditionChanged, MoraleTested, UnitReady
from domain.clan_war.board.flight_events import (
    CardIgnored,
    CardPlayed,
    Challenged,
    ChallengeIgnored,
    DamageThrown,
    ForcedDown,
    ForcedLanded,
)
from domain.clan_war.board.state import Board
from domain.clan_war.data.options import Options
from domain.clan_war.words.items import BeginTurn, EndTurn, ForcedLanding
from domain.clan_war.words.movement_reports import Descend, Dive, Engage, Ground
from domain.clan_war.words.reports import Challenge, Morale, Play, SetCondition
from tests.clan_war.boards import board, dragon, flier, hero, refused, reports, roll, scenario, unit, without

UP, B = flier("crane-1"), unit("lion-1", "lion")
FORCED = ForcedLanding("crane", "crane-1", "a spell")
SPENT = ConditionChanged("crane-1", "spent", "forced landing", 3)


# ---- flight/forced


def test_cw_19_a_landing_extended_by_3_inches() -> None:
    told = scenario(board(UP, B), FORCED).when("crane", Descend("crane-1", "4", "3"), faces=[2, 9])
    after = told.then(ForcedLanded("crane-1", "4", "3", 2, True), SPENT, DamageThrown("crane-1", (2, 9)))
    down = after.units["crane-1"]
    assert (down.airborne, down.formed, down.spent_until) == (False, False, 3)


def test_cw_19_a_single_model_is_not_unformed() -> None:
    at = board(dragon(), B)
    told = scenario(at, ForcedLanding("crane", "fire-dragon", "a spell"))
    told.when("crane", Descend("fire-dragon", "4", "1"), faces=[5]).then(
        ForcedLanded("fire-dragon", "4", "1", 1, False),
        ConditionChanged("fire-dragon", "spent", "forced landing", 3),
        DamageThrown("fire-dragon", (5,)),
    )


# inches of the extension, dice: one for each 2 inches begun
@pytest.mark.parametrize(("extra", "dice"), [("0.25", 1), ("2", 1), ("2.25", 2), ("4", 2), ("4.25", 3)])
def test_flight_forced_a_die_for_every_2_inches_rounded_up(extra: str, dice: int) -> None:
    faces = tuple(range(1, dice + 1))
    told = scenario(board(UP, B), FORCED).when("crane", Descend("crane-1", "4", extra), faces=faces)
    told.then(ForcedLanded("crane-1", "4", extra, dice, True), SPENT, DamageThrown("crane-1", faces))


@pytest.mark.parametrize(("option", "spent"), [("extended", ()), ("always", (SPENT,))])
def test_reading_20_without_an_extension(option: str, spent: tuple[Struct, ...]) -> None:
    options = Options(forced_spends=option)  # type: ignore[arg-type]
    told = scenario(board(UP, B, options=options), FORCED).when("crane", Descend("crane-1", "3"))
    told.then(ForcedLanded("crane-1", "3", "0", 0, True), *spent)


@pytest.mark.parametrize(("adds", "until"), [(True, 4), (False, 3)])
def test_reading_20_a_spent_unit_stays_so_for_another_turn_or_not(adds: bool, until: int) -> None:
    at = board(flier("crane-1", spent_until=3), B, options=Options(spent_adds=adds))
    told = scenario(at, FORCED).when("crane", Descend("crane-1", "3", "1"), faces=[1])
    assert told.events[1] == ConditionChanged("crane-1", "spent", "forced landing", until)


LANDINGS = [("2.75", False), ("3", True), ("6", True), ("6.25", False)]


@pytest.mark.parametrize(("distance", "may"), LANDINGS)
def test_flight_forced_is_half_to_all_of_the_movement(distance: str, may: bool) -> None:
    told = scenario(board(UP, B), FORCED)
    if may:
        told.when("crane", Descend("crane-1", distance))
        told.then(ForcedLanded("crane-1", distance, "0", 0, True))
    else:
        text = f'[flight/forced] crane-1 must land after 3" to 6", not {distance}". Move it 3" to 6".'
        told.refused("crane", Descend("crane-1", distance), text)


def test_reading_40_a_forced_landing_is_reported_by_its_own_army() -> None:
    text = "[battle/report] crane-1 belongs to crane. You have lion-1."
    refused(board(UP, B), "primary", Ground("crane-1", "a spell"), text, "lion")
    told = reports(board(UP, B)).when("crane", Ground("crane-1", "a spell"))
    told.then(ForcedDown("crane-1", "a spell", "crane"))
    assert told.agenda[0] == FORCED
    text = '[flight/forced] crane-1 is forced down, not lion-1. Write "descend crane-1 …".'
    told.refused("crane", Descend("lion-1", "3"), text)
    text = "[flight/forced] lion-1 is on the ground. Nothing is to be reported."
    refused(board(UP, B), "primary", Ground("lion-1", "a spell"), text, "lion")


# ---- flight/conditions


@pytest.mark.parametrize(("condition", "lands"), [("spent", True), ("broken", False), ("routing", False)])
def test_flight_conditions_spent_forces_a_landing(condition: str, lands: bool) -> None:
    told = reports(board(UP, B), "end").when("crane", SetCondition("crane-1", condition))
    assert (told.agenda[0] == ForcedLanding("crane", "crane-1", condition)) is lands


def test_flight_conditions_are_a_table_that_an_owner_may_replace() -> None:
    data = without("flight.toml", 'effect = "full-move"', 'effect = "forced-landing"')
    told = reports(board(UP, B, data=data), "end").when("crane", SetCondition("crane-1", "routing"))
    assert told.agenda[0] == ForcedLanding("crane", "crane-1", "routing")


def test_a_failed_morale_test_may_force_a_landing_too() -> None:
    data = without("flight.toml", 'effect = "no-attack"', 'effect = "forced-landing"')
    told = reports(board(UP, B, data=data), "end").when("crane", Morale("crane-1", "x"), faces=[5])
    failed = roll((5, "the die", "battle/morale"), passed=False)
    told.then(MoraleTested("crane-1", "x", failed), ConditionChanged("crane-1", "broken", "x"))
    assert told.agenda[0] == ForcedLanding("crane", "crane-1", "broken")


@pytest.mark.parametrize(("until", "ready"), [(2, True), (3, False)])
def test_battle_conditions_a_spent_unit_is_ready_at_the_end_of_its_turn(until: int, ready: bool) -> None:
    told = scenario(board(unit("crane-1", spent_until=until), B), EndTurn()).goes_on()
    assert (UnitReady("crane-1") in told.events) is ready
    assert told.board.units["crane-1"].is_spent is not ready


# ---- flight/cards

AIR, GROUND = board(UP, B), board(flier("crane-1", airborne=False), B)
NOT_IN_AIR = ["banzai-charge", "frenzy", "counter-charge"]


@pytest.mark.parametrize("card", NOT_IN_AIR)
def test_flight_cards_nothing_that_enhances_an_engagement_is_used_in_the_air(card: str) -> None:
    text = f"[flight/cards] crane-1 is airborne and may not use {card}. Keep it."
    refused(AIR, "primary", Play(card, "crane-1"), text)
    reports(GROUND).when("crane", Play(card, "crane-1")).then(CardPlayed("crane-1", card))


def test_flight_cards_charge_lets_a_unit_dive_and_does_nothing_else() -> None:
    text = (
        "[flight/cards] crane-1 is airborne; charge lets it dive and does nothing else. "
        'Write "dive crane-1 … inches".'
    )
    refused(AIR, "primary", Play("charge", "crane-1"), text)


@pytest.mark.parametrize(
    ("card", "works"), [("turtle-shell", False), ("calling-the-elements", False), ("earthquake", True)]
)
def test_flight_cards_what_does_not_fit_is_ignored(card: str, works: bool) -> None:
    event = CardPlayed("crane-1", card) if works else CardIgnored("crane-1", card, "crane-1")
    reports(AIR).when("crane", Play(card, "crane-1")).then(event)


@pytest.mark.parametrize(("card", "works"), [("earthquake", False), ("frenzy", True)])
def test_flight_cards_against_a_unit_in_the_air(card: str, works: bool) -> None:
    ignored = CardIgnored("lion-1", card, "crane-1", "crane-1")
    event = CardPlayed("lion-1", card, "crane-1") if works else ignored
    reports(AIR).when("lion", Play(card, "lion-1", "crane-1")).then(event)


@pytest.mark.parametrize("card", ["banzai-charge", "charge"])
def test_flight_cards_nor_after_the_movement_that_came_out_of_the_air(card: str) -> None:
    """In the next phase the unit is one on the ground."""
    told = reports(board(dragon(), B)).when("crane", Engage("lion-1", "fire-dragon", "4", "contact"))
    text = (
        f"[flight/cards] fire-dragon has come out of the air in this phase and may not use {card}. Keep it."
    )
    told.refused("crane", Play(card, "fire-dragon"), text)
    told.when("crane", Play("earthquake", "fire-dragon"))
    reports(told.board, "close").when("crane", Play(card, "fire-dragon")).then(
        CardPlayed("fire-dragon", card)
    )


@pytest.mark.parametrize("engages", [True, False])
def test_flight_dive_is_not_combined_with_a_card_in_the_turn(engages: bool) -> None:
    dive = Dive("fire-dragon", "12", "charge-card")
    engage = Engage("lion-1", "fire-dragon", "12", "contact", "charge-card")
    told = reports(board(dragon(), B)).when("crane", engage if engages else dive)
    text = "[flight/dive] fire-dragon has dived in this turn; a dive is not combined with frenzy. Keep it."
    refused(told.board, "close", Play("frenzy", "fire-dragon"), text)
    next_turn = scenario(told.board, BeginTurn()).goes_on().board
    reports(next_turn, "close").when("crane", Play("frenzy", "fire-dragon")).then(
        CardPlayed("fire-dragon", "frenzy")
    )


DEFENCES = [
    ("defensive-position", True),
    ("wall-of-spears", True),
    ("stalwart-defender", True),
    ("counter-charge", False),
]


@pytest.mark.parametrize(("card", "may"), DEFENCES)
def test_flight_cards_against_a_unit_that_lands_to_engage(card: str, may: bool) -> None:
    told = reports(board(dragon(), B)).when("crane", Engage("lion-1", "fire-dragon", "4", "contact"))
    if may:
        told.when("lion", Play(card, "lion-1")).then(CardPlayed("lion-1", card))
    else:
        text = (
            f"[flight/cards] fire-dragon comes out of the air; lion-1 cannot meet it half-way with {card}. "
            "Allowed are defensive-position, wall-of-spears or stalwart-defender."
        )
        told.refused("lion", Play(card, "lion-1"), text)


# ---- flight/duels


def duel(airborne: bool) -> Board:
    one = flier("crane-1", airborne=airborne)
    return board(one, B, people=(hero("doji", one), hero("akodo", B)), honor={"crane": 5})


def test_reading_28_a_challenge_to_or_from_the_air_is_ignored_and_not_declined() -> None:
    for seat, order in (("crane", Challenge("akodo", "doji")), ("lion", Challenge("doji", "akodo"))):
        told = reports(duel(True)).when(seat, order)
        after = told.then(ChallengeIgnored(order.challenger, order.personality, "doji"))
        assert after.armies == duel(True).armies
    reports(duel(False)).when("crane", Challenge("akodo", "doji")).then(Challenged("doji", "akodo"))


def test_flight_duels_are_between_living_enemies() -> None:
    text = "[flight/duels] doji is no living personality of the enemy. There is akodo."
    refused(duel(False), "primary", Challenge("doji", "doji"), text)
    text = "[flight/duels] akodo is no living personality of crane. There is doji."
    refused(duel(False), "primary", Challenge("akodo", "akodo"), text)
