"""The door of `api/step`: what it answers, what it refuses, and how many at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from referee.web import stepping
from referee.web.answering import Refused
from referee.web.posted import MOST_POSTED
from referee.web.stepping import BURST, MOST_PICKS, STEPS, Bucket, Stepped, Stepping
from tests.web.playing import Playing


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


@pytest.fixture(scope="module")
def unmoved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    made = Playing(tmp_path_factory.mktemp("unmoved"))
    yield made
    made.record.close()


def step(playing: Playing, *picks: str, **more: Any) -> dict[str, Any]:
    answer = playing.post(f"{playing.link(playing.seat)}api/step", {"picks": list(picks), **more})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, Any] = answer.json()
    return found


def through(playing: Playing) -> tuple[list[str], dict[str, Any]]:
    """The first way to an order, and its last step."""
    picks: list[str] = []
    found = step(playing)
    while not found["complete"]:
        picks.append(next(one["v"] for one in found["values"] if one["may"] == "legal"))
        found = step(playing, *picks)
    return picks, found


def test_picks_lead_to_a_line_that_is_played(playing: Playing) -> None:
    playing.known(playing.seat)
    picks, found = through(playing)
    assert found["picks"] == picks
    assert found["complete"] is True
    told = playing.sends(playing.seat, playing.given(playing.seat, *found["lines"]))
    assert told["state"] == "answered"
    assert step(playing)["head"] != found["head"]


def test_a_step_changes_nothing_and_says_where_it_stands(unmoved: Playing) -> None:
    stood, kept = unmoved.played(), unmoved.record.load("winter")
    assert step(unmoved, head="1 stale")["head"] == f"{kept.game.position} {kept.head.hex()}"
    assert unmoved.played() == stood


def test_a_pick_that_holds_no_more_is_named_and_never_said_back(unmoved: Playing) -> None:
    picks, _found = through(unmoved)
    gone = step(unmoved, picks[0], "<b>zebra</b>", "more")
    assert gone["gone"] == {"nth": 1, "why": ""}
    assert gone["picks"] == picks[:1]
    assert "zebra" not in str(gone)


def test_a_line_that_is_typed_comes_back_as_picks(unmoved: Playing) -> None:
    picks, found = through(unmoved)
    assert step(unmoved, typed=found["lines"][0])["picks"] == picks
    assert step(unmoved, typed="what is this")["picks"] == []


def test_a_seat_that_is_not_asked_has_nothing_to_pick(unmoved: Playing) -> None:
    other = next(seat for seat in unmoved.game.seats if seat != unmoved.seat)
    found = unmoved.post(f"{unmoved.link(other)}api/step", {"picks": []}).json()
    assert (found["widget"], found["values"], found["complete"]) == ("none", [], False)
    assert found["ask"].endswith(".")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"picks": ["a"] * (MOST_PICKS + 1)}, 400),
        ({"picks": ["a" * 20_001]}, 400),
        ({"picks": ["a" * 201, "b" * 201]}, 400),
        ({"picks": ["a"], "head": "a" * 201}, 400),
        ({"picks": "abc"}, 400),
        ({"picks": [1]}, 400),
        ({"picks": [], "seat": "iga"}, 400),
        ({"picks": ["a" * MOST_POSTED]}, 413),
    ],
)
def test_what_no_page_sends_is_refused(unmoved: Playing, given: dict[str, Any], code: int) -> None:
    answer = unmoved.post(f"{unmoved.link(unmoved.seat)}api/step", given)
    assert answer.status_code == code
    assert "aaa" not in answer.text


def test_only_the_link_of_a_seat_opens_it(unmoved: Playing) -> None:
    link = unmoved.link(unmoved.seat)
    for path in (f"{link[:-2]}/", "/g/winter/"):
        assert unmoved.post(f"{path}api/step", {"picks": []}).status_code in (404, 405, 413)
    assert unmoved.web.get(f"{link}api/step").status_code == 405


def test_what_a_title_gets_wrong_is_told_and_is_no_failure_of_ours(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: Any) -> None:
        raise ValueError("of a title")

    monkeypatch.setattr("referee.seats.steps.first_of", wrong)
    found = step(playing)
    assert found["widget"] == "none"
    assert found["lacks"].endswith(".")


# ---- how often, and how many at a time


def test_so_many_at_once_and_so_many_in_a_minute() -> None:
    now = [0.0]
    bucket = Bucket(STEPS, BURST, lambda: now[0])
    for _ in range(BURST):
        bucket.check("a")
    with pytest.raises(Refused) as refused:
        bucket.check("a")
    assert (refused.value.code, refused.value.headers["Retry-After"]) == (429, "1")
    bucket.check("b")
    now[0] += 60 / STEPS
    bucket.check("a")
    with pytest.raises(Refused):
        bucket.check("a")


def test_what_is_dear_counts_for_more_and_is_told_how_long_to_wait() -> None:
    now = [0.0]
    bucket = Bucket(60, 10, lambda: now[0])
    bucket.check("a", 8)
    with pytest.raises(Refused) as refused:
        bucket.check("a", 5)
    assert refused.value.headers["Retry-After"] == "3"
    bucket.check("a", 2)
    now[0] += 3
    bucket.check("a", 3)


def test_whoever_asks_too_often_is_told_at_the_door(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bucket, "check", Bucket(60, 0).check)
    answer = playing.post(f"{playing.link(playing.seat)}api/step", {"picks": []})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")


class Slow:
    """Steps that wait until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.begun, self.most = threading.Event(), 0, 0
        self._lock = threading.Lock()
        monkeypatch.setattr(Stepping, "_told", self._told)

    def _told(self, _scene: Any, asked: Stepped) -> dict[str, Any]:
        with self._lock:
            self.begun += 1
            self.most = max(self.most, self.begun)
        self.go.wait(10)
        with self._lock:
            self.begun -= 1
        return {"picks": asked.picks}


def _run(asked: Coroutine[Any, Any, list[Any]]) -> list[Any]:
    """In a thread of its own: a browser of the same worker has an event loop."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, asked).result()


async def _asked(slow: Slow, *who: str) -> list[dict[str, Any] | BaseException]:
    door = Stepping()
    tasks = []
    for nth, one in enumerate(who):
        tasks.append(asyncio.create_task(door.step(one, lambda: None, Stepped((str(nth),)))))  # type: ignore[arg-type, return-value]
        await asyncio.sleep(0.01)
    slow.go.set()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert not door._newest
    assert not door._seats
    return list(found)


def test_of_one_seat_the_newest_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    first, *between, newest = _run(_asked(slow, *["iga"] * 5))
    assert (first, newest) == ({"picks": ("0",)}, {"picks": ("4",)})
    assert [one.code for one in between if isinstance(one, Refused)] == [409] * 3
    assert slow.most == 1


def test_two_are_worked_out_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    assert len(_run(_asked(slow, "iga", "ise", "kii", "omi"))) == 4
    assert slow.most == 2


def test_whoever_waits_too_long_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "PATIENCE", 0.01)
    found = _run(_asked(Slow(monkeypatch), "iga", "ise", "kii"))
    late = [one for one in found if isinstance(one, Refused)]
    assert [(one.code, dict(one.headers)) for one in late] == [(503, {"Retry-After": "1"})]


def test_of_two_boards_the_one_that_the_page_shows_is_told(unmoved: Playing) -> None:
    picks, _found = through(unmoved)
    assert set(step(unmoved, *picks)["patch"]) == {"wide"}
    assert set(step(unmoved, *picks, narrow=True)["patch"]) == {"narrow"}
