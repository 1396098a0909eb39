"""Rights of other users of this machine: whether they can read what a desk keeps, or put something in its
place.
"""

from __future__ import annotations

import stat
from pathlib import Path

from referee.record.library_settings import postgres
from referee.record.location import Server, place_of
from referee.record.private_files import OTHERS
from referee.record.schema import parts_of
from referee.service.configuration import Configuration
from referee.transport.boxes import FOLDERS

VIEWS = (".views", ".views-journal")
WRITE = stat.S_IWGRP | stat.S_IWOTH


class OpenToOthers(Exception):
    """What others may do, and what would do."""


def check_store(path: Path) -> str:
    """What is ours was closed when the store was opened: here stands what is not."""
    for one in (*parts_of(path), *(path.with_name(path.name + end) for end in VIEWS)):
        if _may(one, OTHERS):
            raise OpenToOthers(f"Other users may read or write {one}. Take that away: chmod go-rwx {one}")
    folder = path.absolute().parent
    if _may(folder, WRITE):
        raise OpenToOthers(
            f"Other users may write into {folder}, and so put another file in the place of the store. "
            f"Take that away: chmod go-w {folder}"
        )
    return "Nobody else can read or replace it."


def check_server(server: Server) -> str:
    """Whether a role that may connect can put something in the way, or look."""
    for said in postgres().open_to_others(server):
        raise OpenToOthers(said)
    return "No role has rights but those to whom its owner has given some."


def check_maildir(path: Path) -> str:
    """A group may share it with the mail server; everybody may not."""
    if _may(path, stat.S_IRWXO) and any(_may(path / folder, stat.S_IRWXO) for folder in FOLDERS):
        raise OpenToOthers(
            f"Every user of this machine may look into {path}, and mails tell hands and tokens. Take that "
            f"away: chmod o-rwx {path}"
        )
    return ""


def check_file(path: Path, settings: Configuration) -> str:
    """The settings of the desk: they hold no secret, unless the address of a server has a password."""
    place = place_of(settings.store)
    if isinstance(place, Server) and place.tells_password and _may(path, OTHERS):
        raise OpenToOthers(
            f"Other users may read {path}, which has a password. Take that away: chmod 600 {path}"
        )
    for one in (path, path.absolute().parent):
        if _may(one, WRITE):
            raise OpenToOthers(
                f"Other users may write {one}, and so set the desk up. Take that away: chmod go-w {one}"
            )
    return "Nobody else can change it."


def _may(path: Path, what: int) -> bool:
    """Whether others may; a file that is not there is open to nobody."""
    try:
        return bool(path.stat().st_mode & what)
    except OSError:
        return False
