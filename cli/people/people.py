"""people: how reliably they have answered."""

from __future__ import annotations

import click

from cli.frame.codes import NOT_FOUND
from cli.frame.command import command
from cli.frame.faults import Stop
from cli.frame.printing import document, say, table
from cli.frame.stores import existing, tell_broken
from domain.kit.errors import BrokenRecord
from projections.language.messages import _
from referee.club.punctuality import Figures, figures
from referee.record.location import Place

HOUR = 3_600_000


@command(
    "people",
    "bugyo people",
    "bugyo people Anna --json",
    more=_(
        "From the record: every question that had a deadline, in all games of the store. People are known by "
        "their addresses, and without one by their names; of one name there may be two, with numbers. What "
        "others ordered for a seat counts for whoever sits there."
    ),
)
@click.argument("name", metavar="PERSON", required=False)
def people(store: Place, as_json: bool, name: str | None) -> None:
    broken: list[BrokenRecord] = []
    with existing(store) as record:
        found = [one for one in figures(record, broken.append) if name in (None, one.person)]
    tell_broken(broken)
    if name and not found:
        raise Stop(_("Nobody called “{name}” plays or has played here.").format(name=name), NOT_FOUND)
    if as_json:
        document(found)
    elif found:
        heads = [_("PERSON"), _("GAMES"), _("IN TIME"), _("LATE"), _("SILENT"), _("MEDIAN"), _("VACATION")]
        table(heads, map(_cells, found))
    else:
        say(_("Nobody plays yet."))


def _cells(one: Figures) -> tuple[str, ...]:
    answered = one.in_time + one.late
    median = _("{hours} h").format(hours=f"{one.median / HOUR:.1f}") if answered else "–"
    days = _("{days} days").format(days=one.vacation)
    counts = (len(one.games), one.in_time, one.late, one.silent)
    return (one.person, *map(str, counts), median, days)
