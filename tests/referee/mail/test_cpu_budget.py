"""The budget of CPU for what one mail does: nothing by half, its sender answered, the referee told; and a
desk that stops in the middle of a costly mail."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NoReturn

import pytest

from referee.games.order_sheet import PLAYED
from referee.games.referee import Referee
from referee.identity.cases import REFUSED, Cases
from referee.mail.desk import cpu_budget
from referee.mail.desk.cpu_budget import TOO_COSTLY, Budget, Spent
from referee.mail.writing import replies
from referee.reading import guard
from referee.reading.guard import Reader
from referee.service.reports import Trouble
from referee.transport.boxes import Stop, make_maildir, serve
from referee.transport.sendings import told
from tests.referee.mail.test_desk_world import PEOPLE, World, body, mail

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="This system has no such timer.")

SOON = 0.2
"""Seconds of CPU: many times what a mail of this game costs."""


def searches(*_: Any, **__: Any) -> NoReturn:
    """One call that Python's own steps do not interrupt: each sign more doubles it."""
    re.compile(r"(a+)+$").match("a" * 60 + "b")
    raise AssertionError("It has ended.")


def swallows(*_: Any, **__: Any) -> NoReturn:
    """Code that lets no error through."""
    while True:
        with suppress(Exception):
            searches()


def second(work: Callable[..., NoReturn]) -> Callable[..., Any]:
    """The first order as ever; the second is `work`."""
    take, taken = Referee.take, list[int]()

    def takes(self: Referee, *given: Any, **named: Any) -> Any:
        taken.append(1)
        return take(self, *given, **named) if len(taken) == 1 else work()

    return takes


@pytest.fixture
def frugal(world: World) -> World:
    world.desk.budget.seconds = SOON
    return world


def troubles(world: World) -> list[str]:
    return [line for line in world.desk.sweep() if isinstance(line, Trouble)]


# ---- over budget


@pytest.mark.parametrize("work", [searches, swallows])
def test_of_a_mail_that_costs_too_much_nothing_is_played(
    frugal: World, monkeypatch: pytest.MonkeyPatch, work: Callable[..., NoReturn]
) -> None:
    before, sent = frugal.game.position, frugal.orders(frugal.legal()[0], "place uesugi in kii")
    with monkeypatch.context() as patch:
        patch.setattr(Referee, "take", second(work))
        begun = time.thread_time()
        handled = frugal.desk.handle(sent)
        assert time.thread_time() - begun < 4 * SOON
    assert (handled.exit, handled.seat, frugal.game.position) == (65, "kii", before)
    answer = frugal.only()
    assert answer["To"] == PEOPLE["kii"]
    text = " ".join(body(answer).split())
    assert f"{TOO_COSTLY} Nothing was played." in text
    (case,) = [one for one in Cases(frugal.record, frugal.record.clock).all() if one.kind == REFUSED]
    assert (case.seat, TOO_COSTLY in case.why) == ("kii", True)
    assert [result.outcome for result in frugal.desk.handle(sent).results] == [PLAYED, PLAYED]


@pytest.mark.of_files
def test_the_referee_is_told_once_a_day(frugal: World, monkeypatch: pytest.MonkeyPatch) -> None:
    order = frugal.legal()[0]
    monkeypatch.setattr(Referee, "take", searches)
    frugal.desk.budget.seconds = SOON / 2
    told_of = []
    for n in range(3):
        frugal.now += 13 * 3_600_000 * (n > 1)
        frugal.desk.handle(frugal.orders(order, id=f"<{n}@example.org>"))
        told_of.append([line for line in troubles(frugal) if "took more than 0 seconds" in line])
    assert [len(lines) for lines in told_of] == [1, 0, 1]
    assert "kii in winter" in told_of[0][0]
    assert PEOPLE["kii"] not in told_of[0][0]


@pytest.mark.of_files
def test_where_even_the_answer_costs_too_much_there_is_none(
    frugal: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = frugal.game.position
    sent = frugal.orders(frugal.legal()[0])
    monkeypatch.setattr(Referee, "take", searches)
    monkeypatch.setattr(replies, "refuse", searches)
    handled = frugal.desk.handle(sent)
    assert (handled.exit, handled.is_left, frugal.out(), frugal.game.position) == (65, False, [], before)
    assert len(troubles(frugal)) == 1
    assert [one.kind for one in Cases(frugal.record, frugal.record.clock).all()] == [REFUSED]


@pytest.mark.of_files
def test_what_was_sent_by_a_page_is_answered_there(frugal: World, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "0123456789abcdef" * 2
    sent = frugal.orders(frugal.legal()[0], id=f"<page.{key}.{key[:16]}@bugyo.invalid>")
    monkeypatch.setattr(Referee, "take", searches)
    frugal.desk.handle(sent)
    answer = told(frugal.record, key)
    assert answer is not None
    assert TOO_COSTLY.split(",")[0] in " ".join(answer.text.split())


# ---- the budget itself


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


@pytest.mark.of_files
def test_nothing_is_broken_off_once_the_work_is_done() -> None:
    budget = Budget(0.05)
    assert budget.spend(lambda: "done") == "done"
    burn(0.1)
    with pytest.raises(Spent):
        budget.spend(lambda: burn(1))
    burn(0.1)


@pytest.mark.of_files
def test_what_other_threads_use_does_not_count() -> None:
    other = threading.Thread(target=burn, args=(0.2,))
    other.start()
    Budget(0.1).spend(other.join)


@pytest.mark.of_files
def test_in_another_thread_there_is_none() -> None:
    done: list[str] = []
    thread = threading.Thread(target=lambda: done.append(Budget(0.01).spend(lambda: burn(0.05)) or "done"))
    thread.start()
    thread.join()
    assert done == ["done"]


@pytest.mark.of_files
def test_a_mail_that_is_broken_off_while_another_is_read_leaves_no_answer_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The reader is a process of its own, which would still answer."""
    reader = Reader()
    try:
        reader(mail("pass"))
        with monkeypatch.context() as patch:
            patch.setattr(guard, "_received", searches)
            with pytest.raises(Spent):
                Budget(0.05).spend(lambda: reader(mail("pass", sender="anna@example.org")))
        assert reader(mail("pass", sender="bela@example.org")).sender == "bela@example.org"
    finally:
        reader.close()


# ---- the desk is to stop


@pytest.fixture
def stop() -> Iterator[Stop]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield Stop()
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.of_files
def test_a_desk_that_is_to_stop_leaves_a_costly_mail_for_later(
    world: World, monkeypatch: pytest.MonkeyPatch, stop: Stop
) -> None:
    monkeypatch.setattr(cpu_budget, "AT_AN_END", SOON)
    before, sent = world.game.position, world.orders(world.legal()[0])
    make_maildir(world.path / "in")
    (world.path / "in" / "new" / "1").write_bytes(sent)
    world.desk.budget.stop = stop
    lines: list[str] = []

    def stops(*_: Any, **__: Any) -> NoReturn:
        os.kill(os.getpid(), signal.SIGTERM)
        searches()

    with monkeypatch.context() as patch:
        patch.setattr(Referee, "take", stops)
        begun = time.thread_time()
        serve(world.desk, world.path / "in", stop=stop, report=lines.append)
        assert time.thread_time() - begun < 4 * SOON
    assert (stop(), world.game.position, world.out()) == (True, before, [])
    assert "handed in again" in lines[0]
    world.desk.budget.stop = lambda: False
    serve(world.desk, world.path / "in", once=True, report=lines.append)
    assert (world.game.position, [*(world.path / "in" / "new").iterdir()]) == (before + 2, [])
