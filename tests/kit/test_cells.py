"""Digests of cells and sheets, computed here from their description with hashlib alone (docs/format.md)."""

from __future__ import annotations

import hashlib

from domain.kit.cells import cell_commitment, phrases_digest


def framed(*fields: bytes) -> bytes:
    """SHA-256 of the fields, each after its length in eight bytes."""
    return hashlib.sha256(b"".join(len(one).to_bytes(8, "big") + one for one in fields)).digest()


def test_the_commitment_of_a_cell() -> None:
    expected = framed(b"bugyo/1/cell", b"summer", b"iga", b"2", b"17", b"c" * 32)
    assert cell_commitment("summer", "iga", 2, 17, b"c" * 32) == expected


def test_the_digest_of_the_phrases_goes_by_the_names_of_the_seats() -> None:
    expected = framed(b"bugyo/1/phrases", b"iga", b"good luck", b"kii", b"\xd0\xb4\xd0\xb0")
    assert phrases_digest({"kii": "да", "iga": "good luck"}) == expected
