"""The ledger: sheets, phrases, the orders that raised a question, and the cells that parties contribute. It
makes throws provable; at level 0 it stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import (
    SEAT,
    Contributed,
    Entry,
    Forked,
    Joined,
    Opened,
    Ordered,
    Rewound,
    SheetCommitted,
)
from domain.kit import cells
from domain.kit.chance import UNBOUND, Binding, Bound, Thrown, ThrownAgain
from domain.kit.framing import framed
from domain.kit.sealed import Sealed

REFEREE_SHEET = "referee"
WITNESS = "witness"

TWO_SHEETS = 2
"""The level from which a seat may commit a sheet of its own."""

WITNESSED = 3
"""The level at which a party that is neither the referee nor the acting seat contributes to every throw."""

_HEX = re.compile(r"[0-9a-f]{64}")

_JSON = msgspec.json.Encoder(order="sorted")


class Ledger(Struct, frozen=True, gc=False):
    """The protocol's side of a game. `fork` is how it came to be a what-if, None in a game; `absent` are the
    parties that have to join, `raised` the orders that bind the next question, unless it is `answered`."""

    game: str
    level: int = 0
    fork: Forked | None = None
    seats: tuple[str, ...] = ()
    phrases: Mapping[str, str] = {}
    commitments: Mapping[str, tuple[str, ...]] = {}
    sheets: Mapping[str, tuple[int, ...]] = {}
    questions: int = 0
    opened: Mapping[str, int] = {}
    absent: tuple[str, ...] = ()
    raised: tuple[Ordered[Any], ...] = ()
    answered: bool = False
    contributed: Mapping[int, tuple[bytes, ...]] = {}

    def fold(self, entry: Entry) -> Ledger:
        """The ledger after an entry; checks nothing."""
        change = _FOLDS.get(type(entry))
        return self if change is None else change(self, entry)

    # ---- what is awaited before play

    def missing(self) -> tuple[str, ...]:
        """Who has to join before the game can begin: seats without a phrase, a witness without a sheet."""
        return self.absent

    def left(self, party: str) -> int:
        """How many cells of a party's sheets are not used yet."""
        used = self.questions if party == REFEREE_SHEET else self.opened.get(party, 0)
        return len(self.commitments.get(party, ())) - used

    def committers(self) -> tuple[str, ...]:
        """The parties that may have a sheet of their own beside the referee."""
        return (self.seats if self.level >= TWO_SHEETS else ()) + (
            (WITNESS,) if self.level >= WITNESSED else ()
        )

    def awaits_witness(self, index: int) -> bool:
        """Whether the question of this index cannot be answered before the witness opens its cell for it."""
        return self.level >= WITNESSED and index not in self.contributed

    def fits(self, party: str, at: int, cell: str) -> bool:
        """Whether `cell` (hexadecimal) is the one that a party committed to at place `at`, from 0."""
        committed = self.commitments.get(party, ())
        if at >= len(committed) or not is_digest(cell):
            return False
        sheet, place = self.place(party, at)
        made = cells.cell_commitment(self.game, party, sheet, place, bytes.fromhex(cell))
        return made.hex() == committed[at]

    def place(self, party: str, at: int) -> tuple[int, int]:
        """The sheet of a party, and the place in it, both from 1, of its cell `at`, from 0."""
        for sheet, size in enumerate(self.sheets.get(party, ()), 1):
            if at < size:
                return sheet, at + 1
            at -= size
        raise IndexError(at)

    # ---- what binds a question

    def binding(self, first: Sequence[Entry], on_record: int) -> Binding:
        """What ties the questions of a unit: `first` is its order, `on_record` how many it has answered."""
        if not self.level:
            return UNBOUND
        orders = [entry for entry in first if isinstance(entry, Ordered) and entry.by == SEAT]
        raised = (*self._unanswered(), *orders) if orders else self.raised
        contributed = self.contributed

        def bound(index: int) -> Bound:
            """Worked out only when a question is asked: most units ask none.

            The orders are sorted before they are hashed, so that the order in which mails were worked can
            steer nothing. An answer that the referee gives because it is the only one raises nothing.
            """
            known = sorted((_order_bytes(entry), bytes.fromhex(entry.cell)) for entry in raised)
            inputs = framed("bugyo/1/inputs", *(digest for digest, _cell in known))
            opened = tuple(cell for _digest, cell in known if cell)
            return Bound(inputs, (*opened, *contributed.get(index, ())))

        return Binding(self.next_index(on_record), bound)

    def next_index(self, on_record: int) -> int:
        """The index of a unit's first question, of which so many are on record; 0 without proof."""
        return self.questions - on_record + 1 if self.level else 0

    def _unanswered(self) -> tuple[Ordered[Any], ...]:
        """The orders since the last throw."""
        return () if self.answered else self.raised

    def phrases_digest(self) -> bytes:
        return cells.phrases_digest(self.phrases)


