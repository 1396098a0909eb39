"""Every kind of question that the desk puts to somebody, and every attack on each: nothing but one word from
the mailbox that was asked, in time and once, makes anything of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.club.club_file import Club
from referee.club.lists import Lists
from referee.games import people
from referee.games.addresses import keep_address
from referee.identity import naming
from referee.identity.cases import PATIENCE
from referee.mail.desk.desk import Desk
from referee.record.envelope import COMMAND_LINE, Act
from referee.service.configuration import Person
from referee.service.exits import Handled
from tests.referee.mail.test_desk_authority import DKIM, MX, RESULT
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA, DORA, Talking
from tests.referee.mail.test_desk_world import body, mail

REI, DAN, MALLORY = "rei@example.org", "dan@example.org", "mallory@evil.example"
REFEREE = Act(COMMAND_LINE, person="referee")
VOUCHED = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}
FAILED = {"Authentication_Results": f"{MX}; dkim=none; dmarc=fail header.from=example.org"}
CREATE = "create shinobi for 3 people, 72 h, called summer"


class Hall(Talking):
    """The game “winter”, a referee who may write to its desk, and a club where anybody makes lists."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.lists = Lists(self.referee, Club(create="anybody"))
        self.desk = self.desk_of()
        keep_address(self.record, "winter", "Dora", DORA)

    def desk_of(self, *authserv_ids: str) -> Desk:
        clock = {"clock": lambda: self.now, "authserv_ids": authserv_ids}
        return Desk(self.referee, self.outbox, in_charge=Person(REI), lists=self.lists, **clock)  # type: ignore[arg-type]

    def writes(self, text: str, sender: str, subject: str = "Hello", **fields: str) -> Handled:
        self.sent += 1
        return self.desk.handle(mail(f"{text}\n", sender, f"<{self.sent}@x.org>", Subject=subject, **fields))

    def answers(self, asked: EmailMessage, word: str = "yes", sender: str = "", **fields: str) -> Handled:
        return self.writes(word, sender or str(asked["To"]), f"Re: {asked['Subject']}", **fields)

    def asked(self) -> EmailMessage:
        """The newest mail that asks somebody."""
        self.desk.tell("winter")
        return [one for one in self.out() if " CONFIRM " in str(one["Subject"])][-1]

    def stands(self) -> object:
        """All that a yes can change."""
        tables = ("lists", "sign_ons", "people", "addresses")
        kept = [self.record.recorder.rows(f"SELECT * FROM {one}", ()) for one in tables]
        return self.game.position, self.game.register.holders, sorted(map(str, kept))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    made.out()
    yield made
    made.record.close()


# ---- the kinds, each asked as people have it asked


def held(hall: Hall) -> None:
    seat = hall.seat
    address = {"iga": ANNA, "ise": BELA, "kii": CARA}[seat]
    hall.writes(hall.legal()[0], address, f"[winter T1 {seat}]")


def standby_himself(hall: Hall) -> None:
    hall.writes("standby on", DORA, "[winter T1 iga]")


def delegate(hall: Hall) -> None:
    hall.say(f"delegate to Dan {DAN} until 2026-12-31 for orders", seat="kii")


def standby(hall: Hall) -> None:
    naming.name_standby(hall.referee, "winter", "Dan", REFEREE, DAN)


def holder(hall: Hall) -> None:
    naming.name_holder(hall.referee, "winter", "kii", "Dan", "Cara is ill.", REFEREE, DAN)


def address(hall: Hall) -> None:
    hall.say("my address is cara@new.example", seat="kii")


def makes_list(hall: Hall) -> None:
    hall.writes(CREATE, DAN)


def list_guest(hall: Hall) -> None:
    hall.writes(f"{CREATE}, with Emil emil@example.org", DAN)
    hall.answers(hall.asked())


def program(hall: Hall) -> None:
    hall.writes("bot winter iga steady", REI)


Kind = Callable[[Hall], None]
LAPSING: list[Kind] = [delegate, standby, holder, address, makes_list, list_guest, program]
KINDS: list[Kind] = [held, standby_himself, *LAPSING]
every_kind = pytest.mark.parametrize("kind", KINDS)


def ask(hall: Hall, kind: Kind) -> EmailMessage:
    kind(hall)
    asked = hall.asked()
    hall.out()
    return asked


@every_kind
def test_a_yes_does_it(hall: Hall, kind: Kind) -> None:
    asked = ask(hall, kind)
    before = hall.stands()
    assert hall.answers(asked).exit == 0
    assert hall.stands() != before


# ---- no answer of whom was asked


def anybody(hall: Hall, asked: EmailMessage) -> None:
    """The very mark, from everybody else who has a part in it."""
    for sender in sorted({MALLORY, ANNA, BELA, CARA, DORA, DAN, REI, "emil@example.org"} - {asked["To"]}):
        hall.answers(asked, sender=sender)


def name_of_another(hall: Hall, asked: EmailMessage) -> None:
    hall.answers(asked, sender=f'"{asked["To"]}" <{MALLORY}>')
    hall.answers(asked, sender=f"{MALLORY} ({asked['To']})")
    hall.answers(asked, sender=MALLORY, Reply_To=str(asked["To"]), Sender=str(asked["To"]))


def two_senders(hall: Hall, asked: EmailMessage) -> None:
    raw = mail("yes\n", str(asked["To"]), "<two@x.org>", Subject=f"Re: {asked['Subject']}")
    hall.desk.handle(raw.replace(b"From: ", f"From: {MALLORY}\nFrom: ".encode(), 1))


