"""The hypothetical scenario is opened by its name; recorded games of it tell of sieges, and still hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import commands
from domain.kawanakajima.data.options import PRESETS, Options
from referee.audit.game_lines import envelopes_of, read_export
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.copies.importing import import_game
from referee.record.record import Record
from tests.kawanakajima.players import STORIES
from tests.titles.recorded import GAMES

FOLDER = GAMES / "kawanakajima" / "stories"
SHORTEST = "siege-lost"
OPEN = ("open", "kawanakajima", "--id", "march", "--player", "Anna", "--player", "Boris", "--level", "0")


def opened(store: Path, *more: str) -> tuple[int, str]:
    runner = CliRunner(env={"BUGYO_STORE": str(store), "BUGYO_OUTGOING": None})
    result = runner.invoke(commands, [*OPEN, *more], prog_name="bugyo")
    return result.exit_code, result.output


@pytest.mark.parametrize("preset", PRESETS)
def test_18_1_the_scenario_is_opened_by_its_name_with_any_preset(preset: str, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    code, said = opened(store, "--scenario", "hypothetical", "--preset", preset)
    assert (code, "scenario hypothetical" in said) == (0, True)
    record = Record(store)
    options: Options = record.envelopes("march")[0].entry.options
    assert options.scenario == "hypothetical"
    assert options.secret_postures == PRESETS[preset].secret_postures
    record.close()


def test_18_1_the_option_alone_does_not_change_the_scenario(tmp_path: Path) -> None:
    code, said = opened(tmp_path / "games.db", "--option", "scenario=hypothetical")
    assert code == 1
    assert "The scenario historical has the option scenario=historical, and no other." in said


def test_every_story_has_a_recorded_game() -> None:
    """[13.5, 13.7, 13.8, 13.9]"""
    assert {path.stem for path in FOLDER.glob("*.zip")} == set(STORIES)


LONGER = [pytest.param(story, marks=() if story == SHORTEST else pytest.mark.soak) for story in STORIES]


@pytest.mark.parametrize("story", LONGER)
def test_a_recorded_siege_tells_its_story(story: str) -> None:
    """[13.5, 13.7, 13.8, 13.9]"""
    export = read_export(read_bundle(FOLDER / f"{story}.zip").members["game.jsonl"].splitlines())
    assert STORIES[story].is_told([envelope.entry for envelope in envelopes_of(export)])


@pytest.mark.soak
@pytest.mark.parametrize("story", STORIES)
def test_a_recorded_siege_still_holds(story: str, tmp_path: Path) -> None:
    path = FOLDER / f"{story}.zip"
    report = verify(str(path))
    assert report.ok, report.why
    assert audit_bundle(read_bundle(path)).finding is None
    record = Record(tmp_path / "games.db")
    game = import_game(record, read_export(read_bundle(path).members["game.jsonl"].splitlines()))
    assert record.load(game).game.is_over()
    record.close()
