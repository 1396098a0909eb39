"""Trouble of the store, of the outgoing Maildir, and a desk that is killed: nothing lost, nothing twice."""

from __future__ import annotations

import errno
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from domain.game.deciding.decide import post
from domain.kit.errors import BrokenRecord
from referee.games.order_sheet import ALREADY, PLAYED
from referee.games.referee import Referee, TryAgain
from referee.mail.desk.desk import Desk
from referee.record.record import Record
from referee.transport.boxes import Outbox, make_maildir, serve
from tests import forked
from tests.playing import follows
from tests.referee.mail.test_desk_world import NOW, PEOPLE, Highest, World, body, mail, world

__all__ = ["world"]  # the fixture


def raising(error: Exception) -> Callable[..., NoReturn]:
    def fail(*args: Any, **kwargs: Any) -> NoReturn:
        raise error

    return fail


FULL = OSError(errno.ENOSPC, "No space left on device")

TROUBLE = [
    ("the raw mail cannot be kept", "record", "keep_mail", sqlite3.OperationalError("disk full"), 0),
    ("the store is locked", "record", "append", sqlite3.OperationalError("database is locked"), 0),
    ("too much goes on", "referee", "take", TryAgain("Too much."), 0),
    ("the answer cannot be written", "outbox", "put", FULL, 1),
    ("what became of it cannot be kept", "record", "set_once", FULL, 0),
]


@pytest.mark.parametrize(
    ("name", "what", "method", "error", "played"), TROUBLE, ids=[row[0] for row in TROUBLE]
)
def test_the_mail_is_handed_in_again_and_applied_once(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    what: str,
    method: str,
    error: Exception,
    played: int,
) -> None:
    world.desk.announce("winter")
    world.out()
    before, sent = world.game.position, world.orders(world.legal()[0])
    with monkeypatch.context() as patch:
        patch.setattr(getattr(world, what), method, raising(error))
        handled = world.desk.handle(sent)
    assert (handled.exit, handled.game) == (75, "")
    assert handled.is_left
    assert world.out() == []
    assert world.game.position == before + 2 * played
    handled = world.desk.handle(sent)
    assert [result.outcome for result in handled.results] == [ALREADY if played else PLAYED]
    assert world.game.position == before + 2
    assert [one["To"] for one in world.out()] == [PEOPLE["kii"]]


def test_a_sheet_is_played_as_a_whole_with_its_answer_or_not_at_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, before = world.orders(world.legal()[0], "place uesugi in kii"), world.game.position
    take, taken = Referee.take, list[str]()

    def once(self: Referee, *args: Any, **kwargs: Any) -> Any:
        if taken:
            raise TryAgain("Too much.")
        taken.append("one")
        return take(self, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Referee, "take", once)
        assert world.desk.handle(sent).exit == 75
    assert (world.game.position, world.out()) == (before, [])
    assert [result.outcome for result in world.desk.handle(sent).results] == [PLAYED, PLAYED]
    assert len(world.out()) == 3  # the answer, and to both others whose turn it is


def test_a_sheet_that_could_not_be_finished_and_whose_turn_has_passed_plays_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = world.orders(world.legal()[0], "place uesugi in kii", "pass")
    with monkeypatch.context() as patch:
        patch.setattr("referee.mail.desk.played_mails.finish", raising(FULL))
        assert world.desk.handle(sent).exit == 75
    while world.game.turn == "T1":
        world.desk.handle(world.orders(world.legal()[0], id=f"<{world.game.position}@example.org>"))
    after = world.game.position
    world.out()
    handled = world.desk.handle(sent)
    assert (handled.results, world.game.position) == ((), after)
    assert "That was for T1; it is T2 now." in body(world.out()[0])


def test_a_damaged_server_key_is_a_fault_of_the_configuration(world: World) -> None:
    sent = world.orders(world.legal()[0])
    world.record.set("server-key", b"short")
    handled = world.desk.handle(sent)
    assert handled.exit == 78
    assert handled.is_left
    assert "backup" in handled.why


