"""What a mail may do by what proves who wrote it: taken, held until one word comes, or refused."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from domain.game.entries.policy import Policy
from domain.kit.facts import tag_of
from domain.kit.sealed import Sealed
from referee.audit.audit import audit_game
from referee.games import people
from referee.games.order_sheet import ALREADY, PLAYED
from referee.identity import cases
from referee.identity.answer_limits import ANSWERS, IN_FULL_A_TURN
from referee.identity.authority import TOKEN, UNPROVEN, register_key
from referee.identity.cases import Cases
from referee.mail.desk.desk import Desk
from referee.reading.guard import read_guarded
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.tokens import shown
from referee.transport.boxes import Outbox
from tests.referee.mail.test_authority import SIGNATURE, armour, needs_ssh, new_key
from tests.referee.mail.test_desk_world import DESK, KEY, NOW, PEOPLE, World, body, mail
from tests.tokens import token

CARA, ANNA = PEOPLE["kii"], PEOPLE["iga"]
STRANGER = "mallory@example.org"
TAG = "Re: [winter T1 kii] Shinobi"
QUOTED = "\nOn Fri, 20 Nov 2026 at 10:00, Bugyo <referee@bugyo.invalid> wrote:\n"
MX = "mx.example.net"
RESULT = f"{MX}; dkim=pass header.d=example.org; dmarc=pass header.from=example.org"
DKIM = SIGNATURE.partition(": ")[2].replace("\n", "").strip()


class Strict(World):
    """A game that asks for a level, before a desk that knows its receiving server."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.clock = NOW
        self.desk = Desk(
            self.referee,
            Outbox(path / "out"),
            clock=lambda: self.clock,
            authserv_ids=(MX,),
            read=read_guarded,
        )
        self.cases = Cases(self.record, lambda: self.clock)

    def ask_for(self, level: int) -> None:
        people.change_policy(self.referee, "winter", Policy(authority=level), "a test", Act(COMMAND_LINE))

    def vouched(self, *lines: str, sender: str = CARA, id: str = "<1@example.org>") -> bytes:
        fields = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}
        return mail(self.block("kii", *lines), sender, id, **fields)

    def to(self, address: str) -> list[EmailMessage]:
        return [one for one in self.out() if one["To"] == address]

    def answer(self, asked: EmailMessage, word: str = "yes", sender: str = CARA, **fields: str) -> bytes:
        """How a mail program replies to a mail of ours, with one word above it."""
        quoted = "".join(f"> {line}\n" for line in body(asked).splitlines())
        return mail(
            f"{word}\n{QUOTED}{quoted}",
            sender,
            "<yes@example.org>",
            Subject=f"Re: {asked['Subject']}",
            **fields,
        )

    def authority(self) -> str:
        """What the newest event of a mail records of it."""
        mails = [one.act for one in self.record.envelopes("winter") if one.act[0] == "mail"]
        return mails[-1][5] if mails and len(mails[-1]) > 5 else ""

    def newest(self, count: int, before: int = 0) -> list[str]:
        """The tags of the first events after a position, or of the first that a mail has brought about."""
        made = self.record.envelopes("winter")
        first = before or next(n for n, one in enumerate(made) if one.act[0] == "mail")
        return [tag_of(type(one.entry)) for one in made[first:][:count]]

    def kinds(self) -> list[str]:
        return [case.kind for case in self.cases.all()]


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Strict]:
    made = Strict(tmp_path)
    yield made
    made.record.close()


def no_token(w: World) -> bytes:
    return mail(w.legal()[0] + "\n", CARA, Subject=TAG)


def foreign(w: World) -> bytes:
    return mail(w.block("kii", w.legal()[0]), STRANGER)


def quoting(w: World) -> bytes:
    block = "".join(f"> {line}\n" for line in w.block("kii").splitlines())
    return mail(f"{w.legal()[0]}\n{QUOTED}{block}", CARA, Subject=TAG)


HELD = [
    ("no token", no_token, "does not carry the token", "1 token sender confirmed"),
    ("another address", foreign, "an address that is not registered", "1 token sender confirmed"),
    ("outside a block, quoting", quoting, "outside a block", "1 token sender confirmed"),
]


