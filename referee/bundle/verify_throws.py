"""A part of `verify.py`, which it is joined to in a bundle: sheets, orders and throws (`[6]` of
format.md). Nothing but Python.
"""

from __future__ import annotations

import struct
from collections import Counter
from typing import Any

from referee.bundle.verify_people import HEX32, NUMBER, fit, need, shown
from referee.bundle.verify_record import CANONICAL, Event, digest, mac

THROWING = "sheet-committed joined ordered asked contributed thrown thrown-again rewound forked"


def faces_of(key: bytes, count: int, sides: int, draw: bool) -> list[int]:
    """The faces that the key gives [6.4]."""
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        for word in struct.unpack(">4Q", mac(key, "bugyo/1/words", block)):
            n = sides - len(faces) * draw
            if len(faces) < count and word < (1 << 64) // n * n:
                faces.append(word % n + 1)
        block += 1
    return faces


def question_of(game: str, words: dict[str, str], q: dict[str, Any], orders: list[bytes]) -> bytes:
    """The digest of a question, with the phrases and the orders that it is bound to."""
    phrases = digest("bugyo/1/phrases", *(word for pair in sorted(words.items()) for word in pair))
    asked = (q["rule"], q["purpose"], q["count"], q["sides"], "draw" if q["draw"] else "throw")
    inputs = digest("bugyo/1/inputs", *sorted(orders))
    return digest("bugyo/1/question", game, q["index"], phrases, *asked, inputs)


def standing(events: list[Event]) -> set[int]:
    """The positions on the line that stands after the last of these events [6.6]."""
    found, at = set[int](), len(events)
    while at:
        found.add(at)
        entry = events[at - 1].entry
        at = entry["to"] if entry["type"] == "rewound" and entry["to"] < at else at - 1
    return found


