"""The drawn picture: what stands on it, where, and that it says no more than its viewer may know."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.view import view
from domain.kit.facts import State
from domain.kit.hexes import distance, neighbours
from domain.kit.sealed import PUBLIC, REFEREE
from projections.drawing.svg import SIZES, Drawing, Part, sheet, svg
from projections.kawanakajima import counters, drawing, tracks
from projections.kawanakajima.battlefield import ACROSS, DOWN
from projections.kawanakajima.battlefield import middle as middle_of
from tests.kawanakajima.data import DATA
from tests.kawanakajima.pictured import TAKEDA, UESUGI, besieged, middle
from tests.titles.play import Played

SECRET = Options(secret_postures=True)
UNITS = middle().units
DEFINED = {*re.findall(r"\.([a-z-]+)\{", sheet("light"))}


def drawn(viewer: str = PUBLIC, options: Options = Options(), **changed: Any) -> Drawing:  # noqa: B008
    return drawing(view(State(middle(options, **changed)), viewer))


def part(of: Drawing, name: str) -> Part:
    return next(one for one in of.parts if one.id == name)


def place(number: int) -> str:
    """A hex for each unit, next to each other in the open."""
    return f"{20 + number % 10:02}{8 + number // 10:02}"


def overlap(one: Part, other: Part) -> bool:
    """Whether two parts lie on each other by more than an edge."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0 and down > 0


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


BAR, PEARL, FLAME, STAR = (
    *('height="4" class="fill-yellow ink-line"', 'r="2" class="fill-card ink-line"'),
    *(f'd="{drawn}"' for drawn in (counters.FLAME, counters.STAR)),
)
"""What stands in a counter for a step lost, for the leader's value, for fire, and for the samurai."""


def test_a_unit_shows_its_name_its_values_and_what_it_has_lost() -> None:
    """[5.1, 5.3]"""
    picture = drawn()
    assert says(part(picture, "tD2")) == ["D2", "2", "2"]
    assert says(part(picture, "uB1")) == ["b1", "2", "2"]
    assert says(part(picture, "uC3")) == ["c3", "1", "2"]
    shown = {
        unit: [part(picture, unit).content.count(mark) for mark in (BAR, PEARL, FLAME, STAR)]
        for unit in ("uB1", "uF1", "uB2", "tD2", "uC3", "uA1")
    }
    assert shown == {
        "uB1": [1, 1, 0, 1],
        "uF1": [2, 1, 0, 0],
        "uB2": [3, 0, 0, 0],
        "tD2": [0, 1, 0, 0],
        "uC3": [0, 0, 1, 0],
        "uA1": [0, 2, 0, 0],
    }
    assert [one.id for one in picture.parts if one.id in ("uF2", "tJ1", "tO1")] == []


def test_every_name_stands_on_its_counter_uncut() -> None:
    """Also the widest ones; at half the size of the picture they are still eight points high."""
    everybody = {
        name: replace(now, hex=place(nth), losses=0) for nth, (name, now) in enumerate(UNITS.items())
    }
    picture = drawn(units=everybody)
    for unit in UNITS:
        assert says(part(picture, unit))[0] == (unit[1:] if unit[0] == "t" else unit[1:].lower())
    assert SIZES["normal"] * counters.LARGER / 2 > 8


def test_counters_that_touch_do_not_overlap() -> None:
    everybody = {
        name: replace(now, hex=place(nth), losses=0) for nth, (name, now) in enumerate(UNITS.items())
    }
    picture = drawn(units=everybody)
    boxes = [part(picture, unit) for unit in UNITS]
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other), (one.id, other.id)


def test_the_counter_of_a_general_is_dark() -> None:
    dark = [one.id for one in drawn().parts if re.match("<rect [^>]*fill-on ", one.content)]
    assert sorted(dark) == ["tA1", "tM1", "uA1"]


def test_the_name_of_a_place_hides_no_counter_where_it_can_stand_beside() -> None:
    """[17.1] Hachimanbara lies among the Takeda."""
    picture = drawn()
    units = [one for one in picture.parts if one.id in UNITS]
    named = [one for one in picture.parts if one.id.startswith("name ")]
    assert len(named) == 5
    for name in named:
        assert name.layer > max(unit.layer for unit in units)
        assert [unit.id for unit in units if overlap(name, unit)] == []


def test_a_clan_in_the_book_has_its_posture_and_the_values_of_its_units() -> None:
    """[5.1, 5.3, 6.2]"""
    picture = drawn()
    assert says(part(picture, "clan uB")) == ["b", "2/2", "1/2"]
    assert part(picture, "clan uB").content.count(BAR) == 4
    assert part(picture, "clan uB").content.count(counters.MARKS["attack"]) == 1
    assert says(part(picture, "clan uF")) == ["f", "2/2"]
    assert "quiet" in part(picture, "clan tO").content
    assert "quiet" not in part(picture, "clan tA").content
    assert not any(mark in part(drawn(PUBLIC, SECRET), "clan uB").content for mark in counters.MARKS.values())


