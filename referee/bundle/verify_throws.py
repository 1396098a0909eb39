"""A part of `verify.py`, which it is joined to in a bundle: lines and throws, and the sheets of protocol 1
(`[6.4, 6.6, 11]` of format.md). Nothing but Python.
"""

from __future__ import annotations

import struct
from bisect import bisect, insort
from collections import Counter
from typing import Any, NamedTuple

from referee.bundle.verify_dice import Dice
from referee.bundle.verify_entries import HEX32, LOT, NUMBER, fit, need, shown
from referee.bundle.verify_record import CANONICAL, Event, digest, mac

FIRST_SHEET = "the referee's first sheet does not follow the opening"


def faces_of(key: bytes, q: dict[str, Any], protocol: int) -> list[int]:
    """The faces that the key gives [6.4]."""
    faces: list[int] = []
    block = 0
    while len(faces) < q["count"]:
        for word in struct.unpack(">4Q", mac(key, f"bugyo/{protocol}/words", block)):
            n = q["sides"] - len(faces) * q["draw"]
            if len(faces) < q["count"] and word < (1 << 64) // n * n:
                faces.append(word % n + 1)
        block += 1
    return faces


def check_lot(game: str, entry: dict[str, Any]) -> None:
    """Seats by lot are those that the secret gives to whoever has signed on [6.11]."""
    lot, seats = entry["lot"], [held["seat"] for held in entry["seats"]]
    if lot is None:
        return
    fit(lot, LOT, "lot")
    secret, signed = bytes.fromhex(lot["secret"]), [(one["person"], one["wish"]) for one in lot["signed"]]
    need(digest("bugyo/1/lot-secret", game, secret).hex() == lot["digest"], "the lot has another secret")
    need(len(dict(signed)) == len(signed) == len(seats), "not as many have signed on as there are seats")
    wished = Counter(wish for _, wish in signed)
    found = {wish: person for person, wish in signed if wish in seats and wished[wish] == 1}
    left = [seat for seat in seats if seat not in found]
    key = mac(secret, "bugyo/2/key", digest("bugyo/1/lot", game, *(word for one in signed for word in one)))
    drawing = [person for person, wish in signed if found.get(wish) != person]
    drawn = faces_of(key, {"sides": len(left), "count": len(left), "draw": True}, 2)
    for person, face in zip(drawing, drawn, strict=True):
        found[left.pop(face - 1)] = person
    same = all(found[held["seat"]] == held["person"] for held in entry["seats"])
    need(same, "its seats are not those of the lot")


GUESS = {"game": "[a-z0-9-]+", "at": range(1, 1 << 64), "head": HEX32, "seat": str, "seed": NUMBER}
GUESS |= {"state": object, "real": (bool, False)}


def check_guess(game: str, entry: dict[str, Any]) -> str:
    """A what-if may begin with a position that is imagined from what a seat of another game knows [6.8]. What
    is to be said of it; "" of a game."""
    guess, seats = entry["imagined"], [held["seat"] for held in entry["seats"]]
    if guess is None:
        return ""
    fit(guess, GUESS, "imagined")
    need(guess["game"] != game, f"the what-if has the name of the game that it is imagined from, {game}")
    need(not entry["level"] and guess["seat"] in seats, "it is imagined for no seat of it, or has cells")
    seen = f"what {shown(guess['seat'])} saw of {guess['game']} after event {guess['at']}"
    return f"note: it is no continuation of {guess['game']}: it begins with a position imagined from {seen}."


def phrases_of(words: dict[str, str], protocol: int) -> bytes:
    return digest(f"bugyo/{protocol}/phrases", *(word for pair in sorted(words.items()) for word in pair))


def question_of(game: str, phrases: bytes, q: dict[str, Any], inputs: bytes, protocol: int) -> bytes:
    """The digest of a question, with those of the phrases and of the orders that it is bound to."""
    place = (q["lane"], q["index"])[2 - protocol :]
    asked = (q["rule"], q["purpose"], q["count"], q["sides"], "draw" if q["draw"] else "throw")
    return digest(f"bugyo/{protocol}/question", game, *place, phrases, *asked, inputs)


