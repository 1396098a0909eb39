"""Views of a seat, of everybody and of the referee."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi.board.state import Board, Deeds, conserved
from domain.shinobi.view import Province, View, view
from tests.shinobi.boards import board

GIVEN = board(
    {"iga": {"mori": 1}, "kii": {"oda": 2, "mori": 1}},
    {"iga": ("takeda", "ninja"), "ise": ("uesugi", "oda", "uesugi"), "kii": ()},
    deck={"mori": 2, "ninja": 1},
    clans={"iga": "takeda", "ise": "mori", "kii": "oda"},
    active="iga",
    first="kii",
    done=Deeds(ninja=("kii", "mori"), reinforced=(("ise", "oda"),)),
    last_turn=9,
)
PUBLICLY = View(
    viewer=PUBLIC,
    turn=7,
    active="iga",
    first="kii",
    last_turn=9,
    provinces=(
        Province("iga", {"mori": 1}, 2, None, None),
        Province("ise", {}, 3, None, None),
        Province("kii", {"mori": 1, "oda": 2}, 0, None, None),
    ),
    clans={"go-hojo": 0, "mori": 2, "oda": 2, "takeda": 0, "uesugi": 0},
    discard={"go-hojo": 11, "mori": 7, "oda": 8, "takeda": 10, "uesugi": 9, "ninja": 1},
    cards_in_deck=3,
    deck=None,
    unused_clans=None,
    struck=("kii", "mori"),
    reinforced=(("ise", "oda"),),
    winners=(),
)
OPEN = (
    Province("iga", {"mori": 1}, 2, ("takeda", "ninja"), "takeda"),
    Province("ise", {}, 3, ("oda", "uesugi", "uesugi"), "mori"),
    Province("kii", {"mori": 1, "oda": 2}, 0, (), "oda"),
)
OPENED = replace(PUBLICLY, provinces=OPEN, deck={"mori": 2, "ninja": 1}, unused_clans=("go-hojo", "uesugi"))


def seen(viewer: str, at: Board = GIVEN) -> View:
    return view(State(at), viewer)


def test_everybody_sees_the_table_the_discard_and_how_many_cards_there_are() -> None:
    assert seen(PUBLIC) == PUBLICLY


@pytest.mark.parametrize(("nth", "seat"), [(0, "iga"), (1, "ise"), (2, "kii")])
def test_a_seat_sees_its_own_hand_and_clan_besides(nth: int, seat: str) -> None:
    provinces = (*PUBLICLY.provinces[:nth], OPEN[nth], *PUBLICLY.provinces[nth + 1 :])
    assert seen(seat) == replace(PUBLICLY, viewer=seat, provinces=provinces)


def test_the_referee_sees_everything() -> None:
    assert seen(REFEREE) == replace(OPENED, viewer=REFEREE)


@pytest.mark.parametrize("viewer", [PUBLIC, "iga", REFEREE])
def test_end_reveal_everybody_sees_everything_at_the_end(viewer: str) -> None:
    assert seen(viewer, replace(GIVEN, revealed=True)) == replace(OPENED, viewer=viewer)


# hidden cards that change places: nobody who does not hold them can see it
HIDDEN = GIVEN.hands | {"ise": ("ninja", "mori", "mori")}
SWAPPED = [
    (replace(GIVEN, hands=HIDDEN, deck=GIVEN.deck | {"mori": 0, "ninja": 0, "oda": 1, "uesugi": 2}), "ise"),
    (replace(GIVEN, hands=GIVEN.hands | {"ise": ("uesugi", "uesugi", "oda")}), ""),
    (replace(GIVEN, clans={"iga": "takeda", "ise": "uesugi", "kii": "oda"}), "ise"),
]


@pytest.mark.parametrize(("swapped", "holder"), SWAPPED)
def test_hidden_cards_that_change_places_change_no_other_view(swapped: Board, holder: str) -> None:
    assert conserved(swapped) == ""
    for viewer in (PUBLIC, "iga", "ise", "kii"):
        assert (asdict(seen(viewer, swapped)) == asdict(seen(viewer))) is (viewer != holder)


def test_cards_that_are_missing_are_counted() -> None:
    at = board({"iga": {"mori": 1}}, {"iga": ("oda",)})
    assert conserved(at) == ""
    assert conserved(replace(at, deck=at.deck | {"oda": 9})) == (
        "There are 11 cards of oda; the deck has 9, the hands 1, the table 0 and the discard 0."
    )
    assert conserved(replace(at, deck=at.deck | {"mori": 11}, discard=at.discard | {"mori": -1})) == (
        "There are 11 cards of mori; the deck has 11, the hands 0, the table 1 and the discard -1."
    )
