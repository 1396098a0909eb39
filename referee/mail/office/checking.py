"""Checks of how a desk is set up: everything that it needs is tried, and nothing is changed or sent.

`checked` gives one finding for each thing. Name servers are asked for the hosts of the file, and for
what they say of the domain that mails come from.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain.kit.errors import Fault
from referee.club.club_file import ANYBODY, KNOWN, NOBODY, BadClub, read_club
from referee.identity.answer_limits import DAY, HOUR, AnswerLimits
from referee.mail.office.access_rights import (
    OpenToOthers,
    check_file,
    check_maildir,
    check_server,
    check_store,
)
from referee.mail.office.sender_domain import domain_says
from referee.record.library_settings import exists
from referee.record.location import Place, Server, place_of
from referee.record.locks import is_served
from referee.record.mail_cases import PileTable
from referee.record.outbox import WAITING
from referee.record.record import Clock, Record, system_clock
from referee.record.schema import StoreRefused, objects_of
from referee.record.timers import newest_at
from referee.seats.tokens import server_key
from referee.service.configuration import BadConfiguration, Configuration, Imap, Listen, Secret, Smtp
from referee.service.exits import CONFIG, DATAERR, NOPERM, OK, TEMPFAIL
from referee.service.extras import need_pages, of_the_extra
from referee.telling.lists_shown import create_line
from referee.transport.boxes import Lost, NotAMaildir, ShutOut, make_maildir
from referee.transport.intray import InTray
from referee.transport.outbox import Barred, Down, Queue
from referee.transport.smtp import Relay

NO_STORE = 66
LEAST_ROOM = 100_000_000
"""Bytes that should be free where the store is."""

MOST_BACK = 2000
"""Milliseconds that the clock may stand before the newest event."""

SHOWN = 20
"""Names that are listed."""

Found = Iterator["Finding"]
FoundIn = Generator["Finding", None, bool]


class Finding(Struct, frozen=True):
    """One thing that was tried. `exit` is 0 where it is right, else what the check ends with."""

    what: str
    exit: int
    says: str

    @property
    def holds(self) -> bool:
        return self.exit == OK


class _Wrong(Exception):
    def __init__(self, exit: int, says: str) -> None:
        super().__init__(says)
        self.exit = exit


def checked(settings: Configuration, clock: Clock = system_clock, file: Path | None = None) -> Found:
    """Tries everything, one after the other. `file` is where the settings stand."""
    if file is not None:
        yield _tried(f"file {file}", partial(check_file, file, settings))
    for secret in settings.secrets():
        yield _tried(f"secret {secret.file or secret.env}", partial(_secret, secret))
    has_games = yield from _store(settings, clock)
    if settings.club:
        yield _tried(f"club {settings.club}", partial(_club, settings, has_games))
    for maildir in (*settings.maildir, *([settings.outgoing] if settings.outgoing else [])):
        yield _tried(f"maildir {maildir.path}", partial(_maildir, Path(maildir.path)))
    for imap in settings.imap:
        yield _tried(f"imap {imap.where}", partial(_imap, imap))
    if settings.listen:
        attempt = partial(_listen, settings.listen, place_of(settings.store))
        yield _tried(f"listen {settings.listen.where}", attempt)
    if settings.web:
        yield _tried(f"pages {settings.web.listen}", _pages)
    if settings.smtp:
        yield _tried(f"smtp {settings.smtp.where}", partial(_smtp, settings.smtp, settings.address))
    sender = settings.smtp.sender if settings.smtp else ""
    for hint in domain_says(settings.address, sender, settings.dkim_selector):
        yield Finding(hint.what, CONFIG if hint.is_wrong else OK, hint.says)


def _tried(what: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(what, OK, attempt())
    except _Wrong as wrong:
        return Finding(what, wrong.exit, str(wrong))
    except (BadConfiguration, OpenToOthers) as wrong:
        return Finding(what, CONFIG, str(wrong))
    except PermissionError as error:
        return Finding(
            what, NOPERM, f"{error.filename}: {error.strerror}. Give this user the right to write."
        )
    except OSError as error:
        return Finding(what, TEMPFAIL, f"{error.filename or what}: {error.strerror or error}.")


def _club(settings: Configuration, has_games: bool) -> str:
    """Who may begin games; and what a new club needs, in which nobody has played yet."""
    try:
        club = read_club(Path(settings.club))
    except BadClub as bad:
        raise _Wrong(CONFIG, str(bad)) from None
    referee = settings.in_charge.address
    if not (has_games or referee or club.create == ANYBODY):
        raise _Wrong(CONFIG, _NOBODY_CAN)
    whom = {ANYBODY: "Anybody", KNOWN: "Whoever plays here, or has played here,", NOBODY: "Nobody"}
    may = f"{whom[club.create]} may make lists that people sign on to"
    may += f", and the referee {referee}." if referee and club.create != ANYBODY else "."
    if has_games:
        return may
    line = create_line(club, (club.titles or ("shinobi",))[0])
    return f"{may} The first game begins with a mail to {settings.address} and the line “{line}”."


_NOBODY_CAN = (
    "Nobody can begin the first game: nobody has played here yet. Name the referee in the desk's file, "
    'referee = "YOU@…", who may always begin one; or write create = "anybody" here.'
)


# ---- the store


def _store(settings: Configuration, clock: Clock) -> FoundIn:
    """Whether it has games, so that somebody is known."""
    place = place_of(settings.store)
    try:
        if not exists(place):
            raise _Wrong(
                NO_STORE,
                f"There is no store {place}. “bugyo open --config …” makes one, or “bugyo desk new”.",
            )
        record = Record(place)
    except PersistenceError as error:
        yield Finding("store", TEMPFAIL, f"{place} cannot be reached: {error}. Is the server there?")
        return False
    except (_Wrong, StoreRefused, OSError) as error:
        exit = error.exit if isinstance(error, _Wrong) else DATAERR
        yield Finding("store", NOPERM if isinstance(error, PermissionError) else exit, str(error))
        return False
    try:
        yield _tried("store", partial(_written, record))
        yield _tried("keys", partial(_keys, record))
        yield _tried("clock", partial(_clock, record, clock()))
        if isinstance(place, Path):  # how much room a server has, only its own machine can tell
            yield _tried("room", partial(_room, place))
            yield _tried("rights", partial(check_store, place))
            yield _tried("contents", partial(_contents, place))
        if isinstance(place, Server):
            yield _tried("rights", partial(check_server, place))
        yield _tried("outbox", partial(_outbox, record, clock))
        yield _tried("strangers", partial(_strangers, record, clock, settings))
        return bool(record.games())
    finally:
        record.close()


class _Undone(Exception):
    """What was tried is taken back."""


def _written(record: Record) -> str:
    """A write that is taken back again, in a journal like every other."""
    place = record.place
    if isinstance(place, Path) and not (os.access(place, os.W_OK) and os.access(place.parent, os.W_OK)):
        raise _Wrong(
            NOPERM, f"{place} and its directory cannot be written. Give this user the right to write."
        )
    try:
        with record.recorder.together():
            record.set("checked", b"1")
            raise _Undone
    except _Undone:
        pass
    served = " A desk serves it now." if is_served(place) else ""
    count = len(record.games())
    return f"{place} has {count} game{'' if count == 1 else 's'} and can be written.{served}"


def _keys(record: Record) -> str:
    from referee.proof.signing import public_key

    try:
        with record.recorder.together():
            server_key(record)
            public_key(record)
            raise _Undone
    except _Undone:
        return "The keys of tokens and signatures are there, or are made when they are needed."
    except (Fault, ValueError) as broken:
        raise _Wrong(DATAERR, str(broken)) from None


def _clock(record: Record, now: int) -> str:
    """Against the newest thing that was recorded; no time server is asked."""
    newest = max(record.last_mail_at(), newest_at(record.recorder))
    if now < newest - MOST_BACK:
        said = f"The clock says {_time(now)}, and something was recorded at {_time(newest)}."
        raise _Wrong(TEMPFAIL, f"{said} Set the clock right.")
    return f"It is {_time(now)}."


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _room(path: Path) -> str:
    free = shutil.disk_usage(path.parent).free
    if free < LEAST_ROOM:
        raise _Wrong(TEMPFAIL, f"Only {free // 1_000_000} MB are free beside {path}. Make room.")
    return f"{free // 1_000_000:,} MB are free."


def _contents(path: Path) -> str:
    """What other programs have put into the store, and may."""
    strange = objects_of(path).strange()
    if not strange:
        return "Only what Bugyo made is in it."
    return f"Another program has put into it: {', '.join(strange[:SHOWN])}. It does no harm there."


def _outbox(record: Record, clock: Clock) -> str:
    """What could not be sent is said; it is no fault of how the desk is set up."""
    mails = Queue(record, clock).unsent()
    waiting = sum(mail.state == WAITING for mail in mails)
    said = f"{waiting} mails wait to be sent; {len(mails) - waiting} were refused for ever or came back."
    return said + (" “bugyo desk unsent” lists them." if mails else "")


def _strangers(record: Record, clock: Clock, settings: Configuration) -> str:
    """How much leaves the house, and lies in it, on the word of people whom nobody knows."""
    limits, piles = AnswerLimits(record, clock), PileTable(record)
    hour, day = limits.of_strangers(HOUR), limits.of_strangers(DAY)
    kept = sum(piles.bytes().values()) / 1_000_000
    return (
        f"{hour.answered} answers to strangers or without proof in the last hour, and {hour.left} left out; "
        f"{day.answered} and {day.left} in the last day. {kept:,.1f} MB of such mails are kept, "
        f"{settings.keep.most_bytes / 1_000_000:,.0f} MB of each kind at most."
    )


# ---- ways in and out


def _secret(secret: Secret) -> str:
    secret.read()
    if secret.is_open_to_others():
        raise _Wrong(CONFIG, f"Other users may read {secret.file}. Take that away: chmod 600 {secret.file}")
    return "It can be read."


def _maildir(path: Path) -> str:
    try:
        make_maildir(path)
    except NotAMaildir as wrong:
        raise _Wrong(CONFIG, str(wrong)) from None
    for folder in ("tmp", "new", "cur"):
        with tempfile.NamedTemporaryFile(dir=path / folder, prefix=".check"):
            pass
    check_maildir(path)
    return "It can be written."


def _imap(settings: Imap) -> str:
    with of_the_extra("IMAP"):
        from referee.transport.imap import Mailbox

    mailbox = Mailbox(settings, InTray(), lambda line: None)
    try:
        with mailbox.opened() as box:
            count = len(box.uids(charset=None))
            idles = "IDLE" in box.client.capabilities
    except ShutOut as barred:
        raise _Wrong(CONFIG, f"{barred} {_HINTS[_kind(str(barred))]}") from None
    except Lost as lost:
        raise _Wrong(TEMPFAIL, f"{lost} Is the host right, and the port, and is the server there?") from None
    looks = "it tells of new ones" if idles else f"it is asked every {settings.poll:g} seconds"
    return f"Logged in; {settings.folder} has {count} mails, and {looks}."


_CERTIFICATE, _LOGIN = "certificate", "login"
_HINTS = {
    _CERTIFICATE: "Name the file of its authority with ca, and as host the name in its certificate.",
    _LOGIN: "Are the user, the secret and the folders right?",
}


def _kind(said: str) -> str:
    return _CERTIFICATE if _CERTIFICATE in said.lower() else _LOGIN


def _smtp(settings: Smtp, address: str) -> str:
    relay = Relay(settings, address)
    try:
        relay.try_sender()
    except Barred as barred:
        raise _Wrong(CONFIG, f"{barred} {_HINTS[_kind(str(barred))]}") from None
    except Down as down:
        raise _Wrong(TEMPFAIL, f"{down} Is the host right, and the port, and is the server there?") from None
    finally:
        relay.close()
    return f"{'Logged in; it' if settings.user else 'It'} takes mails from {settings.sender or address}."


def _pages() -> str:
    need_pages()
    return "The packages that the pages need are there."


def _listen(settings: Listen, store: Place) -> str:
    if is_served(store):
        return "The desk that serves the store listens there."
    with of_the_extra("SMTP and LMTP"):
        from referee.transport.listener import try_address

    try_address(settings)
    return "It can be listened on."