def standing(events: list[Event]) -> set[int]:
    """The positions on the line that stands after the last of these events [6.6]."""
    found, at = set[int](), len(events)
    while at:
        found.add(at)
        entry = events[at - 1].entry
        at = entry["to"] if entry["type"] == "rewound" and entry["to"] < at else at - 1
    return found


def walked(events: list[Event]) -> list[tuple[int, int]]:
    """Of each event the number that it has when all lines are walked like the branches of a tree, and the
    first number that is behind all that comes after it on any line. 0 stands for what is before event 1."""
    behind = [0, *range(len(events))]
    for at, event in enumerate(events, 1):
        if event.entry["type"] == "rewound" and event.entry["to"] < at:
            behind[at] = event.entry["to"]
    sizes, free = [1] * len(behind), [1] * len(behind)
    for at in range(len(events), 0, -1):
        sizes[behind[at]] += sizes[at]
    found = [(0, sizes[0])]
    for at in range(1, len(behind)):
        first = free[behind[at]]
        free[behind[at]] += sizes[at]
        free[at] = first + 1
        found.append((first, first + sizes[at]))
    return found


class Scope(NamedTuple):
    """To whom a throw of the game belongs [6.3]: orders by their positions. The lowest has none below it."""

    lane: str
    base: int
    below: Any
    orders: dict[str, int]
    answered: bool = False


