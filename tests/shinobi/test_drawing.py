"""The drawn table, wide and narrow: what lies on it, where, and that it says what its viewer may know."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi.board import events as e
from domain.shinobi.board.state import Board
from domain.shinobi.view import View, view
from projections.drawing.svg import Drawing, Part, sheet, svg
from projections.shinobi.drawing import drawing, marked, marked_narrow, narrow
from tests.shinobi.boards import CLANS, SEATS, board

BOTH = pytest.mark.parametrize("draw", [drawing, narrow])
Draw = Callable[[View], Drawing]
DEFINED = {*re.findall(r"\.([a-z0-9-]+)\{", sheet("light"))}

MIDDLE = board(
    {"iga": {"takeda": 3, "oda": 1}, "ise": {"mori": 12}, "kii": {}},
    {"iga": ("mori", "mori", "ninja"), "ise": ("oda", "uesugi"), "kii": ()},
    active="iga",
)


def seen(at: Board, viewer: str = PUBLIC) -> View:
    return view(State(at, ()), viewer)


def named(of: Drawing) -> dict[str, tuple[str, str]]:
    return {one.id: (one.name, one.word) for one in of.parts}


@BOTH
@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_everything_lies_once_and_within_the_frame(draw: Draw, viewer: str) -> None:
    drawn = draw(seen(MIDDLE, viewer))
    assert len({one.id for one in drawn.parts}) == len(drawn.parts)
    for one in drawn.parts:
        assert 0 <= one.x <= one.x + one.width <= drawn.width, one.id
        assert 0 <= one.y <= one.y + one.height <= drawn.height, one.id


@BOTH
def test_provinces_armies_and_ones_own_cards_have_names_and_words(draw: Draw) -> None:
    told = named(draw(seen(MIDDLE, "iga")))
    assert told["province iga"] == ("iga is to act; clan: Go-Hojo", "iga")
    assert told["province ise"] == ("ise", "ise")
    assert told["army iga takeda"] == ("3 Takeda cards in iga", "takeda")
    assert told["army iga oda"] == ("1 Oda card in iga", "oda")
    assert told["clan kii go-hojo"] == ("no Go-Hojo in kii", "go-hojo")
    assert told["hand iga mori 1"] == ("Mori, in the hand of iga", "mori")
    assert told["hand iga ninja 0"] == ("Ninja, in the hand of iga", "ninja")
    assert told["hand ise"] == ("ise holds 2 cards", "")
    assert told["total takeda"] == ("3 Takeda cards on the table", "takeda")
    assert [one for one, (name, _word) in told.items() if not name] == [
        *(f"clan {seat} {clan}" for seat in SEATS for clan in CLANS if MIDDLE.table[seat].get(clan)),
        "own hand",
        "totals",
    ]


@pytest.mark.parametrize(("draw", "frame"), [(drawing, (860, 690)), (narrow, (390, 10_000))])
def test_cards_are_broad_enough_for_a_finger_on_a_desk_and_on_a_telephone(
    draw: Draw, frame: tuple[int, int]
) -> None:
    """In the room that the page of a seat has for its board."""
    drawn = draw(seen(MIDDLE, "iga"))
    zoom = min(frame[0] / drawn.width, frame[1] / drawn.height)
    cards = [one for one in drawn.parts if one.id.startswith(("army ", "hand iga "))]
    assert len(cards) == 6
    assert all(one.width * zoom >= 48 for one in cards)


@BOTH
def test_ones_own_hand_lies_below_the_provinces_and_where_all_are_open_each_in_its_own(draw: Draw) -> None:
    own, everybody = ({one.id: one for one in draw(seen(MIDDLE, who)).parts} for who in ("iga", REFEREE))
    assert own["hand iga mori 0"].y > max(own[f"province {seat}"].y for seat in SEATS) + 100
    for one in everybody.values():
        if one.id.startswith("hand "):
            ground = everybody[f"province {one.id.split()[1]}"]
            assert ground.y < one.y < one.y + one.height < ground.y + ground.height


@BOTH
def test_nobody_sees_the_hand_of_another(draw: Draw) -> None:
    swapped = replace(MIDDLE, hands={**MIDDLE.hands, "ise": ("ninja", "takeda")})
    assert svg(draw(seen(swapped, "iga"))) == svg(draw(seen(MIDDLE, "iga")))
    assert svg(draw(seen(swapped))) == svg(draw(seen(MIDDLE)))
    assert svg(draw(seen(swapped, "ise"))) != svg(draw(seen(MIDDLE, "ise")))
    assert svg(draw(seen(MIDDLE, "ise"))) == svg(draw(seen(MIDDLE, "ise")))


@BOTH
def test_every_style_is_one_that_there_is(draw: Draw) -> None:
    shown = svg(draw(seen(MIDDLE, "iga")))
    assert {one for found in re.findall(r'class="([^"]*)"', shown) for one in found.split()} <= DEFINED


# event                                                      what is marked
MARKED = [
    (e.Placed("iga", "oda", "iga"), {"came iga oda": "Oda in iga: +1"}),
    (e.NinjaSent("iga", "mori", "ise"), {"came ise mori": "Mori in ise: -1"}),
    (
        e.Moved("iga", "uesugi", "kii", "ise"),
        {
            "came kii uesugi": "Uesugi in kii: -1",
            "gone kii uesugi": "",
            "came ise uesugi": "Uesugi in ise: +1",
            "way": "",
        },
    ),
    (
        e.Attacked("iga", "mori", "ise", "takeda", 3, 12),
        {"came ise mori": "Mori in ise: -1", "fought iga takeda": "Takeda in iga has attacked", "way": ""},
    ),
    (e.TurnBegan("ise", 8), {}),
]


@pytest.mark.parametrize("mark", [marked, marked_narrow])
@pytest.mark.parametrize(("event", "said"), MARKED)
def test_what_the_last_action_has_done_is_marked(
    mark: Callable[..., tuple[Part, ...]], event: object, said: dict[str, str]
) -> None:
    """Also while cards are drawn and the next turn begins; nothing of the action before it."""
    found = mark(seen(MIDDLE), (event,))
    assert {one.id: one.name for one in found} == said
    assert all(one.quiet for one in found)
    if said:
        before = e.Placed("kii", "mori", "ise")
        assert mark(seen(MIDDLE), (e.TurnBegan("ise", 8), event, before)) == found


@pytest.mark.parametrize("event", [one for one, said in MARKED if "way" in said])
def test_the_arrow_strikes_through_no_name_in_the_row_that_it_leaves(event: e.Moved | e.Attacked) -> None:
    source = event.source if isinstance(event, e.Moved) else event.seat
    clan = event.clan if isinstance(event, e.Moved) else event.army
    found = {one.id: one for one in (*drawing(seen(MIDDLE)).parts, *marked(seen(MIDDLE), (event,)))}
    way, name = found["way"], found[f"clan {source} {clan}"]
    heights = [float(y) + way.y for y in re.findall(r",([\d.]+)", way.content.split("<polyline")[1])][:1]
    assert heights[0] > name.y + 44
