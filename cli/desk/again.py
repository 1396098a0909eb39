"""desk again: lets a mail in once more that was put aside."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec.structs import replace

from cli.desk.one_mail import became_of, delivered, end
from cli.frame.codes import NOT_FOUND
from cli.frame.command import command
from cli.frame.desk_setup import mail_options, own_address, settings_of
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _
from referee.mail.desk.poison import AGAIN, POISON, Deaths
from referee.record.location import Place, place_of
from referee.record.mail_cases import Case, CaseTable
from referee.record.record import Record

SHORTEST = 8
"""Letters that name a mail at the least."""


@command(
    "desk again",
    "bugyo desk again 3f2a9c01d7be --config desk.toml",
    more=_(
        "A mail that the desk was working on each of the three times that it died is put aside, and the "
        "referee is told; “bugyo mails --kind poison” lists such mails. This command works on one by itself, "
        "as “bugyo deliver” does, beside the desk that serves: if it dies too, the mail stays where it is. "
        "It ends with the codes of “bugyo deliver”, and with 66 if no such mail is put aside."
    ),
)
@click.argument("digest", metavar="DIGEST")
@mail_options
def again(store: Place, as_json: bool, digest: str, outgoing: Path | None, address: str) -> None:
    settings = settings_of(store, (), outgoing, address)
    with existing(place_of(settings.store)) as record:
        settings = replace(settings, address=own_address(record, settings.address))
        cases = _put_aside(record, digest.lower())
        Deaths(record).forgive(cases[0].digest)
        handled = delivered(record, settings, record.mail(cases[0].digest) or b"")
        for case in () if handled.is_left else cases:
            CaseTable(record).settle(case.id, AGAIN)
        became = became_of(record, handled) if as_json else {}
    end(handled, became)


def _put_aside(record: Record, digest: str) -> list[Case]:
    """That a mail was put aside: it may have been more than once."""
    found = CaseTable(record).of_mail(POISON, digest) if len(digest) >= SHORTEST else []
    if len({case.digest for case in found}) != 1:
        said = _("No mail {digest} is put aside. “bugyo mails --kind poison” lists those that are.")
        raise Stop(said.format(digest=digest), NOT_FOUND)
    return found
