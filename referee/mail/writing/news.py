"""News: whether something has happened that a party has to be told, and what the mail that tells it is.

is_news       whether others are awaited than a seat was told, or play went back
has           what was decided since, that all are told at once (`DECIDED`)
asks          whether the seat has to be asked for orders
is_taken      whether somebody has taken the seat since
joins_anew    whether it has to be asked to join anew
kind_of_news  the kind of the mail, and its first sentence
"""

from __future__ import annotations

from typing import Any

from domain.game.entries.entries import Rewound
from domain.game.entries.people import (
    AddressChanged,
    Agreed,
    DeadlineMoved,
    KeyRegistered,
    Paused,
    PolicyChanged,
    Resumed,
    SeatLeft,
    SeatTaken,
)
from domain.game.entries.rulings import (
    AdjudicationsOpened,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Ruled,
    TakeBackAnswered,
    TakeBackProposed,
)
from projections.language.messages import _
from projections.replay import Replay
from referee.mail.identity.question_answered import closed
from referee.mail.seat_view.press_lines import positions
from referee.mail.seat_view.seat_view import Scene, renewed_since
from referee.mail.transport.letters import NEWS, PRESS, TURN
from referee.mail.writing.witness_requests import question_of

DECIDED = (
    *(PolicyChanged, DeadlineMoved, Paused, Resumed, SeatTaken, SeatLeft, AddressChanged, Agreed),
    KeyRegistered,
    *(Disputed, DisputeWithdrawn, Recused, AdjudicationsOpened, Ruled, Reopened),
    *(TakeBackProposed, TakeBackAnswered),
)
"""What all are told at once, though the same seats are awaited."""


def is_news(now: Scene, told: int) -> bool:
    """Whether others are awaited than the seat was told, or it is asked anew, or play went back. A throw
    that waits is no news: the seat that raised it was answered, and the others are told what came of it."""
    replay, newest = now.replay, len(now.replay)
    if not told or told >= newest:
        return not told
    if any(isinstance(replay.envelope(at).entry, Rewound) for at in range(told + 1, newest + 1)):
        return True
    is_moved = _stands(replay, now.seat, told) != _stands(replay, now.seat, newest)
    return bool(now.game.awaited()) and (is_moved or asks(now, told))


def asks(now: Scene, told: int) -> bool:
    """Whether the seat has to be asked for orders: it was not asked yet for what is asked of it now, or its
    token is another since."""
    if now.seat not in now.game.awaited():
        return False
    is_told = 0 < told <= len(now.replay) and now.replay.turn(told) == now.game.label
    is_told = is_told and not now.replay.at(told).ledger.absent
    return not is_told or bool(closed(now.replay, now.seat, told))


def joins_anew(now: Scene, told: int) -> bool:
    """Whether the seat has to join anew, and was not told so."""
    return now.seat in now.game.ledger.absent and renewed_since(now, told)


def kind_of_news(now: Scene, told: int) -> tuple[str, str]:
    is_awaited = now.seat in now.game.awaited()
    if asks(now, told):
        return TURN, _("It is your turn.")
    if positions(now, told):
        return PRESS, _("You have press.")
    return NEWS, _("It is still your turn.") if is_awaited else _waiting(now)


def is_taken(now: Scene, told: int) -> bool:
    """Whether somebody has taken the seat since it was written to."""
    return any(entry.seat == now.seat for entry in has(now, told, (SeatTaken,)))


def has(now: Scene, told: int, kinds: tuple[type, ...]) -> list[Any]:
    """The entries of some kinds since the seat was written to."""
    entries = (now.replay.envelope(position).entry for position in range(told + 1, len(now.replay) + 1))
    return [entry for entry in entries if isinstance(entry, kinds)] if told else []


def _stands(replay: Replay, seat: str, position: int) -> tuple[bool, tuple[str, ...], str]:
    """Whether somebody has still to join, who is awaited, and the turn where the seat is."""
    game = replay.at(position)
    awaited = game.awaited()
    return bool(game.ledger.absent), awaited, game.label if seat in awaited else ""


def _waiting(now: Scene) -> str:
    awaited = ", ".join(now.game.awaited())
    if awaited:
        return _("{seats} to act.").format(seats=awaited)
    return _("The witness is to open a cell.") if question_of(now) else _("A throw is awaited.")
