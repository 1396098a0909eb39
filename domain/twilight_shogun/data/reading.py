"""Reads the files of a data set. `checks.py` says whether they agree with each other.

In a CSV file lines that begin with # are comments; the first other line names the columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.data_files import complaint, csv_rows, text_of, toml_of, unsourced
from domain.kit.errors import BadTable
from domain.kit.own_names import read_names
from domain.kit.recommended import read_sheets
from domain.twilight_shogun.data import checks
from domain.twilight_shogun.data.rows import Cards, Line, Markers, NonClan, Step
from domain.twilight_shogun.data.tables import ANTI, PRO, Area, Scoring, Space, Tables, Tracks

T = TypeVar("T", bound=Struct)

SPACES, LINES, AREAS, NONCLAN = "spaces.csv", "lines.csv", "areas.csv", "nonclan.csv"
MARKERS, CARDS, TRACKS = "markers.toml", "cards.toml", "tracks.csv"


class Placed(NamedTuple):
    """A record and the line where it begins."""

    line: int
    row: Any


def read_data(files: Mapping[str, bytes]) -> Tables:
    """The data set out of its files by name. Raises `BadTable` with the line that is wrong."""
    texts = {name: text_of(files, name) for name in (SPACES, LINES, AREAS, NONCLAN, MARKERS, CARDS, TRACKS)}
    spaces = _grid(SPACES, texts[SPACES], Space)
    lines = _grid(LINES, texts[LINES], Line)
    areas = _grid(AREAS, texts[AREAS], Area)
    nonclan = _grid(NONCLAN, texts[NONCLAN], NonClan)
    steps = _grid(TRACKS, texts[TRACKS], Step)
    markers = _records(MARKERS, texts[MARKERS], Markers, "marker")
    cards = _records(CARDS, texts[CARDS], Cards, "card")
    for name, rows in ((SPACES, spaces), (LINES, lines), (AREAS, areas), (NONCLAN, nonclan)):
        _check_sources(name, rows)
    _check_sources(TRACKS, steps)
    _check_sources(CARDS, cards)
    _check_faces(markers)
    joined = _joined(spaces, lines)
    tables = Tables(
        joined,
        _filled(areas, [row.row for row in spaces]),
        _scorings([row.row for row in areas], nonclan),
        _by_id(MARKERS, markers),
        _by_id(CARDS, sorted(cards, key=lambda placed: placed.row.number)),
        _tracks(steps),
        _inherent(joined.values()),
        read_sheets(files, (ANTI, PRO)),
        read_names(files),
    )
    checks.check(tables, lambda name, key: _place(texts[name], name, key))
    return tables


def _inherent(spaces: Iterable[Space]) -> dict[tuple[str, str], int]:
    numbers = ((space.id, {"anti": space.anti, "pro": space.pro}) for space in spaces)
    return {(name, seat): number for name, both in numbers for seat, number in both.items() if number}


# ---- files


def _grid(name: str, text: str, kind: type[T]) -> list[Placed]:
    """The rows of a CSV file, each with its line."""
    written = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line and line[0] != "#"]
    if not written:
        raise BadTable(name, 1, "a line with the names of the columns", "no line")
    (head, columns), *rest = written
    names = _cells(name, head, columns)
    _check_columns(name, head, names, kind)
    return [Placed(at, _row(name, at, names, line, kind)) for at, line in rest]


def _cells(name: str, at: int, line: str) -> list[str]:
    return next((cells for _, cells in csv_rows(name, [line], at - 1)), [])


def _check_columns(name: str, line: int, names: list[str], kind: type[Struct]) -> None:
    known = tuple(field for field in kind.__struct_fields__ if field not in ("adjacent", "clans"))
    strange = [column for column in names if column not in known]
    if strange or len(set(names)) < len(names):
        raise BadTable(name, line, f"columns among {', '.join(known)}, each once", f'"{",".join(names)}"')


def _row(name: str, line: int, names: list[str], text: str, kind: type[T]) -> T:
    cells = _cells(name, line, text)
    if len(cells) != len(names):
        raise BadTable(name, line, f"{len(names)} cells", f"{len(cells)}")
    record: dict[str, Any] = {
        key: cell.strip() for key, cell in zip(names, cells, strict=True) if cell.strip()
    }
    if "also" in record:
        record["also"] = tuple(record["also"].split())
    try:
        return msgspec.convert(record, kind, strict=False)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at ")
        expected, got = complaint(what)
        column = re.sub(r"[`$.\[\]0-9]", "", path)
        where = f" in the column {column}" if column else ""
        raise BadTable(name, line, f"{expected}{where}", got) from None


def _records(name: str, text: str, kind: type[Struct], table: str) -> list[Placed]:
    """The records of a TOML file of one `[[table]]`, each with its line."""
    decoded, heads = toml_of(name, text, kind), _heads(text, table)
    return [Placed(line, row) for line, row in zip(heads, getattr(decoded, table), strict=True)]


def _heads(text: str, table: str) -> list[int]:
    return [at for at, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{table}]]"]


def _place(text: str, name: str, key: str) -> int:
    """The line of the row or record with that id; of a line of the map or a track, "first,second"."""
    if name.endswith(".csv"):
        wanted = [at for at, line in enumerate(text.splitlines(), 1) if line.startswith(f"{key},")]
    else:
        wanted = [at for at, line in enumerate(text.splitlines(), 1) if line == f'id = "{key}"']
    return wanted[-1] if wanted else 1


# ---- sources


def _check_sources(name: str, rows: Iterable[Placed]) -> None:
    for line, row in rows:
        _check_source(name, line, row.source)


def _check_faces(markers: Iterable[Placed]) -> None:
    for line, marker in markers:
        for face in (marker.head, marker.tail):
            _check_source(MARKERS, line, face.source)


def _check_source(name: str, line: int, source: str) -> None:
    if wanted := unsourced(source, "printed: 2.22"):
        raise BadTable(name, line, wanted, f'"{source}"')


# ---- joined


def _by_id(name: str, rows: Iterable[Placed]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for line, row in rows:
        if row.id in known:
            raise BadTable(name, line, "another id than those before", f'"{row.id}"')
        if not re.fullmatch(r"[a-z0-9-]+", row.id):
            raise BadTable(name, line, "an id of small letters, digits and hyphens", f'"{row.id}"')
        known[row.id] = row
    return known


def _joined(rows: list[Placed], lines: list[Placed]) -> dict[str, Space]:
    """The spaces with the spaces that lines join to them, in the order of the file."""
    spaces: dict[str, Space] = _by_id(SPACES, rows)
    joined: dict[str, set[str]] = {name: set() for name in spaces}
    for at, line in lines:
        for end in (line.space, line.other):
            if end not in spaces:
                raise BadTable(LINES, at, f"a space of {SPACES}", f'"{end}"')
        if line.space == line.other or line.other in joined[line.space]:
            raise BadTable(
                LINES, at, "two spaces that no line before has joined", f"{line.space},{line.other}"
            )
        joined[line.space].add(line.other)
        joined[line.other].add(line.space)
    return {
        name: replace(space, adjacent=tuple(one for one in spaces if one in joined[name]))
        for name, space in spaces.items()
    }


def _filled(rows: list[Placed], spaces: list[Space]) -> dict[str, Area]:
    areas: dict[str, Area] = _by_id(AREAS, rows)
    return {
        name: replace(
            area,
            clans=tuple(space.id for space in spaces if space.area == name),
            powered="".join(space.id for space in spaces if space.area == name and space.powered),
        )
        for name, area in areas.items()
    }


def _scorings(areas: list[Area], nonclan: list[Placed]) -> dict[str, Scoring]:
    known = {area.id: Scoring(area.id, area.name, area=area.id) for area in areas}
    for line, row in nonclan:
        before = known.get(row.scoring, Scoring(row.scoring, row.name))
        if before.area or row.space in before.spaces:
            raise BadTable(NONCLAN, line, "a scoring and a space that are new", f"{row.scoring},{row.space}")
        known[row.scoring] = replace(before, spaces=before.spaces | {row.space: row.vp})
    return known


def _tracks(rows: list[Placed]) -> Tracks:
    """Single numbers by their name; the steps of `hand` count from 0, those of `court_vp` from 1."""
    single = {row.track: row.value for _, row in rows if row.step < 0}
    steps: dict[str, list[int]] = {"hand": [], "court_vp": []}
    for line, row in rows:
        if row.step < 0:
            continue
        if row.track not in steps:
            raise BadTable(TRACKS, line, "a step of hand or court_vp", f'"{row.track}"')
        wanted = len(steps[row.track]) + (row.track == "court_vp")
        if row.step != wanted:
            raise BadTable(TRACKS, line, f"step {wanted} of {row.track}", f"{row.step}")
        steps[row.track].append(row.value)
    try:
        return msgspec.convert({**single, **{k: tuple(v) for k, v in steps.items()}}, Tracks)
    except msgspec.ValidationError as error:
        raise BadTable(
            TRACKS, 1, "every number that the rulebook needs", str(error).replace("`", '"')
        ) from None
