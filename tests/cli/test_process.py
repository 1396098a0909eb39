"""Real processes: start-up, streams, terminals, pipes, signals, a full disk."""

from __future__ import annotations

import os
import pty
import select
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.frame.codes import INTERRUPTED, IO_ERROR, NOT_FOUND, READER_GONE
from tests.cli.conftest import Bugyo

ROOT = Path(__file__).parents[2]
BUGYO = (sys.executable, "-m", "cli.main")

SILENCE = 20.0
"""Seconds without a sign from a command on a terminal, after which it is stopped."""


def environment(store: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BUGYO_", "NO_COLOR"))}
    return {**kept, "BUGYO_STORE": str(store), "TERM": "xterm", **more}


def run(store: Path, *args: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*BUGYO, *args], cwd=ROOT, env=environment(store), capture_output=True, timeout=60, **settings
    )


def shell(store: Path, line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash in which $BUGYO is the command."""
    env = {**environment(store), "BUGYO": shlex.join(BUGYO)}
    return subprocess.run(
        ["bash", "-c", line], cwd=ROOT, env=env, capture_output=True, timeout=60, check=False
    )


def on_terminal(store: Path, *args: str, env: Mapping[str, str] | None = None) -> bytes:
    """What a terminal of its own shows of the command, both streams together."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [*BUGYO, *args], environment(store, **(env or {})))
    shown = b""
    while read := _shown(terminal, child):
        shown += read
    os.close(terminal)
    os.waitpid(child, 0)
    return shown


def _shown(terminal: int, child: int) -> bytes:
    """More of what is shown, b"" at the end. A command that shows nothing for long is stopped."""
    ready, _, _ = select.select([terminal], [], [], SILENCE)
    if not ready:
        os.kill(child, signal.SIGKILL)
        raise AssertionError("The command waits for something.")
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_the_version_is_there_at_once_and_imports_nothing_else(bugyo: Bugyo) -> None:
    code = (
        "import sys, cli.main\n"
        "try: cli.main.commands.main(['--version'], prog_name='bugyo')\n"
        "except SystemExit: print({'eventsourcing', 'msgspec', 'sqlite3', 'platformdirs'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.splitlines()[1:] == [b"set()"]


@pytest.mark.soak
def test_results_and_the_rest_do_not_mix(bugyo: Bugyo) -> None:
    done = run(bugyo.store, "list", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"[")
    gone = run(bugyo.store, "show", "winter")
    assert (gone.returncode, gone.stdout) == (NOT_FOUND, b"")
    assert b"There is no game" in gone.stderr


@pytest.mark.soak
def test_colour_is_for_terminals_that_want_it(bugyo: Bugyo) -> None:
    assert b"\x1b[" in on_terminal(bugyo.store, "audit", "summer")
    assert b"\x1b[" not in on_terminal(bugyo.store, "audit", "summer", env={"NO_COLOR": "1"})
    assert b"\x1b[" not in on_terminal(bugyo.store, "audit", "summer", env={"TERM": "dumb"})
    assert b"\x1b[" in on_terminal(bugyo.store, "audit", "summer", env={"NO_COLOR": ""})
    assert b"\x1b[" not in run(bugyo.store, "audit", "summer").stdout


@pytest.mark.soak
def test_a_bar_is_for_terminals(bugyo: Bugyo) -> None:
    assert b"100%" in on_terminal(bugyo.store, "audit", "--all")
    assert b"100%" not in on_terminal(bugyo.store, "audit", "--all", env={"TERM": "dumb"})
    assert run(bugyo.store, "audit", "--all").stderr == b""


def test_a_reader_that_stops_is_no_error(bugyo: Bugyo) -> None:
    line = "$BUGYO replay bots-7-1 --every event | head -1; echo ${PIPESTATUS[0]}"
    done = shell(bugyo.store, line)
    assert done.stdout.splitlines()[-1] == str(READER_GONE).encode()
    assert done.stderr == b""


def test_a_device_that_is_full(bugyo: Bugyo) -> None:
    done = shell(bugyo.store, "$BUGYO export bots-7-1 > /dev/full")
    assert (done.returncode, done.stdout) == (IO_ERROR, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"There is no room to write" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "play shinobi --bots --games 9",
        "export bots-7-1 -o {0}/x.jsonl",
        "list",
        "orders summer {1} {0}/o.txt",
    ],
)
def test_a_full_disk_loses_nothing(bugyo: Bugyo, tmp_path: Path, command: str) -> None:
    seat, order = bugyo.order()
    (tmp_path / "o.txt").write_text(order)
    before = bugyo.json("show", "bots-7-1"), bugyo.json("show", "summer")
    done = shell(bugyo.store, f"ulimit -f 4; $BUGYO {command.format(tmp_path, seat)}")
    if command == "list":  # it does without the read model that it cannot write
        assert (done.returncode, done.stderr) == (0, b"")
    else:
        assert (done.returncode, done.stderr.count(b"\n")) == (IO_ERROR, 1)
        assert done.stderr.startswith(b"Error: ")
    assert not (tmp_path / "x.jsonl").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".x")] == []
    assert (bugyo.json("show", "bots-7-1"), bugyo.json("show", "summer")) == before
    assert bugyo("audit", "--all").stdout.endswith("Records that do not hold: 0.\n")


def test_ctrl_c_stops_at_once_and_leaves_the_store_whole(bugyo: Bugyo) -> None:
    env = environment(bugyo.store)
    args = [*BUGYO, "play", "shinobi", "--bots", "--games", "100000", "--seed", "c"]
    # Whoever runs the tests in the background of a shell has Ctrl-C ignored, and so would the command.
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(args, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    signal.signal(signal.SIGINT, heeded)
    _wait_for_games(bugyo.store)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (INTERRUPTED, b"")
    assert err == b"Interrupted. What was acknowledged is kept.\n"
    assert bugyo("audit", "--all").stdout.endswith("Records that do not hold: 0.\n")


def _wait_for_games(store: Path) -> None:
    connection = sqlite3.connect(store)
    for _ in range(200):
        (count,) = connection.execute(
            "SELECT count(*) FROM stored_events WHERE originator_id LIKE 'bots-c-%'"
        ).fetchone()
        if count:
            break
        time.sleep(0.05)
    connection.close()


def test_a_name_that_the_terminal_cannot_spell_is_no_reason_to_stop(bugyo: Bugyo) -> None:
    env = {**environment(bugyo.store), "PYTHONIOENCODING": "latin-1"}
    args = [*BUGYO, "show", "winter"]
    done = subprocess.run(args, cwd=ROOT, env=env, capture_output=True, timeout=60, check=False)
    assert done.returncode == NOT_FOUND
    assert b"There is no game ?winter? in this store." in done.stderr
