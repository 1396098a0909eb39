"""The mail desk: from the bytes of a mail to its durable answer, with one open game and with a thousand.

The games, their seats and their mails are the same; with a thousand open games each mail is for another game
than the one before. The desk waits for the disk as it always does. It is compared with reading the mail
alone: taking its bytes apart, which no desk can do without.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from benchmarks.measure import seconds
from benchmarks.report import Figure
from domain.game.entries.protocol_orders import Join
from domain.game.state.words import notation_of
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.mail.html.dress import dresser
from referee.mail.writing.letters_to_named import Dress
from referee.reading.guard import read_guarded
from referee.reading.reading import ReadMail, read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Record
from referee.record.store import Pool
from referee.seats.tokens import holder, server_key, shown, token_of
from referee.service.exits import OK
from referee.service.own_address import ADDRESS

OPEN = 1000
IN_TURN = 300
"""Games of the thousand that mails come in for, in turn: more than the desk remembers."""

ALONE = 60
"""Stores with one game each, whose mails come in between."""

PICTURED = 12
"""Stores with one game each, for mails with pictures."""

ROUNDS = 3
"""Mails for each game; the first is not counted."""

MOST = 1.2
SEATS = ("iga", "ise", "kii")


def mails(directory: Path) -> list[Figure]:
    """Figures of medians. The dots of a picture are made beside the desk, and not counted (`people`)."""
    one, many = directory / "one.db", directory / "many.db"
    with patch.object(Pool, "synchronous", "OFF"):
        open_games(one, 1)
        open_games(many, OPEN)
    with _on_one_core():
        alone, among, read = _worked(directory, one, many)
        plain, dressed = _dressed(directory, one)
    speed, others = f"{1 / alone:,.0f}/s", f"{1 / among:,.0f}/s"
    pictured, text = f"{1 / dressed:,.0f}/s", f"{1 / plain:,.0f}/s"
    return [
        Figure("a mail: the desk / reading it alone", speed, f"{1 / read:,.0f}/s", alone / read),
        Figure(f"a mail: {OPEN:,} open games / one", others, speed, among / alone, at_most=MOST),
        Figure("a mail: with HTML and picture / as text", pictured, text, dressed / plain),
    ]


def open_games(path: Place, games: int) -> None:
    """Games of Shinobi whose seats have joined; each person plays in some ten of them."""
    record = Record(path)
    referee = Referee(record, seed="mails")
    for number in range(games):
        game = f"g{number}"
        referee.open(Opening(game, "shinobi", ("Anna", "Bela", "Cara")), Act(COMMAND_LINE))
        for seat in SEATS:
            record.register(game, seat, f"{seat}{number % 100}@example.org")
        for seat in SEATS:
            referee.take(game, seat, Join(f"the words of {seat} in {game}"), Act(COMMAND_LINE))
    record.close()


class Table:
    """A desk on a store, and the mails of the seats that are awaited in its games."""

    def __init__(
        self,
        place: Place,
        read: Callable[..., ReadMail] = read_guarded,
        dress: Dress | None = None,
        sent: int = 0,
    ) -> None:
        """`sent` is the number of the mail before its first one."""
        self.record = Record(place)
        self._desk = Desk(Referee(self.record), None, read=read, dress=dress)
        self._sent = sent

    def is_open(self, name: str) -> bool:
        return bool(self.record.fold(name).game.awaited())

    def mail(self, name: str, chooser: Random | None = None) -> bytes:
        """A legal order of whoever is awaited, in a block as it should be: the first, or a chosen one."""
        kept = self.record.fold(name)
        game, seat = kept.game, kept.game.awaited()[0]
        offers = list(game.offers(seat) or game.examples(seat))
        order = chooser.choice(offers) if chooser else offers[0]
        bearer = holder(self.record, game, seat)
        names, made = f"{name} {game.turn} {seat}", token_of(server_key(self.record), name, bearer, game.turn)
        self._sent += 1
        address = self.record.addresses(name)[seat]
        head = (
            f"From: {address}\nTo: {ADDRESS}\nSubject: Re: [{name} {game.turn} {seat}]\n"
            f"Message-ID: <{self._sent}@example.org>\nDate: Mon, 16 Nov 2026 10:00:00 +0100\n\n"
        )
        block = (
            f"-----BEGIN ORDERS {names}-----\nTOKEN {shown(made)}\n"
            f"HEAD {kept.game.position} {kept.head.hex()}\n"
            f"{notation_of(game).write(order)}\n-----END ORDERS {names}-----\n"
        )
        return (head + block).encode()

    def handle(self, raw: bytes) -> None:
        handled = self._desk.handle(raw)
        assert handled.exit == OK, handled.why

    def look(self) -> None:
        """At the clocks, as a desk that serves does after each mail."""
        assert self._desk.sweep(whole=False) == []

    def close(self) -> None:
        self.record.close()


@contextmanager
def _on_one_core() -> Iterator[None]:
    """The desk and the process in which it reads mails."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, [min(before)])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _worked(directory: Path, one: Path, many: Path) -> tuple[float, float, float]:
    """Seconds a mail with one game, with all of them, and to read it alone."""
    alone: list[float] = []
    among: list[float] = []
    read: list[float] = []
    with ExitStack() as stack:
        table = stack.enter_context(closing(Table(many)))
        copies = (Path(shutil.copy(one, directory / f"one-{number}.db")) for number in range(ALONE))
        single = [stack.enter_context(closing(Table(path))) for path in copies]
        for turn, number in product(range(ROUNDS), range(IN_TURN)):
            raw = table.mail(f"g{number * (OPEN // IN_TURN)}")
            took = seconds(partial(table.handle, raw))
            among += [took] if turn else []
            if number % (IN_TURN // ALONE) == 0:
                other = single[number // (IN_TURN // ALONE)]
                raw = other.mail("g0")
                read.append(seconds(partial(read_mail, raw, own_address=ADDRESS)))
                took = seconds(partial(other.handle, raw))
                alone += [took] if turn else []
    return median(alone), median(among), median(read)


def _dressed(directory: Path, one: Path) -> tuple[float, float]:
    """Seconds a mail as text, and with its HTML and the drawing of its picture, in turn."""
    ways = {"plain": None, "dressed": dresser(ADDRESS, print)}
    took: dict[str, list[float]] = {way: [] for way in ways}
    for number, (way, dress) in product(range(PICTURED), ways.items()):
        path = Path(shutil.copy(one, directory / f"{way}-{number}.db"))
        with closing(Table(path, dress=dress)) as table:
            each = [seconds(partial(table.handle, table.mail("g0"))) for _ in range(ROUNDS)]
            took[way] += each[1:]
    return median(took["plain"]), median(took["dressed"])
