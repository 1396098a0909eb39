"""The table of what was measured between programs: it is of today's editions, and holds what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.titles import TITLES
from referee.programs.arena import Pairing, Played, play
from referee.programs.choosing import Program
from referee.programs.table import HEAD, data_of, rows_of, with_row
from tests.made import kept
from tests.programs import __main__ as again
from tests.programs.__main__ import PROGRAMS

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


def at_once(title: str, first: Program, second: Program, games: int, seed: str, preset: str) -> list[Played]:
    """Without processes of their own."""
    return [play(Pairing(title, first, second, seed, number, preset)) for number in range(games)]


def test_a_row_that_is_played_again_stays_as_it_is_unless_it_says_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, asked = tmp_path / "programs.md", ["shinobi", "steady", "random"]
    row = next(row for row in rows_of(PAGE) if [row["title"], row["first"], row["second"]] == asked)
    monkeypatch.setattr(again, "play_all", at_once)
    monkeypatch.setattr(kept, "DIGESTS", tmp_path / "digests.json")
    page = with_row("", again.played(row | {"games": "2"}))
    path.write_text(page.replace("| 0.0 | r1 |", "| 9.9 | r1 |"), encoding="utf-8")
    slow = path.read_text("utf-8")
    again.main(asked, path)
    assert path.read_text("utf-8") == slow
    path.write_text(page.replace("shinobi/1", "shinobi/0"), encoding="utf-8")
    again.main(asked, path)
    assert rows_of(path.read_text("utf-8"))[0]["edition"] == "shinobi/1"
    assert capsys.readouterr().out.splitlines() == [
        "shinobi, steady, random: is the same.",
        "shinobi, steady, random: is another now.",
    ]
    assert list(kept.read()) == ["row of shinobi, steady and random"]
