"""Signatures that ssh makes of a text (`ssh-keygen -Y sign`, the format SSHSIG), those by Ed25519."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import new, sha256

from referee.proof.signing import holds

NAMESPACE = "bugyo-order"
"""What a personal signature is for: `ssh-keygen -Y sign -n bugyo-order`."""

ED25519 = "ssh-ed25519"
MAGIC = b"SSHSIG"
HASHES = ("sha512", "sha256")
_ARMOUR = re.compile(r"-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s]*)-----END SSH SIGNATURE-----\s*")


def fingerprint(key: str) -> str:
    """As `ssh-keygen -l` shows it; "" for what is no key."""
    try:
        blob = b64decode(key.split(" ")[1], validate=True)
    except (ValueError, IndexError):
        return ""
    return f"SHA256:{b64encode(sha256(blob).digest()).decode().rstrip('=')}"


def bare(armour: str) -> str:
    """The base64 of a signature in one piece; "" where it has no armour."""
    found = _ARMOUR.fullmatch(armour.strip())
    return "".join(found[1].split()) if found else ""


def why_not(key: str, text: str, signature: str) -> str:
    """Why a text is not signed by a key of Ed25519; "" where it is. `signature` is bare."""
    try:
        blob = b64decode(key.split(" ")[1], validate=True)
        whole = b64decode(signature, validate=True)
        kind, public = _strings(blob, 2)
        version, rest = whole[6:10], whole[10:]
        signer, namespace, reserved, name, signed = _strings(rest, 5)
        how, raw = _strings(signed, 2)
    except (ValueError, IndexError):
        return "It is no signature of ssh."
    if whole[:6] != MAGIC or version != b"\0\0\0\1" or {kind, how} != {ED25519.encode()} or len(public) != 32:
        return "It is no signature of ssh by a key of Ed25519."
    if b64encode(whole).decode() != signature or namespace != NAMESPACE.encode():
        return f"It was not made in the namespace {NAMESPACE}."
    if signer != blob or name.decode("ascii", "replace") not in HASHES:
        return "It is by another key."
    message = new(name.decode(), text.encode()).digest()
    body = MAGIC + b"".join(len(one).to_bytes(4, "big") + one for one in (namespace, reserved, name, message))
    return "" if holds(public.hex(), raw, body) else "It does not sign this text."


def _strings(raw: bytes, count: int) -> list[bytes]:
    """So many strings with their lengths before them, and nothing else. Raises ValueError."""
    found: list[bytes] = []
    for _ in range(count):
        end = 4 + int.from_bytes(raw[:4], "big")
        if not 4 <= end <= len(raw):
            raise ValueError("A string is cut off.")
        found.append(raw[4:end])
        raw = raw[end:]
    if raw:
        raise ValueError("There is more behind it.")
    return found
