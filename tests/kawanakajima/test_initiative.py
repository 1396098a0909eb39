"""The chit of clan initiative [9.3.4], and clans moved by the enemy [9.5.5]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.activation.initiative import in_trouble, scattered
from domain.kawanakajima.board.events import PostureChanged
from domain.kawanakajima.board.field_events import Activated, PostureTried, PostureWanted, UnitMoved
from domain.kawanakajima.words.field_items import (
    CloseUp,
    Displace,
    DisplaceUnits,
    Initiative,
    InitiativeChit,
    RetreatClan,
)
from domain.kawanakajima.words.field_orders import Gather, Move, Posture, Retreat
from domain.kawanakajima.words.orders import Done
from domain.kit.hexes import distance
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, scenario
from tests.scenario import Scenario


def chit(units: dict[str, Any], **postures: str) -> Scenario:
    return scenario(board(units, postures), InitiativeChit()).goes_on()


CAUGHT = {"tG1": "2715", "uJ1": "2714"}

# posture of a clan in an enemy zone, whether it may take the initiative
POSTURES = [("move", True), ("regroup", True), ("defence", False), ("attack", False)]


@pytest.mark.parametrize(("posture", "may"), POSTURES)
def test_9_3_4_a_clan_caught_in_move_or_regroup(posture: str, may: bool) -> None:
    assert in_trouble(board(CAUGHT, {"tG": posture}), "takeda") == (("tG",) if may else ())


def test_9_3_4_only_in_an_enemy_zone() -> None:
    assert in_trouble(board({"tG1": "2715", "uJ1": "2713"}, {"tG": "move"}), "takeda") == ()


# posture, needed
NEEDED = [("move", 3), ("regroup", 3)]


@pytest.mark.parametrize(("posture", "needed"), NEEDED)
def test_9_3_4_it_tries_to_take_defence(posture: str, needed: int) -> None:
    for face, after in ((needed - 1, posture), (needed, "defence")):
        told = chit(CAUGHT, tG=posture)
        told.when("takeda", Posture("G", "defence"), [face])
        tried = Sum((Term(face, "die", "6.4"),))
        assert told.events[:2] == (
            PostureWanted("tG", "defence"),
            PostureTried("tG", face, tried, needed, after == "defence"),
        )
        assert told.board.postures["tG"] == after
        assert told.agenda == ()


def test_9_3_4_a_natural_one_makes_it_retreat_and_regroup() -> None:
    told = chit(CAUGHT, tG="move")
    told.when("takeda", Posture("G", "defence"), [1])
    assert isinstance(told.agenda[0], RetreatClan)
    told.when("takeda", Retreat("G1", "2718"))
    assert told.events[-1] == PostureChanged("tG", "regroup", "retreat")


def test_9_3_4_a_leader_does_not_avert_a_natural_one() -> None:
    told = chit({"tD2": "2715", "uJ1": "2714"}, tD="regroup")
    told.when("takeda", Posture("D", "defence"), [1])
    assert isinstance(told.agenda[0], RetreatClan)
    assert told.board.postures["tD"] == "regroup"


def test_9_3_4_what_is_refused() -> None:
    told = chit(CAUGHT, tG="move")
    told.refused(
        "takeda",
        Posture("G", "attack"),
        "[9.3.4] By its own initiative a clan takes the posture of defence only.",
    )
    told.refused(
        "takeda",
        Posture("D", "defence"),
        "[9.3.4] Clan D is not caught in move or regroup, or it has tried. Clans that are: G.",
    )
    assert told.when("takeda", Done()).agenda == ()


def test_9_3_4_both_sides_in_turn() -> None:
    told = chit(CAUGHT, tG="move", uJ="move")
    assert list(told.agenda) == [Initiative("takeda"), Initiative("uesugi")]
    told.when("takeda", Done())
    assert told.agenda == (Initiative("uesugi"),)


# ---- closing up


APART = {"uB1": "2715", "uB2": "2712"}


def test_9_3_4_a_scattered_clan_in_defence_may_close_up() -> None:
    assert scattered(board(APART), "uesugi") == ("uB",)
    assert scattered(board(APART, {"uB": "move"}), "uesugi") == ()
    assert scattered(board({"uB1": "2715", "uB2": "2714"}), "uesugi") == ()
    assert scattered(board({"uB1": "2715"}), "uesugi") == ()


def test_9_3_4_by_a_feint_of_a_change_to_move() -> None:
    """Three are needed, the leader counts, and the posture stays."""
    for face, reached in ((1, False), (2, True)):
        told = chit(APART).when("uesugi", Gather("B"), [face])
        tried = Sum((Term(face, "die", "6.4"), Term(1, "leader", "6.4")))
        told.then(PostureTried("uB", face, tried, 3, reached, feint=True))
        assert told.board.postures["uB"] == "defence"
        assert (CloseUp("uesugi", "uB", ("uB1", "uB2")) in told.agenda) is reached


def test_9_3_4_each_unit_by_one_hex_and_nearer() -> None:
    told = chit(APART).when("uesugi", Gather("B"), [6])
    told.refused(
        "uesugi",
        Move("B1", ("2716",)),
        "[9.3.4] Closing up is by one hex, nearer to another unit of the clan. B1 may go to 2714.",
    )
    told.when("uesugi", Move("B1", ("2714",))).then(UnitMoved("uB1", ("2715", "2714"), 0, "closing up"))
    told.when("uesugi", Move("B2", ("2713",)))
    assert told.agenda == ()


def test_9_3_4_nobody_has_to_and_a_unit_that_is_together_again_stays() -> None:
    told = chit({"uB1": "2715", "uB2": "2713"}).when("uesugi", Gather("B"), [6])
    told.when("uesugi", Move("B1", ("2714",)))
    assert told.agenda == ()
    stays = chit(APART).when("uesugi", Gather("B"), [6])
    assert stays.when("uesugi", Done()).agenda == ()


def test_9_3_4_a_unit_in_an_enemy_zone_cannot_close_up() -> None:
    at = board(APART | {"tG1": "2716", "tD1": "2711"})
    assert scattered(at, "uesugi") == ()
    scenario(at, Initiative("uesugi")).goes_on().then()


def test_9_3_4_a_clan_that_is_together_is_refused() -> None:
    told = chit(APART | {"uJ1": "2708"})
    told.refused(
        "uesugi",
        Gather("J"),
        "[9.3.4] Clan J is not in defence with a unit that could close up, or it has tried. "
        "Clans that are: B.",
    )


# ---- moved by the enemy


def test_9_5_5_the_enemy_moves_a_clan_by_four_hexes_at_most() -> None:
    at = board({"uB1": "2715", "uB2": "2716", "tG1": "2708"}, {"uB": "regroup"})
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    told.then(Activated("takeda", ("uB",), "dispersed"))
    assert told.agenda == (DisplaceUnits("takeda", "uB"),)
    told.refused(
        "takeda",
        Move("B1", ("2710",)),
        "[9.5.5] B1 cannot be brought to 2710. For example 2714, 2814, 2815, 2615, 2614 or 2713.",
    )
    told.when("takeda", Move("B1", ("2711",)))
    assert told.events == (
        UnitMoved("uB1", ("2715", "2714", "2713", "2712", "2711"), 0, "moved by the enemy"),
    )


def test_9_5_5_into_no_zone_of_his_own() -> None:
    at = board({"uB1": "2715", "tG1": "2711"}, {"uB": "regroup"})
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    for hex in ("2712", "2811", "2611"):
        assert Move("B1", (hex,)) not in told.game.examples("takeda")
    assert Move("B1", ("2713",)) in told.game.examples("takeda")


def test_9_5_5_those_that_follow_stay_with_the_first() -> None:
    at = board({"uB1": "2715", "uB2": "2716", "tG1": "2702"}, {"uB": "regroup"})
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    told.when("takeda", Move("B1", ("2712",)))
    hexes = [order.path[0] for order in told.game.examples("takeda") if isinstance(order, Move)]
    assert hexes
    assert {distance(hex, "2712") for hex in hexes} == {1}


def test_9_5_5_the_enemy_may_leave_them() -> None:
    at = board({"uB1": "2715", "tG1": "2702"}, {"uB": "regroup"})
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    assert told.when("takeda", Done()).agenda == ()
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    told.refused("takeda", Move("J1", ("2712",)), "[9.5.5] J1 cannot be moved now. Units that can: B1.")


def test_9_5_5_the_enemy_does_not_tear_a_clan_apart() -> None:
    """Whom he has moved away the others follow, as far as four hexes bring them [6.3]."""
    at = board({"uA1": "2715", "uA2": "2714", "uA3": "2713", "tG1": "2702"}, {"uA": "regroup"})
    told = scenario(at, Displace("takeda", "uA")).goes_on()
    told.when("takeda", Move("A1", ("2719",)))
    assert Done() not in told.game.examples("takeda")
    told.refused(
        "takeda",
        Done(),
        "[9.5.5] The units of a clan keep together, and A2 would not. It can be brought to 2718.",
    )
    told.when("takeda", Move("A2", ("2718",)))
    told.when("takeda", Move("A3", ("2717",)))
    assert told.agenda == ()


def test_9_5_5_who_stands_by_the_first_may_be_left() -> None:
    at = board({"uB1": "2715", "uB2": "2716", "tG1": "2702"}, {"uB": "regroup"})
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    told.when("takeda", Move("B1", ("2815",)))
    assert Done() in told.game.examples("takeda")
    assert told.when("takeda", Done()).agenda == ()


def test_9_5_5_nobody_is_moved_away_from_a_unit_that_the_enemy_holds() -> None:
    """B1 is in the zone of G1 and stays; B2 can only be moved about it, or nearer to it [6.3]."""
    at = board({"uB1": "2715", "uB2": "2716", "tG1": "2714"}, {"uB": "regroup"})
    told = scenario(at, Displace("takeda", "uB")).goes_on()
    told.refused("takeda", Move("B1", ("2716",)), "[9.5.5] B1 cannot be moved now. Units that can: B2.")
    hexes = [order.path[0] for order in told.game.examples("takeda") if isinstance(order, Move)]
    assert {distance(hex, "2715") for hex in hexes} <= {1}
    assert told.when("takeda", Done()).agenda == ()
