"""The replay page in a real browser: stepping, jumping, turning round, saving, printing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from projections.telling.log import Teller
from tests.browser.conftest import Open
from tests.browser.games import recorded, written
from tests.projections.games import entries, replay

COUNT = len(entries(2))


def event(page: Any) -> int:
    """The event at which the page stands."""
    found = re.search(r"Event (\d+) of", page.inner_text("#where"))
    assert found
    return int(found[1])


def becomes(page: Any, script: str, wanted: object) -> bool:
    """Whether a script gives what is wanted, if not at once then within five seconds."""
    for _wait in range(100):
        if page.evaluate(script) == wanted:
            return True
        page.wait_for_timeout(50)
    return False


# keys                                     the event where they lead, from the first
KEYS = [
    (["ArrowRight"], 2),
    (["ArrowRight", "ArrowRight", "ArrowLeft"], 2),
    (["PageDown", "PageDown", "PageDown", "PageUp"], 3),
    (["End"], COUNT),
    (["End", "ArrowRight"], COUNT),
    (["End", "Home"], 1),
    (["ArrowLeft"], 1),
    (["b"], 1),
    (["Control+ArrowRight"], 1),
]


@pytest.mark.parametrize(("keys", "leads"), KEYS)
def test_keys_step_from_event_to_event(page: Any, keys: list[str], leads: int) -> None:
    for key in keys:
        page.keyboard.press(key)
    assert event(page) == leads
    assert becomes(page, "location.hash", f"#{leads}")
    assert page.eval_on_selector("#slider", "e => Number(e.value)") == leads
    assert page.get_attribute("#link", "href") == f"#{leads}"


# button        the event where it leads, from event 50
BUTTONS = [("first", 1), ("back", 49), ("on", 51), ("last", COUNT)]


@pytest.mark.soak
@pytest.mark.parametrize(("button", "leads"), BUTTONS)
def test_buttons_step_likewise(opened: Open, file: Path, button: str, leads: int) -> None:
    page = opened(file, "#50")
    page.click(f"#{button}")
    assert event(page) == leads


@pytest.mark.soak
def test_shift_and_an_arrow_go_a_turn(page: Any) -> None:
    told = replay(entries(2))
    firsts = [n for n in range(2, COUNT + 1) if told.turn(n) != told.turn(n - 1)]
    for first in firsts[:3]:
        page.keyboard.press("Shift+ArrowRight")
        assert event(page) == first
    page.keyboard.press("Shift+ArrowLeft")
    assert event(page) == firsts[1]
    page.keyboard.press("ArrowRight")
    page.click("#turn-back")
    assert event(page) == firsts[1]
    page.click("#turn-on")
    assert event(page) == firsts[2]


@pytest.mark.soak
def test_a_link_leads_to_an_event_or_to_a_turn(opened: Open, file: Path) -> None:
    told = replay(entries(2))
    third = next(n for n in range(1, COUNT + 1) if told.turn(n) == "T3")
    page = opened(file)
    for mark, leads in ((f"#{COUNT // 2}", COUNT // 2), ("#t3", third), ("", COUNT), ("#nothing", COUNT)):
        page.goto("about:blank")
        page.goto(f"{file.as_uri()}{mark}")
        assert event(page) == leads
    page.evaluate("location.hash = '#t3'")
    assert becomes(page, "now", third)


@pytest.mark.soak
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


@pytest.mark.soak
def test_the_log_and_the_words_below_the_board_go_along(page: Any) -> None:
    teller = Teller(replay(entries(2)), "public")
    for at in (1, 30, 31, 32, 120, 60):
        page.fill("#slider", str(at))
        logged = teller.logged(at)
        rule = f" [{logged.rule}]" if logged.text and logged.rule else ""
        assert page.inner_text("#said") == logged.text + rule
        if logged.text:
            assert page.inner_text("#log li[aria-current] b") == str(at)
            box, line = (
                page.locator("#log").bounding_box(),
                page.locator("#log li[aria-current]").bounding_box(),
            )
            assert box["y"] <= line["y"] + 1
            assert line["y"] <= box["y"] + box["height"]


@pytest.mark.soak
def test_a_click_on_the_strip_or_on_a_chart_leads_there(page: Any) -> None:
    for selector in ("#strip", "#tracks svg >> nth=0"):
        box = page.locator(selector).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert abs(event(page) - COUNT / 2) <= COUNT * 0.03


@pytest.mark.soak
def test_charts_say_where_the_tracks_stand(page: Any) -> None:
    told = replay(entries(2))
    for at in (COUNT // 3, COUNT, COUNT // 2):
        page.fill("#slider", str(at))
        tracks = told.pictures.tracks(told.view(at, told.eye("public")))
        said = page.eval_on_selector_all("#tracks figcaption", "e => e.map(one => one.textContent)")
        assert sorted(said) == sorted(f"{name}: {value}" for name, value in tracks.items())
        marks = page.eval_on_selector_all("#tracks .pointer", "e => e.map(one => one.getAttribute('x1'))")
        assert set(marks) == {str(at - 0.5)}


@pytest.mark.soak
def test_a_throw_is_shown_as_dice_with_its_sum(opened: Open, folder: Path) -> None:
    told = recorded("twilight_shogun", "resignation")
    page = opened(written(folder, told, "dice"))
    steps = page.evaluate(
        "steps.map((step, at) => [at + 1, step.dice || []]).filter(([, dice]) => dice.length > 1)"
    )
    at, faces = steps[0]
    page.fill("#slider", str(at))
    assert page.inner_text(".dice") == f"{' + '.join(map(str, faces))} = {sum(faces)}"
    page.keyboard.press("Home")
    assert not page.is_visible("#computed")


@pytest.mark.soak
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


@pytest.mark.soak
def test_f_turns_the_board_round_and_back(page: Any) -> None:
    page.fill("#slider", "120")
    before = page.inner_html("#board")
    page.keyboard.press("f")
    assert page.inner_html("#board") != before
    assert page.get_attribute("#flip", "aria-pressed") == "true"
    first = page.locator("#board g[data-part^='province']").first
    assert "translate(" in first.get_attribute("transform")
    page.keyboard.press("f")
    assert page.inner_html("#board") == before


WIDE = "document.querySelector('#board').viewBox.baseVal.width"


@pytest.mark.soak
def test_z_shows_the_whole_board_and_what_is_near(page: Any) -> None:
    page.keyboard.press("End")
    wide, pressed = page.evaluate(WIDE), page.get_attribute("#enlarge", "aria-pressed")
    page.keyboard.press("z")
    assert page.get_attribute("#enlarge", "aria-pressed") != pressed
    assert page.evaluate(WIDE) != wide
    page.keyboard.press("z")
    assert page.get_attribute("#enlarge", "aria-pressed") == pressed
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def battle(opened: Open, folder: Path, **settings: Any) -> Any:
    """A page with a map, after an event that has a fight on it."""
    told = recorded("kawanakajima", "kenshin-killed")
    page = opened(written(folder, told, "battle"), f"#{len(told)}", **settings)
    assert page.locator("#board [data-part='fight']").count() == 1
    return page


def inside(page: Any, part: str) -> bool:
    """Whether a part can be seen whole."""
    box, frame = (page.locator(one).bounding_box() for one in (f"#board [data-part='{part}']", "#frame"))
    across = frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
    return bool(
        across and frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]
    )


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800), (1920, 1080)])
def test_a_page_opens_where_the_action_is_and_counters_are_large_enough(
    opened: Open, folder: Path, width: int, height: int
) -> None:
    page = battle(opened, folder, viewport={"width": width, "height": height})
    assert inside(page, "fight tag" if width > 640 else "fight")
    assert page.locator("#board [data-part='tH1']").bounding_box()["width"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.soak
def test_the_board_is_zoomed_and_moved_by_keys_buttons_and_wheel(opened: Open, folder: Path) -> None:
    page = battle(opened, folder)
    wide = page.evaluate(WIDE)
    page.keyboard.press("+")
    assert page.evaluate(WIDE) == pytest.approx(wide / 1.3, rel=0.01)
    page.click("#farther")
    assert page.evaluate(WIDE) == pytest.approx(wide, rel=0.01)
    left = "document.querySelector('#board').viewBox.baseVal.x"
    before = page.evaluate(left)
    page.keyboard.press("d")
    assert page.evaluate(left) > before
    page.hover("#board")
    page.mouse.wheel(0, -200)
    assert page.evaluate(WIDE) == pytest.approx(wide, rel=0.01)
    page.focus("#frame")
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"{WIDE} < {0.95 * wide}")
    before = page.evaluate(left)
    page.mouse.down()
    page.mouse.move(200, 300)
    page.mouse.up()
    assert page.evaluate(left) > before


@pytest.mark.soak
def test_pointing_and_stepping_say_what_a_thing_is(opened: Open, folder: Path) -> None:
    page = battle(opened, folder)
    page.hover("#board [data-part='tJ1']")
    assert page.inner_text("#pointed").startswith("Takeda J1 Imafuku: Elan 0, Mass 2, defence")
    assert "3114: open ground" in page.inner_text("#pointed")
    page.mouse.move(5, 5)
    page.keyboard.press("n")
    first = page.inner_text("#pointed")
    page.keyboard.press("n")
    assert page.inner_text("#pointed") not in ("", first)
    page.keyboard.press("N")
    assert page.inner_text("#pointed") == first
    assert page.locator("#ring").count() == 1
    page.keyboard.press("Escape")
    assert page.inner_text("#pointed") == ""
    assert page.locator("#ring").count() == 0


# what is sought     what is shown, and what is said
SOUGHT = [
    ("47", 47, ""),
    ("#48", 48, ""),
    ("turn 3", "T3", ""),
    ("T2", "T2", ""),
    ("9999", 0, "There is no event 9999: they are 1 to 1090."),
    ("0", 0, "There is no event 0: they are 1 to 1090."),
    ("Yamagata's horse", 0, "“Yamagata's horse” is no event, no turn and no word of the log."),
    ("leader of Uesugi Kenshin A1 is dead", 1082, ""),
]


@pytest.mark.parametrize(("sought", "shown", "says"), SOUGHT)
def test_what_is_sought_is_shown_or_it_is_said_that_there_is_none(
    opened: Open, folder: Path, sought: str, shown: int | str, says: str
) -> None:
    page = battle(opened, folder)
    before = event(page)
    page.fill("#number", sought)
    page.press("#number", "Enter")
    assert page.inner_text("#found") == says
    if isinstance(shown, str):
        assert page.inner_text("#where").startswith(f"{shown} ")
    else:
        assert event(page) == (shown or before)


@pytest.mark.soak
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moves_glides_and_what_leaves_fades_unless_motion_is_unwanted(
    opened: Open, folder: Path, motion: str
) -> None:
    page = battle(opened, folder, reduced_motion=motion)
    moving = "document.getAnimations().length > 0"
    went = page.evaluate(
        f"steps.map((_, at) => at + 1).filter((at) => at > 900 && (go(at - 1), go(at), {moving})).length"
    )
    assert (went > 5) == (motion == "no-preference")


@pytest.mark.soak
def test_what_has_moved_leaves_a_trail(opened: Open, folder: Path) -> None:
    told = recorded("kawanakajima", "kenshin-killed", 200)
    page = opened(written(folder, told, "trail"))
    found = 0
    for at in range(60, 201):
        page.evaluate(f"go({at})")
        found += page.locator("#board [data-part^='way ']").count()
    assert found > 3


@pytest.mark.soak
def test_a_picture_is_saved(page: Any, tmp_path: Path) -> None:
    page.fill("#slider", "50")
    with page.expect_download() as saved:
        page.click("#save-svg")
    assert saved.value.suggested_filename == "test-50.svg"
    saved.value.save_as(tmp_path / "board.svg")
    text = (tmp_path / "board.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    sheet = root.findtext("{http://www.w3.org/2000/svg}style") or ""
    used = {name for element in root.iter() for name in element.get("class", "").split()}
    marks = {"news", "leaving"}  # for pages, where nothing points at them
    assert {name for name in used - marks if f".{name}{{" not in sheet} == set()
    assert "#buttons" not in sheet
    with page.expect_download() as saved:
        page.click("#save-png")
    assert saved.value.suggested_filename == "test-50.png"
    saved.value.save_as(tmp_path / "board.png")
    image = Image.open(tmp_path / "board.png").convert("L")
    assert image.width == 1920
    assert len(set(image.resize((96, 64)).tobytes())) > 20


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_nothing_sticks_out_at_any_width(opened: Open, file: Path, width: int) -> None:
    page = opened(file, "#100", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.soak
def test_it_prints(page: Any, tmp_path: Path) -> None:
    page.fill("#slider", "80")
    printed = page.pdf(path=tmp_path / "page.pdf")
    assert printed.startswith(b"%PDF")
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in ("nav", "footer", "#more"):
        assert not page.is_visible(hidden)
    for shown in ("#board", "#said", "#log", "#tracks"):
        assert page.is_visible(shown)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#board .fill-soft')).fill")
        == "rgb(239, 232, 218)"
    )


def test_nothing_is_fetched(chromium: Any, file: Path) -> None:
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.keyboard.press("Home")
    page.wait_for_timeout(200)
    page.close()
    assert asked == [file.as_uri()]


# ---- over HTTP


class _Server(SimpleHTTPRequestHandler):
    """Gives files."""

    def log_message(self, *_said: object) -> None:
        """Nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Server, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.soak
