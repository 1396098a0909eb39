"""deliver, serve: the mail desk."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from cli.frame.codes import BAD_SETUP, TRY_AGAIN
from cli.frame.command import Function, command
from cli.frame.desk_setup import club, configured, mail_options, own_address
from cli.frame.faults import Stop, stopped
from cli.frame.mailing import think_a_little
from cli.frame.printing import document, fields, note
from cli.frame.stores import existing
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from projections.language.messages import _
from projections.telling.log import is_open
from referee.club.club_file import Club
from referee.club.lists import Lists
from referee.games.order_sheet import PLAYED, Result
from referee.games.programs import marked
from referee.games.referee import Referee
from referee.mail.desk.desk import TROUBLE, Desk
from referee.mail.html.dress import dresser
from referee.mail.office.office import PostOffice
from referee.mail.office.serving import Serving
from referee.record.location import Place, place_of, written
from referee.record.locks import is_served
from referee.record.record import Record, system_clock
from referee.seats import folded_games
from referee.seats.tokens import server_key
from referee.service.configuration import Configuration, Maildir, Web
from referee.service.exits import Handled
from referee.service.extras import need_pages
from referee.service.mail_sizes import of_file
from referee.service.own_address import somebody_real
from referee.service.reports import Trouble
from referee.transport import boxes
from referee.transport.letters import Unanswerable
from referee.transport.spool import path_of


@command(
    "deliver",
    "bugyo deliver --outgoing ~/mail/out --address referee@example.org < order.eml",
    '|"bugyo deliver --config /srv/desk.toml"   (in a .forward)',
    more=_(
        "It ends with the codes that mail servers know: 0 done, 65 unreadable, 67 unknown sender, 75 keep "
        "the mail and try again, 77 not allowed, 78 not set up. A mail that comes twice is answered twice "
        "and applied once."
    ),
)
@mail_options
def deliver(store: Place, as_json: bool, outgoing: Path | None, address: str) -> None:
    settings = settings_of(store, (), outgoing, address)
    try:
        with existing(place_of(settings.store)) as record:
            settings = replace(settings, address=own_address(record, settings.address))
            handled = delivered(record, settings, of_file(sys.stdin.buffer, settings.most_bytes))
            became = became_of(record, handled) if as_json else {}
    except Exception as error:
        raise _kept(error) from error
    end(handled, became)


def end(handled: Handled, became: dict[str, Any]) -> None:
    """Says what became of a mail, also as the document that is asked for, and ends with its code."""
    if became:
        document(became)
    note(handled.why)
    sys.stdout.flush()
    click.get_current_context().exit(handled.exit)


def settings_of(store: Place, maildirs: Sequence[Path], outgoing: Path | None, address: str) -> Configuration:
    """How the desk is set up: by its file, or by the options."""
    settings = configured()
    if settings is not None:
        return replace(settings, store=written(store))
    if outgoing is None:
        said = _("Nowhere to write the answers. Name a Maildir with --outgoing or BUGYO_OUTGOING.")
        raise Stop(said, BAD_SETUP)
    boxes = tuple(Maildir(str(path)) for path in maildirs)
    return Configuration(written(store), address, maildir=boxes, outgoing=Maildir(str(outgoing)))


def delivered(record: Record, settings: Configuration, raw: bytes) -> Handled:
    """One mail; where its answer cannot go out now, the mail server is to hand it in again."""
    desk, office = desk_of(record, settings, club()), PostOffice(settings, record, system_clock, logged)
    with stopping() as desk.budget.stop:
        handled = desk.handle(raw)
    if handled.exit == BAD_SETUP:
        return handled
    for line in desk.sweep():
        logged(line)
        if isinstance(line, Trouble):
            office.warn_referee(line)
    went = _followed(record, office, raw, handled)
    _think(record, settings, desk)
    return handled if went or handled.is_left else replace(handled, exit=TRY_AGAIN)


def _followed(record: Record, office: PostOffice, raw: bytes, handled: Handled) -> bool:
    """Whether what a mail has brought about is carried away, or left to the desk that serves. What fails here
    undoes nothing of what the mail has done, and its sentence must not say so."""
    try:
        office.look_for_bounce(raw)
        office.tell_of_disputes(handled)
        office.tell_of_errors(handled)
        office.tell_of_answers(handled)
        return is_served(record.place) or office.send_all()
    except TROUBLE as error:
        logged(Trouble(f"What follows from this mail is done when it comes again: {error}"))
        return False
    finally:
        office.close()


def _think(record: Record, settings: Configuration, desk: Desk) -> None:
    """Lets programs order that a mail may have asked, once that is answered, and sends what follows; a desk
    that serves does so itself. What fails here undoes nothing of what the mail has done."""
    try:
        if marked(record) and not is_served(record.place):
            for line in think_a_little(record, desk.tell):
                logged(line)
            with closing(PostOffice(settings, record, system_clock, logged)) as office:
                office.send_all()
    except TROUBLE as error:
        logged(Trouble(f"What programs do after this mail waits: {error}"))


def desk_of(record: Record, settings: Configuration, of: Club | None = None) -> Desk:
    """A desk whose mails wait in the outbox; `of` is the club where people begin games themselves."""
    base, referee = settings.web.base if settings.web else "", Referee(record)
    lists = Lists(referee, of) if of else None
    return Desk(
        referee,
        None,
        settings.address,
        authserv_ids=settings.authserv_ids,
        strips_results=settings.strips_results,
        pages=base,
        keep=settings.keep,
        dress=dresser(settings.address, logged),
        in_charge=settings.in_charge,
        notices=settings.notices,
        lists=lists,
    )


def _kept(error: Exception) -> Stop:
    """The sentence of an error, with the code that makes a mail server try again."""
    stop = error if isinstance(error, Stop) else stopped(error)
    return Stop(stop.message, TRY_AGAIN)


def became_of(record: Record, handled: Handled) -> dict[str, Any]:
    """What became of a mail, as a document."""
    return {
        **fields(handled, "exit", "why", "game", "seat"),
        "lines": [_line(result, shows=_is_public(record, handled, result)) for result in handled.results],
    }


def _is_public(record: Record, handled: Handled, result: Result) -> bool:
    """Whether everybody may read a line: it was played, and not under seal."""
    if result.outcome != PLAYED or not result.first:
        return False
    replay = folded_games.replay(record, handled.game)
    made = [replay.envelope(position).entry for position in range(result.first, result.last + 1)]
    return all(is_open(entry, PUBLIC) for entry in made if not isinstance(entry, Fact))


def _line(result: Result, *, shows: bool) -> dict[str, Any]:
    """A result as `orders` gives it: what its player wrote where everybody reads it, and nothing of what he
    is answered."""
    return {
        "line": result.line.number,
        "text": result.line.text if shows else "",
        "outcome": result.outcome,
        "order": result.order if shows else "",
        "first": result.first,
        "last": result.last,
        "error": "",
        "in_sheet": result.in_sheet,
    }


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
            _think(record, settings, desk)
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
            observed = bool((found := club()) and "games" in found.public)
            pages = Pages(
                *about,
                address=settings.address,
                spool=shown.spool,
                in_charge=referee,
                observed=observed,
            )
            with _heard():
                address = stack.enter_context(beside(pages, logged))
            note(_("The games can be looked at: {address}").format(address=address))
        yield address


@contextmanager
def programs_beside(
    record: Record, settings: Configuration, desk: Desk, *, once: bool
) -> Iterator[Callable[[], list[str]]]:
    """How the clocks are looked at while programs think in a process of their own, unless the desk works
    `once`."""
    if once:
        yield desk.sweep
        return
    from referee.thinking.beside import Beside
    from referee.thinking.process import Thinks

    base = settings.web.base if settings.web else ""
    thinks = Thinks(written(record.place), settings.address, base, settings.notices)
    with closing(Beside(record, thinks, logged)) as beside:
        beside.look()

        def sweep() -> list[str]:
            beside.look()
            return desk.sweep()

        yield sweep


@contextmanager
def _heard() -> Iterator[None]:
    from referee.web.listening import CannotListen

    try:
        yield
    except CannotListen as error:
        raise Stop(str(error), BAD_SETUP) from None


def logged(line: str) -> None:
    """A line of the log, on stderr; where systemd reads it, with its level (sd-daemon(3))."""
    level = ("<4>" if isinstance(line, Trouble) else "<6>") if "JOURNAL_STREAM" in os.environ else ""
    note(level + line)
