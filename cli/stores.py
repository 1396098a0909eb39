"""The store that a command works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from click.core import ParameterSource

from cli.codes import NOT_FOUND
from cli.faults import Stop
from projections.texts import _
from referee.record.record import Record
from referee.record.schema import StoreRefused


@contextmanager
def made(path: Path) -> Iterator[Record]:
    """The store, made where there is none. Raises `StoreRefused`."""
    record = Record(path)
    try:
        yield record
    finally:
        record.close()


@contextmanager
def existing(path: Path) -> Iterator[Record]:
    """The store, which must be there: looking at games makes no file."""
    if not path.exists():
        raise Stop(
            _("There is no store {path}. “bugyo open” makes one; --store names another.").format(path=path),
            NOT_FOUND,
        )
    with made(path) as record:
        yield record


def is_new_user(path: Path) -> bool:
    """Whether the store is the default one and nothing was ever kept in it."""
    source = click.get_current_context().get_parameter_source("store")
    return source == ParameterSource.DEFAULT and not path.exists()


def ids(path: Path) -> tuple[str, ...]:
    """The ids of the games, for completion: () where the file cannot be read."""
    try:
        with existing(path) as record:
            return record.games()
    except (Stop, StoreRefused, OSError):
        return ()
