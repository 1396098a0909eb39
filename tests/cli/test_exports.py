"""Exports to keep, and imports of orders and journals, by command."""

from __future__ import annotations

import csv
import sqlite3
from io import StringIO
from pathlib import Path

import pytest

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND, REFUSED
from tests.cli.conftest import WHY, Bugyo

FORMATS = {
    "csv": "x.csv",
    "sqlite": "x.db",
    "markdown": "x.md",
    "orders": "x.txt",
    "html": "x.html",
    "jsonl": "x.jsonl",
}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_says_its_head_and_viewer(bugyo: Bugyo, tmp_path: Path, form: str) -> None:
    path = tmp_path / FORMATS[form]
    head = bugyo.json("show", "bots-7-1")["head"]
    made = bugyo.json("export", "bots-7-1", "--format", form, "-o", path)
    assert (made["head"], made["viewer"], made["format"], made["open"]) == (head, "public", form, True)
    assert made["file"] == str(path)
    assert head.encode() in path.read_bytes()
    assert head in bugyo("export", "bots-7-1", "--format", form, "-o", path, "--force").stderr


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.zip", "bundle"), ("a.HTML", "html"), ("a.csv", "csv"), ("a.db", "sqlite"), ("a.md", "markdown")],
)
def test_lines_are_not_written_under_the_name_of_another_format(
    bugyo: Bugyo, tmp_path: Path, name: str, form: str
) -> None:
    said = " ".join(bugyo("export", "bots-7-1", "-o", tmp_path / name, code=2).stderr.split())
    assert f"{name} is {form} by its name: add --format {form}, or let it end in .jsonl." in said
    assert not (tmp_path / name).exists()
    said = bugyo("statistics", "shinobi", "--picture", tmp_path / "a.png", code=2).stderr
    assert "The picture is an SVG: let" in said


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_of_a_seat_is_a_look_and_differs(bugyo: Bugyo, tmp_path: Path, form: str) -> None:
    args = ("export", "summer", "--format", form, "-o", tmp_path / FORMATS[form])
    assert "--reason" in bugyo(*args, "--seat", "iga", code=2).stderr
    assert not (tmp_path / FORMATS[form]).exists()
    bugyo(*args, "--seat", "iga", *WHY)
    seat = (tmp_path / FORMATS[form]).read_bytes()
    assert "Rei has looked at what iga alone may know (export)" in bugyo("log", "summer").stdout
    bugyo(*args, "--force")
    assert seat != (tmp_path / FORMATS[form]).read_bytes()
    bugyo(*args, "--seat", "nobody", "--force", code=2)


@pytest.mark.parametrize("form", ["csv", "sqlite", "markdown", "orders"])
def test_standard_output_is_the_file(bugyo: Bugyo, tmp_path: Path, form: str) -> None:
    none = ("--pictures", "none") if form == "markdown" else ()
    bugyo("export", "bots-7-1", "--format", form, *none, "-o", tmp_path / "x")
    assert bugyo("export", "bots-7-1", "--format", form).stdout_bytes == (tmp_path / "x").read_bytes()
    assert "-o FILE" in bugyo("export", "bots-7-1", "--format", form, "--json", code=2).stderr


