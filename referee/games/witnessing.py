"""The throws that a witness is asked for: what they are called, and which event has asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.game.deciding.own_cells import shown_cell
from domain.game.entries.entries import Asked
from domain.game.entries.protocol_orders import Cell
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.kit.chance import Question
from domain.kit.errors import IllegalMove
from referee.record.envelope import Envelope
from referee.record.record import Record


def number_of(question: Question) -> str:
    """A throw as people call it: “7”, or “iga/7” where each lane counts its own."""
    return f"{question.lane}/{question.index}" if question.lane else str(question.index)


def asking(envelopes: Sequence[Envelope[Any]], question: Question) -> int:
    """The position of the event that has asked a question which is open; 0 where none has."""
    for place in range(len(envelopes), 0, -1):
        entry = envelopes[place - 1].entry
        if isinstance(entry, Asked) and entry.question == question:
            return place
    return 0


def check_head(record: Record, game: GameState, order: Cell) -> None:
    """The witness has answered this history, and no other. Raises `IllegalMove`."""
    if isinstance(game.ledger, FirstLedger) or game.asked is None:
        return
    envelopes = record.envelopes(game.id)
    position, head = asking(envelopes, game.asked), shown_cell(order.cell).head
    if head and position and envelopes[position - 1].digest.hex() != head:
        raise IllegalMove(
            "protocol/cell",
            f"This cell answers another event than the one that asked, event {position}.",
            "Answer the newest request. If it is the answer to that, keep both: you were shown another "
            "history.",
        )
