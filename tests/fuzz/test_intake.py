"""The whole intake under mails broken at random: it never falls over, and no line of a text is lost."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.game.entries.people import OrderRefused
from referee.identity.cases import HELD, REFUSED, ROBOT, TAKEN, Cases
from referee.mail.desk.desk import Desk
from referee.reading.guard import TOO_COSTLY, Copied, Reader, read_guarded
from referee.reading.opening import STANDARD, header_fields, open_body, raw_problem
from referee.reading.reading import ASKED, ReadMail, read_mail
from referee.seats.mail_parts import FIELDS
from referee.service.exits import CONFIG, TEMPFAIL
from tests.fuzz.mails import SEEDS, broken
from tests.pace import rounds
from tests.referee.mail.test_desk_world import NOW, World

ADDRESS = "desk@example.org"
"""It can be answered: senders are broken too, and from nobody's address nothing goes to who may be real."""

KINDS = {"order", "question", "press", "comment", "quoted", "signature", "blank", "fence", "token", "text"}


def check_read(raw: bytes, mail: ReadMail) -> None:
    """What must hold of any bytes."""
    assert {line.kind for line in mail.lines} <= KINDS
    assert [line.number for line in mail.lines] == list(range(1, len(mail.lines) + 1))
    assert not (mail.problem and [line for line in mail.lines if line.kind in ASKED])
    assert all(0 <= line.start <= line.end <= len(raw) for line in mail.lines)
    texts = (mail.subject, mail.sender, mail.sender_name, mail.date, *mail.notices)
    assert not any(sign in text for text in texts for sign in "\r\n\0")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(mail), type=ReadMail) == mail


def check_nothing_lost(raw: bytes, mail: ReadMail) -> None:
    """Every line of every text is there, or the mail is refused with a sentence that says why."""
    if mail.problem:
        assert mail.problem.endswith((".", ").")), mail.problem
        return
    opened = open_body(raw, STANDARD)
    texts = [text for text in opened.texts if any(line.strip() for line in text.lines)]
    count = sum(len(text.lines) for text in texts) if texts else len(opened.html.lines) if opened.html else 0
    assert len(mail.lines) == count


def one(random: Random) -> None:
    raw = broken(random)
    start = time.process_time()
    mail = read_mail(raw, own_address="referee@bugyo.invalid")
    took = time.process_time() - start
    assert took < 1 or rounds(took) < 270
    check_read(raw, mail)
    check_nothing_lost(raw, mail)


def test_reading_never_breaks() -> None:
    random = Random(20261121)
    for _ in range(200):
        one(random)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_reading_never_breaks_long(seed: int) -> None:
    """As many mails as are read in 20 seconds, for each of four seeds."""
    random = Random(seed)
    until = time.monotonic() + 20
    while time.monotonic() < until:
        one(random)


class Desked:
    """A desk, and the mails that it is given."""

    def __init__(self, path: Path) -> None:
        self.world = World(path)
        self.clock = NOW
        self.desk = Desk(
            self.world.referee,
            self.world.outbox,
            ADDRESS,
            clock=lambda: self.clock,
            authserv_ids=("mx.example.net",),
            read=read_mail,
        )

    def give(self, raw: bytes) -> None:
        self.clock += 3_600_000  # an hour, so that no limit hides an answer
        before = self.world.game.position
        handled = self.desk.handle(raw)
        assert handled.exit not in (TEMPFAIL, CONFIG), handled.why
        played = [result for result in handled.results if result.first]
        newer = [one.entry for one in self.world.record.envelopes("winter")[before:]]
        assert any(not isinstance(entry, OrderRefused) for entry in newer) == bool(played)
        self.check_answers()

    def check_answers(self) -> None:
        for path in (self.world.path / "out" / "new").iterdir():
            raw = path.read_bytes()
            sent = message_from_bytes(raw, policy=policy.default)
            assert set(sent.keys()) <= OURS, sent.keys()
            assert sent["From"].addresses[0].addr_spec == ADDRESS
            path.unlink()


