"""Receipts: what a mail of ours says of the record, so that every mailbox is a witness.

A receipt has the digest of the mail that it answers, the head of the game at a position, and the running
number of our mail among those to its seat; it is signed. Running numbers are kept in the store's
`settings`, one for each game and seat.
"""

from __future__ import annotations

from base64 import b64encode

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.framing import framed, number
from referee.proof.signing import holds, seed_of, sign
from referee.record.record import Record

NO_MAIL = "-"
"""What stands for the digest of the mail that is answered where none is."""


class Receipt(Struct, frozen=True):
    """What a mail to a seat says of the record. `mail`, `head` and `signature` are hexadecimal; `mail` is
    "-" where no mail is answered."""

    game: str
    seat: str
    number: int
    mail: str
    position: int
    head: str
    signature: str = ""

    def digest(self) -> bytes:
        """What is signed."""
        return framed(
            "bugyo/1/receipt",
            self.game.encode(),
            self.seat.encode(),
            number(self.number),
            self.mail.encode(),
            number(self.position),
            bytes.fromhex(self.head),
        )

    def text(self) -> str:
        """As it stands at the end of a mail."""
        return (
            f"-----BEGIN RECEIPT {self.game} {self.seat} {self.number}-----\n"
            f"MAIL {self.mail}\n"
            f"HEAD {self.position} {self.head}\n"
            f"SIGNATURE {b64encode(bytes.fromhex(self.signature)).decode()}\n"
            "-----END RECEIPT-----\n"
        )


def issue(record: Record, game: str, seat: str, name: str, mail: str, position: int, head: str) -> Receipt:
    """The receipt for the mail of this name to a seat, which answers `mail`. It takes the next running
    number: a mail that is sent again keeps its own, and one that is never sent leaves a gap."""
    setting = f"receipt/{game}/{seat}/{name}"
    number = int(record.setting(setting, b"0"))
    if not number:
        number = next_number(record, game, seat)
        record.set(setting, str(number).encode())
    return signed(seed_of(record), Receipt(game, seat, number, mail or NO_MAIL, position, head))


def signed(seed: bytes, receipt: Receipt) -> Receipt:
    """The receipt with its signature."""
    return replace(receipt, signature=sign(seed, receipt.digest()).hex())


def next_number(record: Record, game: str, seat: str) -> int:
    """The next running number of the mails to a seat, from 1; never the same one twice."""
    return record.count_up(f"receipts/{game}/{seat}")


def is_signed(receipt: Receipt, key: str) -> bool:
    return holds(key, bytes.fromhex(receipt.signature), receipt.digest())
