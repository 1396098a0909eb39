"""Assaults [13.6.1]: who takes part, sacrifices in turn, the dice, a conquest, a repulse, a tie."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.siege_events import (
    ActionSpent,
    AssaultAnnounced,
    AssaultEnded,
    AssaultThrown,
    Sacrificed,
    SiegeEnded,
    TieBroken,
    TroopsLost,
    ZoneSeized,
)
from domain.kawanakajima.board.state import Attempt
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import (
    BidSacrifice,
    EndAssault,
    KeepSurvivors,
    LastSacrifice,
    LoseTroops,
    SeizeZone,
    SiegeTurn,
    ThrowAssault,
)
from domain.kawanakajima.words.siege_orders import Assault, Lose, Sacrifice, Seize
from domain.kit.chance import Faces
from domain.kit.errors import IllegalMove
from domain.kit.sums import Sum, Term
from tests.kawanakajima.sieges import assaulting, besieged, told, troops

TWO = {"centre": "t", "k1": "t", "a": "u", "k2": "u"}
"""The Uesugi assault k1 from a (score 2) and from k2 (score 1)."""

TO_THE_END = (ThrowAssault(), EndAssault())


def term(value: int, why: str, rule: str = "13.6.1") -> Term:
    return Term(value, why, rule)


def bidding(takeda: tuple[int, int] = (12, 0), uesugi: tuple[int, int] = (10, 0)) -> Any:
    at = besieged(TWO, takeda, uesugi, actions=3)
    return told(at, SiegeTurn("uesugi")).when("uesugi", Assault("k1"))


def throwing(
    faces: list[int],
    markers: dict[str, str] | None = None,
    zones: tuple[str, ...] = ("a", "k2"),
    score: int = 1,
    **more: Any,
) -> Any:
    """The dice of an assault of the Uesugi on k1."""
    given = {name: more.pop(name) for name in ("given", "advantage") if name in more}
    at = besieged(markers or TWO, more.pop("takeda", (12, 0)), more.pop("uesugi", (8, 0)), **more)
    return told(assaulting(at, "k1", zones, score, **given), *TO_THE_END).goes_on(faces)


# ---- who takes part


def test_13_6_1_all_adjacent_markers_take_part_and_the_lowest_score_counts() -> None:
    game = bidding()
    assert game.events == (
        ActionSpent("uesugi", "assault", 1, 2),
        AssaultAnnounced("uesugi", "k1", ("a", "k2"), 1, False),
    )
    assert game.board.siege.assault == Attempt("uesugi", "k1", ("a", "k2"), 1, False)
    assert game.agenda == (BidSacrifice("uesugi"), *TO_THE_END, SiegeTurn("uesugi"))


def test_13_6_1_an_advantage_costs_one_action_more_and_adds_one() -> None:
    at = besieged(TWO, (12, 0), (10, 0), actions=3)
    game = told(at, SiegeTurn("uesugi")).when("uesugi", Assault("k1", "advantage"))
    assert game.events[0] == ActionSpent("uesugi", "assault", 2, 1)
    thrown = throwing([1, 6], advantage=True).events[0]
    assert term(1, "advantage") in thrown.attack.terms


# ---- sacrifices


def test_13_6_1_the_example_of_sacrifices_announced_in_turn() -> None:
    """A one, B one, A another, B another: the limit is two, the markers that attack."""
    game = bidding()
    game.when("uesugi", Sacrifice(1)).then(Sacrificed("uesugi", 1, 1))
    assert game.game.awaited() == ("takeda",)
    game.when("takeda", Sacrifice(1)).then(Sacrificed("takeda", 1, 1))
    game.when("uesugi", Sacrifice(1)).then(Sacrificed("uesugi", 1, 2))
    assert game.board.siege.assault.sacrifices == {"uesugi": 2, "takeda": 1}
    game.refused(
        "takeda",
        Sacrifice(2),
        "[13.6.1] You can sacrifice 1 more: not more in all than markers attack, nor than effectives. "
        'Write "done", or a smaller number.',
    )
    with pytest.raises(IllegalMove):
        game.game.post("takeda", Sacrifice(0), Faces())
    game.when("takeda", Sacrifice(1), [3, 3])
    attack = Sum((term(3, "die"), term(2, "markers next to k1: a, k2"), term(2, "sacrifice of uesugi")))
    defence = Sum((term(3, "die"), term(1, "defence score of k1", "13.1"), term(2, "sacrifice of takeda")))
    assert game.events[:2] == (
        Sacrificed("takeda", 1, 2),
        AssaultThrown("uesugi", "k1", (3, 3), attack, defence, "taken"),
    )
    assert troops(game.board, "uesugi") == (8, 0, 2)
    assert troops(game.board, "takeda") == (10, 1, 2)


def test_13_6_1_who_has_passed_may_answer_a_later_sacrifice() -> None:
    game = bidding()
    game.when("uesugi", Done())
    assert game.agenda[0] == BidSacrifice("takeda", passed=True)
    game.when("takeda", Sacrifice(1))
    assert game.agenda[0] == BidSacrifice("uesugi")
    game.when("uesugi", Done())
    assert game.agenda[0] == BidSacrifice("takeda", passed=True)
    game.when("takeda", Done(), [6, 6])
    assert isinstance(game.events[0], AssaultThrown)


# effectives of the Uesugi and of the Takeda, what each may still sacrifice at first
LIMITS = [(10, 12, 2, 2), (1, 12, 1, 2), (10, 1, 2, 1)]


@pytest.mark.parametrize(("theirs", "ours", "most", "least"), LIMITS)
def test_13_6_1_the_limit_is_the_markers_that_attack_and_the_effectives(
    theirs: int, ours: int, most: int, least: int
) -> None:
    game = bidding((ours, 0), (theirs, 0))
    assert set(game.offers("uesugi") or ()) == {*map(Sacrifice, range(1, most + 1)), Done()}
    game.when("uesugi", Done())
    assert set(game.offers("takeda") or ()) == {*map(Sacrifice, range(1, least + 1)), Done()}


def test_13_6_1_without_effectives_nobody_is_asked() -> None:
    game = told(besieged(TWO, (0, 3), (0, 3), actions=1), SiegeTurn("uesugi"))
    game.when("uesugi", Assault("k1"), [6, 1])
    assert [type(event) for event in game.events][2] is AssaultThrown


# ---- the dice

# dice (attacker, defender), the result: two markers against a score of 1
DICE = [([3, 3], "taken"), ([2, 3], "tie"), ([1, 3], "repelled"), ([6, 1], "taken"), ([1, 6], "repelled")]


@pytest.mark.parametrize(("faces", "result"), DICE)
def test_13_6_1_strictly_more_takes_it_strictly_less_is_repelled(faces: list[int], result: Any) -> None:
    thrown = throwing(faces).events[0]
    assert thrown == AssaultThrown(
        "uesugi",
        "k1",
        (faces[0], faces[1]),
        Sum((term(faces[0], "die"), term(2, "markers next to k1: a, k2"))),
        Sum((term(faces[1], "die"), term(1, "defence score of k1", "13.1"))),
        result,
    )


# ---- a conquest


def test_13_6_1_the_marker_is_out_of_action_and_the_zone_may_be_seized() -> None:
    game = throwing([6, 1])
    assert game.events[1] == TroopsLost("takeda", "k1", "disabled", "assault")
    assert troops(game.board, "takeda") == (12, 1, 0)
    assert "k1" not in game.board.siege.markers
    assert game.agenda == (SeizeZone("uesugi"), EndAssault())
    assert set(game.offers("uesugi") or ()) == {Seize("a"), Seize("k2"), Seize("effectives"), Done()}


# where the marker comes from, the markers of the Uesugi after it, their effectives
SEIZURES = [
    (Seize("a"), {"k1", "k2"}, 8),
    (Seize("effectives"), {"a", "k1", "k2"}, 7),
    (Done(), {"a", "k2"}, 8),
]


@pytest.mark.parametrize(("order", "zones", "effectives"), SEIZURES)
def test_13_6_1_a_marker_that_took_part_goes_in_or_a_new_one_or_none(
    order: Any, zones: set[str], effectives: int
) -> None:
    game = throwing([6, 1]).when("uesugi", order)
    held = {zone for zone, sides in game.board.siege.markers.items() if "uesugi" in sides}
    assert (held, troops(game.board, "uesugi")[0]) == (zones, effectives)
    seized = () if isinstance(order, Done) else (ZoneSeized("uesugi", "k1", order.source),)
    assert game.events == (*seized, AssaultEnded("uesugi", "k1"))
    assert game.board.siege.assault is None


def test_13_6_1_what_cannot_go_in() -> None:
    game = throwing([6, 1], uesugi=(0, 0))
    said = '[13.6.1] The marker cannot come from effectives. It can come from a or k2; or write "done".'
    game.refused("uesugi", Seize("effectives"), said)


def test_13_6_1_exception_the_last_marker_stays_while_there_are_effectives() -> None:
    markers = {"k1": "t", "a": "u", "k2": "u"}
    game = throwing([6, 1], markers, takeda=(3, 0))
    assert game.events == (
        game.events[0],
        TroopsLost("takeda", "effectives", "disabled", "assault"),
        AssaultEnded("uesugi", "k1"),
    )
    assert (game.board.siege.markers["k1"], troops(game.board, "takeda")) == (("takeda",), (2, 1, 10))


def test_13_9_without_effectives_the_last_marker_ends_the_siege() -> None:
    markers = {"k1": "t", "a": "u", "k2": "u"}
    game = throwing([6, 1], markers, takeda=(0, 5), uesugi=(8, 2))
    kinds = [type(event) for event in game.events]
    assert kinds[:3] == [AssaultThrown, TroopsLost, SiegeEnded]
    assert game.board.siege is None
    assert KeepSurvivors("uesugi", 12, 2) in game.agenda


def test_13_4_4_in_a_peripheral_zone_of_both_nothing_goes_in() -> None:
    """The Uesugi have their own marker in a."""
    at = besieged({"a": "tu", "centre": "t"}, (12, 0), (8, 0))
    game = told(assaulting(at, "a", ("a",), 0), *TO_THE_END).goes_on([5, 1])
    thrown = game.events[0]
    assert isinstance(thrown, AssaultThrown)
    assert thrown.defence == Sum((term(1, "die"),))
    assert game.board.siege.markers["a"] == ("uesugi",)
    assert game.agenda == ()


# ---- a repulse

# dice, losses: attack + 2 against defence + 1
REPULSES = [([1, 3], 0), ([1, 4], 1), ([1, 5], 1), ([1, 6], 2)]


@pytest.mark.parametrize(("faces", "count"), REPULSES)
def test_13_6_1_a_loss_for_each_two_points_of_difference(faces: list[int], count: int) -> None:
    loss = LoseTroops("uesugi", "uesugi", count, ("a", "k2"), "lost", "repelled")
    assert throwing(faces).agenda[:1] == ((loss,) if count else ())


def test_13_6_1_the_attacker_chooses_what_he_loses_and_it_is_gone() -> None:
    game = throwing([1, 6], TWO | {"b": "u"})
    game.when("uesugi", Lose("a")).then(TroopsLost("uesugi", "a", "lost", "repelled"))
    assert game.agenda[0] == LoseTroops("uesugi", "uesugi", 1, ("a", "k2"), "lost", "repelled")
    game.when("uesugi", Lose("effectives"))
    assert troops(game.board, "uesugi") == (7, 0, 3)
    assert game.board.siege.markers["k2"] == ("uesugi",)


def test_13_9_a_repulse_may_end_the_siege() -> None:
    markers = {"k1": "t", "a": "u", "centre": "t"}
    game = throwing([1, 6], markers, zones=("a",), score=2, uesugi=(0, 4))
    assert TroopsLost("uesugi", "a", "lost", "repelled") in game.events
    assert SiegeEnded in [type(event) for event in game.events]
    assert game.board.units["uC1"].hex == ""


# ---- a tie


def tied(**more: Any) -> Any:
    """After the loss of a tie, from the effectives."""
    return throwing([2, 3], **more).when("uesugi", Lose("effectives"))


def test_13_6_1_a_tie_costs_the_attacker_a_point_that_is_disabled() -> None:
    game = throwing([2, 3])
    assert game.agenda[0] == LoseTroops("uesugi", "uesugi", 1, ("a", "k2"), "disabled", "tie")
    game.when("uesugi", Lose("effectives")).then(TroopsLost("uesugi", "effectives", "disabled", "tie"))
    assert troops(game.board, "uesugi") == (7, 1, 2)
    assert game.agenda == (LastSacrifice("uesugi"), EndAssault())


def test_13_6_1_the_tie_stands_if_nobody_sacrifices() -> None:
    game = tied().when("uesugi", Done())
    game.then(AssaultEnded("uesugi", "k1"))
    assert game.board.siege.markers["k1"] == ("takeda",)


def test_13_6_1_a_last_sacrifice_wins_unless_it_is_answered() -> None:
    game = tied().when("uesugi", Sacrifice(1))
    assert game.events == (Sacrificed("uesugi", 1, 1, last=True),)
    game.when("takeda", Done())
    assert game.events == (
        TieBroken("uesugi", "k1", True),
        TroopsLost("takeda", "k1", "disabled", "assault"),
    )
    assert game.agenda[0] == SeizeZone("uesugi")


def test_13_6_1_the_answer_keeps_the_tie() -> None:
    game = tied().when("uesugi", Sacrifice(1)).when("takeda", Sacrifice(1))
    assert game.events == (
        Sacrificed("takeda", 1, 1, last=True),
        TieBroken("uesugi", "k1", False),
        AssaultEnded("uesugi", "k1"),
    )
    assert (troops(game.board, "takeda"), troops(game.board, "uesugi")) == ((11, 0, 1), (6, 1, 3))


def test_13_6_1_who_cannot_answer_yields() -> None:
    game = tied(takeda=(0, 3)).when("uesugi", Sacrifice(1))
    assert TieBroken("uesugi", "k1", True) in game.events


def test_13_6_1_after_a_tie_one_point_or_none() -> None:
    said = '[13.6.1] After a tie one point is sacrificed, or none. Write "sacrifice 1" or "done".'
    tied().refused("uesugi", Sacrifice(2), said)


def test_13_6_1_without_a_marker_next_to_it_there_is_no_last_sacrifice() -> None:
    markers = {"centre": "t", "k1": "t", "a": "u", "b": "u"}
    game = throwing([3, 2], markers, zones=("a",), score=2)
    game.when("uesugi", Lose("a"))
    assert game.events[-1] == AssaultEnded("uesugi", "k1")


def test_13_6_1_without_effectives_there_is_no_last_sacrifice() -> None:
    game = throwing([2, 3], uesugi=(1, 0))
    game.when("uesugi", Lose("effectives"))
    assert game.agenda == ()
