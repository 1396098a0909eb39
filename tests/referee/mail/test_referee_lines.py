"""The line by which a referee lets a program play: one question to his address, and the word that answers it;
whoever only has his name gets nothing by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.entries.people import SeatTaken
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.writing import members, zipped
from referee.games import people
from referee.games.opening import Opening
from referee.identity import cases, seating
from referee.mail.desk.desk import Desk
from referee.programs.seats import play_waiting
from referee.record.envelope import COMMAND_LINE, MAIL_OF_REFEREE, Act
from referee.service.configuration import Person
from referee.service.exits import NOPERM, NOUSER, OK, Handled
from tests.referee.mail.test_desk_authority import DKIM, MX, RESULT
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA, Talking
from tests.referee.mail.test_desk_world import body, mail
from tests.referee.mail.test_newcomers import spent, vouched

REI, EVIL = "rei@example.org", "evil@evil.example"
REFEREE = Act(COMMAND_LINE, person="referee")
LINE = "bot winter iga steady"
HOUR = 3_600_000
FAILED = f"{MX}; dkim=none; dmarc=fail header.from=example.org"
VOUCHED = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}


class Refereed(Talking):
    """The game “winter”, and a referee who may write to its desk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.desk = self.desk_of(Person("Rei@example.org"))
        self.desk.announce("winter")
        self.out()

    def desk_of(self, in_charge: Person, *authserv_ids: str) -> Desk:
        return Desk(
            self.referee,
            self.outbox,
            clock=lambda: self.now,
            in_charge=in_charge,
            authserv_ids=authserv_ids,
        )

    def writes(self, text: str, sender: str = REI, **fields: str) -> Handled:
        self.sent += 1
        return self.desk.handle(mail(f"{text}\n", sender, f"<{self.sent}@r.org>", **fields))

    def asks(self, line: str = LINE, **fields: str) -> EmailMessage:
        """The one question that a line raises."""
        assert self.writes(line, **fields).exit == OK
        (asked,) = self.to(REI)
        assert " CONFIRM " in asked["Subject"]
        return asked

    def to(self, address: str) -> list[EmailMessage]:
        """What has gone to an address; nothing has gone anywhere else."""
        mails = self.out()
        assert {str(one["To"]) for one in mails} <= {address}
        return mails

    def answers(self, asked: EmailMessage, word: str = "yes", sender: str = REI, **fields: str) -> Handled:
        return self.writes(word, sender, Subject=f"Re: {asked['Subject']}", **fields)

    def holder(self, seat: str = "iga") -> str:
        return self.game.register.holders[seat]

    def says(self, *, to: str = REI) -> str:
        (one,) = [one for one in self.out() if one["To"] == to]
        return said(one)


def said(one: EmailMessage) -> str:
    return " ".join(body(one).split())


@pytest.fixture
def refereed(tmp_path: Path) -> Iterator[Refereed]:
    made = Refereed(tmp_path)
    yield made
    made.record.close()


# ---- as it should be


def test_a_line_raises_a_question_and_its_yes_seats_the_program(refereed: Refereed) -> None:
    before = refereed.game.position
    asked = refereed.asks()
    assert "Seat a program in iga of winter instead of “Anna”? It would be steady (program)." in said(asked)
    assert (refereed.game.position, refereed.holder()) == (before, "Anna")
    assert refereed.answers(asked).exit == OK
    envelope = refereed.record.envelopes("winter")[before]
    assert envelope.entry == SeatTaken("iga", "steady (program)", seating.REASON)
    act = Act(*envelope.act)
    assert (act.cause, act.person, act.behalf, act.authority) == (
        MAIL_OF_REFEREE,
        "referee",
        "",
        "1 token sender confirmed",
    )
    raw = refereed.record.mail(act.reference)
    assert raw
    assert raw.endswith(b"yes\n")
    assert "iga" not in refereed.record.addresses("winter")


