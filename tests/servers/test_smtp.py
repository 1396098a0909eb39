"""Mails out: each reply that a server may give, lose or double, and what the outbox makes of it."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.record.outbox import FAILED, WAITING, OutboxTable, Unsent
from referee.record.record import Record
from referee.service.configuration import Secret, Smtp
from referee.transport.outbox import BATCH, GIVE_UP, MINUTE, Barred, Down, Later, Queue
from referee.transport.smtp import Relay
from tests.servers.machines import HOST, free_port
from tests.servers.relays import LOST, OK, Taken, relay

ADDRESS = "bugyo@club.example"
NOW = 1_795_000_000_000


class Time:
    now = NOW

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(tmp_path / "s.db")
    yield made
    made.close()


def outgoing(to: str, number: int = 1, text: str = "It is your turn.\n") -> bytes:
    return f"From: {ADDRESS}\nTo: {to}\nMessage-ID: <{number}.{to}>\nSubject: x\n\n{text}".encode()


def put(queue: Queue, *to: str) -> None:
    for number, one in enumerate(to, 1):
        queue.put(f"<{number}.{one}>", one, outgoing(one, number), "[winter T5 iga] your turn")


def states(queue: Queue) -> dict[str, tuple[str, int, str]]:
    return {mail.to: (mail.state, mail.tries, mail.why) for mail in queue.unsent()}


def ids(taken: Taken) -> Counter[str]:
    return Counter(message_from_bytes(raw)["Message-ID"] for _, raw in taken.mails)


def test_mails_go_out_in_their_order_on_one_connection_and_leave_their_digest(record: Record) -> None:
    queue, taken = Queue(record, Time()), Taken()
    put(queue, "anna@x.example", "bela@x.example")
    with relay(taken) as settings:
        assert queue.drain(Relay(settings, ADDRESS)) == 2
    assert [to for to, _ in taken.mails] == ["anna@x.example", "bela@x.example"]
    assert taken.mails[0][1] == outgoing("anna@x.example").replace(b"\n", b"\r\n")
    assert (taken.senders, taken.connections) == ([ADDRESS, ADDRESS], 1)
    assert queue.unsent() == []
    kept = record.recorder.rows("SELECT state, tries, length(raw), length(digest), ended_at FROM outbox")
    assert kept == [("sent", 1, 0, 64, NOW)] * 2


def test_the_same_mail_waits_once_and_may_go_again_later(record: Record) -> None:
    queue, taken = Queue(record, Time()), Taken()
    put(queue, "anna@x.example")
    put(queue, "anna@x.example")
    with relay(taken) as settings:
        assert queue.drain(Relay(settings, ADDRESS)) == 1
        put(queue, "anna@x.example")
        assert queue.drain(Relay(settings, ADDRESS)) == 1
    assert ids(taken) == {"<1.anna@x.example>": 2}


def test_a_lost_reply_brings_the_mail_once_more_under_the_same_message_id(record: Record) -> None:
    clock = Time()
    queue = Queue(record, clock)
    taken = Taken(data=lambda to, n: LOST if n == 0 else OK)
    put(queue, "anna@x.example", "bela@x.example")
    with relay(taken) as settings:
        carrier = Relay(settings, ADDRESS)
        with pytest.raises(Down, match="Whether it was taken is not known: "):
            queue.drain(carrier)
        assert [row[:2] for row in states(queue).values()] == [(WAITING, 1), (WAITING, 0)]
        assert queue.drain(carrier) == 1  # the other goes on; this one has to wait
        clock.now += MINUTE - 1
        assert queue.drain(carrier) == 0
        clock.now += 1
        assert queue.drain(carrier) == 1
    assert ids(taken) == {"<1.anna@x.example>": 2, "<2.bela@x.example>": 1}
    assert queue.unsent() == []


def test_a_doubled_reply_is_not_taken_for_the_next_mails(record: Record) -> None:
    """The second of the three is refused; a reply too many before it must not make it look sent."""
    queue = Queue(record, Time())
    refuses = {"bela@x.example": "550 5.1.1 No such user"}
    taken = Taken(rcpt=lambda to, n: refuses.get(to, OK), data=lambda to, n: f"{OK}\r\n{OK}")
    put(queue, "anna@x.example", "bela@x.example", "cara@x.example")
    with relay(taken) as settings:
        queue.drain(Relay(settings, ADDRESS))
    assert ids(taken) == {"<1.anna@x.example>": 1, "<3.cara@x.example>": 1}
    assert states(queue) == {"bela@x.example": (FAILED, 1, "550 5.1.1 No such user")}


REPLIES = [
    ("rcpt", "450 4.2.0 Greylisted", WAITING),
    ("rcpt", "550 5.1.1 No such user", FAILED),
    ("rcpt", "552 5.2.2 Mailbox full", FAILED),
    ("data", "451 4.3.0 Try again", WAITING),
    ("data", "554 5.7.1 Looks like spam", FAILED),
]


@pytest.mark.parametrize(("step", "reply", "state"), REPLIES, ids=[row[1] for row in REPLIES])
def test_a_refusal_concerns_its_mail_alone(record: Record, step: str, reply: str, state: str) -> None:
    queue, told = Queue(record, Time()), list[Unsent]()
    refuses = {"anna@x.example": reply}
    taken = Taken(**{step: lambda to, n: refuses.get(to, OK)})
    put(queue, "anna@x.example", "bela@x.example")
    with relay(taken) as settings:
        queue.drain(Relay(settings, ADDRESS), told.append)
    assert [to for to, _ in taken.mails] == ["bela@x.example"]
    assert states(queue) == {"anna@x.example": (state, 1, reply)}
    assert [mail.to for mail in told] == (["anna@x.example"] if state == FAILED else [])


def test_the_pauses_double_until_the_mail_is_given_up_and_the_referee_told(record: Record) -> None:
    clock, told = Time(), list[Unsent]()
    queue = Queue(record, clock)
    put(queue, "anna@x.example")

    class Refusing:
        def carry(self, to: str, raw: bytes) -> None:
            raise Later("450 not now")

    pauses = []
    while not told:
        queue.drain(Refusing(), told.append)
        due = queue.next_due()
        if due is not None:
            pauses.append((due - clock.now) // MINUTE)
            clock.now = due
    assert pauses[:10] == [1, 2, 4, 8, 16, 32, 64, 128, 240, 240]
    assert clock.now - NOW >= GIVE_UP
    assert clock.now - 240 * MINUTE - NOW < GIVE_UP
    assert [(mail.state, mail.why) for mail in told] == [(FAILED, "450 not now")]
    assert queue.again(told[0].id)
    assert states(queue)["anna@x.example"][0] == WAITING
    assert not queue.again(99)


def test_a_server_that_is_not_there_costs_no_mail_its_tries(record: Record) -> None:
    queue = Queue(record, Time())
    put(queue, "anna@x.example")
    settings = Smtp(HOST, port=free_port(), tls="none")
    with pytest.raises(Down, match="Connection refused"):
        queue.drain(Relay(settings, ADDRESS))
    assert states(queue) == {"anna@x.example": (WAITING, 0, "")}


def test_a_server_that_is_closing_costs_no_mail_its_tries(record: Record) -> None:
    queue, taken = Queue(record, Time()), Taken(rcpt=lambda to, n: "421 4.3.2 Going down")
    put(queue, "anna@x.example")
    with relay(taken) as settings, pytest.raises(Down, match="421"):
        queue.drain(Relay(settings, ADDRESS))
    assert states(queue) == {"anna@x.example": (WAITING, 0, "")}


def test_a_server_that_says_nothing_is_given_up(record: Record) -> None:
    import socket

    with socket.create_server((HOST, 0)) as deaf:
        settings = Smtp(HOST, port=deaf.getsockname()[1], tls="none")
        with pytest.raises(Down, match="timed out"):
            Relay(settings, ADDRESS, timeout=0.2).connected()


def test_not_more_than_a_batch_at_a_time(record: Record) -> None:
    queue, taken = Queue(record, Time()), Taken()
    put(queue, *(f"a{number}@x.example" for number in range(BATCH + 1)))
    with relay(taken) as settings:
        carrier = Relay(settings, ADDRESS)
        assert [queue.drain(carrier), queue.drain(carrier), queue.drain(carrier)] == [BATCH, 1, 0]


def test_a_mail_is_marked_only_after_it_went(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that dies between the two carries it once more."""
    queue, taken = Queue(record, Time()), Taken()
    put(queue, "anna@x.example")
    with relay(taken) as settings:
        with monkeypatch.context() as patch:
            patch.setattr(OutboxTable, "sent", _dies)
            with pytest.raises(sqlite3.OperationalError):
                queue.drain(Relay(settings, ADDRESS))
        assert queue.drain(Relay(settings, ADDRESS)) == 1
    assert ids(taken) == {"<1.anna@x.example>": 2}


