"""From the page of a seat to all the games of whoever sits there: only for a browser that his mailbox has
said “yes” to, which has the secret to play; the link to look may be shown to others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from referee.games import people
from referee.games.addresses import renew
from referee.record.record import Record
from referee.seats.links import play_secret
from referee.seats.own_games import games_path
from referee.seats.referee_link import referee_path, renew_referee
from referee.web.application import application
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import BROWSER, DESK, PAGES, Playing
from tests.web.troubled import REFEREE

SEAT = "kii"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def asked(playing: Playing, seat: str = SEAT, **other: Any) -> Any:
    shown = {"play": play_secret(*playing.whose(seat)), "browser": BROWSER, **other}
    return playing.post(f"{playing.link(seat)}games", shown)


def test_a_browser_that_has_its_yes_is_told_the_way(playing: Playing) -> None:
    assert asked(playing).json() == {"path": ""}
    playing.known(SEAT)
    told = asked(playing)
    assert told.json() == {"path": games_path(playing.record, PEOPLE[SEAT])}
    assert told.headers["cache-control"] == "no-store"
    assert playing.web.get(told.json()["path"]).status_code == 200


def test_a_no_is_no_yes(playing: Playing) -> None:
    playing.sends(SEAT, playing.given(SEAT, "press to all: hello"))
    playing.answers_question(PEOPLE[SEAT], "no")
    assert asked(playing).json() == {"path": ""}


def test_nobody_else_is_told(playing: Playing) -> None:
    """The link to look alone; a guessed secret; another browser; a seat of somebody else; another origin."""
    playing.known(SEAT)
    for play in ("", "a" * 24, play_secret(*playing.whose("ise"))):
        assert asked(playing, play=play).status_code == 403
    assert asked(playing, browser="c" * 43).json() == {"path": ""}
    assert asked(playing, browser="").json() == {"path": ""}
    assert asked(playing, "ise").json() == {"path": ""}
    path, shown = (
        f"{playing.link(SEAT)}games",
        {"play": play_secret(*playing.whose(SEAT)), "browser": BROWSER},
    )
    assert playing.web.post(path, json=shown, headers={"Origin": "https://evil.example"}).status_code == 403
    assert playing.web.post(path, json=shown).status_code == 403
    assert playing.web.get(path).status_code == 405
    assert playing.post(f"{path}?play=x", shown).status_code == 400
    assert playing.post("/g/winter/games", shown).status_code in (404, 405)


def test_the_link_to_look_names_it_nowhere(playing: Playing) -> None:
    playing.known(SEAT)
    token = games_path(playing.record, PEOPLE[SEAT]).split("/")[2]
    for path in ("", "api/table", "replay/", "log.txt", "api/stand"):
        assert token not in playing.web.get(f"{playing.link(SEAT)}{path}").text


def test_a_new_link_ends_it(playing: Playing) -> None:
    playing.known(SEAT)
    old = asked(playing).json()["path"]
    renew(playing.record, "winter", SEAT)
    assert asked(playing).json() == {"path": ""}
    assert playing.web.get(old).status_code == 404


def test_a_delegate_is_told_his_own_games_and_never_those_of_the_holder(playing: Playing) -> None:
    dora = "dora@example.org"
    playing.delegates(f"delegate to Dora {dora} until 2026-12-31 for orders")
    playing.out()
    playing.say("what", sender=dora)
    (link,) = {line for text in playing.texts(dora) for line in text.split() if line.startswith(PAGES)}
    path, _mark, play = link.removeprefix(PAGES).partition("#play=")
    shown = {"play": play, "browser": BROWSER}
    playing.known(SEAT)
    assert playing.post(f"{path}games", shown).json() == {"path": ""}  # the yes of another is not his
    given = playing.given(SEAT, "press to all: from Dora", play=play)
    playing.post(f"{path}send", given)
    playing.works()
    playing.answers_question(dora)
    assert playing.post(f"{path}games", shown).json() == {"path": games_path(playing.record, dora)}


def test_a_browser_without_its_yes_is_told_no_way_by_asking_for_a_mail(playing: Playing) -> None:
    """Whoever has one mail of a player sees one game of his."""
    path = games_path(playing.record, PEOPLE[SEAT])
    told = playing.sends(SEAT, playing.given(SEAT, "games", browser="c" * 43))
    assert told["state"] == "answered"
    assert "it is your turn in winter" in " ".join(told["lines"])
    assert "/m/" not in str(told)
    assert path in "".join(playing.texts(PEOPLE[SEAT]))  # his mailbox has it


def test_whoever_takes_the_seat_ends_it_and_needs_a_yes_of_his_own(playing: Playing) -> None:
    playing.known(SEAT)
    before = f"{playing.link(SEAT)}games"
    shown = {"play": play_secret(*playing.whose(SEAT)), "browser": BROWSER}
    people.take_seat(playing.referee, "winter", SEAT, "Emil", "Cara is ill.", REFEREE, "emil@example.org")
    assert playing.post(before, shown).status_code == 404
    assert playing.post(f"{playing.link(SEAT)}games", shown).status_code == 403
    assert asked(playing).json() == {"path": ""}  # Emil, at the browser of Cara
    assert playing.web.get(games_path(playing.record, PEOPLE[SEAT])).text.count(f"/s/winter/{SEAT}/") == 0


@pytest.mark.parametrize("end", ["renewed", "taken over"])
def test_in_a_process_that_only_reads_a_link_ends_at_once_too(
    playing: Playing, tmp_path: Path, end: str
) -> None:
    """Whatever it has kept ready, and whatever a browser has kept."""
    reading = Record(tmp_path / "store.db", only_read=True)
    made = application(reading, clock=lambda: playing.now, address=DESK, spool=playing.spool)
    own, referees = games_path(playing.record, PEOPLE[SEAT]), referee_path(playing.record)
    paths = [f"{playing.link(SEAT)}{path}" for path in ("", "small.png", "api/table", "replay/", "board.svg")]
    with TestClient(made) as web:
        tags = [web.get(path).headers["etag"] for path in paths]
        assert [web.get(path).status_code for path in (own, referees)] == [200, 200]
        if end == "renewed":
            renew(playing.record, "winter", SEAT)
            renew_referee(playing.record)
        else:
            people.take_seat(
                playing.referee, "winter", SEAT, "Emil", "Cara is ill.", REFEREE, "e@example.org"
            )
        for path, tag in zip(paths, tags, strict=True):
            assert web.get(path, headers={"If-None-Match": tag}).status_code == 404
        ended = [web.get(path) for path in (own, referees)]
        if end == "renewed":
            assert [one.status_code for one in ended] == [404, 404]
        else:
            assert f"/s/winter/{SEAT}/" not in ended[0].text
    reading.close()
