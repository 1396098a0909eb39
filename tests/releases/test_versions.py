"""The pages that go with a version name it, and what they say of older programs is so."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cli.version import VERSION
from domain.kit.formats import PROTOCOLS, STORES

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "fixtures" / "games" / "clan_war"
OF_0_1, OF_0_2 = GAMES / "resignation.zip", GAMES / "editions" / "2.zip"
"""A bundle without `check.html`, and one with it."""


def test_the_changelog_begins_with_it_and_is_read_in_two_minutes() -> None:
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    assert re.match(rf"{re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)\n", newest)
    assert len(newest.partition("\n### ")[0].split()) <= 600


def test_the_table_of_versions_ends_with_it() -> None:
    page = (ROOT / "docs" / "format.md").read_text("utf-8")
    last = [line for line in page.splitlines() if line.startswith("|")][-1]
    assert last.startswith(f"| {VERSION} | protocol {PROTOCOLS[-1]} (at level 0: 1), store {STORES[-1]} |")


def test_how_to_release_stays_a_page() -> None:
    assert len((ROOT / "RELEASING.md").read_text("utf-8").splitlines()) <= 15


@pytest.mark.parametrize(("bundle", "holds"), [(OF_0_1, True), (OF_0_2, False)])
def test_a_verifier_of_0_1_reads_bundles_of_0_1_alone(bundle: Path, holds: bool, tmp_path: Path) -> None:
    with zipfile.ZipFile(OF_0_1) as of_then:
        verifier = of_then.extract("verify.py", tmp_path)
    done = subprocess.run([sys.executable, verifier, bundle], capture_output=True, text=True)
    assert (done.returncode == 0) is holds
    assert ("check.html: no member has this name" in done.stdout) is not holds
