"""Random taps against programs, over all titles: orders that Send let through are not refused, nothing is
loaded anew, and the rings are the values of the step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.goals import Row
from benchmarks.table.browsing import DESK, PHONE
from domain.titles import TITLES
from tests.browser.tapping import Sat, Sitter, solo

ORDERS, A_GAME = 200, 40
"""Sendings of a title, and of one game."""

SEND_IN = 0.5
"""Seconds until a new board is on the screen, where nobody else uses the desk."""


def tapped(browser: Any, title: str, seed: int, orders: int) -> Sat:
    """A game against programs, by random taps, of so many sendings at most: at a desk, or on a telephone."""
    settings, seats = (DESK, PHONE)[seed % 2], TITLES[title].seats
    more = ("--against", "random", "--seat", seats[seed // 2 % 2])
    with TemporaryDirectory() as folder, solo(title, Path(folder), *more) as address:
        context = browser.new_context(**settings, reduced_motion="reduce")
        sitter = Sitter(context.new_page(), f"{title} {seed}")
        try:
            sitter.sits(address)
            return sitter.plays(orders)
        except TimeoutError as error:
            sitter.sat.errors.append(f"{title} {seed}: {error}")
            return sitter.sat
        finally:
            context.close()


def random_taps(
    browser: Any, titles: tuple[str, ...], orders: int = ORDERS, first: int = 0
) -> Iterator[tuple[str, list[Sat]]]:
    """So many sendings of each title, in as many games as that takes."""
    for title in titles:
        found = list[Sat]()
        for seed in count(first):
            left = orders - sum(sat.orders for sat in found)
            if left <= 0 or len(found) > orders:
                break
            found.append(tapped(browser, title, seed, min(left, A_GAME)))
        yield title, found


def rows(browser: Any, titles: tuple[str, ...], orders: int = ORDERS, first: int = 0) -> Iterator[Row]:
    for title, found in random_taps(browser, titles, orders, first):
        yield from _rows(TITLES[title].name, found)


def _rows(name: str, found: list[Sat]) -> Iterator[Row]:
    sent = sum(sat.orders for sat in found)
    refused = [one for sat in found for one in sat.refused]
    changed = [one for one in refused if one.is_told]
    unsaid = [one.said for one in refused if not one.is_told]
    of = f"of {sent} sendings in {len(found)} games, {sum(sat.taps for sat in found)} taps"
    said = "; ".join((f"{len(unsaid)} {of}, hidden or changed: {len(changed)}", *unsaid))
    yield Row(f"refused after a black Send: {name}", "0", said, not unsaid)
    wrong, missed = sum(len(sat.ringed_wrongly) for sat in found), sum(len(sat.not_ringed) for sat in found)
    away, looks = sum(len(sat.nowhere) for sat in found), sum(sat.looks for sat in found)
    said = f"{wrong} and {missed} of {looks} steps; values that are nowhere: {away}"
    yield Row(
        f"rings that are no values, values on the board without: {name}",
        "0 and 0",
        said,
        not wrong + missed + away,
    )
    loads, jumps = sum(sat.loads for sat in found), sum(sat.jumps for sat in found)
    yield Row(f"reloads and scroll jumps: {name}", "0", f"{loads + jumps} {of}", not loads + jumps)
    errors = [one for sat in found for one in sat.errors]
    yield Row(f"errors of script or server: {name}", "0", "; ".join((str(len(errors)), *errors)), not errors)
    boards = [seconds for sat in found for seconds in sat.boards]
    if boards:
        said = f"median {median(boards):.2f} s, worst {max(boards):.2f} of {len(boards)}"
        yield Row(f"Send to new board: {name}", f"≤ {SEND_IN} s", said, median(boards) <= SEND_IN)
