"""What a replay page carries of its game, so that whoever reads it can check it without any program."""

from __future__ import annotations

from projections.page.carried import Carried
from projections.replay import Replay
from referee.audit.game_lines import export_lines
from referee.bundle.check.joined import check_script
from referee.record.record import Record


def page_record(record: Record, replay: Replay, viewer: str) -> Carried:
    """The export of the viewer, as far as the page goes. Raises `UnknownGame`."""
    lines = export_lines(record, replay.game, viewer, upto=len(replay))
    return Carried(b"".join(lines), check_script())
