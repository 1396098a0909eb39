"""Two worlds that differ in what one seat may know: to all others every byte of every page is the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from referee.record.record import Record
from referee.seats.links import seat_path
from referee.seats.tokens import KEY, KEY_BYTES, server_key
from referee.web.application import application
from tests.projections.games import NOON
from tests.record.stores import ACT
from tests.record.test_secrets import CLANS, SEATS, Stacked, chosen, world
from tests.titles.play import few
from tests.web.test_pages import PATHS

OURS = "http://testserver"
TABLE = ("", "api/table?shown=20", "api/frames?shown=20&after=5&upto=15&before")
ORDERS = 6
"""That are played before."""


def everything(record: Record) -> dict[str, list[tuple[str, bytes]]]:
    """The tags and bodies of every path, by viewer; "" is everybody."""
    game = record.load("g").game
    prefixes = {seat: seat_path(server_key(record), game, seat) for seat in SEATS} | {"": "/g/g/"}
    with TestClient(application(record, clock=lambda: NOON)) as web:
        found = {
            viewer: [
                (answer.headers["etag"], answer.content)
                for path in (*PATHS, "board.svg?at=40", "api/stand?at=40")
                for answer in [web.get(prefix + path)]
            ]
            for viewer, prefix in prefixes.items()
        }
        for seat in SEATS:
            for path in TABLE:
                answer = web.get(prefixes[seat] + path)
                assert answer.status_code == 200
                found[seat].append((answer.headers["etag"], answer.content))
            answer = web.post(f"{prefixes[seat]}api/step", json={"picks": []}, headers={"Origin": OURS})
            found[seat].append(("", answer.content))
        found[""] += [
            (answer.headers["etag"], answer.content)
            for answer in map(web.get, ("/", "/api/games", "/g/g/share.png"))
        ]
    return found


@pytest.mark.budget(100, "the pages of all seats in two worlds")
@pytest.mark.parametrize("seed", few(1, 4))
def test_a_swapped_card_changes_the_pages_of_its_owner_only(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    seat, (one, two) = random.choice(SEATS), random.sample(CLANS, 2)
    first = world(tmp_path / "first", Stacked(seed, seat, one, two))
    other = world(tmp_path / "other", Stacked(seed, seat, two, one))
    for referee in (first, other):
        referee.record.set(KEY, bytes(KEY_BYTES))
    for _ in range(ORDERS):
        active, order = chosen(first.record.load("g").game, random, seat, (one, two))
        for referee in (first, other):
            referee.take("g", active, order, ACT)
    shown, shown_there = everything(first.record), everything(other.record)
    for viewer in ("", *SEATS):
        assert (shown[viewer] == shown_there[viewer]) is (viewer != seat)
    first.record.close()
    other.record.close()
