"""`python -m benchmarks.table [PART…] [--orders N] [--games N] [--title TITLE…] [--write]`: the goals of the
table of a seat, each beside what was measured; `--write` keeps it in RESULTS.md.

Without a PART all but `taps`, which takes its time: `presses`, `script`, `paint` (taps and first paints on a
slow telephone), `sitting` (twenty orders against programs: reloads, rings, Send to the new board) and `steps`
(the CPU of a step); `taps` are a thousand sendings by random taps.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from benchmarks.goals import Row, table
from benchmarks.results import TABLE, keep
from benchmarks.table import painted, presses, steps, taps
from benchmarks.table.browsing import browsing
from domain.titles import TITLES

TWENTY = 20
"""Sendings of a sitting."""


def main() -> None:
    arguments = _arguments()
    titles = tuple(arguments.title or TITLES)
    with browsing() as browser:
        parts = _parts(browser, titles, arguments)
        wanted = arguments.part or [name for name in parts if name != "taps"]
        rows = list[Row]()
        for row in chain.from_iterable(parts[name]() for name in wanted):
            rows.append(row)
            print(f"{row.what}: {row.measured}", flush=True)
    print("\n" + table(rows))
    if arguments.write:
        keep(TABLE, f"benchmarks.table {' '.join(wanted)}", table(rows))


def _parts(
    browser: Any, titles: tuple[str, ...], arguments: argparse.Namespace
) -> dict[str, Callable[[], Iterator[Row]]]:
    return {
        "presses": lambda: presses.presses(browser, titles),
        "script": painted.script,
        "paint": lambda: chain(painted.taps(browser, titles), painted.first_paints(browser, titles)),
        "sitting": lambda: taps.rows(browser, titles, TWENTY),
        "steps": lambda: steps.rows(titles, arguments.games),
        "taps": lambda: taps.rows(browser, titles, arguments.orders, arguments.first),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table", description=__doc__)
    parser.add_argument("part", nargs="*", help="presses, script, paint, sitting, steps or taps")
    parser.add_argument("--title", nargs="*", help="the titles (all)")
    parser.add_argument(
        "--orders", type=int, default=taps.ORDERS, help="sendings of a title by random taps (200)"
    )
    parser.add_argument(
        "--games", type=int, default=steps.GAMES, help="random games of which steps are taken (50)"
    )
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game of random taps (0)")
    parser.add_argument("--write", action="store_true", help="keep what was measured")
    return parser.parse_args()


if __name__ == "__main__":
    main()
