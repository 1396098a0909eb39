"""The travelling verifier on members that nobody has zipped, for tests that look at very many bundles.

It spends most of its time on Ed25519 in plain Python. Whether a signature holds follows from its bytes alone,
so that what was found once is remembered here; whatever differs by a bit is verified anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import pytest

from referee.bundle import verify

NOT_UNPACKED = b"PK"


@contextmanager
def signatures_remembered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "is_signed", lru_cache(4096)(verify.is_signed))
        yield


def verified(members: Mapping[str, bytes]) -> verify.Report:
    """What it says of a bundle, but for the check of the zip file itself."""
    bundle = verify.Bundle(NOT_UNPACKED)
    bundle.members = dict(members)
    return verify.judged(bundle, [])


def bits(members: Mapping[str, bytes], step: int, small: int = 1_000) -> Iterator[tuple[str, int]]:
    """Every bit of the small members, and every `step`-th of the others: coprime to 8, so that each bit of a
    byte has its turn, and beginning elsewhere in each member."""
    assert step % 2
    for place, (name, raw) in enumerate(sorted(members.items())):
        each = 1 if len(raw) <= small else step
        yield from ((name, bit) for bit in range(place % each, 8 * len(raw), each))


def flipped(raw: bytes, bit: int) -> bytes:
    altered = bytearray(raw)
    altered[bit // 8] ^= 1 << bit % 8
    return bytes(altered)
