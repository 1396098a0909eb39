"""People of a club: they know the blocks in their mails, order at random, and do much else besides."""

from __future__ import annotations

import re
from collections.abc import Callable
from email import message_from_bytes
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from domain.game.deciding.own_cells import written
from domain.game.state.game_state import GameState
from domain.game.state.ledger import LaneLedger
from domain.game.state.words import notation_of
from domain.kit.drawn_cells import SEED
from referee.own_cells.files import SeatCells
from referee.own_cells.seats import root_line
from referee.service.own_address import ADDRESS
from tests.referee.mail.players import BLOCK
from tests.season.agenda import DAY, HOUR, MINUTE

if TYPE_CHECKING:
    from tests.season.club import Season

SHEETS = 2
"""Of a seat that has cells."""

_CONFIRM = re.compile(r"CONFIRM [A-Z2-7-]+")


class Letter(Struct, frozen=True):
    """A mail as its reader sees it; `answers` is the Message-ID that it answers."""

    name: str
    answers: str
    subject: str
    text: str


class Block(Struct, frozen=True):
    """The block of a mail, as it is to be filled in. `text` is all of it."""

    game: str
    turn: str
    seat: str
    text: str

    def filled(self, lines: list[str]) -> str:
        return self.text.replace("\n\n", "\n" + "".join(f"{line}\n" for line in lines), 1)


