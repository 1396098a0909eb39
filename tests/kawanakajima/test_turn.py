"""Chapter 4: turns and chits [4.1], the sequence of a turn [4.2], the delay track [2.3] at its end; 14.3."""

from __future__ import annotations

from domain.kawanakajima.board.events import SamuraiLeft, TurnBegan, TurnEnded
from domain.kawanakajima.board.state import COMPULSORY
from domain.kawanakajima.command import turn
from domain.kawanakajima.command.chits import TIRED
from domain.kawanakajima.words.items import (
    AddCompulsory,
    BeginChoices,
    BeginSaving,
    BeginTurn,
    CountPoints,
    DrawChit,
    EndTurn,
    EnterClans,
    ThrowCommand,
    UpdateDelays,
)
from domain.kit.chance import Chance, Faces
from domain.kit.facts import By
from tests.kawanakajima.boards import board
from tests.kawanakajima.data import DATA

WHY = "the five compulsory chits have been drawn"
ALL_AWAY = dict.fromkeys(COMPULSORY, "away")


def test_4_2_a_turn_is_command_then_activation() -> None:
    found = turn.begin_turn(board(), BeginTurn(4), Chance(Faces()))
    assert found.events == (TurnBegan(4),)
    assert found.then == (
        EnterClans(),
        UpdateDelays(),
        ThrowCommand("shingen"),
        ThrowCommand("kosaka"),
        ThrowCommand("kenshin"),
        BeginSaving(),
        BeginChoices(),
        AddCompulsory(),
        DrawChit(),
    )


def test_4_2_chits_left_in_the_bowl_clans_to_the_reserve_special_ones_to_box_1() -> None:
    left = {"tB": "bowl", "u3": "bowl", "tC": "2", "u1": "reserve", "samurai uesugi": "bowl"}
    given = board(chits=left | dict.fromkeys(COMPULSORY, "played"))
    found = turn.end_turn(given, EndTurn(WHY), Chance(Faces()))
    places = {"tB": "reserve", "u3": "1", "samurai uesugi": "bowl"} | ALL_AWAY
    assert found.events == (By("4.2", TurnEnded(3, WHY, places)),)
    assert found.then == (BeginTurn(4),)


def test_2_3_the_delay_track_has_four_boxes_of_ten_movement_points() -> None:
    numbers = DATA.numbers
    assert (numbers.delay_boxes, numbers.delay_step, numbers.special_chits) == (4, 10, 4)


def test_4_2_the_chit_of_a_clan_that_is_gone_leaves_the_bowl_for_good() -> None:
    given = board({"tA1": "3315", "tG1": ("", 4)}, chits={"tG": "bowl"})
    found = turn.end_turn(given, EndTurn(WHY), Chance(Faces()))
    assert found.events == (By("4.2", TurnEnded(3, WHY, {"tG": "away"} | ALL_AWAY)),)


def test_4_1_17_5_the_game_has_ten_turns() -> None:
    for number, then in ((9, BeginTurn(10)), (10, CountPoints())):
        found = turn.end_turn(board(turn=number), EndTurn(WHY), Chance(Faces()))
        assert found.then == (then,)


def test_16_5_fatigue_is_told_as_the_reason() -> None:
    found = turn.end_turn(board(turn=8), EndTurn(TIRED), Chance(Faces()))
    assert found.events == (By("16.5", TurnEnded(8, TIRED, ALL_AWAY)),)


def test_14_3_a_samurai_leaves_a_unit_that_is_in_no_enemy_zone_at_the_end_of_a_turn() -> None:
    for enemy, leaves in (("2815", True), ("2814", False)):
        given = board(
            {"tG1": "2914", "uB1": enemy}, takeda={"samurai": "tG1"}, chits={"samurai takeda": "unit"}
        )
        found = turn.samurai_leave(given)
        assert found == ((By("14.3", SamuraiLeft("takeda", "tG1")),) if leaves else ())
