"""The server: who looks is told at once that a game has gone on, whichever process has recorded it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from referee.record.record import system_clock
from referee.web import gallery, live
from referee.web.listening import CannotListen, listening, split
from tests.projections.games import Keeper
from tests.web.served import SOON, serving


def told(lines: Iterator[str]) -> dict[str, object]:
    """The next thing that the stream says."""
    for line in lines:
        if line.startswith("data: "):
            found: dict[str, object] = json.loads(line.removeprefix("data: "))
            return found
    raise AssertionError("The stream has ended.")


def test_whoever_looks_is_told_of_the_next_event(keeper: Keeper) -> None:
    before = keeper.record.load("game-0").game.position
    with (
        serving(keeper.record) as address,
        httpx2.stream("GET", f"{address}g/game-0/live?since={before}", timeout=SOON) as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        keeper.append("game-1")
        keeper.append("game-0")
        kept = keeper.record.load("game-0")
        assert kept.game.position > before
        assert told(lines) == {"events": kept.game.position, "head": kept.head.hex()}


COMES = [
    ("?since={before}", {}, True),
    ("", {}, False),
    ("?since={newest}", {}, False),
    ("?since=99999", {}, False),
    ("?since={before}", {"Last-Event-ID": "{newest}"}, False),
    ("", {"Last-Event-ID": "{newest}"}, False),
    ("?since={before}", {"Last-Event-ID": "nonsense"}, True),
]


@pytest.mark.parametrize(("query", "headers", "is_news"), COMES)
def test_nothing_is_told_while_nothing_is_new(
    keeper: Keeper, query: str, headers: dict[str, str], is_news: bool
) -> None:
    """Also after a connection that was lost: the browser says what it was told last."""
    before = keeper.record.load("game-0").game.position
    keeper.append("game-0")
    newest = keeper.record.load("game-0").game.position
    said = {name: value.format(newest=newest) for name, value in headers.items()}
    with (
        serving(keeper.record) as address,
        httpx2.stream(
            "GET",
            f"{address}g/game-0/live{query.format(before=before, newest=newest)}",
            headers=said,
            timeout=SOON,
        ) as stream,
    ):
        first = next(stream.iter_lines())
    assert first == (f"id: {newest}" if is_news else ": still here")


def test_what_is_seen_already_is_a_number(keeper: Keeper) -> None:
    with serving(keeper.record) as address:
        answer = httpx2.get(f"{address}g/game-0/live?since=x")
    assert (answer.status_code, "number of an event" in answer.text) == (400, True)


@pytest.mark.soak
def test_what_is_held_back_is_told_when_its_time_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing happens then; and not before."""
    late = 1500
    monkeypatch.setattr(gallery, "delay", lambda _game: late)
    keeper = Keeper(tmp_path / "delayed.sqlite", 0)
    monkeypatch.setattr(keeper.record, "clock", system_clock)
    keeper.append_all(3)
    time.sleep(late / 1000)
    before = keeper.record.load("game-0").game.position
    with (
        serving(keeper.record) as address,
        httpx2.stream("GET", f"{address}g/game-0/live?since={before}", timeout=SOON) as stream,
    ):
        lines, began = stream.iter_lines(), time.monotonic()
        keeper.append("game-0")
        assert told(lines)["events"] == keeper.record.load("game-0").game.position
        assert time.monotonic() - began > late / 1000 - 0.2
    keeper.record.close()


def test_another_process_may_have_recorded_it(keeper: Keeper) -> None:
    path = keeper.record.path
    looked = (
        "import sys; from pathlib import Path; from referee.record.record import Record; "
        "from referee.record.envelope import Act; from referee.games.referee import Referee; "
        "Referee(Record(Path(sys.argv[1]))).look('game-0', 'Mori', 'a test', 'to see', Act('test'))"
    )
    before = keeper.record.load("game-0").game.position
    with (
        serving(keeper.record) as address,
        httpx2.stream("GET", f"{address}g/game-0/live?since={before}", timeout=SOON) as stream,
    ):
        subprocess.run([sys.executable, "-c", looked, str(path)], check=True, timeout=30)
        assert told(stream.iter_lines())["events"] == before + 1


@pytest.mark.soak
def test_the_store_is_not_polled(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing happens, nothing is read: not by the hub, not by a stream."""
    with (
        serving(keeper.record) as address,
        httpx2.stream("GET", f"{address}g/game-0/live", timeout=SOON) as stream,
    ):
        next(stream.iter_lines())
        time.sleep(0.3)
        reads: list[object] = []

        def counted(*asked: object) -> set[str]:
            reads.append(asked)
            return set()

        monkeypatch.setattr(keeper.record.recorder, "rows", counted)
        monkeypatch.setattr(keeper.record.recorder, "states", counted)
        monkeypatch.setattr(live.Hub, "_changed", counted)
        time.sleep(1.5)
        assert reads == []


def test_a_wrong_link_has_no_stream(keeper: Keeper) -> None:
    with serving(keeper.record) as address:
        assert httpx2.get(f"{address}s/game-0/iga/wrong/live").status_code == 404


def test_an_address_that_is_taken_or_none_is_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match="another program"), listening(f"127.0.0.1:{port}"):
            pass
    for wrong in ("8080", "host:", ":80", "127.0.0.1:99999", "127.0.0.1:eight"):
        with pytest.raises(CannotListen, match="is no address"):
            split(wrong)
    assert split("[::1]:8080") == ("::1", 8080)
