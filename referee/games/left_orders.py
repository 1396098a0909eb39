"""Held orders belong to whoever has left them: they end with his leave to order for the seat.

Whoever takes a seat finds nothing held (`Register`). What ends before that is recorded as ended, so that a
record of before stays what it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from domain.game.deciding.decide import put, spend
from domain.game.deciding.run import Run, Sources
from domain.game.entries.entries import REFUSED as SPENT_REFUSED
from domain.game.entries.people import ENDED, ORDERS, OrderHeld, OrderReleased
from domain.game.state.game_state import GameState
from referee.clocks import dues
from referee.record import timers
from referee.record.envelope import HELD, MAIL, Act
from referee.record.record import Kept, Record
from referee.record.timers import Due


def unfit(record: Record, game: GameState, seat: str, at: int) -> list[OrderHeld]:
    """The held orders of a seat that were left by somebody who may not order for it at a time."""
    held, wrote = game.held_by(seat), _writers(record, game, seat)
    return [
        one
        for one in held
        if game.register.stranger(seat, wrote[one.number].person, wrote[one.number].behalf, ORDERS, at)
    ]


def by_links(record: Record, game: GameState, seat: str) -> list[OrderHeld]:
    """The held orders of a seat that came by mails or pages, whoever has written them: a stolen token cannot
    be told from its owner's."""
    wrote = _writers(record, game, seat)
    return [one for one in game.held_by(seat) if wrote[one.number].cause == MAIL]


class _Left(NamedTuple):
    """Where a held order is recorded, with which digest, and who has left it."""

    position: int
    digest: bytes
    act: Act


_known: WeakKeyDictionary[Record, dict[tuple[str, OrderHeld], _Left]] = WeakKeyDictionary()
"""Who has left the held orders that were looked up: a game is not read once for each order that it takes."""
MOST_KNOWN = 10_000


def _writers(record: Record, game: GameState, seat: str) -> dict[int, Act]:
    """Who has left each held order of a seat, by its number."""
    held, known = game.held_by(seat), _known.setdefault(record, {})
    if not all(_is_so(record, game, known.get((game.id, one))) for one in held):
        if len(known) > MOST_KNOWN:
            known.clear()
        wrote = {
            one.entry.number: _Left(position, one.digest, Act(*one.act))
            for position, one in enumerate(record.envelopes(game.id), 1)
            if isinstance(one.entry, OrderHeld) and one.entry.seat == seat
        }
        known.update({(game.id, one): wrote[one.number] for one in held})
    return {one.number: known[game.id, one].act for one in held}


def _is_so(record: Record, game: GameState, left: _Left | None) -> bool:
    """Whether it is on record: what was looked up may have been undone, and another have left the like."""
    if left is None:
        return False
    state = record.recorder.state(game.id, left.position)
    return bool(state) and record.decoder(game.rules.title).decode(state).digest == left.digest


def end(run: Run, ended: Sequence[OrderHeld], at: int) -> None:
    """These are not played."""
    for held in ended:
        put(run, OrderReleased(held.seat, held.number, ENDED), at)
        *cells, line = held.line.value.splitlines()
        for cell in cells:  # it was shown when the order was sent
            spend(run, held.seat, cell.partition(" ")[2], SPENT_REFUSED, line)


def end_late(record: Record, sources: Sources, kept: Kept, at: int) -> Kept:
    """Before anything is decided at a time: nothing that was left by people whose time is over by then can
    follow from it. Their seats are told by a mail. Raises `IntegrityError`."""
    game, register = kept.game, kept.game.register
    late = dict.fromkeys(one.seat for one in register.delegations if one.until < at)
    if game.is_over() or register.docket.due:
        return kept
    for seat in late:
        ended = unfit(record, game, seat, at)
        if ended:
            run = Run(kept.game, sources)
            end(run, ended, at)
            with record.recorder.together():
                first = kept.game.position + 1
                kept = record.append(kept, run.game, run.made, Act(HELD, seat=seat), at=at)
                timers.call(record.recorder, called(kept, seat, first))
    return kept


def called(kept: Kept, seat: str, first: int) -> Due:
    """The mail that tells a seat what has ended, recorded from the event `first` on."""
    return Due(kept.game.id, dues.REFUSED, seat, kept.at, first)