@pytest.mark.parametrize(("case", "raw", "why", "recorded"), HELD, ids=[row[0] for row in HELD])
def test_half_of_it_waits_for_one_word(
    strict: Strict, case: str, raw: object, why: str, recorded: str
) -> None:
    assert callable(raw)
    sent, before, order = raw(strict), strict.game.position, strict.legal()[0]
    assert strict.desk.handle(sent).exit == 0
    assert strict.game.position == before
    (asked,) = strict.to(CARA)
    assert asked["Subject"].startswith("Did you write this? [winter T1 kii] ")
    said = " ".join(body(asked).split())
    assert why in said
    assert f"> {order}" in said
    assert "“yes”" in said
    handled = strict.desk.handle(strict.answer(asked))
    assert [(result.outcome, result.order) for result in handled.results if result.order] == [(PLAYED, order)]
    assert strict.authority() == recorded
    assert strict.kinds()[:2] == [cases.TAKEN, cases.CONFIRMED]


def test_the_word_plays_it_once(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    yes = strict.answer(asked)
    strict.desk.handle(yes)
    after = strict.game.position
    for again in (yes, no_token_again(strict, asked), strict.answer(asked, "Yes.")):
        strict.desk.handle(again)
    assert strict.game.position == after


def test_each_mail_with_the_word_is_on_record_and_has_its_answer(strict: Strict) -> None:
    """Also where two come before the first answer is carried away."""
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    words = [strict.answer(asked, "yes", Date=f"Fri, 20 Nov 2026 1{hour}:00:00 +0000") for hour in (1, 2)]
    words[1] = words[1].replace(b"<yes@example.org>", b"<again@example.org>")
    played, again = map(strict.desk.handle, words)
    assert [played.results[0].outcome, again.results[0].outcome] == [PLAYED, ALREADY]
    answers = [
        one for one in strict.to(CARA) if one["In-Reply-To"] in ("<yes@example.org>", "<again@example.org>")
    ]
    assert len({one["Message-ID"] for one in answers}) == len(answers) == 2
    confirmed = {case.digest: case.why for case in strict.cases.all() if case.kind == cases.CONFIRMED}
    said = "It confirms the mail <1@example.org>."
    assert [confirmed[sha256(word).hexdigest()] for word in words] == [said, said]


def no_token_again(w: Strict, asked: EmailMessage) -> bytes:
    return w.answer(asked, "YES!\n\nCara").replace(b"<yes@", b"<yes2@")


def test_a_mail_that_waits_is_asked_about_again_when_it_comes_again(strict: Strict) -> None:
    sent = no_token(strict)
    strict.desk.handle(sent)
    strict.desk.handle(sent)
    first, second = strict.to(CARA)
    assert first["Message-ID"] == second["Message-ID"]
    assert strict.kinds() == [cases.HELD]


WORDS = [
    ("yes", True),
    ("Yes!", True),
    ("  YES.  ", True),
    ("oui", True),
    ("Да", True),
    ("> yes", False),
    ("no", False),
]


@pytest.mark.parametrize(("word", "plays"), [*WORDS, ("perhaps", False), ("", False), ("yes and no", False)])
def test_only_the_word_counts(strict: Strict, word: str, plays: bool) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    strict.desk.handle(strict.answer(asked, word))
    assert (strict.game.position > before) == plays


def test_the_word_counts_only_from_the_registered_address(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    for sender in (STRANGER, ANNA):
        strict.desk.handle(strict.answer(asked, sender=sender))
    assert strict.game.position == before


def test_the_word_needs_the_token_of_the_confirmation(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    before = strict.game.position
    strict.desk.handle(mail("yes\n", CARA, "<2@example.org>", Subject=TAG))
    made = "CONFIRM " + "-".join(["ABCD"] * 6)
    strict.desk.handle(mail(f"yes\n\n{made}\n", CARA, "<3@example.org>", Subject=TAG))
    assert strict.game.position == before


def test_the_word_is_found_by_the_subject_alone(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    strict.desk.handle(mail("Yes", CARA, "<2@example.org>", Subject=f"Re: {asked['Subject']}"))
    assert strict.game.position > before


def test_no_puts_it_aside_for_good(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    strict.desk.handle(strict.answer(asked, "No"))
    strict.desk.handle(strict.answer(asked, "yes").replace(b"<yes@", b"<later@"))
    assert strict.game.position == before
    assert "put aside" in body(strict.to(CARA)[-1])


def test_no_after_yes_undoes_nothing_and_says_so(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    strict.desk.handle(strict.answer(asked))
    after = strict.game.position
    strict.out()
    handled = strict.desk.handle(strict.answer(asked, "no").replace(b"<yes@", b"<no@"))
    assert [result.outcome for result in handled.results] == [ALREADY]
    assert strict.game.position == after


def test_a_word_with_orders_beside_it_is_no_word(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    strict.desk.handle(strict.answer(asked, f"yes\n{strict.legal()[1]}"))
    assert strict.game.position == before
    (again,) = strict.to(CARA)
    assert strict.legal()[1] in body(again)


def test_a_word_that_comes_after_the_turn_plays_nothing(strict: Strict) -> None:
    strict.desk.handle(no_token(strict))
    (asked,) = strict.to(CARA)
    while strict.game.turn == "T1":
        seat = strict.seat
        strict.desk.handle(
            mail(strict.block(seat, strict.legal()[-1]), PEOPLE[seat], f"<{strict.game.position}@x.org>")
        )
    after = strict.game.position
    strict.out()
    strict.desk.handle(strict.answer(asked))
    assert strict.game.position == after
    assert "That was for T1" in " ".join(body(strict.to(CARA)[0]).split())


# ---- what a game asks for


def test_a_mail_that_its_server_vouches_for_is_recorded_so(strict: Strict) -> None:
    strict.desk.handle(strict.vouched(strict.legal()[0]))
    assert strict.authority() == "2 token sender dkim"


def test_level_2_takes_what_is_vouched_for_at_once(strict: Strict) -> None:
    strict.ask_for(2)
    handled = strict.desk.handle(strict.vouched(strict.legal()[0]))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_level_2_holds_the_rest_and_a_vouched_word_makes_it_enough(strict: Strict) -> None:
    strict.ask_for(2)
    before = strict.game.position
    strict.desk.handle(strict.orders(strict.legal()[0]))
    (asked,) = strict.to(CARA)
    assert "DKIM" in body(asked)
    assert strict.desk.handle(strict.answer(asked)).exit == 77
    assert strict.game.position == before
    (refused,) = strict.to(CARA)
    assert "Write from your registered address" in " ".join(body(refused).split())
    yes = strict.answer(asked, Authentication_Results=RESULT, DKIM_Signature=DKIM)
    handled = strict.desk.handle(yes.replace(b"<yes@", b"<yes2@"))
    assert [result.outcome for result in handled.results] == [PLAYED]
    assert strict.authority() == "2 token sender dkim confirmed"


def test_a_desk_that_knows_no_server_refuses_what_it_cannot_know(world: World) -> None:
    people.change_policy(world.referee, "winter", Policy(authority=2), "a test", Act(COMMAND_LINE))
    before = world.game.position
    assert world.desk.handle(world.orders(world.legal()[0])).exit == 77
    assert world.game.position == before
    assert "the desk does not know the name of its receiving server" in " ".join(body(world.out()[0]).split())


def test_results_in_another_servers_name_are_nothing(strict: Strict) -> None:
    strict.ask_for(2)
    before = strict.game.position
    strict.desk.handle(strict.vouched(strict.legal()[0]).replace(MX.encode(), b"evil.example.net"))
    assert strict.game.position == before


@needs_ssh
def test_level_3_asks_for_a_signature_of_the_block(strict: Strict, tmp_path: Path) -> None:
    strict.ask_for(3)
    before = strict.game.position
    assert strict.desk.handle(strict.vouched(strict.legal()[0])).exit == 77
    (refused,) = strict.to(CARA)
    assert "ssh-keygen -Y sign -n bugyo-order" in " ".join(body(refused).split())
    key = new_key(tmp_path)
    register_key(strict.record, CARA, key.with_suffix(".pub").read_text())
    text = strict.block("kii", strict.legal()[0])
    fields = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}
    signed = mail(text + armour(key, text.encode()), CARA, "<2@example.org>", **fields)
    assert strict.game.position == before
    handled = strict.desk.handle(signed)
    assert [result.outcome for result in handled.results] == [PLAYED]
    finger = (
        subprocess.run(["ssh-keygen", "-lf", str(key)], capture_output=True, check=True)
        .stdout.decode()
        .split()[1]
    )
    assert strict.authority() == f"3 token sender dkim ssh:{finger}"
    assert strict.newest(3) == ["key-registered", "signed", "ordered"]
    (registered, kept, _order) = (one.entry for one in strict.record.envelopes("winter")[before:][:3])
    assert (registered.seat, registered.person) == ("kii", "Cara")
    assert registered.key == " ".join(key.with_suffix(".pub").read_text().split()[:2])
    assert kept.text == Sealed(("kii",), text)
    verdict = audit_game(strict.record, "winter")
    assert (verdict.finding, verdict.signatures.checked) == (None, 1)


@needs_ssh
def test_what_is_signed_goes_on_record_once_and_with_the_first_order(strict: Strict, tmp_path: Path) -> None:
    strict.ask_for(3)
    key = new_key(tmp_path)
    register_key(strict.record, CARA, key.with_suffix(".pub").read_text())
    fields = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}

    def sends(*lines: str) -> list[str]:
        text, before = strict.block("kii", *lines), strict.game.position
        id = f"<{sha256(text.encode()).hexdigest()[:9]}@example.org>"
        strict.desk.handle(mail(text + armour(key, text.encode()), CARA, id, **fields))
        return [tag_of(type(one.entry)) for one in strict.record.envelopes("winter")[before:]]

    order = strict.legal()[0]
    assert sends("place nothing nowhere") == []
    assert sends("what", "agree to pause") == ["agreed"]
    assert sends("wait", order, order) == ["key-registered", "signed", "order-held", "order-held"]
    assert sends(order)[:2] == ["signed", "ordered"]
    assert audit_game(strict.record, "winter").finding is None


@needs_ssh
def test_what_was_signed_and_confirmed_is_on_record_too(strict: Strict, tmp_path: Path) -> None:
    """A mail from elsewhere, with a block that its owner has signed."""
    strict.ask_for(3)
    key = new_key(tmp_path)
    register_key(strict.record, CARA, key.with_suffix(".pub").read_text())
    text = strict.block("kii", strict.legal()[0])
    strict.desk.handle(mail(text + armour(key, text.encode()), STRANGER, "<2@example.org>"))
    (asked,) = strict.to(CARA)
    before = strict.game.position
    fields = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}
    handled = strict.desk.handle(strict.answer(asked, **fields))
    assert [result.outcome for result in handled.results] == [PLAYED]
    assert strict.newest(3, before) == ["key-registered", "signed", "ordered"]
    assert audit_game(strict.record, "winter").finding is None


@needs_ssh
def test_a_signed_block_names_its_game_and_seat(strict: Strict, tmp_path: Path) -> None:
    strict.ask_for(3)
    key = new_key(tmp_path)
    register_key(strict.record, CARA, key.with_suffix(".pub").read_text())
    text = strict.block("kii", strict.legal()[0]).replace(f" winter {strict.game.label} kii", "")
    fields = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM, "Subject": TAG}
    before = strict.game.position
    strict.desk.handle(mail(text + armour(key, text.encode()), CARA, **fields))
    assert strict.game.position == before


@needs_ssh
def test_level_3_a_changed_block_is_refused(strict: Strict, tmp_path: Path) -> None:
    strict.ask_for(3)
    key = new_key(tmp_path)
    register_key(strict.record, CARA, key.with_suffix(".pub").read_text())
    one, other = strict.legal()[:2]
    made = armour(key, strict.block("kii", one).encode())
    fields = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}
    before = strict.game.position
    assert strict.desk.handle(mail(strict.block("kii", other) + made, CARA, **fields)).exit == 77
    assert strict.game.position == before


def test_level_0_takes_the_token_or_the_sender_alone(strict: Strict) -> None:
    strict.ask_for(0)
    order = strict.legal()[0]
    handled = strict.desk.handle(foreign(strict))
    assert [result.outcome for result in handled.results] == [PLAYED]
    assert strict.authority() == "1 token"
    assert strict.out()[0]["To"] == CARA  # the answer goes to whoever holds the seat
    before = strict.game.position
    strict.desk.handle(mail(f"{order}\n", STRANGER, Subject=TAG))
    assert strict.game.position == before  # nothing at all is never enough


# ---- strangers, robots, limits, records


def test_a_stranger_who_names_a_seat_is_told_nothing_and_its_holder_is_told_once(strict: Strict) -> None:
    for number in range(3):
        strict.desk.handle(mail(f"{strict.legal()[0]}\n", STRANGER, f"<{number}@x.org>", Subject=TAG))
    sent = strict.out()
    assert [one["To"] for one in sent].count(CARA) == 1
    assert all("winter" not in body(one) for one in sent if one["To"] == STRANGER)


def test_questions_are_answered_to_the_registered_address_without_a_token(strict: Strict) -> None:
    handled = strict.desk.handle(mail("what\nlog since 10\n", CARA, Subject="Re: [winter T0 kii]"))
    assert [result.outcome for result in handled.results] == ["answered", "answered"]
    (answer,) = strict.to(CARA)
    assert "Cara, it is your turn in winter" in body(answer)


def test_questions_in_a_forged_name_do_not_fill_a_mailbox(strict: Strict) -> None:
    for number in range(ANSWERS[UNPROVEN].hour + 5):
        strict.desk.handle(mail("what\n", CARA, f"<{number}@evil>", Subject=TAG))
    assert len(strict.to(CARA)) == ANSWERS[UNPROVEN].hour == 3


def test_a_question_in_a_forged_name_suppresses_no_mail(strict: Strict) -> None:
    strict.desk.handle(mail("what\n", CARA, "<1@example.org>", Subject=TAG))
    handled = strict.desk.handle(strict.orders(strict.legal()[0], id="<1@example.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_robots_and_refusals_are_on_record_with_their_reason(strict: Strict) -> None:
    strict.desk.handle(mail("pass", CARA, Auto_Submitted="auto-replied"))
    strict.desk.handle(mail("pass", STRANGER, "<2@x.org>"))
    strict.desk.handle(mail("", CARA, "<3@x.org>", Subject=TAG))
    found = [(case.kind, case.why[:20], case.address, case.game) for case in strict.cases.all()]
    assert found == [
        (cases.REFUSED, "The mail has no text", CARA, "winter"),
        (cases.REFUSED, "unknown sender", STRANGER, ""),
        (cases.ROBOT, "auto-submitted", CARA, ""),
    ]


def test_errors_of_a_seat_are_answered_in_full_three_times_a_turn(strict: Strict) -> None:
    for number in range(IN_FULL_A_TURN + 2):
        strict.desk.handle(mail(strict.block("kii", "nonsense here"), CARA, f"<{number}@x.org>"))
    has_board = ["BEGIN ORDERS" in body(one) for one in strict.to(CARA)]
    assert has_board == [True, True, True, False, False]
    handled = strict.desk.handle(mail(strict.block("kii", strict.legal()[0]), CARA, "<good@x.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]
    assert len(strict.to(CARA)) == 1  # a mail that can be read is answered as ever


def test_errors_of_an_address_are_answered_ten_times_an_hour(strict: Strict) -> None:
    def send(count: int, since: int) -> int:
        for number in range(since, since + count):
            strict.desk.handle(mail(strict.block("kii", "nonsense here"), CARA, f"<{number}@x.org>"))
        return len(strict.to(CARA))

    assert send(ANSWERS[TOKEN].hour + 3, 0) == ANSWERS[TOKEN].hour == 10
    strict.clock = NOW + 3_600_000
    assert send(2, 100) == 2


def test_a_program_that_answers_every_mail_ends_in_silence(strict: Strict) -> None:
    waiting, answered = [mail(strict.block("kii"), CARA)], 0
    while waiting and answered < 100:
        strict.desk.handle(waiting.pop(0))
        for one in strict.to(CARA):
            answered += 1
            quoted = "".join(f"> {line}\n" for line in body(one).splitlines())
            text = f"I am on holiday.\n{QUOTED}{quoted}"
            waiting.append(mail(text, CARA, f"<{answered}@x.org>", Subject=f"Re: {one['Subject']}"))
    assert 0 < answered <= ANSWERS[TOKEN].hour


def test_the_evidence_stays_out_of_the_record_of_the_game(strict: Strict) -> None:
    strict.desk.handle(strict.vouched(strict.legal()[0]))
    (case,) = [case for case in strict.cases.all() if case.kind == cases.TAKEN]
    found = cases.evidence_of(case)
    assert (found.dkim, found.level) == ("example.org", 2)
    stored = b"".join(msgspec.msgpack.encode(one) for one in strict.record.envelopes("winter"))
    assert b"example.org" not in stored


def test_the_token_of_a_seat_whose_address_has_changed_waits_for_the_new_one(strict: Strict) -> None:
    strict.record.register("winter", "kii", "new@example.org")
    made = shown(token(KEY, "winter", "kii", "T1"))
    strict.desk.handle(mail(f"TOKEN {made}\n{strict.legal()[0]}\n", CARA, Subject=TAG))
    sent = strict.out()
    assert [one["To"] for one in sent] == ["new@example.org", CARA]
    assert sent[0]["From"] == f'"Bugyo, for winter" <{DESK}>'


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.record.close()
