"""What makes throws provable: sheets, phrases, the orders that raised a question, and what parties
contribute.

`Ledger` is folded from the entries of a game, beside its state. At level 0 it stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

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


class Ledger:
    """The protocol's side of a game. A holder that changes in place, like `Game`.

    What it holds is replaced, never changed, so that a copy goes its own way.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.level = 0
        self.fork: Forked | None = None
        """How this came to be a what-if; None in a game."""
        self.seats: tuple[str, ...] = ()
        self.phrases: dict[str, str] = {}
        self.commitments: dict[str, list[str]] = {}
        self.sheets: dict[str, list[int]] = {}
        self.questions = 0
        self.opened: dict[str, int] = {}
        self._missing: tuple[str, ...] = ()
        self._raised: tuple[Ordered[object], ...] = ()
        self._answered = False
        self._contributed: dict[int, tuple[bytes, ...]] = {}

    def fold(self, entry: Entry) -> None:
        """Takes one recorded entry in; checks nothing."""
        if isinstance(entry, Ordered):
            self._ordered(entry)
        elif isinstance(entry, Thrown):
            self.questions += 1
            self._answered = True
        elif isinstance(entry, Opened):
            self.level, self.seats = entry.level, tuple(held.seat for held in entry.seats)
            self._missing = self._absent()
        elif isinstance(entry, SheetCommitted):
            party = entry.party
            self.commitments = {**self.commitments, party: [*self.commitments.get(party, ()), *entry.cells]}
            self.sheets = {**self.sheets, party: [*self.sheets.get(party, ()), len(entry.cells)]}
            self._missing = self._absent()
        elif isinstance(entry, Joined):
            self.phrases = {**self.phrases, entry.seat: entry.phrase}
            self._missing = self._absent()
        elif isinstance(entry, Contributed):
            self._open(entry.party)
            given = (*self._contributed.get(entry.index, ()), bytes.fromhex(entry.cell))
            self._contributed = {**self._contributed, entry.index: given}
        elif isinstance(entry, ThrownAgain):
            self._answered = True
        elif isinstance(entry, Rewound):
            self._raised, self._answered = (), False
        elif isinstance(entry, Forked):
            self._leave(entry)

    def _leave(self, entry: Forked) -> None:
        """No sheet of the game answers any more."""
        self.fork, self.level = entry, 0
        self.commitments, self.sheets, self.opened, self._missing = {}, {}, {}, ()

    def _ordered(self, entry: Ordered[object]) -> None:
        if entry.by != SEAT:
            return
        self._raised, self._answered = (*self._unanswered(), entry), False
        if entry.cell:
            self._open(entry.seat)

    def _open(self, party: str) -> None:
        self.opened = {**self.opened, party: self.opened.get(party, 0) + 1}

    # ---- what is awaited before play

    def missing(self) -> tuple[str, ...]:
        """Who has to join before the game can begin: seats without a phrase, a witness without a sheet."""
        return self._missing

    def _absent(self) -> tuple[str, ...]:
        if not self.level:
            return ()
        seats = tuple(seat for seat in self.seats if seat not in self.phrases)
        witness = (WITNESS,) if self.level >= WITNESSED and WITNESS not in self.commitments else ()
        return seats + witness

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
        return self.level >= WITNESSED and index not in self._contributed

    def fits(self, party: str, at: int, cell: str) -> bool:
        """Whether `cell` (hexadecimal) is the one that a party committed to at place `at`, from 0."""
        committed = self.commitments.get(party, [])
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
        raised = (*self._unanswered(), *orders) if orders else self._raised
        contributed = self._contributed

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

    def _unanswered(self) -> tuple[Ordered[object], ...]:
        """The orders since the last throw."""
        return () if self._answered else self._raised

    def phrases_digest(self) -> bytes:
        return cells.phrases_digest(self.phrases)


def _order_bytes(entry: Ordered[object]) -> bytes:
    """An accepted order in canonical form: its seat and what it asks, and nothing of the mail that
    brought it. A sealed one counts by its seat alone, or the faces would tell what it asks.
    """
    asked = b"" if isinstance(entry.order, Sealed) else _JSON.encode(entry.order)
    return framed("bugyo/1/order", entry.seat.encode(), asked)


def is_digest(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal."""
    return _HEX.fullmatch(text) is not None
