"""`bugyo serve --http`, as somebody runs it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from cli.frame.codes import BAD_SETUP
from tests.projections.games import Keeper

ROOT = Path(__file__).parents[2]


def command(keeper: Keeper, listen: str) -> list[str]:
    return [sys.executable, "-m", "cli.main", "serve", "--http", listen, "--store", str(keeper.record.path)]


@pytest.mark.budget(250, "a program that is started as a process of its own, and its pages")
def test_the_pages_are_served_until_somebody_stops_them(keeper: Keeper) -> None:
    asked = command(keeper, "127.0.0.1:0")
    with subprocess.Popen(asked, cwd=ROOT, stderr=subprocess.PIPE, text=True) as served:
        assert served.stderr is not None
        said = served.stderr.readline()
        address = said.split()[-1]
        assert said.startswith("The games can be looked at: http://127.0.0.1:")
        page = httpx2.get(f"{address}g/game-1/")
        assert (page.status_code, "game-1" in page.text) == (200, True)
        served.send_signal(signal.SIGTERM)
        assert served.wait(30) == 0
        assert served.stderr.read() == ""


@pytest.mark.soak
def test_a_place_that_is_none_is_a_sentence(keeper: Keeper) -> None:
    done = subprocess.run(command(keeper, "8080"), cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == BAD_SETUP
    assert done.stderr == "Error: “8080” is no address to listen at. Write it as 127.0.0.1:8080.\n"
