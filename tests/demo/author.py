"""Writes the mails of the demonstration: `python -m tests.demo.author`.

Plays the game on a stage like the demonstration's. Each player answers the turn mail that he was really
sent, from his own mail program; at some turns something goes wrong first. What is written depends on nothing
but this file, `programs.py`, `fixtures/demo/game.toml` and the rules, so a test can hold the mails current.
"""

from __future__ import annotations

import email
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from pathlib import Path

from msgspec import Struct

from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from referee.demo import MAILS, Setting, Stage, setting
from tests.demo import programs
from tests.demo.programs import Program, Reply
from tests.playing import Game

PROGRAMS: Sequence[Program] = (programs.gmail, programs.mail_ru, programs.thunderbird, programs.outlook)
GREETINGS = (
    "Good luck everybody!",
    "Всем привет, вот мой ход.",
    "Voilà mes ordres, à bientôt.",
    "Here you go. See you on Friday.",
)
PHRASES = (
    "a heron stands in the rain",
    "семь раз отмерь, один раз отрежь",
    "le vent se lève, il faut tenter de vivre",
    "four and twenty blackbirds",
)
RUSSIAN = {
    "oda": "ода",
    "mori": "мори",
    "takeda": "такэда",
    "uesugi": "уэсуги",
    "go-hojo": "го-ходзё",
    "ninja": "ниндзя",
}

BLOCK = re.compile(r"(-----BEGIN ORDERS [^\n]*-----)\n(.*?)(-----END ORDERS[^\n]*-----)", re.DOTALL)


class Turn(Struct):
    """The mail that says it is somebody's turn, and who that is. `player` counts the seats from 0."""

    player: int
    seat: str
    number: int
    text: str
    subject: str
    id: str
    orders: tuple[str, ...]


