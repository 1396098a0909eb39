"""An owner's tables at the command line: worksheets, what does not fit, games with them, exports without."""

from __future__ import annotations

import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cli.play.list import ONLY
from projections.pictures import Table
from projections.read_model import following
from projections.read_model.following import Views
from projections.read_model.rows import GAMES
from referee.games.datasets import read_files
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.owner_data.worksheets import OWN
from referee.record.record import Record
from tests.cli.conftest import PLAYERS, Bugyo

SECRET = "a-table-of-the-publisher"
"""Stands in the owner's tables, and may stand in nothing that is given away without them."""


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture
def own(fresh: Bugyo, tmp_path: Path) -> Path:
    """Tables of Shinobi in which one row is the owner's."""
    fresh("data", "new", "shinobi", tmp_path / "own")
    edit(
        tmp_path / "own" / "cards.toml",
        'source = "printed: list of components"',
        f'source = "{OWN} {SECRET}"',
    )
    return tmp_path / "own"


@pytest.fixture
def played(fresh: Bugyo, own: Path) -> Bugyo:
    """A game with these tables, which has begun."""
    said = fresh("open", "shinobi", "--id", "summer", "--player", "Anna", *PLAYERS, "--data", own).stdout
    assert "tables of an owner's own copy (rows of the owner: 1;" in " ".join(said.split())
    fresh.join("summer")
    return fresh


def test_new_says_where_to_begin_and_leaves_what_is_there(fresh: Bugyo, tmp_path: Path) -> None:
    made = fresh("data", "new", "shinobi", tmp_path / "own")
    assert "has the tables of Shinobi: War of the Clans, in 4 files." in made.stdout
    assert "README.txt" in made.stderr
    assert "is not empty" in fresh("data", "new", "shinobi", tmp_path / "own", code=73).stderr
    assert "Did you mean “shinobi”?" in fresh("data", "new", "shinoby", tmp_path / "other", code=2).stderr


def test_check_says_that_all_fits_or_what_does_not(fresh: Bugyo, own: Path) -> None:
    said = fresh("data", "check", own, "--differences").stdout
    assert "Rows: 11. Yours: 1. Still our reconstruction: 0." in said
    assert f"All of it fits: bugyo open shinobi --data {own}" in said
    edit(own / "cards.toml", "value = 58", 'value = "58"')
    said = fresh("data", "check", own, code=1).stdout
    assert said.startswith('cards.toml, line 5, cell value: expected a whole number, got "58".\n')
    assert "All of it fits" not in said
    assert (
        "cards.toml, line 5"
        in fresh("open", "shinobi", "--data", own, "--player", "Al", *PLAYERS, code=65).stderr
    )
    edit(own / "kit.toml", "shinobi", "clan_war")
    assert "tables of clan_war" in fresh("data", "check", own, "--title", "shinobi", code=65).stderr


def test_check_counts_the_names_of_each_language(fresh: Bugyo, own: Path) -> None:
    assert "Names, français: 0 of 6.\nNames, русский: 0 of 6.\n" in fresh("data", "check", own).stdout
    edit(own / "names.csv", "Oda,,", "Oda,Oda de Kiyosu,")
    edit(own / "names.csv", "Mori,,", "Mori,Mōri,Мори")
    said = fresh("data", "check", own).stdout
    assert "Names, français: 2 of 6.\nNames, русский: 1 of 6.\n" in said
    found = fresh.json("data", "check", own)["names"]
    assert found[1] == {"language": "ru", "names": 1, "things": 6}
    edit(own / "names.csv", "Mōri", "Oda de Kiyosu")
    said = fresh("data", "check", own, code=1).stdout
    assert said.startswith("names.csv, line ")
    assert "cell fr: expected a name that is no other card's, got “Oda de Kiyosu”, as in line " in said
    assert "Names, " not in said
    (own / "names.csv").unlink()
    assert fresh.json("data", "check", own)["names"] == []


def test_a_game_says_that_it_is_played_with_them(played: Bugyo, tmp_path: Path) -> None:
    told = " ".join(played("log", "summer").stdout.split())
    assert "the tables of an owner's own copy (rows of the owner: 1; known from the rulebook: 10;" in told
    assert "own tables" in played("export", "summer", "--format", "markdown").stdout
    played("export", "summer", "--format", "bundle", "-o", tmp_path / "x.zip")
    with zipfile.ZipFile(tmp_path / "x.zip") as bundle:
        assert b"an owner's tables (rows of the owner: 1, known: 10, reconstructed: 0)" in bundle.read(
            "report.md"
        )
    assert "own copy" not in played("open", "shinobi", "--id", "ours", "--player", "A", *PLAYERS).stdout


def test_the_list_and_the_look_at_a_game_say_so_shortly_and_only_of_it(played: Bugyo) -> None:
    played("open", "shinobi", "--id", "ours", "--player", "A", *PLAYERS)
    summer, ours = sorted(played("list").stdout.splitlines()[1:], key=lambda line: "summer" not in line)
    assert summer.endswith(" · owner's tables")
    assert "owner" not in ours
    assert {row["id"]: row["own_tables"] for row in played.json("list")} == {"summer": True, "ours": False}
    assert "summer, owner's tables, T1, event " in played("show", "summer").stdout
    assert "owner" not in played("show", "ours").stdout
    assert [played.json("show", game)["own_tables"] for game in ("summer", "ours")] == [True, False]


