"""The board of a seat's page, of all titles: rings lie on their parts, patches are the board drawn anew, keys
and fingers find what may be pressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.at_table import still
from tests.browser.conftest import Open
from tests.browser.tables import ALL, LATER, position, written
from tests.browser.test_access import complaints

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
SIZES = [pytest.param(title, size, id=f"{title}-{size['width']}") for title in ALL for size in (DESK, PHONE)]

RINGED = """() => [...document.querySelectorAll(".rings > .ring")].map((ring) => {
  const line = ring.querySelector(".line"), { width, height } = line.getBoundingClientRect();
  const far = (ring.value.at || []).map((id) => {
    const part = ring.closest(".layers").querySelector(`g[data-part="${id}"]`);
    const { e, f } = part.transform.baseVal[0].matrix;
    return Math.hypot(line.getAttribute("x") - e + 2, line.getAttribute("y") - f + 2);
  });
  return [ring.value.v, ring.getAttribute("aria-label"), Math.min(...far), width, height];
})"""

DRAWN = """() => [...document.querySelectorAll(".board")].filter((one) => one.clientWidth).map((board) => {
  const found = [];
  for (const layer of board.querySelectorAll(":scope > g[data-layer]")) for (const part of layer.children) {
    found.push([layer.dataset.layer, part.dataset.part, part.getAttribute("transform"), part.innerHTML]);
  }
  const shapes = board.querySelector("defs").innerHTML;
  return [found, board.getAttribute("viewBox"), board.getAttribute("aria-label"), shapes];
})"""

WITH_A_REASON = """table.rings({ values: told.values.map((one, n) => (
  n ? { ...one, may: n === 1 ? "possible" : "legal" } : { ...one, why: "No." }
)) })"""


@pytest.fixture
def shown(opened: Open, folder: Path) -> Any:
    """The page of a title, as large as a screen."""

    def show(
        title: str, size: dict[str, int] = DESK, *, of: str = "", at: int | None = None, **more: Any
    ) -> Any:
        return opened(written(folder, title, at, of), "", viewport=size, **more)

    return show


@pytest.mark.parametrize(("title", "size"), SIZES)
def test_rings_lie_on_their_parts_and_nothing_sticks_out(
    shown: Any, title: str, size: dict[str, int]
) -> None:
    page, values = shown(title, size), position(title).values
    ringed = page.evaluate(RINGED)
    assert {v for v, *_rest in ringed} == {one["v"] for one in values}
    assert {label for _v, label, *_rest in ringed} == {f"{one['says']}, 1 AP" for one in values}
    assert all(far < 0.01 for _v, _label, far, *_rest in ringed)
    assert all(min(width, height) >= 15 for *_rest, width, height in ringed)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize(("title", "size"), SIZES)
def test_a_patch_is_the_board_drawn_anew_and_back_again(shown: Any, title: str, size: dict[str, int]) -> None:
    later = shown(title, size, at=position(title).at + LATER).evaluate(DRAWN)
    page = shown(title, size)
    before = page.evaluate(DRAWN)
    assert before != later
    page.evaluate("table.draw(told.later)")
    assert page.evaluate(DRAWN) == later
    page.evaluate("table.draw()")
    assert page.evaluate(DRAWN) == before
    page.evaluate("table.take(told.later)")
    assert page.evaluate(DRAWN) == later


@pytest.mark.parametrize(("title", "size"), SIZES)
def test_axe_finds_nothing_on_a_board(shown: Any, title: str, size: dict[str, int]) -> None:
    assert complaints(shown(title, size)) == []


@pytest.mark.parametrize(
    ("title", "of"), [("kawanakajima", "units"), ("clan_war", "unit"), ("shinobi", "card")]
)
def test_a_telephone_opens_where_something_may_be_pressed(shown: Any, title: str, of: str) -> None:
    page = shown(title, PHONE, of=of)
    seen = """() => [...document.querySelectorAll(".rings > .ring")].filter((ring) => {
      const one = ring.getBoundingClientRect(), all = frame.getBoundingClientRect();
      return one.left >= all.left && one.right <= all.right && one.top >= all.top && one.bottom <= all.bottom;
    }).length"""
    assert page.evaluate(seen) >= 2


def test_hexes_are_ringed_where_they_lie_and_told_when_they_are_pressed(shown: Any) -> None:
    page = shown("kawanakajima", of="hexes")
    values = position("kawanakajima", "hexes").values
    label = page.locator(".ring.hex").first.get_attribute("aria-label")
    assert len(values) >= 3
    assert label in [f"{one['v']}, 1 AP" for one in values]
    far = page.evaluate("""() => [...document.querySelectorAll(".ring.hex")].map((ring) => {
      const { x, y, width, height } = ring.querySelector(".line").getBoundingClientRect();
      const field = document.querySelector("[data-hexes]");
      return hexAt(field, { clientX: x + width / 2, clientY: y + height / 2 }) === ring.value.v;
    })""")
    assert far == [True] * len(far)
    page.locator(".ring.hex").first.dispatch_event("click")
    assert page.evaluate("said") == [["pick", label.partition(",")[0]]]


def test_keys_go_from_ring_to_ring_and_pick(shown: Any) -> None:
    page = shown("twilight_shogun")
    assert page.evaluate("table.focus()") is True
    first = page.evaluate("document.activeElement.value.v")
    seen = {first}
    for key in (
        "ArrowLeft",
        "ArrowUp",
        "ArrowRight",
        "ArrowRight",
        "ArrowDown",
        "ArrowDown",
        "ArrowLeft",
        "ArrowLeft",
    ):
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.value.v"))
    assert len(seen) > 3
    assert page.locator('.ring[tabindex="0"]').count() == 1
    last = page.evaluate("document.activeElement.value.v")
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert page.evaluate("said") == [["pick", last], ["pick", last]]
    page.evaluate("table.rings({ values: told.values.map((one) => ({ ...one, on: true })) })")
    assert page.evaluate("document.activeElement.value.v") == last
    assert page.locator(".ring.has").first.get_attribute("aria-pressed") == "true"


def test_a_tap_beside_the_rings_asks_why_and_what_has_a_reason_has_no_ring(shown: Any) -> None:
    page = shown("twilight_shogun")
    shut = position("twilight_shogun").values[0]["at"][0]
    page.evaluate(WITH_A_REASON)
    assert page.locator(".ring").count() == len(position("twilight_shogun").values) - 1
    assert page.locator(".ring.maybe").count() == 1
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.ring.maybe .line')).strokeDasharray")
        == "8px, 5px"
    )
    page.locator(f'[data-part="{shut}"] text').first.click()
    assert page.evaluate("said") == [["asks", shut, ""]]
    page.hover(".ring.maybe")
    assert page.inner_text("#points").endswith(", 1 AP")


def fingers(page: Any, *moves: tuple[str, list[tuple[float, float]]]) -> None:
    """What they do, by the browser's own events."""
    session = page.context.new_cdp_session(page)
    for kind, points in moves:
        found = [{"x": x, "y": y, "id": nth} for nth, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})


