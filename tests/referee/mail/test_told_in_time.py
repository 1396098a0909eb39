"""What people are told at once: that the game has begun, and that their deadline is another."""

from __future__ import annotations

from pathlib import Path

from referee.games import people
from referee.mail.seat_view.readers import set_reader
from tests.referee.mail.test_desk_lines import PEOPLE, Talking
from tests.referee.mail.test_desk_world import body
from tests.referee.mail.test_invitations import Table
from tests.referee.mail.test_naming import REFEREE, said, told
from tests.referee.mail.test_naming import talking as talking

HOUR = 3_600_000


def test_the_referee_moves_a_deadline_and_its_seat_is_told_both_times(talking: Talking) -> None:
    seat = talking.seat
    set_reader(talking.record, PEOPLE[seat], mails="mails only my turn")
    deadline = talking.game.deadline_of(seat)
    assert deadline is not None
    people.move_deadline(talking.referee, "winter", seat, deadline.at + 5 * HOUR, "The server fell.", REFEREE)
    talking.desk.tell("winter")
    (mail,) = told(talking)[PEOPLE[seat]]
    assert str(mail["Subject"]).startswith("Your deadline is now ")
    assert "Your deadline in winter has moved: it was " in said(mail)
    assert "The server fell." in said(mail)
    assert "BEGIN ORDERS" not in body(mail)
    talking.desk.tell("winter")
    assert talking.out() == []


def test_everybody_is_told_at_once_that_the_game_has_begun(tmp_path: Path) -> None:
    table = Table(tmp_path, level=1)
    for address in ("anna@example.org", "boris@example.org", "cara@example.org"):
        set_reader(table.record, address, digest="18:00", mails="mails only my turn")
    table.join()
    last = [one for one in table.out()]
    begun = [one for one in last if "The game winter has begun: " in said(one)]
    assert {str(one["To"]) for one in begun} == {str(one["To"]) for one in last}