def _dies(*args: object) -> None:
    raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("hides", [(), ("8BITMIME",)], ids=["8 bits", "7 bits"])
def test_what_is_not_ascii_arrives_whatever_the_server_can_do(record: Record, hides: tuple[str, ...]) -> None:
    taken = Taken()
    taken.hides = hides
    raw = (
        f"From: {ADDRESS}\nTo: anna@x.example\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        "Content-Transfer-Encoding: 8bit\n\nЗамок Хоннō.\n.\n"
    ).encode()
    with relay(taken) as settings:
        Relay(settings, ADDRESS).carry("anna@x.example", raw)
    ((_, came),) = taken.mails
    assert came.isascii() == bool(hides)
    part = message_from_bytes(came).get_payload(decode=True)
    assert isinstance(part, bytes)
    assert part.decode().replace("\r\n", "\n") == "Замок Хоннō.\n.\n"


def test_a_token_logs_in_and_is_read_anew_each_time(record: Record, tmp_path: Path) -> None:
    taken, secret = Taken(), tmp_path / "token"
    secret.write_text("expired\n")
    with relay(taken) as bare:
        settings = replace(bare, user="bugyo", token=Secret(file=str(secret)))
        carrier = Relay(settings, ADDRESS)
        with pytest.raises(Barred, match="535"):
            carrier.connected()
        secret.write_text("token-2\n")
        carrier.carry("anna@x.example", outgoing("anna@x.example"))
    assert taken.logins == [
        "user=bugyo\x01auth=Bearer expired\x01\x01",
        "user=bugyo\x01auth=Bearer token-2\x01\x01",
    ]
    assert len(taken.mails) == 1


