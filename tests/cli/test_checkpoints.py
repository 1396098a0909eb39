"""checkpoint: signed, signed again, verified."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND, REFUSED
from tests.cli.conftest import Bugyo


@pytest.fixture
def note(bugyo: Bugyo, tmp_path: Path) -> Path:
    bugyo("checkpoint", "summer", "-o", tmp_path / "note")
    return tmp_path / "note"


def test_a_checkpoint_names_the_newest_head(bugyo: Bugyo, note: Path) -> None:
    shown = bugyo.json("show", "summer")
    found = bugyo.json("checkpoint", "--verify", note)
    assert [found[key] for key in ("position", "head")] == [shown["position"], shown["head"]]
    assert (found["signed"], found["names"]) == (["bugyo"], ["bugyo"])
    assert bugyo("checkpoint", "summer").stdout == note.read_text() == found["note"]
    assert "has this head" in bugyo("checkpoint", "--verify", "-", stdin=note.read_bytes()).stdout
    bugyo("checkpoint", "summer", "-o", note, code=CANNOT_CREATE)


def test_others_sign_it_too(bugyo: Bugyo, fresh: Bugyo, note: Path, tmp_path: Path) -> None:
    both, key = tmp_path / "both", tmp_path / "key"
    sign = ("checkpoint", "--cosign", note, "--key", key, "--name", "second-umpire")
    made = fresh.json(*sign, "-o", both)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert made["names"] == ["bugyo", "second-umpire"]
    assert both.read_text().startswith(note.read_text())
    assert fresh.json(*sign)["key"] == made["key"]
    verify = ("checkpoint", "--verify", both)
    assert fresh.json(*verify, "--key", made["key"].upper())["signed"] == ["second-umpire"]
    assert bugyo.json(*verify)["signed"] == ["bugyo"]
    assert "Not checked, for want of their keys: second-umpire." in bugyo(*verify).stderr
    assert not fresh.store.exists()


def test_what_is_not_signed_so_is_refused(bugyo: Bugyo, note: Path, tmp_path: Path) -> None:
    key = bugyo.json("checkpoint", "--verify", note)["key"]
    assert (
        "is not signed with the key"
        in bugyo("checkpoint", "--verify", note, "--key", "0" * 64, code=REFUSED).stderr
    )
    note.write_text(note.read_text().replace("bugyo/summer", "bugyo/autumn"))
    assert "does not hold" in bugyo("checkpoint", "--verify", note, "--key", key, code=REFUSED).stderr
    assert "no game “autumn”" in bugyo("checkpoint", "--verify", note, code=NOT_FOUND).stderr


def test_a_head_that_the_game_does_not_have_is_refused(bugyo: Bugyo, note: Path) -> None:
    first, position, rest = note.read_text().split("\n", 2)
    for other, why in ((int(position) - 1, "the game of the store has "), (999, "has no such event.")):
        note.write_text(f"{first}\n{other}\n{rest}")
        assert why in bugyo("checkpoint", "--verify", note, code=REFUSED).stderr


def test_only_the_referee_who_opened_a_game_signs_it(bugyo: Bugyo, fresh: Bugyo, tmp_path: Path) -> None:
    bugyo("export", "bots-7-1", "-o", tmp_path / "x.jsonl")
    fresh("import", tmp_path / "x.jsonl")
    assert "with another key" in fresh("checkpoint", "bots-7-1", code=REFUSED).stderr


# what is written                                             code, and a part of the sentence
WRONG = [
    ((), 2, "one of the three"),
    (("summer", "--verify", "{0}"), 2, "one of the three"),
    (("--cosign", "{0}"), 2, "needs --key KEYFILE and --name NAME"),
    (("--cosign", "{0}", "--key", "{1}", "--name", "a b"), 2, "spaces"),
    (("--cosign", "{0}", "--key", "{1}", "--name", "bugyo"), 2, "referee's own name"),
    (("--cosign", "{0}", "--key", "{0}", "--name", "x"), BAD_DATA, "is no key file"),
    (("--verify", "{0}", "--key", "xyz"), 2, "64 hexadecimal digits"),
    (("summer", "--name", "x"), 2, "go with --cosign"),
    (("--verify", "{0}.gone"), NOT_FOUND, "There is no file"),
    (("winter",), NOT_FOUND, "no game “winter”"),
]


@pytest.mark.parametrize(("args", "code", "why"), WRONG)
def test_what_cannot_be_done(bugyo: Bugyo, note: Path, args: tuple[str, ...], code: int, why: str) -> None:
    filled = [arg.format(note, note.with_name("key")) for arg in args]
    assert why in bugyo("checkpoint", *filled, code=code).stderr
    assert not note.with_name("key").exists()


@pytest.mark.parametrize("raw", [b"", b"Dear diary\n", b"\xff\x00", b"bugyo/summer\n1\n"])
def test_what_is_no_checkpoint(bugyo: Bugyo, tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "x").write_bytes(raw)
    bugyo("checkpoint", "--verify", tmp_path / "x", code=BAD_DATA)
    bugyo("checkpoint", "--cosign", tmp_path / "x", "--key", tmp_path / "k", "--name", "me", code=BAD_DATA)
    assert not (tmp_path / "k").exists()
