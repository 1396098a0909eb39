"""The punctuality of people, from the record alone: every question that had a deadline.

A person is an address, as in ratings. What a delegate or the referee has ordered for a seat counts for
whoever sits there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from domain.game.entries.entries import SEAT, Joined, Ordered
from domain.game.entries.people import Lapsed, VacationTaken
from domain.game.state.register import Register
from domain.kit.errors import BrokenRecord
from domain.titles import TITLES
from referee.club.persons import Persons
from referee.games.addresses import became, left_at, lost_at, mailbox_of
from referee.record.record import Record
from referee.record.snapshots import newest_positions

Seat = tuple[str, str, str]
"""A game, a seat of it, and the address of whoever sits there."""


class Figures(Struct, frozen=True):
    """`late` answers came after the deadline, in the grace or later; `silent` is how often the grace ran out.
    `median` is the time for an answer in milliseconds, 0 where there is none; `vacation` are days.
    `addressed`: known by an address, and not by the name alone.
    """

    person: str
    games: tuple[str, ...]
    in_time: int
    late: int
    silent: int
    median: int
    vacation: int
    addressed: bool


class _Count:
    """What a person has answered, in a game or in several."""

    def __init__(self) -> None:
        self.games: dict[str, None] = {}
        self.times: list[int] = []
        self.late = self.silent = self.vacation = 0

    def add(self, other: _Count) -> None:
        self.games |= other.games
        self.times += other.times
        self.late += other.late
        self.silent += other.silent
        self.vacation += other.vacation


class _Tally(Struct, frozen=True):
    """A game: what is to be said of everybody by name, who had a seat until the event by which he has lost
    it, and how it stands in the end."""

    counts: dict[str, _Count]
    lost: dict[int, str]
    register: Register


_known: WeakKeyDictionary[Record, dict[str, tuple[int, _Tally]]] = WeakKeyDictionary()
"""The tally of each game when it had so many events."""


def figures(
    record: Record, tell: Callable[[BrokenRecord], object] = lambda error: None
) -> tuple[Figures, ...]:
    """Everybody who has a seat or had one, by name; two of one name have numbers. Games whose record is
    broken are told of."""
    found = list[tuple[str, str, _Count]]()
    positions = dict(newest_positions(record))
    for game in record.games():
        try:
            tally = _tally(record, game, positions[game])
        except BrokenRecord as error:
            tell(error)
        else:
            found += _addressed(record, game, tally)
    persons = Persons([(address, name) for address, name, _count in found], became(record))
    counts: defaultdict[str, _Count] = defaultdict(_Count)
    for address, name, count in found:
        counts[persons.of(address, name)].add(count)
    addressed = {persons.of(address, name) for address, name, _count in found if address}
    return tuple(_figures(one, counts[one], addressed=one in addressed) for one in sorted(counts))


def _addressed(record: Record, game: str, tally: _Tally) -> Iterator[tuple[str, str, _Count]]:
    """Everybody of a game with the address that he has or had at a seat, "" where none is known."""
    seats, left = record.addresses(game), left_at(record, game)
    had = {name: left.get(position, "") for position, name in tally.lost.items()}
    has = {name: seats.get(seat, "") for seat, name in tally.register.holders.items()}
    for name, count in tally.counts.items():
        yield has.get(name) or had.get(name, ""), name, count


def _figures(person: str, count: _Count, *, addressed: bool) -> Figures:
    answers, times = len(count.times), sorted(count.times)
    return Figures(
        person,
        tuple(count.games),
        answers - count.late,
        count.late,
        count.silent,
        times[(answers - 1) // 2] if times else 0,  # the lower median; the library's brings fractions
        count.vacation,
        addressed,
    )


def _tally(record: Record, game: str, position: int) -> _Tally:
    """Of a game that has so many events. Raises `BrokenRecord`."""
    known = _known.setdefault(record, {})
    if known.get(game, (0,))[0] != position:
        known[game] = position, _counted(record, game)
    return known[game][1]


def _counted(record: Record, game: str) -> _Tally:
    always, register = TITLES[record.title(game)].always, Register()
    counts, lost = defaultdict[str, _Count](_Count), dict[int, str]()
    for position, envelope in enumerate(record.envelopes(game), 1):
        entry, extra, seat = envelope.entry, False, getattr(envelope.entry, "seat", "")
        person = register.holders.get(seat, "")
        if person:
            extra = isinstance(entry, Ordered) and type(entry.plain()) in always
            _add(counts[person], register, entry, envelope.at, extra)
        register = register.fold(entry, goes_on=extra)
        if person and register.holders.get(seat, "") != person:
            lost[position] = person
        for sitting in filter(None, register.holders.values()):
            counts[sitting].games[game] = None
    return _Tally(counts, lost, register)


def _add(count: _Count, register: Register, entry: Any, at: int, extra: bool) -> None:
    """What one entry says of the person that sits there before it."""
    if isinstance(entry, Lapsed):
        count.silent += 1
    elif isinstance(entry, VacationTaken):
        count.vacation += entry.days
    elif isinstance(entry, Joined) or (isinstance(entry, Ordered) and entry.by == SEAT and not extra):
        deadline = register.deadlines.get(entry.seat)
        if deadline is not None:
            count.times.append(at - deadline.since)
            count.late += at > deadline.at


def answers_of(record: Record, address: str) -> tuple[int, int]:
    """How many answers of a mailbox came in time, and how many were due."""
    return shares(record, [address])[address]


def shares(record: Record, addresses: Collection[str], *, openly: bool = False) -> dict[str, tuple[int, int]]:
    """How many answers of each mailbox came in time, and how many were due, in all games in which it has a
    seat or has lost one: who leaves a game does not leave what he was like in it. With `openly` without games
    that hold back what happens in them."""
    positions, seats = dict(newest_positions(record)), list(record.all_seats())
    return {address: _answers(record, mailbox_of(address), positions, seats, openly) for address in addresses}


def _answers(
    record: Record, mailbox: str, positions: dict[str, int], seats: Collection[Seat], openly: bool
) -> tuple[int, int]:
    in_time = due = 0
    sits, lost = _stood(record, mailbox, seats)
    for game in positions.keys() & {*sits, *lost}:
        tally = _tally(record, game, positions[game])
        if openly and tally.register.policy.delay:
            continue
        holders = tally.register.holders
        people = {holders.get(seat, "") for seat in sits[game]} | {
            tally.lost.get(at, "") for at in lost[game]
        }
        for count in (tally.counts[person] for person in people if person):
            in_time += len(count.times) - count.late
            due += len(count.times) + count.silent
    return in_time, due


def _stood(
    record: Record, mailbox: str, seats: Collection[Seat]
) -> tuple[dict[str, set[str]], dict[str, set[int]]]:
    """By game, the seats that a mailbox has, and the positions of the events by which it has lost one."""
    sits, lost = defaultdict[str, set[str]](set), defaultdict[str, set[int]](set)
    for game, seat, owner in seats:
        if mailbox_of(owner) == mailbox:
            sits[game].add(seat)
    for game, position in lost_at(record, mailbox):
        lost[game].add(position)
    return sits, lost
