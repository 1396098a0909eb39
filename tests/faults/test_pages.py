"""A disk that gives back other bytes: what is damaged is named, with the documented code, and left alone."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from cli.frame.codes import BAD_DATA, OK, REFUSED
from referee.audit.audit import holds
from referee.record.damage import check_store, whole_tables
from referee.record.record import Record
from referee.record.schema import StoreRefused
from tests.faults.pages import (
    FLIPPED,
    HARMLESS,
    MISDIRECTED,
    MISNAMED,
    MISSED,
    NAMED,
    TORN,
    UNCOVERED,
    ZEROED,
    Judge,
    campaign,
    cut_campaign,
    damages,
    small_store,
)
from tests.record.stores import tamper


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_store(tmp_path_factory.mktemp("small"))


@pytest.fixture
def judge(small: Path, tmp_path: Path) -> Judge:
    return Judge(small, tmp_path)


@pytest.mark.soak
def test_whatever_becomes_of_a_page_is_named(judge: Judge) -> None:
    """No digest covers the keys of what was taken in: another page in their place may go unnoticed."""
    found = [(damage, judge.verdict(damage)) for damage in damages(judge.raw, 120, Random(1))]
    assert {verdict for _, verdict in found} <= {NAMED, HARMLESS, UNCOVERED}
    assert {one.kind for one, verdict in found if verdict == NAMED} == {FLIPPED, ZEROED, MISDIRECTED, TORN}
    unnoticed = {one for one, verdict in found if verdict == UNCOVERED and one.kind != FLIPPED}
    assert {(one.kind, judge.owner(one.page)) for one in unnoticed} <= {(MISDIRECTED, "intake")}


def test_what_nobody_damaged_holds(judge: Judge) -> None:
    code, words = judge.audited(judge.raw)
    assert (code, words.splitlines()[-1]) == (OK, "Games audited: 1. Records that do not hold: 0.")


def test_no_command_falls_over_a_damaged_store(judge: Judge) -> None:
    """What it needs may be whole; what is not is told with the code of a broken record, never 70."""
    codes = {
        judge.asked(damage.raw, *words)[0]
        for damage in damages(judge.raw, 15, Random(2))
        for words in (("show", "g"), ("log", "g"))
    }
    assert codes == {OK, BAD_DATA}


def test_a_store_that_was_cut_is_refused(tmp_path: Path) -> None:
    assert cut_campaign(30, tmp_path, 3).is_clean()


@pytest.mark.soak
def test_each_page_damaged_often(tmp_path: Path) -> None:
    """About ten seconds."""
    for name in ("damaged", "cut"):
        (tmp_path / name).mkdir()
    assert campaign(600, tmp_path / "damaged", 4).is_clean()
    assert cut_campaign(200, tmp_path / "cut", 4).is_clean()


# ---- what a digest names


ROWS = [
    (
        "UPDATE stored_events SET topic=CAST(x'ff' AS TEXT) WHERE rowid=9",
        "Table stored_events: it cannot be read",
    ),
    ("UPDATE mails SET raw=x'00' WHERE rowid=3", "Table mails: mail "),
    ("UPDATE outbox SET raw=x'00' WHERE id=(SELECT max(id) FROM outbox)", "Table outbox: mail "),
    ("UPDATE datasets SET files=x'00'", "Table datasets: data set "),
    (
        "UPDATE settings SET value=CAST(zeroblob(32)||substr(value,33) AS BLOB) WHERE name='cells/g/1'",
        "Table settings: the seed of the cells of g is not what was kept.",
    ),
    (
        "UPDATE settings SET value=CAST(substr(value,1,length(value)-32) AS BLOB) WHERE name='cells/g/1'",
        "Table settings: the seed of the cells of g is not what was kept.",
    ),
]


@pytest.mark.parametrize(("statement", "said"), ROWS)
def test_a_row_that_is_not_what_its_digest_says_is_named(
    small: Path, tmp_path: Path, statement: str, said: str
) -> None:
    record = Record(tamper(small, tmp_path / "bent.db", (statement, ())))
    with pytest.raises(
        StoreRefused, match=rf"bent\.db is damaged\. {said}.*Restore it from a backup"
    ) as refused:
        check_store(record, holds)
    assert str(refused.value).count("Table") == 1
    record.close()


def test_an_event_that_was_altered_is_named_by_the_audit_and_not_blamed_on_the_cells(judge: Judge) -> None:
    """A sheet is shown before the first throw: it is the event that is wrong, and not the seed."""
    raw = judge.raw.replace(b"\xabsheet-shown", b"\xabsheet-showm", 1)
    assert raw != judge.raw
    code, words = judge.audited(raw)
    assert (code, words.splitlines()[0].split(":")[2]) == (REFUSED, " It cannot be read")


def test_a_game_that_was_imported_has_no_cells(small: Path, tmp_path: Path) -> None:
    record = Record(
        tamper(small, tmp_path / "bent.db", ("DELETE FROM settings WHERE name LIKE 'cells/%'", ()))
    )
    check_store(record, holds)
    record.close()


def test_an_index_that_lacks_a_row_is_told_with_its_table(small: Path, tmp_path: Path) -> None:
    shutil.copy(small, tmp_path / "bent.db")
    connection = sqlite3.connect(tmp_path / "bent.db")
    (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name='outbox_by_id'").fetchone()
    connection.close()
    raw = bytearray((tmp_path / "bent.db").read_bytes())
    raw[(page - 1) * 4096 + 3 : (page - 1) * 4096 + 5] = bytes(2)  # no cells
    (tmp_path / "bent.db").write_bytes(raw)
    (said,) = whole_tables(tmp_path / "bent.db")
    assert said.startswith("Table outbox: ")


def test_a_schema_that_sqlite_quotes_over_several_lines_is_told_in_one_sentence(judge: Judge) -> None:
    sound = b"state TEXT NOT NULL DEFAULT 'waiting'"
    raw = judge.raw.replace(sound, sound.replace(b"a", b"`", 1), 1)
    assert raw != judge.raw
    code, words = judge.audited(raw)
    assert (code, words.count("\n")) == (BAD_DATA, 1)
    assert words.startswith("Error: The store cannot be read: malformed database schema (outbox) - ")


# ---- the judge


@pytest.mark.soak
def test_the_judge_sees_what_is_missed(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit that always says yes, and one that blames another event."""
    event = next(one for one in damages(judge.raw, 400, Random(5)) if judge.audited(one.raw)[0] == REFUSED)
    assert judge.verdict(event) == NAMED
    monkeypatch.setattr(judge, "audited", lambda raw: (OK, ""))
    assert judge.verdict(event) == MISSED
    monkeypatch.setattr(judge, "audited", lambda raw: (REFUSED, "g: does not hold at event 999: No."))
    assert judge.verdict(event) == MISNAMED
    monkeypatch.setattr(judge, "audited", lambda raw: (70, "Error: Bugyo has made a mistake.\n"))
    assert judge.verdict(event) == MISNAMED
