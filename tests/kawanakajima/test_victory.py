"""Samurai [14.1, 14.2, 14.3], victory points [15.1], the generals [16.4], and the ways a game ends [17.5]."""

from __future__ import annotations

import pytest

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.events import (
    GameEnded,
    PointsScored,
    PostureChanged,
    Resigned,
    SamuraiCalled,
    SamuraiJoined,
)
from domain.kawanakajima.board.field_events import RallyTried
from domain.kawanakajima.board.state import lead, without_samurai
from domain.kawanakajima.board.zones import clan_leader, leader_value
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.scenario import victory
from domain.kawanakajima.scenario.victory import ENDINGS, ending_of
from domain.kawanakajima.words.field_items import Activation, RallyUnit
from domain.kawanakajima.words.items import BeginTurn, CountPoints, DrawChit, LeaderLost, PlaceSamurai, Score
from domain.kawanakajima.words.orders import Resign, Samurai
from domain.kit.chance import Chance, Faces
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import SEATS, Stands, board, scenario
from tests.kawanakajima.data import DATA

WITH_SAMURAI = Options(samurai=True)


def gained(points: int) -> Sum:
    return Sum((Term(points, "Elan of B1", "17.5"),))


def margin(takeda: int, uesugi: int) -> Sum:
    return Sum((Term(takeda, "points of Takeda", "15.1"), Term(-uesugi, "points of Uesugi", "15.1")))


# ---- 15.1


def test_15_1_points_move_the_marker_and_equal_points_bring_it_back_to_0() -> None:
    told = scenario(board(), Score("takeda", gained(2)), Score("uesugi", gained(2))).goes_on()
    after = told.then(PointsScored("takeda", gained(2), 2), PointsScored("uesugi", gained(2), 0))
    assert (after.armies["takeda"].points, after.armies["uesugi"].points, lead(after)) == (2, 2, 0)


# ---- 14.1


LINE = DATA.samurai_lines["uesugi"][0]
CALLS = [
    # the lead of Takeda before, points of whom, how many, who is called
    (LINE - 1, "takeda", 1, "uesugi"),
    (LINE - 2, "takeda", 1, ""),
    (LINE - 1, "takeda", 2, "uesugi"),
    (LINE, "takeda", 1, ""),
    (LINE + 1, "uesugi", 2, ""),
    (-DATA.samurai_lines["takeda"][0] + 1, "uesugi", 1, "takeda"),
    (-DATA.samurai_lines["takeda"][0] + 2, "uesugi", 1, ""),
]


@pytest.mark.parametrize(("before", "side", "points", "called"), CALLS)
def test_14_1_a_line_passed_upwards_calls_the_samurai_of_the_side_that_is_behind(
    before: int, side: str, points: int, called: str
) -> None:
    given = board(options=WITH_SAMURAI, takeda={"points": max(0, before)}, uesugi={"points": max(0, -before)})
    told = scenario(given, Score(side, gained(points))).goes_on()
    lines = {"takeda": DATA.samurai_lines["takeda"][0], "uesugi": LINE}
    assert told.events[1:] == ((SamuraiCalled(called, lines[called]),) if called else ())
    if called:
        assert told.cited == ("15.1", "14.1")
        assert told.board.chits[f"samurai {called}"] == "bowl"


def test_14_1_only_with_the_option_and_only_if_he_is_not_in_play() -> None:
    behind = {"points": LINE - 1}
    assert len(scenario(board(takeda=behind), Score("takeda", gained(1))).goes_on().events) == 1
    for place in ("bowl", "unit"):
        given = board(options=WITH_SAMURAI, takeda=behind, chits={"samurai uesugi": place})
        assert len(scenario(given, Score("takeda", gained(1))).goes_on().events) == 1


# ---- 14.2, 14.3


def test_14_2_the_samurai_rallies_a_unit() -> None:
    given = board({"tA1": "3315", "tG1": ("2914", 1), "tH1": "2915"}, chits={"samurai takeda": "drawn"})
    order = Samurai("G1", "rally")
    found = victory.place_samurai(given, PlaceSamurai("takeda"), "takeda", order, Chance(Faces()))
    assert (found.events, found.then) == (
        (SamuraiJoined("takeda", "tG1", "rally"),),
        (RallyUnit("tG1", free=True),),
    )


@pytest.mark.parametrize("posture", ["attack", "move", "defence", "regroup"])
def test_14_2_in_any_posture_and_even_in_an_enemy_zone(posture: str) -> None:
    units: dict[str, Stands] = {"tA1": "3315", "tG1": ("2914", 2), "uB1": "2814"}
    given = board(units, {"tG": posture}, options=WITH_SAMURAI, chits={"samurai takeda": "drawn"})
    told = scenario(given, PlaceSamurai("takeda")).when("takeda", Samurai("G1", "rally"), [6])
    joined, tried = told.events
    assert joined == SamuraiJoined("takeda", "tG1", "rally")
    assert isinstance(tried, RallyTried)
    assert (tried.unit, tried.face, tried.tried.total) == ("tG1", 6, 6 + DATA.numbers.samurai)
    assert told.board.units["tG1"].losses == 0
    assert told.board.postures["tG"] == posture


