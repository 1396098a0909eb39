"""A part of `verify.py`, which it is joined to in a bundle: Ed25519, and what is signed with a key of ssh
or minisign (`[6.10, 7]` of format.md). Nothing but Python.
"""

from __future__ import annotations

import base64
import hashlib
import re

Point = tuple[int, int, int, int]
P = 2**255 - 19  # Ed25519: RFC 8032, 5.1.7, without cofactor
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1
NEUTRAL: Point = (0, 1, 1, 0)


def added(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2]
    x, t, z, y = f - e, d - c, d + c, f + e
    return x * t % P, z * y % P, t * z % P, x * y % P


def point(raw: bytes) -> Point | None:
    """The point of 32 bytes; None if there is none, or if they are not its one proper encoding."""
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if (v * x * x + u) % P == 0:
        x = x * ROOT % P
    if y >= P or (v * x * x - u) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")) or NEUTRAL


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` is that of `message` by `key`."""
    there = point(key) if len(key) == 32 and len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if there is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    minus: Point = (P - there[0], there[1], 1, P - there[3])
    table, at = (NEUTRAL, BASE, minus, added(BASE, minus)), NEUTRAL
    for bit in range(252, -1, -1):  # s times the base and k times the key, in one go
        at, both = added(at, at), (s >> bit & 1) + 2 * (k >> bit & 1)
        at = added(at, table[both]) if both else at
    inverse = pow(at[2], P - 2, P)
    x, y = at[0] * inverse % P, at[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


BLOCK = r"-----BEGIN ORDERS ([a-z0-9_.-]{1,64}) [a-z0-9.]{1,16} ([a-z0-9_.-]{1,64})-----"


def strings(raw: bytes, count: int) -> list[bytes]:
    """So many strings, each after its length in 4 bytes, and nothing else; none where it is anything else."""
    found: list[bytes] = []
    while len(raw) >= 4 and len(found) < count and len(raw) >= 4 + int.from_bytes(raw[:4], "big"):
        end = 4 + int.from_bytes(raw[:4], "big")
        found.append(raw[4:end])
        raw = raw[end:]
    return found if len(found) == count and not raw else [b""] * count


def is_small(key: bytes) -> bool:
    """Whether a key is a point of small order: eight times it is neutral."""
    at = point(key) or NEUTRAL
    for _ in range(3):
        at = added(at, at)
    return at[0] % P == 0


MINISIGN = "minisign (RW[Q-T][A-Za-z0-9+/]{53})"
SIGN_KINDS = ("ssh-ed25519", "minisign")  # of the keys whose signatures are checked


def key_name(key: str) -> str:
    """As `ssh-keygen -l` shows a key, or as minisign writes it."""
    short = re.fullmatch(MINISIGN, key)
    try:
        made = hashlib.sha256(base64.b64decode(key.split(" ")[1], validate=True)).digest()
    except ValueError:
        return "a key that is none"
    return short[1] if short else "SHA256:" + base64.b64encode(made).decode().rstrip("=")


def unsigned(key: str, text: str, signature: str) -> str:
    """Why a text is not signed by a key of one of the kinds [6.10]; "" where it is."""
    return (not_by_minisign if key.split(" ")[0] == "minisign" else not_by_ssh)(key, text, signature)


def not_by_ssh(key: str, text: str, signature: str) -> str:
    try:
        blob, whole = (base64.b64decode(one, validate=True) for one in (key.split(" ")[1], signature))
    except (ValueError, IndexError):
        return "key or signature is no base64"
    kind, public = strings(blob, 2)
    signer, namespace, reserved, name, signed = strings(whole[10:], 5)
    how, raw = strings(signed, 2)
    right = (kind, how, namespace) == (b"ssh-ed25519", b"ssh-ed25519", b"bugyo-order")
    if not right or whole[:10] != b"SSHSIG\0\0\0\1" or base64.b64encode(whole).decode() != signature:
        return "it is no signature of orders by a key of ssh-ed25519"
    if signer != blob or name not in (b"sha512", b"sha256"):
        return "it is by another key"
    message = hashlib.new(name.decode(), text.encode()).digest()
    parts = (len(one).to_bytes(4, "big") + one for one in (namespace, reserved, name, message))
    return "" if is_signed(public, b"SSHSIG" + b"".join(parts), raw) else "it does not sign this text"


def not_by_minisign(key: str, text: str, signature: str) -> str:
    short = re.fullmatch(MINISIGN, key)
    if not short or not re.fullmatch("R[UW][Q-T][A-Za-z0-9+/]{181}", signature):
        return "key or signature is none of minisign"
    public, whole = base64.b64decode(short[1]), base64.b64decode(signature)
    if whole[2:10] != public[2:10] or is_small(public[10:]):
        return "it is by another key, or by one that anybody can sign by"
    message = text.encode() if whole[:2] == b"Ed" else hashlib.blake2b(text.encode()).digest()
    if not is_signed(public[10:], message, whole[10:74]):
        return "it does not sign this text"
    is_for_orders = is_signed(public[10:], whole[10:74] + b"bugyo-order", whole[74:])
    return "" if is_for_orders else "its trusted comment is not bugyo-order"


def block_of(text: str) -> tuple[str, str]:
    """The game and the seat that the first line of a signed text names, in small letters."""
    found = re.fullmatch(BLOCK, text.partition("\n")[0].rstrip(" \t\r"), re.ASCII | re.IGNORECASE)
    return (found[1].lower(), found[2].lower()) if found else ("", "")
