"""What a reader chooses of his mails, and that nobody else gains by choosing for him."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from domain.kit.errors import StaleOrder
from domain.kit.sealed import REFEREE
from projections.language.catalogues import Reader
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.readers import MAILS, described, reader_of, set_reader
from referee.seats.tokens import shown
from tests.referee.mail.test_desk_world import KEY, PEOPLE, about, body, mail
from tests.referee.mail.test_letters import ANNA, BELA, CARA, Club
from tests.tokens import token


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


CHOICES = [
    ("short", Reader(length="short")),
    ("Full", Reader(length="full")),
    ("only  my turn.", Reader(length="only my turn")),
    ("plain", Reader(plain=True)),
    ("proof", Reader(proof=True)),
    ("dark", Reader(dark=True)),
]


@pytest.mark.parametrize(("words", "reader"), CHOICES, ids=[row[0] for row in CHOICES])
def test_a_choice_is_kept_and_told_in_a_sentence(club: Club, words: str, reader: Reader) -> None:
    handled = club.desk.handle(mail(f"mails {words}\n", ANNA, id="<c@x>"))
    assert handled.exit == 0
    assert reader_of(club.record, ANNA) == reader
    (answer,) = club.out().values()
    said = " ".join(body(answer).partition("\n-- \n")[0].split())
    assert said == f"{described(reader)} If you did not ask for this, answer “mails normal”."


@pytest.mark.parametrize("words", MAILS)
def test_each_choice_can_be_taken_back(club: Club, words: str) -> None:
    set_reader(club.record, ANNA, mails=words)
    for back in ("normal", "html", "no proof", "light"):
        set_reader(club.record, ANNA, mails=back)
    assert reader_of(club.record, ANNA) == Reader()


def test_what_cannot_be_chosen_is_answered_with_what_can(club: Club) -> None:
    with pytest.raises(
        StaleOrder, match=r"Mails cannot be “purple”\. They can be: short, full, only my turn"
    ):
        set_reader(club.record, ANNA, mails="purple")
    club.desk.handle(mail("mails purple\n", ANNA, id="<c@x>"))
    assert "Mails cannot be “purple”." in body(club.out()[ANNA])
    assert reader_of(club.record, ANNA) == Reader()


def test_a_wish_of_an_older_bugyo_is_read_still(club: Club) -> None:
    club.record.set(f"reader/{ANNA}", b'["fr","Europe/Paris","07:30"]')
    assert reader_of(club.record, ANNA) == Reader("fr", "Europe/Paris", "07:30")


def test_who_wants_only_his_turn_gets_no_news_but_what_is_decided(club: Club) -> None:
    set_reader(club.record, BELA, mails="only my turn")
    club.order(id="<1@x>")
    mails = club.order(id="<2@x>")
    assert {to: about(one)["Mail"] for to, one in mails.items()} == {CARA: "answer", ANNA: "turn"}
    people.pause(club.referee, "winter", "Snow.", 0, Act(COMMAND_LINE, person=REFEREE))
    club.desk.tell("winter")
    assert "Snow." in body(club.out()[BELA])
    people.abandon(club.referee, "winter", "Spring.", Act(COMMAND_LINE, person=REFEREE))
    club.desk.tell("winter")
    assert about(club.out()[BELA])["Mail"] == "end"


def test_what_was_not_told_is_told_with_the_next_turn(club: Club) -> None:
    set_reader(club.record, BELA, mails="only my turn")
    nth = 0
    while club.record.load("winter").game.awaited() != ("ise",):
        nth += 1
        mails = club.order(id=f"<{nth}@x>")
    said = " ".join(body(mails[BELA]).split())
    assert "kii places a card" in said


def test_short_mails_have_no_board_and_ask_all_the_same(club: Club) -> None:
    set_reader(club.record, CARA, mails="short")
    club.desk.remind("winter")
    said = body(club.out()[CARA])
    assert "Go-Hojo  " not in said
    assert "-----BEGIN ORDERS winter T1 kii-----" in said
    assert "You may order:" in said


# ---- one tap


def tapped(field: str) -> tuple[str, str]:
    """Subject and body that the link of a field makes, of RFC 6068."""
    link = urlsplit(field.strip("<>"))
    assert link.scheme == "mailto"
    wanted = {name: values[0] for name, values in parse_qs(link.query).items()}
    return wanted["subject"], wanted["body"]


def test_one_tap_in_news_ends_the_news_and_needs_no_token(club: Club) -> None:
    club.order(id="<1@x>")
    news = club.order(id="<2@x>")[BELA]
    assert about(news)["Mail"] == "news"
    assert "TOKEN" not in body(news)
    subject, said = tapped(str(news["List-Unsubscribe"]))
    handled = club.desk.handle(mail(f"{said}\n", BELA, id="<tap@x>", Subject=subject))
    assert handled.exit == 0
    assert reader_of(club.record, BELA).length == "only my turn"
    assert "only" not in body(club.out()[BELA]).partition("\n-- \n")[2]


def test_only_news_and_digests_have_the_tap(club: Club) -> None:
    set_reader(club.record, BELA, digest="18:00")
    club.order(id="<1@x>")
    mails = club.order(id="<2@x>")
    club.now += 8 * 3_600_000
    club.desk.sweep(club.now)
    digest = club.out()[BELA]
    assert about(digest)["Mail"] == "digest"
    assert tapped(str(digest["List-Unsubscribe"]))[1] == "mails only my turn"
    assert all(one["List-Unsubscribe"] is None for one in mails.values())


def test_a_stranger_chooses_nothing_and_learns_nothing(club: Club) -> None:
    club.desk.handle(mail("mails only my turn\n", "mallory@example.org", id="<m@x>"))
    (answer,) = club.out().values()
    assert answer["To"] == "mallory@example.org"
    assert "does not know the address" in " ".join(body(answer).split())
    assert reader_of(club.record, "mallory@example.org") == Reader()


def test_a_choice_beside_an_order_needs_what_the_order_needs(club: Club) -> None:
    """Nothing of a mail with anything else in it is done on the word of a sender alone."""
    club.desk.handle(mail("mails short\nplace uesugi in iga\n", CARA, id="<m@x>"))
    assert reader_of(club.record, CARA) == Reader()


def test_a_choice_in_the_block_is_done_beside_the_order(club: Club) -> None:
    names = f"winter {club.record.load('winter').game.turn} kii"
    made = shown(token(KEY, "winter", "kii", "T1"))
    block = f"-----BEGIN ORDERS {names}-----\nTOKEN {made}\nmails short\n-----END ORDERS {names}-----\n"
    club.desk.handle(mail(block, CARA, id="<m@x>"))
    assert reader_of(club.record, CARA).length == "short"
    assert PEOPLE["kii"] == CARA
