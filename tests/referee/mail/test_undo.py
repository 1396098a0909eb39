"""A seat's own slip by mail: taken back alone, refused, or asked for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.deciding import own_slips
from domain.game.entries.entries import OWN_SLIP, Rewound
from domain.game.entries.people import Agreed, Deadline
from domain.game.entries.policy import Policy
from domain.game.entries.rulings import TakeBackProposed
from domain.game.state.words import notation_of
from domain.kit.facts import State
from domain.shinobi.words.orders import Place
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.tokens import shown
from tests.now_and_soak import in_every_run
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_world import KEY, NOW, PEOPLE, body, mail
from tests.referee.mail.test_letters import Club
from tests.referee.mail.test_votes import holds, newest, open_club
from tests.tokens import token

HOUR = 3_600_000
CLOCKS = Policy(hours=48, grace=60)
ORDERS = {"clan_war": 1, "kawanakajima": 1, "rising_sun": 1, "twilight_shogun": 12}
"""After so many one was taken back."""
DEADLINE = Deadline("kii", "deploy", NOW, NOW + 48 * HOUR)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = open_club(tmp_path, CLOCKS)
    yield made
    made.record.close()


def block(club: Club, seat: str, *lines: str, head: int = 0, turn: str = "") -> str:
    """A block as one of the desk's mails has it that was written at an event; now, where none is named."""
    kept = club.record.load("winter")
    head = head or kept.game.position
    names = f"winter {turn or kept.game.label} {seat}"
    digest = club.record.envelopes("winter")[head - 1].digest.hex()
    marks = (f"TOKEN {shown(token(KEY, 'winter', seat, turn or kept.game.label))}", f"HEAD {head} {digest}")
    return "\n".join((f"-----BEGIN ORDERS {names}-----", *marks, *lines, f"-----END ORDERS {names}-----", ""))


_numbers = itertools.count()


def says(club: Club, seat: str, *lines: str, head: int = 0, turn: str = "", of: str = "") -> dict[str, str]:
    """One mail of a seat with lines in its block, and what goes out because of it; `of` another."""
    text = block(club, of or seat, *lines, head=head, turn=turn)
    club.desk.handle(mail(text, PEOPLE[seat], id=f"<{next(_numbers)}@x.org>"))
    return {to: " ".join(body(one).split()) for to, one in club.out().items()}


def state(club: Club) -> State[Any, Any]:
    return club.record.load("winter").game.state


def test_a_slip_is_taken_back_before_anybody_is_told(club: Club) -> None:
    """Nobody else hears of it now, and no time is gained by it."""
    game = club.record.load("winter").game
    club.now += HOUR
    club.order()
    club.now += HOUR
    said = says(club, "kii", "undo")
    assert said.keys() == {PEOPLE["kii"]}
    assert "Taken back: place uesugi in iga." in said[PEOPLE["kii"]]
    after = club.record.load("winter").game
    assert after.state == game.state
    assert after.register.deadlines == game.register.deadlines
    assert after.label == game.label
    assert newest(club)[-1] == Rewound(17, OWN_SLIP, "seat", seat="kii", deadlines=(DEADLINE,))
    club.order()
    club.now += HOUR
    says(club, "kii", "place uesugi in ise")
    logged = says(club, "iga", "log")[PEOPLE["iga"]]
    assert "kii takes back by itself: place uesugi in iga." in logged
    holds(club)


def test_orders_are_taken_back_one_by_one_or_all_at_once(club: Club) -> None:
    begun = club.record.load("winter").game.state
    club.order()
    says(club, "kii", "undo")
    club.order()
    says(club, "kii", "undo", "place uesugi in ise")
    assert newest(club)[-3].order == Place("uesugi", "ise")  # type: ignore[attr-defined]
    says(club, "kii", "undo to 17")
    assert club.record.load("winter").game.state == begun
    holds(club)


