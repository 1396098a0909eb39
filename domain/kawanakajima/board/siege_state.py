"""A siege as it stands: the strengths of both sides, their markers on the card, the assault being fought."""

from __future__ import annotations

from msgspec import Struct

EFFECTIVES = "effectives"
DISABLED = "disabled"
LOST = "lost"


class Troops(Struct, frozen=True, omit_defaults=True):
    """The strengths of a side, in points of Elan and Mass; its markers besides stand on the card [13.4].

    `effectives` wait for their order [13.4.1], `disabled` are out of action [13.4.2], `lost` are gone for
    good: with the markers all of them are the points of the side's units in Kaizu.
    """

    effectives: int = 0
    disabled: int = 0
    lost: int = 0


class Attempt(Struct, frozen=True):
    """An assault that is being fought [13.6.1].

    `side` attacks `zone` with its markers in `participants`, `score` is the lowest defence score of the lines
    that they use. `sacrifices`: what each side has announced.
    """

    side: str
    zone: str
    participants: tuple[str, ...]
    score: int
    advantage: bool
    sacrifices: dict[str, int] = {}


class Siege(Struct, frozen=True):
    """A siege [13.5].

    `markers`: the sides that have one in a zone, zone by zone; two of them in a peripheral zone only.
    `bases`: the zones of base by which a side came: the centre for the besieged, peripheral zones for others.
    `actions`: what the side that acts has left [13.4.3].
    """

    besieger: str
    troops: dict[str, Troops]
    bases: dict[str, tuple[str, ...]]
    markers: dict[str, tuple[str, ...]] = {}
    actions: int = 0
    assault: Attempt | None = None
