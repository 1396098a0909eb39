"""Roots: one digest that commits a party to all its cells, and the proofs that a sheet or a cell is under it.

The leaves of the tree are the commitments of the cells, lane by lane and sheet by sheet; its shape is that of
RFC 9162, section 2.1. A sheet is a subtree of 32 leaves, so that it is proved by one path. Sides are taken
from index and size, never from whoever proves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256

from msgspec import Struct

from domain.kit.framing import frame, framed, number

CELLS = 32
"""Cells of a sheet."""

MOST_SHEETS = 1024
"""Sheets of a lane, at most."""

GAME = "game"
"""The lane of what no order asks by itself."""

_HEX = re.compile(r"[0-9a-f]{64}")


def is_digest(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal."""
    return _HEX.fullmatch(text) is not None


def commitment(game: str, party: str, lane: str, sheet: int, place: int, cell: bytes) -> bytes:
    """What is published of a cell before it is used. Sheets and places count from 1; `party` is the name that
    its root is committed under."""
    words = (game.encode(), party.encode(), lane.encode(), number(sheet), number(place), cell)
    return framed("bugyo/2/cell", *words)


_WIDTH = (32).to_bytes(8, "big")
_NODE = frame("bugyo/2/node") + _WIDTH


def _joined(left: bytes, right: bytes) -> bytes:
    """`framed("bugyo/2/node", left, right)` of two digests, in half the time."""
    return sha256(b"".join((_NODE, left, _WIDTH, right))).digest()


def _above(nodes: Sequence[bytes]) -> list[bytes]:
    """The level above; a last node without a neighbour goes up as it is."""
    pairs = [_joined(nodes[at], nodes[at + 1]) for at in range(0, len(nodes) - 1, 2)]
    return [*pairs, nodes[-1]] if len(nodes) % 2 else pairs


def root_of(nodes: Sequence[bytes]) -> bytes:
    """The root over some nodes, at least one: the commitments of a sheet, or the digests of sheets."""
    level = list(nodes)
    while len(level) > 1:
        level = _above(level)
    return level[0]


def path_of(nodes: Sequence[bytes], k: int) -> tuple[bytes, ...]:
    """The siblings on the way from node `k`, from 0, to the root, lowest first."""
    level, found = list(nodes), list[bytes]()
    while len(level) > 1:
        if (k ^ 1) < len(level):
            found.append(level[k ^ 1])
        level, k = _above(level), k // 2
    return tuple(found)


def folded(node: bytes, k: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a path gives to node `k` of `size`, from 0; None where it has not as many steps as that
    takes."""
    last, steps = size - 1, iter(path)
    while last > 0:
        if k % 2 or k < last:
            step = next(steps, None)
            if step is None:
                return None
            node = _joined(step, node) if k % 2 else _joined(node, step)
        k, last = k // 2, last // 2
    return None if next(steps, None) is not None else node


class Root(Struct, frozen=True):
    """What a party has committed to. `party` is its name with the generation ("iga/2"), `sheets` how many
    each of its `lanes` has, `since` how many questions each lane had when it was committed. `root` is
    hexadecimal.
    """

    party: str
    lanes: tuple[str, ...]
    sheets: int
    root: str
    since: Mapping[str, int] = {}

    def place(self, lane: str, index: int) -> tuple[int, int] | None:
        """Sheet and place, from 1, of the cell for the question of an index; None where none is left."""
        at = index - self.since.get(lane, 0) - 1
        if lane not in self.lanes or not 0 <= at < self.sheets * CELLS:
            return None
        return at // CELLS + 1, at % CELLS + 1

    def leaf(self, lane: str, sheet: int) -> int:
        """The place of a sheet, from 0, among those of all lanes."""
        return self.lanes.index(lane) * self.sheets + sheet - 1

    def has_sheet(self, lane: str, sheet: int, cells: Sequence[str], proof: Sequence[str]) -> bool:
        """Whether these commitments, hexadecimal, are those of a sheet of it."""
        is_whole = len(cells) == CELLS and all(map(is_digest, (*cells, *proof)))
        if not is_whole or lane not in self.lanes or not 1 <= sheet <= self.sheets:
            return False
        size = len(self.lanes) * self.sheets
        node = root_of([bytes.fromhex(cell) for cell in cells])
        found = folded(node, self.leaf(lane, sheet), size, [bytes.fromhex(step) for step in proof])
        return found is not None and found.hex() == self.root

    def commitment(self, game: str, lane: str, at: tuple[int, int], cell: bytes) -> bytes:
        """What is published of the cell at a sheet and place of it."""
        return commitment(game, self.party, lane, *at, cell)

    def has_cell(self, game: str, lane: str, at: tuple[int, int], cell: str, proof: Sequence[str]) -> bool:
        """Whether a cell, hexadecimal, is the one at this sheet and place of it."""
        if not all(map(is_digest, (cell, *proof))):
            return False
        sheet, place = at
        steps, inner = [bytes.fromhex(step) for step in proof], CELLS.bit_length() - 1
        made = self.commitment(game, lane, at, bytes.fromhex(cell))
        node = folded(made, place - 1, CELLS, steps[:inner])
        size = len(self.lanes) * self.sheets
        found = node and folded(node, self.leaf(lane, sheet), size, steps[inner:])
        return bool(found) and found.hex() == self.root  # type: ignore[union-attr]


def named(party: str, generation: int) -> str:
    """The name that a root is committed under: that of the party, and from the second one on its number."""
    return party if generation == 1 else f"{party}/{generation}"
