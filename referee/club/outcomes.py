"""The outcome of a game that is over: who played it from its beginning, and who has won or given way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from domain.game.entries.entries import Opened, Ordered
from domain.game.entries.people import Abandoned, SeatLeft, SeatTaken, Settled
from domain.game.state.game_state import GameState
from domain.kit.errors import BrokenRecord
from domain.kit.facts import Fact
from domain.kit.likeness import is_like_a_program
from domain.kit.rules import Rules
from referee.games.addresses import left_at
from referee.record.envelope import Envelope
from referee.record.record import Record
from referee.record.snapshots import newest_positions

ABANDONED, WHAT_IF, FOREIGN, UNDECIDED = "abandoned", "what-if", "foreign", "undecided"
PROGRAM, TWICE, ALONE = "program", "twice", "alone"

HOUR = 3_600_000

Envelopes = Sequence[Envelope[Any]]


class Sat(Struct, frozen=True):
    """Who sat at a seat when the first order was given. `address` is "" where none is known; he has `stayed`
    who had the seat to the end of the game."""

    seat: str
    person: str
    address: str
    stayed: bool
    won: bool


class Outcome(Struct, frozen=True):
    """A game that ended `at` a time, in milliseconds since 1970, by the event `end`; everybody may know of it
    from `open` on. Of the seats of the title only those that can win are here. A draw is `shared` by so many.
    `why` it counts for nothing, "" where it counts.
    """

    game: str
    title: str
    at: int
    end: int
    open: int
    sat: tuple[Sat, ...] = ()
    shared: int = 1
    why: str = ""


_known: WeakKeyDictionary[Record, dict[str, tuple[int, Outcome | None]]] = WeakKeyDictionary()
"""The outcome of each game when it had so many events: a game that is over seldom gets another."""


def outcomes(record: Record, tell: Callable[[BrokenRecord], object] = lambda error: None) -> list[Outcome]:
    """By the time of their ends, and by their names where that is the same. Games whose record is broken are
    told of. Several threads may ask: what the record keeps at hand is left alone."""
    known, found = _known.setdefault(record, {}), list[Outcome]()
    for game, position in newest_positions(record):
        try:
            if known.get(game, (0, None))[0] != position:
                known[game] = position, _outcome(record, record.fold(game).game)
        except BrokenRecord as error:
            tell(error)
        else:
            found += filter(None, [known[game][1]])
    return sorted(found, key=lambda one: (one.at, one.game))


def _outcome(record: Record, game: GameState) -> Outcome | None:
    """None while it is on."""
    if not game.is_over():
        return None
    envelopes = record.envelopes(game.id)
    end = end_of(game, envelopes)
    at, why = envelopes[end - 1].at, _why_not(game)
    seen = at + game.register.policy.delay * HOUR
    sat = () if why else tuple(_sat(record, game, envelopes))
    shared = 1 if why or not game.is_drawn else len(game.winners)
    return Outcome(game.id, game.rules.title, at, end, seen, sat, shared, why or _of_people(sat))


def end_of(game: GameState, envelopes: Envelopes) -> int:
    """The position at which a game that is over has ended: its last event of play, or what people have
    decided, whatever was said since then."""
    kinds, count = (Abandoned, Settled) if game.register.ended() else (Fact,), len(envelopes)
    return next((n for n in range(count, 0, -1) if isinstance(envelopes[n - 1].entry, kinds)), count)


def _why_not(game: GameState) -> str:
    if game.is_foreign:
        return FOREIGN
    if game.ledger.fork is not None:
        return WHAT_IF
    if game.register.abandoned:
        return ABANDONED
    return "" if game.winners else UNDECIDED


def _of_people(sat: Sequence[Sat]) -> str:
    if any(is_like_a_program(one.person) for one in sat):
        return PROGRAM
    return "" if len(sat) > 1 and any(one.stayed for one in sat) else ALONE


def can_win(rules: Rules, opened: Opened[Any], seats: Sequence[str]) -> list[str]:
    """The seats of a game but for a herald's."""
    needed = next((one.needs for one in rules.scenarios if one.name == opened.scenario), ())
    return [seat for seat in seats if seat not in needed]


def _sat(record: Record, game: GameState, envelopes: Envelopes) -> Iterator[Sat]:
    first = next((n for n, one in enumerate(envelopes) if isinstance(one.entry, Ordered)), len(envelopes))
    changes = list(_changes(envelopes))
    holders = {held.seat: held.person for held in game.opening().seats}
    holders |= {seat: person for at, seat, person in changes if at <= first}
    addresses, left = record.addresses(game.id), left_at(record, game.id)
    for seat in can_win(game.rules, game.opening(), game.seats):
        later = [at for at, one, _person in changes if one == seat and at > first]
        stayed = game.register.holders[seat] == (person := holders[seat])
        address = addresses.get(seat, "") if stayed else left.get(later[0], "")
        if person:
            yield Sat(seat, person, address, stayed, stayed and seat in game.winners)


def _changes(envelopes: Envelopes) -> Iterator[tuple[int, str, str]]:
    """The position of each change of a seat, and who has it from then on; "" for nobody."""
    for position, envelope in enumerate(envelopes, 1):
        entry = envelope.entry
        if isinstance(entry, SeatTaken | SeatLeft):
            yield position, entry.seat, entry.person if isinstance(entry, SeatTaken) else ""
