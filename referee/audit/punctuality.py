"""The punctuality of people, from the record alone: every question that had a deadline.

A person is known by its name, in all games of the store. What a delegate or the referee has ordered for a
seat counts for whoever sits there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from statistics import median_low
from typing import Any

from msgspec import Struct

from domain.game.entries.entries import SEAT, Joined, Ordered
from domain.game.entries.people import Lapsed, VacationTaken
from domain.game.state.register import Register
from domain.kit.errors import BrokenRecord
from domain.titles import TITLES
from referee.games.addresses import lost_at, mailbox_of
from referee.record.envelope import Envelope
from referee.record.record import Record


class Figures(Struct, frozen=True):
    """`late` answers came after the deadline, in the grace or later; `silent` is how often the grace ran out.
    `median` is the time for an answer in milliseconds, 0 where there is none; `vacation` are days.
    """

    person: str
    games: tuple[str, ...]
    in_time: int
    late: int
    silent: int
    median: int
    vacation: int


class _Count:
    def __init__(self) -> None:
        self.games: dict[str, None] = {}
        self.times: list[int] = []
        self.late = self.silent = self.vacation = 0


def figures(
    record: Record, tell: Callable[[BrokenRecord], object] = lambda error: None
) -> tuple[Figures, ...]:
    """Everybody who has a seat or had one, by name. Games whose record is broken are told of."""
    counts: defaultdict[str, _Count] = defaultdict(_Count)
    for game in record.games():
        try:
            always, envelopes = TITLES[record.title(game)].always, record.envelopes(game)
        except BrokenRecord as error:
            tell(error)
        else:
            _count(counts, game, envelopes, always)
    return tuple(_figures(person, counts[person]) for person in sorted(counts))


def _figures(person: str, count: _Count) -> Figures:
    answers = len(count.times)
    return Figures(
        person,
        tuple(count.games),
        answers - count.late,
        count.late,
        count.silent,
        median_low(count.times) if count.times else 0,
        count.vacation,
    )


def _count(
    counts: defaultdict[str, _Count], game: str, envelopes: Sequence[Envelope[Any]], always: Sequence[type]
) -> None:
    register = Register()
    for envelope in envelopes:
        entry, extra = envelope.entry, False
        person = register.holders.get(getattr(entry, "seat", ""), "")
        if person:
            extra = isinstance(entry, Ordered) and type(entry.plain()) in always
            _add(counts[person], register, entry, envelope.at, extra)
        register = register.fold(entry, goes_on=extra)
        for sitting in filter(None, register.holders.values()):
            counts[sitting].games[game] = None


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
    """How many answers of a mailbox came in time, and how many were due, in all games in which it has a seat
    or has lost one: who leaves a game does not leave what he was like in it."""
    in_time = due = 0
    sits, lost = _stood(record, mailbox_of(address))
    for game in {**sits, **lost}:
        envelopes = record.envelopes(game)
        counts: defaultdict[str, _Count] = defaultdict(_Count)
        _count(counts, game, envelopes, TITLES[record.title(game)].always)
        holders = record.load(game).game.register.holders
        people = {holders.get(seat, "") for seat in sits[game]} | set(_losers(envelopes, lost[game]))
        for count in (counts[person] for person in people if person):
            in_time += len(count.times) - count.late
            due += len(count.times) + count.silent
    return in_time, due


def _stood(record: Record, mailbox: str) -> tuple[dict[str, set[str]], dict[str, set[int]]]:
    """By game, the seats that a mailbox has, and the positions of the events by which it has lost one."""
    sits, lost = defaultdict[str, set[str]](set), defaultdict[str, set[int]](set)
    for game, seat, owner in record.all_seats():
        if mailbox_of(owner) == mailbox:
            sits[game].add(seat)
    for game, position in lost_at(record, mailbox):
        lost[game].add(position)
    return sits, lost


def _losers(envelopes: Sequence[Envelope[Any]], positions: Collection[int]) -> Iterator[str]:
    """Who had the seats that were lost by the events at these positions."""
    register = Register()
    for position, envelope in enumerate(envelopes[: max(positions, default=0)], 1):
        if position in positions:
            yield register.holders.get(envelope.entry.seat, "")
        register = register.fold(envelope.entry)
