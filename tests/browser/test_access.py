"""Who cannot see, has no mouse, has a telephone; and names that want to be more than names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Looked, Opened, Seated
from domain.game.entries.people import Pressed
from tests.browser.conftest import Open
from tests.browser.games import recorded, rewound, written
from tests.projections.games import entries, replay

PAGES = [
    ("shinobi", "victory"),
    ("twilight_shogun", "resignation"),
    ("rising_sun", "honor"),
    ("clan_war", "resignation"),
    ("kawanakajima", "resignation"),
]


def complaints(page: Any, *rules: str) -> list[str]:
    """What axe finds, with the elements that it finds it in: by these of its rules, or by all."""
    base = pytest.importorskip("axe_playwright_python.base")
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(base.AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate("options => axe.run(options).then(results => results.violations)", options)
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes']][:3]}" for one in found]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
@pytest.mark.parametrize(("title", "ending"), PAGES)
def test_axe_finds_nothing(opened: Open, folder: Path, title: str, ending: str, scheme: str) -> None:
    told = recorded(title, ending, 120)
    page = opened(written(folder, told, f"{title}-axe"), f"#{len(told) * 2 // 3}", color_scheme=scheme)
    assert complaints(page) == []


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_lines_are_abandoned_or_the_screen_is_narrow(
    opened: Open, folder: Path, scheme: str
) -> None:
    path = rewound(written(folder, recorded("shinobi", "shared", 130), "axe"), {120: 60})
    page = opened(path, "#90", color_scheme=scheme, viewport={"width": 360, "height": 740})
    page.keyboard.press("b")
    assert complaints(page) == []


@pytest.mark.soak
def test_axe_would_find_something(opened: Open, file: Path) -> None:
    page = opened(file)
    page.evaluate("document.querySelector('#play').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#play').removeAttribute('title')")
    assert [one.split(":")[0] for one in complaints(page)] == ["button-name"]


@pytest.mark.soak
def test_everything_can_be_come_to_and_used_without_a_mouse(opened: Open, file: Path) -> None:
    page = opened(file, "#40")
    come_to = []
    for _step in range(20):
        page.keyboard.press("Tab")
        come_to.append(page.evaluate("document.activeElement.id"))
    wanted = ["first", "turn-back", "back", "play", "on", "turn-on", "last", "flip", "enlarge", "slider"]
    wanted += ["number", "link", "save-svg", "save-png", "log"]
    assert [one for one in come_to if one in wanted][: len(wanted)] == wanted
    page.focus("#flip")
    page.keyboard.press("Space")
    assert page.get_attribute("#flip", "aria-pressed") == "true"
    assert page.get_attribute("#play", "aria-pressed") == "false"
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("now") == 41


@pytest.mark.soak
def test_a_screen_reader_is_told_each_event(opened: Open, file: Path) -> None:
    page = opened(file, "#40")
    assert page.get_attribute("#said", "role") == "status"
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#board", "aria-label").startswith("Board: Event 41. ")
    assert page.get_attribute("#slider", "aria-valuetext").endswith("Event 41 of " + str(len(entries(2))))
    assert page.get_attribute("#tracks svg >> nth=0", "aria-label").startswith("Go-Hojo: lowest 0, highest ")
    assert page.get_attribute("html", "lang") == "en"


def test_a_telephone_shows_board_words_and_buttons_at_once(opened: Open, file: Path) -> None:
    page = opened(file, "#120", viewport={"width": 360, "height": 740})
    for shown in ("#board", "#said", "#on", "#slider"):
        box = page.locator(shown).bounding_box()
        assert box["y"] < 740
    buttons = [page.locator(f"#{one}").bounding_box() for one in ("first", "on", "last", "enlarge")]
    assert all(box["height"] >= 40 for box in buttons)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in buttons)
    letters = page.evaluate(
        "[...document.querySelectorAll('#board text')].map(e => e.getBoundingClientRect().height)"
    )
    assert min(letters) >= 8


BADGES = """(steps[now - 1].change || []).filter((one) => one.length > 1)
    .map(([part]) => story.parts[part]).filter((name) => name.startsWith("came "))"""
"""The parts by which the event that is shown says how many cards have come or gone."""


@pytest.mark.soak
def test_on_a_telephone_what_has_changed_is_brought_into_sight(opened: Open, file: Path) -> None:
    page = opened(file, "#120", viewport={"width": 360, "height": 740})
    seen = 0
    for at in range(120, 200):
        page.evaluate(f"go({at})")
        shown = page.locator("#board > g:not(.leaving) > rect.frame")  # not the rings that are marks
        badges = page.evaluate(BADGES)
        if not shown.count() and badges:  # what is gone has no frame
            shown = page.locator(f"#board [data-part='{badges[-1]}']")
        if shown.count():
            box, frame = shown.last.bounding_box(), page.locator("#frame").bounding_box()
            assert box["x"] < frame["x"] + frame["width"]
            assert box["x"] + box["width"] > frame["x"]
            assert box["y"] < frame["y"] + frame["height"]
            assert box["y"] + box["height"] > frame["y"]
            seen += 1
    assert seen > 20


EVIL = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202egnp.exe & 'x' \"y\" {title} ${alert(1)}",
    "long " * 2_000,
)


@pytest.mark.soak
def test_hostile_names_and_words_are_shown_as_text(opened: Open, folder: Path, file: Path) -> None:
    """Nothing runs, nothing is added to the page, nothing sticks out; the words can be read.

    Of names, and of press to all, which is in the log and beside the board.
    """
    first, *rest = entries(2)
    assert isinstance(first, Opened)
    names = (*EVIL, "x" * 10_000)
    seats = tuple(Seated(held.seat, name) for held, name in zip(first.seats, names, strict=True))
    looks = [Looked(name, "what iga alone may know", name) for name in names]
    press = [Pressed((), words, "iga") for words in names]
    told = replay((replace(first, seats=seats), *rest, *press, *looks))
    page = opened(written(folder, told, "hostile"), "#1", viewport={"width": 360, "height": 740})
    clean = opened(file, "#1", viewport={"width": 360, "height": 740})
    elements = "document.querySelectorAll('*').length - document.querySelectorAll('#log *').length"
    assert page.evaluate(elements) == clean.evaluate(elements)
    assert EVIL[0] in page.inner_text("#said")
    count = page.evaluate("count")
    for at in range(count - 2 * len(names) + 1, count + 1):
        page.evaluate(f"go({at})")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert "\u202e" not in page.inner_text("#said")
        if at == count - 2 * len(names) + 1:
            assert f"iga writes to all: “{EVIL[0]}”" in page.inner_text("#said")
            assert f"iga writes to all: “{EVIL[0]}”" in page.inner_text("#log")
    assert "\u202e" not in page.inner_text("#log")
    assert page.locator("#log script, #log img, #said script, #said img").count() == 0
    assert page.inner_text("#said").count("x") >= 20_000
    assert page.locator("#said").bounding_box()["height"] < 200