def test_it_works_over_http_as_well(chromium: Any, file: Path) -> None:
    with served(file.parent) as address:
        page = chromium.new_page()
        page.goto(f"{address}/{file.name}#7")
        page.keyboard.press("ArrowRight")
        assert event(page) == 8
        page.close()


@pytest.mark.soak
def test_nothing_lies_under_the_buttons_that_enlarge(opened: Open, folder: Path) -> None:
    page = battle(opened, folder)
    frame = page.locator("#frame").bounding_box()
    for button in ("#closer", "#farther"):
        assert page.locator(button).bounding_box()["y"] >= frame["y"] + frame["height"]


@pytest.mark.soak
def test_two_fingers_and_two_taps_bring_the_board_nearer(opened: Open, folder: Path) -> None:
    page = battle(opened, folder, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)
    box, wide = page.locator("#frame").bounding_box(), page.evaluate(WIDE)
    x, y = box["x"] + 195, box["y"] + 150

    def touched(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": one, "y": two, "id": nth} for nth, (one, two) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    touched("touchStart", (x - 30, y), (x + 30, y))
    for far in (40, 50, 60):
        touched("touchMove", (x - far, y), (x + far, y))
    touched("touchEnd")
    assert page.evaluate(WIDE) < 0.6 * wide
    assert page.evaluate("visualViewport.scale") == 1
    page.evaluate("opens()")
    wide = page.evaluate(WIDE)
    for _tap in range(2):
        touched("touchStart", (x, y))
        touched("touchEnd")
    assert page.evaluate(WIDE) < 0.6 * wide


def test_the_log_stands_at_the_side_on_a_desk_and_below_on_a_telephone(opened: Open, file: Path) -> None:
    page = opened(file, "#20")
    boards, logs = (page.locator(one).bounding_box() for one in ("#frame", "#log"))
    assert logs["x"] > boards["x"] + boards["width"]
    assert logs["y"] < boards["y"] + 60
    assert logs["width"] == pytest.approx(392, abs=2)
    page = opened(file, "#20", viewport={"width": 390, "height": 844})
    boards, logs = (page.locator(one).bounding_box() for one in ("#frame", "#log"))
    assert logs["y"] > boards["y"] + boards["height"]
    assert logs["width"] > 300