def test_what_a_server_says_is_one_short_line_without_controls(record: Record) -> None:
    queue, taken = Queue(record, Time()), Taken(rcpt=lambda to, n: "550-" + "a\x1b[31m" * 50 + "\r\n550 b")
    put(queue, "anna@x.example")
    with relay(taken) as settings:
        queue.drain(Relay(settings, ADDRESS))
    ((_, _, why),) = states(queue).values()
    assert re.fullmatch(r"550 (?:a \[31m)+[a \[31m]*", why)
    assert len(why) <= 300


def test_what_was_sent_costs_nothing_any_more(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question to the outbox is answered by an index, however many mails went out."""
    queue, asked, rows = Queue(record, Time()), list[str](), record.recorder.rows
    put(queue, "anna@x.example")

    def noted(sql: str, values: Sequence[object] = ()) -> list[object]:
        asked.append(sql)
        return rows(sql, values)

    with monkeypatch.context() as patch, relay(Taken()) as settings:
        patch.setattr(record.recorder, "rows", noted)
        queue.drain(Relay(settings, ADDRESS))
        queue.unsent()
    plans = [str(rows(f"EXPLAIN QUERY PLAN {sql.replace('?', '1')}")) for sql in asked]
    assert len(plans) == 3
    assert [plan for plan in plans if "USING" not in plan] == []
