"""people: how reliably they have answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from cli.frame.codes import NOT_FOUND
from cli.frame.command import command
from cli.frame.printing import document, say, table
from cli.frame.stop import Stop
from cli.frame.stores import existing, tell_broken
from domain.kit.errors import BrokenRecord
from projections.language.messages import _, listed
from referee.club.persons import name_of
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
        every = figures(record, broken.append)
    found = [one for one in every if name in (None, one.person, name_of(one.person))]
    tell_broken(broken)
    if name and not found:
        raise Stop(_("Nobody called “{name}” plays or has played here.").format(name=name), NOT_FOUND)
    if as_json:
        document(found)
    elif found:
        heads = [_("PERSON"), _("GAMES"), _("IN TIME"), _("LATE"), _("SILENT"), _("MEDIAN"), _("VACATION")]
        table(heads, map(_cells, found))
        for line in _of_one_name(found):
            say(line)
    else:
        say(_("Nobody plays yet."))


def _of_one_name(found: Sequence[Figures]) -> Iterator[str]:
    """Why a name has several rows."""
    for name, rows in groupby(found, key=lambda one: name_of(one.person)):
        some = list(rows)
        bare = [one.person for one in some if not one.addressed]
        if len(some) > 1 and bare:
            said = _(
                "Of {person} no address is known: whether it is one of the others called {name} cannot be "
                "told. “bugyo roster address” registers one."
            )
            yield said.format(person=listed(bare), name=name)
        elif len(some) > 1:
            yield _("Each {name} here has another address.").format(name=name)


def _cells(one: Figures) -> tuple[str, ...]:
    answered = one.in_time + one.late
    median = _("{hours} h").format(hours=f"{one.median / HOUR:.1f}") if answered else "–"
    days = _("{days} days").format(days=one.vacation)
    counts = (len(one.games), one.in_time, one.late, one.silent)
    return (one.person, *map(str, counts), median, days)
