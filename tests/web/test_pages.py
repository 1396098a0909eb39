"""What the pages show to everybody, and to whoever has the link of a seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from domain.game.entries.entries import Tables
from domain.game.entries.people import Pressed
from domain.kit.sealed import PUBLIC
from projections.language.messages import plain
from projections.telling.log import log, log_text
from referee.audit.game_lines import export_lines
from referee.copies.forking import begin, left_in, planned
from referee.games.datasets import read_files
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import Act
from referee.record.record import Record
from referee.seats.links import seat_link, seat_path
from referee.seats.readers import set_reader
from referee.seats.seat_view import replay_of
from referee.seats.tokens import server_key
from referee.web.application import application
from tests.bundle.test_browsed import carried
from tests.playing import taken
from tests.projections.games import NOON, Keeper

PATHS = (
    "",
    "board.svg",
    "board.png",
    "small.png",
    "board.txt",
    "log.txt",
    "api/stand",
    "api/log",
    "events.jsonl",
)


def path_of(record: Record, game: str, seat: str) -> str:
    return seat_path(server_key(record), record.load(game).game, seat)


def test_the_list_names_every_game_with_a_link_to_it(web: TestClient) -> None:
    page = web.get("/")
    assert page.status_code == 200
    for game in ("game-0", "game-1", "game-2"):
        assert f'<a href="/g/{game}/">{game}</a>' in page.text
    found = web.get("/api/games").json()["games"]
    assert [game["game"] for game in found] == ["game-2", "game-1", "game-0"]
    assert all(game["awaited"] and not game["over"] for game in found)


def test_the_board_and_the_log_are_those_of_the_projections(web: TestClient, keeper: Keeper) -> None:
    replay = replay_of(keeper.record, "game-1")
    assert web.get("/g/game-1/board.txt").text == replay.board(len(replay), PUBLIC)
    assert web.get("/g/game-1/board.txt?at=50").text == replay.board(50, PUBLIC)
    assert web.get("/g/game-1/log.txt").text == log_text(log(replay, PUBLIC))
    stand = web.get("/g/game-1/api/stand?at=50").json()
    assert (stand["position"], stand["events"], stand["viewer"]) == (50, len(replay), PUBLIC)
    assert stand["head"] == replay.envelope(50).digest.hex()
    assert [event["position"] for event in web.get("/g/game-1/api/log?after=45").json()["events"]] == [
        line.position for line in log(replay, PUBLIC, after=45)
    ]


def test_the_export_is_the_same_as_that_of_the_command(web: TestClient, keeper: Keeper) -> None:
    assert web.get("/g/game-0/events.jsonl").content == b"".join(
        export_lines(keeper.record, "game-0", PUBLIC)
    )
    own = web.get(path_of(keeper.record, "game-0", "ise") + "events.jsonl").content
    assert own == b"".join(export_lines(keeper.record, "game-0", "ise"))


def test_the_replay_page_carries_the_export_of_its_viewer(web: TestClient, keeper: Keeper) -> None:
    own = path_of(keeper.record, "game-0", "ise")
    for path, replay in (("/g/game-0/", ""), (own, "replay/")):
        assert carried(web.get(path + replay).text) == web.get(f"{path}events.jsonl").content
    assert carried(web.get(f"{own}replay/").text) != carried(web.get("/g/game-0/").text)


def test_a_what_if_says_so_on_each_of_its_pages(keeper: Keeper, tmp_path: Path) -> None:
    left, record = left_in(keeper.record, "game-0"), Record(tmp_path / "what-if.db")
    plan = planned(left, None, "", real=False)
    begin(record, left, plan)
    with TestClient(application(record, clock=lambda: NOON)) as client:
        said = f"What-if of game-0 after event {plan.at}."
        for path in ("/", f"/g/{plan.name}/", *(f"/g/{plan.name}/board.{kind}" for kind in ("svg", "txt"))):
            assert said in client.get(path).text, path
        assert said not in client.get(f"/g/{plan.name}/board.txt?at={plan.at}").text
    record.close()


def test_pictures_are_pictures(web: TestClient) -> None:
    drawn = web.get("/g/game-0/board.svg?at=50")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    assert drawn.text != web.get("/g/game-0/board.svg?at=50&dark").text
    assert web.get("/g/game-0/board.png").content.startswith(b"\x89PNG")


def test_a_secret_link_shows_what_its_seat_may_know(web: TestClient, keeper: Keeper) -> None:
    replay = replay_of(keeper.record, "game-1")
    for seat in ("iga", "ise"):
        shown = web.get(path_of(keeper.record, "game-1", seat) + "board.txt").text
        assert shown == replay.board(len(replay), seat)
        assert shown != web.get("/g/game-1/board.txt").text


def test_the_link_is_made_of_the_address_of_the_pages(keeper: Keeper) -> None:
    game = keeper.record.load("game-1").game
    link = seat_link(keeper.record, "https://games.example.org/", game, "iga")
    assert link == f"https://games.example.org{path_of(keeper.record, 'game-1', 'iga')}"


def test_links_differ_by_game_by_seat_and_by_person(keeper: Keeper) -> None:
    tokens = {
        path_of(keeper.record, game, seat).split("/")[4]
        for game in ("game-0", "game-1")
        for seat in ("iga", "ise", "kii")
    }
    assert len(tokens) == 6
    assert {len(token) for token in tokens} == {24}


@pytest.mark.parametrize("path", PATHS)
def test_a_wrong_link_tells_nothing_not_even_whether_there_is_such_a_game(
    web: TestClient, keeper: Keeper, path: str
) -> None:
    of_ise = path_of(keeper.record, "game-1", "ise").split("/")[4]
    wrong = [
        f"/s/game-1/iga/{of_ise}/",
        f"/s/game-0/ise/{of_ise}/",
        f"/s/game-1/nobody/{of_ise}/",
        f"/s/nowhere/ise/{of_ise}/",
        f"/s/game-1/ise/{of_ise[:-1]}/",
        "/g/nowhere/",
    ]
    answers = [web.get(prefix + path) for prefix in wrong]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_whoever_has_it_already_is_sent_nothing_anew(web: TestClient, keeper: Keeper) -> None:
    for path in ("/", "/api/games", *(f"/g/game-2/{path}" for path in PATHS)):
        first = web.get(path)
        assert first.status_code == 200
        again = web.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    shown = web.get("/g/game-2/board.txt")
    keeper.append("game-2")
    after = web.get("/g/game-2/board.txt", headers={"If-None-Match": shown.headers["etag"]})
    assert after.status_code == 200
    assert after.headers["etag"] != shown.headers["etag"]


@pytest.mark.parametrize(
    ("query", "code"), [("at=0", 404), ("at=9999", 404), ("at=x", 400), ("at=-1", 400), ("at=٣", 400)]
)
def test_an_event_that_is_not_there_is_a_sentence(web: TestClient, query: str, code: int) -> None:
    answer = web.get(f"/g/game-0/api/stand?{query}")
    assert answer.status_code == code
    assert answer.json()["error"].endswith(".")


def test_the_pages_can_only_be_read_and_set_no_cookie(web: TestClient, keeper: Keeper) -> None:
    for path in ("/", "/g/game-0/", path_of(keeper.record, "game-0", "iga"), "/nowhere"):
        assert "set-cookie" not in web.get(path).headers
        assert web.post(path).status_code in (404, 405)
    assert web.get("/g/game-0", follow_redirects=False).headers["location"] == "/g/game-0/"


def test_a_secret_link_is_told_to_nobody_else(web: TestClient, keeper: Keeper) -> None:
    answer = web.get(path_of(keeper.record, "game-0", "iga"))
    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["x-robots-tag"] == "noindex"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert path_of(keeper.record, "game-0", "iga").split("/")[4] not in answer.text


def test_nothing_is_fetched_from_elsewhere(web: TestClient) -> None:
    """No page names another place to load from, and each says by its policy that the browser may not."""
    for path in ("/", "/g/game-0/", "/nowhere"):
        page = web.get(path)
        assert "default-src 'none'" in page.headers["content-security-policy"] + page.text
        assert "http://" not in page.text.replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in page.text


def test_a_name_that_is_markup_is_shown_as_text(web: TestClient, keeper: Keeper) -> None:
    from referee.web.index import index
    from referee.web.pages import message

    games = web.get("/api/games").json()["games"]
    games[0]["seats"]["iga"] = "<script>alert(1)</script>\u202e"
    shown = index(games)
    assert "&lt;script&gt;" in shown
    assert shown.count("<script") == 1  # our own
    assert "\u202e" not in shown
    assert "<b>" not in message("<b>")


PRESS = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\u202ea\u2066b\u200f\r\n\x1b[2Jc",
    "x" * 10_000,
)


def test_hostile_press_is_shown_as_text(web: TestClient, keeper: Keeper) -> None:
    """In the page, the log, and what programs read; the board and its picture say nothing of it."""
    kept = keeper.record.load("game-0")

    def write(words: str) -> None:
        nonlocal kept
        kept = keeper.record.append(kept, *taken(kept.game, [Pressed((), words, "iga")]), Act("mail"))

    write("Good luck to all!")
    clean = web.get("/g/game-0/").text
    before = {path: web.get(f"/g/game-0/{path}").content for path in ("board.txt", "board.svg", "board.png")}
    for words in PRESS:
        write(words)
    found = {path: web.get(f"/g/game-0/{path}") for path in PATHS}
    for path in ("", "log.txt", "api/stand", "api/log"):
        said = found[path].text if not path.startswith("api") else str(found[path].json())
        assert not any(sign in said for sign in "\u202e\u2066\u200f\x1b"), path
        assert "X-Content-Type-Options" in found[path].headers
    assert found["log.txt"].headers["content-type"] == "text/plain; charset=utf-8"
    page = found[""].text
    assert [page.count(tag) for tag in ("<script", "<img", "</script")] == [
        clean.count(tag) for tag in ("<script", "<img", "</script")
    ]
    told = [line["text"] for line in found["api/log"].json()["events"][-len(PRESS) :]]
    assert told == [f"iga writes to all: “{plain(words)}”" for words in PRESS]
    assert "<script>alert(1)</script>" in found["log.txt"].text
    for path, content in before.items():
        assert found[path].content == content


def test_json_is_what_it_says(web: TestClient) -> None:
    for path in ("/api/games", "/g/game-0/api/stand", "/g/game-0/api/log"):
        answer = web.get(path)
        assert answer.headers["content-type"] == "application/json"
        json.loads(answer.content)
    lines = web.get("/g/game-0/events.jsonl").content.splitlines()
    assert json.loads(lines[0])["events"] == len(lines) - 1


def test_a_page_is_in_the_language_of_who_reads_it(web: TestClient, keeper: Keeper) -> None:
    own = path_of(keeper.record, "game-1", "iga") + "board.txt"
    english, french = web.get(own).text, web.get(f"{own}?language=fr").text
    assert "(you)" in english
    assert "(vous)" in french
    keeper.record.register("game-1", "iga", "anna@example.org")
    set_reader(keeper.record, "anna@example.org", language="fr")
    assert web.get(own).text == french
    assert web.get(f"{own}?language=en").text == english
    assert web.get("/g/game-1/board.svg?language=ru").text != web.get("/g/game-1/board.svg").text


def test_pages_of_a_game_with_an_owners_tables_do_not_give_them_away(tmp_path: Path) -> None:
    files = read_files("shinobi")
    own = {"cards.toml": files["cards.toml"].replace(b"printed: list", b"printed: own copy, list", 1)}
    record = Record(tmp_path / "own.sqlite", clock=lambda: NOON)
    opening = Opening("own", "shinobi", ("Ann", "Ben", "Cem"), data=own, tables=Tables(1, 10, 0))
    Referee(record, seed="own").open(opening, Act("command line"))
    with TestClient(application(record, clock=lambda: NOON)) as client:
        lines = client.get("/g/own/events.jsonl").content
        assert json.loads(lines.splitlines()[0])["data"] == {}
        assert carried(client.get("/g/own/").text) == lines
    record.close()
