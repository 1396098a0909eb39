"""The table of what was measured between programs: it is of today's editions, and holds what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.titles import TITLES
from referee.players.table import HEAD, data_of, rows_of

PROGRAMS = Path(__file__).parents[2] / "docs" / "programs.md"
PAGE = PROGRAMS.read_text("utf-8")
LEAST_GAMES, LEAST_SHARE = 200, 90.0
SEARCHED, SURELY = 65.0, 55.0
"""What a search takes from the rules of thumb at least, and what it surely takes."""


def test_the_page_is_one_that_the_command_writes() -> None:
    assert PAGE.startswith(HEAD)
    assert rows_of(PAGE)


def test_every_row_is_of_what_is_played_and_of_enough_games() -> None:
    for row in rows_of(PAGE):
        assert (row["edition"], row["data"]) == (TITLES[row["title"]].edition, data_of(row["title"])), row
        assert int(row["games"]) >= LEAST_GAMES, row


@pytest.mark.parametrize("title", TITLES)
def test_steady_leaves_nine_of_ten_behind_who_play_at_random(title: str) -> None:
    pair = (title, "steady", "random")
    (row,) = (row for row in rows_of(PAGE) if (row["title"], row["first"], row["second"]) == pair)
    assert float(row["share"].removesuffix("%")) >= LEAST_SHARE


@pytest.mark.parametrize("title", ["shinobi", "twilight_shogun", "rising_sun"])
def test_keen_leaves_two_of_three_behind_who_play_by_rules_of_thumb(title: str) -> None:
    """Clan War's RULINGS say why no search can there."""
    (row,) = (row for row in rows_of(PAGE) if (row["title"], row["second"]) == (title, "steady"))
    assert row["first"].startswith("keen:")
    assert float(row["share"].removesuffix("%")) >= SEARCHED
    assert float(row["interval"].partition("%")[0]) > SURELY
