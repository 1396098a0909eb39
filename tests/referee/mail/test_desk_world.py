"""The world that the desk's tests play in, and the mails that open a game in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path

import pytest

from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.chance import Answer, Bound, Question, Source
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.record.chain import commitment
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.tokens import shown
from referee.transport.boxes import Outbox
from tests.record.stores import hurry
from tests.tokens import token

NOW = 1_795_000_000_000
KEY = bytes(range(32))
PEOPLE = {"iga": "anna@example.org", "ise": "bela@example.org", "kii": "cara@example.org"}
DESK = "referee@bugyo.invalid"


class Highest:
    """Chance that always answers the highest face."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(question.limits())


class World:
    """A store with one game, its people, and a desk with an outgoing Maildir."""

    def __init__(
        self,
        path: Path,
        chance: Source | None = None,
        commit: Callable[[str, int, str, bytes, bytes], str] = commitment,
    ) -> None:
        self.path = path
        self.now = NOW
        self.record = Record(path / "store.db", clock=lambda: self.now, entropy=bytes, commit=commit)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.referee = Referee(self.record, chance or Highest())
        self.outbox = Outbox(path / "out")
        self.desk = Desk(self.referee, self.outbox, clock=lambda: self.now)
        self.open("winter", PEOPLE)

    def open(self, name: str, people: dict[str, str]) -> None:
        names = tuple(address.partition("@")[0].title() for address in people.values())
        self.referee.open(Opening(name, "shinobi", names, level=0), Act(COMMAND_LINE))
        for seat, address in people.items():
            self.record.register(name, seat, address)

    @property
    def game(self) -> GameState:
        return self.record.load("winter").game

    @property
    def seat(self) -> str:
        """The seat that is awaited."""
        return self.game.awaited()[0]

    def legal(self, seat: str = "") -> list[str]:
        game = self.game
        return [
            notation_of(game).write(order) for order in game.rules.offers(game.state, seat or self.seat) or ()
        ]

    def block(
        self,
        seat: str,
        *lines: str,
        turn: str = "",
        of: str = "",
        game: str = "winter",
        head: str = "",
        made: str = "",
    ) -> str:
        """A filled block; `of` is the seat whose token stands in it, or it is the one that was `made`."""
        kept = self.record.load("winter")
        turn = turn or kept.game.label
        names = f"{game} {turn} {seat}"
        return "\n".join(
            [
                f"-----BEGIN ORDERS {names}-----",
                f"TOKEN {shown(made or token(KEY, 'winter', of or seat, turn))}",
                f"HEAD {kept.game.position} {head or kept.head.hex()}",
                *lines,
                f"-----END ORDERS {names}-----",
                "",
            ]
        )

    def orders(self, *lines: str, id: str = "<1@example.org>") -> bytes:
        """A mail of the awaited seat, in a block as it should be."""
        return mail(self.block(self.seat, *lines), sender=PEOPLE[self.seat], id=id)

    def out(self) -> list[EmailMessage]:
        """The mails that have gone out since, in their order."""
        found: list[tuple[int, Path]] = []
        for path in (self.path / "out" / "new").iterdir():
            number = re.search(r"Q(\d+)", path.name)
            assert number is not None
            found.append((int(number[1]), path))
        mails = []
        for _, path in sorted(found):
            mails.append(parse(path.read_bytes()))
            path.unlink()
        return mails

    def only(self) -> EmailMessage:
        (mail,) = self.out()
        return mail


HOP = "from mail.example.org by mx.example.net with ESMTPS; Mon, 16 Nov 2026 10:00:00 +0100"
"""What the receiving server writes below its results."""


def mail(body: str, sender: str = PEOPLE["iga"], id: str = "<1@example.org>", **fields: str) -> bytes:
    head = {"From": sender, "To": DESK, "Subject": "orders", "Date": "Mon, 16 Nov 2026 10:00:00 +0100"}
    if id:
        head["Message-ID"] = id
    head |= {name.replace("_", "-"): value for name, value in fields.items()}
    if "Authentication-Results" in head:
        head.setdefault("Received", HOP)
    return ("".join(f"{name}: {value}\n" for name, value in head.items()) + "\n" + body).encode()


class _Headers(HeaderRegistry):
    """Reads the same header once: the library reads that of the content anew each time it is asked for."""

    @lru_cache(1024)  # noqa: B019  there is one, and it stays
    def __call__(self, name: str, value: str) -> BaseHeader:
        return super().__call__(name, value)


READ_ONCE = policy.default.clone(header_factory=_Headers())


def parse(raw: bytes) -> EmailMessage:
    parsed = message_from_bytes(raw, policy=READ_ONCE)
    assert isinstance(parsed, EmailMessage)
    return parsed


def body(mail: EmailMessage) -> str:
    text = mail.get_body(("plain",))
    assert text is not None
    return str(text.get_content())


def about(mail: EmailMessage) -> dict[str, str]:
    """What programs read of a mail of ours: its fields, which its last two lines say as well."""
    lines = body(mail).splitlines()[-2:]
    assert all(line.startswith(":: ") for line in lines)
    said = dict(part.split(": ", 1) for line in lines for part in line[3:].split("  "))
    assert said == {name: str(mail[f"X-Bugyo-{name}"]) for name in said}
    return said


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.record.close()


def test_the_opening_mails_say_what_is_played_and_keep_each_secret(world: World) -> None:
    assert world.desk.announce("winter") == ("iga", "ise", "kii")
    texts = {str(mail["To"]): body(mail) for mail in world.out()}
    assert list(texts) == list(PEOPLE.values())
    for seat, address in PEOPLE.items():
        said = texts[address]
        assert "Shinobi: War of the Clans, standard, for 3 players" in " ".join(said.split())
        assert f"You are {seat} (“{address.partition('@')[0].title()}”)." in said
        assert f"{seat} gets the clan card of" in said
        assert said.count("gets the clan card of") == 1
        assert ("-----BEGIN ORDERS winter T1 " in said) == (seat == world.seat)


def test_after_the_opening_there_is_no_news_until_something_happens(world: World) -> None:
    world.desk.announce("winter")
    world.out()
    assert world.desk.tell("winter") == ()
    assert world.out() == []
