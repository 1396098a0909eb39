"""The data sets that ship with Bugyo, and an owner's own in their place."""

from __future__ import annotations

from pathlib import Path

from domain.kit.errors import TableMissing

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
"""Beside the packages, in a checkout as in an installed wheel."""

KINDS = (".toml", ".csv")


def read_files(title: str, directory: Path | None = None) -> dict[str, bytes]:
    """The files of a title's data set by their names. Raises `TableMissing`."""
    directory = directory or FIXTURES / title
    files = {path.name: path.read_bytes() for path in sorted(directory.glob("*")) if path.suffix in KINDS}
    if not files:
        raise TableMissing(str(directory), f"{title} has no table in it")
    return files
