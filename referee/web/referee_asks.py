"""The page of the referee has him asked by mail whether a program may play for a seat. It changes nothing: it
writes a mail in his name, as he would, and the desk puts its one question to his mailbox.

Wanted      what the page sends
RefereeAsks makes the mail of it
"""

from __future__ import annotations

import re

from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.errors import OrderError
from domain.kit.framing import framed
from domain.kit.likeness import program_of
from projections.language.messages import _, term
from referee.identity import browsers, cases, seating
from referee.identity.authority import TOKEN
from referee.reading.senders import is_address
from referee.record.record import Record
from referee.seats.tokens import server_key
from referee.transport.sendings import Sending, sending_id
from referee.transport.spool import Spool
from referee.web.answering import Malformed, Refused
from referee.web.desk_games import Overseen

ASKINGS = 20
"""In a minute, of an address."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """`key` is random, and the same only where the same is sent once more."""

    game: str
    seat: str
    strength: str
    key: str


class RefereeAsks:
    """`desk` and `referee` are the addresses of both; `spool` is None where no desk takes anything from these
    pages."""

    def __init__(self, record: Record, desk: str, referee: str, spool: Spool | None) -> None:
        self._record = record
        self._desk = desk
        self._referee = referee.lower()
        self._spool = spool

    @property
    def can_ask(self) -> bool:
        return self._spool is not None and is_address(self._desk) and is_address(self._referee)

    def ask(self, seen: Overseen, wanted: Wanted) -> str:
        """Has him asked; what the page says. Raises `Refused` and `Malformed`."""
        if self._spool is None or not self.can_ask:
            raise Refused(503, _("Nobody can be asked from this page."), {})
        game = next((kept.game for kept in seen.games if kept.game.id == wanted.game), None)
        if game is None or not _KEY.fullmatch(wanted.key):
            raise Malformed(_("This is not what the page sends. Load the page anew and try again."))
        key, raw = self._mail(wanted, self._line(seen, game, wanted))
        try:
            self._spool.put(key, raw)
        except OSError:
            said = _("It cannot be kept just now, and was not sent. Try again soon.")
            raise Refused(503, said, {"Retry-After": "5"}) from None
        return _("A question goes to your mailbox. Nothing changes before you have answered “yes”.")

    def _line(self, seen: Overseen, game: GameState, wanted: Wanted) -> str:
        """The line of the mail, in which nothing stands but names of ours. Raises `Refused`."""
        opened = [
            case
            for kept in seen.games
            for case in seating.questions_of(self._record, kept.game.id)
            if case.address == self._referee and cases.is_open_in(kept.game, case, seen.now)
        ]
        try:
            found = seating.wanted(game, (wanted.seat, wanted.strength), TOKEN, opened)
        except OrderError as refusal:
            raise Refused(409, term(str(refusal)), {}) from None
        return f"bot {game.id} {wanted.seat.lower()} {program_of(found.program)}"

    def _mail(self, wanted: Wanted, line: str) -> tuple[str, bytes]:
        """The mail, and the key that it waits under."""
        key = framed("bugyo/1/asking", line.encode(), wanted.key.encode()).hex()[:32]
        named = sending_id(Sending(key, key[:16]), self._desk.rpartition("@")[2])
        head = {
            browsers.FIELD: seating.sealed(server_key(self._record), self._referee, named, line),
            "From": self._referee,
            "To": self._desk,
            "Subject": "From your page",
            "Message-ID": named,
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
        }
        return key, ("".join(f"{name}: {value}\n" for name, value in head.items()) + f"\n{line}\n").encode()
