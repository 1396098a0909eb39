"""Somebody who sits before the table of a game against programs, and plays it by taps."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, field

ROOT = Path(__file__).parents[2]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SOON, MOST_TAPS = 120.0, 80
"""Seconds that anything may take, and taps of what is sent at once."""

ON = 0.25
"""How often somebody who could send goes on to tap."""

AT_ONCE, IN_A_SECOND = 25, 3.8
"""Taps: a person makes no more, and the server answers no more steps."""

_LINK = re.compile(r"http://127\.0\.0\.1:\d+/s/\S+/#\S+")

STANDS = """() => {
  const open = (one) => one.getAttribute("aria-disabled") !== "true" && one.offsetParent !== null;
  const taps = "#turn .tap[data-v], #turn button.cardface, #turn .row .step button[data-v]";
  const buttons = [...document.querySelectorAll(taps)].filter(open);
  const rings = [...document.querySelectorAll(".layers:not([hidden]) .rings > .ring")];
  const form = document.querySelector("#turn form.said");
  window.open_ = [...buttons, ...rings];
  const isListed = (one) => document.querySelector(`#turn [data-v="${CSS.escape(one.v)}"]`);
  const may = (step?.values || []).filter((one) => one.on === true || (one.may !== "" && !one.why));
  const lying = may.filter((one) => table.boxesOf(one).length).map((one) => one.v);
  return {
    taps: window.open_.length,
    ready: document.querySelector("#send").getAttribute("aria-disabled") !== "true",
    form: form ? form.querySelector("textarea") ? "text" : "number" : "",
    ringed: [...new Set(rings.map((one) => one.value.v))].sort(), lying: lying.sort(),
    asked: isAsked(), lacks: step?.lacks || "",
    away: may.filter((one) => !table.boxesOf(one).length && !isListed(one)).length,
  };
}"""
"""What may be tapped now, and whether the rings are the values of the step that lie on the board."""

TAP = """(nth) => {
  const one = window.open_[nth];
  one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""

QUIET = "!busy && !settling && !going && phase === 'composing' && !playing"

REFUSED = """answer && answer.isBad ? {
  says: answer.says || "", stopped: answer.stopped || "", ended: answer.ended || null,
} : null"""


class Sat(Struct):
    """What has been seen of a sitting."""

    orders: int = 0
    taps: int = 0
    refused: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    not_ringed: int = 0
    ringed_wrongly: int = 0
    hidden_values: int = 0
    loads: int = 0
    jumps: int = 0
    errors: list[str] = field(default_factory=list)
    sends: list[float] = field(default_factory=list)
    is_over: bool = False


@contextmanager
def browsing() -> Iterator[Any]:
    """A browser. Raises `LookupError` where there is none."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise LookupError("There is no browser here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def solo(title: str, path: Path, *more: str) -> Iterator[str]:
    """The address of the table of a game against programs, each in a process of its own."""
    command = [sys.executable, "-m", "cli.main", "solo", title, "--page", "--store", str(path / "games.db")]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, *more], cwd=path, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = (_LINK.match(line.strip()) for line in iter(process.stdout.readline, ""))
        try:
            yield next(one[0] for one in found if one)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(300)


@contextmanager
def opened(browser: Any, address: str, settings: dict[str, Any]) -> Iterator[Any]:
    """A page in a browser that knows nothing yet, as soon as its script has run."""
    context = browser.new_context(**settings)
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


class Sitter:
    """Taps on buttons and rings as they stand there, whichever."""

    def __init__(self, page: Any, seed: str) -> None:
        self.page, self.random, self.sat = page, Random(seed), Sat()
        self._left, self._tapped = float(AT_ONCE), time.monotonic()
        page.on("pageerror", lambda error: self.sat.errors.append(f"error: {error}"))
        page.on("response", self._answered)
        page.on("load", lambda _page: self._loaded())

    def _answered(self, told: Any) -> None:
        if told.status > 399 and told.status != 409:  # what nobody waits for any more
            self.sat.errors.append(f"{told.status} {told.url.rpartition('/')[2]}")

    def _loaded(self) -> None:
        self.sat.loads += 1

    def sits(self, address: str) -> None:
        self.page.goto(address)
        self.still(QUIET)
        self.sat.loads = 0
        self.page.evaluate("() => { window.stays = true; }")

    def still(self, is_so: str, seconds: float = SOON) -> None:
        """Waits for what the script of the page knows."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(is_so):
            if time.monotonic() > end:
                raise TimeoutError(f"{is_so}\n{self.page.inner_text('#panel')}")
            self.page.wait_for_timeout(15)

    def plays(self, orders: int) -> Sat:
        """So many sendings, or to the end of the game."""
        while self.sat.orders < orders:
            self.still(f"{QUIET} && (isAsked() || data.over)")
            if self.page.evaluate("data.over"):
                self.sat.is_over = True
                break
            if self.composes():
                self.sends()
        return self.sat

    def composes(self) -> bool:
        """Taps until something may be sent; whether it may."""
        for _tap in range(MOST_TAPS):
            self.still("!going")
            stands = self.page.evaluate(STANDS)
            if not stands["asked"]:
                return False
            self._look(stands)
            if stands["ready"] and (not stands["taps"] or self.random.random() > ON):
                return True
            self._taps(stands)
        raise TimeoutError(self.page.inner_text("#panel"))

    def _look(self, stands: dict[str, Any]) -> None:
        ringed, lying = set(stands["ringed"]), set(stands["lying"])
        self.sat.not_ringed += len(lying - ringed)
        self.sat.ringed_wrongly += len(ringed - lying)
        self.sat.hidden_values += stands["away"]
        self.sat.jumps += bool(self.page.evaluate("scrollX || scrollY"))

    def _rests(self) -> None:
        now = time.monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._tapped) * IN_A_SECOND) - 1
        self._tapped = now
        if self._left < 1:
            self.page.wait_for_timeout(1000 / IN_A_SECOND)

    def _taps(self, stands: dict[str, Any]) -> None:
        self._rests()
        if stands["taps"]:
            self.page.evaluate(TAP, self.random.randrange(stands["taps"]))
            self.sat.taps += 1
        elif stands["form"]:
            if stands["form"] == "text":
                self.page.fill("#own-text", "it rained")
            self.page.click("#turn form.said .tap")
            self.sat.taps += 1
        else:  # what was only possible leads nowhere: the reason stands in the place of Send
            self.sat.told.append(stands["lacks"])
            self.page.evaluate("() => { go([], 'keep'); }")

    def sends(self) -> None:
        lines = self.page.inner_text("#line")
        start = time.monotonic()
        self.page.click("#send")
        self.still("phase === 'composing' && !busy && !settling")
        self.sat.sends.append(time.monotonic() - start)
        self.sat.orders += 1
        if refused := self.page.evaluate(REFUSED):
            self.sat.refused.append(f"{lines!r}: {refused}")
        if not self.page.evaluate("Boolean(window.stays)"):
            self.sat.loads += 1
            self.page.evaluate("() => { window.stays = true; }")
