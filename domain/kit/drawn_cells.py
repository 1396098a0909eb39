"""Cells of a party that are drawn at once: each follows from one seed, with its proof under the root."""

from __future__ import annotations

import hmac
from hashlib import sha256

from msgspec import Struct

from domain.kit.chance import SheetShown
from domain.kit.framing import frame, number
from domain.kit.roots import CELLS, path_of, root_of

SEED = 32
"""Bytes of a seed, from which all cells of a party follow."""


class Drawn(Struct, frozen=True):
    """The cells of a party in a game. `party` is the name that their root is committed under, `digests` the
    nodes of the sheets, lane by lane; without them they are worked out."""

    game: str
    party: str
    lanes: tuple[str, ...]
    sheets: int
    seed: bytes
    digests: tuple[bytes, ...] = ()

    def whole(self) -> Drawn:
        """With the digests of all sheets."""
        lanes = ((lane, sheet) for lane in self.lanes for sheet in range(1, self.sheets + 1))
        digests = tuple(root_of(self.commitments(*one)) for one in lanes)
        return Drawn(self.game, self.party, self.lanes, self.sheets, self.seed, digests)

    def kept(self) -> bytes:
        """The seed, and the digests, which it would take long to work out again."""
        return self.seed + b"".join(self.digests)

    def root(self) -> str:
        return root_of(self.digests or self.whole().digests).hex()

    def cells(self, lane: str, sheet: int) -> list[bytes]:
        """The cells of a sheet, in the order of their use."""
        before = frame("bugyo/2/drawn", lane.encode(), number(sheet))
        return [hmac.digest(self.seed, before + place, "sha256") for place in _PLACES]

    def cell(self, lane: str, at: tuple[int, int]) -> bytes:
        """The cell at a sheet and place, both from 1."""
        before = frame("bugyo/2/drawn", lane.encode(), number(at[0]))
        return hmac.digest(self.seed, before + _PLACES[at[1] - 1], "sha256")

    def commitments(self, lane: str, sheet: int) -> list[bytes]:
        """What is published of a sheet: `roots.commitment` of each cell, in a third of the time."""
        names = (self.game.encode(), self.party.encode(), lane.encode(), number(sheet))
        before = frame("bugyo/2/cell", *names)
        drawn = zip(_PLACES, self.cells(lane, sheet), strict=True)
        return [sha256(b"".join((before, place, _WIDTH, cell))).digest() for place, cell in drawn]

    def sheet_proof(self, lane: str, sheet: int) -> tuple[str, ...]:
        """The path of a sheet to the root, hexadecimal."""
        k = self.lanes.index(lane) * self.sheets + sheet - 1
        return tuple(step.hex() for step in path_of(self.digests or self.whole().digests, k))

    def proof(self, lane: str, at: tuple[int, int]) -> tuple[str, ...]:
        """The path of a cell to the root, hexadecimal."""
        sheet, place = at
        inner = path_of(self.commitments(lane, sheet), place - 1)
        return (*(step.hex() for step in inner), *self.sheet_proof(lane, sheet))

    def shown(self, lane: str, sheet: int) -> SheetShown:
        """The record of a sheet whose first cell is due."""
        made = tuple(one.hex() for one in self.commitments(lane, sheet))
        return SheetShown(lane, sheet, made, self.sheet_proof(lane, sheet))


def _field(raw: bytes) -> bytes:
    return len(raw).to_bytes(8, "big") + raw


_PLACES = tuple(_field(number(place)) for place in range(1, CELLS + 1))
_WIDTH = CELLS.to_bytes(8, "big")
"""The length of a cell, which has as many bytes as a sheet has cells."""


def drawn_from(raw: bytes, game: str, party: str, lanes: tuple[str, ...]) -> Drawn:
    """The cells of a party as `kept` has put them into bytes."""
    digests = tuple(raw[at : at + SEED] for at in range(SEED, len(raw), SEED))
    return Drawn(game, party, lanes, len(digests) // len(lanes), raw[:SEED], digests)
