"""Whoever forges, floods or names others in a club: nobody has a seat that is not his own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.club_file import Limits
from referee.identity.answer_limits import TO_A_DOMAIN, TO_STRANGERS
from referee.record.mail_cases import CaseTable
from referee.service.exits import Handled
from tests.referee.club.signing_on import (
    ANNA,
    ANYBODY,
    BELA,
    CARA,
    CREATE,
    DORA,
    EVE,
    Clubhouse,
    said,
    text,
    wide,
)
from tests.referee.mail.test_desk_authority import MX

FAILED = f"{MX}; dmarc=fail header.from=example.org"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clubhouse]:
    made = Clubhouse(tmp_path, wide())
    yield made
    made.record.close()


def people(club: Clubhouse, name: str = "summer") -> list[str]:
    return [one.person for one in club.lists.get(name).signed]


def test_a_forged_from_raises_one_question_and_makes_nothing(club: Clubhouse) -> None:
    club.write(f"Anna <{ANNA}>", CREATE)
    (asked,) = club.out()[ANNA]
    club.answers(asked, sender=EVE)
    assert not club.lists.waiting()
    club.write(ANNA, CREATE)  # one a day
    assert not club.out()
    assert not club.lists.waiting()


@pytest.mark.parametrize("line", ["leave summer", "close summer", "hide reliability"])
def test_what_ends_something_waits_for_a_word_whoever_writes_it(club: Clubhouse, line: str) -> None:
    club.says(ANNA, CREATE)
    club.says(ANNA, "show reliability")
    before = club.lists.get("summer")
    club.write(ANNA, line)
    (asked,) = club.out()[ANNA]
    assert "CONFIRM" in str(asked["Subject"])
    assert club.lists.get("summer") == before
    assert before.standings != (None,)
    club.answers(asked, sender=EVE)
    assert club.lists.get("summer") == before


def test_where_dmarc_failed_nobody_is_asked_and_no_word_counts(club: Clubhouse) -> None:
    club.serve(wide(), authserv_ids=[MX])
    club.write(ANNA, CREATE, Authentication_Results=FAILED)
    assert not club.out()
    club.write(ANNA, CREATE)
    (asked,) = club.out()[ANNA]
    assert "does not come from the sender" in club.answers(asked, Authentication_Results=FAILED)
    assert not club.lists.waiting()
    club.answers(asked)
    assert people(club) == ["Anna"]


def test_a_word_that_is_repeated_does_nothing_anew(club: Clubhouse) -> None:
    club.write(ANNA, CREATE)
    (asked,) = club.out()[ANNA]
    club.answers(asked)
    club.write(BELA, "join summer")
    (joins,) = club.out()[BELA]
    club.answers(joins)
    assert people(club) == ["Anna", "Bela"]
    club.later(1)
    club.says(BELA, "leave summer")
    assert "answered that already" in club.answers(joins)
    assert "answered that already" in club.answers(asked)
    assert people(club) == ["Anna"]


def test_the_same_mail_twice_makes_one_list(club: Clubhouse) -> None:
    line = "create shinobi for 3"
    club.write(ANNA, line)
    (asked,) = club.out()[ANNA]
    club.answers(asked)
    club.sent -= 2  # the very same bytes once more
    club.write(ANNA, line)
    assert [one.name for one in club.lists.waiting()] == ["shinobi-1"]


@pytest.mark.parametrize("address", [BELA, "bela+2@example.org", "BELA@example.org"])
def test_a_mailbox_stands_on_a_list_once(club: Clubhouse, address: str) -> None:
    club.says(ANNA, CREATE)
    club.says(BELA, "join summer")
    club.later(1)
    club.write(address, "join summer named Somebody Else")
    (told,) = next(iter(club.out().values()))
    assert "stand on the list" in said(told)
    assert people(club) == ["Anna", "Bela"]


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Аnnа", "A n n a", "Ａｎｎａ"])
def test_a_name_belongs_to_one_of_them(club: Clubhouse, name: str) -> None:
    club.says(ANNA, CREATE)
    club.write(EVE, f"join summer named {name}")
    (told,) = club.out()[EVE]
    assert "CONFIRM" not in str(told["Subject"])
    assert people(club) == ["Anna"]


@pytest.mark.parametrize(
    "name", ["referee", "Bugyo", "steady (program)", "witness", "ise", "www.evil.example"]
)
def test_nobody_is_called_like_a_role_a_program_a_seat_or_a_page(club: Clubhouse, name: str) -> None:
    club.says(ANNA, CREATE)
    club.write(EVE, f"join summer named {name}")
    (told,) = club.out()[EVE]
    assert "CONFIRM" not in str(told["Subject"])
    assert people(club) == ["Anna"]


def test_of_two_words_for_the_last_place_the_second_is_too_late(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    club.says(BELA, "join summer")
    asked = {}
    for sender in (CARA, DORA):
        club.write(sender, "join summer")
        (asked[sender],) = club.out()[sender]
    club.answers(asked[DORA])
    assert "is full, and a game now" in club.answers(asked[CARA])
    assert sorted(club.record.addresses("summer").values()) == [ANNA, BELA, DORA]


def test_a_word_that_comes_after_its_time_does_nothing(club: Clubhouse) -> None:
    club.write(ANNA, CREATE)
    (asked,) = club.out()[ANNA]
    club.later(14)
    assert "too late" in club.answers(asked)
    assert not club.lists.waiting()


def test_the_question_says_nothing_that_a_stranger_has_written(club: Clubhouse) -> None:
    club.write(ANNA, f"{CREATE}, with Buy Now <{EVE}>, named Click Here")
    (asked,) = club.out()[ANNA]
    assert not {"Buy", "Click", "summer"} & set(said(asked).replace("“", " ").split())


# ---- floods


def test_a_flood_of_create_gets_no_more_answers_than_strangers_get(club: Clubhouse) -> None:
    for number in range(TO_A_DOMAIN + 3):
        club.write(f"eve{number}@evil.example", CREATE)
    assert len(club.out()) == TO_A_DOMAIN
    for number in range(TO_STRANGERS):
        club.write(f"eve{number}@evil{number}.example", CREATE)
    assert len(club.out()) <= TO_STRANGERS
    assert not club.lists.waiting()


def test_whoever_makes_lists_has_strangers_asked_within_limits(club: Clubhouse) -> None:
    victim = "victim@example.com"
    for number, maker in enumerate((ANNA, BELA, CARA, DORA, EVE)):
        club.says(maker, f"create shinobi for 3, called list{number}, with Vic <{victim}>")
        asked = club.last.get(victim, [])
        assert len(asked) == (number < 3), number
        club.later(1)
    found = club.lists.get("list4")
    assert not found.terms.guests
    assert found.free == 2


def test_a_guest_is_asked_once_a_day_whoever_names_him(club: Clubhouse) -> None:
    victim = "victim@example.com"
    club.says(ANNA, f"create shinobi for 3, called one, with Vic <{victim}>")
    assert len(club.last[victim]) == 1
    answer = club.says(
        BELA, f"create shinobi for 3, called two, with Vic <vic+1@example.com>, Vic T <{victim}>"
    )
    assert victim not in club.last
    assert "No mail goes for some days to “Vic T”: they cannot be asked now" in answer


LIMITS = [
    ("of_one", 2, "2 lists of yours wait already"),
    ("in_all", 2, "2 lists wait in this club already"),
    ("a_day", 2, "You have made 2 lists within a day"),
]


@pytest.mark.parametrize(("limit", "most", "answer"), LIMITS)
def test_lists_are_limited(club: Clubhouse, limit: str, most: int, answer: str) -> None:
    club.serve(wide(**{limit: most}))
    token = fills(club)
    for number in range(most):
        club.write(ANNA, f"create shinobi for 3, called list{number}\n\n{token}", Subject=club.tag)
    assert len(club.lists.waiting()) == most
    club.out()
    club.write(ANNA, f"create shinobi for 3, called more\n\n{token}", Subject=club.tag)
    assert answer in said(club.out()[ANNA][0])


def test_a_mail_is_filed_with_the_game_that_it_has_begun_and_with_none_before(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    games = []
    for sender in (BELA, CARA):
        club.write(sender, "join summer")
        (asked,) = club.out()[sender]
        handled = club.write(sender, "yes", Subject=f"Re: {asked['Subject']}")
        (case,) = [one for one in CaseTable(club.record).newest(9) if one.why == "Join summer"][:1]
        games.append((handled.game, case.game))
        club.out()
    assert games == [("", ""), ("summer", "summer")]


def fills(club: Clubhouse) -> str:
    """A game in which Anna plays; the line with her token."""
    for sender, line in ((ANNA, CREATE), (BELA, "join summer"), (CARA, "join summer")):
        club.says(sender, line)
    (invitation,) = [one for one in club.last[ANNA] if "Join by" in str(one["Subject"])]
    club.tag = str(invitation["Subject"])
    club.record.recorder.write("DELETE FROM lists", ())
    return next(line for line in text(invitation).splitlines() if "TOKEN" in line)


def test_so_many_lists_may_somebody_stand_on(club: Clubhouse) -> None:
    club.serve(wide(stood_on=2))
    for name in ("one", "two", "three"):
        club.says(f"maker@{name}.example", f"create shinobi for 3, called {name}")
    for name in ("one", "two"):
        club.says(BELA, f"join {name}")
        club.later(1)
    club.write(BELA, "join three")
    assert "You stand on 2 lists already" in said(club.out()[BELA][0])


@pytest.mark.parametrize(("count", "is_taken"), [(2, True), (3, False)])
def test_so_many_people_may_be_named_in_a_day(club: Clubhouse, count: int, is_taken: bool) -> None:
    club.serve(wide(named=2))
    guests = ", ".join(f"with Guest {'abc'[n]} <guest{n}@example{n}.org>" for n in range(count))
    club.write(ANNA, f"create shinobi for 4, {guests}")
    (told,) = club.out()[ANNA]
    assert ("CONFIRM" in str(told["Subject"])) == is_taken


def test_who_was_named_and_has_said_no_counts_for_the_day(club: Clubhouse) -> None:
    club.serve(wide(named=1))
    club.says(ANNA, "create shinobi for 3, with Vic vic@example.com")
    club.answers(club.last["vic@example.com"][0], "no")
    club.write(ANNA, "create shinobi for 3, with Dora dora@example.com")
    (told,) = club.out()[ANNA]
    assert "You may name 1 people in a day" in said(told)


@pytest.mark.parametrize(("length", "is_taken"), [(40, True), (41, False)])
def test_names_of_lists_are_short(club: Clubhouse, length: int, is_taken: bool) -> None:
    club.write(ANNA, f"create shinobi for 3, called {'a' * length}")
    (told,) = club.out()[ANNA]
    assert ("CONFIRM" in str(told["Subject"])) == is_taken


def test_robots_have_no_lists(club: Clubhouse) -> None:
    handled = club.write(ANNA, CREATE, Auto_Submitted="auto-replied")
    assert isinstance(handled, Handled)
    assert not club.out()
    assert ANYBODY.limits == Limits()
