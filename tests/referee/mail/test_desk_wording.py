"""Sentences of mails where a careless reader went wrong: pauses, the grace, confirmations, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.game.entries.policy import Policy
from projections.language.messages import day
from projections.replay import Replay
from projections.telling.people import told
from referee.games import people
from referee.games.order_sheet import DONE, HELD, REFUSED
from referee.mail.writing.answers import overdue
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.folded_games import scene
from referee.seats.readers import set_reader
from tests.referee.mail.test_desk_authority import Strict, no_token
from tests.referee.mail.test_desk_lines import ANNA, CARA, Talking
from tests.referee.mail.test_desk_world import NOW, PEOPLE, body, mail

COMMAND = Act(COMMAND_LINE)
HOUR = 3_600_000
TAG = "Re: [winter T1 {seat}] Shinobi"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Strict]:
    made = Strict(tmp_path)
    yield made
    made.record.close()


def flat(text: str) -> str:
    return " ".join(text.split())


# ---- pauses


@pytest.mark.parametrize("hours", [0, 48])
def test_in_a_pause_no_mail_names_a_deadline(talking: Talking, hours: int) -> None:
    until = NOW + hours * HOUR if hours else 0
    people.pause(talking.referee, "winter", "A holiday.", until, COMMAND)
    talking.desk.tell("winter")
    texts = {str(one["To"]): body(one) for one in talking.out()}
    assert set(texts) == set(PEOPLE.values())
    for text in texts.values():
        since = f"from {day(NOW)} to {day(until)}" if until else f"since {day(NOW)}"
        assert f"The game is paused {since}: no clock runs, and nobody is late." in flat(text)
        assert "Answer by" not in text
        assert "State: paused  Due: -" in text
    people.resume(talking.referee, "winter", "We are back.", COMMAND)
    talking.desk.tell("winter")
    (text,) = talking.texts(CARA)
    assert "Answer by " in text
    assert "Due: 2026-" in text


# ---- late

FOLLOWS = [
    ("wait", "the referee decides what follows."),
    ("default orders", "default orders are given for you."),
    ("standby", "your seat goes to a standby."),
]


@pytest.mark.parametrize(("nmr", "follows"), FOLLOWS, ids=[row[0] for row in FOLLOWS])
def test_a_late_mail_names_the_end_of_the_grace_and_what_follows(
    talking: Talking, nmr: str, follows: str
) -> None:
    policy = Policy(hours=72, grace=90, nmr=nmr)
    people.change_policy(talking.referee, "winter", policy, "a test", COMMAND)
    set_reader(talking.record, CARA, zone="Asia/Tokyo")
    talking.out()
    talking.desk.sweep(NOW + 72 * HOUR + 1)
    (text,) = talking.texts(CARA)
    said, _fence, below = flat(text).partition(" Write between these lines: -----BEGIN ORDERS")
    assert said == (
        "Cara, you are late in winter: place a card, the first of three actions. "
        f"Answer by Saturday 21 November, 21:36 (Tokyo), or {follows}"
    )
    assert "Your deadline was Saturday 21 November, 20:06 (Tokyo)." in below


def test_a_forfeit_is_named_as_such(talking: Talking) -> None:
    """Nobody can give a game of Shinobi up; the sentence is the same for every title."""
    now = scene(talking.record, "winter", "kii")
    forfeiting = msgspec.structs.replace(now.replay.envelope(1).entry, policy=Policy(nmr="forfeit"))
    first, *rest = talking.record.envelopes("winter")[:17]
    opened = msgspec.structs.replace(first, entry=forfeiting)
    replay = Replay("winter", now.replay.rules, now.replay.data, [opened, *rest])
    said = overdue(msgspec.structs.replace(now, replay=replay), NOW).until
    assert said.endswith(", or you forfeit the game.")


# ---- confirmations


def test_who_is_asked_nothing_is_not_sent_to_a_block_that_he_has_not(strict: Strict) -> None:
    strict.desk.handle(mail("press to all: Hello.\n", ANNA, Subject=TAG.format(seat="iga")))
    (asked,) = strict.to(ANNA)
    said = flat(body(asked))
    assert "A filled block" not in said
    assert "Nothing is asked of you now, so that your newest mails have no block" in said


def test_who_is_asked_is_told_of_his_block(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    assert "A filled block, out of the newest mail, needs no such word." in flat(body(asked))


def test_where_a_block_would_not_do_either_none_is_advised(strict: Strict) -> None:
    strict.ask_for(2)
    strict.desk.handle(mail(strict.block("kii", strict.legal()[0]), CARA, "<plain@x.org>"))
    (asked,) = strict.to(CARA)
    assert "(level 2)" in body(asked)
    assert "block" not in flat(body(asked)).partition("“yes”")[2].partition("CONFIRM")[0]


def test_no_is_an_answer_and_no_error(strict: Strict) -> None:
    for number in range(5):  # more than errors are answered
        sent = mail(f"{strict.legal()[0]}\n", CARA, f"<{number}@x.org>", Subject=TAG.format(seat="kii"))
        strict.desk.handle(sent)
        (asked,) = strict.to(CARA)
        handled = strict.desk.handle(
            mail("no\n", CARA, f"<{number}.no@x.org>", Subject=f"Re: {asked['Subject']}")
        )
        assert handled.exit == 0
        (answer,) = strict.to(CARA)
        text = body(answer)
        assert "The mail is put aside. Nothing of it was played, and nothing of it will be." in flat(text)
        assert "None of these lines" not in text
        assert "> no" not in text


PROSE = "Hello,\n\ncould we have a pause until Friday?\n\nCara\n"


@pytest.mark.parametrize("seat", ["kii", "iga"])
def test_prose_is_told_what_can_be_written(strict: Strict, seat: str) -> None:
    handled = strict.desk.handle(mail(PROSE, PEOPLE[seat], Subject=TAG.format(seat=seat)))
    assert handled.exit == 77
    (answer,) = strict.to(PEOPLE[seat])
    said = flat(body(answer))
    assert "No line of your mail is an order, a question or press, so nothing was done. “help”" in said
    assert ("Answer with the block below" in said) == (seat == "kii")  # whose turn it is


@pytest.mark.parametrize("word", ["Yes, I am on holiday", "perhaps", "I wrote it, of course."])
def test_an_answer_that_is_no_word_is_told_which_it_is(strict: Strict, word: str) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    sent = mail(f"{word}\n", CARA, "<2@x.org>", Subject=f"Re: {asked['Subject']}")
    assert strict.desk.handle(sent).exit == 65
    (answer,) = strict.to(CARA)
    assert "Your mail begins neither with “yes” nor with “no”" in flat(body(answer))
    assert strict.game.position == before
    yes = mail("yes\n", CARA, "<3@x.org>", Subject=f"Re: {asked['Subject']}")
    assert strict.desk.handle(yes).exit == 0
    assert strict.game.position > before


# ---- answers


def test_a_refusal_says_once_that_nothing_was_played(strict: Strict) -> None:
    mails = [
        mail("", CARA, "<1@x.org>", Subject=TAG.format(seat="kii")),
        mail(strict.block("kii", "pass", of="iga"), CARA, "<2@x.org>"),
        mail(strict.block("kii", "pass", turn="T0"), CARA, "<3@x.org>"),
    ]
    for sent in mails:
        strict.desk.handle(sent)
    answers = [body(one) for one in strict.to(CARA)]
    assert len(answers) == 3
    for text in answers:
        assert flat(text).lower().count("nothing was played") == 1


def test_what_is_answered_once(talking: Talking) -> None:
    talking.say("what")
    (text,) = talking.texts(CARA)
    assert text.count("it is your turn in winter") == 1
    assert text.count("You may order:") == 1
    assert "How the game stands is said here." in text


def test_consent_that_is_taken_back_is_named(talking: Talking) -> None:
    for line, said in (
        ("pause", "kii agrees to a pause no more."),
        ("abandon", "kii agrees to abandon the game no more."),
    ):
        assert talking.outcomes(f"agree to {line}", f"disagree to {line}") == [DONE, DONE]
        assert told(talking.record.envelopes("winter")[-1].entry, "iga") == said


def test_what_an_order_in_advance_waits_for(talking: Talking) -> None:
    order = talking.legal()[0]
    assert talking.outcomes(f"later {order}") == [HELD]
    (text,) = talking.texts(CARA)[:1]
    assert f"Kept until you are asked for such an order: {order}" in flat(text)
    assert "“release”" not in text
    assert talking.outcomes("wait", order) == [DONE, HELD]
    assert "Kept until you write “release”, or until its time comes" in flat(talking.texts(CARA)[-1])


# ---- refusals


@pytest.mark.parametrize(
    ("language", "why", "instead"),
    [
        ("en", "The three actions of a turn are mandatory, and you can take the first.", "Possible now: "),
        ("fr", "Les trois actions d'un tour sont obligatoires", "Possible maintenant : "),
        ("ru", "Три действия хода обязательны", "Сейчас возможно: "),
    ],
)
def test_each_sentence_of_a_refusal_is_in_the_language_of_its_reader(
    talking: Talking, language: str, why: str, instead: str
) -> None:
    set_reader(talking.record, CARA, language=language)
    talking.outcomes("pass")
    text = flat(talking.texts(CARA)[-1])
    assert f"[turn/order] {why}" in text
    assert instead in text


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_what_is_refused_beside_the_play_is_kept_and_told_in_every_language(
    talking: Talking, language: str
) -> None:
    set_reader(talking.record, CARA, language=language)
    assert talking.outcomes("release") == [REFUSED]
    said = {"en": "No order of yours waits", "fr": "Aucun ordre de vous", "ru": "Ваших приказов, которые"}
    assert said[language] in flat(talking.texts(CARA)[-1])


# ---- the log


def test_the_log_and_the_cases_are_in_english(strict: Strict) -> None:
    set_reader(strict.record, CARA, language="fr")
    raws = [
        mail("", CARA, "<1@x.org>", Subject=TAG.format(seat="kii")),
        mail(strict.block("kii", "pass", turn="T0"), CARA, "<2@x.org>"),
        no_token(strict).replace(b"<1@", b"<3@"),
        mail(strict.block("kii", "what"), CARA, "<4@x.org>"),
    ]
    why = [strict.desk.handle(raw).why for raw in raws]
    assert why == [
        "The mail has no text. Please write the orders in the mail itself; attachments are not read. "
        "Nothing was played.",
        "That was for T0; it is T1 now. Nothing was played.",
        "Held until the registered address confirms it: It does not carry the token of this turn.",
        "1 question answered",
    ]
    cases = [case.why for case in strict.cases.all()]
    assert cases[::-1] == [why[0], why[1], "It does not carry the token of this turn.", why[3]]
    for one in strict.to(CARA):
        assert "Nothing was played" not in body(one)
