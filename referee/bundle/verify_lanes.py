"""A part of `verify.py`, which it is joined to in a bundle: roots, lanes and the throws of protocol 2
(`[6.2, 6.3]` of format.md). Nothing but Python.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.bundle.verify_entries import HEX32, fit, need, shown
from referee.bundle.verify_record import Event, digest, mac
from referee.bundle.verify_throws import Lines, phrases_of, question_of

CELLS, GAME = 32, "game"  # of a sheet; the lane of what no order asks
DIGEST = (32).to_bytes(8, "big")
NODE = (12).to_bytes(8, "big") + b"bugyo/2/node" + DIGEST


class Root(NamedTuple):
    """What a party has committed to, and how many questions each lane had then."""

    name: str
    root: str
    sheets: int
    lanes: list[str]
    since: dict[str, int]


def node_of(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(NODE + left + DIGEST + right).digest()


def check_path(root: Root, node: bytes, k: int, of_each: int, proof: Sequence[str]) -> None:
    """That a leaf, or a sheet with 1 for `of_each`, stands at place k, from 0, under the root [6.2]."""
    last, steps = len(root.lanes) * root.sheets * of_each - 1, [bytes.fromhex(step) for step in proof]
    need(len(steps) <= last.bit_length(), "the proof is too long")
    steps.reverse()
    while last > 0:
        if k % 2 or k < last:
            need(steps, "the proof is too short")
            node = node_of(steps.pop(), node) if k % 2 else node_of(node, steps.pop())
        k, last = k // 2, last // 2
    need(not steps, "the proof is too long")
    need(node.hex() == root.root, f"it is not under the root of {shown(root.name)} at this place")


class Lanes:
    """What sections 6.2 and 6.3 remember from one event to the next."""

    def __init__(self, lines: Lines) -> None:
        self.lines, lines.places = lines, {}
        self.roots, self.generations = dict[str, Root](), Counter[str]()
        self.indexes, self.used = Counter[str](), Counter[str]()  # questions of lanes, cells of seats
        self.phrases, self.bound = dict[str, str](), b""
        self.known, self.anew = set[str](), set[str]()  # seats that have joined once, or may commit anew
        self.sheets: dict[str, list[str]] = {}  # the newest that was shown of each lane
        self.came: dict[str, dict[str, set[tuple[int, bytes]]]] = {}  # cells of seats: place and digest
        self.asked_at, self.witnessed = "", b""

    # --- roots ---

    def opened(self, event: Event) -> None:
        entry = event.entry
        need(entry["root"] and entry["sheets"], "it has no root of the referee's cells")
        need(entry["opening"] or not entry["key"], "it is not numbered among the openings of its key")
        number, before = entry["opening"], entry["before"]
        need((number > 1) == bool(before), "it names no opening before it, or too many")
        if before:
            told = f"note: it is opening {number} of this key; the one before has the digest {before}."
            self.lines.notes.append(told)
        self.commit("referee", entry)

    def commit(self, party: str, entry: dict[str, Any]) -> None:
        self.generations[party] += 1
        nth, is_seat = self.generations[party], party in self.lines.seats
        name = f"{party}/{nth}" if nth > 1 else party
        lanes = [party] if is_seat else [*self.lines.seats, GAME]
        since = {} if is_seat else dict(self.indexes)
        self.roots[party] = Root(name, entry["root"], entry["sheets"], lanes, since)
        self.used[party], self.came[party] = 0, {}

    def root_committed(self, event: Event) -> None:
        entry, lines, party = event.entry, self.lines, event.entry["party"]
        level = {"referee": 1, "witness": 3, **dict.fromkeys(lines.seats, 2)}.get(party, 4)
        need(lines.level >= level, f"{shown(party)} has no cells in this game")
        need("referee" in self.roots or party == "referee", "it belongs to protocol 2")
        need(bool(entry["root"]) == bool(entry["sheets"]), "it has no root, or no sheets under it")
        says_why = bool(entry["reason"].strip()) if party == "referee" else not entry["reason"]
        need(says_why, "the referee alone has to say why")
        if party in lines.seats:
            self.seat_commits(party, entry)
            return
        need(entry["root"], f"{shown(party)} cannot go without cells")
        first, q = party not in self.roots, lines.question
        is_used = not first and q and not self.has_cell(party, q["lane"])
        if party == "referee":
            need(is_used or not q, "a question is open, and there is a cell for it")
            need(first or not self.absent(), f"{shown(self.absent())} is still awaited")
            self.renew(event)
        else:
            need(is_used or (first and not self.indexes), "the witness has cells, or something was thrown")
        self.commit(party, entry)

    def absent(self) -> str:
        """Who has to join, or the witness before it has a root; "" where nobody is awaited."""
        seats = [seat for seat in self.lines.seats if seat not in self.phrases]
        return next(iter(seats), "witness" if self.lines.level > 2 and "witness" not in self.roots else "")

    def seat_commits(self, seat: str, entry: dict[str, Any]) -> None:
        root, has_one = self.roots.get(seat), seat in self.roots
        if not entry["root"]:
            need(has_one, f"{shown(seat)} has no root to go without")
            del self.roots[seat]
        else:
            is_used = root is not None and self.used[seat] == CELLS * root.sheets
            may = seat not in self.known or is_used or seat in self.anew
            need(may, f"{shown(seat)} has cells left, and nobody new acts for it")
            self.commit(seat, entry)
        self.anew.discard(seat)

    def renew(self, event: Event) -> None:
        """A further root of the referee: all have to join anew."""
        root = self.roots.get("referee")
        if root:
            used = {lane: self.indexes[lane] - root.since.get(lane, 0) for lane in root.lanes}
            left = ", ".join(f"{shown(n)[1:-1]} {root.sheets * CELLS - used[n]}" for n in root.lanes)
            what = f"the referee has committed to new cells; left unused in each lane: {left}"
        else:
            what = "the game goes on by protocol 2; all cells of before are void"
        self.lines.notes.append(f"note: event {event.position}: {what}.")
        self.phrases, self.bound = {}, b""

    def seat_taken(self, event: Event) -> None:
        if event.entry["seat"] in self.lines.seats:  # section 6.7 says what is wrong with others
            self.roots.pop(event.entry["seat"], None)
        self.delegated(event)

    seat_left = seat_taken

    def delegated(self, event: Event) -> None:
        self.anew.add(event.entry["seat"])

    delegation_ended = delegated

    def sheet_committed(self, event: Event) -> None:
        need(False, "it belongs to protocol 1, and this game does not follow it")

    def joined(self, event: Event) -> None:
        seat, phrase = event.entry["seat"], event.entry["phrase"]
        is_due = seat in self.lines.seats and seat not in self.phrases
        need(is_due, f"{shown(seat)} has joined since the newest root, or is no seat here")
        need(unicodedata.is_normalized("NFC", phrase), "the phrase is not in NFC")
        need(len(phrase) >= 12 and phrase.isprintable(), "the phrase is too short, or not printable")
        need(
            "  " not in f" {phrase} " and len(phrase) <= 200, "the phrase is too long, or has blanks too many"
        )
        self.phrases[seat], self.bound = phrase, b""
        self.known.add(seat)
        self.anew.discard(seat)

    # --- cells ---

    def place_of(self, party: str, lane: str, index: int) -> tuple[int, int]:
        """Sheet and place, from 1, of a party's cell for a question; or of a seat's n-th."""
        need(party in self.roots, f"{shown(party)} has no cells")
        root = self.roots[party]
        nth = index - root.since.get(lane, 0) - 1
        need(lane in root.lanes and nth < CELLS * root.sheets, f"{shown(party)} has no cell left for it")
        return nth // CELLS + 1, nth % CELLS + 1

    def has_cell(self, party: str, lane: str) -> bool:
        """Whether there is one for the next question of a lane; a party that has no root has spent none."""
        root = self.roots.get(party)
        return not root or self.indexes[lane] - root.since.get(lane, 0) < CELLS * root.sheets

    def commitment(self, party: str, lane: str, index: int, cell: str) -> tuple[bytes, int]:
        """What was published of a cell, and its place among all of its root, from 0."""
        (sheet, place), root = self.place_of(party, lane, index), self.roots[party]
        made = digest("bugyo/2/cell", self.lines.name, root.name, lane, sheet, place, bytes.fromhex(cell))
        return made, (root.lanes.index(lane) * root.sheets + sheet - 1) * CELLS + place - 1

    def sheet_shown(self, event: Event) -> None:
        lane, sheet, cells = (event.entry[key] for key in ("lane", "sheet", "cells"))
        here = self.lines.lane()
        need(lane == here, f"a sheet of {shown(lane)} is shown where {shown(here)} throws")
        due = self.place_of("referee", lane, self.indexes[lane] + 1)
        need(due == (sheet, 1), f"sheet {sheet} is shown before place {due[1]} of sheet {due[0]}")
        need(len(cells) == CELLS, f"it has {len(cells)} cells")
        nodes, root = [bytes.fromhex(cell) for cell in cells], self.roots["referee"]
        while len(nodes) > 1:
            nodes = [node_of(nodes[at], nodes[at + 1]) for at in range(0, len(nodes), 2)]
        check_path(root, nodes[0], root.lanes.index(lane) * root.sheets + sheet - 1, 1, event.entry["proof"])
        self.sheets[lane], self.lines.due = (
            cells,
            {"thrown": "the throw does not follow for which it is shown"},
        )

    def next_cell(self, entry: dict[str, Any], place: int, made: bytes) -> None:
        """The next cell of a seat, which is bound from now on."""
        seat, cell, nth = entry["seat"], entry["cell"], self.used[entry["seat"]] + 1
        node, k = self.commitment(seat, seat, nth, cell)
        check_path(self.roots[seat], node, k, CELLS, entry["proof"])
        self.used[seat] = nth
        self.came[seat].setdefault(cell, set()).add((place, made))

    def spent(self, event: Event) -> None:
        entry, seat, place = event.entry, event.entry["seat"], event.entry["place"]
        need(seat in self.lines.seats and seat in self.roots, f"{shown(seat)} has no cells")
        due = 0 if entry["why"] == "lost" else self.next_place(seat)
        need(place == due, f"it is at place {place}, where {due} is due")
        sealed = [(seal["to"], is_open) for path, seal, is_open in event.seals if path == "line"]
        need([to for to, _ in sealed] == [[seat]], "its line is sealed whole to its seat")
        line, is_open = entry["line"], sealed[0][1]
        is_text = isinstance(line, str) and (line == "" or entry["why"] != "lost")
        need(is_text or not is_open, "its line is a text, and none where the cell was lost")
        self.next_cell(entry, place, b"")

    def next_place(self, seat: str) -> int:
        return (self.lines.places or {}).get(seat, 0) + 1

    def ordered(self, event: Event) -> None:
        entry, seat, cell = event.entry, event.entry["seat"], event.entry["cell"]
        need(seat in self.lines.seats, f"{shown(seat)} is no seat of this game")
        self.fact(event)
        owes = entry["by"] == "seat" and seat in self.roots
        need(bool(cell) == owes, f"the order of {shown(seat)} needs {'a' if owes else 'no'} cell")
        fit(entry["order"], dict, "the order")
        place = self.next_place(seat)
        if entry["proof"]:
            need(cell, "it has a proof, and no cell")
            self.next_cell(entry, place, self.lines.digest_of(event))
            self.lines.freshen(event)
        elif cell:
            bound = self.came[seat].get(cell, set()) & {(place, self.lines.digest_of(event)), (place, b"")}
            need(bound, "this cell has not come before with this order")

    # --- questions ---

    def is_next(self, q: dict[str, Any]) -> None:
        lane, index, here = q["lane"], q["index"], self.lines.lane()
        need(lane == here, f"it is asked in lane {shown(lane)}, where {shown(here)} is due")
        due = self.indexes[lane] + 1
        need(index == due, f"question {index} of its lane stands where {due} is due")
        joined = self.phrases.keys() == {*self.lines.seats}
        need(joined, "a seat has not joined since the newest root of the referee")

    def asked(self, event: Event) -> None:
        need(not self.lines.question, "the question before it is still open")
        q = event.entry["question"]
        self.is_next(q)
        need(not self.absent(), f"{shown(self.absent())} is still awaited")
        waits = event.entry["thrower"] or self.lines.level > 2 or not self.has_cell("referee", q["lane"])
        need(waits, "it waits for nothing, and is asked")
        self.lines.question, self.asked_at, self.witnessed = q, event.digest, b""

    def contributed(self, event: Event) -> None:
        entry, q = event.entry, self.lines.question
        party, lane, index = (entry[key] for key in ("party", "lane", "index"))
        need(party == "witness" and self.lines.level > 2, f"{shown(party)} cannot contribute")
        need(q and (q["lane"], q["index"]) == (lane, index), f"question {index} of its lane is not open")
        need(not self.witnessed, "the witness has contributed to it before")
        need(not self.lines.dice.waits(), "people throw for it")
        need(entry["head"] == self.asked_at, "its head is not that of the event that has asked")
        may = self.has_cell("referee", lane) and not self.absent()
        need(may, "the referee has no cell for it yet, or somebody has to join")
        node, k = self.commitment(party, lane, index, entry["cell"])
        check_path(self.roots[party], node, k, CELLS, entry["proof"])
        self.witnessed = bytes.fromhex(entry["cell"])

    def thrown(self, event: Event) -> None:
        entry, q, lines, was_shown = event.entry, event.entry["question"], self.lines, bool(self.lines.due)
        lane, lines.due = q["lane"], {}
        self.is_next(q)
        need(lines.question in ({}, q), "it is not thrown as it was asked")
        if entry["real"]:
            need(not (lines.is_closed(event) or was_shown), "real dice have no cell")
            lines.question = {}
            lines.faces_fit(q, entry)
            return
        need(lines.level < 3 or self.witnessed, "the witness has not contributed to it")
        _, place = self.place_of("referee", lane, q["index"])
        need(was_shown == (place == 1), "a sheet is shown before its first cell, and nowhere else")
        is_closed, orders = lines.is_closed(event), lines.raised()
        self.indexes[lane] += 1
        lines.said["thrown"] += 1
        lines.said["foreseen"] += lines.level > 1 and all(one.position not in lines.fresh for one in orders)
        if not is_closed:
            known = [(lines.digest_of(one), bytes.fromhex(one.entry["cell"])) for one in orders]
            self.faces_follow(entry, sorted(known))
        lines.question, self.witnessed = {}, b""

    def faces_follow(self, entry: dict[str, Any], orders: list[tuple[bytes, bytes]]) -> None:
        q, cell, name = entry["question"], entry["cell"], self.lines.name
        fit(cell, HEX32, "the cell")
        node, k = self.commitment("referee", q["lane"], q["index"], cell)
        is_due = node.hex() == self.sheets[q["lane"]][k % CELLS]
        need(is_due, f"this is not the cell of question {q['index']} in lane {shown(q['lane'])}")
        given = [carried for _, carried in orders if carried] + [self.witnessed] * (self.lines.level > 2)
        inputs = digest("bugyo/2/inputs", *(made for made, _ in orders))
        self.bound = self.bound or phrases_of(self.phrases, 2)
        asked = question_of(name, self.bound, q, inputs, 2)
        self.lines.follow(entry, mac(bytes.fromhex(cell), "bugyo/2/key", asked, *given), 2)

    def fact(self, event: Event) -> None:
        """It would change what a question is bound to, after the witness has opened its cell."""
        need(not self.lines.question, "a question is open")

    def rewound(self, event: Event) -> None:
        self.lines.rewound(event)

    def thrown_again(self, event: Event) -> None:
        lane, here = event.entry["question"]["lane"], self.lines.lane()
        self.lines.thrown_again(event)
        need(lane in ("", here), f"it is asked in lane {shown(here)}")