def test_whoever_loses_the_seat_and_the_others_are_told_as_by_the_command(refereed: Refereed) -> None:
    refereed.answers(refereed.asks())
    mails = {str(one["To"]): said(one) for one in refereed.out()}
    assert "The referee has given your seat iga in the game winter to steady (program)." in mails[ANNA]
    assert "steady (program) takes the seat iga" in mails[BELA]
    assert "steady (program) takes the seat iga" in mails[CARA]
    assert "steady (program) sits at iga in the game winter now." in mails[REI]


def test_the_program_plays_and_the_game_audits_and_verifies(refereed: Refereed) -> None:
    refereed.answers(refereed.asks(f"bot winter {refereed.seat} random"))
    assert play_waiting(refereed.referee, "winter") > 0
    assert audit_game(refereed.record, "winter").finding is None
    for viewer in ("public", "referee"):
        report = verify(zipped(members(refereed.record, "winter", viewer)))
        assert report.ok, report.lines


def test_no_leaves_all_as_it_was_and_may_be_asked_again(refereed: Refereed) -> None:
    before = refereed.game.position
    refereed.answers(refereed.asks(), "no")
    assert "Nothing was done." in refereed.says()
    assert refereed.game.position == before
    refereed.answers(refereed.asks())
    assert refereed.holder() == "steady (program)"