BREADTH = "document.querySelector('.layers.narrow').offsetWidth"


FREE = """() => {
  const box = frame.getBoundingClientRect();
  for (let y = box.top + 4; y < box.bottom - 4; y += 6) for (let x = 6; x < innerWidth - 6; x += 6) {
    const there = document.elementFromPoint(x, y);
    if (frame.contains(there) && !there.closest(".ring")) return [x, y];
  }
}"""
"""A point of the frame where no ring lies."""


def test_a_finger_presses_rings_and_two_fingers_or_two_taps_enlarge(shown: Any) -> None:
    page = shown("shinobi", PHONE, has_touch=True)
    page.locator(".rings > .ring").first.tap()
    assert len(page.evaluate("said")) == 1
    box, begun = page.locator("#frame").bounding_box(), page.evaluate(BREADTH)
    x, y = box["x"] + 195, box["y"] + 150
    spread = [[(x - far, y), (x + far, y)] for far in (30, 40, 50, 60)]
    moves = [("touchMove", one) for one in spread[1:]]
    fingers(page, ("touchStart", spread[0]), *moves, ("touchEnd", []))
    still(page, f"{BREADTH} > {1.8 * begun}")
    page.set_viewport_size({**PHONE, "height": 700})  # it stays so
    page.wait_for_timeout(60)
    page.set_viewport_size(PHONE)
    page.wait_for_timeout(60)
    assert page.evaluate(BREADTH) < 2.2 * begun
    assert page.evaluate("visualViewport.scale") == 1
    together = [("touchMove", one) for one in [*reversed(spread[:-1]), [(x - 5, y), (x + 5, y)]]]
    fingers(page, ("touchStart", spread[-1]), *together, ("touchEnd", []))
    still(page, f"{BREADTH} < {1.1 * begun}")
    assert page.evaluate("frame.scrollWidth - frame.clientWidth") <= 1
    twice = [("touchStart", [page.evaluate(FREE)]), ("touchEnd", [])] * 2
    fingers(page, *twice)
    still(page, f"{BREADTH} > {1.5 * begun}")
    fingers(page, *twice)
    still(page, f"{BREADTH} < {1.1 * begun}")
    assert [kind for kind, *_rest in page.evaluate("said")].count("pick") == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_each_event_is_looked_at_and_now_comes_back(shown: Any, motion: str) -> None:
    page = shown("twilight_shogun", reduced_motion=motion)
    now = page.evaluate(DRAWN)
    for nth in range(LATER):
        moving = page.evaluate(
            f"() => {{ table.look(told.frames, {nth}); return document.getAnimations().length }}"
        )
        assert motion != "reduce" or not moving
        assert page.locator(".rings > .ring").count() == 0
    assert page.evaluate(DRAWN)[0][0] == now[0][0]
    page.evaluate("table.draw()")
    assert page.evaluate(DRAWN) == now
    assert page.locator(".rings > .ring").count() == len(position("twilight_shogun").values)
    assert page.locator(".news rect").count() == 0


def test_what_an_event_has_changed_is_framed(shown: Any) -> None:
    page = shown("shinobi")
    framed = page.evaluate("""() => told.frames.wide.boards.slice(1).map((_one, nth) => {
      table.look(told.frames, nth);
      return document.querySelectorAll(".news .frame").length;
    })""")
    assert any(framed)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_has_come_is_the_base_at_once(shown: Any, motion: str) -> None:
    later = shown("shinobi", at=position("shinobi").at).evaluate(DRAWN)
    page = shown("shinobi", reduced_motion=motion)
    page.evaluate("table.take(told.frames)")
    page.wait_for_function("document.querySelectorAll('.leaving').length === 0")
    assert page.evaluate(DRAWN) == later
    page.evaluate("() => { table.look(told.frames, 0); table.draw(); }")
    page.wait_for_function("document.querySelectorAll('.leaving').length === 0")
    assert page.evaluate(DRAWN) == later


def test_a_patch_of_another_board_loses_nothing_that_it_brings(shown: Any) -> None:
    """Others may have played since the page was made."""
    page = shown("shinobi")
    brought = """() => {
      const patch = told.later.wide, [board] = patched(new Map(), patch);
      const lost = ([id, place]) => place !== undefined && !board.has(patch.parts[id]);
      return patch.boards[0].change.filter(lost).length;
    }"""
    assert page.evaluate(brought) == 0
