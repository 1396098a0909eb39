"""The replay page and the page that checks: how large, how quickly stepped through.

`python -m benchmarks.pages` prints the table. The page of 5,000 events is that of a recorded game which was
rewound to its beginning and played once more; how it is stepped through, and how long a check takes, is
measured in Chromium, where there is one.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.cost import SOON
from benchmarks.loading import EVENTS as LONG
from benchmarks.measure import LEAST
from benchmarks.report import Figure, table
from benchmarks.streams import GAME, long_game
from domain.titles import TITLES
from projections.page import making
from projections.page.carried import Carried
from projections.page.story import Story
from projections.replay import Replay
from referee.audit.game_lines import envelopes_of, read_export
from referee.bundle.check.joined import check_script
from referee.bundle.checking import read_bundle
from referee.bundle.writing import members, zipped
from referee.record.record import Record

GAMES = Path(__file__).parents[1] / "fixtures" / "games"

EVENTS = 5_000
"""Events of the page that is measured."""

LONGEST = ("kawanakajima", "points")
"""The recorded game with the most events, of the title with the most parts on its board."""

_STORY = re.compile(r'(<script id="story" type="application/json">)(.*?)(?=</script>)', re.DOTALL)

STEPS = """() => {
  const took = (act) => {
    const from = performance.now();
    act();
    document.body.offsetHeight;
    return performance.now() - from;
  };
  const steps = [], leaps = [];
  for (let at = 2000; at < 2500; at += 1) steps.push(took(() => go(at)));
  for (let nth = 0; nth < 20; nth += 1) leaps.push(took(() => go(nth % 2 ? 1 : count)));
  return [steps, leaps];
}"""


def pages(folder: Path) -> list[Figure]:
    """All figures; pages are written into a folder."""
    game = recorded(*LONGEST)
    path = folder / "page.html"
    path.write_text(page_of(game, EVENTS), encoding="utf-8")
    size, carrying = path.stat().st_size / 1e6, len(_with_record(game)) / 1e6
    what = f"replay page of {len(game):,} events with its record, MB"
    return [
        Figure(f"replay page of {EVENTS:,} events, MB", f"{size:.2f} MB", "–", size, at_most=1),
        Figure(what, f"{carrying:.2f} MB", "–", carrying, at_most=1),
        *_stepped(path),
        *_checked(folder),
    ]


def recorded(title: str, ending: str) -> Replay:
    """A recorded game."""
    export = read_export(_lines(title, ending).splitlines(keepends=True))
    rules = TITLES[title]
    data = rules.read_data({name: text.encode() for name, text in export.header.data.items()})
    return Replay(export.header.game, rules, data, list(envelopes_of(export)))


def _lines(title: str, ending: str) -> bytes:
    return read_bundle(GAMES / title / f"{ending}.zip").members["game.jsonl"]


def _with_record(game: Replay) -> bytes:
    """The page of the longest recorded game, with what its reader's browser checks."""
    return making.page(game, "public", carried=Carried(_lines(*LONGEST), check_script)).encode()


def page_of(game: Replay, events: int) -> str:
    """The page of a game that was rewound to its first event as often as it takes."""
    story = Story(game, "public").data()
    longer = {**story, "steps": extended(story["steps"], len(story["parts"]), events)}
    told = json.dumps(longer, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
    text = _STORY.split(making.page(game, "public"))
    return "".join((text[0], text[1], told, *text[3:]))


def extended(steps: list[dict[str, Any]], parts: int, events: int) -> list[dict[str, Any]]:
    """The steps of a game, rewound and played again. The numbers of what changes are told apart."""
    first = {part: place for part, *place in steps[0].get("change", ())}
    back = [[part, *first.get(part, [])] for part in range(parts)]
    again = {**steps[0], "text": "The game is rewound.", "rewound": 1, "change": back}
    made = list(steps)
    while len(made) < events:
        made += [again, *steps[1:]]
    return made[:events]


def _stepped(path: Path) -> list[Figure]:
    """A step and a leap from end to end, with layout, in milliseconds; nothing where there is no Chromium."""
    with _shown(f"{path.as_uri()}#1") as page:
        if page is None:
            return []
        steps, leaps = (median(times) for times in page.evaluate(STEPS))
    return [
        Figure("replay page: a step, ms", f"{steps:.1f} ms", "–", steps, at_most=5),
        Figure("replay page: from first to last, ms", f"{leaps:.1f} ms", "–", leaps, at_most=50),
    ]


def _checked(folder: Path) -> list[Figure]:
    """What an event of a long game takes in check.html; nothing where there is no Chromium."""
    record, path = Record(folder / "checked.bugyo"), folder / "checked.zip"
    long_game(record, LONG)
    found = members(record, GAME, "referee")
    record.close()
    path.write_bytes(zipped(found))
    (folder / "check.html").write_bytes(found["check.html"])
    with _shown((folder / "check.html").as_uri()) as page:
        if page is None:
            return []
        meter = page.context.new_cdp_session(page)
        meter.send("Performance.enable", {"timeDomain": "threadTicks"})
        took = 1e6 * min(_check(page, meter, path) for _ in range(LEAST)) / LONG
    what = f"check.html in Chromium, {LONG:,} events, an event, µs"
    return [Figure(what, f"{took:.0f} µs", "–", took, at_most=SOON)]


def _check(page: Any, meter: Any, path: Path) -> float:
    page.reload()
    before = _used(meter)
    page.set_input_files("#file", path)
    page.wait_for_selector("#verdict.holds", timeout=60_000)
    return _used(meter) - before


def _used(meter: Any) -> float:
    """Seconds that a page has used of the processor."""
    metrics = meter.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ProcessTime"))


@contextmanager
def _shown(address: str) -> Iterator[Any]:
    """A page in Chromium; None where there is none."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        yield page
        browser.close()


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        print(table(pages(Path(place))))