def _order_bytes(entry: Ordered[Any]) -> bytes:
    """An accepted order in canonical form: its seat and what it asks, and nothing of the mail that
    brought it. A sealed one counts by its seat alone, or the faces would tell what it asks.
    """
    asked = b"" if isinstance(entry.order, Sealed) else _JSON.encode(entry.order)
    return framed("bugyo/1/order", entry.seat.encode(), asked)


def is_digest(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal."""
    return _HEX.fullmatch(text) is not None


# ---- folding


def _ordered(ledger: Ledger, entry: Ordered[Any]) -> Ledger:
    if entry.by != SEAT:
        return ledger
    raised = (*ledger._unanswered(), entry)
    opened = _opened_one(ledger, entry.seat) if entry.cell else ledger.opened
    return replace(ledger, raised=raised, answered=False, opened=opened)


def _opened_one(ledger: Ledger, party: str) -> Mapping[str, int]:
    return {**ledger.opened, party: ledger.opened.get(party, 0) + 1}


def _thrown(ledger: Ledger, entry: Thrown) -> Ledger:
    return replace(ledger, questions=ledger.questions + 1, answered=True)


def _thrown_again(ledger: Ledger, entry: ThrownAgain) -> Ledger:
    return replace(ledger, answered=True)


def _opened(ledger: Ledger, entry: Opened[Any]) -> Ledger:
    return _waiting(replace(ledger, level=entry.level, seats=tuple(held.seat for held in entry.seats)))


def _committed(ledger: Ledger, entry: SheetCommitted) -> Ledger:
    party, cells = entry.party, entry.cells
    commitments = {**ledger.commitments, party: (*ledger.commitments.get(party, ()), *cells)}
    sheets = {**ledger.sheets, party: (*ledger.sheets.get(party, ()), len(cells))}
    return _waiting(replace(ledger, commitments=commitments, sheets=sheets))


def _joined(ledger: Ledger, entry: Joined) -> Ledger:
    return _waiting(replace(ledger, phrases={**ledger.phrases, entry.seat: entry.phrase}))


def _waiting(ledger: Ledger) -> Ledger:
    """Who has still to join."""
    if not ledger.level:
        return replace(ledger, absent=())
    seats = tuple(seat for seat in ledger.seats if seat not in ledger.phrases)
    has_witness = ledger.level < WITNESSED or WITNESS in ledger.commitments
    return replace(ledger, absent=seats if has_witness else (*seats, WITNESS))


def _contributed(ledger: Ledger, entry: Contributed) -> Ledger:
    given = (*ledger.contributed.get(entry.index, ()), bytes.fromhex(entry.cell))
    contributed = {**ledger.contributed, entry.index: given}
    return replace(ledger, opened=_opened_one(ledger, entry.party), contributed=contributed)


def _rewound(ledger: Ledger, entry: Rewound) -> Ledger:
    return replace(ledger, raised=(), answered=False)


def _forked(ledger: Ledger, entry: Forked) -> Ledger:
    """No sheet of the game answers any more."""
    return replace(ledger, fork=entry, level=0, commitments={}, sheets={}, opened={}, absent=())


_FOLDS: dict[type, Callable[[Ledger, Any], Ledger]] = {
    Ordered: _ordered,
    Thrown: _thrown,
    ThrownAgain: _thrown_again,
    Opened: _opened,
    SheetCommitted: _committed,
    Joined: _joined,
    Contributed: _contributed,
    Rewound: _rewound,
    Forked: _forked,
}
