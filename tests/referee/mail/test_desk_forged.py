"""A mail of which the receiving server has recorded that DMARC failed: it proves no sender."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from domain.game.entries.policy import Policy
from referee.games import people
from referee.games.addresses import keep_address
from referee.games.order_sheet import PLAYED
from referee.identity import cases
from referee.identity.answer_limits import WORDS
from referee.identity.authority import FOREIGN, Evidence, enough, forged, raisable, together
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.test_desk_authority import MX, TAG, Strict, foreign, strict
from tests.referee.mail.test_desk_world import PEOPLE, body, mail

__all__ = ["strict"]

CARA, ANNA = PEOPLE["kii"], PEOPLE["iga"]
DAN = "dan@example.org"
FAILED = f"{MX}; dkim=none; dmarc=fail header.from=example.org"


def forge(raw: bytes) -> bytes:
    """The same mail as the server hands it on that has seen through it."""
    return f"Authentication-Results: {FAILED}\n".encode() + raw


def said(one: EmailMessage) -> str:
    return " ".join(body(one).split())


@pytest.mark.parametrize("level", [0, 1])
def test_a_token_whose_sender_is_forged_waits_for_one_word(strict: Strict, level: int) -> None:
    strict.ask_for(level)
    before, order = strict.game.position, strict.legal()[0]
    handled = strict.desk.handle(forge(strict.orders(order)))
    assert handled.why.startswith("Held until the registered address confirms it: The server that received")
    assert strict.game.position == before
    (asked,) = strict.to(CARA)
    assert "(DMARC failed)" in said(asked)
    answered = strict.desk.handle(strict.answer(asked))
    assert [result.outcome for result in answered.results] == [PLAYED]
    assert strict.authority() == "1 token sender confirmed"


def test_a_word_that_is_forged_counts_for_nothing_and_is_told_why(strict: Strict) -> None:
    before = strict.game.position
    strict.desk.handle(forge(strict.orders(strict.legal()[0])))
    (asked,) = strict.to(CARA)
    for word in ("yes", "no"):
        handled = strict.desk.handle(forge(strict.answer(asked, word)))
        assert handled.exit == 77
        assert "so your word does not count" in said(strict.to(CARA)[0])
    assert strict.game.position == before
    strict.desk.handle(strict.answer(asked))
    assert strict.game.position > before


def test_without_a_token_nothing_leaves_the_house_and_the_referee_finds_it(strict: Strict) -> None:
    before = strict.game.position
    for number in range(20):
        raw = mail(f"{strict.legal()[0]}\n", CARA, f"<{number}@x.org>", Subject=TAG)
        assert strict.desk.handle(forge(raw)).exit == 77
    assert strict.out() == []
    assert strict.game.position == before
    assert strict.kinds() == [cases.REFUSED] * 20
    newest = strict.cases.all()[0]
    assert (newest.why, newest.seat) == ("DMARC failed", "kii")


def test_its_questions_are_not_answered_without_a_token_and_are_with_it(strict: Strict) -> None:
    strict.desk.handle(forge(mail("show\n", CARA, Subject=TAG)))
    assert strict.out() == []
    strict.desk.handle(forge(strict.orders("show", id="<2@x.org>")))
    assert len(strict.to(CARA)) == 1


def test_forged_mails_with_a_token_fill_no_mailbox(strict: Strict) -> None:
    order = strict.legal()[0]
    for number in range(20):
        strict.desk.handle(forge(strict.orders(order, f"; {number}", id=f"<{number}@x.org>")))
    assert len(strict.out()) == WORDS[FOREIGN].turn


def test_press_and_people_of_a_forged_mail_wait_as_well(strict: Strict) -> None:
    people.change_policy(strict.referee, "winter", Policy(press="private"), "a test", Act(COMMAND_LINE))
    before = strict.game.position
    strict.desk.handle(forge(strict.orders("press to all: I resign.", "agree to abandon")))
    assert strict.game.position == before


def test_a_strangers_forged_mail_gets_no_answer(strict: Strict) -> None:
    handled = strict.desk.handle(forge(mail("Hello\n", "nobody@elsewhere.example")))
    assert handled.exit == 77
    assert strict.out() == []


def test_a_token_from_a_forged_stranger_asks_its_owner_and_answers_nobody_else(strict: Strict) -> None:
    strict.desk.handle(forge(foreign(strict)))
    assert {str(one["To"]) for one in strict.out()} == {CARA}


def test_whoever_has_no_seat_is_asked_nothing(strict: Strict) -> None:
    keep_address(strict.record, "winter", "Dan", DAN)
    handled = strict.desk.handle(forge(mail("standby on\n", DAN)))
    assert handled.exit == 77
    assert strict.out() == []


def test_the_word_of_whoever_has_no_seat_must_not_be_forged(strict: Strict) -> None:
    keep_address(strict.record, "winter", "Dan", DAN)
    strict.desk.handle(mail("standby on\n", DAN))
    (asked,) = strict.to(DAN)
    assert strict.desk.handle(forge(strict.answer(asked, sender=DAN))).exit == 77
    assert "Dan" not in strict.game.register.standbys
    strict.desk.handle(strict.answer(asked, sender=DAN))
    assert "Dan" in strict.game.register.standbys


def test_only_the_servers_own_record_counts(strict: Strict) -> None:
    raw = b"Authentication-Results: elsewhere.example; dmarc=fail\n" + strict.orders(strict.legal()[0])
    assert [result.outcome for result in strict.desk.handle(raw).results] == [PLAYED]


def test_what_is_left_of_the_evidence() -> None:
    found = forged(Evidence(token=True, sender=True, dkim="example.org"))
    assert (found.sender, found.dkim, found.level) == (False, "", 1)
    assert not any(enough(found, minimum) for minimum in range(4))
    assert raisable(found, 1, True)
    assert not raisable(forged(Evidence(sender=True)), 1, True)
    assert enough(together(found, Evidence(token=True, sender=True)), 1)
    assert not enough(together(found, forged(Evidence(token=True, sender=True))), 1)
