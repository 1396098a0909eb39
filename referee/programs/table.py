"""The Markdown table of what was measured between programs, a row for each pair of them in a title."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from referee.games.datasets import shipped_digest
from referee.programs.results import Result

HEAD = """# How well programs play

Made by `bugyo arena TITLE FIRST SECOND --games N --table FILE`, which writes one row anew. The first program
has one seat and the second all the others, all seats in turn. *Share*: how many of the others the first
leaves behind on average, with the interval that holds the truth in 19 cases of 20; in a game of two it is
what it wins, a draw being a half. *keen:N* plays on N times in its head for an order. *Won*: the games
that each seat has won, whoever sat there. *Rating*: skill by openskill, and how unsure it is. *Data*: how
the digest of the data set begins that was played.

"""

COLUMNS = (
    *("title", "edition", "data", "first", "second", "preset"),
    *("games", "share", "interval", "by seat", "won"),
    *("rating of first", "of second", "orders a game", "s a game", "seed"),
)


SHOWN = 12
"""Signs of a digest."""


class Row(Struct, frozen=True):
    """A measurement: `first` and `second` are programs as they are asked for, `seconds` are those of a game,
    on all cores together."""

    title: str
    edition: str
    data: str
    first: str
    second: str
    preset: str
    seed: str
    result: Result
    seconds: float

    def cells(self) -> tuple[str, ...]:
        one = self.result
        return (
            *(self.title, self.edition, self.data, self.first, self.second, self.preset, str(one.games)),
            *(f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}"),
            ", ".join(f"{seat} {share:.0%}" for seat, share in one.by_seat.items()),
            ", ".join(f"{seat} {won:.4g}" for seat, won in one.won.items()),
            *(f"{rating.skill:.1f} ± {rating.unsure:.1f}" for rating in (one.first, one.second)),
            *(f"{one.orders:.0f}", f"{self.seconds:.1f}", self.seed),
        )


def data_of(title: str) -> str:
    """How the digest of the data set begins that ships."""
    return shipped_digest(title)[:SHOWN]


def rows_of(page: str) -> list[dict[str, str]]:
    """The rows of a page that this has written, by the names of the columns."""
    lines = (line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| title |"))
    return [dict(zip(COLUMNS, _cells(line), strict=True)) for line in lines]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def with_row(page: str, row: Row) -> str:
    """The page with a row in the place of the one of the same title, pair and preset."""
    kept = {_which(one): tuple(one.values()) for one in rows_of(page)}
    kept[row.title, _strength(row.first), _strength(row.second), row.preset] = row.cells()
    lines = [_line(COLUMNS), f"|{'---|' * len(COLUMNS)}", *(_line(kept[which]) for which in sorted(kept))]
    return HEAD + "\n".join(lines) + "\n"


def _which(row: dict[str, str]) -> tuple[str, str, str, str]:
    return row["title"], _strength(row["first"]), _strength(row["second"]), row["preset"]


def _strength(program: str) -> str:
    """ "keen" of "keen:40": a row with another budget takes the place of the older one."""
    return program.partition(":")[0]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
