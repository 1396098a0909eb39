"""The page of a game that goes on: what is new is announced, and nothing moves while nothing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.seats.links import seat_path
from referee.seats.tokens import server_key
from tests.browser.test_page import event
from tests.projections.games import Keeper
from tests.web.served import serving

LONG = 2_000
"""Milliseconds in which a page that reloads by itself has done so many times."""

Follow = Callable[[str], tuple[Any, list[str]]]
"""Opens a page; it, and what it has loaded so far."""


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """A game that is over, and one that goes on."""
    made = Keeper(tmp_path / "record.sqlite", 0, 1)
    made.append_all(20)
    while made.left["game-0"]:
        made.append("game-0")
    yield made
    made.record.close()


@pytest.fixture
def follow(chromium: Any) -> Iterator[Follow]:
    pages = []

    def open_(address: str) -> tuple[Any, list[str]]:
        page, loads = chromium.new_page(), list[str]()
        page.on("load", lambda page: loads.append(page.url))
        pages.append(page)
        with page.expect_response(lambda answer: "/live" in answer.url):
            page.goto(address)
        return page, loads

    yield open_
    for page in pages:
        page.close()


def seat_of(keeper: Keeper, game: str) -> str:
    return seat_path(server_key(keeper.record), keeper.record.load(game).game, "iga").removeprefix("/")


def stands_at(page: Any, newest: int) -> None:
    """Waits until the page shows the newest event."""
    page.wait_for_selector(f"#where:has-text('Event {newest} of {newest}')", timeout=120_000)


@pytest.mark.soak
@pytest.mark.parametrize("place", ["public", pytest.param("seat", marks=pytest.mark.soak)])
def test_a_game_in_which_nothing_happens_is_loaded_once(keeper: Keeper, follow: Follow, place: str) -> None:
    with serving(keeper.record) as address:
        path = "g/game-0/" if place == "public" else f"{seat_of(keeper, 'game-0')}replay/"
        page, loads = follow(address + path)
        page.wait_for_timeout(LONG)
        assert len(loads) == 1
        assert page.is_hidden("#news")


@pytest.mark.soak
def test_whoever_stands_at_the_end_is_shown_what_is_new_once(keeper: Keeper, follow: Follow) -> None:
    with serving(keeper.record) as address:
        count = keeper.record.load("game-1").game.position
        page, loads = follow(f"{address}g/game-1/#{count}")
        assert event(page) == count
        keeper.append("game-1")
        newest = keeper.record.load("game-1").game.position
        stands_at(page, newest)
        page.wait_for_timeout(LONG / 2)
        assert (event(page), len(loads)) == (newest, 2)


def test_whoever_reads_is_told_and_stays_where_he_is(keeper: Keeper, follow: Follow) -> None:
    with serving(keeper.record) as address:
        page, loads = follow(f"{address}g/game-1/#7")
        assert page.is_hidden("#news")
        for _order in range(2):
            keeper.append("game-1")
            page.wait_for_selector("#news:not([hidden])")
            page.wait_for_timeout(500)
        assert page.inner_text("#news").startswith("There are new events.")
        assert (event(page), len(loads)) == (7, 1)
        with page.expect_navigation():
            page.click("#reload")
        assert event(page) == 7
        assert page.evaluate("count") == keeper.record.load("game-1").game.position
        page.wait_for_timeout(500)
        assert (len(loads), page.is_hidden("#news")) == (2, True)


@pytest.mark.soak
def test_a_server_that_was_away_is_no_news(keeper: Keeper, follow: Follow) -> None:
    """The browser connects again by itself, and is told only of what was recorded meanwhile."""
    with serving(keeper.record) as address:
        page, loads = follow(f"{address}g/game-1/")
        at_end, loads_at_end = follow(f"{address}g/game-0/")
    port = int(address.rstrip("/").rpartition(":")[2])
    keeper.append("game-1")
    with serving(keeper.record, port):
        stands_at(page, keeper.record.load("game-1").game.position)
        at_end.wait_for_timeout(LONG / 2)
        assert (len(loads), len(loads_at_end)) == (2, 1)
