"""People begin games themselves: lists, sign-ons, seats, and what ends a list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Lot, SignedOn
from domain.game.entries.protocol_orders import Join
from domain.installed import ByName
from domain.kit import lots
from domain.titles import TITLES
from referee.club import reliability, words
from referee.club.club_file import Club, Hours
from referee.club.punctuality import answers_of
from referee.club.words import title_meant
from referee.games.opening import CannotOpen, Opening
from referee.games.people import leave_seat, take_seat
from referee.mail.desk import sign_on
from referee.record.envelope import COMMAND_LINE, LIST, Act
from referee.seats.mail_parts import Parts
from referee.seats.readers import set_reader
from referee.service.configuration import Person
from referee.telling.lists_shown import create_line
from tests.referee.club.clubs import Club as Played
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
from tests.referee.mail.test_desk_world import DESK

NO_LOT = Lot("", "", ())


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clubhouse]:
    made = Clubhouse(tmp_path)
    yield made
    made.record.close()


def on(club: Clubhouse, name: str = "summer") -> list[str]:
    return [one.person for one in club.lists.get(name).signed]


def fill(club: Clubhouse, *lines: str) -> None:
    """Anna makes a list, Bela and Cara sign on."""
    for sender, line in zip((ANNA, BELA, CARA), (CREATE, *(lines or ("join summer",) * 2)), strict=True):
        club.says(sender, line)


# what somebody writes                         how he is called on the list
POLITE = [
    ("join summer please", "Bela"),
    ("Hello Bugyo,\n\njoin summer, please!\n\nBela", "Bela"),
    ("Hi!\n\njoin summer\n\nThanks,\nBela", "Bela"),
    ("Bonjour,\n\njoin summer s'il vous plaît\n\nBela Bartok", "Bela"),
    ("join summer named Ty", "Ty"),
    ("join summer named Dora K. thanks", "Dora K"),
]


@pytest.mark.parametrize(("written", "person"), POLITE)
def test_a_line_is_read_with_what_is_polite_around_it(club: Clubhouse, written: str, person: str) -> None:
    club.says(ANNA, f"{CREATE} please\n\nAnna")
    club.says(BELA, written)
    assert on(club) == ["Anna", person]


CALLED = [
    ("shinobi", "shinobi"),
    ("Shinobi: War of the Clans", "shinobi"),
    ("twilight", "twilight_shogun"),
    ("Twilight of Shogun", "twilight_shogun"),
    ("rising sun", "rising_sun"),
    ("clan-war", "clan_war"),
    ("kawa", "kawanakajima"),
    ("ka", ""),
    ("war", ""),
    ("chess", ""),
]


@pytest.mark.parametrize(("written", "title"), CALLED)
def test_a_title_is_called_as_people_call_it(written: str, title: str) -> None:
    assert title_meant(written) == title


def test_a_beginning_that_two_titles_share_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    clans = {"clan_war": TITLES["clan_war"], "clan_peace": TITLES["shinobi"], "go": TITLES["rising_sun"]}
    more = clans | {"go_again": TITLES["kawanakajima"]}
    monkeypatch.setattr(words, "OURS", clans)
    monkeypatch.setattr(words, "TITLES", ByName(clans, clans.__getitem__, more.__getitem__, lambda: more))
    assert title_meant("clan") == ""
    assert title_meant("go") == "go"
    assert title_meant("clan p") == "clan_peace"


def test_a_list_for_a_title_by_its_first_word_says_which(club: Clubhouse) -> None:
    club.write(ANNA, "create twilight for 2 people")
    (asked,) = club.out()[ANNA]
    assert "a list is made for a game of Twilight of Shogun" in said(asked)


@pytest.mark.parametrize("written", ["ratings", "ratings shinobi", "Ratings of Shinobi?", "ratings shi"])
def test_who_plays_how_well_needs_no_game_and_no_word(club: Clubhouse, written: str) -> None:
    """Also of somebody who plays in two: it is about none of them."""
    for name in ("spring", "winter"):
        Played.of(club.referee, club.now).played(name, (f"Anna {ANNA}", f"Bela {BELA}", f"Cara {CARA}"))
    club.write(ANNA, written)
    (answer,) = club.out()[ANNA]
    assert "Who plays how well here: Shinobi: War of the Clans: games that count 2" in said(answer)
    assert "CONFIRM" not in str(answer["Subject"])


def test_a_flood_of_questions_costs_few_answers(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is made of all games that are over: only for answers that go out."""
    made = list[str]()

    def table(_self: object, title: str) -> Parts:
        made.append(title)
        return Parts("Nobody.")

    monkeypatch.setattr(sign_on.SignOn, "_ratings", table)
    for _nth in range(60):
        club.write(EVE, "ratings")
    answers = len(club.out().get(EVE, []))
    assert 0 < answers < 30
    assert len(made) <= 2 * answers


