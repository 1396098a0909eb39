"""What is too new for everybody is shown to nobody without a secret link."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from domain.kit.sealed import PUBLIC
from referee.games.old_enough import HOUR
from referee.games.people import abandon
from referee.games.referee import Referee
from referee.seats.links import seat_path
from referee.seats.tokens import server_key
from referee.web import gallery
from referee.web.application import application
from referee.web.gallery import Gallery, NothingToSee
from tests.projections.games import NOON, Keeper
from tests.record.stores import ACT
from tests.web.test_pages import PATHS


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    """A game with an order each hour since noon; the public sees it a day late."""
    monkeypatch.setattr(gallery, "delay", lambda _game: 24 * HOUR)
    made, hours = Keeper(tmp_path / "record.sqlite", 0), iter(range(100))
    monkeypatch.setattr(made.record, "clock", lambda: NOON + next(hours) * HOUR)
    made.append_all(20)
    yield made
    made.record.close()


def test_everybody_sees_what_is_a_day_old_to_the_millisecond(slow: Keeper) -> None:
    times = [envelope.at for envelope in slow.record.envelopes("game-0")]
    for late, count in ((0, times.index(NOON + 2 * HOUR)), (1, times.index(NOON + HOUR))):
        shown = Gallery(slow.record, partial(int, NOON + 25 * HOUR - late)).public("game-0")
        assert len(shown.replay) == count


def test_a_game_that_is_younger_is_not_there(slow: Keeper) -> None:
    young = Gallery(slow.record, lambda: NOON + 23 * HOUR)
    with pytest.raises(NothingToSee):
        young.public("game-0")
    assert young.games() == []


def test_it_is_known_when_there_will_be_more(slow: Keeper) -> None:
    sight = Gallery(slow.record, lambda: NOON + 25 * HOUR + 1).public("game-0")
    assert sight.more == HOUR - 1
    assert Gallery(slow.record, lambda: NOON + 100 * HOUR).public("game-0").more is None


def test_nothing_of_the_newer_events_is_told(slow: Keeper) -> None:
    """The same bytes as before they happened; and the seat sees them all."""
    with TestClient(application(slow.record, clock=lambda: NOON + 25 * HOUR)) as web:
        shown = [*(f"/g/game-0/{path}" for path in (*PATHS, "share.png")), "/", "/api/games"]
        before = [(web.get(path).headers["etag"], web.get(path).content) for path in shown]
        slow.append("game-0")
        assert before == [(web.get(path).headers["etag"], web.get(path).content) for path in shown]
        own = seat_path(server_key(slow.record), slow.record.load("game-0").game, "iga")
        stand = web.get(f"{own}api/stand").json()
        assert stand["position"] == slow.record.load("game-0").game.position
        assert web.get("/g/game-0/api/stand").json()["viewer"] == PUBLIC


def test_an_end_that_is_too_new_opens_no_hand(slow: Keeper) -> None:
    """Over, a game is open to all: not before they may know that it is over."""
    with TestClient(application(slow.record, clock=lambda: NOON + 25 * HOUR)) as web:
        shown = [*(f"/g/game-0/{path}" for path in (*PATHS, "share.png")), "/", "/?state=over", "/api/games"]
        before = [(web.get(path).headers["etag"], web.get(path).content) for path in shown]
        abandon(Referee(slow.record), "game-0", "all have gone", ACT)
        assert slow.record.load("game-0").game.is_over()
        assert before == [(web.get(path).headers["etag"], web.get(path).content) for path in shown]
