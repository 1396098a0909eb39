"""The chances of a test are those of the test that is thrown then."""

from __future__ import annotations

import re

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.flight_events import ManeuverTested
from domain.clan_war.board.state import Board
from domain.clan_war.words.items import RecoveryChoice, Reports
from domain.clan_war.words.movement_reports import BreakAway, Dive, Engage, Fly, Land, March
from domain.clan_war.words.reports import Morale, Recover
from domain.kit.facts import State
from projections.clan_war.reference import _test, note, odds_of
from projections.pictures import Field
from tests.clan_war.boards import board, flier, hero, hostage, reports, scenario, unit

UP = flier("crane-1")
AT = board(UP, unit("lion-1", "lion"), people=(hero("ayame", UP, 2, ("charge",)),), honor={"crane": -35})


@pytest.mark.parametrize(
    ("order", "words", "faces"),
    [
        (Land("crane-1", "6"), "landing crane-1", [3]),
        (Dive("crane-1", "6"), "dive crane-1", [3]),
        (Land("crane-1", "6", maneuvers=("wheel",), tested="4"), "maneuver crane-1", [3, 3]),
        (Fly("crane-1", "6", maneuvers=("wheel",), tested="4"), "maneuver crane-1", [3]),
    ],
)
def test_a_landing_has_the_modifiers_of_its_test(order: Struct, words: str, faces: list[int]) -> None:
    assert odds_of(order) == words
    told = reports(AT).when("crane", order, faces)
    roll = next(one for one in told.events if isinstance(one, ManeuverTested)).roll
    said = next(iter(_test(AT, *words.split())))
    assert f"{roll.sum.total - roll.faces[0]:+}, compared with {roll.compare} {roll.needed}" in said
    assert re.search(r"die of \d+ ", said)


SQUAD, FOE = unit("crane-2"), unit("lion-2", "lion")
CLOSE = board(
    UP,
    SQUAD,
    FOE,
    people=(hero("ayame", SQUAD, 2), hero("tsuko", FOE, 1)),
    engaged=(("crane-2", "lion-2"),),
    hostages=(hostage(FOE, "crane"),),
)
RECOVERY = RecoveryChoice("crane", "crane-2", "guest-1")


@pytest.mark.parametrize(
    ("at", "order", "field", "value"),
    [
        (AT, Morale("crane-1", "x"), "unit", "crane-1"),
        (AT, Land("crane-1", "6"), "unit", "crane-1"),
        (AT, Dive("crane-1", "6"), "unit", "crane-1"),
        (AT, Engage("lion-1", "crane-1", "3", "contact"), "outcome", "contact"),
        (AT, Engage("lion-1", "crane-1", "3", "short"), "outcome", "short"),
        (CLOSE, BreakAway("crane-2", "4"), "unit", "crane-2"),
        (CLOSE, BreakAway("crane-2", "4", enemy="lion-2"), "enemy", "lion-2"),
        (CLOSE, Recover("guest-1", "crane-2"), "hostage", "guest-1"),
    ],
)
def test_a_value_says_how_often_its_test_is_passed(at: Board, order: Struct, field: str, value: str) -> None:
    """As often as with each face that may be thrown then."""
    item = RECOVERY if isinstance(order, Recover) else Reports("primary", ("crane", "lion"))
    sides, rolls = at.setting.data.tests.die.sides.value, []
    for face in range(1, sides + 1):
        told = scenario(replace(at, phase="primary"), item).when("crane", order, [face])
        rolls.append(next(one.roll.passed for one in told.events if hasattr(one, "roll")))
    given = {} if field == "unit" else {"unit": "crane-2" if at is CLOSE else "crane-1"}
    said = note(State(at, (item,)), Field("crane", type(order), field, given), value)
    assert said == f"passes at {round(100 * sum(rolls) / sides)} %"
    assert 0 < sum(rolls) < sides


def test_a_single_model_and_a_unit_on_the_ground_test_nothing() -> None:
    alone = replace(UP, models=1)
    state = State(board(alone, FOE), (Reports("primary", ("crane", "lion")),))
    assert note(state, Field("crane", Land, "unit", {}), "crane-1") == ""
    ground = State(CLOSE, (Reports("primary", ("crane", "lion")),))
    assert note(ground, Field("crane", Engage, "outcome", {"unit": "crane-2"}), "contact") == ""
    assert note(ground, Field("crane", March, "unit", {}), "crane-2") == ""


def test_what_throws_nothing_has_no_chances() -> None:
    assert odds_of(March("crane-1", "6")) == ""