def test_a_broken_game_is_named_so_that_the_others_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = world.orders(world.legal()[0])
    monkeypatch.setattr(world.record, "load", raising(BrokenRecord("winter", 7, "the event is missing.")))
    handled = world.desk.handle(sent)
    assert (handled.exit, handled.game) == (75, "winter")
    assert "broken at event 7" in handled.why


KILLED = """
import os, sys
from pathlib import Path
from referee.transport.boxes import Outbox, serve
from tests.referee.mail.test_desk_world import *
from referee.mail.desk.desk import Desk

class Deadly(Outbox):
    def put(self, mail):
        if int(sys.argv[2]) == 0:
            os.kill(os.getpid(), 9)
        sys.argv[2] = int(sys.argv[2]) - 1
        super().put(mail)

path = Path(sys.argv[1])
record = Record(path / "store.db", clock=lambda: NOW, entropy=bytes)
serve(Desk(Referee(record, Highest()), Deadly(path / "out"), clock=lambda: NOW), path / "in", once=True)
"""


@pytest.mark.soak
@pytest.mark.of_files
@pytest.mark.parametrize("mails", [0, 1, 2])
def test_a_desk_that_is_killed_between_the_commit_and_its_answers(world: World, mails: int) -> None:
    """The order that ends the turn brings three mails about; the desk dies at each of them in turn."""
    world.desk.announce("winter")
    while world.seat == "kii" and len(world.legal()) > 0:
        before = world.game.position
        sent = world.orders(world.legal()[0], id=f"<{before}@example.org>")
        if _ends_the_turn(world):
            break
        world.desk.handle(sent)
    world.out()
    make_maildir(world.path / "in")
    (world.path / "in" / "new" / "1").write_bytes(sent)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(world.path), str(mails)], check=False)
    assert killed.returncode == -9
    after = world.game.position
    assert after > before
    assert len(world.out()) == mails
    assert len(list((world.path / "in" / "new").iterdir())) == 1
    serve(world.desk, world.path / "in", once=True, report=lambda line: None)
    assert world.game.position == after
    everybody = [PEOPLE["kii"], PEOPLE["iga"], PEOPLE["ise"]]
    # What was not carried away goes now; the answer once more, as the mail was not filed yet.
    assert [one["To"] for one in world.out()] == [*everybody[mails:], *everybody[: min(1, mails)]]
    assert list((world.path / "in" / "new").iterdir()) == []


def _ends_the_turn(world: World) -> bool:
    """Whether the first legal order of the seat ends its turn."""
    game = world.game
    orders = game.rules.offers(game.state, world.seat)
    assert orders
    return follows(game, world.referee.cells.chance, post, world.seat, orders[0]).game.turn != game.turn


def limited(path: Path, room: int) -> None:
    """A desk that works a mail where no file may be larger."""
    record = Record(path / "store.db", clock=lambda: NOW, entropy=bytes)
    desk = Desk(Referee(record, Highest()), Outbox(path / "out"), clock=lambda: NOW)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    sys.exit(desk.handle((path / "mail").read_bytes()).exit)


@pytest.mark.of_files
@pytest.mark.parametrize(
    "beyond", [0, 2, 8, None, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 4, 16))]
)
def test_a_full_disk_wherever_it_strikes(world: World, beyond: int | None) -> None:
    """No file may grow past the store as it is and so many pages more; None: nothing can be written."""
    world.desk.announce("winter")
    world.out()
    before, sent = world.game.position, world.orders(world.legal()[0])
    (world.path / "mail").write_bytes(sent)
    room = 0 if beyond is None else (world.path / "store.db").stat().st_size + 4096 * beyond
    done = forked.run(lambda: limited(world.path, room))
    played = world.game.position == before + 2
    assert done.returncode in ((0, 75) if played else (75,))
    assert len(world.out()) == (done.returncode == 0)
    handled = world.desk.handle(sent)
    assert [result.outcome for result in handled.results] == [ALREADY if played else PLAYED]
    assert world.game.position == before + 2
    assert len(world.out()) == 1


def test_the_mail_of_a_seat_without_address_is_not_written(world: World) -> None:
    world.record.register("winter", "ise", "not an address")
    assert world.desk.announce("winter") == ("iga", "kii")
    assert world.desk.handle(mail("pass", "not an address")).exit == 65
