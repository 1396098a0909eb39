"""The drawn table of a battle: units where the record has them, and nothing said that is not known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board import combat_events as c
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from domain.clan_war.board.state import Board, Deeds
from domain.clan_war.view import View, view
from domain.kit.facts import State
from domain.kit.sealed import PUBLIC
from domain.kit.sums import Sum
from projections.clan_war import PICTURES
from projections.clan_war.arena import Window, arena
from projections.clan_war.badges import letters
from projections.clan_war.drawing import narrow
from projections.clan_war.places import Room, overlap, size, spread, stands
from projections.drawing.small_pictures import dots
from projections.drawing.svg import Drawing, svg
from referee.mail.html.board_picture import WIDTH
from tests.clan_war.boards import DATA, archers, board, dragon, hero, hostage, unit
from tests.titles.play import Played

DRAWN: tuple[Callable[[View], Drawing], ...] = (PICTURES.drawing, narrow)

DRAGON = dragon(position=("10", "12.5"), airborne=True)
CRANES = unit("crane-1", position=("30", "20"))
ARCHERS = archers(position=("30", "32.25"))
GONE = replace(unit("lion-2", "lion"), destroyed=True)


def seen(given: Board) -> View:
    return view(State(given), PUBLIC)


def battle(*units: Any, **more: Any) -> View:
    return seen(board(*units, **more))


OPEN = battle(DRAGON, CRANES, ARCHERS, unit("lion-1", "lion"), GONE)


@pytest.fixture(scope="module")
def views() -> list[View]:
    """Positions of random games, and the open one."""
    found = [OPEN]
    for seed in range(3):
        played = Played(CLAN_WAR, seed, DATA)
        while not played.game.is_over():
            if played.orders % 40 == 0:
                found.append(CLAN_WAR.view(played.game.state, PUBLIC))
            played.step()
    return found


@pytest.mark.parametrize("drawn", DRAWN)
def test_each_thing_has_a_name_and_a_word(drawn: Callable[[View], Drawing], views: list[View]) -> None:
    for one in views:
        picture = drawn(one)
        units = {part.word: part for part in picture.parts if part.id.startswith("unit ")}
        assert len({part.id for part in picture.parts}) == len(picture.parts)
        assert {*units} == {shown_.unit.name for shown_ in one.units if not shown_.unit.destroyed}
        assert all(part.name and part.id == f"unit {word}" for word, part in units.items())
        armies = [part for part in picture.parts if part.id.startswith(("army ", "honor "))]
        assert {part.word for part in armies} == {*one.seats}


@pytest.mark.parametrize("drawn", DRAWN)
def test_nothing_leaves_the_frame(drawn: Callable[[View], Drawing], views: list[View]) -> None:
    for one in views:
        picture = drawn(one)
        for part in picture.parts:
            assert part.x >= 0, part.id
            assert part.y >= 0, part.id
            assert part.x + part.width <= picture.width, part.id
            assert part.y + part.height <= picture.height, part.id


def test_a_unit_is_read_aloud_with_all_that_is_seen_of_it() -> None:
    captor = unit("crane-1", models_left=5, broken=True, position=("30", "20"))
    seen_ = battle(
        captor,
        ARCHERS,
        people=(hero("doji", captor, 3),),
        hostages=(hostage(captor, "lion"),),
        engaged=(("crane-1", "archers"),),
    )
    parts = {part.id: part for part in PICTURES.drawing(seen_).parts}
    assert parts["unit crane-1"].name == (
        "Crane 1 of Crane: 5/8, broken, led by Doji, holds Guest 1, engaged with Archers, at 30 20"
    )
    assert "holds hostages" in parts["label crane-1"].content
    assert parts["hostage guest-1"].name == "hostage Guest 1 of Lion, with Crane 1"


# armies                         their letters
LETTERS = [
    (("crab", "crane"), ("Cb", "Cn")),
    (("crane", "lion"), ("C", "L")),
    (("crab", "crane", "dragon", "lion"), ("Cb", "Cn", "D", "L")),
    (("scorpion", "shadowlands"), ("Sc", "Sh")),
    (("a", "ab"), ("Aa", "Ab")),
]


@pytest.mark.parametrize(("armies", "said"), LETTERS)
def test_two_armies_of_one_initial_are_told_apart(armies: tuple[str, ...], said: tuple[str, ...]) -> None:
    assert letters(armies) == dict(zip(armies, said, strict=True))


def test_any_armies_that_may_meet_have_letters_of_their_own() -> None:
    for armies in combinations(CLAN_WAR.seats, 4):
        assert len({*letters(armies).values()}) == 4


# units, and what follows: the place in inches, where it looks, whether it is reckoned; None off the table
EAST, WEST = unit("crane-1", position=("10", "10")), archers(position=("22", "10"))
STANDS: list[tuple[tuple[Any, ...], dict[str, Any], dict[str, Any]]] = [
    ((EAST, WEST), {}, {"crane-1": (10, 10, 90, False), "archers": (22, 10, 270, False)}),
    ((EAST,), {}, {"crane-1": (10, 10, 0, False)}),
    ((EAST, unit("crane-2", position=("10", "4"))), {}, {"crane-1": (10, 10, 0, False)}),
    ((EAST, archers(position=("10", "10"))), {}, {"crane-1": (10, 10, 0, False)}),
    ((EAST, archers(position=("10", "2.5"))), {}, {"archers": (10, 2.5, 180, False)}),
    ((EAST, archers()), {}, {"archers": None}),
    ((EAST, archers()), {"engaged": (("archers", "crane-1"),)}, {"archers": (10, 10, 180, True)}),
    ((EAST, replace(WEST, destroyed=True)), {}, {"archers": None, "crane-1": (10, 10, 0, False)}),
    (
        (EAST, WEST, unit("lion-1", "lion", position=("10", "20"))),
        {"engaged": (("lion-1", "crane-1"),)},
        {"crane-1": (10, 10, 180, False)},
    ),
    (
        (EAST, unit("lion-1", "lion"), unit("lion-2", "lion")),
        {"engaged": (("lion-1", "crane-1"), ("lion-2", "crane-1"))},
        {"lion-1": (10, 10, 180, True), "lion-2": (13, 10, 270, True)},
    ),
]


@pytest.mark.parametrize(("units", "more", "found"), STANDS)
def test_units_stand_where_the_record_has_them_or_where_it_follows(
    units: tuple[Any, ...], more: dict[str, Any], found: dict[str, Any]
) -> None:
    told = {
        one.shown.unit.name: (round(one.x, 6), round(one.y, 6), one.turn, one.reckoned)
        for one in stands(battle(*units, **more))
    }
    assert {name: told.get(name) for name in found} == found


def test_a_flier_has_a_shadow_where_it_stands_and_who_is_destroyed_is_gone() -> None:
    ids = {part.id for part in PICTURES.drawing(OPEN).parts}
    assert {"shadow fire-dragon", "unit fire-dragon", "label fire-dragon", "unit lion-1"} <= ids
    assert not {"shadow crane-1", "label lion-1", "unit lion-2"} & ids
    more = next(part for part in PICTURES.drawing(OPEN).parts if part.id == "more lion")
    assert "destroyed: Lion 2" in more.content


def test_without_a_place_on_record_all_stand_in_rows() -> None:
    for drawn in DRAWN:
        ids = {part.id for part in drawn(battle(unit("crane-1"), archers())).parts}
        assert {"unit crane-1", "unit archers"} <= ids
        assert not {"table", "label crane-1"} & ids


def test_without_a_place_each_army_has_its_units_with_models_state_and_deeds() -> None:
    done = Deeds(moved=("primary",), shot=True, retreated=True, morale_tests=1, wounds=3)
    worn = unit("crane-1", models_left=5, formed=False, deeds=done)
    at = battle(worn, archers(), GONE, people=(hero("doji", worn, 3),), hostages=(hostage(worn, "lion"),))
    for drawn in DRAWN:
        parts = {part.id: part for part in drawn(at).parts}
        sheet, room = parts["unit crane-1"], parts["army crane"]
        for said in (
            "5/8",
            "unformed",
            "led by Doji, holds Guest 1",
            "3 wounds",
            "has shot",
            "has retreated",
        ):
            assert said in sheet.content, said
        assert room.x < sheet.x < sheet.x + sheet.width < room.x + room.width
        assert room.y < sheet.y < sheet.y + sheet.height < room.y + room.height
        assert "destroyed: Lion 2" in parts["more lion"].content
        assert {"honor crane", "honor lion", "hostage guest-1"} <= {*parts}
    across = [part.width for part in PICTURES.drawing(at).parts if part.id.startswith("army ")]
    assert sum(across) > 0.95 * PICTURES.drawing(at).width


@pytest.mark.parametrize(("units", "rows"), [(1, 1), (4, 2), (5, 2), (12, 4)])
def test_sheets_of_an_army_stand_in_rows_that_hold_them(units: int, rows: int) -> None:
    of = [unit(f"crane-{nth}") for nth in range(1, units + 1)]
    picture = PICTURES.drawing(battle(*of, archers()))
    found = [part for part in picture.parts if part.id.startswith("unit crane")]
    assert len({part.y for part in found}) == rows
    assert not any(
        overlap(Room(*one), Room(*other))
        for one, other in combinations([(p.x, p.y, p.width, p.height) for p in found], 2)
    )


def test_beside_the_table_a_unit_has_its_deeds_where_there_is_room() -> None:
    done = Deeds(moved=("primary",), wounds=1)
    few = [unit("crane-1", position=("30", "20"), deeds=done), archers()]
    parts = {part.id: part for part in PICTURES.drawing(battle(*few)).parts}
    assert "1 wound, has moved" in parts["roll crane-1"].content
    many = [*few, *(unit(f"crane-{nth}", position=("30", "20")) for nth in range(2, 12))]
    parts = {part.id: part for part in PICTURES.drawing(battle(*many)).parts}
    assert "has moved" not in parts["roll crane-1"].content


def test_hostages_are_drawn_however_many_units_there_are() -> None:
    many = [unit(f"crane-{nth}", position=("30", "20")) for nth in range(1, 30)]
    held = tuple(hostage(many[0], "lion", f"guest-{nth}") for nth in range(1, 9))
    picture = PICTURES.drawing(battle(*many, archers(), hostages=held))
    parts = {part.id: part for part in picture.parts}
    ground, last = parts["army crane"], parts["hostage guest-8"]
    assert last.y + last.height <= ground.y + ground.height
    assert "others crane" in parts
    assert sum(one.startswith("hostage ") for one in parts) == 8


# positions                     the table in inches
TABLES = [
    ((), (72, 48)),
    ((("72", "48"),), (72, 48)),
    ((("72.25", "3"),), (84, 48)),
    ((("1", "60"),), (72, 60)),
]


@pytest.mark.parametrize(("places", "inches"), TABLES)
def test_a_table_grows_with_those_who_stand_beyond_it(places: Any, inches: tuple[int, int]) -> None:
    units = [unit(f"crane-{nth}", position=place) for nth, place in enumerate(places, 1)]
    assert size(stands(battle(*units, archers()))) == inches


def test_units_in_one_place_are_drawn_side_by_side() -> None:
    boxes = (Room(50, 50, 60, 30),) * 14
    moved = [
        Room(box.left + x, box.top + y, box.width, box.height)
        for box, (x, y) in zip(boxes, spread(boxes, Room(0, 0, 900, 600)), strict=True)
    ]
    assert moved[0] == boxes[0]
    assert not any(overlap(one, other) for one, other in combinations(moved, 2))
    crowd = [unit(f"crane-{nth}", position=("1", "1")) for nth in (1, 2, 3)]
    pins = [part for part in PICTURES.drawing(battle(*crowd, archers())).parts if part.id == "pins"]
    assert [part.content.count("<circle") for part in pins] == [1]
    assert "pins" not in {part.id for part in PICTURES.drawing(battle(CRANES, ARCHERS)).parts}


def test_the_ground_is_the_same_for_every_position() -> None:
    window = Window(0, 0, 72, 48, 28, 82, 13)
    grounds = {arena(one, stands(one), window)[0] for one in (OPEN, battle(CRANES, ARCHERS))}
    assert len(grounds) == 1


FOUGHT = c.Fought("crane-1", "archers", 3, 1, Sum(()), Sum(()))
SHOT = f.Shot("archers", "crane-1", "12", Sum(()), Sum(()), Sum(()), "close", Sum(()))

# the newest events, the newest first; the marks that stand on the board, and what they say
MARKS: list[tuple[tuple[Any, ...], dict[str, str]]] = [
    ((), {}),
    ((e.TurnBegan(2), FOUGHT), {}),
    ((FOUGHT, SHOT), {"fight": "Crane 1 fights Archers"}),
    ((SHOT,), {"fight": "Archers shoots at Crane 1"}),
    ((f.Engaged("crane-1", "archers", "primary", "3", False, False),), {"fight": "Crane 1 engages Archers"}),
    (
        (f.FlyByStruck("fire-dragon", "crane-1", "primary", (3, 4)),),
        {"fight": "Fire Dragon strikes Crane 1 in flight"},
    ),
    (
        (e.ModelsLost("archers", 2, 6), e.UnitWounded("archers", 3), FOUGHT),
        {"fight": "Crane 1 fights Archers", "lost archers": "Archers has lost models: 2"},
    ),
    ((e.ModelsLost("lion-2", 2, 0), c.Fought("crane-1", "lion-2", 3, 1, Sum(()), Sum(()))), {}),
]


@pytest.mark.parametrize(("events", "said"), MARKS)
def test_what_has_just_happened_is_marked(events: tuple[Any, ...], said: dict[str, str]) -> None:
    for marked, drawn in ((PICTURES.marked, PICTURES.drawing), (PICTURES.marked_narrow, narrow)):
        marks, picture = marked(OPEN, events), drawn(OPEN)
        assert {part.id: part.name for part in marks if part.name} == said
        assert all(part.quiet and part.x >= 0 and part.x + part.width <= picture.width for part in marks)


def test_a_fight_says_the_wounds_beside_whoever_has_them() -> None:
    marks = {part.id: part for part in PICTURES.marked(OPEN, (FOUGHT,))}
    units = {part.id: part for part in PICTURES.drawing(OPEN).parts}
    for name, wounds in (("crane-1", 1), ("archers", 3)):
        assert f">{wounds}<" in marks[f"wounds {name}"].content
    assert units["unit crane-1"].y < marks["wounds crane-1"].y < marks["wounds archers"].y


def test_the_picture_of_a_mail_is_small(views: list[View]) -> None:
    fullest = max((narrow(one) for one in views), key=lambda picture: picture.height)
    assert len(dots(svg(fullest, scale=WIDTH / fullest.width).encode())) <= 150_000


def test_a_picture_is_the_same_each_time() -> None:
    for drawn in DRAWN:
        assert svg(drawn(OPEN)) == svg(drawn(OPEN))
