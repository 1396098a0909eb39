"""Mails that the desk was working on when it died: three times, and they are put aside."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import pytest

from referee.games.order_sheet import ALREADY, PLAYED
from referee.games.referee import Referee, TryAgain
from referee.identity.cases import Cases
from referee.mail.desk.cpu_budget import Halted
from referee.mail.desk.desk import Desk
from referee.mail.desk.poison import POISON, Deaths
from referee.reading.reading import read_mail
from referee.record.mail_cases import Case
from referee.record.record import Record
from referee.service.reports import Trouble
from referee.transport.boxes import make_maildir, serve
from tests.referee.mail.test_desk_world import PEOPLE, Highest, World


class Killed(BaseException):
    """As if by the system."""


def raising(error: BaseException) -> Callable[..., NoReturn]:
    def fail(*_: Any, **__: Any) -> NoReturn:
        raise error

    return fail


def a_desk(world: World) -> Desk:
    """Another process: it knows only what is in the store."""
    return Desk(world.referee, world.outbox, clock=lambda: world.now)


def dies(world: World, raw: bytes) -> None:
    """A desk that is killed says nothing any more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Referee, "take", raising(Killed()))
        patch.setattr(Deaths, "leave", lambda *_: None)
        with pytest.raises(Killed):
            a_desk(world).handle(raw)


def poison(world: World) -> list[Case]:
    return [one for one in Cases(world.record, world.record.clock).all() if one.kind == POISON]


def left(world: World) -> dict[str, bytes]:
    return world.record.settings_below("begun/")


def test_a_mail_of_which_the_desk_has_died_three_times_is_put_aside_and_the_referee_told_once(
    world: World,
) -> None:
    before, sent = world.game.position, world.orders(world.legal()[0])
    for _ in range(3):
        assert poison(world) == []
        dies(world, sent)
    told: list[str] = []
    for _ in range(2):
        desk = Desk(world.referee, world.outbox, clock=lambda: world.now, read=raising(AssertionError()))
        assert not desk.handle(sent).is_left
        told += [line for line in desk.sweep() if isinstance(line, Trouble)]
    (case,) = poison(world)
    assert case.address == PEOPLE["kii"]
    assert len(told) == 1
    assert f"“bugyo desk again {case.digest[:12]}”" in told[0]
    assert (world.game.position, world.out()) == (before, [])
    other = world.orders(world.legal()[0], id="<2@example.org>")
    assert [result.outcome for result in world.desk.handle(other).results] == [PLAYED]


def test_it_leaves_the_maildir_and_holds_up_nobody(world: World) -> None:
    sent = world.orders(world.legal()[0])
    for _ in range(3):
        dies(world, sent)
    make_maildir(world.path / "in")
    (world.path / "in" / "new" / "1").write_bytes(sent)
    serve(world.desk, world.path / "in", once=True, report=lambda line: None)
    assert [path.name for path in (world.path / "in" / "cur").iterdir()] == ["1:2,S"]


def test_a_mail_that_is_finished_after_two_deaths_counts_anew(world: World) -> None:
    sent = world.orders(world.legal()[0])
    dies(world, sent)
    dies(world, sent)
    assert [result.outcome for result in a_desk(world).handle(sent).results] == [PLAYED]
    assert left(world) == {}
    for _ in range(3):
        assert [result.outcome for result in a_desk(world).handle(sent).results] == [ALREADY]
    assert (poison(world), left(world)) == ([], {})


CLEAN = [TryAgain("Too much."), Halted(), OSError("No space."), ValueError("a fault of ours")]


@pytest.mark.parametrize("end", CLEAN, ids=lambda end: type(end).__name__)
def test_what_ends_in_any_other_way_is_no_death(
    world: World, monkeypatch: pytest.MonkeyPatch, end: BaseException
) -> None:
    sent = world.orders(world.legal()[0])
    with monkeypatch.context() as patch:
        patch.setattr(Referee, "take", raising(end))
        for _ in range(5):
            with suppress(ValueError):
                assert a_desk(world).handle(sent).exit == 75
    assert [result.outcome for result in a_desk(world).handle(sent).results] == [PLAYED]
    assert left(world) == {}


def test_deaths_and_other_ends_are_told_apart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = world.orders(world.legal()[0])
    for _ in range(3):
        dies(world, sent)
        with monkeypatch.context() as patch:
            patch.setattr(Referee, "take", raising(TryAgain("Too much.")))
            if not poison(world):
                a_desk(world).handle(sent)
    a_desk(world).handle(sent)
    assert len(poison(world)) == 1


def test_a_mail_that_comes_for_the_first_time_is_counted_by_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("begin", "end", "leave"):
        monkeypatch.setattr(Deaths, name, raising(AssertionError()))
    assert world.desk.handle(world.orders(world.legal()[0])).exit == 0


@pytest.mark.of_files
@pytest.mark.skipif(not hasattr(os, "fork"), reason="It forks.")
def test_desks_that_really_die(world: World) -> None:
    sent = world.orders(world.legal()[0])
    for _ in range(3):
        child = os.fork()
        if not child:
            _dies(world, sent)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert "put aside" in world.desk.handle(sent).why
    assert len(poison(world)) == 1


def _dies(world: World, raw: bytes) -> NoReturn:
    """With a connection of its own; nothing of pytest may run on here."""
    try:
        Referee.take = lambda *_, **__: os._exit(9)  # type: ignore[method-assign]
        record = Record(world.path / "store.db", clock=lambda: world.now, entropy=bytes)
        Desk(Referee(record, Highest()), world.outbox, clock=lambda: world.now, read=read_mail).handle(raw)
    finally:
        os._exit(1)
