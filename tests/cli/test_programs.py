"""Programs at seats by the command line: opened, named in rosters, agreed in policies; they think after a
command or a mail, and beside a desk that serves."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.titles import TITLES
from referee.record.record import Record
from tests import forked
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS, desk_file

WITH_PROGRAMS = ("--player", "Anna <anna@example.org>", "--bot", "ise=steady", "--bot", "kii=random")
SOON = 600.0


def open_(bugyo: Bugyo, *more: object) -> str:
    return str(bugyo("open", "shinobi", "--id", "bots", *WITH_PROGRAMS, *more).stdout)


def join(bugyo: Bugyo, *more: object) -> None:
    bugyo("orders", "bots", "iga", "-", *more, stdin="join Anna wishes everybody luck in bots")


def test_programs_take_their_seats_join_and_order_after_each_command(bugyo: Bugyo) -> None:
    assert "  ise        steady (program)" in open_(bugyo)
    assert "  iga (Anna): join PHRASE\nThrows" in bugyo("what", "bots").stdout
    join(bugyo)
    for _ in range(3):
        seat, orders = bugyo.legal("bots")
        assert seat == "iga"
        bugyo("orders", "bots", "iga", "-", stdin=orders[0])
    assert "ise orders: " in bugyo("log", "bots").stdout
    assert "ise (steady (program))" in bugyo("log", "bots").stdout
    assert bugyo.json("show", "bots")["seats"]["kii"] == "random (program)"
    bugyo("audit", "bots")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--bot", "isa=steady"), "names no free seat. Write for example “iga=steady”."),
        (("--bot", "iga"), "names no free seat"),
        (("--bot", "ise=steady"), "names no free seat"),
        (("--bot", "omi=strong"), "There is no program “strong”."),
        (("--bot", "omi=keen:9999"), "1000 at most."),
        (("--player", "steady (program)"), "no person may be"),
        (("--seat", "omi=the program <x@example.org>"), "no person may be"),
    ],
)
def test_who_cannot_be_a_program_is_refused_in_a_sentence(
    bugyo: Bugyo, more: tuple[str, str], why: str
) -> None:
    said = bugyo("open", "shinobi", "--id", "bots", *WITH_PROGRAMS, *more, code=2).stderr
    assert why in " ".join(said.split())


@pytest.mark.parametrize("level", [2, 3])
def test_no_program_sits_where_seats_draw_cells(bugyo: Bugyo, level: int) -> None:
    witness = ("--witness", "Dai") if level == 3 else ()
    said = bugyo("open", "shinobi", *WITH_PROGRAMS, "--level", level, *witness, code=1).stderr
    assert f"At level {level} of proof each seat draws secret cells" in said


def test_a_title_without_programs_says_so(bugyo: Bugyo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "shinobi", replace(TITLES["shinobi"], players=None))
    said = bugyo("open", "shinobi", *WITH_PROGRAMS, code=1).stderr
    assert "No program plays Shinobi: War of the Clans yet." in said
    assert "No program plays" in bugyo("solo", "shinobi", code=1).stderr


def test_a_roster_names_programs_and_people_in_their_place(bugyo: Bugyo) -> None:
    open_(bugyo)
    join(bugyo)
    bugyo("roster", "take", "bots", "ise", "Dora", "--reason", "She wants to play")
    said = bugyo("roster", "take", "bots", "ise", "--bot", "keen:5", "--reason", "Dora has left").stdout
    assert "keen:5 (program) takes the seat ise: Dora has left" in said
    assert "steady (program) stands by." in bugyo("roster", "standby", "bots", "--bot", "steady").stdout
    said = bugyo("roster", "standby", "bots", "--bot", "steady", "--off").stdout
    assert "steady (program) stands by no more." in said
    for who in ((), ("Dora", "--bot", "steady")):
        assert "Name a PERSON, or a program" in bugyo("roster", "standby", "bots", *who, code=2).stderr
    bugyo("roster", "address", "bots", "ise", "x@example.org", "--reason", "why", code=1)
    bugyo("roster", "delegate", "bots", "iga", "keen:5 (program)", "--until", "2030-01-01", code=2)
    bugyo("audit", "bots")


def test_a_program_is_told_in_the_language_of_the_reader(bugyo: Bugyo) -> None:
    open_(bugyo)
    assert "ise (steady (programme))" in bugyo("log", "bots", "--language", "fr").stdout
    assert "ise (steady (программа))" in bugyo("log", "bots", "--language", "ru").stdout


def test_a_policy_lets_a_program_stand_in(bugyo: Bugyo) -> None:
    bugyo("policy", "summer", "--nmr", "bot", "--deadline", "3d", "--reason", "We asked for it")
    said = " ".join(bugyo("policy", "summer").stdout.split())
    assert "For whoever does not answer in time a program orders, to the end of that turn." in said


# ---- mails


def turn_mail(out: Path, turn: str, orders: list[str]) -> bytes:
    """The answer to the mail of the turn to Anna, with one legal order."""
    mails = [path.read_text(encoding="utf-8") for path in (out / "new").iterdir()]
    mail = next(one for one in mails if f"BEGIN ORDERS bots {turn} iga" in one)
    block = re.search(r"-----BEGIN ORDERS.*?END ORDERS[^\n]*-----", mail, re.DOTALL)
    assert block is not None
    filled = block[0].replace("\n-----END", f"{orders[0]}\n-----END")
    head = f"From: anna@example.org\nTo: {ADDRESS}\nSubject: orders\nMessage-ID: <1@example.org>\n\n"
    return (head + filled + "\n").encode()


def begun(bugyo: Bugyo, out: Path) -> bytes:
    mailed = ("--outgoing", out, "--address", ADDRESS)
    open_(bugyo, *mailed)
    join(bugyo, *mailed)
    assert not [path for path in (out / "new").iterdir() if b"anna@example.org" not in path.read_bytes()]
    with closing(Record(bugyo.store)) as record:
        turn = record.load("bots").game.turn
    return turn_mail(out, turn, bugyo.legal("bots")[1])


def position(bugyo: Bugyo) -> int:
    with closing(Record(bugyo.store)) as record:
        return record.load("bots").game.position


@pytest.mark.parametrize("once", [False, True])
def test_programs_order_after_a_mail_where_no_desk_serves(bugyo: Bugyo, tmp_path: Path, once: bool) -> None:
    out = tmp_path / "out"
    mail, before = begun(bugyo, out), position(bugyo)
    if once:
        (tmp_path / "in" / "new").mkdir(parents=True)
        (tmp_path / "in" / "new" / "turn").write_bytes(mail)
        bugyo("serve", "--maildir", tmp_path / "in", "--outgoing", out, "--address", ADDRESS, "--once")
    else:
        bugyo("deliver", "--outgoing", out, "--address", ADDRESS, stdin=mail)
    assert position(bugyo) > before
    with closing(Record(bugyo.store)) as record:
        assert record.load("bots").game.awaited() == ("iga",)
        turn = record.load("bots").game.turn
    asked = [one.read_bytes() for one in (out / "new").iterdir()]
    assert any(f"BEGIN ORDERS bots {turn} iga".encode() in one for one in asked)


def until(what: str, found: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not found():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_programs_think_beside_a_desk_that_serves_and_end_with_it(bugyo: Bugyo, tmp_path: Path) -> None:
    mail = begun(bugyo, tmp_path / "out")
    serve = ("serve", "--config", str(desk_file(bugyo.store, tmp_path)), "--poll", "0.2")
    with (tmp_path / "log").open("wb") as log:
        streams = (0, 1, log.fileno())
        process = forked.begun(forked.command(serve, os.environ), streams)
    try:
        inbox = tmp_path / "in" / "new"
        until("the mailbox", inbox.is_dir)
        (inbox / "turn").write_bytes(mail)
        asked = len(bugyo.json("log", "bots")["events"])

        def is_awaited_again() -> bool:
            with closing(Record(bugyo.store)) as record:
                game = record.load("bots").game
                return game.awaited() == ("iga",) and record.load("bots").game.position > asked

        until("the orders of the programs", is_awaited_again)
        mails = tmp_path / "out" / "new"
        until("the news", lambda: any(b"steady (program)" in one.read_bytes() for one in mails.iterdir()))
    finally:
        os.kill(process, signal.SIGTERM)
        assert forked.ended(process) == 0
    assert "worker of the programs has ended" not in (tmp_path / "log").read_text()
    assert "Traceback" not in (tmp_path / "log").read_text()
