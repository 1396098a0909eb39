"""The page of a person who plays against programs: a desk of their own on this machine, without mail."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cli.desk.one_mail import desk_of, logged, stopping
from cli.desk.serve import pages_beside, programs_beside, with_pages
from cli.frame.printing import HOLDS, say
from projections.language.catalogues import reader
from projections.language.messages import _
from referee.identity.browsers import welcome_at_seat
from referee.mail.desk.desk import Desk
from referee.mail.office.serving import Serving
from referee.reading.reading import read_mail
from referee.record.location import written
from referee.record.record import Record, system_clock
from referee.record.timers import forget_seat
from referee.seats.links import seat_link, to_play
from referee.seats.readers import set_reader
from referee.seats.tokens import holder
from referee.service.configuration import Configuration, Maildir
from referee.service.exits import Handled

HERE = "127.0.0.1:0"
"""On this machine alone, at any port that is free."""

HERES = "referee@localhost"
"""The address of the desk of this page, which nobody can write to, and which no page names."""

NOBODYS = "player@solo.invalid"
"""An order of a page comes in as a mail, and needs a sender. This address can be nobody's (RFC 2606); the
person has it only while the page is served, and reads there in the language that the command is given."""


def play_on_page(record: Record, game: str, seat: str) -> None:
    """Serves the pages until somebody stops them, and says where the seat's own is."""
    has_address = seat in record.addresses(game)
    if not has_address:
        record.register(game, seat, NOBODYS)
        set_reader(record, NOBODYS, language=reader().language, mails="plain")
    with TemporaryDirectory() as away:  # nobody reads the mails of this desk: they are plain, and go nowhere
        out = Maildir(str(Path(away) / "out"))
        settings = Configuration(written(record.place), HERES, outgoing=out)
        try:
            _serve(record, game, seat, with_pages(settings, HERE))
        finally:
            if not has_address:
                forget_seat(record.recorder, game, seat)


def _serve(record: Record, game: str, seat: str, settings: Configuration) -> None:
    desk = desk_of(record, settings)
    home = _AtHome(record, desk, game, seat)
    with pages_beside(record, settings) as address, stopping() as stop:
        _tell_link(record, address, game, seat)
        with programs_beside(record, settings, desk, once=False) as sweep:
            Serving(settings, record, home, sweep=sweep, poll=LOOK, report=logged).run(stop)


def _tell_link(record: Record, address: str, game: str, seat: str) -> None:
    stood = record.load(game).game
    marks = holder(record, stood, seat).marks
    say(_("Open this link in a browser; whoever has it plays {seat}:").format(seat=seat), HOLDS)
    say(seat_link(record, address, stood, seat) + to_play(record, stood, seat, *marks))
    sys.stdout.flush()


class _AtHome:
    """A desk that plays the seat from any browser which shows the secret of its link: only this terminal has
    shown it, so that no word by mail is waited for."""

    def __init__(self, record: Record, desk: Desk, game: str, seat: str) -> None:
        self._record = record
        self._desk = desk
        self._about = (game, seat)

    def handle(self, raw: bytes) -> Handled:
        welcome_at_seat(self._record, read_mail(raw), *self._about, system_clock)
        return self._desk.handle(raw)


LOOK = 0.2
"""Seconds between two looks for what the page has sent."""
