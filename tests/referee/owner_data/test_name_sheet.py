"""The sheet of names: how long it may be, that it names what is printed, and that what is typed means one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.own_names import FILE, MOST
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.own_names import printed
from referee.audit.audit import audit_export
from referee.audit.game_lines import Export, export_lines, read_export
from referee.copies.importing import CannotImport, import_game
from referee.games.datasets import read_files
from referee.games.referee import Opening, Referee
from referee.games.selfplay import play_out
from referee.record.envelope import BOTS, Act
from referee.record.record import Record


@pytest.mark.parametrize("title", TITLES)
def test_a_sheet_has_room_for_twice_what_a_title_prints(title: str) -> None:
    data = TITLES[title].read_data(read_files(title))
    assert 0 < 2 * len([*printed(title, data)]) <= MOST


# ---- a game of a stranger


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Record, Record]]:
    """Where a game was played, and where somebody takes it in."""
    records = (Record(tmp_path / "theirs.db"), Record(tmp_path / "ours.db"))
    yield records
    for record in records:
        record.close()


def played_with(record: Record, sheet: str) -> Export:
    """A game of Shinobi to its end, opened with a sheet that nobody has looked at."""
    referee = Referee(record, seed="names")
    files = {**read_files("shinobi"), FILE: sheet.encode()}
    referee.open(Opening("names", "shinobi", ("A", "B", "C"), data=files), Act(BOTS))
    play_out(referee, "names", random.Random("names"))
    return read_export(export_lines(record, "names", REFEREE))


def test_a_game_with_names_of_what_is_printed_is_taken_in(stores: tuple[Record, Record]) -> None:
    export = played_with(stores[0], "name,fr\nOda,Oda de Kiyosu\n")
    assert audit_export(export).finding is None
    assert import_game(stores[1], export) == "names"


def test_a_game_with_a_name_of_nothing_that_is_printed_does_not_hold(stores: tuple[Record, Record]) -> None:
    export = played_with(stores[0], "name,fr\nOda,\nNobunaga,Nobunaga\n")
    finding = audit_export(export).finding
    why = f"{FILE}, line 3: expected a name that stands in the tables, got “Nobunaga”."
    assert finding is not None
    assert (finding.position, finding.why) == (1, why)
    with pytest.raises(CannotImport, match="a name that stands in the tables"):
        import_game(stores[1], export)
    assert stores[1].games() == ()