def test_a_file_that_is_there_is_kept(bugyo: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("mine", encoding="utf-8")
    args = ("export", "bots-7-1", "--format", "csv", "-o", tmp_path / "x.csv")
    assert "--force overwrites it" in bugyo(*args, code=CANNOT_CREATE).stderr
    assert (tmp_path / "x.csv").read_text(encoding="utf-8") == "mine"
    bugyo("export", "nobody", "--format", "csv", code=NOT_FOUND)


def test_csv_has_the_table_that_is_named(bugyo: Bugyo) -> None:
    events = list(csv.DictReader(StringIO(bugyo("export", "bots-7-1", "--format", "csv").stdout)))
    shown = bugyo.json("show", "bots-7-1")
    assert (len(events), events[-1]["digest"]) == (shown["events"], shown["head"])
    throws = bugyo("export", "bots-7-1", "--format", "csv", "--table", "throws").stdout
    assert throws.startswith("position,turn,seat,purpose,rule,")
    standing = bugyo("export", "bots-7-1", "--format", "csv", "--table", "standing").stdout
    assert standing.startswith("game,viewer,seat,clan,points,")
    said = bugyo("export", "bots-7-1", "--format", "csv", "--table", "moon", code=2).stderr
    assert "no table “moon”" in said
    assert "hands" in said


def test_an_option_of_another_format_is_a_mistake(bugyo: Bugyo) -> None:
    assert "add --format csv" in bugyo("export", "bots-7-1", "--table", "throws", code=2).stderr
    assert "add --format markdown" in bugyo("export", "bots-7-1", "--pictures", "none", code=2).stderr


def test_sqlite_can_be_asked(bugyo: Bugyo, tmp_path: Path) -> None:
    bugyo("export", "bots-7-1", "--format", "sqlite", "-o", tmp_path / "x.db")
    base = sqlite3.connect(tmp_path / "x.db")
    (count,) = base.execute("SELECT count(*) FROM events").fetchone()
    base.close()
    assert count == bugyo.json("show", "bots-7-1")["events"]


# ---- the report


@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<svg "), ("png", b"\x89PNG")])
def test_a_report_has_its_pictures_beside_it(bugyo: Bugyo, tmp_path: Path, kind: str, begins: bytes) -> None:
    made = bugyo.json(
        "export", "bots-7-1", "--format", "markdown", "--pictures", kind, "-o", tmp_path / "my game.md"
    )
    text = (tmp_path / "my game.md").read_text(encoding="utf-8")
    assert made["pictures"]
    for name in made["pictures"]:
        path = Path(name)
        assert path.parent == tmp_path / "my-game-pictures"
        assert path.read_bytes().startswith(begins)
        assert f"](my-game-pictures/{path.name})" in text
    assert len(list((tmp_path / "my-game-pictures").iterdir())) == len(made["pictures"])


def test_pictures_that_are_there_are_kept(bugyo: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "x-pictures").mkdir()
    args = ("export", "bots-7-1", "--format", "markdown", "-o", tmp_path / "x.md")
    assert "overwrites the pictures" in bugyo(*args, code=CANNOT_CREATE).stderr
    assert not (tmp_path / "x.md").exists()
    bugyo(*args, "--force")
    assert bugyo.json(*args, "--force", "--pictures", "none")["pictures"] == []


def test_pictures_need_a_folder(bugyo: Bugyo) -> None:
    args = ("export", "bots-7-1", "--format", "markdown", "--pictures", "svg")
    assert "--pictures none" in bugyo(*args, code=2).stderr
    assert "```text" in bugyo(*args[:-2]).stdout


# ---- orders


@pytest.fixture
def orders(bugyo: Bugyo, tmp_path: Path) -> Path:
    """The orders of the game that is over."""
    bugyo("export", "bots-7-1", "--format", "orders", "-o", tmp_path / "orders.txt")
    return tmp_path / "orders.txt"


def test_orders_are_played_as_a_new_game(bugyo: Bugyo, fresh: Bugyo, orders: Path) -> None:
    made = fresh.json("import", orders)
    assert (made["game"], made["throws"], made["over"]) == ("bots-7-1", "quoted", True)
    before, after = bugyo.json("show", "bots-7-1"), fresh.json("show", "bots-7-1")
    assert (after["winners"], after["turn"]) == (before["winners"], before["turn"])
    assert after["view"]["provinces"] == before["view"]["provinces"]
    assert fresh("audit", "bots-7-1").stdout.endswith("Everything holds.\n")
    assert "its throws are those that the file quotes" in " ".join(
        fresh("log", "bots-7-1", "--to", 1).stdout.split()
    )
    assert "already" in fresh("import", orders, code=REFUSED).stderr
    said = fresh("import", "-", "--as", "orders", "--id", "again", stdin=orders.read_bytes()).stdout
    assert "again (shinobi) is played anew from its orders" in said
    assert "Its throws are those that the file quotes." in said


def test_an_order_that_cannot_be_played_names_its_line(fresh: Bugyo, orders: Path) -> None:
    lines = orders.read_text(encoding="utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if ": place " in line)
    lines[at] = f"{lines[at].partition(':')[0]}: place takeda on the moon"
    orders.write_text("\n".join(lines), encoding="utf-8")
    said = fresh("import", orders, code=REFUSED).stderr
    assert f"Line {at + 1} cannot be played" in said
    assert "Nothing of the file was stored." in said
    assert fresh.json("list") == []


def test_new_throws_are_asked_for(fresh: Bugyo, orders: Path) -> None:
    """With other cards in the hands the orders do not fit any more: the line is named."""
    assert "cannot be played" in fresh("import", orders, "--new-throws", code=REFUSED).stderr
    lines = orders.read_text(encoding="utf-8").split("\n")
    headings = [line for line in lines if not line.startswith("T")]
    (orders.parent / "none.txt").write_text("\n".join(headings), encoding="utf-8")
    made = fresh.json("import", orders.parent / "none.txt", "--id", "new")
    assert (made["game"], made["throws"], made["orders"], made["over"]) == ("new", "new", 0, False)
    assert "Its throws fell anew." in fresh("import", orders.parent / "none.txt", "--id", "newer").stdout


def test_orders_with_another_data_set(fresh: Bugyo, orders: Path, tmp_path: Path) -> None:
    text = orders.read_text(encoding="utf-8")
    data = next(line for line in text.split("\n") if line.startswith("data: "))
    orders.write_text(text.replace(data, "data: " + "0" * 64), encoding="utf-8")
    assert "--data" in fresh("import", orders, code=REFUSED).stderr
    assert "no table" in fresh("import", orders, "--data", tmp_path, code=BAD_DATA).stderr


# a file                                  what is said
NO_ORDERS = [
    (b"bugyo-orders: 2\n", "does not begin with"),
    (b"bugyo-orders: 1\nnonsense\n", "Line 2 is no order"),
    (b"bugyo-orders: 1\ntitle: shinobi\nseat iga: \xff\n", "no text in UTF-8"),
]


@pytest.mark.parametrize(("raw", "said"), NO_ORDERS)
def test_what_is_no_file_of_orders(fresh: Bugyo, tmp_path: Path, raw: bytes, said: str) -> None:
    (tmp_path / "x").write_bytes(raw)
    assert said in fresh("import", tmp_path / "x", code=BAD_DATA).stderr
    assert said in fresh("import", "-", "--as", "orders", code=BAD_DATA, stdin=raw).stderr
    assert not fresh.store.exists()


# ---- journals

JOURNAL = b"""\
Entry # | Time | Turn | Player | Title | Entry |
2 | 9/4/2025 10:24:00 PM | T1 | Boris | Message |
I \xe2\x80\x9cthink\xe2\x80\x9d I am lost. <b>=1</b>
1 | 9/4/2025 10:22:00 PM | T1 | Anna | Play Strategy card as Event |
#37
"""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    (tmp_path / "journal.txt").write_bytes(JOURNAL)
    return tmp_path / "journal.txt"


@pytest.mark.parametrize("game", ["summer", "bots-7-1"])
def test_a_journal_is_added_to_a_game(bugyo: Bugyo, journal: Path, game: str) -> None:
    before = bugyo.json("show", game)["events"]
    made = bugyo.json("import", journal, "--as", "acts", "--game", game, "--person", "Rei")
    assert (made["game"], made["notes"], made["unparsed"], made["source"]) == (game, 3, 1, "acts")
    assert (made["first"], made["last"]) == (before + 1, before + 1)
    rows = list(csv.DictReader(StringIO(bugyo("export", game, "--format", "csv", "--table", "notes").stdout)))
    assert [(row["line"], row["kind"], row["at"], row["seat"]) for row in rows] == [
        ("1", "unparsed", "", ""),
        ("2", "Message", "2025-09-04T22:24:00", "ise" if game == "summer" else "Boris"),
        ("4", "Play Strategy card as Event", "2025-09-04T22:22:00", "iga" if game == "summer" else "Anna"),
    ]
    report = bugyo("export", game, "--format", "markdown").stdout
    assert r"I “think” I am lost. \<b\>=1\</b\>" in report
    assert bugyo("audit", game).exit_code == 0
    again = bugyo("import", journal, "--as", "acts", "--game", game, code=REFUSED).stderr
    assert f"This journal is in {game} already: event {before + 1}." in again


def test_any_log_is_kept_as_notes(bugyo: Bugyo) -> None:
    said = bugyo("import", "-", "--as", "text", "--game", "summer", stdin="T1 iga: on we go\n\nwell\n").stdout
    assert "2 notes are added to summer, 1 of them unparsed" in said


# what is in the file, what is said
NO_JOURNALS = [
    (b"PK\x03\x04\x14\x00\x08\x08 savedGame", "no text in UTF-8: byte 3"),  # a game of VASSAL
    (b"PK\x03", "no text in UTF-8: byte 3"),  # cut short
    (b"!VCSK" + b"6f" * 9000, "Line 1 has 18,005 signs"),  # what stands in it
    (b"\xdd\x7e\xb2\xfd" * 50, "no text in UTF-8, nor in Latin-1"),
    ("Такеда: вперёд\n".encode("cp1251"), "no text in UTF-8, nor in Latin-1"),
    (b"", "The journal is empty"),
    (b"on we go\n" * 600_000, "The journal is longer than 5,000,000 bytes"),
]


def test_a_journal_that_is_none(bugyo: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\n")
    assert (
        "empty" in bugyo("import", tmp_path / "x", "--as", "text", "--game", "summer", code=BAD_DATA).stderr
    )
    before = bugyo.json("show", "summer")["events"]
    for raw, why in NO_JOURNALS:
        (tmp_path / "game.vlog").write_bytes(raw)
        for kind in ("acts", "text"):
            args = ("import", tmp_path / "game.vlog", "--as", kind, "--game", "summer")
            said = bugyo(*args, code=BAD_DATA).stderr
            assert why in " ".join(said.split())
    assert bugyo.json("show", "summer")["events"] == before
    bugyo("import", tmp_path / "x", "--as", "text", "--game", "nobody", code=NOT_FOUND)
    bugyo("import", tmp_path / "y", "--as", "text", "--game", "summer", code=NOT_FOUND)


# a command line                                            what is said
MISTAKEN = [
    (("--as", "acts"), "add --game GAME"),
    (("--as", "game", "--game", "summer"), "are for journals"),
    (("--as", "orders", "--person", "Rei"), "are for journals"),
    (("--as", "text", "--game", "summer", "--new-throws"), "are for orders"),
    (("--id", "x"), "are for orders"),
    (("--as", "moon"), "moon"),
]


@pytest.mark.parametrize(("args", "said"), MISTAKEN)
def test_an_option_that_means_nothing_is_a_mistake(
    bugyo: Bugyo, journal: Path, args: tuple[str, ...], said: str
) -> None:
    assert said in bugyo("import", journal, *args, code=2).stderr
