"""Whoever loses a seat or a delegation is told by whom and why, before anything goes to the next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.policy import Policy
from referee.games import people
from referee.games.addresses import keep_address
from referee.mail.desk.desk import Desk
from referee.record import timers
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.readers import set_reader
from tests.referee.mail.test_desk_lines import ANNA, CARA, DORA, Talking
from tests.referee.mail.test_desk_people import wish
from tests.referee.mail.test_desk_world import NOW, body, mail

REFEREE = Act(COMMAND_LINE, person="referee")
EMIL = "emil@example.org"
HOUR = 3_600_000


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    made.desk = Desk(made.referee, made.outbox, clock=lambda: made.now, pages="https://games.example.org/")
    made.desk.announce("winter")
    keep_address(made.record, "winter", "Dora", DORA)
    made.out()
    yield made
    made.record.close()


def sent(talking: Talking) -> list[tuple[str, str]]:
    """What has gone out: to whom, in one line, in its order."""
    return [(str(one["To"]), " ".join(body(one).split())) for one in talking.out()]


def take(talking: Talking) -> None:
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", REFEREE, EMIL)


MAY = "Your mails, links and tokens for this seat are good for nothing any more."


def test_whoever_loses_a_seat_to_the_referee_is_told_first_and_once(talking: Talking) -> None:
    take(talking)
    talking.desk.tell("winter")
    told = sent(talking)
    assert [to for to, _text in told if to in (CARA, EMIL)] == [CARA, EMIL]
    assert told[0][0] == CARA
    assert "The referee has given your seat kii in the game winter to “Emil”." in told[0][1]
    assert "The reason on record: Cara is ill." in told[0][1]
    assert MAY in told[0][1]
    assert "https://games.example.org/g/winter/" in told[0][1]
    assert "/s/" not in told[0][1]
    assert "TOKEN" not in told[0][1]
    assert "hand" not in told[0][1]
    talking.desk.tell("winter")
    talking.desk.sweep(NOW)
    assert sent(talking) == []


def test_he_is_told_first_whoever_writes_first(talking: Talking) -> None:
    """The command died before it wrote; the new holder asks what there is, and the old one knows nothing."""
    take(talking)
    talking.desk.handle(mail("what\n", EMIL, "<emil@x.org>", Subject="[winter T1 kii]"))
    told = [to for to, _text in sent(talking)]
    assert told.index(CARA) < told.index(EMIL)
    assert told.count(CARA) == 1


@pytest.mark.parametrize("then", ["sweep", "tell", "remind"])
def test_a_desk_that_died_in_between_still_tells_him_once(
    talking: Talking, then: str, tmp_path: Path
) -> None:
    take(talking)
    assert "lost" in [due.kind for due in timers.open_dues(talking.record.recorder)]
    desk = Desk(talking.referee, talking.outbox, clock=lambda: talking.now)
    for _again in range(2):
        desk.sweep(talking.now) if then == "sweep" else getattr(desk, then)("winter")
    told = [(to, text) for to, text in sent(talking) if to == CARA]
    assert len(told) == 1
    assert "has given your seat kii" in told[0][1]


def test_he_reads_it_in_his_language(talking: Talking) -> None:
    set_reader(talking.record, CARA, language="fr")
    set_reader(talking.record, EMIL, language="ru")
    take(talking)
    talking.desk.tell("winter")
    (text,) = (text for to, text in sent(talking) if to == CARA)
    assert "Cara is ill." in text
    assert "Mail: news" in text


def test_whom_the_referee_takes_from_a_seat_is_told(talking: Talking) -> None:
    act = Act(COMMAND_LINE, seat="kii", person="referee", behalf="Cara")
    people.leave_seat(talking.referee, "winter", "kii", "Nobody hears of her.", act)
    talking.desk.tell("winter")
    told = sent(talking)
    assert told[0][0] == CARA
    assert "The referee has taken you from the seat kii in the game winter. It is free now." in told[0][1]
    assert "The reason on record: Nobody hears of her." in told[0][1]


def test_a_seat_that_goes_to_a_standby_by_his_mail_and_by_the_clock(talking: Talking) -> None:
    policy = Policy(nmr="standby", hours=72)
    people.change_policy(talking.referee, "winter", policy, "a test", REFEREE)
    talking.desk.tell("winter")
    talking.out()
    talking.now = NOW + 80 * HOUR
    talking.desk.sweep(talking.now)  # kii was silent, and nobody stands by
    talking.out()
    talking.sent += 1
    talking.desk.handle(mail("takeover kii\n", DORA, "<1@w.org>", Subject="[winter T1 iga]"))
    (asked,) = [one for one in talking.out() if one["To"] == DORA]
    talking.desk.handle(mail("yes\n", DORA, "<2@w.org>", Subject=f"Re: {asked['Subject']}"))
    assert talking.game.register.holders["kii"] == "Dora"
    told = sent(talking)
    assert told[0][0] == CARA
    assert DORA in [to for to, _text in told[1:]]


def test_a_seat_that_the_clock_gives_to_a_standby(talking: Talking) -> None:
    people.change_policy(talking.referee, "winter", Policy(nmr="standby", hours=72), "a test", REFEREE)
    people.list_standby(talking.referee, "winter", "Dora", True, REFEREE)
    talking.desk.tell("winter")
    talking.out()
    talking.now = NOW + 80 * HOUR
    talking.desk.sweep(talking.now)
    assert talking.game.register.holders["kii"] == "Dora"
    told = sent(talking)
    assert told[0][0] == CARA
    assert "You had not answered in time, so your seat kii" in told[0][1]
    assert "The reason on record: The next on the list of standbys takes it." in told[0][1]
    assert [to for to, _text in told if to in (CARA, DORA)] == [CARA, DORA]


def test_whoever_leaves_by_himself_gets_his_answer_and_nothing_else(talking: Talking) -> None:
    wish(talking, "standby on")
    talking.say("resign seat I move house", seat="iga")
    told = [text for to, text in sent(talking) if to == ANNA]
    assert len(told) == 1
    assert "Done: resign seat" in told[0]


def test_who_has_the_seat_again_at_the_same_address_is_not_told_that_he_lost_it(talking: Talking) -> None:
    people.take_seat(talking.referee, "winter", "kii", "Cara Bis", "A new name.", REFEREE, CARA)
    talking.desk.tell("winter")
    told = [text for to, text in sent(talking) if to == CARA]
    assert len(told) == 1
    assert "You have taken the seat kii (“Cara Bis”)" in told[0]


# ---- delegations


def delegated(talking: Talking) -> None:
    talking.say(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    if not talking.game.register.delegations:  # she has not agreed before
        talking.answers_question(DORA)
    talking.out()


def told_to(talking: Talking, address: str) -> str:
    (text,) = (text for to, text in sent(talking) if to == address)
    return text


def test_a_delegate_is_told_who_has_ended_it_and_why(talking: Talking) -> None:
    delegated(talking)
    talking.say("undelegate Dora")
    assert "It was ended by “Cara”." in told_to(talking, DORA)
    delegated(talking)
    act = Act(COMMAND_LINE, seat="kii", person="referee", behalf="Cara")
    people.end_delegation(talking.referee, "winter", "kii", "Dora", act, "Dora plays ise elsewhere.")
    talking.desk.tell("winter")
    text = told_to(talking, DORA)
    assert "The referee has ended it. The reason on record: Dora plays ise elsewhere." in text


def test_a_delegate_whose_seat_is_taken_is_told_before_whoever_takes_it(talking: Talking) -> None:
    delegated(talking)
    take(talking)
    talking.desk.tell("winter")
    told = sent(talking)
    assert [to for to, _text in told if to in (CARA, DORA, EMIL)] == [CARA, DORA, EMIL]
    assert "The seat was taken by “Emil”. The reason on record: Cara is ill." in told[1][1]


def test_a_delegate_whose_seat_the_clock_gives_away_is_told_with_it(talking: Talking) -> None:
    people.change_policy(talking.referee, "winter", Policy(nmr="standby", hours=72), "a test", REFEREE)
    keep_address(talking.record, "winter", "Emil", EMIL)
    people.list_standby(talking.referee, "winter", "Emil", True, REFEREE)
    delegated(talking)
    talking.now = NOW + 80 * HOUR
    talking.desk.sweep(talking.now)
    told = [to for to, _text in sent(talking)]
    assert told.index(CARA) < told.index(DORA) < told.index(EMIL)
