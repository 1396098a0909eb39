"""Real processes: start-up, streams, terminals, pipes, signals, a full disk."""

from __future__ import annotations

import os
import resource
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import Protocol

import pytest

from cli.frame.codes import INTERRUPTED, IO_ERROR, NOT_FOUND, READER_GONE
from cli.version import VERSION
from domain.titles import OURS
from referee.record.locks import served
from referee.transport.spool import path_of
from tests import forked
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS

ROOT = Path(__file__).parents[2]
BUGYO = (sys.executable, "-m", "cli.main")

PATIENCE = 600.0
"""Seconds after which a command is stopped that has not ended, or shows nothing on a terminal."""


def environment(store: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BUGYO_", "NO_COLOR"))}
    return {**kept, "BUGYO_STORE": str(store), "TERM": "xterm", **more}


def run(store: Path, *args: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*BUGYO, *args], cwd=ROOT, env=environment(store), capture_output=True, timeout=PATIENCE, check=False
    )


def on_terminal(store: Path, *args: str, env: Mapping[str, str] | None = None) -> bytes:
    """What a terminal of its own shows of the command, both streams together."""
    child, terminal = forked.on_terminal(forked.command(args, environment(store, **(env or {}))))
    shown = b""
    while read := _shown(terminal, child):
        shown += read
    os.close(terminal)
    os.waitpid(child, 0)
    return shown


def _shown(terminal: int, child: int) -> bytes:
    """More of what is shown, b"" at the end. A command that shows nothing for long is stopped."""
    ready, _, _ = select.select([terminal], [], [], PATIENCE)
    if not ready:
        os.kill(child, signal.SIGKILL)
        raise AssertionError("The command waits for something.")
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_orders_at_a_terminal_say_what_they_wait_for(bugyo: Bugyo) -> None:
    child, terminal = forked.on_terminal(
        forked.command(("orders", "summer", "iga", "-"), environment(bugyo.store))
    )
    shown = b""
    while b"Ctrl-D ends." not in shown:
        shown += os.read(terminal, 65536)
    os.write(terminal, b"\x04")
    while read := _shown(terminal, child):
        shown += read
    os.close(terminal)
    os.waitpid(child, 0)
    assert b"Write the orders of iga, one on a line; Ctrl-D ends." in shown
    assert b"has no order in it." in shown


def test_the_version_is_there_at_once_and_imports_nothing_else(bugyo: Bugyo) -> None:
    code = (
        "import sys, cli.main\n"
        "try: cli.main.commands.main(['--version'], prog_name='bugyo')\n"
        "except SystemExit: print({'eventsourcing', 'msgspec', 'sqlite3', 'platformdirs'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    number, forms, imported = done.stdout.decode().splitlines()
    assert number == f"bugyo {VERSION}"
    assert forms == (
        "Records: bugyo/1. Protocol of throws: writes 2, reads 1, 2. Store: writes version 2, reads 1, 2."
    )
    assert imported == "set()"


HEAVY = ("sqlite_utils", "lxml", "inscriptis", "asyncio", "importlib.metadata")
"""Libraries that take long to import."""

TITLE, DESK, STORE = "domain.shinobi", "referee.mail.desk.desk", "eventsourcing.persistence"

LOADED = (
    ("list", (STORE,), (TITLE, DESK)),
    ("what summer", (STORE, TITLE), ("projections.shinobi", "projections.read_model.following", DESK)),
    ("log summer", (STORE, TITLE, "projections.shinobi"), ("projections.read_model.following", DESK)),
    ("deliver", (), (STORE, TITLE, DESK)),
    (
        "what nowhere",
        (STORE, "cli.frame.faults"),
        (TITLE, DESK, "referee.audit", "referee.bundle", "referee.copies"),
    ),
)
"""Commands, with some of what each has to load, and what it must not load besides what is heavy and other
titles. `deliver` hands its mail over; the last one is refused."""


@pytest.mark.parametrize(("line", "loads", "not_these"), LOADED, ids=[line for line, *_ in LOADED])
def test_a_command_loads_what_it_needs(
    bugyo: Bugyo, line: str, loads: tuple[str, ...], not_these: tuple[str, ...]
) -> None:
    bugyo("list")  # makes the read model, once
    code = "import sys, bugyo\ntry: bugyo.run()\nexcept SystemExit: print(*sys.modules, file=sys.stderr)"
    others = [f"domain.{title}" for title in OURS if f"domain.{title}" != TITLE]
    with served(bugyo.store, str(path_of(bugyo.store))):
        done = subprocess.run(
            [sys.executable, "-c", code, *line.split()],
            cwd=ROOT,
            input=b"From: anna@example.org\n\nhelp\n",
            env=environment(bugyo.store, BUGYO_OUTGOING=str(bugyo.store.with_name("out"))),
            capture_output=True,
            check=True,
        )
    loaded = done.stderr.decode().split()
    assert [name for name in loads if name not in loaded] == []
    assert [name for name in (*HEAVY, *others, *not_these) if name in loaded] == []


STAYING = """
import sys
from {module} import process
def leave(*_): raise SystemExit
process.signal.signal = leave
try: process.main(b'{{"store": "x", "address": "x", "listen": "x"}}', print)
except SystemExit: print(*sys.modules)
"""


@pytest.mark.parametrize("module", ["referee.thinking", "referee.web"])
def test_a_process_that_stays_loads_all_titles_before_it_begins(module: str) -> None:
    """What is installed while it runs would be mixed with it."""
    code = STAYING.format(module=module)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    parts = ("domain.{}", "projections.{}", "projections.{}.reference")
    loaded = done.stdout.decode().split()
    assert [name for title in OURS for part in parts if (name := part.format(title)) not in loaded] == []


def test_a_mail_that_no_desk_takes_is_read_by_a_copy_of_the_command(bugyo: Bugyo) -> None:
    """Nothing is imported anew for that, as by a program that is started."""
    code = "import subprocess, bugyo\nsubprocess.Popen = None\nbugyo.run()"
    done = subprocess.run(
        [sys.executable, "-c", code, "deliver"],
        cwd=ROOT,
        input=b"From: anna@nowhere.example\n\nhelp\n",
        env=environment(bugyo.store, BUGYO_OUTGOING=str(bugyo.store.with_name("out"))),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (67, b"Unknown sender.\n")


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


def limit(room: int) -> None:
    """How large its files may be."""
    if room:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))


