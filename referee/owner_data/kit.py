"""kit.toml, which says of a directory which title it holds the tables of, and what they were made from."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from domain.kit.data_files import decode_toml
from domain.titles import TITLES
from referee.games.datasets import KIT, BadData
from referee.record.private_files import NotOrdinary, ordinary
from referee.record.record import data_digest, pack_files

MOST_BYTES = 4096


class Kit(Struct, frozen=True, forbid_unknown_fields=True):
    """`made_from` is the digest of the data set that the worksheets were copied from."""

    title: str
    edition: str
    made_from: str


def kit_of(title: str, files: dict[str, bytes]) -> Kit:
    return Kit(title, TITLES[title].edition, data_digest(title, pack_files(files)))


def written(kit: Kit) -> bytes:
    return "".join(
        [
            "# Made by “bugyo data new”. It is no table of the game: leave it here for “bugyo data check”.\n",
            *(f'{name} = "{value}"\n' for name, value in msgspec.structs.asdict(kit).items()),
        ]
    ).encode()


def read_kit(directory: Path) -> Kit | None:
    """What kit.toml says; None where there is none. Raises `BadData`."""
    path = directory / KIT
    if not path.exists() and not path.is_symlink():
        return None
    try:
        kit = decode_toml(ordinary(path, MOST_BYTES, linked=False).decode(), Kit)
    except NotOrdinary as wrong:
        raise BadData(str(wrong)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        said = "Take it away and name the title with --title, or make a new kit."
        raise BadData(
            f"{path} is not what “bugyo data new” wrote: {str(error).rstrip('.')}. {said}"
        ) from None
    if kit.title not in TITLES:
        raise BadData(f"{path} names a title that is not there. There are: {', '.join(TITLES)}.")
    return kit
