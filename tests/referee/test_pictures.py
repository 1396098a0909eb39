"""The process that draws the pictures of mails, and what becomes of a mail when it does not."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from projections.drawing.dots import can_draw
from projections.drawing.small_pictures import dots
from referee.mail.html import carried
from referee.mail.html.carried import Pictured
from referee.pictures import beside
from referee.pictures.beside import Drawings, NotDrawn
from referee.record.outbox import Unsent
from referee.seats.seat_view import WAITING, YOUR_MOVE
from referee.transport.letters import Letter, compose

pytestmark = pytest.mark.skipif(not can_draw(), reason="The extra is not installed.")


def svg(words: str) -> bytes:
    size = 'width="40" height="20"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><text y="15">{words}</text></svg>'.encode()


@contextmanager
def drawings(
    longest: float = 20.0, said: list[str] | None = None
) -> Iterator[tuple[Drawings, Callable[[], None]]]:
    """The queue, and what waits until it has made something more."""
    made = threading.Semaphore(0)
    found = Drawings(lambda line: said.append(str(line)) if said is not None else None, made.release, longest)
    try:
        yield found, lambda: None if made.acquire(timeout=30.0) else pytest.fail("Nothing is drawn.")
    finally:
        found.close()


def asked(found: Drawings, words: str, *, first: bool = False, seconds: float = 60.0) -> bytes:
    found.ask(svg(words), time.monotonic() + seconds, first=first)
    return svg(words)


def process(found: Drawings) -> int:
    assert found._process is not None
    return found._process.pid


def test_a_picture_is_what_would_be_drawn_here_and_is_drawn_once_for_all_who_see_the_same() -> None:
    with drawings() as (found, wait):
        one = asked(found, "a")
        wait()
        assert found.picture(one) == dots(one)
        asked(found, "a")
        assert found.is_made(one)
        assert found.picture(svg("b")) is None


def test_those_whose_turn_it_is_go_first_and_what_nobody_waits_for_is_not_drawn() -> None:
    with drawings() as (found, wait):
        asked(found, "late", seconds=0.0)
        for words in ("news", "other news", "your turn", "other news"):
            asked(found, words, first=words == "your turn")
        for _ in range(3):
            wait()
        assert list(found._made) == [svg("your turn"), svg("news"), svg("other news")]


def test_a_drawing_that_is_none_fails_alone_and_says_why() -> None:
    with drawings() as (found, wait):
        one, other = asked(found, "</svg>"), asked(found, "b")
        wait(), wait()
        with pytest.raises(NotDrawn, match="expected"):
            found.picture(one)
        assert found.picture(other) == dots(other)


@pytest.mark.parametrize(("by", "why"), [(signal.SIGSTOP, "more than"), (signal.SIGKILL, "has ended")])
def test_a_process_that_hangs_or_dies_is_begun_anew_and_the_others_are_drawn(
    by: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.service.keeping.FIRST_REST", 0.01)
    said = list[str]()
    with drawings(20.0, said) as (found, wait):
        asked(found, "a")
        wait()
        assert found._wire is not None
        found._wire.settimeout(0.2 if by == signal.SIGSTOP else 20.0)
        before = process(found)
        os.kill(before, by)
        one = asked(found, "b")
        wait()
        with pytest.raises(NotDrawn, match=why):
            found.picture(one)
        other = asked(found, "c")
        wait()
        assert found.picture(other) == dots(other)
        assert process(found) != before
        assert ["signal SIGKILL" in line for line in said] == [True]


def test_where_no_process_can_be_started_nothing_is_drawn_and_nothing_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_words: object) -> None:
        raise OSError(12, "no memory")

    monkeypatch.setattr(beside, "started", fails)
    said = list[str]()
    with drawings(said=said) as (found, _wait):
        one = asked(found, "a")
        assert found.picture(one) is None
        assert not found.is_made(one)


# ---- mails that wait

LETTER = Letter("anna@example.org", "s", "text\n", "n", html="<p></p>\n", picture=svg("a"))


class Slow:
    """A queue whose pictures are made when a test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, bool]] = []
        self.made: dict[bytes, bytes] = {}

    def ask(self, drawing: bytes, until: float, *, first: bool = False) -> None:
        self.asked.append((drawing, first))

    def is_made(self, drawing: bytes) -> bool:
        return drawing in self.made

    def picture(self, drawing: bytes) -> bytes | None:
        return self.made.get(drawing)


class Mails:
    """Mails that are due, and what carries them."""

    def __init__(self, *letters: Letter) -> None:
        self.slow, self.said, self.carried = Slow(), list[str](), list[bytes]()
        self._raw = {n: compose(one, "desk@example.org", 0) for n, one in enumerate(letters)}
        drawings: Any = self.slow
        self.pictured = Pictured(self, self.said.append, drawings)

    def carry(self, to: str, raw: bytes) -> None:
        self.carried.append(raw)

    def ready(self) -> list[int]:
        due = [Unsent(n, str(n), "a", "", 0, 0, 0, "waiting", "") for n in self._raw]
        return [mail.id for mail in self.pictured.ready(due, self._raw.__getitem__)]

    def go(self, number: int) -> bytes:
        self.pictured.carry("anna@example.org", self._raw[number])
        return self.carried[-1]


def test_a_mail_waits_for_its_picture_and_holds_up_no_other() -> None:
    mails = Mails(LETTER, replace(LETTER, html="", picture=b""), replace(LETTER, picture=svg("b")))
    assert mails.ready() == [1]
    mails.slow.made[svg("b")] = b"dots"
    assert mails.ready() == [1, 2]
    assert b"image/png" in mails.go(2)
    assert mails.slow.asked == [(svg("a"), False), (svg("b"), False)]


def test_it_waits_so_long_and_goes_without_then_and_the_log_says_it_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(carried, "WAIT", 0.0)
    mails = Mails(LETTER, LETTER)
    assert mails.ready() == [0, 1]
    assert b"image/" not in mails.go(0) + mails.go(1)
    assert b"<p></p>" in mails.carried[0]
    assert mails.said == [carried.LATE]


@pytest.mark.parametrize(("state", "first"), [(YOUR_MOVE, True), (WAITING, False)])
def test_who_is_asked_for_an_order_is_drawn_first(state: str, first: bool) -> None:
    mails = Mails(replace(LETTER, about={"State": state}))
    assert mails.ready() == []
    assert mails.slow.asked == [(svg("a"), first)]
