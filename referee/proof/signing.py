"""The referee's signature: its Ed25519 key, signed notes, and receipts.

A checkpoint is a signed note (C2SP `signed-note`, in the form of `tlog-checkpoint`): the head of a game at a
position, which others may sign too. The library that signs is imported when something is signed, not
before: most commands never do.

A receipt is what a mail of ours says of the record, so that every mailbox is a witness. It has the digest of
the mail that it answers, the head of the game at a position, the running number of our mail among those to
its seat, and of each other seat the newest head of an earlier event that was mailed to it. Running numbers
are kept in the store's `settings`, one for each game and seat, and so is what was mailed to the seats of
each game.

What another seat was sent must not tell what is private. A head alone does not; but who has got a mail at an
event of which nobody else was told has written there. Where seats may write without their names, only a head
that all seats have got counts as mailed.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.framing import framed, number
from referee.record.record import Record

SETTING = "signing-key"
"""The setting of a store that holds the seed of its key."""

SEED = 32
"""Bytes of a seed."""

NAME = "bugyo"
"""The name of the referee's key in signed notes."""

HEX_KEY = re.compile(r"[0-9a-f]{64}")

FIELD = 2**255 - 19
"""The prime of the field in which the coordinates of keys are."""

_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""The y of a point of order 8."""

_ED25519 = b"\x01"
"""The kind of signature, as `signed-note` numbers them."""

_NOTE = re.compile(
    r"bugyo/(?P<game>[a-z0-9-]{1,40})\n(?P<position>0|[1-9][0-9]{0,8})\n(?P<head>[A-Za-z0-9+/]{43}=)\n\n"
    r"(?P<signatures>(?:— [^\s+]+ [A-Za-z0-9+/]+={0,2}\n){1,100})"
)


class NotACheckpoint(ValueError):
    """The text is not a checkpoint; the sentence says why."""


class WrongSignature(Exception):
    """A signature does not hold; the sentence says whose."""


class Signature(Struct, frozen=True):
    """A line of a signed note: the name of a key, and base64 of its hash and the signature."""

    name: str
    value: str


class Checkpoint(Struct, frozen=True):
    """The head of a game, hexadecimal, at a position; and who signed it."""

    game: str
    position: int
    head: str
    signatures: tuple[Signature, ...] = ()

    def body(self) -> str:
        """What is signed."""
        return f"bugyo/{self.game}\n{self.position}\n{b64encode(bytes.fromhex(self.head)).decode()}\n"

    def text(self) -> str:
        lines = "".join(f"— {line.name} {line.value}\n" for line in self.signatures)
        return f"{self.body()}\n{lines}"


# ---- the key


def seed_of(record: Record) -> bytes:
    """The secret seed of the store's key; it is drawn when it is first asked for."""
    kept = record.setting(SETTING)
    return kept or keep_seed(record, record.entropy(SEED))


def keep_seed(record: Record, seed: bytes) -> bytes:
    """Makes `seed` the seed of the store, for demonstrations, and gives the one that the store has.

    A store that has one keeps it: what was signed must stay verifiable.
    """
    if len(seed) != SEED:
        raise ValueError(f"A seed has {SEED} bytes, not {len(seed)}.")
    return record.set_once(SETTING, seed)


def public_key(record: Record) -> str:
    """The public key of the store, hexadecimal: what an opening event names."""
    return public_of(seed_of(record))


