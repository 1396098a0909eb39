"""The store that a command works on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
from click.core import ParameterSource
from eventsourcing.persistence import PersistenceError

from cli.frame.codes import NOT_FOUND
from cli.frame.printing import FAILS, note
from cli.frame.stop import Stop
from domain.kit.errors import BrokenRecord, TitleMissing
from projections.language.messages import _
from referee.record.library_settings import exists
from referee.record.location import Place
from referee.record.record import Kept, Record
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


def whole(record: Record, games: Sequence[str]) -> tuple[list[Kept], list[BrokenRecord]]:
    """Games of a store, read from their first event on, and those whose record is broken: they keep nobody
    from seeing the others."""
    found: list[Kept] = []
    broken: list[BrokenRecord] = []
    for game in games:
        try:
            found.append(record.fold(game))
        except BrokenRecord as error:
            broken.append(error.of(game))
    return found, broken


def tell_broken(broken: Sequence[BrokenRecord]) -> None:
    """On stderr, with what helps."""
    for error in broken:
        note(str(error), FAILS)
    if any(not isinstance(error, TitleMissing) for error in broken):
        note(_("Restore the store from a backup, or import such a game from its export."))


def ids(place: Place) -> tuple[str, ...]:
    """The ids of the games, for completion: () where the store cannot be read."""
    try:
        with existing(place) as record:
            return record.games()
    except (Stop, StoreRefused, PersistenceError, OSError):
        return ()
