"""People and programs that play by mail alone: they know what their mails say, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random

from domain.game.state.game_state import GameState
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.own_cells.files import PartyFile, SeatCells, WitnessCells
from referee.own_cells.seats import fill, new_cells, root_line
from referee.own_cells.witness import Reply, answer_request, new_witness
from referee.record.chain import commitment
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.tokens import shown
from referee.transport.boxes import Outbox
from tests.record.stores import hurry
from tests.referee.mail.test_desk_world import DESK, KEY, NOW, PEOPLE, body, mail, parse
from tests.tokens import token

WITNESS = "wit@example.org"
read_once = lru_cache(maxsize=1)(parse)
"""A mail that several look at in turn."""

NEXT = re.compile(r"--place (\d+) --first (\d+)")
BLOCK = re.compile(r"-----BEGIN ORDERS (\S+) (\S+) (\S+)-----\n(.*?)-----END ORDERS [^\n]*-----\n", re.DOTALL)


class Table:
    """A desk with one game of a level of proof, not yet announced."""

    def __init__(
        self,
        path: Path,
        level: int,
        seed: str = "a",
        *,
        referee: Callable[[Record], Referee] | None = None,
        commit: Callable[[str, int, str, bytes, bytes], str] = commitment,
        title: str = "shinobi",
        people: Mapping[str, str] = PEOPLE,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.people = people
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.record = Record(path / "store.db", clock=lambda: NOW, entropy=bytes, commit=commit)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.referee = referee(self.record) if referee else Referee(self.record, seed=seed)
        self.outbox = Outbox(path / "out")
        self.desk = Desk(self.referee, self.outbox, clock=lambda: NOW)
        names = tuple(address.partition("@")[0].title() for address in people.values())
        opening = Opening("spring", title, names, level=level, options=options or {})
        self.referee.open(opening, Act(COMMAND_LINE))
        addresses = {**people, **({"witness": WITNESS} if level == 3 else {})}
        for party, address in addresses.items():
            self.record.register("spring", party, address)
        self.sent = 0

    @property
    def game(self) -> GameState:
        return self.record.load("spring").game

    def out(self) -> list[EmailMessage]:
        return [parse(raw) for raw in self.raw()]

    def raw(self) -> list[bytes]:
        """The mails that have gone out since, in their order."""
        paths = list((self.path / "out" / "new").iterdir())
        paths.sort(key=lambda path: int(path.name.split("Q")[1].split(".")[0]))
        found = [path.read_bytes() for path in paths]
        for path in paths:
            path.unlink()
        return found

    def block(self, party: str, *lines: str) -> str:
        kept = self.record.load("spring")
        names = f"spring {kept.game.turn} {party}"
        made = token(KEY, "spring", party, kept.game.turn)
        head = f"HEAD {kept.game.position} {kept.head.hex()}"
        fences = (f"-----BEGIN ORDERS {names}-----", f"-----END ORDERS {names}-----")
        return "\n".join((fences[0], f"TOKEN {shown(made)}", head, *lines, fences[1], ""))

    def send(self, party: str, *lines: str) -> dict[str, EmailMessage]:
        """Sends the lines of a party in a block as it should be; gives the mails that come of it."""
        self.sent += 1
        address = self.people.get(party, WITNESS)
        self.desk.handle(mail(self.block(party, *lines), address, id=f"<{self.sent}@test>"))
        return {str(one["To"]): one for one in self.out()}

    def join(self, **phrases: str) -> None:
        for seat in self.people:
            self.send(seat, f"join {phrases.get(seat, 'words of ' + seat)}")


class Player:
    """Joins when asked, and plays any order that a mail offers."""

    def __init__(self, address: str, random: Random, cells: PartyFile | None = None) -> None:
        self.address = address
        self.cells = cells
        self._random = random
        self._sent = self._joined = 0

    def answer(self, raw: bytes) -> bytes | None:
        """The mail that fills in the block of a mail; None where it has none."""
        said = body(read_once(raw))
        block = BLOCK.search(said)
        if block is None:
            return None
        lines = self._joining() if "To join" in said else self._order(said)
        self._sent += 1
        filled = block[0].replace("\n\n", "\n" + "".join(f"{line}\n" for line in lines), 1)
        subject = f"Re: {read_once(raw)['Subject']}"
        return mail(filled, self.address, id=f"<{self._sent}.{self.address}>", Subject=subject)

    def _joining(self) -> list[str]:
        self._joined += 1
        mine = [root_of(self.cells)] if self.cells and self._joined == 1 else []
        return [*mine, f"join the {self._joined} words of {self.address}"]

    def _order(self, said: str) -> tuple[str, ...]:
        offered = said.partition("You may order:\n")[2].partition("\n\n")[0]
        rows = re.split(r"  +", offered.strip().replace("\n", "  "))
        each = [" ".join(one) for row in rows for one in product(*(word.split("|") for word in row.split()))]
        orders = (self._random.choice(each),)
        wanted = NEXT.search(said)
        if self.cells is None or wanted is None:
            return orders
        return fill(self.cells, orders, int(wanted[1]), int(wanted[2]))


class WitnessProgram:
    def __init__(self, cells: PartyFile) -> None:
        self.cells = cells

    def answer(self, raw: bytes) -> bytes | None:
        said = body(read_once(raw))
        block = BLOCK.search(said)
        if block and "To accept" in said:
            line = f"{root_of(self.cells)}\n"
            return mail(block[0].replace("\n\n", f"\n{line}", 1), WITNESS, id="<accepted@example.org>")
        found = answer_request(self.cells, raw, at=NOW)
        return found.mail if isinstance(found, Reply) else None


def root_of(file: PartyFile) -> str:
    """The line by which a party commits to the cells of a file."""
    kept = file.read()
    assert isinstance(kept, SeatCells | WitnessCells)
    return root_line(kept.drawn())


def company(
    path: Path, seed: int, seats_with_cells: tuple[str, ...] = (), witness: int = 0, sheets: int = 4
) -> list[tuple[str, Player | WitnessProgram]]:
    """Who plays: the address of each, and what answers there. `witness` is how many sheets its lanes have, 0
    where there is none, and `sheets` how many those of the seats."""
    random, found = Random(seed), list[tuple[str, Player | WitnessProgram]]()
    for seat, address in PEOPLE.items():
        file = path / f"{seat}.json"
        cells = new_cells("spring", seat, file, sheets=sheets) if seat in seats_with_cells else None
        found.append((address, Player(address, random, cells)))
    if witness:
        file = path / "witness.json"
        cells = new_witness("spring", tuple(PEOPLE), file, sheets=witness, desk=DESK)
        found.append((WITNESS, WitnessProgram(cells)))
    return found


def play(
    table: Table,
    programs: list[tuple[str, Player | WitnessProgram]],
    announced: Sequence[bytes] = (),
    most: int = 10_000,
) -> list[bytes]:
    """A whole game by mail: everybody answers whatever has a block. Gives all mails that went out."""
    answers, sent = dict(programs), list[bytes]()
    if not announced:
        table.desk.announce("spring")
    waiting = list(announced) or table.raw()
    while waiting and len(sent) < most:
        raw = waiting.pop(0)
        sent.append(raw)
        reply = answers[str(read_once(raw)["To"])].answer(raw)
        if reply is not None:
            handled = table.desk.handle(reply)
            assert handled.exit == 0, handled.why
            waiting += table.raw()
    return sent
