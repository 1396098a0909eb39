"""The sheet of names: which names of a title an owner may give in the languages of readers, and in which."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from domain.kit.data_files import csv_rows, text_of
from domain.kit.errors import BadTable
from domain.kit.own_names import FILE, NAME
from domain.titles import TITLES
from projections.language.catalogues import ENGLISH, LANGUAGES
from projections.own_names import printed

_HEAD = "# What things are called in other languages. Orders keep the printed words.\n"

_OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)


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
    if FILE not in files:
        return
    known = {NAME, *printed(title, data)}
    for at, cells in csv_rows(FILE, text_of(files, FILE).splitlines()):
        if cells and not cells[0].startswith("#") and cells[0] not in known:
            raise BadTable(FILE, at, "a name that stands in the tables", f"“{cells[0]}”")
