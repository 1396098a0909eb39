"""witness: the cells of a witness, request by request."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.desk.serve import poll_options, stopping
from cli.frame.codes import BAD_SETUP, OK, REFUSED
from cli.frame.command import command
from cli.frame.desk_setup import outgoing_option
from cli.frame.printing import document, note
from cli.frame.records import STDIN, read_input
from cli.own_sheet.seat import sheet_argument, sheet_at
from projections.language.messages import _
from referee.mail.transport import boxes
from referee.mail.transport.boxes import Outbox
from referee.mail.transport.exits import Handled
from referee.record.location import Place

MOST_BYTES = 10 << 20
"""Of a request."""

if TYPE_CHECKING:
    from referee.parties import PartySheet


@command(
    "witness",
    "bugyo witness summer.witness < request.eml | sendmail -t",
    "bugyo witness summer.witness --maildir ~/witness/in --outgoing ~/witness/out",
    more=_(
        "It takes one mail from standard input and writes the reply to standard output; or it works a "
        "Maildir, which should have nothing but requests in it, until Ctrl-C or SIGTERM. “bugyo seat new "
        "GAME witness -o FILE” makes the sheet. Each throw gets one cell, in their order; the same request "
        "gets the same reply; a second request for a throw, for other orders, gets none."
    ),
)
@sheet_argument
@click.option(
    "--maildir",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help=_("The Maildir that requests come in by.  [default: one mail from standard input]"),
)
@outgoing_option
@poll_options
def witness(
    store: Place,
    as_json: bool,
    file: Path,
    maildir: Path | None,
    outgoing: Path | None,
    once: bool,
    poll: float,
) -> None:
    sheet = sheet_at(file)
    if maildir is None:
        _one(sheet, as_json)
        return
    if outgoing is None:
        raise click.UsageError(_("Nowhere to write the replies: add --outgoing MAILDIR."))
    works = _Answering(sheet, Outbox(outgoing))
    with stopping() as stop:
        boxes.serve(works, maildir, once=once, poll=poll, stop=stop, report=note)
    if as_json:
        document({"mails": works.mails})


def _one(sheet: PartySheet, as_json: bool) -> None:
    from referee.parties import answer_request

    became = answer_request(sheet, read_input(STDIN, MOST_BYTES))
    if as_json:
        document({"mails": [_shown(became)]})
    elif isinstance(became, bytes):
        sys.stdout.buffer.write(became)
    if not isinstance(became, bytes):
        note(became)
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


def _shown(became: bytes | str) -> dict[str, Any]:
    if isinstance(became, bytes):
        return {"answered": True, "why": "", "reply": became.decode("utf-8", "replace")}
    return {"answered": False, "why": became, "reply": ""}


class _Answering:
    """What `boxes.serve` works with: it replies to requests, and leaves other mails unanswered."""

    def __init__(self, sheet: PartySheet, out: Outbox) -> None:
        self._sheet = sheet
        self._out = out
        self.mails: list[dict[str, Any]] = []

    def handle(self, raw: bytes) -> Handled:
        from referee.parties import SheetTrouble, answer_request

        try:
            became = answer_request(self._sheet, raw)
        except SheetTrouble as trouble:
            return Handled(BAD_SETUP, str(trouble))
        if isinstance(became, bytes):
            self._out.put(became)
        self.mails.append(_shown(became))
        game = self._sheet.read().game
        why = _("answered") if isinstance(became, bytes) else became
        return Handled(OK if isinstance(became, bytes) else REFUSED, why, game, "witness")
