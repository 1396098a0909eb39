"""What the answers say: whole mails as they go out, their header fields, and that every line fits."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from referee.reading.reading import read_mail
from referee.reading.senders import is_address
from referee.seats.readers import set_reader
from referee.seats.tokens import shown
from referee.transport.letters import Letter, compose
from tests.referee.mail.test_desk_world import DESK, KEY, NOW, PEOPLE, World, about, body, mail, parse, world
from tests.tokens import token

__all__ = ["world"]  # the fixture

CARA = PEOPLE["kii"]


RECEIPT = re.compile(
    r"-----BEGIN RECEIPT [a-z]+ [a-z]+ [0-9]+-----\nMAIL (.+)\nHEAD ([0-9]+) [0-9a-f]{64}\n"
    r"(?:SEEN [a-z]+ [0-9a-f]{64}\n)*SIGNATURE [\w+/]+\n[\w+/=]+\n-----END RECEIPT-----\n"
)


def _receipt(found: re.Match[str]) -> str:
    return f"<receipt of {'no mail' if found[1] == '-' else 'a mail'} at event {found[2]}>\n"


def told(mail: EmailMessage) -> str:
    """The subject and the body, with hashes and tokens under names: they hang on everything."""
    text = RECEIPT.sub(_receipt, f"{mail['Subject']}\n\n{body(mail)}")
    text = re.sub("[0-9a-f]{64}", "<hash>", text)
    text = re.sub("head [0-9a-f]{16},", "head <head>,", text.replace("\n-- \n", "\n--\n"))
    text = re.sub(" +<$", "", text, flags=re.MULTILINE)  # what is new on the board has tests of its own
    return re.sub("(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}", "<token>", text)


GOOD = """\
Re: Your turn [winter T1 kii] Shinobi

1 order played. Cara, it is your turn in winter: place a card at home or move
one, the second of three actions.

  4 >   Put  UESUGI before iga
      Played: place uesugi in iga
        19  kii places a card of Uesugi in iga. [turn/deploy]

Write between these lines:

-----BEGIN ORDERS winter T1 kii-----
TOKEN <token>
HEAD 19 <hash>

-----END ORDERS winter T1 kii-----

You may order:
  place uesugi in kii              move uesugi from iga to ise|kii

                 Go-Hojo       Mori        Oda     Takeda     Uesugi
  iga                 .          .          .          .          1*
  ise                 .          .          .          .          .
> kii (you)           .          .          .          .          .
  * new since your last mail. You are Oda, secretly.
  Hand: Uesugi, Uesugi and Uesugi. Deck: 46 cards.

Ask by mail: help, board, unseen, odds. Shorter: mails short.

--
Proof: event 19, head <head>, signed.

<receipt of a mail at event 19>

:: Game: winter  Title: shinobi  Turn: T1  Seat: kii
:: Mail: answer  Event: 19  State: your-move  Due: -
"""

MIXED = """\
Re: [winter T2 kii] Shinobi

1 order played, 1 not readable, 1 not reached. It is the turn of iga (Anna) in
winter. Nothing to do for you.

  6 > place uesugi in kii
      Played: place uesugi in kii
        21  kii places a card of Uesugi at home. [turn/home]
        22  kii skips the attack. No army in another province can be attacked.
            [turn/attack]
        24  kii draws 2 cards: Uesugi and Uesugi. [turn/refill]
      1 more event: reply “log 20”.
  7 > attack oda in igo with uesugi
                    ^
      I do not know "igo". Expected a province: iga, ise or kii. Did you mean
      "iga"?
  8 > pass
      Not reached: pass

1 comment was not read as an order (line 5).
1 other line was not read as an order (line 1).

--
Proof: event 26, head <head>, signed.

<receipt of a mail at event 26>

:: Game: winter  Title: shinobi  Turn: T2  Seat: kii
:: Mail: answer  Event: 26  State: waiting  Due: -
"""

REFUSED = """\
Re: [winter T2 kii] Shinobi

That was for T1; it is T2 now. Nothing was played.

None of these lines was played:

  4 > move uesugi from iga to ise

It is the turn of iga (Anna) in winter. Nothing to do for you.

--
Proof: event 26, head <head>, signed.

<receipt of a mail at event 26>

:: Game: winter  Title: shinobi  Turn: T2  Seat: kii
:: Mail: answer  Event: 26  State: waiting  Due: -
"""

TURN = """\
Your turn [winter T2 iga] Shinobi

Anna, it is your turn in winter: place a card or send a ninja, the first of
three actions.
Write between these lines:

-----BEGIN ORDERS winter T2 iga-----
TOKEN <token>
HEAD 26 <hash>

-----END ORDERS winter T2 iga-----

You may order:
  place uesugi in ise        place|ninja uesugi in kii

                 Go-Hojo       Mori        Oda     Takeda     Uesugi
