"""The ledger: roots, phrases, the orders that raise a question, and the cells that parties open. It makes
throws provable; at level 0 it stays empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries import entries
from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.levels import REFEREE_SHEET, TWO_SHEETS, WITNESS, WITNESSED, committers
from domain.game.entries.people import Delegated, DelegationEnded, SeatLeft, SeatTaken
from domain.game.state import dice
from domain.game.state.dice import Dice
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.order_digests import order_digest
from domain.game.state.scopes import Scopes
from domain.kit import cells
from domain.kit.chance import UNBOUND, Binding, Bound, Question, SheetShown, Thrown
from domain.kit.framing import framed
from domain.kit.roots import CELLS, GAME, Root, named

NO_CELLS = ""
"""The root of a seat that goes on without cells of its own."""


class Given(Struct, frozen=True, gc=False):
    """A cell that a seat has opened, hexadecimal, and what it is bound to: the place of an order, 0 for none,
    and its digest; b"" where nothing was played with it."""

    cell: str
    place: int
    order: bytes


class LaneLedger(Struct, frozen=True, gc=False):
    """The protocol's side of a game. `fork` is how it came to be a what-if, None in a game; `absent` are the
    parties that have to join before play goes on: seats without a phrase, a witness without a root;
    `renewed`, that they join anew while play stands still.

    `roots` are those in force, by party, `generations` how many each has committed, `committers` the seats
    that may. `questions` counts those of each lane, `shown` has the newest sheet of each. `places` counts,
    where seats may have cells, the orders of each on the line of the newest event, and goes back with it.
    `dice` are real ones, where the game has agreed to them.
    """

    game: str
    level: int = 0
    fork: entries.WhatIf | None = None
    seats: tuple[str, ...] = ()
    phrases: Mapping[str, str] = {}
    absent: tuple[str, ...] = ()
    renewed: bool = False
    roots: Mapping[str, Root] = {}
    generations: Mapping[str, int] = {}
    may_commit: tuple[str, ...] = ()
    questions: Mapping[str, int] = {}
    shown: Mapping[str, tuple[str, ...]] = {}
    given: Mapping[str, tuple[Given, ...]] = {}
    contributed: entries.Contributed | None = None
    places: Mapping[str, int] = {}
    dice: Dice = Dice()

    # ---- what is awaited

    def committers(self) -> tuple[str, ...]:
        """The parties that may have cells of their own beside the referee."""
        return committers(self.level, self.seats)

    def has_cells(self, party: str) -> bool:
        """Whether a party has to open a cell of its own."""
        return party in self.roots

    def left(self, party: str) -> int:
        """How many cells of a seat are not used yet; 0 for other parties, whose lanes are used unevenly."""
        root = self.roots.get(party)
        return root.sheets * CELLS - len(self.given.get(party, ())) if root and party in self.seats else 0

    def next_number(self, party: str) -> int:
        """The number of the next cell of a seat, from 1."""
        return len(self.given.get(party, ())) + 1

    def next_place(self, seat: str) -> int:
        """The place of the next order of a seat."""
        return self.places.get(seat, 0) + 1

    def known(self, seat: str, cell: str) -> Given | None:
        """What a cell that a seat has opened before is bound to; None for one that is new."""
        return next((one for one in self.given.get(seat, ()) if one.cell == cell), None)

    def awaits_witness(self, question: Question) -> bool:
        """Whether a question cannot be answered before the witness opens its cell for it."""
        known = self.contributed
        is_there = known is not None and (known.lane, known.index) == (question.lane, question.index)
        return self.level >= WITNESSED and not is_there and not self.dice.thrower

    def place(self, party: str, question: Question) -> tuple[int, int] | None:
        """The sheet and the place in it, both from 1, of the cell of the referee or of the witness for a
        question; None where none is left."""
        root = self.roots.get(party)
        return root.place(question.lane, question.index) if root else None

    # ---- what binds a question

    def binding(
        self, order: entries.Ordered[Any] | None, scopes: Scopes, on_record: int, *, is_new: bool
    ) -> Binding:
        """What ties the questions of a unit: `order` is its order, None for a step of the game, which belongs
        to the topmost of the `scopes`; `on_record` says how many it has answered."""
        if not self.level:
            return UNBOUND
        lane = order.seat if order else scopes[-1].lane
        orders = (order,) if order else tuple(scopes[-1].orders.values())
        witnessed = self.contributed

        def bound(index: int) -> Bound:
            """Worked out only when a question is asked: most units ask none."""
            known = sorted((order_digest(entry), entry.cell) for entry in orders)
            inputs = framed("bugyo/2/inputs", *(made for made, _cell in known))
            opened = [cell for _made, cell in known if cell]
            if witnessed and (witnessed.lane, witnessed.index) == (lane, index):
                opened.append(witnessed.cell)
            return Bound(inputs, tuple(map(bytes.fromhex, opened)))

        return Binding(self.next_index(lane, on_record), bound, lane)

    def next_index(self, lane: str, on_record: int = 0) -> int:
        """The index of a unit's first question, of which so many are on record; 0 without proof."""
        return self.questions.get(lane, 0) - on_record + 1 if self.level else 0

    def phrases_digest(self) -> bytes:
        return cells.phrases_digest(self.phrases, 2)


