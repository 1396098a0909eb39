"""Deadlines as time passes: reminders, silence and what follows from it, held orders, pauses.

Received-at by the clock of the record is all that counts. Where that clock cannot be trusted nothing is done
and nobody is called late (`watch.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from weakref import WeakKeyDictionary

from msgspec import Struct

from domain.game.entries import people
from domain.game.entries.entries import REFUSED, SEAT, Entry, Ordered, Rewound
from domain.game.entries.rulings import Corrected
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.chance import Thrown
from domain.kit.errors import Fault, OrderError, StaleOrder
from referee.clocks import dues, machine_clock
from referee.clocks.dues import settled
from referee.clocks.timetable import HOUR
from referee.games.left_orders import end_late
from referee.games.referee import Referee, Taken, TryAgain
from referee.games.refusals import note_refusal
from referee.record import timers
from referee.record.envelope import CLOCK, HELD, Act
from referee.record.record import Record
from referee.record.timers import Due

__all__ = ["Due", "Swept", "settled", "sweep"]

MOST_STEPS = 10_000
"""What may be due in one game at once; more is a loop of ours."""

_indexed: WeakKeyDictionary[Record, int] = WeakKeyDictionary()
"""Up to which row of its events every game of a store is known to stand in the index."""


class Swept(Struct, frozen=True):
    """Why the clock was not trusted, "" where it was; the mails that are due and not settled yet; and why
    nothing could be done in some games, in sentences.
    """

    stopped: str
    dues: tuple[Due, ...]
    troubles: tuple[str, ...] = ()


def sweep(referee: Referee, now: int | None = None) -> Swept:
    """Does all that is due by now. Safe to repeat: what was done is on record.

    Without `now` it is the time by the machine's clocks; with it, that time is taken as it is.
    """
    record = referee.record
    reading = machine_clock.read_clocks(record) if now is None else machine_clock.given(now)
    stopped, troubles = machine_clock.look(record, reading), list[str]()
    if not stopped:
        _complete(record)
        beat = machine_clock.beat_of(record)
        quiet = beat is not None and reading.wall < beat.quiet
        for game in timers.ready(record.recorder, reading.wall):
            try:
                _tend(referee, game, reading.wall, quiet)
            except (Fault, OrderError, TryAgain) as trouble:  # the other games go on
                troubles.append(f"{game}: {trouble}")
    return Swept(stopped, timers.open_dues(record.recorder), tuple(troubles))


def _complete(record: Record) -> None:
    """Every game that can be read stands in the index, also those that were imported."""
    names, newest = timers.without_next(record.recorder, _indexed.get(record, 0))
    if names:
        with record.recorder.together():
            for name in names:
                with suppress(Fault):
                    kept = record.load(name)
                    dues.index(record, kept.game, kept.at)
    _indexed[record] = newest


def _tend(referee: Referee, name: str, now: int, quiet: bool) -> None:
    """All that is due in one game. Raises `Fault`, `OrderError`, `TryAgain`."""
    record = referee.record
    for _ in range(MOST_STEPS):
        game = record.load(name).game
        if not _step(referee, game, now, quiet):
            break
    with record.recorder.together():
        for due in (*_reminders(game, now), *_unheard(game, now), *_delegations(game, now)):
            timers.call(record.recorder, due)
        if not quiet:
            dues.look_again(record, game, now)


def _step(referee: Referee, game: GameState, now: int, quiet: bool) -> bool:
    """The next thing that is due; whether there was one."""
    register = game.register
    paused = register.paused
    if game.is_over():
        return False
    if paused is not None and paused.until and paused.until <= now:
        entry = people.Resumed(people.BY_CLOCK, "The time of the pause is over.", now)
        _record(referee, game, entry, Due(game.id, dues.RESUMED, "", now), now)
        return True
    return _release(referee, game, now) or (not quiet and paused is None and _lapse(referee, game, now))


def _record(referee: Referee, game: GameState, entry: people.Conduct, due: Due, now: int) -> None:
    with referee.record.recorder.together():
        taken = referee.put(game.id, lambda _game, _at: entry, Act(CLOCK), now=now)
        _call(referee.record, taken, due)


def _call(record: Record, taken: Taken, due: Due) -> None:
    position = taken.kept.game.position - len(taken.entries) + 1
    timers.call(record.recorder, Due(due.game, due.kind, due.seat, due.at, position, due.text))
    for at, entry in enumerate(taken.entries, position):
        if isinstance(entry, people.SeatTaken):
            timers.call(record.recorder, Due(due.game, dues.TAKEN, entry.seat, due.at, at, entry.person))


# ---- silence


def _lapse(referee: Referee, game: GameState, now: int) -> bool:
    """The first seat whose time and grace are over, and what its policy makes of it."""
    register = game.register
    for seat in game.owing():
        deadline = game.register.deadlines.get(seat)
        if deadline is None or register.spent.get(seat) == deadline.at or now <= register.latest(seat):
            continue
        follows = register.follows(deadline.prompt)
        entry = people.Lapsed(seat, deadline.at, deadline.prompt, game.turn, follows)
        _record(referee, game, entry, Due(game.id, dues.LAPSED, seat, deadline.at), now)
        return True
    return False


def _reminders(game: GameState, now: int) -> Iterator[Due]:
    """To whom a reminder is due, the newest of several, or the word that the grace has begun."""
    register = game.register
    if game.is_over() or register.paused is not None:
        return
    for seat in game.owing():
        deadline = game.register.deadlines.get(seat)
        if deadline is None or register.spent.get(seat) == deadline.at:
            continue
        passed = [deadline.at - hours * HOUR for hours in game.register.policy.reminders]
        passed = [time for time in passed if deadline.since < time <= now]
        if now > deadline.at:
            if register.latest(seat) > deadline.at:
                yield Due(game.id, dues.LATE, seat, deadline.at)
        elif passed:
            yield Due(game.id, dues.REMINDER, seat, max(passed))


def _unheard(game: GameState, now: int) -> Iterator[Due]:
    """Who has not answered in half of his time: the referee is told, if nothing was heard of him at all."""
    for seat in game.owing() if not game.is_over() and game.register.paused is None else ():
        deadline = game.register.deadlines.get(seat)
        if deadline and dues.half_of(deadline) <= now <= deadline.at and not _answers_later(game, seat):
            yield Due(game.id, dues.UNHEARD, seat, deadline.since)


def _answers_later(game: GameState, seat: str) -> bool:
    """Whether a seat holds an order back that comes whatever happens; a condition may never hold."""
    return any(held.when != people.CONDITION for held in game.held_by(seat))


def _delegations(game: GameState, now: int) -> Iterator[Due]:
    """Whose time to act for a seat is over."""
    if not game.is_over():
        for given in game.register.delegations:
            if given.until < now:
                yield Due(game.id, dues.UNDELEGATED, given.seat, given.until)


# ---- orders that were held back


def play_asked(referee: Referee, name: str) -> None:
    """The sheets of a game go on as far as they can, and what was left for later is played: before anybody is
    told whose turn it is. Raises `Fault`, `TryAgain`."""
    record = referee.record
    for _ in range(MOST_STEPS):
        kept = record.load(name)
        if kept.game.is_over() or not _play_next(referee, kept.game, record.now(kept)):
            return


def _play_next(referee: Referee, game: GameState, now: int) -> bool:
    """Plays the next order of a seat that is asked now, or ends those of people whose time to act for a seat
    is over; whether there was one."""
    kept = referee.record.load(game.id)
    sources = referee.cells.chance
    if game.register.held and end_late(referee.record, sources, kept, now).game.position > kept.game.position:
        return True
    for seat in dues.with_sheets(game):
        _go_on(referee, game, seat, now)
        return True
    later = (one for seat in game.awaited() for one in game.held_by(seat) if one.when == people.ASKED)
    return any(play_held(referee, game.id, held, people.ASKED, now=now) is not None for held in later)


def _release(referee: Referee, game: GameState, now: int) -> bool:
    """Plays the next held order whose time has come; one that cannot be played is refused."""
    if _play_next(referee, game, now):
        return True
    over = (seat for seat in game.awaited() if dues.waits_for(game, seat, now) == people.READY)
    ready = (held for seat in over for held in game.held_by(seat) if held.when == people.READY)
    return any(play_held(referee, game.id, held, people.DEADLINE, now=now) is not None for held in ready)


def play_held(
    referee: Referee, game: str, held: people.OrderHeld, why: str, *, now: int | None = None
) -> Due | None:
    """Plays one held order, or records that it was refused: the mail that is due then. None where an order
    that waits to be asked for is not asked for yet.
    """
    act, record = Act(HELD, seat=held.seat), referee.record
    released = people.OrderReleased(held.seat, held.number, why)
    try:
        with record.recorder.together():
            taken = referee.release(game, released, act, now=now)
            return _told(record, taken, held, dues.PLAYED)
    except StaleOrder as stale:
        if why == people.ASKED:
            return None
        refusal: OrderError = stale
    except OrderError as error:
        refusal = error
    with record.recorder.together():
        taken = referee.put(
            game, lambda _game, _at: people.OrderReleased(held.seat, held.number, "refused"), act, now=now
        )
        *cells, line = held.line.value.splitlines()
        for cell in cells:  # it was shown when the order was sent
            referee.spend(game, held.seat, cell.partition(" ")[2], REFUSED, line, act)
        note_refusal(referee, game, held.seat, line, refusal, act, now)
        return _told(record, taken, held, dues.REFUSED, str(refusal))


def _go_on(referee: Referee, game: GameState, seat: str, now: int) -> None:
    """Plays the next order of a sheet; where it cannot be played, the sheet ends and its seat is told why."""
    held, act, record = dues.sheet_of(game, seat)[0], Act(HELD, seat=seat), referee.record
    released = people.OrderReleased(seat, held.number, people.ASKED)
    try:
        _check_still_meant(referee, game, held)
        with record.recorder.together():
            _told(record, referee.release(game.id, released, act, now=now), held, dues.PLAYED)
    except OrderError as error:
        end_sheet(referee, game, seat, error, now)


def end_sheet(
    referee: Referee, game: GameState, seat: str, why: OrderError | None = None, now: int | None = None
) -> None:
    """What is left of a sheet is not played. With a `why` the seat is told by a mail."""
    act, record = Act(HELD, seat=seat), referee.record
    sheet = dues.sheet_of(game, seat)
    with record.recorder.together():
        for nth, held in enumerate(sheet):
            released = people.OrderReleased(seat, held.number, REFUSED if why and not nth else people.ENDED)
            taken = referee.put(game.id, partial(_as_it_is, released), act, now=now)
            *cells, line = held.line.value.splitlines()
            for cell in cells:
                referee.spend(game.id, seat, cell.partition(" ")[2], REFUSED, line, act)
            if why and not nth:
                _told(record, taken, held, dues.REFUSED, str(why))
        if why and sheet:
            note_refusal(referee, game.id, seat, sheet[0].line.value.splitlines()[-1], why, act, now)


def _as_it_is(entry: people.Conduct, _game: GameState, _at: int) -> people.Conduct:
    return entry


def _check_still_meant(referee: Referee, game: GameState, held: people.OrderHeld) -> None:
    """The turn is the same, and so is play but for what was ordered; a word that names nothing is meant for
    what its writer saw. Raises `StaleOrder`."""
    if game.turn != held.turn:
        raise StaleOrder("The turn for which this order was written is over.")
    line = held.line.value.splitlines()[-1]
    names_nothing = not type(notation_of(game).read(line)).__struct_fields__
    for envelope in reversed(referee.record.envelopes(game.id)):
        entry = envelope.entry
        if entry == held:
            return
        if isinstance(entry, Rewound | Corrected):
            raise StaleOrder("Play has gone another way since this order was written.")
        if isinstance(entry, Ordered) and (entry.seat, entry.by) == (held.seat, SEAT):
            names_nothing = False  # what has happened before its own last order was seen by that one
        elif names_nothing and _is_news(entry):
            raise StaleOrder(
                "Something has happened since this order was written, and it names nothing.",
                "Send it again if you still mean it.",
            )


def _is_news(entry: Entry) -> bool:
    """Whether it may change what somebody wants: an act of another, or a throw."""
    return isinstance(entry, Thrown) or (isinstance(entry, Ordered) and not entry.aside)


def _told(record: Record, taken: Taken, held: people.OrderHeld, kind: str, text: str = "") -> Due:
    position = taken.kept.game.position - len(taken.entries) + 1
    due = Due(taken.kept.game.id, kind, held.seat, taken.kept.at, position, text)
    timers.call(record.recorder, due)
    return due