OURS = {
    *("From", "Reply-To", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References"),
    *("Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "MIME-Version", "Content-Type"),
    *("Content-Transfer-Encoding", "List-Unsubscribe", *(f"X-Bugyo-{name}" for name in FIELDS)),
}
"""The fields of a mail of ours: nothing that came in makes another."""


@pytest.fixture
def desked(tmp_path: Path) -> Iterator[Desked]:
    made = Desked(tmp_path)
    yield made
    made.world.record.close()


def test_the_whole_intake_never_breaks(desked: Desked) -> None:
    random = Random(9)
    for _ in range(100):
        desked.give(broken(random))
    kinds = {case.kind for case in Cases(desked.world.record, lambda: NOW).all()}
    assert kinds >= {ROBOT, REFUSED, HELD, TAKEN}


@pytest.mark.soak
def test_the_whole_intake_never_breaks_long(desked: Desked) -> None:
    """As many mails as one desk handles in 30 seconds."""
    random = Random(10)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        desked.give(broken(random))


# ---- the process that reads


def test_the_reader_of_another_process_says_the_same() -> None:
    random = Random(3)
    for raw in [*SEEDS[::20], *(broken(random) for _ in range(100))]:
        assert read_guarded(raw, own_address="x@y.org") == read_mail(raw, own_address="x@y.org")


@pytest.mark.parametrize("copied", [False, True])
def test_a_reader_that_is_killed_is_replaced(monkeypatch: pytest.MonkeyPatch, copied: bool) -> None:
    """Also one that is a copy of this process, which nobody makes while another thread is at work."""
    monkeypatch.setattr("threading.active_count", lambda: 1)
    reader = Reader()
    if copied:
        reader.copy()
        assert isinstance(reader._worker, Copied)
    raw = SEEDS[0]
    assert reader(raw) == read_mail(raw)
    assert reader._worker is not None
    first = reader._worker.pid
    reader._worker.kill()
    reader._worker.wait()
    assert reader(raw) == read_mail(raw)
    assert reader._worker.pid != first
    reader.close()
    monkeypatch.setattr("threading.active_count", lambda: 2)
    reader.copy()
    assert reader._worker is None


def test_a_forked_process_has_a_reader_of_its_own() -> None:
    reader = Reader()
    assert reader(SEEDS[0]) == read_mail(SEEDS[0])
    assert reader._worker is not None
    worker = reader._worker.pid
    child = os.fork()
    if not child:
        found = reader(SEEDS[1])
        own = reader._worker is not None and reader._worker.pid != worker
        reader.close()
        os._exit(0 if own and found == read_mail(SEEDS[1]) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert reader(SEEDS[2]) == read_mail(SEEDS[2])
    assert reader._worker.pid == worker
    reader.close()


def test_a_mail_that_takes_too_long_can_still_be_answered() -> None:
    reader = Reader(wall=0.0)
    read = reader(SEEDS[0])
    assert (read.sender, read.problem, read.lines) == ("cara@example.org", TOO_COSTLY, ())
    assert (read.block.game, read.block.turn, read.block.seat) == ("winter", "T1", "kii")
    reader.close()


@pytest.mark.parametrize("copied", [False, True])
def test_a_mail_that_takes_too_much_memory_can_still_be_answered(copied: bool) -> None:
    reader = Reader(memory=1 << 20)
    if copied:
        reader.copy()
    read = reader(SEEDS[0] + b"x y\r\n" * 200_000)
    assert read.sender == "cara@example.org"
    assert read.problem
    assert not [line for line in read.lines if line.kind in ASKED]
    reader.close()


def test_fields_are_read_as_the_library_reads_them() -> None:
    for raw in SEEDS:
        if not raw_problem(raw, STANDARD):
            sent = message_from_bytes(raw, policy=policy.compat32)
            assert [name for name, _ in header_fields(raw, STANDARD)] == [name.lower() for name in sent]
