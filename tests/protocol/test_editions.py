"""Who may sit where, and by which options: what the audit says of the opening event."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.proof import check_throws
from domain.game.checking.readjudicate import Finding, readjudicate
from domain.game.entries.entries import OWN, Opened, Seated
from domain.kit.chance import Faces
from domain.kit.rules import Rules, Scenario
from tests.playing import Game
from tests.protocol.wager import RULES


class House(Struct, frozen=True):
    """How much a bet may be."""

    coins: int = 6


HOUSE = replace(RULES, options=House, presets={"default": House()})
CHOOSE = replace(HOUSE, choose_seats=True)
NEEDS_RED = replace(CHOOSE, scenarios=(Scenario("standard", (2, 3), "complete", needs=("red",)),))


def found(rules: Rules, seats: tuple[str, ...], preset: str = "default", coins: int = 6) -> Finding | None:
    held = tuple(Seated(seat, f"player {place}") for place, seat in enumerate(seats))
    opened = Opened("wager", "standard", "wager/1", preset, House(coins), "", held, "a test")
    return readjudicate(rules, "wager", Game("g", rules).open(opened, "wager", Faces()))


SEATS = [
    (HOUSE, ("red", "blue"), True),
    (HOUSE, ("red", "blue", "green"), True),
    (HOUSE, ("red", "green"), False),
    (HOUSE, ("blue", "red"), False),
    (HOUSE, ("red",), False),
    (CHOOSE, ("red", "green"), True),
    (CHOOSE, ("green", "blue"), True),
    (CHOOSE, ("green", "green"), False),
    (CHOOSE, ("green", "teal"), False),
    (CHOOSE, ("green",), False),
    (NEEDS_RED, ("green", "red"), True),
    (NEEDS_RED, ("green", "blue"), False),
]


@pytest.mark.parametrize(("rules", "seats", "fits"), SEATS)
def test_seats_are_the_first_of_the_title_or_any_where_people_choose(
    rules: Rules, seats: tuple[str, ...], fits: bool
) -> None:
    wrong = Finding(1, "Its seats are not those of the scenario “standard”.")
    assert found(rules, seats) == (None if fits else wrong)


@pytest.mark.parametrize(
    ("preset", "coins", "fits"),
    [("default", 6, True), ("default", 7, False), ("house", 6, False), (OWN, 7, True), (OWN, 6, True)],
)
def test_options_are_those_of_the_preset_unless_they_are_the_games_own(
    preset: str, coins: int, fits: bool
) -> None:
    wrong = Finding(1, f"Its options are not those of the preset “{preset}”.")
    assert found(HOUSE, ("red", "blue"), preset, coins) == (None if fits else wrong)


@pytest.mark.parametrize(
    ("seats", "level", "why"),
    [
        (("red", "blue"), 0, ""),
        (("red", "red"), 0, "“red” cannot be the name of a seat, or of two."),
        (("red", "referee"), 0, "“referee” cannot be the name of a seat, or of two."),
        (("red", "witness"), 0, "“witness” cannot be the name of a seat, or of two."),
        (("red", "public"), 0, "“public” cannot be the name of a seat, or of two."),
        (("red", "blue"), 4, "There is no level 4 of proof, or no protocol 1."),
        (("red", "blue"), -1, "There is no level -1 of proof, or no protocol 1."),
    ],
)
def test_a_store_whose_opening_cannot_be_is_named(seats: tuple[str, ...], level: int, why: str) -> None:
    held = tuple(Seated(seat, "") for seat in seats)
    opened = Opened("wager", "standard", "wager/1", "default", House(), "", held, "a test", level)
    assert check_throws("g", [opened]) == (Finding(1, why) if why else None)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_opening_alone_waits_for_its_sheet(level: int) -> None:
    opened = Opened("wager", "standard", "wager/1", "default", House(), "", (), "a test", level)
    assert check_throws("g", [opened], partial=True) == Finding(
        2, "The sheet of the referee does not follow the opening."
    )
