"""What is said of an owner's tables: every fault with its place, what is still ours, what rules say."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.kit.errors import BadTable
from domain.kit.own_names import FILE as NAMES
from domain.titles import TITLES
from referee.games.datasets import KIT, BadData, read_files
from referee.owner_data.checked import LONGEST_TEXT, Checked, checked, own_set, title_of
from referee.owner_data.comparing import contradicted, known, pairs
from referee.owner_data.components import tables
from referee.owner_data.sheets import TABLE, sheet_of
from referee.owner_data.worksheets import OWN, make_worksheets


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Worksheets that nobody has filled in, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    for title in ("shinobi", "twilight_shogun"):
        (folder / title).mkdir()
        make_worksheets(title, folder / title)
    return folder


@pytest.fixture
def shinobi(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made / "shinobi", tmp_path, dirs_exist_ok=True)


@pytest.fixture
def twilight(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made / "twilight_shogun", tmp_path, dirs_exist_ok=True)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def places(found: Checked) -> list[tuple[str, int, str]]:
    return [(one.file, one.line, one.cell) for one in found.faults]


@pytest.mark.parametrize("title", ["shinobi", "twilight_shogun", "rising_sun", "clan_war"])
def test_new_worksheets_fit_and_nothing_in_them_differs(title: str, tmp_path: Path) -> None:
    make_worksheets(title, tmp_path)
    found = checked(title, tmp_path)
    assert found.fits
    assert found.whole
    assert (found.contradicted, found.unmarked, found.differences) == ((), (), ())
    assert [one.own for one in found.counts] == [0] * len(tables(title))


def test_all_faults_are_found_each_with_file_line_and_cell(twilight: Path) -> None:
    edit(twilight / "areas.csv", "奥羽,1,2,4", "奥羽,one,2,4")
    edit(twilight / "spaces.csv", "kyo,Kyo,京,nonclan", "kyo,Kyo,京,village")
    edit(twilight / "spaces.csv", "owari,Owari,尾張,clan,chubu,,3", "owari,Owari,尾張,clan,chubu,,many")
    edit(twilight / "lines.csv", "edo,mito,", "edo,atlantis,")
    cards = twilight / "cards.toml"
    cards.write_text('deck = "shut"'.join(cards.read_text("utf-8").rsplit('deck = "closed"', 1)), "utf-8")
    line = cards.read_text("utf-8").splitlines().index('deck = "shut"') + 1
    found = checked("twilight_shogun", twilight)
    assert sorted(places(found)) == [
        ("areas.csv", 3, "presence"),
        ("cards.toml", line, "deck"),
        ("lines.csv", 4, "other"),
        ("spaces.csv", 8, "kind"),
        ("spaces.csv", 19, "stability"),
    ]
    assert found.whole
    assert {one.got for one in found.faults} == {'"one"', '"shut"', '"village"', '"many"', '"atlantis"'}


def test_a_row_that_is_missing_is_said_of_the_one_that_stands_for_it(tmp_path: Path) -> None:
    make_worksheets("rising_sun", tmp_path)
    edit(tmp_path / "numbers.csv", "token-autumn", "token-atumn")
    found = checked("rising_sun", tmp_path)
    assert [(one.file, one.cell, one.expected) for one in found.faults] == [
        ("numbers.csv", "name", "a row token-autumn")
    ]


def test_a_fault_that_nothing_mends_does_not_hide_that_there_may_be_more(shinobi: Path) -> None:
    edit(shinobi / "cards.toml", "value = 58", "value = 57")
    found = checked("shinobi", shinobi)
    assert places(found) == [("cards.toml", 5, "value")]
    assert found.whole
    assert not found.fits


def test_rows_are_counted_by_whose_they_are_and_what_differs_is_listed(twilight: Path) -> None:
    edit(twilight / "lines.csv", "reconstructed: Mito road", OWN)
    edit(twilight / "areas.csv", "中部,1,2,4", "中部,1,2,6")
    found = checked("twilight_shogun", twilight)
    counts = {one.file: (one.ours, one.known, one.own) for one in found.counts}
    assert counts["lines.csv"] == (58, 0, 1)
    assert counts["areas.csv"] == (4, 0, 1)
    (differs,) = found.differences
    assert (differs.file, differs.row, differs.cell, differs.ours, differs.own) == (
        *("areas.csv", "chubu", "control"),
        *("4", "6"),
    )
    (row,) = found.unmarked
    assert (row.file, row.row) == ("areas.csv", "chubu")


@pytest.mark.parametrize("title", TITLES)
def test_our_own_set_has_every_value_that_is_known(title: str) -> None:
    ours = read_files(title)
    both = pairs(ours, ours, tables(title))
    assert list(contradicted(title, both)) == []


@pytest.mark.parametrize("title", ["kawanakajima", "twilight_shogun"])
def test_every_known_value_is_missed_where_it_is_another(title: str) -> None:
    """Else a typing error in the table of known values would hold for anything."""
    ours, bound = read_files(title), [piece.cells for piece in known(title).pieces if piece.cells]
    order = tables(title)
    blank = {name: _blanked(name, raw) for name, raw in ours.items()}
    missed = list(contradicted(title, pairs(ours, blank, order)))
    assert len(missed) == len(bound)
    assert all(one.rule for one in missed)


def _blanked(name: str, raw: bytes) -> bytes:
    """A file whose values are gone; what names its rows stays."""
    sheet = sheet_of(name, raw.decode())
    for at, piece in enumerate(sheet.pieces):
        for cell in [cell for cell in piece.cells if cell != TABLE][len(piece.key) - (not sheet.columns) :]:
            piece = sheet.with_cell(piece, cell, "?" if sheet.columns else f"{cell} = ?")
        sheet = sheet.put(at, piece)
    return sheet.text().encode()


def test_a_value_that_contradicts_an_example_is_said_with_its_rule_and_is_no_fault(twilight: Path) -> None:
    edit(twilight / "spaces.csv", "owari,Owari,尾張,clan,chubu,,3", "owari,Owari,尾張,clan,chubu,,2")
    found = checked("twilight_shogun", twilight)
    assert found.fits
    (one,) = found.contradicted
    assert (one.file, one.line, one.row, one.cell) == ("spaces.csv", 19, "owari", "stability")
    assert (one.known, one.own, one.rule) == ("3", "2", "8.3")


HARM: dict[str, tuple[Callable[[Path], object], str]] = {
    "not UTF-8": (lambda at: at.write_bytes(at.read_bytes() + b"\xff"), "UTF-8"),
    "bars": (lambda at: at.write_text(at.read_text("utf-8").replace(",", "|"), "utf-8"), "columns"),
    "a quotation mark": (lambda at: edit(at, "koi,", '"koi,'), "a quotation mark at either end of a cell"),
    "100,000 columns": (lambda at: at.write_text("," * 100_000), "columns"),
    "a cell of 200,000 signs": (
        lambda at: edit(at, "koi,", "koi," + "x" * 200_000),
        "cells that commas separate",
    ),
    "nothing": (lambda at: at.write_bytes(b""), "columns"),
    "an escape": (lambda at: edit(at, "koi,", "koi," + "\x1b[2J"), "signs that cannot be seen"),
    "markup": (lambda at: edit(at, "koi,", "koi," + "<script>"), "without markup"),
    "a long text": (lambda at: edit(at, "koi,", "koi," + "x" * (LONGEST_TEXT + 1)), "at most 400"),
    "right to left": (lambda at: edit(at, "koi,", "koi," + "\u202eou"), "signs that cannot be seen"),
    "an endless number": (lambda at: edit(at, "coins,1", f"coins,{'9' * 5000}"), "whole number"),
}


@pytest.fixture
def rising_sun(tmp_path: Path) -> Path:
    make_worksheets("rising_sun", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("harm", "said"), HARM.values(), ids=HARM)
def test_what_is_no_table_is_said_in_a_short_sentence(
    rising_sun: Path, harm: Callable[[Path], object], said: str
) -> None:
    harm(rising_sun / "clans.csv")
    found = checked("rising_sun", rising_sun)
    assert [one.file for one in found.faults] == ["clans.csv"]
    assert said in found.faults[0].expected
    assert len(found.faults[0].got) < 200
    assert found.faults[0].got.isprintable()
    with pytest.raises(BadTable, match=r"clans\.csv"):
        own_set("rising_sun", rising_sun)


def test_the_longest_text_stands(rising_sun: Path) -> None:
    edit(rising_sun / "clans.csv", "koi,", "koi," + "x" * LONGEST_TEXT)
    assert checked("rising_sun", rising_sun).fits


def test_a_text_of_toml_has_no_line_break_either(twilight: Path) -> None:
    edit(twilight / "cards.toml", 'name = "Affairs of Kyo"', r'name = "Affairs\n:: Game: other"')
    found = checked("twilight_shogun", twilight)
    assert [one.cell for one in found.faults] == ["name"]


@pytest.mark.parametrize(
    "said", ["card = " + "[" * 100_000, f"card = {'9' * 5000}", "." * 1000, "a." * 90_000]
)
def test_what_nests_without_end_is_no_toml(shinobi: Path, said: str) -> None:
    (shinobi / "cards.toml").write_text(said)
    (fault,) = checked("shinobi", shinobi).faults
    assert (fault.file, fault.expected) == ("cards.toml", "TOML")


def test_links_and_strange_files_are_named_and_not_read(twilight: Path, tmp_path: Path) -> None:
    (twilight / "areas.csv").unlink()
    (twilight / "areas.csv").symlink_to("/etc/passwd")
    (twilight / "space.csv").write_text("id\n")
    found = checked("twilight_shogun", twilight)
    assert not found.fits
    assert any("symbolic link" in why for why in found.strange)
    assert "space.csv is no file of this title. Did you mean spaces.csv?" in found.strange
    assert "root:x" not in str(found)
    with pytest.raises(BadData, match="symbolic link"):
        own_set("twilight_shogun", twilight)


def test_the_title_is_that_of_the_kit_or_named(shinobi: Path) -> None:
    assert title_of(shinobi, "") == title_of(shinobi, "shinobi") == "shinobi"
    with pytest.raises(BadData, match="tables of shinobi"):
        title_of(shinobi, "rising_sun")
    with pytest.raises(BadData, match="tables of shinobi"):
        own_set("clan_war", shinobi)
    (shinobi / KIT).unlink()
    assert title_of(shinobi, "shinobi") == "shinobi"
    with pytest.raises(BadData, match="--title"):
        title_of(shinobi, "")
    with pytest.raises(BadData, match="no table"):
        checked("rising_sun", shinobi / "..")


def test_a_set_to_open_with_says_whose_its_rows_are(twilight: Path) -> None:
    files, tables = own_set("twilight_shogun", twilight)
    assert files == read_files("twilight_shogun")
    assert tables is None
    edit(twilight / "lines.csv", "reconstructed: Mito road", OWN)
    files, tables = own_set("twilight_shogun", twilight)
    assert tables is not None
    assert (tables.own, tables.known, tables.ours) == (1, 30, 231)


# ---- names in other languages


def test_a_sheet_of_names_that_nobody_has_filled_in_makes_no_other_set(twilight: Path) -> None:
    assert own_set("twilight_shogun", twilight) == (read_files("twilight_shogun"), None)


def test_names_alone_are_a_set_of_their_own_with_our_tables(twilight: Path) -> None:
    edit(twilight / NAMES, "Affairs of Kyo,,", "Affairs of Kyo,Affaires de Kyoto,Дела Киото")
    files, counts = own_set("twilight_shogun", twilight)
    assert counts is None
    assert NAMES in files
    found = checked("twilight_shogun", twilight)
    assert (found.fits, found.differences) == (True, ())


@pytest.mark.parametrize(
    ("cells", "cell", "expected"),
    [
        ("Affairs of Kyoto,Kyoto,", "", "a name that stands in the tables"),
        ("Affairs of Kyo,<b>Kyoto</b>,", "fr", "a text without markup"),
        ("Affairs of Kyo,,Дела\N{RIGHT-TO-LEFT OVERRIDE}", "ru", "a name in one line"),
        ("Affairs of Kyo,,", "", ""),
    ],
)
def test_a_name_that_does_not_fit_is_said_with_its_cell(
    twilight: Path, cells: str, cell: str, expected: str
) -> None:
    edit(twilight / NAMES, "Affairs of Kyo,,", cells)
    found = checked("twilight_shogun", twilight)
    said = [(one.file, one.line, one.cell) for one in found.faults]
    assert said == ([(NAMES, 3, cell)] if expected else [])
    assert all(one.expected.startswith(expected) for one in found.faults)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_nonsense_in_any_cell_is_named_with_its_place(title: str, tmp_path: Path) -> None:
    make_worksheets(title, tmp_path)
    assert checked(title, tmp_path).fits
    for name in tables(title):
        path, chance = tmp_path / name, random.Random(name)
        kept = path.read_bytes()
        sheet = sheet_of(name, kept.decode())
        at, piece = chance.choice([found for found in enumerate(sheet.pieces) if found[1].cells])
        free = (TABLE, "also", "name", "ja", "history", "meaning")
        cell = chance.choice([one for one in piece.cells if one not in free])
        line = piece.line if sheet.columns else piece.line + _down(piece.cells, cell)
        nonsense = "~~~" if sheet.columns else f"{cell} = 1979-05-27"
        path.write_bytes(sheet.put(at, sheet.with_cell(piece, cell, nonsense)).text().encode())
        assert places(checked(title, tmp_path)) == [(name, line, cell)]
        path.write_bytes(kept)


def _down(cells: dict[str, str], cell: str) -> int:
    return sum(text.count("\n") + 1 for text in list(cells.values())[: list(cells).index(cell)])