class Start(Protocol):
    """Runs a command to its end."""

    def __call__(self, *args: str, stdout: int | None = None, room: int = 0) -> CompletedProcess[bytes]: ...


@pytest.fixture(params=["copied", pytest.param("started", marks=pytest.mark.soak)])
def runs(request: pytest.FixtureRequest, bugyo: Bugyo) -> Start:
    """As a copy of this process; among the longer proofs as a new one."""
    env = environment(bugyo.store)

    def copied(*args: str, stdout: int | None = None, room: int = 0) -> CompletedProcess[bytes]:
        work = forked.command(args, env)

        def limited() -> None:
            limit(room)
            work()

        return forked.run(limited, stdout=stdout)

    def started(*args: str, stdout: int | None = None, room: int = 0) -> CompletedProcess[bytes]:
        with TemporaryFile() as out:
            return subprocess.run(
                [*BUGYO, *args],
                cwd=ROOT,
                env=env,
                stdout=stdout or out,
                stderr=subprocess.PIPE,
                preexec_fn=lambda: limit(room),
                check=False,
            )

    return copied if request.param == "copied" else started


def test_a_reader_that_stops_is_no_error(runs: Start) -> None:
    reader, pipe = os.pipe()
    os.close(reader)
    done = runs("replay", "bots-7-1", "--every", "event", stdout=pipe)
    os.close(pipe)
    assert (done.returncode, done.stderr) == (READER_GONE, b"")


def test_a_mail_whose_output_nobody_wants_is_not_bounced(bugyo: Bugyo, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = subprocess.run(
        [*BUGYO, "deliver", "--json", "--outgoing", str(out), "--address", ADDRESS],
        cwd=ROOT,
        input=b"From: Anna@example.org\nSubject: [summer T1 iga]\nMessage-ID: <1@example.org>\n\nwhat\n",
        env=environment(bugyo.store),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: os.close(1),
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    assert len([*(out / "new").iterdir()]) == 1


def test_a_device_that_is_full(runs: Start) -> None:
    with Path("/dev/full").open("wb") as full:
        done = runs("export", "bots-7-1", stdout=full.fileno())
    assert done.returncode == IO_ERROR
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
def test_a_full_disk_loses_nothing(bugyo: Bugyo, runs: Start, tmp_path: Path, command: str) -> None:
    seat, order = bugyo.order()
    (tmp_path / "o.txt").write_text(order)
    before = bugyo.json("show", "bots-7-1"), bugyo.json("show", "summer")
    done = runs(*command.format(tmp_path, seat).split(), room=4096)
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
    args = ("play", "shinobi", "--bots", "--games", "100000", "--seed", "c")
    with TemporaryFile() as out, TemporaryFile() as told, Path(os.devnull).open("rb") as nothing:
        process = forked.begun(forked.command(args, env), (nothing.fileno(), out.fileno(), told.fileno()))
        _wait_for_games(bugyo.store)
        os.kill(process, signal.SIGINT)
        assert (forked.ended(process), out.tell()) == (INTERRUPTED, 0)
        told.seek(0)
        err = told.read()
    assert err == b"Interrupted. What was acknowledged is kept.\n"
    assert bugyo("audit", "--all").stdout.endswith("Records that do not hold: 0.\n")


def _wait_for_games(store: Path) -> None:
    connection = sqlite3.connect(store)
    until = time.monotonic() + PATIENCE
    counted = "SELECT count(*) FROM stored_events WHERE originator_id LIKE 'bots-c-%'"
    while connection.execute(counted).fetchone() == (0,):
        assert time.monotonic() < until
        time.sleep(0.05)
    connection.close()


# the words, and what is said of them
UNSPELT = [
    (("winter",), 2, b"There is no command ?winter?"),
    pytest.param(
        ("show", "winter"), NOT_FOUND, b"There is no game ?winter? in this store.", marks=pytest.mark.soak
    ),
]


@pytest.mark.parametrize(("args", "code", "said"), UNSPELT)
def test_a_name_that_the_terminal_cannot_spell_is_no_reason_to_stop(
    bugyo: Bugyo, args: tuple[str, ...], code: int, said: bytes
) -> None:
    env = {**environment(bugyo.store), "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [*BUGYO, *args], cwd=ROOT, env=env, capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == code
    assert said in done.stderr
