"""Several desks on one store: what is queued is carried once, a mail is applied once, whoever looks is told.

These run on both kinds of store, like the other tests of the desk.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import Ordered
from domain.game.entries.policy import Policy
from referee.audit.audit import audit_game
from referee.clocks.dues import REMINDER
from referee.games import deadlines
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.record.location import Server, written
from referee.record.locks import InUse, is_served, served
from referee.record.outbox import FAILED, SENT, WAITING
from referee.record.record import Record
from referee.service.exits import OK, TEMPFAIL
from referee.transport.boxes import Outbox, make_maildir
from referee.transport.outbox import Cut, Down, Later, Never, Queue
from referee.web.live import Hub
from tests.loops import apart
from tests.record.stores import one_order, opened
from tests.record.test_kill import ROOT
from tests.referee.clocks.club import Club
from tests.referee.mail.test_desk_world import DESK, PEOPLE, World, mail

NOW = 1_795_000_000_000
SOON = 60.0


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(tmp_path / "s.db", clock=lambda: NOW)
    yield made
    made.close()


class Undone(Exception):
    pass


def queue(record: Record, now: int = NOW) -> Queue:
    return Queue(record, lambda: now)


def filled(record: Record, mails: int) -> Queue:
    made = queue(record)
    for number in range(mails):
        made.put(f"<{number}@x>", "anna@x.example", f"mail {number}".encode(), f"mail {number}")
    return made


class Slow:
    """Takes its time with each mail."""

    def __init__(self) -> None:
        self.carried: list[bytes] = []

    def carry(self, to: str, raw: bytes) -> None:
        time.sleep(0.005)
        self.carried.append(raw)


def test_each_mail_is_carried_by_one_of_three(record: Record) -> None:
    filled(record, 30)
    carriers = [Slow() for _ in range(3)]

    def work(carrier: Slow) -> None:
        own = Record(record.place, clock=lambda: NOW)
        while queue(own).drain(carrier) or queue(own).is_behind():
            pass
        own.close()

    threads = [threading.Thread(target=work, args=(carrier,)) for carrier in carriers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    carried = [raw for carrier in carriers for raw in carrier.carried]
    assert sorted(carried) == sorted(f"mail {number}".encode() for number in range(30))
    assert record.recorder.rows("SELECT state, count(*) FROM outbox GROUP BY state") == [(SENT, 30)]


class Stuck:
    """Says that it has a mail, and waits until it may let it go."""

    def __init__(self) -> None:
        self.has, self.may = threading.Event(), threading.Event()

    def carry(self, to: str, raw: bytes) -> None:
        self.has.set()
        assert self.may.wait(SOON)


def test_while_a_mail_is_carried_others_are_recorded(record: Record) -> None:
    """A slow server of mails holds up nobody who writes from another process."""
    filled(record, 1)
    stuck, carrying = Stuck(), Record(record.place, clock=lambda: NOW)
    thread = threading.Thread(target=lambda: queue(carrying).drain(stuck))
    thread.start()
    assert stuck.has.wait(SOON)
    referee = opened(record)
    taken = one_order(referee, record.load("g").game, Random(1))
    assert record.load("g").game.position == taken.kept.game.position
    stuck.may.set()
    thread.join()
    assert queue(record).unsent() == []
    carrying.close()


class Refusing:
    def __init__(self, error: Exception) -> None:
        self.error = error

    def carry(self, to: str, raw: bytes) -> None:
        raise self.error


class Taking:
    def carry(self, to: str, raw: bytes) -> None:
        """It is gone."""


def test_what_became_of_a_mail_is_kept_whatever_is_raised(record: Record) -> None:
    made = filled(record, 1)
    with pytest.raises(Down):
        made.drain(Refusing(Cut("it broke")))
    (mail_,) = made.unsent()
    assert (mail_.state, mail_.tries, mail_.why, mail_.due > NOW) == (WAITING, 1, "it broke", True)
    later = queue(record, mail_.due)
    with pytest.raises(Down):
        later.drain(Refusing(Down("nobody there")))
    assert later.unsent() == [mail_]
    assert later.drain(Refusing(Later("not now"))) == 1
    told: list[str] = []
    last = queue(record, later.unsent()[0].due)
    assert last.drain(Refusing(Never("no such user")), lambda mail: told.append(mail.why)) == 1
    (mail_,) = last.unsent()
    assert (mail_.state, mail_.tries, told) == (FAILED, 3, ["no such user"])
    assert last.again(mail_.id)
    assert last.unsent()[0].state == WAITING


def test_a_mail_does_not_wait_twice_because_it_is_tried_again(record: Record) -> None:
    made = filled(record, 1)
    made.drain(Refusing(Never("no")))
    filled(record, 1)
    failed, waits = made.unsent()
    assert (failed.state, waits.state) == (FAILED, WAITING)
    assert not made.again(failed.id)
    assert made.unsent() == [failed, waits]
    assert made.drain(Refusing(Never("still no"))) == 1
    assert [mail_.why for mail_ in made.unsent()] == ["no", "still no"]


def test_a_mail_that_went_out_later_has_not_failed(record: Record) -> None:
    """A server refuses it for ever; it is asked for again, and goes out: nobody need look after the first."""
    made = filled(record, 2)
    made.drain(Refusing(Never("no")))
    filled(record, 1)
    assert made.drain(Taking()) == 1
    (failed,) = made.unsent()
    assert failed.message_id != record.recorder.rows("SELECT message_id FROM outbox WHERE state='sent'")[0][0]


def test_a_file_has_one_desk_and_a_server_any_number(record: Record) -> None:
    assert not is_served(record.place)
    with served(record.place):
        assert is_served(record.place)
        if isinstance(record.place, Server):
            with served(record.place):
                assert is_served(record.place)
        else:
            with pytest.raises(InUse), served(record.place):
                pass
        assert is_served(record.place)
    assert not is_served(record.place)


def test_a_mail_that_is_due_is_written_by_one_desk(tmp_path: Path) -> None:
    """Two desks have looked at the clocks; the second finds that the first has written."""
    one = Club(tmp_path, Policy(hours=72, grace=60, reminders=(24,)))
    deadline = one.game.register.deadlines.get(one.turn)
    assert deadline is not None
    one.now = deadline.at - 3_600_000
    (due,) = (due for due in deadlines.sweep(one.referee, one.now).dues if due.kind == REMINDER)
    other = Record(one.record.place, clock=lambda: one.now)
    assert deadlines.settled(one.record, due)
    assert not deadlines.settled(other, due)
    other.close()
    one.record.close()


def test_two_desks_look_at_the_clocks_at_once(tmp_path: Path) -> None:
    """A deadline that has passed is recorded once, and each seat that was silent is."""
    one = Club(tmp_path)
    deadline = one.game.register.deadlines.get(one.turn)
    assert deadline is not None
    one.now = deadline.at + 48 * 3_600_000
    records = [Record(one.record.place, clock=lambda: one.now) for _ in range(4)]
    threads = [threading.Thread(target=deadlines.sweep, args=(Referee(each), one.now)) for each in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lapsed = [e.entry for e in one.record.envelopes("g") if type(e.entry).__name__ == "Lapsed"]
    assert len(lapsed) == len(set(lapsed)) == 1
    assert audit_game(one.record, "g").finding is None
    for each in (*records, one.record):
        each.close()


def mails_of(world: World) -> list[bytes]:
    """One with an order, and one with none from each of the others."""
    none = [
        mail(world.block(seat, "what"), sender=address, id=f"<{seat}@example.org>")
        for seat, address in PEOPLE.items()
        if seat != world.seat
    ]
    return [world.orders(world.legal()[0]), *none]


def is_applied_once(world: World, before: int) -> None:
    assert audit_game(world.record, "winter").finding is None
    new = [envelope.entry for envelope in world.record.envelopes("winter")[before:]]
    assert sum(isinstance(entry, Ordered) and entry.by == "seat" for entry in new) == 1
    assert world.record.recorder.rows("SELECT count(*) FROM outbox WHERE state<>'sent'") == [(0,)]
    assert world.record.recorder.rows("SELECT count(*) FROM mails") == [(3,)]
    world.record.close()


def test_two_desks_are_handed_the_same_mails_at_once(tmp_path: Path) -> None:
    """As by two servers of mails: every order is applied once, and every mail is answered."""
    world = World(tmp_path)
    before, sent, together = world.game.position, mails_of(world), threading.Barrier(2)

    def work(name: str) -> None:
        own = Record(world.record.place, clock=lambda: NOW)
        desk = Desk(Referee(own), Outbox(tmp_path / name), clock=lambda: NOW)
        for raw in sent:
            together.wait(SOON)
            while (done := desk.handle(raw).exit) == TEMPFAIL:
                pass
            assert done == OK
        own.close()

    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(work, name) for name in ("one", "two")]:
            done.result()
    is_applied_once(world, before)


@pytest.mark.soak
def test_two_processes_are_handed_the_same_mails_at_once(tmp_path: Path) -> None:
    world = World(tmp_path)
    before, sent = world.game.position, mails_of(world)
    command = [sys.executable, "-m", "cli.main", "serve", "--once", "--store", written(world.record.place)]
    desks = []
    for name in ("one", "two"):
        make_maildir(tmp_path / name)
        for number, raw in enumerate(sent):
            (tmp_path / name / "new" / f"{number}").write_bytes(raw)
        ways = ("--maildir", str(tmp_path / name), "--outgoing", str(tmp_path / "out"), "--address", DESK)
        desks.append(subprocess.Popen([*command, *ways], cwd=ROOT, stderr=subprocess.PIPE, text=True))
    for desk in desks:
        _, said = desk.communicate(timeout=300)
        if desk.returncode == 75 and not isinstance(world.record.place, Server):
            assert "Another desk" in said  # a file has one
        else:
            assert desk.returncode == 0, said
    is_applied_once(world, before)


def test_whoever_looks_is_told_of_what_another_has_recorded(record: Record) -> None:
    referee = opened(record)
    seen = Record(record.place)
    hub = Hub(seen)

    async def look() -> float:
        stop = asyncio.Event()
        watching = asyncio.create_task(hub.watch(stop))
        await asyncio.sleep(1.0)
        waiting = asyncio.create_task(hub.next("g", SOON))
        await asyncio.sleep(0)
        begun = time.monotonic()
        await asyncio.to_thread(lambda: one_order(referee, record.load("g").game, Random(1)))
        await waiting
        took = time.monotonic() - begun
        stop.set()
        await asyncio.wait_for(watching, SOON)
        return took

    assert apart(look) < SOON / 2
    seen.close()


def test_numbers_that_are_counted_up_are_never_the_same(record: Record) -> None:
    found: list[int] = []

    def count() -> None:
        own = Record(record.place)
        for _ in range(15):
            found.append(own.count_up("n"))
        own.close()

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(1, 61))
    with suppress(Undone), record.recorder.together():
        assert record.count_up("n") == 61
        raise Undone
    assert record.count_up("n") == 61
