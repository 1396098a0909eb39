"""A desk as people run it, for whoever plays by its pages and by its mails: `bugyo serve` as a process, with
a folder for the mails that come in, one for those that go out, and pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cli.desk.one_mail import desk_of
from domain.game.entries.entries import SEAT, Ordered
from domain.game.entries.policy import TODAY
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.sealed import Sealed
from projections.replay import Replay
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.identity.question_answered import closed
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.service.configuration import read_configuration
from referee.transport.boxes import make_maildir
from tests.referee.mail.test_desk_world import parse
from tests.servers.machines import DOMAIN, HOST, free_port, listens, wait_for
from tests.servers.people import DESK, Way, asks, on_top, reply_to, text_of
from tests.servers.test_session import serving

GAME = "perry"
PATIENCE = 120.0
"""Seconds for which the desk may be silent."""

_HEAD = re.compile(r"^HEAD (\d+) ", re.MULTILINE)
_LINK = re.compile(r'href="(http[^"]*#play=[a-z2-7]+)"')


class Mailbox:
    """What one person is mailed."""

    def __init__(self, user: str) -> None:
        self.user, self.got, self.wrote = user, list[EmailMessage](), 0
        self.open: EmailMessage | None = None
        """The newest mail that asks, unless he has answered it."""
        self.wants: list[EmailMessage] = []
        """Mails that want one word, and have none yet."""

    def takes(self, mail: EmailMessage) -> None:
        self.got.append(mail)
        if mail["X-Bugyo-Mail"] == "confirm":
            self.wants.append(mail)
        elif asks(mail):
            self.open = mail

    def link(self) -> str:
        """The button of his newest mail that plays."""
        for mail in reversed(self.got):
            part = mail.get_body(("html",))
            found = _LINK.findall(str(part.get_content())) if part else []
            if found:
                return str(found[0])
        raise LookupError(f"{self.user} has no mail with a button that plays.")

    def is_told_of_the_end(self) -> bool:
        return any(mail["X-Bugyo-Mail"] == "end" for mail in self.got)


class House:
    """`people` are the users by their seats. The sheets of the throws come from a seed."""

    def __init__(self, path: Path, title: str, people: dict[str, str], *, seed: str) -> None:
        self.path, self.people = path, people
        self.store, self.config, self.log = path / "games.db", path / "desk.toml", path / "desk.log"
        self.port, self._numbers = free_port(), count()
        self.pages = f"http://{HOST}:{self.port}"
        for box in ("in", "out"):
            make_maildir(path / box)
        self.config.write_text(
            f'store = "{self.store}"\naddress = "{DESK}"\n'
            f'[[maildir]]\npath = "{path / "in"}"\n[outgoing]\npath = "{path / "out"}"\n'
            f'[web]\nlisten = "{HOST}:{self.port}"\nbase = "{self.pages}"\n'
        )
        self.boxes = {seat: Mailbox(user) for seat, user in people.items()}
        self.record = Record(self.store)
        self._open(title, seed)

    def _open(self, title: str, seed: str) -> None:
        """As `bugyo open` does, but for the seed."""
        names = tuple(user.title() for user in self.people.values())
        made = Opening(GAME, title, names, seats=tuple(self.people), policy=replace(TODAY, sheets=True))
        Referee(self.record, seed=seed).open(made, Act(COMMAND_LINE))
        for seat, user in self.people.items():
            self.record.register(GAME, seat, f"{user}@{DOMAIN}")
        desk_of(self.record, read_configuration(self.config)).announce(GAME)

    def close(self) -> None:
        self.record.close()

    @contextmanager
    def open_doors(self) -> Iterator[None]:
        with serving(self.config, self.log, "--poll", "0.1"):
            wait_for("the pages", lambda: listens(self.port))
            yield

    # ---- the mails

    def works(self) -> None:
        """Brings what has come to its readers; who is asked for one word says it."""
        folder = self.path / "out" / "new"
        for name in sorted(os.listdir(folder), key=lambda name: (folder / name).stat().st_mtime_ns):
            mail = parse((folder / name).read_bytes())
            (folder / name).rename(self.path / "out" / "cur" / name)
            self._box_of(mail).takes(mail)
        for box in self.boxes.values():
            while box.wants:
                self.mails(box, box.wants.pop(0), ["Yes, please."])

    def _box_of(self, mail: EmailMessage) -> Mailbox:
        return next(box for box in self.boxes.values() if f"{box.user}@" in str(mail["To"]))

    def mails(self, box: Mailbox, mail: EmailMessage, lines: Sequence[str], way: Way = on_top) -> None:
        """An answer to a mail."""
        answer = reply_to(mail, box.user, box.user.title())
        way(mail, answer, lines)
        box.wrote += 1
        name = f"{next(self._numbers)}.mail"
        (self.path / "in" / "tmp" / name).write_bytes(answer.as_bytes())
        (self.path / "in" / "tmp" / name).rename(self.path / "in" / "new" / name)

    def answered(self, seat: str, lines: Sequence[str], way: Way = on_top) -> None:
        """Somebody answers the newest mail that asks him, and waits until it is worked."""
        box, stood = self.boxes[seat], self.position()
        wait_for(f"a mail that asks {seat}", lambda: self._works_and(lambda: self._asks_now(seat)), PATIENCE)
        mail, box.open = box.open, None
        assert mail is not None
        self.mails(box, mail, lines, way)
        wait_for(
            f"an answer to {lines} of {seat}\n{text_of(mail)}",
            lambda: self._works_and(lambda: self.position() > stood),
            PATIENCE,
        )

    def _asks_now(self, seat: str) -> bool:
        """Whether his newest mail asks what is asked now; one that is closed is looked at once."""
        box = self.boxes[seat]
        if box.open is None:
            return False
        game = self.game()
        assert game.opened is not None
        data = self.record.data(game.opened.title, game.opened.data)
        replay = Replay(GAME, game.rules, data, self.record.envelopes(GAME))
        head = _HEAD.search(text_of(box.open))
        if game.ledger.absent or (head and not closed(replay, seat, int(head[1]))):
            return True
        box.open = None
        return False

    def _works_and(self, is_so: Callable[[], bool]) -> bool:
        self.works()
        return is_so()

    # ---- the record

    def game(self) -> GameState:
        return self.record.load(GAME).game

    def position(self) -> int:
        return self.record.load(GAME).game.position

    def given(self, seat: str) -> list[str]:
        """The orders that came from a seat, as the record has them."""
        entries = [envelope.entry for envelope in self.record.envelopes(GAME)]
        ordered = [entry for entry in entries if isinstance(entry, Ordered) and entry.by == SEAT]
        return [self._line(one) for one in ordered if one.seat == seat]

    def _line(self, entry: Ordered[Any]) -> str:
        order = entry.order.value if isinstance(entry.order, Sealed) else entry.order
        return notation_of(self.game()).write(order)
