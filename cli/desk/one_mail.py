"""One mail, for which no desk serves: all that a desk does with it, by itself."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cli.frame.codes import BAD_SETUP, TRY_AGAIN
from cli.frame.desk_setup import club
from cli.frame.mailing import think_a_little
from cli.frame.printing import document, fields, note
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from projections.telling.log import is_open
from referee.games.order_sheet import PLAYED, Result
from referee.games.programs import marked
from referee.games.referee import Referee
from referee.mail.desk.desk import TROUBLE, Desk
from referee.mail.html.dress import dresser
from referee.mail.office.office import PostOffice, Watching
from referee.record.locks import is_served
from referee.record.record import Record, system_clock
from referee.seats import folded_games
from referee.service.configuration import Configuration
from referee.service.exits import Handled
from referee.service.reports import Trouble
from referee.transport import boxes
from referee.transport.sendings import Taken
from referee.transport.spool import Spool, of_desk

if TYPE_CHECKING:
    from referee.club.club_file import Club


def end(handled: Handled, became: dict[str, Any]) -> None:
    """Says what became of a mail, also as the document that is asked for, and ends with its code."""
    if became:
        document(became)
    note(handled.why)
    sys.stdout.flush()
    click.get_current_context().exit(handled.exit)


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
    went = _followed(record, office, raw, handled, partial(_left_behind, record, settings, desk, office))
    think(record, settings, desk)
    return handled if went or handled.is_left else replace(handled, exit=TRY_AGAIN)


def _followed(
    record: Record, office: PostOffice, raw: bytes, handled: Handled, also: Callable[[], None]
) -> bool:
    """Whether what a mail has brought about is carried away, or left to the desk that serves. What fails here
    undoes nothing of what the mail has done, and its sentence must not say so."""
    try:
        office.look_for_bounce(raw)
        office.tell_of_disputes(handled)
        office.tell_of_errors(handled)
        office.tell_of_answers(handled)
        if is_served(record.place):
            return True
        also()
        return office.send_all()
    except TROUBLE as error:
        logged(Trouble(f"What follows from this mail is done when it comes again: {error}"))
        return False
    finally:
        office.close()


def _left_behind(record: Record, settings: Configuration, desk: Desk, office: PostOffice) -> None:
    """Works what was handed over to a desk that is gone: it must not wait for the next one."""
    path = of_desk(settings, record.place)
    if path and (path / "new").is_dir():
        with stopping() as desk.budget.stop:
            watching = Watching(desk, office)
            Taken(Spool(path), record, watching, 1.0, logged).work(desk.budget.stop)


def think(record: Record, settings: Configuration, desk: Desk) -> None:
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
    lists = None
    if of:
        from referee.club.lists import Lists

        lists = Lists(referee, of)
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


def logged(line: str) -> None:
    """A line of the log, on stderr; where systemd reads it, with its level (sd-daemon(3))."""
    level = ("<4>" if isinstance(line, Trouble) else "<6>") if "JOURNAL_STREAM" in os.environ else ""
    note(level + line)
