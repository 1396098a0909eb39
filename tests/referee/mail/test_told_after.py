"""Nobody is told that it is his turn while what he has left for it is still to be played; all titles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.people import ASKED, OrderReleased
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games import held_orders
from referee.record.envelope import MAIL, Act
from tests.referee.mail.players import Table
from tests.referee.mail.test_conditions import NAMES, SEATS, legal
from tests.referee.mail.test_desk_world import NOW, PEOPLE, body
from tests.referee.programs.table import GAME, address
from tests.referee.programs.table import Table as Programs

Open = Callable[[str], Table]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Open]:
    made = list[Table]()

    def begin(title: str) -> Table:
        made.append(begun(tmp_path, title))
        return made[-1]

    yield begin
    for one in made:
        one.record.close()


def begun(path: Path, title: str) -> Table:
    people = PEOPLE if title == "shinobi" else dict(zip(SEATS[title], NAMES, strict=False))
    table = Table(path, 1, title=title, people=people)
    table.join()
    return table


def swept(table: Table) -> list[EmailMessage]:
    """The mails of the clock's next look."""
    table.desk.sweep(NOW)
    return table.out()


def released(table: Table) -> list[OrderReleased]:
    entries = (envelope.entry for envelope in table.record.envelopes("spring"))
    return [one for one in entries if isinstance(one, OrderReleased)]


def leaves(table: Table, seat: str, line: str) -> None:
    act = Act(MAIL, "", seat, table.game.register.holders[seat])
    held_orders.hold(table.referee, "spring", seat, line, ASKED, act)


def test_in_clan_war_a_side_whose_done_waits_is_not_asked_for_it(sit: Open) -> None:
    table = sit("clan_war")
    for seat in ("crab", "crane"):
        table.send(seat, "sample army")
        sent = table.send(seat, "done", "later done")
    told = [one for one in (*sent.values(), *swept(table)) if one["To"] == NAMES[0]]
    assert [one.why for one in released(table)] == ["asked", "asked"]
    assert len(told) == 1
    assert "it is your turn in spring" in body(told[0])
    assert table.game.turn == "T1"


def plays(table: Table) -> Iterator[tuple[str, list[EmailMessage]]]:
    """The seats that are asked first give their first legal orders: each seat, with the mails of it."""
    while True:
        seat = table.game.awaited()[0]
        yield seat, [*table.send(seat, legal(table, seat)[0]).values(), *swept(table)]


QUICK = ("shinobi", "twilight_shogun")
EACH = [pytest.param(title, marks=() if title in QUICK else pytest.mark.soak) for title in TITLES]


@pytest.mark.parametrize("title", EACH)
def test_what_waits_for_its_turn_is_played_before_anybody_is_told_of_it(
    tmp_path: Path, sit: Open, title: str
) -> None:
    """Once as it comes, to see who is asked next and what it orders; then that is left before it is asked."""
    seen, before, orders = sit(title), tuple[str, ...](), 0
    for _played in plays(seen):
        orders += 1
        new = [seat for seat in seen.game.awaited() if seat not in before]
        if before and new:
            break
        before = seen.game.awaited()
    waits, line = new[0], legal(seen, new[0])[0]
    table = begun(tmp_path / "again", title)
    for _orders, _played in zip(range(orders - 1), plays(table), strict=False):
        pass
    leaves(table, waits, line)
    _seat, sent = next(plays(table))
    assert [one.why for one in released(table)] == ["asked"]
    mine = [one for one in sent if one["To"] == table.people[waits]]
    assert len(mine) <= 1
    assert len({str(one["To"]) for one in sent}) == len(sent)
    for one in mine:
        is_asked = waits in table.game.wanted()
        assert is_asked or not str(one["Subject"]).startswith("Your turn")
    assert audit_game(table.record, "spring").finding is None
    table.record.close()


def test_a_mail_waits_for_the_programs_that_play_in_a_moment(tmp_path: Path) -> None:
    """Of three, whose second is a program: the third hears of both orders at once."""
    table = Programs(tmp_path, {"ise": "steady"})
    table.desk.announce(GAME)
    table.collect()
    table.join()
    table.think()
    while table.game.awaited() != ("iga",):
        table.send(table.game.awaited()[0], table.line(table.game.awaited()[0], Random(1)))
        table.think()
    while table.game.awaited() == ("iga",):
        table.mails.clear()
        table.send("iga", table.line("iga", Random(1)))
    assert table.game.awaited() == ("ise",)
    assert [to for to, _said in table.mails] == [address("iga")]
    table.think()
    assert [to for to, _said in table.mails].count(address("kii")) == 1
    table.record.close()