class Throws:
    """What section 6 remembers from one event to the next."""

    def __init__(self, name: str, level: int, seats: set[str]) -> None:
        self.name, self.level, self.seats = name, level, seats
        self.committed: dict[str, list[tuple[int, int, str]]] = {}  # party -> sheet, place, commitment
        self.used, self.said = Counter[str](), Counter[str]()
        self.phrases: dict[str, str] = {}
        self.orders: list[tuple[bytes, list[bytes]]] = []  # with their cells
        self.contributions: dict[int, list[bytes]] = {}
        self.question: dict[str, Any] = {}  # that was asked, until the throw
        self.witnessed: dict[int, dict[str, Any]] = {}  # what was asked when the witness contributed
        self.events: list[Event] = []  # up to the one that is looked at
        self.void: set[int] = set()  # throws that may not answer again
        self.index, self.answered = 0, False  # of the last throw; whether one has come since the last order

    def sheet_committed(self, event: Event) -> None:
        party, sheet, new = (event.entry[key] for key in ("party", "sheet", "cells"))
        is_party = self.level > 0 and party in {"referee", "witness", *self.seats}
        need(is_party, f"{shown(party)} is no party of this game, or there are no sheets in it")
        cells = self.committed.setdefault(party, [])
        due = cells[-1][0] + 1 if cells else 1
        need(sheet == due and new, f"sheet {sheet} of {shown(party)} is empty, or sheet {due} is due")
        cells += [(sheet, place, cell) for place, cell in enumerate(new, 1)]

    def joined(self, event: Event) -> None:
        seat = event.entry["seat"]
        is_due = self.level > 0 and seat in self.seats - self.phrases.keys()
        need(is_due, f"{shown(seat)} has joined, or is no seat here, or nobody joins at level 0")
        self.phrases[seat] = event.entry["phrase"]

    def ordered(self, event: Event) -> None:
        seat, cell, order, by = (event.entry[key] for key in ("seat", "cell", "order", "by"))
        need(seat in self.seats, f"{shown(seat)} is no seat of this game")
        need(by == "seat" or not cell, f"the order is given by {shown(by)}, and carries a cell")
        is_due = self.level > 1 and seat in self.committed and by == "seat"
        need(cell or not is_due, f"{shown(seat)} has a sheet, and the order carries no cell")
        carried = [self.next_cell(seat, cell)] if cell else []
        fit(order, dict, "the order")
        made = digest("bugyo/1/order", seat, b"" if event.seals else CANONICAL(order))
        if by == "seat":
            self.orders, self.answered = [*([] if self.answered else self.orders), (made, carried)], False

    def asked(self, event: Event) -> None:
        need(not self.question, "the question before it is still open")
        self.question, due = event.entry["question"], self.index + (self.level > 0)
        need(self.question["index"] == due, f"question {self.question['index']} is asked where {due} is due")

    def contributed(self, event: Event) -> None:
        party, index, cell = (event.entry[key] for key in ("party", "index", "cell"))
        need(party == "witness" and self.level > 2, f"{shown(party)} cannot contribute to {index}")
        is_due = self.question.get("index") == index == self.index + 1 and index not in self.witnessed
        need(is_due, f"question {index} was not asked, or the witness has contributed to it before")
        self.witnessed[index] = self.question
        self.contributions[index] = [self.next_cell(party, cell)]

    def next_cell(self, party: str, cell: Any) -> bytes:
        """The next cell of a party, if it is this one; of the referee that of the question."""
        self.used[party] = self.index if party == "referee" else self.used[party] + 1
        nth, cells = self.used[party], self.committed.get(party, [])
        fit(cell, HEX32, "the cell")
        need(nth <= len(cells), f"{shown(party)} uses cell {nth}, and has committed {len(cells)}")
        sheet, place, commitment = cells[nth - 1]
        made = digest("bugyo/1/cell", self.name, party, sheet, place, bytes.fromhex(cell)).hex()
        need(made == commitment, f"this is not cell {nth} of {shown(party)}, which is due")
        return bytes.fromhex(cell)

    def thrown(self, event: Event) -> None:
        entry, q, proved, closed = event.entry, event.entry["question"], self.level > 0, False
        self.index, self.answered, self.question = self.index + proved, True, {}
        need(q["index"] == self.index, f"question {q['index']} is answered where {self.index} is due")
        need(not (proved and entry["real"]), "real dice do not belong in a game of this level")
        need(not proved or self.seats == {*self.phrases}, "a seat has not joined before this throw")
        is_witnessed = self.level < 3 or self.witnessed.get(self.index) == q
        need(is_witnessed, f"the witness has not contributed to question {self.index} as it was asked")
        for key in ("faces", "cell") if proved else ("faces",):
            seals = [seal for seal in event.seals if seal[0].split("/")[0] == key]
            is_due = [(path, seal["to"]) for path, seal, _ in seals] == ([(key, [])] if q["secret"] else [])
            need(is_due, f"the {key} must be {'sealed from' if q['secret'] else 'open to'} everybody")
            closed = closed or not all(is_open for _, _, is_open in seals)
        need(proved or entry["cell"] == "", "a cell is opened at level 0")
        self.said["still sealed"] += closed
        if not closed:
            fit(entry["faces"], [NUMBER], "the faces")
            (self.faces_follow if proved else self.faces_fit)(q, entry["faces"], entry["cell"])

    def rewound(self, event: Event) -> None:
        to, behind = event.entry["to"], self.events[: event.entry["to"]][-1:]
        is_end = [(e.entry["type"], e.entry.get("more")) for e in behind] == [("fact", 0)]
        need(is_end and to < len(self.events), f"no unit ends at event {to}, to which play goes back")
        need(not self.question, "a question is open")
        self.orders, self.answered = [], False
        self.void |= set(range(to + 1, event.position)) if event.entry["anew"] else set()

    def thrown_again(self, event: Event) -> None:
        of, stands, self.answered = event.entry["of"], standing(self.events), True
        throws = [
            e for e in self.events if e.entry["type"].startswith("thrown") and e.entry.get("of", of) == of
        ]
        used = [e for e in throws if e.position in stands and "of" in e.entry]
        first = [e.entry for e in throws if e.position == of and of not in stands | self.void]
        need(first and not used, f"event {of} is no throw that was left and may answer again")
        need(first[0]["question"] == event.entry["question"], f"event {of} has answered another question")

    def forked(self, event: Event) -> None:
        behind, to = self.events[-1].entry, event.entry["at"]
        is_end = (behind["type"], behind.get("more"), to) == ("fact", 0, event.position - 1)
        need(is_end, f"no unit ends at event {to}, where the what-if leaves its game")
        need(not self.question, "a question is open")
        self.level, self.index, self.committed = 0, 0, {}
        self.void |= set(range(1, event.position))

    def faces_fit(self, q: dict[str, Any], faces: list[int], _cell: str) -> None:
        limits = [q["sides"] - place * q["draw"] for place in range(q["count"])]
        fits = len(faces) == len(limits) and all(1 <= f <= n for f, n in zip(faces, limits, strict=True))
        need(fits, f"the faces {shown(faces)} cannot answer the question")

    def faces_follow(self, q: dict[str, Any], faces: list[int], cell: Any) -> None:
        raw, orders = self.next_cell("referee", cell), sorted(self.orders)
        given = [cell for _, carried in orders for cell in carried] + self.contributions.get(self.index, [])
        asked = question_of(self.name, self.phrases, q, [made for made, _ in orders])
        made = faces_of(mac(raw, "bugyo/1/key", asked, *given), q["count"], q["sides"], q["draw"])
        need(faces == made, f"the faces are {shown(faces)}, and the cell gives {shown(made)}")
        self.said["checked"] += 1
