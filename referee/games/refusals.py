"""Refused orders on record: of which seat, why, and what it was, sealed to it until the game is over.

An order is refused as ever, whether or not that can be recorded.
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.game.deciding.bars_people import LONGEST_REFUSED, MOST_REFUSED
from domain.game.entries.people import OrderRefused
from domain.game.state.game_state import GameState
from domain.game.state.words import is_for_every_game
from domain.kit.errors import AmbiguousOrder, OrderError, Reason, UnreadableOrder
from domain.kit.sealed import Sealed
from referee.games.referee import Referee
from referee.record.envelope import Act

LAST = f"This was the last of {MOST_REFUSED} refused orders of a seat that are recorded in a day."
NO_MORE = f"{MOST_REFUSED} refused orders of a seat are recorded in a day; this one is not."


def note_refusal(
    referee: Referee, game: str, seat: str, line: str, why: OrderError, act: Act, now: int | None = None
) -> Reason:
    """Records that an order was refused to a seat; what it is told: why, and when no more are recorded.

    Nothing is recorded of what cannot be read, of who may not order for the seat, before everybody has
    joined, after the end, where our rules play the game no more, and of what belongs to the throws or to
    joining, which can hold a secret phrase. Raises `TryAgain`.
    """
    reason, stood = why.reason(), referee.record.load(game).game
    is_unread = isinstance(why, UnreadableOrder | AmbiguousOrder) or is_for_every_game(line)
    if is_unread or seat not in stood.seats or stood.ledger.absent or stood.is_foreign:
        return reason

    def make(_game: GameState, at: int) -> OrderRefused:
        to = (seat,)
        return OrderRefused(seat, Sealed(to, _clipped(line)), Sealed(to, _clipped(str(why))), at)

    try:
        kept = referee.put(game, make, act, now=now).kept
    except OrderError:
        kept = referee.record.load(game)
        at = referee.record.now(kept) if now is None else now
        is_full = kept.game.register.refusals(seat, at) >= MOST_REFUSED
        said = NO_MORE
    else:
        is_full = kept.game.register.refusals(seat, kept.at) >= MOST_REFUSED
        said = LAST
    return replace(reason, sentences=(*reason.sentences, said)) if is_full else reason


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_REFUSED else text[: LONGEST_REFUSED - 1] + "…"
