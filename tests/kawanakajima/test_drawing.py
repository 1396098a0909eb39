"""The drawn picture: what stands on it, where, and that it says no more than its viewer may know."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.events import TurnBegan
from domain.kawanakajima.board.field_events import (
    Fought,
    StepsLost,
    UnitEliminated,
    UnitMoved,
    UnitRetreated,
)
from domain.kawanakajima.board.state import Board, Unit
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.view import view
from domain.kit.facts import State
from domain.kit.hexes import distance, neighbours
from domain.kit.sealed import PUBLIC, REFEREE
from domain.kit.sums import Sum, Term
from projections.drawing.svg import PALETTES, SIZES, Drawing, Part, sheet, svg
from projections.kawanakajima.battlefield import ACROSS, DOWN, KINDS, LEFT, SITES, TOP
from projections.kawanakajima.battlefield import middle as middle_of
from projections.kawanakajima.counters import COUNTER
from projections.kawanakajima.devices import POSTURES, UNIT
from projections.kawanakajima.drawing import drawing, tracks
from projections.kawanakajima.fights import front, marked
from tests.kawanakajima.data import DATA
from tests.kawanakajima.pictured import TAKEDA, UESUGI, besieged, middle
from tests.projections.test_drawing import contrast
from tests.titles.play import Played

SECRET = Options(secret_postures=True)
UNITS = middle().units
DEFINED = {*re.findall(r"\.([a-z0-9-]+)\{", sheet("light"))}


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
    """An eighth flatter than regular ones."""
    for place in ("1512", "1612"):
        x, y = middle_of(place)
        for beside in neighbours(place):
            to_x, to_y = middle_of(beside)
            assert abs(to_x - x) in (0, pytest.approx(1.5 * ACROSS))
            assert abs(to_y - y) == pytest.approx(DOWN if to_x == x else DOWN / 2)
    assert pytest.approx(3**0.5 * ACROSS * 7 / 8, rel=0.01) == DOWN
    assert distance("1512", "1513") == 1


MARKS = ("kw-loss", "kw-pearl", "kw-fire", "kw-star")
"""What stands in a counter for a step lost, for the leader's value, for fire, and for the samurai."""


def count(one: Part, shape: str) -> int:
    return one.content.count(f'href="#{shape}"')


def test_a_unit_shows_its_name_its_values_and_what_it_has_lost() -> None:
    """[5.1, 5.3]"""
    picture = drawn()
    assert says(part(picture, "tD2")) == ["D2", "2", "2"]
    assert says(part(picture, "uB1")) == ["b1", "2", "2"]
    assert says(part(picture, "uC3")) == ["c3", "1", "2"]
    shown = {
        unit: [count(part(picture, unit), mark) for mark in MARKS]
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
    assert SIZES["normal"] / 2 >= 8


def test_counters_that_touch_do_not_overlap() -> None:
    everybody = {
        name: replace(now, hex=place(nth), losses=0) for nth, (name, now) in enumerate(UNITS.items())
    }
    picture = drawn(units=everybody)
    boxes = [part(picture, unit) for unit in UNITS]
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other), (one.id, other.id)


def test_the_counter_of_a_general_is_dark_and_has_a_banner() -> None:
    dark = [one.id for one in drawn().parts if "-general" in one.content and one.id in UNITS]
    assert sorted(dark) == ["tA1", "tM1", "uA1"]
    banners = {one.id: says(one) for one in drawn().parts if one.id.startswith("banner")}
    assert banners == {"banner shingen": ["Shingen"], "banner kenshin": ["Kenshin"]}


def test_a_counter_is_24_dots_wide_where_the_map_fills_1280() -> None:
    picture = drawn()
    assert picture.field is not None
    assert UNIT * 1250 / picture.field.width >= 24
    assert picture.field.width / picture.width > 0.95
    assert COUNTER[0] <= 1.5 * ACROSS
    assert COUNTER[1] <= DOWN


def test_the_name_of_a_place_hides_no_counter_where_it_can_stand_beside() -> None:
    """[17.1] Hachimanbara lies among the Takeda."""
    picture = drawn()
    units = [one for one in picture.parts if one.id in UNITS]
    named = [one for one in picture.parts if one.id.startswith("name ")]
    assert len(named) == len(SITES)
    for name in named:
        assert name.layer > max(unit.layer for unit in units)
        assert [unit.id for unit in units if overlap(name, unit)] == []


