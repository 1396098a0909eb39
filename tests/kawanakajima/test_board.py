"""The text picture: whole, for a board with something of everything; and what holds for every picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.state import Board, begin
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.view import view
from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC, REFEREE
from projections.kawanakajima.board import board as picture
from projections.kawanakajima.ground import busiest, overview, window
from projections.kawanakajima.sentences import sentence, sums
from projections.kawanakajima.tables import TABLES, rows
from projections.language.messages import COLUMNS
from tests.kawanakajima.data import DATA
from tests.kawanakajima.pictured import besieged, middle
from tests.titles.play import Played

GOLDEN = Path(__file__).parent / "golden"
SECRET = Options(secret_postures=True)
OF_SIEGES = {"fortress_zones", "siege_strengths"}
OVER = middle(ending="points", winners=("uesugi",))

PICTURES = [
    ("middle", middle(), "takeda"),
    ("middle", middle(), "uesugi"),
    ("middle", middle(), PUBLIC),
    ("secret-postures", middle(SECRET), "uesugi"),
    ("over", OVER, PUBLIC),
    ("empty", begin(Options(), DATA, SEATS), PUBLIC),
    ("besieged", besieged(), "uesugi"),
    ("besieged", besieged(), PUBLIC),
    ("marching", begin(Options(scenario="hypothetical"), DATA, SEATS), PUBLIC),
]


@pytest.mark.parametrize(("name", "at", "viewer"), PICTURES, ids=[f"{n}-{v}" for n, _, v in PICTURES])
def test_a_board_looks_like_this(name: str, at: Board, viewer: str) -> None:
    assert picture(view(State(at), viewer)) == (GOLDEN / f"{name}-{viewer}.txt").read_text()


@pytest.mark.parametrize(("name", "at", "viewer"), PICTURES, ids=[f"{n}-{v}" for n, _, v in PICTURES])
def test_every_picture_fits_into_a_mail(name: str, at: Board, viewer: str) -> None:
    for who in (viewer, REFEREE):
        text = picture(view(State(at), who))
        assert text.endswith("\n")
        assert text.isascii()
        assert [line for line in text.splitlines() if len(line) > COLUMNS or line != line.rstrip()] == []


def test_the_overview_has_a_sign_for_each_hex() -> None:
    """A capital letter for a Takeda clan, a small one for an Uesugi clan; else the ground [2.2]."""
    lines = overview(view(State(middle()), PUBLIC))
    signs = {place: lines[int(place[2:])][2 + int(place[:2])] for place in DATA.map.places}
    assert signs["2914"] == "G"
    assert signs["2814"] == "b"
    assert signs["0519"] == "N"
    assert signs["2626"] == "#"
    assert signs["3021"] == "="
    assert signs["1018"] == "~"
    assert signs["0101"] == '"'
    assert signs["2406"] == "^"
    assert signs["2001"] == "."
    assert lines[28][3:20].strip() == ""


def test_the_window_is_where_the_enemies_meet() -> None:
    seen = view(State(middle()), PUBLIC)
    left, top = busiest(seen)
    assert left <= 27 <= 29 < left + 14
    assert top <= 12 <= 15 < top + 11
    lines = window(seen)
    assert lines[0].split() == [f"{column:02}" for column in range(left, left + 14)]
    text = "\n".join(lines)
    for mark in ("G1'", "b1'*", "b2!", 'f1"'):
        assert mark in text
    assert "[c1]" in "\n".join(window(seen, (20, 12)))


def test_a_window_can_be_put_anywhere_on_the_map() -> None:
    seen = view(State(middle()), PUBLIC)
    assert window(seen, (1, 1))[1].startswith('01  "')
    assert len(window(seen, (42, 28))) == 3


@pytest.mark.parametrize(("at", "empty"), [(middle(), OF_SIEGES), (besieged(), set())])
def test_the_rows_have_the_columns_of_their_tables(at: Board, empty: set[str]) -> None:
    found = rows(view(State(at), "takeda"))
    assert set(found) == {table.name for table in TABLES}
    assert {name for name, lines in found.items() if not lines} == empty
    for table in TABLES:
        for row in found[table.name]:
            assert list(row) == list(table.columns)
            for name, kind in table.columns.items():
                assert row[name] is None or isinstance(row[name], kind)
        keys = [tuple(row[name] for name in table.key) for row in found[table.name]]
        assert len(set(keys)) == len(keys)


def test_the_rows_hide_what_the_viewer_may_not_know() -> None:
    """[6.2, 7.1]"""
    found = rows(view(State(middle(SECRET)), "uesugi"))
    sides = {row["side"]: row for row in found["armies"]}
    assert (sides["takeda"]["plan"], sides["takeda"]["saved"]) == (None, None)
    assert sides["uesugi"]["plan"] == "saku"
    postures = {row["clan"]: row["posture"] for row in found["battle_clans"]}
    assert postures["tG"] is None
    assert postures["uB"] == "attack"
    tracks = {row["track"]: row["value"] for row in found["tracks"]}
    assert tracks == {"turn": 3, "victory": -4, "compulsory": 3}


@pytest.mark.parametrize("seed", [6])  # the preset with everything secret
def test_every_picture_and_sentence_of_a_random_game_fits_into_a_mail(seed: int) -> None:
    """As each viewpoint has it: nothing is too wide, nothing unsaid, nothing a viewer may not know fails."""
    played = Played(KAWANAKAJIMA, seed, DATA)
    stops = [played.game.state]
    played.to_the_end(lambda game: stops.append(game.state))
    for state in stops[::90]:
        for viewer in (*SEATS, PUBLIC, REFEREE):
            text = picture(view(state, viewer))
            assert text.isascii()
            assert [line for line in text.splitlines() if len(line) > COLUMNS] == []
    for entry in played.entries:
        if isinstance(entry, Fact) and entry.event is not None:
            for viewer in (*SEATS, PUBLIC):
                assert sentence(entry.event, viewer).endswith((".", ")."))
                sums(entry.event, viewer)


def test_13_4_the_fortress_says_what_each_side_has_and_where_its_markers_stand() -> None:
    """[13.1, 13.2, 13.4]"""
    found = rows(view(State(besieged()), PUBLIC))
    assert found["siege_strengths"] == [
        {"side": "takeda", "effectives": 5, "disabled": 4, "lost": 1, "markers": 4, "besieger": 0},
        {"side": "uesugi", "effectives": 4, "disabled": 0, "lost": 0, "markers": 3, "besieger": 1},
    ]
    zones = {row["zone"]: (row["kind"], row["takeda"], row["uesugi"]) for row in found["fortress_zones"]}
    assert (zones["b"], zones["k2"], zones["k5"]) == (("peripheral", 1, 1), ("key", 1, 0), ("key", 0, 0))
    tracks = {row["track"]: row["value"] for row in found["tracks"]}
    assert tracks["kaizu"] == 1
    lost = {
        row["track"]: row["value"] for row in rows(view(State(besieged(kaizu="uesugi")), PUBLIC))["tracks"]
    }
    assert lost["kaizu"] == -1


def test_13_3_the_maps_show_kaizu_with_the_sides_that_are_in_it() -> None:
    seen = view(State(besieged()), PUBLIC)
    assert overview(seen)[26][28] == "#"
    assert "#Tu" in "\n".join(window(seen))
