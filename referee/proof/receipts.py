"""Receipts: what a mail of ours says of the record, so that every mailbox is a witness.

A receipt has the digest of the mail that it answers, the head of the game at a position, the running
number of our mail among those to its seat, and of each other seat the newest head of an earlier event that
was mailed to it; it is signed. Running numbers are kept in the store's `settings`, one for each game and
seat, and so is what was mailed to the seats of each game.

What another seat was sent must not tell what is private. A head alone does not; but who has got a mail at an
event of which nobody else was told has written there. Where seats may write without their names, only a head
that all seats have got counts as mailed.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.framing import framed, number
from referee.proof.signing import holds, seed_of, sign
from referee.record.record import Record

NO_MAIL = "-"
"""What stands for the digest of the mail that is answered where none is."""


class Receipt(Struct, frozen=True):
    """What a mail to a seat says of the record. `mail`, `head` and `signature` are hexadecimal; `mail` is
    "-" where no mail is answered. `seen` has other seats, each with the newest head that was mailed to it."""

    game: str
    seat: str
    number: int
    mail: str
    position: int
    head: str
    signature: str = ""
    seen: tuple[tuple[str, str], ...] = ()

    def digest(self) -> bytes:
        """What is signed."""
        seen = (part for seat, head in self.seen for part in (seat.encode(), bytes.fromhex(head)))
        return framed("bugyo/2/receipt", *self._fields(), *seen)

    def first_digest(self) -> bytes:
        """What was signed before receipts named what other seats were sent."""
        return framed("bugyo/1/receipt", *self._fields())

    def _fields(self) -> Iterator[bytes]:
        yield self.game.encode()
        yield self.seat.encode()
        yield number(self.number)
        yield self.mail.encode()
        yield number(self.position)
        yield bytes.fromhex(self.head)

    def text(self) -> str:
        """As it stands at the end of a mail."""
        seen = "".join(f"SEEN {seat} {head}\n" for seat, head in self.seen)
        return (
            f"-----BEGIN RECEIPT {self.game} {self.seat} {self.number}-----\n"
            f"MAIL {self.mail}\n"
            f"HEAD {self.position} {self.head}\n"
            f"{seen}"
            f"SIGNATURE {b64encode(bytes.fromhex(self.signature)).decode()}\n"
            "-----END RECEIPT-----\n"
        )


class Table(Struct, frozen=True):
    """The seats of a game that mails go to, in the order of its opening. `unnamed`, where they may write
    without their names."""

    seats: tuple[str, ...] = ()
    unnamed: bool = False


NOBODY = Table()


class _Mailed(Struct):
    """What was mailed in a game: of each seat the position and head that it was sent last, with the head of
    an earlier event that it was sent before that, "" for none; and who has got the head at the newest
    position that was mailed at all."""

    heads: dict[str, tuple[int, str, str]] = {}
    position: int = 0
    got: list[str] = []

    def before(self, seat: str, position: int) -> str:
        """The newest head of an event before this one that a seat was sent; "" for none. It stays the same: a
        mail that is made again says the same, and none tells in what order those of an event were written."""
        at, head, earlier = self.heads.get(seat, (0, "", ""))
        return head if at < position else earlier


def issue(
    record: Record,
    game: str,
    seat: str,
    name: str,
    mail: str,
    position: int,
    head: str,
    table: Table = NOBODY,
) -> Receipt:
    """The receipt for the mail of this name to a seat, which answers `mail`. It takes the next running
    number: a mail that is sent again keeps its own, and one that is never sent leaves a gap. From here on the
    head counts as mailed to the seat, so that the mail is put into the outbox in the same transaction."""
    setting = f"receipt/{game}/{seat}/{name}"
    number = int(record.setting(setting, b"0"))
    if not number:
        number = record.count_up(f"receipts/{game}/{seat}")
        record.set(setting, str(number).encode())
    seen = _mailed(record, game, seat, position, head, table)
    return signed(seed_of(record), Receipt(game, seat, number, mail or NO_MAIL, position, head, seen=seen))


def _mailed(
    record: Record, game: str, seat: str, position: int, head: str, table: Table
) -> tuple[tuple[str, str], ...]:
    """What the others were sent last, and that the seat is sent this head now."""
    setting = f"mailed/{game}"
    kept = record.setting(setting)
    mailed = msgspec.json.decode(kept, type=_Mailed) if kept else _Mailed()
    if seat in table.seats:
        record.set(setting, msgspec.json.encode(_with(mailed, seat, position, head, table)))
    seen = ((other, mailed.before(other, position)) for other in table.seats if other != seat)
    return tuple((other, known) for other, known in seen if known)


def _with(mailed: _Mailed, seat: str, position: int, head: str, table: Table) -> _Mailed:
    """What was mailed once the seat has got this head."""
    got = [*(mailed.got if mailed.position == position else []), seat]
    counts = [seat]
    if table.unnamed:
        counts = got if set(table.seats) <= set(got) else []
    heads = {one: (position, head, mailed.before(one, position)) for one in counts}
    return _Mailed({**mailed.heads, **heads}, position, sorted(set(got)))


def signed(seed: bytes, receipt: Receipt) -> Receipt:
    """The receipt with its signature."""
    return replace(receipt, signature=sign(seed, receipt.digest()).hex())


def is_signed(receipt: Receipt, key: str) -> bool:
    """Whether the key has signed it. One that names no other seat may also be one of before."""
    digests = [receipt.digest(), *([] if receipt.seen else [receipt.first_digest()])]
    return any(holds(key, bytes.fromhex(receipt.signature), digest) for digest in digests)
