"""Tables as spreadsheets save them, made data sets: commas, no byte-order mark, no empty rows below."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8

COMMENT = "#"

SEPARATORS = (";", "\t")
"""What spreadsheets write in the place of a comma."""


def as_table(name: str, raw: bytes) -> bytes:
    """The same lines without what a spreadsheet adds to them; as it is where there is nothing of it."""
    raw = raw.removeprefix(BOM_UTF8)
    if not name.endswith(".csv"):
        return raw
    try:
        lines = raw.decode().splitlines()
    except UnicodeDecodeError:
        return raw
    made = _without_empty(_with_commas(lines))
    return raw if made == lines else "".join(f"{line}\n" for line in made).encode()


def _with_commas(lines: list[str]) -> list[str]:
    head = next((line for line in lines if not line.lstrip('"').startswith(COMMENT)), "")
    sign = next((one for one in SEPARATORS if one in head and "," not in head), ",")
    is_quoted = any(line.startswith('"') for line in (head, *lines[:1]))
    return [_line(line, sign) for line in lines] if sign != "," or is_quoted else lines


def _line(line: str, sign: str) -> str:
    try:
        cells = next(csv.reader([line], delimiter=sign), [])
    except csv.Error:
        return line
    if cells and cells[0].startswith(COMMENT):
        return ",".join(cells).rstrip(",")
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _without_empty(lines: list[str]) -> list[str]:
    count = len(lines)
    while count and not lines[count - 1].strip(", "):
        count -= 1
    return lines[:count]
