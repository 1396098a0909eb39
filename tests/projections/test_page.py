"""The replay page as a file: one piece, nothing from outside, nothing of anybody else's, small."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Opened, Seated
from domain.game.state.lines import targets
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.sealed import PUBLIC, REFEREE
from domain.titles import TITLES
from projections.drawing.svg import changed, named, svg
from projections.language.catalogues import Reader, written_for
from projections.page.making import page
from projections.page.story import Story
from projections.replay import Replay
from tests.browser.games import recorded
from tests.projections.games import NOBODY, NOON, Stamped, entries, replay
from tests.titles.play import data_of
from tests.titles.test_rewinds import with_rewinds


class Read(HTMLParser):
    """The elements of a page, and what stands in those that hold raw text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str]] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._open = tag

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style"):
            self.raw.append((self._open, data))

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


SOME = 120
"""Events of a game whose page is looked at: a whole one has nothing else in it."""


def story_of(text: str) -> dict[str, object]:
    found = re.search(r'<script id="story" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    story: dict[str, object] = json.loads(found[1])
    return story


@pytest.mark.parametrize("viewer", ["public", "iga", "referee"])
def test_the_policy_names_exactly_the_pages_own_style_and_script(viewer: str) -> None:
    read = Read(page(replay(entries(0)[:SOME]), viewer))
    metas = [attrs for tag, attrs in read.elements if attrs.get("http-equiv") == "Content-Security-Policy"]
    policy = metas[0]["content"] or ""
    styles = " ".join(digest_of(raw) for tag, raw in read.raw if tag == "style")
    scripts = [raw for tag, raw in read.raw if tag == "script"]
    assert policy == (
        f"default-src 'none'; style-src {styles}; script-src {digest_of(scripts[-1])}; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


def digest_of(raw: str) -> str:
    return f"'sha256-{b64encode(sha256(raw.encode()).digest()).decode()}'"


def test_a_page_that_follows_a_game_may_ask_its_own_server_and_nobody_else() -> None:
    still, live = (
        page(replay(entries(0)[:SOME]), "public"),
        page(replay(entries(0)[:SOME]), "public", live="/g/x/live"),
    )
    assert "connect-src" not in still
    assert "img-src data: blob:; connect-src 'self'; base-uri 'none'" in live
    assert '"live":"/g/x/live"' in live
    assert live.replace("connect-src 'self'; ", "").replace("/g/x/live", "") == still


def test_it_names_nothing_that_would_be_fetched() -> None:
    read = Read(page(replay(entries(0)[:SOME]), "public"))
    links = [attrs for _tag, attrs in read.elements if {"src", "href", "srcset", "style"} & attrs.keys()]
    assert [link["href"] for link in links if link.get("rel") != "icon"] == ["#1"]
    assert [(link["href"] or "")[:19] for link in links if link.get("rel")] == ["data:image/svg+xml,"]
    assert not any(name.startswith("on") for _tag, attrs in read.elements for name in attrs)


def test_names_are_shown_as_text() -> None:
    """Names of people that would break out of a page, of a script and of a line."""
    evil = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\u202egnp.exe & 'x' \"y\""]
    first, *rest = entries(0)[:SOME]
    assert isinstance(first, Opened)
    seats = tuple(Seated(held.seat, name * 20) for held, name in zip(first.seats, evil, strict=True))
    text = page(replay((replace(first, seats=seats), *rest)), "public")
    clean = Read(page(replay(entries(0)[:SOME]), "public"))
    assert [tag for tag, _ in Read(text).elements] == [tag for tag, _ in clean.elements]
    steps = story_of(text)["steps"]
    assert isinstance(steps, list)
    assert evil[1] in steps[0]["text"]
    assert "\u202e" not in text


def test_the_story_puts_every_part_where_the_drawing_has_it() -> None:
    told = replay(entries(1)[:SOME])
    story = Story(told, PUBLIC).data()
    shown: dict[int, int] = {}
    for position, step in enumerate(story["steps"], 1):
        for name, *place in step.get("change", ()):
            shown.pop(name, None)
            shown.update({name: place[0]} if place else {})
        drawing = told.drawing(position, told.eye(PUBLIC))
        places = {part.id: (part.x, part.y, named(part).replace('"', "'")) for part in drawing.parts}
        told_places = {
            story["parts"][name]: (*story["places"][at][:2], content_of(story, story["places"][at][6]))
            for name, at in shown.items()
        }
        assert told_places == places


def content_of(story: dict[str, Any], fragment: int) -> str:
    return "".join(story["tokens"][token] for token in story["fragments"][fragment])


def test_a_story_says_each_throw_with_its_faces() -> None:
    """Draws have places, which are no faces."""
    told = recorded("twilight_shogun", "resignation")
    steps = Story(told, PUBLIC).data()["steps"]
    for position, step in enumerate(steps, 1):
        entry = told.envelope(position).entry
        thrown = isinstance(entry, Thrown) and not entry.question.draw
        assert step.get("dice") == (list(entry.faces) if thrown else None)
    assert sum("dice" in step for step in steps) > 0


def test_a_story_says_where_play_goes_back_and_which_throws_answer_again() -> None:
    """A throw that answers again has the faces that it had."""
    rules = TITLES["twilight_shogun"]
    data = data_of(rules)
    played = with_rewinds(rules, 1, data).entries
    stamped = [Stamped(bytes(32), NOON, NOBODY, entry) for entry in played]
    steps = Story(Replay("rewound", rules, data, stamped), PUBLIC).data()["steps"]
    assert [step.get("rewound", 0) for step in steps] == targets(played)
    again = [
        (step["dice"], played[entry.of - 1])
        for step, entry in zip(steps, played, strict=True)
        if isinstance(entry, ThrownAgain) and not entry.question.draw
    ]
    assert again
    assert all(isinstance(thrown, Thrown) and dice == list(thrown.answer()) for dice, thrown in again)


@pytest.mark.soak
def test_a_page_is_as_large_as_its_largest_board() -> None:
    told = recorded("twilight_shogun", "emperor")
    drawings = [told.pictures.drawing(told.view(n, REFEREE)) for n in range(1, len(told) + 1)]
    heights = {drawing.height for drawing in drawings}
    assert len(heights) > 1
    assert Story(told, PUBLIC).data()["size"] == (980, max(heights))


LONG = [
    pytest.param("kawanakajima", "points", 5_000, marks=pytest.mark.soak),
    pytest.param("twilight_shogun", "final", 3_000, marks=pytest.mark.soak),
    ("clan_war", "draw", 5_000),
]
"""Eight turns of Twilight of Shogun have some 1,450 events; the others can go on."""


@pytest.mark.soak
@pytest.mark.parametrize(("title", "ending", "events"), LONG)
def test_the_page_of_a_long_game_is_small(title: str, ending: str, events: int) -> None:
    """At the rate of its own second half, the page of so many events has less than 1 MB."""
    told = recorded(title, ending)
    half = len(told) // 2
    first = len(page(recorded(title, ending, half), "referee").encode())
    whole = len(page(told, "referee").encode())
    assert whole + (whole - first) / (len(told) - half) * (events - len(told)) < 1_000_000


def test_what_changes_is_framed_and_what_only_keeps_the_books_is_not() -> None:
    told = replay(entries(2))
    before, after = (told.pictures.drawing(told.view(n, "referee")) for n in (110, 120))
    framed = changed(after, before)
    assert framed
    assert not any(part.quiet for part in framed)
    assert svg(after, before=before).count('class="frame"') == len(framed)
    assert 'class="frame"' not in svg(after)


@pytest.mark.parametrize("palette", ["light", "dark"])
def test_a_picture_is_one_document_in_either_palette(palette: str) -> None:
    from xml.etree import ElementTree

    told = replay(entries(2))
    picture = svg(told.pictures.drawing(told.view(200, "referee")), palette)
    root = ElementTree.fromstring(picture)
    used = {name for element in root.iter() for name in element.get("class", "").split()}
    sheet = root.findtext("{http://www.w3.org/2000/svg}style") or ""
    assert {name for name in used if f".{name}{{" not in sheet} == set()


def test_a_page_is_in_the_readers_language() -> None:
    with written_for(Reader("fr", "Europe/Paris")):
        french = page(replay(entries(0)[:SOME]), "public")
    assert '<html lang="fr">' in french
    assert '<html lang="en">' in page(replay(entries(0)[:SOME]), "public")
