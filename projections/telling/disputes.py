"""The disputes of a game, and how each of them ended."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Forked
from domain.game.entries.rulings import Disputed, DisputeWithdrawn, Ruled


class Found(Struct, frozen=True):
    """A dispute and the position at which it stands. How it ended: the rulings on it, or where it was
    withdrawn, or where a what-if has left the game while it was open: there nobody can rule on it.
    """

    position: int
    disputed: Disputed
    rulings: tuple[tuple[int, Ruled], ...] = ()
    withdrawn: int = 0
    left: int = 0

    def is_open(self) -> bool:
        return not self.ended()

    def ended(self) -> int:
        """With which event; 0 while it is open."""
        return self.rulings[0][0] if self.rulings else self.withdrawn or self.left

    def status(self) -> str:
        """What became of it, in a word for programs."""
        if self.rulings:
            return "ruled"
        return "withdrawn" if self.withdrawn else "left" if self.left else "open"


def found(entries: Sequence[Entry]) -> list[Found]:
    """Every dispute of a game, in its order."""
    known: dict[int, Found] = {}
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, Disputed):
            known[entry.number] = Found(position, entry)
        elif isinstance(entry, DisputeWithdrawn):
            one = known[entry.number]
            known[entry.number] = replace(one, withdrawn=position)
        elif isinstance(entry, Ruled) and entry.dispute:
            one = known[entry.dispute]
            known[entry.dispute] = replace(one, rulings=(*one.rulings, (position, entry)))
        elif isinstance(entry, Forked):
            known = {n: replace(one, left=position) if one.is_open() else one for n, one in known.items()}
    return list(known.values())
