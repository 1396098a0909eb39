"""The text pictures of boards, whole; and what holds for every picture of every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi.board.state import Board, Deeds, conserved
from domain.shinobi.view import View, view
from projections.language.messages import COLUMNS
from projections.shinobi.board import board as picture
from tests.projections.games import entries, replay
from tests.shinobi.boards import board

GOLDEN = Path(__file__).parent / "golden"

MIDDLE = board(
    {"iga": {"mori": 3, "oda": 1}, "ise": {"takeda": 2, "uesugi": 3}, "kii": {"mori": 8}},
    {
        "iga": ("go-hojo", "ninja"),
        "ise": ("uesugi", "takeda", "oda", "ninja"),
        "kii": ("uesugi", "uesugi", "oda", "oda"),
    },
    deck={"go-hojo": 10, "oda": 6, "takeda": 8, "uesugi": 5},
    clans={"iga": "takeda", "ise": "mori", "kii": "oda"},
    active="iga",
    first="kii",
    done=Deeds(ninja=("ise", "oda"), reinforced=(("iga", "oda"),)),
)

LAST_TURNS = board(
    {"omi": {"go-hojo": 2}, "yamato": {"uesugi": 1}},
    {"iga": ("mori",), "ise": (), "kii": ("oda", "oda"), "omi": ("ninja",), "yamato": ("takeda",)},
    deck={},
    seats=("iga", "ise", "kii", "omi", "yamato"),
    turn=38,
    last_turn=42,
    active="omi",
    first="iga",
)

TIED = board(
    {
        "iga": {"mori": 3, "oda": 2},
        "ise": {"takeda": 1, "mori": 2},
        "kii": {"oda": 3, "uesugi": 9},
        "omi": {"go-hojo": 4},
    },
    {"iga": ("oda",), "kii": ("ninja", "ninja")},
    deck={},
    seats=("iga", "ise", "kii", "omi"),
    clans={"iga": "mori", "ise": "go-hojo", "kii": "oda", "omi": "takeda"},
    turn=40,
    last_turn=40,
    active="omi",
    first="kii",
    revealed=True,
    winners=("iga", "kii"),
)

PICTURES = [
    ("before-the-first-turn", board(turn=0, clans={}), PUBLIC),
    ("middle", MIDDLE, "iga"),
    ("middle", MIDDLE, "ise"),
    ("middle", MIDDLE, "kii"),
    ("middle", MIDDLE, PUBLIC),
    ("middle", MIDDLE, REFEREE),
    ("last-turns", LAST_TURNS, "kii"),
    ("last-turns", LAST_TURNS, PUBLIC),
    ("tied", TIED, "ise"),
    ("tied", TIED, PUBLIC),
]


@pytest.mark.parametrize(("name", "at", "viewer"), PICTURES, ids=[f"{n}-{v}" for n, _, v in PICTURES])
def test_a_board_looks_like_this(name: str, at: Board, viewer: str) -> None:
    assert picture(view(State(at), viewer)) == (GOLDEN / f"{name}-{viewer}.txt").read_text()


@pytest.mark.parametrize("at", [MIDDLE, LAST_TURNS, TIED], ids=["middle", "last turns", "tied"])
def test_the_boards_of_the_pictures_have_all_cards(at: Board) -> None:
    assert conserved(at) == ""


@pytest.mark.parametrize("seed", range(6))
def test_every_picture_of_a_game_fits_into_a_mail(seed: int) -> None:
    played = replay(entries(seed))
    for position in range(1, len(played) + 1, 7):
        for viewer in played.viewers():
            text = played.board(position, viewer)
            assert text.endswith("\n")
            assert text.isascii()
            for line in text.splitlines():
                assert len(line) <= COLUMNS
                assert line == line.rstrip()


def test_an_army_that_is_longer_than_its_column_is_cut_with_a_mark() -> None:
    """Data sets of owners may have more cards, and longer names, than the printed one."""
    armies = view(State(MIDDLE), PUBLIC)
    text = picture(_with_clans(armies, 15))
    assert max(map(len, text.splitlines())) <= COLUMNS
    assert "##>" in text


def _with_clans(seen: View, count: int) -> View:
    clans = {f"clan-of-a-long-name-{n}": 11 for n in range(count)}
    return replace(seen, clans=clans, provinces=tuple(replace(p, armies=clans) for p in seen.provinces))
