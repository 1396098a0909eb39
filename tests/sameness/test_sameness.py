"""What is written is the same each time, from each place; and what differs is found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sameness.__main__ import main
from tests.sameness.folders import DIGESTS, differences
from tests.sameness.parts import ROOT, parts

SMALL = "games/kawanakajima/resignation"

WAYS = {
    *("game.jsonl", "game.csv", "game.sqlite", "orders.fr.txt", "page.ru.html", "report.md"),
    *("board.en.txt", "board.ru.svg", "log.fr.txt", "bundle.zip", "bundle/report.md", "tables/events.csv"),
    *("cut-3/takeda/board.svg", "cut-3/uesugi/board.fr.txt", "cut-3/preview-1.txt"),
}
"""Some of what there is to be of a game."""


def seeded(folder: Path, seed: str) -> Path:
    """What another process writes of a small game, where sets have another order."""
    words = [sys.executable, "-m", "tests.sameness", str(folder), SMALL]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    subprocess.run(words, cwd=ROOT, env=env, check=True, capture_output=True)
    return folder


@pytest.mark.soak
def test_two_runs_write_the_same(tmp_path: Path) -> None:
    written, again = seeded(tmp_path / "first", "1"), seeded(tmp_path / "again", "2")
    assert (again / DIGESTS).read_bytes() == (written / DIGESTS).read_bytes()
    assert differences(written, again) == ([], len((written / DIGESTS).read_text().splitlines()))
    assert {name for name in WAYS if not (written / SMALL / name).stat().st_size} == set()


def test_each_byte_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written, other = tmp_path / "written", tmp_path / "other"
    main([str(written), "help"])
    capsys.readouterr()
    shutil.copytree(written, other)
    gone, altered = (Path("help") / name for name in ("list.txt", "show.txt"))
    content = bytearray((other / altered).read_bytes())
    content[-2] ^= 1
    (other / altered).write_bytes(content)
    (other / gone).unlink()
    (other / "more.txt").write_bytes(b"")
    assert main(["compare", str(written), str(other)]) == 1
    said = capsys.readouterr().out
    heads = [line for line in said.splitlines() if not line.startswith(" ")]
    same = len((written / DIGESTS).read_text().splitlines()) - 2
    expected = [f"missing  {gone}", f"changed  {altered}", "added    more.txt"]
    assert heads == [*expected, f"3 differ, {same} are the same."]
    assert len([line for line in said.splitlines() if line.startswith(" ")]) == 2
    assert main(["compare", str(written), str(written)]) == 0


@pytest.mark.soak
def test_a_checkout_is_written_by_its_own_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older checkout has no writer of its own, and says of itself something else."""
    checkout, made = tmp_path / "checkout", tmp_path / "made"
    (checkout / "tests").mkdir(parents=True)
    for path in [ROOT / name for name in ("domain", "referee", "projections", "docs", "fixtures")]:
        (checkout / path.name).symlink_to(path)
    for path in [path for path in (ROOT / "tests").iterdir() if path.name != "sameness"]:
        (checkout / "tests" / path.name).symlink_to(path)
    shutil.copytree(ROOT / "cli", checkout / "cli")
    first = checkout / "cli" / "main.py"
    first.write_text(first.read_text("utf-8").replace("Bugyo referees games", "Bugyo judges games"), "utf-8")
    assert main(["compare", str(ROOT), str(checkout), str(made), "--part", "help"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "changed  help/bugyo.txt"
    assert "judges" in said[2]
    assert len(said) == 4, "Nothing else is different."
    assert {path.name for path in made.iterdir()} == {"old", "new"}
    with pytest.raises(FileNotFoundError, match="neither a checkout nor a folder"):
        main(["compare", str(tmp_path), str(ROOT)])


def test_a_folder_that_has_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(FileExistsError, match="has something in it"):
        main([str(tmp_path), SMALL])


def test_every_recorded_game_and_correspondence_is_a_part() -> None:
    names = [name for name, _ in parts()]
    assert len(names) == len(set(names))
    assert SMALL in names
    assert {name.partition("/")[0] for name in names} == {
        *("games", "mails", "refusals", "bots", "perft", "frozen", "published", "help", "demo"),
    }
