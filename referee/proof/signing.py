"""The referee's signature: its Ed25519 key, and signed notes.

A checkpoint is a signed note (C2SP `signed-note`, in the form of `tlog-checkpoint`): the head of a game at a
position, which others may sign too. The library that signs is imported when something is signed, not
before: most commands never do.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

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
