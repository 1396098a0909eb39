"""Views of a seat, of everybody and of the referee, and what is wrong with a board that cannot be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.rising_sun.board.events import ReparationsPaid
from domain.rising_sun.board.evolve import evolve
from domain.rising_sun.board.state import Board, Hostage, Token, begin, conserved, free_coins
from domain.rising_sun.view import BattleView, Clan, Province, turn, view
from tests.rising_sun.boards import PLAIN, TABLES, at_battle, board, shared

GIVEN = at_battle(
    board(
        {"nagato": {"koi": {"bushi": 2}, "turtle": {"phoenix": 1}}},
        alliances=(("koi", "lotus"),),
        coins={"koi": 5},
        tokens=(Token("koi", "edo", 1),),
        hostages=(Hostage("koi", "turtle", "shinto"),),
        wars=("edo", "nagato"),
        settled=("edo",),
    ),
    bids={"koi": (1, 0, 0, 2)},
)
assert GIVEN.battle is not None
SEALED = replace(GIVEN, battle=replace(GIVEN.battle, revealed=False))


def test_what_everybody_sees_of_a_battle() -> None:
    seen = view(State(GIVEN), PUBLIC)
    assert (seen.season, seen.phase, seen.honor) == ("spring", "war", ("lotus", "koi", "turtle"))
    assert seen.clans[1] == Clan(
        "koi", 2, "lotus", 5, 0, 0, (), (Token("koi", "edo", 1),), (Hostage("koi", "turtle", "shinto"),), None
    )
    assert (seen.clans[2].hostages, seen.clans[2].tokens) == ((), ())
    by_name = {one.name: one for one in seen.provinces}
    assert by_name["nagato"] == Province(
        "nagato", 2, {"koi": {"bushi": 2}, "turtle": {"phoenix": 1}}, {"koi": 2, "turtle": 1}, False, ""
    )
    assert by_name["edo"] == Province("edo", 1, {}, {}, True, "koi")
    assert seen.battle == BattleView(
        "nagato",
        ("koi", "turtle"),
        {"koi": (1, 0, 0, 2), "turtle": (0, 0, 0, 0)},
        True,
        False,
        {"koi": 2, "turtle": 1},
        {},
        0,
        "",
    )


def test_before_the_track_is_entered_nobody_has_a_place_or_force() -> None:
    given = begin(PLAIN, TABLES, ("herald", "koi", "lotus", "turtle"))
    there = given.figures | {"edo": given.figures["edo"] | {"koi": {"bushi": 2}}}
    seen = view(State(replace(given, figures=there)), PUBLIC)
    assert [clan.honor for clan in seen.clans] == [0, 0, 0]
    assert [one for one in seen.provinces if one.armies] == [
        Province("edo", 0, {"koi": {"bushi": 2}}, {}, False, "")
    ]


def test_hired_ronin_stand_in_the_force_of_the_mat_and_not_in_that_of_the_province() -> None:
    """[advantage/ronin]"""
    assert GIVEN.battle is not None
    seen = view(State(replace(GIVEN, battle=replace(GIVEN.battle, hired={"koi": 3}))), PUBLIC)
    assert seen.battle is not None
    assert seen.battle.forces == {"koi": 5, "turtle": 1}
    assert [one.forces for one in seen.provinces if one.armies] == [{"koi": 2, "turtle": 1}]


def test_coins_that_are_paid_lie_on_the_tile_no_more() -> None:
    """[battle/reparations]: between the payment and the end of the battle."""
    won = replace(GIVEN, battle=replace(GIVEN.battle, winner="koi")) if GIVEN.battle else GIVEN
    paid = evolve(won, ReparationsPaid("koi", {"turtle": 0}, {"turtle": shared(3, 1)}))
    assert (free_coins(won, "koi"), free_coins(paid, "koi")) == (2, 2)
    seen = view(State(paid), PUBLIC)
    assert seen.battle is not None
    assert seen.battle.paid
    assert [clan.coins for clan in seen.clans] == [0, 2, 3]


@pytest.mark.parametrize("viewer", ["koi", "turtle", PUBLIC, REFEREE])
def test_a_sealed_bid_is_its_seats_and_the_referees(viewer: str) -> None:
    battle = view(State(SEALED), viewer).battle
    assert battle is not None
    assert battle.bids["koi"] == ((1, 0, 0, 2) if viewer in ("koi", REFEREE) else None)


@pytest.mark.parametrize("viewer", ["koi", "turtle", PUBLIC, REFEREE])
def test_standing_answers_are_their_seats_until_the_end(viewer: str) -> None:
    given = replace(GIVEN, standing=GIVEN.standing | {"koi": {"ronin": "yes"}})
    during = view(State(given), viewer).clans[1].standing
    assert during == ({"ronin": "yes"} if viewer in ("koi", REFEREE) else None)
    assert view(State(replace(given, phase="over")), viewer).clans[1].standing == {"ronin": "yes"}


TURNS = [
    (GIVEN, "S1"),
    (replace(GIVEN, war=1), "S1.1"),
    (replace(GIVEN, war=2, settled=("edo", "nagato")), "S1.2"),
    (replace(GIVEN, season=3, war=5), "S3.5"),
    (replace(GIVEN, season=4, phase="entry"), "S4"),
]


@pytest.mark.parametrize(("given", "name"), TURNS)
def test_a_turn_is_a_season_and_the_number_of_its_war(given: Board, name: str) -> None:
    assert turn(given) == name


WRONG = [
    (replace(GIVEN, purse=6), "The clans have 5 coins; 6 should be in play."),
    (
        replace(GIVEN, honor=("lotus", "koi", "koi")),
        "The Honor track has lotus, koi, koi; the clans are lotus, koi, turtle.",
    ),
    (replace(GIVEN, points=GIVEN.points | {"koi": -1}), "koi has -1 points."),
    (
        board({"edo": {"koi": {"bushi": 4}}, "oshu": {"koi": {"bushi": 3}}}),
        "koi has 7 bushi in play; there are 6.",
    ),
    (
        board({"edo": {"koi": {"daimyo": 1}}}, hostages=(Hostage("lotus", "koi", "daimyo"),)),
        "koi has 2 daimyo in play; there are 1.",
    ),
    (
        board({"edo": {"koi": {"phoenix": 1}}, "oshu": {"koi": {"phoenix": 1}}}),
        "koi has 2 phoenix in play; there are 1.",
    ),
]


@pytest.mark.parametrize(("given", "why"), WRONG)
def test_what_is_wrong_with_a_board_is_said(given: Board, why: str) -> None:
    assert conserved(given) == why
    assert conserved(GIVEN) == ""
