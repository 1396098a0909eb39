"""“agree to show” by mail, while a game is played and after its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.sealed import REFEREE
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.test_desk_world import PEOPLE, about, body, mail
from tests.referee.mail.test_letters import ANNA, BELA, CARA, Club


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def says(club: Club, line: str, address: str) -> dict[str, str]:
    """What everybody is told because of a line, once its writer has said that it is his."""
    club.desk.handle(mail(f"{line}\n", address, id=f"<{line}{address}>"))
    asked = club.out()[address]
    club.desk.handle(mail("yes\n", address, id=f"<yes{line}{address}>", Subject=f"Re: {asked['Subject']}"))
    return {to: " ".join(body(one).split()) for to, one in club.out().items()}


def end(club: Club) -> None:
    people.abandon(club.referee, "winter", "Spring.", Act(COMMAND_LINE, person=REFEREE))
    club.desk.tell("winter")
    assert {about(one)["State"] for one in club.out().values()} == {"over"}


def test_all_have_to_agree_before_or_after_the_end(club: Club) -> None:
    said = says(club, "agree to show", CARA)
    assert all("kii agrees to show the game once it is over." in one for one in said.values())
    end(club)
    said = says(club, "agree to show", ANNA)
    assert said.keys() == set(PEOPLE.values())
    assert not club.record.load("winter").game.register.consents("show")
    says(club, "agree to show", BELA)
    assert club.record.load("winter").game.register.consents("show")


def test_the_word_can_be_taken_back_after_the_end(club: Club) -> None:
    for address in PEOPLE.values():
        says(club, "agree to show", address)
    end(club)
    said = says(club, "disagree to show", BELA)
    assert "ise agrees to show the game no more." in said[BELA]
    assert not club.record.load("winter").game.register.consents("show")


def test_a_stranger_or_a_forged_mail_agrees_to_nothing(club: Club) -> None:
    end(club)
    for address in PEOPLE.values():
        club.desk.handle(mail("agree to show\n", address, id=f"<{address}>"))
    club.desk.handle(mail("agree to show\n", "eve@example.org", id="<eve>"))
    assert club.record.load("winter").game.register.agreed == {}


def test_nothing_else_is_agreed_on_after_the_end(club: Club) -> None:
    end(club)
    said = says(club, "agree to pause", ANNA)
    assert "The game is over." in said[ANNA]
