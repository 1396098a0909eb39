"""Answers are taken as people write them: the corpus of replies on a real desk, and what is never played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.identity import confirming
from referee.mail.desk import handling, meant
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from tests.pace import rounds
from tests.referee.mail.corpus.figures import Games, figures, text
from tests.referee.mail.corpus.replies import as_page
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_world import DESK, World, body, mail

SAMPLE = 59
"""One of so many mails is tried: prime, so that every way, program and decoy has its turn."""


@pytest.mark.budget(100, "programs of people answer mails of games in their own ways")
def test_replies_are_played_and_decoys_are_not(tmp_path: Path) -> None:
    found = figures(tmp_path, SAMPLE)
    assert all(one.holds for one in found), text(found)
    assert sum(one.of for one in found) > 35


@pytest.mark.soak
@pytest.mark.of_files
def test_every_reply_of_the_corpus(tmp_path: Path) -> None:
    found = figures(tmp_path)
    assert all(one.holds for one in found), text(found)


# ---- the word


YES = (
    *(
        "yes",
        "Yes.",
        "YES!",
        "y",
        "Yes, please.",
        "yes please",
        "Yes, thanks!",
        "yes, I confirm",
        "Yes - go ahead.",
    ),
    *("Oui, merci", "oui.", "Да, пожалуйста", "да", "Ja, danke", "Ja, bitte", "Sí, por favor", "Sì, grazie"),
    *(
        "Tak, dziękuję",
        "はい",
        "はい、お願いします",
        '"yes"',
        "*Yes*",
        "Yes\n\nCara",
        "Yes,\nCara",
        "Yes, thanks.\nCara Smith",
    ),
    *(
        "Hello!\n\nyes\n\nBest regards,\nCara",
        "yes\n-- \nCara\nNot on Mondays",
        "Yes.\n\nThis mail is for its reader.",
    ),
)
NO_WORD = (
    *("Yes, I am on holiday", "Yes?", "Yes, but not yet", "Yes and no", "Yes, if Boris agrees", "Yes we can"),
    *("yes, pass", "Yes, I got your mail", "Yes, I will answer tomorrow", "Yes, what is it", "yesterday"),
    *(
        "Yes,\nI am on holiday until 5 December",
        "Yes.\nWait for my next mail",
        "Yes.\n\nOops, please ignore this",
    ),
    *("Yes.\n\nDid you get my move?", "Oui, je suis en vacances", "Да, но позже", "Ja, aber nicht so", "Ok"),
    *("I said yes", "Not yes", "Yes, it is raining", "Sí, pero no", "はい、でも", "yes no"),
)
TRAPS = 21


def word_of(text: str) -> str:
    return confirming.word(read_mail(mail(f"{text}\n\n> CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF\n")))


@pytest.mark.parametrize("text", YES)
def test_yes_with_thanks_and_affirmation_is_yes(text: str) -> None:
    assert word_of(text) == "yes"


@pytest.mark.parametrize("text", NO_WORD)
def test_a_yes_that_says_more_is_none(text: str) -> None:
    assert len(NO_WORD) >= TRAPS
    assert word_of(text) == ""


def test_no_is_no() -> None:
    assert [word_of(text) for text in ("no", "No, thanks.", "Non merci", "Нет!", "No way")] == ["no"] * 4 + [
        ""
    ]


_TWO = (
    'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nyes\r\n'
    "--b\r\nContent-Type: text/{}\r\n\r\nX\r\n--b--\r\n"
)
TAPS = (
    _TWO.format("vnd.google.email-reaction+json"),
    _TWO.format("calendar; charset=utf-8;\r\n method=REPLY"),
    "Content-Type: text/plain; charset=utf-8\r\n\r\n👍 Cara reacted to your message:\r\nyes\r\n",
)


@pytest.mark.parametrize("body", TAPS)
def test_a_tap_on_a_sign_or_in_a_calendar_is_no_answer(body: str) -> None:
    head = "From: cara@example.org\r\nTo: referee@bugyo.invalid\r\nSubject: Re: x\r\nMIME-Version: 1.0\r\n"
    assert read_mail((head + body).encode()).robot == "no answer"
    assert read_mail((head + "\r\nCara reacted.\r\n").encode()).robot == ""


def test_a_word_in_html_alone_is_heard() -> None:
    page = "<div>Yes, please.</div><blockquote>CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF</blockquote>"
    read = read_mail(mail(page, Content_Type="text/html; charset=utf-8", MIME_Version="1.0"))
    assert (confirming.word(read), read.confirms, read.problem) == ("yes", "AAAABBBBCCCCDDDDEEEEFFFF", "")
    page = "<div>place oda in iga</div><blockquote>CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF</blockquote>"
    read = read_mail(mail(page, Content_Type="text/html; charset=utf-8", MIME_Version="1.0"))
    assert not [line for line in read.lines if line.kind == "order"]


# ---- doubts


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    made = Games(tmp_path)
    yield made
    made.record.close()


def answered(games: Games, *lines: str, **fields: str) -> tuple[str, int]:
    """What becomes of a reply of these lines, in which {block} is a filled block, {order} the order in it."""
    name, seat, ours, legal = games.next()
    block = ours.block.splitlines()
    filled = "\n".join([*block[:-1], legal[0], block[-1]])
    text = "\n".join(lines).format(
        block=filled, order=legal[0], other=legal[1], quoted=ours.text.replace("\n", "\n> ")
    )
    made = {"Subject": f"Re: {ours.subject}", "In_Reply_To": ours.id} | fields
    why = games.desk.handle(mail(f"{text}\n", ours.to, f"<{name}@x.org>", **made)).why
    return why, games.given(name, seat)


BESIDE = (
    *("Hello!", "Good luck to all.", "Here is what I do, as we said.", "Sorry for the delay", "Cara"),
    *("Danke schön", "I love this game!", "The weather is fine."),
)
MORE = (
    *("Is this right?", "Please ignore this one.", "{other}", "I am afraid of uesugi", "Did you get my move"),
    *("Annulez, svp", "не играйте это", "Uesugi!", "press to all"),
)


@pytest.mark.parametrize("text", BESIDE)
@pytest.mark.parametrize("form", ["{text}\n\n{{block}}", "{{block}}\n\n{text}"])
def test_talk_beside_a_block_is_talk(games: Games, text: str, form: str) -> None:
    assert answered(games, form.format(text=text)) == ("1 order played", 1)


@pytest.mark.parametrize("text", MORE)
def test_more_beside_a_block_is_asked_about(games: Games, text: str) -> None:
    assert answered(games, text, "", "{block}") == (WAITS, 0)
    said = told(games)
    assert "Beside its block it says" in said
    assert "is legal now" in said


WAITS = (
    "Held until the registered address confirms it: It may not be meant as it reads; its sender is asked "
    "what he means."
)
"""What the desk itself says: of an order that waits, and whether it is legal, its seat alone may know."""


def told(world: World | Table) -> str:
    """What the mails say that have gone out since."""
    return " ".join(" ".join(body(one).split()) for one in world.out())


def test_what_would_be_refused_is_not_asked_about(games: Games) -> None:
    quoted = ("", "On 1 May 2026, Bugyo wrote:", "> {quoted}")
    why, given = answered(games, "attack oda in ise with mori", "Or not?", *quoted)
    assert why == "Its first order is none that its seat may give now. Nothing of it was played."
    assert "“attack oda in ise with mori” is no order that you may give now" in told(games)
    assert given == 0


QUOTED = ("", "On 1 May 2026, Bugyo wrote:", "> {quoted}")


def test_courtesies_around_orders_are_neither_counted_nor_listed(games: Games) -> None:
    lines = ("Hi Bugyo,", "", "{order}", "", "Best regards,", "Cara", "sent from my train")
    assert answered(games, *lines, *QUOTED) == ("1 order played", 1)
    said = read_again(games)
    assert "Played: " in said
    assert not [word for word in ("Hi Bugyo", "regards", "Cara\n", "train", "^") if word in said]


def test_what_names_something_of_the_game_is_no_courtesy(games: Games) -> None:
    """It may be an order that is said politely: where it cannot be read, it is listed, and what
    stands below it waits."""
    lines = ("Hello,", "Please Oda Iga", "{order}", "Thanks")
    assert answered(games, *lines, *QUOTED) == ("1 order not readable, 1 not reached", 0)
    said = read_again(games)
    assert "2 > Please Oda Iga" in said
    assert not [word for word in ("Hello", "Thanks") if word in said]


def read_again(games: Games) -> str:
    """The lines of the mail in its answer."""
    (said,) = [body(one) for one in games.out() if str(one["Subject"]).startswith("Re: ")]
    return said.partition("-----BEGIN")[0]


def test_an_order_below_a_long_press_may_be_its_second_line(games: Games) -> None:
    long, short = (
        "press to all: " + "I wonder what all of you are going to do in this " * 2,
        "press to all: Hi",
    )
    for press, expected in ((long, 0), (short, 1)):
        name, seat, ours, legal = games.next()
        block = ours.block.splitlines()
        text = "\n".join([*block[:-1], press, legal[0], block[-1], ""])
        why = games.desk.handle(mail(text, ours.to, f"<{name}@x.org>")).why
        assert games.given(name, seat) == expected, why
        assert ("may be its second line" in told(games)) == (not expected)


def test_an_order_that_a_program_has_broken_is_asked_about(tmp_path: Path) -> None:
    table = Table(
        tmp_path, 1, title="twilight_shogun", people={"anti": "a@example.org", "pro": "p@example.org"}
    )
    whole = "play shuseikan action: influence satsuma 1 tosa 1 choshu 1 mito 1 kaga 1 owari 1"
    cut = whole.index(" kaga")
    text = table.block("anti", whole[:cut], whole[cut:].strip())
    assert table.desk.handle(mail(text, "a@example.org", "<c@x.org>")).why == WAITS
    assert "may go on in the line below it" in told(table)
    text = table.block("anti", whole[:cut], "Thanks!")
    assert table.desk.handle(mail(text, "a@example.org", "<d@x.org>")).why != WAITS
    table.record.close()


ENDING: tuple[str, ...] = (
    "Concede",
    "CONCEDE.",
    "concède",
    "сдаю",
    "Agree to draw",
    "accepte to draw",
    "согласен to a draw",
)
ENDING += ("agree that {other} wins", "Resign Seat: I am ill", "Agree to abandon", "later Concede")


def test_what_may_end_a_game_is_asked_about_however_it_is_written(games: Games) -> None:
    """By what a line means, not by how it is spelt."""
    name, seat, ours, _legal = games.next()
    game, block = games.record.load(name).game, ours.block.splitlines()
    other = next(one for one in game.seats if one != seat)
    lines = [line.format(other=other) for line in ENDING]
    for line in (*lines, "agree to pause", "disagree to draw", "agree to take back"):
        text = "\n".join([*block[:-1], line, block[-1], ""])
        read = read_mail(mail(text, ours.to), own_address=DESK)
        asks = handling._may_be_unsure(read) and meant.doubt(game, seat, read, lambda text: False) is not None
        assert asks is (line in lines), line


def test_what_ends_a_seat_is_asked_about(games: Games) -> None:
    name, seat, ours, _legal = games.next()
    block = ours.block.splitlines()
    text = "\n".join([*block[:-1], "resign seat I move house", block[-1], ""])
    assert games.desk.handle(mail(text, ours.to, "<r@x.org>")).why == WAITS
    assert "which is always asked once more" in told(games)
    assert games.record.load(name).game.register.holders[seat]


def test_what_is_struck_out_is_not_played(games: Games) -> None:
    name, seat, ours, legal = games.next()
    struck = f"<html><body><div><s>{legal[0]}</s></div><blockquote>{ours.page}</blockquote></body></html>"
    text = f"{legal[0]}\n\nBugyo wrote:\n" + "".join(f"> {line}\n" for line in ours.text.splitlines())
    both = (
        'Content-Type: multipart/alternative; boundary="b"\n\n'
        f"--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/html\n\n{struck}\n--b--\n"
    )
    head = f"From: {ours.to}\nTo: x@y.org\nSubject: Re: {ours.subject}\nIn-Reply-To: {ours.id}\n"
    assert "struck out" in games.desk.handle(f"{head}MIME-Version: 1.0\n{both}".encode()).why
    games.desk.handle(as_page(ours, struck, "struck"))
    assert games.given(name, seat) == 0


def test_a_mail_of_which_dmarc_failed_raises_no_question_without_a_token(tmp_path: Path) -> None:
    games = Games(tmp_path)
    games.desk = Desk(games.referee, games.outbox, clock=lambda: games.now, authserv_ids=("mx.example.net",))
    _name, _seat, ours, legal = games.next()
    fields = {"Authentication_Results": "mx.example.net; dmarc=fail header.from=example.org"}
    games.desk.handle(mail(f"{legal[0]}\n", ours.to, "<f@x.org>", Subject=f"Re: {ours.subject}", **fields))
    assert games.out() == []
    games.record.close()


def test_a_thousand_quoted_blocks_take_no_longer_than_others() -> None:
    lines = (
        "-----BEGIN ORDERS winter T1 kii-----",
        "TOKEN AAAA-BBBB-CCCC-DDDD-EEEE-FFFF",
        "-----END ORDERS-----",
    )
    begun = time.process_time()
    read_mail(mail("".join(f"> {line}\n" for line in lines) * 660))
    assert rounds(time.process_time() - begun) < 270
