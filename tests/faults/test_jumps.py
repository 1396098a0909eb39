"""The clock jumps, and a file is torn: nobody is late, and nothing of the file is taken."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from referee.games import deadlines
from referee.games.deadlines import Swept
from tests.faults import files, jumps
from tests.faults.files import SECTOR, broken


def test_clocks_that_jump(tmp_path: Path) -> None:
    found = jumps.campaign(16, tmp_path, 1)
    assert found.is_clean(), found
    assert int(found.also.split()[0]) > 3


def test_a_desk_that_trusts_any_clock_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "sweep", lambda _referee: Swept("", ()))
    assert jumps.campaign(4, tmp_path, 1).corrupt >= 4


def test_files_that_are_torn(tmp_path: Path) -> None:
    found = files.campaign(24, tmp_path, 1)
    assert found.is_clean(), found
    assert found.tried > 20


def test_how_a_file_is_torn() -> None:
    raw, random = bytes(range(256)) * 8, Random(1)
    made = [broken(raw, random) for _ in range(400)]
    assert {len(one) for one in made} >= {SECTOR, len(raw)}
    assert {len(one) % SECTOR == 0 for one in made if len(one) < len(raw)} == {True, False}
    assert any(bytes(SECTOR) in one for one in made)
