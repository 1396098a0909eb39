"""Distances in quarters of an inch, as people write them, on both sides of the limits [battle/distance]."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.clan_war.board.flight_events import Flew
from domain.clan_war.words.grammar import notation
from domain.clan_war.words.movement_reports import Fly, March, Place
from domain.kit.errors import UnreadableOrder
from tests.clan_war.boards import DATA, SEATS, board, flier, refused, reports, unit

WORDS = notation(DATA, SEATS)

WRITTEN = {
    "3.25": ("3.25", "3 1/4", "3-1/4", "3¼", "3 ¼", '3¼"', '3 1/4"', "3¼″", "3 1/4in", "3 1/4."),
    "0.5": ("0.5", "½", "1/2", '1/2"'),
    "10.75": ("10.75", "10 3/4", "10¾", "10 3/4 inches"),
    "3": ("3", '3"', "3.0", "3.00", "3in"),
}


@pytest.mark.parametrize(("word", "line"), [(word, one) for word, all_ in WRITTEN.items() for one in all_])
def test_a_quarter_is_read_in_every_way_in_which_it_is_written(word: str, line: str) -> None:
    assert WORDS.read(f"march crane-1 {line}") == March("crane-1", word)


def test_two_distances_are_told_from_one_with_its_fraction() -> None:
    place = WORDS.read("place crane-1 at 10 1/4 3 3/4")
    assert place == Place("crane-1", ("10.25", "3.75"))
    assert WORDS.read(WORDS.write(place)) == place
    assert WORDS.read("place crane-1 at 10¼, ½") == Place("crane-1", ("10.25", "0.5"))


@pytest.mark.parametrize("line", ["3 1/3", "3.3", "3 1/8", "3/5", "97", "96 1/4", "3 4/4", "-3"])
def test_a_distance_that_no_ruler_has_is_refused(line: str) -> None:
    with pytest.raises(UnreadableOrder):
        WORDS.read(f"march crane-1 {line}")


def said(line: str) -> Struct:
    return WORDS.read(line)


@pytest.mark.parametrize("line", ["2 1/2", "2¾", "5"])
def test_a_unit_of_movement_5_flies_from_half_of_it_to_all_of_it(line: str) -> None:
    order = said(f"fly crane-1 {line}")
    assert isinstance(order, Fly)
    told = reports(board(flier("crane-1", move=5))).when("crane", order)
    assert isinstance(told.events[0], Flew)


@pytest.mark.parametrize(("line", "distance"), [("2 1/4", "2.25"), ("5¼", "5.25")])
def test_and_not_a_quarter_less_or_more(line: str, distance: str) -> None:
    text = f'[flight/airborne] crane-1 must fly 2.5" to 5", not {distance}". Move it 2.5" to 5".'
    refused(board(flier("crane-1", move=5)), "primary", said(f"fly crane-1 {line}"), text)


def test_nobody_ends_a_quarter_further_away_than_he_has_moved() -> None:
    at = board(unit("crane-1", position=("10.25", "3")))
    reports(at).when("crane", said("march crane-1 3¼ to 13 1/2 3"))
    text = (
        '[battle/distance] crane-1 stands at 10.25 3; 3.25" do not reach 13.75 3. '
        "Measure again, or leave the position out."
    )
    refused(at, "primary", said("march crane-1 3¼ to 13¾ 3"), text)
