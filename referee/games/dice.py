"""Real dice: who throws says what they show, and another confirms it or not."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.deciding.real_dice import confirms_own
from domain.game.entries.dice import DiceAnswered, DiceClaimed
from domain.game.entries.entries import Asked
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from domain.kit.sealed import REFEREE
from referee.games.addresses import address_of, mailbox_of
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
    whoever answers has thrown them, acts for who has, or is read at one address with him."""

    def make(now: GameState, _at: int) -> DiceAnswered:
        _check_other(referee.record, now, seat, act)
        return DiceAnswered(seat, yes)

    return referee.put(game, make, act, keys)


def _check_other(record: Record, game: GameState, seat: str, act: Act) -> None:
    """Nobody confirms what he, or whom he acts for, has thrown; nor from the mailbox of one of them."""
    thrower = game.ledger.dice.thrower
    if not thrower or seat == thrower:
        return
    told_by = _told_by(record, game)
    if why := confirms_own(game.register, thrower, seat, act.person, told_by):
        raise IllegalMove("dice", why)
    hands = {*game.register.hands(thrower), *told_by}
    throws = _mailboxes(record, game, thrower, hands)
    if not throws.isdisjoint(_mailboxes(record, game, seat, {act.person})):
        raise IllegalMove(
            "dice", f"{seat} and {thrower} are read at one address: nobody confirms his own dice."
        )


def _told_by(record: Record, game: GameState) -> tuple[str, ...]:
    """Who has told what the dice show, and for whom; () where nobody has."""
    if not game.ledger.dice.claim:
        return ()
    envelopes = reversed(record.envelopes(game.id))
    return next((one.act[3:5] for one in envelopes if isinstance(one.entry, DiceClaimed)), ())


def _mailboxes(record: Record, game: GameState, seat: str, people: set[str]) -> set[str]:
    """Where a seat is read, and these people who act for it."""
    found = (address_of(record, game.id, one) for one in sorted(people - {"", REFEREE}))
    return {mailbox_of(one) for one in (record.addresses(game.id).get(seat, ""), *found) if one}


def asked_since(record: Record, game: GameState) -> int:
    """The event by which what is asked now of people and their dice has come up; 0 where nothing is."""
    if not game.ledger.dice.thrower:
        return 0
    envelopes = record.envelopes(game.id)
    kinds = DiceClaimed if game.ledger.dice.claim else (Asked, DiceAnswered)
    return next((at for at in range(len(envelopes), 0, -1) if isinstance(envelopes[at - 1].entry, kinds)), 0)
