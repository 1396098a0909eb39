"""The list of games: what is looked for in it, and what of a game is told to everybody; and what a link to a
game shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.catalogues import LANGUAGES
from projections.page.making import page
from referee.games.old_enough import HOUR
from referee.seats.links import seat_path
from referee.seats.own_games import games_path
from referee.seats.tokens import server_key
from referee.web import gallery, previews
from referee.web.application import application
from referee.web.gallery import Gallery, Newest
from referee.web.index import PAGE, Asked, asked_of, index
from referee.web.shown import front
from tests.projections.games import NOON, Keeper, entries, replay
from tests.web.test_pages import path_of

BASE = "https://games.example.org"


def game(name: str, **other: Any) -> dict[str, Any]:
    """How a game stands, as the list is told."""
    usual = {
        "game": name,
        "title": "shinobi",
        "seats": {"iga": "Anna", "ise": "Boris"},
        "turn": "T3",
        "over": False,
        "winners": (),
        "drawn": False,
        "begun": True,
        "awaited": ("ise",),
        "what_if": None,
        "own_tables": False,
        "at": NOON,
        "opened": NOON - 48 * HOUR,
        "due": 0,
    }
    return {**usual, **other}


def named(page: str) -> list[str]:
    """The games of a page, in their order."""
    return re.findall(r'<h2><a href="/g/([^/]+)/', page)


MANY = [
    game("summer", at=NOON + 3, due=NOON + 30 * HOUR),
    game("perry", title="twilight_shogun", at=NOON + 9, seats={"pro": "Chloé", "anti": "Dan"}),
    game("autumn", begun=False, awaited=("iga",), at=NOON + 5),
    game("winter", over=True, winners=("iga",), awaited=(), at=NOON + 4),
]


def test_the_game_that_has_moved_last_is_the_first() -> None:
    assert named(index(MANY)) == ["perry", "autumn", "winter", "summer"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (Asked(title="shinobi"), ["autumn", "winter", "summer"]),
        (Asked(title="clan_war"), []),
        (Asked(state="running"), ["perry", "summer"]),
        (Asked(state="joining"), ["autumn"]),
        (Asked(state="over"), ["winter"]),
        (Asked(title="shinobi", state="running"), ["summer"]),
        (Asked(text="CHLOÉ"), ["perry"]),
        (Asked(text="twilight"), ["perry"]),
        (Asked(text="ise"), ["autumn", "winter", "summer"]),
        (Asked(text="nobody"), []),
    ],
)
def test_what_is_looked_for_is_found_and_nothing_else(asked: Asked, found: list[str]) -> None:
    page = index(MANY, asked)
    assert named(page) == found
    assert ("No game fits that." in page) is not bool(found)
    assert (f'value="{asked.state}" selected' in page) or asked.state == ""


def test_a_game_says_whose_turn_it_is_and_until_when() -> None:
    page = index(MANY[:1])
    assert "Turn 3. Boris (ise) to act." in page
    assert "Until Friday 13 March, 18:00 (UTC)." in page
    assert "Since 2026-03-10; last event 2026-03-12 12:00 UTC." in page
    assert "Won by Anna (iga)." in index(MANY[3:])
    assert "Anna (iga) still to join." in index(MANY[2:3])


def test_many_games_are_on_pages_that_keep_what_was_looked_for() -> None:
    games = [game(f"g-{number}", at=NOON - number) for number in range(2 * PAGE + 1)]
    first = index(games, Asked(title="shinobi", text="g-"))
    assert named(first) == [f"g-{number}" for number in range(PAGE)]
    (link,) = re.findall(r'<a href="/([^"]+)">Older games', first)
    assert unescape(link) == "?title=shinobi&text=g-&page=2"
    last = index(games, Asked(page=3))
    assert named(last) == [f"g-{2 * PAGE}"]
    assert "Older games" not in last
    assert index(games, Asked(page=99)) == last


@pytest.mark.parametrize("query", ["title=chess", "state=won", "page=0", "page=x", "page=-1", "page=٣"])
def test_what_nobody_can_look_for_is_answered_with_a_sentence(web: TestClient, query: str) -> None:
    answer = web.get(f"/?{query}")
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


def test_what_is_looked_for_is_shown_as_text(web: TestClient) -> None:
    page = web.get("/", params={"text": '"><script>alert(1)</script>\u202e' + "x" * 500})
    assert page.status_code == 200
    assert page.text.count("<script") == 1  # our own
    assert "\u202e" not in page.text
    assert "x" * 61 not in page.text
    assert len(asked_of({"text": "y" * 500}).text) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_is_in_the_language_that_is_asked_for_and_leads_on_in_it(
    web: TestClient, language: str
) -> None:
    page = web.get(f"/?language={language}").text
    assert f'<html lang="{language}">' in page
    on = "" if language == "en" else f"?language={language}"
    assert f'<a href="/g/game-0/{on}">' in page
    assert f'src="/g/game-0/small.png{on}"' in page


def test_the_list_is_looked_at_anew_only_where_something_has_happened(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Gallery(keeper.record, lambda: NOON)
    before, looked, whole = shown.games(), list[str](), shown.newest

    def newest(name: str) -> Newest:
        looked.append(name)
        return whole(name)

    monkeypatch.setattr(shown, "newest", newest)
    assert shown.games() == before
    assert looked == []
    keeper.append("game-1")
    assert shown.games() != before
    assert looked == ["game-1"]


def test_a_game_that_is_shown_late_goes_on_in_the_list_though_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "delay", lambda _game: 24 * HOUR)
    made, hours = Keeper(tmp_path / "record.sqlite", 0), iter(range(100))
    monkeypatch.setattr(made.record, "clock", lambda: NOON + next(hours) * HOUR)
    made.append_all(3)
    now = [NOON]
    shown = Gallery(made.record, lambda: now[0])
    seen = list[int]()
    for hour in (23, 24, 25, 26, 30):
        now[0] = NOON + hour * HOUR
        seen.append(shown.games()[0]["position"] if shown.games() else 0)
    assert seen[0] == 0
    assert 0 < seen[1] < seen[2] < seen[3] == seen[4] == made.record.load("game-0").game.position
    made.record.close()


def test_games_of_which_nothing_can_be_seen_are_not_read_for_each_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "delay", lambda _game: 24 * HOUR)
    made, now, looked = Keeper(tmp_path / "record.sqlite", 0, 1).append_all(2), [NOON], list[str]()
    shown = Gallery(made.record, lambda: now[0])
    look = shown.newest

    def newest(name: str) -> Newest:
        looked.append(name)
        return look(name)

    monkeypatch.setattr(shown, "newest", newest)
    for _ in range(5):
        assert shown.games() == []
    assert sorted(looked) == ["game-0", "game-1"]
    now[0] += 24 * HOUR
    assert len(shown.games()) == 2
    made.record.close()


# ---- pictures


def test_small_pictures_are_small_and_differ_by_palette(web: TestClient) -> None:
    light, dark = web.get("/g/game-0/small.png"), web.get("/g/game-0/small.png?dark")
    assert light.content != dark.content
    for one in (light, dark):
        assert one.headers["content-type"] == "image/png"
        assert Image.open(BytesIO(one.content)).width == previews.WIDTH
        assert len(one.content) < 60_000


def test_whoever_writes_more_into_the_address_has_nothing_drawn_for_it(
    web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [web.get(f"/g/game-0/{name}.png") for name in ("small", "share")]
    monkeypatch.setattr(previews, "dots", lambda drawing: pytest.fail("It was drawn already."))
    for name, known in zip(("small", "share"), first, strict=True):
        again = web.get(f"/g/game-0/{name}.png?at=3&x=1")
        assert (again.content, again.headers["etag"]) == (known.content, known.headers["etag"])


def test_a_seat_sees_its_own_small_board_and_everybody_that_of_all(web: TestClient, keeper: Keeper) -> None:
    shown = {
        seat: web.get(f"{path_of(keeper.record, 'game-1', seat)}small.png").content for seat in ("iga", "ise")
    }
    assert len({*shown.values(), web.get("/g/game-1/small.png").content}) == 3
    own = web.get(f"{path_of(keeper.record, 'game-1', 'iga')}small.png")
    assert own.headers["cache-control"] == "private, no-cache"


@pytest.fixture
def public(keeper: Keeper) -> Iterator[TestClient]:
    """The pages at an address that is known."""
    with TestClient(application(keeper.record, clock=lambda: NOON, base=f"{BASE}/")) as client:
        yield client


def told(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page)
    return {name: unescape(word) for name, word in found}


def test_a_game_says_what_it_is_to_those_who_show_links_to_it(public: TestClient) -> None:
    said = told(public.get("/g/game-0/").text)
    assert said["og:title"] == "Shinobi: War of the Clans · game-0"
    assert re.fullmatch(r"Turn \d+\. .+ to act\.", said["og:description"])
    assert said["og:url"] == f"{BASE}/g/game-0/"
    assert said["og:image"] == f"{BASE}/g/game-0/share.png"
    assert said["twitter:card"] == "summary_large_image"
    shared = Image.open(BytesIO(public.get("/g/game-0/share.png").content))
    assert shared.size == (int(said["og:image:width"]), int(said["og:image:height"])) == (1200, 630)


def test_the_list_says_what_it_is_with_a_board_that_everybody_may_see(public: TestClient) -> None:
    said = told(public.get("/").text)
    assert said["og:title"] == "Games refereed by Bugyo"
    assert said["og:url"] == f"{BASE}/"
    address = said["og:image"].removeprefix(BASE)
    assert re.fullmatch(r"/g/game-\d+/share\.png", address)
    assert public.get(address).status_code == 200
    assert told(public.get("/ratings").text)["og:title"] == "Ratings"


def test_pages_that_are_files_say_what_they_are_but_not_those_of_a_seat() -> None:
    shown = replay(entries(0)[:40])
    said = told(page(shown, PUBLIC))
    assert said["og:title"].endswith(" · Shinobi: War of the Clans")
    assert said["og:description"] == "A game refereed by Bugyo, to be replayed event by event."
    assert told(page(shown, "ise")) == told(page(shown, REFEREE)) == {}
    assert told(front([])["index.html"].decode())["og:title"] == "Games refereed by Bugyo"


def test_what_is_secret_is_shown_by_no_link(public: TestClient, keeper: Keeper) -> None:
    keeper.record.register("game-0", "iga", "anna@example.org")
    own = seat_path(server_key(keeper.record), keeper.record.load("game-0").game, "iga")
    for path in (own, f"{own}replay/", games_path(keeper.record, "anna@example.org")):
        page = public.get(path)
        assert page.status_code == 200
        assert told(page.text) == {}
        assert BASE not in page.text
    assert public.get(f"{own}share.png").status_code == 404


def test_a_name_that_is_markup_is_told_as_text(keeper: Keeper) -> None:
    stands = {**game('"><b>'), "seats": {"ise": '"><script>\u202e'}}
    tags = previews.about(stands, "Shinobi", BASE, "")
    assert "<script" not in tags
    assert "<b>" not in tags
    assert "\u202e" not in tags


# ---- one's own games


def test_ones_own_games_have_the_boards_of_their_seats(web: TestClient, keeper: Keeper) -> None:
    keeper.record.register("game-0", "iga", "anna@example.org")
    page = web.get(games_path(keeper.record, "anna@example.org")).text
    (picture,) = re.findall(r'<img src="([^"]+)"', page)
    assert picture == f"{path_of(keeper.record, 'game-0', 'iga')}small.png"
    assert web.get(picture).content == web.get(picture).content != web.get("/g/game-0/small.png").content


def test_the_pages_let_in_their_own_style_script_and_pictures_alone(web: TestClient) -> None:
    policy = web.get("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; img-src data: 'self'; style-src 'sha256-")
    assert "script-src 'sha256-" in policy
    assert "unsafe" not in policy
    assert "form-action 'self'" in policy
