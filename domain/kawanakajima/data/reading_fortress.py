"""The fortress card out of its files: zones.csv and lines.csv. Data sets from before it have neither."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kawanakajima.data import tables as t
from domain.kawanakajima.data.fortress_card import CENTRE, KINDS, LETTERS, PERIPHERAL, Fortress, Zone
from domain.kawanakajima.data.rows import Files, must, one_of, rows

ZONES, LINES = "zones.csv", "lines.csv"


class _ZoneRow(Struct, frozen=True):
    zone: str
    kind: str
    hexes: str
    column: int
    row: int
    source: str


class _LineRow(Struct, frozen=True):
    zone: str
    beside: str
    defence: int
    defence_beside: int
    source: str


def read_fortress(files: Files, battlefield: t.Map) -> Fortress | None:
    """The card, checked; None where the data set has neither file. Raises `BadTable`."""
    if ZONES not in files and LINES not in files:
        return None
    zones = _zones(files, battlefield)
    scores = _scores(files, zones)
    reached = [next(iter(zones))]
    for zone in reached:
        reached += [there for there in zones if (zone, there) in scores and there not in reached]
    apart = [zone for zone in zones if zone not in reached]
    must(LINES, 1, not apart, "attack lines that join all zones", f"{', '.join(apart)} apart")
    return Fortress(zones, scores)


def _zones(files: Files, battlefield: t.Map) -> Mapping[str, Zone]:
    found: dict[str, Zone] = {}
    around = battlefield.beside[battlefield.kaizu]
    tied: list[str] = []
    for at, row in rows(files, ZONES, _ZoneRow):
        hexes = tuple(row.hexes.split())
        one_of(ZONES, at, row.kind, KINDS)
        must(ZONES, at, row.zone and row.zone not in found, "another zone than those before", row.zone)
        must(ZONES, at, bool(hexes) == (row.kind == PERIPHERAL), "hexes of peripheral zones only", row.hexes)
        for there in hexes:
            fits = there in around and there not in tied
            must(ZONES, at, fits, "hexes next to Kaizu, each of them once", there)
        must(ZONES, at, min(row.column, row.row) >= 1, "a place from 1, 1 on", f"{row.column}, {row.row}")
        tied += hexes
        found[row.zone] = Zone(row.zone, row.kind, hexes, row.column, row.row)
    outer = tuple(zone.name for zone in found.values() if zone.kind == PERIPHERAL)
    must(ZONES, 1, outer == LETTERS, f"the peripheral zones {', '.join(LETTERS)}", ", ".join(outer))
    centres = [zone.name for zone in found.values() if zone.kind == CENTRE]
    must(ZONES, 1, centres == [CENTRE], "one zone in the centre, named so", ", ".join(centres))
    left = [there for there in around if there not in tied]
    must(ZONES, 1, not left, "a peripheral zone for each hex next to Kaizu", f"none for {', '.join(left)}")
    return found


def _scores(files: Files, zones: Mapping[str, Zone]) -> Mapping[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for at, row in rows(files, LINES, _LineRow):
        one_of(LINES, at, row.zone, zones)
        one_of(LINES, at, row.beside, zones)
        new = row.zone != row.beside and (row.zone, row.beside) not in found
        must(LINES, at, new, "two zones that no line before joins", f"{row.zone} {row.beside}")
        least = min(row.defence, row.defence_beside)
        must(LINES, at, least >= 0, "defence scores of 0 or more", f"{least}")
        found[row.zone, row.beside] = row.defence
        found[row.beside, row.zone] = row.defence_beside
    return found
