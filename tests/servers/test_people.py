"""Games over real servers by people who never use the block as it is printed.

One answers on top from a telephone, one only taps links, one fills the quotation, one writes HTML from a
webmail, and one of them writes his orders in French. No order is lost and none is wrong; each mail that asks
for something that could have been known is counted.
"""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.entries.entries import SEAT, Ordered
from domain.game.state.game_state import GameState
from domain.kit.sealed import Sealed
from referee.games.referee import notation_of
from referee.record.record import Record
from tests.referee.mail.test_desk_world import parse
from tests.servers.machines import DOMAIN, PASSWORD, Club, folder, needed, wait_for
from tests.servers.people import Way, asks, by_tap, in_html, in_quote, on_top, reply_to, text_of
from tests.servers.test_session import bugyo, serving

ORDERS = 60
"""How many are given in all."""

CLOSED = ("is closed by now", "est close", "That was for", "C'était pour")
"""What is said to a mail that answers what is asked no more."""

VERBS = {
    "done": "terminé",
    "move": "déplacer",
    "fight": "attaquer",
    "retreat": "retraite",
    "command": "commander",
    "play": "jouer",
    "rally": "rallier",
    "advance": "avancer",
    "suffer": "subir",
    "pursue": "poursuivre",
}
FURTHER = {
    "attack": "attaque",
    "defence": "défense",
    "regroup": "regroupement",
    "move": "mouvement",
    "on": "contre",
    "leader": "individu",
    "row": "ligne",
    "column": "colonne",
}


def in_french(order: str) -> str:
    """An order of Kawanakajima as a French player types it."""
    verb, *words = order.split(" ")
    return " ".join((VERBS.get(verb, verb), *(FURTHER.get(word, word) for word in words)))


class Sitter:
    """Somebody at a seat of a game, who writes in a way of his own."""

    def __init__(self, game: str, seat: str, user: str, way: Way, french: bool = False) -> None:
        self.game, self.seat, self.user, self.way, self.french = game, seat, user, way, french
        self.meant: list[str] = []
        """The orders that he wanted to give, in the one notation in which they are recorded."""
        self.late = list[str]()
        """Those that crossed a mail of ours: what they answered was closed when they came."""
        self.asked = list[str]()
        """What he was asked for beside an order."""
        self._read = 0

    def newest(self, club: Club) -> EmailMessage | None:
        """The newest mail of his game that has a block, if it came since he looked last."""
        paths = club.dovecot.mails(self.user)
        fresh, self._read = paths[self._read :], len(paths)
        found = None
        for mail in (parse(path.read_bytes()) for path in fresh):
            if f"[{self.game} " not in str(mail["Subject"]):
                continue
            if "CONFIRM" in str(mail["Subject"]):
                self.asked.append(text_of(mail))
            found = mail if asks(mail) else found
        return found

    def answer_to(self, club: Club, answered: str) -> EmailMessage | None:
        """The desk's answer to a mail of his; it is still to be read."""
        fresh = (parse(path.read_bytes()) for path in club.dovecot.mails(self.user)[self._read :])
        return next((mail for mail in fresh if mail["In-Reply-To"] == answered), None)


def send(club: Club, user: str, mail: EmailMessage) -> None:
    with smtplib.SMTP("localhost", club.postfix.smtp) as server:
        server.starttls(context=ssl.create_default_context(cafile=str(club.tls.ca)))
        server.login(user, PASSWORD)
        server.send_message(mail)


class Evening:
    """Two games on one desk: Twilight of Shogun and Kawanakajima, with four people who sit at them."""

    def __init__(self, path: Path, club: Club) -> None:
        self.club, self.random = club, Random(20)
        self.store, self.config, self.log = path / "games.db", path / "desk.toml", path / "desk.log"
        self.config.write_text(club.configuration(self.store))
        self.sitters = [
            Sitter("perry", "anti", "anna", on_top),
            Sitter("perry", "pro", "bela", by_tap),
            Sitter("mist", "takeda", "cara", in_quote),
            Sitter("mist", "uesugi", "rei", in_html, french=True),
        ]

    def open(self) -> None:
        for game, title in (("perry", "twilight_shogun"), ("mist", "kawanakajima")):
            people = [f"--player={one.user.title()} <{one.user}@{DOMAIN}>" for one in self.of(game)]
            bugyo("open", title, "--id", game, *people, "--config", self.config)
        for one in self.sitters:
            language = "fr" if one.french else "en"
            address = f"{one.user}@{DOMAIN}"
            bugyo("reader", address, "--language", language, "--store", self.store)

    def of(self, game: str) -> list[Sitter]:
        return [one for one in self.sitters if one.game == game]

    def game(self, name: str) -> GameState:
        record = Record(self.store)
        try:
            return record.load(name).game
        finally:
            record.close()

    def play(self) -> None:
        """Until so many orders were given, beside those that join."""
        while sum(len(one.meant) for one in self.sitters) < ORDERS:
            wait_for("a mail to answer", self._somebody_plays)

    def _somebody_plays(self) -> bool:
        played = [self._plays(one) for one in self.sitters]  # each looks at his mails
        return any(played)

    def _plays(self, one: Sitter) -> bool:
        mail = one.newest(self.club)
        if mail is None:
            return False
        game = self.game(one.game)
        if one.seat not in game.awaited():  # somebody else's word came in between
            return True
        order = self._wanted(game, one)
        answer = reply_to(mail, one.user, one.user.title())
        one.way(mail, answer, in_french(order) if one.french else order)
        send(self.club, one.user, answer)
        wait_for(
            f"an answer to {order} of {one.user}", partial(one.answer_to, self.club, answer["Message-ID"])
        )
        if len(self.given(one)) < len(one.meant):
            said = text_of(one.answer_to(self.club, answer["Message-ID"]) or answer)
            assert any(word in said for word in CLOSED), said
            one.late.append(one.meant.pop())
        return True

    def _wanted(self, game: GameState, one: Sitter) -> str:
        if game.ledger.absent:
            return f"join the words of {one.user} and nobody else"
        offers = game.offers(one.seat)
        order = self.random.choice(game.examples(one.seat) if offers is None else offers)
        one.meant.append(notation_of(game).write(order))
        return one.meant[-1]

    def given(self, one: Sitter) -> list[str]:
        record = Record(self.store)
        try:
            entries = [envelope.entry for envelope in record.envelopes(one.game)]
        finally:
            record.close()
        ordered = [entry for entry in entries if isinstance(entry, Ordered) and entry.by == SEAT]
        return [self._line(one, entry) for entry in ordered if entry.seat == one.seat]

    def _line(self, one: Sitter, entry: Ordered[Any]) -> str:
        """An order as its seat writes it."""
        order = entry.order.value if isinstance(entry.order, Sealed) else entry.order
        return notation_of(self.game(one.game)).write(order)


@pytest.fixture
def evening() -> Iterator[Evening]:
    needed("dovecot", "postfix")
    with folder() as path, Club(path) as club:
        yield Evening(path, club)


@pytest.mark.soak
def test_people_who_write_as_people_do(evening: Evening) -> None:
    evening.open()
    with serving(evening.config, evening.log):
        evening.play()
    for one in evening.sitters:
        assert evening.given(one) == one.meant
        assert len(one.late) <= 2
        assert one.asked == []
