"""Bundles from export to import, and mailboxes as witnesses of an audit."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND, REFUSED
from referee.proof.signing import make_checkpoint, seed_of
from referee.record.record import Record
from tests.cli.conftest import OPEN, PLAYERS, WHY, Bugyo


@pytest.fixture
def bundle(bugyo: Bugyo, tmp_path: Path) -> Path:
    """The bundle of the game that is over."""
    bugyo("export", "bots-7-1", "--format", "bundle", "-o", tmp_path / "game.zip")
    return tmp_path / "game.zip"


def altered(bundle: Path, member: str, old: bytes, new: bytes) -> Path:
    made = bundle.with_name("altered.zip")
    with zipfile.ZipFile(bundle) as before, zipfile.ZipFile(made, "w") as after:
        for name in before.namelist():
            data = before.read(name)
            after.writestr(name, data.replace(old, new) if name == member else data)
    return made


def test_a_bundle_is_audited_and_imported(bugyo: Bugyo, fresh: Bugyo, bundle: Path) -> None:
    assert fresh("audit", bundle).stdout.endswith("Everything holds.\n")
    assert fresh("audit", "-", stdin=bundle.read_bytes()).stdout.endswith("Everything holds.\n")
    assert fresh.json("import", bundle)["head"] == bugyo.json("show", "bots-7-1")["head"]
    assert fresh("export", "bots-7-1").stdout == bugyo("export", "bots-7-1").stdout
    assert "already" in fresh("import", bundle, code=REFUSED).stderr


def test_a_bundle_that_nobody_would_read_is_refused(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ("export", "bots-7-1", "--format", "bundle", "-o", tmp_path / "game.zip")
    monkeypatch.setattr("referee.bundle.members.MOST_OTHER", 1000)
    assert "No verifier would read this bundle of bots-7-1. In it " in bugyo(*made, code=REFUSED).stderr
    assert list(tmp_path.glob("*.zip*")) == []
    monkeypatch.undo()
    bugyo(*made)


def test_the_verifier_of_a_bundle_needs_only_python(bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        archive.extract("verify.py", tmp_path)
    args = [sys.executable, "-I", "verify.py", bundle.name]
    subprocess.run(args, cwd=tmp_path, check=True, capture_output=True, timeout=600)


def test_an_altered_bundle_is_refused(fresh: Bugyo, bundle: Path) -> None:
    made = altered(bundle, "report.md", b"bots", b"Bots")
    verdict = fresh.json("audit", made, code=REFUSED)
    assert (verdict["member"], verdict["finding"]["position"]) == ("report.md", 0)
    assert "The record does not hold. report.md: " in fresh("audit", made, code=REFUSED).stdout
    assert "The bundle does not hold at report.md" in fresh("import", made, code=REFUSED).stderr
    assert not fresh.store.exists()


def test_a_bundle_for_a_seat_is_a_look_and_cannot_be_imported(
    bugyo: Bugyo, fresh: Bugyo, tmp_path: Path
) -> None:
    args = ("export", "summer", "--format", "bundle", "--seat", "iga", "-o", tmp_path / "iga.zip")
    assert "--reason" in bugyo(*args, code=2).stderr
    assert bugyo.json(*args, *WHY)["format"] == "bundle"
    assert "sealed until the end of the game" in fresh("audit", tmp_path / "iga.zip").stdout
    assert "still sealed" in fresh("import", tmp_path / "iga.zip", code=REFUSED).stderr


def test_where_a_bundle_cannot_go(bugyo: Bugyo, bundle: Path, tmp_path: Path) -> None:
    args = ("export", "bots-7-1", "--format", "bundle", "-o")
    before = bundle.read_bytes()
    assert "--force overwrites it" in bugyo(*args, bundle, code=CANNOT_CREATE).stderr
    bugyo(*args, tmp_path / "no" / "x", code=CANNOT_CREATE)
    bugyo(*args, "/dev/null", code=CANNOT_CREATE)
    assert "A bundle needs a file" in bugyo(*args[:-1], code=2).stderr
    bugyo(*args, bundle, "--force")
    assert bundle.read_bytes() == before


# bytes of the file                     code: an empty zip file can be read, and holds nothing
NO_BUNDLES = [
    (b"PK\x03\x04", BAD_DATA),
    (b"PK\x03\x04" + bytes(99), BAD_DATA),
    (b"PK\x05\x06" + bytes(18), REFUSED),
]


@pytest.mark.parametrize(("raw", "code"), NO_BUNDLES)
@pytest.mark.parametrize("command", ["audit", "import"])
def test_what_is_no_bundle(fresh: Bugyo, tmp_path: Path, raw: bytes, code: int, command: str) -> None:
    (tmp_path / "x").write_bytes(raw)
    fresh(command, tmp_path / "x", code=code)
    assert not fresh.store.exists()


# ---- witnesses


def witnessed(bugyo: Bugyo, tmp_path: Path) -> Path:
    """A mailbox with a checkpoint of the newest head of summer."""
    (tmp_path / "mails").mkdir()
    note = bugyo("checkpoint", "summer").stdout
    (tmp_path / "mails" / "1.eml").write_text(
        f"From: a@example.org\nSubject: x\n\nIt says:\n\n{note}", "utf-8"
    )
    return tmp_path / "mails"


def test_a_mailbox_is_a_witness(bugyo: Bugyo, tmp_path: Path) -> None:
    box = witnessed(bugyo, tmp_path)
    said = bugyo("audit", "summer", "--mailbox", box).stdout
    assert "  + Every receipt and checkpoint that the key has signed" in said
    assert said.endswith("Receipts and checkpoints of summer heard: 1.\n")
    assert bugyo.json("audit", "summer", "--mailbox", box, "--mailbox", box)["witnesses"] == 1
    assert bugyo.json("audit", "--all", "--mailbox", box)[1]["witnesses"] == 0
    said = bugyo("audit", "bots-7-1", "--mailbox", box).stderr
    assert "no receipt or checkpoint of bots-7-1" in said


def test_mailboxes_are_named_and_held_against_each_other(bugyo: Bugyo, tmp_path: Path) -> None:
    """The referee has told Boris another history, and signed it."""
    anna = witnessed(bugyo, tmp_path)
    told = bugyo.json("checkpoint", "summer")["position"]
    with closing(Record(bugyo.store)) as record:
        lie = make_checkpoint(seed_of(record), "summer", told, "ab" * 32)
    (tmp_path / "boris").write_text(lie.text(), "utf-8")
    args = ("audit", "summer", "--mailbox", f"Anna={anna}", "--mailbox", f"Boris={tmp_path / 'boris'}")
    said = bugyo(*args, code=REFUSED).stdout
    assert f"Event {told}: The mails of Anna and of Boris have no head in common before" in " ".join(
        said.split()
    )
    assert "This record has that of Anna." in said
    verdict = bugyo.json(*args, code=REFUSED)
    assert (verdict["finding"]["position"], verdict["believed"]) == (told, 2)


def test_a_forged_checkpoint_is_noted(bugyo: Bugyo, tmp_path: Path) -> None:
    box = witnessed(bugyo, tmp_path)
    forged = make_checkpoint(bytes(32), "summer", 2, "ab" * 32)
    (box / "2.eml").write_text(forged.text(), "utf-8")
    said = " ".join(bugyo("audit", "summer", "--mailbox", box).stdout.split())
    assert "Everything holds." in said
    assert "1 receipt or checkpoint of summer is not signed by the key that this record names." in said
    verdict = bugyo.json("audit", "summer", "--mailbox", box)
    assert (verdict["witnesses"], verdict["believed"], verdict["key_from"]) == (2, 1, "receipts")


def test_it_is_said_where_the_key_is_known_from(bugyo: Bugyo, tmp_path: Path) -> None:
    """The mail that opens a game names it."""
    bugyo(*OPEN[:3], "autumn", *OPEN[4:], *PLAYERS, "--outgoing", tmp_path / "out")
    verdict = bugyo.json("audit", "autumn")
    key = verdict["key"]
    assert (len(key), verdict["key_from"]) == (64, "record")
    said = " ".join(bugyo("audit", "autumn").stdout.split())
    assert f"Key of the game: {key} It is read from this record alone" in said
    mail = next((tmp_path / "out" / "new").iterdir())
    assert bugyo.json("audit", "autumn", "--key-from", mail)["key_from"] == "mail"
    assert "The mail that you have named has it." in bugyo("audit", "autumn", "--key-from", mail).stdout
    assert bugyo.json("audit", "autumn", "--key", key.upper())["key_from"] == "given"
    (tmp_path / "note").write_text(bugyo("checkpoint", "autumn").stdout, "utf-8")
    assert bugyo.json("audit", "autumn", "--key-from", tmp_path / "note")["key_from"] == "checkpoint"
    other = bugyo("audit", "autumn", "--key", "0" * 64, code=REFUSED).stdout
    assert f"Event 1: The key that was given is {'0' * 64}" in " ".join(other.split())


@pytest.mark.parametrize("level", [0, 1, 3])
def test_every_mail_of_an_opening_names_the_key(bugyo: Bugyo, tmp_path: Path, level: int) -> None:
    bugyo.open("autumn", level, "--outgoing", tmp_path / "out")
    mails = list((tmp_path / "out" / "new").iterdir())
    assert len(mails) == (3 if level == 3 else 2)
    for mail in mails:
        assert bugyo.json("audit", "autumn", "--key-from", mail)["key_from"] == "mail"


def test_keys_that_are_none(bugyo: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("From: a@example.org\n\nHello.\n", "utf-8")
    assert "64 hexadecimal digits" in bugyo("audit", "summer", "--key", "12", code=2).stderr
    both = ("--key", "0" * 64, "--key-from", tmp_path / "mail")
    assert "not both" in bugyo("audit", "summer", *both, code=2).stderr
    assert "names no key" in bugyo("audit", "summer", "--key-from", tmp_path / "mail", code=BAD_DATA).stderr
    assert "no file" in bugyo("audit", "summer", "--key-from", tmp_path / "no", code=NOT_FOUND).stderr


def test_a_record_whose_tail_is_cut_does_not_stand_before_a_mailbox(bugyo: Bugyo, tmp_path: Path) -> None:
    bugyo("export", "summer", "-o", tmp_path / "old.jsonl")
    seat, order = bugyo.order()
    bugyo("orders", "summer", seat, "-", stdin=order)
    box = witnessed(bugyo, tmp_path)
    assert bugyo("audit", tmp_path / "old.jsonl").exit_code == 0
    said = bugyo("audit", tmp_path / "old.jsonl", "--mailbox", box, code=REFUSED).stdout
    assert "tail is cut" in said


def test_what_is_no_mailbox(bugyo: Bugyo, tmp_path: Path) -> None:
    assert (
        "There is no mailbox" in bugyo("audit", "summer", "--mailbox", tmp_path / "x", code=NOT_FOUND).stderr
    )


def test_a_page_is_exported_for_a_viewpoint(bugyo: Bugyo, tmp_path: Path) -> None:
    """As everybody sees a running game; as a seat only with a reason, which the players read."""
    bugyo("export", "summer", "--format", "html", "-o", tmp_path / "public.html")
    bugyo(
        "export",
        "summer",
        "--format",
        "html",
        "--seat",
        "iga",
        "--reason",
        "a test",
        "-o",
        tmp_path / "i.html",
    )
    public, iga = ((tmp_path / name).read_text(encoding="utf-8") for name in ("public.html", "i.html"))
    assert public.startswith("<!doctype html>")
    assert '"viewer":"public"' in public
    assert '"viewer":"iga"' in iga
    assert "a test" in bugyo("log", "summer").stdout
