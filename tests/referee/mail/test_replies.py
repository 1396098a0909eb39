"""Answers are taken as people write them: the corpus of replies on a real desk, and what is never played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.mail.corpus.figures import figures, text

SAMPLE = 17
"""One of so many mails is tried: prime, so that every way, program and decoy has its turn."""


def test_replies_are_played_and_decoys_are_not(tmp_path: Path) -> None:
    found = figures(tmp_path, SAMPLE)
    assert all(one.holds for one in found), text(found)
    assert sum(one.of for one in found) > 90


@pytest.mark.soak
def test_every_reply_of_the_corpus(tmp_path: Path) -> None:
    found = figures(tmp_path)
    assert all(one.holds for one in found), text(found)
