"""deliver: one mail, for a mail server's pipe. Where a desk serves it is handed over, and no more is imported
than that takes."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from cli.frame.codes import TRY_AGAIN
from cli.frame.command import command
from cli.frame.desk_setup import mail_options, own_address, settings_of
from cli.frame.printing import note
from cli.frame.stop import Stop
from projections.language.messages import _
from referee.record.location import Place, place_of
from referee.record.locks import takes_from
from referee.service.configuration import Configuration
from referee.service.mail_sizes import Clipped, of_file
from referee.transport.boxes import NotAMaildir
from referee.transport.spool import LARGEST_MAIL, Spool


@command(
    "deliver",
    "bugyo deliver --outgoing ~/mail/out --address referee@example.org < order.eml",
    '|"bugyo deliver --config /srv/desk.toml"   (in a .forward)',
    more=_(
        "It ends with the codes that mail servers know: 0 done, 65 unreadable, 67 unknown sender, 75 keep "
        "the mail and try again, 77 not allowed, 78 not set up. A mail that comes twice is answered twice "
        "and applied once."
    )
    + " "
    + _(
        "Where a desk serves a store in a file, the mail is handed over to it: 0 says then that it is on "
        "disk, and the desk answers. With --json this command does the work itself, as with a mail of more "
        "than 128 KiB."
    ),
)
@mail_options
def deliver(store: Place, as_json: bool, outgoing: Path | None, address: str) -> None:
    settings = settings_of(store, (), outgoing, address)
    mail = of_file(sys.stdin.buffer, settings.most_bytes)
    if not as_json and _handed_over(place_of(settings.store), mail):
        note(_("Handed over to the desk."))
        return
    _work(settings, mail, as_json)


def _handed_over(store: Place, mail: bytes) -> bool:
    """Whether a desk is there that takes it, now or when it is started again."""
    if isinstance(mail, Clipped) or not 0 < len(mail) <= LARGEST_MAIL:
        return False
    with suppress(OSError, NotAMaildir):  # its spool is full, or another user's: the work can be done here
        if spool := takes_from(store):
            Spool(Path(spool)).hand_over(mail)
            return True
    return False


def _work(settings: Configuration, mail: bytes, as_json: bool) -> None:
    from cli.desk.one_mail import became_of, delivered, end
    from cli.frame.stores import existing
    from referee.reading.guard import read_guarded

    read_guarded.copy()
    try:
        with existing(place_of(settings.store)) as record:
            settings = replace(settings, address=own_address(record, settings.address))
            handled = delivered(record, settings, mail)
            became = became_of(record, handled) if as_json else {}
    except Exception as error:
        raise _kept(error) from error
    end(handled, became)


def _kept(error: Exception) -> Stop:
    """The sentence of an error, with the code that makes a mail server try again."""
    from cli.frame.faults import stopped

    stop = error if isinstance(error, Stop) else stopped(error)
    return Stop(stop.message, TRY_AGAIN)