WRITTEN = [
    "Hello,\n\nbot winter iga steady\n\nBest regards,\nRei",
    "BOT: Winter IGA Steady",
    "bot winter iga steady\n-- \nRei\nThe club",
    "bot winter iga steady\n\nOn Mon, 16 Nov 2026 Bugyo wrote:\n> bot winter ise steady\n",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_it_is_read_as_people_write(refereed: Refereed, text: str) -> None:
    assert "steady (program)" in said(refereed.asks(text))


@pytest.mark.parametrize("strength", ["random", "steady", "keen", "keen:1", "keen:1000"])
def test_every_strength(refereed: Refereed, strength: str) -> None:
    refereed.answers(refereed.asks(f"bot winter iga {strength}"))
    assert refereed.holder() == f"{strength} (program)"


def test_the_word_may_come_with_the_quoted_question_alone(refereed: Refereed) -> None:
    (mark,) = [line for line in body(refereed.asks()).splitlines() if line.startswith("CONFIRM ")]
    refereed.writes(f"yes\n\n> {mark}")
    assert refereed.holder() == "steady (program)"


def test_he_is_written_to_in_his_language(refereed: Refereed) -> None:
    refereed.desk = refereed.desk_of(Person(REI, "fr"))
    asked = refereed.asks()
    assert "steady (programme)" in said(asked)
    assert "un programme pour iga dans winter" in asked["Subject"]
    refereed.answers(asked)
    assert refereed.holder() == "steady (program)"


def test_help_names_the_line_and_other_help_is_left_to_the_desk(refereed: Refereed) -> None:
    for text in ("help", "help bot", "Help Bot"):
        refereed.writes(text)
        assert "bot GAME SEAT STRENGTH" in refereed.says()
    refereed.now += HOUR
    refereed.record.register("winter", "iga", REI)  # he plays as well
    refereed.writes("help", Subject="[winter T1 iga]")
    assert "bot GAME SEAT STRENGTH" not in refereed.says()
    refereed.writes("help bot", Subject="[winter T1 iga]")
    assert "bot GAME SEAT STRENGTH" in refereed.says()


# ---- what is refused at once

REFUSED = [
    ("bot summer iga steady", "There is no game “summer” here."),
    ("bot winter yamato steady", "winter has no seat “yamato”. Its seats are iga, ise and kii."),
    ("bot winter iga clever", "There is no program “clever”."),
    ("bot winter iga keen:0", "There is no program “keen:0”."),
    ("bot winter iga keen:1001", "There is no program “keen:1001”."),
    ("bot winter iga", "This line cannot be read. Write for example “bot summer iga steady”."),
    ("bot", "This line cannot be read."),
    ("bot winter iga steady now", "This line cannot be read."),
    ("bot winter iga <b>", "This line cannot be read."),
    ("bot winter iga steady\nbot winter ise steady", "Write that line alone in a mail."),
    ("bot winter iga steady\n*\n- \nplace oda in iga", "Write that line alone in a mail."),
]


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_done_is_refused_without_a_question(refereed: Refereed, text: str, why: str) -> None:
    before = refereed.game.position
    refereed.writes(text)
    (answer,) = refereed.to(REI)
    assert why.replace(" and kii", ", kii") in said(answer)
    assert "CONFIRM" not in answer["Subject"]
    assert refereed.game.position == before
    assert seating.questions_of(refereed.record, "winter") == []


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_programs_play_at_the_levels_0_and_1(refereed: Refereed, level: int) -> None:
    names = ("Eva", "Fay", "Gil")
    refereed.referee.open(Opening("deep", "shinobi", names, level=level), REFEREE)
    refereed.writes("bot deep iga steady")
    (answer,) = refereed.to(REI)
    assert ("Programs play at the levels 0 and 1." in said(answer)) == (level > 1)
    assert ("CONFIRM" in answer["Subject"]) == (level < 2)


def test_a_seat_that_a_program_has_and_a_game_that_is_over(refereed: Refereed) -> None:
    people.take_seat(refereed.referee, "winter", "iga", "keen:9 (program)", "x", REFEREE)
    refereed.writes(LINE)
    assert "A program plays iga already: keen:9 (program)." in refereed.says()
    people.abandon(refereed.referee, "winter", "x", REFEREE)
    refereed.writes("bot winter ise steady")
    assert "The game is over." in refereed.says()


# ---- whoever only has his name


def test_a_forged_from_gets_one_question_to_the_referee_and_no_more(refereed: Refereed) -> None:
    """Whoever has written it is sent nothing, and a mail that names the seat tells its player nothing."""
    handled = refereed.writes(
        LINE, From="Rei <rei@example.org>", Reply_To=EVIL, Sender=EVIL, Return_Path=EVIL
    )
    assert handled.exit == OK
    (asked,) = refereed.to(REI)
    assert "If you did not ask for it, answer “no”." in said(asked)
    for _ in range(5):
        refereed.writes(LINE)
    answers = refereed.to(REI)
    assert all("You are asked that already." in said(one) for one in answers)
    assert len(answers) == 3


@pytest.mark.parametrize("line", [LINE, "bot nowhere iga steady", "bot winter x steady", "help bot", "bot"])
@pytest.mark.parametrize("sender", [EVIL, ANNA])
def test_nobody_else_is_heard_whatever_he_names(refereed: Refereed, line: str, sender: str) -> None:
    """A stranger reads the same of a game that there is and of one that there is not."""
    before = refereed.game.position
    handled = refereed.writes(line, sender)
    assert {str(one["To"]) for one in refereed.out()} <= {sender}
    assert seating.questions_of(refereed.record, "winter") == []
    assert refereed.game.position == before
    if sender == EVIL:
        assert (handled.exit, handled.why) == (NOUSER, "Unknown sender.")


def test_a_mail_whose_server_says_that_it_is_forged_raises_no_question(refereed: Refereed) -> None:
    refereed.desk = refereed.desk_of(Person(REI), "mx.example.net")
    assert refereed.writes(LINE, Authentication_Results=FAILED).exit == NOPERM
    assert refereed.out() == []
    asked = refereed.asks(**VOUCHED)
    assert refereed.answers(asked, Authentication_Results=FAILED).exit == NOPERM
    assert (refereed.out(), refereed.holder()) == ([], "Anna")
    refereed.answers(asked, **VOUCHED)
    assert refereed.holder() == "steady (program)"
    acts = [Act(*one.act) for one in refereed.record.envelopes("winter")]
    (act,) = [act for act in acts if act.cause == MAIL_OF_REFEREE]
    assert act.authority == "2 token sender dkim confirmed"


@pytest.mark.parametrize("sender", [EVIL, ANNA, BELA, CARA])
def test_the_yes_of_anybody_else_is_none(refereed: Refereed, sender: str) -> None:
    """Not even of who sits there, and has the mark."""
    asked, before = refereed.asks(), refereed.game.position
    refereed.answers(asked, sender=sender)
    assert (refereed.game.position, refereed.holder()) == (before, "Anna")
    refereed.out()
    refereed.answers(asked)
    assert refereed.holder() == "steady (program)"


def test_a_yes_without_the_mark_or_with_another_is_none(refereed: Refereed) -> None:
    asked, before = refereed.asks(), refereed.game.position
    for text, subject in (
        ("yes", "Re: your mail to Bugyo"),
        ("yes", "Re: CONFIRM AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"),
        (f"yes\n\n> {LINE}", "orders"),
    ):
        refereed.writes(text, Subject=subject)
    for text in ("perhaps", "yes, but not now", "yes\nno"):
        refereed.answers(asked, text)
    assert refereed.game.position == before


def test_a_yes_that_comes_again_does_nothing_again(refereed: Refereed) -> None:
    asked = refereed.asks()
    refereed.answers(asked)
    after = refereed.game.position
    refereed.out()
    refereed.answers(asked)
    assert "You have answered that already." in refereed.says()
    refereed.answers(asked, "no")
    people.take_seat(refereed.referee, "winter", "iga", "Anna", "She is back.", REFEREE, ANNA)
    refereed.desk.tell("winter")
    refereed.out()
    refereed.answers(asked)
    assert (refereed.game.position, refereed.holder()) == (after + 1, "Anna")


def test_the_very_mail_that_asks_asks_once_however_often_it_is_handed_in(refereed: Refereed) -> None:
    raw = mail(f"{LINE}\n", REI, "<again@r.org>")
    for _ in range(3):
        assert refereed.desk.handle(raw).exit == OK
    assert len(refereed.to(REI)) == 1


def test_a_question_to_an_address_that_is_no_more_the_referees_is_closed(refereed: Refereed) -> None:
    asked, before = refereed.asks(), refereed.game.position
    for address in ("new@example.org", ""):
        refereed.desk = refereed.desk_of(Person(address))
        refereed.answers(asked)
        refereed.answers(asked, sender="new@example.org")
        assert refereed.game.position == before


def test_without_a_referee_nobody_is_heard(refereed: Refereed) -> None:
    refereed.desk = refereed.desk_of(Person(""))
    assert refereed.writes(LINE).exit == NOUSER
    assert seating.questions_of(refereed.record, "winter") == []


# ---- while a question waits


def test_of_two_questions_for_a_seat_the_second_yes_is_too_late(refereed: Refereed) -> None:
    first, second = refereed.asks(), refereed.asks("bot winter iga random")
    refereed.answers(second)
    refereed.out()
    refereed.answers(first)
    assert "It is too late for that, and nothing was done." in refereed.says()
    assert refereed.holder() == "random (program)"
    refereed.answers(first)
    assert "too late" in refereed.says()


def test_a_seat_that_has_changed_hands_is_another(refereed: Refereed) -> None:
    asked = refereed.asks()
    people.take_seat(refereed.referee, "winter", "iga", "Dora", "Anna is ill.", REFEREE, "dora@example.org")
    refereed.desk.tell("winter")
    refereed.out()
    refereed.answers(asked)
    assert "too late" in refereed.says()
    assert refereed.holder() == "Dora"


def test_a_seat_that_nobody_has_any_more(refereed: Refereed) -> None:
    asked = refereed.asks()
    act = replace(REFEREE, seat="iga", behalf="Anna")
    people.leave_seat(refereed.referee, "winter", "iga", "no time", act)
    refereed.desk.tell("winter")
    refereed.out()
    refereed.answers(asked)
    assert "too late" in refereed.says()
    asked = refereed.asks()
    assert "Seat a program in iga of winter, where nobody sits?" in said(asked)
    refereed.answers(asked)
    assert refereed.holder() == "steady (program)"


def test_a_game_that_is_over_by_then(refereed: Refereed) -> None:
    asked = refereed.asks()
    people.abandon(refereed.referee, "winter", "two have vanished", REFEREE)
    refereed.desk.tell("winter")
    refereed.out()
    refereed.answers(asked)
    assert "too late" in refereed.says()


@pytest.mark.parametrize(("waited", "is_late"), [(cases.PATIENCE - 1, False), (cases.PATIENCE, True)])
def test_a_question_waits_a_fortnight(refereed: Refereed, waited: int, is_late: bool) -> None:
    asked = refereed.asks()
    refereed.now += waited
    refereed.answers(asked)
    assert (refereed.holder() == "Anna") == is_late


# ---- how many


def test_three_questions_are_open_at_a_time_of_each_kind_of_mail(refereed: Refereed) -> None:
    """Who forges mails uses up his own: those for which a server vouches are counted by themselves."""
    refereed.desk = refereed.desk_of(Person(REI), "mx.example.net")
    lines = [f"bot winter iga keen:{count}" for count in range(1, 9)]
    for line in lines[:3]:
        refereed.asks(line)
    for line in lines[3:5]:
        refereed.writes(line)
        assert "3 such questions wait for your answer." in refereed.says()
    asked = refereed.asks(lines[5], **VOUCHED)
    refereed.answers(asked, "no", **VOUCHED)
    assert len([one for one in seating.questions_of(refereed.record, "winter") if one.kind == "asked"]) == 3


PROOFS = [VOUCHED, vouched("example.org", "spf"), vouched("example.org", "dmarc")]


@pytest.mark.parametrize("proof", PROOFS, ids=["dkim", "spf", "dmarc"])
def test_forged_mails_use_up_none_of_his_answers(refereed: Refereed, proof: dict[str, str]) -> None:
    """However many there are of them, whatever they say, and when strangers have had all as well."""
    refereed.desk = refereed.desk_of(Person(REI), "mx.example.net")
    for number in range(4):
        for line in (
            "help bot",
            "bot",
            "Hello",
            f"bot winter iga keen:{number + 1}",
            "bot nowhere iga steady",
        ):
            refereed.writes(line)
    spent(refereed)
    refereed.out()
    for line, said_ in (("help bot", "bot GAME SEAT STRENGTH"), ("bot", "This line cannot be read.")):
        refereed.writes(line)
        assert refereed.out() == []
        refereed.writes(line, **proof)
        assert said_ in refereed.says()
    asked = refereed.asks(**proof)
    refereed.answers(asked)
    assert "steady (program) sits at iga" in refereed.says()


def test_an_answer_to_an_answer_of_ours_is_his(refereed: Refereed) -> None:
    """Where the desk knows no server that could vouch for him: what is sent because of forged mails comes to
    him, and whoever answers it has had it."""
    for _ in range(4):
        refereed.writes("help bot")
    *_more, answer = refereed.to(REI)
    assert "Answer this mail, and you are answered, whoever else writes in your name." in said(answer)
    spent(refereed)
    quoted = "".join(f"> {line}\n" for line in body(answer).splitlines())

    def replies(line: str, sender: str = REI) -> Handled:
        text = f"{line}\n\nOn Mon, 16 Nov 2026 Bugyo wrote:\n{quoted}"
        return refereed.writes(text, sender, Subject=f"Re: {answer['Subject']}")

    refereed.writes("help bot")
    assert refereed.out() == []
    for line, told in (("help bot", "bot GAME SEAT STRENGTH"), ("bot", "This line cannot be read.")):
        replies(line)
        (one,) = refereed.to(REI)
        assert told in said(one)
        assert "CONFIRM" not in body(one), "He has proved it."
    replies(LINE, EVIL)
    assert refereed.to(EVIL) == []
    replies(LINE)
    (asked,) = refereed.to(REI)
    refereed.answers(asked)
    assert refereed.holder() == "steady (program)"


def test_forged_mails_use_up_no_answer_to_his_word(refereed: Refereed) -> None:
    """Where the desk knows no server that could vouch for him, his marks do."""
    asked = refereed.asks()
    for _ in range(20):
        for line in ("help bot", "bot", "yes", "no"):
            refereed.writes(line)
    spent(refereed)
    refereed.out()
    refereed.answers(asked, "perhaps")
    assert "yes" in refereed.says()
    refereed.answers(asked)
    assert "steady (program) sits at iga" in refereed.says()
    refereed.answers(asked)
    assert "You have answered that already." in refereed.says()


def test_an_answer_makes_room_for_another_question(refereed: Refereed) -> None:
    first, *_others = [refereed.asks(f"bot winter iga keen:{count}") for count in (1, 2, 3)]
    refereed.writes("bot winter iga keen:4")
    refereed.answers(first, "no")
    refereed.out()
    refereed.asks("bot winter iga keen:4")


def test_a_flood_of_lines_is_thirteen_mails_in_an_hour_and_keeps_nobody_else_out(refereed: Refereed) -> None:
    luck = Random(1)
    for count in range(300):
        seat, strength = luck.choice(("iga", "ise", "kii", "x")), f"keen:{luck.randint(1, 1000)}"
        for asked in refereed.to(REI):  # he answers each with no, so that there is always room
            if " CONFIRM " in asked["Subject"]:
                refereed.answers(asked, "no")
        refereed.writes(f"bot winter {seat} {strength}")
        refereed.now += count % 2 * 1000
    sent = refereed.record.recorder.rows("SELECT count(*) FROM outbox WHERE recipient=?", (REI,))
    assert sent[0][0] <= 13 + 10  # with the answers to his own words, which carry the mark
    assert refereed.holder() == "Anna"
    assert refereed.outcomes("press to all: still here") == ["done"]


def test_forged_lines_are_strangers_mails_that_are_swept(refereed: Refereed) -> None:
    for count in range(5):
        refereed.writes(f"bot winter iga keen:{count + 1}")
    piles = refereed.record.recorder.rows("SELECT pile, count(*) FROM mail_piles GROUP BY pile", ())
    assert dict(piles).get("claimed") == 5


def test_players_questions_are_not_used_up(refereed: Refereed) -> None:
    for count in (1, 2, 3):
        refereed.asks(f"bot winter kii keen:{count}")
    for name in ("Ada", "Bea", "Cleo"):
        line = f"delegate to {name} {name.lower()}@x.example until 2026-12-31 for orders"
        assert refereed.outcomes(line) == ["done"]


def test_the_names_of_a_forged_line_are_no_text_of_ours(refereed: Refereed) -> None:
    for line in ("bot winter iga http://evil.example", "bot winter ігa steady", f"bot {'w' * 90} iga steady"):
        refereed.writes(line)
        assert "evil" not in (told := refereed.says())
        assert "This line cannot be read." in told


def test_he_may_play_himself_and_his_orders_are_his_orders(refereed: Refereed) -> None:
    refereed.record.register("winter", refereed.seat, REI)
    seat, order = refereed.seat, refereed.legal()[0]
    assert [one.outcome for one in refereed.say(order, seat=seat, sender=REI).results] == ["played"]
    refereed.out()
    handled = refereed.say(LINE, seat=seat, sender=REI)  # in a block of orders it is none
    assert [one.outcome for one in handled.results] == ["unreadable"]
