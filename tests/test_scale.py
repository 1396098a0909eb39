"""The simulation behind docs/scale.md still runs, as small as can be; no time is asserted."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from benchmarks.scale import HEADING, PARTS, SEATS, scaled

GAMES = 3


def test_a_small_club_grows(tmp_path: Path) -> None:
    said: list[str] = []
    parts = scaled(tmp_path, GAMES, 2 * SEATS, PARTS, report=said.append)
    assert [part.days for part in parts] == list(range(1, PARTS + 1))
    assert said[1] == HEADING
    assert [line.count("|") for line in said[2 : 2 + PARTS]] == [HEADING.split("\n")[0].count("|")] * PARTS
    assert {"stored_events", "outbox"} <= set(said[-1].split())
    for before, after in pairwise(parts):
        assert before.mails_in <= after.mails_in
        assert before.mails_out <= after.mails_out
        assert before.events <= after.events
    assert parts[0].events < parts[-1].events
    assert 0 < parts[-1].mails_in < parts[-1].mails_out
    assert min(min(part.mail, part.look, part.stray) for part in parts if part.mail) > 0
