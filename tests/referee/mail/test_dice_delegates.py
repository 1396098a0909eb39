"""Real dice of whoever acts for a seat: he does what he is asked, and never confirms what he has thrown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.dice import ALONE, DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.people import ALL, ORDERS, PRESS, Delegated
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove
from domain.kit.sealed import REFEREE
from referee.audit.audit import audit_game
from referee.games import people
from referee.games.dice import answer_dice, claim_dice
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.test_real_dice import ANNA, BELA, CARA, HOUR, Table, entries, holds, words

DORA, EMIL = "dora@example.org", "emil@example.org"
OF_REFEREE = Act(COMMAND_LINE, person=REFEREE)
HOLDERS = {"iga": "Anna", "ise": "Bela", "kii": "Cara"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.record.close()


def lets(table: Table, seat: str, person: str, address: str = DORA, scope: str = ALL) -> None:
    """A seat lets somebody act for it."""
    holder = table.game.register.holders[seat]
    act = Act(COMMAND_LINE, seat=seat, person=REFEREE, behalf=holder)
    people.delegate(table.referee, "winter", seat, person, scope, table.now + 900 * HOUR, act, address)
    table.desk.tell("winter")
    table._gather()


def by(table: Table, seat: str, person: str) -> Act:
    """Somebody who acts for a seat, or sits there."""
    holder = table.game.register.holders[seat]
    return Act(COMMAND_LINE, seat=seat, person=person, behalf="" if person == holder else holder)


def tells(table: Table, person: str = "Anna", seat: str = "iga") -> None:
    claim_dice(table.referee, "winter", seat, [2], by(table, seat, person))


def answers(table: Table, seat: str, person: str) -> None:
    answer_dice(table.referee, "winter", seat, True, by(table, seat, person))


@pytest.mark.parametrize("scope", [ALL, ORDERS])
def test_whoever_acts_for_the_seat_throws_as_he_is_asked(table: Table, scope: str) -> None:
    lets(table, "iga", "Dora", scope=scope)
    assert DORA in table.asks
    assert "iga has thrown real dice: 2." in table.reply(DORA, "rolled 2")
    assert entries(table, DiceClaimed) == [DiceClaimed("iga", (2,))]
    table.reply(BELA, "confirm dice")
    assert [one.faces for one in entries(table, Thrown) if one.real] == [(2,)]
    holds(table)


def test_whoever_acts_for_another_seat_confirms_as_he_is_asked(table: Table) -> None:
    lets(table, "ise", "Dora")
    table.reply(ANNA, "rolled 2")
    assert "Do you believe it?" in words(table.asks[DORA])
    assert "ise confirms the dice." in table.reply(DORA, "confirm dice")
    holds(table)


def test_whoever_may_only_write_throws_nothing(table: Table) -> None:
    lets(table, "iga", "Dora", scope=PRESS)
    with pytest.raises(IllegalMove, match="may not do this"):
        tells(table, "Dora")


@pytest.mark.parametrize("thrower", ["Anna", "Dora"])
def test_whoever_acts_for_two_seats_confirms_neither_his_own_throw_nor_that_of_whom_he_acts_for(
    table: Table, thrower: str
) -> None:
    lets(table, "iga", "Dora")
    lets(table, "ise", "Dora")
    table.asks.pop(DORA)
    tells(table, thrower)
    table.desk.tell("winter")
    table._gather()
    assert DORA not in table.asks
    assert "Confirm" not in table.out[DORA]["Subject"]
    assert "Do you believe it?" in words(table.asks[BELA])
    with pytest.raises(IllegalMove, match="nobody confirms his own dice"):
        answers(table, "ise", "Dora")
    answers(table, "ise", "Bela")
    holds(table)


def test_nobody_confirms_through_a_delegate_what_he_has_thrown_as_one(table: Table) -> None:
    """Bela holds ise, throws for iga, and lets Emil act for ise."""
    lets(table, "ise", "Emil", EMIL)
    lets(table, "iga", "Bela", BELA)
    tells(table, "Bela")
    assert table.game.wanted() == ("kii",)
    for person in ("Bela", "Emil"):
        with pytest.raises(IllegalMove, match="nobody confirms his own dice"):
            answers(table, "ise", person)
    answers(table, "kii", "Cara")
    holds(table)


def test_who_has_thrown_and_acts_for_the_seat_no_more_confirms_it_nowhere(table: Table) -> None:
    lets(table, "iga", "Dora")
    tells(table, "Dora")
    people.end_delegation(table.referee, "winter", "iga", "Dora", by(table, "iga", "Anna"))
    lets(table, "kii", "Dora")
    with pytest.raises(IllegalMove, match="nobody confirms his own dice"):
        answers(table, "kii", "Dora")
    answers(table, "kii", "Cara")
    holds(table)


def test_the_holder_of_the_seat_that_throws_confirms_it_for_nobody(table: Table) -> None:
    lets(table, "kii", "Anna", ANNA)
    tells(table)
    with pytest.raises(IllegalMove, match="nobody confirms his own dice"):
        answers(table, "kii", "Anna")
    answers(table, "ise", "Bela")
    holds(table)


def test_nobody_confirms_from_the_mailbox_of_who_acts_for_the_thrower(table: Table) -> None:
    lets(table, "iga", "Dora")
    lets(table, "kii", "Dorothea", "dora+2@example.org")
    tells(table, "Dora")
    with pytest.raises(IllegalMove, match="read at one address"):
        answers(table, "kii", "Dorothea")


def test_where_one_person_holds_two_seats_a_third_confirms(table: Table) -> None:
    people.take_seat(table.referee, "winter", "ise", "Anna", "Bela is ill.", OF_REFEREE, ANNA)
    tells(table)
    assert table.game.wanted() == ("kii",)
    with pytest.raises(IllegalMove, match="nobody confirms his own dice"):
        answers(table, "ise", "Anna")
    answers(table, "kii", "Cara")
    holds(table)


@pytest.mark.parametrize("told", [False, True])
def test_where_nobody_is_left_who_could_confirm_a_cell_throws(table: Table, told: bool) -> None:
    people.take_seat(table.referee, "winter", "ise", "Anna", "Bela is ill.", OF_REFEREE, ANNA)
    if told:
        tells(table)
    people.take_seat(table.referee, "winter", "kii", "Anna", "Cara is ill.", OF_REFEREE, ANNA)
    assert entries(table, DiceLeft) == [DiceLeft(ALONE)]
    assert table.game.asked is None
    assert not any(one.real for one in entries(table, Thrown))
    table.desk.tell("winter")
    table._gather()
    holds(table)


def test_one_who_takes_the_seat_in_the_middle_of_a_throw_does_not_alter_it(table: Table) -> None:
    tells(table)
    people.take_seat(table.referee, "winter", "iga", "Emil", "Anna is ill.", OF_REFEREE, EMIL)
    table.desk.tell("winter")
    table._gather()
    with pytest.raises(IllegalMove, match="have been told already"):
        tells(table, "Emil")
    answers(table, "kii", "Cara")
    assert [one.faces for one in entries(table, Thrown) if one.real] == [(2,)]
    holds(table)


def test_the_audit_refuses_what_the_desk_would_not_admit(table: Table) -> None:
    """A record in which Dora throws for one seat and confirms for another."""
    lets(table, "iga", "Dora")
    lets(table, "ise", "Dora")
    tells(table, "Dora")
    act = by(table, "ise", "Dora")
    table.referee.put("winter", lambda _game, _at: DiceAnswered("ise", True), act)
    finding = audit_game(table.record, "winter").finding
    assert finding is not None
    assert "his own dice" in finding.why


def test_what_is_delegated_to_the_only_other_is_thrown_by_a_cell(tmp_path: Path) -> None:
    """Between two, whoever acts for both sides cannot confirm."""
    table = Table(tmp_path, title="kawanakajima")
    seats = table.game.seats
    lets(table, seats[0], "Bela", BELA)
    assert table.game.register.others(seats[0]) == ()
    assert isinstance(entries(table, Delegated)[0], Delegated)
    table.record.close()


def test_cara_sees_who_has_thrown(table: Table) -> None:
    lets(table, "iga", "Dora")
    table.reply(DORA, "rolled 3")
    assert "iga has thrown 3 in winter" in words(table.out[CARA])
