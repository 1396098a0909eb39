"""All pages look alike: one style before that of each, one mark, one picture in the tab, which is in the
page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from domain.kit.sealed import PUBLIC
from projections.drawing.svg import PALETTES
from projections.page.look import CREST, LOADS, ground, icon, look
from projections.page.making import page
from projections.titles import PICTURES
from referee.bundle.check.joined import check_html
from referee.seats.own_games import games_path
from referee.seats.referee_link import referee_path
from referee.web.shown import front
from tests.projections.games import entries, replay
from tests.projections.test_owner_page import page_of
from tests.referee.mail.html.scenes import scene_at, stops
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import Playing

SERVED = {
    "index": "/",
    "ratings": "/ratings",
    "own games": "MINE",
    "desk": "DESK",
    "public": "/g/winter/",
    "table": "SEATtable",
    "seat's replay": "SEATreplay/",
    "diary": "SEATdiary",
    "nothing": "/g/winter/nothing",
}


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    made = Playing(tmp_path_factory.mktemp("look"))
    yield made
    made.record.close()


def served(playing: Playing, path: str) -> tuple[str, str]:
    """A page and the policy that it comes under."""
    seat = playing.seat
    path = path.replace("MINE", games_path(playing.record, PEOPLE[seat]))
    path = path.replace("DESK", referee_path(playing.record)).replace("SEAT", playing.link(seat))
    answer = playing.web.get(path, headers={"Accept": "text/html"})
    return answer.text, answer.headers.get("content-security-policy", "") + policy_in(answer.text)


def policy_in(text: str) -> str:
    return "".join(re.findall(r'Content-Security-Policy" content="([^"]*)"', text))


def looks_like_all(text: str, policy: str) -> None:
    assert text.count('rel="icon"') == 1
    assert icon() in text.partition("</head>")[0]
    assert look() in text
    assert CREST in text
    assert LOADS in policy


@pytest.mark.parametrize("name", SERVED)
def test_a_page_that_is_served_has_the_look_of_all(playing: Playing, name: str) -> None:
    looks_like_all(*served(playing, SERVED[name]))


def test_pages_that_are_files_have_the_look_of_all() -> None:
    files = {
        "replay": page(replay(entries(0)[:40]), "public"),
        "site": front([])["index.html"].decode(),
        "check": check_html().decode(),
        "owner": page_of("shinobi"),
    }
    for text in files.values():
        looks_like_all(text, policy_in(text))


def test_the_picture_in_the_tab_is_a_small_drawing() -> None:
    (address,) = re.findall(r'href="data:image/svg\+xml,([^"]*)"', icon())
    assert ElementTree.fromstring(unquote(address)).tag == "{http://www.w3.org/2000/svg}svg"
    assert len(icon()) < 1000
    assert not set(address) & set(" <>#'\"")


# ---- what boards lie on


def test_boards_lie_on_a_colour_of_the_palettes() -> None:
    for title in ("shinobi", "kawanakajima", "twilight_shogun", "rising_sun", "clan_war"):
        name = PICTURES[title].ground
        assert name != "paper"
        light, dark = (one[name] for one in PALETTES.values())
        assert re.findall(r"--ground:(#\w+)", ground(name)) == [light, dark]
    assert ground("of a guest") == ground("paper")


@pytest.mark.parametrize(
    ("title", "paints"),
    [
        ("twilight_shogun", {"anti": "vermilion", "pro": "sky"}),
        ("kawanakajima", {"takeda": "ochre", "uesugi": "navy"}),
        ("rising_sun", {"koi": "ochre", "herald": ""}),
        ("shinobi", {"iga": ""}),
    ],
)
def test_the_colour_of_a_seat_stands_above_its_page(title: str, paints: dict[str, str]) -> None:
    replay = scene_at(title, stops(title)[-1]).replay
    view = replay.view(len(replay), PUBLIC)
    assert {seat: replay.pictures.paint(view, seat) for seat in paints} == paints
    for paint in filter(None, paints.values()):
        seen = [one[paint] for one in PALETTES.values()]
        assert re.findall(r"--seat:(#\w+)", ground("paper", paint)) == seen
