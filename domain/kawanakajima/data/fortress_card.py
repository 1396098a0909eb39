"""The fortress card as it is printed: zones and attack lines [13.1, 13.2]."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

CENTRE, PERIPHERAL, KEY = "centre", "peripheral", "key"
KINDS = (CENTRE, PERIPHERAL, KEY)
LETTERS = ("a", "b", "c")
"""The peripheral zones."""


class Zone(Struct, frozen=True):
    """A zone: "centre", "a" to "c" or a key point [13.2].

    `hexes`: the hexes of the map that a peripheral zone is tied to. `column`, `row`: where it is drawn.
    """

    name: str
    kind: str
    hexes: tuple[str, ...]
    column: int
    row: int


class Fortress(Struct, frozen=True):
    """The card. `scores[zone, beside]`: the defence score of a zone against an attack from the one beside.

    Every attack line stands there from both its ends.
    """

    zones: Mapping[str, Zone]
    scores: Mapping[tuple[str, str], int]

    def beside(self, zone: str) -> tuple[str, ...]:
        """The zones to which attack lines lead, in the order of the data set."""
        return tuple(there for there in self.zones if (zone, there) in self.scores)

    def is_base(self, zone: str) -> bool:
        """Whether it can be a zone of base: the centre or a peripheral zone [13.2]."""
        return self.zones[zone].kind != KEY

    def is_peripheral(self, zone: str) -> bool:
        return self.zones[zone].kind == PERIPHERAL
