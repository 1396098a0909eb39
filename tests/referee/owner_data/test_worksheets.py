"""The worksheets of a title are its data set, and stand in its place as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kit.own_names import FILE as NAMES
from domain.titles import TITLES
from referee.games.datasets import FIXTURES, KIT, BadData, read_files
from referee.owner_data.components import COMPONENTS
from referee.owner_data.kit import kit_of, read_kit
from referee.owner_data.worksheets import GUIDE, make_worksheets


@pytest.mark.parametrize("title", TITLES)
def test_every_file_of_a_title_has_its_place_among_the_printed_components(title: str) -> None:
    named = [one.file for one in COMPONENTS[title]]
    assert sorted(named) == sorted([*read_files(title), NAMES])
    assert len(named) == len(set(named))


@pytest.mark.parametrize("title", TITLES)
def test_worksheets_are_read_in_the_place_of_ours_as_they_stand(title: str, tmp_path: Path) -> None:
    made = make_worksheets(title, tmp_path / "deep" / "kit")
    assert made == [GUIDE, KIT, *(one.file for one in COMPONENTS[title])]
    read = read_files(title, tmp_path / "deep" / "kit")
    assert read == read_files(title)
    assert read_kit(tmp_path / "deep" / "kit") == kit_of(title, read)
    assert all(one.file in (tmp_path / "deep" / "kit" / GUIDE).read_text() for one in COMPONENTS[title])


def test_what_stands_in_the_set_alone_is_ours_and_the_kit_is_no_table_of_it(tmp_path: Path) -> None:
    make_worksheets("kawanakajima", tmp_path)
    for path in tmp_path.iterdir():
        if path.name not in (KIT, "combat.csv"):
            path.unlink()
    assert read_files("kawanakajima", tmp_path) == read_files("kawanakajima")


def test_a_directory_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine")
    with pytest.raises(BadData, match="not empty"):
        make_worksheets("shinobi", tmp_path)
    with pytest.raises(BadData, match="no directory"):
        make_worksheets("shinobi", tmp_path / ".hidden")
    assert [path.name for path in tmp_path.iterdir()] == [".hidden"]


def test_no_worksheet_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        make_worksheets("shinobi", tmp_path / "dangling")
    assert not (tmp_path / "elsewhere").exists()


BAD_KITS = {
    "../../etc": b'title = "../../etc"\nedition = ""\nmade_from = ""\n',
    "no TOML": b"title",
    "not UTF-8": b'title = "\xff"',
    "another key": b'title = "shinobi"\nedition = ""\nmade_from = ""\nrun = "rm"\n',
    "long": b"#" * 5000,
    "deep": b"title = " + b"[" * 4000,
}


@pytest.mark.parametrize("said", BAD_KITS.values(), ids=BAD_KITS)
def test_a_kit_that_says_something_else_is_refused(tmp_path: Path, said: bytes) -> None:
    (tmp_path / KIT).write_bytes(said)
    with pytest.raises(BadData, match=r"kit\.toml"):
        read_kit(tmp_path)


def test_a_kit_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text('title = "shinobi"\nedition = ""\nmade_from = ""\n')
    (tmp_path / KIT).symlink_to(tmp_path / "secret")
    with pytest.raises(BadData, match="symbolic link"):
        read_kit(tmp_path)
    assert read_kit(FIXTURES) is None