class Lines:
    """The lines of a game [6.6], the scopes [6.3], and what else both protocols remember of it."""

    def __init__(self, name: str, level: int, seats: list[str], events: list[Event]) -> None:
        self.name, self.level, self.seats = name, level, seats
        self.events: list[Event] = []  # up to the one that is looked at
        self.question: dict[str, Any] = {}  # that was asked, until the throw
        self.said, self.notes = Counter[str](), list[str]()
        self.due = dict[str, str]()  # the type that directly follows, and what is wrong where it does not
        self.walk = walked(events)
        self.void: list[tuple[int, int]] = []  # first and last: what may not answer again
        self.again: dict[int, list[tuple[int, int]]] = {}  # where a throw has answered again
        self.places: dict[str, int] | None = None  # in protocol 2: orders of each seat on this line
        self.agenda, self.scope, self.unit = 0, Scope("game", -1, None, {}), 0  # unit: its order's position
        self.kept: dict[int, tuple[int, Scope, dict[str, int] | None]] = {}
        self.fresh, self.made = set[int](), dict[int, bytes]()  # orders with a fresh cell; their digests
        self.dice: Dice  # real ones, of people

    def add(self, event: Event) -> None:
        """What follows from an event that holds."""
        self.events.append(event)
        kind = event.entry["type"]
        if kind == "fact":
            self.add_fact(event.entry, event.position)
        elif kind == "ordered":
            self.unit = event.position
            if not event.entry["aside"]:
                self.add_order(event.entry["seat"])
        elif kind in ("thrown", "thrown-again") and not self.unit:
            self.scope = self.scope._replace(answered=True)
        elif kind == "rewound":
            self.agenda, self.scope, places = self.kept[event.entry["to"]]
            self.unit = 0
            self.places = None if self.places is None else places or {}

    def add_fact(self, entry: dict[str, Any], position: int) -> None:
        before = self.agenda
        self.agenda = max(before - entry["done"], 0) + len(entry["then"])
        if self.unit and not entry["more"]:
            if entry["then"] and not entry["done"]:
                seat = self.events[self.unit - 1].entry["seat"]
                self.scope = Scope(seat, before, self.scope, {seat: self.unit})
            self.unit = 0
        while self.agenda <= self.scope.base:
            self.scope = self.scope.below
        if not entry["more"]:
            self.kept[position] = self.agenda, self.scope, self.places

    def add_order(self, seat: str) -> None:
        top = self.scope
        orders = {**({} if top.answered else top.orders), seat: self.unit}
        self.scope = top._replace(orders=orders, answered=False)
        if self.places is not None:
            self.places = {**self.places, seat: self.places.get(seat, 0) + 1}

    def lane(self) -> str:
        """In which the next question is asked."""
        return str(self.events[self.unit - 1].entry["seat"]) if self.unit else self.scope.lane

    def raised(self) -> list[Event]:
        """The orders to which the next question belongs."""
        found = [self.unit] if self.unit else self.scope.orders.values()
        return [self.events[position - 1] for position in found]

    def digest_of(self, event: Event) -> bytes:
        """That of an order, of which a sealed one counts by its seat alone."""
        if event.position not in self.made:
            asked = b"" if event.seals else CANONICAL(event.entry["order"])
            self.made[event.position] = digest("bugyo/2/order", event.entry["seat"], asked)
        return self.made[event.position]

    def is_behind(self, at: int, tip: int) -> bool:
        """Whether an event stands on the line that ends with another."""
        return self.walk[at][0] <= self.walk[tip][0] < self.walk[at][1]

    def leave(self, first: int, last: int) -> None:
        """No throw from there to there answers again; `last` is later than all before."""
        while self.void and self.void[-1][1] >= first:
            first = min(first, self.void.pop()[0])
        self.void.append((first, last))

    def rewound(self, event: Event) -> None:
        to, behind = event.entry["to"], self.events[: event.entry["to"]][-1:]
        is_end = [(e.entry["type"], e.entry.get("more")) for e in behind] == [("fact", 0)]
        need(is_end and to < len(self.events), f"no unit ends at event {to}, to which play goes back")
        need(not self.question, "a question is open")
        if event.entry["anew"]:
            self.leave(to + 1, event.position - 1)

    def thrown_again(self, event: Event) -> None:
        of, tip = event.entry["of"], event.position - 1
        need(not self.question, "a question is open")
        first = self.events[of - 1].entry if 0 < of <= tip else {"type": "none"}
        near = self.void[max(bisect(self.void, (of, tip)) - 1, 0) :][:1]
        is_left = first["type"] == "thrown" and not self.is_behind(of, tip)
        may = is_left and not any(begin <= of <= end for begin, end in near)
        known = self.again.setdefault(of, [])  # no two of them on one line
        last = known[max(bisect(known, (self.walk[tip][0], tip)) - 1, 0) :][:1]
        used = any(self.is_behind(position, tip) for _, position in last)
        need(may and not used, f"event {of} is no throw that was left and may answer again")
        need(first["question"] == event.entry["question"], f"event {of} has answered another question")
        insort(known, (self.walk[event.position][0], event.position))

    def forked(self, event: Event) -> None:
        behind, to = self.events[-1].entry, event.entry["at"]
        is_end = (behind["type"], behind.get("more"), to) == ("fact", 0, event.position - 1)
        need(is_end, f"no unit ends at event {to}, where the what-if leaves its game")
        need(not self.question, "a question is open")
        self.level = 0
        self.leave(1, event.position - 1)

    def is_closed(self, event: Event) -> bool:
        """Whether faces and cell of a throw are still sealed, if they are sealed as they have to be."""
        q, closed, is_real = event.entry["question"], False, event.entry["real"]
        may = not (self.level and is_real) or self.dice.must == "thrown"
        need(may, "real dice do not belong in a game of this level")
        has_cell = self.level and not is_real
        for key in ("faces", "cell") if has_cell else ("faces",):
            seals = [seal for seal in event.seals if seal[0].split("/")[0] == key]
            is_due = [(path, seal["to"]) for path, seal, _ in seals] == ([(key, [])] if q["secret"] else [])
            need(is_due, f"the {key} must be {'sealed from' if q['secret'] else 'open to'} everybody")
            closed = closed or not all(is_open for _, _, is_open in seals)
        need(has_cell or event.entry["cell"] == "", "a cell is opened at level 0")
        self.said["still sealed"] += closed
        return closed

    def follow(self, entry: dict[str, Any], key: bytes, protocol: int) -> None:
        fit(entry["faces"], [NUMBER], "the faces")
        faces, made = entry["faces"], faces_of(key, entry["question"], protocol)
        need(faces == made, f"the faces are {shown(faces)}, and the cell gives {shown(made)}")
        self.said["checked"] += 1

    def faces_fit(self, q: dict[str, Any], entry: dict[str, Any]) -> None:
        """What can be said of faces that no cell gives."""
        faces = entry["faces"]
        fit(faces, [NUMBER], "the faces")
        limits = [q["sides"] - place * q["draw"] for place in range(q["count"])]
        fits = len(faces) == len(limits) and all(1 <= f <= n for f, n in zip(faces, limits, strict=True))
        need(fits, f"the faces {shown(faces)} cannot answer the question")

    def freshen(self, event: Event) -> None:
        """An order brings a cell that nobody has seen, unless it was held back [6.3]."""
        if self.events[-1].entry["type"] != "order-released":
            self.fresh.add(event.position)


