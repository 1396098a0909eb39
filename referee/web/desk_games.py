"""The games of a desk as its referee oversees them: for whom each waits, since when and how long; the clocks;
those that have not begun, and those that are over. Nothing of it is what only a seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from domain.game.entries.levels import WITNESS
from domain.game.entries.people import Deadline
from domain.game.state.game_state import GameState
from domain.kit.errors import BrokenRecord
from domain.kit.likeness import program_of
from projections.language.messages import _, somebody
from projections.own_names import pictures_of
from projections.replay import Replay
from referee.clocks.dues import half_of
from referee.games.addresses import address_of
from referee.games.programs import unplayable
from referee.identity.cases import REFUSED
from referee.record import timers
from referee.record.mail_cases import CaseTable
from referee.record.record import Kept, Record

DAY = 86_400_000
"""Milliseconds."""

PATIENCE = 7 * DAY
"""After so long without any event a game without a clock is stuck."""

ERRORS = 3
"""Mails of a turn with which nothing could be done, after which somebody needs help."""

DICE, SILENT, LATE, HELPLESS, UNHEARD, SLOW = "dice", "silent", "late", "errors", "unheard", "slow"
PAUSED, JOIN, RUNS = "paused", "join", "runs"
_ORDER = (DICE, SILENT, LATE, HELPLESS, UNHEARD, SLOW, JOIN, RUNS, PAUSED)

STUCK = _ORDER[: _ORDER.index(JOIN)]
"""The states in which nothing goes on by itself, or perhaps not."""


class Overseen(Struct, frozen=True):
    """A desk as it stands now. What `replay_of` gives is the whole game."""

    record: Record
    now: int
    games: tuple[Kept, ...]
    broken: tuple[BrokenRecord, ...]
    replay_of: Callable[[str], Replay]


class Waiting(Struct, frozen=True):
    """A party that a game waits for, `what` in a few words. Times are in milliseconds since 1970; `due` and
    `latest`, which is with the grace, are 0 where there is no clock. `errors` are its mails of this turn with
    which nothing could be done; `bots` says that a program could take its seat.
    """

    game: str
    turn: str
    seat: str
    person: str
    address: str
    what: str
    state: str
    since: int
    due: int = 0
    latest: int = 0
    reminders: int = 0
    errors: int = 0
    bots: bool = False

    def who(self) -> str:
        return (
            _("{seat} ({person})").format(seat=self.seat, person=somebody(self.person))
            if self.person
            else self.seat
        )


class Clock(Struct, frozen=True):
    """`state` is "runs", "paused" or "none"; `until` when a pause ends by itself, 0 where somebody has to end
    it. `away` are seats that are on vacation, or will be, from when to when; `left` the days that each has
    left.
    """

    game: str
    state: str
    since: int = 0
    until: int = 0
    reason: str = ""
    away: tuple[tuple[str, int, int], ...] = ()
    left: dict[str, int] = {}
    own_tables: bool = False


class Over(Struct, frozen=True):
    """A game that has ended, with its newest event's time."""

    game: str
    at: int
    winners: tuple[str, ...]
    drawn: bool
    own_tables: bool = False


class Sits(Struct, frozen=True):
    """A seat that a program could take, and its person, "" for nobody."""

    game: str
    seat: str
    person: str


def waitings(desk: Overseen) -> list[Waiting]:
    """Of all games that are not over; those that have waited longest first, among those of one state."""
    found = [one for kept in desk.games for one in _waitings(desk, kept)]
    return sorted(found, key=lambda one: (_ORDER.index(one.state), one.due or one.since, one.game, one.seat))


def _waitings(desk: Overseen, kept: Kept) -> Iterator[Waiting]:
    game = kept.game
    if game.is_over() or game.is_foreign:
        return
    if game.asked is not None and not (game.ledger.awaits_witness(game.asked) or game.ledger.dice.thrower):
        yield Waiting(game.id, game.label, "", "", "", "", DICE, kept.at)
    errors = _errors(desk.record, game) if game.owing() else {}
    for seat in game.owing():
        yield _waiting(desk, kept, seat, errors.get(seat, 0))


