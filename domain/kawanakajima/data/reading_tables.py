"""The printed tables out of their files; the combat table never gets worse for the attacker."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from domain.kawanakajima.data import tables as t
from domain.kawanakajima.data.rows import Files, R, columns_of, must, number, one_of, rows, runs, typed_rows

COMBAT, RESULTS, COMMAND = "combat.csv", "results.csv", "command.csv"
NOTHING = "-"

_HALF = r"(?:[0-9]R?|R|E)(?:\^(?:[0-9]R?|R|E))?"
_CODE = re.compile(rf"(?:a(?P<a>{_HALF}))?-?(?:d(?P<d>{_HALF}))?")


def read_keyed(files: Files, name: str, kind: type[R], keys: Sequence[str]) -> dict[str, R]:
    """A table whose first column holds exactly those words."""
    found = {}
    column = kind.__struct_fields__[0]
    for at, row in typed_rows(files, name, kind):
        word = getattr(row, column)
        one_of(name, at, word, keys)
        must(name, at, word not in found, f"another {column} than those before", word)
        found[word] = row
    missing = [word for word in keys if word not in found]
    must(name, 1, not missing, f"a line for {', '.join(missing)}", "none")
    return {word: found[word] for word in keys}


def read_posture_changes(files: Files) -> Mapping[str, Mapping[str, int | None]]:
    name = "posture_changes.csv"
    table: dict[str, dict[str, int | None]] = {}
    for row in rows(files, name, ("posture", *t.POSTURES, "source")):
        now = row.cells["posture"]
        one_of(name, row.number, now, t.POSTURES)
        table[now] = {
            wanted: number(name, row.number, row.cells[wanted]) if row.cells[wanted] else None
            for wanted in t.POSTURES
        }
    must(name, 1, len(table) == len(t.POSTURES), "a line for each posture", ", ".join(table))
    return {now: table[now] for now in t.POSTURES}


def read_states(files: Files) -> tuple[int, ...]:
    """The modifier of each state; that of an eliminated unit is empty."""
    name, columns = "states.csv", []
    for losses, row in enumerate(rows(files, name, ("state", "losses", "column", "source"))):
        cells, wanted = row.cells, t.STATES[min(losses, len(t.STATES) - 1)]
        must(name, row.number, cells["state"] == wanted, f"the state {wanted}", cells["state"])
        must(name, row.number, cells["losses"] == str(losses), f"{losses} losses", cells["losses"])
        if wanted != t.STATES[-1]:
            columns.append(number(name, row.number, cells["column"]))
    must(name, 1, len(columns) == len(t.STATES) - 1, "a line for each state", f"{len(columns)}")
    return tuple(columns)


def read_combat(files: Files) -> t.CombatTable:
    """The table, which never gets worse for the attacker to the right or downward."""
    results = _results(files)
    head = columns_of(files, COMBAT)
    columns = [number(COMBAT, 2, cell) for cell in head[1:-1]]
    read = rows(files, COMBAT, ("row", *head[1:-1], "source"))
    must(COMBAT, 2, columns and runs(columns), "columns that follow each other", ", ".join(head))
    grid: list[tuple[str, ...]] = []
    first = number(COMBAT, 3, read[0].cells["row"]) if read else 0
    for down, row in enumerate(read):
        expected, got = f"{first + down}", row.cells["row"]
        must(COMBAT, row.number, got == expected, f"row {expected}", got)
        cells = tuple(row.cells[column] for column in head[1:-1])
        for code in cells:
            must(COMBAT, row.number, code in results, f"a result of {RESULTS}", code)
        _never_worse(row.number, results, cells, grid[-1] if grid else cells)
        grid.append(cells)
    must(COMBAT, 1, grid, "rows", "none")
    return t.CombatTable(columns[0], first, tuple(grid), results)


def _never_worse(
    at: int, results: Mapping[str, t.Result], cells: Sequence[str], above: Sequence[str]
) -> None:
    for before, after in (*pairwise(cells), *zip(above, cells, strict=True)):
        better = results[before].rank <= results[after].rank
        must(COMBAT, at, better, f"nothing worse for the attacker than {before} after it", after)


def _results(files: Files) -> Mapping[str, t.Result]:
    found: dict[str, t.Result] = {}
    for row in rows(files, RESULTS, ("code", "rank", "source")):
        code = row.cells["code"]
        must(RESULTS, row.number, code not in found, "another result than those before", code)
        found[code] = _result(row.number, code, number(RESULTS, row.number, row.cells["rank"]))
    must(RESULTS, 1, NOTHING in found, f'a line for no result, "{NOTHING}"', "none")
    return found


def _result(at: int, code: str, rank: int) -> t.Result:
    read = _CODE.fullmatch(code)
    must(
        RESULTS,
        at,
        read and (code == NOTHING or read["a"] or read["d"]),
        "a result such as d2^1 or a1-d1",
        code,
    )
    assert read is not None
    return t.Result(code, rank, _suffered(read["a"]), _suffered(read["d"]))


def _suffered(half: str | None) -> t.Suffered:
    main, _, others = (half or "").partition("^")
    return t.Suffered(_hit(main), _hit(others))


def _hit(part: str) -> t.Hit:
    losses = int(part[0]) if part[:1].isdigit() else 0
    return t.Hit(losses, "R" in part, "E" in part)


def read_command(files: Files) -> tuple[t.CommandColumn, ...]:
    head = columns_of(files, COMMAND)
    dice = [number(COMMAND, 2, cell) for cell in head[3:-1]]
    must(COMMAND, 2, dice and runs(dice), "dice that follow each other", ", ".join(head))
    found = []
    for row in rows(files, COMMAND, ("general", "first", "last", *map(str, dice), "source")):
        first, last, *points = (
            number(COMMAND, row.number, row.cells[column]) for column in ("first", "last", *map(str, dice))
        )
        one_of(COMMAND, row.number, row.cells["general"], t.GENERALS)
        must(COMMAND, row.number, points == sorted(points), "points that never fall", f"{points}")
        found.append(t.CommandColumn(row.cells["general"], first, last, dice[0], tuple(points)))
    return tuple(found)


def read_rally(files: Files) -> t.Track[int]:
    name = "rally.csv"
    read = rows(files, name, ("die", "levels", "source"))
    dice = [number(name, row.number, row.cells["die"]) for row in read]
    must(name, 1, dice and runs(dice), "dice that follow each other", f"{dice}")
    levels = tuple(number(name, row.number, row.cells["levels"]) for row in read)
    for row, before, after in zip(read[1:], levels, levels[1:], strict=False):
        must(name, row.number, before <= after <= 3, "levels that never fall, up to 3", f"{after}")
    return t.Track(dice[0], levels)


class _FlightRow(Struct, frozen=True):
    die: int
    flight: bool
    retreat: bool
    seppuku: bool
    source: str


def read_flight(files: Files) -> t.Track[t.Flight]:
    name = "flight.csv"
    read = [row for _, row in typed_rows(files, name, _FlightRow)]
    dice = [row.die for row in read]
    must(name, 1, dice and runs(dice), "dice that follow each other", f"{dice}")
    return t.Track(dice[0], tuple(t.Flight(row.flight, row.retreat, row.seppuku) for row in read))


class _Line(Struct, frozen=True):
    seat: str
    lead: int
    source: str


def read_samurai(files: Files) -> Mapping[str, tuple[int, ...]]:
    name = "samurai.csv"
    found: dict[str, list[int]] = {seat: [] for seat in t.SEATS}
    for at, row in typed_rows(files, name, _Line):
        one_of(name, at, row.seat, t.SEATS)
        must(
            name, at, row.lead > max(found[row.seat], default=0), "a greater lead than before", f"{row.lead}"
        )
        found[row.seat].append(row.lead)
    return {seat: tuple(leads) for seat, leads in found.items()}
