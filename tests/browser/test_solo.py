"""The page of a person who plays against programs: one command, one link, and orders by clicks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.record.record import Record

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"http://127\.0\.0\.1:\d+/s/shinobi-1/iga/")

STILL_OPEN = "Object.entries(sessionStorage).some(([key, value]) => key.startsWith('bugyo:open:') && value)"

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
        assert process.wait(30) == 0


def _wait_until_forgotten(page: Any) -> None:
    """A page that is loaded anew before it has put the answer away goes on with it."""
    for _ in range(100):
        if not page.evaluate(STILL_OPEN):
            return
        page.wait_for_timeout(100)
    raise AssertionError("The page has not put the answer away.")


def _wait_for_the_own_turn(page: Any) -> None:
    """Where programs were still to play, the page says that the game has gone on."""
    page.locator("#choices button, #news button").first.wait_for(timeout=WAIT)
    if page.locator("#choices button").count() == 0:
        page.locator("#news button").first.click()
        page.locator("#choices button").first.wait_for(timeout=WAIT)


@pytest.mark.soak
def test_a_game_is_played_by_clicks_and_programs_answer(chromium: Any, served: tuple[str, Path]) -> None:
    link, store = served
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(link)
    for _ in range(ORDERS):
        _wait_for_the_own_turn(page)
        page.locator("#choices button").first.click(timeout=WAIT)
        page.locator("#send").click(timeout=WAIT)
        page.locator("#mail:not(:empty)").wait_for(timeout=WAIT)
        _wait_until_forgotten(page)
        page.locator("#fresh").click(timeout=WAIT)
        page.locator("#answer").wait_for(state="hidden", timeout=WAIT)
    _wait_for_the_own_turn(page)
    page.close()
    record = Record(store)
    game = record.load("shinobi-1").game
    addresses = record.addresses("shinobi-1")
    record.close()
    assert game.awaited() == ("iga",)
    assert game.state.board.turn > 3
    assert set(addresses) == {"iga"}, "The person has an address for as long as the page is served."


def test_the_address_of_nobody_goes_with_the_page(served: tuple[str, Path]) -> None:
    assert Record(served[1]).addresses("shinobi-1") == {"iga": "player@solo.invalid"}
