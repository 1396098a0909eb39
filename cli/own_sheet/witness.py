"""witness: the cells of a witness, request by request."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.desk.one_mail import stopping
from cli.desk.serve import poll_options
from cli.frame.codes import BAD_SETUP, OK, REFUSED
from cli.frame.command import command
from cli.frame.desk_setup import outgoing_option
from cli.frame.printing import document, note
from cli.frame.records import STDIN, read_input
from cli.own_sheet.seat import sheet_argument, sheet_at
from projections.language.messages import _
from referee.record.location import Place
from referee.service.exits import Handled
from referee.transport import boxes
from referee.transport.boxes import Outbox

MOST_BYTES = 10 << 20
"""Of a request."""

if TYPE_CHECKING:
    from referee.own_cells.files import PartyFile
    from referee.own_cells.witness import Reply


@command(
    "witness",
    "bugyo witness summer.witness < request.eml | sendmail -t",
    "bugyo witness summer.witness --maildir ~/witness/in --outgoing ~/witness/out",
    more=_(
        "It takes one mail from standard input and writes the reply to standard output; or it works a "
        "Maildir, which should have nothing but requests in it, until Ctrl-C or SIGTERM. “bugyo seat new "
        "GAME witness -o FILE” makes the cells. Only a request that the game's key has signed gets a cell, "
        "one for each throw; the same request gets the same reply; a second request for a throw, with "
        "another head, gets none. Working a Maildir it also writes to the players of --tell; from standard "
        "input you send them the line “cell …” yourself."
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


def _one(sheet: PartyFile, as_json: bool) -> None:
    from referee.own_cells.witness import answer_request

    became = answer_request(sheet, read_input(STDIN, MOST_BYTES))
    if as_json:
        document({"mails": [_shown(became)]})
    elif not isinstance(became, str):
        sys.stdout.buffer.write(became.mail)
    if isinstance(became, str):
        note(became)
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


def _shown(became: Reply | str) -> dict[str, Any]:
    if isinstance(became, str):
        return {"answered": False, "why": became, "reply": "", "copies": []}
    copies = [copy.decode("utf-8", "replace") for copy in became.copies]
    return {"answered": True, "why": "", "reply": became.mail.decode("utf-8", "replace"), "copies": copies}


class _Answering:
    """What `boxes.serve` works with: it replies to requests, and leaves other mails unanswered."""

    def __init__(self, sheet: PartyFile, out: Outbox) -> None:
        self._sheet = sheet
        self._out = out
        self.mails: list[dict[str, Any]] = []

    def handle(self, raw: bytes) -> Handled:
        from referee.own_cells.files import SheetTrouble
        from referee.own_cells.witness import answer_request

        try:
            became = answer_request(self._sheet, raw)
        except SheetTrouble as trouble:
            return Handled(BAD_SETUP, str(trouble))
        for mail in () if isinstance(became, str) else (became.mail, *became.copies):
            self._out.put(mail)
        self.mails.append(_shown(became))
        game = self._sheet.read().game
        why = became if isinstance(became, str) else _("answered")
        return Handled(REFUSED if isinstance(became, str) else OK, why, game, "witness")
