"""The page of a seat on a telephone: how long until it can be read, and until a tap is answered.

The network is held to 4 Mbit/s with 100 ms to and fro, and the processor is made four times as slow, by the
browser itself.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.browser.seats import SEATS, Seat, desk_of

BYTES_IN_SECOND, ROUND_TRIP, SLOWER = 500_000, 100, 4
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

READABLE_IN, TAP_IN = 1_500, 100
"""Milliseconds that it may take."""

TAPS = 5

TAP = """async () => {
  const button = document.querySelector("#choices button"), start = performance.now();
  button.click();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - start;
}"""

PAINTED = """document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => {
  const after = new MessageChannel();
  after.port1.onmessage = () => performance.mark("painted");
  after.port2.postMessage(0);
}))"""
"""All that the page brings is on the screen: the board too, which comes after the orders."""

READABLE = """() => performance.getEntriesByName("painted")[0].startTime"""


class Measured(NamedTuple):
    """Of a title's page: its size, and how many milliseconds it takes."""

    title: str
    kilobytes: int
    readable: int
    tap: int


def measured() -> Iterator[Measured]:
    """Each title's page; nothing where there is no browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for of in SEATS:
            yield _of(browser, of)
        browser.close()


def _of(browser: Any, of: tuple[str, int, int, int]) -> Measured:
    seat = Seat(*of)
    with desk_of(seat) as (address, _desk):
        context = browser.new_context(**PHONE)
        page = context.new_page()
        page.add_init_script(PAINTED)
        session = context.new_cdp_session(page)
        limits = {"offline": False, "latency": ROUND_TRIP, "uploadThroughput": BYTES_IN_SECOND}
        session.send("Network.emulateNetworkConditions", {**limits, "downloadThroughput": BYTES_IN_SECOND})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(address)
        page.wait_for_selector("#choices button")
        readable = page.evaluate(READABLE)
        tap = sorted(page.evaluate(TAP) for _tap in range(TAPS))[-1]
        size = len(seat.html().encode())
        context.close()
    return Measured(of[0], size // 1000, round(readable), round(tap))
