"""`kill -9` at any instant: no mail is lost, no answer stays unsent, nothing is applied twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def killed(path: Path, kills: int, seed: int) -> Any:
    command = [sys.executable, "-m", "tests.servers.kills", str(path), str(kills), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.soak
def test_a_desk_that_is_killed_a_few_times(tmp_path: Path) -> None:
    said = killed(tmp_path, 8, 1)
    assert said["mails"] >= 6


@pytest.mark.soak
def test_a_desk_that_is_killed_500_times(tmp_path: Path) -> None:
    """500 kills on one store, at random moments: about two minutes."""
    said = killed(tmp_path, 500, 2)
    print(said)
    assert said["mails"] > 100
