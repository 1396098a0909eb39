"""The drawn picture: what stands on it, where, and that it says no more than its viewer may know."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.ruleset import Options
from domain.kawanakajima.tables import SEATS
from domain.kawanakajima.view import view
from domain.kit.facts import State
from domain.kit.hexes import distance, neighbours
from domain.kit.sealed import PUBLIC, REFEREE
from projections.drawing import Drawing, Part, sheet, svg
from projections.kawanakajima import drawing, tracks
from projections.kawanakajima.battlefield import ACROSS, DOWN
from projections.kawanakajima.battlefield import middle as middle_of
from tests.kawanakajima.data import DATA
from tests.kawanakajima.pictured import TAKEDA, UESUGI, middle
from tests.titles.play import Played

SECRET = Options(secret_postures=True)
DEFINED = {*re.findall(r"\.([a-z-]+)\{", sheet("light"))}


def drawn(viewer: str = PUBLIC, options: Options = Options(), **changed: Any) -> Drawing:  # noqa: B008
    return drawing(view(State(middle(options, **changed)), viewer))


def part(of: Drawing, name: str) -> Part:
    return next(one for one in of.parts if one.id == name)


def says(one: Part) -> list[str]:
    return re.findall(r">([^<]+)</text>", one.content)


def stands_well(of: Drawing) -> None:
    """Names are unique, parts lie inside, styles are known."""
    names = [one.id for one in of.parts]
    assert len(set(names)) == len(names)
    for one in of.parts:
        assert one.x >= 0
        assert one.y >= 0
        assert one.x + one.width <= of.width, one.id
        assert one.y + one.height <= of.height, one.id
        assert {
            word for style in re.findall(r'class="([^"]+)"', one.content) for word in style.split()
        } <= DEFINED


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, REFEREE])
def test_a_picture_of_everything_stands_well(viewer: str) -> None:
    stands_well(drawn(viewer))


def test_hexes_that_touch_lie_a_hex_apart() -> None:
    for place in ("1512", "1612"):
        x, y = middle_of(place)
        for beside in neighbours(place):
            to_x, to_y = middle_of(beside)
            assert ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 == pytest.approx(DOWN, rel=0.01)
    assert pytest.approx(3**0.5 * ACROSS, rel=0.01) == DOWN
    assert distance("1512", "1513") == 1


def test_a_unit_shows_its_name_its_values_and_what_it_has_lost() -> None:
    """[5.1, 5.3]"""
    picture = drawn()
    assert says(part(picture, "tD2")) == ["D2", "2/2"]
    assert says(part(picture, "uB1")) == ["b1*", "2/2"]
    assert says(part(picture, "uC3")) == ["c3", "1/2."]
    bars = {unit: part(picture, unit).content.count('y="-2"') for unit in ("uB1", "uF1", "uB2", "tD2")}
    assert bars == {"uB1": 1, "uF1": 2, "uB2": 3, "tD2": 0}
    assert [one.id for one in picture.parts if one.id in ("uF2", "tJ1", "tO1")] == []


def test_units_on_an_entry_point_stand_in_its_box() -> None:
    """[16.2]"""
    picture = drawn()
    box = part(picture, "entry B1")
    for unit in ("tM1", "tM2", "tM3"):
        one = part(picture, unit)
        assert box.x <= one.x <= box.x + box.width - one.width
        assert box.y <= one.y <= box.y + box.height - one.height


def test_all_of_the_contingent_fits_into_one_entry_point() -> None:
    """[16.2]"""
    units = middle().units
    crowd = {
        name: replace(now, hex="D3")
        for name, now in units.items()
        if name[1] in "MNOPQRST" and name[0] == "t"
    }
    picture = drawn(units=units | crowd)
    stands_well(picture)
    box, last = part(picture, "entry D3"), part(picture, "tT3")
    assert last.y + last.height <= box.y + box.height


def test_the_books_say_what_the_sides_have() -> None:
    """[8.1, 8.2, 15.1]"""
    said = says(part(drawn("takeda"), "book takeda"))
    assert said == [
        "Takeda (you)",
        "Battle plan Kokuyoku, not active",
        "Victory points 3, Bundori 1, units eliminated 1",
        "Command points: Shingen 3 and Kosaka 2",
        "Delay track: 1: M #2; 3: O",
        "Reserve: A B C D E F H I J K L N",
    ]
    assert says(part(drawn("takeda"), "book uesugi"))[1] == "Battle plan sealed"
    assert says(part(drawn(), "chits")) == [
        "Played: Rally, Combat Uesugi, Initiative",
        "6 chits in the bowl",
        "Drawn: the chit of Uesugi C",
    ]


def test_the_tracks_are_those_of_the_game() -> None:
    """[11.11, 15.1]"""
    assert tracks(view(State(middle()), PUBLIC)) == {
        "marker": -4,
        "Takeda points": 3,
        "Takeda Bundori": 1,
        "Uesugi points": 7,
        "Uesugi Bundori": 2,
    }


# what is changed that only the Takeda may know
SECRETS = [
    {"armies": {"takeda": replace(TAKEDA, plan="saku", saved=9), "uesugi": UESUGI}},
    {"armies": {"takeda": replace(TAKEDA, choices=(), standing=()), "uesugi": UESUGI}},
    {"notes": {"t2": middle().notes["u1"], "u1": middle().notes["u1"]}},
    {"entries": {"tO": "A2", "tP": "A2"}},
    {"postures": middle().postures | {"tG": "attack", "tH": "move"}},
]


@pytest.mark.parametrize("changed", SECRETS)
def test_a_secret_changes_no_byte_for_those_who_may_not_know_it(changed: dict[str, Any]) -> None:
    """[6.2, 7.1, 8.3, 16.2]"""
    for viewer in ("uesugi", PUBLIC):
        assert svg(drawn(viewer, SECRET, **changed)) == svg(drawn(viewer, SECRET))


def test_a_posture_that_is_open_has_its_mark() -> None:
    """[6.2]"""
    marks = {unit: part(drawn(), unit).content.count("<polygon") for unit in ("uB1", "tM1", "tA1")}
    assert marks == {"uB1": 1, "tM1": 1, "tA1": 0}
    assert part(drawn(PUBLIC, SECRET), "uB1").content.count("<polygon") == 0


def test_the_end_says_who_has_won() -> None:
    """[17.5]"""
    assert says(part(drawn(ending="points", winners=("uesugi",)), "turn")) == [
        "The game is over: the Uesugi have won"
    ]
    both = drawn(ending="draw", winners=SEATS)
    assert says(part(both, "turn")) == ["The game is over: neither side has won"]


def test_pictures_of_a_random_game_stand_well_and_stay_small() -> None:
    """What changes from picture to picture is kept once: 5,000 events stay below a megabyte."""
    played = Played(KAWANAKAJIMA, 1, DATA)
    stops = [played.game.state]
    played.to_the_end(lambda game: stops.append(game.state))
    contents, places, before = set[str](), 0, dict[str, Part]()
    for at, state in enumerate(stops):
        picture = drawing(view(state, PUBLIC))
        if at % 25 == 0:
            stands_well(picture)
        contents |= {one.content for one in picture.parts}
        now = {one.id: one for one in picture.parts}
        places += sum(1 for name, one in now.items() if before.get(name) != one)
        before = now
    # A part that changes costs about 40 bytes for its place besides its content, which is kept once.
    assert (sum(map(len, contents)) + 40 * places) * 5_000 / len(played.entries) < 1_000_000
