"""The referee's cells in lanes: all drawn at once from one seed, and the faces that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from domain.game.entries.entries import RootCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.ledger import LaneLedger
from domain.kit import cells
from domain.kit.chance import Answer, Bound, NotYet, Question
from domain.kit.drawn_cells import SEED, Drawn, drawn_from
from domain.kit.errors import BrokenRecord
from domain.kit.roots import GAME, named
from referee.record.chain import Entropy
from referee.record.record import Record


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
    record.keep_seed(game, generation, drawn.kept())
    there = kept(record, game, seats, generation)
    return RootCommitted(REFEREE_SHEET, there.root(), there.sheets, reason)


def kept(record: Record, game: str, seats: Sequence[str], generation: int) -> Drawn:
    """The referee's cells as the store has them. Raises `BrokenRecord` where they are gone: then the game
    goes on only by new ones."""
    raw = record.seed(game, generation)
    if not raw:
        raise BrokenRecord(game, 0, "the seed of its cells is not in the store.")
    return _read(raw, game, tuple(seats), generation)


@lru_cache(maxsize=64)
def _read(raw: bytes, game: str, seats: tuple[str, ...], generation: int) -> Drawn:
    return drawn_from(raw, game, named(REFEREE_SHEET, generation), (*seats, GAME))