> iga (you)           .          .          .          .          1*
  ise                 .          .          .          .          .
  kii                 .          .          .          .          1*
  * new since your last mail. You are Uesugi, secretly.
  Hand: Uesugi, Ninja, Ninja and Ninja. Deck: 44 cards.

Since your last mail:
- To you: kii places a card of Uesugi in iga.
- kii places a card of Uesugi at home.
- kii skips the attack. No army in another province can be attacked.

Ask by mail: help, board, unseen, odds. Shorter: mails short.

--
Proof: event 26, head <head>, signed.

<receipt of no mail at event 26>

:: Game: winter  Title: shinobi  Turn: T2  Seat: iga
:: Mail: turn  Event: 26  State: your-move  Due: -
"""

STRANGER = """\
Re: your mail to Bugyo

Thank you for your mail. This address is read by a program that referees games
played by mail, and it does not know the address that you wrote from, so
nothing in your mail was read as an order. If you play here, write from the
address that your referee has registered, or ask your referee.

--

:: Game: -  Title: -  Turn: -  Seat: -
:: Mail: answer  Event: -  State: -  Due: -
"""

WARNING = """\
Warning [winter T1 kii] Shinobi

A mail with this turn's token of kii came from an address that is not
registered for this seat. It was refused, and nothing was played. If you wrote
it, write from the address that this mail came to. If not, somebody has seen
one of your mails: tell your referee, and show nobody the mails of the turn to
come. The token changes with every turn.

--
Proof: event 17, head <head>, signed.

<receipt of no mail at event 17>

