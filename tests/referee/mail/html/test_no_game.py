"""The HTML of mails that show no game: digests, answers to strangers, questions to those who have no seat.

A browser is not asked: what these have in them is words, taps that answer, and nothing of a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.games.addresses import keep_address
from referee.mail.html.dress import dresser
from referee.seats.readers import set_reader
from tests.referee.mail.test_desk_lines import CARA, DORA, Talking
from tests.referee.mail.test_desk_world import DESK, NOW, body, mail

pytestmark = pytest.mark.of_files

DAY = 86_400_000
STRANGER = "mallory@example.net"
HOSTILE = "<img src=https://evil.example/1.gif onerror=alert(1)>"


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    made.desk._post.dress = dresser(DESK, pytest.fail)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def html(raw: EmailMessage) -> str:
    found = raw.get_body(("html",))
    assert found is not None, raw["Subject"]
    return str(found.get_content())


def to(talking: Talking, address: str) -> EmailMessage:
    (found,) = [one for one in talking.out() if one["To"] == address]
    return found


def test_a_stranger_reads_in_both_what_this_address_is(talking: Talking) -> None:
    talking.desk.handle(mail(f"{HOSTILE}\n", STRANGER))
    answer = to(talking, STRANGER)
    assert "Thank you for your mail." in html(answer)
    assert "Thank you for your mail." in body(answer)
    assert "evil" not in html(answer)
    assert "cid:" not in html(answer)
    assert len(html(answer).encode()) < 5_000


def test_whoever_asks_for_a_seat_confirms_it_by_a_tap(talking: Talking) -> None:
    keep_address(talking.record, "winter", "Dora", DORA)
    talking.desk.handle(mail("standby on\n", DORA, Subject="[winter T1 iga]"))
    asked = to(talking, DORA)
    assert "says “standby on”" in " ".join(html(asked).split())
    assert html(asked).count('href="mailto:') == 2
    assert "CONFIRM" in html(asked)


def test_a_digest_has_what_people_wrote_and_nobody_writes_its_html(talking: Talking) -> None:
    set_reader(talking.record, CARA, digest="18:00")
    talking.desk.sweep(NOW)
    talking.say(f"press to all: {HOSTILE}", seat="iga")
    talking.out()
    talking.desk.sweep(NOW + DAY)
    digest = to(talking, CARA)
    assert digest["Subject"] == "Bugyo: news of 1 game"
    made = html(digest)
    assert "<img" not in made
    assert "evil.example" in made
    assert "This is the digest that you wished for." in made
    assert "TOKEN" not in made


def test_who_wants_text_alone_gets_no_html_of_these_either(talking: Talking) -> None:
    set_reader(talking.record, STRANGER, mails="plain")
    talking.desk.handle(mail("Hello\n", STRANGER))
    assert to(talking, STRANGER).get_body(("html",)) is None
