"""People who play honestly: they fill in the block of their newest mail, and mistype now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from email.utils import formatdate
from random import Random

from msgspec import Struct

from domain.game.state.words import notation_of
from projections.replay import Replay
from referee.identity.question_answered import closed
from referee.record.record import Record
from referee.seats import folded_games
from tests.siege import letters
from tests.siege.clerk import Block, Clerk
from tests.siege.house import ADDRESS, House, Seat
from tests.siege.letters import LMTP, MAILDIR, Post

TYPO_EACH = 10
"""After so many orders, one is mistyped first."""

FORGED_BEFORE = 4
"""Mails without a token that are forged in the name of somebody who is about to mistype."""

LOOK = 0.1
LATE = 60.0
"""Seconds after the end in which what is still to be written is written."""

PATIENCE = 60.0
"""Seconds after which somebody no longer waits for an answer before another in the game writes."""


class Sent(Struct):
    """A mail that was handed in; `used` is the CPU that the desk had used by then."""

    name: str
    seat: Seat
    at: float
    used: float
    way: str
    is_typo: bool = False


class People:
    """`hand_in` takes a mail to the desk. With `is_one_hostile`, one of those who play sends hostile lines in
    every second of his mails."""

    def __init__(
        self,
        house: House,
        clerk: Clerk,
        hand_in: Callable[[Post], None],
        random: Random,
        *,
        is_one_hostile: bool = False,
    ) -> None:
        self._house = house
        self._clerk = clerk
        self._hand_in = hand_in
        self._random = random
        self._addresses = {(one.game, one.seat): one for one in house.seats}
        self._games = list(dict.fromkeys(one.game for one in house.seats if one.game.startswith("g")))
        self._last: dict[str, Sent] = {}
        self._hostile = house.seats[0] if is_one_hostile else None
        self._is_honest = True
        self.sent: list[Sent] = []
        self.hostile = 0
        """How many mails with hostile lines one of those who play has sent."""

    def play(self, mails: int, seconds: float, stop: Callable[[], bool]) -> None:
        """So many orders, and mistyped ones beside."""
        record = Record(self._house.folder / "games.db")
        try:
            begun, done = time.monotonic(), 0
            while done < mails and time.monotonic() < begun + seconds + LATE and not stop():
                mistypes = done % TYPO_EACH == TYPO_EACH // 2 and done // TYPO_EACH >= len(self.typos())
                is_time = time.monotonic() >= begun + seconds * done / mails
                if is_time and self._writes(record, mistypes):
                    done += not mistypes
                else:
                    time.sleep(LOOK)
        finally:
            record.close()

    def is_answered(self, sent: Sent) -> bool:
        return sent.name in self._clerk.answers

    def orders(self) -> list[Sent]:
        return [one for one in self.sent if not one.is_typo]

    def typos(self) -> list[Sent]:
        return [one for one in self.sent if one.is_typo]

    # ---- one mail

    def _writes(self, record: Record, mistypes: bool) -> bool:
        """Somebody orders who can, or mistypes an order; whether one could."""
        for game in self._random.sample(self._games, len(self._games)):
            last = self._last.get(game)
            if last and not self.is_answered(last) and time.monotonic() < last.at + PATIENCE:
                continue
            found = self._can(folded_games.replay(record, game))
            if found is None:
                continue
            seat, block, order = found
            if seat == self._hostile:
                self._is_honest = not self._is_honest
                if not self._is_honest:
                    self.hostile += 1
                    self._hand_in(Post(letters.hostile(self._random, seat, block)))
                    return False
            if mistypes:
                self._forge(seat)
            self._send(seat, block, f"plaec {order[::-1]}" if mistypes else order, is_typo=mistypes)
            return True
        return False

    def _can(self, replay: Replay) -> tuple[Seat, Block, str] | None:
        """A seat that is asked, has the mail that asks it, and knows what it may order."""
        game = replay.newest()
        if game.is_over():
            return None
        for seat in self._random.sample(game.awaited(), len(game.awaited())):
            block = self._clerk.blocks.get((game.id, seat))
            known = self._addresses.get((game.id, seat))
            if block and known and not closed(replay, seat, block.head):
                examples = game.examples(seat)
                if examples:
                    return known, block, notation_of(game).write(self._random.choice(examples))
        return None

    def _forge(self, seat: Seat) -> None:
        for n in range(FORGED_BEFORE):
            self._hand_in(Post(letters.forged(self._random, seat), (MAILDIR, LMTP)[n % 2]))

    def _send(self, seat: Seat, block: Block, order: str, *, is_typo: bool = False) -> None:
        name = f"<{len(self.sent)}.{self._random.randrange(1 << 32):x}@{seat.address.partition('@')[2]}>"
        way = (MAILDIR, LMTP)[len(self.sent) % 2]
        raw = _reply(seat, block, order, name, has_greeting=self._random.random() < 0.3)
        sent = Sent(name, seat, time.monotonic(), self._house.used(), way, is_typo)
        self.sent.append(sent)
        self._last[seat.game] = sent
        self._hand_in(Post(raw, way))


def _reply(seat: Seat, block: Block, order: str, name: str, *, has_greeting: bool) -> bytes:
    """As a mail program writes it: the block above the quoted mail, recorded by the server as genuine."""
    quoted = "".join(f"> {line}".rstrip() + "\n" for line in block.mail.splitlines())
    fields = {
        "From": f"{seat.address.partition('@')[0].upper()} <{seat.address}>",
        "To": ADDRESS,
        "Date": formatdate(localtime=False),
        "Subject": f"Re: [{block.game} {block.turn} {block.seat}]",
        "Message-ID": name,
        "In-Reply-To": block.name,
        "References": block.name,
        "Content-Type": "text/plain; charset=utf-8",
    }
    text = f"{block.filled(order)}\nOn {formatdate(localtime=False)}, Bugyo <{ADDRESS}> wrote:\n\n{quoted}"
    greeting = "Hello,\n\n" if has_greeting else ""
    return letters.composed(fields, greeting + text, letters.received("pass", seat.address))
