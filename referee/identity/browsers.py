"""The mails that pages of ours write for their readers, and the browsers that they were written in.

Such a mail says in a field of its own which browser it comes from, under a seal of the server's key: nobody
else can write it. A seat is played from a browser once a word by mail has come for what it sent first: a
person is asked that once of each browser, not once for each seat of his.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from domain.kit.framing import framed, keyed
from referee.games.addresses import pages_of
from referee.identity.authority import KNOWN, NEW
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail
from referee.record.record import Clock, Record
from referee.seats.tokens import Bearer, bearers, same, server_key, token_of

FIELD = "X-Bugyo-Page"

_FIELD = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{64})")


def digest_of(browser: str) -> str:
    """What is known of a browser: the digest of the random key that it keeps for itself."""
    return hashlib.sha256(b"bugyo/1/browser\n" + browser.encode()).hexdigest()


def sealed(key: bytes, mail: ReadMail, browser: str) -> str:
    """The field of a mail; `browser` is its digest. The seal is on all that the desk goes by."""
    return f"{browser} {_seal(key, mail, browser)}"


def _seal(key: bytes, mail: ReadMail, browser: str) -> str:
    block = mail.block
    said = (mail.sender, mail.message_id, block.game, block.turn, block.seat, block.token)
    lines = (line.text for line in order_lines(mail.lines))
    fields = (browser, *said, str(block.position), block.head, *lines)
    return keyed(key, "bugyo/1/page", *(field.encode() for field in fields)).hex()


def written_by(key: bytes, mail: ReadMail) -> str:
    """The digest of the browser; "" where no page of ours has written the mail."""
    found = _FIELD.fullmatch(mail.page)
    if found is None or not hmac.compare_digest(found[2], _seal(key, mail, found[1])):
        return ""
    return found[1]


def standing(record: Record, mail: ReadMail, game: str, seat: str, clock: Clock) -> str:
    """`KNOWN`, `NEW`, or "" where no page of ours has written the mail."""
    browser = written_by(server_key(record), mail)
    if not browser:
        return ""
    bearer = _writer(record, mail, game, seat, clock())
    is_known = bearer is not None and _is_welcome(record, game, bearer, mail.sender, browser)
    return KNOWN if is_known else NEW


def is_known(record: Record, game: str, bearer: Bearer, address: str, browser: str) -> bool:
    """Whether a word has come for a browser, of which the key is given, from the mailbox at `address`."""
    return _is_welcome(record, game, bearer, address, digest_of(browser))


def welcome(record: Record, mail: ReadMail, game: str, seat: str, clock: Clock) -> None:
    """The browser that has written a mail is known, at every seat of whoever has written it. Not where his
    links to this one were renewed since: they may have been in other hands, and the mail of those."""
    browser = written_by(server_key(record), mail)
    bearer = _writer(record, mail, game, seat, clock())
    if browser and bearer:
        record.set(_of_person(bearer, mail.sender, browser), pages_of(record, mail.sender).encode())


def welcome_at_seat(record: Record, mail: ReadMail, game: str, seat: str, clock: Clock) -> None:
    """This seat alone may be played from the browser that has written a mail, for as long as the link lasts
    by which it did."""
    browser = written_by(server_key(record), mail)
    bearer = _writer(record, mail, game, seat, clock())
    if browser and bearer:
        record.set(_at_seat(game, bearer, browser), str(clock()).encode())


def _writer(record: Record, mail: ReadMail, game: str, seat: str, now: int) -> Bearer | None:
    """By whose link a mail was written: the page has put his token in. None where that is no more good. A
    block of which the turn is not read, as another package may call it, is one of this turn."""
    key, stood, block = server_key(record), record.load(game).game, mail.block
    known, turn = bearers(record, stood, seat, now), block.turn or stood.label
    return next((one for one in known if same(block.token, token_of(key, game, one, turn))), None)


def _is_welcome(record: Record, game: str, bearer: Bearer, address: str, browser: str) -> bool:
    """Of a person, until any link of his is renewed. Of a seat, where nobody was asked, or a word has come
    while each seat was asked for by itself."""
    since = record.setting(_of_person(bearer, address, browser))
    return since == pages_of(record, address).encode() or bool(
        record.setting(_at_seat(game, bearer, browser))
    )


def _of_person(bearer: Bearer, address: str, browser: str) -> str:
    """Those who share an address have a name each, and a name may be that of several."""
    whose = (address.lower(), bearer.person, browser)
    return f"browsers/{framed('bugyo/1/browsers', *(one.encode() for one in whose)).hex()}"


def _at_seat(game: str, bearer: Bearer, browser: str) -> str:
    whose = framed("bugyo/1/browser", *(mark.encode() for mark in (*bearer.marks, browser))).hex()
    return f"browser/{game}/{bearer.seat}/{whose}"
