"""The sheet of names: how long it may be, that it names what is printed, and that what is typed means one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.errors import BadTable
from domain.kit.own_names import FILE, MOST
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.own_names import printed
from referee.audit.audit import audit_export
from referee.audit.game_lines import Export, export_lines, read_export
from referee.copies.importing import CannotImport, import_game
from referee.games.datasets import read_files
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.owner_data.checked import checked, own_set
from referee.owner_data.worksheets import make_worksheets
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


# ---- what is typed means one thing


def says(title: str, folder: Path, sheet: str) -> str:
    """What is said of a title's set with this sheet of names; "" where it fits."""
    make_worksheets(title, folder)
    (folder / FILE).write_text(sheet, "utf-8")
    try:
        own_set(title, folder)
    except BadTable as wrong:
        return str(wrong)
    return ""


# the title, the rows from line 2, what is said of them
TYPED = [
    ("twilight_shogun", "Tosa,Le Sud\nChoshu,le-sud\n", "line 3", "space's", "“le-sud”, as in line 2"),
    ("twilight_shogun", "Choshu,Tosa\nTosa,\n", "line 2", "space's", "“Tosa”, which means “Tosa” in line 3"),
    ("twilight_shogun", "Choshu,tosa\n", "line 2", "space's", "“tosa”, which means “Tosa”"),
    ("twilight_shogun", "Choshu,2\n", "line 2", "place's", "“2”, which means “2”"),
    ("shinobi", "Oda,Clan\nMori,Clan\n", "line 3", "card's", "“Clan”, as in line 2"),
    ("kawanakajima", "Hara,Obu\nObu,Hara\n", "line 2", "clan's", "“Obu”, which means “Obu” in line 3"),
]


@pytest.mark.parametrize(("title", "rows", "line", "kind", "got"), TYPED)
def test_a_name_that_would_mean_two_things_of_a_kind_is_refused(
    tmp_path: Path, title: str, rows: str, line: str, kind: str, got: str
) -> None:
    expected = f"a name that is no other {kind} in the column fr"
    assert says(title, tmp_path, f"name,fr\n{rows}") == f"{FILE}, {line}: expected {expected}, got {got}."
    found = checked(title, tmp_path)
    assert f"line {found.faults[0].line}" == line
    assert {(one.file, one.cell) for one in found.faults} == {(FILE, "fr")}
    assert found.whole


@pytest.mark.parametrize(
    "sheet",
    [
        "name,fr,ru\nTosa,Tosa,Tosa\nChoshu,Nagato,\n",  # its own name, and twice the same of one thing
        "name,fr\nKyo,Capitale\nAffairs of Kyo,Capitale\n",  # a space and a card: orders know which is meant
        "name,fr\nKyo,\nTosa,\n",
    ],
)
def test_a_name_that_means_one_thing_of_each_kind_is_read(tmp_path: Path, sheet: str) -> None:
    assert says("twilight_shogun", tmp_path, sheet) == ""
    assert checked("twilight_shogun", tmp_path).fits


def test_two_languages_may_not_give_one_name_to_two_things(tmp_path: Path) -> None:
    """Orders are read alike in all languages."""
    make_worksheets("twilight_shogun", tmp_path)
    (tmp_path / FILE).write_text("name,fr,ru\nTosa,Nord,\nChoshu,,Nord\n", "utf-8")
    with pytest.raises(BadTable, match="in the column ru, got “Nord”, as in line 2"):
        own_set("twilight_shogun", tmp_path)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_called_as_it_is_printed_fits(title: str, tmp_path: Path) -> None:
    things = printed(title, TITLES[title].read_data(read_files(title)))
    assert says(title, tmp_path, "name,fr,ru\n" + "".join(f'"{one}","{one}",\n' for one in things)) == ""
