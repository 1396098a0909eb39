"""How the eventsourcing library reaches a store in a file or on a server: its settings for either."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from referee.record.location import Place, Server
from referee.record.schema import StoreRefused, examine, prepare


def exists(place: Place) -> bool:
    """Whether there is a store, or a file that might be one. Raises `StoreRefused`, `PersistenceError`."""
    return bool(postgres().exists(place)) if isinstance(place, Server) else place.exists()


def postgres() -> ModuleType:
    """What speaks with a server; only there where the driver is installed. Raises `StoreRefused`."""
    try:
        from referee.record import postgres
    except ImportError as error:
        how = f"{shlex.quote(sys.executable)} -m pip install 'bugyo[postgres]'"  # not any other pip
        said = f"A store on a server needs the package {error.name}: {how}."
        raise StoreRefused(said) from None
    return postgres


def prepared(place: Place) -> Mapping[str, str]:
    """The library's settings for the store; a file is made where there is none. Raises `StoreRefused`."""
    if isinstance(place, Server):
        settings: Mapping[str, str] = postgres().environment(place)
        return settings
    prepare(place)
    return _of_file(place, "referee.record.store:Factory")


def to_read(place: Place) -> Mapping[str, str]:
    """The same for whoever only reads a store that is there. Raises `StoreRefused`."""
    if isinstance(place, Server):
        settings: Mapping[str, str] = postgres().environment(place.reading)
        return settings
    examine(place)
    return _of_file(place, "referee.record.read_only:ReadingFactory")


def _of_file(path: Path, factory: str) -> Mapping[str, str]:
    return {"PERSISTENCE_MODULE": factory, "SQLITE_DBNAME": str(path), "SQLITE_LOCK_TIMEOUT": "30"}
