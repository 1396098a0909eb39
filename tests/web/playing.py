"""A desk with pages at which a seat is played: a browser, and whoever sits before it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from referee.mail.desk.desk import Desk
from referee.seats.links import play_secret, seat_path
from referee.seats.tokens import holder, server_key
from referee.transport.sendings import Taken
from referee.transport.spool import Spool
from referee.web.application import application
from tests.referee.mail.test_desk_lines import Talking
from tests.referee.mail.test_desk_world import PEOPLE

PAGES = "http://testserver"
DESK = "referee@club.example"
BROWSER = "b" * 43

_keys = itertools.count(1)


class Playing(Talking):
    """The game “winter”, its desk, and its pages. No wait: an answer is there when it is asked for again."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.desk = Desk(self.referee, self.outbox, DESK, clock=lambda: self.now, pages=PAGES)
        self.spool = Spool(path / "pages")
        self.taken = Taken(self.spool, self.record, self.desk, 0.1, lambda line: None)
        made = application(self.record, clock=lambda: self.now, address=DESK, spool=self.spool, patience=0.0)
        self.web = TestClient(made)
        self.out()

    def whose(self, seat: str) -> tuple[Any, ...]:
        marks = holder(self.record, self.game, seat).marks
        return (server_key(self.record), self.game, seat, *marks)

    def link(self, seat: str) -> str:
        return seat_path(*self.whose(seat))

    def given(self, seat: str, *lines: str, **other: Any) -> dict[str, Any]:
        """What the page of a seat sends."""
        kept = self.record.load("winter")
        made = {
            "play": play_secret(*self.whose(seat)),
            "browser": BROWSER,
            "key": f"{next(_keys):043}",
            "head": f"{kept.game.position} {kept.head.hex()}",
            "lines": list(lines),
        }
        return {**made, **other}

    def post(self, path: str, given: Any, **headers: str) -> Any:
        return self.web.post(path, json=given, headers={"Origin": PAGES, **headers})

    def sends(self, seat: str, given: dict[str, Any]) -> dict[str, Any]:
        """What the page is told once the desk has worked."""
        first = self.post(f"{self.link(seat)}send", given)
        assert first.status_code in (200, 202), first.text
        self.works()
        again = self.post(f"{self.link(seat)}send", given)
        assert again.status_code == 200, again.text
        found: dict[str, Any] = again.json()
        return found

    def works(self) -> int:
        return self.taken.work(lambda: False)

    def known(self, seat: str) -> None:
        """A word has come for the browser of a seat."""
        told = self.sends(seat, self.given(seat, "press to all: a first word"))
        assert told["state"] == "confirm"
        self.answers_question(PEOPLE[seat])
        self.out()

    def played(self) -> int:
        """Events of the game."""
        return len(self.record.envelopes("winter"))

    def file_names(self) -> list[str]:
        """What waits for the desk."""
        return sorted(path.name for path in (self.path / "pages" / "new").iterdir())
