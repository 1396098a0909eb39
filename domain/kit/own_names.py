"""The names of things in other languages: a file that the owner of a printed game may add to a data set.

A row names a thing as the data set prints it, with a column for each language. Players may type them too;
orders are written in the printed words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice

from domain.kit.data_files import csv_rows, text_of
from domain.kit.errors import BadTable
from domain.kit.vocabulary import Name, fold

FILE = "names.csv"

NAME = "name"

LONGEST = 40
"""Characters of a name."""

MOST, MOST_LANGUAGES = 2000, 12
"""Names of a sheet, of which no title prints half as many, and its languages. What comes from a stranger is
kept in each game that was opened with it."""

_PARTING = str.maketrans("", "", ",;")

_LANGUAGE = re.compile("[a-z]{2}").fullmatch

OwnNames = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Of each language the names, each as it is printed and as it is there: a data set may be hashed."""


def read_names(files: Mapping[str, bytes]) -> OwnNames:
    """What a data set calls its things in each language; cells may be empty. Raises `BadTable`."""
    if FILE not in files:
        return ()
    rows = csv_rows(FILE, text_of(files, FILE).splitlines())
    told = ((at, cells) for at, cells in rows if cells and not cells[0].startswith("#"))
    filled = [*islice(told, MOST + 2)]
    at, columns = filled[0] if filled else (1, [])
    _check_head(at, columns)
    if len(filled) > MOST + 1:
        raise BadTable(FILE, 1, f"at most {MOST:,} names", "more")
    found: dict[str, dict[str, str]] = {language: {} for language in columns[1:]}
    seen = set[str]()
    for at, cells in filled[1:]:
        _check(at, columns, cells, seen)
        seen.add(cells[0])
        for language, name in zip(columns[1:], cells[1:], strict=True):
            found[language] |= {cells[0]: name} if name else {}
    return tuple((language, tuple(names.items())) for language, names in found.items() if names)


def _check_head(at: int, columns: list[str]) -> None:
    if columns[:1] != [NAME] or len({*columns}) < len(columns) or not all(map(_LANGUAGE, columns[1:])):
        wanted = f'the columns "{NAME}" and one for each language, such as "fr"'
        raise BadTable(FILE, at, wanted, ", ".join(columns) or "none")
    if len(columns) > MOST_LANGUAGES + 1:
        raise BadTable(FILE, at, f"at most {MOST_LANGUAGES} languages", f"{len(columns) - 1}")


def _check(at: int, columns: list[str], cells: list[str], seen: set[str]) -> None:
    if len(cells) != len(columns):
        raise BadTable(FILE, at, f"{len(columns)} cells", f"{len(cells)}")
    if not cells[0]:
        raise BadTable(FILE, at, "a name", "nothing")
    if cells[0] in seen:
        raise BadTable(FILE, at, "each name once", f'"{cells[0]}" again')
    for cell in cells:
        if not cell.isprintable() or cell != cell.strip():
            raise BadTable(FILE, at, "a name in one line, without blanks around it", repr(cell[:LONGEST]))
        if len(cell) > LONGEST:
            raise BadTable(FILE, at, f"a name of at most {LONGEST} characters", f"one of {len(cell)}")
        if cell and not any(map(str.isalnum, cell)):
            raise BadTable(FILE, at, "a name with a letter or a digit", f'"{cell}"')


def typed(names: Iterable[Name], own: OwnNames) -> tuple[Name, ...]:
    """The names of a kind, each also spelled as its thing is called in other languages."""
    if not own:
        return tuple(names)
    called: dict[str, list[str]] = {}
    for _language, names_there in own:
        for printed, name in names_there:
            called.setdefault(typed_word(printed), []).append(spelled(name))
    return tuple(_also(name, called) for name in names)


def _also(name: Name, called: Mapping[str, list[str]]) -> Name:
    spellings = dict.fromkeys(typed_word(word) for word in (name.word, *name.also))
    own = [spelling for word in spellings for spelling in called.get(word, ())]
    return Name(name.word, (*name.also, *own))


def spelled(name: str) -> str:
    """A name as one word, in which nothing parts a list of names or begins a comment."""
    return "-".join(name.translate(_PARTING).split())


def typed_word(name: str) -> str:
    """A name as it is looked up when somebody has typed it."""
    return spelled(fold(name))
