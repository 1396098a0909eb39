"""A sixth title, out of another package: played as the five are, and refused where it could be mistaken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.frame.codes import BAD_DATA
from domain.installed import TEXTS, Guest, Guests, Refused, elsewhere
from domain.titles import OURS, TITLES, package
from projections.guest_pictures import GuestPictures, in_words
from projections.locale.sentences import ROOT
from projections.titles import PICTURES
from referee.bundle.verify import verify
from referee.reading.passages import PRESS, PREVIEW
from tests.cli.conftest import Bugyo
from tests.guests.packages import installed, module, nim_title, wheel
from tests.guests.story import FROZEN
from tests.nim.rules import NIM


def run(site: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A Python that has what is installed in a folder."""
    return subprocess.run(
        [sys.executable, "-m", *args],
        env={**os.environ, "PYTHONPATH": f"{site}:{ROOT}"},
        capture_output=True,
        text=True,
        cwd=ROOT,
    )


def guests() -> tuple[dict[str, Guest], tuple[Refused, ...]]:
    """All that are installed, and what was refused."""
    found = Guests(OURS, TITLES.__getitem__)
    return dict(found), found.refused()


class Story:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        nim_title(folder / "site")
        (folder / "site" / "broken.py").write_text("raise SystemExit('no such luck')\n", "utf-8")
        installed(folder / "site", "broken-title", "2.1", "[bugyo.titles]\nbroken = broken:TITLE\n")
        done = run(folder / "site", "tests.guests.story", str(folder))
        assert done.returncode == 0, done.stderr
        self.told: dict[str, Any] = json.loads(done.stdout)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return Story(tmp_path_factory.mktemp("guests"))


def test_it_is_listed_beside_the_five_with_its_package(story: Story) -> None:
    assert story.told["titles"] == [*OURS, "nim"]
    assert story.told["guests"] == {"nim": "nim-title 1.0"}
    assert "brought by the package nim-title 1.0" in story.told["listed"]
    assert story.told["listed"].count("brought by") == 1


def test_a_package_that_ends_the_program_at_its_import_stops_nothing_and_is_told_of(story: Story) -> None:
    why = "broken:TITLE cannot be imported (SystemExit: no such luck)"
    assert story.told["refused"] == [["broken-title 2.1", "broken", why]]
    assert f"The package broken-title 2.1 does not bring “broken”: {why}." in story.told["listed"]


def test_it_is_opened_played_by_mail_to_its_end_and_read_back(story: Story) -> None:
    assert [end.count("red (Anna) has won") for end in story.told["ends"]] == [1, 1]
    (row,) = story.told["list"]
    assert (row["title"], row["status"], row["winners"]) == ("nim", "over", ["red"])
    assert "Nim: red has won." in story.told["shown"]
    assert "red wins the game. [end/last]" in story.told["log"]
    assert "later is open: Nim, scenario standard." in story.told["opened"]


def test_audits_and_both_verifiers_pass_it_and_say_whose_code_has_decided(story: Story) -> None:
    said = [" ".join(audit.split()) for audit in story.told["audits"]]
    by = "Its title was brought by nim-title 1.0, and its orders were decided again by nim-title 1.0"
    assert [by in audit for audit in said] == [True, True, True]
    assert [audit.split(". ")[-1] for audit in said] == [
        *("Everything holds.", "What can be checked holds.", "What can be checked holds.")
    ]
    assert story.told["verified"] == ""


def test_its_tags_are_for_ever(story: Story) -> None:
    """Each has a sample, and what was stored by its first version is read as it was meant."""
    assert set(story.told["frozen"]) == set(FROZEN), "A tag is gone, or has no sample in frozen.json."
    assert story.told["frozen"] == FROZEN
    assert story.told["read"] == {name: one["form"] for name, one in FROZEN.items()}


@pytest.mark.soak
def test_out_of_a_wheel_it_is_the_same_title(tmp_path: Path) -> None:
    """Installed by pip, without a registry."""
    nim_title(tmp_path / "laid")
    made = wheel(tmp_path, tmp_path / "laid")
    site = tmp_path / "site"
    words = ("pip", "install", "-q", "--no-index", "--no-deps", "--target")
    pip = run(tmp_path, *words, str(site), str(made))
    assert pip.returncode == 0, pip.stderr
    done = run(site, "tests.guests.story", str(tmp_path))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["guests"] == {"nim": "nim-title 1.0"}
    assert [audit.split()[-2:] for audit in told["audits"]][:1] == [["Everything", "holds."]]
    assert (told["verified"], told["frozen"]) == ("", FROZEN)


