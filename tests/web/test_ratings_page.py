"""The page of ratings, and the mail line that asks for the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from domain.game.entries.policy import Policy
from domain.kit.likeness import called
from referee.web import ratings_page
from referee.web.application import application
from tests.referee.club.clubs import HOUR, Club
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import Playing

THREE = ("Anna a@x.org", "Boris b@x.org", "Cem c@x.org")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.db") as made:
        yield made


@pytest.fixture
def web(club: Club) -> Iterator[TestClient]:
    with TestClient(application(club.record, clock=lambda: club.now)) as client:
        yield client


def test_the_list_of_games_leads_there_once_a_game_is_over(club: Club, web: TestClient) -> None:
    club.open("one", THREE)
    assert "/ratings" not in web.get("/").text
    assert "No game that could be rated is over yet." in web.get("/ratings").text
    club.play("one")
    assert 'href="/ratings?language=ru"' in web.get("/?language=ru").text


def test_it_has_a_row_for_each_person_and_each_game_with_its_changes(club: Club, web: TestClient) -> None:
    club.played("one", THREE)
    club.played("two", ("Anna a@x.org", called("steady"), "Boris other@x.org"))
    page = web.get("/ratings")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert re.findall(r'<th scope="row">([^<]*)', page.text) == [
        row["person"] for row in web.get("/api/ratings").json()["ratings"][0]["people"]
    ]
    assert re.findall(r'href="/g/(\w+)/"', page.text) == ["two", "one"]
    assert "A program sat there from the beginning." in page.text
    assert "25.0 ± 8.3 →" in page.text
    for text in (page.text, web.get("/api/ratings").text):
        assert "x.org" not in text


def test_it_comes_in_three_languages_and_is_sent_once(club: Club, web: TestClient) -> None:
    club.played("one", THREE)
    for language, word in (("en", "Ratings"), ("fr", "Classement"), ("ru", "Рейтинги")):
        answer = web.get(f"/ratings?language={language}")
        assert f"<h1>{word}</h1>" in answer.text
        tag = {"If-None-Match": answer.headers["etag"]}
        assert web.get(f"/ratings?language={language}", headers=tag).status_code == 304
    club.played("two", THREE)
    assert web.get("/ratings?language=ru", headers=tag).status_code == 200


def test_what_is_held_back_is_not_there_yet(club: Club, web: TestClient) -> None:
    club.played("one", THREE, policy=Policy(delay=2))
    assert web.get("/api/ratings").json() == {"ratings": []}
    club.now += 2 * HOUR
    assert [one["title"] for one in web.get("/api/ratings").json()["ratings"]] == ["shinobi"]


def test_of_many_games_the_newest_are_shown(
    club: Club, web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings_page, "MOST", 2)
    for n in range(2):
        club.played(f"g{n}", THREE)
    assert "more</li>" not in web.get("/ratings").text
    club.played("g2", THREE)
    page = web.get("/ratings").text
    assert re.findall(r'href="/g/(\w+)/"', page) == ["g2", "g1"]
    assert "… and 1 more</li>" in page


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ratings", "No game that could be rated is over yet."),
        ("ratings shinobi", "No game that could be rated is over yet."),
        ("рейтинг", "No game that could be rated is over yet."),
        ("classement kawanakajima", "No game that could be rated is over yet."),
    ],
)
def test_a_mail_that_asks_is_answered_and_nothing_is_recorded(tmp_path: Path, line: str, said: str) -> None:
    playing = Playing(tmp_path)
    before = playing.played()
    playing.say(line, seat="kii")
    (answer,) = playing.texts(PEOPLE["kii"])
    assert said in " ".join(answer.split())
    assert playing.played() == before
    playing.record.close()


def test_a_mail_has_the_table(tmp_path: Path) -> None:
    playing = Playing(tmp_path)
    Club.of(playing.referee, playing.now).played("one", THREE)
    playing.say("ratings shinobi", seat="kii")
    (answer,) = playing.texts(PEOPLE["kii"])
    assert "games that count 1, others 0" in answer
    assert "Anna" in answer
    assert "x.org" not in answer.partition("games that count")[2].partition("Games that are over")[0]
    playing.record.close()