def test_the_ground_is_a_path_a_kind_and_stays_small() -> None:
    ground = part(drawn(), "ground").content
    assert ground.count("<path") == 8
    assert "<polygon" not in ground
    assert len(ground) < 36_000


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
    marks = {
        unit: [posture for posture, mark in counters.MARKS.items() if mark in part(drawn(), unit).content]
        for unit in ("uB1", "tM1", "tA1", "tG1")
    }
    assert marks == {"uB1": ["attack"], "tM1": ["move"], "tA1": ["defence"], "tG1": ["regroup"]}
    sealed = part(drawn(PUBLIC, SECRET), "uB1").content
    assert not any(mark in sealed for mark in counters.MARKS.values())


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


# ---- the fortress [13]


def siege(viewer: str = PUBLIC, **changed: Any) -> Drawing:
    return drawing(view(State(besieged(**changed)), viewer))


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, REFEREE])
def test_a_picture_of_a_siege_stands_well(viewer: str) -> None:
    stands_well(siege(viewer))


def test_13_1_13_2_the_card_has_each_zone_and_a_score_at_both_ends_of_each_line() -> None:
    assert DATA.fortress is not None
    zones = [one.id for one in siege().parts if one.id.startswith("zone ")]
    assert zones == [f"zone {zone}" for zone in DATA.fortress.zones]
    scores = sorted(words for words in says(part(siege(), "fortress")) if words.isdigit())
    assert scores == sorted(map(str, DATA.fortress.scores.values()))


def test_13_4_4_markers_stand_in_their_zones_two_of_them_in_a_peripheral_one() -> None:
    picture = siege()
    markers = {one.id for one in picture.parts if one.id.startswith("marker ")}
    assert markers == {
        *("marker takeda centre", "marker takeda k2", "marker takeda k4", "marker takeda b"),
        *("marker uesugi b", "marker uesugi k1", "marker uesugi a"),
    }
    box = part(picture, "zone b")
    for seat in SEATS:
        one = part(picture, f"marker {seat} b")
        assert box.x <= one.x <= box.x + box.width - one.width
        assert box.y <= one.y <= box.y + box.height - one.height


def test_13_4_the_sides_in_kaizu_have_their_strengths_and_their_units_below() -> None:
    picture = siege()
    assert says(part(picture, "inside takeda")) == [
        "Takeda in Kaizu",
        "effectives 5, disabled 4, markers 4, lost 1",
    ]
    assert says(part(picture, "siege")) == [
        "The Takeda hold Kaizu (2626).",
        "The Uesugi besiege it.",
        "1 action is left.",
        "Assault of the Uesugi on k2 from b and k1,",
        "score 1, with an advantage.",
        "Sacrifices: Uesugi 2.",
    ]
    for seat, units in (("takeda", ("tM1", "tM2", "tM3")), ("uesugi", ("uB1", "uB2"))):
        box = part(picture, f"inside {seat}")
        for unit in units:
            one = part(picture, unit)
            assert box.x <= one.x <= box.x + box.width - one.width
            assert box.y <= one.y <= box.y + box.height - one.height
    assert {one.id for one in picture.parts if one.id.startswith("flag ")} == {"flag takeda", "flag uesugi"}


def test_13_3_any_number_of_units_finds_room_in_kaizu() -> None:
    everybody = {name: replace(now, hex="2626", losses=0) for name, now in besieged().units.items()}
    picture = siege(units=everybody)
    stands_well(picture)
    for seat, unit in (("takeda", "tT3"), ("uesugi", "uN3")):
        box, last = part(picture, f"inside {seat}"), part(picture, unit)
        assert last.y + last.height <= box.y + box.height


def test_16_2_18_1_all_the_uesugi_fit_into_one_entry_point() -> None:
    units = besieged().units
    crowd = {name: replace(now, hex="B1", losses=0) for name, now in units.items() if name[0] == "u"}
    picture = siege(units=units | crowd)
    box, last = part(picture, "entry B1"), part(picture, "uN3")
    assert last.y + last.height <= box.y + box.height


def test_a_game_without_a_fortress_has_none_in_its_picture() -> None:
    """[13.1]"""
    assert [one.id for one in drawn().parts if one.id in ("fortress", "siege", "flag takeda")] == []
    assert siege().height > drawn().height
    assert "The Uesugi besiege it." in siege().description
    assert siege().description.endswith("k1 Uesugi, k2 Takeda and k4 Takeda.")


def test_what_each_side_has_in_the_siege_is_a_track() -> None:
    """[13.4.1]"""
    found = tracks(view(State(besieged()), PUBLIC))
    assert (found["Takeda in the siege"], found["Uesugi in the siege"]) == (9, 7)
    assert "Takeda in the siege" not in tracks(view(State(middle()), PUBLIC))
