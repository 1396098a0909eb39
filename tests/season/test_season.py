"""A club's year from one seed: it holds, it is the same each time, and what is wrong would be seen."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.identity import question_answered
from referee.mail.desk import played_mails
from referee.mail.desk.desk import Desk
from referee.record.record import Record
from referee.service.exits import OK, Handled
from referee.service.reports import Trouble
from referee.transport.outbox import Later, Never, Queue
from tests.season.agenda import Agenda
from tests.season.played import Played, play

ROOT = Path(__file__).parents[2]

FEW, SHORT, LONG = range(1, 2), 14, 40
"""Seasons of the fast test, and the mails of each; those of a season of the long one."""

WITHIN = range(8)
"""Seasons within which a mistake is found."""


@cache
def short(seed: int) -> Played:
    return play(seed, SHORT)


def test_a_season_holds() -> None:
    for seed in FEW:
        played = short(seed)
        assert not played.faults, "\n".join((played.command(SHORT), *played.faults))
        assert played.counts["mails in"] >= SHORT


@pytest.mark.soak
def test_the_same_seed_gives_the_same_season() -> None:
    """Also in another process, which hashes otherwise: all mails, all heads, the whole log."""
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    command = [sys.executable, "-c", f"from tests.season.played import play; print(play(1, {SHORT}).log)"]
    said = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == short(1).log != short(2).log


@pytest.mark.soak
def test_many_seasons_hold() -> None:
    """12 seasons of 40 mails; what may happen in one has happened in some."""
    total: Counter[str] = Counter()
    for seed in range(100, 112):
        played = play(seed, LONG)
        assert not played.faults, "\n".join((played.command(LONG), *played.faults))
        total.update(played.counts)
    assert min(total.values()) > 0, total


def test_what_is_put_down_for_the_same_time_happens_in_its_order() -> None:
    agenda, done = Agenda(), list[int]()
    for number, at in enumerate((5, 3, 5, 3)):
        agenda.put(at, lambda number=number: done.append(number))  # type: ignore[misc]
    assert agenda.due(2) is None
    while (act := agenda.due(5)) is not None:
        act()
    assert done == [1, 3, 0, 2]
    assert agenda.next_at() is None


# ---- what a season would see


def shows(*mistakes: str) -> bool:
    """Whether seasons find a fault that says so, of each; the same may show in others too, such as in the
    audit."""
    left = {*mistakes}
    for seed in WITHIN:
        faults = play(seed).faults
        left -= {one for one in left if any(one in fault for fault in faults)}
        if not left:
            return True
    return False


@pytest.mark.soak
def test_a_mail_that_is_marked_as_sent_before_it_is_taken_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that dies in between has lost it."""

    def marks_first(queue: Any, mail: Any, raw: bytes, carrier: Any, _failed: Any) -> None:
        now = queue._clock()
        queue._table.sent(mail, raw, now)
        try:
            carrier.carry(mail.to, raw)
        except (Later, Never):
            queue._table.put(mail.message_id, mail.to, raw, mail.about, now + 60_000)

    monkeypatch.setattr(Queue, "_carry", marks_first)
    assert shows("not in the mailbox")


@pytest.mark.soak
def test_a_mail_that_is_marked_as_done_before_it_is_done_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = Desk.handle

    def marks_first(desk: Any, raw: bytes) -> Handled:
        name = f"done/{hashlib.sha256(raw).hexdigest()}"
        if desk._record.setting(name):
            return Handled(OK, "It came before.")
        desk._record.set(name, b"1")
        return handle(desk, raw)

    monkeypatch.setattr(Desk, "handle", marks_first)
    assert shows("nothing became of")


@pytest.mark.soak
def test_a_doubled_mail_that_is_applied_twice_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    append = Record.append

    def without_keys(record: Record, kept: Any, game: Any, made: Any, act: Any, **more: Any) -> Any:
        return append(record, kept, game, made, act, at=more.get("at"))

    monkeypatch.setattr(played_mails, "finished", lambda *_: None)
    monkeypatch.setattr(question_answered, "late", lambda *_: "")  # its question is closed by the first
    monkeypatch.setattr(Record, "seen", lambda *_: 0)
    monkeypatch.setattr(Record, "append", without_keys)
    assert shows("applied twice", "has brought about event")  # which the audit sees in the mails


@pytest.mark.soak
def test_a_trouble_without_a_cause_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "sweep", lambda *_: [Trouble("The clocks were not looked at.")])
    assert shows("The clocks were not looked at.")
