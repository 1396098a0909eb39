"""Backups: right while others write, proved before they count, and restored with the same heads."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from referee.audit.audit import audit_game
from referee.audit.witnesses import Mailbox, witnesses
from referee.copies import backup as backups
from referee.copies import sent_by_pages
from referee.copies.backup import (
    CannotBackUp,
    Lacking,
    Manifest,
    NotABackup,
    NotAsMailed,
    back_up,
    manifest_of,
    read_manifest,
    restore,
)
from referee.games.referee import Referee
from referee.proof.signing import issue
from referee.record.envelope import decoder
from referee.record.locks import InUse, served
from referee.record.outbox import OutboxTable
from referee.record.record import Record
from referee.record.schema import StoreRefused
from referee.transport.boxes import Outbox
from referee.transport.spool import Spool, path_of
from tests.record.stores import PEOPLE, entropy, finished, opened, play, repeatable, tamper
from tests.record.test_kill import Acknowledged, acknowledge, child

MAIL = b"From: Aoi\n\nplace\n"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A game in play, with a mail that came in, one that waits to go out, and an address."""
    record = repeatable(tmp_path / "games.db")
    play(opened(record, "summer"), "summer", 12, Random(1))
    record.keep_mail(sha256(MAIL).hexdigest(), MAIL)
    record.register("summer", "iga", "aoi@example.org")
    OutboxTable(record).put("<1@x>", "aoi@example.org", b"To: Aoi\n\nyour turn\n", "your turn", 5)
    record.close()
    return tmp_path / "games.db"


def backed_up(store: Path, to: Path) -> Manifest:
    record = Record(store)
    try:
        return back_up(record, to)
    finally:
        record.close()


def dump(store: Path) -> list[str]:
    """Every row of every table, each trigger and index, in SQL."""
    connection = sqlite3.connect(store)
    try:
        return [*connection.iterdump(), *map(str, connection.execute("PRAGMA user_version"))]
    finally:
        connection.close()


def go_on(store: Path, orders: int = 3) -> tuple[int, str]:
    """Plays on in summer: the new position, and its head."""
    record = Record(store, entropy=entropy("later"))
    play(Referee(record), "summer", orders, Random(2))
    kept = record.load("summer")
    record.close()
    return kept.game.position, kept.head.hex()


# ---- what people have sent by a page, and no desk has taken yet


def sent(store: Path, *keys: str) -> Path:
    """Sendings that wait beside a store; their folder."""
    path = path_of(store)
    assert path
    spool = Spool(path)
    for key in keys:
        spool.put(key, f"From: Aoi\n\n{key}\n".encode())
    return path


def test_what_waits_for_the_desk_is_in_a_backup_and_in_what_is_restored_of_it(
    store: Path, tmp_path: Path
) -> None:
    waiting = sent(store, "one", "two")
    made = backed_up(store, tmp_path / "b.db")
    assert sorted(made.waiting) == ["one", "two"]
    assert read_manifest(tmp_path / "b.db") == made
    there = tmp_path / "new" / "games.db"
    restore(tmp_path / "b.db", there)
    laid = path_of(there)
    assert laid
    for name in ("one", "two"):
        assert (laid / "new" / name).read_bytes() == (waiting / "new" / name).read_bytes()
        assert stat.S_IMODE((laid / "new" / name).stat().st_mode) == 0o600


def test_where_nothing_waits_a_backup_has_no_folder_and_the_manifest_of_before(
    store: Path, tmp_path: Path
) -> None:
    sent(store)
    backed_up(store, tmp_path / "b.db")
    assert not path_of(tmp_path / "b.db").exists()  # type: ignore[union-attr]
    assert "waiting" not in json.loads(manifest_of(tmp_path / "b.db").read_bytes())