def test_ratings_of_no_title_are_refused_with_those_that_there_are(club: Clubhouse) -> None:
    club.write(ANNA, "ratings chess")
    (answer,) = club.out()[ANNA]
    assert "No title of that name is here. Expected shinobi, kawanakajima," in said(answer)


@pytest.mark.parametrize("written", ["join summer if Cara does", "join summer\n\nI am away until Friday."])
def test_a_mail_that_says_more_is_no_sign_on(club: Clubhouse, written: str) -> None:
    club.says(ANNA, CREATE)
    club.write(BELA, written)
    assert not any("CONFIRM" in str(one["Subject"]) for one in club.out().get(BELA, []))
    assert on(club) == ["Anna"]


def test_a_list_becomes_a_game_when_it_is_full(club: Clubhouse) -> None:
    fill(club)
    game = club.record.load("summer").game
    assert sorted(club.record.addresses("summer").values()) == [ANNA, BELA, CARA]
    assert game.register.policy.hours == 72
    assert game.register.policy.press == "white"
    assert club.record.envelopes("summer")[0].act[:2] == (LIST, "summer")
    invited = [
        to for to, mails in club.last.items() if any("Join by" in str(one["Subject"]) for one in mails)
    ]
    assert sorted(invited) == [ANNA, BELA, CARA]
    assert not club.lists.waiting()
    assert not club.lists.of(ANNA)


def test_nothing_happens_before_the_word(club: Clubhouse) -> None:
    club.write(ANNA, CREATE)
    assert not club.lists.waiting()
    (asked,) = club.out()[ANNA]
    assert "Nothing follows" in club.answers(asked, "no")
    assert "answered that already" in club.answers(asked, "yes")
    assert not club.lists.waiting()


def test_whoever_has_a_token_is_not_asked(club: Clubhouse) -> None:
    fill(club)
    (invitation,) = [one for one in club.last[BELA] if "Join by" in str(one["Subject"])]
    block = "\n".join(line for line in text(invitation).splitlines() if "TOKEN" in line)
    assert block
    club.write(BELA, f"create shinobi for 3, called winter\n\n{block}", Subject=str(invitation["Subject"]))
    assert on(club, "winter") == ["Bela"]


def test_a_phrase_to_join_a_game_with_stays_one(club: Clubhouse) -> None:
    fill(club)
    (invitation,) = [one for one in club.last[BELA] if "Join by" in str(one["Subject"])]
    lines = text(invitation).splitlines()
    begin = next(n for n, line in enumerate(lines) if "BEGIN ORDERS" in line)
    end = next(n for n, line in enumerate(lines) if "END ORDERS" in line)
    block = [*lines[begin:end], "join a-phrase-in-one-word", lines[end]]
    club.write(BELA, "\n".join(block), Subject=f"Re: {invitation['Subject']}")
    assert len(club.record.load("summer").game.ledger.phrases) == 1


# ---- seats


def test_who_alone_wishes_a_seat_has_it(club: Clubhouse) -> None:
    fill(club, "join summer as kii", "join summer as ise")
    assert club.record.addresses("summer") == {"iga": ANNA, "ise": CARA, "kii": BELA}


