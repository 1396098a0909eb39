"""Real dice: who throws says what they show, and another confirms it or not."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries.dice import DiceAnswered, DiceClaimed
from domain.game.entries.entries import Asked
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from referee.games.addresses import mailbox_of
from referee.games.referee import Referee, Taken
from referee.record.envelope import Act
from referee.record.record import Record


def claim_dice(
    referee: Referee, game: str, seat: str, faces: Sequence[int], act: Act, keys: Sequence[str] = ()
) -> Taken:
    """The seat says what its dice show. Raises like `Referee.put`."""
    entry = DiceClaimed(seat, tuple(faces))
    return referee.put(game, lambda _game, _at: entry, act, keys)


def answer_dice(
    referee: Referee, game: str, seat: str, yes: bool, act: Act, keys: Sequence[str] = ()
) -> Taken:
    """Another seat confirms them, and they are thrown, or denies them. Raises like `Referee.put`, and where
    both seats are read at one address."""

    def make(now: GameState, _at: int) -> DiceAnswered:
        _check_other(referee.record, now, seat)
        return DiceAnswered(seat, yes)

    return referee.put(game, make, act, keys)


def _check_other(record: Record, game: GameState, seat: str) -> None:
    thrower = game.ledger.dice.thrower
    known = {one: mailbox_of(address) for one, address in record.addresses(game.id).items()}
    if seat != thrower and seat in known and known[seat] == known.get(thrower):
        raise IllegalMove(
            "dice", f"{seat} and {thrower} are read at one address: nobody confirms his own dice."
        )


def asked_since(record: Record, game: GameState) -> int:
    """The event by which what is asked now of people and their dice has come up; 0 where nothing is."""
    if not game.ledger.dice.thrower:
        return 0
    envelopes = record.envelopes(game.id)
    kinds = DiceClaimed if game.ledger.dice.claim else (Asked, DiceAnswered)
    return next((at for at in range(len(envelopes), 0, -1) if isinstance(envelopes[at - 1].entry, kinds)), 0)
