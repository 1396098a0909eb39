"""An evening of whole games over real servers, by people who never use the block as it is printed:
`python -m tests.servers.evening [--no-sheets]` plays one and says how it went.

A mail has what answers now and what is asked further, until a throw or somebody else comes in between. Who
taps gives one order a mail.
"""

from __future__ import annotations

import argparse
import smtplib
import ssl
import time
from collections import Counter
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct

from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.game.entries.entries import SEAT, Ordered
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.chance import Faces, Thrown
from domain.kit.facts import tag_of
from domain.kit.sealed import Sealed
from referee.record.record import Record, system_clock
from referee.transport.outbox import Queue
from tests.kawanakajima.player import Player
from tests.referee.mail.test_desk_world import parse
from tests.servers.machines import DOMAIN, PASSWORD, Club, folder, wait_for
from tests.servers.people import Way, asks, by_tap, in_html, in_quote, on_top, reply_to, taps, text_of
from tests.servers.test_session import bugyo, serving

GAMES = {"perry": "twilight_shogun", "mist": "kawanakajima"}

LONGEST = 12
"""Orders that somebody writes into one mail."""

PATIENCE = 600.0
"""Seconds for which nobody may have anything to do."""

IDLE = ("pass", "done", "decline")
"""Orders that do nothing."""

LOOK = 0.1
"""Seconds between two looks of the desk into its mailbox."""

CLOSED = ("is closed by now", "est close", "That was for", "C'était pour")
"""What is said to a mail that answers what is asked no more."""

VERBS = {
    "accept": "accepter",
    "advance": "avancer",
    "command": "commander",
    "done": "terminé",
    "entry": "entrée",
    "fight": "attaquer",
    "fortify": "fortifier",
    "impetuous": "provoquer",
    "leader": "individu",
    "march": "marche",
    "move": "déplacer",
    "play": "jouer",
    "pursue": "poursuivre",
    "rally": "rallier",
    "retreat": "retraite",
    "special": "spécifique",
    "start": "départ",
    "suffer": "subir",
}
FURTHER = {
    "at": "à",
    "attack": "attaque",
    "column": "colonne",
    "defence": "défense",
    "impetuous": "impétueuse",
    "in": "en",
    "leader": "individu",
    "move": "mouvement",
    "on": "contre",
    "regroup": "regroupement",
    "retreat": "retraite",
    "row": "ligne",
}


def in_french(order: str) -> str:
    """An order of Kawanakajima as a French player types it."""
    verb, *words = order.split(" ")
    return " ".join((VERBS.get(verb, verb), *(FURTHER.get(word, word) for word in words)))


Plan = Callable[[GameState, EmailMessage], list[str]]
"""What somebody orders who is asked by a mail, in the game as it stands."""

Choose = Callable[[GameState], Struct]


class Question(Struct, frozen=True):
    """A mail of the desk that wants a word before it plays: the orders, and what it said."""

    orders: tuple[str, ...]
    text: str


class Sitter:
    """Somebody at a seat of a game, who writes in a way of his own."""

    def __init__(
        self, game: str, seat: str, user: str, way: Way, plan: Plan, *, french: bool = False
    ) -> None:
        self.game, self.seat, self.user, self.way, self.plan = game, seat, user, way, plan
        self.french = french
        self.meant: list[str] = []
        """The orders that he wanted to give, in the one notation in which they are recorded."""
        self.late: list[str] = []
        """Those that crossed a mail of ours: what they answered was closed when they came."""
        self.questions: list[Question] = []
        """What he was asked for beside orders."""
        self.got: list[EmailMessage] = []
        self.wrote: list[str] = []
        """The Message-IDs of his mails."""
        self.awaits = ""
        """The Message-ID of his mail that is not answered yet; "" where there is none."""
        self.hopes: list[str] = []
        """The orders in that mail."""
        self.open: EmailMessage | None = None
        """The newest mail of his game that has a block, unless he has answered it."""
        self._read: set[str] = set()

    def fresh(self, club: Club) -> list[EmailMessage]:
        """What came since he looked last, oldest first."""
        if club.dovecot.count(self.user) == len(self._read):
            return []
        paths = [path for path in club.dovecot.mails(self.user) if path.name not in self._read]
        self._read |= {path.name for path in paths}
        found = [parse(path.read_bytes()) for path in paths]
        self.got += found
        return found

    @property
    def is_done(self) -> bool:
        """Whether he knows that the game is over, and waits for nothing."""
        return not self.awaits and any(mail["X-Bugyo-Mail"] == "end" for mail in self.got)


