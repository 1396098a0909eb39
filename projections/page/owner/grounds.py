"""Which files of a title lie on its map, and how: in hexes, or as spots on a picture.

The columns are named here and the words taken from the titles, so that the page paints with nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kawanakajima.data.reading_map import LETTERS
from domain.kawanakajima.data.tables import SIDES


class Pairs(Struct, frozen=True):
    """A file in which a row joins two places of the map; `word` is the column that says by what, if any."""

    file: str
    first: str
    other: str
    word: str = ""
    words: tuple[str, ...] = ()


class Marks(Struct, frozen=True):
    """A file whose rows lie on the map: `names` call a row, `at` holds its hex, or several where `many`."""

    file: str
    names: tuple[str, ...]
    at: str
    many: bool = False


class Hexes(Struct, frozen=True, tag_field="shape", tag="hexes"):
    """A map of hexes: a grid with a letter and a level in each cell, empty off the map."""

    grid: str
    letters: Mapping[str, str]
    levels: int
    pairs: Pairs
    marks: tuple[Marks, ...]


class Spots(Struct, frozen=True, tag_field="shape", tag="spots"):
    """A map of spots: `x` and `y` say where a picture shows each; `paints` are columns painted on them."""

    file: str
    name: str
    x: str
    y: str
    paints: tuple[str, ...]
    pairs: Pairs


GROUNDS: Mapping[str, Hexes | Spots] = {
    "kawanakajima": Hexes(
        "map.csv",
        LETTERS,
        10,
        Pairs("sides.csv", "hex", "beside", "side", SIDES),
        (
            Marks("places.csv", ("place",), "hex"),
            Marks("entries.csv", ("entry",), "hexes", many=True),
            Marks("zones.csv", ("zone",), "hexes", many=True),
            Marks("units.csv", ("seat", "unit"), "start"),
        ),
    ),
    "twilight_shogun": Spots(
        "spaces.csv", "id", "column", "row", ("area", "kind", "powered"), Pairs("lines.csv", "space", "other")
    ),
}
"""By title. A title without a map has only grids and forms."""
