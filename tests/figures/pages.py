"""The page of a title's figures, `docs/figures/TITLE.md`: what was counted, beside its band and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from domain.titles import TITLES
from tests.figures.measuring import Figure, Value
from tests.figures.results import Band, Result, bands, figures
from tests.titles.players import BEST

PAGES = Path(__file__).parents[2] / "docs" / "figures"

SHOWN = 12
"""Signs of a digest."""

BETTER = """The players are the best that the tests have. They look one order ahead at most: the figures
say how the game goes when both sides follow what is near, and not how good people play it."""
RANDOM = """The players give legal orders at random, for the tests have none who play better: the figures
say what the rules do with whatever comes, and not how people play."""


def page(result: Result) -> str:
    rules = TITLES[result.title]
    scenario, games = rules.scenarios[0].name, f"{result.games} games"
    head = f"""# {rules.name}: figures

Made by `python -m tests.figures --write {result.title}` of {games} of the scenario `{scenario}` with
the preset `default`, edition `{result.edition}`, data set `{result.data[:SHOWN]}`…
{BETTER if result.title in BEST else RANDOM}

A figure has its interval, which holds the truth in 19 cases of 20, and the band in which it should lie.
Numbers in round brackets are rows of `domain/{result.title}/RULINGS.md`, those in square ones rules.
The bands stand in `tests/figures/bands.toml`; a test holds all figures to them, and a longer one plays
some of the games anew.
"""
    return "\n".join([head, *_figures(result), "", *_endings(result), "", *_orders(result), ""])


def _figures(result: Result) -> Iterable[str]:
    yield from _table("", "measured", "interval", "band", "why")
    for figure in figures(result.title):
        value, band = result.values[figure.name], bands(result.title)[figure.name]
        yield _row(
            figure.what,
            _measured(figure, value, band),
            _interval(figure, value),
            _band(figure, band),
            band.why,
        )


def _measured(figure: Figure, value: Value, band: Band) -> str:
    said = _number(figure, value.value)
    return said if band.has(value) else f"**{said}**, outside"


def _interval(figure: Figure, value: Value) -> str:
    return f"{_number(figure, value.low)} to {_number(figure, value.high)}"


def _band(figure: Figure, band: Band) -> str:
    return f"{band.low:g} to {band.high:g}{' %' if figure.percent else ''}"


def _number(figure: Figure, value: float) -> str:
    return f"{value:.1f} %" if figure.percent else f"{value:.2f}"


def _endings(result: Result) -> Iterable[str]:
    yield "## Endings"
    yield ""
    yield from _table("ending", "games")
    for ending, what in TITLES[result.title].endings.items():
        yield _row(f"`{ending}`: {what}", str(result.endings.get(ending, 0)))


def _orders(result: Result) -> Iterable[str]:
    yield "## Orders in a game"
    yield ""
    yield from _table("order", "how often")
    for kind, often in result.orders.items():
        yield _row(f"`{kind}`", f"{often:.2f}")


def _table(*columns: str) -> Sequence[str]:
    return [_row(*columns), f"|{'---|' * len(columns)}"]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def write(result: Result) -> None:
    PAGES.mkdir(exist_ok=True)
    (PAGES / f"{result.title}.md").write_text(page(result), encoding="utf-8")
