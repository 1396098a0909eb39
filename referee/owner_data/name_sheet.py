"""The sheet of names: which names of a title an owner may give in the languages of readers, and in which."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.data_files import csv_rows, text_of
from domain.kit.errors import BadTable
from domain.kit.own_names import FILE, NAME, typed_word
from domain.kit.vocabulary import Kind
from domain.titles import TITLES
from projections.language.catalogues import ENGLISH, LANGUAGES
from projections.own_names import printed

_HEAD = "# What things are called in other languages. Orders keep the printed words.\n"

_OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)


class Named(Struct, frozen=True):
    """So many of the things that the tables print have a name in a language."""

    language: str
    names: int
    things: int


class _Row(NamedTuple):
    """A thing as it is printed, and what it is called in each language; "" where it stays so."""

    line: int
    name: str
    called: dict[str, str]


def with_name_sheet(title: str, ours: Mapping[str, bytes]) -> dict[str, bytes]:
    """Our files, and the sheet of names: what they print, with empty cells beside it."""
    return {**ours, FILE: _blank(printed(title, TITLES[title].read_data(ours)))}


def _blank(names: Iterable[str]) -> bytes:
    rows = [[name, *("" for _language in _OTHERS)] for name in names]
    out = io.StringIO(_HEAD)
    out.seek(0, io.SEEK_END)
    csv.writer(out, lineterminator="\n").writerows([[NAME, *_OTHERS], *rows])
    return out.getvalue().encode()


def check_names(title: str, files: Mapping[str, bytes], data: Any) -> None:
    """Each name of the sheet is one that the tables print. Raises `BadTable`."""
    known = {*printed(title, data)} if FILE in files else set()
    for row in _rows(files):
        if row.name not in known:
            raise BadTable(FILE, row.line, "a name that stands in the tables", f"“{row.name}”")


def named(title: str, files: Mapping[str, bytes], data: Any) -> tuple[Named, ...]:
    """Of each language that has a column."""
    rows, things = [*_rows(files)], len([*printed(title, data)])
    count = Counter(language for row in rows for language, name in row.called.items() if name)
    return tuple(Named(language, count[language], things) for language in (rows[0].called if rows else ()))


def _rows(files: Mapping[str, bytes]) -> Iterator[_Row]:
    """Of a sheet that could be read; none where there is none."""
    if FILE not in files:
        return
    told = csv_rows(FILE, text_of(files, FILE).splitlines())
    rows = ((at, cells) for at, cells in told if cells and not cells[0].startswith("#"))
    _head, columns = next(rows, (0, []))
    for at, cells in rows:
        yield _Row(at, cells[0], dict(zip(columns[1:], cells[1:], strict=True)))


# ---- what is typed means one thing


def check_told_apart(title: str, files: Mapping[str, bytes], data: Any) -> None:
    """No name is that of two things of one kind, in whatever languages, or of another thing as it is printed:
    an order that had it would be refused, or would mean the other. Raises `BadTable`.

    Whom people call so who take part in a game is not known here.
    """
    if not getattr(data, "own_names", ()):
        return
    rules, rows = TITLES[title], [*_rows(files)]
    kinds = rules.notation(replace(data, own_names=()), rules.seats).vocabulary.kinds.values()
    things = [*printed(title, data)]
    wrong = [each for kind in kinds for each in islice(_taken(kind, rows, things), 1)]
    if wrong:
        raise min(wrong, key=lambda each: each.line)


def _taken(kind: Kind, rows: Sequence[_Row], things: Sequence[str]) -> Iterator[BadTable]:
    """The names of things of a kind that are another's."""
    taken: dict[str, tuple[int, tuple[str, ...]]] = {}
    for row in rows:
        words = kind.words.get(typed_word(row.name), ())
        for language, name in row.called.items() if words else ():
            others = {*kind.words.get(typed_word(name), ())}.difference(words)
            line, same = taken.setdefault(typed_word(name), (row.line, words)) if name else (0, words)
            if others or same != words:
                got = _meant(kind, others, rows, things) if others else f"as in line {line}"
                expected = f"a name that is no other {kind.kind}'s in the column {language}"
                yield BadTable(FILE, row.line, expected, f"“{name}”, {got}")


def _meant(kind: Kind, words: set[str], rows: Sequence[_Row], things: Sequence[str]) -> str:
    """What a name means already: a thing as it is printed, and its line if the sheet has one."""
    known = (name for name in things if words.intersection(kind.words.get(typed_word(name), ())))
    name = next(known, min(words))
    lines = [row.line for row in rows if row.name == name]
    return f"which means “{name}”{f' in line {lines[0]}' if lines else ''}"
