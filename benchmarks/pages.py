"""The replay page and the pictures: how large, how quickly made, how quickly stepped through.

`python -m benchmarks.pages` prints the table. The page of 5,000 events is that of a recorded game which was
rewound to its beginning and played once more; how it is stepped through is measured in Chromium, where there
is one.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.report import Figure, table
from domain.titles import TITLES
from projections.drawing.dots import gif, png
from projections.drawing.svg import svg
from projections.page import making
from projections.page.story import Story
from projections.replay import Replay
from referee.audit.game_lines import envelopes_of, read_export
from referee.bundle.checking import read_bundle

GAMES = Path(__file__).parents[1] / "fixtures" / "games"

EVENTS = 5_000
"""Events of the page that is measured."""

LONGEST = ("kawanakajima", "points")
"""The recorded game with the most events, of the title with the most parts on its board."""

BOARDS = (
    ("shinobi", "victory"),
    ("kawanakajima", "points"),
    ("twilight_shogun", "final"),
    ("rising_sun", "victory"),
    ("clan_war", "victory"),
)

REPEATS = 5

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


def pages(folder: Path, repeats: int = REPEATS) -> list[Figure]:
    """All figures; pages are written into a folder."""
    game = recorded(*LONGEST)
    path = folder / "page.html"
    path.write_text(page_of(game, EVENTS), encoding="utf-8")
    size = path.stat().st_size / 1e6
    figures = [
        Figure(f"replay page of {EVENTS:,} events, MB", f"{size:.2f} MB", "–", size, at_most=1),
        *_made(game, repeats),
        *_stepped(path),
    ]
    for title, ending in BOARDS:
        figures += _pictures(title, recorded(title, ending), repeats)
    return figures


def recorded(title: str, ending: str) -> Replay:
    """A recorded game."""
    bundle = read_bundle(GAMES / title / f"{ending}.zip")
    export = read_export(bundle.members["game.jsonl"].splitlines(keepends=True))
    rules = TITLES[title]
    data = rules.read_data({name: text.encode() for name, text in export.header.data.items()})
    return Replay(export.header.game, rules, data, list(envelopes_of(export)))


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


def _made(game: Replay, repeats: int) -> list[Figure]:
    """Making the page against folding the same game, which no view of it can do without."""
    made = _time(lambda: making.page(_fresh(game), "public"), repeats)
    folded = _time(lambda: _fresh(game).at(len(game)), repeats)
    per = f"{1e6 * made / len(game):,.0f} µs"
    what = f"replay page of {len(game):,} events made / the game folded, an event"
    return [Figure(what, per, f"{1e6 * folded / len(game):,.0f} µs", made / folded)]


def _fresh(game: Replay) -> Replay:
    return Replay(game.game, game.rules, game.data, game.envelopes)


def _stepped(path: Path) -> list[Figure]:
    """A step and a leap from end to end, with layout, in milliseconds; nothing where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{path.as_uri()}#1")
        steps, leaps = (median(times) for times in page.evaluate(STEPS))
        browser.close()
    return [
        Figure("replay page: a step, ms", f"{steps:.1f} ms", "–", steps, at_most=5),
        Figure("replay page: from first to last, ms", f"{leaps:.1f} ms", "–", leaps, at_most=50),
    ]


def _pictures(title: str, game: Replay, repeats: int) -> list[Figure]:
    """A board as SVG, as PNG, and in a GIF, against the bare drawing of it."""
    at = len(game) * 2 // 3
    views = [game.view(position, "public") for position in range(at - 60, at)]
    drawings = [game.pictures.drawing(view) for view in views]
    drawn = _time(lambda: [game.pictures.drawing(view) for view in views], repeats) / len(views)
    written = _time(lambda: svg(drawings[-1], before=drawings[-2]), repeats)
    dots = _time(lambda: png(svg(drawings[-1])), repeats)
    frames = [one for n, one in enumerate(drawings) if not n or one != drawings[n - 1]]
    moving = _time(lambda: gif(frames), 1) / len(frames)
    return [
        Figure(
            f"{title}, SVG / drawing", f"{1e3 * written:.2f} ms", f"{1e3 * drawn:.2f} ms", written / drawn
        ),
        Figure(
            f"{title}, picture of a GIF / PNG",
            f"{1e3 * moving:.0f} ms",
            f"{1e3 * dots:.0f} ms",
            moving / dots,
        ),
    ]


def _time(work: Callable[[], object], repeats: int) -> float:
    """The median of the seconds of processor time that it takes."""
    times = []
    for _repeat in range(repeats):
        from_ = process_time()
        work()
        times.append(process_time() - from_)
    return median(times)


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        print(table(pages(Path(place))))
