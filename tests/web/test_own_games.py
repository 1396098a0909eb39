"""The games of a person: by mail, and on a page behind a secret of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from referee.games.addresses import Actor, renew
from referee.record import timers
from referee.record.record import Record
from referee.seats import own_games
from referee.seats.own_games import Own, address_at, games_path
from referee.seats.seat_view import replay_of
from referee.web.application import application
from tests.referee.mail.test_desk_world import PEOPLE, body
from tests.web.playing import PAGES, Playing

CARA, ANNA = PEOPLE["kii"], PEOPLE["iga"]


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    made.open("summer", {"ise": CARA, "iga": "eva@example.org", "kii": "fay@example.org"})
    yield made
    made.record.close()


def test_all_games_are_told_where_somebody_has_to_act_first(playing: Playing) -> None:
    told = playing.web.get(f"{games_path(playing.record, CARA)}api/games").json()["games"]
    assert (told[0]["game"], told[0]["seat"], told[0]["state"]) == ("winter", "kii", "turn")
    assert {one["game"] for one in told} == {"winter", "summer"}
    assert told[0]["asked"].startswith("Cara, it is your turn in winter")
    assert playing.web.get(f"{told[0]['path']}api/table").status_code == 200
    assert told[0]["waits"] == []
    (other,) = playing.web.get(f"{games_path(playing.record, ANNA)}api/games").json()["games"]
    assert (other["state"], other["waits"]) == ("wait", ["kii (Cara)"])


def test_of_those_where_somebody_has_to_act_the_soonest_due_comes_first(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    dues = {"a": 0, "b": 9, "c": 5, "d": 0}

    def own(_record: Record, _replay: object, game: str, *_more: object) -> Own:
        return Own(game, "Shinobi", "kii", "Cara", "turn", "", "", dues[game], (), "")

    actors = [Actor(game, game, "Cara", "") for game in dues]
    monkeypatch.setattr(own_games, "acting", lambda *_words: actors)
    monkeypatch.setattr(own_games, "_own", own)
    found = own_games.own_games(playing.record, CARA, 0, lambda _game: replay_of(playing.record, "winter"))
    assert [one.game for one in found] == ["c", "b", "a", "d"]


def test_the_page_names_no_secret_to_play_and_is_kept_by_nobody(playing: Playing) -> None:
    page = playing.web.get(games_path(playing.record, CARA))
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["x-robots-tag"] == "noindex"
    assert "winter" in page.text
    assert playing.given("kii")["play"] not in page.text


def test_the_mail_that_asks_is_answered_with_them_and_the_link(playing: Playing) -> None:
    playing.say("games", seat="kii")
    (answer,) = playing.texts(CARA)
    assert "it is your turn in winter" in " ".join(answer.split())
    (link,) = re.findall(rf"{PAGES}(/m/\S+)", answer)
    assert playing.web.get(link).status_code == 200
    assert address_at(playing.record, link.split("/")[2]) == CARA


def test_whoever_sends_the_token_of_another_is_told_nothing_of_his_games(playing: Playing) -> None:
    """The answer is for the address that is registered, and tells of its games."""
    playing.say("games", seat="kii", sender="mallory@example.net")
    for one in playing.out():
        assert one["To"] == CARA or "/m/" not in body(one)


@pytest.mark.parametrize("token", ["", "x", "a" * 24, "ü"])
def test_no_other_page_is_found_by_guessing(playing: Playing, token: str) -> None:
    assert playing.web.get(f"/m/{token}/").status_code == 404


def test_a_link_that_is_renewed_takes_the_page_with_it(playing: Playing) -> None:
    before, others = games_path(playing.record, CARA), games_path(playing.record, ANNA)
    renew(playing.record, "winter", "kii")
    assert playing.web.get(before).status_code == 404
    assert games_path(playing.record, CARA) != before
    assert playing.web.get(others).status_code == 200


def test_whose_page_it_is_costs_two_questions_however_many_people_there_are(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        playing.record.register(f"other-{number}", "iga", f"person-{number}@example.org")
    token = games_path(playing.record, CARA).split("/")[2]
    assert address_at(playing.record, token) == CARA
    asked, rows = list[str](), playing.record.recorder.rows

    def counted(what: str, *more: Any) -> Any:
        asked.append(what)
        return rows(what, *more)

    monkeypatch.setattr(playing.record.recorder, "rows", counted)
    assert address_at(playing.record, token) == CARA
    assert len(asked) == 2  # the key, and how often his links were renewed
    assert address_at(playing.record, "a" * 24) == ""
    assert len(asked) <= 8


def test_a_page_is_found_that_was_not_there_and_that_another_process_has_renewed(
    playing: Playing, tmp_path: Path
) -> None:
    """Whoever only reads the store hears of both."""
    reading = Record(tmp_path / "store.db", only_read=True)
    new = "new@example.org"
    assert address_at(reading, games_path(playing.record, new).split("/")[2]) == ""
    playing.record.register("winter-2", "iga", new)
    before = games_path(playing.record, new).split("/")[2]
    assert address_at(reading, before) == new
    renew(playing.record, "winter-2", "iga")
    after = games_path(playing.record, new).split("/")[2]
    assert (address_at(reading, before), address_at(reading, after)) == ("", new)
    reading.close()


def test_what_is_kept_of_tokens_does_not_grow_with_renewals_and_guesses(playing: Playing) -> None:
    everybody = len(timers.all_addresses(playing.record.recorder))
    for number in range(8):
        renew(playing.record, "winter", "kii")
        assert address_at(playing.record, games_path(playing.record, CARA).split("/")[2]) == CARA
        assert address_at(playing.record, f"{number}" * 24) == ""
    assert len(own_games._found[playing.record]) == everybody


def test_a_store_from_which_no_link_was_given_has_none_that_is_good(tmp_path: Path) -> None:
    """Whoever only reads it can make no key; that is no fault of ours to tell strangers of."""
    Record(tmp_path / "fresh.db").close()
    reading = Record(tmp_path / "fresh.db", only_read=True)
    with TestClient(application(reading)) as web:
        for path in ("/m/x/", "/r/x/", "/r/x/api/desk", "/s/winter/kii/x/"):
            assert web.get(path).status_code == 404
    reading.close()
