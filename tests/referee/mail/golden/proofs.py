"""What proves who wrote a mail of a session: the receiving server's results, and signatures by fixed keys.

An Ed25519 signature is the same each time, so what a key has signed can stand in a golden file.
"""

from __future__ import annotations

import base64
import hashlib
import struct
from textwrap import wrap

from referee.identity.authority import COVERED
from referee.proof.minisign import PURPOSE
from referee.proof.signing import public_of, sign
from referee.proof.ssh_signatures import NAMESPACE

MX = "mx.club.example"
"""The name of the desk's receiving server."""

_KIND = b"ssh-ed25519"


def vouching(address: str) -> dict[str, str]:
    """The fields of a mail whose DKIM signature the receiving server has verified."""
    domain = address.rpartition("@")[2]
    return {
        "Authentication-Results": f"{MX}; dkim=pass header.d={domain}; dmarc=pass header.from={domain}",
        "Received": f"from mail.{domain} by {MX} with ESMTPS; Mon, 16 Nov 2026 10:00:00 +0100",
        "DKIM-Signature": f"v=1; a=rsa-sha256; d={domain}; s=mail; h={':'.join(COVERED)}; bh=x; b=y",
    }


def public_key(name: str) -> str:
    """The line of the public key of a player, as `ssh-keygen` writes it."""
    return f"ssh-ed25519 {base64.b64encode(_public(name)).decode()} {name}"


def armour(name: str, text: str) -> str:
    """What `ssh-keygen -Y sign -n bugyo-order` makes of a text by the key of a player [PROTOCOL.sshsig]."""
    what = _string(NAMESPACE.encode()) + _string(b"") + _string(b"sha512")
    message = b"SSHSIG" + what + _string(hashlib.sha512(text.encode()).digest())
    signature = _string(_KIND) + _string(sign(_seed(name), message))
    whole = b"SSHSIG" + struct.pack(">I", 1) + _string(_public(name)) + what + _string(signature)
    lines = wrap(base64.b64encode(whole).decode(), 70)
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def short_key(name: str) -> str:
    """What `minisign -G` writes to the file of the public key of a player."""
    made = _base64(b"Ed" + _key_id(name) + bytes.fromhex(public_of(_seed(name))))
    return f"untrusted comment: minisign public key {_key_id(name).hex().upper()}\n{made}\n"


def minisigned(name: str, text: str, *, is_hashed: bool = True, comment: str = PURPOSE) -> str:
    """What `minisign -S -t bugyo-order` makes of a text by the key of a player, and with -l, not hashed."""
    message = hashlib.blake2b(text.encode()).digest() if is_hashed else text.encode()
    made = sign(_seed(name), message)
    of_comment = sign(_seed(name), made + comment.encode())
    return "\n".join(
        [
            "untrusted comment: signature from minisign secret key",
            _base64((b"ED" if is_hashed else b"Ed") + _key_id(name) + made),
            f"trusted comment: {comment}",
            _base64(of_comment),
            "",
        ]
    )


def _key_id(name: str) -> bytes:
    return hashlib.sha256(f"key id of {name}".encode()).digest()[:8]


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _seed(name: str) -> bytes:
    return hashlib.sha256(f"golden key of {name}".encode()).digest()


def _public(name: str) -> bytes:
    return _string(_KIND) + _string(bytes.fromhex(public_of(_seed(name))))


def _string(content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + content
