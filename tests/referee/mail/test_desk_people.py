"""Standbys who take a seat, delegates and their mails, and the token of a seat that changes hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.people import Pressed
from domain.game.entries.policy import FORFEIT, NMR, Policy
from projections.language.messages import moment
from projections.telling.log import log
from referee.games import people
from referee.games.addresses import keep_address
from referee.games.order_sheet import DONE, PLAYED
from referee.identity.cases import REFUSED, Cases
from referee.identity.gate import STRANGER, expired
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.mail_cases import CLAIMED, PileTable
from referee.seats.readers import set_reader
from referee.seats.seat_view import replay_of
from referee.seats.tokens import shown
from referee.service.exits import NOPERM, NOUSER
from tests.referee.mail.test_desk_lines import ANNA, CARA, DORA, Talking
from tests.referee.mail.test_desk_world import KEY, NOW, body, mail
from tests.tokens import token

COMMAND = Act(COMMAND_LINE)
FREE_UNDER = [nmr for nmr in NMR if nmr != FORFEIT]
"""In Shinobi nobody can give the game up."""


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    made.desk.announce("winter")
    keep_address(made.record, "winter", "Dora", DORA)
    made.out()
    yield made
    made.record.close()


def agree(talking: Talking, nmr: str) -> None:
    policy = Policy(nmr=nmr, hours=72, press="private")
    people.change_policy(talking.referee, "winter", policy, "a test", COMMAND)


def wish(talking: Talking, line: str) -> str:
    """Dora writes a line, and answers the question with “yes” as her program does: by its subject alone.
    Gives what she is told then."""
    talking.sent += 1
    talking.desk.handle(mail(f"{line}\n", DORA, f"<{talking.sent}@x.org>", Subject="[winter T1 iga]"))
    (asked,) = [one for one in talking.out() if one["To"] == DORA]
    assert " CONFIRM " in str(asked["Subject"])
    yes = mail("yes\n", DORA, f"<{talking.sent}.yes@x.org>", Subject=f"Re: {asked['Subject']}")
    assert talking.desk.handle(yes).exit == 0
    return " ".join("".join(talking.texts(DORA)).split())


# ---- standbys


@pytest.mark.parametrize("nmr", FREE_UNDER)
def test_a_standby_who_asks_gets_a_free_seat_whatever_follows_from_silence(
    talking: Talking, nmr: str
) -> None:
    talking.say("resign seat", seat="iga")
    agree(talking, "wait")
    if nmr != "standby":  # there the list itself gives the seat
        assert "The seat iga is free: write “takeover iga” if you want it." in wish(talking, "standby on")
    agree(talking, nmr)
    said = wish(talking, "takeover iga")
    assert talking.game.register.holders["iga"] == "Dora"
    assert talking.record.addresses("winter")["iga"] == DORA
    assert "You have a seat in the game winter now." in said
    assert "You have taken the seat iga (“Dora”)" in said
    assert talking.game.register.standbys == ()


def test_who_does_not_stand_by_yet_gets_it_as_well(talking: Talking) -> None:
    talking.say("resign seat", seat="iga")
    wish(talking, "takeover")
    assert talking.game.register.holders["iga"] == "Dora"


NOT_FREE = [
    ("takeover", "No seat of the game winter is free. You are on the list of standbys"),
    ("takeover kii", "The seat kii of the game winter is not free. You are on the list of standbys"),
]


@pytest.mark.parametrize(("line", "said"), NOT_FREE, ids=[row[0] for row in NOT_FREE])
def test_where_no_seat_is_free_he_stands_by(talking: Talking, line: str, said: str) -> None:
    for _again in range(2):  # also where he does so already
        assert said in wish(talking, line)
        assert talking.game.register.standbys == ("Dora",)


def test_a_silent_seat_is_free_only_where_the_policy_says_so(talking: Talking) -> None:
    talking.desk.sweep(NOW + 80 * 3_600_000)
    assert "kii" in talking.game.register.silent
    wish(talking, "takeover kii")
    assert talking.game.register.holders["kii"] == "Cara"


def test_no_to_a_standby_puts_his_wish_aside(talking: Talking) -> None:
    talking.desk.handle(mail("standby on\n", DORA, Subject="[winter T1 iga]"))
    (asked,) = [one for one in talking.out() if one["To"] == DORA]
    talking.desk.handle(mail("no\n", DORA, "<no@x.org>", Subject=f"Re: {asked['Subject']}"))
    assert talking.game.register.standbys == ()
    (said,) = talking.texts(DORA)
    assert "The mail is put aside." in said


def test_a_guest_who_is_asked_no_more_is_on_record_and_his_mails_are_not_kept_for_ever(
    talking: Talking,
) -> None:
    """Whoever knows his address can send them."""
    sent = [mail("standby on\n", DORA, f"<{n}@x.org>", Subject="[winter T1 iga]") for n in range(12)]
    done = [talking.desk.handle(one).exit for one in sent]
    assert (done[0], done[-1]) == (0, NOPERM)
    assert PileTable(talking.record).bytes().get(CLAIMED, 0) == len(sent[-1]) * done.count(NOPERM)
    refused = [one for one in Cases(talking.record, talking.record.clock).all() if one.kind == REFUSED]
    assert len(refused) == done.count(NOPERM)


def test_a_guest_who_answers_with_more_than_the_word_is_told_so(talking: Talking) -> None:
    talking.desk.handle(mail("standby on\n", DORA, Subject="[winter T1 iga]"))
    (asked,) = [one for one in talking.out() if one["To"] == DORA]
    subject = f"Re: {asked['Subject']}"
    assert talking.desk.handle(mail("yes, if I must\n", DORA, "<2@x.org>", Subject=subject)).exit == 65
    (text,) = talking.texts(DORA)
    assert "Your mail begins neither with “yes” nor with “no”" in " ".join(text.split())
    # whoever else has got hold of the question is a stranger as before
    other = talking.desk.handle(mail("yes please\n", "mallory@example.org", "<3@x.org>", Subject=subject))
    assert other.exit == 67
    talking.desk.handle(mail("yes\n", DORA, "<4@x.org>", Subject=subject))
    assert talking.game.register.standbys == ("Dora",)


def test_whoever_leaves_is_told_that_it_is_done(talking: Talking) -> None:
    talking.say("resign seat I have moved.", seat="iga")
    (text,) = talking.texts(ANNA)
    assert "Done: resign seat I have moved." in text
    assert "Your hand" not in text


# ---- delegates


UNTIL = 1_798_761_599_999
"""The last millisecond of 2026 in UTC."""

SCOPES = [
    ("orders", "Until {until} you may give the orders of kii (“Cara”) in the game winter: Shinobi."),
    ("press", "Until {until} you may write the press of kii (“Cara”) in the game winter: Shinobi."),
    ("all", "Until {until} you may give the orders and write the press of kii (“Cara”) in winter: Shinobi."),
]


@pytest.mark.parametrize(("scope", "said"), SCOPES, ids=[row[0] for row in SCOPES])
def test_a_delegate_is_told_what_he_may_do_until_when_and_how(
    talking: Talking, scope: str, said: str
) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for {scope}")
    (told,) = [one for one in talking.out() if one["To"] == DORA]
    text = " ".join(body(told).split())
    assert said.format(until=moment(UNTIL)) in text
    assert "when “Cara” writes “undelegate Dora”" in text
    assert "[winter T1 kii]" in str(told["Subject"])
    assert ("BEGIN ORDERS winter T1 kii" in text) == (scope != "press")
    assert ("Hand:" in text) == (scope != "press")
    if scope == "press":
        assert "State: - Due: -" in text
        assert "BEGIN RECEIPT" not in text
    talking.desk.tell("winter")
    assert talking.texts(DORA) == []  # once


def test_a_delegate_reads_it_in_his_own_language(talking: Talking) -> None:
    set_reader(talking.record, DORA, language="fr", zone="Europe/Paris")
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    (text,) = talking.texts(DORA)
    assert "2026-12-31" in text or "2027-01-01" in text
    assert "Europe/Paris" in text
    assert "you may" not in text


def test_a_delegate_is_told_that_it_was_ended_and_once(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    talking.out()
    talking.say("undelegate Dora")
    (text,) = talking.texts(DORA)
    assert f"no more: it was ended before its time, {moment(UNTIL)}." in " ".join(text.split())
    assert "Your hand" not in text
    talking.desk.sweep(UNTIL + 1)
    talking.desk.tell("winter")
    assert talking.texts(DORA) == []


def test_a_seat_that_changes_hands_ends_it_too(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    talking.out()
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", COMMAND, "emil@example.org")
    talking.desk.tell("winter")
    (text,) = talking.texts(DORA)
    assert "it was ended before its time" in " ".join(text.split())


def test_a_delegate_is_told_when_his_time_is_over_not_a_millisecond_before(talking: Talking) -> None:
    people.change_policy(talking.referee, "winter", Policy(press="private"), "a test", COMMAND)
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    people.pause(talking.referee, "winter", "A holiday.", 0, COMMAND)  # which stops no calendar
    talking.out()
    talking.desk.sweep(UNTIL)
    assert talking.texts(DORA) == []
    for _again in range(2):
        talking.desk.sweep(UNTIL + 1)
    (text,) = talking.texts(DORA)
    assert f"no more: the time until {moment(UNTIL)} is over." in " ".join(text.split())


def test_a_delegation_that_is_made_anew_is_told_anew(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    talking.out()
    talking.delegates("delegate to Dora until 2027-01-31 for all")
    (text,) = talking.texts(DORA)
    assert "Until Sunday 2027-01-31 23:59 UTC you may give the orders and write" in " ".join(text.split())


NO_LEAVE = "Since {since} you no longer act for kii in the game winter: that was ended before its time."
LEAVE_OVER = "You might act for kii in the game winter until {until}. That time is over"


def writes_in_vain(talking: Talking, line: str = "show", code: int = NOPERM) -> str:
    talking.out()
    handled = talking.say(line, sender=DORA)
    assert handled.exit == code
    assert handled.results == ()
    (text,) = talking.texts(DORA)
    return " ".join(text.split())


def test_a_delegate_whose_leave_was_taken_back_is_told_since_when_and_by_whom_he_may_again(
    talking: Talking,
) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    talking.now += 60_000
    talking.say("undelegate Dora")
    since = talking.record.envelopes("winter")[-1].at
    talking.now += 3_600_000
    text = writes_in_vain(talking)
    assert NO_LEAVE.format(since=moment(since)) in text
    assert "“Cara” can let you act once more." in text
    talking.say("delegate to Dora until 2027-01-31 for orders")  # he has agreed to as much before
    talking.out()
    assert talking.say("show", sender=DORA).exit == 0


def test_a_delegate_is_told_the_earlier_of_the_ends_of_his_leave(talking: Talking) -> None:
    """Somebody else takes the seat one millisecond after the time is over."""
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    talking.now = UNTIL + 1
    assert LEAVE_OVER.format(until=moment(UNTIL)) in writes_in_vain(talking)
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", COMMAND, "emil@example.org")
    text = writes_in_vain(talking, "press to all: Hello.")
    assert LEAVE_OVER.format(until=moment(UNTIL)) in text
    assert "“Emil” can let you act once more." in text


def test_a_seat_that_changed_hands_ended_the_leave(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    talking.now = UNTIL - 1
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", COMMAND, "emil@example.org")
    assert NO_LEAVE.format(since=moment(UNTIL - 1)) in writes_in_vain(talking)


def test_who_has_held_the_seat_himself_hears_nothing_of_leave(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    people.take_seat(talking.referee, "winter", "kii", "Dora", "Cara is ill.", COMMAND)
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Dora is ill.", COMMAND, "emil@example.org")
    text = writes_in_vain(talking, code=NOUSER)
    assert "act for" not in text


def test_a_standby_who_never_acted_hears_nothing_of_leave(talking: Talking) -> None:
    assert expired(talking.record, DORA, "winter", NOW) is None


def test_press_of_a_delegate_names_him_and_the_seat(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    talking.out()
    assert [result.outcome for result in talking.say("press to iga: Hello.", sender=DORA).results] == [DONE]
    (text,) = talking.texts(ANNA)
    assert "Press from Dora for kii (Cara) to you:" in text
    assert "Dora for kii writes to iga." in people_log(talking)
    assert isinstance(talking.record.envelopes("winter")[-1].entry, Pressed)
    talking.say("press to iga: It is me.")
    assert "kii writes to iga." in people_log(talking).replace("Dora for kii writes to iga.", "")


def test_a_delegate_for_press_reads_what_became_of_his_lines_and_nothing_else(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    talking.out()
    talking.say("press to all: Hi.", "press to nobody: Hi.", "show", talking.legal()[0], sender=DORA)
    (text,) = talking.texts(DORA)
    said = [line.strip() for line in text.splitlines() if line.startswith("      ")]
    assert said[0] == "Done: press to all: Hi."
    assert said[1].startswith("Not readable: a press begins with “press to all: ”")
    assert "Not answered: you may write for this seat" in text
    assert "Refused: place" in text
    assert "hand" not in text.partition("Mail:")[2]
    assert "What else has happened" not in text


def people_log(talking: Talking) -> str:
    return "\n".join(line.text for line in log(replay_of(talking.record, "winter"), "ise", 0))


# ---- the token


def token_in(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("TOKEN ")).removeprefix("TOKEN ")


def test_the_token_changes_with_the_holder_of_a_seat(talking: Talking) -> None:
    old = talking.block("kii", talking.legal()[0])
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", COMMAND, "emil@example.org")
    talking.desk.tell("winter")
    (welcome,) = talking.texts("emil@example.org")
    new = token_in(welcome)
    assert new != shown(token(KEY, "winter", "kii", "T1")) == token_in(old)
    before = talking.game.position
    talking.out()
    handled = talking.desk.handle(mail(old, CARA, "<old@x.org>"))
    assert (handled.exit, talking.game.position) == (67, before)
    assert Cases(talking.record, lambda: NOW).all()[0].why == STRANGER
    assert "winter" not in "".join(talking.texts(CARA))
    # nor does it help whoever has taken the seat
    stale = talking.desk.handle(mail(old, "emil@example.org", "<emil@x.org>"))
    assert (stale.exit, talking.game.position) == (77, before)
    mine = old.replace(token_in(old), new)
    handled = talking.desk.handle(mail(mine, "emil@example.org", "<emil2@x.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_the_old_token_from_another_seat_is_that_of_nobody(talking: Talking) -> None:
    """Anna knows Cara's old token: it does not even warn who sits there now."""
    old = talking.block("kii", talking.legal()[0])
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", COMMAND, "emil@example.org")
    talking.desk.tell("winter")
    talking.out()
    assert talking.desk.handle(mail(old, ANNA, "<anna@x.org>")).exit == 77
    assert talking.texts("emil@example.org") == []


def test_who_takes_the_seat_back_has_another_token_than_before(talking: Talking) -> None:
    old = talking.block("kii", talking.legal()[0])
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", COMMAND, "emil@example.org")
    people.take_seat(talking.referee, "winter", "kii", "Cara", "She is well.", COMMAND, CARA)
    talking.out()
    assert talking.desk.handle(mail(old, CARA, "<old@x.org>")).exit == NOPERM
    new = talking.block("kii", talking.legal()[0], made=talking.token_of("kii", "Cara"))
    handled = talking.desk.handle(mail(new, CARA, "<new@x.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]
