"""Games of protocol 2 for the page that checks, played through a referee, with cells of seats and witness;
and what becomes of them when their referee alters an event and signs everything again.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from domain.game.deciding.own_cells import written
from domain.game.entries.protocol_orders import Cell, Join, Root
from domain.kit.drawn_cells import Drawn
from referee.bundle.writing import members
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.proof import signing
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from tests.bundle.maker import KEY, Members, canonical, h, signed_again

GAME = "laned"
SHEETS = 2
PLAY = "a"
PEOPLE = {"kawanakajima": ("Ann", "Ben"), "shinobi": ("Ann", "Ben", "Cem")}
SEED = bytes(range(32))  # of the maker's key, which signs altered games
ACT = Act(COMMAND_LINE)
Line = dict[str, Any]
Change = Callable[[list[Line]], object]


class Program:
    """What keeps the cells of a seat or of the witness, and shows them."""

    def __init__(self, party: str, lanes: tuple[str, ...]) -> None:
        seed = sha256(party.encode()).digest()
        self.cells, self.shown = Drawn(GAME, party, lanes, SHEETS, seed).whole(), 0

    def root(self) -> Root:
        return Root(f"{self.cells.root()} {SHEETS}")

    def cell(self, where: str, lane: str, nth: int, *head: str) -> str:
        at = ((nth - 1) // 32 + 1, (nth - 1) % 32 + 1)
        return written(where, self.cells.cell(lane, at).hex(), self.cells.proof(lane, at), *head)

    def next(self, seat: str) -> str:
        self.shown += 1
        return self.cell(str(self.shown), seat, self.shown)


class Table:
    """A game in a store of its own; who plays chooses at random."""

    def __init__(self, record: Record, level: int, title: str) -> None:
        signing.keep_seed(record, SEED)
        self.referee, self.random = Referee(record, seed="laned"), Random(f"{PLAY} {level}")
        self.kept = self.referee.open(Opening(GAME, title, PEOPLE[title], level=level), ACT)
        seats = self.kept.game.seats
        self.programs = {seat: Program(seat, (seat,)) for seat in seats if level > 1}
        if level > 2:
            self.programs["witness"] = Program("witness", (*seats, "game"))
        for party, program in self.programs.items():
            self.take(party, program.root())
        for seat in seats:
            self.take(seat, Join(f"{seat} waits for the heron"))

    def take(self, party: str, order: Any, cell: str = "") -> None:
        self.kept = self.referee.take(GAME, party, order, ACT, cell=cell).kept

    def play(self, orders: int) -> None:
        while orders and not self.kept.game.is_over():
            self.settle()
            seat = self.random.choice(self.kept.game.awaited())
            order = self.random.choice(self.kept.game.examples(seat))
            self.take(seat, order, self.programs[seat].next(seat) if seat in self.programs else "")
            orders -= 1

    def settle(self) -> None:
        """The witness opens its cells for what is asked."""
        while self.kept.game.asked:
            asked = self.kept.game.asked
            where, head = f"{asked.lane}/{asked.index}", self.kept.head.hex()
            opened = self.programs["witness"].cell(where, asked.lane, asked.index, head)
            self.take("witness", Cell(opened))


@cache
def laned(level: int, viewer: str = "referee", title: str = "kawanakajima", orders: int = 90) -> Members:
    """The bundle of a game of this level: open dice in Kawanakajima, secret draws in Shinobi. Nobody
    may alter it: it is kept. `viewer` "first" is who has the first seat."""
    with TemporaryDirectory() as folder:
        record = Record(Path(folder) / "store.bugyo")
        try:
            table = Table(record, level, title)
            table.play(orders)
            return members(record, GAME, table.kept.game.seats[0] if viewer == "first" else viewer)
        finally:
            record.close()


def lines_of(found: Members) -> list[Line]:
    return [json.loads(line) for line in found["game.jsonl"].splitlines()]


def positions(lines: list[Line], kind: str) -> list[int]:
    """Where entries of a kind stand; "open" are throws that are not sealed. Line 0 is the header."""
    return [nth for nth, line in enumerate(lines) if nth and kind in _kinds(line["public"]["entry"])]


def _kinds(entry: Line) -> tuple[str, ...]:
    is_open = entry["type"] == "thrown" and isinstance(entry["faces"], list)
    return (entry["type"], "open") if is_open else (entry["type"],)


def altered(found: Members, change: Change) -> Members:
    """The bundle with other events, chained and signed by its referee as if they were true."""
    lines = lines_of(found)
    change(lines)
    chained(lines)
    position, head = len(lines) - 1, lines[-1]["digest"]
    lines[0].update(events=position, head=head)
    note = f"bugyo/{GAME}\n{position}\n{b64encode(bytes.fromhex(head)).decode()}\n".encode()
    mark = sha256(b"bugyo\n\x01" + KEY.public_key().public_bytes_raw()).digest()[:4]
    signed = b64encode(mark + KEY.sign(note)).decode()
    game = b"".join(canonical(line) + b"\n" for line in lines)
    more = {"game.jsonl": game, "checkpoint.txt": note + f"\n— bugyo {signed}\n".encode()}
    return signed_again({**found, **more})


def chained(lines: list[Line]) -> None:
    """The digests again; a witness has answered what was asked, so that only what was altered is wrong."""
    head, asked, was = h("bugyo/1/game", GAME), "", ""
    for line in lines[1:]:
        entry = line["public"]["entry"]
        if entry["type"] == "contributed" and entry.get("head") == was:
            entry["head"] = asked
        before = line["digest"]
        head = h("bugyo/1/event", head, canonical(line["public"]))
        line["digest"] = head.hex()
        if entry["type"] == "asked":
            was, asked = before, line["digest"]
