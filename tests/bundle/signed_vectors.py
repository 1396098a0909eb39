"""Players' signatures of orders, by fixed keys of ssh and minisign: those of the tests, and the vectors."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from typing import Any

from referee.bundle.verify_signed import ORDER
from referee.proof import minisign, ssh_signatures
from tests.referee.mail.golden import proofs

Json = dict[str, Any]
Sign = Callable[..., str]
"""From whose name and what text to the signature, as it is on record."""

SSH, MINISIGN = "ssh", "minisign"
WAYS = (SSH, MINISIGN)


def key_of(person: str, way: str) -> str:
    """The public key of a person, as it is on record."""
    by_ssh = " ".join(proofs.public_key(person).split()[:2])
    return minisign.key_in(proofs.short_key(person)) if way == MINISIGN else by_ssh


def file_of(person: str, text: str, way: str) -> str:
    """The signature of a text as it stands in a mail; by minisign it is hashed for half of the people."""
    if way == MINISIGN:
        return proofs.minisigned(person, text, is_hashed=len(person) == 3)
    return proofs.armour(person, text)


def signed_by(person: str, text: str, way: str) -> str:
    """The same as it is on record."""
    made = file_of(person, text, way)
    return minisign.bare(made)[0] if way == MINISIGN else ssh_signatures.bare(made)


def by_minisign(person: str, text: str, *, is_hashed: bool = True, comment: str = minisign.PURPOSE) -> str:
    """The same with a trusted comment that may be another."""
    made = proofs.minisigned(person, text, is_hashed=is_hashed, comment=comment).splitlines()
    return b64encode(b64decode(made[1]) + b64decode(made[3])).decode()


# ---- the vectors

SIGNED_TEXT = "-----BEGIN ORDERS g1 T1 iga-----\nmarch 1206\n-----END ORDERS g1 T1 iga-----\n"


def signed_orders() -> list[Json]:
    """A text as three ways sign it, and of each signatures that do not hold, by what is wrong with them."""
    ways: tuple[tuple[str, str, Sign], ...] = (
        ("ssh", SSH, partial(signed_by, way=SSH)),
        ("minisign", MINISIGN, by_minisign),
        ("minisign, not hashed", MINISIGN, partial(by_minisign, is_hashed=False)),
    )
    return [
        {
            "what": what,
            "key": key_of("anna", way),
            "text": SIGNED_TEXT,
            "signature": sign("anna", SIGNED_TEXT),
            "false": {**_false(sign), **(_false_by_minisign(sign) if way == MINISIGN else {})},
        }
        for what, way, sign in ways
    ]


def _false(sign: Sign) -> dict[str, str]:
    made = sign("anna", SIGNED_TEXT)
    return {
        "of another text": sign("anna", SIGNED_TEXT.replace("1206", "1207")),
        "of another game": sign("anna", SIGNED_TEXT.replace("g1", "g2")),
        "by another key": sign("ben", SIGNED_TEXT),
        "cut off": made[:-4],
        "with more behind it": f"{made}AAAA",
    }


def _false_by_minisign(sign: Sign) -> dict[str, str]:
    """What else can be wrong with its four parts."""
    made = b64decode(sign("anna", SIGNED_TEXT))
    larger = (int.from_bytes(made[42:74], "little") + ORDER).to_bytes(32, "little")
    bent = {
        "with another key id": made[:2] + bytes(8) + made[10:],
        "said to be signed in the other way": b"E" + (b"d" if made[1:2] == b"D" else b"D") + made[2:],
        "with an S that is too large": made[:42] + larger + made[74:],
        "with a comment that nobody has signed": made[:74] + bytes(64),
    }
    shown = {what: b64encode(raw).decode() for what, raw in bent.items()}
    return {"with another trusted comment": sign("anna", SIGNED_TEXT, comment="timestamp:1"), **shown}