def send(club: Club, user: str, mail: EmailMessage) -> None:
    with smtplib.SMTP("localhost", club.postfix.smtp) as server:
        server.starttls(context=ssl.create_default_context(cafile=str(club.tls.ca)))
        server.login(user, PASSWORD)
        server.send_message(mail)


class Evening:
    """Two games on one desk: Twilight of Shogun and Kawanakajima, with four people who sit at them."""

    def __init__(self, path: Path, club: Club, *, seed: int = 20, sheets: bool = True) -> None:
        self.club, self.sheets = club, sheets
        self.store, self.config, self.log = path / "games.db", path / "desk.toml", path / "desk.log"
        # Dovecot tells of a mail half a second after it came; a look costs less.
        looks = f'user = "bugyo"\npoll = {LOOK}'
        self.config.write_text(club.configuration(self.store).replace('user = "bugyo"', looks, 1))
        self.sitters = [
            Sitter("perry", "anti", "anna", on_top, thinking("anti", any_order("anti", seed))),
            Sitter("perry", "pro", "bela", by_tap, tapping(seed)),
            Sitter("mist", "takeda", "cara", in_quote, simple("takeda", seed)),
            Sitter("mist", "uesugi", "dora", in_html, simple("uesugi", seed), french=True),
        ]

    def open(self) -> None:
        for game, title in GAMES.items():
            people = [f"--player={one.user.title()} <{one.user}@{DOMAIN}>" for one in self.of(game)]
            sheets = "--sheets" if self.sheets else "--no-sheets"
            bugyo("open", title, "--id", game, *people, sheets, "--config", self.config)
        for one in self.sitters:
            if one.french:
                bugyo("reader", f"{one.user}@{DOMAIN}", "--language", "fr", "--store", self.store)
        self.record = Record(self.store)

    def close(self) -> None:
        self.record.close()

    def of(self, game: str) -> list[Sitter]:
        return [one for one in self.sitters if one.game == game]

    def play(self) -> None:
        """Until all games are over, and everybody knows."""
        with serving(self.config, self.log):
            while not self.is_over:
                wait_for("anybody to have something to do", self._somebody_acts, PATIENCE)
            wait_for("the outbox to be empty", lambda: not Queue(self.record, system_clock).unsent())

    @property
    def is_over(self) -> bool:
        return all(one.is_done for one in self.sitters)

    def game(self, name: str) -> GameState:
        return self.record.load(name).game

    def _somebody_acts(self) -> bool:
        acted = [self._acts(one) for one in self.sitters]  # each looks at his mails
        return any(acted)

    def _acts(self, one: Sitter) -> bool:
        """Reads what came; writes, where he is asked and waits for no answer."""
        fresh = one.fresh(self.club)
        for mail in fresh:
            self._reads(one, mail)
        if one.open is None or one.awaits:
            return bool(fresh)
        mail, one.open = one.open, None
        game = self.game(one.game)
        if one.seat in game.awaited():
            self._writes(one, game, mail)
        return True

    def _reads(self, one: Sitter, mail: EmailMessage) -> None:
        if mail["X-Bugyo-Mail"] == "confirm":
            one.questions.append(Question(tuple(one.hopes), text_of(mail)))
            self._sends(one, mail, ["Yes, please."], on_top)
            return
        if asks(mail):
            one.open = mail
        if one.awaits and mail["In-Reply-To"] == one.awaits:
            one.awaits = ""
            self._compare(one, mail)

    def _writes(self, one: Sitter, game: GameState, mail: EmailMessage) -> None:
        orders = [] if game.ledger.absent else one.plan(game, mail)
        typed = orders or [f"join the words of {one.user} and nobody else"]
        one.hopes = orders
        self._sends(one, mail, [in_french(order) for order in typed] if one.french else typed, one.way)

    def _sends(self, one: Sitter, mail: EmailMessage, lines: Sequence[str], way: Way) -> None:
        answer = reply_to(mail, one.user, one.user.title())
        way(mail, answer, lines)
        one.awaits = str(answer["Message-ID"])
        one.wrote.append(one.awaits)
        send(self.club, one.user, answer)

    def _compare(self, one: Sitter, answer: EmailMessage) -> None:
        """All orders of his mail were played, or none, because it was too late."""
        given = self.given(one)
        if given == one.meant + one.hopes:
            one.meant = given
            return
        said = text_of(answer)
        is_late = given == one.meant and any(word in said for word in CLOSED)
        assert is_late, f"{one.user} meant {one.hopes}\n{said}"
        one.late += one.hopes

    def given(self, one: Sitter) -> list[str]:
        """The orders of his seat that came by mail, as the record has them."""
        entries = [envelope.entry for envelope in self.record.envelopes(one.game)]
        ordered = [entry for entry in entries if isinstance(entry, Ordered) and entry.by == SEAT]
        return [self._line(one, entry) for entry in ordered if entry.seat == one.seat]

    def _line(self, one: Sitter, entry: Ordered[Any]) -> str:
        """An order as its seat writes it."""
        order = entry.order.value if isinstance(entry.order, Sealed) else entry.order
        return notation_of(self.game(one.game)).write(order)


