"""Whole games by mail with a program at a seat: audited clean, verified by what was written anew from the
format, and nobody is told what he may not know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import Joined, Ordered
from domain.kit.sealed import PUBLIC, REFEREE
from domain.titles import TITLES
from projections.telling.log import log
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.writing import members, zipped
from referee.programs.seats import SECRET
from referee.seats.folded_games import replay
from tests.referee.programs.table import GAME, PLAYED, Table, address

LONGEST = "kawanakajima"
GAMES = dict.fromkeys(PLAYED, range(5)) | {LONGEST: range(2, 5)}
"""The numbers of each title in the long proof; the first of them in the short one, where it is no long game.
In five each strength has a seat, and in three of the longest, of which one costs as much as four others."""

MANY = [
    pytest.param(title, number, marks=pytest.mark.soak if number or title == LONGEST else ())
    for title, games in GAMES.items()
    for number in games
]


@pytest.mark.parametrize(("title", "number"), MANY)
def test_a_whole_game_by_mail_with_a_program_at_one_seat(tmp_path: Path, title: str, number: int) -> None:
    """In each game at the next seat; the program is steady, and now and then at random, or it searches."""
    rules = TITLES[title]
    fewest, most = rules.scenarios[0].seats
    seats = rules.seats[: fewest + number % (most - fewest + 1)]
    seat = seats[number % len(seats)]
    strength = ("steady", "steady", "random", "steady", "keen:2")[number % 5]
    table = Table(tmp_path, {seat: strength}, title=title, seats=len(seats), seed=f"game {number}")
    table.desk.announce(GAME)
    table.collect()
    table.join()
    lines = list(table.play(Random(f"{title} {number}")))
    table.think()
    assert (table.game.is_over(), table.said) == (True, [])
    assert lines
    assert_no_leak(table, seat)
    assert audit_game(table.record, GAME).finding is None
    for viewer in (PUBLIC, REFEREE):
        report = verify(zipped(members(table.record, GAME, viewer)))
        assert report.ok, report.lines
    table.record.close()


def assert_no_leak(table: Table, seat: str) -> None:
    """Mails go to people alone, each of whom reads that it is a program; nobody reads what it thinks with."""
    assert {to for to, _said in table.mails} == {address(one) for one in table.people}
    first = dict(reversed(table.mails))
    assert all("(program)" in said for said in first.values())
    secret = table.record.setting(SECRET)
    phrase = next(one.phrase for one in table.entries() if isinstance(one, Joined) and one.seat == seat)
    given = [entry for entry in table.entries() if isinstance(entry, Ordered) and entry.seat == seat]
    assert secret or not given
    everything = "".join(said for _to, said in table.mails)
    export = b"".join(members(table.record, GAME, REFEREE).values()).decode("utf-8", "replace")
    for text in (everything, export, "".join(map(repr, table.entries()))):
        assert not secret or secret.hex() not in text
    assert phrase in export


def test_its_orders_are_in_the_log_as_those_of_anybody(tmp_path: Path) -> None:
    table = Table(tmp_path, {"ise": "steady"})
    table.join()
    for _line, _nth in zip(table.play(Random(1)), range(6), strict=False):
        pass
    table.think()
    lines = [line.text for line in log(replay(table.record, GAME), PUBLIC)]
    assert any("ise (steady (program))" in line for line in lines)
    assert any(line.startswith("ise orders: ") for line in lines)
