"""The data sets that ship with Bugyo, and an owner's own in their place."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.game.suggestions import Errors, read_errors
from domain.kit.errors import TableMissing

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
"""Beside the packages, in a checkout as in an installed wheel."""

KINDS = (".toml", ".csv")


def read_files(title: str, directory: Path | None = None) -> dict[str, bytes]:
    """The files of a title's data set by their names; those of `directory` stand in the place of ours.

    Raises `TableMissing` where a directory has none.
    """
    ours = _tables(FIXTURES / title)
    own = _tables(directory) if directory else ours
    if not own:
        raise TableMissing(str(directory or FIXTURES / title), f"{title} has no table in it")
    return {**ours, **own}


@cache
def errors() -> Errors:
    """The table of errors, which is the same for every game. Raises `BadTable`."""
    return read_errors(read_files("errors"))


def _tables(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.glob("*")) if path.suffix in KINDS}
