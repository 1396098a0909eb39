"""The ledger of protocol 1: sheets that are committed one after the other, and the orders since the last
throw. Games that were opened by it are played on by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries import entries
from domain.game.entries.levels import REFEREE_SHEET, WITNESS, WITNESSED, committers
from domain.game.state.dice import Dice
from domain.game.state.order_digests import order_digest
from domain.game.state.scopes import Scopes
from domain.kit import cells
from domain.kit.chance import UNBOUND, Binding, Bound, Question, Thrown, ThrownAgain
from domain.kit.framing import framed
from domain.kit.roots import is_digest


class FirstLedger(Struct, frozen=True, gc=False):
    """The protocol's side of a game. `fork` is how it came to be a what-if, None in a game; `absent` are the
    parties that have to join before play: seats without a phrase, a witness without a sheet; `raised` the
    orders that bind the next question, unless it is `answered`. No game of it has agreed to real `dice`."""

    game: str
    level: int = 0
    fork: entries.Forked | None = None
    seats: tuple[str, ...] = ()
    phrases: Mapping[str, str] = {}
    commitments: Mapping[str, tuple[str, ...]] = {}
    sheets: Mapping[str, tuple[int, ...]] = {}
    questions: int = 0
    opened: Mapping[str, int] = {}
    absent: tuple[str, ...] = ()
    raised: tuple[entries.Ordered[Any], ...] = ()
    answered: bool = False
    contributed: Mapping[int, tuple[bytes, ...]] = {}
    dice: Dice = Dice()

    def fold(self, entry: entries.Entry) -> FirstLedger:
        """The ledger after an entry; checks nothing."""
        change = _FOLDS.get(type(entry))
        return self if change is None else change(self, entry)

    # ---- what is awaited before play

    def left(self, party: str) -> int:
        """How many cells of a party's sheets are not used yet."""
        used = self.questions if party == REFEREE_SHEET else self.opened.get(party, 0)
        return len(self.commitments.get(party, ())) - used

    def committers(self) -> tuple[str, ...]:
        """The parties that may have cells of their own beside the referee."""
        return committers(self.level, self.seats)

    def has_cells(self, party: str) -> bool:
        """Whether a party has to open a cell of its own."""
        return party in self.commitments

    def next_number(self, party: str) -> int:
        """The number of the next cell of a party, from 1."""
        return self.opened.get(party, 0) + 1

    def awaits_witness(self, question: Question) -> bool:
        """Whether a question cannot be answered before the witness opens its cell for it."""
        return self.level >= WITNESSED and question.index not in self.contributed

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

    def binding(
        self, order: entries.Ordered[Any] | None, scopes: Scopes, on_record: int, *, is_new: bool
    ) -> Binding:
        """What ties the questions of a unit: `order` is its order, which `is_new` where it is not folded yet;
        `on_record` says how many it has answered. There were no `scopes`."""
        if not self.level:
            return UNBOUND
        raises = order is not None and is_new and order.by == entries.SEAT
        raised = (*self._unanswered(), order) if raises and order else self.raised
        contributed = self.contributed

        def bound(index: int) -> Bound:
            """Worked out only when a question is asked: most units ask none."""
            inputs, opened = _inputs(raised)
            return Bound(inputs, (*opened, *contributed.get(index, ())))

        return Binding(self.next_index(on_record), bound)

    def next_index(self, on_record: int) -> int:
        """The index of a unit's first question, of which so many are on record; 0 without proof."""
        return self.questions - on_record + 1 if self.level else 0

    def _unanswered(self) -> tuple[entries.Ordered[Any], ...]:
        """The orders since the last throw."""
        return () if self.answered else self.raised

    def phrases_digest(self) -> bytes:
        return cells.phrases_digest(self.phrases)


_Raised = tuple[entries.Ordered[Any], ...]

_newest: list[tuple[_Raised, tuple[bytes, tuple[bytes, ...]]]] = []
"""The inputs of the newest orders: one order may bring several throws."""


