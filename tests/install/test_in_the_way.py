"""What start-up says where another package has put a `cli` or a `domain` in the way of ours.

The packages here are empty but for `cli.main`, which says that it was started. What real wheels do to one
another is in `test_install`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import bugyo
from cli.frame import codes

OURS = 'def run() -> None:\n    print("ours")\n'
THEIRS = 'raise SystemExit("theirs was run")\n'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """An environment's packages, ours among them."""
    site = tmp_path / "site"
    files = {f"{name}/__init__.py": f'"""Ours: {name}."""\n' for name in bugyo.PACKAGES}
    installed(site, "bugyo-0.1.0", files | {"cli/main.py": OURS})
    shutil.copy(bugyo.__file__, site)
    return site


def installed(site: Path, package: str, files: Mapping[str, str]) -> None:
    rows = []
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
        rows.append(f"{name},sha256=abc,{len(text.encode())}\n")
    (site / f"{package}.dist-info").mkdir()
    (site / f"{package}.dist-info" / "RECORD").write_text("".join(rows), encoding="utf-8")


def started(site: Path, at: Path, before: Path | None = None) -> tuple[int, str, str]:
    """As the console script starts it: the folder that one is in is not looked into."""
    code = f"import sys; sys.path.append({str(site)!r}); from bugyo import run; run()"
    env = {"PYTHONPATH": str(before)} if before else {}
    words = [sys.executable, "-S", *([] if before else ["-I"]), "-c", code]
    done = subprocess.run(words, cwd=at, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_exit_code_is_that_of_a_bad_setup() -> None:
    assert bugyo.BAD_SETUP == codes.BAD_SETUP
    assert "in its way" in codes.EXIT_CODES[bugyo.BAD_SETUP]


def test_it_starts_where_all_are_ours(site: Path, tmp_path: Path) -> None:
    assert started(site, tmp_path) == (0, "ours\n", "")


@pytest.mark.parametrize("name", bugyo.PACKAGES)
@pytest.mark.parametrize("form", ["{}/__init__.py", "{}.py"])
def test_a_package_that_goes_before_ours(name: str, form: str, site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    path = other / form.format(name)
    path.parent.mkdir(parents=True)
    path.write_text(THEIRS, encoding="utf-8")
    shown = path.parent if path.name == "__init__.py" else path
    said = f"Error: {shown} is in the way of Bugyo's own “{name}”: take {other} out of PYTHONPATH.\n"
    assert started(site, tmp_path, other) == (78, "", said)


def test_a_folder_where_one_stands(site: Path, tmp_path: Path) -> None:
    """With `python -m bugyo` the folder in which one is comes first."""
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "__init__.py").write_text(THEIRS, encoding="utf-8")
    code = f"import sys; sys.path[:] = ['', {str(site)!r}, *sys.path]; from bugyo import run; run()"
    words = [sys.executable, "-S", "-c", code]
    done = subprocess.run(words, cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
    way = f"{tmp_path / 'cli'} is in the way of Bugyo's own “cli”: start Bugyo from another folder."
    assert (done.returncode, done.stdout, done.stderr) == (78, "", f"Error: {way}\n")


@pytest.mark.parametrize("name", ["cli/main.py", "cli/__init__.py", "domain/__init__.py"])
def test_a_package_that_was_installed_over_ours(name: str, site: Path, tmp_path: Path) -> None:
    installed(site, "other_tool-2.1", {name: THEIRS})
    said = (
        f"Error: The package other_tool-2.1 has written its own {site / name} over Bugyo's: install Bugyo "
        "anew, in an environment of its own, as pipx does.\n"
    )
    assert started(site, tmp_path) == (78, "", said)


def test_a_package_over_which_ours_was_installed(site: Path, tmp_path: Path) -> None:
    (site / "older-1.dist-info").mkdir()
    (site / "older-1.dist-info" / "RECORD").write_text("cli/main.py,sha256=abc,1\n", encoding="utf-8")
    assert started(site, tmp_path) == (0, "ours\n", "")


@pytest.mark.parametrize("name", ["cli/main.py", "domain"])
def test_what_another_package_took_along_when_it_went(name: str, site: Path, tmp_path: Path) -> None:
    gone = site / name
    gone.unlink() if gone.is_file() else shutil.rmtree(gone)
    assert started(site, tmp_path) == (78, "", f"Error: {gone} is missing: install Bugyo anew.\n")


def test_a_module_that_somebody_has_mended_by_hand_runs(site: Path, tmp_path: Path) -> None:
    (site / "cli" / "main.py").write_text(OURS.replace("ours", "mended"), encoding="utf-8")
    assert started(site, tmp_path) == (0, "mended\n", "")


def test_a_module_that_cannot_be_imported(site: Path, tmp_path: Path) -> None:
    (site / "cli" / "main.py").write_text("import no_such_package\n", encoding="utf-8")
    said = "Error: Bugyo is not installed whole (No module named 'no_such_package'): install it anew.\n"
    assert started(site, tmp_path) == (78, "", said)
