"""A seat that is played from a browser, before a desk in its process and the pages in theirs."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import httpx2
import pytest

from referee.record.record import Record
from referee.seats.links import play_secret, seat_path
from referee.seats.tokens import holder, server_key
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS
from tests.cli.test_held import SOON, Desk, until
from tests.maildirs import put


@pytest.fixture
def desk(bugyo: Bugyo, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(bugyo, tmp_path, 256)
    yield made
    made.process.kill()
    made.process.wait()


def mails(path: Path, to: str) -> list[Any]:
    found = [
        message_from_bytes(one.read_bytes(), policy=policy.default)
        for one in (path / "out" / "new").iterdir()
    ]
    return [one for one in found if to in str(one["To"])]


def sent(path: str, given: dict[str, Any]) -> Any:
    """What the desk says of a sheet, which is asked for again, as the page does, while it is only kept."""
    headers, told = {"Origin": "/".join(path.split("/")[:3])}, dict[str, Any]()

    def is_answered() -> bool:
        told.update(httpx2.post(f"{path}send", json=given, headers=headers, timeout=SOON).json())
        return bool(told["state"] != "kept")

    until("the answer", is_answered)
    return told


@pytest.mark.waits("the desk and its pages are processes of their own")
def test_an_order_from_the_page_is_played_answered_there_and_mailed(
    bugyo: Bugyo, desk: Desk, tmp_path: Path
) -> None:
    seat, (order, *_others) = bugyo.legal("post")
    record = Record(bugyo.store, only_read=True)
    game, kept = record.load("post").game, record.load("post")
    whose: tuple[Any, ...] = (server_key(record), game, seat, *holder(record, game, seat).marks)
    address, stood = record.addresses("post")[seat], kept.game.position
    base = desk.address.rstrip("/")
    given: dict[str, Any] = {
        "play": play_secret(*whose),
        "browser": "b" * 43,
        "key": "k" * 43,
        "head": f"{kept.game.position} {kept.head.hex()}",
        "lines": [order],
    }
    path = f"{base}{seat_path(*whose)}"
    assert httpx2.get(f"{path}api/table", timeout=SOON).json()["play"] == "yes"
    assert sent(path, given)["state"] == "confirm"
    until(
        "the question", lambda: [one for one in mails(tmp_path, address) if "CONFIRM" in str(one["Subject"])]
    )
    (asked,) = [one for one in mails(tmp_path, address) if "CONFIRM" in str(one["Subject"])]
    word = f"From: {address}\nTo: {ADDRESS}\nSubject: Re: {asked['Subject']}\nMessage-ID: <w@x.org>\n\nyes\n"
    put(tmp_path / "in", "word", word.encode())
    until("the order", lambda: record.load("post").game.position > stood)
    assert sent(path, given)["state"] == "answered"
    kept = record.load("post")
    second = {
        **given,
        "key": "l" * 43,
        "head": f"{kept.game.position} {kept.head.hex()}",
        "lines": ["press to all: hello"],
    }
    told = sent(path, second)
    assert told["state"] == "answered", told
    until(
        "the mail", lambda: [one for one in mails(tmp_path, address) if "<page." in str(one["In-Reply-To"])]
    )
    assert play_secret(*whose) not in desk.log()
    assert list((Path(f"{bugyo.store}-pages") / "new").iterdir()) == []
    record.close()
    bugyo("audit", "post")
