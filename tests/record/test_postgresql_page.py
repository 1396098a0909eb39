"""docs/postgresql.md is true: every command of it is run, in its order, against a server of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.record.servers import Cluster, program, running

PAGE = Path(__file__).parents[2] / "docs" / "postgresql.md"
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?^```(sh|toml|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)

pytestmark = pytest.mark.of_files


def blocks() -> list[tuple[str, str, str]]:
    """(name of the file, kind, text) of each block, in order."""
    return [(found[1] or "", found[2], found[3]) for found in BLOCK.finditer(PAGE.read_text("utf-8"))]


def surroundings(cluster: Cluster, home: Path) -> dict[str, str]:
    programs = (Path(sys.executable).parent, Path(program("pg_basebackup")).parent)
    return {
        "PATH": ":".join([*map(str, programs), os.environ["PATH"]]),
        "HOME": str(home),
        "PGHOST": str(cluster.folder),
        "PGUSER": "bugyo",
        "PGDATABASE": "postgres",
        "LC_ALL": "C.UTF-8",
    }


@pytest.mark.soak
def test_every_command_is_run(tmp_path: Path) -> None:
    with running() as cluster:
        env = surroundings(cluster, tmp_path)
        count = 0
        for name, kind, text in blocks():
            if kind != "sh":
                (tmp_path / name).write_text(text, "utf-8")
                continue
            for line in text.splitlines():
                if exported := re.fullmatch(r"export (\w+)=(\S+)", line):
                    env[exported[1]] = exported[2]
                    continue
                done = subprocess.run(
                    ["bash", "-euo", "pipefail", "-c", line],
                    cwd=tmp_path,
                    env=env,
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=120,
                )
                assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
                count += 1
        check(cluster, env, tmp_path)
    assert count > 25


def check(cluster: Cluster, env: dict[str, str], home: Path) -> None:
    """What the page says besides: the restored store has the same heads, and a desk's role alters nothing."""

    def bugyo(store: str) -> str:
        command = ["bugyo", "list", "--json", "--store", store]
        return subprocess.run(command, env=env, cwd=home, capture_output=True, text=True, check=True).stdout

    assert bugyo("postgresql://keeper@/restored") == bugyo("postgresql://keeper@/club") != "[]\n"
    assert bugyo("back.db") == bugyo("games.db") == bugyo("postgresql://keeper@/club?schema=moved")
    for statement in (
        "ALTER TABLE stored_events DISABLE TRIGGER append_only",
        "DROP TRIGGER append_only ON stored_events",
        "TRUNCATE stored_events",
    ):
        psql = ["psql", "-U", "desk", "club", "-c", statement]
        done = subprocess.run(psql, env=env, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "must be owner" in done.stderr or "permission denied" in done.stderr
    orders = ["bugyo", "orders", "summer", "iga", "-", "--store", "postgresql://desk@/club"]
    played = subprocess.run(
        orders,
        env=env,
        cwd=home,
        input="join iga is here to play",
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert cluster.is_ready()
