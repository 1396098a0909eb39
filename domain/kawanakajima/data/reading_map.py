"""The map out of its files: terrain, levels, what lies between hexes, entry points, what each step costs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.kawanakajima.data import tables as t
from domain.kawanakajima.data.rows import Files, columns_of, number, rows, typed_rows
from domain.kit.errors import BadTable
from domain.kit.hexes import is_label, label, neighbours

MAP, SIDES, PLACES, ENTRIES, TERRAIN = "map.csv", "sides.csv", "places.csv", "entries.csv", "terrain.csv"
LETTERS = {"c": "clear", "w": "woods", "k": "kaizu"}
TERRAINS = (*LETTERS.values(), *t.SIDES, "uphill", "downhill", "defensive position", "enemy zone")


def read_map(files: Files) -> tuple[t.Map, Mapping[str, t.Terrain]]:
    """The battlefield and its table of terrain. Raises `BadTable`."""
    terrain = _terrain(files)
    places = _places(files)
    sides = _sides(files, places)
    names = _names(files, places)
    entries = _entries(files, places)
    beside = {here: tuple(there for there in neighbours(here) if there in places) for here in places}
    steps = {here: _steps(here, places, sides, beside[here], terrain) for here in places}
    for entry in entries.values():
        steps[entry.name] = tuple((there, _base(places[there], terrain)) for there in entry.hexes)
    return (
        t.Map(
            places,
            names,
            sides,
            beside,
            steps,
            _back(steps),
            _banks(beside, sides),
            entries,
            names["reinforcement"],
            names["Kaizu"],
        ),
        terrain,
    )


def _terrain(files: Files) -> Mapping[str, t.Terrain]:
    found = {}
    for at, row in typed_rows(files, TERRAIN, t.Terrain):
        if row.terrain not in TERRAINS:
            raise BadTable(TERRAIN, at, f"one of {', '.join(TERRAINS)}", f'"{row.terrain}"')
        if (row.cost is None) != (row.terrain == t.RIVER) or (row.cost or 0) < 0:
            raise BadTable(TERRAIN, at, "a cost of 0 or more, and none for the river", f'"{row.cost}"')
        found[row.terrain] = row
    missing = [name for name in TERRAINS if name not in found]
    if missing:
        raise BadTable(TERRAIN, 1, f"a line for {', '.join(missing)}", "none")
    return found


def _places(files: Files) -> Mapping[str, t.Place]:
    """The hexes, column by column."""
    columns = columns_of(files, MAP)[1:-1]
    along = {column: _in_grid(2, column) for column in columns}
    found: dict[str, t.Place] = {}
    for row in rows(files, MAP, ("row", *columns, "source")):
        down = _in_grid(row.number, row.cells["row"])
        for column in columns:
            cell = row.cells[column]
            if cell and not re.fullmatch("[cwk][0-9]", cell):
                raise BadTable(MAP, row.number, "terrain and level, such as c0 or w1", f'"{cell}"')
            if cell:
                there = label(along[column], down)
                found[there] = t.Place(LETTERS[cell[0]], int(cell[1]))
    return {there: found[there] for there in sorted(found)}


def _in_grid(line: int, cell: str) -> int:
    """The number of a column or a row, from 1 to 99."""
    found = number(MAP, line, cell)
    if not 1 <= found <= 99:
        raise BadTable(MAP, line, "a column or a row from 01 to 99", f'"{cell}"')
    return found


def _sides(files: Files, places: Mapping[str, t.Place]) -> Mapping[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for row in rows(files, SIDES, ("hex", "beside", "side", "source")):
        here, there, side = row.cells["hex"], row.cells["beside"], row.cells["side"]
        if here not in places or there not in places or there not in neighbours(here):
            raise BadTable(SIDES, row.number, "two hexes of the map next to each other", f"{here} {there}")
        if side not in t.SIDES:
            raise BadTable(SIDES, row.number, f"one of {', '.join(t.SIDES)}", f'"{side}"')
        found[here, there] = found[there, here] = side
    return found


def _names(files: Files, places: Mapping[str, t.Place]) -> Mapping[str, str]:
    found = {}
    for row in rows(files, PLACES, ("place", "hex", "source")):
        if row.cells["hex"] not in places:
            raise BadTable(PLACES, row.number, "a hex of the map", f'"{row.cells["hex"]}"')
        found[row.cells["place"]] = row.cells["hex"]
    for name in ("Kaizu", "reinforcement"):
        if name not in found:
            raise BadTable(PLACES, 1, f"a line for {name}", "none")
    return found


def _entries(files: Files, places: Mapping[str, t.Place]) -> Mapping[str, t.Entry]:
    found = {}
    for row in rows(files, ENTRIES, ("entry", "turn", "hexes", "source")):
        name, hexes = row.cells["entry"], tuple(row.cells["hexes"].split())
        if is_label(name) or not re.fullmatch("[A-Z][0-9]", name):
            raise BadTable(ENTRIES, row.number, "a letter and a turn, such as B1", f'"{name}"')
        if not hexes or not all(there in places for there in hexes):
            raise BadTable(ENTRIES, row.number, "hexes of the map", f'"{row.cells["hexes"]}"')
        found[name] = t.Entry(name, number(ENTRIES, row.number, row.cells["turn"]), hexes)
    return found


def _steps(
    here: str,
    places: Mapping[str, t.Place],
    sides: Mapping[tuple[str, str], str],
    beside: tuple[str, ...],
    terrain: Mapping[str, t.Terrain],
) -> tuple[tuple[str, int], ...]:
    """What can be entered from a hex, clockwise, with the cost [10.2, table of terrain]."""
    found = []
    for there in beside:
        side = sides.get((here, there), "")
        if side == t.RIVER:
            continue
        slope = places[there].level - places[here].level
        up = (terrain["uphill"] if slope > 0 else terrain["downhill"]).cost or 0
        crossing = (terrain[side].cost or 0) if side else 0
        found.append((there, _base(places[there], terrain) + crossing + up * abs(slope)))
    return tuple(found)


def _back(
    steps: Mapping[str, tuple[tuple[str, int], ...]],
) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """The steps turned round: from where each hex can be entered."""
    found: dict[str, list[tuple[str, int]]] = {here: [] for here in steps}
    for here, ways in steps.items():
        for there, cost in ways:
            found[there].append((here, cost))
    return {there: tuple(ways) for there, ways in found.items()}


def _banks(beside: Mapping[str, tuple[str, ...]], sides: Mapping[tuple[str, str], str]) -> Mapping[str, int]:
    """Pieces of land between the rivers, numbered from the first hex; a ford belongs to the river [6.5]."""
    found: dict[str, int] = {}
    pieces = 0
    for start in beside:
        waiting = [] if start in found else [start]
        while waiting:
            here = waiting.pop()
            found[here] = pieces
            waiting += [
                there
                for there in beside[here]
                if there not in found and sides.get((here, there)) not in (t.RIVER, t.FORD)
            ]
        pieces += found[start] == pieces
    return found


def _base(place: t.Place, terrain: Mapping[str, t.Terrain]) -> int:
    return terrain[place.terrain].cost or 0
