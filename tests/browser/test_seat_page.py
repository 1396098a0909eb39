"""The page of a seat: an order by mouse, by keys, on a telephone; what it may not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.seats import PLACING, SEATS, SECRET, Desk, Seat, desk_of
from tests.browser.test_access import complaints

PHONE = {"width": 360, "height": 740}

Visit = Callable[..., Any]


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visit]:
    """Opens the page of a seat in a browser that knows nothing yet; it may complain of nothing, and ask
    nobody else."""
    contexts, said = [], list[str]()

    def open_(address: str, mark: str = f"#play={SECRET}", **settings: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        host = address.partition("/s/")[0]
        page.on("request", lambda asked: None if asked.url.startswith(host) else said.append(asked.url))
        page.goto(address + mark)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert [one for one in said if "Failed to load resource" not in one] == []


def emptied(page: Any, field: str) -> None:
    """Waits until nothing stands in a field any more."""
    api = pytest.importorskip("playwright.sync_api")
    api.expect(page.locator(field)).to_have_value("")


@pytest.fixture(scope="module")
def seat() -> Seat:
    return Seat(*PLACING)


@pytest.fixture
def desk(seat: Seat) -> Iterator[tuple[str, Desk]]:
    with desk_of(seat) as found:
        yield found


def test_an_order_by_mouse(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    page.click("#choices button >> nth=0")
    line = page.input_value("#sheet")
    assert line in behind.seat.offered()["orders"]
    assert page.inner_text("#say") == "✓ Legal now."
    page.click("#send")
    page.wait_for_selector("#outcome:has-text('carried out')")
    (sent,) = behind.sent
    assert (sent["play"], sent["lines"], sent["head"]) == (SECRET, [line], behind.seat.told()["head"])
    assert page.inner_text("#mail") == "It is so."
    assert page.input_value("#sheet") == ""


def test_an_order_by_keys_alone_and_enter_never_sends(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    page.keyboard.press("/")
    page.keyboard.type("place ")
    names = page.locator("#next button")
    assert names.count() > 1
    while page.get_attribute("#send", "disabled") is not None:
        page.keyboard.press("Tab")
        page.evaluate("document.querySelector('#next button').focus()")
        page.keyboard.press("Enter")
        page.wait_for_timeout(20)
    line = page.input_value("#sheet")
    assert line in behind.seat.offered()["orders"]
    page.focus("#sheet")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert (page.input_value("#sheet"), behind.sent) == (f"{line}\n", [])
    page.focus("#send")
    page.wait_for_selector("#send:enabled")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer:not([hidden])")
    page.wait_for_selector("#outcome:has-text('carried out')")
    assert [sent["lines"] for sent in behind.sent] == [[line]]


def test_an_order_on_a_telephone(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address, viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for shown in (".ask h1", "#choices button >> nth=0", "#sheet", "#send"):
        box = page.locator(shown).bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 740
    page.tap("#choices button >> nth=1")
    taps = [
        page.locator(one).bounding_box()["height"] for one in ("#choices button >> nth=1", "#send", "#add")
    ]
    assert min(taps) >= 40
    page.tap("#send")
    page.wait_for_selector("#outcome:has-text('carried out')")
    assert len(behind.sent) == 1


@pytest.mark.soak
def test_pressing_twice_sends_once(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    page.click("#choices button >> nth=0")
    page.evaluate("for (let n = 0; n < 5; n += 1) document.querySelector('#send').click()")
    page.wait_for_selector("#outcome:has-text('carried out')")
    assert len(behind.sent) == 1


@pytest.mark.soak
def test_what_may_have_arrived_is_sent_under_its_key_again(visit: Visit, desk: tuple[str, Desk]) -> None:
    """Also after the page was loaded anew; another sheet has another key."""
    address, behind = desk
    page = visit(address)
    page.click("#choices button >> nth=0")

    def lose(route: Any) -> None:
        behind.sent.append(route.request.post_data_json)
        route.abort()

    page.route("**/send", lose)
    page.click("#send")
    page.wait_for_selector("#outcome:has-text('nothing is played twice')")
    page.unroute("**/send")
    page.reload()
    page.click("#send")
    page.wait_for_selector("#outcome:has-text('carried out')")
    page.click("#choices button >> nth=0")
    page.click("#send")
    emptied(page, "#sheet")
    keys = [sent["key"] for sent in behind.sent]
    assert keys[0] == keys[1] != keys[2]
    assert len({sent["browser"] for sent in behind.sent}) == 1


@pytest.mark.soak
def test_an_answer_that_takes_its_time_is_waited_for(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    behind.answers = [
        (202, {"state": "kept", "says": "We have it.", "lines": []}),
        (200, {"state": "confirm", "says": "A mail with one question is on its way.", "lines": []}),
        (200, {"state": "answered", "says": "Done.", "lines": []}),
    ]
    page = visit(address)
    page.click("#choices button >> nth=0")
    page.click("#send")
    page.wait_for_selector("#outcome:has-text('We have it')")
    assert page.inner_text("#send") == "Sending…"
    page.wait_for_selector("#outcome:has-text('one question')")
    assert page.inner_text("#send") == "Send"  # other things may be done meanwhile
    page.wait_for_selector("#outcome:has-text('Done.')", timeout=120_000)
    assert behind.sent[0] == behind.sent[1]


def test_what_is_refused_stays_to_be_mended(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    behind.answers = [(429, {"error": "That was too much at once. Try again in a minute."})]
    page = visit(address)
    page.click("#choices button >> nth=0")
    line = page.input_value("#sheet")
    page.click("#send")
    page.wait_for_selector("#outcome:has-text('too much at once')")
    assert page.input_value("#sheet") == line
    assert page.is_enabled("#send")


@pytest.mark.soak
def test_the_secret_leaves_the_address_at_once_and_is_in_no_address(
    visit: Visit, desk: tuple[str, Desk]
) -> None:
    address, behind = desk
    page = visit(address)
    asked = list[Any]()
    page.on("request", lambda one: asked.append(one))
    assert page.url == address
    page.goto(address)
    page.click("#choices button >> nth=0")
    page.click("#send")
    page.wait_for_selector("#outcome:has-text('carried out')")
    assert behind.sent[0]["play"] == SECRET
    assert all(SECRET not in one.url and SECRET not in str(one.headers) for one in asked)


@pytest.mark.soak
def test_the_link_to_look_never_plays_and_says_how_to(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address, mark="")
    page.click("#choices button >> nth=0")
    assert page.is_disabled("#send")
    assert page.inner_text("#how").startswith("This link only looks.")
    page.evaluate("document.querySelector('#send').click()")
    assert behind.sent == []


@pytest.mark.soak
def test_several_lines_are_checked_and_put_in_another_order(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    first = behind.seat.offered()["orders"][0]
    page.fill("#sheet", f"{first}\nplace nothing in nowhere")
    page.wait_for_selector("#lines .bad")
    assert page.is_disabled("#send")
    page.click("#lines li >> nth=1 >> button >> nth=0")
    assert page.input_value("#sheet") == f"place nothing in nowhere\n{first}"
    page.click("#lines li >> nth=0 >> button >> nth=1")
    assert page.input_value("#sheet") == first
    page.wait_for_selector("#say:has-text('Legal now.')")


@pytest.mark.soak
def test_press_is_a_line_of_its_own(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    assert "<b>only</b>" in page.inner_text("blockquote")
    page.fill("#words-of-press", "Two words.\nAnd two.")
    page.click("#write button")
    page.wait_for_selector("#said-of-press:has-text('carried out')")
    other = behind.seat.told()["others"][0]
    page.check(f"#readers input[value={other}]")
    page.fill("#words-of-press", "To you")
    page.click("#write button")
    emptied(page, "#words-of-press")
    assert [sent["lines"] for sent in behind.sent] == [
        ["press to all", "Two words.", "And two.", "end press"],
        [f"press to {other}: To you"],
    ]


@pytest.mark.soak
def test_the_reference_answers_beside_the_game(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    page.keyboard.press("?")
    page.fill("#question", "card 86")
    page.keyboard.press("Enter")
    page.wait_for_selector("#page-of-reference:has-text('You asked: card 86')")
    assert "<i>so</i>" in page.inner_text("#page-of-reference")
    assert complaints(page) == []
    page.keyboard.press("Escape")
    assert behind.sent == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("of", SEATS, ids=[of[0] for of in SEATS])
def test_axe_finds_nothing_before_and_after_a_choice(
    visit: Visit, of: tuple[str, int, int, int], scheme: str
) -> None:
    with desk_of(Seat(*of)) as (address, _desk):
        page = visit(address, color_scheme=scheme, viewport=PHONE if scheme == "dark" else None)
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.click("#choices button >> nth=0")
        page.click("#add")
        page.wait_for_timeout(400)
        assert complaints(page) == []


@pytest.mark.soak
def test_without_its_script_the_page_says_what_is_asked_and_how_to_answer(
    visit: Visit, desk: tuple[str, Desk]
) -> None:
    address, _behind = desk
    page = visit(address, java_script_enabled=False)
    shown = page.inner_text("body")
    for said in (
        "Anna, it is your turn",
        "Boris worked at the court.",
        "ever on loan",
        "desk@referee.example",
    ):
        assert said in shown
    assert page.locator("svg.board.wide").bounding_box()["height"] > 300
    assert not page.is_visible("#send")


def rung(page: Any) -> list[str]:
    """The words of the things on the board that may be pressed."""
    found: list[str] = page.evaluate(
        "marked.filter((one) => one.getAttribute('tabindex') !== null && rings.get(boards[boardNow()])"
        ".querySelector('.can')).map((one) => one.dataset.word)"
    )
    return found


@pytest.mark.soak
def test_things_of_the_board_write_their_words_into_the_line(visit: Visit) -> None:
    """Where orders cannot all be listed, also words that are in no example."""
    with desk_of(Seat("twilight_shogun", 5, 30, 290)) as (address, _desk):
        page = visit(address)
        page.click("#choices button:has-text('influence…') >> nth=0")
        line = page.input_value("#sheet")
        words = rung(page)
        assert len(words) > 2
        other = page.locator(".board.wide:not(.above) [data-word=hiroshima]").first
        assert "hiroshima" not in words
        other.click()
        assert page.input_value("#sheet") == f"{line}hiroshima "
        page.click("#back")
        page.locator(f".board.wide:not(.above) [data-word={words[0]}][tabindex]").first.focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        there = page.evaluate("document.activeElement.dataset.word")
        assert there in words
        page.keyboard.press("Enter")
        assert page.input_value("#sheet").strip() == f"{line}{there}"


OPEN = """() => {
  const { x, y, width, height } = frame.getBoundingClientRect();
  for (let down = 0.3; down < 0.9; down += 0.05) {
    const at = { clientX: x + width / 2, clientY: y + height * down };
    const field = document.elementFromPoint(at.clientX, at.clientY);
    if (field?.dataset.hexes && hexAt(field, at)) return [at.clientX, at.clientY, hexAt(field, at)];
  }
}"""
"""A place on the screen where a hex lies, on which nothing stands, and its word."""

MEANT = """() => {
  const isMore = ([, things]) => new Set(things.map((one) => one.dataset.after)).size > 1;
  const words = [...byWord()].filter(isMore), isUnit = (name) => / /.test(name) && !name.startsWith("Saijo");
  const names = (word, after) => meant([word, after], new Set()).map(nameOf).filter(isUnit);
  return words.map(([word]) => [word, names(word, ""), names(word, "on")]);
}"""
"""Words of several things, with those that are meant first in a line, and after “on”."""


@pytest.mark.soak
def test_counters_of_a_vast_board_can_be_read_and_it_opens_where_orders_are(
    visit: Visit,
) -> None:
    """At 1280 a counter is at least 24 pixels wide; what may be pressed lies in the frame; “−” shows all."""
    with desk_of(Seat("kawanakajima", 5, 4, 700)) as (address, _desk):
        page = visit(address)
        page.wait_for_selector("#choices button")
        assert page.locator(".board.wide:not(.above) [data-word=C1]").first.bounding_box()["width"] >= 24
        frame = page.locator("#frame").bounding_box()
        rings = [ring.bounding_box() for ring in page.locator(".above .ring.can").all()]
        assert rings
        for ring in rings:
            assert frame["x"] <= ring["x"] <= frame["x"] + frame["width"]
            assert frame["y"] <= ring["y"] <= frame["y"] + frame["height"]
        page.click("#smaller")
        assert page.evaluate("$('frame').scrollWidth - $('frame').clientWidth") <= 1


@pytest.mark.soak
def test_a_field_of_hexes_is_one_element_and_a_hex_a_thing_once_it_is_needed(visit: Visit) -> None:
    with desk_of(Seat("kawanakajima", 5, 4, 700)) as (address, _desk):
        page = visit(address)
        page.wait_for_selector("#choices button")
        page.evaluate("document.getElementById('frame').scrollIntoView()")
        hexes = ".board.wide:not(.above) path[data-word]"
        assert page.evaluate("thingsOf('9999').length") == 0
        x, y, word = page.evaluate(OPEN)
        page.mouse.move(x, y)
        assert page.inner_text("#points").startswith(f"{word}: ")
        page.evaluate(f"mark(new Map([[thingsOf('{word}')[0], 'can']]))")
        assert page.locator(f"{hexes}[data-word='{word}'][role=button]").count() == 1
        ring = page.locator(".above path.ring.can").bounding_box()
        assert ring["x"] < x < ring["x"] + ring["width"]
        assert ring["y"] < y < ring["y"] + ring["height"]


@pytest.mark.soak
def test_of_two_units_of_one_word_the_own_one_is_meant_or_after_on_the_enemy(visit: Visit) -> None:
    seat = Seat("kawanakajima", 5, 4, 700)
    own, enemy = ("Takeda", "Uesugi") if seat.seat == "takeda" else ("Uesugi", "Takeda")
    with desk_of(seat) as (address, _desk):
        page = visit(address)
        page.wait_for_selector("#choices button")
        found = page.evaluate(MEANT)
    both = [
        one for one in found if str(one[1]).startswith(f"['{own}") and str(one[2]).startswith(f"['{enemy}")
    ]
    assert both
    for word, first, after in both:
        assert [name.split()[:2] for name in first] == [[own, word.upper()]]
        assert [name.split()[:2] for name in after] == [[enemy, word.upper()]]


@pytest.mark.soak
def test_a_thing_that_no_line_begins_with_shows_what_it_has_a_part_in(
    visit: Visit, desk: tuple[str, Desk]
) -> None:
    address, behind = desk
    page = visit(address)
    page.evaluate("pressThing(byWord().get('iga')[0])")
    assert page.inner_text("#about") == "Only with iga: show all"
    orders = [one for one in behind.seat.offered()["orders"] if "iga" in one.split()]
    assert page.locator("#choices button:visible").count() == len(orders) > 1
    page.click("#choices button:visible >> nth=0")
    assert page.input_value("#sheet") in orders
    assert page.is_hidden("#about")


@pytest.mark.soak
def test_what_is_new_is_announced_and_nothing_moves(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, _behind = desk
    page = visit(address)
    page.fill("#sheet", "place ")
    page.evaluate("goneOn()")
    assert page.inner_text("#news").startswith("The game has gone on.")
    assert page.input_value("#sheet") == "place "
    assert complaints(page) == []
    page.click("#news button")
    page.wait_for_selector("#choices button")
    assert page.input_value("#sheet") == "place "


EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e{title}"


def test_hostile_words_are_shown_as_text(visit: Visit, seat: Seat) -> None:
    press = [{"who": EVIL, "at": 0, "text": EVIL, "mine": False}]
    texts = dict.fromkeys(("asked", "until", "person", "turn", "seat_name", "mail"), EVIL)
    more: dict[str, Any] = {**texts, "press": press, "since": [EVIL], "to_you": [EVIL], "notes": [EVIL]}
    left: dict[str, Any] = {
        "lines": [{"line": EVIL, "back": EVIL}],
        "sheet": [EVIL, EVIL],
        "take": EVIL,
        "drop": EVIL,
    }
    matter: dict[str, Any] = {"says": EVIL, "acts": {EVIL: EVIL}, "asks": True, "quote": EVIL}
    more |= {"standing": left, "matters": [matter, {**matter, "asks": False}], "begins": {EVIL: EVIL}}
    choice = {"order": EVIL, "label": EVIL, "group": EVIL, "part": False}
    with desk_of(seat, **more, choices=[choice], forms=[EVIL], others=[EVIL]) as (address, desk):
        desk.answers = [(200, {"state": "answered", "says": EVIL, "lines": [EVIL]})]
        page = visit(address)
        page.click("#choices button")
        page.fill("#words-of-press", "x")
        page.click("#write button")
        page.wait_for_selector("#said-of-press:has-text('alert')")
        assert page.locator("script").count() == 3
        assert page.locator("img").count() == 0
        assert "\u202e" not in page.inner_text("main section.ask")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.soak
def test_a_text_of_several_lines_is_one_and_holds_no_order(visit: Visit, desk: tuple[str, Desk]) -> None:
    address, behind = desk
    page = visit(address)
    order, text = behind.seat.offered()["orders"][0], "press to ise\n  two lines\n\nplace 86 koi\nend press"
    page.fill("#sheet", f"{order}\n{text}\ncard ninja")
    assert page.evaluate("written()") == [order, text, "card ninja"]
    page.evaluate("at = 4; show()")
    assert page.evaluate("isInText()")
    assert page.locator("#next button").count() == 0
    page.fill("#sheet", "press to ise: one line\nplace ")
    assert page.evaluate("written()") == ["press to ise: one line", "place"]


@pytest.mark.soak
def test_the_way_to_all_games_is_shown_where_the_page_is_told_it(
    visit: Visit, desk: tuple[str, Desk]
) -> None:
    address, behind = desk
    behind.games = "/m/abc234/"
    page = visit(address)
    page.wait_for_selector("#games:visible")
    assert page.get_attribute("#games", "href") == "/m/abc234/"
    behind.games = "//evil.example/m/abc/"
    page.reload()
    page.wait_for_selector("#choices button")
    page.wait_for_timeout(200)
    assert page.is_hidden("#games")


# ---- fingers on the board


def touched(page: Any, *moves: tuple[str, list[tuple[float, float]]]) -> None:
    """What fingers do, by the browser's own events."""
    session = page.context.new_cdp_session(page)
    for kind, points in moves:
        found = [{"x": x, "y": y, "id": nth} for nth, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})