def _waiting(desk: Overseen, kept: Kept, seat: str, errors: int) -> Waiting:
    game = kept.game
    person = game.register.holders.get(seat, "")
    address = desk.record.addresses(game.id).get(seat, "")
    if not address and person:
        address = address_of(desk.record, game.id, person)
    deadline = game.register.deadlines.get(seat)
    since = deadline.since if deadline else kept.at
    return Waiting(
        game.id,
        game.label,
        _("the witness") if seat == WITNESS else seat,
        person,
        address,
        _what(game, seat),
        _state(desk, game, seat, deadline, since, errors, address),
        since,
        deadline.at if deadline else 0,
        game.register.latest(seat) if deadline else 0,
        timers.reminded(desk.record.recorder, game.id, seat, since) if deadline else 0,
        errors,
        bool(person) and not unplayable(game.rules, game.ledger.level),
    )


def _what(game: GameState, seat: str) -> str:
    """What everybody is told that it waits for."""
    if seat == WITNESS:
        return _("its cell")
    if game.ledger.absent:
        return _("to join")
    pictures = pictures_of(game.rules.title, game.data)
    names = {**pictures.names(game.data), **pictures.called(game.state.board)}
    return pictures.awaits(game.state.agenda[0], names)


def _state(
    desk: Overseen,
    game: GameState,
    seat: str,
    deadline: Deadline | None,
    since: int,
    errors: int,
    address: str,
) -> str:
    if game.register.paused is not None:
        return PAUSED
    if game.ledger.absent:
        return JOIN
    if deadline and game.register.spent.get(seat) == deadline.at:
        return SILENT
    if deadline and desk.now > deadline.at:
        return LATE
    if errors >= ERRORS:
        return HELPLESS
    if deadline and address and desk.now >= half_of(deadline):
        heard = CaseTable(desk.record).has_heard(address, deadline.since)
        return RUNS if heard else UNHEARD
    return SLOW if not deadline and desk.now - since >= PATIENCE else RUNS


def _errors(record: Record, game: GameState) -> dict[str, int]:
    """Mails of this turn with which nothing could be done, by seat."""
    counts = dict[str, int]()
    for case in CaseTable(record).of_turn(game.id, game.label):
        if case.kind == REFUSED:
            counts[case.seat] = counts.get(case.seat, 0) + 1
    return counts


def clocks(desk: Overseen) -> list[Clock]:
    """Those that are paused first."""
    found = [_clock(kept.game, desk.now) for kept in desk.games if not kept.game.is_over()]
    return sorted(found, key=lambda one: (one.state != PAUSED, one.game))


def _clock(game: GameState, now: int) -> Clock:
    register, own = game.register, game.opening().tables is not None
    away = tuple(
        (seat, taken.start, taken.end)
        for seat, some in register.vacations.items()
        for taken in some
        if taken.end > now
    )
    left = {seat: register.left(seat) for seat in game.seats} if register.policy.vacation else {}
    if paused := register.paused:
        return Clock(game.id, PAUSED, paused.at, paused.until, paused.reason, away, left, own)
    return Clock(
        game.id, RUNS if register.policy.has_clock() else "none", away=away, left=left, own_tables=own
    )


def over(desk: Overseen) -> list[Over]:
    """The newest first."""
    ended = [kept for kept in desk.games if kept.game.is_over()]
    newest = sorted(ended, key=lambda kept: -kept.at)
    return [_over(one.game, one.at) for one in newest]


def _over(game: GameState, at: int) -> Over:
    return Over(game.id, at, game.winners, game.is_drawn, game.opening().tables is not None)


def replaceable(desk: Overseen) -> list[Sits]:
    """Those of the games that are on, in the order of these and of their seats."""
    games = (kept.game for kept in desk.games)
    fit = (game for game in games if not (game.is_over() or game.is_foreign or game.ledger.fork))
    return [
        Sits(game.id, seat, person)
        for game in fit
        if not unplayable(game.rules, game.ledger.level)
        for seat, person in game.register.holders.items()
        if not program_of(person)
    ]
