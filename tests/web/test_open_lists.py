"""Lists that people can sign on to, on the page of all games and on that of somebody's own."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from referee.club.club_file import Club
from referee.club.lists import Lists
from referee.seats.own_games import games_path
from referee.web.application import application
from tests.referee.club.signing_on import ANNA, ANYBODY, BELA, CARA, CREATE, DORA, Clubhouse


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clubhouse]:
    made = Clubhouse(tmp_path)
    yield made
    made.record.close()


DESK = "referee@club.example"
Who = Literal["anybody", "known", "nobody"]


def pages(club: Clubhouse, address: str = DESK, of: Club | None = None) -> TestClient:
    return TestClient(application(club.record, address=address, club=of), base_url="http://127.0.0.1")


def test_each_is_a_link_that_opens_the_mail_which_joins_it(club: Clubhouse) -> None:
    web = pages(club)
    assert "Games that wait" not in web.get("/").text
    club.says(f"Anna K. <{ANNA}>", CREATE)
    page = unescape(web.get("/").text)
    assert "Join summer by mail" in page
    assert f"mailto:{DESK}?subject=join summer&body=join summer\r\n" in unquote(page)
    assert "Anna K." in page
    assert ANNA not in page
    assert club.lists.get("summer").terms.digest in page
    assert club.lists.get("summer").terms.secret not in page
    assert "S'inscrire" in unescape(web.get("/?language=fr").text)


def test_a_page_that_was_kept_is_not_given_out_once_somebody_has_signed_on(club: Clubhouse) -> None:
    web = pages(club)
    club.says(ANNA, CREATE)
    first = web.get("/")
    assert web.get("/", headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    club.says(BELA, "join summer")
    assert "Bela" in web.get("/", headers={"If-None-Match": first.headers["etag"]}).text


def test_those_for_guests_alone_and_of_a_club_that_shows_none_are_not_there(club: Clubhouse) -> None:
    club.says(ANNA, f"{CREATE}, with Bela {BELA}, Cara {CARA}")
    club.serve(replace(ANYBODY, public=("games",)))
    club.says(DORA, "create shinobi for 3, called winter")
    assert [one.name for one in club.lists.waiting()] == ["summer", "winter"]
    page = pages(club).get("/").text
    assert "summer" not in page
    assert "winter" not in page


def test_nor_where_no_mail_is_taken(club: Clubhouse) -> None:
    club.says(ANNA, CREATE)
    assert "summer" not in pages(club, "").get("/").text


def test_they_are_on_the_page_of_ones_own_games(club: Clubhouse) -> None:
    for sender, line in ((ANNA, CREATE), (BELA, "join summer"), (CARA, "join summer")):
        club.says(sender, line)
    lists = Lists(club.referee, Club(create="anybody"))
    assert lists.waiting() == []
    club.says(DORA, "create shinobi for 3, called winter")
    page = pages(club).get(games_path(club.record, ANNA)).text
    assert "Join winter by mail" in page


@pytest.mark.parametrize(
    ("create", "whom"),
    [("anybody", "Anybody may begin a game."), ("known", "Whoever plays here, or has played here, may")],
)
def test_a_game_is_begun_by_a_mail_for_each_title_of_the_club(
    club: Clubhouse, create: Who, whom: str
) -> None:
    of = Club(create=create, titles=("kawanakajima", "clan_war"))
    page = unescape(unquote(pages(club, of=of).get("/").text))
    assert "Begin a game" in page
    assert whom in page
    assert f"its mail to {DESK} makes" in page
    for line in ("create kawanakajima for 2 people, 72 h", "create clan war for 2 people, 72 h"):
        assert f"mailto:{DESK}?subject={line}&body={line}\r\n" in page
    assert "create shinobi" not in page
    assert "Commencer une partie" in unescape(pages(club, of=of).get("/?language=fr").text)


@pytest.mark.parametrize(("address", "of"), [(DESK, Club(create="nobody")), (DESK, None), ("", Club())])
def test_no_game_is_begun_where_nobody_may_or_no_mail_is_taken(
    club: Clubhouse, address: str, of: Club | None
) -> None:
    assert 'class="begin"' not in pages(club, address, of).get("/").text
