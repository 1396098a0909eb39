"""No room on the disk: whoever is told to try again has lost nothing and applied nothing."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest
from click.testing import CliRunner

from cli.frame.codes import NOT_ALLOWED, OK
from cli.main import commands
from referee.record.record import Record
from tests.faults.children import Child
from tests.faults.full import campaign, played_once
from tests.faults.pages import small_store

NOBODY = 65534


def test_mails_and_backups_on_a_full_disk(tmp_path: Path) -> None:
    found = campaign(16, tmp_path, 1)
    assert (found.tried, found.is_clean()) == (16, True), found
    refused, backups = (int(part.split()[0]) for part in found.also.split(", ")[:2])
    assert refused > 2
    assert backups > 0
    with closing(Record(tmp_path / "full.db")) as record:
        assert set(played_once(record).values()) == {1}


@pytest.mark.soak
def test_many_mails_and_backups_on_a_full_disk(tmp_path: Path) -> None:
    """About ten seconds."""
    assert campaign(200, tmp_path, 2).is_clean()


def answers(store: Path, told: TextIO) -> None:
    """What commands on a store say to somebody who may write nothing there."""
    copy = store.with_name("copy.db")
    _answered(copy)  # what they need is imported while it may be read
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    print(json.dumps(_answered(store)), file=told)


def _answered(store: Path) -> list[tuple[int, str]]:
    runner = CliRunner(env={"BUGYO_STORE": str(store)})
    done = [runner.invoke(commands, words.split(), prog_name="bugyo") for words in WORDS]
    return [(one.exit_code, one.stderr) for one in done]


WORDS = ("show g", "log g", "audit --all", "open shinobi --id x --player A --player B --player C")


@pytest.fixture
def passable() -> Iterator[Path]:
    """A folder on whose way nobody is barred. Those of pytest are barred anew whenever another run begins."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def test_a_directory_that_may_not_be_written(passable: Path) -> None:
    """What only reads still works; what writes says why not, and nothing is changed."""
    store = small_store(passable)
    before = store.read_bytes()
    shutil.copy(store, passable / "copy.db")
    store.chmod(0o444)
    passable.chmod(0o555)
    try:
        *reads, (code, said) = json.loads(Child(partial(answers, store)).finished()[-1])
    finally:
        passable.chmod(0o755)
    assert reads == [[OK, ""]] * 3
    assert code == NOT_ALLOWED
    assert said == (
        "Error: The store cannot be opened or written by this user: attempt to write a readonly database.\n"
    )
    assert store.read_bytes() == before
