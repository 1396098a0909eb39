"""How punctual people are is seen before they sit down together, of those who let it be seen; what a game
asks for; people who stand by in a running game by a line of their own; what is chosen of policies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.entries.protocol_orders import Join
from referee.audit.audit import audit_game
from referee.club import reliability
from referee.club.punctuality import figures
from referee.games.people import take_seat
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.seats.readers import set_reader
from tests.referee.club.signing_on import ANNA, BELA, CARA, CREATE, DORA, EVE, Clubhouse, said, wide

ACT = Act(COMMAND_LINE)
STANDING = replace(wide(), standbys="anybody", reliable=0.9)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clubhouse]:
    made = Clubhouse(tmp_path, STANDING)
    yield made
    made.record.close()


def playing(club: Clubhouse, create: str = CREATE) -> None:
    """Bela answers his first question in time, Cara hers too late; Anna has not answered."""
    for sender, line in ((ANNA, create), (BELA, "join summer"), (CARA, "join summer")):
        club.says(sender, line)
    answers(club, BELA)
    club.later(4)
    answers(club, CARA)


def answers(club: Clubhouse, address: str) -> None:
    seat = next(seat for seat, one in club.record.addresses("summer").items() if one == address)
    club.referee.take("summer", seat, Join(f"nobody else says this {seat}"), ACT)


def seen(club: Clubhouse, name: str = "winter") -> str:
    """What a stranger reads of the lists."""
    club.later(1)
    club.write(EVE, "games")
    (told,) = club.out()[EVE]
    return said(told).partition("Seal")[0]


def refused(club: Clubhouse, sender: str, line: str) -> str:
    club.write(sender, line)
    (told,) = club.out()[sender]
    assert "CONFIRM" not in str(told["Subject"])
    return said(told)


def test_it_is_seen_of_whoever_has_said_so_and_of_nobody_else(club: Clubhouse) -> None:
    playing(club)
    club.says(DORA, "create shinobi for 3, called winter")
    club.says(BELA, "join winter")
    assert "On it: “Dora” and “Bela” 1 is missing" in seen(club)
    shown = club.says(BELA, "Hello,\n\nshow reliability please\n\nBela\n\nOn Monday Bugyo wrote:\n> games")
    assert "others see: 1 of 1 answer in time" in shown
    assert "On it: “Dora” and “Bela” (1 of 1 answer in time)" in seen(club)
    club.says(CARA, "show reliability")
    club.says(CARA, "join winter named Carla")
    assert "Others do not see how reliable you are." in club.says(BELA, "hide reliability")
    assert not reliability.shows(club.record, BELA)
    assert reliability.shows(club.record, "Cara+1@example.net")


def test_a_mail_in_another_name_shows_nothing_of_him(club: Clubhouse) -> None:
    playing(club)
    club.write(BELA, "show reliability")
    (asked,) = club.out()[BELA]
    club.answers(asked, sender=EVE)
    assert not reliability.shows(club.record, BELA)
    club.answers(asked, "no")
    assert not reliability.shows(club.record, BELA)


def test_two_of_one_name_are_two(club: Clubhouse) -> None:
    playing(club)
    other = "Bela <bela@other.example>"
    for sender in (f"Bela <{BELA}>", other):
        club.says(sender, "show reliability")
    club.says(BELA, "create shinobi for 3, called winter")
    club.later(1)
    club.says(other, "create shinobi for 3, called autumn")
    told = seen(club)
    assert "“Bela” (1 of 1 answer in time)" in told or "“Bela” (2) (no answers yet)" in told
    both = reliability.standings(club.record, [(BELA, "Bela"), ("bela@other.example", "Bela")])
    assert both == (reliability.Standing(1, 1, 1), reliability.Standing(2, 0, 0))
    assert "@" not in told


def test_people_are_addresses_in_the_figures_too(club: Clubhouse) -> None:
    playing(club)
    club.says(DORA, "create shinobi for 3, called autumn")
    for sender in ("Bela <bela@other.example>", EVE):
        club.says(sender, "join autumn")
    assert [one.person for one in figures(club.record)] == ["Anna", "Bela", "Bela (2)", "Cara", "Dora", "Eve"]


def test_a_game_that_holds_back_shows_nothing(club: Clubhouse) -> None:
    club.serve(replace(STANDING, choices={"delay": ("24h",)}))
    playing(club, f"{CREATE}, delay 24 h")
    club.says(BELA, "show reliability")
    assert reliability.standings(club.record, [(BELA, "Bela")]) == (reliability.Standing(1, 0, 0),)


# ---- the least


def test_a_list_asks_for_a_least_and_so_does_its_game(club: Clubhouse) -> None:
    playing(club)
    assert "may ask for 90%" in refused(club, DORA, "create shinobi for 3, called winter, reliable 91%")
    club.later(1)
    club.says(DORA, "create shinobi for 3, called winter, reliable 90 %")
    assert "asks for 90% of answers in time, and 0 of 1 of yours were" in refused(club, CARA, "join winter")
    told = club.says(DORA, "create shinobi for 3, called autumn, reliable 90%")
    assert "It is for people who have answered in time, 90% of what they were asked." in told
    club.says(BELA, "join autumn")
    club.says(EVE, "join autumn")
    assert reliability.least_of(club.record, "autumn") == 0.9
    club.later(1)
    assert "0 of 1 of yours were" in refused(club, CARA, "standby autumn")


# ---- who stands by


def test_somebody_stands_by_with_one_word_and_takes_what_falls_free(club: Clubhouse) -> None:
    playing(club)
    set_reader(club.record, DORA, language="fr")
    told = club.says(DORA, "Bonjour,\n\nstandby summer, s'il vous plaît\n\nDora", "oui")
    assert "summer" in told
    register = club.record.load("summer").game.register
    assert register.standbys == ("Dora",)
    act = Act(*club.record.envelopes("summer")[-1].act)
    assert (act.cause, act.person) == (MAIL, "Dora")
    assert {"token", "sender"} & {*act.authority.split()}
    assert audit_game(club.record, "summer").finding is None
    seat = next(seat for seat, one in club.record.addresses("summer").items() if one == ANNA)
    take_seat(club.referee, "summer", seat, "Dora", "Anna is away.", ACT)
    assert club.record.addresses("summer")[seat] == DORA


def test_whoever_comes_back_to_the_list_of_standbys_needs_it_too(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing(club)
    reliability.ask_for(club.record, "summer", 0.9)
    club.says(DORA, "standby summer")
    club.says(DORA, "standby off")
    monkeypatch.setattr(reliability, "answers_of", lambda _record, _address: (8, 9))
    assert "8 of 9 of yours were" in club.says(DORA, "standby on")
    monkeypatch.setattr(reliability, "answers_of", lambda _record, _address: (9, 10))
    club.says(DORA, "standby on")
    assert club.record.load("summer").game.register.standbys == ("Dora",)


@pytest.mark.parametrize(
    ("sender", "line", "why"),
    [
        (ANNA, "standby summer", "You have been in this game already"),
        (DORA, "standby summer named Bela", "is the name of somebody else in this game"),
        (DORA, "standby summer named iga", "is a seat and not a name"),
    ],
)
def test_who_may_not_stand_by(club: Clubhouse, sender: str, line: str, why: str) -> None:
    playing(club)
    assert why in refused(club, sender, line)
    assert club.record.load("summer").game.register.standbys == ()


def test_whoever_has_lost_a_seat_does_not_come_back_to_another(club: Clubhouse) -> None:
    playing(club)
    seat = next(seat for seat, one in club.record.addresses("summer").items() if one == CARA)
    take_seat(club.referee, "summer", seat, "Dora", "Cara is away.", ACT, DORA)
    assert "You have been in this game already" in refused(club, "cara+9@example.net", "standby summer")


def test_the_clubs_file_says_who_stands_by_and_how_many(club: Clubhouse) -> None:
    playing(club)
    club.serve(replace(STANDING, standbys="known"))
    assert "whoever plays here, or has played here, may stand by" in refused(club, DORA, "standby summer")
    club.serve(replace(wide(standing_by=1), standbys="anybody"))
    club.later(1)
    club.says(DORA, "standby summer")
    assert "1 people stand by in this game already." in refused(club, EVE, "standby summer")
    assert club.record.load("summer").game.register.standbys == ("Dora",)


# ---- what is chosen

CHOICES = {
    "nmr": ("standby",),
    "advice": (True,),
    "grace": ("12h",),
    "vacation": (9,),
    "zone": ("Europe/Paris",),
}
CHOSEN = "advice, with a standby, grace 12 h, vacation 9 days, zone europe/paris"


def test_policies_are_chosen_in_the_words_of_their_files(club: Clubhouse) -> None:
    club.serve(replace(STANDING, choices=CHOICES))
    club.write(
        ANNA, f"create shinobi for 3 people, 48 h, {CHOSEN}, called summer, as kii, with Bela <{BELA}>"
    )
    (asked,) = club.out()[ANNA]
    for part in ("48 hours", "12 hours", "9 days", "advice", "goes to a standby", "the seat kii", "1 person"):
        assert part in said(asked), part
    told = club.answers(asked)
    assert "Each seat may ask a program for advice" in told
    assert "goes to a standby" in told
    policy = club.lists.get("summer").terms.policy
    assert (policy.advice, policy.nmr, policy.grace, policy.vacation) == (True, "standby", 720, 9)
    assert (policy.zone, policy.hours) == ("Europe/Paris", 48)


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("grace 13 h", "The policy “grace” cannot be so in this club. These are: “0”, “12h”."),
        ("nmr bot", "The policy “nmr” cannot be so in this club. These are: “wait”, “standby”."),
        ("anonymous", "The policy “anonymous” cannot be so in this club. These are: “no”."),
    ],
)
def test_what_the_club_does_not_allow_is_refused_with_what_is(club: Clubhouse, part: str, why: str) -> None:
    club.serve(replace(STANDING, choices=CHOICES))
    assert why in refused(club, ANNA, f"create shinobi for 3, {part}")


def test_help_names_the_lines_of_lists(club: Clubhouse) -> None:
    club.write(EVE, "help")
    (told,) = club.out()[EVE]
    for line in ("join NAME", "create TITLE", "standby NAME", "show reliability", "games"):
        assert line in said(told)