def _inputs(raised: _Raised) -> tuple[bytes, tuple[bytes, ...]]:
    """The digest of orders that have raised a throw, and the cells that came with them.

    The orders are sorted before they are hashed, so that the order in which mails were worked can steer
    nothing. An answer that the referee gives because it is the only one raises nothing.
    """
    for orders, inputs in _newest:
        if orders is raised:
            return inputs
    known = sorted((order_digest(entry, 1), bytes.fromhex(entry.cell)) for entry in raised)
    inputs = framed("bugyo/1/inputs", *(digest for digest, _cell in known)), tuple(c for _, c in known if c)
    _newest[:] = [(raised, inputs)]
    return inputs


# ---- folding


def _ordered(ledger: FirstLedger, entry: entries.Ordered[Any]) -> FirstLedger:
    if entry.by != entries.SEAT:
        return ledger
    raised = (*ledger._unanswered(), entry)
    opened = _opened_one(ledger, entry.seat) if entry.cell else ledger.opened
    return replace(ledger, raised=raised, answered=False, opened=opened)


def _opened_one(ledger: FirstLedger, party: str) -> Mapping[str, int]:
    return {**ledger.opened, party: ledger.opened.get(party, 0) + 1}


def _thrown(ledger: FirstLedger, entry: Thrown) -> FirstLedger:
    return replace(ledger, questions=ledger.questions + 1, answered=True)


def _thrown_again(ledger: FirstLedger, entry: ThrownAgain) -> FirstLedger:
    return replace(ledger, answered=True)


def _opened(ledger: FirstLedger, entry: entries.Opened[Any]) -> FirstLedger:
    return _waiting(replace(ledger, level=entry.level, seats=tuple(held.seat for held in entry.seats)))


def _committed(ledger: FirstLedger, entry: entries.SheetCommitted) -> FirstLedger:
    party, cells = entry.party, entry.cells
    commitments = {**ledger.commitments, party: (*ledger.commitments.get(party, ()), *cells)}
    sheets = {**ledger.sheets, party: (*ledger.sheets.get(party, ()), len(cells))}
    return _waiting(replace(ledger, commitments=commitments, sheets=sheets))


def _joined(ledger: FirstLedger, entry: entries.Joined) -> FirstLedger:
    return _waiting(replace(ledger, phrases={**ledger.phrases, entry.seat: entry.phrase}))


def _waiting(ledger: FirstLedger) -> FirstLedger:
    """Who has still to join."""
    if not ledger.level:
        return replace(ledger, absent=())
    seats = tuple(seat for seat in ledger.seats if seat not in ledger.phrases)
    has_witness = ledger.level < WITNESSED or WITNESS in ledger.commitments
    return replace(ledger, absent=seats if has_witness else (*seats, WITNESS))


def _contributed(ledger: FirstLedger, entry: entries.Contributed) -> FirstLedger:
    given = (*ledger.contributed.get(entry.index, ()), bytes.fromhex(entry.cell))
    contributed = {**ledger.contributed, entry.index: given}
    return replace(ledger, opened=_opened_one(ledger, entry.party), contributed=contributed)


def _rewound(ledger: FirstLedger, entry: entries.Rewound) -> FirstLedger:
    return replace(ledger, raised=(), answered=False)


def _forked(ledger: FirstLedger, entry: entries.Forked) -> FirstLedger:
    """No sheet of the game answers any more."""
    return replace(ledger, fork=entry, level=0, commitments={}, sheets={}, opened={}, absent=())


_FOLDS: dict[type, Callable[[FirstLedger, Any], FirstLedger]] = {
    entries.Ordered: _ordered,
    Thrown: _thrown,
    ThrownAgain: _thrown_again,
    entries.Opened: _opened,
    entries.SheetCommitted: _committed,
    entries.Joined: _joined,
    entries.Contributed: _contributed,
    entries.Rewound: _rewound,
    entries.Forked: _forked,
}
