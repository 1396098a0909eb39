"""Mails on their way out: the board in them, kept as a drawing while they wait, becomes dots.

That is done here and not where a mail is written: while the store writes everybody waits. A desk has it done
in a process of its own: a mail waits for that so long and no longer, those that ask for an order go first.
"""

from __future__ import annotations

import base64
import quopri
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import Message
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.mail.html.elements import without_picture
from referee.record.outbox import Unsent
from referee.seats.seat_view import YOUR_MOVE
from referee.service.listener_limits import Seldom
from referee.service.reports import Report, Trouble
from referee.transport.letters import DOTS, DRAWN
from referee.transport.outbox import Carrier

if TYPE_CHECKING:
    from referee.pictures.beside import Drawings

WAIT = 2.0
"""Seconds that a mail waits for its picture."""

LATE = f"Mails go out without their pictures, which are not drawn within {WAIT:g} seconds."

_POLICY = policy.compat32.clone(cte_type="8bit", max_line_length=None)


class Waiting(NamedTuple):
    """A mail that waits for the dots of a drawing, and until when."""

    drawing: bytes
    until: float


class Pictured:
    """Carries mails with their pictures in dots, which are drawn at once where nobody draws them beside. What
    goes wrong with a picture holds up no mail."""

    def __init__(self, carrier: Carrier, report: Report, drawings: Drawings | None = None) -> None:
        self._carrier = carrier
        self._report = report
        self._drawings = drawings
        self._late = Seldom(lambda line: report(Trouble(line)))
        self._waiting = dict[int, Waiting]()

    def ready(self, due: list[Unsent], raw: Callable[[int], bytes]) -> list[Unsent]:
        """Those that go now: with their pictures, or without. The pictures of the others are asked for."""
        if self._drawings is None:
            return due
        known, self._waiting = self._waiting, {}
        return [mail for mail in due if not self._waits(mail.id, known.get(mail.id), raw, self._drawings)]

    def _waits(
        self, number: int, known: Waiting | None, raw: Callable[[int], bytes], drawings: Drawings
    ) -> bool:
        now = time.monotonic()
        if known is None:
            drawing, is_first = _wanted(raw(number))
            known = Waiting(drawing, now + WAIT)
            if drawing:
                drawings.ask(drawing, known.until, first=is_first)
        self._waiting[number] = known  # also of a mail that goes: if it is not taken, it waits no second time
        return bool(known.drawing) and known.until > now and not drawings.is_made(known.drawing)

    def carry(self, to: str, raw: bytes) -> None:
        """Raises what the other carrier raises."""
        self._carrier.carry(to, finished(raw, self._report, self._drawn if self._drawings else _dots))

    def _drawn(self, drawing: bytes) -> bytes:
        assert self._drawings is not None, "Somebody draws beside."
        made = self._drawings.picture(drawing)
        if made is None:
            self._late(LATE)
        return made or b""

    def close(self) -> None:
        if close := getattr(self._carrier, "close", None):  # of a server, whose class brings TLS with it
            close()


def _dots(drawing: bytes) -> bytes:
    from projections.drawing.small_pictures import dots  # most mails of a command have no picture

    return dots(drawing)


def finished(raw: bytes, report: Report, draw: Callable[[bytes], bytes] = _dots) -> bytes:
    """The mail with its drawing as dots, or without where `draw` has none; a mail without one as it is."""
    if DRAWN.encode() not in raw:
        return raw
    message = message_from_bytes(raw, policy=_POLICY)
    board = _board(message)
    if board is None:  # somebody writes about drawings
        return raw
    drawing: Any = board.get_payload(decode=True)
    try:
        made = draw(drawing)
    except Exception as error:  # noqa: BLE001 - no mail is lost for its picture
        report(Trouble(f"{message['Message-ID']} goes out without its picture, which fails. {error}"))
        made = b""
    if not made:
        return _without(message)
    board.replace_header("Content-Type", DOTS)
    board.set_payload(base64.encodebytes(made).decode("ascii"))
    return message.as_bytes()


def _wanted(raw: bytes) -> tuple[bytes, bool]:
    """The drawing of a mail, b"" where it has none; and whether somebody is asked for an order by it."""
    if DRAWN.encode() not in raw:
        return b"", False
    message = message_from_bytes(raw, policy=_POLICY)
    board = _board(message)
    drawing: Any = board.get_payload(decode=True) if board else b""
    return drawing, message["X-Bugyo-State"] == YOUR_MOVE


def _board(message: Message) -> Message | None:
    return next((part for part in message.walk() if part.get_content_type() == DRAWN), None)


def _without(message: Message) -> bytes:
    """The mail with words in the place of its picture."""
    both = next(part for part in message.walk() if part.get_content_type() == "multipart/related")
    page: Message = next(part for part in both.walk() if part.get_content_type() == "text/html")
    words: Any = page.get_payload(decode=True)
    for name in ("Content-Type", "Content-Transfer-Encoding"):
        del both[name]
        both[name] = page[name]
    both.set_payload(quopri.encodestring(without_picture(words.decode()).encode()).decode("ascii"))
    return message.as_bytes()
