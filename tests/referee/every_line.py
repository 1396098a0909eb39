"""Every kind of line that can be sent, taken from the grammars, and a desk with a game that they are sent to.

lines_of   of each kind that a notation reads, its forms, in all languages
of_desk    the same of what the desk knows beside the orders of a title
conditions every kind of clause, in each way to write a condition
Hall       a desk with one game, and the record of it against the mails
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.game.checking.readjudicate import Finding
from domain.game.deciding.conditions import words_of
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Cell, Commit, Join, Root, Spend
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.conditions import Words
from domain.kit.notation import Notation
from domain.titles import TITLES
from referee.audit.sent_lines import Recorded, Sent, check_sent, of_stored
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.reading import line_words
from referee.reading.reading import ReadMail, read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.tokens import bearers, shown, token_of
from referee.service.exits import Handled
from referee.transport.boxes import Outbox
from tests.record.stores import hurry
from tests.referee.mail.test_desk_world import KEY, NOW, mail, parse
from tests.titles.test_words import _forms, _lines

Kind = type[Struct]

POLICY = Policy(press="private", anonymous=True, vacation=20, zone="Europe/Paris", advice=True)
DAY = 86_400_000

# ---- the lines


def lines_of(notation: Notation) -> dict[Kind, list[str]]:
    """Of each kind every form, with each other word for each of its literal ones."""
    found = dict[Kind, list[str]]()
    for form in _forms(notation):
        known = found.setdefault(form.order, [])
        known += (line for line in _lines(form) if line not in known)
    return found


BY_HAND: dict[Kind, tuple[str, ...]] = {
    line_words.Ask: ("card ninja", "tables", "odds"),
    line_words.Preview: ("preview: pass",),
    line_words.Conditional: ("on turn 0: pass",),
    line_words.Note: ("note: what only I know", "note to my successor: be bold"),
    line_words.Dispute: (
        "dispute 1, 2: The  card was mine.",
        "dispute 1 as sending error: That was not meant.",
        "dispute 1 comme erreur d'envoi : Ce n'était pas voulu.",
        "dispute as application error: It was read otherwise.",
        "dispute 1\nA text of two lines,\nand its end.\nend dispute",
    ),
    line_words.Appeal: ("appeal 1: I am not content.", "appeal 1 as application error: Read it again."),
    line_words.TakeBack: ("take back to 4 a slip", "take back: a slip", "take back"),
    line_words.Press: ("press to all: Come  with me.", "press to all\nOne.\n\n> Two.\nend press"),
    line_words.AnonymousPress: ("anonymous press to all: Guess.",),
    line_words.Vacation: ("vacation 2028-12-24 to 2029-01-02", "vacation 2028-12-24"),
    line_words.Delegate: (
        "delegate to Dora dora@example.org until 2029-06-30 for press",
        "delegate to Dora <dora@example.org> until 2029-06-30",
    ),
    line_words.NewAddress: ("my address is other@example.org",),
    line_words.ResignSeat: ("resign seat no time", "resign seat: no time"),
    line_words.Later: ("later pass",),
    line_words.Replace: ("replace 1 with pass", "replace 1 with on turn 900: pass"),
    line_words.Language: ("language en",),
}
"""Lines of the desk of which its notation knows no form, or a form that says less than people write."""


def of_desk(seats: Sequence[str]) -> dict[Kind, list[str]]:
    found = lines_of(line_words._notation(tuple(seats)))
    return {**found, **{kind: list(lines) for kind, lines in BY_HAND.items()}}


EVERY_OF_DESK = frozenset(
    kind
    for kind in vars(line_words).values()
    if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == line_words.__name__
)
"""The kinds of lines that the desk knows: a new one is among them by itself."""

HEX = "ab" * 32
PATH = "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s="
OF_EVERY: dict[Kind, tuple[str, ...]] = {
    Join: ("join words of mine", "rejoindre mots à moi", "присоединиться: мои слова"),
    Root: (f"root {HEX} 4", f"root\n{HEX} 4", "root none"),
    Commit: (f"commit {HEX} {HEX}", f"commit {HEX}\n{HEX}"),
    Cell: (f"cell 7 {HEX} {PATH}", f"cell 7 {HEX}\n{PATH}"),
    Spend: (f"spent 6 {HEX} {PATH}", f"spent 6 {HEX}\n{PATH}"),
}
"""Lines of the orders that every game knows."""

CONDITIONS = (
    "on {clause}: {order}",
    "unless {clause}: {order} then {order}",
    "When {clause} and turn 999: {order}, then {order}.",
    "si {clause} : {order} sinon : {order}",
    "если {clause}: {order} иначе: {order} затем {order}",
    "if {clause}: {order}; ELSE: {order}",
    "sauf si {clause} : {order} puis {order}",
    "if {clause}: {order} else: {order} else: {order}",
    "if {clause}: I {order}",
)
OF_TURNS = ("turn 0", "tour 0", "ход 0", "turn 999", "turn 1 or later", "it is turn 0")


def conditions(words: Words, orders: Iterator[str], *, most: int = 99) -> Iterator[str]:
    """Every kind of clause, each in so many words, and each way to write a condition."""
    shapes, clauses = cycle(CONDITIONS), lines_of(words.clauses).values()
    for shape in CONDITIONS:
        yield shape.format(clause="turn 0", order=next(orders))
    for clause in (*OF_TURNS, *(line for lines in clauses for line in lines[:most])):
        yield next(shapes).format(clause=clause, order=next(orders))


# ---- the desk


class Hall:
    """A desk with one game of a title, and a clock that goes on by a day with each mail: so many refused
    orders are recorded in a day. A mail that must be confirmed is."""

    def __init__(
        self, path: Path, title: str, number: int = 1, policy: Policy = POLICY, **opening: Any
    ) -> None:
        path.mkdir(exist_ok=True)
        self.rules, self.path, self.now = TITLES[title], path, NOW
        self.record = Record(path / "store.db", clock=lambda: self.now, entropy=bytes)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self._desk(f"{title} {number}")
        names = tuple(f"Person {n}" for n in range(opening.pop("people", self.rules.scenarios[0].seats[0])))
        self.referee.open(Opening("g", title, names, policy=policy, **opening), Act(COMMAND_LINE))
        for seat in self.game.seats:
            self.record.register("g", seat, self.address(seat))

    def _desk(self, seed: str) -> None:
        self.seed, self.sent, self.outcomes = seed, 0, Counter[str]()
        self.referee = Referee(self.record, seed=seed)
        self.desk = Desk(self.referee, Outbox(self.path / "out"), clock=lambda: self.now)

    def copied(self, path: Path) -> Hall:
        """Another desk, with a copy of the store."""
        path.mkdir()
        source = sqlite3.connect(self.path / "store.db")
        into = sqlite3.connect(path / "store.db")
        source.backup(into)
        source.close()
        into.close()
        (path / "store.db").chmod(0o600)
        made = Hall.__new__(Hall)
        made.rules, made.path, made.now = self.rules, path, self.now
        made.record = Record(path / "store.db", clock=lambda: made.now, entropy=bytes)
        hurry(made.record)
        made._desk(self.seed)
        return made

    @property
    def game(self) -> GameState:
        return self.record.load("g").game

    @property
    def seat(self) -> str:
        return self.game.awaited()[0]

    def address(self, seat: str) -> str:
        return f"{seat}@example.org"

    def known(self) -> dict[Kind, list[str]]:
        return lines_of(notation_of(self.game))

    def words(self) -> Words:
        return words_of(self.game)

    def legal(self, seat: str = "") -> list[str]:
        """One legal order of each kind that answers what is asked."""
        write, found = notation_of(self.game).write, dict[Kind, str]()
        for order in self.game.examples(seat or self.seat):
            found.setdefault(type(order), write(order))
        return list(found.values())

    def join(self) -> None:
        for seat in self.game.seats:
            self.send(seat, f"join words of {seat}")

    def send(self, seat: str, *lines: str, at: int = 0) -> Handled:
        """A mail in a block, to the newest event or to an older one."""
        kept = self.record.load("g")
        at, game = at or kept.game.position, kept.game
        made = token_of(KEY, "g", bearers(self.record, game, seat, self.now)[0], game.label)
        names, head = f"g {game.label} {seat}", self.record.envelopes("g")[at - 1].digest
        body = "\n".join(
            [
                f"-----BEGIN ORDERS {names}-----",
                f"TOKEN {shown(made)}",
                f"HEAD {at} {head.hex()}",
                *(part for line in lines for part in line.split("\n")),
                f"-----END ORDERS {names}-----\n",
            ]
        )
        return self._handled(seat, body)

    def write(self, seat: str, *lines: str) -> Handled:
        """A mail without a block, as people write who have lost it; and the word that it is theirs."""
        text = "\n".join(["Hello,", "", *lines, "", "Best regards,", "Person"])
        return self._handled(seat, text, Subject=f"[g {self.game.label} {seat}]")

    def _handled(self, seat: str, body: str, **fields: str) -> Handled:
        self.sent += 1
        self.now += DAY
        handled = self.desk.handle(mail(body, self.address(seat), f"<{self.sent}@x.org>", **fields))
        if handled.why.startswith("Held"):
            (asked,) = (text for one in self._out() if " CONFIRM " in (text := str(one["Subject"])))
            word = mail("yes\n", self.address(seat), f"<{self.sent}.yes@x.org>", Subject=f"Re: {asked}")
            handled = self.desk.handle(word)
        self._out()
        self.outcomes.update(result.outcome for result in handled.results)
        return handled

    def _out(self) -> list[Any]:
        paths = [*(self.path / "out" / "new").iterdir()]
        found = [path.read_bytes() for path in paths]
        for path in paths:
            path.unlink()
        return [parse(raw) for raw in found if b" CONFIRM " in raw]

    # ---- the record of it

    def recorded(self) -> list[Recorded]:
        return [*of_stored(self.record.envelopes("g"), "g")]

    def checked(self, events: Sequence[Recorded] | None = None) -> tuple[Sent, Finding | None]:
        found = iter(self.recorded() if events is None else events)
        return check_sent(found, self.rules, self.game.data, self._mail)

    def _mail(self, digest: str) -> ReadMail | None:
        raw = self.record.mail(digest)
        return None if raw is None else read_mail(raw)
