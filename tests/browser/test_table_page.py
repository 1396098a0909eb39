"""The table of a seat in a browser: picks and their undoing, keys, Send and what it keeps, the past, the
pencil, the first visit."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest

from domain.game.state.words import is_for_every_game
from projections.page.making import BOARD
from projections.page.making import HERE as PAGE
from projections.seat_page.table_page import HERE, SCRIPTS
from projections.seat_page.table_words import said, said_of_parts
from tests.browser.at_table import READY, still
from tests.browser.seated_tables import DESK, PHONE, SECRET, Scripted, Seat, Table

Visit = Callable[..., Any]

STANDS = """[...document.querySelectorAll(".board [data-part]")].map((part) => [
  part.dataset.part, part.getAttribute("transform"), part.textContent,
])"""


PRESSED_ON = """([word, part]) => {
  const { x, y } = table.boxesOf({ at: [part] })[0];
  const rings = [...document.querySelectorAll(".rings > .ring")].filter((one) => one.value.v === word);
  const found = rings.find(({ box }) => box.x === x && box.y === y);
  found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
"""Of the rings of a value the one on a part."""


def line(page: Any) -> str:
    found: str = page.inner_text("#line")
    return found


def tapped(page: Any, v: str) -> None:
    page.click(f'#turn [data-v="{v}"]')
    still(page)


def first(page: Any) -> str:
    found: str = page.get_attribute("#turn .tap >> nth=0", "data-v")
    return found


# ---- picks


def test_picks_are_all_that_is_kept_and_undo_drops_the_last(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    begun = page.inner_text("#ask")
    card = first(page)
    tapped(page, card)
    province = first(page)
    tapped(page, province)
    assert page.evaluate("picks") == [card, province]
    assert line(page) in seat.orders()
    assert page.locator(READY).count() == 1
    page.keyboard.press("Backspace")
    still(page)
    assert page.evaluate("picks") == [card]
    page.click("#trail button")
    still(page)
    assert (page.evaluate("picks"), page.inner_text("#ask")) == ([], begun)
    asked = len(table.asked)
    tapped(page, card)
    assert len(table.asked) == asked  # what was answered once is known


def test_what_was_picked_is_there_when_the_page_is_loaded_anew(visit: Visit, seat: Seat) -> None:
    page = visit(Table(seat))
    card = first(page)
    tapped(page, card)
    page.reload()
    still(page, "!going && picks.length === 1")
    assert page.evaluate("picks") == [card]


def test_what_no_longer_holds_is_left_out_and_named(visit: Visit, seat: Seat) -> None:
    gone = {
        "gone": {"nth": 1, "why": "The bridge is down."},
        "values": [{"v": "c", "says": "C", "may": "legal"}],
    }
    steps = {
        "": {"values": [{"v": "a", "says": "A", "may": "legal"}]},
        "a": {"values": [{"v": "b", "says": "B"}]},
    }
    page = visit(Scripted(seat, {**steps, "a b": gone}))
    tapped(page, "a")
    tapped(page, "b")
    assert page.evaluate("picks") == ["a"]
    assert "The bridge is down." in page.inner_text("#turn .why")


def test_keys_alone_compose_and_send(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    page.keyboard.press("1")
    still(page)
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.classList.contains('ring')")
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    still(page)
    sent = line(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#answer")
    assert [one["lines"] for one in table.sent] == [[sent]]
    page.keyboard.press("?")
    assert page.is_visible("#keys dt >> nth=0")


def test_a_tap_beside_the_rings_says_why_not(visit: Visit, seat: Seat) -> None:
    steps = {"": {"values": [{"v": "iga", "says": "iga", "may": "legal", "at": ["province iga"]}]}}
    page = visit(Scripted(seat, steps))
    page.locator('[data-part="province kii"]').first.dispatch_event("click")
    page.wait_for_selector("#turn .why:has-text('Not province kii.')")


def test_a_finger_that_goes_down_asks_and_its_tap_asks_no_more(visit: Visit, seat: Seat) -> None:
    """One that moves away again has only asked."""
    table = Table(seat)
    page = visit(table)
    begun = page.inner_text("#ask")
    page.hover("#turn .tap:not([aria-disabled])")
    page.mouse.down()
    still(page, "underWay.size === 0 && steps.size > 0")
    page.mouse.move(2, 2)
    page.mouse.up()
    assert (len(table.asked), page.evaluate("picks"), page.inner_text("#ask")) == (1, [], begun)
    page.click("#turn .tap:not([aria-disabled])")
    still(page)
    assert (len(table.asked), page.evaluate("picks")) == (1, table.asked[0]["picks"])


def test_what_is_tapped_is_seen_as_tapped_before_it_is_answered(visit: Visit, seat: Seat) -> None:
    values = [
        {"v": v, "says": v, "may": "legal", "at": [f"province {v}"], "note": "here"} for v in ("iga", "kii")
    ]
    page = visit(Scripted(seat, {"": {"values": values}}))
    page.route("**/step", lambda _route: None)
    page.locator('.rings > [aria-label^="iga"]').first.dispatch_event("click")
    found = "[...document.querySelectorAll('.tapped')].map((one) => one.value?.v || one.dataset.v)"
    assert sorted(set(page.evaluate(found))) == ["iga"]
    assert page.locator(".rings > .tapped").count() == page.locator("#turn .tapped").count() == 1
    page.unroute_all(behavior="ignoreErrors")


# ---- Send


def test_own_cells_go_above_the_orders_that_they_were_given_for(visit: Visit, seat: Seat) -> None:
    table = Table(seat, cells="bugyo seat fill FILE - --place 3 --first 3")
    page = visit(table)
    tapped(page, first(page))
    if page.locator("#own-cells").count() == 0:
        tapped(page, first(page))
    order, (fence,) = line(page), page.evaluate("step.fences")
    assert order in page.inner_text(".cells pre")
    assert page.locator(READY).count() == 0
    page.locator("#send").dispatch_event("click")
    assert "cells" in page.inner_text("#turn .why")
    for wrong in ("cell 3 abc", f"cell 3 abc\n{order} and more", f"{order}\ncell 3 abc"):
        page.fill("#own-cells", wrong)
        assert page.locator(READY).count() == 0
    page.fill("#own-cells", f"spent 2 aa\ncell 3 abc\n{order}\n")
    page.click(READY)
    page.wait_for_selector("#answer")
    (sent,) = table.sent
    assert (sent["lines"], sent["asked"]) == (["spent 2 aa", "cell 3 abc", order], ["", "", fence])


def test_send_carries_the_picks_and_the_page_stays(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    page.evaluate("window.stays = true")
    for _pick in range(2):
        tapped(page, first(page))
    sent = line(page)
    page.evaluate("for (let n = 0; n < 5; n += 1) document.querySelector('#send').click()")
    page.wait_for_selector("#answer:has-text('It has been carried out.')")
    (body,) = table.sent
    assert (body["play"], body["lines"], body["head"]) == (SECRET, [sent], table.data()["head"])
    assert page.evaluate("window.stays && location.hash") == ""
    assert page.evaluate("scrollY") == 0


def lost(table: Table, route: Any) -> None:
    table.sent.append(route.request.post_data_json)
    route.abort()


@pytest.mark.parametrize("answer", ["refused", "lost"])
def test_refused_or_lost_keeps_the_picks_and_says_why_above_them(
    visit: Visit, seat: Seat, answer: str
) -> None:
    """What may have arrived goes under its key again, also once the page was loaded anew."""
    table = Table(seat)
    page = visit(table)
    for _pick in range(2):
        tapped(page, first(page))
    picks = page.evaluate("picks")
    if answer == "lost":
        page.route("**/send", lambda route: lost(table, route))
    else:
        table.answers.append((409, {"error": "The question is closed."}))
    page.click(READY)
    said_ = "The question is closed." if answer == "refused" else "nothing is played twice"
    page.wait_for_selector(f"#answer.bad:has-text('{said_}')")
    assert page.evaluate("picks") == picks
    page.unroute_all()
    page.reload()
    still(page, "!going && picks.length === 2")
    page.click(READY)
    page.wait_for_selector("#answer:not(.bad)")
    keys = [one["key"] for one in table.sent]
    assert (keys[0] == keys[1]) is (answer == "lost")


def test_without_the_secret_it_only_looks(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table, "")
    for _pick in range(2):
        tapped(page, first(page))
    assert page.locator(READY).count() == 0
    page.dispatch_event("#send", "click")
    assert "only looks" in page.inner_text("#turn .why")
    assert table.sent == []


def test_to_take_back_is_pressed_twice_and_says_why_not(visit: Visit, seat: Seat) -> None:
    table = Table(seat, begun=True, back={"line": "undo to 12", "asks": False})
    page = visit(table)
    page.keyboard.press("Backspace")
    page.click("#undo")
    assert table.sent == []
    page.click("#undo")
    page.wait_for_selector("#answer")
    assert [one["lines"] for one in table.sent] == [["undo to 12"]]
    other = visit(Table(seat, begun=True, why_not_back="Dice have fallen."))
    other.dispatch_event("#undo", "click")
    assert "Dice have fallen." in other.inner_text("#turn .why")


# ---- the past


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "telephone"])
def test_the_board_shows_what_has_happened_and_comes_back(visit: Visit, seat: Seat, viewport: Any) -> None:
    page = visit(Table(seat), viewport=viewport)
    now = page.evaluate(STANDS)
    page.keyboard.press("l")
    page.wait_for_selector("#later")
    nth = page.inner_text(".player .q")
    assert page.locator(".rings > .ring").count() == 0
    page.keyboard.press("ArrowRight")
    still(page, "pastFrames.at.has(looking)")
    assert page.inner_text(".player .q") != nth
    assert page.is_visible("#back-now")
    page.keyboard.press("Escape")
    assert page.evaluate("[looking, document.querySelectorAll('.rings > .ring').length > 0]") == [None, True]
    assert page.evaluate(STANDS) == now


def test_a_line_of_the_log_shows_its_event(visit: Visit, seat: Seat) -> None:
    page = visit(Table(seat))
    page.click("#log li >> nth=3 >> button")
    page.wait_for_selector("#later")
    assert page.inner_text("#turn .txt") in page.inner_text("#log li >> nth=3")


# ---- what is pressed on the board, and what is being written


def test_of_several_things_with_one_word_the_one_is_meant_that_was_pressed(visit: Visit) -> None:
    """Armies of a clan before several players."""
    table = Table(Seat.asked("shinobi", 5, 8, 81))
    page = visit(table)
    rings = """[...document.querySelectorAll(".rings > .ring")].filter((one) => (
      one.value.v.startsWith("move ") && one.value.at.length > 1))"""
    word, before = page.evaluate(f"{rings}[0].value.v"), page.evaluate(f"{rings}[0].value.at").copy()
    for part in before:
        page.evaluate(PRESSED_ON, [word, part])
        still(page, "!going && picks.length === 2")
        assert page.evaluate("picks") == [word, part.split()[1]]
        page.evaluate("go([], 'keep')")
        still(page)


def test_what_is_being_written_stays_whatever_comes_meanwhile(visit: Visit, seat: Seat) -> None:
    page = visit(Scripted(seat, {"": {"widget": "text", "field": "cause"}}))
    page.fill("#own-text", "it rained")
    page.evaluate("show('keep')")
    assert page.input_value("#own-text") == "it rained"


# ---- what cannot be had now


def refuses(page: Any, path: str, *codes: int) -> list[int]:
    """What is asked for is refused so often, with the code; then as ever."""
    left = list(codes)

    def answers(route: Any) -> None:
        if not left:
            route.continue_()
            return
        said = {"status": left.pop(0), "content_type": "application/json", "headers": {"Retry-After": "1"}}
        route.fulfill(**said, body='{"error": "That was too often for now."}')

    page.route(f"**/{path}?*", answers)
    return left


def test_boards_that_cannot_be_had_now_are_asked_for_again(visit: Visit, seat: Seat) -> None:
    page = visit(Table(seat))
    tapped(page, first(page))
    picks = page.evaluate("picks")
    left = refuses(page, "api/frames", 429, 503)
    page.click("#log li button >> nth=-1")
    page.wait_for_selector("#later")
    assert (left, page.evaluate("picks")) == ([], picks)
    assert "too often" not in page.inner_text("#panel")


def test_who_looks_on_meanwhile_waits_for_nothing_of_before(visit: Visit, seat: Seat) -> None:
    page = visit(Table(seat))
    refuses(page, "api/frames", *[429] * 9)
    page.click("#log li button >> nth=-1")
    page.keyboard.press("Escape")
    assert page.evaluate("looking") is None
    page.wait_for_timeout(1_100)
    assert page.evaluate("looking") is None
    assert "too often" not in page.inner_text("#panel")


def test_news_that_cannot_be_had_now_come_later_and_leave_what_is_picked(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    events = page.evaluate("data.events")
    left = refuses(page, "api/table", 429)
    page.evaluate("heard(data.events + 1)")
    table.more.update(events=events + 1, head=f"{events + 1} 0d241104")
    page.click("#news-show")
    tapped(page, first(page))  # while it waits
    card = page.evaluate("picks")
    still(page, f"data.events === {events + 1} && looking === null && !going")
    assert (left, page.evaluate("picks")) == ([], card)


def test_news_that_cannot_be_had_at_all_are_still_announced(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    refuses(page, "api/table", 404)
    page.evaluate("heard(data.events + 1)")
    page.click("#news-show")
    page.wait_for_selector("#news:not([hidden])")
    assert page.evaluate("there > data.events")


def test_news_that_are_asked_for_twice_are_shown_once(visit: Visit, seat: Seat) -> None:
    """What comes late does not lead back into the past again."""
    table = Table(seat)
    page = visit(table)
    refuses(page, "api/table", 429)
    *log, newest = table.data()["log"]
    table.more.update(log=[*log, {**newest, "since": True, "rank": "", "brief": ""}])
    page.evaluate("(n) => { data.events = n - 1; window.twice = [showNews(), showNews()]; }", newest["n"])
    page.evaluate("twice[1].then(() => look(null))")
    page.evaluate("twice[0]")
    assert page.evaluate("[data.events, looking]") == [table.data()["events"], None]


# ---- the pencil, the tabs, the first visit


def test_what_is_typed_is_read_into_picks(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    order = seat.orders()[0]
    page.click("#pencil")
    page.fill("#typed", order.upper())
    page.click("#typing-read")
    page.wait_for_selector(READY)
    assert line(page) == order
    assert page.evaluate("picks").pop() in order


def test_what_is_no_pick_is_sent_as_it_is_typed(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    page.keyboard.press("e")
    page.fill("#typed", "press to all: Good morning\nlater place mori in iga")
    page.click("#typing-read")
    page.click(READY)
    page.wait_for_selector("#answer")
    assert table.sent[0]["lines"] == ["press to all: Good morning", "later place mori in iga"]


def test_talk_leaves_what_was_picked_as_it_is(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    tapped(page, first(page))
    picks = page.evaluate("picks")
    page.click("#tab-talk")
    page.fill("#own-words", "Good morning")
    page.click("#write button")
    page.wait_for_selector("#said-of-press:has-text('carried out')")
    assert table.sent[0]["lines"] == ["press to all: Good morning"]
    assert (page.evaluate("picks"), page.input_value("#own-words")) == (picks, "")


def test_what_ends_or_settles_something_is_pressed_twice(visit: Visit, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    page.click("#tab-more")
    page.click("#more .tap:has-text('Concede')")
    assert table.sent == []
    page.click("#more .tap:has-text('Concede')")
    page.wait_for_selector("#answer")
    assert table.sent[0]["lines"] == ["concede"]


def test_the_first_visit_asks_for_a_sentence(visit: Visit, seat: Seat) -> None:
    standing = {"lines": [], "sheet": ["when rallied: stay"], "take": "standing recommended", "drop": ""}
    table = Table(seat, absent=True, step=None, standing=standing)
    page = visit(table)
    page.fill("#sentence", "the plum tree  leans on the wall")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer")
    assert table.sent[0]["lines"] == ["join the plum tree leans on the wall"]
    assert is_for_every_game("join the plum tree leans on the wall")
    assert page.locator("#join input[type=radio]").count() == 3
    page.fill("#sentence", "too short")
    page.click(READY)
    assert "12" in page.inner_text("#turn .why")


@pytest.mark.parametrize(("wish", "line"), [("take", "standing recommended"), ("drop", "standing none")])
def test_what_was_chosen_of_small_questions_is_left_once_all_have_joined(
    visit: Visit, seat: Seat, wish: str, line: str
) -> None:
    """Before that no order is taken."""
    left = [{"line": "stay", "says": "", "back": "stay: nothing"}] if wish == "drop" else []
    standing = {
        "lines": left,
        "sheet": ["stay"],
        "take": "standing recommended",
        "drop": "standing none" if left else "",
    }
    table = Table(seat, absent=True, goes_on=False, step=None, standing=standing)
    page = visit(table)
    page.check(f"#join input[value={wish}]")
    page.fill("#sentence", "the plum tree leans on the wall")
    page.click(READY)
    page.wait_for_selector("#answer")
    assert page.locator(".matter.asks").count() == 0
    table.more |= {"absent": False, "goes_on": True}
    page.reload()
    for _press in range(2):
        page.click(".matter.asks .tap")
    page.wait_for_selector("#answer")
    assert table.sent[-1]["lines"] == [line]


def test_without_its_script_it_shows_each_listed_order_as_a_mail(visit: Visit, seat: Seat) -> None:
    page = visit(Table(seat), java_script_enabled=False)
    links = page.locator("#turn a[href^='mailto:']")
    assert links.count() == len(seat.orders())
    assert "place%20" in links.first.get_attribute("href")
    assert page.locator(".layers.wide .board").bounding_box()["width"] > 300


# ---- the script


def script() -> dict[str, str]:
    files = [HERE / "elements.js", *(PAGE / name for name in BOARD), *(HERE / name for name in SCRIPTS)]
    return {path.name: path.read_text(encoding="utf-8") for path in files}


def test_the_script_is_small_and_says_no_name_twice() -> None:
    """It is one scope: a name that two of its parts have would be one thing."""
    packed = gzip.compress("".join(script().values()).encode(), 6)
    assert len(packed) <= 40_000
    named = [name for text in script().values() for name in re.findall(_NAMED, text, re.MULTILINE)]
    assert sorted(set(named)) == sorted(named)


_NAMED = r"^(?:async )?(?:function\*? |const |let )(\w+)"


def test_the_page_has_the_words_that_its_script_says() -> None:
    used = set(re.findall(r"\bwords\.(\w+)", "".join(script().values())))
    assert used <= set(said())


def test_no_words_of_the_script_take_the_place_of_others() -> None:
    for part in said_of_parts():
        assert {name: said()[name] for name in part} == part
