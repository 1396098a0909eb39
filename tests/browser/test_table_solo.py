"""The table against programs: whoever taps at random sends nothing that is refused, and the page stays."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.titles import TITLES
from tests.browser.at_table import still

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(http://127\.0\.0\.1:\d+/s/\S+/)(#\S+)")

ORDERS, MOST_TAPS = 8, 60

STANDS = """({
  values: (step?.values || []).filter(isOpen).map((one) => one.v), complete: Boolean(step?.complete),
  text: step?.widget === "text", limits: step?.limits || null,
})"""


@contextmanager
def solo(title: str, path: Path) -> Iterator[str]:
    """The address of the table that the command opens."""
    command = (sys.executable, "-m", "cli.main", "solo", title, "--page", "--store", str(path / "games.db"))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=path, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = (LINK.match(line.strip()) for line in iter(process.stdout.readline, ""))
        yield next(one[0] for one in found if one)
        process.send_signal(signal.SIGTERM)
        assert process.wait(300) == 0


def composes(page: Any, random: Random) -> bool:
    """Taps until an order is whole, and perhaps on; whether it is."""
    for _tap in range(MOST_TAPS):
        still(page)
        if not page.evaluate("isAsked()"):
            return False
        stands = page.evaluate(STANDS)
        if stands["complete"] and (not stands["values"] or random.random() < 0.5):
            return True
        if stands["values"]:
            v = random.choice(stands["values"])
            page.evaluate("(v) => { pick(step.values.find((one) => one.v === v)); }", v)
        elif stands["text"] or stands["limits"]:
            said = "it rained" if stands["text"] else str(int(stands["limits"]["least"] or 0))
            page.evaluate("(said) => { go([...picks, said], 'keep'); }", said)
        else:  # what was only possible is not; the reason stands in the place of Send
            page.evaluate("() => { go([], 'keep'); }")
    raise AssertionError(page.inner_text("#panel"))


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_random_taps_send_nothing_that_is_refused(chromium: Any, tmp_path: Path, title: str) -> None:
    random, said = Random(title), list[str]()
    with solo(title, tmp_path) as address:
        page = chromium.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(address)
        page.evaluate("window.stays = true")
        for _order in range(ORDERS):
            still(page, "!busy && !settling && phase === 'composing' && (isAsked() || data.over)")
            if page.evaluate("data.over") or not composes(page, random):
                continue
            page.evaluate("() => { send(); }")
            still(page, "!busy && !settling && phase === 'composing'")
            assert not page.evaluate("answer?.isBad"), page.inner_text("#turn")
        assert page.evaluate("window.stays && scrollY === 0")
        page.close()
    assert said == []
