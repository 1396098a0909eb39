"""deliver, serve: the mail desk."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from cli.codes import BAD_SETUP, TRY_AGAIN
from cli.command import Function, command
from cli.faults import Stop, stopped
from cli.mailing import mail_options
from cli.printing import document, note
from cli.stores import existing
from projections.texts import _
from referee.mail import boxes
from referee.mail.boxes import Outbox
from referee.mail.desk import Desk
from referee.mail.exits import Handled
from referee.service import Referee


@command(
    "deliver",
    "bugyo deliver --outgoing ~/mail/out --address referee@example.org < order.eml",
    '|"BUGYO_STORE=/srv/games.db BUGYO_OUTGOING=/srv/out bugyo deliver"   (in a .forward)',
    more=_(
        "It ends with the codes that mail servers know: 0 done, 65 unreadable, 67 unknown sender, 75 keep "
        "the mail and try again, 77 not allowed, 78 not set up. A mail that comes twice is answered twice "
        "and applied once."
    ),
)
@mail_options
def deliver(store: Path, as_json: bool, outgoing: Path | None, address: str) -> None:
    outgoing = _needed(outgoing)
    try:
        with existing(store) as record:
            handled = Desk(Referee(record), Outbox(outgoing), address).handle(sys.stdin.buffer.read())
    except Exception as error:
        raise _kept(error) from error
    if as_json:
        document(_became(handled))
    note(handled.why)
    sys.stdout.flush()
    click.get_current_context().exit(handled.exit)


def _needed(outgoing: Path | None) -> Path:
    if outgoing is None:
        said = _("Nowhere to write the answers. Name a Maildir with --outgoing or BUGYO_OUTGOING.")
        raise Stop(said, BAD_SETUP)
    return outgoing


def _kept(error: Exception) -> Stop:
    """The sentence of an error, with the code that makes a mail server try again."""
    stop = error if isinstance(error, Stop) else stopped(error)
    return Stop(stop.message, TRY_AGAIN)


def _became(handled: Handled) -> dict[str, Any]:
    return {
        "exit": handled.exit,
        "why": handled.why,
        "game": handled.game,
        "seat": handled.seat,
        "lines": [_line(to_builtins(result)) for result in handled.results],
    }


def _line(result: dict[str, Any]) -> dict[str, Any]:
    """A result as `orders` gives it, with the number and the text of its line."""
    line = result.pop("line")
    return {"line": line["number"], "text": line["text"], **result}


@contextmanager
def stopping() -> Iterator[boxes.Stop]:
    """SIGTERM and SIGINT stop the desk, and mean again what they meant once it has stopped."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield boxes.Stop()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_once = click.option("--once", is_flag=True, help=_("Work what is there, then stop."))
_poll = click.option(
    "--poll",
    type=click.FloatRange(min=0.1),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help=_("How often to look for mail."),
)


def poll_options(function: Function) -> Function:
    """--once and --poll."""
    return _once(_poll(function))


class _Listening:
    """A desk whose answers are remembered, for the document at the end."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.mails: list[dict[str, Any]] = []

    def handle(self, raw: bytes) -> Handled:
        handled = self._desk.handle(raw)
        self.mails.append(_became(handled))
        return handled


@command(
    "serve",
    "bugyo serve --maildir ~/mail/in --outgoing ~/mail/out --address referee@example.org",
    "bugyo serve --maildir ~/mail/in --outgoing ~/mail/out --once",
    more=_(
        "Ctrl-C or SIGTERM stops it after the mail at hand, with 0. A mail that cannot be finished stays in "
        "new/ and is tried again. With --json the document comes when it stops."
    ),
)
@click.option(
    "--maildir",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    envvar="BUGYO_MAILDIR",
    show_envvar=True,
    metavar="DIR",
    help=_("The Maildir that mails come in by; it is made where there is none."),
)
@mail_options
@poll_options
def serve(
    store: Path,
    as_json: bool,
    maildir: Path,
    outgoing: Path | None,
    address: str,
    once: bool,
    poll: float,
) -> None:
    outgoing = _needed(outgoing)
    with existing(store) as record:
        desk = Desk(Referee(record), Outbox(outgoing), address)
        listening = _Listening(desk)
        works = listening if as_json else desk
        with stopping() as stop:
            boxes.serve(works, maildir, once=once, poll=poll, stop=stop, report=note)
    if as_json:
        document({"mails": listening.mails})
