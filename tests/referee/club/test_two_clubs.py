"""Two clubs on one machine, with the same people and lists of the same names: neither knows of the other."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.club.club_file import Club
from referee.club.ratings import ratings
from referee.seats.own_games import address_at, games_path
from referee.seats.tokens import server_key
from tests.referee.club.signing_on import ANNA, ANYBODY, BELA, CARA, CREATE, Clubhouse, said, text
from tests.referee.mail.players import BLOCK

Clubs = tuple[Clubhouse, Clubhouse]


@pytest.fixture
def clubs(tmp_path: Path) -> Iterator[Clubs]:
    """Even their desks are called the same, which no two clubs' are."""
    folders = tmp_path / "one", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    one, other = Clubhouse(folders[0]), Clubhouse(folders[1], replace(ANYBODY, language="fr"))
    yield one, other
    one.record.close()
    other.record.close()


def stands(club: Clubhouse) -> object:
    """All that one can see of a club."""
    games = [(name, club.record.load(name).game.position) for name in club.record.games()]
    return games, club.lists.waiting(), [club.record.addresses(name) for name, _position in games]


def fill(club: Clubhouse) -> EmailMessage:
    """A game of three; the mail that invites Bela to it."""
    for sender, line in ((ANNA, CREATE), (BELA, "join summer"), (CARA, "join summer")):
        club.says(sender, line)
    return next(one for one in club.last[BELA] if BLOCK.search(text(one)))


def test_a_word_at_the_wrong_desk_does_nothing(clubs: Clubs) -> None:
    one, other = clubs
    for club in clubs:
        club.says(ANNA, CREATE)
    one.write(BELA, "join summer")
    (question,) = one.out()[BELA]
    before = stands(other)
    other.answers(question)
    assert stands(other) == before
    assert [each.person for each in one.lists.get("summer").signed] == ["Anna"]
    assert "stand on the list" in one.answers(question)
    assert stands(other) == before


def test_a_list_of_the_same_name_is_another_list(clubs: Clubs) -> None:
    one, other = clubs
    other.says(ANNA, CREATE)
    before = stands(other)
    fill(one)
    assert stands(other) == before
    assert other.lists.get("summer").lacking == 2
    answers = [other.says(sender, "join summer") for sender in (BELA, CARA)]
    assert "liste" in answers[0]
    of_one, of_other = (club.record.load("summer").game.opening() for club in clubs)
    assert of_one.lot is not None
    assert of_other.lot is not None
    assert of_one.lot.secret != of_other.lot.secret


def test_tokens_and_links_of_one_are_nothing_to_the_other(clubs: Clubs) -> None:
    one, other = clubs
    mails = fill(one), fill(other)
    before = stands(other)
    block = BLOCK.search(text(mails[0]))
    assert block
    filled = block[0].replace("\n\n", "\njoin a phrase that is meant for the one club\n", 1)
    other.write(BELA, filled, Subject=f"Re: {mails[0]['Subject']}")
    assert stands(other) == before
    assert not other.record.load("summer").game.ledger.phrases
    other.out()
    one.write(BELA, filled, Subject=f"Re: {mails[0]['Subject']}")
    assert len(one.record.load("summer").game.ledger.phrases) == 1
    assert stands(other) == before
    assert server_key(one.record) != server_key(other.record)
    token = games_path(one.record, BELA).split("/")[2]
    assert address_at(one.record, token) == BELA
    assert address_at(other.record, token) == ""


def test_games_and_ratings_tell_of_one_club(clubs: Clubs) -> None:
    one, other = clubs
    fill(one)
    other.says(ANNA, CREATE.replace("summer", "autumn"))
    for club in clubs:
        club.later(1)
        club.write(BELA, "games")
    here, there = (said(club.out()[BELA][0]) for club in clubs)
    assert "summer" in here
    assert "autumn" not in here
    assert "join autumn" in there
    assert "summer" not in there
    assert ratings(one.record) == ratings(other.record) == ()


def test_who_is_known_in_one_is_a_stranger_in_the_other(clubs: Clubs) -> None:
    one, other = clubs
    fill(one)
    for club in clubs:
        club.later(1)
        club.serve(Club())
    assert "stand on the list" in one.says(BELA, "create shinobi for 3")
    other.write(BELA, "create shinobi for 3")
    (told,) = other.out()[BELA]
    assert "whoever plays here" in said(told)
    assert not other.lists.waiting()
