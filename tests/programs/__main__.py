"""Plays rows of docs/programs.md again: `python -m tests.programs [TITLE [FIRST SECOND]]`; all without words.

It is `bugyo arena` with the games, the preset and the seed of the row, and keeps what the row was made of. A
row that says the same again but for its seconds stays as it is.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from domain.titles import TITLES
from referee.programs.arena import play_all
from referee.programs.results import result_of
from referee.programs.seats import program
from referee.programs.table import Row, data_of, rows_of, with_row
from tests.made.kept import keep
from tests.made.pages import row as made

PROGRAMS = Path(__file__).parents[2] / "docs" / "programs.md"

SECONDS = "s a game"


def played(row: dict[str, str]) -> Row:
    """The games of a row, played by today's rules and programs."""
    title, games, began = row["title"], int(row["games"]), time.monotonic()
    first, second = program(row["first"]), program(row["second"])
    result = result_of(list(play_all(title, first, second, games, row["seed"], row["preset"])))
    seconds = (time.monotonic() - began) / games
    edition, data = TITLES[title].edition, data_of(title)
    return Row(title, edition, data, row["first"], row["second"], row["preset"], row["seed"], result, seconds)


def renew(row: dict[str, str], path: Path = PROGRAMS) -> bool:
    """Writes a row anew; whether it says something else."""
    page = path.read_text("utf-8")
    after = with_row(page, played(row))
    is_other = bare(page) != bare(after)
    if is_other:
        path.write_text(after, encoding="utf-8")
    return is_other


def bare(page: str) -> list[dict[str, str]]:
    """The rows without what hangs on the machine."""
    return [{name: cell for name, cell in row.items() if name != SECONDS} for row in rows_of(page)]


def main(words: list[str], path: Path = PROGRAMS) -> None:
    for row in rows_of(path.read_text("utf-8")):
        named = [row["title"], row["first"], row["second"]]
        if named[: len(words)] == words:
            said = "is another now" if renew(row, path) else "is the same"
            keep(made(*named))
            print(f"{', '.join(named)}: {said}.", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