def test_nothing_that_a_throw_rests_on_is_taken_back(club: Club) -> None:
    club.order()
    out = club.order(id="<2>")
    assert len(out) == 3
    said = says(club, "kii", "undo")[PEOPLE["kii"]]
    assert "a reveal rests on it." in said
    assert "Ask the referee for a ruling" in said
    club.order(id="<3>")
    said = says(club, "kii", "undo")[PEOPLE["kii"]]
    assert "an order of iga rests on it" in said
    said = says(club, "ise", "undo")[PEOPLE["ise"]]
    assert "ise has ordered nothing that could be taken back." in said


def test_what_was_told_is_asked_for_in_one_mail_from_each(club: Club) -> None:
    """Whoever is asked has a block of its own to answer in, though it is not its turn."""
    club.order()
    assert "kii places a card of Uesugi in iga." in says(club, "iga", "log")[PEOPLE["iga"]]
    said = says(club, "kii", "undo")
    assert newest(club)[-1] == TakeBackProposed("kii", 17, OWN_SLIP)
    assert "Others know of it: each of them was asked by a mail" in said[PEOPLE["kii"]]
    for seat in ("iga", "ise"):
        assert said[PEOPLE[seat]].startswith("kii (Cara) asks you to let it take back what it has ordered")
        assert "TOKEN" in said[PEOPLE[seat]]
    assert says(club, "kii", "undo")[PEOPLE["kii"]]
    says(club, "iga", "agree to take back")
    said = says(club, "ise", "agree to take back")
    assert newest(club)[-3] == Rewound(17, OWN_SLIP, "consent")
    assert said.keys() == set(PEOPLE.values())
    holds(club)


# ---- whoever would do more by it


def test_nobody_takes_back_for_another(club: Club) -> None:
    club.order()
    before = state(club)
    for seat, of in (("iga", "kii"), ("iga", "iga"), ("ise", "kii")):
        says(club, seat, "undo", of=of)
        assert state(club) == before
    club.desk.handle(
        mail(block(club, "kii", "undo").replace("TOKEN ", "TOKEN X"), PEOPLE["kii"], id="<f@x.org>")
    )
    club.desk.handle(mail("undo\n", "eve@example.org", id="<e@x.org>"))
    assert state(club) == before


def test_an_old_mail_takes_back_nothing_that_was_ordered_later(club: Club) -> None:
    """Neither a mail of before, delayed, nor one that comes twice, nor what play has gone back behind."""
    first = len(newest(club))
    club.order()
    seen = len(newest(club))
    before = state(club)
    said = says(club, "kii", "undo", head=first)[PEOPLE["kii"]]
    assert "Nothing is taken back. Answer the newest mail." in said
    assert state(club) == before
    sent = mail(block(club, "kii", "undo", head=seen), PEOPLE["kii"], id="<u@x.org>")
    club.desk.handle(sent)
    assert state(club) != before
    club.out()
    says(club, "kii", "place uesugi in ise")
    after = state(club)
    for raw in (sent, sent.replace(b"<u@x.org>", b"<v@x.org>")):
        club.desk.handle(raw)
        assert state(club) == after
    assert "Nothing is taken back." in says(club, "kii", "undo to 17", head=seen)[PEOPLE["kii"]]
    holds(club)


def test_a_mail_that_tells_nothing_of_what_it_means_takes_nothing_back(club: Club) -> None:
    club.order()
    before = state(club)
    text = "\n".join(line for line in block(club, "kii", "undo").splitlines() if not line.startswith("HEAD"))
    club.desk.handle(mail(text + "\n", PEOPLE["kii"], id="<n@x.org>"))
    assert "Nothing in your mail tells which order you mean" in body(club.out()[PEOPLE["kii"]]).replace(
        "\n", " "
    )
    assert state(club) == before