Ledger = LaneLedger | FirstLedger


def after(ledger: Ledger, entry: entries.Entry) -> Ledger:
    """The ledger after an entry, which tells what protocol is followed from there on; checks nothing. What a
    rewind gives back is for whoever folds it."""
    if isinstance(ledger, FirstLedger):
        if not isinstance(entry, entries.RootCommitted):
            return ledger.fold(entry)
        ledger = LaneLedger(ledger.game, ledger.level, ledger.fork, ledger.seats, renewed=True)
        ledger = replace(ledger, may_commit=ledger.committers())
    change = _FOLDS.get(type(entry))
    return ledger if change is None else change(ledger, entry)


def _with_dice(ledger: LaneLedger, entry: entries.Entry) -> LaneLedger:
    known = dice.fold(ledger.dice, entry)
    return ledger if known is ledger.dice else replace(ledger, dice=known)


def places_of(ledger: Ledger) -> Mapping[str, int]:
    """What goes back with a line of play; nothing in protocol 1."""
    return ledger.places if isinstance(ledger, LaneLedger) else {}


# ---- folding


def _ordered(ledger: LaneLedger, entry: entries.Ordered[Any]) -> LaneLedger:
    if ledger.dice.agreed:
        ledger = _with_dice(ledger, entry)
    if ledger.level < TWO_SHEETS:
        return ledger
    seat, place = entry.seat, ledger.next_place(entry.seat)
    if entry.cell and ledger.known(seat, entry.cell) is None:
        ledger = _opened_cell(ledger, seat, Given(entry.cell, place, order_digest(entry)))
    return ledger if entry.aside else replace(ledger, places={**ledger.places, seat: place})


def _spent(ledger: LaneLedger, entry: entries.Spent) -> LaneLedger:
    return _opened_cell(ledger, entry.seat, Given(entry.cell, entry.place, b""))


def _opened_cell(ledger: LaneLedger, seat: str, given: Given) -> LaneLedger:
    return replace(ledger, given={**ledger.given, seat: (*ledger.given.get(seat, ()), given)})


def _shown(ledger: LaneLedger, entry: SheetShown) -> LaneLedger:
    return replace(ledger, shown={**ledger.shown, entry.lane: entry.cells})


def _thrown(ledger: LaneLedger, entry: Thrown) -> LaneLedger:
    if ledger.dice.agreed:
        ledger = _with_dice(ledger, entry)
    if not ledger.level or entry.real:
        return ledger
    lane = entry.question.lane
    questions = {**ledger.questions, lane: ledger.questions.get(lane, 0) + 1}
    return replace(ledger, questions=questions, contributed=None)


