"""What may go wrong between a browser and the desk, or is made to: nothing is played twice, nothing that is
too late or of somebody else is played at all, and the page says in a sentence what became of it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from domain.game.entries.entries import Rewound
from referee.games import people
from referee.games.addresses import renew
from referee.record.envelope import COMMAND_LINE, Act
from tests.browser.at_table import ANSWERED, READY, SOON, Sit, composes, known, sees, still, until
from tests.web.playing import Playing

LOST = "nothing is played twice"
PRESSED = "document.querySelector('#send').click()"


@pytest.fixture
def page(playing: Playing, sit: Sit) -> Any:
    """The table of the seat that is asked, in a browser that is known, with an order that is whole."""
    found = sit(playing.seat)
    known(playing, found, playing.seat)
    composes(found)
    return found


def line(page: Any) -> str:
    found: str = page.inner_text("#line")
    return found


def picks(page: Any) -> list[str]:
    found: list[str] = page.evaluate("picks")
    return found


def ordered(playing: Playing, stood: int) -> int:
    """Orders that came by mail or page since."""
    return sum(type(one.entry).__name__ == "Ordered" for one in playing.record.envelopes("winter")[stood:])


def is_answered(playing: Playing, page: Any, *said: str) -> None:
    until(playing, page, ANSWERED)
    shown = " ".join(page.locator("#answer").text_content().split())
    assert all(one in shown for one in said), shown


@pytest.mark.soak
def test_a_double_click_sends_once(playing: Playing, page: Any) -> None:
    stood = playing.played()
    page.dblclick("#send", force=True)
    page.evaluate(f"for (let n = 0; n < 9; n += 1) {PRESSED}")
    is_answered(playing, page, "1 order played")
    assert ordered(playing, stood) == 1
    assert playing.file_names() == []


@pytest.mark.soak
def test_of_two_tabs_that_send_at_once_one_is_played(playing: Playing, page: Any) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    composes(other, -1)
    stood, order, late = playing.played(), line(page), line(other)
    assert order != late
    page.evaluate(PRESSED)
    waits_for(playing, page, 1)
    other.evaluate(PRESSED)
    waits_for(playing, page, 2)
    is_answered(playing, page, f"> {order}")
    is_answered(playing, other, "closed by now")
    assert ordered(playing, stood) == 1


def waits_for(playing: Playing, page: Any, count: int) -> None:
    """Until so many sendings lie before the desk."""
    end = time.monotonic() + SOON / 1000
    while len(playing.file_names()) < count:
        assert time.monotonic() < end, page.inner_text("main")
        page.wait_for_timeout(20)


@pytest.mark.soak
def test_two_tabs_with_the_same_order_play_it_once(playing: Playing, page: Any) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    composes(other)
    assert line(page) == line(other)
    stood = playing.played()
    for tab, count in ((page, 1), (other, 2)):
        tab.evaluate(PRESSED)
        waits_for(playing, tab, count)
    is_answered(playing, page, "1 order played")
    is_answered(playing, other, "nothing is played twice")
    assert ordered(playing, stood) == 1


@pytest.mark.soak
def test_a_tab_from_before_a_rewind_plays_nothing_and_says_why(playing: Playing, page: Any) -> None:
    page.click(READY)
    is_answered(playing, page, "1 order played")
    composes(page)
    playing.referee.rewind("winter", Rewound(17, "a test"), Act(COMMAND_LINE))
    stood = playing.played()
    page.wait_for_selector("#news:not([hidden])")
    page.evaluate(PRESSED)
    is_answered(playing, page, "none of its orders was played")
    assert playing.played() == stood
    sees(page, stood)


@pytest.mark.soak
@pytest.mark.parametrize("away", ["reload", "elsewhere and back", "closed"])
def test_who_leaves_in_the_middle_of_sending_finds_the_answer(playing: Playing, page: Any, away: str) -> None:
    stood, address, context = playing.played(), page.url, page.context
    page.evaluate(PRESSED)
    waits_for(playing, page, 1)
    if away == "reload":
        page.reload()
    elif away == "elsewhere and back":
        page.goto(f"{address}replay/")
        page.go_back()
    else:
        page.close()
        page = context.new_page()
        page.goto(address)
    if away != "closed":
        is_answered(playing, page, "1 order played")
    playing.works()
    assert ordered(playing, stood) == 1
    page.reload()
    still(page)
    assert (picks(page), line(page)) == ([], "")


@pytest.mark.soak
def test_what_is_pressed_without_a_network_is_sent_when_there_is_one(playing: Playing, page: Any) -> None:
    stood, order, had = playing.played(), line(page), picks(page)
    page.context.set_offline(True)
    page.click(READY)
    page.wait_for_selector(f"#answer.bad:has-text('{LOST}')")
    assert (line(page), picks(page)) == (order, had)
    assert playing.file_names() == []
    page.context.set_offline(False)
    page.click(READY)
    is_answered(playing, page, "1 order played")
    assert ordered(playing, stood) == 1


@pytest.mark.soak
def test_a_network_that_goes_in_the_middle_of_sending_plays_once(playing: Playing, page: Any) -> None:
    """What was sent has arrived; the answer has not, and it is asked for again."""
    stood = playing.played()

    def arrives(route: Any) -> None:
        route.fetch()
        route.abort("internetdisconnected")

    page.route("**/send", arrives)
    page.evaluate(PRESSED)
    waits_for(playing, page, 1)
    page.context.set_offline(True)
    page.wait_for_selector(f"#answer.bad:has-text('{LOST}')")
    playing.works()
    page.unroute("**/send")
    page.context.set_offline(False)
    page.click(READY)
    is_answered(playing, page, "1 order played")
    assert ordered(playing, stood) == 1


def taken_over(playing: Playing) -> None:
    people.take_seat(
        playing.referee, "winter", playing.seat, "Dora", "a test", Act(COMMAND_LINE), "dora@example.org"
    )


def renewed(playing: Playing) -> None:
    renew(playing.record, "winter", playing.seat)


@pytest.mark.soak
@pytest.mark.parametrize("made_stale", [taken_over, renewed])
def test_a_page_of_whoever_sat_there_before_plays_nothing(
    playing: Playing, page: Any, made_stale: Any
) -> None:
    order, had = line(page), picks(page)
    made_stale(playing)
    stood = playing.played()
    page.evaluate(PRESSED)
    page.wait_for_selector("#answer.bad:has-text('no longer good')")
    assert (line(page), picks(page)) == (order, had)
    assert playing.file_names() == []
    assert playing.played() == stood
