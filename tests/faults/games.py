"""What is played on the stores that are broken: at the service, and at the desk with its mails."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from domain.game.entries.entries import Rewound
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from referee.record.envelope import BOTS, Act
from referee.record.outbox import OutboxTable
from referee.record.record import Record
from referee.seats.tokens import server_key, shown
from referee.service.own_address import ADDRESS
from tests.record.stores import clock, entropy
from tests.tokens import token

Play = Callable[[Path], None]

ACT = Act(BOTS)


def opened(record: Record, name: str, title: str = "shinobi", level: int = 1) -> Referee:
    """A game that nobody has joined yet, with the fewest people that it can have."""
    referee = Referee(record, seed=name)
    least, _ = TITLES[title].scenarios[0].seats
    kept = referee.open(Opening(name, title, tuple(f"P{n}" for n in range(least)), level=level), ACT)
    for seat in kept.game.seats:
        record.register(name, seat, f"{seat}@{name}.example")
    return referee


def order_of(game: GameState, random: Random) -> tuple[str, object]:
    """A seat that is awaited, and one of its legal orders."""
    seat = random.choice(game.awaited())
    if game.ledger.absent:
        return seat, Join(f"{seat} joins the game {game.id}")
    return seat, random.choice(game.examples(seat))


def mail_of(record: Record, name: str, random: Random, number: str) -> bytes:
    """A mail with a legal order of whoever is awaited in a game, and a line that is none."""
    kept = record.load(name)
    game = kept.game
    seat, order = order_of(game, random)
    line = f"join {seat} joins the game {name}" if isinstance(order, Join) else notation_of(game).write(order)  # type: ignore[arg-type]
    names, made = f"{name} {game.turn} {seat}", token(server_key(record), name, seat, game.turn)
    return (
        f"From: {seat}@{name}.example\nTo: {ADDRESS}\nSubject: Re: [{names}]\n"
        f"Message-ID: <{number}@{name}.example>\n\n-----BEGIN ORDERS {names}-----\n"
        f"TOKEN {shown(made)}\nHEAD {kept.game.position} {kept.head.hex()}\n{line}\nnonsense\n"
        f"-----END ORDERS {names}-----\n"
    ).encode()


def orders(title: str, number: int, path: Path) -> None:
    """So many orders of a title at the service, with what keeps each from being applied twice."""
    with closing(Record(path, clock=clock(), entropy=entropy(title))) as record:
        referee, random = opened(record, "g", title), Random(title)
        for n in range(number):
            game = record.load("g").game
            if game.is_over():
                break
            seat, order = order_of(game, random)
            referee.take("g", seat, order, ACT, (f"mail:{n}", f"order:{n}"))  # type: ignore[arg-type]


def mails(number: int, path: Path) -> None:
    """So many mails at the desk, each twice, and their answers carried away; then play goes back."""
    now = clock()
    with closing(Record(path, clock=now, entropy=entropy())) as record:
        referee, random = opened(record, "g"), Random("mails")
        desk = Desk(referee, None, clock=now, read=read_mail)
        desk.announce("g")
        before = 0
        for n in range(number):
            before = record.load("g").game.position
            raw = mail_of(record, "g", random, f"{n}")
            for _ in range(2):
                assert desk.handle(raw).exit == 0
            outbox = OutboxTable(record)
            for mail in outbox.due(now(), 1):
                outbox.sent(mail, outbox.raw(mail.id), now())
        referee.rewind("g", Rewound(before, "A test goes back."), ACT)


PLAYS: dict[str, Play] = {
    **{title: partial(orders, title, 12) for title in TITLES},
    "mails": partial(mails, 8),
}
"""What a campaign plays, by name; each is repeatable to the byte but for the desk's key."""
