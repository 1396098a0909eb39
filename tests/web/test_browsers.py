"""One “yes” by mail for each person and browser: every seat of that person takes the browser then, and none
of anybody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.game.entries.people import AddressChanged
from domain.game.entries.policy import Policy
from referee.games import people
from referee.games.addresses import renew
from referee.identity import browsers
from referee.identity.renewing import new_link
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.links import play_secret, seat_path
from referee.seats.own_games import games_path
from referee.seats.tokens import bearers, server_key, token_of
from referee.transport.sendings import Taken
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA, DORA
from tests.referee.mail.test_desk_world import mail
from tests.web.club import REFEREE, SEAT, Club
from tests.web.playing import BROWSER


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """The browser of Cara is known by a word for her seat in “winter”."""
    made = Club(tmp_path)
    made.out()
    made.known("kii")
    yield made
    made.record.close()


# ---- every seat of hers


def test_one_word_is_enough_for_all_games_of_a_person(club: Club) -> None:
    assert not club.asks("winter", "kii")
    assert not club.asks("summer", SEAT[CARA])
    assert club.way("summer", SEAT[CARA]).json() == {"path": games_path(club.record, CARA)}
    notes = club.post(
        f"{seat_path(*club.at('summer', SEAT[CARA]))}notes",
        {"play": play_secret(*club.at("summer", SEAT[CARA])), "browser": BROWSER},
    )
    assert notes.json()["state"] == "told"


def test_a_game_that_begins_later_asks_no_more(club: Club) -> None:
    club.another("autumn", ("Cara", "Anna", "Bela"), tuple(SEAT))
    assert not club.asks("autumn", SEAT[CARA])


def test_the_mail_says_what_its_yes_is_for(club: Club) -> None:
    assert club.asks("winter", "kii", browser="c" * 43)
    (text,) = club.texts(CARA)
    assert "once of each browser, for all your games at this desk" in " ".join(text.split())


def test_each_order_of_level_2_waits_as_before(club: Club) -> None:
    people.change_policy(club.referee, "summer", Policy(authority=2, hours=0), "a test", REFEREE)
    desk = Desk(club.referee, club.outbox, clock=lambda: club.now, authserv_ids=["mx.example.net"])
    club.taken = Taken(club.spool, club.record, desk, 0.1, lambda line: None)
    assert club.asks("summer", SEAT[CARA])


# ---- and of nobody else


def test_another_person_is_asked_at_the_same_browser(club: Club) -> None:
    """A shared computer, and the link of somebody else that is opened in a known browser."""
    assert club.asks("winter", "iga")
    assert club.asks("summer", SEAT[ANNA])
    assert club.way("summer", SEAT[ANNA]).json() == {"path": ""}


def test_a_stolen_link_is_of_no_use_in_another_browser(club: Club) -> None:
    for game, seat in (("winter", "kii"), ("summer", SEAT[CARA])):
        assert club.asks(game, seat, browser="m" * 43)
        assert club.way(game, seat, browser="m" * 43).json() == {"path": ""}


def test_a_known_browser_without_the_secret_to_play_is_nobodys(club: Club) -> None:
    """Of a spectator who was shown the link to look, or of another seat of hers."""
    for play in ("", play_secret(*club.at("winter", "kii")), play_secret(*club.at("summer", SEAT[ANNA]))):
        assert club.way("summer", SEAT[CARA], play=play).status_code == 403


@pytest.mark.parametrize(
    ("names", "addresses"),
    [
        (("Cara", "Anna", "Bela"), ("cara@example.net", ANNA, BELA)),  # another who is called so
        (("Carl", "Anna", "Bela"), (CARA, ANNA, BELA)),  # another at the same mailbox
        (("Carl", "Cara", "Bela"), (CARA, ANNA, BELA)),  # both at once
    ],
)
def test_a_name_or_a_mailbox_alone_is_not_the_person(
    club: Club, names: tuple[str, ...], addresses: tuple[str, ...]
) -> None:
    club.another("autumn", names, addresses)
    assert club.asks("autumn", "iga")
    assert club.asks("autumn", "ise")


def test_a_delegate_and_whoever_sits_there_are_two(club: Club) -> None:
    club.delegates(f"delegate to Dora {DORA} until 2026-12-31 for all")
    club.say("what", sender=DORA)
    club.out()
    assert club.asks("winter", "kii", person="Dora")
    club.answers_question(DORA)
    assert not club.asks("winter", "kii", person="Dora")
    assert club.asks("winter", "iga")
    club.another("autumn", ("Dora", "Anna", "Bela"), (DORA, ANNA, BELA))
    assert not club.asks("autumn", "iga")


def test_a_delegate_at_the_same_mailbox_is_another_too(club: Club) -> None:
    club.delegates(f"delegate to Dora {CARA} until 2026-12-31 for all")
    club.out()
    assert club.asks("winter", "kii", person="Dora")
    club.answers_question(CARA)
    assert not club.asks("winter", "kii", person="Dora")
    assert not club.asks("winter", "kii")


def test_a_no_is_no_yes_anywhere(club: Club) -> None:
    assert club.asks("summer", SEAT[CARA], browser="c" * 43)
    club.answers_question(CARA, "no")
    assert club.asks("summer", SEAT[CARA], browser="c" * 43)
    assert club.asks("winter", "kii", browser="c" * 43)


def test_a_word_for_a_seat_of_before_or_of_solo_is_for_that_seat(club: Club) -> None:
    """What stores of before have of browsers, and what is taken from any without a word."""
    club.post(f"{club.link('kii')}send", club.given("kii", "what", browser="o" * 43))
    (name,) = club.file_names()
    raw = (club.path / "pages" / "new" / name).read_bytes()
    browsers.welcome_at_seat(club.record, read_mail(raw), "winter", "kii", lambda: club.now)
    club.works()
    assert not club.asks("winter", "kii", browser="o" * 43)
    assert club.asks("summer", SEAT[CARA], browser="o" * 43)


# ---- until her links are renewed, any of them


def by_her_line(club: Club) -> None:
    club.say("new link", seat="kii")


def by_the_referee_elsewhere(club: Club) -> None:
    new_link(club.referee, "summer", SEAT[CARA], "Her telephone was stolen.", REFEREE)


def moves(club: Club, seat: str, person: str, before: str) -> None:
    entry = AddressChanged(seat, person, "referee", "She has moved.")
    act = Act(COMMAND_LINE, seat=seat, person="referee", behalf=person)
    people.change_address(club.referee, "winter", entry, before, f"{seat}@new.example", act)


def by_another_address(club: Club) -> None:
    """The browser is not known at the new one, nor where the old one still stands."""
    moves(club, "kii", "Cara", CARA)


def by_takeover(club: Club) -> None:
    people.take_seat(club.referee, "winter", "kii", "Emil", "Cara is ill.", REFEREE, "emil@example.org")


ENDS: list[Callable[[Club], None]] = [by_her_line, by_the_referee_elsewhere, by_another_address, by_takeover]


@pytest.mark.parametrize("ends", ENDS)
def test_what_renews_a_link_of_hers_ends_it_in_all_games(club: Club, ends: Callable[[Club], None]) -> None:
    ends(club)
    club.out()
    assert club.way("summer", SEAT[CARA]).json() == {"path": ""}
    assert club.asks("winter", "kii")
    club.out()
    assert club.asks("summer", SEAT[CARA])
    club.answers_question(CARA)
    assert not club.asks("summer", SEAT[CARA])


def test_what_is_renewed_of_others_leaves_it(club: Club) -> None:
    renew(club.record, "winter", "iga")
    renew(club.record, "summer", SEAT[ANNA])
    moves(club, "iga", "Anna", ANNA)
    club.delegates(f"delegate to Dora {DORA} until 2026-12-31 for all")
    club.say("undelegate Dora")
    assert not club.asks("winter", "kii")
    assert not club.asks("summer", SEAT[CARA])


def test_a_yes_to_what_came_by_a_link_of_before_welcomes_no_browser(club: Club) -> None:
    """Whoever has taken her link has sent it; she writes “new link”, and then answers the wrong mail."""
    assert club.asks("winter", "kii", browser="m" * 43)
    (asked,) = [one for one in club.out() if " CONFIRM " in str(one["Subject"])]
    club.say("new link", seat="kii")
    club.desk.handle(mail("yes\n", CARA, "<late@x.org>", Subject=f"Re: {asked['Subject']}"))
    assert club.asks("winter", "kii", browser="m" * 43)
    assert club.asks("summer", SEAT[CARA], browser="m" * 43)


# ---- what is kept


def test_nothing_that_is_kept_or_shown_tells_a_browser_or_whose_it_is(club: Club) -> None:
    (kept,) = club.record.settings_below("browsers/").items()
    assert kept[1] == b"0"  # how often links were renewed
    assert BROWSER not in kept[0]
    assert "cara" not in kept[0].lower()
    digest = browsers.digest_of(BROWSER)
    link = seat_path(*club.at("summer", SEAT[CARA]))
    for path in ("", "api/table", "api/frames", "diary", "replay/", "events.jsonl"):
        text = club.web.get(f"{link}{path}").text
        assert not [one for one in (BROWSER, digest, kept[0]) if one in text]


@pytest.mark.parametrize(("turn", "is_hers"), [("", True), ("T1", True), ("T9", False)])
def test_who_has_written_is_told_by_the_token_of_the_turn(club: Club, turn: str, is_hers: bool) -> None:
    """Also where the block names no turn that is read, as a title of another package may call it."""
    game, key = club.record.load("winter").game, server_key(club.record)
    (bearer,) = bearers(club.record, game, "kii", club.now)
    block = SimpleNamespace(token=token_of(key, "winter", bearer, game.label), turn=turn)
    found = browsers._writer(club.record, cast(Any, SimpleNamespace(block=block)), "winter", "kii", club.now)
    assert (found == bearer) is is_hers
