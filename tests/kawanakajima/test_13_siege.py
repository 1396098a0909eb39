"""How a siege begins and grows [13.5, 13.7], and what its clans may not do [13.6]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.activation.compulsory_chits import in_posture, marching
from domain.kawanakajima.activation.rally import may_rally
from domain.kawanakajima.board.events import PostureChanged, SpecialOpened
from domain.kawanakajima.board.field_events import Activated, PostureTried, PostureWanted
from domain.kawanakajima.board.siege_events import (
    ActionsCounted,
    FortressEntered,
    MarkersPosted,
    SiegeBegan,
    SiegeEnded,
)
from domain.kawanakajima.board.state import Note, Siege, Troops, with_army
from domain.kawanakajima.command.plans import may_conform
from domain.kawanakajima.words.field_items import (
    Activation,
    CombatChit,
    Manoeuvre,
    MarchTurn,
    PosturePhase,
    RallyChit,
    RallyPhase,
)
from domain.kawanakajima.words.field_orders import Posture
from domain.kawanakajima.words.items import ChooseImpetuous, PlaceSamurai, PlaySpecial
from domain.kawanakajima.words.orders import Done, Impetuous, Samurai
from domain.kawanakajima.words.siege_items import KeepSurvivors, PlaceMarkers, SiegeTurn, WithdrawClan
from domain.kawanakajima.words.siege_orders import Occupy, Post
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import Stands, board, planned
from tests.kawanakajima.sieges import GARRISON, HYPOTHETICAL, KAIZU, besieged, told, troops

BEFORE: dict[str, Stands] = {"uC1": "2526", "uC2": ("2527", 2)}
M = Sum(
    (
        Term(5, "Elan and Mass of M1, in order", "13.4.1"),
        Term(5, "Elan and Mass of M2, in order", "13.4.1"),
        Term(4, "Elan and Mass of M3, in order", "13.4.1"),
    )
)
C1 = Sum((Term(5, "Elan and Mass of C1, in order", "13.4.1"),))
C2 = Sum((Term(4, "Elan and Mass of C2, disorganised", "13.4.2"),))
NONE = Sum(())


def beginning(units: dict[str, Stands] | None = None) -> Any:
    at = board({**GARRISON, **BEFORE, **(units or {})}, {"tM": "defence", "uC": "attack"}, HYPOTHETICAL)
    return told(at, Manoeuvre("uesugi", ("uC",))).when("uesugi", Occupy("C", "a"))


# ---- 13.5


def test_13_5_a_siege_begins_with_the_strengths_of_both_sides() -> None:
    game = beginning()
    entered = FortressEntered(
        "uC",
        "a",
        {"uC1": ("2526", KAIZU), "uC2": ("2527", KAIZU)},
        {"uC1": 3, "uC2": 3},
        C1,
        C2,
    )
    began = SiegeBegan("uesugi", "a", {"takeda": M, "uesugi": C1}, {"takeda": NONE, "uesugi": C2})
    board_ = game.then(entered, began)
    assert board_.siege == Siege(
        "uesugi",
        {"takeda": Troops(14, 0, 0), "uesugi": Troops(5, 4, 0)},
        {"uesugi": ("a",), "takeda": ("centre",)},
    )
    assert game.cited == ("13.3", "13.5")
    assert game.game.awaited() == ("takeda",)


def test_13_5_first_the_besieged_places_anywhere_then_the_besieger_from_his_zone() -> None:
    game = beginning()
    game.refused(
        "takeda",
        Done(),
        "[13.5] A side begins with one marker at least. "
        "Zones that can: centre, a, b, c, k1, k2, k3, k4 or k5.",
    )
    game.when("takeda", Post(("centre", "k1", "a"))).then(MarkersPosted("takeda", ("centre", "k1", "a")))
    assert troops(game.board, "takeda") == (11, 0, 0)
    game.when("takeda", Done())
    assert game.game.awaited() == ("uesugi",)
    game.refused(
        "uesugi",
        Post(("k2",)),
        "[13.5] A marker cannot be placed in k2: it is not there, is taken, "
        "or cannot be reached. Zones that can: a.",
    )
    game.when("uesugi", Post(("a",)))
    assert game.board.siege.markers == {"centre": ("takeda",), "k1": ("takeda",), "a": ("takeda", "uesugi")}
    assert game.agenda == ()


# zones, what the refusal of a Takeda marker says
POSTS = [
    (("k9",), "it is not there, is taken, or cannot be reached"),
    (("k1", "k1"), "it is not there, is taken, or cannot be reached"),
]


@pytest.mark.parametrize(("zones", "said"), POSTS)
def test_13_5_where_no_marker_goes(zones: tuple[str, ...], said: str) -> None:
    game = beginning()
    with pytest.raises(Exception, match=said):
        game.game.post("takeda", Post(zones), None)


def test_13_4_4_a_point_of_effectives_for_each_marker() -> None:
    at = besieged({"centre": "t", "a": "u"}, (13, 0), (2, 9))
    game = told(at, PlaceMarkers("uesugi", ("a",)))
    game.refused(
        "uesugi",
        Post(("b", "k1", "k2")),
        "[13.5] 3 zones are named, and there are 2 points of "
        "effectives. Name one zone for a point, or fewer.",
    )
    game.when("uesugi", Post(("b", "k1")))
    assert (game.agenda, troops(game.board, "uesugi")) == ((), (0, 9, 0))


def test_13_9_a_garrison_without_effectives_is_lost_at_once() -> None:
    game = beginning({"tM1": (KAIZU, 2), "tM2": (KAIZU, 2), "tM3": (KAIZU, 3)})
    assert game.game.awaited() == ("uesugi",)
    game.when("uesugi", Post(("a", "k1")))
    game.when("uesugi", Done())
    assert [type(event) for event in game.events][:1] == [SiegeEnded]
    assert game.agenda[0] == KeepSurvivors("uesugi", 9, 4)


# ---- 13.7


def test_13_7_a_clan_that_comes_into_a_siege_brings_its_points_and_markers() -> None:
    at = besieged(
        {"centre": "t", "a": "u"},
        (13, 0),
        (11, 0),
        units={"uD1": "2625", "uD2": "2624", "uD3": ("2726", 3)},
        postures={"uD": "attack"},
    )
    game = told(at, Manoeuvre("uesugi", ("uD",))).when("uesugi", Occupy("D", "b"))
    assert game.cited == ("13.7",)
    assert troops(game.board, "uesugi") == (11 + 5 + 4, 3, 0)
    assert game.board.siege.bases == {"takeda": ("centre",), "uesugi": ("a", "b")}
    assert game.agenda[0] == PlaceMarkers("uesugi", ("b",))
    game.when("uesugi", Post(("b", "k2")))
    game.when("uesugi", Done())
    assert game.board.siege.markers["k2"] == ("uesugi",)


def test_13_7_the_besieged_are_relieved_by_a_clan_in_attack() -> None:
    at = besieged(
        {"centre": "t", "a": "u", "b": "u", "k2": "u"},
        (13, 0),
        (9, 0),
        units={"tN1": "2625", "tN2": "2726", "tN3": ("", 4)},
        postures={"tN": "attack"},
    )
    game = told(at, Manoeuvre("takeda", ("tN",))).when("takeda", Occupy("N", "b"))
    assert troops(game.board, "takeda") == (23, 0, 0)
    assert set(game.game.examples("takeda")) == {Post(("b",)), Done()}
    game.when("takeda", Post(("b",)))
    assert game.board.siege.markers["b"] == ("uesugi", "takeda")


def test_13_7_only_in_attack() -> None:
    at = besieged({"centre": "t", "a": "u"}, units={"tN1": "2625"}, postures={"tN": "move"})
    told(at, Manoeuvre("takeda", ("tN",))).refused(
        "takeda",
        Occupy("N", "b"),
        "[13.3] The enemy is in Kaizu: a clan in attack may enter, and Clan N is in move.",
    )


# ---- 13.6: what they may do


SIEGE = {"centre": "t", "a": "u"}


def test_13_6_the_chit_of_a_clan_in_a_siege_is_for_a_change_of_posture() -> None:
    at = besieged(SIEGE, (13, 0), (11, 0))
    game: Any = told(at, Activation("uesugi", ("uC",))).goes_on()
    assert game.events == (Activated("uesugi", ("uC",), "clan"),)
    assert game.agenda == (PosturePhase("uesugi", ("uC",)),)
    wanted = {order.posture for order in game.offers("uesugi") or () if isinstance(order, Posture)}
    assert wanted == {"move", "defence", "regroup"}
    needs = at.data.posture_change["attack"]["defence"]
    tried = Sum((Term(6, "die", "6.4"), Term(1, "leader", "6.4")))
    game.when("uesugi", Posture("C", "defence"), [6])
    assert game.events == (
        PostureWanted("uC", "defence"),
        PostureTried("uC", 6, tried, needs or 0, True),
        PostureChanged("uC", "defence", "change of posture"),
    )
    assert game.agenda[:1] == (WithdrawClan("uesugi", "uC"),)


def test_13_6_a_failed_try_leaves_it_in_the_siege() -> None:
    game = told(besieged(SIEGE, (13, 0), (11, 0)), PosturePhase("uesugi", ("uC",)))
    game.when("uesugi", Posture("C", "move"), [1])
    assert game.agenda == ()
    assert game.board.units["uC1"].hex == KAIZU


def test_13_6_a_clan_of_the_garrison_does_not_attack() -> None:
    """It has a marker in b, and might withdraw."""
    at = besieged({"centre": "t", "b": "t", "a": "u"}, (12, 0), (11, 0))
    game = told(at, PosturePhase("takeda", ("tM",)))
    why = "[13.6] Clan M is in the siege of Kaizu: it changes its posture only to withdraw."
    game.refused("takeda", Posture("M", "attack"), why)
    wanted = {order.posture for order in game.offers("takeda") or () if isinstance(order, Posture)}
    assert wanted == {"move", "regroup"}


def test_13_8_who_cannot_withdraw_has_nothing_to_do() -> None:
    """There is no Takeda marker in a peripheral zone."""
    game = told(besieged(SIEGE, (13, 0), (11, 0)), Activation("takeda", ("tM",))).goes_on()
    assert (game.events, game.agenda) == ((Activated("takeda", ("tM",), "clan"),), ())


def test_13_6_special_chits_do_not_move_a_clan_in_a_siege() -> None:
    for activation in ("retreat", "attack"):
        at = besieged(SIEGE, (13, 0), (11, 0), notes={"u1": Note(activation, ("uC",))})
        game = told(with_army(at, "uesugi", **planned("kuruma-gakari")), PlaySpecial("u1")).goes_on()
        assert SpecialOpened("u1", activation, ("uC",)) in game.events
        assert (game.board.postures["uC"], game.agenda) == ("attack", ())


def test_13_6_a_clan_in_a_siege_is_not_made_to_attack() -> None:
    at = besieged(SIEGE, (13, 0), (11, 0), units={"uD1": "2313"})
    offers = told(at, ChooseImpetuous("takeda")).offers("takeda")
    assert offers == (Impetuous("D"),)


def test_13_6_march_rally_and_plans_leave_the_siege_alone() -> None:
    at = besieged(SIEGE, (13, 0), (11, 0), units={"tM1": (KAIZU, 1)}, postures={"tM": "regroup"})
    assert in_posture(at, "takeda", "regroup") == ()
    assert may_rally(at, RallyPhase("takeda", ("tM",))) == ()
    assert not may_conform(at, "tM")
    moving = besieged(SIEGE, (13, 0), (11, 0), postures={"tM": "move"})
    assert marching(moving, MarchTurn("takeda"), "takeda") == ()
    assert told(at, RallyChit()).goes_on().events == (Activated("", (), "rally"),)


def test_13_6_a_samurai_only_stays_with_a_unit_in_a_siege() -> None:
    at = besieged(SIEGE, (13, 0), (11, 0), units={"uC2": (KAIZU, 1), "uD1": ("2313", 1)})
    game = told(at, PlaceSamurai("uesugi"))
    offers = {(order.unit, order.use) for order in game.offers("uesugi") or () if isinstance(order, Samurai)}
    assert offers == {
        *((unit, "stay") for unit in ("C1", "C2", "C3", "D1")),
        ("D1", "rally"),
        ("D1", "attack"),
    }
    said = (
        "[13.6] C2 is in the siege of Kaizu; there a samurai can only stay with it. "
        'Write "stay", or name another unit.'
    )
    game.refused("uesugi", Samurai("C2", "rally"), said)


def test_13_6_1_the_combat_chit_of_a_side_brings_its_actions() -> None:
    game = told(besieged(SIEGE, (13, 0), (11, 0)), CombatChit("uesugi")).goes_on()
    actions = Sum(
        (
            Term(1, "fire of C3", "13.4.3"),
            Term(1, "leader of C1", "13.4.3"),
            Term(1, "always", "13.4.3"),
        )
    )
    assert game.events == (
        Activated("uesugi", ("uC",), "combat"),
        ActionsCounted("uesugi", actions),
    )
    assert game.agenda == (SiegeTurn("uesugi"),)
    assert game.board.siege.actions == 3
