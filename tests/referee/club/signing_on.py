"""A club without a game, whose people write to its desk."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

from msgspec.structs import replace

from referee.club.club_file import Club, Limits
from referee.club.lists import Lists
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.proof import signing
from referee.record.location import Place
from referee.record.record import Record
from referee.service.exits import Handled
from referee.transport.boxes import Outbox
from tests.record.stores import hurry
from tests.referee.mail.test_desk_world import DESK, NOW, mail, parse

ANNA, BELA, CARA = "anna@example.org", "bela@example.org", "cara@example.net"
DORA, EVE = "dora@example.com", "eve@evil.example"
ANYBODY = Club(create="anybody")
CREATE = "create shinobi for 3 people, 72 h, press white, called summer"
DAY = 86_400_000


class Clubhouse:
    """A store, a desk and the mails that it has sent. With a `seed` lots and dice are the same each time."""

    def __init__(
        self, path: Path, club: Club = ANYBODY, place: Place | None = None, *, seed: str = ""
    ) -> None:
        self.now = NOW
        self.record = Record(place or path / "store.db", clock=lambda: self.now)
        hurry(self.record)
        self.referee = Referee(self.record, seed=seed)
        self.outbox = Outbox(path / "out")
        self.path = path
        self.sent = 0
        self.tag = ""
        self.last: dict[str, list[EmailMessage]] = {}
        self.serve(club)

    def serve(self, club: Club, **more: object) -> None:
        self.lists = Lists(self.referee, club)
        clock = {"clock": lambda: self.now, "address": DESK, "lists": self.lists}
        self.desk = Desk(self.referee, self.outbox, **clock, **more)  # type: ignore[arg-type]

    def write(self, sender: str, text: str, **fields: str) -> Handled:
        """One more mail; what came of it."""
        self.sent += 1
        fields = {"Subject": "Hello", **fields}
        return self.desk.handle(mail(f"{text}\n", sender, f"<{self.sent}@x.org>", **fields))

    def out(self) -> dict[str, list[EmailMessage]]:
        """The mails that have gone out since, by their addresses."""
        found: dict[str, list[EmailMessage]] = {}
        files = list((self.path / "out" / "new").iterdir())
        for file in sorted(files, key=lambda file: int(re.findall(r"Q(\d+)", file.name)[0])):
            one = parse(file.read_bytes())
            found.setdefault(str(one["To"]), []).append(one)
            file.unlink()
        return found

    def says(self, sender: str, text: str, word: str = "yes", **fields: str) -> str:
        """A mail, and the word that the desk asks for; what is answered at last."""
        self.write(sender, text, **fields)
        (asked,) = self.out()[address_of(sender)]
        return self.answers(asked, word)

    def answers(self, asked: EmailMessage, word: str = "yes", sender: str = "", **fields: str) -> str:
        sender = sender or str(asked["To"])
        self.write(sender, word, Subject=f"Re: {asked['Subject']}", **fields)
        self.last = self.out()
        mails = self.last.get(address_of(sender), [])
        return " ".join(said(one) for one in mails if "[" not in str(one["Subject"]))

    def later(self, days: float) -> None:
        self.now += int(days * DAY)


def drawn(path: Path, seed: bytes) -> Clubhouse:
    """A club whose one list is full: two of its people have drawn their seats, and the third had his wish.
    `seed` is that of its key."""
    made = Clubhouse(path)
    signing.keep_seed(made.record, seed)
    for sender, line in ((ANNA, CREATE), (BELA, "join summer as kii"), (CARA, "join summer")):
        made.says(sender, line)
    return made


def address_of(sender: str) -> str:
    found = re.search(r"<([^>]*)>", sender)
    return (found[1] if found else sender).lower()


def text(one: EmailMessage) -> str:
    part = one.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def said(one: EmailMessage) -> str:
    return " ".join(text(one).split())


def wide(**more: int) -> Club:
    """A club that lets anybody do much."""
    limits = {"of_one": 50, "in_all": 200, "a_day": 50, "stood_on": 50, "named": 20}
    return replace(ANYBODY, limits=Limits(**{**limits, **more}))