def test_a_backup_that_lacks_what_waited_is_not_restored(store: Path, tmp_path: Path) -> None:
    sent(store, "one")
    backed_up(store, tmp_path / "b.db")
    (tmp_path / "b.db-pages" / "new" / "one").write_bytes(b"another")
    with pytest.raises(NotABackup, match="1 sendings of the pages waited"):
        restore(tmp_path / "b.db", tmp_path / "new.db")
    shutil.rmtree(tmp_path / "b.db-pages")
    with pytest.raises(NotABackup, match="Take the folder along"):
        restore(tmp_path / "b.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_what_waits_beside_a_store_that_is_replaced_stays_there(store: Path, tmp_path: Path) -> None:
    sent(store, "one")
    backed_up(store, tmp_path / "b.db")
    waiting = sent(store, "later")
    restore(tmp_path / "b.db", store, replace=True)
    assert sorted(path.name for path in (waiting / "new").iterdir()) == ["later", "one"]


def linked(folder: Path) -> None:
    (folder / "one").symlink_to("/etc/passwd")


def huge(folder: Path) -> None:
    (folder / "one").write_bytes(bytes(sent_by_pages.MOST_BYTES + 1))


def countless(folder: Path) -> None:
    for number in range(sent_by_pages.MOST + 1):
        (folder / str(number)).touch()


def piped(folder: Path) -> None:
    os.mkfifo(folder / "one")


@pytest.mark.parametrize("fill", [linked, huge, countless, piped])
def test_a_folder_that_no_desk_of_ours_has_laid_is_not_taken_in(
    store: Path, tmp_path: Path, fill: Callable[[Path], None]
) -> None:
    """Also beside a copy that has no manifest."""
    backed_up(store, tmp_path / "b.db")
    manifest_of(tmp_path / "b.db").unlink()
    fill(sent(tmp_path / "b.db") / "new")
    with pytest.raises(NotABackup):
        restore(tmp_path / "b.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "new.db-pages").exists()


# ---- what is in it


def test_a_restored_store_has_every_row_and_the_same_heads(store: Path, tmp_path: Path) -> None:
    made = backed_up(store, tmp_path / "b.db")
    done = restore(tmp_path / "b.db", tmp_path / "new" / "games.db")
    record = Record(store)
    kept = record.load("summer")
    record.close()
    (stood,) = made.games
    assert (stood.game, stood.title, stood.position, stood.head) == (
        *("summer", "shinobi"),
        *(kept.game.position, kept.head.hex()),
    )
    assert made.rows["stored_events"] == kept.game.position
    assert [made.rows[table] for table in ("mails", "outbox", "addresses")] == [1, 1, 1]
    assert (done.games, done.rows, done.made_at) == (made.games, made.rows, made.made_at)
    assert (done.proved, done.witnesses, done.aside, done.lacking) == (True, 0, "", ())
    assert dump(store) == dump(tmp_path / "b.db") == dump(tmp_path / "new" / "games.db")


def test_a_backup_of_a_bugyo_that_knew_fewer_tables_is_restored(store: Path, tmp_path: Path) -> None:
    backed_up(store, tmp_path / "b.db")
    manifest = manifest_of(tmp_path / "b.db")
    listed = json.loads(manifest.read_bytes())
    del listed["rows"]["mails_swept"]
    manifest.write_text(json.dumps(listed))
    assert restore(tmp_path / "b.db", tmp_path / "new.db").proved
    listed["rows"]["mails_swept"] = 1
    manifest.write_text(json.dumps(listed))
    with pytest.raises(NotABackup, match="holds other games or rows"):
        restore(tmp_path / "b.db", tmp_path / "other.db")


def test_play_goes_on_in_a_restored_store(store: Path, tmp_path: Path) -> None:
    backed_up(store, tmp_path / "b.db")
    restore(tmp_path / "b.db", tmp_path / "new.db")
    position, _ = go_on(tmp_path / "new.db")
    record = Record(tmp_path / "new.db")
    verdict = audit_game(record, "summer")
    record.close()
    assert (verdict.events, verdict.finding) == (position, None)


def test_only_its_owner_may_read_a_backup_a_store_that_was_restored_and_what_was_kept_aside(
    store: Path, tmp_path: Path
) -> None:
    backed_up(store, tmp_path / "b.db")
    store.chmod(0o640)
    done = restore(tmp_path / "b.db", store, replace=True)
    paths = (tmp_path / "b.db", manifest_of(tmp_path / "b.db"), store, Path(done.aside))
    assert [stat.S_IMODE(path.stat().st_mode) for path in paths] == [0o600] * 4


# ---- while others write


def backups_under_load(folder: Path, number: int) -> int:
    """Backups of a store that a child writes to as fast as it can; how many orders it wrote meanwhile.

    Each must have all that was acknowledged before it began, under the same heads.
    """
    store, known, said = folder / "games.db", Acknowledged(), list[str]()
    process = child(store, "load")
    assert process.stdout is not None
    said.append(process.stdout.readline())
    reader = threading.Thread(target=lambda: said.extend(process.stdout or ()))
    reader.start()
    try:
        for each in range(number):
            acknowledge(list(said), known)
            made = backed_up(store, folder / f"{each}.db")
            stood = {one.game: one for one in made.games}
            assert all(stood[game].position >= position for game, (position, _) in known.items())
            assert heads_at(folder / f"{each}.db", known) == known
    finally:
        process.kill()
        reader.join()
        process.wait()
    return len(said)


def heads_at(store: Path, known: Acknowledged) -> Acknowledged:
    """What a store has at those positions."""
    found, connection = Acknowledged(), sqlite3.connect(store)
    state = "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?"
    for game, (position, _) in known.items():
        ((raw,),) = connection.execute(state, (game, position))
        found[game] = position, decoder("shinobi").decode(raw).digest.hex()
    connection.close()
    return found


@pytest.mark.soak
def test_backups_of_a_store_under_load_are_good(tmp_path: Path) -> None:
    assert backups_under_load(tmp_path, 5) > 5
    done = restore(tmp_path / "4.db", tmp_path / "restored.db")
    record = Record(tmp_path / "restored.db")
    assert [audit_game(record, one.game).finding for one in done.games] == [None] * len(done.games)
    record.close()


@pytest.mark.soak
def test_twenty_backups_under_load_are_good_and_restore(tmp_path: Path) -> None:
    assert backups_under_load(tmp_path, 20) > 100
    for each in range(20):
        made = read_manifest(tmp_path / f"{each}.db")
        assert made is not None
        assert restore(tmp_path / f"{each}.db", tmp_path / f"r{each}.db").games == made.games


# ---- what does not count


def names(folder: Path) -> list[str]:
    """The files of a folder, but for the locks and the journal of a store."""
    ends = (".lock", "-journal")
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(ends))


@pytest.mark.parametrize("there", ["b.db", "b.db.json"])
def test_nothing_is_ever_overwritten(store: Path, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_bytes(b"mine")
    with pytest.raises(FileExistsError, match="never replaces a file"):
        backed_up(store, tmp_path / "b.db")
    assert names(tmp_path) == sorted(["games.db", there])
    assert (tmp_path / there).read_bytes() == b"mine"


def test_a_name_that_is_taken_meanwhile_is_left_alone(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved = backups._proved

    def slow(record: Record, copy: Path) -> Manifest:
        (tmp_path / "b.db").write_bytes(b"mine")
        return proved(record, copy)

    monkeypatch.setattr(backups, "_proved", slow)
    with pytest.raises(FileExistsError):
        backed_up(store, tmp_path / "b.db")
    assert names(tmp_path) == ["b.db", "games.db"]
    assert (tmp_path / "b.db").read_bytes() == b"mine"


@pytest.fixture
def altered(store: Path, tmp_path: Path) -> Path:
    """A store of which event 7 was changed."""
    put = "UPDATE stored_events SET state=(SELECT state FROM stored_events WHERE originator_version=8) "
    return tamper(store, tmp_path / "altered.db", (put + "WHERE originator_version=7", ()))


def test_a_store_that_does_not_hold_gives_no_backup(altered: Path, tmp_path: Path) -> None:
    before = names(tmp_path)
    with pytest.raises(
        CannotBackUp, match=r"The store does not hold: summer .* at event 7.*No backup was made"
    ):
        backed_up(altered, tmp_path / "b.db")
    assert names(tmp_path) == before


def test_a_mail_that_is_not_what_came_in_gives_no_backup(store: Path, tmp_path: Path) -> None:
    altered = tamper(store, tmp_path / "altered.db", ("UPDATE mails SET raw=x'00'", ()))
    with pytest.raises(CannotBackUp, match=r"Table mails: mail \w{12} is not what was kept"):
        backed_up(altered, tmp_path / "b.db")
    assert names(tmp_path) == ["altered.db", "games.db"]


def test_a_copy_that_is_not_of_this_store_is_not_kept(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.db"
    record = repeatable(other)
    play(opened(record, "summer", seed="another"), "summer", 12, Random(1))
    record.close()
    monkeypatch.setattr(backups, "snapshot", lambda store, to: to.write_bytes(other.read_bytes()))
    with pytest.raises(CannotBackUp, match="another head than the store"):
        backed_up(store, tmp_path / "b.db")
    assert names(tmp_path) == ["games.db", "other.db"]


def test_both_files_are_on_the_disk_before_they_have_their_names(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    synced, named = backups._on_disk, backups._name

    def sync(path: Path) -> None:
        done.append(f"sync {'directory' if path.is_dir() else path.name.split('.db')[1][:5]}")
        synced(path)

    def give(path: Path, to: Path) -> None:
        done.append(f"name {to.name}")
        named(path, to)

    monkeypatch.setattr(backups, "_on_disk", sync)
    monkeypatch.setattr(backups, "_name", give)
    backed_up(store, tmp_path / "b.db")
    assert [step[:4] for step in done] == ["sync", "name", "sync", "name", "sync"]
    assert [step for step in done if "name" in step] == ["name b.db", "name b.db.json"]
    assert done[-1] == "sync directory"


# ---- what is refused


def flipped(backup: Path, place: int) -> None:
    raw = bytearray(backup.read_bytes())
    raw[place] ^= 1
    backup.write_bytes(raw)


def unproved(backup: Path) -> None:
    manifest_of(backup).unlink()


def listed(backup: Path, **changes: Any) -> None:
    made = read_manifest(backup)
    assert made is not None
    manifest_of(backup).write_bytes(msgspec.json.encode(replace(made, **changes)))


def other_head(backup: Path) -> None:
    made = read_manifest(backup)
    assert made is not None
    listed(backup, games=tuple(replace(one, head="00" * 32) for one in made.games))


def cut(backup: Path) -> None:
    unproved(backup)
    backup.write_bytes(backup.read_bytes()[:-4096])


def hello(backup: Path) -> None:
    unproved(backup)
    backup.write_bytes(b"hello")


def empty(backup: Path) -> None:
    unproved(backup)
    backup.write_bytes(b"")


def damaged(backup: Path) -> None:
    """The first page after the schema's is overwritten."""
    unproved(backup)
    raw = backup.read_bytes()
    backup.write_bytes(raw[:4096] + bytes(4096) + raw[8192:])


# what was done to the backup                               what is said
REFUSED = [
    (lambda b: flipped(b, 40_000), NotABackup, "is not the file of .* bytes that its manifest describes"),
    (lambda b: b.write_bytes(b.read_bytes()[:-1]), NotABackup, "changed or cut short since"),
    (lambda b: b.write_bytes(b""), NotABackup, "changed or cut short since"),
    (other_head, NotABackup, "holds other games or rows than its manifest says"),
    (lambda b: listed(b, rows={}), NotABackup, "holds other games or rows"),
    (lambda b: listed(b, format="bugyo/9/backup"), NotABackup, "of the form “bugyo/9/backup”"),
    (lambda b: manifest_of(b).write_bytes(b"{"), NotABackup, "is no manifest of a backup"),
    (cut, StoreRefused, "cut short"),
    (damaged, NotABackup, "The file is damaged"),
    (hello, StoreRefused, "it is no SQLite file"),
    (empty, StoreRefused, "it is no SQLite file"),
]


@pytest.mark.parametrize(("change", "kind", "said"), REFUSED)
def test_a_backup_that_is_not_what_it_was_is_refused(
    store: Path, tmp_path: Path, change: Any, kind: type[Exception], said: str
) -> None:
    backed_up(store, tmp_path / "b.db")
    change(tmp_path / "b.db")
    before = names(tmp_path)
    with pytest.raises(kind, match=said):
        restore(tmp_path / "b.db", tmp_path / "new.db")
    assert names(tmp_path) == before


def test_a_copy_without_a_manifest_is_restored_where_its_chains_hold(
    store: Path, altered: Path, tmp_path: Path
) -> None:
    assert not restore(store, tmp_path / "new.db").proved
    with pytest.raises(NotABackup, match="summer does not hold at event 7: Its digest should be"):
        restore(altered, tmp_path / "other.db")
    assert not (tmp_path / "other.db").exists()


def test_a_store_that_is_there_is_left_alone(store: Path, tmp_path: Path) -> None:
    backed_up(store, tmp_path / "b.db")
    go_on(store)
    before = store.read_bytes()
    with pytest.raises(FileExistsError, match="There is a store already"):
        restore(tmp_path / "b.db", store)
    assert store.read_bytes() == before


def test_a_desk_that_serves_the_store_must_be_stopped(store: Path, tmp_path: Path) -> None:
    backed_up(store, tmp_path / "b.db")
    before = names(tmp_path)
    with served(store), pytest.raises(InUse):
        restore(tmp_path / "b.db", store, replace=True)
    assert names(tmp_path) == before


# ---- what was there


def test_a_store_that_is_replaced_is_kept_and_what_it_had_more_is_counted(
    store: Path, tmp_path: Path
) -> None:
    made = backed_up(store, tmp_path / "b.db")
    position, _ = go_on(store)
    before = dump(store)
    done = restore(tmp_path / "b.db", store, replace=True)
    assert dump(Path(done.aside)) == before
    assert done.lacking == (Lacking("summer", position, made.games[0].position),)
    again = restore(tmp_path / "b.db", store, replace=True)
    assert (again.lacking, again.aside != done.aside) == ((), True)
    assert dump(store) == dump(tmp_path / "b.db")


def test_what_sqlite_has_left_beside_a_store_is_not_played_back_into_the_new_one(
    store: Path, tmp_path: Path
) -> None:
    backed_up(store, tmp_path / "b.db")
    store.unlink()
    ends = ("-journal", "-wal", "-shm")
    for end in ends:
        store.with_name(f"games.db{end}").write_bytes(b"left")
    done = restore(tmp_path / "b.db", store)
    assert done.aside == ""
    assert [store.with_name(f"games.db{end}").exists() for end in ends] == [False] * 3
    assert len(list(tmp_path.glob("games.db.before-*"))) == 3
    assert dump(store) == dump(tmp_path / "b.db")


def test_a_damaged_store_can_be_replaced(store: Path, tmp_path: Path) -> None:
    backed_up(store, tmp_path / "b.db")
    store.write_bytes(b"x" * 9_000)
    done = restore(tmp_path / "b.db", store, replace=True)
    assert done.lacking is None
    assert Path(done.aside).read_bytes() == b"x" * 9_000
    assert dump(store) == dump(tmp_path / "b.db")


# ---- the mails


@pytest.fixture
def mailed(store: Path, tmp_path: Path) -> Path:
    """Two mails to Aoi: before and after a backup (`b.db`)."""
    backed_up(store, tmp_path / "b.db")
    mailed = Outbox(tmp_path / "mail")
    record = Record(store)
    kept = record.load("summer")
    for position, head in ((kept.game.position, kept.head.hex()), go_on(store)):
        receipt = issue(record, "summer", "iga", f"turn {position}", "", position, head)
        mailed.put(f"To: {PEOPLE[0]}\n\nYour turn.\n{receipt.text()}".encode())
    record.close()
    return tmp_path / "mail"


def test_a_backup_older_than_a_mail_is_named_with_what_to_do(
    mailed: Path, store: Path, tmp_path: Path
) -> None:
    with pytest.raises(NotAsMailed) as refused:
        restore(tmp_path / "b.db", tmp_path / "new.db", [Mailbox("out", witnesses(mailed))])
    said = str(refused.value)
    assert "Receipt 2 of iga, of event" in said
    assert "it is older than the mail" in said
    assert "look for a newer backup. To restore this one all the same, name no mailbox" in said
    assert not (tmp_path / "new.db").exists()


def test_a_backup_that_has_every_mailed_head_is_restored(mailed: Path, store: Path, tmp_path: Path) -> None:
    backed_up(store, tmp_path / "newer.db")
    done = restore(tmp_path / "newer.db", tmp_path / "new.db", [Mailbox("out", witnesses(mailed))])
    assert (done.proved, done.witnesses) == (True, 2)


def test_another_history_than_the_mailed_one_is_named(mailed: Path, tmp_path: Path) -> None:
    restore(tmp_path / "b.db", tmp_path / "fork.db")
    record = Record(tmp_path / "fork.db", entropy=entropy("other salts"))
    play(Referee(record), "summer", 6, Random(9))
    record.close()
    with pytest.raises(NotAsMailed, match=r"Receipt 2 of iga, of event \d+, names another head"):
        restore(tmp_path / "fork.db", tmp_path / "new.db", [Mailbox("out", witnesses(mailed))])


def test_a_finished_game_is_backed_up_too(tmp_path: Path) -> None:
    finished(tmp_path / "games.db", "winter").close()
    made = backed_up(tmp_path / "games.db", tmp_path / "b.db")
    assert [one.game for one in made.games] == ["winter"]
    assert restore(tmp_path / "b.db", tmp_path / "new.db").games == made.games
