"""The server: who looks is told at once that a game has gone on, whichever process has recorded it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx2
import pytest

from referee.web import live
from referee.web.serving import CannotListen, serving, split
from tests.projections.games import Keeper

SOON = 10.0
"""Seconds."""


def told(lines: Iterator[str]) -> dict[str, object]:
    """The next thing that the stream says."""
    for line in lines:
        if line.startswith("data: "):
            found: dict[str, object] = json.loads(line.removeprefix("data: "))
            return found
    raise AssertionError("The stream has ended.")


def test_whoever_looks_is_told_of_the_next_event(keeper: Keeper) -> None:
    with (
        serving(keeper.record, "127.0.0.1:0") as address,
        httpx2.stream("GET", f"{address}g/game-0/live", timeout=SOON) as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        before = keeper.record.load("game-0").position
        assert told(lines)["events"] == before
        keeper.append("game-1")
        keeper.append("game-0")
        kept = keeper.record.load("game-0")
        assert kept.position > before
        assert told(lines) == {"events": kept.position, "head": kept.head.hex()}


def test_another_process_may_have_recorded_it(keeper: Keeper) -> None:
    path = keeper.record.path
    looked = (
        "import sys; from pathlib import Path; from referee.record.record import Record; "
        "from referee.record.envelope import Act; from referee.service import Referee; "
        "Referee(Record(Path(sys.argv[1]))).look('game-0', 'Mori', 'a test', 'to see', Act('test'))"
    )
    with (
        serving(keeper.record, "127.0.0.1:0") as address,
        httpx2.stream("GET", f"{address}g/game-0/live", timeout=SOON) as stream,
    ):
        lines = stream.iter_lines()
        before = told(lines)["events"]
        subprocess.run([sys.executable, "-c", looked, str(path)], check=True, timeout=30)
        assert told(lines)["events"] == before + 1  # type: ignore[operator]


def test_the_store_is_not_polled(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing happens, nothing is read: not by the hub, not by a stream."""
    with (
        serving(keeper.record, "127.0.0.1:0") as address,
        httpx2.stream("GET", f"{address}g/game-0/live", timeout=SOON) as stream,
    ):
        told(stream.iter_lines())
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
    with serving(keeper.record, "127.0.0.1:0") as address:
        assert httpx2.get(f"{address}s/game-0/iga/wrong/live").status_code == 404


def test_an_address_that_is_taken_or_none_is_a_sentence(keeper: Keeper) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with (
            pytest.raises(CannotListen, match="another program"),
            serving(keeper.record, f"127.0.0.1:{port}"),
        ):
            pass
    for wrong in ("8080", "host:", ":80", "127.0.0.1:99999", "127.0.0.1:eight"):
        with pytest.raises(CannotListen, match="is no address"):
            split(wrong)
    assert split("[::1]:8080") == ("::1", 8080)
