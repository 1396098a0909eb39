"""Sendings of pages, on their way through the spool, and the answers on their way back: an answer of the desk
goes out by mail, and is kept for the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.games.order_sheet import Line, Result
from referee.record.record import Record
from referee.service.exits import Handled
from referee.service.reports import Report
from referee.transport.boxes import Worker, Works
from referee.transport.spool import Spool, is_mail

KIND = "page"
"""Of the settings that answers are kept in."""

_ID = re.compile(r"<page\.([0-9a-f]{32})\.([0-9a-f]{16})@")


class Sending(NamedTuple):
    """What is sent once: the same `key` is the same sending, and `said` is what it says."""

    key: str
    said: str


def sending_id(sending: Sending, host: str) -> str:
    """The Message-ID of what is sent by a page."""
    return f"<page.{sending.key}.{sending.said}@{host}>"


def sending_of(message_id: str) -> Sending | None:
    """None where the id is not one of a page."""
    found = _ID.match(message_id)
    return Sending(found[1], found[2]) if found else None


class Taken:
    """A spool, and the desk that takes from it. Where the desk has answered nothing, it is kept that it is
    done."""

    def __init__(self, spool: Spool, record: Record, desk: Works, poll: float, report: Report) -> None:
        self._spool = spool
        self._record = record
        self._desk = desk
        self._of_pages = Worker(self, poll, report, "the spool of the pages")
        self._mails = Worker(desk, poll, report, "the spool")

    def work(self, stop: Callable[[], bool]) -> int:
        return self._spool.work(lambda name: self._mails if is_mail(name) else self._of_pages, stop)

    def handle(self, raw: bytes) -> Handled:
        handled = self._desk.handle(raw)
        found = re.search(rb"^Message-ID: (<page\.[^>\n]{1,300}>)", raw, re.MULTILINE)
        if found and not handled.is_left:
            message_id = found[1].decode("ascii", "replace")
            sending = sending_of(message_id)
            if sending and told(self._record, sending.key) is None:
                keep(self._record, message_id, "", "", handled.why)
        return handled


# ---- and back


class Told(Struct, frozen=True):
    """An answer: the id that it answers, its own name, its subject and its text; without a name it is what
    the desk has said to itself, for it has not answered. `at`, when it was kept: milliseconds since 1970.
    `results` are what became of the lines that were read; none where the mail was refused as a whole."""

    answers: str
    name: str
    subject: str
    text: str
    at: int = 0
    results: tuple[Result, ...] = ()


_BEGIN = re.compile(r"^-----BEGIN ORDERS [^\n]*\n", re.MULTILINE)
_END = re.compile(r"^-----END ORDERS [^\n]*\n\n?", re.MULTILINE)
_SECRET = re.compile(r"#play=[a-z2-7]+|^[^\n]*/m/[a-z2-7]{24}/[^\n]*\n?", re.MULTILINE)


def keep(record: Record, message_id: str, name: str, subject: str, text: str) -> None:
    """Keeps the answer to a sending, the newest of several; of a mail's text not the block, whose token is
    for mailboxes, nor the secret to play, nor the line with the way to all games of a mailbox, which a page
    is told only once that mailbox has said “yes” to its browser."""
    sending = sending_of(message_id)
    if sending:
        _set(record, sending, Told(message_id, name, subject, _SECRET.sub("", _without_blocks(text))))


def became(record: Record, message_id: str, results: Sequence[Result]) -> None:
    """Keeps what became of the lines of a sending, beside the answer to it, where there is one."""
    sending = sending_of(message_id)
    if sending:
        known = told(record, sending.key) or Told(message_id, "", "", "")
        short = tuple(replace(one, line=Line(one.line.number, ""), said=(), offers=()) for one in results)
        _set(record, sending, replace(known, results=short))


def _set(record: Record, sending: Sending, made: Told) -> None:
    made = replace(made, at=record.clock())
    record.set(_setting(sending.key), msgspec.json.encode(made))


def _without_blocks(text: str) -> str:
    kept, at = "", 0
    while (begin := _BEGIN.search(text, at)) and (end := _END.search(text, begin.end())):
        kept, at = kept + text[at : begin.start()], end.end()
    return kept + text[at:]


def told(record: Record, key: str) -> Told | None:
    """What was answered."""
    kept = record.setting(_setting(key))
    return msgspec.json.decode(kept, type=Told) if kept else None


def sweep(record: Record, kept_for: int) -> int:
    """Forgets the answers that were kept longer ago, in milliseconds; how many."""
    until = record.clock() - kept_for
    kept = {
        name: msgspec.json.decode(value, type=Told)
        for name, value in record.settings_below(f"{KIND}/").items()
    }
    old = [name for name, answer in kept.items() if answer.at < until]
    for name in old:
        record.unset(name)
    return len(old)


def _setting(key: str) -> str:
    return f"{KIND}/{key}"