def test_a_read_model_that_says_nothing_of_it_is_made_anew(
    played: Bugyo, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        columns = {name: kind for name, kind in GAMES.columns.items() if name != "own_tables"}
        older.setattr(following, "GAMES", Table("games", columns, GAMES.key))
        Views(played.store.with_name("games.db.views"), ONLY).close()
    assert [row["own_tables"] for row in played.json("list")] == [True]


@pytest.mark.parametrize(("form", "name"), [("jsonl", "x.jsonl"), ("bundle", "x.zip"), ("html", "x.html")])
def test_an_export_without_them_has_their_digest_and_no_more(
    played: Bugyo, own: Path, tmp_path: Path, form: str, name: str
) -> None:
    file = tmp_path / name
    said = played("export", "summer", "--format", form, "-o", file, "--without-data").stderr
    assert "The tables are left out" in said
    written = _all_of(file)
    assert SECRET.encode() not in written
    assert played.json("export", "summer", "--format", form, "-o", file, "--force")["format"] == form
    assert (SECRET.encode() in _all_of(file)) or form == "html"  # a page packs what it carries


def _all_of(file: Path) -> bytes:
    if file.suffix != ".zip":
        return file.read_bytes()
    with zipfile.ZipFile(file) as bundle:
        return b"".join(bundle.read(name) for name in bundle.namelist())


def test_an_export_without_them_is_audited_as_far_as_it_goes_and_wholly_with_them(
    played: Bugyo, own: Path, tmp_path: Path
) -> None:
    for form, name in (("jsonl", "x.jsonl"), ("bundle", "x.zip")):
        file = tmp_path / name
        why = ("--seat", "referee", "--reason", "to see")
        played("export", "summer", "--format", form, "-o", file, "--without-data", *why)
        said = " ".join(played("audit", file).stdout.split())
        assert "no order was decided again: audit it with --data DIR" in said
        found = played.json("audit", file)
        assert (found["holds"], found["complete"], found["tables"]) == (True, False, False)
        whole = played.json("audit", file, "--data", own)
        assert (whole["holds"], whole["complete"], whole["tables"]) == (True, True, True)
        (tmp_path / "ours").mkdir(exist_ok=True)
        (tmp_path / "ours" / "cards.toml").write_bytes(read_files("shinobi")["cards.toml"])
        other = played.json("audit", file, "--data", tmp_path / "ours", code=1)
        assert other["finding"]["why"] == "The data set is another than the opening names."


def test_the_verifier_says_that_they_are_left_out(played: Bugyo, tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    played("export", "summer", "--format", "bundle", "-o", file, "--without-data")
    with zipfile.ZipFile(file) as bundle:
        bundle.extract("verify.py", tmp_path)
    ran = subprocess.run(
        [sys.executable, "-I", tmp_path / "verify.py", file], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    assert "it is left out of this record" in ran.stdout
    assert "note: the data set is left out, so nobody can decide the orders again" in ran.stdout


def test_an_export_without_them_is_imported_by_whoever_has_them(
    played: Bugyo, own: Path, tmp_path: Path
) -> None:
    file, other = tmp_path / "x.jsonl", ("--store", tmp_path / "other.db")
    played("export", "summer", "-o", file, "--without-data", "--seat", "referee", "--reason", "to move it")
    assert "with --data" in played("import", file, *other, code=1).stderr
    played("import", file, "--data", own, *other)
    assert played.json("audit", "summer", *other)["holds"]


def test_formats_without_a_data_set_leave_nothing_out(played: Bugyo) -> None:
    assert "has no data set" in played("export", "summer", "--format", "csv", "--without-data", code=2).stderr


@pytest.mark.soak
def test_a_whole_game_with_an_owners_tables(fresh: Bugyo, tmp_path: Path) -> None:
    """Played by programs to its end, audited, exported without the tables, and audited with them."""
    own = tmp_path / "own"
    fresh("data", "new", "twilight_shogun", own)
    edit(own / "lines.csv", "reconstructed: Mito road", OWN)
    fresh("open", "twilight_shogun", "--id", "own", "--player", "A", "--player", "B", "--data", own)
    record = Record(fresh.store)
    play_out(Referee(record, seed="own tables"), "own", random.Random("own tables"))
    record.close()
    assert fresh.json("audit", "own")["holds"]
    fresh("export", "own", "--format", "bundle", "-o", tmp_path / "x.zip", "--without-data")
    assert fresh.json("audit", tmp_path / "x.zip")["complete"] is False
    assert fresh.json("audit", tmp_path / "x.zip", "--data", own)["complete"] is True


def test_a_page_is_made_only_of_tables_that_it_can_show(fresh: Bugyo, tmp_path: Path) -> None:
    own, page = tmp_path / "own", tmp_path / "edit.html"
    fresh("data", "new", "twilight_shogun", own)
    said = fresh("data", "page", own, "--title", "shinobi", "-o", page, code=65).stderr
    assert "has the tables of twilight_shogun" in said
    edit(own / "lines.csv", "edo,mito,", "edo,")
    assert "lines.csv, line " in fresh("data", "page", own, "-o", page, code=65).stderr
    assert not page.exists()
    (tmp_path / "empty").mkdir()
    said = fresh("data", "page", tmp_path / "empty", "--title", "shinobi", "-o", page, code=65).stderr
    assert "has no table of shinobi. “bugyo data new shinobi DIR” writes them all." in said


def test_an_exported_page_without_them_names_no_audit_that_it_cannot_have(
    played: Bugyo, tmp_path: Path
) -> None:
    file = tmp_path / "x.html"
    said = played("export", "summer", "--format", "html", "-o", file, "--without-data").stderr
    assert "The tables are left out" in said
    assert "bugyo audit" not in said
