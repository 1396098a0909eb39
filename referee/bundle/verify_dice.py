"""A part of `verify.py`, which it is joined to in a bundle: real dice, who throws and who confirms them
(`[6.12]` of format.md). Nothing but Python.
"""

from __future__ import annotations

from typing import Any

from referee.bundle.verify_entries import ENTRIES, NUMBER, POLICY, need, shown
from referee.bundle.verify_people import SCOPES, People

DICE: dict[str, dict[str, Any]] = {
    "dice-claimed": {"seat": str, "faces": [NUMBER]},
    "dice-answered": {"seat": str, "yes": bool},
    "dice-left": {"why": "clock|denied|alone"},
}
POLICY["dice"] = ("cells|real", "cells")
ENTRIES["asked"]["thrower"] = (str, "")
SCOPES |= {"dice-claimed": "orders", "dice-answered": "orders"}
PEOPLE_CHANGE = ("seat-taken", "seat-left", "delegated")
MOST_DENIALS = 2
FOLLOWS = {"thrown": "what was confirmed is not thrown", "dice-left": "the dice are not left, as is due"}


class Dice:
    """What section 6.12 remembers from one event to the next."""

    def __init__(self, people: People, opening: dict[str, Any]) -> None:
        self.people, self.real = people, opening["policy"]["dice"]
        self.agreed = self.real == "real" and (not opening["level"] or opening["protocol"] == 2)
        self.newest, self.must = "", ""  # the seat of the newest order; the type that directly follows
        self.question, self.thrower, self.claim = dict[str, Any](), "", list[int]()
        self.denied, self.left, self.before = 0, False, dict[str, Any]()
        self.told_by = set[str]()  # who has said what the dice show, and for whom

    def waits(self) -> bool:
        """Whether people are awaited, with their dice."""
        return bool(self.thrower) and not (self.left or self.must == "thrown")

    def hands(self, seat: str) -> set[str]:
        """Who holds a seat, and whoever was let act for it."""
        return {self.people.holders.get(seat, ""), *self.people.delegates.get(seat, {})}

    def others(self, seat: str) -> set[str]:
        """The seats of other people than those who throw for a seat."""
        holders, hands = self.people.holders, self.hands(seat)
        return {one for one in self.people.sitting() if holders[one] not in hands}

    def is_alone(self) -> bool:
        """Whether nobody is left who could throw, or confirm."""
        throws = self.claim or self.thrower in self.people.sitting()
        return not (throws and self.others(self.thrower))

    def due(self, q: dict[str, Any]) -> str:
        """Who throws for a question; "" where nobody does."""
        sitting = [seat for seat in self.people.holders if seat in self.people.sitting()]
        seat = self.newest or next(iter(sitting), "")
        may = self.agreed and not (q["draw"] or q["secret"]) and seat in sitting
        return seat if may and self.others(seat) else ""

    def look(self, entry: dict[str, Any]) -> None:
        kind = entry["type"]
        need(self.must in ("", kind), FOLLOWS.get(self.must, ""))
        if kind == "policy-changed":
            need(
                entry["policy"]["dice"] == self.real,
                "what dice are thrown is agreed at the opening, and never changed",
            )
        elif kind == "asked":
            due = self.due(entry["question"])
            need(entry["thrower"] == due, f"{shown(entry['thrower'])} throws, where {shown(due)} is due")
        elif kind == "thrown":
            self.look_thrown(entry)
        elif kind in DICE:
            need(self.waits(), "no throw with real dice is awaited")
            getattr(self, f"look_{kind[5:]}")(entry)

    def look_thrown(self, entry: dict[str, Any]) -> None:
        if self.must == "thrown":
            is_it = entry["real"] and (entry["question"], entry["faces"]) == (self.question, self.claim)
            need(is_it, "other dice are thrown than were confirmed")
            return
        need(not self.waits(), "the dice were not confirmed, and something is thrown")
        need(
            self.question or not self.due(entry["question"]),
            "real dice are due, and nobody was asked to throw",
        )

    def look_claimed(self, entry: dict[str, Any]) -> None:
        seat, q, faces = entry["seat"], self.question, entry["faces"]
        need(seat == self.thrower, f"{shown(self.thrower)} throws, and {shown(seat)} says what dice show")
        need(not self.claim, "the dice have been told before")
        fits = len(faces) == q["count"] and all(1 <= face <= q["sides"] for face in faces)
        need(fits, f"the faces {shown(faces)} cannot answer the question")

    def look_answered(self, entry: dict[str, Any]) -> None:
        need(self.claim, "nothing is to be confirmed")
        may = entry["seat"] in self.others(self.thrower)
        need(may, f"{shown(entry['seat'])} is no other person than who has thrown")

    def look_left(self, entry: dict[str, Any]) -> None:
        before, why = self.before, entry["why"]
        kind = before.get("type")
        is_due = kind == "dice-answered" and self.denied >= MOST_DENIALS
        if why == "clock":
            is_due = kind == "lapsed" and before["prompt"] in ("throw", "confirm")
        elif why == "alone":
            is_due = kind in PEOPLE_CHANGE and self.is_alone()
        need(is_due, "the dice are left, and nothing lies before it that ends them")

    def add(self, entry: dict[str, Any]) -> None:
        """What follows from an event that holds."""
        kind, self.before = entry["type"], entry
        waits, self.must = self.waits(), ""
        if kind == "ordered":
            self.newest = entry["seat"]
        elif kind == "asked":
            self.question, self.thrower, self.left = entry["question"], entry["thrower"], not entry["thrower"]
        elif kind == "dice-claimed":
            self.claim, act = entry["faces"], self.people.act
            self.told_by = {act["person"], act["behalf"]}
        elif kind == "dice-answered":
            self.is_another(entry["seat"])
            self.answered(yes=entry["yes"])
        elif kind == "lapsed" and waits and entry["prompt"] in ("throw", "confirm"):
            self.must = "dice-left"
        elif kind == "dice-left":
            self.left, self.claim = True, []
        elif kind in ("thrown", "forked"):
            self.question, self.thrower, self.claim, self.denied, self.left = {}, "", [], 0, False
            if kind == "forked":
                self.agreed, self.real = False, "cells"

    def is_another(self, seat: str) -> None:
        """Whoever answers for a seat, and who holds it, has not thrown, and does not act for who has."""
        own, person = (self.hands(self.thrower) | self.told_by) - {"", "referee"}, self.people.act["person"]
        may = own.isdisjoint({person, self.people.holders[seat]})
        need(may, f"{shown(person)} answers what his own dice show")

    def answered(self, *, yes: bool) -> None:
        if yes:
            self.must = "thrown"
            return
        self.claim, self.denied = [], self.denied + 1
        self.must = "dice-left" if self.denied >= MOST_DENIALS else ""
