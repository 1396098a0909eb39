"""What stands beside the games in a store is counted, found and taken away as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.errors import BrokenRecord
from referee.record import daily_digests, timers
from referee.record.far_envelopes import FarEnvelopes
from referee.record.mail_answers import AnswerTable
from referee.record.mail_cases import Case, CaseTable
from referee.record.outbox import BOUNCED, FAILED, OutboxTable
from referee.record.record import Record
from tests.record.stores import clock, opened

NOW = 1_795_000_000_000
AKI, IKU = "aki@example.org", "iku@example.org"
ABOUT = ("g", "tokugawa", "3")


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(tmp_path / "s.db", clock=clock())
    yield made
    made.close()


def test_answers_are_counted_by_where_they_went_and_by_what_they_were_about(record: Record) -> None:
    table, span = AnswerTable(record), (NOW - 10, NOW)
    table.add(NOW, "stranger", "help", AKI, ABOUT, given=True)
    table.add(NOW - 10, "stranger", "help", AKI, ABOUT, given=True)  # before the span
    table.add(NOW, "stranger", "help", "iku@mail.example.org", ("", "", ""), given=True)
    table.add(NOW, "stranger", "help", "un@other-example.org", ("", "", ""), given=True)
    table.add(NOW, "stranger", "help", AKI, ABOUT, given=False)
    table.add(NOW, "member", "wait", AKI, ABOUT, given=True)
    assert table.to_mailbox(AKI, "stranger", ["help"], span) == 1
    assert table.to_mailbox(AKI, "stranger", ["help", "wait"], span) == 1
    assert table.to_domain("example.org", "stranger", span) == 2
    assert table.to_domain("example.org", "member", span) == 1
    assert table.about("stranger", "help", ABOUT) == 2
    assert table.about("member", "help", ABOUT) == 0
    assert table.all(["stranger", "member"], span, given=True) == 4
    assert table.all(["stranger"], span, given=False) == 1
    table.forget(NOW)
    assert table.about("stranger", "help", ABOUT) == 1


def test_cases_are_counted_from_a_time_on(record: Record) -> None:
    table = CaseTable(record)
    for at in (NOW - 1, NOW, NOW + 1):
        case = Case(0, at, "d", "question", "", AKI, "g", "", "question", b"{}")
        table.add(case, answered=True, mark="")
    assert table.sent_to(AKI, "question", NOW - 1) == 2
    assert table.sent_to(AKI, "question", NOW + 1) == 0
    assert (table.sent_to(AKI, "guest", 0), table.sent_to(IKU, "question", 0)) == (0, 0)
    assert table.has_heard(AKI, NOW + 1) is True
    assert (table.has_heard(AKI, NOW + 2), table.has_heard(IKU, 0)) == (False, False)


def test_a_setting_that_was_taken_away_is_what_it_was_before(record: Record) -> None:
    record.set("a/1", b"x")
    record.set("a/2", b"y")
    record.unset("a/1")
    assert (record.setting("a/1", b"as ever"), record.setting("a/2", b"as ever")) == (b"as ever", b"y")
    assert record.settings_below("a/") == {"a/2": b"y"}


def test_a_mail_is_given_back_byte_for_byte_and_none_where_none_came(record: Record) -> None:
    assert (record.mail("one"), record.last_mail_at()) == (None, 0)
    assert record.keep_mail("one", b"\x00raw") is True
    assert record.keep_mail("one", b"another") is False
    assert record.mail("one") == b"\x00raw"
    assert [(name, raw) for name, _, raw in record.mails()] == [("one", b"\x00raw")]
    assert record.last_mail_at() == next(at for _, at, _ in record.mails()) > 0


def test_whoever_wants_one_mail_a_day_is_looked_at_when_it_is_due(record: Record) -> None:
    daily_digests.put(record.recorder, IKU, NOW)
    daily_digests.put(record.recorder, AKI, NOW + 1)
    assert daily_digests.ready(record.recorder, 1 << 62) == (AKI, IKU)
    assert daily_digests.ready(record.recorder, NOW) == (IKU,)
    daily_digests.put(record.recorder, AKI, NOW)
    assert daily_digests.ready(record.recorder, NOW) == (AKI, IKU)
    daily_digests.take_away(record.recorder, IKU)
    assert daily_digests.ready(record.recorder, 1 << 62) == (AKI,)


def test_a_mail_that_came_back_is_said_once_and_the_newest_of_its_id(record: Record) -> None:
    table = OutboxTable(record)
    for raw in (b"first", b"second"):
        table.put("<1@desk>", AKI, raw, "Your turn", NOW)
        (mail,) = table.due(NOW, 5)
        assert table.raw(mail.id) == raw
        table.sent(mail, raw, NOW)
    back = table.bounce("<1@desk>", "No such user", NOW + 5)
    assert back is not None
    assert (back.id, back.to, back.about) == (mail.id, AKI, "Your turn")
    assert [(one.id, one.state, one.why) for one in table.unsent()] == [(mail.id, BOUNCED, "No such user")]
    again = table.bounce("<1@desk>", "No such user", NOW + 6)
    assert again is not None
    assert again.id < mail.id
    assert table.bounce("<1@desk>", "No such user", NOW + 7) is None
    assert table.bounce("<2@desk>", "No such user", NOW + 7) is None


def test_a_mail_that_is_put_off_waits_and_one_that_failed_says_why(record: Record) -> None:
    table = OutboxTable(record)
    table.put("<1@desk>", AKI, b"raw", "Your turn", NOW)
    (mail,) = table.due(NOW, 5)
    table.postpone(mail.id, NOW + 9, "421 busy")
    assert (table.due(NOW + 8, 5), table.next_due()) == ([], NOW + 9)
    ((tries, why),) = [(one.tries, one.why) for one in table.due(NOW + 9, 5)]
    assert (tries, why) == (1, "421 busy")
    table.fail(mail.id, "550 no", NOW + 9)
    assert [(one.state, one.tries, one.why) for one in table.unsent()] == [(FAILED, 2, "550 no")]
    assert table.next_due() is None


def test_when_a_game_is_to_be_looked_at_again(record: Record) -> None:
    opened(record)
    recorder = record.recorder
    assert timers.without_next(recorder, 0)[0] == ("g",)
    assert timers.without_next(recorder, timers.without_next(recorder, 0)[1])[0] == ()
    timers.replace_next(recorder, "g", NOW)
    assert timers.without_next(recorder, 0)[0] == ()
    assert (timers.ready(recorder, NOW - 1), timers.ready(recorder, NOW)) == ((), ("g",))
    timers.put_next(recorder, "g", NOW + 9, NOW)  # what was due stays due
    assert timers.ready(recorder, NOW) == ("g",)
    timers.replace_next(recorder, "g", NOW + 9)
    assert (timers.ready(recorder, NOW), timers.ready(recorder, NOW + 9)) == ((), ("g",))
    assert timers.newest_at(recorder) == record.load("g").at > 0


def test_the_first_address_of_a_person_stays_until_it_is_replaced(record: Record) -> None:
    recorder = record.recorder
    assert timers.address_of(recorder, "g", "Aki") == ""
    timers.keep_address(recorder, "g", "Aki", AKI.title())
    timers.keep_address(recorder, "g", "Aki", IKU)
    assert timers.address_of(recorder, "g", "Aki") == AKI
    timers.replace_address(recorder, "g", "Aki", IKU, "x@example.org")  # not what is known
    assert timers.address_of(recorder, "g", "Aki") == AKI
    timers.replace_address(recorder, "g", "Aki", AKI.upper(), IKU)
    assert timers.address_of(recorder, "g", "Aki") == IKU


def test_events_by_their_places(record: Record) -> None:
    opened(record)
    recorder = record.recorder
    assert recorder.first_state("g") == recorder.state("g", 1) != recorder.state("g", 2) != b""
    assert (recorder.first_state("h"), recorder.state("g", 999), recorder.first_topic("h")) == (b"", b"", "")
    assert recorder.topics("g")[0] == recorder.first_topic("g")


def test_far_events_that_are_not_there_are_named_by_the_first_of_them(record: Record) -> None:
    opened(record)
    count = len(record.envelopes("g"))
    far = FarEnvelopes(record.recorder, "g", "shinobi", count + 3)
    with pytest.raises(BrokenRecord, match=f"event {count + 1}. The event is missing"):
        far[0]
