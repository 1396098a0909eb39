"""Units, their leaders and their states [5.1, 5.3, 6.1]."""

from __future__ import annotations

import pytest

from domain.kawanakajima.board.state import Unit
from domain.kawanakajima.board.zones import (
    after_losses,
    after_rally,
    clan_leader,
    leader_value,
    posture_of,
    state_word,
)
from domain.kawanakajima.words.field_items import Loss
from tests.kawanakajima.boards import board, scenario
from tests.kawanakajima.data import DATA

# state before, steps lost, state after; the first is the example of the text
LOSSES = [
    ("shaken", 2, "exhausted"),
    ("in order", 1, "shaken"),
    ("in order", 3, "exhausted"),
    ("in order", 4, "eliminated"),
    ("exhausted", 1, "eliminated"),
    ("exhausted", 2, "eliminated"),
]
STATES = ("in order", "shaken", "disorganised", "exhausted", "eliminated")


@pytest.mark.parametrize(("before", "steps", "after"), LOSSES)
def test_5_3_a_state_worse_for_each_step(before: str, steps: int, after: str) -> None:
    assert state_word(after_losses(STATES.index(before), steps)) == after


# state before, levels regained, state after; the first is the example of the text
RALLIES = [("disorganised", 2, "in order"), ("exhausted", 1, "disorganised"), ("shaken", 3, "in order")]


@pytest.mark.parametrize(("before", "levels", "after"), RALLIES)
def test_5_3_a_state_better_for_each_level(before: str, levels: int, after: str) -> None:
    assert state_word(after_rally(STATES.index(before), levels)) == after


def test_5_3_the_modifier_of_a_state_is_the_number_of_steps() -> None:
    assert DATA.state_column[:4] == (0, 1, 2, 3)


@pytest.mark.parametrize(("losses", "after"), [(2, Unit("2715", 3)), (3, Unit("", 4))])
def test_5_3_the_fourth_step_takes_a_unit_off_the_map(losses: int, after: Unit) -> None:
    told = scenario(board({"tJ1": ("2715", losses)}), Loss("tJ1", 1)).goes_on()
    assert told.board.units["tJ1"] == after


def test_5_1_the_value_of_a_leader_while_he_lives() -> None:
    at = board({"uB1": "2715", "uB2": "2714"})
    assert (leader_value(at, "uB1"), leader_value(at, "uB2"), clan_leader(at, "uB")) == (1, 0, 1)
    dead = board({"uB2": "2714"})
    assert (leader_value(dead, "uB1"), clan_leader(dead, "uB")) == (0, 0)


def test_5_1_a_samurai_counts_like_a_leader_and_not_besides() -> None:
    at = board({"uB1": "2715", "uB2": "2714", "uA1": "2713"}, uesugi={"samurai": "uB2"})
    assert leader_value(at, "uB2") == DATA.numbers.samurai == 1
    with_shingen = board({"tA1": "2715"}, takeda={"samurai": "tA1"})
    assert leader_value(with_shingen, "tA1") == 2


def test_6_1_a_clan_has_one_posture() -> None:
    at = board({"uB1": "2715", "uB2": "2714"}, {"uB": "move"})
    assert posture_of(at, "uB1") == posture_of(at, "uB2") == "move"