@lru_cache(maxsize=64)
def public_of(seed: bytes) -> str:
    """The public key of a seed, hexadecimal."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw().hex()


def sign(seed: bytes, message: bytes) -> bytes:
    """64 bytes; the same for the same seed and message."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def is_canonical(key: str) -> bool:
    """Whether a key, hexadecimal, is the one encoding of its point that RFC 8032 allows [5.1.3].

    The library takes y not below the field's prime, and the sign of an x that is 0.
    """
    if not HEX_KEY.fullmatch(key):
        return False
    number = int.from_bytes(bytes.fromhex(key), "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    return y < FIELD and not (sign and y in (1, FIELD - 1))


def is_small(key: str) -> bool:
    """Whether a key, hexadecimal, is a point of small order: what it has signed, anybody can have made."""
    y = int.from_bytes(bytes.fromhex(key), "little") & (1 << 255) - 1
    return y in (0, 1, FIELD - 1, _EIGHTH, FIELD - _EIGHTH)


def holds(key: str, signature: bytes, message: bytes) -> bool:
    """Whether a signature is by the key, hexadecimal. Anything that is no key or signature does not hold.

    A key of small order holds what anybody could have signed: whoever names one signs nothing with it.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not is_canonical(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# ---- signed notes


def key_hash(name: str, key: str) -> bytes:
    """What a line of a signed note says of its key, beside the name."""
    return sha256(name.encode() + b"\n" + _ED25519 + bytes.fromhex(key)).digest()[:4]


@lru_cache(maxsize=16)  # all parties of a game get the same one
def make_checkpoint(seed: bytes, game: str, position: int, head: str) -> Checkpoint:
    """The head of a game, signed by the referee."""
    return cosigned(Checkpoint(game, position, head), NAME, seed)


def cosigned(checkpoint: Checkpoint, name: str, seed: bytes) -> Checkpoint:
    """The checkpoint with one more signature, by the key of `seed`. Raises `ValueError` for a name that
    cannot stand in a note."""
    if not name or re.search(r"[\s+]", name):
        raise ValueError(f"“{name}” cannot name a key: it must have a sign, and neither spaces nor “+”.")
    signature = key_hash(name, public_of(seed)) + sign(seed, checkpoint.body().encode())
    line = Signature(name, b64encode(signature).decode())
    return replace(checkpoint, signatures=(*checkpoint.signatures, line))


def parse_checkpoint(text: str) -> Checkpoint:
    """A checkpoint from its text, with the newline at its end. Raises `NotACheckpoint`; whether the
    signatures hold is for `verified`."""
    found = _NOTE.fullmatch(text)
    if found is None:
        raise NotACheckpoint("It does not have the lines of a checkpoint.")
    words = [line.split(" ") for line in found["signatures"].splitlines()]
    signatures = tuple(Signature(name, value) for _, name, value in words)
    head = b64decode(found["head"]).hex()
    checkpoint = Checkpoint(found["game"], int(found["position"]), head, signatures)
    if checkpoint.text() != text:
        raise NotACheckpoint("Its base64 is not in its shortest form.")
    return checkpoint


def verified(checkpoint: Checkpoint, keys: Mapping[str, str]) -> tuple[str, ...]:
    """The names of those among `keys` (name → key, hexadecimal) who signed.

    Lines of other keys are passed over. Raises `WrongSignature` where a line of a known key does not hold.
    """
    names = []
    for line in checkpoint.signatures:
        key = keys.get(line.name, "")
        value = _decoded(line.value)
        if not HEX_KEY.fullmatch(key) or value[:4] != key_hash(line.name, key):
            continue
        if not holds(key, value[4:], checkpoint.body().encode()):
            raise WrongSignature(f"The signature of {line.name} does not hold.")
        names.append(line.name)
    return tuple(names)


def _decoded(value: str) -> bytes:
    try:
        return b64decode(value, validate=True)
    except ValueError:
        return b""


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
    receipt = Receipt(game, seat, number, mail or NO_MAIL, position, head, seen=seen)
    return replace(receipt, signature=sign(seed_of(record), receipt.digest()).hex())


def _mailed(
    record: Record, game: str, seat: str, position: int, head: str, table: Table
) -> tuple[tuple[str, str], ...]:
    """What the others were sent last, and that the seat is sent this head now."""
    setting = f"mailed/{game}"
    kept = record.setting(setting)
    mailed = msgspec.json.decode(kept, type=_Mailed) if kept else _Mailed()
    if seat in table.seats:
        got = [*(mailed.got if mailed.position == position else []), seat]
        counts = [seat]
        if table.unnamed:
            counts = got if set(table.seats) <= set(got) else []
        heads = {one: (position, head, mailed.before(one, position)) for one in counts}
        known = _Mailed({**mailed.heads, **heads}, position, sorted(set(got)))
        record.set(setting, msgspec.json.encode(known))
    seen = ((other, mailed.before(other, position)) for other in table.seats if other != seat)
    return tuple((other, sent) for other, sent in seen if sent)


def is_signed(receipt: Receipt, key: str) -> bool:
    """Whether the key has signed it. One that names no other seat may also be one of before."""
    digests = [receipt.digest(), *([] if receipt.seen else [receipt.first_digest()])]
    return any(holds(key, bytes.fromhex(receipt.signature), digest) for digest in digests)
