"""The replay page in a real browser: stepping, jumping, turning round, saving; and its board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from projections.drawing import Drawing, group
from tests.projections.games import entries, replay

COUNT = len(entries(2))


def event(page: Any) -> int:
    """The event at which the page stands."""
    found = re.search(r"Event (\d+) of", page.inner_text("#where"))
    assert found
    return int(found[1])


# keys                                     the event where they lead, from the first
KEYS = [
    (["ArrowRight"], 2),
    (["ArrowRight", "ArrowRight", "ArrowLeft"], 2),
    (["PageDown", "PageDown", "PageDown", "PageUp"], 3),
    (["End"], COUNT),
    (["End", "ArrowRight"], COUNT),
    (["End", "Home"], 1),
    (["ArrowLeft"], 1),
]


@pytest.mark.parametrize(("keys", "leads"), KEYS)
def test_keys_step_from_event_to_event(page: Any, keys: list[str], leads: int) -> None:
    for key in keys:
        page.keyboard.press(key)
    assert event(page) == leads
    assert page.url.endswith(f"#{leads}")
    assert page.eval_on_selector("#slider", "e => Number(e.value)") == leads


def test_shift_and_an_arrow_go_a_turn(page: Any) -> None:
    told = replay(entries(2))
    firsts = [n for n in range(2, COUNT + 1) if told.turn(n) != told.turn(n - 1)]
    for first in firsts[:3]:
        page.keyboard.press("Shift+ArrowRight")
        assert event(page) == first
    page.keyboard.press("Shift+ArrowLeft")
    assert event(page) == firsts[1]


def test_a_link_leads_to_an_event_or_to_a_turn(chromium: Any, file: Path) -> None:
    told = replay(entries(2))
    third = next(n for n in range(1, COUNT + 1) if told.turn(n) == "T3")
    page = chromium.new_page()
    for mark, leads in ((f"#{COUNT // 2}", COUNT // 2), ("#t3", third), ("", COUNT), ("#nothing", COUNT)):
        page.goto("about:blank")
        page.goto(f"{file.as_uri()}{mark}")
        assert event(page) == leads
    page.evaluate("location.hash = '#t3'")
    page.wait_for_timeout(100)
    assert event(page) == third
    page.close()


def test_go_to_slider_and_log_lead_there(page: Any) -> None:
    page.fill("#number", "t3")
    page.press("#number", "Enter")
    assert page.inner_text("#where").startswith("T3 ")
    page.fill("#number", "57")
    page.press("#number", "Enter")
    assert event(page) == 57
    page.fill("#slider", "90")
    assert event(page) == 90
    page.click("#log li:nth-child(3)")
    assert event(page) == int(page.inner_text("#log li:nth-child(3) b"))
    assert page.eval_on_selector_all("#log li[aria-current]", "e => e.length") == 1


def test_space_plays_and_stops(page: Any) -> None:
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    while event(page) < 3:
        page.wait_for_timeout(50)
    page.keyboard.press("Space")
    stopped = event(page)
    page.wait_for_timeout(1000)
    assert event(page) == stopped
    assert page.get_attribute("#play", "aria-pressed") == "false"


def test_f_turns_the_board_round_and_back(page: Any) -> None:
    page.fill("#slider", "120")
    before = page.inner_html("#board")
    page.keyboard.press("f")
    assert page.inner_html("#board") != before
    first = page.locator("#board g[data-part^='province']").first
    assert "translate(" in first.get_attribute("transform")
    page.keyboard.press("f")
    assert page.inner_html("#board") == before


NEW = "document.createElementNS('http://www.w3.org/2000/svg', 'g')"


def drawn(page: Any) -> dict[str, str]:
    """The parts on the page, by name: where they stand and what is drawn there."""
    script = "gs => gs.map(g => [g.dataset.part, g.getAttribute('transform'), g.innerHTML])"
    found = page.eval_on_selector_all("#board g[data-part]", script)
    return {name: f'<g transform="{where}">{content}</g>' for name, where, content in found}


def parts(drawing: Drawing) -> dict[str, str]:
    return {part.id: group(part) for part in drawing.parts}


def test_the_board_of_the_page_is_the_projection_at_every_event(page: Any) -> None:
    """Forward one by one, and then anywhere: what the page draws is what the projection draws."""
    told = replay(entries(2))
    pictures = {
        n: parts(told.pictures.drawing(told.view(n, told.eye("public")))) for n in range(1, COUNT + 1)
    }
    normal = f"html => {{ const g = {NEW}; g.innerHTML = html; return g.innerHTML; }}"
    written: dict[str, str] = {}

    def as_browsers_write(fragment: str) -> str:
        if fragment not in written:
            written[fragment] = page.evaluate(normal, fragment)
        return written[fragment]

    for n in [*range(1, COUNT + 1), 7, COUNT, 33, 1]:
        if n == event(page) + 1:
            page.keyboard.press("ArrowRight")
        else:
            page.fill("#slider", str(n))
        wanted = {name: as_browsers_write(fragment) for name, fragment in pictures[n].items()}
        assert drawn(page) == wanted, n


def test_a_picture_is_saved(page: Any, tmp_path: Path) -> None:
    page.fill("#slider", "50")
    with page.expect_download() as saved:
        page.click("#save-svg")
    assert saved.value.suggested_filename == "test-50.svg"
    saved.value.save_as(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    with page.expect_download() as saved:
        page.click("#save-png")
    assert saved.value.suggested_filename == "test-50.png"
    saved.value.save_as(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_nothing_sticks_out_at_any_width(chromium: Any, file: Path, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.goto(f"{file.as_uri()}#100")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_it_prints(page: Any, tmp_path: Path) -> None:
    page.fill("#slider", "80")
    printed = page.pdf(path=tmp_path / "page.pdf")
    assert printed.startswith(b"%PDF")
    page.emulate_media(media="print")
    assert not page.is_visible("nav")
    assert page.is_visible("#board")


def test_nothing_is_fetched(chromium: Any, file: Path) -> None:
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.keyboard.press("Home")
    page.wait_for_timeout(200)
    page.close()
    assert asked == [file.as_uri()]