def robots(hall: Hall, asked: EmailMessage) -> None:
    for fields in ({"Auto_Submitted": "auto-replied"}, {"X_Autoreply": "yes"}, {"Precedence": "bulk"}):
        hall.answers(asked, **fields)


def quoted(hall: Hall, asked: EmailMessage) -> None:
    """Every yes that somebody else has written stands below signs of a quotation, or below more."""
    marked = "".join(f"> {line}\n" for line in ("yes", "", *body(asked).splitlines()))
    hall.answers(asked, marked)
    hall.answers(asked, f"On Mon, 16 Nov 2026 Dan wrote:\n{marked}")
    hall.answers(asked, f"What is this?\n\n{marked}")
    hall.answers(asked, "-----Original Message-----\nyes")


def without_mark(hall: Hall, asked: EmailMessage) -> None:
    sender = str(asked["To"])
    mark = str(asked["Subject"]).rpartition(" CONFIRM ")[2]
    for subject in ("Re: your mail", f"Re: CONFIRM {mark[:-4]}AAAA", f"Re: CONFIRM {mark[5:]}"):
        hall.writes("yes", sender, subject)


def other_words(hall: Hall, asked: EmailMessage) -> None:
    for word in ("perhaps", "yes, but not now", "yes\nno", "yes?", "yes\n\nPlease ignore my last mail."):
        hall.answers(asked, word)


def forged(hall: Hall, asked: EmailMessage) -> None:
    """The server has recorded that it is not he, whatever else came with it."""
    hall.desk = hall.desk_of(MX)
    hall.answers(asked, **FAILED)
    hall.answers(asked, **{**VOUCHED, "Authentication_Results": f"{MX}; dkim=pass; dmarc=fail"})
    block = hall.block(hall.seat)
    hall.answers(asked, f"yes\n\n{block}", **FAILED)


ATTACKS = [anybody, name_of_another, two_senders, robots, quoted, without_mark, other_words, forged]


@every_kind
@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_else_is_his_yes(
    hall: Hall, kind: Kind, attack: Callable[[Hall, EmailMessage], None]
) -> None:
    asked = ask(hall, kind)
    before = hall.stands()
    attack(hall, asked)
    assert hall.stands() == before
    hall.answers(asked)  # and what was tried has closed nothing
    assert hall.stands() != before


# ---- once, and in time


@every_kind
def test_a_yes_counts_once(hall: Hall, kind: Kind) -> None:
    asked = ask(hall, kind)
    hall.answers(asked)
    after = hall.stands()
    for word in ("yes", "no", "yes"):
        hall.answers(asked, word)
        assert hall.stands() == after


@every_kind
def test_after_a_no_there_is_no_yes(hall: Hall, kind: Kind) -> None:
    asked = ask(hall, kind)
    hall.answers(asked, "no")
    after = hall.stands()
    hall.answers(asked)
    assert hall.stands() == after


@pytest.mark.parametrize("kind", LAPSING)
@pytest.mark.parametrize(("waited", "is_late"), [(PATIENCE - 1, False), (PATIENCE, True)])
def test_a_question_waits_a_fortnight(hall: Hall, kind: Kind, waited: int, is_late: bool) -> None:
    asked = ask(hall, kind)
    before, hall.now = hall.stands(), hall.now + waited
    hall.answers(asked)
    assert (hall.stands() == before) == is_late
    hall.now -= waited  # a clock that was set back opens none again
    hall.answers(asked)
    assert (hall.stands() == before) == is_late


def test_a_standby_who_has_thought_better_of_it_is_not_put_back_by_his_old_yes(hall: Hall) -> None:
    asked = ask(hall, standby_himself)
    hall.answers(asked)
    people.list_standby(hall.referee, "winter", "Dora", False, REFEREE)
    after = hall.stands()
    hall.answers(asked)
    assert hall.stands() == after


# ---- as they are stored


STORED = [
    ("held", "T1", "25b555c6079ba0a580054260f2efe26abbbb54da151a7975e4b18805d8f035cf"),
    ("held", "T1", "d486d13aaa73e324df23ab8c619c42a918c8327bfbdcb5a82831d06fdb180fb0"),
    ("asked", "question", "a2d5fc4b828e35a8a1ea9e811639b3a9a7ca25ae5b84ddb72ab24b74e7aac1c9"),
    ("asked", "question", "3e118da0adb1f9cad1985ac1dc2199033494a615e66352636f4ece14e9ca445b"),
    ("asked", "question", "957077cc2f8f902e6560b16987014657be4d84710372cda2fa1353c885e3ab1d"),
    ("asked", "question", "99847ce84feb12bd26e6a3d437c7de7da19a07ae4a3608d9325f004ba60cb463"),
    ("held", "sign-on", "e4e6523a18d489dc5c4063ab34ab3a69d611ef86041664e4ec1bafde3ad97dcc"),
    ("asked", "guest", "8a9580ee1d3b01960a0007dd4beb54fe8b6f9bd67186853eb413e2ee623c0726"),
    ("asked", "seating", "01ab182a0c656d5cff2d8235793436a49ead11e5e54303fe4f671ae6fb4e96ed"),
]
"""Of each kind its state, what stands in the place of a turn, and its mark as it is kept: questions that are
open in a store of before are answered by their mails of before."""


@pytest.mark.parametrize(("kind", "row"), [*zip(KINDS, STORED, strict=True)])
def test_what_is_stored_of_a_question_stays_as_it_is(
    hall: Hall, kind: Kind, row: tuple[str, str, str]
) -> None:
    ask(hall, kind)
    asked = "SELECT kind, turn, mark FROM mail_cases WHERE mark<>'' ORDER BY id"
    assert tuple(hall.record.recorder.rows(asked, ())[-1]) == row
