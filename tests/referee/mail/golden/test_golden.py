"""The desk writes what it wrote when the sessions were read, and the record is the same.

Two sessions are held to the letter, the others to all but their wording. Their mails are no longer than a
person reads: those of clocks, rulings, leaves and losses, which no game that goes well brings about, in the
languages of those who read them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.goals import table
from benchmarks.people import of_mails
from benchmarks.sent_mails import Notes
from tests.referee.mail.golden.session import folders, script
from tests.referee.mail.golden.structure import kept


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_session_brings_about_what_it_did(folder: Path, tmp_path: Path) -> None:
    if any(step.signed for step in script(folder).steps) and not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen is not installed")
    notes = Notes(script(folder).title)
    for name, text in kept(folder, tmp_path, notes).items():
        assert (folder / name).read_text("utf-8") == text, (
            "Run `python -m tests.referee.mail.golden`, and read."
        )
    rows = list(of_mails([notes]))
    assert rows
    assert all(row.holds is not False for row in rows), table(rows)
