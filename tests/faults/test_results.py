"""The published tables: what is on the page is what was counted, and every campaign has its row."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import results
from tests.faults.campaigns import Campaign, Counts
from tests.faults.counted import tests as counted
from tests.faults.results import BEGIN, COLUMNS, END, PAGE, Result, keep, known, rows
from tests.faults.table import CAMPAIGNS

ROOT = Path(__file__).parents[2]


def test_every_campaign_has_been_run_as_often_as_is_published() -> None:
    """And none that is gone is still told of."""
    kept = known()
    assert list(kept) == [one.name for one in CAMPAIGNS]
    for one in CAMPAIGNS:
        assert kept[one.name].counts.tried >= 0.9 * one.times, one.name
        assert kept[one.name].control == one.control


def test_nothing_was_lost_but_under_the_controls() -> None:
    assert [one for one in known().values() if not one.is_as_it_should()] == []
    assert sum(one.control for one in CAMPAIGNS) >= 3


def test_the_page_shows_what_is_kept() -> None:
    """Whoever changes a row runs `python -m tests.faults NAME --write`."""
    shown = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert shown == rows()
    assert shown.count("\n") == 2 + len(CAMPAIGNS)
    assert shown.splitlines()[0].strip("| ").split(" | ") == list(COLUMNS)


def test_the_files_that_the_page_names_are_there() -> None:
    named = re.findall(r"`?((?:tests|referee|docs|cli)/[\w/]+\.(?:py|md))", PAGE.read_text("utf-8"))
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.soak
def test_names_are_those_of_the_commands() -> None:
    names = [one.name for one in CAMPAIGNS]
    assert len(set(names)) == len(names)
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", "nothing"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"There is no campaign nothing. There are: {', '.join(names)}." in " ".join(done.stderr.split())


def test_what_is_kept_replaces_what_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(results, "PAGE", tmp_path / "page.md")
    (tmp_path / "page.md").write_text(f"Before.\n{BEGIN}old\n{END}After.\n")
    first, second = CAMPAIGNS[0], CAMPAIGNS[1]
    keep([Result(second.name, Counts(7, 1), "2026-11-21", 1, control=True)])
    keep([Result(first.name, Counts(4_000, also="all"), "2026-11-22", 2)])
    keep([Result(CAMPAIGNS[-1].name, Counts(1), "2026-11-22", 2)])
    assert list(known()) == [first.name, second.name, CAMPAIGNS[-1].name]
    shown = (tmp_path / "page.md").read_text()
    assert shown.startswith(f"Before.\n{BEGIN}| Fault | ")
    assert shown.endswith(f"{END}After.\n")
    row = (
        f"{first.fault} | {first.by} | 4,000 {first.unit} | 0 / 0 / 0 | all | 2026-11-22 | `{first.command}`"
    )
    assert f"| {row} |\n| *control:* {second.fault} |" in shown
    assert " | 1 test | 0 / 0 / 0 | " in shown


# counts                         whether they are as they should be: of a campaign, of a control
SHOULD = [
    (Counts(5), True, False),
    (Counts(5, lost=1), False, True),
    (Counts(5, corrupt=1), False, True),
    (Counts(5, half=1), False, True),
]


@pytest.mark.parametrize(("counts", "campaign", "control"), SHOULD)
def test_a_control_must_lose_something(counts: Counts, campaign: bool, control: bool) -> None:
    assert Result("x", counts, "", 0).is_as_it_should() == campaign
    assert Result("x", counts, "", 0, control=True).is_as_it_should() == control


@pytest.mark.soak
def test_a_test_that_fails_is_counted(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_a():\n    pass\n\n\ndef test_b():\n    assert False\n")
    assert counted(str(tmp_path / "test_it.py"))(1, tmp_path, 1) == Counts(2, corrupt=1)
    assert counted(str(tmp_path / "none.py"))(1, tmp_path, 1) == Counts(0, corrupt=1)
    assert Campaign("x", "", "", "", 1, counted()).command == "python -m tests.faults x"
