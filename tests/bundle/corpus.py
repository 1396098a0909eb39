"""Whole games in which everything has happened that verifiers judge: of several titles, at each level, by
both protocols, for several viewers; and a few of an invented title, for those that know no rules.

Each is made once, and signed by the key of the makers.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType

from domain.game.entries.entries import Rewound
from domain.game.entries.protocol_orders import Join
from domain.game.state.lines import unit_ends
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.copies.forking import Plan, begin, left_in
from referee.games import people
from referee.games.opening import Opening
from referee.proof import signing
from referee.record.record import Record
from tests.browser.laned import ACT, GAME, PEOPLE, SEED, Table
from tests.bundle import test_both_people, test_both_rulings, test_both_signed
from tests.bundle.lanes import moved_game, scoped_game, short_game, spent_game
from tests.bundle.maker import Maker, Members, small_game
from tests.record.stores import First
from tests.referee.clocks.club import Club
from tests.titles.recorded import GAMES

FIRST = "first"
"""The viewer who has the first seat."""

Made = Callable[[], Members]


def written(record: Record, game: str, viewer: str) -> Members:
    seats = record.load(game).game.seats
    return writing.members(record, game, seats[0] if viewer == FIRST else viewer)


@contextmanager
def store() -> Iterator[Record]:
    with TemporaryDirectory() as folder:
        record = Record(Path(folder) / "store.bugyo")
        try:
            yield record
        finally:
            record.close()


# ---- games of protocol 2, and what leads there


def eventful(record: Record, level: int, title: str = "shinobi") -> Table:
    """Play goes back, a seat is taken over and delegated, a cell is spent, all is committed anew, and it goes
    on."""
    table = Table(record, level, title)
    table.play(14)
    goes_back(table, anew=False)
    table.play(6)
    goes_back(table, anew=True)
    table.play(4)
    if level > 1:
        spends(table)
    taken_over(table)
    table.play(6)
    renewed(table)
    table.play(8)
    return table


def ends(record: Record) -> list[int]:
    """Where play can go back to."""
    return list(unit_ends([envelope.entry for envelope in record.envelopes(GAME)]))


def goes_back(table: Table, anew: bool, units: int = 4) -> None:
    table.settle()
    to = ends(table.referee.record)[-units]
    table.kept = table.referee.rewind(GAME, Rewound(to, "A slip.", anew=anew), ACT).kept


def spends(table: Table) -> None:
    table.settle()
    seat = table.kept.game.seats[1]
    table.referee.spend(GAME, seat, table.programs[seat].next(seat), "refused", "march nowhere", ACT)
    table.kept = table.referee.record.load(GAME)


def taken_over(table: Table) -> None:
    seat = table.kept.game.seats[0]
    people.take_seat(table.referee, GAME, seat, "Dora", "Ann is ill.", ACT)
    table.programs.pop(seat, None)
    table.kept = table.referee.record.load(GAME)


def renewed(table: Table) -> None:
    """New cells of the referee, and new phrases; the witness and the seats keep theirs."""
    table.settle()
    table.referee.renew(GAME, "The machine was stolen.", ACT)
    table.kept = table.referee.record.load(GAME)
    for seat in table.kept.game.seats:
        table.take(seat, Join(f"{seat} has come once more"))


@cache
def whole(level: int, viewer: str, title: str = "shinobi") -> Members:
    with store() as record:
        return written(record, eventful(record, level, title).kept.game.id, viewer)


@cache
def moved_on(viewer: str) -> Members:
    """A game of protocol 1 that goes on by protocol 2."""
    with store() as record:
        signing.keep_seed(record, SEED)
        table = Table.__new__(Table)
        table.referee, table.programs = First(record, seed="moved"), {}
        table.random = Random("moved")
        table.kept = table.referee.open(Opening(GAME, "shinobi", PEOPLE["shinobi"], level=1), ACT)
        for seat in table.kept.game.seats:
            table.take(seat, Join(f"{seat} waits for the heron"))
        table.play(8)
        renewed(table)
        table.play(8)
        return written(record, GAME, viewer)


@cache
def forked(viewer: str) -> Members:
    """A what-if of a game of level 2, played on in another store."""
    with store() as record, store() as other:
        eventful(record, 2)
        signing.keep_seed(other, SEED)
        begin(other, left_in(record, GAME), Plan(ends(record)[-1], "other"))
        return written(other, "other", viewer)


# ---- people, rulings, signed orders


@cache
def of_club(happened: ModuleType, level: int, viewer: str) -> Members:
    """A game under the policy of a test of two verifiers, with all that happens there."""
    with TemporaryDirectory() as folder:
        one = Club(Path(folder), happened.POLICY, level=level)
        try:
            happened.happens(one)
            return written(one.record, "g", viewer)
        finally:
            one.record.close()


# ---- games of protocol 1


def recorded(name: str) -> Members:
    with zipfile.ZipFile(GAMES / f"{name}.zip") as bundle:
        return {member: bundle.read(member) for member in bundle.namelist()}


PLAYED: dict[str, Made] = {
    **{
        f"level {level} for {viewer}": partial(whole, level, viewer)
        for level in (1, 2, 3)
        for viewer in (FIRST, PUBLIC, REFEREE)
    },
    "hills for all": partial(whole, 2, PUBLIC, "kawanakajima"),
    "moved on": partial(moved_on, REFEREE),
    "moved on for all": partial(moved_on, PUBLIC),
    "what-if": partial(forked, REFEREE),
    "what-if for all": partial(forked, PUBLIC),
    "people": partial(of_club, test_both_people, 1, REFEREE),
    "people for a seat": partial(of_club, test_both_people, 1, FIRST),
    "rulings": partial(of_club, test_both_rulings, 1, REFEREE),
    "rulings for all": partial(of_club, test_both_rulings, 1, PUBLIC),
    "signed": partial(of_club, test_both_signed, 0, REFEREE),
    "signed for a seat": partial(of_club, test_both_signed, 0, FIRST),
    "protocol 1, honor": partial(recorded, "rising_sun/honor"),
    "protocol 1, clan war": partial(recorded, "clan_war/resignation"),
    "protocol 1, twilight": partial(recorded, "twilight_shogun/resignation"),
}
"""What all three judge."""


def made(game: Callable[..., Maker], level: int, viewer: str = PUBLIC, **more: bool) -> Members:
    return game(level, viewer, **more).bundle()


INVENTED: dict[str, Made] = {
    **{f"small {level}": partial(made, small_game, level) for level in range(4)},
    **{f"short {level}": partial(made, short_game, level, "hojo", over=False) for level in (1, 2, 3)},
    "spent": partial(made, spent_game, 3),
    "scoped": partial(made, scoped_game, 2, REFEREE),
    "moved": partial(made, moved_game, 3),
}
"""What those judge that know no rules."""
