"""Killed at any moment, again and again on one store: nothing acknowledged is lost, nothing half applied."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from referee.audit.audit import audit_game
from referee.games.referee import Referee
from referee.record.location import Place, written
from referee.record.record import Record
from tests.record.stores import one_order

pytestmark = pytest.mark.of_files

ROOT = Path(__file__).parents[2]
Acknowledged = dict[str, tuple[int, str]]
"""The newest position and head of each game that a child has acknowledged."""


def child(store: Place, seed: str, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.record.child", written(store), seed, *more]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def killed(store: Place, seed: str, seconds: float) -> list[str]:
    """What a child has said before it was killed, so long after its first word (or its start)."""
    process = child(store, seed)
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    rest, _ = process.communicate()
    return [first, *rest.splitlines(keepends=True)]


def acknowledge(said: list[str], known: Acknowledged) -> int:
    """Takes in what was said; a last line that was cut off does not count."""
    whole = [line.split() for line in said if line.endswith("\n")]
    known.update({name: (int(position), head) for name, position, head in whole})
    return len(whole)


def check(store: Place, known: Acknowledged) -> None:
    """Everything that was acknowledged is there, whole, under the same heads."""
    record = Record(store)
    for name in record.games():
        kept = record.load(name)
        position, head = known.get(name, (0, ""))
        assert kept.game.more == 0
        assert kept.game.position >= position
        if position:
            assert record.envelopes(name)[position - 1].digest.hex() == head
        assert audit_game(record, name).finding is None
    if isinstance(store, Path):
        assert record.recorder.rows("PRAGMA integrity_check") == [("ok",)]
    record.close()


def loop(store: Place, kills: int, seed: int) -> int:
    random, known, orders = Random(seed), Acknowledged(), 0
    for number in range(kills):
        orders += acknowledge(killed(store, f"{seed}-{number}", random.uniform(0, 0.15)), known)
        check(store, known)
    return orders


@pytest.mark.soak
def test_five_kills(tmp_path: Path) -> None:
    assert loop(tmp_path / "s.bugyo", 5, 1) > 5


def test_killed_while_the_store_is_being_made(tmp_path: Path) -> None:
    """Before the first word, at moments from the start of the interpreter to the first order."""
    store = tmp_path / "s.bugyo"
    for number in range(6):
        process = child(store, f"{number}")
        time.sleep(0.08 + 0.06 * number)
        process.kill()
        process.communicate()
    check(store, {})


@pytest.mark.soak
def test_many_kills(tmp_path: Path) -> None:
    """60 kills on one store, each within 0.15 seconds of the child's first word."""
    assert loop(tmp_path / "s.bugyo", 60, 2) > 100


@pytest.mark.budget(100, "a process that plays until its disk is full, after it has read all our modules")
@pytest.mark.parametrize("size", [240_000, 300_000])
def test_a_full_disk_is_a_clear_error_and_nothing_acknowledged_is_lost(tmp_path: Path, size: int) -> None:
    store, known = tmp_path / "s.bugyo", Acknowledged()
    said, _ = child(store, "full", f"{size}").communicate(timeout=300)
    *lines, last = said.splitlines(keepends=True)
    assert last.startswith("failed: The store could not be written: ")
    assert last.endswith("Nothing of this was recorded.\n")
    assert acknowledge(lines, known) > 3
    check(store, known)
    record = Record(store)
    name = record.games()[-1]
    game = record.load(name).game
    if not game.is_over():
        one_order(Referee(record), game, Random(1))
    record.close()
    check(store, known)
