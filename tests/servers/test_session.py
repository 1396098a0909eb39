"""A whole game over real servers, played with real mail programs: from the invitation to the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from domain.game.state.game_state import GameState
from referee.record.record import Record, system_clock
from referee.transport.outbox import Queue
from tests.referee.mail.players import Player
from tests.referee.mail.test_desk_world import body, parse
from tests.servers.machines import DOMAIN, PATIENCE, Club, folder, free_port, listens, needed, wait_for
from tests.servers.programs import Mutt, Nail, Program, Swaks

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "cli.main"]
MOST_MAILS = 400
EACH_DESK = 8


def bugyo(*args: object, code: int = 0) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BUGYO_")}
    done = subprocess.run(
        [*COMMAND, *map(str, args)], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@contextmanager
def serving(config: Path, log: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """The desk as a process of its own; SIGTERM ends it with 0."""
    with log.open("ab") as out:
        desk = subprocess.Popen(
            [*COMMAND, "serve", "--config", str(config), *more], cwd=ROOT, stdout=out, stderr=out
        )
    try:
        yield desk
    finally:
        if desk.poll() is None:
            desk.send_signal(signal.SIGTERM)
            assert desk.wait(PATIENCE) == 0, log.read_text()


class Person:
    """Plays with a mail program: answers each mail that has a block, once."""

    def __init__(self, program: Program, club: Club, random: Random) -> None:
        self.program = program
        self._club = club
        self._player = Player(f"{program.user}@{DOMAIN}", random)
        self._read: set[str] = set()

    def plays(self) -> bool:
        """Whether there was a mail to answer; only the newest block is the right one.

        What is new goes by its name: a mail may appear after one that was begun later.
        """
        paths = self._club.dovecot.mails(self.program.user)
        fresh = [path for path in paths if _unique(path) not in self._read]
        self._read.update(map(_unique, fresh))
        answers = (self._player.answer(path.read_bytes()) for path in reversed(fresh))
        answer = next((one for one in answers if one), None)
        if answer is None:
            return False
        self.program.reply(body(parse(answer)))
        return True


def _unique(path: Path) -> str:
    """The name of a mail in its Maildir without its flags, which change."""
    return path.name.partition(":")[0]


class Session:
    """A club with a desk, and three people at the table: mutt, s-nail, and swaks straight to the desk."""

    def __init__(self, path: Path, club: Club, random: Random) -> None:
        self.club = club
        self.store, self.config, self.log = path / "games.db", path / "desk.toml", path / "desk.log"
        lmtp = free_port()
        self.lmtp = lmtp
        self.config.write_text(f"{club.configuration(self.store)}\n[listen]\nport = {lmtp}\n")
        programs = (Mutt(club, "anna", path / "mutt"), Nail(club, "bela", path / "nail"), Swaks("cara", lmtp))
        self.people = [Person(program, club, random) for program in programs]

    def open(self) -> None:
        seats = [f"--player={name.title()} <{name}@{DOMAIN}>" for name in ("anna", "bela", "cara")]
        bugyo("open", "shinobi", "--id", "spring", *seats, "--config", self.config)
        assert json.loads(bugyo("desk", "check", "--config", self.config, "--json"))["findings"]

    def play(self, most: int = MOST_MAILS) -> int:
        """Until the game is over, or so many mails were sent."""
        sent = 0
        while sent < most and not self.is_over():
            what = f"a mail to answer, after {sent}"
            wait_for(what, self._somebody_plays, told=self._how_it_stands)
            sent += 1
        return sent

    def _somebody_plays(self) -> bool:
        return any(person.plays() for person in self.people) or self.is_over()

    def _how_it_stands(self) -> str:
        """What the desk, the outbox and the servers know of mails, where none comes any more."""
        record = Record(self.store)
        try:
            unsent = Queue(record, system_clock).unsent()
        finally:
            record.close()
        users = ("bugyo", *(person.program.user for person in self.people))
        boxes = {user: len(self.club.dovecot.mails(user)) for user in users}
        logs = (self.log, self.club.postfix.log, self.club.dovecot.log)
        ends = "\n\n".join(log.read_text("utf-8", "replace")[-4_000:] for log in logs)
        return f"{self.game().awaited()} {self.game().prompt()}\n{unsent}\n{boxes}\n{ends}"

    def is_over(self) -> bool:
        return self.game().is_over()

    def game(self) -> GameState:
        record = Record(self.store)
        try:
            return record.load("spring").game
        finally:
            record.close()

    def everything_went(self) -> bool:
        record = Record(self.store)
        try:
            return Queue(record, system_clock).unsent() == []
        finally:
            record.close()


@pytest.fixture
def session() -> Iterator[Session]:
    needed("dovecot", "postfix", "mutt", "s-nail", "swaks")
    with folder() as path, Club(path) as club:
        yield Session(path, club, Random(8))


@pytest.mark.soak
def test_people_join_and_play_over_real_servers(session: Session) -> None:
    session.open()
    with serving(session.config, session.log):
        wait_for("the desk", lambda: listens(session.lmtp))
        assert session.play(3) == 3
        wait_for("all to have joined", lambda: not session.game().ledger.absent)
        wait_for("the outbox to be empty", session.everything_went)
    assert {user: len(session.club.dovecot.mails(user, name="Bugyo")) for user in ("bugyo", "anna")} == {
        "bugyo": 2,  # what swaks sent came by LMTP
        "anna": 0,
    }
    assert session.club.dovecot.mails("bugyo") == []


@pytest.mark.soak
def test_a_whole_game_over_real_servers(session: Session) -> None:
    """Some three minutes: each of some hundred mails is written by a mail program that is started for it.

    The desk is killed after every eighth mail, and the IMAP server in the middle of the game.
    """
    session.open()
    sent = 0
    while not session.is_over():
        with serving(session.config, session.log) as desk:
            wait_for("the desk", lambda: listens(session.lmtp))
            sent += session.play(EACH_DESK)
            if not session.is_over():
                desk.kill()
                desk.wait()
            if sent == 3 * EACH_DESK:
                session.club.dovecot.kill()
                session.club.dovecot.start()
    assert sent > 20
    bugyo("serve", "--config", session.config, "--once")
    assert session.everything_went()
    for user in ("anna", "bela", "cara"):
        wait_for(f"{user} to be told", partial(_is_told_of_the_end, session.club, user))
    bugyo("audit", "spring", "--store", session.store)
    assert session.club.dovecot.mails("rei") == []


def _is_told_of_the_end(club: Club, user: str) -> bool:
    return "game is over" in body(parse(club.dovecot.mails(user)[-1].read_bytes()))
