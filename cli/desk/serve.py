"""serve: the mail desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from cli.desk.one_mail import became_of, desk_of, logged, stopping, think
from cli.frame.codes import BAD_SETUP
from cli.frame.command import Function, command
from cli.frame.desk_setup import club, configured, mail_options, own_address, settings_of
from cli.frame.printing import document, note
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _
from projections.reference.titles import load_ours
from referee.mail.desk.desk import Desk
from referee.mail.office.serving import Serving
from referee.record.location import Place, place_of, written
from referee.record.record import Record
from referee.seats.tokens import server_key
from referee.service.configuration import Configuration, Web
from referee.service.exits import Handled
from referee.service.extras import need_pages
from referee.service.own_address import somebody_real
from referee.transport.letters import Unanswerable
from referee.transport.spool import path_of

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

    def __init__(self, record: Record, desk: Desk) -> None:
        self._record = record
        self._desk = desk
        self.mails: list[dict[str, Any]] = []

    def handle(self, raw: bytes) -> Handled:
        handled = self._desk.handle(raw)
        self.mails.append(became_of(self._record, handled))
        return handled


@command(
    "serve",
    "bugyo serve --config desk.toml",
    "bugyo serve --maildir ~/mail/in --outgoing ~/mail/out --address referee@example.org",
    "bugyo serve --maildir ~/mail/in --outgoing ~/mail/out --once",
    "bugyo serve --http 127.0.0.1:8080",
    more=_(
        "Ctrl-C or SIGTERM stops it after the mail at hand, with 0. A mail that cannot be finished stays "
        "where it is and is tried again; what cannot be sent waits in the store and is tried again. One "
        "desk serves a file at a time: a second one ends with 75; a store on a server may have several. With "
        "--json the document comes when it stops. With --http the games of the store can be looked at with a "
        "browser, beside the mails or without any: what is public by everybody, and what a seat may know by "
        "whoever has its secret link."
    ),
)
@click.option(
    "--maildir",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="BUGYO_MAILDIR",
    show_envvar=True,
    metavar="DIR",
    help=_("The Maildir that mails come in by; it is made where there is none."),
)
@click.option(
    "--http",
    metavar="HOST:PORT",
    help=_("Where the games can be looked at with a browser; port 0 is any that is free."),
)
@mail_options
@poll_options
def serve(
    store: Place,
    as_json: bool,
    maildir: Path | None,
    http: str | None,
    outgoing: Path | None,
    address: str,
    once: bool,
    poll: float,
) -> None:
    if maildir is None and configured() is None:
        if http is None:
            raise click.UsageError(_("No mail can come in: add --config FILE, or --maildir DIR."))
        _show_pages(store, http)
        return
    settings = with_pages(settings_of(store, [maildir] if maildir else [], outgoing, address), http)
    with existing(place_of(settings.store)) as record, ExitStack() as stack:
        settings = replace(settings, address=own_address(record, settings.address))
        if somebody_real(record, settings.address, settings.in_charge.address):
            raise Unanswerable(settings.address)
        stack.enter_context(pages_beside(record, settings))
        desk = desk_of(record, settings, club())
        listening = _Listening(record, desk)
        works = listening if as_json else desk
        with programs_beside(record, settings, desk, once=once) as sweep, stopping() as stop:
            desk.budget.stop = stop
            serving = Serving(settings, record, works, sweep=sweep, poll=poll, report=logged)
            (serving.once if once else serving.run)(stop)
        if once:
            think(record, settings, desk)
    if as_json:
        document({"mails": listening.mails})


def _show_pages(store: Place, http: str) -> None:
    """The pages without any mail, until somebody stops them."""
    need_pages()
    from referee.web.listening import Pages, address, listening
    from referee.web.serving import serve

    with existing(store) as record:
        server_key(record)  # whoever only reads the store cannot make it
    with _heard(), stopping(), listening(http) as listens:
        note(_("The games can be looked at: {address}").format(address=address(listens)))
        serve(Pages(written(store), http), listens, logged)


def with_pages(settings: Configuration, http: str | None) -> Configuration:
    """With the pages as the option has them, and the spool that they share with the desk."""
    web = replace(settings.web, listen=http or settings.web.listen) if settings.web else Web(http or "")
    if not web.listen:
        return settings
    beside = path_of(place_of(settings.store))
    return replace(settings, web=replace(web, spool=web.spool or str(beside or "")))


@contextmanager
def pages_beside(record: Record, settings: Configuration) -> Iterator[str]:
    """The pages in a process of their own, where they are wanted, which reads the store by itself; gives the
    address that they stand at, or ""."""
    with ExitStack() as stack:
        address = ""
        if shown := settings.web:
            need_pages()
            from referee.web.listening import Pages
            from referee.web.supervisor import beside

            server_key(record)
            about = (written(record.place), shown.listen, shown.base, shown.trusted)
            referee = settings.in_charge.address
            pages = Pages(
                *about,
                address=settings.address,
                spool=shown.spool,
                in_charge=referee,
                club=club(),
            )
            with _heard():
                address = stack.enter_context(beside(pages, logged))
            note(_("The games can be looked at: {address}").format(address=address))
        yield address


@contextmanager
def programs_beside(
    record: Record, settings: Configuration, desk: Desk, *, once: bool
) -> Iterator[Callable[[bool], list[str]]]:
    """How the clocks are looked at while programs think in a process of their own, unless the desk works
    `once`."""
    if once:
        yield lambda whole: desk.sweep(whole=whole)
        return
    load_ours()
    from referee.thinking.beside import Beside
    from referee.thinking.process import Thinks

    base = settings.web.base if settings.web else ""
    thinks = Thinks(written(record.place), settings.address, base, settings.notices)
    with closing(Beside(record, thinks, logged)) as beside:
        beside.look()

        def sweep(whole: bool) -> list[str]:
            beside.look()
            return desk.sweep(whole=whole)

        yield sweep


@contextmanager
def _heard() -> Iterator[None]:
    from referee.web.listening import CannotListen

    try:
        yield
    except CannotListen as error:
        raise Stop(str(error), BAD_SETUP) from None
