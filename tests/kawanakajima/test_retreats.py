"""Retreats before the enemy, and pursuit [9.3.1]."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from domain.kawanakajima.board.events import PostureChanged
from domain.kawanakajima.board.field_events import Activated, UnitPursued, UnitRetreated
from domain.kawanakajima.board.state import Board
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.movement.retreats import clan_retreat, in_danger, pursuers, refuges
from domain.kawanakajima.words.field_items import Pursuit, RallyChit, RetreatClan, RetreatMove
from domain.kawanakajima.words.field_orders import Pursue, Retreat
from domain.kit.hexes import distance
from tests.kawanakajima.boards import board, scenario
from tests.scenario import Scenario


def fleeing(units: dict[str, Any], **postures: str) -> Board:
    return board(units, {"tG": "regroup", "uB": "defence", "uC": "defence"} | postures)


def retreating(at: Board) -> RetreatClan:
    return clan_retreat(at, "tG")


def chit(at: Board) -> Scenario:
    return scenario(at, RallyChit()).goes_on()


# where the only enemy stands, whether the unit must retreat
DISTANCES = [("2712", True), ("2711", False)]


@pytest.mark.parametrize(("hex", "must"), DISTANCES)
def test_9_3_1_less_than_four_hexes_from_an_enemy_a_clan_in_regroup_retreats(hex: str, must: bool) -> None:
    at = fleeing({"tG1": "2715", "uC1": hex})
    assert in_danger(at, "tG") == (("tG1",) if must else ())
    refuges_now = tuple(Retreat("G1", hex) for hex in ("2815", "2716", "2615"))
    assert chit(at).offers("takeda") == (refuges_now if must else ())


def test_9_3_1_a_clan_in_another_posture_does_not() -> None:
    at = board({"tG1": "2715", "uC1": "2713"}, {"tG": "move"})
    chit(at).then(Activated("", (), "rally"))


def test_9_3_1_it_retreats_by_a_shortest_way_to_four_hexes_from_the_enemy() -> None:
    at = fleeing({"tG1": "2715", "uC1": "2713"})
    told = chit(at)
    offers = told.offers("takeda") or ()
    hexes = [order.hex for order in offers if isinstance(order, Retreat)]
    assert hexes == ["2916", "2816", "2717", "2616", "2516"]
    assert {distance(hex, "2713") for hex in hexes} == {4}
    assert {distance(hex, "2715") for hex in hexes} == {2}
    told.when("takeda", Retreat("G1", "2717")).then(UnitRetreated("tG1", ("2715", "2716", "2717")))


def test_9_3_1_any_other_hex_is_refused() -> None:
    told = chit(fleeing({"tG1": "2715", "uC1": "2713"}))
    told.refused(
        "takeda",
        Retreat("G1", "2716"),
        "[9.3.1] G1 cannot retreat to 2716. A retreat ends 4 hexes from the enemy, by the shortest way: "
        "2916, 2816, 2717, 2616 or 2516.",
    )
    told.refused(
        "takeda",
        Retreat("D1", "2717"),
        "[9.3.1] D1 has no retreat to make. Units that retreat: G1.",
    )


def test_9_3_1_a_retreat_leaves_an_enemy_zone_but_enters_none() -> None:
    """The way south is barred by the zone of B1; the unit goes round."""
    at = fleeing({"tG1": "2715", "uC1": "2714", "uB1": "2717"})
    item = RetreatClan("takeda", "tG", ("tG1",), ("2714", "2717"))
    paths = refuges(at, item, "tG1")
    zones = {"2713", "2813", "2814", "2715", "2614", "2613", "2716", "2816", "2817", "2718", "2617", "2616"}
    assert paths
    for path in paths.values():
        assert not zones & set(path[1:])


def test_9_3_1_the_others_come_as_near_to_the_first_as_they_can() -> None:
    at = board({"uB1": "2715", "uB2": "2714", "tG1": "2712"}, {"uB": "regroup"})
    told = chit(at)
    told.when("uesugi", Retreat("B1", "2716"))
    # Of the places next to B1 and four hexes from the enemy the shortest way leads to these.
    assert told.offers("uesugi") == (Retreat("B2", "2815"), Retreat("B2", "2615"))
    told.when("uesugi", Retreat("B2", "2615"))
    assert told.board.units["uB2"].hex == "2615"
    assert told.agenda == ()


def test_9_3_1_the_first_unit_may_be_any() -> None:
    at = board({"uB1": "2715", "uB2": "2714", "tG1": "2712"}, {"uB": "regroup"})
    offers = chit(at).offers("uesugi") or ()
    assert {order.unit for order in offers if isinstance(order, Retreat)} == {"B1", "B2"}


def test_9_3_1_a_unit_far_enough_away_stays() -> None:
    at = board({"uB1": "2715", "uB2": "2716", "tG1": "2712"}, {"uB": "regroup"})
    told = chit(at)
    offers = told.offers("uesugi") or ()
    assert {order.unit for order in offers if isinstance(order, Retreat)} == {"B1"}


def test_9_3_1_both_sides_retreat_at_once() -> None:
    """Three hexes apart, both in regroup: the second goes though the first has gone."""
    at = board({"tG1": "2715", "uC1": "2712"}, {"tG": "regroup", "uC": "regroup"})
    told = chit(at)
    told.when("takeda", Retreat("G1", "2716"))
    assert [item.clan for item in told.agenda if isinstance(item, RetreatClan)] == ["uC"]
    told.when("uesugi", Retreat("C1", "2711"))
    assert distance(told.board.units["tG1"].hex, told.board.units["uC1"].hex) == 5


# ---- pursuit


def test_9_3_1_an_attacker_that_held_it_pursues_along_its_way() -> None:
    at = fleeing({"tG1": "2715", "uC1": "2714"}, uC="attack")
    told = chit(at)
    told.when("takeda", Retreat("G1", "2718")).then(
        UnitRetreated("tG1", ("2715", "2716", "2717", "2718")),
        UnitPursued("uC1", ("2714", "2715", "2716", "2717"), "tG1"),
    )


@pytest.mark.parametrize("posture", ["defence", "move", "regroup"])
def test_9_3_1_only_in_attack(posture: str) -> None:
    at = fleeing({"tG1": "2715", "uC1": "2714"}, uC=posture)
    assert pursuers(at, retreating(at), "tG1") == ()


def test_9_3_1_only_if_it_held_it_and_can_follow() -> None:
    apart = fleeing({"tG1": "2715", "uC1": "2713"}, uC="attack")
    across = fleeing({"tG1": "2922", "uM2": "3022"}, uM="attack")
    for at in (apart, across):
        assert pursuers(at, retreating(at), "tG1") == ()


def test_9_3_1_the_pursuit_stops_in_the_zone_of_another() -> None:
    """D1 stands beside the way: the pursuer stops at the first hex that D1 holds."""
    at = fleeing({"tG1": "2715", "uC1": "2714", "tD1": "2816"}, uC="attack")
    told = chit(at)
    told.when("takeda", Retreat("G1", "2718"))
    told.then(
        UnitRetreated("tG1", ("2715", "2716", "2717", "2718")),
        UnitPursued("uC1", ("2714", "2715", "2716"), "tG1"),
    )


def test_9_3_1_of_several_one_pursues() -> None:
    at = fleeing({"tG1": "2715", "uB1": "2714", "uB2": "2614"}, uB="attack")
    told = chit(at)
    told.when("takeda", Retreat("G1", "2718"))
    assert told.offers("uesugi") == (Pursue("B1"), Pursue("B2"))
    told.refused("uesugi", Pursue("C1"), "[9.3.1] C1 did not hold G1. Pursue with B1 or B2.")
    told.when("uesugi", Pursue("B1"))
    assert told.board.units["uB2"].hex == "2614"


def test_9_3_1_a_pursuer_whose_way_is_barred_at_once_stays_where_it_is() -> None:
    """Somebody of its own side stands where its prey has stood."""
    at = fleeing({"tG1": "2718", "uC1": "2714", "uB1": "2715"}, uC="attack")
    told = scenario(at, Pursuit("uesugi", ("uC1",), "tG1", ("2715", "2716", "2717", "2718")))
    told.when("uesugi", Pursue("C1"))
    assert (told.events, told.agenda) == ((), ())
    assert told.board.units["uC1"].hex == "2714"


ONCE = Options(pursuit_once=True)

# two clans that retreat one after the other, both held by C1 at first; or the second only once C1 has come up
HELD_BY_ONE = {"tG1": "2715", "tD1": "2814", "uC1": "2714"}
MET_ON_THE_WAY = {"tG1": "2715", "tD1": "2716", "uC1": "2714"}


def pursued(told: Scenario) -> list[tuple[str, str]]:
    return [(event.unit, event.prey) for event in told.events if isinstance(event, UnitPursued)]


def both_go(units: dict[str, str], options: Options) -> list[tuple[str, str]]:
    """Who has pursued whom, once G1 and then D1 have retreated."""
    at = board(units, {"tG": "regroup", "tD": "regroup", "uC": "attack"}, options)
    told = scenario(at, clan_retreat(at, "tG"), clan_retreat(at, "tD")).goes_on()
    hunted = list[tuple[str, str]]()
    for unit in ("G1", "D1"):
        (order, *_) = [one for one in told.offers("takeda") or () if getattr(one, "unit", "") == unit]
        hunted += pursued(told.when("takeda", order))
    return hunted


@pytest.mark.parametrize("units", [HELD_BY_ONE, MET_ON_THE_WAY])
def test_9_3_1_a_unit_pursues_once(units: dict[str, str]) -> None:
    """From edition 3 on: all retreat at once, so C1 held D1 where it stood then, and has left that hex."""
    assert both_go(units, ONCE) == [("uC1", "tG1")]


def test_9_3_1_by_the_editions_before_one_unit_could_follow_several() -> None:
    assert both_go(MET_ON_THE_WAY, Options()) == [("uC1", "tG1"), ("uC1", "tD1")]


def test_9_3_1_who_has_not_pursued_yet_still_does() -> None:
    """C1 holds both, C2 only G1: whoever follows G1, somebody who has not moved is left for D1 or not."""
    units = {"tG1": "2715", "tD1": "2814", "uC1": "2714", "uC2": "2614"}
    postures = {"tG": "regroup", "tD": "regroup", "uC": "attack"}
    for first, then in (("C2", [("uC1", "tD1")]), ("C1", [])):
        at = board(units, postures, ONCE)
        told = scenario(at, clan_retreat(at, "tG"), clan_retreat(at, "tD")).goes_on()
        (order, *_) = told.offers("takeda") or ()
        told.when("takeda", order)
        assert told.offers("uesugi") == (Pursue("C1"), Pursue("C2"))
        told.when("uesugi", Pursue(first))
        (order, *_) = told.offers("takeda") or ()
        assert pursued(told.when("takeda", order)) == then


def test_9_3_1_a_retreat_that_a_ruling_finds_under_way_goes_on_as_it_began() -> None:
    """What the newer edition asks for was not written down when it began."""
    at = board(MET_ON_THE_WAY, {"tG": "regroup", "uC": "attack"})
    begun = clan_retreat(at, "tG")
    later = board(MET_ON_THE_WAY, {"tG": "regroup", "uC": "attack"}, ONCE)
    assert pursuers(later, begun, "tG1") == ("uC1",)


# ---- by another rule


def test_9_3_1_a_clan_that_has_to_retreat_regroups_after_it() -> None:
    at = board({"tG1": "2715", "uC1": "2712"}, {"tG": "attack"})
    told = scenario(at, RetreatMove(("tG",))).goes_on()
    told.when("takeda", Retreat("G1", "2716")).then(
        UnitRetreated("tG1", ("2715", "2716")), PostureChanged("tG", "regroup", "retreat")
    )


def test_9_3_1_also_where_nobody_is_near_it_regroups() -> None:
    at = board({"tG1": "2715", "uC1": "2705"}, {"tG": "attack"})
    told = scenario(at, RetreatMove(("tG",))).goes_on()
    told.then(PostureChanged("tG", "regroup", "retreat"))
    kept = scenario(at, RetreatMove(("tG",), regroup=False)).goes_on()
    kept.then()


def test_9_3_1_a_unit_that_cannot_get_four_hexes_away_goes_as_far_as_it_can() -> None:
    """Six enemies close the ring: in its middle the unit is three hexes from each."""
    ring = {"uC1": "2712", "uC2": "3013", "uC3": "3016", "uB1": "2718", "uB2": "2416", "uA1": "2413"}
    at = fleeing({"tG1": "2714"} | ring)
    item = RetreatClan("takeda", "tG", ("tG1",), tuple(ring.values()))
    assert refuges(at, item, "tG1") == {"2715": ("2714", "2715")}
    stays = fleeing({"tG1": "2715"} | ring)
    assert refuges(stays, item, "tG1") == {}
    assert scenario(stays, item).goes_on().agenda == ()


def test_9_3_1_who_could_only_go_away_from_the_first_stays() -> None:
    """B1 went first, but not far; every hex that is safe for B2 is farther from B1 than its own."""
    units = {"uB1": "2711", "uB2": "2712", "tG1": "2710"}
    at = board(units, {"uB": "regroup"})
    assert refuges(at, RetreatClan("uesugi", "uB", ("uB2",), ("2710",), "uB1"), "uB2") == {}
    beside = board(units | {"uB1": "2714"}, {"uB": "regroup"})
    found = refuges(beside, RetreatClan("uesugi", "uB", ("uB2",), ("2710",), "uB1"), "uB2")
    assert {distance(hex, "2714") for hex in found} == {1}


def test_9_3_1_the_zones_of_the_beginning_count_though_the_enemy_has_gone() -> None:
    """G1 and D1 stood on both sides of B1 and went first: B1 is as shut in as it was."""
    at = board({"tG1": "2720", "tD1": "2708", "uB1": "2714"}, {"uB": "regroup"})
    assert refuges(at, RetreatClan("uesugi", "uB", ("uB1",), ("2715", "2713")), "uB1") == {}
    one = refuges(at, RetreatClan("uesugi", "uB", ("uB1",), ("2715",)), "uB1")
    assert one
    assert not {"2814", "2815", "2614", "2615", "2716"} & {hex for path in one.values() for hex in path[1:]}


@pytest.mark.parametrize(("reading", "follows"), [("near", False), ("clan", True)])
def test_9_3_1_by_an_option_the_others_of_the_clan_come_along(
    reading: Literal["near", "clan"], follows: bool
) -> None:
    """B1 is three hexes from G1 and goes; B2, five hexes off, follows it or has nothing to flee from."""
    units = {"uB1": "2715", "uB2": "2717", "tG1": "2712"}
    told = chit(board(units, {"uB": "regroup"}, Options(retreats=reading)))
    offers = told.offers("uesugi") or ()
    assert {order.unit for order in offers if isinstance(order, Retreat)} == {"B1"}
    told.when("uesugi", Retreat("B1", "2815"))
    if not follows:
        assert told.agenda == ()
        return
    offers = told.offers("uesugi") or ()
    assert {order.hex for order in offers if isinstance(order, Retreat)} == {"2716", "2816"}


def test_9_3_1_by_that_option_whoever_is_beside_the_first_stays_there() -> None:
    units = {"uB1": "2715", "uB2": "2717", "tG1": "2712"}
    told = chit(board(units, {"uB": "regroup"}, Options(retreats="clan")))
    told.when("uesugi", Retreat("B1", "2716"))
    assert told.board.units["uB2"].hex == "2717"
    assert told.agenda == ()
