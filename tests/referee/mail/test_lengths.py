"""How many words the mails of a game have, of each title: no more than a person reads.

A few mails of each title; the whole table is `python -m benchmarks --people`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.people import TURNS, games, of_mails, table
from benchmarks.sent_mails import words

FEW = 40
"""Mails with an order."""


@pytest.mark.of_files
@pytest.mark.parametrize("title", TURNS)
def test_mails_are_no_longer_than_a_person_reads(title: str, tmp_path: Path) -> None:
    rows = list(of_mails([*games(tmp_path, FEW, (title,))]))
    print(table(rows))
    assert {"turn", "press", "move"} <= {word for row in rows for word in re.findall(r"\w+", row.what)}
    assert all(row.holds is not False for row in rows), table(rows)


def test_words_are_counted_as_people_count() -> None:
    assert words(["- Boris, it's your turn — pass.", "-----", "  4 | 攘夷"]) == 7
