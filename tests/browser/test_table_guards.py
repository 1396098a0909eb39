"""What the page of a seat holds to, whatever is done to it: its secret stays its own, nothing is sent
twice or by who only looks, what others have written is text, and nothing that somebody is writing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.at_table import READY, composes, opens, still
from tests.browser.conftest import Open
from tests.browser.seated_tables import SECRET, Scripted, Seat, Table
from tests.browser.test_access import complaints

SMALL = {"width": 360, "height": 740}

DRAWN = (
    "[$('turn').innerText, scrollY, JSON.stringify(document.querySelector('.board').getBoundingClientRect())]"
)


def picks(page: Any) -> list[str]:
    found: list[str] = page.evaluate("picks")
    return found


# ---- the secret


def test_the_secret_leaves_the_address_at_once_and_is_in_no_address(visit: Open, seat: Seat) -> None:
    table, asked = Table(seat), list[Any]()
    page = visit(table)
    address = page.url
    assert (address.rstrip("/").endswith("token"), SECRET in page.evaluate("document.referrer")) == (
        True,
        False,
    )
    page.on("request", lambda one: asked.append(one))
    page.goto(address)
    composes(page)
    page.evaluate("look(data.log.at(-1).n), undefined")
    still(page, "pastFrames !== null")
    page.keyboard.press("Escape")
    page.click(READY)
    page.wait_for_selector("#answer")
    assert [one["play"] for one in table.sent] == [SECRET]
    assert {one.url.rpartition("/")[2].partition("?")[0] for one in asked} >= {"", "step", "frames", "send"}
    assert all(SECRET not in one.url and SECRET not in str(one.headers) for one in asked)
    assert not [
        link for link in page.evaluate("[...document.links].map((one) => one.href)") if SECRET in link
    ]


@pytest.mark.soak
def test_the_link_that_only_looks_sends_nothing_by_any_button(visit: Open, seat: Seat) -> None:
    """Nor where the game is one that this page may only look at."""
    for table, mark in ((Table(seat), ""), (Table(seat, play="look", play_why="The desk rests."), None)):
        page = visit(table) if mark is None else visit(table, mark)
        says = "only looks" if mark == "" else "The desk rests."
        opens(page, "more")
        for _time in range(2):
            page.click("#more .tap:has-text('Concede')")
        page.wait_for_selector(f"#turn .why:has-text('{says}')")
        opens(page, "talk")
        page.fill("#own-words", "Good morning")
        page.evaluate("why = '', show('keep')")
        page.click("#write button")
        page.wait_for_selector(f"#turn .why:has-text('{says}')")
        page.evaluate("writes(['later place'])")
        page.click("#typing-read")
        still(page, "typedLines !== null")
        page.keyboard.press("Control+Enter")
        assert page.input_value("#own-words") == "Good morning"
        assert (page.locator(READY).count(), table.sent) == (0, [])


# ---- what is sent


def test_what_may_have_arrived_has_its_key_and_what_is_other_has_another(visit: Open, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)

    def lose(route: Any) -> None:
        table.sent.append(route.request.post_data_json)
        route.abort()

    page.route("**/send", lose)
    composes(page)
    page.click(READY)
    page.wait_for_selector("#answer.bad:has-text('nothing is played twice')")
    page.unroute("**/send")
    page.click(READY)
    page.wait_for_selector("#answer:not(.bad)")
    composes(page)
    page.click(READY)
    still(page, "picks.length === 0 && !busy")
    keys = [sent["key"] for sent in table.sent]
    assert keys[0] == keys[1] != keys[2]
    assert len({sent["browser"] for sent in table.sent}) == 1


@pytest.mark.soak
def test_an_answer_that_takes_its_time_is_waited_for(visit: Open, seat: Seat) -> None:
    table = Table(seat)
    table.answers = [
        (202, {"state": "kept", "says": "We have it.", "lines": []}),
        (200, {"state": "confirm", "says": "A mail with one question is on its way.", "lines": []}),
        (200, {"state": "answered", "says": "Done.", "lines": []}),
    ]
    page = visit(table)
    composes(page)
    page.click(READY)
    page.wait_for_selector("#answer.waits:has-text('We have it')")
    assert page.inner_text("#send") == "Sending…"
    page.wait_for_selector("#answer.waits:has-text('one question')")
    assert page.locator(READY).count() == 1  # other things may be done meanwhile
    page.wait_for_selector("#answer:has-text('Done.')", timeout=120_000)
    assert table.sent[0] == table.sent[1] == table.sent[2]
    assert picks(page) == []


@pytest.mark.soak
def test_too_much_at_once_stays_to_be_sent_again(visit: Open, seat: Seat) -> None:
    table = Table(seat)
    table.answers = [(429, {"error": "That was too much at once. Try again in a minute."})]
    page = visit(table)
    composes(page)
    had = picks(page)
    page.click(READY)
    page.wait_for_selector("#answer.bad:has-text('too much at once')")
    assert (picks(page), page.locator(READY).count()) == (had, 1)


@pytest.mark.soak
def test_press_is_a_text_of_its_own_to_whom_it_is_for(visit: Open, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    opens(page, "talk")
    page.fill("#own-words", "Two words.\nplace 86 koi")
    page.click("#write button")
    still(page, "!$('own-words').value")
    other = table.data()["others"][0]
    page.check(f"#readers input[value={other}]")
    assert not page.is_checked("#readers input[value=all]")
    page.fill("#own-words", "To you")
    page.click("#write button")
    still(page, "!$('own-words').value")
    assert [sent["lines"] for sent in table.sent] == [
        ["press to all\nTwo words.\nplace 86 koi\nend press"],
        [f"press to {other}: To you"],
    ]


def test_a_text_of_several_lines_is_one_and_holds_no_order(visit: Open, seat: Seat) -> None:
    """Enter ends a line, and neither reads nor sends what is written."""
    table = Table(seat)
    page = visit(table)
    order, text = seat.orders()[0], "press to ise\n  two lines\n\nplace 86 koi\nend press"
    page.click("#pencil")
    page.keyboard.insert_text(f"{order}\n{text}")
    page.keyboard.press("Enter")
    page.keyboard.insert_text("card ninja")
    assert page.evaluate("linesOf($('typed').value)") == [order, text, "card ninja"]
    assert page.evaluate("linesOf('press to ise: one line\\nplace ')") == ["press to ise: one line", "place"]
    assert page.evaluate("linesOf('note: a\\nplace 86 koi')") == ["note: a\nplace 86 koi"]
    assert (table.sent, table.asked) == ([], [])
    page.keyboard.press("Control+Enter")
    page.click(READY)
    page.wait_for_selector("#answer")
    assert [sent["lines"] for sent in table.sent] == [[order, text, "card ninja"]]


@pytest.mark.parametrize("line", ["place nothing in nowhere", "twice", ""])
def test_what_is_typed_wrong_is_named_and_stays_written(visit: Open, seat: Seat, line: str) -> None:
    """Also an order that is legal, but not a second time."""
    table, order = Table(seat), seat.orders()[0]
    page = visit(table)
    typed = f"{order}\n{order if line == 'twice' else line}"
    page.click("#pencil")
    page.fill("#typed", typed)
    page.click("#typing-read")
    if line:
        page.wait_for_selector("#turn .why:not(:empty)")
        assert page.input_value("#typed") == typed
        assert page.locator(READY).count() == 0
    else:
        page.wait_for_selector(READY)
        assert page.inner_text("#line") == order
    assert table.sent == []


# ---- what others write


EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e{title}"
TEXTS = ("asked", "until", "person", "turn", "seat_name", "title", "mail", "tag", "why_not_back")
FACE = {"says": EVIL, "text": EVIL, "ap": EVIL, "side": EVIL, "kind": EVIL, "no": EVIL, "out": EVIL}
VALUES = [
    {"v": EVIL, "says": EVIL, "note": EVIL, "group": EVIL, "may": "legal", "at": [EVIL], "card": FACE},
    {"v": "b", "says": EVIL, "why": EVIL, "may": "", "group": "b"},
]
SAID = {"ask": EVIL, "lines": [EVIL], "open": EVIL, "lacks": EVIL, "card": FACE}
TOLD = {"trail": [{"says": EVIL, "upto": 0}], "queue": [{"line": EVIL, "upto": 0}], "then": [[EVIL], [EVIL]]}
MORE = {
    "left": [{"of": EVIL, "left": 1, "all": 3}],
    "odds": [f"59 %  {EVIL}", EVIL],
    "stop": "throw",
    "why": EVIL,
}
STEP = {**SAID, **TOLD, **MORE, "shut": {EVIL: EVIL}, "values": VALUES}
MATTER: dict[str, Any] = {"says": EVIL, "acts": {EVIL: EVIL}, "quote": EVIL}
LOGGED = {"n": 3, "turn": EVIL, "text": EVIL, "since": True, "rank": "loss", "brief": EVIL}
STANDING = {
    "lines": [{"line": EVIL, "back": EVIL}],
    "sheet": [EVIL, EVIL],
    "take": EVIL,
    "drop": EVIL,
    "templates": [{"says": EVIL, "line": EVIL}],
}
HOSTILE: dict[str, Any] = {
    **dict.fromkeys(TEXTS, EVIL),
    "notes": [EVIL],
    "log": [LOGGED],
    "press": [{"who": EVIL, "at": 0, "text": EVIL, "mine": False}],
    "standing": STANDING,
    "matters": [{**MATTER, "asks": True}, {**MATTER, "asks": False}],
    "begins": {EVIL: EVIL},
    "others": [EVIL, "b"],
    "names": {EVIL: EVIL},
    "advises": True,
}
ANSWER = {
    "state": "answered",
    "says": EVIL,
    "lines": [EVIL, "-- ", EVIL],
    "liked": [{"order": EVIL, "says": EVIL}],
}


SELDOM = [pytest.param(one, marks=pytest.mark.soak) for one in ("some", "allot")]


@pytest.mark.parametrize("widget", ["one", "card", *SELDOM])
def test_hostile_words_are_shown_as_text(visit: Open, seat: Seat, widget: str) -> None:
    table = Scripted(seat, {"": {**STEP, "widget": widget}}, **HOSTILE)
    table.answers = [(200, ANSWER)]
    page = visit(table, viewport=SMALL)
    opens(page, "talk")
    page.fill("#own-words", "x")
    page.click("#write button")
    page.wait_for_selector("#said-of-press:has-text('alert')")
    page.evaluate("(told) => { answer = { ...told, came: [told.says] }; refuse(told.says); }", ANSWER)
    for tab in ("log", "standing", "more"):
        opens(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("look(3), undefined")
    page.wait_for_selector("#later")
    page.keyboard.press("Escape")
    page.click("#open-reference")
    page.fill("#question", EVIL)
    page.keyboard.press("Enter")
    page.wait_for_selector("#page-of-reference:has-text('alert')")
    assert page.locator("script").count() == 3
    assert page.locator("img").count() == 0
    assert page.inner_text("#turn").count("alert(1)") > 5


def test_hostile_words_are_text_for_who_has_no_script(visit: Open, seat: Seat) -> None:
    """Without signs that a browser obeys."""
    page = visit(Scripted(seat, {"": STEP}, **HOSTILE), java_script_enabled=False)
    shown = page.inner_text("body")
    assert "alert(1)" in shown
    assert "\u202e" not in shown
    assert (page.locator("script").count(), page.locator("img").count()) == (3, 0)


# ---- beside the turn


@pytest.mark.soak
def test_the_way_to_all_games_is_shown_where_the_page_is_told_it(visit: Open, seat: Seat) -> None:
    table = Table(seat)
    table.games = "/m/abc234/"
    page = visit(table)
    page.wait_for_selector("#games:visible")
    opens(page, "more")
    assert page.get_attribute("#games", "href") == "/m/abc234/"
    assert page.get_attribute("#more a:text-is('My games')", "href").endswith("/m/abc234/")
    table.games = "//evil.example/m/abc/"
    with page.expect_response("**/games"):
        page.reload()
    still(page)
    page.wait_for_timeout(50)
    assert page.is_hidden("#games")


def test_what_is_new_is_announced_and_nothing_moves(visit: Open, seat: Seat) -> None:
    page = visit(Table(seat))
    page.keyboard.press("1")
    still(page)
    page.evaluate("writes(['place ']), undefined")
    before = page.evaluate(DRAWN)
    page.evaluate("heard(data.events + 1), undefined")
    assert page.inner_text("#news-says") == "The game has gone on."
    assert page.evaluate(DRAWN) == before
    assert page.evaluate("document.activeElement.id") == "typed"
    assert complaints(page) == []
    had = picks(page)
    page.click("#news-show")
    still(page, "!going && !playing && picks.length > 0")
    assert picks(page) == had
    assert page.input_value("#typed") == "place "


@pytest.mark.soak
def test_the_reference_answers_beside_the_game(visit: Open, seat: Seat) -> None:
    table = Table(seat)
    page = visit(table)
    page.keyboard.press("1")
    still(page)
    had = picks(page)
    page.click("#open-reference")
    page.fill("#question", "card <i>86</i>")
    page.keyboard.press("Enter")
    page.wait_for_selector("#page-of-reference:has-text('You asked: card <i>86</i>')")
    assert complaints(page) == []
    page.click("#close-reference")
    assert not page.is_visible("#reference")
    assert (picks(page), table.sent) == (had, [])


def test_a_small_telephone_shows_question_choices_and_send(visit: Open, seat: Seat) -> None:
    page = visit(Table(seat), viewport=SMALL, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    for shown in ("#ask", "#turn .tap >> nth=0", "#undo", "#send"):
        box = page.locator(shown).bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= SMALL["width"]
        assert box["y"] + box["height"] <= SMALL["height"]
    for tapped in ("#turn .tap >> nth=0", "#undo", "#send"):
        assert page.locator(tapped).bounding_box()["height"] >= 40


def test_a_title_without_standing_orders_has_no_tab_for_them(visit: Open, seat: Seat) -> None:
    page = visit(Table(seat))
    assert page.is_visible("#tab-more")
    assert not page.is_visible("#tab-standing")