def test_the_others_draw_by_the_secret_that_was_sealed_before(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    seal = club.lists.get("summer").terms.digest
    club.says(BELA, "join summer as iga")
    club.says(CARA, "join summer as iga")
    opened = club.record.load("summer").game.opened
    assert opened is not None
    assert opened.lot is not None
    assert opened.lot.digest == seal
    assert opened.lot.signed == (SignedOn("Anna"), SignedOn("Bela", "iga"), SignedOn("Cara", "iga"))
    wishes = [(one.person, one.wish) for one in opened.lot.signed]
    due = lots.seated("summer", bytes.fromhex(opened.lot.secret), wishes, ("iga", "ise", "kii"))
    assert {held.seat: held.person for held in opened.seats} == due


# ---- several lists


def test_a_seat_takes_him_off_his_other_lists(club: Clubhouse) -> None:
    club.serve(wide())
    for name in ("autumn", "winter"):
        club.says(DORA, f"create shinobi for 3, called {name}")
    club.says(BELA, "join autumn")
    club.says(BELA, "join winter also")
    fill(club)
    (told,) = [one for one in club.last[BELA] if "Off the list" in str(one["Subject"])]
    assert "“autumn”" in said(told)
    assert on(club, "autumn") == ["Dora"]
    assert on(club, "winter") == ["Dora", "Bela"]


@pytest.mark.parametrize(("also", "is_taken"), [("", False), (" also", True)])
def test_a_yes_to_what_was_asked_before_another_list_has_seated_him(
    club: Clubhouse, also: str, is_taken: bool
) -> None:
    """He need not know of that seat yet, and is not seated twice because both fill at once."""
    club.serve(wide())
    club.says(DORA, "create shinobi for 3, called winter")
    club.says(EVE, "join winter")
    club.write(BELA, f"join winter{also}")
    (asked,) = club.out()[BELA]
    club.later(1)
    fill(club)
    answer = club.answers(asked)
    assert ("winter" in club.record.games()) == is_taken
    if not is_taken:
        assert "you have got a seat in summer" in answer
        assert "“join winter also”" in answer
        club.later(1)
        club.says(BELA, "join winter also")
        assert "winter" in club.record.games()


@pytest.mark.parametrize("moment", [0, 1])
def test_a_seat_that_he_had_when_he_asked_says_nothing(club: Clubhouse, moment: int) -> None:
    fill(club)
    club.now += moment
    club.says(DORA, "create shinobi for 3, called winter")
    club.write(BELA, "join winter")
    (asked,) = club.out()[BELA]
    club.answers(asked)
    assert on(club, "winter") == (["Dora", "Bela"] if moment else ["Dora"])


# ---- who is named


def test_a_guest_is_asked_and_has_a_place(club: Clubhouse) -> None:
    club.says(ANNA, f"{CREATE}, with Bela K. <{BELA}>, Cara {CARA}")
    (asked,) = club.last[BELA]
    assert "places that are left are kept" in refused(club, DORA, "join summer")
    assert "stand" not in club.answers(club.last[CARA][0], "no")
    club.says(DORA, "join summer")
    club.answers(asked, "yes")
    assert {one.person for one in club.record.load("summer").game.opening().lot.signed} == {  # type: ignore[union-attr]
        "Anna",
        "Bela K.",
        "Dora",
    }


def test_whoever_has_named_somebody_is_told_that_he_does_not_come(club: Clubhouse) -> None:
    club.says(ANNA, f"{CREATE}, with Bela K. <{BELA}>")
    (asked,) = club.last[BELA]
    club.answers(asked, "no")
    (told,) = club.last[ANNA]
    assert "On the list “summer” a place is free for anybody: “Bela K.” does not come." in said(told)
    club.answers(asked, "no")
    assert ANNA not in club.last


def refused(club: Clubhouse, sender: str, line: str) -> str:
    """What is answered at once, without a question."""
    club.write(sender, line)
    (one,) = club.out()[sender]
    assert "CONFIRM" not in str(one["Subject"])
    return said(one)


# ---- lists end


def test_a_list_that_does_not_fill_is_closed_with_a_word(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    club.says(BELA, "join summer")
    club.later(14)
    club.now -= 1
    club.desk.sweep()
    assert not club.out()
    club.now += 1
    assert "list summer closed" in club.desk.sweep()
    told = club.out()
    assert told.keys() == {ANNA, BELA}
    assert "1 was missing" in said(told[BELA][0])
    assert "is closed" in refused(club, CARA, "join summer")
    assert not club.record.games()


def test_its_maker_closes_it_and_nobody_else(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    club.says(BELA, "join summer")
    assert "Only who has made this list" in refused(club, CARA, "close summer")
    club.later(1)
    club.says(ANNA, "close summer")
    assert "It was closed by “Anna”." in said(club.last[BELA][0])
    assert not club.lists.waiting()


def test_somebody_leaves(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    club.says(BELA, "join summer")
    club.later(1)
    assert "stand no more" in club.says(BELA, "leave summer")
    assert on(club) == ["Anna"]
    club.later(1)
    assert "do not stand" in refused(club, BELA, "leave summer")


# ---- what there is


def test_games_tells_of_mine_of_lists_and_of_what_can_be_watched(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    club.write(EVE, "Games?")
    assert "join summer" in said(club.out()[EVE][0])
    club.later(1)
    club.serve(replace(ANYBODY, public=()))
    club.write(BELA, "games")
    assert "join summer" in said(club.out()[BELA][0])  # a list keeps what it was made with
    club.says(DORA, CREATE.replace("summer", "autumn"))
    club.later(1)
    club.write(BELA, "games")
    (told,) = club.out()[BELA]
    assert "join summer" in said(told)
    assert "join autumn" not in said(told)


def test_a_game_that_others_have_to_join_yet_is_named(club: Clubhouse) -> None:
    fill(club)
    at = {address: seat for seat, address in club.record.addresses("summer").items()}
    club.referee.take("summer", at[BELA], Join("measure seven times, cut once"), Act(COMMAND_LINE))
    club.later(1)
    club.write(BELA, "games")
    (told,) = club.out()[BELA]
    assert "- summer: The game begins when all have joined." in said(told)


def test_a_list_that_he_stands_on_is_not_offered_to_him(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    club.write(ANNA, "games")
    (told,) = club.out()[ANNA]
    assert "Lists that you stand on: leave summer" in said(told)
    assert "join summer" not in said(told)


@pytest.mark.parametrize(("create", "is_told"), [("anybody", True), ("known", False)])
def test_a_stranger_reads_what_he_can_join_and_whether_he_may_make_lists(
    club: Clubhouse, create: Literal["anybody", "known"], is_told: bool
) -> None:
    club.says(ANNA, CREATE)
    club.serve(replace(ANYBODY, create=create, titles=("kawanakajima",)))
    club.write(EVE, "I would like to play with you.")
    (told,) = club.out()[EVE]
    assert "nothing in your mail was read as an order" in said(told)
    assert "join summer" in said(told)
    assert ("create kawanakajima for 2 people" in said(told)) == is_told


# ---- what the club's file allows


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("create clan war", "is not played in this club"),
        ("create go", "No title of that name"),
        ("create shinobi for 2", "Shinobi: War of the Clans is for 3 to 5 people"),
        ("create shinobi for 3, 23 h", "24 to 100 hours here, not 23"),
        ("create shinobi for 3, 101 h", "24 to 100 hours here, not 101"),
        ("create shinobi for 3, press private", "There is no press “private” here"),
        ("create shinobi for 3, press loud", "There is no such press"),
        ("create shinobi for 3, preset official", "The preset “official” is not played here"),
        ("create shinobi for 3, reliable", "No list of this club asks"),
        ("create shinobi for 3, as tosa", "There is no seat “tosa”"),
        ("create shinobi for 3, called shinobi", "No game can be called “shinobi”"),
        ("create shinobi for 3, named Referee", "it is no address, no link and no role"),
        ("create shinobi for 3, named iga", "is a seat and not a name"),
        ("create shinobi for 3, whatever", "Part 2 of it, counted by commas, is not known. Expected 72 h"),
        (f"create shinobi for 3, with Me <{ANNA}>", "not yourself"),
        (f"create shinobi for 3, with Bot <{BELA}>", "no link and no role"),
        (f"create shinobi for 3, with A n n a <{BELA}>", "somebody else on this list"),
        ("create shinobi for 3, 72 h, with Bela <bela@>", "Part 3 of it"),
        ("create shinobi for three people", "What stands behind the title is not known"),
    ],
)
def test_what_it_does_not_allow_is_refused_with_what_would_do(
    club: Clubhouse, line: str, answer: str
) -> None:
    club.serve(Club(create="anybody", titles=("shinobi",), press=("none", "white"), hours=Hours(24, 100, 72)))
    assert answer in refused(club, ANNA, line)
    assert not club.lists.waiting()


@pytest.mark.parametrize("hours", [24, 100])
def test_the_hours_at_its_limits_are_allowed(club: Clubhouse, hours: int) -> None:
    club.serve(Club(create="anybody", hours=Hours(24, 100, 72)))
    club.says(ANNA, f"create shinobi for 3, {hours} h")
    assert club.lists.get("shinobi-1").terms.policy.hours == hours


def test_known_people_and_nobody(club: Clubhouse) -> None:
    fill(club)
    club.serve(Club())
    assert "whoever plays here" in refused(club, DORA, CREATE)
    club.says(BELA, "create shinobi for 3")
    assert on(club, "shinobi-1") == ["Bela"]
    club.serve(Club(create="nobody"))
    assert "nobody may make a list" in refused(club, CARA, "create shinobi for 3")


def test_without_a_club_all_is_as_it_was(club: Clubhouse) -> None:
    from referee.mail.desk.desk import Desk

    club.desk = Desk(club.referee, club.outbox, clock=lambda: club.now)
    club.write(ANNA, CREATE)
    (told,) = club.out()[ANNA]
    assert "does not know the address" in said(told)


# ---- names


def test_names_of_lists_and_games_are_told_apart(club: Clubhouse) -> None:
    club.serve(wide())
    club.says(ANNA, CREATE)
    assert "There is “summer” already" in refused(club, DORA, CREATE)
    with pytest.raises(CannotOpen, match="still sign on"):
        club.referee.open(Opening("summer", "shinobi", ("A", "B", "C")), Act(COMMAND_LINE))
    club.referee.open(Opening("autumn", "shinobi", ("A", "B", "C")), Act(COMMAND_LINE))
    club.later(1)
    assert "There is “autumn” already" in refused(club, DORA, CREATE.replace("summer", "autumn"))


def test_a_list_whose_name_a_game_has_taken_meanwhile_is_closed(club: Clubhouse) -> None:
    """As by an import: then nobody has a seat, and all are told."""
    club.says(ANNA, CREATE)
    club.says(BELA, "join summer")
    club.referee.open(Opening("summer", "shinobi", ("A", "B", "C"), level=0, lot=NO_LOT), Act(COMMAND_LINE))
    club.says(CARA, "join summer")
    assert all("cannot be opened any more" in said(club.last[to][0]) for to in (ANNA, BELA, CARA))
    assert club.record.addresses("summer") == {}
    assert club.lists.waiting() == []


# ---- reliability


def test_a_list_may_ask_for_people_who_answer_in_time(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.serve(replace(wide(), reliable=0.9))
    share = {BELA: (9, 10), CARA: (8, 9), DORA: (0, 0)}
    answers = lambda _record, address: share.get(address, (0, 0))  # noqa: E731
    monkeypatch.setattr(reliability, "answers_of", answers)
    club.says(ANNA, f"{CREATE}, reliable")
    assert "8 of 9 of yours were" in refused(club, CARA, "join summer")
    club.says(BELA, "join summer")
    club.lists.club = replace(club.lists.club, newcomers=False)
    assert "of whom there is a record" in refused(club, DORA, "join summer")
    club.later(1)
    club.lists.club = replace(club.lists.club, newcomers=True)
    club.says(DORA, "join summer")
    assert club.record.games() == ("summer",)


def test_the_share_is_that_of_the_record(club: Clubhouse) -> None:
    fill(club)
    at = {address: seat for seat, address in club.record.addresses("summer").items()}
    act = Act(COMMAND_LINE)
    assert answers_of(club.record, BELA) == (0, 0)
    club.referee.take("summer", at[BELA], Join("measure seven times, cut once"), act)
    club.later(4)
    club.referee.take("summer", at[CARA], Join("a watched pot never boils over"), act)
    assert answers_of(club.record, BELA) == (1, 1)
    assert answers_of(club.record, CARA) == (0, 1)
    assert answers_of(club.record, EVE) == (0, 0)


def test_who_has_left_or_lost_a_seat_keeps_his_record(club: Clubhouse) -> None:
    club.serve(replace(wide(), reliable=0.9))
    fill(club)
    at = {address: seat for seat, address in club.record.addresses("summer").items()}
    referee = Act(COMMAND_LINE, person="referee")
    club.referee.take("summer", at[CARA], Join("a watched pot never boils over"), Act(COMMAND_LINE))
    club.later(4)
    club.desk.sweep()
    take_seat(club.referee, "summer", at[BELA], "Dora", "Bela was silent.", referee, DORA)
    leave_seat(club.referee, "summer", at[CARA], "No time.", Act(COMMAND_LINE, "", at[CARA], "Cara"))
    assert BELA not in club.record.addresses("summer").values()
    assert answers_of(club.record, BELA) == answers_of(club.record, "Bela+2@example.org") == (0, 1)
    assert answers_of(club.record, CARA) == (1, 1)
    assert answers_of(club.record, DORA) == (0, 0)
    club.says(ANNA, "create shinobi for 3, reliable, called autumn")
    club.out()
    assert "0 of 1 of yours were" in refused(club, BELA, "join autumn")
    club.says(CARA, "join autumn")
    club.later(1)
    club.says(DORA, "join autumn")
    assert "autumn" in club.record.games()


# ---- languages


def test_whoever_has_chosen_no_language_has_that_of_the_club(club: Clubhouse) -> None:
    club.serve(replace(ANYBODY, language="fr"))
    set_reader(club.record, BELA, language="ru")
    club.write(ANNA, CREATE)
    assert "si vous" in said(club.out()[ANNA][0]).lower()  # the question, too
    club.later(1)
    assert "Vous êtes sur la liste" in club.says(ANNA, CREATE)
    assert "Вы в списке" in club.says(BELA, "join summer")


# ---- the first game of a club


REI = "rei@club.example"


@pytest.mark.parametrize("create", ["known", "nobody"])
def test_the_referee_begins_the_first_game_and_says_how_friends_join(
    club: Clubhouse, create: Literal["known", "nobody"]
) -> None:
    club.serve(Club(create=create), in_charge=Person(REI))
    club.write(DORA, "create shinobi for 3 people")
    assert "create shinobi" not in " ".join(said(one) for mails in club.out().values() for one in mails)
    club.write(REI, "Hello?")
    assert "made by such a line: “create shinobi for 3 people, 72 h”" in said(club.out()[REI][0])
    told = club.says(REI, "create shinobi for 3 people, called first")
    assert f"Friends join it by a mail of their own to {DESK}, with this line alone." in told
    assert "join first" in told
    for friend in (ANNA, BELA):
        assert "Friends join it" not in club.says(friend, "join first")
    assert club.record.games() == ("first",)


@pytest.mark.parametrize("sender", [f"Rei <{REI}> <x@evil.example>", "rei+x@club.example", EVE])
def test_nobody_else_is_the_referee(club: Clubhouse, sender: str) -> None:
    club.serve(Club(create="known"), in_charge=Person(REI))
    club.write(sender, "create shinobi for 3 people, called first")
    assert not any("CONFIRM" in str(one["Subject"]) for mails in club.out().values() for one in mails)


def test_what_is_forged_in_his_name_asks_his_mailbox_and_nothing_follows(club: Clubhouse) -> None:
    club.serve(Club(create="known"), in_charge=Person(REI))
    club.write(REI, "create shinobi for 3 people, called first")
    (asked,) = club.out()[REI]
    club.answers(asked, sender=EVE)
    assert not club.lists.has("first")
    club.answers(asked)
    assert club.lists.has("first")


@pytest.mark.parametrize("title", TITLES)
def test_the_line_of_each_title_makes_a_list(club: Clubhouse, title: str) -> None:
    told = club.says(ANNA, create_line(ANYBODY, title))
    assert "You stand on the list" in told