# ---- what they order


def thinking(seat: str, choose: Choose) -> Plan:
    """What is asked now and what is asked further, until a throw or somebody else comes in between."""

    def plan(game: GameState, _mail: EmailMessage) -> list[str]:
        run, lines, notation = Run(game, lambda _game: Faces()), list[str](), notation_of(game)
        while len(lines) < LONGEST and seat in run.game.awaited():
            order, begun = choose(run.game), len(run.made)
            post(run, seat, order)
            lines.append(notation.write(order))
            if run.game.asked or any(_comes_between(entry, seat) for entry in run.made[begun:]):
                break
        return lines

    return plan


def _comes_between(entry: object, seat: str) -> bool:
    return isinstance(entry, Thrown) or (isinstance(entry, Ordered) and entry.seat != seat)


def tapping(seed: int) -> Plan:
    """Any order of which the mail has a link; of those that are completed, the example."""
    random = Random(seed)

    def plan(_game: GameState, mail: EmailMessage) -> list[str]:
        found = taps(mail)
        return [random.choice([line for line in found if line not in IDLE] or found)]

    return plan


def simple(seat: str, seed: int) -> Plan:
    """The simple player of Kawanakajima."""
    return thinking(seat, Player(seat, seed).choose)  # type: ignore[arg-type]


def any_order(seat: str, seed: int) -> Choose:
    """Any legal order, but none that does nothing where something can be done."""
    random = Random(f"{seat} {seed}")

    def choose(game: GameState) -> Struct:
        legal = game.examples(seat)
        doing = [order for order in legal if tag_of(type(order)) not in IDLE]
        return random.choice(doing or list(legal))

    return choose


# ---- how it went


def report(evening: Evening, seconds: float) -> str:
    """What a person would notice: how many mails, how long, under which subjects; each question."""
    mails, got, orders = (
        sum(map(len, found))
        for found in zip(*((one.wrote, one.got, one.meant) for one in evening.sitters), strict=True)
    )
    asked = [
        f"{one.user} was asked, of {', '.join(question.orders)}:\n{question.text}"
        for one in evening.sitters
        for question in one.questions
    ]
    said = f"{mails} mails to the desk with {orders} orders, {got} mails from it, {seconds:.0f} seconds."
    return "\n".join((said, f"Questions: {len(asked)}.", *asked, *map(_row, evening.sitters)))


def _row(one: Sitter) -> str:
    kinds = Counter(str(mail["X-Bugyo-Mail"]) for mail in one.got)
    above = [len(text_of(mail).partition("-----BEGIN ORDERS")[0].split()) for mail in one.got if asks(mail)]
    threads = {str(mail["Subject"]).removeprefix("Re: ") for mail in one.got}
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return (
        f"{one.game} {one.seat} ({one.way.__name__}{', French' if one.french else ''}): wrote "
        f"{len(one.wrote)} mails, {len(one.meant)} orders, {len(one.late)} too late; got {told}; words above "
        f"the block: median {median(above):.0f}, at most {max(above)}; subjects: {len(threads)}"
    )


def main() -> None:
    """Plays an evening and prints how it went."""
    asked = argparse.ArgumentParser(prog="python -m tests.servers.evening", description=__doc__)
    asked.add_argument("--no-sheets", action="store_true", help="without the recommended standing orders")
    asked.add_argument("--seed", type=int, default=20, help="of what the people choose; chance is the desk's")
    given = asked.parse_args()
    with folder() as path, Club(path) as club:
        evening = Evening(path, club, seed=given.seed, sheets=not given.no_sheets)
        evening.open()
        begun = time.monotonic()
        evening.play()
        print(report(evening, time.monotonic() - begun))
        evening.close()
        for game in GAMES:
            print(bugyo("audit", game, "--store", evening.store))


if __name__ == "__main__":
    main()
