"""Entries of real dice, in games that have agreed to them: who throws says what they show, another seat
confirms it or not. Tags are for ever. All of it is public.
"""

from __future__ import annotations

from msgspec import Struct

BY_CLOCK, BY_DENIAL, ALONE = "clock", "denied", "alone"
"""Why dice are left: somebody was silent for whom the throw waited; what they show was denied twice; or those
who act for the seats have changed, and nobody is left who could throw, or confirm."""


class DiceClaimed(Struct, frozen=True, tag="dice-claimed"):
    """The seat that throws says what its dice show for the question that is open, and cannot alter that."""

    seat: str
    faces: tuple[int, ...]


class DiceAnswered(Struct, frozen=True, tag="dice-answered"):
    """Another seat confirms what was claimed, and that is thrown; or denies it, and the dice fall anew."""

    seat: str
    yes: bool


class DiceLeft(Struct, frozen=True, tag="dice-left"):
    """The open question is answered without real dice, as in a game that has not agreed to them: by cells, or
    at level 0 by the referee. Nobody decides that; it follows from a silence, from denials, or from who acts
    for the seats now.
    """

    why: str
