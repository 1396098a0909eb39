"""Files that a command reads, from anybody's hand: pipes, devices, links, and what is large or deep."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.frame.codes import BAD_DATA, BAD_SETUP, OURS
from cli.main import commands
from referee.games import datasets
from referee.games.datasets import FIXTURES
from tests.cli.conftest import OPEN, PLAYERS, Bugyo
from tests.record.test_kill import ROOT

DEEP = {
    "lists": "a = " + "[" * 100_000,
    "names": ".".join("a" * 3_000) + " = 1\n",
    "heads": "[" + " . ".join(['"a"'] * 3_000) + "]\n",
    "tables": "a = " + "{a = " * 100_000,
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES / "shinobi", tmp_path / "data"))


def opened_with(bugyo: Bugyo, data: Path, code: int = BAD_DATA) -> str:
    words = (*OPEN[:3], "x", *OPEN[4:], *PLAYERS, "--data", data)
    return " ".join(bugyo(*words, code=code).stderr.split())


def test_an_owners_own_files_are_read(fresh: Bugyo, data: Path) -> None:
    (data / "notes.txt").symlink_to("/dev/zero")  # nobody reads it
    opened_with(fresh, data, code=0)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("pipe", "more.toml is a pipe. Name an ordinary file."),
        ("zero", "more.toml is a symbolic link. Put the file itself there."),
        ("away", "more.toml is a symbolic link. Put the file itself there."),
        ("folder", "more.toml is a directory. Name an ordinary file."),
        ("large", "more.toml is longer than 4,194,304 bytes; no more are read."),
    ],
)
def test_what_is_no_file_of_a_data_set(
    fresh: Bugyo, data: Path, tmp_path: Path, kind: str, said: str
) -> None:
    bad = data / "more.toml"
    if kind == "pipe":
        os.mkfifo(bad)
    elif kind == "folder":
        bad.mkdir()
    elif kind == "large":
        with bad.open("wb") as file:
            file.truncate(5 << 20)
    else:
        (tmp_path / "secret.toml").write_text("a = 1")
        bad.symlink_to("/dev/zero" if kind == "zero" else tmp_path / "secret.toml")
    assert said in opened_with(fresh, data)
    assert not fresh.store.exists() or fresh.json("list") == []


def test_many_files_or_much_in_all(fresh: Bugyo, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "MOST_IN_ALL", 1000)
    assert "is longer than" in opened_with(fresh, data)
    for number in range(101):
        (data / f"{number}.csv").touch()
    assert "at most 100 are read" in opened_with(fresh, data)


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_a_table_that_nests_too_deep_is_named(fresh: Bugyo, data: Path, text: str) -> None:
    (table,) = data.glob("*.toml")
    table.write_text(text)
    said = opened_with(fresh, data)
    assert f"{table.name}, line 1: expected TOML, got It nests too deep" in said


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_settings_and_agreements_that_nest_too_deep(bugyo: Bugyo, tmp_path: Path, text: str) -> None:
    (tmp_path / "deep.toml").write_text(text)
    said = bugyo("serve", "--config", tmp_path / "deep.toml", "--once", code=BAD_SETUP).stderr
    assert "deep.toml is no TOML: It nests too deep" in " ".join(said.split())
    said = bugyo("policy", "summer", "--policy", tmp_path / "deep.toml", code=2).stderr
    assert "It nests too deep" in " ".join(said.split())


def test_settings_that_are_no_file(bugyo: Bugyo, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in bugyo("serve", "--config", tmp_path / "pipe", "--once", code=BAD_SETUP).stderr
    assert "is a pipe" in bugyo("policy", "summer", "--policy", tmp_path / "pipe", code=2).stderr
    (tmp_path / "desk.toml").write_text(
        f'store = "{bugyo.store}"\naddress = "a@b.example"\nmaildir = [{{path = "in"}}]\n'
        '[smtp]\nhost = "127.0.0.1"\nuser = "u"\npassword = {file = "pipe"}\n'
    )
    assert "is a pipe" in bugyo("desk", "check", "--config", tmp_path / "desk.toml", code=BAD_SETUP).stdout


@pytest.mark.parametrize("words", [("restore", "{}", "--store", "new.db"), ("seat", "status", "{}"),
                                   ("audit", "summer", "--mailbox", "{}"), ("list", "--store", "{}"),
                                   ("fork", "summer", "--into", "{}")])  # fmt: skip
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    bugyo: Bugyo, tmp_path: Path, words: tuple[str, ...]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    given = [word.format(tmp_path / "pipe").replace("new.db", str(tmp_path / "new.db")) for word in words]
    if words[0] == "fork":
        given += ["--reason", "a test"]
    said = bugyo(*given, code=BAD_DATA).stderr
    assert "is a pipe" in said or "is no ordinary file" in said


def piped(bugyo: Bugyo, *words: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    """A process with a file of orders as a shell gives it with `<(…)`."""
    reading, writing = os.pipe()
    os.write(writing, text)
    os.close(writing)
    try:
        return subprocess.run(
            [sys.executable, "-m", "cli.main", *(word.format(f"/dev/fd/{reading}") for word in words)],
            pass_fds=[reading],
            cwd=ROOT,
            env={**os.environ, "BUGYO_STORE": str(bugyo.store)},
            capture_output=True,
            check=False,
            timeout=600,
        )
    finally:
        os.close(reading)


@pytest.mark.soak
def test_what_a_shell_substitutes_is_read(bugyo: Bugyo) -> None:
    seat, order = bugyo.order()
    done = piped(bugyo, "orders", "summer", seat, "{}", text=order.encode())
    assert (done.returncode, b"(played)" in done.stdout) == (0, True), done.stderr
    export = bugyo("export", "bots-7-1").stdout.encode()
    assert piped(bugyo, "audit", "{}", text=export[:60_000]).returncode == BAD_DATA  # it fits into a pipe


@pytest.mark.soak
def test_what_has_no_end_is_read_up_to_a_limit(bugyo: Bugyo, tmp_path: Path) -> None:
    """Within as much memory as a small machine has."""
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (1800 << 20,) * 2); "
        "from cli.main import run; run()"
    )
    for words in (["orders", "summer", "iga"], ["import", "--as", "orders"], ["audit"]):
        done = subprocess.run(
            [sys.executable, "-c", script, *words, "/dev/zero"],
            cwd=ROOT,
            env={**os.environ, "BUGYO_STORE": str(bugyo.store)},
            capture_output=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == BAD_DATA, (words, done.stderr)
        assert b"is longer than" in done.stderr


@pytest.mark.soak
def test_a_process_of_the_command_makes_nothing_that_others_can_read(bugyo: Bugyo, tmp_path: Path) -> None:
    words = ["export", "summer", "--seat", "referee", "--reason", "a test"]
    forms = [["-o", "a.jsonl"], ["--format", "markdown", "-o", "a.md"], ["--format", "sqlite", "-o", "a.db"]]
    for form in forms:
        subprocess.run(
            [sys.executable, "-m", "cli.main", *words, *form],
            cwd=tmp_path,
            env={**os.environ, "BUGYO_STORE": str(bugyo.store), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            umask=0,
        )
    made = [path for path in tmp_path.rglob("*") if path.name.startswith("a")]
    assert len(made) >= 4
    assert [path for path in made if path.stat().st_mode & 0o077] == []


def test_the_library_used_by_itself_writes_exports_for_their_owner_alone(
    bugyo: Bugyo, tmp_path: Path
) -> None:
    before = os.umask(0)
    try:
        bugyo("export", "bots-7-1", "-o", tmp_path / "a.jsonl")
        bugyo("export", "bots-7-1", "--format", "markdown", "-o", tmp_path / "a.md")
        bugyo("export", "bots-7-1", "--force", "-o", tmp_path / "a.jsonl")
        bugyo(*OPEN[:3], "y", *OPEN[4:], *PLAYERS, "--outgoing", tmp_path / "out")
    finally:
        os.umask(before)
    open_ones = [path for path in tmp_path.rglob("*") if path.lstat().st_mode & 0o077]
    assert open_ones == []


@pytest.mark.parametrize("form", ["jsonl", "bundle", "orders"])
def test_an_export_that_overwrites_a_file_keeps_what_its_owner_has_allowed(
    bugyo: Bugyo, tmp_path: Path, form: str
) -> None:
    file = tmp_path / "a"
    for mode in (0o644, 0o664, 0o600):
        file.write_text("mine")
        file.chmod(mode)
        bugyo("export", "bots-7-1", "--format", form, "--force", "-o", file)
        assert (file.stat().st_mode & 0o777, file.read_bytes() == b"mine") == (mode, False)


@pytest.mark.parametrize("mode", [0o644, 0o775])
@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("what", "summer"),
        ("open", "shinobi", "--player", "Anna", "--player", "Boris", "--player", "Eva"),
        ("play", "shinobi", "--bots"),
        ("solo", "shinobi"),
        ("audit", "--all"),
        ("backup", "copy.db"),
        ("move", "copy.db"),
        ("restore", "b.db"),
        ("desk", "new"),
        ("deliver", "--outgoing", "out"),
        ("serve", "--once", "--maildir", "in", "--outgoing", "out"),
    ],
    ids=" ".join,
)
def test_no_command_closes_a_file_that_is_no_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], mode: int
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "a"
    file.write_text("#!/bin/sh\n")
    file.chmod(mode)
    env = {"BUGYO_STORE": str(file)}
    shown = CliRunner(env=env).invoke(commands, words, b"From: a@b.c\n\nwhat\n", prog_name="bugyo")
    assert shown.exit_code not in (0, OURS), shown.output
    assert "now only you can" not in shown.output
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("#!/bin/sh\n", mode)
    assert {path.name for path in tmp_path.iterdir()} <= {"a", "in", "out"}
