"""All that there is to say of a directory of an owner's tables; and the set that a game opens with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.entries.entries import Tables
from domain.kit.data_files import decode_toml
from domain.kit.errors import BadTable
from domain.kit.own_names import FILE as NAMES
from domain.titles import TITLES
from referee.games.datasets import KIT, BadData, own_files, read_files, shipped
from referee.owner_data.comparing import (
    Contradicted,
    Counts,
    Difference,
    Unmarked,
    contradicted,
    counted,
    differences,
    pairs,
    unmarked,
)
from referee.owner_data.components import COMPONENTS, tables
from referee.owner_data.faults import Fault, faults, short
from referee.owner_data.kit import read_kit
from referee.owner_data.name_sheet import Named, check_names, check_told_apart, named, with_name_sheet
from referee.owner_data.sheets import cells_of

LONGEST_TEXT = 400
"""Characters of a text in a data set: it comes to mails and pages."""

_MARKUP = re.compile(r"<[A-Za-z/!?]")


class Checked(Struct, frozen=True):
    """`strange` are sentences about what is no file of the title, or cannot be read; `whole` is False where
    there may be more faults. `names` are counted where all that could be read fits."""

    title: str
    strange: tuple[str, ...]
    faults: tuple[Fault, ...]
    whole: bool
    contradicted: tuple[Contradicted, ...]
    unmarked: tuple[Unmarked, ...]
    counts: tuple[Counts, ...]
    differences: tuple[Difference, ...]
    names: tuple[Named, ...] = ()

    @property
    def fits(self) -> bool:
        return not (self.strange or self.faults)


def title_of(directory: Path, named: str) -> str:
    """The title that a directory has the tables of: as `named`, or as kit.toml says. Raises `BadData`."""
    kit = read_kit(directory)
    if kit is None and not named:
        raise BadData(f"{directory} has no {KIT}: name the title with --title.")
    if kit and named not in ("", kit.title):
        raise BadData(f"{directory} has the tables of {kit.title}, as its {KIT} says, not those of {named}.")
    return named or kit.title if kit else named


def checked(title: str, directory: Path) -> Checked:
    """Raises `BadData` where there is nothing to check, `OSError`."""
    found, unread = own_files(directory)
    ours, order = with_name_sheet(title, read_files(title)), [one.file for one in COMPONENTS[title]]
    own = {name: raw for name, raw in found.items() if name in ours}
    if not own and not unread:
        raise BadData(f"{directory} has no table of {title}. “bugyo data new {title} DIR” writes them all.")
    wrong = faults(lambda files: _read(title, files), ours, own)
    both = pairs(ours, own, tables(title))
    return Checked(
        title,
        (*unread, *(_no_file(name, order) for name in found if name not in ours)),
        wrong.found,
        wrong.all_found,
        tuple(contradicted(title, both)),
        tuple(one for pair in both for one in unmarked(pair)),
        tuple(map(counted, both)),
        tuple(one for pair in both for one in differences(pair)),
        _names(title, {**ours, **own}) if NAMES in own and not (unread or wrong.found) else (),
    )


def _names(title: str, files: Mapping[str, bytes]) -> tuple[Named, ...]:
    return named(title, files, TITLES[title].read_data(files))


def own_set(title: str, directory: Path) -> tuple[dict[str, bytes], Tables | None]:
    """The files; None where the tables are ours to the letter, or nothing is ours.

    Raises `BadTable`, `BadData`.
    """
    if read_kit(directory):
        title_of(directory, title)
    files, ours = read_files(title, directory), shipped(title)
    _read(title, files)
    own = {name: raw for name, raw in files.items() if name != NAMES}
    return files, None if own == ours or not ours else tables_of(ours, files)


def tables_of(ours: Mapping[str, bytes], files: Mapping[str, bytes]) -> Tables:
    """How many rows of a set are whose."""
    counts = [counted(pair) for pair in pairs(ours, files, sorted(ours))]
    own, known, still = (sum(getattr(one, kind) for one in counts) for kind in ("own", "known", "ours"))
    return Tables(own, known, still)


def _read(title: str, files: Mapping[str, bytes]) -> Any:
    """The set, whose texts can be shown to anybody. Raises `BadTable`."""
    for name, raw in files.items():
        if name.endswith(".csv"):
            _check_quotes(name, raw.decode(errors="replace"))
    data = TITLES[title].read_data(files)
    for name, raw in files.items():
        for line, text in _texts(name, raw.decode()):
            if wanted := _unshown(text):
                raise BadTable(name, line, wanted, f'"{short(text)}"')
    check_names(title, files, data)
    check_told_apart(title, files, data)
    return data


def _check_quotes(name: str, text: str) -> None:
    """A cell ends in the line in which it begins. Raises `BadTable`."""
    for at, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#") and line.count('"') % 2:
            raise BadTable(name, at, "a quotation mark at either end of a cell", "one that is not closed")


def _unshown(text: str) -> str:
    """What a text should have been that cannot stand in a mail or on a page; "" where it can."""
    if not text.isprintable():
        return "a text in one line, without signs that cannot be seen"
    if _MARKUP.search(text):
        return "a text without markup"
    return f"at most {LONGEST_TEXT} characters" if len(text) > LONGEST_TEXT else ""


def _texts(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Every text of a file, with its line as far as that is known."""
    if name.endswith(".csv"):
        lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
        yield from ((at, cell) for at, line in lines if line[:1] != "#" for cell in cells_of(line))
        return
    for found in _strings(decode_toml(text, dict[str, Any])):
        written = found if found in text else msgspec.json.encode(found).decode()[1:-1]
        yield text.count("\n", 0, max(text.find(written), 0)) + 1, found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (key, *_strings(one))
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _no_file(name: str, order: list[str]) -> str:
    close = get_close_matches(name, order, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    return f"{short(name)} is no file of this title.{meant}"
