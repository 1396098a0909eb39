"""The end of a siege [13.9]: who is eliminated, who survives, whose leaders die."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.events import GameEnded, KaizuChanged, PointsScored
from domain.kawanakajima.board.field_events import LeaderTested, UnitEliminated, UnitMoved
from domain.kawanakajima.board.siege_events import SiegeEnded, SurvivorsChosen
from domain.kawanakajima.siege.end import keepings, lightest
from domain.kawanakajima.words.field_items import Activation
from domain.kawanakajima.words.field_orders import Move, Posture
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import CheckSiege, EndSiege, KeepSurvivors
from domain.kawanakajima.words.siege_orders import Keep
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import Stands, board
from tests.kawanakajima.data import DATA
from tests.kawanakajima.sieges import HYPOTHETICAL, KAIZU, besieged, told

# ---- when

# strengths of the Takeda, their markers, whether they have lost
ENDS = [((0, 9), {}, True), ((1, 0), {}, False), ((0, 9), {"k1": "t"}, False)]


@pytest.mark.parametrize(("strengths", "markers", "lost"), ENDS)
def test_13_9_without_markers_and_effectives_a_side_has_lost(
    strengths: tuple[int, int], markers: dict[str, str], lost: bool
) -> None:
    game = told(besieged({"a": "u", **markers}, strengths, (9, 2)), CheckSiege()).goes_on()
    assert (game.board.siege is None) == lost


def test_13_9_the_units_of_the_loser_are_eliminated_and_count() -> None:
    at = besieged({"a": "u", "k1": "u"}, (0, 3), (8, 2))
    game = told(at, EndSiege("takeda")).goes_on()
    total = Sum((Term(8, "effectives", "13.9"), Term(2, "disabled", "13.9"), Term(2, "markers", "13.9")))
    assert game.events == (
        SiegeEnded("uesugi", "takeda", total, 2, False),
        *(UnitEliminated(unit, KAIZU, "siege") for unit in ("tM1", "tM2", "tM3")),
    )
    assert game.agenda[0] == KeepSurvivors("uesugi", 12, 2)
    game.when("uesugi", Keep(("C1", "C2", "C3"), ("C3",)), [4])
    kinds = [type(event) for event in game.events]
    assert game.events[0] == SurvivorsChosen("uesugi", {"uC1": 0, "uC2": 0, "uC3": 2}, ())
    assert KaizuChanged("uesugi") in game.events
    assert kinds.count(PointsScored) >= 4
    (tested,) = (event for event in game.events if isinstance(event, LeaderTested))
    assert tested == LeaderTested("tM1", 4, 4, True)
    elan = [event.points.total for event in game.events if isinstance(event, PointsScored)]
    assert sum(elan) == 2 + 2 + 1 + 2 + 8
    assert game.board.armies["takeda"].bundori == 2


# ---- the example: effectives 8, disabled 5, 7 markers: 20 points; five units of 19, one of 5 disorganised

FIVE: dict[str, Stands] = {
    "uC1": "",
    "uC2": "",
    "uC3": "",
    "uD1": KAIZU,
    "uE1": KAIZU,
    "uE2": KAIZU,
    "uD3": KAIZU,
    "uI2": KAIZU,
    "uA1": KAIZU,
}
"""D1 5, E1 4, E2 4, D3 3, I2 3: 19 points; A1 is too many."""


def won() -> Any:
    markers = {"a": "u", "b": "u", "c": "u", "k1": "u", "k2": "u", "k3": "u", "k4": "u"}
    at = besieged(markers, (0, 0), (8, 5), FIVE)
    return told(at, EndSiege("takeda")).goes_on()


def test_13_9_the_example() -> None:
    game = won()
    assert game.agenda[0] == KeepSurvivors("uesugi", 20, 5)
    kept = {"uD1": 2, "uD3": 0, "uE1": 0, "uE2": 0, "uI2": 0}
    game.when("uesugi", Keep(("D1", "E1", "E2", "D3", "I2"), ("D1",)), [5, 5])
    assert game.events[:2] == (
        SurvivorsChosen("uesugi", kept, ("uA1",)),
        UnitEliminated("uA1", KAIZU, "siege"),
    )
    assert {unit: game.board.units[unit].losses for unit in kept} == kept


def test_13_9_kenshin_may_die_of_it() -> None:
    game = won()
    game.when("uesugi", Keep(("D1", "E1", "E2", "D3", "I2"), ("D1",)), [4])
    ended = game.events[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.ending, ended.winners) == ("kenshin-killed", ("takeda",))


# the order, what its refusal says
REFUSED = [
    (
        Keep(("D1", "E1", "E2", "D3", "A1")),
        "[13.9] Those units have 21 points of Elan and Mass, and 20 are left. For example A1 D1 E1 D3 I2.",
    ),
    (
        Keep(("D1", "E1", "E2", "D3", "I2"), ("E1",)),
        "[13.9] The disorganised units have 4 points, and 5 are disabled. For example D1.",
    ),
    (
        Keep(("D1", "E1"), ("I2",)),
        "[13.9] I2 is not among your units in Kaizu that are kept. Units that can be named: D1 or E1.",
    ),
    (Keep(()), "[13.9] 20 points are left, and units can be kept. For example A1 D1 E1 D3 I2."),
    (Done(), "[13.9] 20 points are left, and units can be kept. For example A1 D1 E1 D3 I2."),
]


@pytest.mark.parametrize(("order", "said"), REFUSED)
def test_13_9_what_the_winner_cannot_keep(order: Any, said: str) -> None:
    won().refused("uesugi", order, said)


def test_13_9_without_names_the_lightest_are_disorganised() -> None:
    game = won().when("uesugi", Keep(("D1", "E1", "E2", "D3", "I2")), [5, 5])
    survivors = game.events[0]
    assert isinstance(survivors, SurvivorsChosen)
    assert [unit for unit, losses in survivors.kept.items() if losses] == ["uD1"]


def test_13_9_whoever_keeps_too_few_for_the_disabled_keeps_them_disorganised() -> None:
    game = won().when("uesugi", Keep(("I2",)), [5] * 4)
    survivors = game.events[0]
    assert isinstance(survivors, SurvivorsChosen)
    assert survivors.kept == {"uI2": 2}


def test_13_9_with_too_few_points_for_a_unit_nobody_survives() -> None:
    at = besieged({"a": "u", "k1": "u"}, (0, 3), (0, 0))
    game = told(at, EndSiege("takeda")).goes_on()
    assert game.agenda[0] == KeepSurvivors("uesugi", 2, 0)
    assert game.game.examples("uesugi") == (Done(),)
    game.when("uesugi", Done(), [5, 5])
    assert game.events[0] == SurvivorsChosen("uesugi", {}, ("uC1", "uC2", "uC3"))
    assert KaizuChanged("uesugi") not in game.events


def test_13_9_a_whole_army_inside_is_counted_quickly() -> None:
    army: dict[str, Stands] = {unit: KAIZU for unit in DATA.units if unit[0] == "u"}
    at = board(army, {}, HYPOTHETICAL)
    item = KeepSurvivors("uesugi", 100, 40)
    found = keepings(at, item)
    points = [sum(DATA.units[unit].elan + DATA.units[unit].mass for unit in units) for units in found]
    assert points == [100, 99, 98, 97, 96, 95]
    assert "uA1" in found[0]
    worn = lightest(at, found[0], 40)
    assert sum(DATA.units[unit].elan + DATA.units[unit].mass for unit in worn) == 40


# ---- after it


def test_13_9_at_their_next_activation_they_move_like_others() -> None:
    at = board({"uC1": KAIZU, "uC2": KAIZU, "tN1": "2622"}, {"uC": "defence"}, HYPOTHETICAL)
    game = told(at, Activation("uesugi", ("uC",))).goes_on()
    game.when("uesugi", Posture("C", "move"), [6])
    game.when("uesugi", Move("C1", ("2625",))).then(UnitMoved("uC1", (KAIZU, "2625"), 1))
