"""The figures of every title: what is kept is of what ships, lies in its bands and stands on the pages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from domain.game.checking.readjudicate import conserved, readjudicate
from domain.titles import TITLES
from referee.games.datasets import shipped_digest
from referee.programs.choosing import KEEN, STEADY, Program
from tests.figures.measuring import NOTHING, Value, mean, measured, pair, quotient, share, wilson
from tests.figures.pages import PAGES, page, shown
from tests.figures.results import GAMES, Band, bands, figures, known, result, tally
from tests.figures.told import Told, told
from tests.titles.play import data_of

ROOT = Path(__file__).parents[2]

SHARES = {"shinobi": 60, "twilight_shogun": 10, "kawanakajima": 10, "rising_sun": 20, "clan_war": 20}
"""Of the games that were counted, so many are played anew: the first. Fewer than eight say nothing."""

TOGETHER = 20
"""Games of one test, at most."""


# ---- what is kept


@pytest.mark.parametrize("title", TITLES)
def test_what_is_kept_is_of_the_data_and_the_edition_that_ship(title: str) -> None:
    """Whoever changes one of them runs `python -m tests.figures --write TITLE`, with and without programs."""
    for kept in known()[title]:
        assert (kept.edition, kept.data, kept.games) == (TITLES[title].edition, shipped_digest(title), GAMES)
        assert sum(kept.endings.values()) == kept.games
    strengths = [kept.players.partition(":")[0] for kept in known()[title]]
    assert strengths == ["", STEADY, KEEN]


@pytest.mark.parametrize("title", TITLES)
def test_every_figure_lies_in_its_band(title: str) -> None:
    values = known()[title][0].values
    outside = {name: values[name] for name, band in bands(title).items() if not band.has(values[name])}
    assert outside == {}


@pytest.mark.parametrize("title", TITLES)
def test_every_figure_has_a_band_and_a_reason(title: str) -> None:
    names = [figure.name for figure in figures(title)]
    assert len(set(names)) == len(names) >= 6
    assert set(bands(title)) == set(names) == set(known()[title][0].values)
    assert [name for name, band in bands(title).items() if not (band.low < band.high and band.why)] == []


@pytest.mark.parametrize("title", TITLES)
def test_the_page_shows_what_is_kept(title: str) -> None:
    assert (PAGES / f"{title}.md").read_text("utf-8") == page(*shown(title))


@pytest.mark.parametrize("title", TITLES)
def test_the_rulings_say_how_the_bands_were_chosen(title: str) -> None:
    text = (ROOT / "domain" / title / "RULINGS.md").read_text("utf-8")
    assert f"docs/figures/{title}.md" in text


# ---- games played anew


@pytest.mark.parametrize("title", TITLES)
def test_a_game_can_be_counted(title: str) -> None:
    game = told(title, 3)
    found = result(title, [tally(game)])
    assert set(found.values) == set(bands(title))
    assert found.endings == {game.ending: 1}
    assert game.ending in TITLES[title].endings


@pytest.mark.parametrize(
    "program", [None, Program(STEADY), pytest.param(Program(KEEN, 2), marks=pytest.mark.soak)]
)
def test_the_same_game_is_told_each_time(program: Program | None) -> None:
    assert told("shinobi", 3, program).entries == told("shinobi", 3, program).entries


def test_programs_play_otherwise_than_the_first_players() -> None:
    assert told("shinobi", 3, Program(STEADY)).entries != told("shinobi", 3).entries


@pytest.mark.soak
@pytest.mark.parametrize(
    ("title", "first"),
    [(title, first) for title, games in SHARES.items() for first in range(0, games, TOGETHER)],
)
def test_games_that_are_played_anew_are_clean_and_do_not_speak_against_a_band(title: str, first: int) -> None:
    """So few games say little: a figure fails only where its whole interval lies outside the band."""
    games = [told(title, seed) for seed in range(first, min(first + TOGETHER, SHARES[title]))]
    is_clean(title, games)
    found = result(title, [tally(game) for game in games]).values
    assert {name: found[name] for name, band in bands(title).items() if not band.may_have(found[name])} == {}


def is_clean(title: str, games: Sequence[Told]) -> None:
    rules, data = TITLES[title], data_of(TITLES[title])
    for game in games:
        entries = list(game.entries)
        assert readjudicate(rules, data, entries) is None
        assert conserved(rules, data, entries) is None


# ---- how well a figure is known


def test_a_share_is_known_also_where_it_is_none_or_all() -> None:
    none, all_, half = wilson(0, 200), wilson(200, 200), wilson(50, 100)
    assert (none.value, none.low) == (0, 0)
    assert 0.01 < none.high < 0.02
    assert all_.low == pytest.approx(1 - none.high)
    assert half.low == pytest.approx(0.404, abs=0.001)
    assert half.high == pytest.approx(0.596, abs=0.001)


def test_a_quotient_is_of_sums_and_is_the_better_known_the_more_games_there_are() -> None:
    pairs = [(2.0, 4.0), (6.0, 8.0)]
    assert quotient(pairs).value == pytest.approx(8 / 12)
    few, many = quotient(pairs * 5), quotient(pairs * 500)
    assert few.value == many.value
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(10, rel=0.1)
    assert quotient([(3.0, 2.0)]) == Value(1.5, 1.5, 1.5, 1)


def test_games_in_which_nothing_can_be_counted_do_not_count() -> None:
    assert quotient([(0.0, 0.0)]) == NOTHING
    assert quotient([(0.0, 0.0), (1.0, 2.0), (1.0, 2.0)]).games == 2


def test_a_figure_is_in_percent_where_it_is_a_share() -> None:
    games = [told("shinobi", seed) for seed in range(4)]
    played, three = share("x", "", lambda told: told.orders.total() > 0), mean("x", "", lambda told: 3)
    assert measured(played, [pair(played, game) for game in games]).value == 100
    assert measured(three, [pair(three, game) for game in games]).value == 3


BAND = Band(2, 3, "because")

# value                          whether it lies in the band, whether it may
AGAINST = [
    (Value(2, 1, 3, 9), True, True),
    (Value(3, 2.9, 3.1, 9), True, True),
    (Value(1.9, 1.8, 2.0, 9), False, True),
    (Value(1.9, 1.8, 1.99, 9), False, False),
    (Value(3.1, 3.0, 3.2, 9), False, True),
    (Value(3.1, 3.01, 3.2, 9), False, False),
    (Value(1, 1, 1, 7), False, True),
    (Value(1, 1, 1, 8), False, False),
    (NOTHING, False, True),
]


@pytest.mark.parametrize(("value", "has", "may"), AGAINST)
def test_a_band_holds_many_games_to_their_value_and_few_to_their_interval(
    value: Value, has: bool, may: bool
) -> None:
    assert (BAND.has(value), BAND.may_have(value)) == (has, may)


def test_a_title_that_is_none_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.figures", "go"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "There is no title go. There are: shinobi," in " ".join(done.stderr.split())
