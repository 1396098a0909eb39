"""The mails that go out in games and golden sessions, counted as a person sees them: words, bytes, links.

Games are played over a desk by legal orders chosen at random, with a clock, every mail with one good order in
its block. A word is a run of signs with a letter or a digit in it. What stands below the signature mark, the
board and the lines of the block are counted apart or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from random import Random

from msgspec import Struct

from domain.game.entries.policy import Policy
from domain.game.state.words import notation_of
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.press import press
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.mail.html.dress import dresser
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.mail_parts import SIGNATURE, Parts
from referee.seats.seat_view import Scene
from referee.seats.tokens import holder, shown, token_of
from referee.transport.letters import Letter
from tests.record.stores import hurry
from tests.referee.mail.golden import session as golden
from tests.referee.mail.test_desk_world import KEY, NOW, mail

PEOPLE = ("Anna", "Boris", "Chloe", "Dan", "Eva", "Finn")

PRESS_EACH = 10
"""Orders between two lines of press."""

_LINK = re.compile(r'href="(mailto:[^"]*)"')
_PRESSED = "|"
"""Before each line that another person has written."""


class Sent(Struct, frozen=True):
    """`after_order` is whether the mail was caused by one good order."""

    title: str
    kind: str
    asks: bool
    after_order: bool
    is_of_people: bool  # it tells of a ruling, a pause, a leave to act
    before: int  # words above the block; 0 where there is none
    words: int  # less board, block, and what people have written
    below: int  # words below the signature mark, less what programs read
    html: int  # bytes
    link: int  # signs of the longest
    picture: bytes  # as it is drawn


class Notes:
    """What is counted of each letter of a desk. With the address of the desk they are dressed as well:
    `troubles` are those of the HTML."""

    def __init__(self, title: str, address: str = "") -> None:
        self.sent: list[Sent] = []
        self.troubles: list[str] = []
        self.is_order = False
        self._title = title
        self._dress = dresser(address, lambda line: self.troubles.append(str(line))) if address else None

    def __call__(self, letter: Letter, scene: Scene | None, parts: Parts, told: int) -> Letter:
        dressed = self._dress(letter, scene, parts, told) if self._dress else letter
        above, _mark, below = letter.body.partition(f"\n{SIGNATURE}\n")
        links = [len(unescape(link)) for link in _LINK.findall(dressed.html)]
        self.sent.append(
            Sent(
                title=self._title,
                kind=letter.about["Mail"],
                asks=bool(parts.block),
                after_order=self.is_order,
                is_of_people=bool(parts.notes or parts.results),
                before=words(above.partition("-----BEGIN ORDERS")[0].splitlines()) if parts.block else 0,
                words=words(_own(above, parts)),
                below=words(line for line in below.splitlines() if not line.startswith("::")),
                html=len(dressed.html.encode()),
                link=max(links, default=0),
                picture=dressed.picture,
            )
        )
        return dressed


def words(lines: Iterator[str] | Sequence[str]) -> int:
    """Runs of signs with a letter or a digit in them: no dashes, no rules."""
    return sum(any(sign.isalnum() for sign in run) for line in lines for run in line.split())


def _own(above: str, parts: Parts) -> list[str]:
    """The lines of a mail that are its own: without the board, the block, and what people have written."""
    for part in (parts.board, parts.block):
        above = above.replace("\n".join(part), "", 1) if part else above
    return [line for line in above.splitlines() if not line.lstrip().startswith(_PRESSED)]


class Game:
    """A game of a title: with the standing orders that it recommends, or with none."""

    def __init__(self, path: Path, title: str, notes: Notes, *, sheets: bool = False) -> None:
        self.record = Record(path / "store.db", clock=lambda: NOW, entropy=bytes)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.notes = notes
        self.referee = Referee(self.record, seed=title)
        self.desk = Desk(self.referee, None, clock=lambda: NOW, read=read_mail, dress=self.notes)
        rules = TITLES[title]
        self.seats = rules.seats[: rules.scenarios[0].seats[0]]
        policy = Policy(hours=72, press="white", sheets=sheets)
        opening = Opening("summer", title, PEOPLE[: len(self.seats)], level=1, policy=policy)
        self.referee.open(opening, Act(COMMAND_LINE))
        for seat in self.seats:
            self.record.register("summer", seat, f"{seat}@example.org")
        self._chooser, self._mails = Random(title), 0

    def play(self, orders: int) -> Game:
        """So many mails with an order, unless the game ends before."""
        self.desk.announce("summer")
        for seat in self.seats:
            self._send(seat, f"join the words of {seat}, as long as need be")
        self.notes.is_order = True
        for nth in range(orders):
            game = self.record.load("summer").game
            if game.is_over() or not game.awaited():
                break
            seat = self._chooser.choice(game.awaited())
            offers = game.offers(seat) or game.examples(seat)
            self._send(seat, notation_of(game).write(self._chooser.choice(list(offers))))
            if nth % PRESS_EACH == PRESS_EACH // 2:
                self._talk()
        return self

    def _send(self, seat: str, line: str) -> None:
        kept = self.record.load("summer")
        names = f"summer {kept.game.turn} {seat}"
        made = token_of(KEY, "summer", holder(self.record, kept.game, seat), kept.game.turn)
        self._mails += 1
        fences = (f"-----BEGIN ORDERS {names}-----", f"-----END ORDERS {names}-----")
        head = f"HEAD {kept.game.position} {kept.head.hex()}"
        text = "\n".join((fences[0], f"TOKEN {shown(made)}", head, line, fences[1], ""))
        handled = self.desk.handle(mail(text, f"{seat}@example.org", id=f"<{self._mails}@x>"))
        if handled.exit:
            raise RuntimeError(handled.why)

    def _talk(self) -> None:
        act = Act(COMMAND_LINE, person=PEOPLE[0], seat=self.seats[0])
        press(self.referee, "summer", self.seats[0], (), "Shall we talk about the north?", act)
        self.desk.tell("summer")


def session(folder: Path, path: Path) -> Notes:
    """The mails of a golden session, in the languages that its people read."""
    script = golden.script(folder)
    notes = Notes(script.title, golden.DESK)
    played = golden.Session(path, script, notes)
    try:
        played.run()
    finally:
        played.record.close()
    return notes