class Person:
    """Somebody with an address. `pace` is how long the person thinks at most."""

    def __init__(self, club: Season, name: str, random: Random) -> None:
        self.name = name
        self.address = f"{name.lower()}@club.example"
        self._club = club
        self._random = random
        self._pace = random.choice((12 * HOUR, 2 * DAY, 6 * DAY))
        self._silence = random.choice((0.0, 0.0, 0.05, 0.15))
        self._read: set[str] = set()
        self._blocks: dict[tuple[str, str], Block] = {}
        self._sent = self._joined = 0

    # ---- what comes in

    def receives(self, mail: Letter) -> None:
        """A mail that came before is not shown again."""
        said = mail.text
        if mail.name in self._read:
            return
        self._read.add(mail.name)
        if self._happens(0.02):
            self._is_away(mail)
        marked = _CONFIRM.search(said)
        if marked:
            self._later(lambda: self._confirms(mail, marked[0]))
        if "agree to take back" in said:
            self._later(self._answers_take_backs)
        for found in BLOCK.finditer(said):
            self._thinks_about(Block(found[1], found[2], found[3], found[0]))

    def _thinks_about(self, block: Block) -> None:
        self._blocks[block.game, block.seat] = block
        if not self._happens(self._silence):
            self._later(lambda: self._acts(block))

    def _is_away(self, mail: Letter) -> None:
        """A program answers for the person; it must not be answered."""
        fields = {"Auto-Submitted": "auto-replied", "In-Reply-To": mail.name}
        self._sends(f"Re: {mail.subject}", "I am away.\n", fields, is_robot=True)

    def _confirms(self, mail: Letter, mark: str) -> None:
        word = "no" if self._happens(0.2) else "yes"
        self._sends(f"Re: {mail.subject}", f"{word}\n\n> {mark}\n")

    # ---- what goes out

    def _acts(self, block: Block) -> None:
        """Fills in the block, unless a newer one has come."""
        if self._blocks[block.game, block.seat] is not block or self._club.game(block.game).is_over():
            return
        game = self._club.game(block.game)
        order = self._order(game, block.seat)
        lines = [*self._besides(game, block.seat), *order]
        if lines:
            self._writes(block, lines)
        if self._happens(0.03):
            self._later(lambda: self._asks_back(block))
        if self._happens(0.04):
            self._later(lambda: self._disputes(block))

    def _writes(self, block: Block, lines: list[str]) -> None:
        """In the block, which may be of a turn that is over; or without it, so that a word is asked for."""
        if self._happens(0.05):
            self._sends(f"Re: [{block.game} {block.seat}] orders", "".join(f"{line}\n" for line in lines))
        else:
            self._sends(f"Re: [{block.game} {block.turn} {block.seat}] orders", block.filled(lines))

    def _order(self, game: GameState, seat: str) -> list[str]:
        """A legal order as the game stands; none where nothing is asked of the seat."""
        if seat not in game.awaited():
            return ["pass"] if self._happens(0.3) else []
        cells = self._club.cells.get((game.id, seat))
        if game.ledger.absent:
            self._joined += 1
            phrase = f"join the {self._joined} words of {self.name} in {game.id}"
            mine = [root_line(cells.drawn())] if cells and not game.ledger.has_cells(seat) else []
            return [*mine, phrase]
        order = notation_of(game).write(self._random.choice(game.examples(seat)))
        if self._happens(0.05):
            return [f"later {order}"]
        cell = self._cell(game, seat, cells) if cells and game.ledger.has_cells(seat) else []
        if self._happens(0.03):
            return ["wait", *cell, order]
        return ["nonsense", *cell, order] if self._happens(0.03) else [*cell, order]

    def _cell(self, game: GameState, seat: str, cells: SeatCells) -> list[str]:
        """The next cell of a seat; whoever has taken the seat, or acts for it, has none, and says so."""
        ledger = game.ledger
        assert isinstance(ledger, LaneLedger)
        drawn, at = cells.drawn(), ledger.roots[seat].place(seat, ledger.next_number(seat))
        if drawn.root() != ledger.roots[seat].root or at is None:
            return ["root none"]
        cell = written(str(ledger.next_number(seat)), drawn.cell(seat, at).hex(), drawn.proof(seat, at))
        return [f"cell {cell}"]

    def _besides(self, game: GameState, seat: str) -> list[str]:
        """Lines beside the play, in every third mail."""
        if not self._happens(0.35):
            return []
        others = [one for one in game.seats if one != seat]
        day = self._club.day(self._random.randint(0, 9))
        return [
            self._random.choice(
                (
                    *(f"press to {self._random.choice(others)}: Well met.", "press to all: Hello, all."),
                    *("what", "log", "show", "held", "help", f"explain {game.position}"),
                    *(f"vacation {day} to {self._club.day(9)}", "release", "withdraw 1"),
                    *("agree to pause", "disagree to pause", "agree to resume", "agree to abandon"),
                    *("digest 18:00", "digest off", "language fr", "language en", "zone Europe/Paris"),
                    f"delegate to {self._club.stranger.name} {self._club.stranger.address} until {day}",
                    "resign seat No time.",
                )
            )
        ]

    def _sends(
        self, subject: str, text: str, fields: dict[str, str] | None = None, *, is_robot: bool = False
    ) -> None:
        self._sent += 1
        name = f"<{self._sent}.{self.address}>"
        raw = composed(self.address, name, subject, text, fields or {})
        self._club.post(raw, name, is_robot=is_robot)
        if not is_robot:
            self._club.after(self._random.randint(DAY, 4 * DAY), lambda: self._misses(raw, name, 2))

    def _misses(self, raw: bytes, name: str, tries: int) -> None:
        """Nobody has answered: the same mail once more, or the same words in a new one."""
        if self._club.is_answered(self.address, name) or not tries:
            return
        if self._happens(0.5):
            self._club.post(raw, name)
        else:
            self._sent += 1
            anew = f"<{self._sent}.again.{self.address}>"
            raw, name = raw.replace(name.encode(), anew.encode(), 1), anew
            self._club.post(raw, name)
        self._club.after(self._random.randint(DAY, 4 * DAY), lambda: self._misses(raw, name, tries - 1))

    # ---- take-backs and disputes

    def _asks_back(self, block: Block) -> None:
        self._writes(block, ["take back I misread the map."])

    def _answers_take_backs(self) -> None:
        for (name, seat), block in sorted(self._blocks.items()):
            asked = self._club.game(name).register.docket.proposal
            if asked is not None and asked.seat != seat:
                self._writes(block, ["agree to take back" if self._happens(0.7) else "refuse take back"])

    def _disputes(self, block: Block) -> None:
        game = self._club.game(block.game)
        docket, event = game.register.docket, self._random.randint(1, game.position)
        mine = [one.number for one in docket.open if one.seat == block.seat]
        if mine:
            self._writes(block, [f"withdraw dispute {mine[0]}"])
        elif docket.rulings and self._happens(0.3):
            self._writes(block, [f"appeal {len(docket.rulings)} That cannot be."])
        else:
            self._writes(block, [f"dispute {event} That cannot be."])

    # ---- how

    def _happens(self, likely: float) -> bool:
        return self._random.random() < likely

    def _later(self, act: Callable[[], object]) -> None:
        self._club.after(self._random.randint(10 * MINUTE, self._pace), act)


def drawn(game: str, seat: str, random: Random) -> SeatCells:
    """The cells of a seat."""
    return SeatCells(game, seat, random.randbytes(SEED).hex(), SHEETS)


def read(raw: bytes) -> Letter:
    """A mail of the desk, as a mail program shows it."""
    mail = message_from_bytes(raw)
    part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    text = part.get_payload(decode=True)
    assert isinstance(text, bytes)
    name, answers, subject = (str(mail[field] or "") for field in ("Message-ID", "In-Reply-To", "Subject"))
    return Letter(name, answers, subject, text.decode())


def composed(sender: str, name: str, subject: str, text: str, fields: dict[str, str]) -> bytes:
    """A mail as a plain mail program writes it."""
    head = {"From": sender, "To": ADDRESS, "Subject": subject, "Message-ID": name, **fields}
    return ("".join(f"{field}: {value}\n" for field, value in head.items()) + f"\n{text}").encode()
