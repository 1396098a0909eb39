"""backup and restore, as a user has them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND, REFUSED, TRY_AGAIN
from referee.record.locks import served
from tests.cli.conftest import Bugyo
from tests.cli.mails import turn_mail


@pytest.fixture
def backup(bugyo: Bugyo, tmp_path: Path) -> Path:
    bugyo("backup", tmp_path / "b.db")
    return tmp_path / "b.db"


def heads(bugyo: Bugyo) -> dict[str, tuple[int, str]]:
    """Where the games of the store stand, as an audit says it."""
    return {one["game"]: (one["events"], one["head"]) for one in bugyo.json("audit", "--all")}


def test_a_backup_lists_every_game_with_its_head(bugyo: Bugyo, tmp_path: Path) -> None:
    said = bugyo("backup", tmp_path / "b.db").stdout
    listed = json.loads((tmp_path / "b.db.json").read_text("utf-8"))
    assert {one["game"]: (one["position"], one["head"]) for one in listed["games"]} == heads(bugyo)
    assert all(one["head"] in said for one in listed["games"])
    assert said.endswith("bytes. The copy holds, and has the heads of the store.\n")
    shown = bugyo.json("backup", tmp_path / "c.db")
    assert shown["games"] == listed["games"]
    assert (shown["file"], shown["manifest"]) == (str(tmp_path / "c.db"), str(tmp_path / "c.db.json"))


def test_a_backup_can_be_audited_by_itself(bugyo: Bugyo, backup: Path) -> None:
    assert "Records that do not hold: 0." in Bugyo(backup)("audit", "--all").stdout
    assert heads(Bugyo(backup)) == heads(bugyo)


def test_a_restored_store_has_the_same_heads_and_is_played_on(
    bugyo: Bugyo, backup: Path, tmp_path: Path
) -> None:
    before, new = heads(bugyo), Bugyo(tmp_path / "new" / "games.db")
    done = new("restore", backup)
    assert done.stdout.endswith(f"games.db is restored from {backup}, with the same heads.\n")
    assert done.stderr == ""
    assert heads(new) == before
    seat, order = new.order()
    new("orders", "summer", seat, "-", stdin=order)
    assert heads(new)["summer"] > before["summer"]


def test_the_keys_of_a_restore(bugyo: Bugyo, backup: Path, tmp_path: Path) -> None:
    shown = bugyo.json("restore", backup, "--force")
    listed = json.loads(backup.with_name("b.db.json").read_text("utf-8"))
    assert {key: shown[key] for key in ("games", "rows", "made_at")} == {
        key: listed[key] for key in ("games", "rows", "made_at")
    }
    assert (shown["store"], shown["proved"], shown["witnesses"]) == (str(bugyo.store), True, 0)
    assert Path(shown["aside"]).exists()
    assert shown["lacking"] == []


def test_force_keeps_the_old_store_and_counts_what_it_had_more(bugyo: Bugyo, backup: Path) -> None:
    seat, order = bugyo.order()
    had = heads(bugyo)["summer"][0]
    bugyo("orders", "summer", seat, "-", stdin=order)
    has = heads(bugyo)["summer"][0]
    assert "There is a store already" in bugyo("restore", backup, code=CANNOT_CREATE).stderr
    assert heads(bugyo)["summer"][0] == has
    said = bugyo("restore", backup, "--force").stderr
    assert f"summer ends with event {had} in the backup and with event {has} in the store" in said
    assert heads(bugyo)["summer"][0] == had
    (aside,) = bugyo.store.parent.glob("games.db.before-*")
    assert f"is kept as {aside}." in said
    assert heads(Bugyo(aside))["summer"][0] == has


def test_a_backup_older_than_the_mails_of_the_desk_is_named(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    bugyo("backup", tmp_path / "old.db")
    bugyo("deliver", "--outgoing", out, "--address", "referee@example.org", stdin=mail)
    new = Bugyo(tmp_path / "new.db")
    refused = new("restore", tmp_path / "old.db", "--mailbox", out, code=REFUSED)
    assert "post does not have the heads that were mailed. Receipt " in refused.stderr
    assert "look for a newer backup" in refused.stderr
    assert not new.store.exists()
    bugyo("backup", tmp_path / "b.db")
    done = new("restore", tmp_path / "b.db", "--mailbox", out)
    assert "receipts and checkpoints.\n" in done.stdout
    assert heads(new) == heads(bugyo)


def test_a_copy_without_a_manifest_is_restored_and_that_is_said(bugyo: Bugyo, tmp_path: Path) -> None:
    copy, new = Path(shutil.copy(bugyo.store, tmp_path / "copy.db")), Bugyo(tmp_path / "new.db")
    done = new("restore", copy)
    assert "Every record can be read whole." in done.stdout
    assert f"There is no {copy}.json" in done.stderr
    assert heads(new) == heads(bugyo)


def test_a_store_that_cannot_be_read_is_kept_too(bugyo: Bugyo, backup: Path) -> None:
    before = heads(bugyo)
    bugyo.store.write_bytes(b"x" * 9_000)
    assert "It cannot be read" in bugyo("restore", backup, "--force").stderr
    assert heads(bugyo) == before


def test_what_stops_a_backup_and_a_restore(bugyo: Bugyo, backup: Path, fresh: Bugyo, tmp_path: Path) -> None:
    assert "b.db: It is there already" in bugyo("backup", backup, code=CANNOT_CREATE).stderr
    assert "There is no store" in fresh("backup", tmp_path / "c.db", code=NOT_FOUND).stderr
    assert "There is no backup" in fresh("restore", tmp_path / "c.db", code=NOT_FOUND).stderr
    bugyo("backup", tmp_path / "none" / "c.db", code=NOT_FOUND)
    with served(bugyo.store):
        assert "Another desk" in bugyo("restore", backup, "--force", code=TRY_AGAIN).stderr
    raw = bytearray(backup.read_bytes())
    raw[50_000] ^= 1
    backup.write_bytes(raw)
    assert "changed or cut short since" in fresh("restore", backup, code=BAD_DATA).stderr
    assert not fresh.store.exists()


def test_a_store_on_a_server_is_left_to_the_tools_of_the_server(
    bugyo: Bugyo, backup: Path, tmp_path: Path
) -> None:
    server = ("--store", "postgresql://bugyo@127.0.0.1:1/club")
    for words in (("backup", tmp_path / "c.db"), ("restore", backup)):
        assert "There pg_dump and pg_restore do this" in bugyo(*words, *server, code=REFUSED).stderr
    assert not (tmp_path / "c.db").exists()
