"""The record that a replay page carries, so that whoever reads the page can check it without any program."""

from __future__ import annotations

from collections.abc import Callable

from referee.audit.game_lines import export_lines
from referee.bundle.check.joined import check_script
from referee.record.record import Record


def page_record(
    record: Record, game: str, viewer: str, events: int, *, tables: bool = True
) -> tuple[bytes, Callable[[str], str]]:
    """The export of the viewer of the page, as far as the page goes, and the script that checks it.

    The script is one in a language. Raises `UnknownGame`.
    """
    return b"".join(export_lines(record, game, viewer, upto=events, tables=tables)), check_script
