"""New tokens and links for a seat, when those that are out may be in other hands; a link mailed once more."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from referee.clocks import dues
from referee.games.addresses import renew
from referee.games.left_orders import by_links, end_late
from referee.games.people import end_left
from referee.games.referee import Referee, authorise
from referee.record import timers
from referee.record.envelope import Act
from referee.record.record import Record
from referee.record.timers import Due


class Renewal(Struct, frozen=True):
    """Who has caused the mail, and why. With `anew`, tokens and links are others than before; what had been
    left by these has ended from the event `first` on, 0 where nothing had."""

    by: str
    reason: str
    anew: bool = True
    first: int = 0


def new_link(referee: Referee, game: str, seat: str, reason: str, act: Act) -> int:
    """Everybody who acts for a seat gets another token and link, and nothing is played that was left by those
    of before, whoever has written it; how much that is. Raises `IllegalMove`."""
    record, kept = referee.record, referee.record.load(game)
    kept = end_late(record, referee.cells.chance, kept, record.now(kept))
    _somebody_sits(kept.game, seat)
    if act.behalf:
        authorise(kept.game, seat, act, "", record.now(kept))
    with record.recorder.together():
        renew(record, game, seat)
        left = by_links(record, kept.game, seat)
        first = end_left(referee, kept, seat, left, is_answered=True)
        _call(record, game, seat, Renewal(act.person, reason, first=first))
    return len(left) if first else 0


def send_link(record: Record, game: str, seat: str, act: Act) -> None:
    """Everybody who acts for a seat is written his link once more. Raises `IllegalMove`."""
    _somebody_sits(record.load(game).game, seat)
    with record.recorder.together():
        _call(record, game, seat, Renewal(act.person, "", anew=False))


def told_by(due: Due) -> Renewal:
    """What a mail that renews has to say."""
    return msgspec.json.decode(due.text, type=Renewal)


def _call(record: Record, game: str, seat: str, renewal: Renewal) -> None:
    """Each mail has a number for its time, so that none is taken for another of the same instant."""
    number = record.count_up(f"links/{game}/{seat}")
    text = msgspec.json.encode(renewal).decode()
    timers.call(record.recorder, Due(game, dues.RENEWED, seat, number, text=text))


def _somebody_sits(game: GameState, seat: str) -> None:
    if not game.register.holders.get(seat):
        raise IllegalMove("people", f"Nobody sits at {seat}, so that nobody has a link to it.")
    if game.register.program(seat):
        raise IllegalMove("people", f"A program holds {seat}, and has no link.")
