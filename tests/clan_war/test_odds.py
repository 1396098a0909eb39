"""The chances of a test are those of the test that is thrown then."""

from __future__ import annotations

import re

import pytest
from msgspec import Struct

from domain.clan_war.board.flight_events import ManeuverTested
from domain.clan_war.words.movement_reports import Dive, Fly, Land, March
from projections.clan_war.reference import _test, odds_of
from tests.clan_war.boards import board, flier, hero, reports, unit

UP = flier("crane-1")
AT = board(UP, unit("lion-1", "lion"), people=(hero("ayame", UP, 2, ("charge",)),), honor={"crane": -35})


@pytest.mark.parametrize(
    ("order", "words", "faces"),
    [
        (Land("crane-1", "6"), "landing crane-1", [3]),
        (Dive("crane-1", "6"), "dive crane-1", [3]),
        (Land("crane-1", "6", maneuvers=("wheel",), tested="4"), "maneuver crane-1", [3, 3]),
        (Fly("crane-1", "6", maneuvers=("wheel",), tested="4"), "maneuver crane-1", [3]),
    ],
)
def test_a_landing_has_the_modifiers_of_its_test(order: Struct, words: str, faces: list[int]) -> None:
    assert odds_of(order) == words
    told = reports(AT).when("crane", order, faces)
    roll = next(one for one in told.events if isinstance(one, ManeuverTested)).roll
    said = next(iter(_test(AT, *words.split())))
    assert f"{roll.sum.total - roll.faces[0]:+}, compared with {roll.compare} {roll.needed}" in said
    assert re.search(r"die of \d+ ", said)


def test_what_throws_nothing_has_no_chances() -> None:
    assert odds_of(March("crane-1", "6")) == ""
