"""Dues of the games of a store: what is to be done, and when. An index, so that nobody has to look at every
game.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.entries.people import ASKED, READY, SHEET, Deadline, OrderHeld, SeatLeft, SeatTaken
from domain.game.state.game_state import GameState
from referee.clocks.timetable import HOUR
from referee.record import timers
from referee.record.envelope import Act
from referee.record.record import Record
from referee.record.timers import Due as Due  # also for those who write its mail

REMINDER, LATE, LAPSED, RESUMED, TAKEN, PLAYED, REFUSED, UNDELEGATED, LOST, RENEWED, UNHEARD = (
    *("reminder", "late", "lapsed", "resumed"),
    *("taken", "played", "refused", "undelegated"),
    *("lost", "renewed", "unheard"),
)
"""Kinds of dues: a deadline is near; it is over and the grace runs; a seat was silent; a pause is over; a
standby has taken a seat; a held order was played, or refused; the time of a delegation is over; somebody has
lost a seat; links and tokens of a seat were renewed; half of the time of a seat is over."""


def index(record: Record, game: GameState, now: int) -> None:
    """When the game has to be looked at next, after its newest event was recorded at `now`.

    What was due before and is not done yet stays due.
    """
    waits = any(waits_for(game, seat, now) for seat in game.awaited()) or with_sheets(game)
    due = now if waits else next_look(game, now)
    timers.put_next(record.recorder, game.id, due, now)


def look_again(record: Record, game: GameState, now: int) -> None:
    """The same, once all that was due by `now` is done: a held order that does not fit yet can wait."""
    timers.replace_next(record.recorder, game.id, next_look(game, now + 1))


def next_look(game: GameState, after: int) -> int | None:
    """The next time from `after` on at which something is due in a game; None where nothing is."""
    register = game.register
    if game.is_over():
        return None
    times = [one.until + 1 for one in register.delegations]
    if register.paused is None:
        times += _times(game)
    times = [time for time in times if time >= after]
    if register.paused is not None and register.paused.until:
        times.append(max(register.paused.until, after))
    return min(times, default=None)


def _times(game: GameState) -> Iterator[int]:
    register = game.register
    for seat, deadline in register.deadlines.items():
        yield from (deadline.at - hours * HOUR for hours in game.register.policy.reminders)
        yield half_of(deadline)
        yield deadline.at
        yield deadline.at + 1
        yield register.latest(seat) + 1


def half_of(deadline: Deadline) -> int:
    """When half of the time is over."""
    return deadline.since + (deadline.at - deadline.since) // 2


def waits_for(game: GameState, seat: str, now: int) -> str:
    """What the held orders of a seat have waited for and is there now: "asked", "deadline" or ""."""
    deadline = game.register.deadlines.get(seat)
    kinds = {held.when for held in game.held_by(seat)}
    if ASKED in kinds and seat in game.awaited():
        return ASKED
    is_over = game.register.paused is None and deadline is not None and deadline.at <= now
    return READY if READY in kinds and is_over else ""


def sheet_of(game: GameState, seat: str) -> tuple[OrderHeld, ...]:
    """The lines of a sheet that wait, in their order."""
    return tuple(held for held in game.held_by(seat) if held.when == SHEET)


def with_sheets(game: GameState) -> tuple[str, ...]:
    """The seats whose sheets go on now, for they are asked; or end, for their turn is over."""
    if game.is_over() or game.register.paused is not None:
        return ()
    waiting = {seat: sheet_of(game, seat) for seat in game.register.held}
    return tuple(
        seat
        for seat, sheet in waiting.items()
        if sheet and (seat in game.awaited() or sheet[0].turn != game.turn)
    )


def call_loser(record: Record, game: str, entry: SeatTaken | SeatLeft, act: Act, position: int) -> None:
    """Puts down that whoever loses a seat has to be told, at the address that is forgotten next: whatever
    dies before the mail is written, it is owed. Whoever leaves by himself knows it.

    The position stands for the time, so that no loss is taken for another of the same instant.
    """
    address = record.addresses(game).get(entry.seat, "")
    leaves = isinstance(entry, SeatLeft) and act.person == entry.person and not act.behalf
    if address and not leaves:
        timers.call(record.recorder, Due(game, LOST, entry.seat, position, position, address))


def settled(record: Record, due: Due) -> bool:
    """The mail is written: it is not due any more. False where that was so before."""
    return timers.settle(record.recorder, due)