class Throws:
    """What section 11 remembers from one event to the next; and all that can be checked at level 0."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.committed: dict[str, list[tuple[int, int, str]]] = {}  # party -> sheet, place, commitment
        self.used, self.phrases = Counter[str](), dict[str, str]()
        self.orders: list[tuple[bytes, list[bytes]]] = []  # with their cells
        self.fresh, self.bound = False, list[bytes]()  # whether one has a fresh cell; phrases, inputs, cells
        self.contributions: dict[int, list[bytes]] = {}
        self.witnessed: dict[int, dict[str, Any]] = {}  # what was asked when the witness contributed
        self.index, self.answered = 0, False  # of the last throw; whether one has come since the last order

    def opened(self, event: Event) -> None:
        bare = not event.entry["root"] and not event.entry["sheets"] and event.entry["protocol"] == 1
        need(bare, "at level 0, and in protocol 1, there are no roots")
        if self.lines.level:
            self.lines.due = {"sheet-committed": FIRST_SHEET}

    def sheet_committed(self, event: Event) -> None:
        party, sheet, new = (event.entry[key] for key in ("party", "sheet", "cells"))
        need(not self.lines.due or party == "referee", FIRST_SHEET)
        self.lines.due = {}
        is_party = self.lines.level > 0 and party in {"referee", "witness", *self.lines.seats}
        need(is_party, f"{shown(party)} is no party of this game, or there are no sheets in it")
        cells = self.committed.setdefault(party, [])
        due = cells[-1][0] + 1 if cells else 1
        need(sheet == due and new, f"sheet {sheet} of {shown(party)} is empty, or sheet {due} is due")
        cells += [(sheet, place, cell) for place, cell in enumerate(new, 1)]

    def sheet_shown(self, event: Event) -> None:
        need(False, "it belongs to protocol 2, and this game does not follow it")

    spent = sheet_shown

    def root_committed(self, event: Event) -> None:
        """The game goes on by protocol 2 [11.4]."""
        may = self.lines.level and event.entry["party"] == "referee" and not self.lines.question
        need(may, "it belongs to protocol 2, to which a root of the referee leads while no question is open")
        joined = self.phrases.keys() == {*self.lines.seats}
        need(joined and (self.lines.level < 3 or "witness" in self.committed), "somebody is still awaited")

    def joined(self, event: Event) -> None:
        seat = event.entry["seat"]
        is_due = self.lines.level > 0 and seat in self.lines.seats and seat not in self.phrases
        need(is_due, f"{shown(seat)} has joined, or is no seat here, or nobody joins at level 0")
        self.phrases[seat], self.bound = event.entry["phrase"], []

    def ordered(self, event: Event) -> None:
        seat, cell, order, by = (event.entry[key] for key in ("seat", "cell", "order", "by"))
        need(seat in self.lines.seats, f"{shown(seat)} is no seat of this game")
        self.fact(event)
        need(not event.entry["aside"], "no order is aside in protocol 1")
        need(by == "seat" or not cell, f"the order is given by {shown(by)}, and carries a cell")
        is_due = self.lines.level > 1 and seat in self.committed and by == "seat"
        need(cell or not is_due, f"{shown(seat)} has a sheet, and the order carries no cell")
        carried = [self.next_cell(seat, cell)] if cell else []
        fit(order, dict, "the order")
        made = digest("bugyo/1/order", seat, b"" if event.seals else CANONICAL(order))
        if by == "seat":
            if self.answered:
                self.orders, self.answered, self.fresh = [], False, False
            self.orders.append((made, carried))
            if cell:
                self.lines.freshen(event)
            self.fresh |= event.position in self.lines.fresh
            self.bound = []

    def fact(self, event: Event) -> None:
        need(not self.lines.question, "a question is open")

    def asked(self, event: Event) -> None:
        need(not self.lines.question, "the question before it is still open")
        self.lines.question, due = event.entry["question"], self.index + (self.lines.level > 0)
        index = self.lines.question["index"]
        need(index == due, f"question {index} is asked where {due} is due")
        need(not self.lines.question["lane"], "its question has a lane")

    def contributed(self, event: Event) -> None:
        party, index, cell = (event.entry[key] for key in ("party", "index", "cell"))
        need(party == "witness" and self.lines.level > 2, f"{shown(party)} cannot contribute to {index}")
        is_due = self.lines.question.get("index") == index == self.index + 1 and index not in self.witnessed
        need(is_due, f"question {index} was not asked, or the witness has contributed to it before")
        self.witnessed[index] = self.lines.question
        self.contributions[index] = [self.next_cell(party, cell)]

    def next_cell(self, party: str, cell: Any) -> bytes:
        """The next cell of a party, if it is this one; of the referee that of the question."""
        self.used[party] = self.index if party == "referee" else self.used[party] + 1
        nth, cells = self.used[party], self.committed.get(party, [])
        fit(cell, HEX32, "the cell")
        need(nth <= len(cells), f"{shown(party)} uses cell {nth}, and has committed {len(cells)}")
        sheet, place, commitment = cells[nth - 1]
        made = digest("bugyo/1/cell", self.lines.name, party, sheet, place, bytes.fromhex(cell)).hex()
        need(made == commitment, f"this is not cell {nth} of {shown(party)}, which is due")
        return bytes.fromhex(cell)

    def thrown(self, event: Event) -> None:
        entry, q, lines = event.entry, event.entry["question"], self.lines
        asked, lines.question = lines.question, {}
        self.index, self.answered = self.index + (lines.level > 0), True
        need(q["index"] == self.index, f"question {q['index']} is answered where {self.index} is due")
        need(not q["lane"], "its question has a lane")
        joined = not lines.level or self.phrases.keys() == {*lines.seats}
        need(joined, "a seat has not joined before this throw")
        is_witnessed = lines.level < 3 or self.witnessed.get(self.index) == q
        need(is_witnessed, f"the witness has not contributed to question {self.index} as it was asked")
        need(asked in ({}, q), "it is not thrown as it was asked")
        is_closed = lines.is_closed(event)
        if lines.level:
            self.count(q["index"])
        if not is_closed:
            (self.faces_follow if lines.level else lines.faces_fit)(q, entry)

    def count(self, index: int) -> None:
        """What the report says of the throws, whether or not they are sealed."""
        said, cells = self.lines.said, self.committed.get("referee", [])
        said["thrown"] += 1
        said["foreseen"] += self.lines.level > 1 and not self.fresh
        said["later sheets"] += index <= len(cells) and cells[index - 1][0] > 1

    def rewound(self, event: Event) -> None:
        self.lines.rewound(event)
        self.orders, self.bound, self.answered, self.fresh = [], [], False, False

    def thrown_again(self, event: Event) -> None:
        self.lines.thrown_again(event)
        need(not event.entry["question"]["lane"], "its question has a lane")
        self.answered = True

    def forked(self, event: Event) -> None:
        self.lines.forked(event)

    def faces_follow(self, q: dict[str, Any], entry: dict[str, Any]) -> None:
        raw = self.next_cell("referee", entry["cell"])
        if not self.bound:
            self.orders.sort()
            inputs = digest("bugyo/1/inputs", *(made for made, _ in self.orders))
            self.bound = [phrases_of(self.phrases, 1), inputs]
            self.bound += [cell for _, carried in self.orders for cell in carried]
        phrases, inputs, *given = self.bound
        asked = question_of(self.lines.name, phrases, q, inputs, 1)
        given += self.contributions.get(self.index, [])
        self.lines.follow(entry, mac(raw, "bugyo/1/key", asked, *given), 1)
