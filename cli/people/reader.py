"""reader: in which language and zone a person's mails are written, and whether news comes once a day."""

from __future__ import annotations

import click

from cli.frame.command import command
from cli.frame.printing import document, say
from cli.frame.stores import existing
from projections.language.catalogues import LANGUAGES
from projections.language.messages import _
from referee.reading.senders import is_address
from referee.record.location import Place
from referee.seats.readers import described, reader_of, set_reader


@command(
    "reader",
    "bugyo reader anna@example.org",
    "bugyo reader anna@example.org --language fr --zone Europe/Paris --digest 18:00",
    more=_(
        "A person can set the same by mail, with lines such as “language fr”. It is kept beside the address, "
        "in the record of no game."
    ),
)
@click.argument("address", metavar="ADDRESS")
@click.option(
    "--language", metavar="CODE", help=_("One of: {codes}.").format(codes=", ".join(LANGUAGES)), default=""
)
@click.option("--zone", metavar="ZONE", default="", help=_("The zone of times, such as Europe/Paris."))
@click.option(
    "--digest",
    metavar="TIME",
    default="",
    help=_("Once a day, after this time, what is news only; or “off”."),
)
def reader(store: Place, as_json: bool, address: str, language: str, zone: str, digest: str) -> None:
    if not is_address(address):
        said = _("“{address}” is no mail address. Write it bare: anna@example.org.")
        raise click.BadParameter(said.format(address=address))
    with existing(store) as record:
        if language or zone or digest:
            found = set_reader(record, address, language=language, zone=zone, digest=digest)
        else:
            found = reader_of(record, address)
    if as_json:
        document({"address": address.lower(), **found._asdict()})
    else:
        say(described(found))
