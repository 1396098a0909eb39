"""Ratings of the people of a club by title, recomputed from the record whenever they are asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct, field

from domain.kit.errors import BrokenRecord
from domain.titles import in_order
from referee.club.outcomes import TWICE, Outcome, Sat, outcomes
from referee.club.persons import Persons
from referee.games.addresses import became
from referee.record.record import Record

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

RANKED = 5
"""Games from which on a person has a rank."""

SURE = 3
"""By so many times what is unsure the rating lies below the skill: it is hardly less than that."""

FIRST, BEHIND, LEFT = 1, 2, 3
"""The places in a game: who has won, who played to the end, who gave way. Of one place all are alike."""

DIGITS = 6
"""Decimals that are kept from game to game: no machine computes these otherwise."""


class Skill(Struct, frozen=True):
    """How well somebody plays on the scale of openskill, and how unsure that is."""

    skill: float = 25.0
    unsure: float = round(25 / 3, DIGITS)

    @property
    def rating(self) -> float:
        return round(self.skill - SURE * self.unsure, 1)


class Change(Struct, frozen=True):
    """What a game has changed for a person, called `name` there. A draw is `shared` by so many."""

    person: str
    name: str
    seat: str
    place: int
    shared: int
    before: Skill
    after: Skill


class Rated(Struct, frozen=True):
    """A game that is over; `why` it counts for nothing, "" where it does."""

    game: str
    at: int
    why: str
    changes: tuple[Change, ...]


class Row(Struct, frozen=True):
    """A person; `rank` is 0 before there are enough games. A draw of two is half a game won."""

    rank: int
    person: str
    games: int
    won: float
    skill: Skill


class Table(Struct, frozen=True):
    """A title: its people, whoever has a rank first, and its games in the order of their ends."""

    title: str
    rows: tuple[Row, ...]
    games: tuple[Rated, ...]


class _Account(Struct):
    games: int = 0
    won: float = 0.0
    skill: Skill = field(default_factory=Skill)


def ratings(
    record: Record,
    titles: Sequence[str] = (),
    *,
    open_at: int | None = None,
    tell: Callable[[BrokenRecord], object] = lambda error: None,
) -> tuple[Table, ...]:
    """The tables of those titles of which a game is over, or of some of them. With `open_at` only of what
    everybody may know at a time."""
    found = [one for one in outcomes(record, tell) if open_at is None or one.open <= open_at]
    persons = Persons([(sat.address, sat.person) for one in found for sat in one.sat], became(record))
    played = in_order(one.title for one in found)
    return tuple(
        _table(title, [one for one in found if one.title == title], persons)
        for title in played
        if not titles or title in titles
    )


def _table(title: str, games: Sequence[Outcome], persons: Persons) -> Table:
    accounts: defaultdict[str, _Account] = defaultdict(_Account)
    rated = tuple(_rated(game, accounts, persons) for game in games)
    return Table(title, _ranked(accounts), rated)


def _rated(game: Outcome, accounts: defaultdict[str, _Account], persons: Persons) -> Rated:
    people = [persons.of(sat.address, sat.person) for sat in game.sat]
    why = game.why or (TWICE if len(set(people)) < len(people) else "")
    if why:
        return Rated(game.game, game.at, why, ())
    places = [_place(sat) for sat in game.sat]
    after = _after([accounts[person].skill for person in people], places)
    changes = tuple(
        Change(person, sat.person, sat.seat, place, game.shared, accounts[person].skill, skill)
        for person, sat, place, skill in zip(people, game.sat, places, after, strict=True)
    )
    for one in changes:
        account = accounts[one.person]
        account.games, account.skill = account.games + 1, one.after
        account.won += 1 / one.shared if one.place == FIRST else 0
    return Rated(game.game, game.at, "", changes)


def _place(sat: Sat) -> int:
    if not sat.stayed:
        return LEFT
    return FIRST if sat.won else BEHIND


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # not needed by a desk before somebody asks

    return PlackettLuce()


def _after(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Everybody plays for himself."""
    model = _model()
    teams = [[model.rating(one.skill, one.unsure)] for one in before]
    found = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(round(one.mu, DIGITS), round(one.sigma, DIGITS)) for (one,) in found]


def _ranked(accounts: dict[str, _Account]) -> tuple[Row, ...]:
    """Who has a rank, the best first, and all others; equal ratings have equal ranks."""
    people = sorted(accounts, key=lambda one: (-accounts[one].skill.rating, one))
    ranked = [one for one in people if accounts[one].games >= RANKED]
    ratings = [accounts[one].skill.rating for one in ranked]
    ranks = {one: ratings.index(accounts[one].skill.rating) + 1 for one in ranked}
    ordered = [*ranked, *(one for one in people if one not in ranks)]
    return tuple(
        Row(ranks.get(one, 0), one, accounts[one].games, round(accounts[one].won, 2), accounts[one].skill)
        for one in ordered
    )
