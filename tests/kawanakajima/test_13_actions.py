"""The actions of a siege [13.6.1], but for assaults, and the dice of the rally chit [13.6.2]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima.board.field_events import Activated
from domain.kawanakajima.board.siege_events import (
    ActionsEnded,
    ActionSpent,
    FortressFired,
    MarkersPosted,
    Mustered,
    TroopsLost,
    TroopsRallied,
)
from domain.kawanakajima.words.field_items import RallyChit
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import CountActions, LoseTroops, RallyTroops, SiegeTurn
from domain.kawanakajima.words.siege_orders import Assault, Lose, Muster, Post, Shoot
from domain.kit.sums import Sum, Term
from tests.kawanakajima.sieges import besieged, told, troops

MARKERS = {"centre": "t", "k1": "t", "a": "u"}


def acting(markers: dict[str, str], actions: int = 3, seat: str = "uesugi", **more: Any) -> Any:
    return told(besieged(markers, actions=actions, **more), SiegeTurn(seat))


# ---- how many


def test_13_6_1_actions_that_are_not_used_are_lost() -> None:
    game = acting(MARKERS, takeda=(12, 0), uesugi=(11, 0))
    game.when("uesugi", Done()).then(ActionsEnded("uesugi", 3))
    assert (game.agenda, game.board.siege.actions) == ((), 0)


def test_13_6_1_it_ends_with_the_last_action() -> None:
    game = acting(MARKERS, 1, takeda=(12, 0), uesugi=(8, 3))
    game.when("uesugi", Muster()).then(ActionSpent("uesugi", "muster", 1, 0), Mustered("uesugi"))
    assert game.agenda == ()


def test_13_6_1_a_side_that_is_not_there_has_no_actions() -> None:
    at = besieged(MARKERS, (12, 0), (11, 0))
    assert told(replace(at, siege=None), CountActions("uesugi")).goes_on().events == ()


# ---- markers


def test_13_6_1_an_action_places_as_many_markers_as_there_are_effectives() -> None:
    game = acting({"centre": "t", "a": "u"}, takeda=(13, 0), uesugi=(2, 0))
    game.refused(
        "uesugi",
        Post(("k1", "k2", "k4")),
        "[13.6.1] 3 zones are named, and there are 2 points of effectives. "
        "Name one zone for a point, or fewer.",
    )
    game.when("uesugi", Post(("k1", "k4")))
    assert game.events == (ActionSpent("uesugi", "post", 1, 2), MarkersPosted("uesugi", ("k1", "k4")))
    assert troops(game.board, "uesugi") == (0, 0, 9)


def test_13_6_1_markers_go_by_zones_without_an_enemy() -> None:
    game = acting(MARKERS, takeda=(12, 0), uesugi=(11, 0))
    game.refused(
        "uesugi",
        Post(("k2",)),
        "[13.6.1] A marker cannot be placed in k2: it is not there, is taken, or cannot be reached. "
        "Zones that can: none.",
    )


def test_13_6_1_troops_are_rallied_one_for_an_action() -> None:
    game = acting(MARKERS, takeda=(12, 0), uesugi=(10, 1))
    game.when("uesugi", Muster())
    assert troops(game.board, "uesugi") == (11, 0, 0)
    game.refused("uesugi", Muster(), "[13.6.1] You have no disabled troops to rally.")


# ---- fire

# the die, the markers of the Uesugi, whether k1 is hit; its score is 2 from a, 1 from k2
FIRES = [
    (4, {"k1": "t", "a": "u"}, False),
    (5, {"k1": "t", "a": "u"}, True),
    (2, {"k1": "t", "a": "u", "k2": "u"}, False),
    (3, {"k1": "t", "a": "u", "k2": "u"}, True),
]


@pytest.mark.parametrize(("face", "markers", "hit"), FIRES)
def test_13_6_1_fire_needs_four_and_the_lowest_score(face: int, markers: dict[str, str], hit: bool) -> None:
    game = acting(markers | {"centre": "t"}, takeda=(12, 0), uesugi=(8, 0))
    game.when("uesugi", Shoot("k1"), [face])
    zones = tuple(zone for zone in ("a", "k2") if zone in markers)
    near = Term(len(zones), f"markers next to k1: {', '.join(zones)}", "13.6.1")
    fire = Sum((Term(face, "die", "13.6.1"), near))
    score = 1 if "k2" in zones else 2
    needed = Sum((Term(4, "fire", "13.6.1"), Term(score, "defence score of k1", "13.1")))
    assert game.events == (
        ActionSpent("uesugi", "fire", 1, 2),
        FortressFired("uesugi", "k1", zones, face, fire, needed, hit),
    )
    assert game.game.awaited() == (("takeda",) if hit else ("uesugi",))


def test_13_6_1_within_a_peripheral_zone_fire_needs_four() -> None:
    game = acting({"a": "tu", "centre": "t"}, takeda=(12, 0), uesugi=(8, 0))
    game.when("uesugi", Shoot("a"), [3])
    assert game.events[1].needed == Sum((Term(4, "fire", "13.6.1"),))
    assert game.events[1].hit


@pytest.mark.parametrize(("source", "left"), [("k1", (12, 1, 0)), ("effectives", (11, 1, 0))])
def test_13_6_1_the_struck_choose_between_the_marker_and_their_effectives(
    source: str, left: tuple[int, int, int]
) -> None:
    game = acting(MARKERS, takeda=(12, 0), uesugi=(8, 0)).when("uesugi", Shoot("k1"), [6])
    assert game.agenda[0] == LoseTroops("takeda", "takeda", 1, ("k1",), "disabled", "fire")
    game.refused(
        "takeda",
        Lose("centre"),
        "[13.6.1] The loss cannot be taken from centre. It can be taken from k1 or effectives.",
    )
    game.when("takeda", Lose(source)).then(TroopsLost("takeda", source, "disabled", "fire"))
    assert troops(game.board, "takeda") == left


def test_13_6_1_by_an_option_who_fires_chooses() -> None:
    game = acting(MARKERS, takeda=(12, 0), uesugi=(8, 0), options={"fire_losses": "shooter"})
    game.when("uesugi", Shoot("k1"), [6])
    assert game.game.awaited() == ("uesugi",)
    assert set(game.offers("uesugi") or ()) == {Lose("k1"), Lose("effectives")}


def test_13_6_1_the_last_marker_is_not_struck_while_there_are_effectives() -> None:
    game = acting({"k1": "t", "a": "u"}, takeda=(3, 0), uesugi=(8, 0))
    game.when("uesugi", Shoot("k1"), [6])
    assert game.events[-1] == TroopsLost("takeda", "effectives", "disabled", "fire")
    assert troops(game.board, "takeda") == (2, 1, 10)


# target, what the refusal says
TARGETS = [
    ("centre", "There is no marker of the enemy in centre, or none of yours next to it."),
    ("k2", "There is no marker of the enemy in k2, or none of yours next to it."),
]


@pytest.mark.parametrize(("zone", "said"), TARGETS)
def test_13_6_1_what_can_be_attacked(zone: str, said: str) -> None:
    game = acting(MARKERS, takeda=(12, 0), uesugi=(8, 0))
    text = f"[13.6.1] {said} Zones that can be attacked: k1."
    game.refused("uesugi", Shoot(zone), text)
    game.refused("uesugi", Assault(zone), text)


def test_13_6_1_an_advantage_takes_an_action_more() -> None:
    game = acting(MARKERS, 1, takeda=(12, 0), uesugi=(8, 0))
    game.refused(
        "uesugi",
        Assault("k1", "advantage"),
        '[13.6.1] That takes 2 actions, and 1 are left. Leave the advantage out, or write "done".',
    )
    offered = [order for order in game.game.examples("uesugi") if isinstance(order, Assault)]
    assert offered == [Assault("k1")]


# ---- 13.6.2

# the dice of four points of the Takeda, lost, effective again
RALLIES = [
    ([1, 2, 3, 4], 2, 0),
    ([3, 4, 5, 6], 0, 2),
    ([2, 5, 1, 6], 2, 2),
    ([3, 3, 4, 4], 0, 0),
]


@pytest.mark.parametrize(("faces", "lost", "regained"), RALLIES)
def test_13_6_2_one_and_two_are_lost_five_and_six_effective(
    faces: list[int], lost: int, regained: int
) -> None:
    at = besieged(MARKERS, (8, 4), (11, 0))
    game = told(at, RallyChit()).goes_on(faces)
    assert game.events == (
        Activated("", (), "rally"),
        TroopsRallied("takeda", tuple(faces), lost, regained),
    )
    assert game.cited == ("9.3.1", "13.6.2")
    assert troops(game.board, "takeda") == (8 + regained, 4 - lost - regained, lost)


def test_13_6_2_both_sides_throw() -> None:
    game = told(besieged(MARKERS, (8, 1), (9, 2)), RallyTroops("takeda"), RallyTroops("uesugi"))
    game.goes_on([1, 6, 3])
    assert game.events == (
        TroopsRallied("takeda", (1,), 1, 0),
        TroopsRallied("uesugi", (6, 3), 0, 1),
    )
