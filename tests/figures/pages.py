"""The page of a title's figures, `docs/figures/TITLE.md`: what was counted, beside its band and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from domain.titles import TITLES
from tests.figures.measuring import Figure, Value
from tests.figures.results import Band, Result, bands, figures, known
from tests.titles.players import BEST

PAGES = Path(__file__).parents[2] / "docs" / "figures"

SHOWN = 12
"""Signs of a digest."""

BETTER = """The players are the best that the tests have. They look one order ahead at most: the figures
say how the game goes when both sides follow what is near, and not how good people play it."""
RANDOM = """The players give legal orders at random, for the tests have none who play better: the figures
say what the rules do with whatever comes, and not how people play."""


PROGRAMS = """
Then come games of programs against themselves, counted by the same command with `--players`: {played}.
The bands are of the first players; what lies outside for others is in bold, and the rulings say why.
"""


def page(result: Result, programs: Sequence[Result] = ()) -> str:
    rules = TITLES[result.title]
    scenario, games = rules.scenarios[0].name, f"{result.games} games"
    played = ", ".join(f"{one.games} of `{one.players}`" for one in programs)
    head = f"""# {rules.name}: figures

Made by `python -m tests.figures --write {result.title}` of {games} of the scenario `{scenario}` with
the preset `default`, edition `{result.edition}`, data set `{result.data[:SHOWN]}`…
{_players(result)}

A figure has its interval, which holds the truth in 19 cases of 20, and the band in which it should lie.
Numbers in round brackets are rows of `domain/{result.title}/RULINGS.md`, those in square ones rules.
The bands stand in `tests/figures/bands.toml`; a test holds all figures to them, and a longer one plays
some of the games anew.
{PROGRAMS.format(played=played) if programs else ""}"""
    shown = [result, *programs]
    return "\n".join([head, *_figures(shown), "", *_endings(shown), "", *_orders(shown), ""])


def _players(result: Result) -> str:
    if result.players:
        return f"The players are all `{result.players}`."
    return BETTER if result.title in BEST else RANDOM


def _figures(results: Sequence[Result]) -> Iterable[str]:
    """The interval of the first players stands in a column of its own, those of programs beside the value."""
    first, *programs = results
    yield from _table("", "measured", "interval", *_columns(programs), "band", "why")
    for figure in figures(first.title):
        band = bands(first.title)[figure.name]
        value, *others = [one.values[figure.name] for one in results]
        beside = [_measured(figure, one, band) + _known(figure, one) for one in others]
        measured = _measured(figure, value, band)
        yield _row(figure.what, measured, _interval(figure, value), *beside, _band(figure, band), band.why)


def _columns(programs: Sequence[Result]) -> Iterator[str]:
    yield from (f"`{one.players}`" for one in programs)


def _measured(figure: Figure, value: Value, band: Band) -> str:
    if not value.games:
        return "–"
    said = _number(figure, value.value)
    return said if band.has(value) else f"**{said}**, outside"


def _known(figure: Figure, value: Value) -> str:
    return f" ({_interval(figure, value)})" if value.games else ""


def _interval(figure: Figure, value: Value) -> str:
    return f"{_number(figure, value.low)} to {_number(figure, value.high)}"


def _band(figure: Figure, band: Band) -> str:
    return f"{band.low:g} to {band.high:g}{' %' if figure.percent else ''}"


def _number(figure: Figure, value: float) -> str:
    return f"{value:.1f} %" if figure.percent else f"{value:.2f}"


def _endings(results: Sequence[Result]) -> Iterable[str]:
    first, *programs = results
    yield "## Endings"
    yield ""
    yield from _table("ending", "games", *_columns(programs))
    for ending, what in TITLES[first.title].endings.items():
        yield _row(f"`{ending}`: {what}", *(str(one.endings.get(ending, 0)) for one in results))


def _orders(results: Sequence[Result]) -> Iterable[str]:
    yield "## Orders in a game"
    yield ""
    yield from _table("order", "how often", *_columns(results[1:]))
    for kind in dict.fromkeys(kind for one in results for kind in one.orders):
        yield _row(f"`{kind}`", *(f"{one.orders.get(kind, 0):.2f}" for one in results))


def _table(*columns: str) -> Sequence[str]:
    return [_row(*columns), f"|{'---|' * len(columns)}"]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def write(title: str) -> None:
    PAGES.mkdir(exist_ok=True)
    (PAGES / f"{title}.md").write_text(page(*shown(title)), encoding="utf-8")


def shown(title: str) -> tuple[Result, list[Result]]:
    """What is kept of a title: of the first players, and of programs."""
    first, *programs = known()[title]
    return first, programs
