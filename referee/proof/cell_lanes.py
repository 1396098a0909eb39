"""Cells in lanes: all drawn at once from one seed, the root of them, and the faces that follow.

Drawn        the cells of a party: each from the seed alone, with the proof that it is under the root
LaneChance   chance from the referee's cells
draw         draws those of a game and keeps the seed
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct

from domain.game.entries.entries import RootCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.ledger import LaneLedger
from domain.kit import cells
from domain.kit.chance import Answer, Bound, NotYet, Question, SheetShown
from domain.kit.errors import BrokenRecord
from domain.kit.framing import frame, number
from domain.kit.roots import CELLS, GAME, named, path_of, root_of
from referee.record.chain import Entropy
from referee.record.record import Record

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


class LaneChance(Struct):
    """Chance from the cells that the referee has committed to, for one game."""

    record: Record
    ledger: LaneLedger

    def answer(self, question: Question, bound: Bound) -> Answer:
        """Raises `NotYet` while a witness has not contributed to a game that has one, and where the lane has
        no cell left."""
        ledger, lane = self.ledger, question.lane
        at = ledger.place(REFEREE_SHEET, question)
        if at is None or ledger.awaits_witness(question):
            raise NotYet(question)
        drawn = kept(self.record, ledger.game, ledger.seats, ledger.generations[REFEREE_SHEET])
        cell = drawn.cell(lane, at)
        asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, bound.inputs)
        faces = cells.faces(cell, asked, bound.given, question.limits(), 2)
        return Answer(faces, cell.hex(), drawn.shown(lane, at[0]) if at[1] == 1 else None)


def draw(
    record: Record,
    game: str,
    seats: Sequence[str],
    sheets: int,
    entropy: Entropy,
    generation: int = 1,
    reason: str = "",
) -> RootCommitted:
    """Draws the referee's cells for a game, once for each generation, and gives what is published of them."""
    drawn = Drawn(game, named(REFEREE_SHEET, generation), (*seats, GAME), sheets, entropy(SEED)).whole()
    record.set_once(_setting(game, generation), drawn.seed + b"".join(drawn.digests))
    there = kept(record, game, seats, generation)
    return RootCommitted(REFEREE_SHEET, there.root(), there.sheets, reason)


def kept(record: Record, game: str, seats: Sequence[str], generation: int) -> Drawn:
    """The referee's cells as the store has them. Raises `BrokenRecord` where they are gone: then the game
    goes on only by new ones."""
    raw = record.setting(_setting(game, generation))
    if not raw:
        raise BrokenRecord(game, 0, "the seed of its cells is not in the store.")
    return _read(raw, game, tuple(seats), generation)


@lru_cache(maxsize=64)
def _read(raw: bytes, game: str, seats: tuple[str, ...], generation: int) -> Drawn:
    seed, rest, lanes = raw[:SEED], raw[SEED:], (*seats, GAME)
    digests = tuple(rest[at : at + SEED] for at in range(0, len(rest), SEED))
    return Drawn(game, named(REFEREE_SHEET, generation), lanes, len(digests) // len(lanes), seed, digests)


def _setting(game: str, generation: int) -> str:
    return f"cells/{game}/{generation}"
