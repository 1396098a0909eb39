"""How often mails are answered: strangers use up nothing of players, and flood nobody through the desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games.addresses import mailbox_of
from referee.games.order_sheet import PLAYED
from referee.identity.answer_limits import ANSWERS, ERROR, HUNDRED, TO_A_DOMAIN, TO_STRANGERS, WORDS, Count
from referee.identity.authority import TOKEN, UNPROVEN
from referee.mail.desk.desk import Desk
from referee.service.exits import Handled
from referee.service.reports import Trouble
from tests.referee.mail.test_desk_authority import DKIM, MX, RESULT, STRANGER, TAG, Strict
from tests.referee.mail.test_desk_world import PEOPLE, body, mail

CARA, ANNA = PEOPLE["kii"], PEOPLE["iga"]
HOUR = 3_600_000
DAY = 24 * HOUR
FAILED = f"{MX}; dmarc=fail header.from=example.org"


class Flooded(Strict):
    """A desk to which many mails come."""

    sent = 0

    def come(self, text: str, sender: str, **fields: str) -> Handled:
        self.sent += 1
        return self.desk.handle(mail(text, sender, f"<{self.sent}@flood.example>", **fields))

    def garbled(self, seat: str = "kii") -> Handled:
        """A mail with the token of the turn, and a mistake."""
        return self.come(self.block(seat, "plaice ninja in iga"), PEOPLE[seat])

    def forged(self, text: str = "Hello!\n", sender: str = CARA, **fields: str) -> Handled:
        return self.come(text, sender, Subject=TAG, **fields)

    def heard(self, address: str = CARA) -> list[str]:
        return [body(one) for one in self.to(address)]

    def strangers(self, count: int, each: str = "a{n}@d{n}.example") -> int:
        """So many strangers write; how many of them are answered."""
        for n in range(count):
            self.come("Hello!\n", each.format(n=n))
        return len([one for one in self.out() if str(one["Subject"]).startswith("Re: your mail")])


@pytest.fixture
def flooded(tmp_path: Path) -> Iterator[Flooded]:
    made = Flooded(tmp_path)
    yield made
    made.record.close()


# ---- a stranger's errors use up nobody's answers


def test_forged_mails_leave_the_answers_of_the_player_as_they_were(flooded: Flooded) -> None:
    for _ in range(20):
        flooded.forged()
        flooded.forged(flooded.block("kii", "pass", of="iga"))
    flooded.out()
    flooded.garbled()
    (answer,) = flooded.heard()
    assert "1 order not readable." in answer
    assert "BEGIN ORDERS" in answer


def test_forged_orders_leave_the_questions_of_the_player_as_they_were(flooded: Flooded) -> None:
    """A mail with the token that has to be asked about is asked about, however many without one were."""
    order = flooded.legal()[0]
    for number in range(40):
        flooded.forged(f"{order}\n; {number}\n")
    assert len(flooded.heard()) == WORDS[UNPROVEN].hour
    quoted = "".join(f"> {line}\n" for line in flooded.block("kii").splitlines())
    flooded.come(f"{order}\n\nOn Fri, 20 Nov 2026, Bugyo wrote:\n{quoted}", CARA, Subject=TAG)
    (asked,) = flooded.to(CARA)
    assert "CONFIRM" in str(asked["Subject"])


def test_a_mail_with_an_older_token_is_answered_beside_forged_ones(flooded: Flooded) -> None:
    for _ in range(20):
        flooded.forged()
    flooded.out()
    flooded.come(flooded.block("kii", "pass", turn="T0"), CARA)
    (answer,) = flooded.heard()
    assert "That was for T0" in answer


def test_a_mail_that_its_server_vouches_for_is_answered_beside_forged_ones(flooded: Flooded) -> None:
    for _ in range(20):
        flooded.forged("what\n")
    flooded.out()
    flooded.forged("what\n", Authentication_Results=RESULT, DKIM_Signature=DKIM)
    assert len(flooded.heard()) == 1


@pytest.mark.parametrize("text", ["Hello!\n", "log since 10\n"])
def test_mails_without_proof_are_answered_three_times_an_hour(flooded: Flooded, text: str) -> None:
    for number in range(1, 6):
        flooded.forged(text)
        assert len(flooded.heard()) == (1 if number <= ANSWERS[UNPROVEN].hour == 3 else 0)


def test_questions_without_proof_are_answered_ten_times_a_day(flooded: Flooded) -> None:
    for _ in range(5):
        for _ in range(5):
            flooded.forged("what\n")
        flooded.clock += HOUR
    assert len(flooded.heard()) == ANSWERS[UNPROVEN].day == 10


def test_the_same_forged_mail_again_and_again_asks_no_more_often_than_others(flooded: Flooded) -> None:
    sent = mail(f"{flooded.legal()[0]}\n", CARA, "<same@evil>", Subject=TAG)
    for _ in range(WORDS[UNPROVEN].hour + 5):
        flooded.desk.handle(sent)
        flooded.clock += 1000
    assert len(flooded.heard()) == WORDS[UNPROVEN].hour


def test_a_forged_mail_that_was_put_aside_is_not_put_aside_for_ever(flooded: Flooded) -> None:
    sent = mail(f"{flooded.legal()[0]}\n", CARA, "<same@evil>", Subject=TAG)
    flooded.desk.handle(sent)
    (asked,) = flooded.to(CARA)
    flooded.desk.handle(flooded.answer(asked, "no"))
    flooded.out()
    for _ in range(20):
        flooded.desk.handle(sent)
    assert len(flooded.heard()) == ANSWERS[UNPROVEN].hour


# ---- never silent


def test_the_third_error_says_that_the_next_is_answered_in_a_line(flooded: Flooded) -> None:
    stuck = [flooded.garbled().stuck for _ in range(5)]
    assert stuck == ["", "", "T1", "", ""]
    said = flooded.heard()
    assert ["The next such answer will be" in " ".join(one.split()) for one in said] == [
        *(False, False, True, False, False)
    ]
    for one in said[3:]:
        assert " ".join(one.partition("\n-- \n")[0].split()) == (
            "Nothing was played: 1 order not readable. The newest mail of your turn says what may be written."
        )


def test_refusals_of_mails_with_the_token_are_errors_of_the_turn(flooded: Flooded) -> None:
    """The same id with other orders, and what the reader cannot take apart."""
    flooded.desk.handle(mail(flooded.block("kii", "what"), CARA, "<same@x.org>"))
    flooded.out()
    for order in ("show", "held", "log", "help"):
        flooded.desk.handle(mail(flooded.block("kii", order), CARA, "<same@x.org>"))
    said = flooded.heard()
    assert ["BEGIN ORDERS" in one for one in said] == [True, True, True, False]
    assert "with other orders" in " ".join(said[-1].split())


def test_ten_errors_an_hour_are_answered_and_an_order_always_is(flooded: Flooded) -> None:
    for _ in range(ANSWERS[TOKEN].hour + 2):
        flooded.garbled()
    assert len(flooded.heard()) == ANSWERS[TOKEN].hour == 10
    handled = flooded.come(flooded.block("kii", flooded.legal()[0]), CARA)
    assert [result.outcome for result in handled.results] == [PLAYED]
    assert len(flooded.heard()) == 1


def test_errors_of_a_seat_are_no_errors_of_another(flooded: Flooded) -> None:
    for _ in range(4):
        flooded.garbled("kii")
    flooded.out()
    flooded.garbled("iga")
    assert "BEGIN ORDERS" not in flooded.heard(ANNA)[0]  # nothing is asked of her
    assert flooded.cases.limits.form(TOKEN, ERROR, ANNA, ("winter", "iga", "T1")) == "in full"


# ---- strangers


@pytest.mark.parametrize(("later", "answers"), [(DAY - 1, 1), (DAY, 2)])
def test_a_stranger_is_answered_once_a_day(flooded: Flooded, later: int, answers: int) -> None:
    flooded.come("Hello!\n", STRANGER)
    flooded.clock += later
    flooded.come("Hello again!\n", STRANGER)
    assert len(flooded.heard(STRANGER)) == answers


SPELLINGS = [
    ("Victim+7@Example.org", "victim@example.org"),
    ("victim@example.org.", "victim@example.org"),
    ("+7@example.org", "+7@example.org"),
    ("v.i.ctim+x@googlemail.com", "victim@gmail.com"),
    ("v.ictim@example.org", "v.ictim@example.org"),
]


@pytest.mark.parametrize(("address", "mailbox"), SPELLINGS)
def test_one_mailbox_has_many_spellings(address: str, mailbox: str) -> None:
    assert mailbox_of(address) == mailbox


def test_a_mailbox_is_answered_once_a_day_however_it_is_spelled(flooded: Flooded) -> None:
    assert flooded.strangers(300, "victim+{n}@x.example") == 1
    for spelled in ("Victim@x.example", "victim@X.example"):
        flooded.come("Hello!\n", spelled)
    flooded.desk = Desk(flooded.referee, flooded.outbox, "referee@example.org", clock=lambda: flooded.now)
    for spelled in ("a.b.c@gmail.com", "abc+1@googlemail.com", "ab.c@gmail.com"):
        flooded.come("Hello!\n", spelled)
    assert len(flooded.out()) == 1


def test_strangers_of_one_domain_are_answered_twenty_times_an_hour(flooded: Flooded) -> None:
    assert flooded.strangers(TO_A_DOMAIN + 1, "a{n}@x_x.example") == 0  # no such address
    assert flooded.strangers(TO_A_DOMAIN + 1, "a{n}@x-x.example") == TO_A_DOMAIN == 20
    flooded.clock += HOUR
    assert flooded.strangers(1, "b{n}@x-x.example") == 1


def test_strangers_are_answered_sixty_times_an_hour(flooded: Flooded) -> None:
    assert flooded.strangers(200) == TO_STRANGERS == 60
    assert flooded.cases.limits.of_strangers(HOUR) == Count(TO_STRANGERS, 140)
    assert [line for line in flooded.desk.sweep(flooded.clock) if isinstance(line, Trouble)] == []


@pytest.mark.parametrize(("more", "answered"), [(0, True), (1, False)])
def test_a_hundred_mails_an_hour_go_out_on_the_word_of_whoever_proves_nothing(
    flooded: Flooded, more: int, answered: bool
) -> None:
    people = [f"p{n}@players.example" for n in range(HUNDRED - TO_STRANGERS - 1 + more)]
    for address in (*people, "last@players.example"):
        flooded.record.register(f"game of {address}", "iga", address)
    flooded.strangers(TO_STRANGERS)
    for address in people:
        flooded.come("Hello!\n", address, Subject="[nogame T1 iga]")
        assert len(flooded.heard(address)) == 1
    flooded.come("Hello!\n", "last@players.example", Subject="[nogame T1 iga]")
    assert len(flooded.heard("last@players.example")) == answered
    told = [[*flooded.desk.sweep(flooded.clock)] for _ in range(2)]
    assert [len([line for line in lines if isinstance(line, Trouble)]) for lines in told] == [1, 0]
    assert "answered 100 times in an hour" in told[0][0]
    flooded.garbled()  # a token of the turn waits for no stranger
    assert len(flooded.heard()) == 1
    flooded.clock += HOUR
    flooded.come("Hello!\n", "last@players.example", Subject="[nogame T1 iga]")
    assert len(flooded.heard("last@players.example")) == 1


def test_what_a_stranger_makes_the_desk_write_to_a_seat_is_counted(flooded: Flooded) -> None:
    flooded.come(f"{flooded.legal()[0]}\n", STRANGER, Subject=TAG)  # he names the seat
    flooded.come(flooded.block("kii", "Hello"), "b@x.example")  # he has its token
    flooded.come(flooded.block("kii", flooded.legal()[0]), "c@x.example")  # and asks with it
    sent = flooded.out()
    assert flooded.cases.limits.of_strangers(HOUR) == Count(len(sent), 0)
    assert len([one for one in sent if one["To"] == CARA]) == 3


# ---- what the receiving server knows to be forged


FORGED = [
    ("a stranger", "Hello!\n", STRANGER, "orders"),
    ("a stranger who names a seat", "pass\n", STRANGER, TAG),
    ("a question in a player's name", "what\n", CARA, TAG),
    ("prose in a player's name", "Hello!\n", CARA, TAG),
    ("prose about no game", "Hello!\n", CARA, "[nogame T1 iga]"),
    ("an order in a player's name", "", CARA, TAG),
]


@pytest.mark.parametrize(("name", "text", "sender", "subject"), FORGED, ids=[row[0] for row in FORGED])
def test_nothing_goes_out_for_a_mail_that_is_known_to_be_forged(
    flooded: Flooded, name: str, text: str, sender: str, subject: str
) -> None:
    text = text or f"{flooded.legal()[0]}\n"
    before = flooded.game.position
    flooded.come(text, sender, Subject=subject, Authentication_Results=FAILED)
    assert flooded.out() == []
    assert flooded.game.position == before
    assert flooded.cases.limits.of_strangers(HOUR) == Count(0, 1)
    flooded.come(text, sender, Subject=subject, Authentication_Results=FAILED.replace(MX, "mx.evil.example"))
    assert len(flooded.out()) > 0  # what another server says is nothing


def test_a_clock_that_was_wrong_silences_nobody(flooded: Flooded) -> None:
    flooded.clock += 365 * DAY
    for _ in range(3):
        flooded.forged("what\n")
    flooded.clock -= 365 * DAY
    flooded.out()
    flooded.forged("what\n")
    assert len(flooded.heard()) == 1
