"""Sendings of the pages that no desk has taken yet, in the copies of a store: they lie beside it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from referee.record.location import Place
from referee.record.private_files import NotOrdinary, ordinary
from referee.transport.spool import MOST_WAITING, Spool, path_of

MOST_BYTES, MOST = 1 << 17, 2 * MOST_WAITING
"""Of one, and of them all: a page may post 32 kB, and only so many wait. A folder that came with a backup may
hold anything."""


def waiting(store: Path) -> dict[str, bytes]:
    """What lies beside a store, by its names. What the desk takes meanwhile is left out. Raises
    `NotOrdinary`, `OSError`."""
    path, found = path_of(store), dict[str, bytes]()
    folder = path / "new" if path else store
    if not folder.is_dir():
        return found
    names = sorted(os.listdir(folder))
    if len(names) > MOST:
        raise NotOrdinary(f"{folder} holds {len(names)} files; no more than {MOST} wait for a desk.")
    for name in names:
        with suppress(FileNotFoundError):
            found[name] = ordinary(folder / name, MOST_BYTES, linked=False)
    return found


def lay(sendings: Mapping[str, bytes], beside: Path) -> None:
    """Beside another store; what is there already stays, and nothing is made for nothing. Raises
    `OSError`."""
    path = path_of(beside)
    if sendings and path:
        spool = Spool(path)
        for name, raw in sendings.items():
            spool.put(name, raw)


def digests(sendings: Mapping[str, bytes]) -> dict[str, str]:
    """The SHA-256 of each."""
    return {name: hashlib.sha256(raw).hexdigest() for name, raw in sendings.items()}


def differing(backup: Path, found: Mapping[str, bytes], expected: Mapping[str, str]) -> str:
    """What is wrong with what was found beside it, in a sentence; "" where nothing is."""
    if digests(found) == expected:
        return ""
    return (
        f"{path_of(backup)} is not what the manifest describes: {len(expected)} sendings of the pages waited "
        "for the desk. Take the folder along with the backup, as it was made."
    )


def count(place: Place) -> int:
    """0 also for a store on a server, whose desk alone knows where it is."""
    return len(waiting(place)) if isinstance(place, Path) else 0
