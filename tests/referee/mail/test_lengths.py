"""How many words the mails of a game have, of each title: no more than a person reads.

Games are played by legal orders chosen at random, with a clock, every mail with one good order in its block.
What stands below the signature mark is not counted, and of a mail with a board, the board is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from statistics import median

import pytest
from msgspec.structs import replace

from domain.game.entries.policy import Policy
from domain.titles import TITLES
from referee.games.press import press
from referee.games.referee import Opening, Referee, notation_of
from referee.mail.desk.desk import Desk
from referee.mail.reading.reading import read_mail
from referee.mail.seat_view.mail_parts import SIGNATURE, Parts
from referee.mail.seat_view.mail_parts import text as in_text
from referee.mail.seat_view.tokens import holder, shown, token_of
from referee.mail.writing import letters_out
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from tests.record.stores import hurry
from tests.referee.mail.test_desk_world import KEY, NOW, mail

TURN, BEFORE, NEWS, PRESS, ANSWER = "turn", "before the block", "news", "press", "answer"

MOST = {
    "shinobi": {TURN: 180, BEFORE: 40, NEWS: 60, PRESS: 40, ANSWER: 80},
    "twilight_shogun": {TURN: 300, BEFORE: 40, NEWS: 60, PRESS: 40, ANSWER: 80},
    "kawanakajima": {TURN: 350, BEFORE: 40, NEWS: 60, PRESS: 40, ANSWER: 80},
    "rising_sun": {TURN: 300, BEFORE: 40, NEWS: 60, PRESS: 40, ANSWER: 80},
    "clan_war": {TURN: 300, BEFORE: 40, NEWS: 60, PRESS: 40, ANSWER: 80},
}
"""Words, median: those of Shinobi, Twilight of Shogun and Kawanakajima are the issue's."""

NAMES = ("Anna", "Boris", "Chloe", "Dan", "Eva", "Finn")


class Played:
    """A game of a title, and the parts of every mail that went out."""

    def __init__(self, path: Path, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.record = Record(path / "store.db", clock=lambda: NOW, entropy=bytes)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.referee = Referee(self.record, seed=title)
        self.desk = Desk(self.referee, None, clock=lambda: NOW, read=read_mail)
        rules = TITLES[title]
        self.seats = rules.seats[: rules.scenarios[0].seats[0]]
        policy = Policy(hours=72, press="white")
        opening = Opening("summer", title, NAMES[: len(self.seats)], level=1, policy=policy)
        self.referee.open(opening, Act(COMMAND_LINE))
        for seat in self.seats:
            self.record.register("summer", seat, f"{seat}@example.org")
        self.mails: list[tuple[Parts, Mapping[str, str]]] = []
        monkeypatch.setattr(letters_out, "text", self._noted)
        self._chooser, self._sent = Random(title), 0

    def _noted(self, parts: Parts, about: Mapping[str, str]) -> str:
        self.mails.append((parts, about))
        return in_text(parts, about)

    def send(self, seat: str, line: str) -> None:
        kept = self.record.load("summer")
        names = f"summer {kept.game.turn} {seat}"
        made = token_of(KEY, "summer", holder(self.record, kept.game, seat), kept.game.turn)
        self._sent += 1
        fences = (f"-----BEGIN ORDERS {names}-----", f"-----END ORDERS {names}-----")
        head = f"HEAD {kept.position} {kept.head.hex()}"
        text = "\n".join((fences[0], f"TOKEN {shown(made)}", head, line, fences[1], ""))
        handled = self.desk.handle(mail(text, f"{seat}@example.org", id=f"<{self._sent}@x>"))
        assert handled.exit == 0, handled.why

    def play(self, orders: int) -> None:
        self.desk.announce("summer")
        for seat in self.seats:
            self.send(seat, f"join the words of {seat}, as long as need be")
        for nth in range(orders):
            game = self.record.load("summer").game
            if game.is_over() or not game.awaited():
                return
            seat = self._chooser.choice(game.awaited())
            offers = game.offers(seat) or game.examples(seat)
            self.send(seat, notation_of(game).write(self._chooser.choice(list(offers))))
            if nth % 10 == 5:
                act = Act(COMMAND_LINE, person=NAMES[0], seat=self.seats[0])
                press(self.referee, "summer", self.seats[0], (), "Shall we talk about the north?", act)
                self.desk.tell("summer")

    def lengths(self) -> dict[str, list[int]]:
        found = defaultdict[str, list[int]](list)
        for parts, about in self.mails:
            for kind, words in _counted(parts, about):
                found[kind].append(words)
        return dict(found)


def _counted(parts: Parts, about: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    above = in_text(replace(parts, board=()), about).partition(f"\n{SIGNATURE}\n")[0]
    words = len(above.split())
    if about["Mail"] == TURN:
        yield TURN, words
        yield BEFORE, len(above.partition("-----BEGIN ORDERS")[0].split())
    elif about["Mail"] == NEWS:
        yield NEWS, words
    elif about["Mail"] == PRESS:
        yield PRESS, words - sum(len(line.split()) for line in parts.press)
    elif about["Mail"] == ANSWER and not parts.block:
        assert not parts.board
        yield ANSWER, words


def table(lengths: Mapping[str, Mapping[str, list[int]]]) -> str:
    """Median and most of each kind, for each title."""
    kinds = (TURN, BEFORE, NEWS, PRESS, ANSWER)
    rows = [f"| title | {' | '.join(kinds)} |", f"|---{'|--:' * len(kinds)}|"]
    for title, found in lengths.items():
        known = ((kind, found.get(kind, [])) for kind in kinds)
        cells = (f"{median(words):.0f} ({max(words)})" if words else "–" for _kind, words in known)
        rows.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(rows)


@pytest.mark.of_files
@pytest.mark.parametrize("title", MOST)
def test_mails_are_no_longer_than_a_person_reads(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(tmp_path, title, monkeypatch)
    played.play(60)
    found = played.lengths()
    print(table({title: found}))
    assert found[TURN]
    for kind, words in found.items():
        assert median(words) <= MOST[title][kind], (kind, words)
    played.record.close()