def test_a_clan_in_the_book_has_its_posture_and_the_values_of_its_units() -> None:
    """[5.1, 5.3, 6.2]"""
    picture = drawn()
    assert says(part(picture, "clan uB")) == ["b", "Kakizaki", "2/2", "1/2"]
    assert count(part(picture, "clan uB"), "kw-loss") == 4
    assert count(part(picture, "clan uB"), "kw-attack") == 1
    assert says(part(picture, "clan uF"))[:3] == ["f", "Takemata", "2/2"]
    assert "quiet" in part(picture, "clan tO").content
    assert "quiet" not in part(picture, "clan tA").content
    assert not any(count(part(drawn(PUBLIC, SECRET), "clan uB"), f"kw-{mark}") for mark in POSTURES)


def test_the_ground_is_drawn_once_and_stays_small() -> None:
    one, other = drawn(), drawn("takeda", turn=9)
    assert part(one, "ground") is part(other, "ground")
    assert part(one, "hexes") is part(other, "hexes")
    assert len(part(one, "hexes").content) < 2_500
    assert len(one.shapes) < 120_000


def test_each_unit_hex_and_site_has_a_name_and_a_word() -> None:
    picture = drawn()
    field = dict(re.findall(r' data-(\w+)="([^"]*)"', part(picture, "hexes").content))
    rows, said = view(State(middle()), PUBLIC).ground.rows, field["said"].split("|")
    assert field["hexes"] == f"{ACROSS} {DOWN} {len(rows[0])}"
    assert [kind == "-" for kind in field["kinds"]] == [not cell for row in rows for cell in row]
    assert {said[KINDS.index(kind)] for kind in field["kinds"] if kind != "-"} == set(said)
    assert said[KINDS.index(field["kinds"][(26 - 1) * len(rows[0]) + 26 - 1])] == "castle"
    assert said[KINDS.index(field["kinds"][(12 - 1) * len(rows[0]) + 15 - 1])] == "open ground"
    assert "2626 Kaizu" in field["names"].split("|")
    for one in picture.parts:
        if one.id in UNITS:
            assert one.word == one.id[1:]
            assert one.name.startswith(("Takeda ", "Uesugi ")[one.id[0] == "u"] + one.word)
    assert (
        part(picture, "uB1").name
        == "Uesugi B1 Kakizaki: Elan 2, Mass 2, attack, 1 step lost, leader, samurai"
    )
    assert (part(picture, "site Kaizu").name, part(picture, "site Kaizu").word) == ("Kaizu, 2626", "2626")
    assert part(picture, "entry B1").word == "B1"


@pytest.mark.parametrize("palette", ["light", "dark"])
def test_what_is_written_on_the_map_can_be_read(palette: str) -> None:
    """4.5 to 1 at least; words on the ground have a halo of its own."""
    colours = PALETTES[palette]
    for words, ground in (
        *(("ink", "halo"), ("river", "halo"), ("hill", "halo"), ("hill", "level3"), ("mark", "halo")),
        *(("on", "ochre"), ("crest", "navy"), ("amber", "band"), ("frost", "band"), ("over", "band")),
        *(("case", "mark"), ("ink", "card"), ("mark", "case")),
    ):
        assert contrast(colours[words], colours[ground]) >= 4.5, (words, ground)


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
        "Drawn: the chit of Uesugi C",
        "Played: Rally, Combat Uesugi, Initiative",
        "6 chits in the bowl",
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
        unit: [posture for posture in POSTURES if count(part(drawn(), unit), f"kw-band-{posture}")]
        for unit in ("uB1", "tM1", "tA1", "tG1")
    }
    assert marks == {"uB1": ["attack"], "tM1": ["move"], "tA1": ["defence"], "tG1": ["regroup"]}
    sealed = part(drawn(PUBLIC, SECRET), "uB1").content
    assert not any(f"-{posture}" in sealed for posture in POSTURES)


def test_the_end_says_who_has_won() -> None:
    """[17.5]"""
    assert says(part(drawn(ending="points", winners=("uesugi",)), "turn")) == [
        "The game is over: the Uesugi have won"
    ]
    both = drawn(ending="draw", winners=SEATS)
    assert says(part(both, "turn")) == ["The game is over: neither side has won"]