def test_exports_and_bundles_name_the_package_and_its_version(story: Story) -> None:
    opening = json.loads((story.folder / "nim.jsonl").read_text("utf-8").splitlines()[1])
    assert opening["public"]["entry"]["package"] == "nim-title 1.0"


def test_where_it_is_not_installed_its_games_are_listed_so_and_refused_with_what_would_do(
    story: Story,
) -> None:
    """In this process: the store is as the story has left it, and so is the read model beside it."""
    assert "nim" not in TITLES
    bugyo = Bugyo(story.folder / "store.db")
    would = "Its title “nim” is not installed: install the package nim-title 1.0, which brings it."
    rows = {row["id"]: (row["status"], row["broken"]) for row in bugyo.json("list")}
    assert rows == dict.fromkeys(("spring", "later"), ("title-missing", would))
    assert f"cannot be opened here: {would}" in " ".join(bugyo("list").stdout.split())
    for args in (("show", "later"), ("orders", "later", "red", "-"), ("export", "spring")):
        said = bugyo(*args, code=BAD_DATA, stdin="take 1 from left").stderr
        assert f'Game "{args[1]}" cannot be opened here. {would}' in " ".join(said.split())
    said = bugyo("audit", story.folder / "nim.jsonl", code=BAD_DATA).stderr
    assert "does not have. Install the package nim-title 1.0, which brings it." in " ".join(said.split())
    assert verify((story.folder / "nim.zip").read_bytes()).why == ""


@pytest.mark.budget(250, "starts Python")
def test_a_game_is_not_played_on_by_another_package_that_calls_its_title_so(story: Story) -> None:
    site = story.folder / "another"
    nim_title(site, "3", package="other")
    done = run(site, "cli.main", "show", "later", "--store", str(story.folder / "store.db"))
    assert done.returncode == BAD_DATA
    said = " ".join(done.stderr.split())
    assert "the title “nim” of the package nim-title 1.0; the one that is installed is of" in said
    assert said.endswith("is of other 3.")


# who brought it when it was opened, what is installed, whether the game goes on
ELSEWHERE = [
    ("nim-title 1.0", "nim-title 2.0", True),
    ("nim-title 1.0", "Nim_Title 2.0", True),
    ("nim-title 1.0", "nim-titles 1.0", False),
    ("", "nim-title 1.0", False),
    ("nim-title 1.0", "", True),
]


@pytest.mark.parametrize(("opened", "here", "goes_on"), ELSEWHERE)
def test_a_later_version_of_the_same_package_plays_on(opened: str, here: str, goes_on: bool) -> None:
    known = {"nim": Guest(NIM, here, "nim_title")} if here else {}
    assert (elsewhere("nim", opened, known) == "") is goes_on


# what is other than in Nim, what is said of it
BAD = [
    ("title='go'", "its title is called “go”, and the entry point “nim”"),
    ("name='Shinobi: War of the Clans'", "a title of Bugyo is called “Shinobi: War of the Clans”"),
    ("letter='n'", "it has the letter “n”; only the titles of Bugyo have letters"),
    ("editions=(Edition('shinobi/1'),)", "its edition “shinobi/1” does not begin with “nim/”"),
    ("seats=('red', 'witness')", "a seat cannot be called “witness”"),
    ("events=(*NIM.events, Twin)", "two events have the tag “taken”"),
    ("orders=(*NIM.orders, Bare)", "these orders have no tag: Bare"),
    *(
        (f"orders=(*NIM.orders, given('{form}'))", f"its order “{form}” begins with “{word}”, which means")
        for form, word in (
            ("press {seat}", "press"),
            ("Anonymous press {seat}", "anonymous press"),
            ("dispute-all", "dispute"),
            ("appeal to {seat}", "appeal"),
            ("preview", "preview"),
            ("join {seat}", "join"),
            ("cell {seat}", "cell"),
        )
    ),
]

BEGINNINGS = ("show {seat}", "note {seat}", "if {seat}", "pressed {seat}", "agree", "joined")
"""Of orders that mails can give, though the desk knows the first word of most."""

