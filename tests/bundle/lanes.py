"""A maker of small games of protocol 2, written from docs/format.md alone: it shares no code with a verifier.

Trees and proofs are made as RFC 9162 defines them, by halves. `Laned` collects entries like `Maker`; a `head`
of None becomes that of the event that has asked, so that whoever alters a game can sign it again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tests.bundle.maker import Maker, Secret, canonical, h, mac

SEATS = ("date", "hojo")
PHRASES = {"date": "one-eyed dragon “独眼竜”", "hojo": "the heron waits é"}
RENEWED = {"date": "a second phrase of date", "hojo": "a second phrase of hojo"}
GAME = "game"

Entry = dict[str, Any]


def cell_of(party: str, lane: str, sheet: int, place: int) -> bytes:
    return hashlib.sha256(f"cell {party} {lane} {sheet} {place}".encode()).digest()


def halves(leaves: tuple[bytes, ...]) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    left = 1
    while 2 * left < len(leaves):
        left *= 2
    return leaves[:left], leaves[left:]


@cache
def root_of(leaves: tuple[bytes, ...]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    left, right = halves(leaves)
    return h("bugyo/2/node", root_of(left), root_of(right))


def path_of(m: int, leaves: tuple[bytes, ...]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    left, right = halves(leaves)
    if m < len(left):
        return [*path_of(m, left), root_of(right)]
    return [*path_of(m - len(left), right), root_of(left)]


@cache
def commitments(game: str, name: str, lanes: tuple[str, ...], sheets: int) -> tuple[bytes, ...]:
    places = [(lane, sheet, n) for lane in lanes for sheet in range(1, sheets + 1) for n in range(1, 33)]
    return tuple(h("bugyo/2/cell", game, name, *place, cell_of(name, *place)) for place in places)


@dataclass(frozen=True)
class Scope:
    """To whom a throw of the game belongs: of each seat the digest of its order, and its cell [6.3]."""

    lane: str
    base: int
    orders: tuple[tuple[str, bytes, bytes], ...] = ()
    answered: bool = False

    def ordered(self, order: tuple[str, bytes, bytes]) -> Scope:
        others = () if self.answered else tuple(one for one in self.orders if one[0] != order[0])
        return replace(self, orders=(*others, order), answered=False)


@dataclass
class Committed:
    """A root that a party has committed to, its cells, and how many questions each lane had."""

    game: str
    name: str
    lanes: tuple[str, ...]
    sheets: int
    since: dict[str, int]

    def leaves(self) -> tuple[bytes, ...]:
        return commitments(self.game, self.name, self.lanes, self.sheets)

    def root(self) -> str:
        return root_of(self.leaves()).hex()

    def cell(self, lane: str, nth: int) -> bytes:
        nth -= self.since.get(lane, 0)
        return cell_of(self.name, lane, (nth - 1) // 32 + 1, (nth - 1) % 32 + 1)

    def proof(self, lane: str, nth: int) -> list[str]:
        first = self.lanes.index(lane) * self.sheets * 32
        return [step.hex() for step in path_of(first + nth - self.since.get(lane, 0) - 1, self.leaves())]

    def shown(self, lane: str, sheet: int) -> Entry:
        leaves, k = self.leaves(), self.lanes.index(lane) * self.sheets + sheet - 1
        nodes = tuple(root_of(leaves[at : at + 32]) for at in range(0, len(leaves), 32))
        cells, proof = ([node.hex() for node in part] for part in (leaves[32 * k :][:32], path_of(k, nodes)))
        return {"type": "sheet-shown", "lane": lane, "sheet": sheet, "cells": cells, "proof": proof}


def answer(cell: bytes, asked: bytes, given: list[bytes], question: Entry) -> list[int]:
    """The faces [6.4]."""
    key, faces = mac(cell, "bugyo/2/key", asked, *given), list[int]()
    stream = b"".join(mac(key, "bugyo/2/words", block) for block in range(16))
    for start in range(0, len(stream), 8):
        n = question["sides"] - (len(faces) if question.get("draw") else 0)
        word = int.from_bytes(stream[start : start + 8], "big")
        if len(faces) < question.get("count", 1) and word < 2**64 - 2**64 % n:
            faces.append(word % n + 1)
    return faces


class Laned(Maker):
    """A game of protocol 2; with `protocol` 1 one that may go on by it."""

    def __init__(self, level: int = 1, viewer: str = "public", sheets: int = 2, protocol: int = 2) -> None:
        super().__init__(level if protocol == 1 else 0, viewer)
        self.protocol, self.level = protocol, level
        self.roots: dict[str, Committed] = {}
        self.generations: dict[str, int] = {}
        self.indexes: dict[str, int] = {}
        self.words: dict[str, str] = {}
        self.next: dict[str, int] = {}
        self.came: dict[tuple[str, int, bytes], bytes] = {}
        self.scopes: list[Scope] = [Scope(GAME, -1)]
        self.agenda, self.places = list[Any](), dict[str, int]()
        self.unit: tuple[str, bytes, bytes] | None = None
        self.kept: dict[int, Any] = {}
        if protocol == 2:
            self.begin(sheets)

    def begin(self, sheets: int) -> None:
        root = self.commit("referee", sheets)
        more = {"level": self.level, "protocol": 2, "root": root, "sheets": sheets, "opening": 1}
        self.entries[0].update(more)
        for seat in SEATS if self.level > 1 else ():
            self.root(seat, 2)
        for seat in SEATS:
            self.join(seat, PHRASES[seat])
        if self.level > 2:
            self.root("witness", sheets)

    # --- roots and phrases ---

    def commit(self, party: str, sheets: int) -> str:
        nth = self.generations[party] = self.generations.get(party, 0) + 1
        lanes = (party,) if party in SEATS else (*SEATS, GAME)
        since = {} if party in SEATS else dict(self.indexes)
        name = party if nth == 1 else f"{party}/{nth}"
        self.roots[party] = Committed(self.game, name, lanes, sheets, since)
        self.next[party] = 1
        return self.roots[party].root()

    def root(self, party: str, sheets: int, reason: str = "") -> None:
        entry = {"type": "root-committed", "party": party, "root": self.commit(party, sheets)}
        self.entries.append({**entry, "sheets": sheets, "reason": reason})

    def no_root(self, seat: str) -> None:
        self.entries.append({"type": "root-committed", "party": seat})
        del self.roots[seat]

    def join(self, seat: str, phrase: str) -> None:
        self.entries.append({"type": "joined", "seat": seat, "phrase": phrase})
        self.words[seat] = phrase

    def renew(self, sheets: int, reason: str = "The cells are used up.") -> None:
        self.root("referee", sheets, reason)
        for seat in SEATS:
            self.join(seat, RENEWED[seat])

    def go_on(self, sheets: int) -> None:
        """From protocol 1 to 2."""
        self.protocol, self.places = 2, {}
        self.kept = {at: (agenda, scopes, {}) for at, (agenda, scopes, _) in self.kept.items()}
        self.root("referee", sheets, "All want it.")
        for seat in SEATS if self.level > 1 else ():
            self.root(seat, 1)
        for seat in SEATS:
            self.join(seat, RENEWED[seat])
        if self.level > 2:
            self.root("witness", sheets)

    # --- orders ---

    def place(self, seat: str) -> int:
        return self.places.get(seat, 0) + 1

    def order(
        self,
        seat: str,
        order: dict[str, Any],
        sealed_to: list[str] | None = None,
        by: str = "seat",
        aside: bool = False,
    ) -> None:
        made = h("bugyo/2/order", seat, b"" if sealed_to is not None else canonical(order))
        entry: Entry = {"type": "ordered", "seat": seat, "order": order, "by": by, "aside": aside}
        if self.protocol == 1:
            super().order(seat, order, sealed_to)
            entry = self.entries.pop()
        elif sealed_to is not None:
            entry["order"] = Secret(order, sealed_to)
        if self.protocol == 2 and by == "seat" and seat in self.roots:
            self.with_cell(entry, made)
        self.entries.append(entry)
        self.unit = seat, made, bytes.fromhex(entry.get("cell", ""))
        if not aside:
            self.scopes = [*self.scopes[:-1], self.scopes[-1].ordered(self.unit)]
            self.places = {**self.places, seat: self.place(seat)}

    def with_cell(self, entry: Entry, made: bytes) -> None:
        """The cell that has come before with this order; else the next."""
        seat, place = entry["seat"], self.place(entry["seat"])
        cell = self.came.get((seat, place, made)) or self.came.get((seat, place, b""))
        entry["proof"] = [] if cell else self.roots[seat].proof(seat, self.next[seat])
        cell = cell or self.own_cell(seat)
        self.came[seat, place, made] = cell
        entry["cell"] = cell.hex()

    def own_cell(self, seat: str) -> bytes:
        self.next[seat] += 1
        return self.roots[seat].cell(seat, self.next[seat] - 1)

    def spend(self, seat: str, why: str = "refused") -> None:
        place = 0 if why == "lost" else self.place(seat)
        proof, cell = self.roots[seat].proof(seat, self.next[seat]), self.own_cell(seat)
        entry = {"type": "spent", "seat": seat, "cell": cell.hex(), "proof": proof, "place": place}
        line = Secret("" if why == "lost" else "1206 march", [seat])
        self.entries.append({**entry, "why": why, "line": line})
        self.came[seat, place, b""] = cell

    # --- throws ---

    def lane(self) -> str:
        return self.unit[0] if self.unit else self.scopes[-1].lane

    def threw(self) -> None:
        if not self.unit:
            self.scopes = [*self.scopes[:-1], replace(self.scopes[-1], answered=True)]

    def question(self, purpose: str, sides: int, **more: Any) -> Entry:
        words = {"rule": "8.1", "purpose": purpose, "sides": sides, "lane": self.lane()}
        return {**words, "index": self.indexes.get(self.lane(), 0) + 1, **more}

    def ask(self, purpose: str, sides: int, **more: Any) -> Entry:
        question = self.question(purpose, sides, **more)
        self.entries.append({"type": "asked", "question": question})
        return question

    def contribute(self, question: Entry) -> None:
        lane, index, witness = question["lane"], question["index"], self.roots["witness"]
        entry = {"type": "contributed", "party": "witness", "lane": lane, "index": index, "head": None}
        cell, proof = witness.cell(lane, index).hex(), witness.proof(lane, index)
        self.entries.append({**entry, "cell": cell, "proof": proof})

    def throw(self, purpose: str, sides: int, **more: Any) -> None:
        if self.protocol == 1:
            super().throw(purpose, sides, **more)
            self.threw()
        elif self.level > 2:
            question = self.ask(purpose, sides, **more)
            self.contribute(question)
            self.give(question)
        else:
            self.give(self.question(purpose, sides, **more))

    def give(self, question: Entry) -> None:
        """The throw that answers a question, behind its sheet where that is due."""
        lane, index, root = question["lane"], question["index"], self.roots["referee"]
        nth = index - root.since.get(lane, 0)
        if nth % 32 == 1:
            self.entries.append(root.shown(lane, nth // 32 + 1))
        orders = sorted(order[1:] for order in ([self.unit] if self.unit else self.scopes[-1].orders))
        given = [cell for _, cell in orders if cell]
        given += [self.roots["witness"].cell(lane, index)] if self.level > 2 else []
        cell = root.cell(lane, index)
        faces = answer(cell, self.bound(question, [made for made, _ in orders]), given, question)
        secret = question.get("secret", False)
        entry: Entry = {"type": "thrown", "question": question}
        entry["cell"] = Secret(cell.hex()) if secret else cell.hex()
        entry["faces"] = Secret(faces) if secret else faces
        self.entries.append(entry)
        self.indexes[lane] = index
        self.threw()

    def bound(self, question: Entry, orders: list[bytes]) -> bytes:
        words = [word for seat in sorted(self.words) for word in (seat, self.words[seat])]
        return h(
            "bugyo/2/question",
            self.game,
            question["lane"],
            question["index"],
            h("bugyo/2/phrases", *words),
            question["rule"],
            question["purpose"],
            question.get("count", 1),
            question["sides"],
            "draw" if question.get("draw") else "throw",
            h("bugyo/2/inputs", *orders),
        )

    def throw_again(self, of: int) -> None:
        question = dict(self.entries[of - 1]["question"])
        self.entries.append({"type": "thrown-again", "question": question, "of": of})
        self.threw()

    # --- lines ---

    def fact(self, event: Entry, done: bool = False, then: tuple[str, ...] = (), more: int = 0) -> None:
        super().fact(event, done, then)
        self.entries[-1].update({"more": more} if more else {})
        before = len(self.agenda)
        self.agenda = [*then, *(self.agenda[1:] if done else self.agenda)]
        if self.unit and then and not done and not more:
            self.scopes = [*self.scopes, Scope(self.unit[0], before, (self.unit,))]
        self.unit = self.unit if more else None
        while len(self.agenda) <= self.scopes[-1].base:
            self.scopes = self.scopes[:-1]
        self.kept[len(self.entries)] = self.agenda, self.scopes, self.places

    def rewind(self, to: int, anew: bool = False) -> None:
        self.entries.append({"type": "rewound", "to": to, "reason": "A slip.", "anew": anew})
        self.agenda, self.scopes, self.places = self.kept[to]
        self.fresh, self.orders = True, []

    def at(self, kind: str, nth: int = -1) -> int:
        """The position of an entry."""
        return [at for at, entry in enumerate(self.entries, 1) if entry["type"] == kind][nth]

    def is_over(self) -> bool:
        agenda, begun = list[Any](), False
        for at in sorted(self.line()):
            entry = self.entries[at - 1]
            if entry["type"] == "fact":
                begun, agenda = True, entry.get("then", []) + (agenda[1:] if entry.get("done") else agenda)
        return begun and not agenda

    def line(self) -> list[int]:
        found, at = list[int](), len(self.entries)
        while at:
            found.append(at)
            entry = self.entries[at - 1]
            at = entry["to"] if entry["type"] == "rewound" and 0 < entry["to"] < at else at - 1
        return found

    def chained(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        head, asked = h("bugyo/1/game", self.game), ""
        for line in lines:
            entry = line["public"]["entry"]
            if entry.get("head", "") is None:
                entry["head"] = asked
            head = h("bugyo/1/event", head, canonical(line["public"]))
            line["digest"] = head.hex()
            asked = head.hex() if entry["type"] == "asked" else asked
        return lines


def short_game(level: int = 1, viewer: str = "public", over: bool = True) -> Laned:
    """Throws in every lane, open and sealed orders, a rewind, cells that are spent, and another person at a
    seat; with `over` the agenda is empty at the end."""
    game = Laned(level, viewer)
    game.fact({"name": "begun"}, then=("march", "battle"))
    game.throw("weather", 6)
    game.fact({"name": "rain", "cards": Secret(["a", 3], ["date"])})
    game.order("date", {"march": ["1206", "1205"]})
    game.throw("combat 1206", 10, count=3)
    game.fact({"name": "fought"})
    game.order("hojo", {"bid": 20}, sealed_to=["hojo"])
    game.throw("card for hojo", 5, count=2, draw=True, secret=True)
    game.fact({"name": "drawn"})
    game.throw("initiative", 6)
    game.fact({"name": "begins", "seat": "date"})
    went_on(game)
    taken_over(game)
    game.throw("rout", 2**32, count=2)
    game.fact({"name": "marched"}, done=True)
    if over:
        game.fact({"name": "ended"}, done=True)
    return game


def went_on(game: Laned) -> None:
    """Play goes back behind two orders: one comes again, the other's cell is spent, and one throw answers
    again."""
    start, has_cells = game.at("fact"), game.level > 1
    game.order("date", {"rally": "1206"})
    game.throw("rally 1206", 6)
    game.fact({"name": "rallied"})
    left = game.at("thrown")
    game.order("hojo", {"stay": True}, by="standing order", aside=True)
    game.throw("morale", 6)
    game.fact({"name": "stands"})
    game.rewind(start)
    if has_cells:
        game.spend("hojo", "lost")
        game.spend("hojo")
    game.order("date", {"rally": "1206"})
    game.throw_again(left)
    game.fact({"name": "rallied"})
    game.order("hojo", {"march": ["0101"]})
    game.throw("combat 0101", 6)
    game.fact({"name": "fought"})


def taken_over(game: Laned) -> None:
    """Somebody else takes a seat, and the other goes on without cells."""
    taken = {"type": "seat-taken", "seat": "hojo", "person": "p3", "reason": "p2 has left."}
    game.entries.append(taken)
    game.roots.pop("hojo", None)
    game.order("hojo", {"wait": 1})
    game.throw("storm", 6)
    game.fact({"name": "waited"})
    if game.level > 1:
        game.root("hojo", 1)
        game.no_root("date")
    game.order("hojo", {"wait": 2})
    game.order("date", {"wait": 3})
    game.fact({"name": "waited"})


def spent_game(level: int = 1, viewer: str = "public") -> Laned:
    """A lane is used up, and the question that is open waits for new cells and new phrases."""
    game = Laned(level, viewer, sheets=1)
    game.fact({"name": "begun"}, then=("march",))
    for nth in range(32):
        game.throw(f"weather {nth}", 6)
    game.fact({"name": "rain"})
    game.order("date", {"march": "1206"})
    game.throw("combat", 6)
    game.fact({"name": "fought"})
    question = game.ask("sun", 6)
    game.renew(1)
    if level > 2:
        game.root("witness", 1)
        game.contribute(question)
    game.give(question)
    game.order("hojo", {"march": "1206"})
    game.throw("combat", 6)
    game.fact({"name": "fought"}, done=True)
    return game


def scoped_game(level: int = 1, viewer: str = "public") -> Laned:
    """What follows from an order of date is asked in its lane while hojo has still to answer; then the game
    throws with both orders."""
    game = Laned(level, viewer)
    game.fact({"name": "begun"}, then=("plans", "end"))
    game.order("date", {"plan": "march"})
    game.throw("combat", 10**6)
    game.fact({"name": "half done"}, more=1)
    game.throw("combat on", 10**6)
    game.fact({"name": "planned"}, then=("weather", "pursuit"))
    game.throw("weather", 10**6)
    game.fact({"name": "rain"}, done=True)
    game.order("date", {"pursue": "1206"})
    game.fact({"name": "pursues"}, then=("losses",))
    game.throw("losses", 10**6)
    game.fact({"name": "lost"}, done=True)
    game.throw("pursuit", 10**6)
    game.fact({"name": "pursued"}, done=True)
    game.order("hojo", {"plan": "stay"})
    game.fact({"name": "planned"}, done=True)
    game.throw("ending", 10**6)
    game.fact({"name": "ended"}, done=True)
    return game


def moved_game(level: int = 1, viewer: str = "public") -> Laned:
    """A game of protocol 1 goes on by protocol 2; a throw of before answers again."""
    game = Laned(level, viewer, protocol=1)
    game.fact({"name": "begun"}, then=("march",))
    start = game.at("fact")
    game.order("date", {"march": "1206"})
    game.throw("combat", 6)
    left = game.at("thrown")
    game.fact({"name": "fought"})
    game.go_on(2)
    game.throw("weather", 6)
    game.fact({"name": "rain"})
    game.rewind(start)
    game.order("date", {"march": "1206"})
    game.throw_again(left)
    game.throw("combat on", 6)
    game.fact({"name": "fought"}, done=True)
    return game
