"""Seats by lot: who sits where in a game that people have signed on to by themselves.

Whoever alone wishes a seat has it. All others draw, in their order, among the seats that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.kit.cells import faces
from domain.kit.framing import framed

SECRET = 32
"""Bytes of a secret."""

Wish = tuple[str, str]
"""A person and the seat that he wishes, "" for any."""


def digest_of(game: str, secret: bytes) -> str:
    """Hexadecimal."""
    return framed("bugyo/1/lot-secret", game.encode(), secret).hex()


def seated(game: str, secret: bytes, signed: Sequence[Wish], seats: Sequence[str]) -> dict[str, str]:
    """The person at each seat. `signed` are as many as there are seats."""
    wished = Counter(seat for _person, seat in signed)
    found = {seat: person for person, seat in signed if seat in seats and wished[seat] == 1}
    drawing = [person for person, seat in signed if found.get(seat) != person]
    left = [seat for seat in seats if seat not in found]
    asked = framed("bugyo/1/lot", game.encode(), *(word.encode() for wish in signed for word in wish))
    limits = range(len(left), 0, -1)
    for person, face in zip(drawing, faces(secret, asked, (), limits, 2), strict=True):
        found[left.pop(face - 1)] = person
    return {seat: found[seat] for seat in seats}
