"""A clan withdraws from a siege [13.8]: by which zone, what its side pays, where it stands then."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.events import KaizuChanged, PointsScored
from domain.kawanakajima.board.field_events import LeaderTested, UnitEliminated
from domain.kawanakajima.board.siege_events import ClanWithdrew, SiegeEnded, SurvivorsChosen
from domain.kawanakajima.siege.withdrawal import Going, Price, doors, goings, price
from domain.kawanakajima.words.siege_items import KeepSurvivors, WithdrawClan
from domain.kawanakajima.words.siege_orders import Keep, Withdraw
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import Stands
from tests.kawanakajima.sieges import KAIZU, besieged, told, troops


def leaving(markers: dict[str, str], clan: str = "uC", **more: Any) -> Any:
    at = besieged(markers, more.pop("takeda", (0, 0)), more.pop("uesugi", (0, 0)), **more)
    return told(at, WithdrawClan("uesugi" if clan[0] == "u" else "takeda", clan))


# ---- the example: a unit shaken (Elan 1, Mass 2), a unit exhausted (Elan 2, Mass 2), by b

NOBODY: dict[str, Stands] = {"uC1": "", "uC2": "", "uC3": ""}


def the_example() -> Any:
    """Clan B has two such units: B2 is 1 and 2, B1 is 2 and 2. D1 stays behind in the siege."""
    units = NOBODY | {"uB1": (KAIZU, 3), "uB2": (KAIZU, 1), "uD1": KAIZU}
    return leaving(
        {"centre": "t", "b": "u", "k2": "u", "k5": "u"}, "uB", uesugi=(4, 4), units=units, bases=("b",)
    )


def test_13_8_the_example() -> None:
    """3 effectives for the shaken unit, 4 disabled for the exhausted one; they go to the hexes of b."""
    game = the_example()
    game.when("uesugi", Withdraw("b"))
    due = Sum(
        (
            Term(3, "Elan and Mass of B2, shaken", "13.4.1"),
            Term(4, "Elan and Mass of B1, exhausted", "13.4.2"),
        )
    )
    places = {"uB1": "2625", "uB2": "2726"}
    assert game.events == (ClanWithdrew("uB", "b", places, 3, 4, (), 0, (), (), due),)
    assert troops(game.board, "uesugi") == (1, 0, 1)
    assert (game.board.units["uB1"].hex, game.board.units["uB1"].losses) == ("2625", 3)
    assert game.agenda == ()


# the markers that go instead of effectives, what is paid in effectives
EXAMPLE_MARKERS = [((), 3), (("b",), 2), (("b", "k2"), 1), (("k5", "k2"), 1), (("b", "k2", "k5"), 0)]


@pytest.mark.parametrize(("markers", "effectives"), EXAMPLE_MARKERS)
def test_13_8_the_example_with_one_two_or_three_markers(markers: tuple[str, ...], effectives: int) -> None:
    game = the_example()
    if len(markers) == 3:
        said = "[13.8] The last marker stays, as long as the side has effectives: 4 would be left."
        game.refused("uesugi", Withdraw("b", markers), said)
        return
    game.when("uesugi", Withdraw("b", markers))
    event = game.events[0]
    assert isinstance(event, ClanWithdrew)
    assert (event.effectives, event.markers) == (effectives, markers)
    assert "uesugi" in game.board.siege.markers.get("k5", ()) or "k5" in markers


def test_13_8_a_marker_that_the_enemy_cuts_off_does_not_go() -> None:
    game = leaving(
        {"centre": "t", "k2": "t", "a": "u", "b": "u", "k1": "u"},
        uesugi=(9, 0),
        takeda=(12, 0),
        bases=("a", "b"),
    )
    said = "[13.8] There is no marker in k1 that is joined to b: b could be taken."
    game.refused("uesugi", Withdraw("b", ("k1",)), said)
    twice = "[13.8] There is no marker in k1 that is joined to a: a or k1 could be taken."
    game.refused("uesugi", Withdraw("a", ("k1", "k1")), twice)


# ---- by which zone

# markers, the zones by which clan C can withdraw
DOORS = [
    ({"centre": "t", "a": "u"}, ("a",)),
    ({"centre": "t", "a": "tu"}, ("a",)),
    ({"centre": "t", "a": "u", "b": "u"}, ("a", "b")),
    ({"centre": "t", "k1": "u"}, ()),
    ({"a": "t", "centre": "u"}, ()),
]


@pytest.mark.parametrize(("markers", "zones"), DOORS)
def test_13_8_it_takes_a_marker_in_a_peripheral_zone(markers: dict[str, str], zones: tuple[str, ...]) -> None:
    count = sum("u" in whose for whose in markers.values())
    at = besieged(markers, (10, 0), (12 - count, 0))
    assert doors(at, "uC") == zones


def test_13_8_by_another_zone_it_is_refused() -> None:
    game = leaving({"centre": "t", "a": "u"}, uesugi=(11, 0))
    said = "[13.8] Clan C cannot withdraw by b: it takes a marker there, and room outside. Possible: a."
    game.refused("uesugi", Withdraw("b"), said)


# ---- where to


def test_13_8_the_units_go_to_the_hexes_of_the_zone_then_behind_them() -> None:
    """One unit to a hex: the third of clan C goes to a free hex next to those two."""
    game = leaving({"centre": "t", "a": "u"}, uesugi=(11, 0), takeda=(13, 0))
    game.refused(
        "uesugi",
        Withdraw("a", hexes=("2526", "2425", "2426")),
        "[13.8] 3 units go to as many hexes, those tied to a first. "
        "Free are 2526, 2527, 2525, 2625, 2426 or 2425.",
    )
    game.when("uesugi", Withdraw("a", hexes=("2527", "2526", "2426")))
    event = game.events[0]
    assert isinstance(event, ClanWithdrew)
    assert event.places == {"uC1": "2527", "uC2": "2526", "uC3": "2426"}


def test_13_8_without_a_free_hex_there_is_no_way_out() -> None:
    full: dict[str, Stands] = {"uD1": "2526", "uD2": "2527"}
    assert doors(besieged({"centre": "t", "a": "u"}, (13, 0), (11, 0), full), "uC") == ()
    one: dict[str, Stands] = {"uD1": "2526"}
    assert doors(besieged({"centre": "t", "a": "u"}, (13, 0), (11, 0), one), "uC") == ("a",)


# ---- what it costs (RULINGS.md, F71)

A = {"centre": "t", "a": "u"}

# effectives and disabled of the Uesugi, who stays whole, who goes disorganised, who is given up
GOINGS: list[tuple[tuple[int, int], dict[str, Stands], list[Going]]] = [
    ((11, 0), {}, [Going(("uC1", "uC2", "uC3"), (), ())]),
    ((8, 3), {}, [Going(("uC1", "uC2"), ("uC3",), ())]),
    ((7, 0), {}, [Going(("uC1", "uC3"), (), ("uC2",)), Going(("uC2", "uC3"), (), ("uC1",))]),
    ((7, 4), {}, [Going(("uC1", "uC3"), ("uC2",), ())]),
    ((8, 0), {"uC2": (KAIZU, 2)}, [Going(("uC1",), ("uC2",), ("uC3",))]),
]


@pytest.mark.parametrize(("strengths", "units", "best"), GOINGS)
def test_13_8_a_clan_goes_as_whole_as_its_side_can_pay(
    strengths: tuple[int, int], units: dict[str, Stands], best: list[Going]
) -> None:
    at = besieged(A, (13, 0), strengths, units)
    assert [going for going in goings(at, "uC", "a") if going in best] == best
    assert goings(at, "uC", "a")[0] == best[0]


def test_13_8_men_that_have_rallied_pay_for_a_unit_that_is_worn() -> None:
    at = besieged(A, (13, 0), (10, 1), {"uC3": (KAIZU, 2)})
    (going,) = goings(at, "uC", "a")
    assert going == Going(("uC1", "uC2"), ("uC3",), ())
    assert price(at, "uC", "a", going, ()) == Price(10, 1, ("a",), 0)


def test_13_8_by_an_option_only_the_states_of_the_units_are_paid() -> None:
    rallied = besieged(A, (13, 0), (11, 0), {"uC3": (KAIZU, 2)}, options={"withdrawal": "strict"})
    assert goings(rallied, "uC", "a") == ()
    exact = besieged(A, (13, 0), (8, 3), {"uC3": (KAIZU, 2)}, options={"withdrawal": "strict"})
    assert goings(exact, "uC", "a") == (Going(("uC1", "uC2"), ("uC3",), ()),)
    assert doors(rallied, "uC") == ()


def test_13_8_units_that_cannot_be_paid_for_are_given_up() -> None:
    """8 of 12 points are left, and C1 and C3 take them all."""
    game = leaving(A | {"k1": "u"}, uesugi=(6, 0), takeda=(13, 0))
    game.refused(
        "uesugi",
        Withdraw("a", worn=("C1",)),
        "[13.8] A clan withdraws as whole and as fit as its side can pay for. "
        "It could be without C2 or without C1.",
    )
    strange = "[13.8] D1 is not in clan C. Its units: C1, C2 or C3."
    game.refused("uesugi", Withdraw("a", behind=("D1",)), strange)
    game.when("uesugi", Withdraw("a", behind=("C2",)))
    places = {"uC1": "2526", "uC3": "2527"}
    due = Sum(
        (
            Term(5, "Elan and Mass of C1, in order", "13.4.1"),
            Term(3, "Elan and Mass of C3, in order", "13.4.1"),
        )
    )
    assert game.events[:2] == (
        ClanWithdrew("uC", "a", places, 6, 0, ("a", "k1"), 4, (), ("uC2",), due),
        UnitEliminated("uC2", KAIZU, "siege"),
    )
    counted = [one for one in game.events if isinstance(one, PointsScored | LeaderTested)]
    assert [type(one) for one in counted] == [PointsScored]


def test_13_8_what_is_due_is_all_that_is_paid() -> None:
    """7 effectives, 4 disabled and a marker: C2 goes disorganised, and nobody is given up."""
    game = leaving(A, uesugi=(7, 4), takeda=(13, 0))
    game.when("uesugi", Withdraw("a"))
    event = game.events[0]
    assert isinstance(event, ClanWithdrew)
    assert Term(4, "C2, which goes disorganised", "13.8") in event.due.terms
    assert event.due.total == event.effectives + event.disabled + len(event.markers) == 12


def test_13_8_the_men_of_a_unit_given_up_go_too() -> None:
    """10 of 12 points are left, three of them in markers that the enemy has cut off."""
    markers = {"centre": "t", "k1": "t", "a": "u", "k2": "u", "k3": "u", "k5": "u"}
    game = leaving(markers, uesugi=(5, 0), takeda=(12, 0))
    game.when("uesugi", Withdraw("a"))
    event = game.events[0]
    assert isinstance(event, ClanWithdrew)
    assert (event.behind, event.effectives, event.markers) == (("uC2", "uC3"), 5, ("a", "k2", "k3", "k5"))
    assert event.due == Sum(
        (
            Term(5, "Elan and Mass of C1, in order", "13.4.1"),
            Term(4, "men of the units given up", "13.8"),
        )
    )


# ---- after it


def test_13_8_the_last_clan_gives_the_siege_up() -> None:
    game = leaving(A, uesugi=(11, 0), takeda=(11, 2))
    game.when("uesugi", Withdraw("a"))
    assert [type(event) for event in game.events] == [ClanWithdrew, SiegeEnded]
    ended = game.events[1]
    assert isinstance(ended, SiegeEnded)
    assert (ended.winner, ended.loser, ended.total.total, ended.lifted) == ("takeda", "uesugi", 14, True)
    assert game.board.siege is None
    assert game.agenda == (KeepSurvivors("takeda", 14, 2),)
    game.when("takeda", Keep(("M1", "M2", "M3"), ("M3",)))
    assert game.events == (SurvivorsChosen("takeda", {"tM1": 0, "tM2": 0, "tM3": 2}, ()),)


def test_13_8_a_garrison_that_withdraws_leaves_kaizu_to_the_besieger() -> None:
    game = leaving({"centre": "t", "b": "t", "a": "u"}, "tM", uesugi=(11, 0), takeda=(12, 0))
    game.when("takeda", Withdraw("b"))
    game.when("uesugi", Keep(("C1", "C2", "C3")))
    assert KaizuChanged("uesugi") in game.events
    assert game.board.kaizu == "uesugi"


def test_13_8_another_clan_goes_on_with_the_siege() -> None:
    units: dict[str, Stands] = {"uD1": KAIZU, "uD2": KAIZU, "uD3": KAIZU}
    game = leaving(A, uesugi=(23, 0), takeda=(13, 0), units=units)
    game.when("uesugi", Withdraw("a"))
    assert troops(game.board, "uesugi") == (11, 0, 0)
    assert game.agenda == ()
    assert game.board.siege.markers["a"] == ("uesugi",)
