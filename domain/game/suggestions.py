"""Rulings that the error policy of a game suggests to its referee, by the table of errors and by
how far play has gone on.

It is a suggestion and nothing more: the referee rules.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence

from msgspec import Struct

from domain.game.entries.entries import Entry
from domain.game.entries.policy import LENIENT, STRICT
from domain.game.entries.rulings import KINDS, NOTE
from domain.game.state.lines import rests_on
from domain.kit.data_files import text_of, unsourced
from domain.kit.errors import BadTable
from domain.kit.vocabulary import fold

FILE, NAMED = "errors.csv", "words.csv"
COLUMNS = ("error", "stage", STRICT, LENIENT, "source")
LANGUAGES = ("en", "fr", "ru")

UNTOUCHED, RESTED, OVER = "untouched", "rested", "over"
STAGES = (UNTOUCHED, RESTED, OVER)
"""Nothing rests on it; a throw, a reveal, an order of another seat or a ruling does; the game is over."""

Errors = Mapping[tuple[str, str], "Row"]
"""The rows by class of error and stage."""


class Row(Struct, frozen=True):
    """Which kind of ruling each policy suggests, and where that comes from."""

    error: str
    stage: str
    strict: str
    lenient: str
    source: str


def read_errors(files: Mapping[str, bytes]) -> Errors:
    """The table of errors: each class at each stage. Raises `BadTable`."""
    reader = csv.reader(text_of(files, FILE).splitlines())
    if tuple(next(reader, ())) != COLUMNS:
        raise BadTable(FILE, 1, f"the columns {', '.join(COLUMNS)}", "others")
    table = dict[tuple[str, str], Row]()
    for line, cells in enumerate(reader, 2):
        row = _row(line, cells)
        if (row.error, row.stage) in table:
            raise BadTable(FILE, line, "each error once at each stage", f"{row.error}, {row.stage} again")
        table[row.error, row.stage] = row
    for error, _stage in [*table]:
        for stage in STAGES:
            if (error, stage) not in table:
                raise BadTable(FILE, line, f"{error} at the stage {stage}", "nothing")
    return table


def read_words(files: Mapping[str, bytes], errors: Errors) -> dict[str, str]:
    """The class that each name of an error means, as `spelled`. Raises `BadTable`."""
    reader = csv.reader(text_of(files, NAMED).splitlines())
    columns = ("error", *LANGUAGES, "source")
    if tuple(next(reader, ())) != columns:
        raise BadTable(NAMED, 1, f"the columns {', '.join(columns)}", "others")
    found = dict[str, str]()
    for line, cells in enumerate(reader, 2):
        if len(cells) != len(columns) or cells[0] not in classes(errors):
            raise BadTable(
                NAMED, line, f"{len(columns)} cells, the first a class of {FILE}", ", ".join(cells)
            )
        if wrong := unsourced(cells[-1]):
            raise BadTable(NAMED, line, wrong, cells[-1])
        for name in (spelled(one) for cell in cells[1:-1] for one in cell.split("/")):
            if found.setdefault(name, cells[0]) != cells[0] or not name:
                raise BadTable(NAMED, line, "names that mean one class each", name)
    return found


def spelled(name: str) -> str:
    """A name of a class without what never matters: case, accents, hyphens, the form of an apostrophe."""
    return " ".join(fold(name).replace("-", " ").replace("’", "'").split())


def _row(line: int, cells: Sequence[str]) -> Row:
    if len(cells) != len(COLUMNS):
        raise BadTable(FILE, line, f"{len(COLUMNS)} cells", f"{len(cells)}")
    row = Row(*cells)
    if row.stage not in STAGES:
        raise BadTable(FILE, line, f"a stage ({', '.join(STAGES)})", row.stage)
    for kind in (row.strict, row.lenient):
        if kind not in KINDS:
            raise BadTable(FILE, line, f"a kind of ruling ({', '.join(KINDS)})", kind)
    wrong = unsourced(row.source, "printed: AHIKS hard-core error correction")
    if wrong:
        raise BadTable(FILE, line, wrong, row.source)
    return row


def classes(errors: Errors) -> tuple[str, ...]:
    """The classes of error, in the order of the table."""
    return tuple(dict.fromkeys(error for error, _stage in errors))


def stage_of(
    entries: Sequence[Entry], event: int, reveals: tuple[type[Struct], ...], *, is_over: bool
) -> str:
    """How far play has gone on since an event (0: the last one)."""
    if is_over:
        return OVER
    return RESTED if event and rests_on(entries, event, reveals) else UNTOUCHED


def suggested(errors: Errors, policy: str, error: str, stage: str) -> Row | None:
    """The row for an error; None where the table has none. What a policy in words suggests is `NOTE`."""
    row = errors.get((error, stage))
    if row is None or policy in (STRICT, LENIENT):
        return row
    return Row(error, stage, NOTE, NOTE, "the game's own words")


def kind_of(row: Row, policy: str) -> str:
    """The kind of ruling that a row has for a policy."""
    return row.strict if policy == STRICT else row.lenient