:: Game: winter  Title: shinobi  Turn: T1  Seat: kii
:: Mail: warning  Event: 17  State: your-move  Due: -
"""


def test_whole_answers(world: World) -> None:
    world.desk.announce("winter")
    world.out()
    stale = mail(world.block("kii", "move uesugi from iga to ise"), CARA, id="<3@example.org>")
    world.desk.handle(world.orders("  Put  UESUGI before iga  "))
    assert told(world.only()) == GOOD
    mixed = world.block(
        "kii", "; second action", "place uesugi in kii", "attack oda in igo with uesugi", "pass"
    )
    text = f"Hello!\n{mixed}> pass\n> pass\n-- \nCara\n"
    world.desk.handle(mail(text, CARA, id="<2@example.org>"))
    answer, turn, _news = world.out()
    assert told(answer) == MIXED
    assert told(turn) == TURN
    world.desk.handle(stale)
    assert told(world.only()) == REFUSED


def test_whole_answers_to_those_who_are_not_the_seat(world: World) -> None:
    world.desk.handle(mail(world.block("kii", "Good day!"), "mallory@example.org"))
    warning, answer = world.out()
    assert told(answer) == STRANGER
    assert told(warning) == WARNING


def test_the_block_of_an_answer_can_be_filled_in_as_it_is(world: World) -> None:
    world.desk.handle(world.orders(world.legal()[0]))
    said = body(world.out()[0])
    filled = said[said.index("-----BEGIN") : said.index("You may order:")].replace(
        "\n\n", f"\n{world.legal()[0]}\n", 1
    )
    handled = world.desk.handle(mail(filled, CARA, id="<2@example.org>"))
    assert [result.outcome for result in handled.results] == ["played"]


def test_an_answer_that_is_quoted_whole_is_no_order(world: World) -> None:
    world.desk.handle(world.orders(world.legal()[0]))
    quoted = "".join(f"> {line}\n" for line in body(world.out()[0]).splitlines())
    handled = world.desk.handle(
        mail(f"Thanks, nice!\n\nOn Monday, Bugyo wrote:\n{quoted}", CARA, id="<2@x.org>")
    )
    assert "played" not in [result.outcome for result in handled.results]


def test_an_answer_is_read_as_a_robots_mail_by_a_desk_like_ours(world: World) -> None:
    world.desk.handle(world.orders(world.legal()[0]))
    for one in world.out():
        assert read_mail(one.as_bytes()).robot
        assert read_mail(one.as_bytes(), own_address=DESK).robot == "our own"


# ---- header fields


def test_the_header_fields_of_an_answer(world: World) -> None:
    raw = mail(
        world.block("kii", "pass"), CARA, References="<0@example.org>", Subject="=?utf-8?q?=0ABcc:_a?="
    )
    world.desk.handle(raw)
    answer = world.out()[0]
    assert re.fullmatch(r"<winter\.18\.kii\.answer\.[0-9a-f]{16}@bugyo\.invalid>", answer["Message-ID"])
    assert {name: str(value) for name, value in answer.items() if name != "Message-ID"} == {
        "From": f'"Bugyo, for winter" <{DESK}>',
        "Reply-To": DESK,
        "To": CARA,
        "Subject": "Re: Your turn [winter T1 kii] Shinobi",
        "Date": "Wed, 18 Nov 2026 11:06:40 +0000",
        "In-Reply-To": "<1@example.org>",
        "References": answer["References"],
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": f"bugyo {DESK}",
        **{f"X-Bugyo-{name}": value for name, value in about(answer).items()},
        "Content-Type": 'text/plain; charset="utf-8"',
        "Content-Transfer-Encoding": "8bit",
        "MIME-Version": "1.0",
    }
    turn, *theirs = answer["References"].split()
    assert re.fullmatch(r"<winter\.kii\.turn\.[0-9a-f]{16}@bugyo\.invalid>", turn)
    assert theirs == ["<0@example.org>", "<1@example.org>"]


def test_who_wishes_for_proof_gets_the_checkpoint_with_each_mail(world: World) -> None:
    set_reader(world.record, CARA, mails="proof")
    world.desk.handle(world.orders("pass"))
    answer = world.out()[0]
    assert re.fullmatch(r'multipart/mixed; boundary="[0-9a-f]{32}"', answer["Content-Type"])
    text, checkpoint = answer.iter_parts()
    assert text["Content-Type"] == 'text/plain; charset="utf-8"'
    assert checkpoint["Content-Disposition"] == 'attachment; filename="checkpoint.txt"'
    assert checkpoint.get_content().startswith("bugyo/winter\n18\n")


EVIL = [
    "<=?utf-8?q?=0D=0ABcc:_evil@example.org?=@x>",
    "<a=?utf-8?b?DQpCY2M6IGV2aWxAZXhhbXBsZS5vcmc=?=b@x>",
    "<" + "x" * 490 + "@x>",
    "<1@x>\r\nBcc: evil@example.org",
    "<\u202e@x>",
]


@pytest.mark.parametrize("evil", EVIL)
def test_nothing_of_the_incoming_header_breaks_out_of_ours(world: World, evil: str) -> None:
    world.desk.handle(mail("pass", CARA, id=evil, References=f"<0@x> {evil} <2@x>", Subject=evil))
    raw = world.only().as_bytes()
    fields = [line.split(b":")[0] for line in raw.split(b"\n\n")[0].split(b"\n")]
    assert b"Bcc" not in fields
    assert all(len(line) < 998 for line in raw.split(b"\n"))


@pytest.mark.parametrize(
    "sender",
    ["=?utf-8?q?=0D=0ABcc:evil?=@example.org", "a..b@example.org", ".@example.org", "a'b=c@example.org"],
)
def test_odd_senders_do_not_stop_the_desk(world: World, sender: str) -> None:
    assert world.desk.handle(mail("pass", sender)).exit in (65, 67)
    for one in world.out():
        assert "Bcc" not in one
        assert one["To"] == sender


def test_a_long_thread_keeps_its_beginning_and_its_newest_ids() -> None:
    thread = [f"<{n}.{'x' * 50}@example.org>" for n in range(50)]
    letter = Letter(CARA, "s", "b\n", "n", thread=thread, answers=thread[-1])
    kept = str(parse(compose(letter, DESK, NOW))["References"]).split()
    assert kept[0] == thread[0]
    assert kept[1:] == thread[-len(kept) + 1 :]
    assert len(" ".join(kept)) <= 900


@pytest.mark.parametrize("bad", ["", "a", "a@b\nBcc: c", "a b@c", "=?x?=@y", "Anna <a@b>", "ж@b", "a@b,c@d"])
def test_what_is_no_address_is_not_written_to(bad: str) -> None:
    assert not is_address(bad)


# ---- every line fits


def test_no_line_of_any_mail_is_wider_than_78_columns(tmp_path: Path) -> None:
    """A game by mail in which every kind of nonsense is sent along."""
    world = World(tmp_path)
    world.desk.announce("winter")
    random, sent = Random(2), 0
    nonsense = [
        "x" * 200,
        "attack " + "oda " * 40,
        "place " + "織田" * 60,
        "\x1b[31mpass\x07",
        "оrder ж" * 30,
    ]
    mails: list[EmailMessage] = []
    while not world.game.is_over() and sent < 25:
        lines = [random.choice(world.legal()), random.choice(nonsense)]
        world.desk.handle(world.orders(*lines, id=f"<{sent}@example.org>"))
        mails += world.out()
        sent += 1
    for one in mails:
        for line in body(one).splitlines():
            assert len(line) + sum(sign >= "\u2e80" for sign in line) <= 78, line
            assert line.isprintable(), line
    world.record.close()


def test_a_long_line_is_shown_whole(world: World) -> None:
    line = "place " + "ab" * 200
    world.desk.handle(world.orders(line))
    said = body(world.out()[0])
    rows = re.findall(r"^ {2}4 > (.*)$|^ {4}> (.*)$", said, re.MULTILINE)
    assert "".join(a or b for a, b in rows) == line


def test_the_token_is_in_the_block_and_nowhere_else(world: World) -> None:
    world.desk.handle(world.orders(world.legal()[0]))
    for one in world.out():
        seat = next(seat for seat, address in PEOPLE.items() if address == one["To"])
        for other in PEOPLE:
            expected = int(other == seat and seat == world.seat)
            assert body(one).count(shown(token(KEY, "winter", other, world.game.turn))) == expected
