"""The page of a person who plays against programs: one command, one link, and orders by clicks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.record.record import Record

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"http://127\.0\.0\.1:\d+/s/shinobi-1/iga/")

ORDERS = 6
"""Two turns of three actions."""

WAIT = 60_000
"""Milliseconds after which the page has waited in vain."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The link that the command prints, and its store."""
    store = tmp_path / "games.db"
    command = (sys.executable, "-m", "cli.main", "solo", "shinobi", "--page", "--store", str(store))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = iter(process.stdout.readline, "")
        yield next(line.strip() for line in lines if LINK.match(line)), store
        process.send_signal(signal.SIGTERM)
        assert process.wait(300) == 0


def _until(page: Any, is_so: str) -> None:
    """The page's policy lets nobody wait in it. While it is loaded anew, nothing is so."""
    error = pytest.importorskip("playwright.sync_api").Error
    for _ in range(WAIT // 100):
        with suppress(error):
            if page.evaluate(is_so):
                return
        page.wait_for_timeout(100)
    raise AssertionError(is_so)


def _sends_the_first_order(page: Any) -> None:
    """Nothing else is pressed: what came of it, and of what the programs did, shows by itself."""
    page.locator("#choices button").first.click(timeout=WAIT)
    before = page.evaluate("seat.events")
    page.locator("#send").click(timeout=WAIT)
    _until(page, f"seat.events > {before} && seat.is_asked && document.readyState === 'complete'")


@pytest.mark.soak
def test_a_game_is_played_by_clicks_and_programs_answer(chromium: Any, served: tuple[str, Path]) -> None:
    link, store = served
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(link)
    for _ in range(ORDERS):
        _sends_the_first_order(page)
    page.close()
    record = Record(store)
    game = record.load("shinobi-1").game
    addresses = record.addresses("shinobi-1")
    record.close()
    assert game.awaited() == ("iga",)
    assert game.state.board.turn > 3
    assert set(addresses) == {"iga"}, "The person has an address for as long as the page is served."


@pytest.mark.soak
def test_what_is_being_written_is_not_taken_away(chromium: Any, served: tuple[str, Path]) -> None:
    """While the reference is open, it is only said that the game has gone on."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(served[0])
    page.locator("#choices button").first.wait_for(timeout=WAIT)
    page.evaluate("window.same = true")
    page.keyboard.press("?")
    page.evaluate("there += 1; goneOn()")
    page.locator("#news button").wait_for(state="attached", timeout=WAIT)
    assert page.evaluate("window.same")
    page.keyboard.press("Escape")
    page.evaluate("goneOn()")
    _until(page, "window.same === undefined")
    page.close()


@pytest.mark.soak
def test_advice_stays_though_it_is_on_record(chromium: Any, served: tuple[str, Path]) -> None:
    """That it was asked for is an event, and the only one: it leaves the page as it is."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(served[0])
    page.locator("#choices button").first.wait_for(timeout=WAIT)
    page.evaluate("window.same = true")
    page.locator("#advise").click(timeout=WAIT)
    page.locator("#liked button").first.wait_for(timeout=WAIT)
    page.wait_for_timeout(3 * page.evaluate("STILL"))
    assert page.evaluate("window.same && !closed && seat.alone")
    assert page.locator("#liked button").first.is_visible()
    page.close()


@pytest.mark.soak
def test_the_address_of_nobody_goes_with_the_page(served: tuple[str, Path]) -> None:
    assert Record(served[1]).addresses("shinobi-1") == {"iga": "player@solo.invalid"}
