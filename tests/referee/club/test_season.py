"""A season of a club over its desk: lists, games, dropouts, programs and enemies; all of it from the record.

The short one is in every run.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from domain.game.entries.entries import Joined, Ordered
from domain.game.entries.people import Lapsed, SeatLeft, SeatTaken, Standby
from domain.game.entries.policy import BOT, WAIT
from domain.game.state.game_state import GameState
from domain.kit import lots
from domain.kit.likeness import is_like_a_program
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.writing import members, zipped
from referee.club.punctuality import answers_of
from referee.club.ratings import ratings
from referee.copies.backup import back_up, restore
from referee.copies.moving import move
from referee.identity.answer_limits import TO_A_DOMAIN
from referee.record.record import Record
from referee.telling import ratings as told
from tests.referee.club.enemies import EVE, Enemy
from tests.referee.club.seasons import FOR, REI, STANDS_IN, STEADFAST, Season
from tests.referee.club.signing_on import said

COUNTED = (Ordered, Joined, SeatTaken, SeatLeft, Lapsed, Standby)
"""What people are written to of."""


def spent(season: Season, days: int) -> None:
    """A season with enemies. In games that begin after its first quarter programs order for the silent."""
    enemy = Enemy(season)
    for day in range(days):
        if day == days // 4:
            season.serve(STANDS_IN)
        season.plays(1)
        if day % 7 == 3:
            assert told_of_games(season)
        enemy.attacks()


def played_out(season: Season, most: int) -> None:
    """Nobody makes a list any more, and the games go on for so many days at most."""
    season.most = season.made
    for _ in range(most):
        if all(game.is_over() for game in season.games()):
            break
        season.plays(1)


@pytest.mark.budget(350, "a club plays for two weeks")
def test_a_short_season(tmp_path: Path) -> None:
    season = Season(tmp_path, 8, games=4, by_mail=10, a_day=4)
    spent(season, 14)
    assert len(season.games()) > 2
    assert all(game.is_over() for game in season.games())
    assert_right(season, tmp_path)
    season.record.close()


@pytest.mark.soak
def test_a_season_of_thirty_people(tmp_path: Path) -> None:
    season = Season(tmp_path, 30, games=36, by_mail=30, a_day=3, seed="e")
    season.sits_down_elsewhere()
    spent(season, 60)
    played_out(season, 60)
    entries = [one.entry for game in season.games() for one in season.record.envelopes(game.id)]
    happened = Counter(map(type, entries))
    follows = {entry.follows for entry in entries if isinstance(entry, Lapsed)}
    titles = {game.rules.title.replace("_", " ") for game in season.games()}
    assert titles == {title.replace(" of ", " ") for title in FOR}
    assert len(season.games()) > 25
    assert all(game.is_over() for game in season.games())
    assert min(happened[SeatLeft], happened[SeatTaken]) > 4
    assert follows == {WAIT, BOT}
    assert season.ended
    assert season.struck
    assert_right(season, tmp_path)
    season.record.close()


def assert_right(season: Season, path: Path) -> None:
    for game in season.games():
        assert_proved(season, game)
        assert_seats(season, game)
    assert_nobody_is_seated_unasked(season)
    assert_mails_are_bounded(season)
    assert_reliability_stays(season)
    assert_tables_are_those_of_copies(season, path)
    season.later(2)
    assert told_of_games(season) == len(season.members)


def assert_proved(season: Season, game: GameState) -> None:
    assert audit_game(season.record, game.id).finding is None
    for viewer in (PUBLIC, REFEREE):
        report = verify(zipped(members(season.record, game.id, viewer)))
        assert report.ok, report.lines
    opened = game.opening()
    assert opened.lot is not None
    secret = bytes.fromhex(opened.lot.secret)
    assert lots.digest_of(game.id, secret) == opened.lot.digest
    wishes = [(one.person, one.wish) for one in opened.lot.signed]
    assert lots.seated(game.id, secret, wishes, game.seats) == {
        held.seat: held.person for held in opened.seats
    }


def assert_seats(season: Season, game: GameState) -> None:
    """Each has a seat of his own, to which he has said yes; mail speaks for it from nowhere else."""
    called = {one.name: one.address for one in season.members.values()}
    began = [called[held.person] for held in game.opening().seats]
    assert len(set(began)) == len(began)
    assert all((address, game.id) in season.agreed for address in began)
    holders = game.register.holders
    people = {seat: called[one] for seat, one in holders.items() if one and not is_like_a_program(one)}
    assert season.record.addresses(game.id) == people
    assert set(people.values()) <= set(began)


def assert_nobody_is_seated_unasked(season: Season) -> None:
    """Between two seats he has signed on anew, or has wished to stay on the other list."""
    begun = [(season.record.envelopes(game.id)[0].at, game) for game in season.games()]
    begun.sort(key=lambda one: one[0])
    for one in season.members.values():
        sat = [
            (at, game.id) for at, game in begun if one.name in (each.person for each in game.opening().seats)
        ]
        for (seated, first), (_at, second) in pairwise(sat):
            agreed, stays = season.agreed[one.address, second]
            assert stays or agreed > seated, (one.name, first, second)


def assert_mails_are_bounded(season: Season) -> None:
    """Two for each of his own, one for what happens in his games and lists, one a day for what is forged."""
    happens = Counter[str]()
    for game in season.games():
        count = sum(isinstance(one.entry, COUNTED) for one in season.record.envelopes(game.id))
        for held in game.opening().seats:
            happens[held.person] += count
    for one in season.members.values():
        lists = sum(to == one.address for to, _name in season.agreed)
        own = season.wrote[one.address] - season.forged[one.address]
        most = 2 * own + happens[one.name] + 2 * lists + season.forged[one.address]
        assert season.got[one.address] <= most, one.name
    evil = sum(count for to, count in season.got.items() if to.endswith(EVE.partition("@")[2]))
    assert evil <= TO_A_DOMAIN * season.day
    assert set(season.got) <= {*season.wrote, *season.members, REI}


def assert_reliability_stays(season: Season) -> None:
    """Whoever was silent is so for the next list, wherever he sits now."""
    due = Counter[str]()
    for game in season.games():
        at = {held.seat: held.person for held in game.opening().seats}
        due.update(
            at[one.entry.seat] for one in season.record.envelopes(game.id) if isinstance(one.entry, Lapsed)
        )
    for one in season.members.values():
        in_time, answers = answers_of(season.record, one.address)
        assert answers - in_time >= due[one.name]
        if one.habit == STEADFAST:
            assert in_time == answers


def assert_tables_are_those_of_copies(season: Season, path: Path) -> None:
    record = season.record
    tables = ratings(record)
    written = told.csv_of(tables, games=True)
    counted = [one.game for table in tables for one in table.games]
    assert sorted(counted) == sorted(game.id for game in season.games() if game.is_over())
    assert any(table.rows for table in tables)
    assert b"@" not in written
    copy = Record(path / "moved.db")
    move(record, copy)
    assert told.csv_of(ratings(copy), games=True) == written
    copy.close()
    if isinstance(record.place, Path):
        back_up(record, path / "store.bak")
        restore(path / "store.bak", path / "restored.db")
        again = Record(path / "restored.db")
        assert told.csv_of(ratings(again), games=True) == written
        again.close()


def told_of_games(season: Season) -> int:
    """Whoever asks is told of his own games and lists, of those that are open, and of no others. How many
    were answered: who has written much of late is not."""
    answered = 0
    is_open = {each.name for each in season.lists.waiting() if each.is_open}
    for one in season.members.values():
        season.write(one.address, "games")
        for answer in [said(mail) for to, mail in season.delivered() if to == one.address]:
            mine = {game for game, _seat in season.record.seats_of(one.address)}
            stands = {each.name for each in season.lists.of(one.address)}
            assert set(re.findall(r"(?<!observe )list-\d\d", answer)) == mine | stands | is_open, answer
            assert set(re.findall(r"join (list-\d\d)", answer)) == is_open - stands
            answered += 1
    return answered
