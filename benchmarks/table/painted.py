"""Taps and first paints on a telephone: until what they bring is on the screen.

The browser itself makes its processor four times as slow, and for the first paint holds the network to
4 Mbit/s with 100 ms to and fro.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from benchmarks.goals import Row
from benchmarks.table.browsing import PHONE, opened
from benchmarks.table.positions import scenes, table_at
from domain.titles import TITLES
from projections.page.making import BOARD
from projections.page.making import HERE as PAGE
from projections.seat_page.table_page import HERE, SCRIPTS
from referee.seats.seat_view import Scene
from tests.browser.at_table import still
from tests.browser.tapping import STANDS, TAP, WAITS

BYTES_IN_SECOND, ROUND_TRIP, SLOWER = 500_000, 100, 4
SEEDS, POSITIONS, TAPS = 2, 3, 6
"""Random games of a title, positions of each, and taps at each."""

TAP_IN, READABLE_IN, MOST_BYTES = 100, 1_200, 40_000
"""Milliseconds that they may take, and bytes of the script, packed."""

PAINTED = f"""{WAITS}
document.addEventListener("DOMContentLoaded", () => onScreen().then(() => performance.mark("painted")))"""

READABLE = """() => {
  const all = performance.getEntriesByName("painted")[0]?.startTime;
  return all && [performance.getEntriesByName("first-contentful-paint")[0].startTime, all];
}"""

TAPPED = f"""async ([nth, lies]) => {{
  const asked = () => performance.getEntriesByType("resource").filter((one) => one.name.includes("api/step"));
  const before = asked().length, old = window.landed;
  const landed_ = new Promise((done) => {{
    window.landed = (...told) => {{
      window.landed = old;
      const shown = old(...told);
      done(performance.now());
      return shown;
    }};
  }});
  window.open_[nth].dispatchEvent(new PointerEvent("pointerdown", {{ bubbles: true }}));
  await new Promise((done) => {{ setTimeout(done, lies); }});
  const start = performance.now(), first = onScreen();
  ({TAP})(nth);
  const seen = await first, drawn = await landed_, painted = await onScreen();
  const answered = Math.max(start, ...asked().slice(before).map((one) => one.responseEnd));
  return [painted - start, seen - start, answered - start, drawn - start];
}}"""

LIES = 70
"""Milliseconds that a finger lies on what it taps: people are rarely faster."""


class Tapped(NamedTuple):
    """Milliseconds from when the finger leaves: all of it, of that until the first picture shows what was
    tapped, until the step was answered, and until it was drawn."""

    all: float
    seen: float
    answered: float
    drawn: float


def taps_of(browser: Any, scene: Scene, luck: Random) -> Iterator[Tapped]:
    """Random taps from a position, on a slow telephone."""
    with table_at(scene) as (address, _table), opened(browser, address, PHONE) as page:
        page.evaluate(WAITS)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for _tap in range(TAPS):
            stands = page.evaluate(STANDS)
            if not stands["taps"]:
                return
            yield Tapped(*page.evaluate(TAPPED, [luck.randrange(stands["taps"]), LIES]))
            still(page)
            page.wait_for_timeout(100)


def taps(browser: Any, titles: tuple[str, ...] = tuple(TITLES)) -> Iterator[Row]:
    for title in titles:
        found = [
            tap
            for seed in range(SEEDS)
            for scene in scenes(title, seed, POSITIONS, Random(seed))
            for tap in taps_of(browser, scene, Random(f"{title} {seed}"))
        ]
        where = f"at 390, processor ÷ {SLOWER}: {TITLES[title].name}"
        yield _row(f"tap to the first picture {where}", [one.seen for one in found])
        yield _row(f"tap to the next step {where}", [one.all for one in found])


def _row(what: str, times: list[float]) -> Row:
    """By the median: the first taps after a page was loaded, of which most of these are, are the slowest."""
    soon, middle = sum(time <= TAP_IN for time in times), median(times)
    said = f"median {middle:.0f} ms; {soon} of {len(times)} in {TAP_IN} ms, worst {max(times):.0f}"
    return Row(what, f"≤ {TAP_IN} ms, median", said, middle <= TAP_IN)


def first_paint(browser: Any, scene: Scene) -> tuple[float, float]:
    """Milliseconds until something of the page is on the screen, and until all of it is and may be tapped."""
    with table_at(scene) as (address, _table):
        context = browser.new_context(**PHONE)
        page = context.new_page()
        page.add_init_script(PAINTED)
        session = context.new_cdp_session(page)
        limits = {"offline": False, "latency": ROUND_TRIP, "uploadThroughput": BYTES_IN_SECOND}
        session.send("Network.emulateNetworkConditions", {**limits, "downloadThroughput": BYTES_IN_SECOND})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(address)
        page.wait_for_function(READABLE)
        first, whole = page.evaluate(READABLE)
        context.close()
    return first, whole


def first_paints(browser: Any, titles: tuple[str, ...] = tuple(TITLES)) -> Iterator[Row]:
    for title in titles:
        found = [first_paint(browser, scene) for scene in scenes(title, 1, POSITIONS, Random(1))]
        where = f"at 390, 4 Mbit/s, processor ÷ {SLOWER}: {TITLES[title].name}"
        for what, all_ in zip(
            ("first paint", "all of it, to be tapped"), zip(*found, strict=True), strict=True
        ):
            said = f"worst {max(all_) / 1000:.2f} s of {len(all_)}"
            yield Row(f"{what} {where}", f"≤ {READABLE_IN / 1000} s", said, max(all_) <= READABLE_IN)


def script() -> Iterator[Row]:
    files = [HERE / "elements.js", *(PAGE / name for name in BOARD), *(HERE / name for name in SCRIPTS)]
    packed = len(gzip.compress(b"".join(path.read_bytes() for path in files), 6))
    yield Row("JavaScript of the page, packed", "≤ 40 kB", f"{packed / 1000:.1f} kB", packed <= MOST_BYTES)
