"""A whole store row by row, in whatever it is kept: what `bugyo move` reads and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.record.schema import FOLDS, NAMES
from referee.record.writing import Writing

EVENTS = "stored_events"
PAGE = 500
"""Rows that are in memory at a time, where a table has numbers to go by."""

NUMBERS = {
    "mails": "rowid",
    "outbox": "id",
    "mail_cases": "id",
    "mail_answers": "id",
    "mails_swept": "id",
}
"""The tables that may be long, and the numbers of their rows."""

Page = tuple[str, Sequence[tuple[Any, ...]]]


def tables() -> tuple[str, ...]:
    """Every table of a store, the events first; but what is made of events is made anew."""
    return (EVENTS, *(name for name in NAMES if name != FOLDS))


def columns(recorder: Writing, table: str) -> tuple[str, ...]:
    """Those of a table that are part of what is kept: a number that only gives an order is not."""
    return tuple(name for name in recorder.columns(table) if name not in ("rowid", "notification_id"))


def contents(recorder: Writing) -> Iterator[Page]:
    """(table, rows), page by page; each table in the order in which it was written, or that of its rows."""
    for table in tables():
        number = recorder.ROW if table == EVENTS else NUMBERS.get(table)
        names = columns(recorder, table)
        if number is None:
            rows = recorder.rows(f"SELECT {', '.join(names)} FROM {table}")
            yield table, sorted(rows, key=lambda row: repr(plain(row)))
            continue
        last = 0
        picked = f"SELECT {number}, {', '.join(names)} FROM {table}"
        statement = f"{picked} WHERE {number}>? ORDER BY {number} LIMIT ?"
        while rows := recorder.rows(statement, (last, PAGE)):
            last = rows[-1][0]
            yield table, [row[1:] for row in rows]


def plain(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row as both kinds of store can hold it: a server's texts have no sign of number 0."""
    return tuple(value.replace("\0", "�") if isinstance(value, str) else value for value in row)


def counts(recorder: Writing) -> Mapping[str, int]:
    """How many rows each table has."""
    return {table: recorder.rows(f"SELECT count(*) FROM {table}")[0][0] for table in tables()}


def fill(recorder: Writing, pages: Iterator[Page], names: Mapping[str, Sequence[str]]) -> None:
    """Within one transaction. `names` are the columns of the rows."""
    with recorder.together():
        for table, rows in pages:
            if table == EVENTS:
                recorder.insert([(game, position, topic, state) for game, position, topic, state in rows])
                continue
            marks = ",".join("?" * len(names[table]))
            recorder.write_all(f"INSERT INTO {table} ({', '.join(names[table])}) VALUES ({marks})", rows)
        recorder.number_on([table for table, number in NUMBERS.items() if number == "id"])