def test_14_2_or_he_only_joins_it() -> None:
    """Its clan may do one thing or the other; it need not."""
    given = board({"tA1": "3315", "tG1": "2914"}, options=WITH_SAMURAI, chits={"samurai takeda": "drawn"})
    told = scenario(given, PlaceSamurai("takeda")).when("takeda", Samurai("G1", "stay"))
    after = told.then(SamuraiJoined("takeda", "tG1", "stay"))
    assert (after.armies["takeda"].samurai, after.postures["tG"], told.agenda) == ("tG1", "defence", ())


def test_14_2_or_leads_its_clan_into_the_attack() -> None:
    given = board({"tA1": "3315", "tG1": "2914"}, chits={"samurai takeda": "drawn"})
    order = Samurai("G1", "attack")
    found = victory.place_samurai(given, PlaceSamurai("takeda"), "takeda", order, Chance(Faces()))
    assert found.events == (
        SamuraiJoined("takeda", "tG1", "attack"),
        PostureChanged("tG", "attack", "samurai"),
    )
    assert found.then == (Activation("takeda", ("tG",)),)


def test_14_2_any_unit_on_the_map() -> None:
    given = board({"tA1": "3315", "tG1": ("2914", 1), "tM1": "A2"}, chits={"samurai takeda": "drawn"})
    told = scenario(given, PlaceSamurai("takeda"))
    assert told.offers("takeda") == (
        *(Samurai("A1", "attack"), Samurai("A1", "stay")),
        *(Samurai("G1", "rally"), Samurai("G1", "attack"), Samurai("G1", "stay")),
    )
    told.refused("takeda", Samurai("M1", "attack"), "[14.2] You have no unit M1 on the map. Yours: A1 or G1.")
    why = '[14.2] A1 is in order and has nothing to rally. Write "attack" or "stay".'
    told.refused("takeda", Samurai("A1", "rally"), why)


def test_14_3_the_samurai_is_a_leader_like_others_until_he_leaves() -> None:
    given = board({"tG1": "2914"}, takeda={"samurai": "tG1"}, chits={"samurai takeda": "unit"})
    assert (leader_value(given, "tG1"), clan_leader(given, "tG")) == (DATA.numbers.samurai,) * 2
    after = without_samurai(given, "takeda")
    assert (leader_value(after, "tG1"), after.chits["samurai takeda"]) == (0, "away")


# ---- 16.4


DEATHS = [
    ("tA1", "shingen-killed", ("uesugi",)),
    ("uA1", "kenshin-killed", ("takeda",)),
    ("tM1", "", ()),
    ("uB1", "", ()),
]


@pytest.mark.parametrize(("unit", "ending", "winners"), DEATHS)
def test_16_4_the_death_of_shingen_or_kenshin_ends_the_game(
    unit: str, ending: str, winners: tuple[str, ...]
) -> None:
    given = board(takeda={"points": 3})
    told = scenario(given, LeaderLost(unit), *((BeginTurn(4),) if ending else ())).goes_on()
    if not ending:
        assert told.then() == given
        return
    after = told.then(GameEnded(ending, winners, margin(3, 0)))
    assert (after.ending, after.winners, told.agenda) == (ending, winners, ())


# ---- 17.5


COUNTS = [
    # Takeda, Uesugi, ending, winners
    (4, 0, "draw", SEATS),
    (5, 0, "points", ("takeda",)),
    (10, 14, "draw", SEATS),
    (10, 15, "points", ("uesugi",)),
    (0, 0, "draw", SEATS),
    (-2, 2, "draw", SEATS),
    (-2, 3, "points", ("uesugi",)),
]


@pytest.mark.parametrize(("takeda", "uesugi", "ending", "winners"), COUNTS)
def test_17_5_a_margin_of_up_to_four_is_a_draw(
    takeda: int, uesugi: int, ending: str, winners: tuple[str, ...]
) -> None:
    given = board(takeda={"points": takeda}, uesugi={"points": uesugi}, turn=10)
    told = scenario(given, CountPoints()).goes_on()
    after = told.then(GameEnded(ending, winners, margin(takeda, uesugi)))
    assert (ending_of(after), KAWANAKAJIMA.winners(after)) == (ending, winners)
    assert told.game.is_over()


@pytest.mark.parametrize(("seat", "winner"), [("takeda", "uesugi"), ("uesugi", "takeda")])
def test_a_side_may_give_up_whatever_is_asked(seat: str, winner: str) -> None:
    """[end/resignation]"""
    given = board(options=WITH_SAMURAI, chits={"samurai uesugi": "drawn"})
    told = scenario(given, PlaceSamurai("uesugi"), DrawChit()).when(seat, Resign())
    after = told.then(Resigned(seat), GameEnded("resignation", (winner,), margin(0, 0)))
    assert (told.agenda, ending_of(after)) == ((), "resignation")


def test_every_ending_has_its_sentence() -> None:
    assert tuple(ENDINGS) == ("points", "draw", "shingen-killed", "kenshin-killed", "resignation")
