"""The page that checks a record, on a game with programs at seats, also in the place of a silent one."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.game.entries.entries import PROGRAM, Ordered
from domain.game.entries.policy import Policy
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle.writing import members, zipped
from tests.browser.checked import Check
from tests.referee.programs.table import GAME, Table

DAY = 86_400_000


@pytest.mark.soak
def test_the_page_passes_a_game_with_programs(check: Check, tmp_path: Path) -> None:
    table = Table(tmp_path, {"ise": "random"}, policy=Policy(hours=24, nmr="bot"))
    table.join()
    while not table.game.is_over():  # the people have gone on holiday
        table.now += DAY + 1
        table.desk.sweep(table.now)
        table.think()
    assert {entry.by for entry in table.entries() if isinstance(entry, Ordered)} >= {"seat", PROGRAM}
    for viewer in (PUBLIC, REFEREE):
        said = check(zipped(members(table.record, GAME, viewer)))
        assert said.status == "holds", said.fault()
    table.record.close()