class Author:
    """One run: plays, and keeps every mail that was handed in."""

    def __init__(self, directory: Path, play: Setting) -> None:
        self.play = play
        self.stage = Stage(directory, play)
        self.written: list[bytes] = []
        self._chooser = random.Random(f"{play.seed}, players")
        self._previous: dict[str, Turn] = {}

    def write(self, most: int) -> list[bytes]:
        self.stage.open()
        while len(self.written) < most and not self._game().is_over():
            turn = self._turn()
            if turn.number in IN_TWO_MAILS:
                self._hand_in(self.reply(turn, turn.orders[:1]))
                turn = self._turn()
            self._with_mishaps(turn)
            self._previous[turn.seat] = turn
        return self.written

    def _with_mishaps(self, turn: Turn) -> None:
        for raw in MISHAPS.get(turn.number, _nothing)(self, turn):
            self._hand_in(raw)
        self._hand_in(self.reply(turn, turn.orders))
        for raw in AFTERWARDS.get(turn.number, _nothing)(self, turn):
            self._hand_in(raw)

    # ---- what a player writes

    def reply(
        self, turn: Turn, orders: Sequence[str], *, player: int | None = None, block: str = "", tag: str = ""
    ) -> bytes:
        """The answer to a turn mail. `block` is another's, `tag` makes the id of the mail another."""
        who = turn.player if player is None else player
        person = self.play.players[who]
        fences = BLOCK.search(block or turn.text)
        assert fences is not None, turn.text
        lines = (fences[1], *fences[2].splitlines(), *orders, fences[3])
        at = datetime.fromtimestamp(self.stage.clock() // 1000 - 300, UTC)
        name = person.address.partition("@")[0]
        number = len(self.written) + 1
        reply = Reply(
            name=person.person,
            address=person.address,
            to=self.play.address,
            subject=f"Re: {turn.subject}",
            at=at,
            id=f"<{number:04}{tag}.{name}@{person.address.partition('@')[2]}>",
            answers=turn.id,
            greeting=GREETINGS[who],
            block=lines,
            orders=tuple(orders),
            original=tuple(turn.text.splitlines()),
        )
        return PROGRAMS[who](reply)

    def before(self, turn: Turn) -> Turn:
        """The turn mail that the same player got the time before."""
        return self._previous[turn.seat]

    # ---- how

    def _hand_in(self, raw: bytes) -> None:
        self.written.append(raw)
        self.stage.handle(raw)

    def _game(self) -> GameState:
        return self.stage.record.load(self.play.game).game

    def _turn(self) -> Turn:
        game = self._game()
        seat = game.awaited()[0]
        player = game.seats.index(seat)
        mail = self._newest(self.play.players[player].address)
        text = _text(mail)
        return Turn(
            player,
            seat,
            int(game.turn.removeprefix("T")),
            text,
            str(mail["Subject"]),
            str(mail["Message-ID"]),
            tuple(self._orders(seat, player)),
        )

    def _newest(self, address: str) -> EmailMessage:
        """The newest mail to an address that has a block in it."""
        paths = sorted((self.stage.outbox.path / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        for path in reversed(paths):
            mail = email.message_from_bytes(path.read_bytes(), policy=policy.default)
            if mail["To"] == address and BLOCK.search(_text(mail)):
                return mail
        raise LookupError(address)

    def _orders(self, seat: str, player: int) -> Iterator[str]:
        """What the player does in his turn, tried out on a copy that is thrown away."""
        game = Game.at(self._game())
        if game.expected() == (Join,):
            yield f"join {PHRASES[player]}"
            return
        turn = game.turn
        while not game.is_over() and game.turn == turn and seat in game.awaited():
            order = self._chooser.choice(game.rules.offers(game.state, seat) or ())
            line = notation_of(game.now).write(order)
            yield _in_russian(line) if player == 1 else line
            game.post(seat, order, self.stage.referee.cells.chance(game.now))


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return str(body.get_content()) if body else ""


def _in_russian(line: str) -> str:
    return " ".join(RUSSIAN.get(word, word) for word in line.split())


# ---- what goes wrong


Mishap = Callable[[Author, Turn], Iterator[bytes]]


def _nothing(author: Author, turn: Turn) -> Iterator[bytes]:
    yield from ()


def illegal(author: Author, turn: Turn) -> Iterator[bytes]:
    """The first card goes into one's own province, and the rest of the sheet is not reached."""
    card = turn.orders[0].split()[1]
    yield author.reply(turn, (f"place {card} in {turn.seat}", *turn.orders[1:]))


def unreadable(author: Author, turn: Turn) -> Iterator[bytes]:
    yield author.reply(turn, ("plaice odda in isse", *turn.orders[1:], "see you on friday"))


def stranger(author: Author, turn: Turn) -> Iterator[bytes]:
    raw = author.reply(turn, turn.orders)
    own = author.play.players[turn.player].address.encode()
    yield raw.replace(b"<" + own + b">", b"<mallory@elsewhere.example>", 1)


def late(author: Author, turn: Turn) -> Iterator[bytes]:
    """The block of the turn before, with other orders."""
    yield author.reply(author.before(turn), turn.orders, tag=".late")


def others_token(author: Author, turn: Turn) -> Iterator[bytes]:
    """A player answers with the block of the one whose turn it is."""
    yield author.reply(turn, turn.orders, player=(turn.player + 1) % len(author.play.players))


def html_only(author: Author, turn: Turn) -> Iterator[bytes]:
    raw = author.reply(turn, turn.orders)
    yield raw.replace(b"Content-Type: text/plain", b"Content-Type: text/html", 1)


def robot(author: Author, turn: Turn) -> Iterator[bytes]:
    raw = author.reply(turn, ("I am on holiday until Monday.",))
    yield raw.replace(b"MIME-Version: 1.0", b"Auto-Submitted: auto-replied\r\nMIME-Version: 1.0", 1)


def empty(author: Author, turn: Turn) -> Iterator[bytes]:
    raw = author.reply(turn, ())
    yield raw.partition(b"\r\n\r\n")[0].partition(b"\r\nContent-Type")[0] + b"\r\n\r\n"


def twice(author: Author, turn: Turn) -> Iterator[bytes]:
    """The same bytes again."""
    yield author.written[-1]


def twice_under_another_id(author: Author, turn: Turn) -> Iterator[bytes]:
    yield re.sub(rb"Message-ID: <(\d+)", rb"Message-ID: <\1.again", author.written[-1], count=1)


MISHAPS: dict[int, Mishap] = {
    3: illegal,
    6: unreadable,
    9: stranger,
    12: late,
    15: others_token,
    18: html_only,
    20: robot,
    21: empty,
}
"""By the number of the turn: what comes before the right orders."""

IN_TWO_MAILS = frozenset((4, 8, 14, 17, 23, 27, 30, 34, 37, 40))
"""Turns of which the first action comes in a mail of its own."""

AFTERWARDS: dict[int, Mishap] = {5: twice, 10: twice_under_another_id}
"""And what comes after them."""


def author_mails(most: int = 999) -> list[bytes]:
    """Every mail of the demonstration, in order, or those of the turns up to so many mails."""
    with tempfile.TemporaryDirectory() as directory:
        author = Author(Path(directory), setting())
        try:
            return author.write(most)
        finally:
            author.stage.record.close()


def main() -> None:
    for path in MAILS.glob("*.eml"):
        path.unlink()
    for number, raw in enumerate(author_mails(), 1):
        (MAILS / f"{number:03}.eml").write_bytes(raw)


if __name__ == "__main__":
    main()
