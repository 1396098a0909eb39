"""Pages say of a game that it is played with an owner's tables; of a game with ours they say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import Tables
from referee.games.datasets import read_files
from referee.games.opening import Opening
from referee.games.selfplay import play_out
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.links import seat_path
from referee.seats.own_games import games_path
from referee.seats.referee_link import referee_path
from referee.seats.tokens import server_key
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import Playing

OWN = "owner's tables"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    """Besides winter, which has our tables, a game with an owner's."""
    made = Playing(tmp_path)
    cards = read_files("shinobi")["cards.toml"].replace(b"printed: list", b"printed: own copy, list", 1)
    opening = Opening(
        "borrowed",
        "shinobi",
        ("Anna", "Bela", "Cara"),
        data={"cards.toml": cards},
        tables=Tables(1, 10, 0),
        level=0,
    )
    made.referee.open(opening, Act(COMMAND_LINE))
    for seat, address in PEOPLE.items():
        made.record.register("borrowed", seat, address)
    yield made
    made.record.close()


def parts(page: str, each: str) -> dict[str, str]:
    """The text of the parts of a page that name each of the games."""
    found = [unescape(re.sub(r"<[^>]+>", " ", part)) for part in re.findall(each, page, re.DOTALL)]
    return {game: "\n".join(part for part in found if game in part) for game in ("borrowed", "winter")}


@pytest.mark.parametrize("kind", ["all games", "my games", "desk", "desk, over"])
def test_lists_of_games_say_so(playing: Playing, kind: str) -> None:
    if kind == "desk, over":
        for game in ("borrowed", "winter"):
            play_out(playing.referee, game, Random(game))
    path, each = {
        "all games": ("/", r"<li class.*?</li>"),
        "my games": (games_path(playing.record, PEOPLE["kii"]), r"<li class.*?</li>"),
    }.get(kind, (referee_path(playing.record), r'<th scope="row".*?</th>'))
    told = parts(playing.web.get(path).text, each)
    assert all(told.values())
    assert [OWN in told[game] for game in ("borrowed", "winter")] == [True, False]


def test_the_page_of_a_seat_says_so_where_the_game_is_named(playing: Playing) -> None:
    heads = []
    for name in ("borrowed", "winter"):
        game = playing.record.load(name).game
        page = unescape(playing.web.get(seat_path(server_key(playing.record), game, "kii")).text)
        heads += re.findall(r'<header class="bar">.*?<nav', page, re.DOTALL)
        assert page.count(OWN) == page.count(f'<span class="q s about">{OWN}</span>')
    assert [OWN in head for head in heads] == [True, False]


def test_programs_are_told_so(playing: Playing) -> None:
    mine, desk = games_path(playing.record, PEOPLE["kii"]), referee_path(playing.record)
    for path, key in (("/", "games"), (mine, "games"), (desk, "clocks")):
        api = "desk" if path == desk else "games"
        told = playing.web.get(f"{path}api/{api}").json()[key]
        assert {one["game"]: one["own_tables"] for one in told} == {"borrowed": True, "winter": False}
    for game in ("borrowed", "winter"):
        stand = playing.web.get(f"/g/{game}/api/stand").json()
        assert stand["own_tables"] is (game == "borrowed")
