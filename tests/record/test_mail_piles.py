"""Which mails may be taken away: none, but those of which it is on record that they were."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing.persistence import PersistenceError

from referee.identity import gate
from referee.record.location import Server
from referee.record.mail_cases import CLAIMED, KEPT, MANY, OLD, STRANGERS, Case, CaseTable, PileTable, Swept
from referee.record.record import Record

NOW = 1_795_000_000_000


@pytest.fixture
def record(tmp_path: Path, store_kind: str) -> Iterator[Record]:
    made = Record(tmp_path / "s.bugyo", clock=lambda: NOW)
    yield made
    made.close()


def kept(record: Record) -> list[str]:
    return [name for name, _at, _raw in record.mails()]


def case(record: Record, digest: str, kind: str = "refused", why: str = "", game: str = "") -> None:
    known = Case(0, NOW, digest, kind, why, "x@example.org", game, "", "", b"{}")
    CaseTable(record).add(known, answered=False, mark="")


def refused(record: Record, statement: str) -> bool:
    try:
        with record.recorder.together():
            record.recorder.write(statement, ())
    except (sqlite3.IntegrityError, PersistenceError) as error:
        return "append-only" in str(error)
    return False


def test_a_mail_goes_only_where_it_is_on_record(record: Record) -> None:
    piles = PileTable(record)
    for name in ("a", "b"):
        record.keep_mail(name, b"12345")
        piles.put(name, STRANGERS)
    assert refused(record, "DELETE FROM mails WHERE digest='a'")
    piles.sweep(["a"], OLD, NOW + 1)
    assert kept(record) == ["b"]
    assert piles.swept("a") == Swept("a", 5, NOW, NOW + 1, OLD)
    assert piles.swept("b") is None
    assert piles.bytes().get(STRANGERS, 0) == 5
    for statement in (
        "DELETE FROM mails",
        "UPDATE mails SET raw=NULL",
        "DELETE FROM mails_swept",
        "UPDATE mails_swept SET bytes=0",
    ):
        assert refused(record, statement), statement
    assert kept(record) == ["b"]


def test_what_belongs_to_somebody_is_never_swept(record: Record) -> None:
    piles = PileTable(record)
    for name in ("a", "b", "c"):
        record.keep_mail(name, b"raw")
    piles.put("a", KEPT)
    piles.put("b", STRANGERS)
    piles.put("b", KEPT)  # it was found out later
    piles.put("b", CLAIMED)
    piles.sweep(["a", "b", "c", "nothing"], MANY, NOW)
    assert kept(record) == ["a", "b", "c"]
    assert piles.oldest(STRANGERS, 10, NOW + 1) == piles.oldest(CLAIMED, 10, NOW + 1) == []


def test_a_mail_that_comes_again_is_kept_again_and_goes_again(record: Record) -> None:
    piles = PileTable(record)
    for _ in range(2):
        record.keep_mail("a", b"raw")
        assert piles.swept("a") is None
        piles.put("a", CLAIMED)
        case(record, "a", game="winter")
        piles.sweep(["a"], MANY, NOW)
        assert kept(record) == []
        assert piles.swept("a") is not None


def test_the_oldest_go_first(record: Record) -> None:
    piles, times = PileTable(record), iter((5, 3, 4))
    record.clock = lambda: next(times)
    for name in ("a", "b", "c"):
        record.keep_mail(name, name.encode())
        piles.put(name, STRANGERS)
    assert piles.oldest(STRANGERS, 2, 6) == [("b", 1), ("c", 1)]
    assert piles.oldest(STRANGERS, 9, 5) == [("b", 1), ("c", 1)]
    assert piles.oldest(CLAIMED, 9, 6) == []


def test_the_mails_of_an_older_bugyo_are_sorted(record: Record) -> None:
    """What it said nothing of, or said of somebody's, is left alone for ever."""
    rows = [
        ("a", "refused", gate.STRANGER, ""),
        ("b", "robot", "bounce", ""),
        ("c", "taken", "1 order played", "winter"),
        ("d", "refused", "You hold no seat in the game that the mail names.", ""),
        ("e", "robot", "loop", ""),
        ("e", "taken", "1 order played", "winter"),
    ]
    for name in "abcdef":
        record.keep_mail(name, b"raw")
    for row in rows:
        case(record, *row)
    piles = PileTable(record)
    piles.put("c", CLAIMED)  # it comes again, and is refused now
    piles.sort(gate.STRANGER)
    assert [name for name, _size in piles.oldest(STRANGERS, 10, NOW + 1)] == ["a", "b"]
    piles.sweep([*"abcdef"], OLD, NOW)
    assert kept(record) == [*"cdef"]


# ---- stores that were made before


def test_a_store_that_let_no_mail_go_is_opened_and_gone_on_with(tmp_path: Path, store_kind: str) -> None:
    with closing(Record(tmp_path / "s.bugyo", clock=lambda: NOW)) as record:
        record.keep_mail("a", b"raw")
        before = _aged(record)
    with closing(Record(tmp_path / "s.bugyo", clock=lambda: NOW)) as record:
        assert before
        assert kept(record) == ["a"]
        assert refused(record, "DELETE FROM mails")
        PileTable(record).put("a", STRANGERS)
        PileTable(record).sweep(["a"], OLD, NOW)
        assert kept(record) == []
        record.keep_mail("b", b"raw")
        assert refused(record, "DELETE FROM mails")


def _aged(record: Record) -> bool:
    """Makes a store what the program before had made; whether it kept its mails then."""
    tables = "mail_answers", "mail_piles", "mails_swept"
    if isinstance(record.place, Server):
        guard = (
            "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON mails "
            "FOR EACH STATEMENT EXECUTE FUNCTION record_append_only()"
        )
        old: tuple[str, ...] = (
            "DROP TRIGGER only_swept ON mails",
            "DROP FUNCTION record_only_swept()",
            "DROP TRIGGER append_only ON mails",
            guard,
        )
    else:
        old = (
            "DROP TRIGGER mails_no_delete",
            "CREATE TRIGGER mails_no_delete BEFORE DELETE ON mails  "
            "BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END",
        )
    with record.recorder.together():
        for statement in (*old, "DROP INDEX mail_cases_by_digest", *(f"DROP TABLE {one}" for one in tables)):
            record.recorder.write(statement, ())
    return refused(record, "DELETE FROM mails")
