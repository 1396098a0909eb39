"""Leaders who die, flight of a clan, seppuku, worth of eliminations [11.11, 11.12, 16.4, 17.5]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima.board.events import PostureChanged
from domain.kawanakajima.board.field_events import (
    BundoriMarked,
    ClanFled,
    FlightTested,
    LeaderKilled,
    LeaderTested,
    SeppukuDeclined,
    StepsLost,
    UnitEliminated,
    UnitRetreated,
)
from domain.kawanakajima.board.state import with_unit
from domain.kawanakajima.combat.losses import flight_sum, worth
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.words.field_items import ChooseSeppuku, ClanFlight, LeaderRisk, Loss, RetreatClan
from domain.kawanakajima.words.field_orders import Retreat, Seppuku
from domain.kawanakajima.words.orders import Done
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, scenario
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

KAKIZAKI = {"uB1": "2714", "uB2": "2814"}
"""2/2 with a leader of 1, and 1/2."""


def losing(steps: int, losses: int = 0, units: dict[str, Any] | None = None, **more: Any) -> Scenario:
    at = board(units or {"uB1": ("2714", losses)}, **more)
    return scenario(at, Loss("uB1", steps))


# ---- leaders


def test_11_11_one_step_is_no_danger_to_a_leader() -> None:
    losing(1).goes_on().then(StepsLost("uB1", 1, 1, "combat"))


@pytest.mark.parametrize(("face", "killed"), [(1, True), (2, False)])
def test_11_11_two_steps_kill_him_on_a_one(face: int, killed: bool) -> None:
    told = losing(2).goes_on([face])
    assert told.events[:2] == (
        StepsLost("uB1", 2, 2, "combat"),
        LeaderTested("uB1", face, 1, killed),
    )
    assert (LeaderKilled("uB1", "uesugi", 1, "combat") in told.events) is killed
    assert told.board.units["uB1"].leader_killed is killed
    assert told.board.armies["uesugi"].bundori == int(killed)
    assert told.board.armies["takeda"].points == int(killed)


@pytest.mark.parametrize(("face", "killed"), [(4, True), (5, False)])
def test_11_11_elimination_kills_him_on_a_four_or_less(face: int, killed: bool) -> None:
    told = losing(1, 3).goes_on([face])
    assert told.events[:2] == (
        StepsLost("uB1", 1, 4, "combat"),
        UnitEliminated("uB1", "2714", "combat"),
    )
    assert LeaderTested("uB1", face, 4, killed) in told.events
    assert told.board.armies["uesugi"].bundori == int(killed)
    # Two points for the Elan of the unit, one for its leader.
    assert told.board.armies["takeda"].points == 2 + int(killed)


def test_11_11_two_steps_that_eliminate_are_one_test_at_four() -> None:
    told = losing(2, 2).goes_on([5])
    tests = [event for event in told.events if isinstance(event, LeaderTested)]
    assert tests == [LeaderTested("uB1", 5, 4, False)]


def test_11_11_a_unit_without_a_leader_is_not_tested() -> None:
    told = scenario(board({"uB2": "2714"}), Loss("uB2", 2)).goes_on()
    told.then(StepsLost("uB2", 2, 2, "combat"))
    at = board({"uB1": "2714"})
    dead = with_unit(at, "uB1", leader_killed=True)
    scenario(dead, Loss("uB1", 2)).goes_on().then(StepsLost("uB1", 2, 2, "combat"))


def test_11_11_a_samurai_is_tested_like_a_leader() -> None:
    at = board({"uB2": "2714"}, uesugi={"samurai": "uB2"}, options=Options(samurai=True))
    told = scenario(at, Loss("uB2", 2)).goes_on([1])
    assert LeaderKilled("uB2", "uesugi", 1, "combat", samurai=True) in told.events
    assert told.board.armies["uesugi"].samurai == ""
    assert told.board.armies["uesugi"].bundori == DATA.numbers.samurai
    assert told.board.units["uB2"].leader_killed is False


def test_11_11_the_death_of_a_general_ends_the_game() -> None:
    told = scenario(board({"uA1": "2714", "uB1": "2712"}), LeaderRisk("uA1", 1)).goes_on([1])
    assert told.board.winners == ("takeda",)
    assert told.board.ending == "kenshin-killed"


# ---- what it is worth


@pytest.mark.parametrize(("unit", "side", "elan"), [("uB1", "takeda", 2), ("tJ1", "uesugi", 0)])
def test_17_5_an_eliminated_unit_is_worth_its_elan(unit: str, side: str, elan: int) -> None:
    score = worth(board(), unit)
    assert score.side == side
    assert score.points == Sum((Term(elan, f"Elan of {unit[1:]}", "17.5"),))


# ---- flight


def fleeing(clan: str, units: dict[str, Any], face: int, **more: Any) -> Scenario:
    return scenario(board(units, **more), ClanFlight(clan)).goes_on([face])


def test_11_12_a_leader_and_each_unit_not_exhausted_help() -> None:
    at = board({"uA2": "2714", "uA3": ("2715", 2), "uA1": ("2716", 3)})
    terms = (Term(3, "die", "11.12"), Term(2, "leader", "11.12"), Term(2, "units not exhausted", "11.12"))
    assert flight_sum(at, "uA", 3) == Sum(terms)
    assert flight_sum(board({"uB2": ("2714", 3)}), "uB", 3) == Sum((Term(3, "die", "11.12"),))
    off = board({"tO1": ("2714", 3), "tO2": "A2"})
    assert "units not exhausted" not in [term.why for term in flight_sum(off, "tO", 3).terms]


def test_11_12_a_clan_that_flees_is_eliminated() -> None:
    """A total of 2 is flight: a natural 1 and one unit."""
    told = fleeing("uB", {"uB2": "2814"}, 1)
    tried = Sum((Term(1, "die", "11.12"), Term(1, "units not exhausted", "11.12")))
    assert told.events[:3] == (
        FlightTested("uB", 1, tried, True, False, False),
        ClanFled("uB", ("uB2",)),
        UnitEliminated("uB2", "2814", "flight"),
    )
    assert told.board.armies["takeda"].points == 1
    literal = fleeing("uB", {"uB2": "2814"}, 1, options=Options(after_combat_scores=False))
    assert literal.board.armies["takeda"].points == 0


# modified die, what the table says
TABLE = [(total, DATA.flight.at(total)) for total in range(2, 8)]


@pytest.mark.parametrize(("total", "says"), TABLE)
def test_11_12_the_table_of_flight(total: int, says: Any) -> None:
    told = fleeing("uB", {"uB2": "2814"}, total - 1)
    tested = told.events[0]
    assert isinstance(tested, FlightTested)
    assert (tested.flight, tested.retreat, tested.seppuku) == (says.flight, says.retreat, says.seppuku)
    assert (told.board.units["uB2"].hex == "") is says.flight
    assert (told.board.postures["uB"] == "regroup") is says.retreat
    assert told.board.armies["uesugi"].bundori == int(says.seppuku)


def test_11_12_a_retreat_of_the_clan_and_then_regroup() -> None:
    told = scenario(board({"uB2": "2715", "tG1": "2713"}), ClanFlight("uB")).goes_on([3])
    assert isinstance(told.agenda[0], RetreatClan)
    told.when("uesugi", Retreat("B2", "2717")).then(
        UnitRetreated("uB2", ("2715", "2716", "2717")), PostureChanged("uB", "regroup", "retreat")
    )


def test_11_12_nobody_flees_where_nobody_is_left() -> None:
    assert scenario(board({"tG1": "2715"}), ClanFlight("uB")).goes_on().events == ()


def test_11_12_a_unit_eliminated_puts_the_rest_to_the_test() -> None:
    told = scenario(board({"uB1": "2715", "uB2": ("2714", 3)}), Loss("uB2", 1)).goes_on([6])
    assert told.events[-1] == FlightTested(
        "uB",
        6,
        Sum((Term(6, "die", "11.12"), Term(1, "leader", "11.12"), Term(1, "units not exhausted", "11.12"))),
        False,
        False,
        False,
    )


# ---- seppuku


def test_11_12_seppuku_kills_the_leader_of_the_clan() -> None:
    """3 and a leader and a unit are 5: seppuku."""
    told = fleeing("uB", {"uB1": "2714"}, 3)
    assert told.events[1] == LeaderKilled("uB1", "uesugi", 1, "seppuku")
    assert told.board.units["uB1"].leader_killed
    assert told.board.armies["uesugi"].bundori == 1
    assert told.board.armies["takeda"].points == 1
    literal = fleeing("uB", {"uB1": "2714"}, 3, options=Options(after_combat_scores=False))
    assert literal.board.armies["takeda"].points == 0


def test_11_12_without_a_leader_a_point_is_marked_and_nothing_else() -> None:
    told = fleeing("uB", {"uB2": "2714"}, 4)
    assert told.events[1:] == (BundoriMarked("uesugi", "uB", 1),)
    assert told.board.armies["uesugi"].bundori == 1
    assert told.board.armies["takeda"].points == 0


def test_16_4_flight_becomes_retreat_and_seppuku_for_clan_a_only() -> None:
    exhausted = {"uA2": ("2714", 3), "uA3": ("2814", 3)}
    told = fleeing("uA", exhausted, 1)
    assert told.events[0] == FlightTested("uA", 1, Sum((Term(1, "die", "11.12"),)), False, True, True)
    assert told.board.postures["uA"] == "regroup"
    assert told.board.armies["uesugi"].bundori == 1
    other = fleeing("uB", {"uB2": ("2714", 3)}, 1)
    assert other.board.units["uB2"].losses == 4


def test_16_4_a_general_dies_by_his_own_hand_only_if_his_side_wants_it() -> None:
    at = board({"uA1": "2714"})
    told = scenario(at, ChooseSeppuku("uesugi", "uA"))
    assert told.offers("uesugi") == (Seppuku("A1"), Done())
    told.when("uesugi", Done()).then(SeppukuDeclined("uA"))
    assert told.cited == ("16.4",)
    dies = scenario(at, ChooseSeppuku("uesugi", "uA")).when("uesugi", Seppuku("A1"))
    assert dies.events[0] == LeaderKilled("uA1", "uesugi", 2, "seppuku")
    assert dies.board.winners == ("takeda",)


def test_11_12_another_clan_cannot_decline() -> None:
    at = board(KAKIZAKI)
    told = scenario(at, ChooseSeppuku("uesugi", "uB"))
    told.refused(
        "uesugi",
        Done(),
        "[11.12] A leader of the clan takes his life; only a general may decline.",
    )
    told.refused("uesugi", Seppuku("B2"), "[11.12] B2 has no leader in this clan. Choose B1.")


@pytest.mark.parametrize("scores", [True, False])
def test_17_5_a_leader_who_falls_in_combat_counts_by_either_reading(scores: bool) -> None:
    told = losing(2, options=Options(after_combat_scores=scores)).goes_on([1])
    assert told.board.armies["takeda"].points == 1


def test_11_12_of_several_leaders_the_owner_chooses_who_dies() -> None:
    """No clan of ours has two; an owner's data set may."""
    at = board(KAKIZAKI)
    units = dict(at.data.units) | {"uB2": replace(at.data.units["uB2"], leader=1)}
    at = replace(at, setting=replace(at.setting, data=replace(at.data, units=units)))
    told = scenario(at, ClanFlight("uB")).goes_on([2])
    assert told.offers("uesugi") == (Seppuku("B1"), Seppuku("B2"))
    told.when("uesugi", Seppuku("B2"))
    assert told.events[0] == LeaderKilled("uB2", "uesugi", 1, "seppuku")
