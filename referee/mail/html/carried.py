"""Mails on their way out: the board in them, kept as a drawing while they wait, becomes dots.

That is done here and not where a mail is written: it takes up to half a second, and while the store writes
everybody waits.
"""

from __future__ import annotations

import base64
from email import message_from_bytes, policy
from email.message import Message
from typing import Any

from projections.drawing.small_pictures import dots
from referee.service.reports import Report, Trouble
from referee.transport.letters import DOTS, DRAWN
from referee.transport.outbox import Carrier
from referee.transport.smtp import Relay

_POLICY = policy.compat32.clone(cte_type="8bit", max_line_length=None)


class Pictured:
    """Carries mails with their pictures in dots. What goes wrong with a picture holds up no mail."""

    def __init__(self, carrier: Carrier, report: Report) -> None:
        self._carrier = carrier
        self._report = report

    def carry(self, to: str, raw: bytes) -> None:
        """Raises what the other carrier raises."""
        self._carrier.carry(to, finished(raw, self._report))

    def close(self) -> None:
        if isinstance(self._carrier, Relay):
            self._carrier.close()


def finished(raw: bytes, report: Report) -> bytes:
    """The mail with its drawing as dots; a mail without one as it is."""
    if DRAWN.encode() not in raw:
        return raw
    message = message_from_bytes(raw, policy=_POLICY)
    board = next((part for part in message.walk() if part.get_content_type() == DRAWN), None)
    if board is None:  # somebody writes about drawings
        return raw
    drawing: Any = board.get_payload(decode=True)
    try:
        made = dots(drawing)
    except Exception as error:  # noqa: BLE001 - no mail is lost for its picture
        report(Trouble(f"{message['Message-ID']} goes out as text: its picture fails. {error}"))
        return _as_text(message)
    board.replace_header("Content-Type", DOTS)
    board.set_payload(base64.encodebytes(made).decode("ascii"))
    return message.as_bytes()


def _as_text(message: Message) -> bytes:
    """The mail without its second body."""
    both = next(part for part in message.walk() if part.get_content_type() == "multipart/alternative")
    text: Message = next(part for part in both.walk() if part.get_content_type() == "text/plain")
    for name in ("Content-Type", "Content-Transfer-Encoding"):
        del both[name]
        both[name] = text[name]
    words: Any = text.get_payload(decode=True)
    both.set_payload(words.decode("ascii", "surrogateescape"))
    return message.as_bytes()
