"""The outgoing Maildir and the referee's address, for every command that writes mails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from cli.command import Function
from cli.printing import note
from projections.texts import _, listed
from referee.mail.boxes import Outbox
from referee.mail.desk import ADDRESS, Desk
from referee.record.record import Record
from referee.service import Referee

outgoing_option = click.option(
    "--outgoing",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="BUGYO_OUTGOING",
    show_envvar=True,
    metavar="MAILDIR",
    help=_("The Maildir that mails are written to; it is made where there is none."),
)
_address = click.option(
    "--address",
    default=ADDRESS,
    show_default=True,
    envvar="BUGYO_ADDRESS",
    show_envvar=True,
    metavar="ADDRESS",
    help=_("The referee's address: mails come from it, and orders go to it."),
)


def mail_options(function: Function) -> Function:
    """--outgoing and --address."""
    return outgoing_option(_address(function))


def outbox(path: Path | None) -> Outbox | None:
    """The outgoing Maildir, where one is named. Raises `NotAMaildir`."""
    return None if path is None else Outbox(path)


def write(
    record: Record, box: Outbox | None, address: str, which: Callable[[Desk], tuple[str, ...]]
) -> tuple[str, ...]:
    """The seats that were written to: nobody where no outgoing Maildir is named."""
    if box is None:
        return ()
    if address == ADDRESS:
        note(
            _("The mails come from {address}. Name yours with --address or BUGYO_ADDRESS.").format(
                address=address
            )
        )
    return which(Desk(Referee(record), box, address))


def tell_mailed(mailed: Sequence[str]) -> None:
    if mailed:
        note(_("Mails are written to {seats}.").format(seats=listed(mailed)))
