"""The recorded games of `fixtures/games`: every ending of every title has one, and all of them still hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kit.rules import Rules
from domain.titles import TITLES
from referee.audit.game_lines import read_export
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.copies.importing import import_game
from referee.record.record import Record
from tests.exports.games import recorded as recorded_game
from tests.titles.recorded import GAMES, recorded

RECORDED = [(path.parent.name, path.stem, path) for _rules, _ending, path in recorded()]


def shortest(title: str) -> Path:
    """The game of a title that takes the least time."""
    return min((GAMES / title).glob("*.zip"), key=lambda path: path.stat().st_size)


def test_every_ending_of_every_title_has_a_recorded_game(rules: Rules) -> None:
    assert set(rules.endings) == {ending for title, ending, _ in RECORDED if title == rules.title}


@pytest.mark.parametrize(
    ("title", "ending", "path"),
    [
        pytest.param(
            *game, marks=[] if game[2] == shortest(game[0]) else [pytest.mark.soak], id="/".join(game[:2])
        )
        for game in RECORDED
    ],
)
def test_a_recorded_game_still_holds(title: str, ending: str, path: Path) -> None:
    report = verify(str(path))
    assert report.ok, report.why
    assert audit_bundle(read_bundle(path)).finding is None
    replay = recorded_game(f"{title}/{ending}")
    game = replay.at(len(replay))
    assert game.is_over()
    assert (game.rules.title, TITLES[title].ending(game.state.board)) == (title, ending)
    assert bool(game.winners) != (ending == "settled")


def test_a_recorded_game_is_imported(rules: Rules, tmp_path: Path) -> None:
    """The shortest of each title: an import audits a game as the test above does."""
    path = shortest(rules.title)
    record = Record(tmp_path / "games.db")
    lines = read_bundle(path).members["game.jsonl"].splitlines()
    game = record.load(import_game(record, read_export(lines))).game
    assert game.is_over()
    assert (game.rules.title, rules.ending(game.state.board)) == (rules.title, path.stem)
    record.close()
