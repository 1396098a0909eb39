"""The data set: six CSV files, decoded once into frozen structs. Every row carries its source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from domain.kit.data_files import csv_rows, text_of, unsourced, whole_number
from domain.kit.errors import BadTable
from domain.kit.own_names import OwnNames, read_names
from domain.kit.recommended import Sheets, read_sheets

DAIMYO, SHINTO, BUSHI, STRONGHOLD = "daimyo", "shinto", "bushi", "stronghold"
BORROWED = (f"borrowed-{SHINTO}", f"borrowed-{BUSHI}")
"""How a figure is named while it fights on the side of another clan."""

HERALD = "herald"
MONSTER, ONI = "monster", "oni"
SEASONS = ("spring", "summer", "autumn")
WINTER = len(SEASONS) + 1
"""The season after the last War phase, counted like the others from 1."""

NUMBERS = (
    *("fewest-clans", "most-clans", "wars-beyond-clans", "honor-of-seppuku", "points-of-seppuku"),
    *("points-of-a-hostage", "force-of-a-ronin", "points-of-poets"),
    *(f"token-{season}" for season in SEASONS),
)
ABILITIES = ("", "ronin-for-coins", "strongholds-fight", "free-bushi", "honor-ties", "least-force")
KINDS = (MONSTER, "virtue", "upgrade")
COUNTS = ("", ONI, DAIMYO, SHINTO)
FIGURES = (DAIMYO, SHINTO, BUSHI, "building")

EFFECTS: Mapping[str, str] = {
    "": "nothing but its Force",
    "force-lowest-honor": "Force `amount` where its clan has the lowest Honor of several in the province",
    "force-enemy-monster": "Force `amount` while a monster of another clan is in the province",
    "force-of-daimyo": "Daimyo, and what counts as one, have `amount` more",
    "force-of-bushi-by-oni": "Bushi have `amount` more in a province with any Oni",
    "force-of-shinto-in-honor": "Shinto have Force `amount` where the clan has the highest Honor",
    "drives-out": "start of battle: may move one figure of each other player out",
    "burns": "start of battle: kills one other figure of each player",
    "borrows": "start of battle: takes control of a Bushi or Shinto",
    "crosses": "before the battle: may come over a sea route",
    "rises": "if killed: `amount` points, and it is back",
    "curses": "if killed: `amount` coins and Ronin gained, and lost by the others in the province",
    "pays-when-killed": "if killed: `amount` coins",
    "feeds": "each other figure killed in its province: `amount` points, and Honor lost",
    "own-killed": "each own figure killed: `amount` points",
    "kills-the-lower": "figures killed of a clan with less Honor: `amount` points",
    "kills-oni": "each enemy Oni killed in a battle: `amount` points",
    "spares": "may leave all alive that it could kill, for `amount` points",
    "more-hostages": "`amount` more hostages",
    "better-hostages": "hostages taken: Honor gained and `amount` points",
    "token": "a token: `amount` points",
    "token-with-it": "a token with this monster: `amount` points for each Oni owned",
    "token-near-it": "whoever takes the token where this monster is: `amount` points",
    "token-with-shinto": "a token with a Shinto: `amount` points, and Honor gained",
    "points-of-allies": "while allied, each gain of points is `amount` more",
}


class Kind(Struct, frozen=True):
    """A kind of figure: how many a clan has, and the Force of one. A building is no figure."""

    name: str
    also: tuple[str, ...]
    number: int
    force: int
    counts: str
    source: str


class Clan(Struct, frozen=True):
    """A clan and the ability of it that touches a battle; "" for none."""

    name: str
    also: tuple[str, ...]
    ability: str
    amount: int
    source: str


class Province(Struct, frozen=True):
    """A province, and where one gets from it by land and by sea."""

    name: str
    also: tuple[str, ...]
    land: tuple[str, ...]
    sea: tuple[str, ...]
    source: str


class Card(Struct, frozen=True):
    """A season card: what it counts as, the Force of a monster, and its effect (`EFFECTS`)."""

    name: str
    also: tuple[str, ...]
    kind: str
    copies: int
    force: int
    counts: str
    effect: str
    amount: int
    source: str


class Tables(Struct, frozen=True):
    """The checked data set, by name in the order of the files. `bonuses`: provinces and their points.

    `figures` are all that can stand on the map, in the order of the tables: kinds, borrowed ones, monsters;
    each with its place in this order. `counts` says what each is or counts as: daimyo, shinto, bushi, oni,
    building, or "" for another monster. `sheets` are the standing answers that are recommended to each clan.
    """

    numbers: dict[str, int]
    bonuses: tuple[tuple[int, int], ...]
    kinds: dict[str, Kind]
    clans: dict[str, Clan]
    provinces: dict[str, Province]
    cards: dict[str, Card]
    figures: dict[str, int]
    counts: dict[str, str]
    sheets: Sheets = {}
    own_names: OwnNames = ()

    def token_points(self, season: int) -> int:
        """What a token of a season, counted from 1, is worth in winter."""
        return self.numbers[f"token-{SEASONS[season - 1]}"]


def season_name(season: int) -> str:
    """ "spring" for 1, to "winter" for 4."""
    return (*SEASONS, "winter")[season - 1]


class Row(NamedTuple):
    """A row of a file with its line, so that what is wrong in it can be found."""

    file: str
    line: int
    cells: Mapping[str, str]

    def bad(self, expected: str, got: str) -> BadTable:
        return BadTable(self.file, self.line, expected, got)

    def number(self, column: str) -> int:
        text = self.cells[column]
        found = whole_number(text)
        if found is None or found < 0:
            raise self.bad(f"a whole number as {column}", f'"{text}"')
        return found

    def one_of(self, column: str, known: tuple[str, ...]) -> str:
        text = self.cells[column]
        if text not in known:
            names = ", ".join(name or "nothing" for name in known)
            raise self.bad(f"{column} to be one of {names}", f'"{text}"')
        return text

    def names(self, column: str) -> tuple[str, ...]:
        return tuple(name for name in self.cells[column].split("|") if name)


def read_data(files: Mapping[str, bytes]) -> Tables:
    """The data set out of its files by name. Raises `BadTable` with the line that is wrong."""
    numbers = _named(files, "numbers.csv", ("name", "value"), lambda row: row.number("value"))
    kinds = _named(files, "figures.csv", ("name", "also", "number", "force", "counts"), _kind)
    clans = _named(files, "clans.csv", ("name", "also", "ability", "amount"), _clan)
    provinces = _named(files, "provinces.csv", ("name", "also", "land", "sea"), _province)
    columns = ("name", "also", "kind", "copies", "force", "counts", "effect", "amount")
    cards = _named(files, "cards.csv", columns, _card)
    figures = {name: place for place, name in enumerate((*kinds, *BORROWED, *cards))}
    counts = {name: figure.counts for name, figure in (*cards.items(), *kinds.items())}
    counts |= {f"borrowed-{kind}": kinds[kind].counts for kind in (SHINTO, BUSHI) if kind in kinds}
    further = read_sheets(files, tuple(clans)), read_names(files)
    tables = Tables(numbers, _bonuses(files), kinds, clans, provinces, cards, figures, counts, *further)
    _check_names(files, tables)
    _check_routes(files, tables)
    return tables


def _rows(files: Mapping[str, bytes], file: str, columns: tuple[str, ...]) -> Iterator[Row]:
    lines = text_of(files, file).splitlines()
    heads = [at for at, line in enumerate(lines, 1) if line and not line.startswith("#")]
    wanted = (*columns, "source")
    if not heads or tuple(lines[heads[0] - 1].split(",")) != wanted:
        at = heads[0] if heads else 1
        raise BadTable(file, at, f"the columns {','.join(wanted)}", f'"{lines[at - 1] if lines else ""}"')
    for at in heads[1:]:
        ((_, cells),) = csv_rows(file, [lines[at - 1]], at - 1)
        if len(cells) != len(wanted):
            raise BadTable(file, at, f"{len(wanted)} cells", f"{len(cells)}")
        row = Row(file, at, dict(zip(wanted, cells, strict=True)))
        _check_source(row)
        yield row


def _check_source(row: Row) -> None:
    if wanted := unsourced(row.cells["source"]):
        raise row.bad(wanted, f'"{row.cells["source"]}"')


def _named(
    files: Mapping[str, bytes], file: str, columns: tuple[str, ...], build: Callable[[Row], Any]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for row in _rows(files, file, columns):
        name = row.cells["name"]
        if not name or name in found:
            raise row.bad("another name than those before", f'"{name}"')
        found[name] = build(row)
    return found


def _kind(row: Row) -> Kind:
    cells = row.cells
    return Kind(
        row.one_of("name", (DAIMYO, SHINTO, BUSHI, STRONGHOLD)),
        row.names("also"),
        row.number("number"),
        row.number("force"),
        row.one_of("counts", FIGURES),
        cells["source"],
    )


def _clan(row: Row) -> Clan:
    ability, cells = row.one_of("ability", ABILITIES), row.cells
    if cells["name"] == HERALD:
        raise row.bad("another name than that of the herald", f'"{HERALD}"')
    return Clan(cells["name"], row.names("also"), ability, row.number("amount"), cells["source"])


def _province(row: Row) -> Province:
    cells = row.cells
    return Province(cells["name"], row.names("also"), row.names("land"), row.names("sea"), cells["source"])


def _card(row: Row) -> Card:
    cells = row.cells
    return Card(
        cells["name"],
        row.names("also"),
        row.one_of("kind", KINDS),
        row.number("copies"),
        row.number("force"),
        row.one_of("counts", COUNTS),
        row.one_of("effect", tuple(EFFECTS)),
        row.number("amount"),
        cells["source"],
    )


def _bonuses(files: Mapping[str, bytes]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for row in _rows(files, "bonuses.csv", ("provinces", "points")):
        found.append((row.number("provinces"), row.number("points")))
        if found != sorted(found):
            raise row.bad(f"more provinces than {found[-2][0]}, and no fewer points", row.cells["provinces"])
    return tuple(found)


def _line(files: Mapping[str, bytes], file: str, name: str) -> int:
    """The line of a row; 1 where there is none."""
    lines = files[file].decode().splitlines()
    return next((at for at, line in enumerate(lines, 1) if line.startswith(f"{name},")), 1)


def _check_names(files: Mapping[str, bytes], tables: Tables) -> None:
    """Every number, every kind of figure, and enough clans and provinces."""
    for file, wanted, found in (
        ("numbers.csv", NUMBERS, tuple(tables.numbers)),
        ("figures.csv", (DAIMYO, SHINTO, BUSHI, STRONGHOLD), tuple(tables.kinds)),
    ):
        for name in wanted:
            if name not in found:
                raise BadTable(file, 1, f"a row {name}", f"the rows {', '.join(found)}")
    fewest, most = tables.numbers["fewest-clans"], tables.numbers["most-clans"]
    if not 1 < fewest <= most <= len(tables.clans):
        line = _line(files, "numbers.csv", "fewest-clans")
        raise BadTable("numbers.csv", line, f"2 to {len(tables.clans)} clans", f"{fewest} to {most}")
    wars = most + tables.numbers["wars-beyond-clans"]
    if len(tables.provinces) < wars:
        line = _line(files, "numbers.csv", "wars-beyond-clans")
        raise BadTable(
            "numbers.csv", line, f"at most {len(tables.provinces)} wars, one a province", f"{wars}"
        )


def _check_routes(files: Mapping[str, bytes], tables: Tables) -> None:
    """Borders and sea routes lead to provinces, and back."""
    for name, province in tables.provinces.items():
        for way in ("land", "sea"):
            for other in getattr(province, way):
                if other not in tables.provinces or name not in getattr(tables.provinces[other], way):
                    line = _line(files, "provinces.csv", name)
                    wanted = f"the way by {way} from {name} to {other} to lead back"
                    raise BadTable("provinces.csv", line, wanted, f"none from {other}")
