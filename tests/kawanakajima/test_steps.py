"""Orders of Kawanakajima that few games come to, put together pick by pick."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import Struct

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.state import Board
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.words.field_items import Engage
from domain.kawanakajima.words.field_orders import Fight
from domain.kawanakajima.words.items import BuildPositions, Deploy, WriteEntries
from domain.kawanakajima.words.orders import DeployClan, Fortify
from domain.kawanakajima.words.siege_items import KeepSurvivors, PlaceMarkers, SiegeTurn, WithdrawClan
from domain.kawanakajima.words.siege_orders import Assault, Keep, Withdraw
from domain.kit.facts import State
from domain.kit.picked import picks_of
from domain.kit.steps import SHUT, Step, narrowing
from tests.kawanakajima.boards import board
from tests.kawanakajima.data import DATA
from tests.kawanakajima.sieges import KAIZU, besieged
from tests.titles.stepping import every_order_is_reached, every_walk_leads_on, step_of

WORDS = KAWANAKAJIMA.notation(DATA, ("takeda", "uesugi"))
NOBODY = {"uC1": "", "uC2": "", "uC3": ""}
MARKERS = {"centre": "t", "b": "u", "k2": "u", "k5": "u"}
LEAVING = besieged(
    MARKERS,
    uesugi=(4, 4),
    units=NOBODY | {"uB1": (KAIZU, 3), "uB2": (KAIZU, 1), "uD1": KAIZU},
    bases=("b",),
)
AFTER = besieged({"centre": "u", "a": "u"}, (0, 0), (8, 2))
SIEGE = besieged({"centre": "t", "k1": "t", "a": "u", "k2": "u"}, (4, 0), (4, 2), actions=3)
FORD = board(options=Options(alternative_deployment=True))

# what is asked on which board, and an order that picks have to say
POSITIONS: list[tuple[Board, Struct, Struct]] = [
    (LEAVING, WithdrawClan("uesugi", "uB"), Withdraw("b", ("k5", "k2"))),
    (AFTER, KeepSurvivors("uesugi", 12, 2), Keep(("C1", "C2", "C3"), ("C3",))),
    (SIEGE, SiegeTurn("uesugi"), Assault("k1", "advantage")),
    (FORD, BuildPositions("uesugi", 2), Fortify(("A1", "B1"))),
]


@pytest.mark.parametrize(("at", "item", "order"), POSITIONS)
def test_whatever_may_be_picked_leads_to_an_order(at: Board, item: Struct, order: Struct) -> None:
    position = (State(at, (item,)), "uesugi")
    every_order_is_reached(KAWANAKAJIMA, WORDS, position, Random(0))
    for seed in range(5):
        every_walk_leads_on(KAWANAKAJIMA, WORDS, position, Random(seed))
    assert picks_of(narrowing(KAWANAKAJIMA, WORDS, *position), WORDS, order)


def step(at: Board, item: Struct, *picks: str) -> Step:
    return step_of(KAWANAKAJIMA, WORDS, State(at, (item,)), "uesugi", picks)


def shut(found: Step) -> dict[str, str]:
    return {one.value.pick: one.bar.why for one in found.choices if one.may == SHUT and one.bar}


def test_17_6_3_a_clan_is_deployed_hex_by_hex() -> None:
    """A hex is left as long as the others of the clan can still come beside it and beside clan M."""
    position = (State(FORD, (Deploy("uesugi"),)), "uesugi")
    every_order_is_reached(KAWANAKAJIMA, WORDS, position, Random(0))
    for seed in range(4):
        every_walk_leads_on(KAWANAKAJIMA, WORDS, position, Random(seed))
    assert shut(step(FORD, Deploy("uesugi")))["M"] == "Clan M cannot be deployed beside clan M."
    begun = step(FORD, Deploy("uesugi"), "D")
    assert begun.left[0].number == len(FORD.data.clans["uD"].units)
    assert begun.lacks
    assert begun.lacks.cured


def test_13_5_a_marker_is_placed_for_each_point() -> None:
    item = PlaceMarkers("uesugi", ("k2",))
    found = step(SIEGE, item)
    zone = next(one.value.pick for one in found.choices if one.may and one.value.field)
    assert step(SIEGE, item, zone).left[0].number == found.left[0].number - 1


def test_13_9_more_is_picked_until_the_disabled_are_covered() -> None:
    """Those who are named disorganised are worth the disabled; who names none leaves it to the rule."""
    item = KeepSurvivors("uesugi", 12, 2)
    assert step(AFTER, item, "C1", "C2").is_whole
    named = step(AFTER, item, "C1", "C2", "disorganised C1")
    assert named.is_whole or (named.lacks and named.lacks.cured)


def test_11_3_an_enemy_that_nobody_else_could_attack_has_to_be_picked_too() -> None:
    """G1 holds B1 and C1 alone: with one of them picked, the other lacks."""
    at = board({"tG1": "2010", "uB1": "2011", "uC1": "2009"}, {"tG": "attack"})
    state, item = State(at, (Engage("takeda", ("tG",)),)), Engage("takeda", ("tG",))
    narrow = narrowing(KAWANAKAJIMA, WORDS, State(at, (item,)), "takeda")
    assert state.agenda == (item,)
    one = step_of(KAWANAKAJIMA, WORDS, state, "takeda", ("G1", "on B1"))
    assert not one.is_whole
    assert [
        choice.value.pick for choice in one.choices if choice.may and choice.value.field == "targets"
    ] == ["on C1"]
    assert picks_of(narrow, WORDS, Fight(("G1",), ("B1", "C1"))) == ("G1", "on B1", "on C1")


def test_17_6_3_a_deployment_is_said_by_picks() -> None:
    state = State(FORD, (Deploy("uesugi"),))
    order = next(
        one for one in KAWANAKAJIMA.examples(state, "uesugi") if isinstance(one, DeployClan) and one.hexes
    )
    narrow = narrowing(KAWANAKAJIMA, WORDS, state, "uesugi")
    assert picks_of(narrow, WORDS, order) == (order.clan, *order.hexes)


def test_16_2_the_entry_point_of_the_next_clan_is_one_pick_that_of_another_two() -> None:
    late, item = board(), WriteEntries("takeda", ("tM", "tN"))

    def found(*picks: str) -> Step:
        return step_of(KAWANAKAJIMA, WORDS, State(late, (item,)), "takeda", picks)

    assert {one.value.pick for one in found().choices if one.may} == {*DATA.map.entries, "N"}
    assert (found("C2").is_closed, WORDS.write(found("C2").order)) == (True, "entry M at C2")  # type: ignore[arg-type]
    assert WORDS.write(found("N", "C2").order) == "entry N at C2"  # type: ignore[arg-type]
