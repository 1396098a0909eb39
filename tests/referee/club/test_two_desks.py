"""Two desks of one club at the same moment, on one store: each place is given once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path
from threading import Barrier

import pytest

from referee.audit.audit import audit_game
from referee.service.exits import TEMPFAIL
from tests.referee.club.signing_on import ANNA, BELA, CARA, DORA, EVE, Clubhouse, said, wide

ROUNDS = 4
SOON = 600


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[tuple[Clubhouse, Clubhouse]]:
    one, other = (Clubhouse(tmp_path, wide()) for _ in range(2))
    other.sent = 1000  # its mails have other names
    yield one, other
    one.record.close()
    other.record.close()


def at_once(desks: tuple[Clubhouse, Clubhouse], *words: tuple[str, EmailMessage]) -> None:
    """Each desk is handed a word, at the same moment, until it has taken it."""
    barrier = Barrier(len(words))

    def hand(house: Clubhouse, sender: str, asked: EmailMessage) -> None:
        barrier.wait(SOON)
        while house.write(sender, "yes", Subject=f"Re: {asked['Subject']}").exit == TEMPFAIL:
            house.sent -= 1  # the very same mail

    with ThreadPoolExecutor(len(words)) as pool:
        for done in [pool.submit(hand, house, *word) for house, word in zip(desks, words, strict=True)]:
            done.result(SOON)


def asked(house: Clubhouse, sender: str, line: str) -> EmailMessage:
    house.later(1)
    house.write(sender, line)
    (question,) = house.out()[sender]
    return question


def lacking_one(house: Clubhouse, name: str, *senders: str) -> None:
    """A list for three on which two stand."""
    first, second = senders
    house.later(1)
    house.says(first, f"create shinobi for 3, called {name}")
    house.later(1)
    house.says(second, f"join {name} also")


@pytest.mark.parametrize("number", range(ROUNDS))
def test_of_two_words_for_the_last_place_one_has_it(desks: tuple[Clubhouse, Clubhouse], number: int) -> None:
    one, other = desks
    lacking_one(one, "summer", ANNA, BELA)
    words = [(sender, asked(one, sender, "join summer")) for sender in (CARA, DORA)]
    other.now = one.now
    at_once(desks, *words[:: 1 if number % 2 else -1])
    at = set(one.record.addresses("summer").values())
    assert at in ({ANNA, BELA, CARA}, {ANNA, BELA, DORA})
    (late,) = {CARA, DORA} - at
    (told,) = one.out()[late]
    assert "is full, and a game now" in said(told)
    assert one.record.games() == ("summer",)
    assert audit_game(one.record, "summer").finding is None


@pytest.mark.parametrize("number", range(ROUNDS))
def test_of_two_lists_that_fill_at_once_one_seats_him(
    desks: tuple[Clubhouse, Clubhouse], number: int
) -> None:
    """He stands on one, which another fills, and says yes to the last place of the other at that moment."""
    one, other = desks
    lacking_one(one, "summer", ANNA, CARA)
    one.record.recorder.write("UPDATE sign_ons SET stays=0", ())
    lacking_one(one, "winter", BELA, EVE)
    words = [(DORA, asked(one, DORA, "join summer")), (CARA, asked(one, CARA, "join winter"))]
    other.now = one.now
    at_once(desks, *words[:: 1 if number % 2 else -1])
    (seated,) = [game for game in one.record.games() if CARA in one.record.addresses(game).values()]
    assert one.record.games() == (seated,)
    assert not one.lists.of(CARA)
    told = " ".join(map(said, one.out()[CARA]))
    if seated == "winter":  # his word came first, and took him off the list that was filled then
        assert [found.name for found in one.lists.of(DORA)] == ["summer"]
        assert "were taken off the list “summer”" in told
    else:
        assert "you have got a seat in summer" in told


@pytest.mark.parametrize("number", range(ROUNDS))
def test_the_same_word_by_two_desks_counts_once(desks: tuple[Clubhouse, Clubhouse], number: int) -> None:
    one, other = desks
    one.says(ANNA, "create shinobi for 4, called summer")
    question = asked(one, BELA, "join summer")
    other.now, other.sent = one.now, one.sent if number % 2 else other.sent
    at_once(desks, (BELA, question), (BELA, question))
    assert [each.person for each in one.lists.get("summer").signed] == ["Anna", "Bela"]
    assert len(one.out()[BELA]) in (1, 2)  # of two answers under one Message-ID one waits
