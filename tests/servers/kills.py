"""A desk that is killed again and again while people play: `python -m tests.servers.kills FOLDER KILLS SEED`.

One process forks the desks off, so that each costs a few milliseconds; it has no thread, and no store is open
in it while it forks. Between two desks it looks whether anything was lost, and it plays: for each game that
waits for no mail it writes the next one. What it prints at the end is read by the test.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from pathlib import Path
from random import Random

from domain.game.entries.entries import SEAT, Ordered
from domain.game.entries.protocol_orders import Join
from domain.game.state.words import notation_of
from referee.audit.audit import audit_game
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk import poison
from referee.mail.desk.desk import Desk
from referee.mail.office.serving import Serving
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record, system_clock
from referee.seats.tokens import server_key, shown
from referee.service.configuration import Configuration, Maildir
from referee.service.own_address import ADDRESS
from referee.transport.boxes import make_maildir
from referee.transport.outbox import Queue
from tests.maildirs import put
from tests.tokens import token

GAMES = 6
SEATS = ("iga", "ise", "kii")
FIRST_MAILS = 3
"""A desk is killed at the latest when it may have worked so many mails."""

AT_LAST = 120.0
"""Seconds that the last desk, which is not killed, may take."""


class Play:
    """The games, the mails that were sent in, and what has become of them."""

    def __init__(self, path: Path, seed: int) -> None:
        self._random = Random(seed)
        self._store, self._in, self._out = path / "s.db", path / "in", path / "out"
        self._settings = Configuration(
            str(self._store), ADDRESS, maildir=(Maildir(str(self._in)),), outgoing=Maildir(str(self._out))
        )
        self.sent: dict[str, str] = {}
        """The digest of each mail by its Message-ID."""
        self._waits: dict[str, str] = {}
        """The Message-ID of the newest mail for each game."""
        self._heads: dict[str, Message] = {}
        make_maildir(self._in)
        make_maildir(self._out)
        with self._opened() as record:
            referee = Referee(record, seed="kills")
            for number in range(GAMES):
                _open(referee, f"g{number}")

    @contextmanager
    def _opened(self) -> Iterator[Record]:
        record = Record(self._store)
        try:
            yield record
        finally:
            record.close()

    # ---- the desk

    def measured(self) -> float:
        """Seconds in which a desk on this machine begins and works its first mails."""
        self.play()
        begun, child = time.monotonic(), os.fork()
        if child == 0:
            self._desk(lambda: False)
        while not list((self._in / "cur").iterdir()):
            time.sleep(0.001)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return FIRST_MAILS * (time.monotonic() - begun)

    def serve(self, seconds: float) -> None:
        """A desk that is killed after so many seconds."""
        child = os.fork()
        if child == 0:
            self._desk(lambda: False)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)

    def finish(self) -> None:
        """A desk that is left alone until all is done."""
        child = os.fork()
        if child == 0:
            end = time.monotonic() + AT_LAST
            self._desk(lambda: self._is_done() or time.monotonic() > end)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0

    def _desk(self, stop: object) -> None:
        """Never returns: nothing of the parent may be cleaned up by the child."""
        code = 1
        poison.MOST = sys.maxsize  # of these deaths no mail is the cause
        try:
            record = Record(self._store)
            desk = Desk(Referee(record), None, read=read_mail)
            serving = Serving(
                self._settings, record, desk, sweep=desk.sweep, poll=0.005, report=lambda line: None
            )
            serving.run(stop)  # type: ignore[arg-type]
            code = 0
        finally:
            os._exit(code)

    def _is_done(self) -> bool:
        with self._opened() as record:
            waiting = Queue(record, system_clock).next_due()
        return waiting is None and not list((self._in / "new").iterdir())

    # ---- the players

    def play(self) -> None:
        """The next mail for each game whose last mail is done; now and then the last mail once more."""
        filed = {path.name.partition(":")[0] for path in (self._in / "cur").iterdir()}
        with self._opened() as record:
            for game in record.games():
                last = self._waits.get(game, "")
                if last and last not in filed:
                    continue
                if last and self._random.random() < 0.1:
                    self._again(last)
                raw = self._mail(record, game)
                if raw:
                    self._waits[game] = self._hand_in(raw)

    def _mail(self, record: Record, name: str) -> bytes:
        """One legal order of whoever is awaited, and one that is none; b"" where the game is over."""
        kept = record.load(name)
        game = kept.game
        if game.is_over():
            return b""
        seat = game.awaited()[0]
        order = self._random.choice(game.offers(seat) or ())
        names, made = f"{name} {game.turn} {seat}", token(server_key(record), name, seat, game.turn)
        head = (
            f"From: {seat}@{name}.example\nTo: {ADDRESS}\nSubject: Re: [{name} {game.turn} {seat}]\n"
            f"Message-ID: <{len(self.sent)}@{name}.example>\n\n"
        )
        block = (
            f"-----BEGIN ORDERS {names}-----\nTOKEN {shown(made)}\n"
            f"HEAD {kept.game.position} {kept.head.hex()}\n"
            f"{notation_of(game).write(order)}\nnonsense\n-----END ORDERS {names}-----\n"
        )
        return (head + block).encode()

    def _hand_in(self, raw: bytes) -> str:
        name = str(len(self.sent))
        put(self._in, name, raw)
        self.sent[name] = sha256(raw).hexdigest()
        return name

    def _again(self, name: str) -> None:
        """The same bytes come a second time, as networks do."""
        found = next((self._in / "cur").glob(f"{name}:*"))
        put(self._in, f"{name}-again", found.read_bytes())

    # ---- what must hold

    def check(self, *, is_last: bool = False) -> None:
        filed = {path.name.partition(":")[0].partition("-")[0] for path in (self._in / "cur").iterdir()}
        with self._opened() as record:
            played = self._played(record)
            answered = self._answered(record)
        assert max(played.values(), default=1) == 1, f"applied twice: {played.most_common(1)}"
        for name in self.sent if is_last else filed:
            assert played[self.sent[name]] == 1, f"mail {name} is filed, and its order was not played"
            assert answered[name], f"mail {name} is filed, and its answer neither sent nor queued"

    def _played(self, record: Record) -> Counter[str]:
        """How often the orders of each mail were applied, by its digest."""
        return Counter(
            envelope.act[1].partition(":")[0]
            for game in record.games()
            for envelope in record.envelopes(game)
            if isinstance(envelope.entry, Ordered) and envelope.entry.by == SEAT
        )

    def _answered(self, record: Record) -> Counter[str]:
        """How many answers each mail has, sent and waiting, by the number in its Message-ID."""
        rows = record.recorder.rows("SELECT raw FROM outbox WHERE state='waiting'")
        heads = [*(_head(raw) for (raw,) in rows), *self._went()]
        return Counter(str(head["In-Reply-To"])[1:].partition("@")[0] for head in heads)

    def _went(self) -> Iterable[Message]:
        """The heads of the mails that went out; each is read once."""
        for path in (self._out / "new").iterdir():
            if path.name not in self._heads:
                self._heads[path.name] = _head(path.read_bytes())
        return self._heads.values()

    def audit(self) -> int:
        """The number of events of all games, each of which holds."""
        with self._opened() as record:
            verdicts = [audit_game(record, game) for game in record.games()]
            assert [verdict.finding for verdict in verdicts] == [None] * GAMES
            assert record.recorder.rows("PRAGMA integrity_check") == [("ok",)]
        return sum(verdict.events for verdict in verdicts)

    def doubled(self) -> int:
        """Mails that went out more than once: all of them under one Message-ID."""
        ids = Counter(str(head["Message-ID"]) for head in self._went())
        return sum(count - 1 for count in ids.values())


def _head(raw: bytes) -> Message:
    return message_from_bytes(raw.partition(b"\n\n")[0])


def _open(referee: Referee, name: str) -> None:
    referee.open(Opening(name, "shinobi", ("Anna", "Bela", "Cara")), Act(COMMAND_LINE))
    for seat in SEATS:
        referee.record.register(name, seat, f"{seat}@{name}.example")
        referee.take(name, seat, Join(f"the words of {seat} in {name}"), Act(COMMAND_LINE))


def main(path: Path, kills: int, seed: int) -> None:
    begun, play, random = time.monotonic(), Play(path, seed), Random(seed)
    longest = play.measured()
    for _ in range(kills):
        play.play()
        play.serve(random.uniform(0, longest))
        play.check()
    play.finish()
    play.check(is_last=True)
    said = {"kills": kills, "mails": len(play.sent), "events": play.audit(), "doubled": play.doubled()}
    print(json.dumps({**said, "seconds": round(time.monotonic() - begun, 1)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