COPY = """
from msgspec import Struct
from msgspec.structs import replace
from domain.kit.rules import Edition
from tests.nim.rules import NIM

class Twin(Struct, frozen=True, tag="taken"): seat: str
class Bare(Struct, frozen=True): seat: str
def given(form):
    class Given(Struct, frozen=True, tag="given"):
        FORM = form
        seat: str = ""
    return Given

TITLE = replace(NIM, {changed})
"""


@pytest.mark.parametrize(("changed", "why"), BAD)
def test_what_could_be_mistaken_for_anothers_is_refused_in_a_sentence(
    changed: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module(tmp_path, "nim_copy", COPY.format(changed=changed), "[bugyo.titles]\nnim = nim_copy:TITLE\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "nim_copy", raising=False)
    kept, (refused,) = guests()
    assert (kept, refused.package, refused.title) == ({}, "nim-copy 1.0", "nim")
    assert refused.why.startswith(why)


def test_an_order_may_begin_like_a_line_of_the_desk_that_gives_way_to_a_titles_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for form in BEGINNINGS:
        text = COPY.format(changed=f"orders=(*NIM.orders, given({form!r}))")
        module(tmp_path, f"nim_{len(form)}", text, f"[bugyo.titles]\nnim = nim_{len(form)}:TITLE\n")
        assert guests()[1] == ()
        shutil.rmtree(tmp_path / f"nim_{len(form)}-1.0.dist-info")


def test_what_is_refused_is_what_mails_take_for_texts() -> None:
    assert [bool(PRESS.match(word)) or bool(PREVIEW.match(word)) for word in TEXTS] == [True] * len(TEXTS)


# a name of a title, whether it is taken
NAMES = [
    ("nim", True),
    ("n2", True),
    ("shinobi", False),
    ("s", False),
    ("errors", False),
    ("Nim", False),
    ("nim/x", False),
    ("n" * 40, True),
    ("n" * 41, False),
]


@pytest.mark.parametrize(("name", "taken"), NAMES)
def test_a_name_is_one_that_no_record_can_confuse(
    name: str, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = COPY.format(changed=f"title='{name}', editions=(Edition('{name}/1'),)")
    module(tmp_path, "nim_copy", text, f"[bugyo.titles]\n{name} = nim_copy:TITLE\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "nim_copy", raising=False)
    kept, refused = guests()
    assert (list(kept), len(refused)) == (([name], 0) if taken else ([], 1))


def test_of_two_packages_that_bring_the_same_neither_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("first_nim", "second_nim"):
        module(tmp_path, name, COPY.format(changed=""), f"[bugyo.titles]\nnim = {name}:TITLE\n")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    kept, refused = guests()
    assert kept == {}
    assert {one.package: one.why for one in refused} == {
        "first-nim 1.0": "the package second-nim 1.0 brings one that is called so too",
        "second-nim 1.0": "the package first-nim 1.0 brings one that is called so too",
    }


# what the pictures are, what is said of them; "" where they are taken
TABLES = [("nim_heaps", ""), ("units", "must begin with “nim_”"), ("games", "must begin with “nim_”")]


@pytest.mark.parametrize(("table", "why"), TABLES)
def test_pictures_whose_tables_are_anothers_give_way_to_words(
    table: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "from msgspec.structs import replace\nfrom projections.pictures import Table\n"
        "from tests.nim.pictures import PICTURES as OF_NIM\n"
        f"PICTURES = replace(OF_NIM, tables=(Table({table!r}, {{'heap': str}}, ('heap',)),))\n"
    )
    module(tmp_path, "nim_copy", text, "[bugyo.pictures]\nnim = nim_copy:PICTURES\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "nim_copy", raising=False)
    found = Guests(OURS, TITLES.__getitem__)
    found._judged["nim"] = Guest(NIM, "nim-copy 1.0", "tests.nim.rules")
    pictures = GuestPictures(lambda: map(PICTURES.__getitem__, PICTURES.at_hand), found)
    assert len(pictures["nim"].tables) == (0 if why else 1)
    assert [why in one.why for one in pictures.refused()] == ([True] if why else [])


def test_a_title_without_pictures_is_shown_in_words() -> None:
    view = NIM.begin(NIM.presets["default"], type("Data", (), {"heap": ()}), ("red", "blue"))
    said = in_words(Guest(NIM, "nim-title 1.0", "nim_title")).board(view)
    assert said.splitlines() == [
        *("options:", "  last loses: False", "seats: ('red', 'blue')", "heaps:", "turn: 1", "winners: ()")
    ]
    assert package("shinobi") == ""