def _opened(ledger: LaneLedger, entry: entries.Opened[Any]) -> Ledger:
    if entry.level and entry.protocol == 1:
        return FirstLedger(ledger.game).fold(entry)
    ledger = _with_dice(ledger, entry)
    seats = tuple(held.seat for held in entry.seats)
    if not entry.level:
        return replace(ledger, seats=seats, fork=entry.imagined)
    opened = replace(ledger, level=entry.level, seats=seats)
    opened = replace(opened, may_commit=opened.committers())
    return _committed(opened, entries.RootCommitted(REFEREE_SHEET, entry.root, entry.sheets))


def _committed(ledger: LaneLedger, entry: entries.RootCommitted) -> LaneLedger:
    party = entry.party
    generation = ledger.generations.get(party, 0) + bool(entry.root)
    is_seats = party in ledger.seats
    lanes = (party,) if is_seats else (*ledger.seats, GAME)
    since = {} if is_seats else ledger.questions
    root = Root(named(party, generation), lanes, entry.sheets, entry.root, since)
    roots = {name: one for name, one in ledger.roots.items() if name != party}
    is_first = party not in ledger.phrases and ledger.generations.get(REFEREE_SHEET, 1) == 1
    changed = replace(
        ledger,
        roots=roots if entry.root == NO_CELLS else {**roots, party: root},
        generations={**ledger.generations, party: generation},
        may_commit=tuple(one for one in ledger.may_commit if one != party or is_first),
        given={**ledger.given, party: ()},
    )
    if party == REFEREE_SHEET:
        changed = replace(changed, phrases={}, shown={}, renewed=ledger.renewed or generation > 1)
    return _waiting(changed)


def _joined(ledger: LaneLedger, entry: entries.Joined) -> LaneLedger:
    may_commit = tuple(one for one in ledger.may_commit if one != entry.seat)
    return _waiting(
        replace(ledger, phrases={**ledger.phrases, entry.seat: entry.phrase}, may_commit=may_commit)
    )


def _waiting(ledger: LaneLedger) -> LaneLedger:
    """Who has still to join."""
    seats = tuple(seat for seat in ledger.seats if seat not in ledger.phrases)
    has_witness = ledger.level < WITNESSED or WITNESS in ledger.roots
    return replace(ledger, absent=seats if has_witness else (*seats, WITNESS))


def _contributed(ledger: LaneLedger, entry: entries.Contributed) -> LaneLedger:
    return replace(ledger, contributed=entry)


def _vacated(ledger: LaneLedger, entry: SeatTaken | SeatLeft) -> LaneLedger:
    """Whoever sat there has taken the cells along."""
    if ledger.level < TWO_SHEETS:
        return ledger
    roots = {party: root for party, root in ledger.roots.items() if party != entry.seat}
    return _welcome(replace(ledger, roots=roots, given={**ledger.given, entry.seat: ()}), entry)


def _welcome(ledger: LaneLedger, entry: SeatTaken | SeatLeft | Delegated | DelegationEnded) -> LaneLedger:
    """Another person may act for the seat, who has no cells."""
    if ledger.level < TWO_SHEETS or entry.seat in ledger.may_commit:
        return ledger
    return replace(ledger, may_commit=(*ledger.may_commit, entry.seat))


def _forked(ledger: LaneLedger, entry: entries.Forked) -> LaneLedger:
    """No cell of the game answers any more."""
    return LaneLedger(ledger.game, fork=entry, seats=ledger.seats, phrases=ledger.phrases)


_FOLDS: dict[type, Callable[[LaneLedger, Any], Ledger]] = {
    entries.Ordered: _ordered,
    entries.Spent: _spent,
    SheetShown: _shown,
    Thrown: _thrown,
    entries.Opened: _opened,
    entries.RootCommitted: _committed,
    entries.Joined: _joined,
    entries.Contributed: _contributed,
    SeatTaken: _vacated,
    SeatLeft: _vacated,
    Delegated: _welcome,
    DelegationEnded: _welcome,
    entries.Forked: _forked,
    **dict.fromkeys((entries.Asked, DiceClaimed, DiceAnswered, DiceLeft), _with_dice),
}
