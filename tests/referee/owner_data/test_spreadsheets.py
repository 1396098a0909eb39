"""An owner's tables as spreadsheets save them, and what of that is no table any more."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import pytest

from domain.titles import TITLES
from referee.games.datasets import KIT, read_files
from referee.games.spreadsheets import as_table
from referee.owner_data.checked import checked
from referee.owner_data.worksheets import make_worksheets


def rewritten(separator: str, quoting: Literal[0, 1] = csv.QUOTE_MINIMAL) -> Callable[[str], bytes]:
    def written(text: str) -> bytes:
        out = io.StringIO()
        rows = csv.reader(text.splitlines())
        csv.writer(out, delimiter=separator, quoting=quoting, lineterminator="\r\n").writerows(rows)
        return out.getvalue().encode()

    return written


HABITS: Mapping[str, Callable[[str], bytes]] = {
    "semicolons": rewritten(";"),
    "tabs": rewritten("\t"),
    "all in quotation marks": rewritten(",", csv.QUOTE_ALL),
    "a byte-order mark": lambda text: BOM_UTF8 + rewritten(";")(text),
    "empty rows": lambda text: f"{text},,,\n\n , \n".encode(),
}


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("title", ["kawanakajima", "twilight_shogun"])
def test_what_a_spreadsheet_adds_is_read_as_the_table_it_was(title: str, habit: str, tmp_path: Path) -> None:
    make_worksheets(title, tmp_path)
    for path in tmp_path.glob("*.csv"):
        path.write_bytes(HABITS[habit](path.read_text("utf-8")))
    found = checked(title, tmp_path)
    assert found.fits, found.faults
    assert (found.unmarked, found.contradicted, found.differences) == ((), (), ())


@pytest.mark.parametrize("title", TITLES)
def test_a_table_without_anything_added_keeps_its_bytes(title: str) -> None:
    for name, raw in read_files(title).items():
        assert as_table(name, raw) == raw
        assert as_table(name, raw.replace(b"\n", b"\r\n")) == raw.replace(b"\n", b"\r\n")


def test_what_is_no_text_keeps_its_bytes() -> None:
    assert as_table("map.csv", b"\xff;a;b\n") == b"\xff;a;b\n"
    assert as_table("cards.toml", BOM_UTF8 + b"a = 1\n") == b"a = 1\n"


def test_a_file_with_other_columns_is_one_fault_and_contradicts_nothing(tmp_path: Path) -> None:
    """Else its rows would be the owner's, and all known values missing."""
    make_worksheets("kawanakajima", tmp_path)
    units = tmp_path / "units.csv"
    units.write_text(units.read_text("utf-8").replace("seat,unit,", "unit,seat,"), "utf-8")
    found = checked("kawanakajima", tmp_path)
    assert [one.file for one in found.faults] == ["units.csv"]
    assert (found.contradicted, found.differences) == ((), ())


def test_a_mark_that_is_not_closed_is_one_fault(tmp_path: Path) -> None:
    make_worksheets("kawanakajima", tmp_path)
    units = tmp_path / "units.csv"
    units.write_text(units.read_text("utf-8").replace("\ntakeda,A2", '\n"takeda,A2'), "utf-8")
    ((file, line),) = {(one.file, one.line) for one in checked("kawanakajima", tmp_path).faults}
    assert (file, line) == ("units.csv", 4)


def test_only_of_a_large_set_it_is_said_how_large_one_may_be(tmp_path: Path) -> None:
    make_worksheets("shinobi", tmp_path)
    (tmp_path / "cards.toml").unlink()
    (tmp_path / "cards.toml").symlink_to(tmp_path / KIT)
    (why,) = checked("shinobi", tmp_path).strange
    assert why.endswith("cards.toml is a symbolic link. Put the file itself there.")
