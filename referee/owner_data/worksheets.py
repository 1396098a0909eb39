"""The worksheets of a title: the files of its data set, a guide to them, and kit.toml, in a new directory."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from domain.titles import TITLES
from referee.games.datasets import KIT, BadData, read_files
from referee.owner_data.components import COMPONENTS, Component
from referee.owner_data.kit import kit_of, written
from referee.owner_data.name_sheet import with_name_sheet

GUIDE = "README.txt"
WIDTH = 78

OWN = "printed: own copy"
"""What an owner writes as the source of a row that he has filled in."""


def make_worksheets(title: str, directory: Path) -> list[str]:
    """Writes them, and gives the names of the files in the order of the printed components.

    Raises `BadData` where the directory has something in it, `OSError`.
    """
    if directory.exists() and not directory.is_dir():
        raise BadData(f"{directory} is no directory. Name a new one.")
    if directory.is_dir() and any(directory.iterdir()):
        raise BadData(f"{directory} is not empty. Name a new directory; nothing was written.")
    ours = read_files(title)
    sheets = with_name_sheet(title, ours)
    names = [one.file for one in COMPONENTS[title]]
    directory.mkdir(0o700, parents=True, exist_ok=True)
    made = {
        GUIDE: guide(title).encode(),
        KIT: written(kit_of(title, ours)),
        **{name: sheets[name] for name in names},
    }
    for name, content in made.items():
        with open(directory / name, "xb") as file:
            file.write(content)
    return list(made)


def guide(title: str) -> str:
    """What to fill in, file by file, and where it is printed."""
    return "\n".join(_lines(title)) + "\n"


def _lines(title: str) -> Iterator[str]:
    yield f"{TITLES[title].name}: the tables of your own copy"
    yield ""
    for step in _STEPS:
        yield from textwrap.wrap(step, WIDTH)
        yield ""
    for nth, one in enumerate(COMPONENTS[title], 1):
        yield from _entry(nth, one)


def _entry(nth: int, one: Component) -> Iterator[str]:
    where = f"Printed on: {one.printed}." if one.printed else "It is printed nowhere."
    lead = f"{nth:>2}  {one.file:<20}  "
    yield from textwrap.wrap(f"{lead}{_sentence(one.says)} {where}", WIDTH, subsequent_indent=" " * len(lead))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


_STEPS = (
    "Fill in what your copy says, file by file, in the order below. Use an editor of plain text, or the page "
    "that bugyo data page DIR -o edit.html makes, or a spreadsheet that keeps UTF-8: there load every column "
    "as text, or 0118 becomes 118. Keep names of files, and names and order of columns. What you have not "
    "yet filled in stays ours, and the game can be played all the same.",
    "The source of a row says where its values come from. “printed”, “example” and “inferred” are known; "
    "“reconstructed” is ours, for lack of the printed one. Where you have filled a row in, write as its "
    f"source: {OWN}",
    "bugyo data check DIR says what does not fit, with file, line and cell, how much is still ours, and what "
    "differs. bugyo open TITLE --data DIR opens a game with these tables. It keeps a copy of them: what you "
    "change afterwards is for games that are opened afterwards.",
    "Write numbers and names, never the publisher's sentences.",
)