@pytest.mark.soak
def test_pictures_of_a_random_game_stand_well_and_stay_small() -> None:
    """What changes from picture to picture is kept once: 5,000 events stay below a megabyte."""
    played = Played(KAWANAKAJIMA, 1, DATA)
    stops = [played.game.state]
    played.to_the_end(lambda game: stops.append(game.state))
    contents, places, before = set[str](), 0, dict[str, Part]()
    still = [part(drawn(), name).content for name in ("ground", "hexes")]
    for at, state in enumerate(stops):
        picture = drawing(view(state, PUBLIC))
        if at % 25 == 0:
            stands_well(picture)
        contents |= {one.content + one.name for one in picture.parts if one.content not in still}
        now = {one.id: one for one in picture.parts}
        places += sum(1 for name, one in now.items() if before.get(name) != one)
        before = now
    # A part that changes costs 40 bytes for its place, an element 7 for its number; elements are kept once.
    elements = [re.findall("<[^>]+>|[^<]+", content) for content in contents]
    once = sum(map(len, {element for each in elements for element in each}))
    moving = once + 7 * sum(map(len, elements)) + 40 * places
    assert sum(map(len, still)) * 1.2 + moving * 5_000 / len(played.entries) < 700_000


# ---- the fortress [13]


def siege(viewer: str = PUBLIC, **changed: Any) -> Drawing:
    return drawing(view(State(besieged(**changed)), viewer))


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, REFEREE])
def test_a_picture_of_a_siege_stands_well(viewer: str) -> None:
    stands_well(siege(viewer))


def on(hexes: dict[str, str]) -> Board:
    """A board on which only these units are."""
    units = {unit: Unit(hexes.get(unit, "")) for unit in middle().units}
    return replace(middle(), units=units)


@pytest.mark.parametrize(
    ("board", "seen"),
    [
        (besieged(), ("fortress",)),
        (besieged(siege=None), ("tM1", "uB1")),
        (on({"tA1": "0816", "tB1": "1010", "uC1": "1112"}), ("tB1", "uC1")),
        (on({"tA1": "0816"}), ()),
    ],
)
def test_the_front_is_where_the_sides_are_nearest_to_each_other_or_a_siege(
    board: Board, seen: tuple[str, ...]
) -> None:
    assert front(view(State(board), PUBLIC)) == seen


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
        "Assault of the Uesugi on k2 from b and k1, score 1, with an advantage.",
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


# ---- what has just happened


FOUGHT = Fought(
    "takeda",
    ("tG1",),
    ("uB1", "uB2"),
    "attack",
    Sum((Term(8, "", "10"),)),
    Sum((Term(9, "", "10"),)),
    (3, 3),
    (4, 3),
    "d1^1",
)


def seen_after(*events: Any) -> dict[str, Part]:
    """The marks after events, the oldest first."""
    return {one.id: one for one in marked(view(State(middle()), PUBLIC), events[::-1])}


def test_a_fight_has_rings_an_arrow_and_a_tag_with_its_sums() -> None:
    found = seen_after(FOUGHT, StepsLost("uB1", 1, 2, "combat"))
    assert list(found) == ["fight", "fight tag"]
    rings = ("kw-t-fights", "kw-u-hit", "kw-arrow")
    assert [count(found["fight"], ring) for ring in rings] == [1, 2, 0]
    assert says(found["fight tag"]) == [
        "d1^1",
        "G1 Hara on b1 Kakizaki and b2 Kakizaki",
        "column 8, row 9 · b1 loses 1 step",
    ]
    assert found["fight"].name == "Takeda G1 attack Uesugi B1 and Uesugi B2: d1^1"
    for one in found.values():
        assert one.x >= LEFT
        assert one.y >= TOP
    units = [one for one in drawn().parts if one.id in UNITS]
    assert [unit.id for unit in units if overlap(found["fight tag"], unit)] == []


def test_who_is_eliminated_stays_as_a_ghost_and_who_retreats_leaves_a_trail() -> None:
    gone, away = UnitEliminated("uB2", "2815", "combat"), UnitRetreated("uB1", ("2814", "2713", "2612"))
    found = seen_after(FOUGHT, StepsLost("uB2", 1, 4, "combat"), gone, away)
    assert list(found) == ["way uB1", "fight", "fight tag"]
    assert "b2" in says(found["fight"])
    assert says(found["fight tag"])[2] == "column 8, row 9 · b2 is eliminated"
    assert says(found["way uB1"]) == ["b1"]


def test_a_march_ends_what_is_told_of_a_fight() -> None:
    march = UnitMoved("tG1", ("2914", "2915"), 1)
    assert list(seen_after(FOUGHT, march)) == ["way tG1"]
    assert list(seen_after(march, TurnBegan(4))) == []
    assert list(seen_after()) == []
