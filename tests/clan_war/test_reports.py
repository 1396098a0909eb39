"""What a report must be, whatever it tells: of one's own unit, in its phase, in inches [battle/report]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.events import UnitMustered
from domain.clan_war.board.flight_events import Flew
from domain.clan_war.board.state import Board, Mode, Profile
from domain.clan_war.view import view
from domain.clan_war.words.items import FlyByChoice, ForcedLanding, MusterArmies, Phase
from domain.clan_war.words.movement_reports import (
    BreakAway,
    Descend,
    Dive,
    Engage,
    Fly,
    FlyBy,
    Ground,
    Land,
    March,
    Place,
    React,
    Retreat,
    Shoot,
    TakeOff,
)
from domain.clan_war.words.reports import (
    AllOut,
    Casualties,
    Fight,
    Morale,
    Play,
    Raise,
    Sacrifice,
    SetCondition,
    StrikeEasy,
    Take,
    Wounds,
)
from domain.kit.facts import State
from tests.clan_war.boards import archers, board, flier, hostage, refused, reports, scenario, unit

UP, DOWN = flier("crane-1"), flier("crane-1", airborne=False)
A, B = unit("crane-1"), unit("lion-1", "lion")
PAIR = (("crane-1", "lion-1"),)

# ---- battle/report: one's own units

OF_ANOTHER: list[Struct] = [
    Place("lion-1", ("1", "1")),
    March("lion-1", "3"),
    TakeOff("lion-1", "3"),
    Fly("lion-1", "3"),
    Land("lion-1", "3"),
    Dive("lion-1", "3", "charge-card"),
    Engage("crane-1", "lion-1", "3", "contact"),
    React("lion-1", "crane-1"),
    BreakAway("lion-1", "6"),
    Retreat("lion-1", "6"),
    FlyBy("lion-1", "crane-1", 1, 1),
    Shoot("lion-1", "crane-1", "9"),
    Ground("lion-1", "a spell"),
    Morale("lion-1", "x"),
    SetCondition("lion-1", "broken"),
    Wounds("lion-1", 1),
    Casualties("lion-1", 1),
    Play("frenzy", "lion-1"),
    Take("guest-1", "crab", "lion-1"),
    StrikeEasy("lion-1", "crane-1"),
    AllOut("lion-1", "crane-1"),
    Fight("lion-1", "crane-1", 1, 1),
    Sacrifice("lion-1", "guest-1"),
]


@pytest.mark.parametrize("order", OF_ANOTHER)
def test_battle_report_nobody_reports_for_a_unit_of_another(order: Struct) -> None:
    text = "[battle/report] lion-1 belongs to lion. You have crane-1."
    refused(board(A, B), "primary", order, text)


# the order by the name of its target, its phase, and its heading
AT_ANOTHER: list[tuple[Callable[[str], Struct], Phase, str]] = [
    (lambda name: Engage(name, "crane-1", "3", "contact"), "primary", "flight/engage"),
    (lambda name: FlyBy("crane-1", name, 1, 1), "primary", "flight/fly-by"),
    (lambda name: Shoot("archers", name, "9"), "ranged", "flight/targets"),
    (lambda name: Shoot("archers", "lion-1", "9", name), "ranged", "flight/targets"),
]
GONE = replace(unit("lion-2", "lion"), destroyed=True)


@pytest.mark.parametrize(("order", "phase", "heading"), AT_ANOTHER)
def test_battle_report_a_target_is_a_unit_of_the_enemy_on_the_table(
    order: Callable[[str], Struct], phase: Phase, heading: str
) -> None:
    at = board(UP, archers("crane"), B, GONE)
    there = "There is crane-1, archers or lion-1."
    for name, text in (
        ("lion-9", f"There is no unit lion-9 in this battle. {there}"),
        ("lion-2", "lion-2 is destroyed. Name a unit that is on the table."),
        ("archers", "archers is a unit of your own. Name a unit of the enemy."),
    ):
        refused(at, phase, order(name), f"[{heading}] {text}")


@pytest.mark.parametrize(
    ("order", "heading"),
    [(React("crane-1", "lion-9"), "flight/reaction"), (Play("frenzy", "crane-1", "lion-9"), "flight/cards")],
)
def test_battle_report_a_target_is_there(order: Struct, heading: str) -> None:
    text = f"[{heading}] There is no unit lion-9 in this battle. There is crane-1 or lion-1."
    refused(board(A, B), "primary", order, text)


def test_flight_break_away_once_in_a_phase() -> None:
    told = reports(board(A, B, engaged=PAIR)).when("crane", BreakAway("crane-1", "6"), faces=[1])
    text = "[flight/break-away] crane-1 has moved in this phase. It can leave in a later turn."
    told.refused("crane", BreakAway("crane-1", "6"), text)


# ---- battle/report: in its phase

NAMES = {
    "primary": "the Primary movement phase",
    "cavalry": "the Cavalry movement phase",
    "ranged": "the Ranged phase",
    "close": "the Close Combat phase",
    "end": "the End phase",
}
HELD = (hostage(B, "crane"),)
MOVEMENT: tuple[Phase, ...] = ("primary", "cavalry")

# the board, the order, its heading, the phases that it belongs to
IN_PHASES: list[tuple[Board, Struct, str, tuple[Phase, ...]]] = [
    (board(A, B), March("crane-1", "3"), "battle/ground", MOVEMENT),
    (board(DOWN, B), TakeOff("crane-1", "3"), "flight/take-off", MOVEMENT),
    (board(UP, B), Fly("crane-1", "3"), "flight/airborne", MOVEMENT),
    (board(UP, B), Land("crane-1", "3"), "flight/landing", MOVEMENT),
    (board(UP, B), Dive("crane-1", "3", "charge-card"), "flight/dive", MOVEMENT),
    (board(UP, B), Engage("lion-1", "crane-1", "3", "contact"), "flight/engage", MOVEMENT),
    (board(UP, flier("lion-1", "lion")), FlyBy("crane-1", "lion-1", 1, 1), "flight/fly-by", MOVEMENT),
    (board(A, B, engaged=PAIR), BreakAway("crane-1", "6"), "flight/break-away", ("primary",)),
    (board(A, B, engaged=PAIR), Retreat("crane-1", "6"), "flight/break-away", ("primary",)),
    (board(archers("crane"), B), Shoot("archers", "lion-1", "9"), "flight/ranges", ("ranged",)),
    (board(A, B, engaged=PAIR), Fight("crane-1", "lion-1", 1, 1), "battle/close-combat", ("close",)),
    (
        board(A, B, engaged=PAIR, hostages=HELD),
        Sacrifice("crane-1", "guest-1"),
        "hostage/recovery",
        ("close",),
    ),
]


@pytest.mark.parametrize(("at", "order", "heading", "phases"), IN_PHASES)
def test_battle_report_each_report_has_its_phase(
    at: Board, order: Struct, heading: str, phases: tuple[Phase, ...]
) -> None:
    where = " or ".join(NAMES[phase] for phase in phases)
    every: tuple[Phase, ...] = ("primary", "cavalry", "ranged", "close", "end")
    for phase in (one for one in every if one not in phases):
        text = f"[{heading}] This belongs to {where}; now is {NAMES[phase]}. Report it there."
        refused(at, phase, order, text)


# ---- battle/distance

FAR = '[battle/distance] "far" is no distance. Write inches, to a quarter of an inch: 3.5 or 10.25.'
NO_LENGTH: list[tuple[Board, Phase, Struct]] = [
    (board(A, B), "primary", Place("crane-1", ("far", "1"))),
    (board(A, B), "primary", Place("crane-1", ("1", "far"))),
    (board(A, B), "primary", March("crane-1", "far")),
    (board(A, B), "primary", March("crane-1", "far", "reserve")),
    (board(A, B), "primary", March("crane-1", "3", position=("far", "1"))),
    (board(DOWN, B), "primary", TakeOff("crane-1", "far")),
    (board(UP, B), "primary", Fly("crane-1", "far")),
    (board(UP, B), "primary", Fly("crane-1", "4", tested="far")),
    (board(UP, B), "primary", Land("crane-1", "far")),
    (board(UP, B), "primary", Dive("crane-1", "far", "charge-card")),
    (board(A, B), "primary", Engage("lion-1", "crane-1", "far", "contact")),
    (board(UP, B), "primary", Engage("lion-1", "crane-1", "far", "contact")),
    (board(A, B, engaged=PAIR), "primary", BreakAway("crane-1", "far")),
    (board(archers("crane"), B), "ranged", Shoot("archers", "lion-1", "far")),
]


@pytest.mark.parametrize(("at", "phase", "order"), NO_LENGTH)
def test_battle_distance_is_in_inches(at: Board, phase: Phase, order: Struct) -> None:
    refused(at, phase, order, FAR)


def test_battle_distance_of_a_forced_landing_is_in_inches() -> None:
    told = scenario(board(UP, B), ForcedLanding("crane", "crane-1", "a spell"))
    told.refused("crane", Descend("crane-1", "far"), FAR)
    told.refused("crane", Descend("crane-1", "4", "far"), FAR)


BEYOND: list[tuple[bool, Struct]] = [
    (False, March("crane-1", "3", position=("13", "10.25"))),
    (False, TakeOff("crane-1", "3", position=("13", "10.25"))),
    (True, Fly("crane-1", "3", position=("13", "10.25"))),
    (True, Land("crane-1", "3", position=("13", "10.25"))),
    (True, Dive("crane-1", "3", "charge-card", ("13", "10.25"))),
]


@pytest.mark.parametrize(("airborne", "order"), BEYOND)
def test_battle_distance_no_movement_ends_further_away_than_it_is_long(airborne: bool, order: Struct) -> None:
    at = board(flier("crane-1", airborne=airborne, position=("10", "10")), B)
    text = (
        '[battle/distance] crane-1 stands at 10 10; 3" do not reach 13 10.25. '
        "Measure again, or leave the position out."
    )
    refused(at, "primary", order, text)


def test_battle_distance_is_not_checked_where_it_is_not_known_from_where() -> None:
    told = reports(board(UP, B)).when("crane", Fly("crane-1", "3", position=("40", "40")))
    assert told.board.units["crane-1"].position == ("40", "40")


# ---- battle/conditions and battle/close-combat


@pytest.mark.parametrize("routing", [False, True])
def test_battle_conditions_a_broken_or_routing_unit_may_rally(routing: bool) -> None:
    at = board(unit("crane-1", broken=True, routing=routing), B)
    after = reports(at, "end").when("crane", SetCondition("crane-1", "rallied")).board.units["crane-1"]
    assert (after.broken, after.routing) == (False, False)


@pytest.mark.parametrize(("given", "taken", "who"), [(-1, 0, "crane-1"), (0, 100, "lion-1")])
def test_battle_close_combat_counts_wounds(given: int, taken: int, who: str) -> None:
    text = (
        f"[battle/close-combat] {given or taken} cannot be the number of wounds that {who} gives. "
        "Write a number from 0 to 99."
    )
    refused(board(A, B, engaged=PAIR), "close", Fight("crane-1", "lion-1", given, taken), text)


# ---- battle/muster: both sides of every limit of a profile

LIMITS: list[tuple[str, str, int, int]] = [
    ("move", "the inches that a unit moves", 1, 24),
    ("tl", "a training level", 0, 20),
    ("ml", "a morale level", 0, 20),
    ("models", "the number of models", 1, 99),
    ("leadership", "a Leadership", 0, 20),
    ("extended", "the inches of extended range", 0, 96),
]


@pytest.mark.parametrize(("what", "words", "least", "most"), LIMITS)
def test_battle_muster_a_profile_has_limits(what: str, words: str, least: int, most: int) -> None:
    at = board(turn=0)
    given: dict[str, Any] = {"move": 4, "tl": 5, "ml": 5, "models": 8}
    for number in (least, most):
        told = scenario(at, MusterArmies(at.setting.seats))
        told.when("crane", Raise("crane-1", **(given | {what: number})))
        told.then(UnitMustered(Profile("crane-1", "crane", "crane", **(given | {what: number}))))
    for number in (least - 1, most + 1):
        told = scenario(at, MusterArmies(at.setting.seats))
        text = f"[battle/muster] {number} cannot be {words}. Write a number from {least} to {most}."
        told.refused("crane", Raise("crane-1", **(given | {what: number})), text)


# ---- what goes with a unit that is gone


def test_what_a_unit_had_chosen_goes_with_it_and_with_its_engagement() -> None:
    others = (("crane-2", "lion-1"),)
    modes = (Mode("crane-1", "lion-1", "easy"), Mode("crane-2", "lion-1", "all-out"))
    at = board(A, unit("crane-2"), B, engaged=PAIR + others, hostages=HELD, modes=modes)
    gone = reports(at, "primary").when("crane", Casualties("crane-1", 8)).board
    left = reports(at, "primary").when("crane", Retreat("crane-1", "8")).board
    assert (gone.engaged, gone.modes) == (left.engaged, left.modes) == (others, modes[1:])


def test_flight_fly_by_not_at_a_unit_that_is_gone() -> None:
    for mine, other in (
        (UP, replace(flier("lion-1", "lion", airborne=False), destroyed=True)),
        (replace(DOWN, destroyed=True), flier("lion-1", "lion")),
    ):
        told = scenario(board(mine, other), FlyByChoice("crane", "crane-1", "lion-1", 3)).goes_on()
        assert told.agenda == ()


def test_cw_20_a_test_at_the_very_end_of_the_movement() -> None:
    told = reports(board(UP, B)).when("crane", Fly("crane-1", "5", tested="5"), faces=[5])
    assert told.events[1] == Flew("crane-1", "primary", "5", ended="failed maneuver")


@pytest.mark.parametrize(("honor", "morale"), [(-10, -1), (-9, 0), (19, 0), (20, 1)])
def test_the_view_says_what_honor_adds_to_morale(honor: int, morale: int) -> None:
    shown = view(State(board(A, B, honor={"crane": honor})), "crane")
    assert (shown.armies[0].name, shown.armies[0].morale) == ("crane", morale)
