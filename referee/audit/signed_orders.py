"""Whether what seats have signed holds: each signature by its key, each order among the lines of its text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import SEAT
from domain.kit.conditions import Words
from domain.kit.rules import Rules
from referee.audit.mailed_lines import Said, printable, text_again
from referee.audit.sent_lines import Recorded, fits, is_closed
from referee.proof.order_signatures import CHECKED, block_of, kind_of, shown, why_not

ORDERS = ("ordered", "joined", "order-held", "forfeited")
"""What is done by an order that is signed."""


class Signatures(Struct, frozen=True):
    """`keys` are those that were registered: the seat, the person, the kind and what names the key in a line.
    `checked` hold, `closed` are still sealed, `others` are by keys of `kinds` that are not checked here."""

    keys: tuple[str, ...] = ()
    checked: int = 0
    closed: int = 0
    others: int = 0
    kinds: tuple[str, ...] = ()


def check_signed(events: Iterable[Recorded], rules: Rules, data: Any) -> tuple[Signatures, Finding | None]:
    """The first event that does not hold, and what could be looked at."""
    checked, finding = _Checked(rules, data), None
    for event in events:
        why = checked.look(event)
        if why and finding is None:
            finding = Finding(event.position, why)
    return checked.found(), finding


class _Checked:
    """What is remembered from one event to the next."""

    def __init__(self, rules: Rules, data: Any) -> None:
        self._rules, self._data = rules, data
        self._words: Words | None = None
        self._seats: tuple[str, ...] = ()
        self._holders: dict[str, str] = {}
        self._keys: dict[tuple[str, str], str] = {}
        self._shown: dict[str, None] = {}
        self._texts: set[str] = set()
        self._lines: dict[tuple[str, str], list[Said]] = {}
        self._checked = self._closed = self._others = 0
        self._kinds: dict[str, None] = {}

    def found(self) -> Signatures:
        return Signatures(tuple(self._shown), self._checked, self._closed, self._others, tuple(self._kinds))

    def look(self, event: Recorded) -> str:
        """Why an event does not hold; "" where it does, or where that cannot be told."""
        entry = event.entry
        match entry["type"]:
            case "opened":
                self._holders = {one["seat"]: one["person"] for one in entry["seats"]}
                self._seats = tuple(self._holders)
            case "seat-taken":
                self._holders[entry["seat"]] = entry["person"]
            case "key-registered":
                key = printable(entry["key"])
                self._keys[entry["seat"], entry["person"]] = entry["key"]
                named = f"{entry['seat']} ({printable(entry['person'])}): {kind_of(key)} {shown(key)}"
                self._shown[named] = None
            case "signed":
                return self._signed(event)
            case kind if kind in ORDERS:
                return self._ordered(event)
        return ""

    def _signed(self, event: Recorded) -> str:
        entry, seat = event.entry, event.entry["seat"]
        if is_closed(entry["text"]) or is_closed(entry["signature"]):
            self._closed += 1
            return ""
        key = self._keys.get((seat, event.act.person or self._holders.get(seat, "")), "")
        text = entry["text"]
        if text in self._texts:
            return f"{printable(seat)} has signed this text before: it is not an order anew."
        self._texts.add(text)
        why = self._misfit(event, text)
        if why or kind_of(key) not in CHECKED:
            self._others += not why
            self._kinds[kind_of(key)] = None
            return why
        self._checked += 1
        return why_not(key, text, entry["signature"])

    def _misfit(self, event: Recorded, text: str) -> str:
        """Why a text is not a block of this game and seat; keeps its lines."""
        words = self._words = self._words or self._rules.words(self._data, self._seats)
        seat, digest = event.entry["seat"], event.act.reference.partition(":")[0]
        if block_of(text) != (event.game, seat.lower()):
            return f"What is signed is no block of {event.game} and {printable(seat)}."
        self._lines[seat, digest] = text_again(text, words, self._seats)
        return ""

    def _ordered(self, event: Recorded) -> str:
        """Whether the text that was signed has the order, in a line that has not brought about another."""
        entry, digest = event.entry, event.act.reference.partition(":")[0]
        named, is_own = (entry["seat"], digest), entry.get("by", SEAT) == SEAT
        lines = self._lines.get(named) if is_own else None
        if lines is None or any(map(is_closed, entry.values())):
            return ""
        line = next((said for said in lines if fits(event, said)), None)
        if line is None:
            return f"The text that {printable(named[0])} has signed has no line for it."
        lines.remove(line)
        return ""