def breadth(page: Any) -> float:
    found: float = page.evaluate("boards[boardNow()].getBoundingClientRect().width")
    return found


def free(page: Any) -> tuple[float, float]:
    """A point of the frame where nothing lies that could be pressed."""
    x, y = page.evaluate(
        """() => {
          const box = frame.getBoundingClientRect();
          for (let y = box.top + 4; y < Math.min(box.bottom, innerHeight) - 4; y += 6)
            for (let x = 6; x < innerWidth - 6; x += 6) {
              const there = document.elementFromPoint(x, y);
              if (frame.contains(there) && !thingOf(there)) return [x, y];
            }
        }"""
    )
    return x, y


@pytest.mark.soak
def test_two_fingers_and_two_taps_enlarge_the_board_and_nothing_else(
    visit: Visit, desk: tuple[str, Desk]
) -> None:
    address, behind = desk
    page = visit(address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.wait_for_selector(".ring", state="attached")
    page.evaluate("$('frame').scrollIntoView({ block: 'start' })")
    box = page.locator("#frame").bounding_box()
    x, y, before = box["x"] + 195, box["y"] + 150, breadth(page)
    spread = [[(x - far, y), (x + far, y)] for far in (30, 40, 50, 60)]
    touched(page, ("touchStart", spread[0]), *[("touchMove", one) for one in spread[1:]], ("touchEnd", []))
    assert 1.8 * before < breadth(page) < 2.2 * before
    assert page.evaluate("visualViewport.scale") == 1
    together = [("touchMove", one) for one in reversed(spread[:-1])]
    touched(
        page, ("touchStart", spread[-1]), *together, ("touchMove", [(x - 5, y), (x + 5, y)]), ("touchEnd", [])
    )
    assert page.evaluate("$('frame').scrollWidth - $('frame').clientWidth") <= 1
    assert page.is_disabled("#smaller")
    small = breadth(page)
    twice = [("touchStart", [free(page)]), ("touchEnd", [])] * 2
    touched(page, *twice)
    assert breadth(page) > 1.5 * small
    assert page.input_value("#sheet") == ""
    assert behind.sent == []
