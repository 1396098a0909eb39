"""The store that a command works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from click.core import ParameterSource
from eventsourcing.persistence import PersistenceError

from cli.codes import NOT_FOUND
from cli.faults import Stop
from projections.texts import _
from referee.record.place import Place, exists
from referee.record.record import Record
from referee.record.schema import StoreRefused


@contextmanager
def made(place: Place) -> Iterator[Record]:
    """The store, made where there is none. Raises `StoreRefused`."""
    record = Record(place)
    try:
        yield record
    finally:
        record.close()


@contextmanager
def existing(place: Place) -> Iterator[Record]:
    """The store, which must be there: looking at games makes none."""
    if not exists(place):
        raise Stop(
            _("There is no store {path}. “bugyo open” makes one; --store names another.").format(path=place),
            NOT_FOUND,
        )
    with made(place) as record:
        yield record


def is_new_user(place: Place) -> bool:
    """Whether the store is the default one and nothing was ever kept in it."""
    source = click.get_current_context().get_parameter_source("store")
    return source == ParameterSource.DEFAULT and not exists(place)


def ids(place: Place) -> tuple[str, ...]:
    """The ids of the games, for completion: () where the store cannot be read."""
    try:
        with existing(place) as record:
            return record.games()
    except (Stop, StoreRefused, PersistenceError, OSError):
        return ()