def test_no_time_is_gained_and_none_is_left_once_it_is_over(club: Club) -> None:
    club.order()
    club.now += 50 * HOUR
    before = state(club)
    says(club, "kii", "undo")
    assert isinstance(newest(club)[-1], TakeBackProposed)
    assert state(club) == before


def test_whoever_asks_and_takes_back_again_and_again_is_stopped(club: Club) -> None:
    for _ in range(own_slips.MOST):
        says(club, "kii", "place uesugi in iga")
        says(club, "kii", "undo")
    says(club, "kii", "place uesugi in iga")
    for _ in range(own_slips.MOST_ASKED):
        assert len(says(club, "kii", "undo")) == len(PEOPLE)
        says(club, "iga", "refuse take back")
    assert "kii has asked 3 times" in says(club, "kii", "undo")[PEOPLE["kii"]]
    assert [type(one) for one in newest(club)].count(Rewound) == own_slips.MOST
    holds(club)


def test_conditions_of_another_would_tell_what_they_hang_on(club: Club) -> None:
    """Whether one comes about is not tried out, and taken back."""
    says(club, "iga", "if turn 40 or later: pass else: pass")
    club.order()
    says(club, "kii", "undo")
    assert isinstance(newest(club)[-1], TakeBackProposed)


def test_where_it_is_agreed_so_the_others_are_always_asked(tmp_path: Path) -> None:
    club = open_club(tmp_path, Policy(undo="consent"))
    club.order()
    said = says(club, "kii", "undo")
    assert said[PEOPLE["iga"]].startswith("kii (Cara) asks you to let it take back")
    assert isinstance(newest(club)[-1], TakeBackProposed)
    holds(club)
    club.record.close()


def test_the_token_of_an_older_turn_is_enough_to_talk_and_not_to_order(club: Club) -> None:
    old, head = club.record.load("winter").game.label, len(newest(club))
    club.order()
    club.order(id="<2>")
    before = state(club)
    for line in ("place uesugi in ise", "delegate to Zoe <zoe@x.org> until 2027-01-01"):
        said = says(club, "iga", line, head=head, turn=old)[PEOPLE["iga"]]
        assert "That was for T1; it is T2 now." in said
    says(club, "iga", "agree to pause", head=head, turn=old)
    assert newest(club)[-1] == Agreed("iga", "pause")
    says(club, "ise", "agree to pause", head=head, turn=old, of="iga")
    assert newest(club)[-1] == Agreed("iga", "pause")
    assert state(club) == before


# ---- in other titles


@pytest.mark.parametrize("title", in_every_run(("clan_war", "kawanakajima", "rising_sun"), ORDERS))
def test_the_first_slips_of_each_title(title: str, tmp_path: Path) -> None:
    """By real mails from the first prompt on: what may be taken back is, and is given again."""
    fewest = TITLES[title].scenarios[0].seats[0]
    seats = {seat: f"{seat}@example.org" for seat in TITLES[title].seats[:fewest]}
    table = Table(tmp_path, 1, title=title, people=seats)
    table.join()
    back = 0
    for _ in range(ORDERS[title]):
        seat, before = table.game.awaited()[0], table.game.state
        line = notation_of(table.game).write(table.game.examples(seat)[0])
        table.send(seat, line)
        said = body(table.send(seat, "undo")[seats[seat]])
        if "Taken back:" in said:
            assert table.game.state == before
            table.send(seat, line)
            back += 1
    assert back
    assert audit_game(table.record, "spring").finding is None
    table.record.close()


# ---- the sentence of who has conceded


def test_who_has_conceded_was_not_silent(club: Club) -> None:
    seat = club.record.load("winter").game.awaited()[0]
    people.concede(club.referee, "winter", seat, Act(COMMAND_LINE))
    other = next(one for one in PEOPLE if one != seat)
    said = says(club, other, "log")[PEOPLE[other]]
    assert f"{seat} has conceded; by what is agreed it orders:" in said
    assert "silent" not in said
