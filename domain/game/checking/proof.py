"""The proof of the throws of a game, checked: roots or sheets, phrases, cells and contributions in their
order, and every throw: its question, its cell, its faces. What only one protocol has is in `lane_proof` and
`first_proof`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.game.checking import dice_proof, first_proof, lane_proof, lot_proof
from domain.game.checking.readjudicate import Finding
from domain.game.entries import entries as e
from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.levels import REFEREE_SHEET, TWO_SHEETS, WITNESS, WITNESSED
from domain.game.entries.people import OrderReleased
from domain.game.state import scopes
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.ledger import LaneLedger, Ledger, after, places_of
from domain.game.state.lines import Spare, unit_ends
from domain.game.state.scopes import START, Scopes
from domain.kit.chance import Question, SheetShown, Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.formats import PROTOCOLS
from domain.kit.roots import GAME, is_digest
from domain.kit.sealed import PUBLIC, Sealed

RESERVED = (REFEREE_SHEET, WITNESS, PUBLIC, GAME)
"""Names that no seat may bear."""

GIVERS = (e.SEAT, e.ONLY_ANSWER, e.STANDING_ORDER, e.DEFAULT_ORDER, e.PROGRAM)
"""Who may have given an order."""

REWINDERS = ("referee", "consent", e.SEAT)
"""Who may let play go back."""

MOST_SIDES = 1 << 32
"""No die has more sides, and no deck more cards."""

MOST_FACES = 10_000
"""No question asks for more."""


def check_throws(
    game: str, entries: Sequence[e.Entry], *, partial: bool = False, heads: Sequence[str] = ()
) -> Finding | None:
    """The first entry that does not hold; None where all do.

    With `partial`, a throw of which cell and faces are still sealed, and therefore empty here, must stand
    where it may, and is not recomputed. `heads` are the digests of the entries, hexadecimal, where they are
    known: a witness names one.
    """
    bench = _Bench(game, partial, heads)
    for position, entry in enumerate(entries, 1):
        if position == 2 and bench.wants_sheet() and not _is_first_sheet(entry):
            return Finding(2, NO_FIRST_SHEET)
        check = _CHECKS.get(type(entry))
        why = bench.unthrown(entry) if bench.asked or bench.shown else ""
        why = why or (check(bench, entry) if check else "")
        if why:
            return Finding(position, why)
        bench.fold(entry)
    # Where all is known, the rules say themselves that an opening cannot stand alone.
    alone = partial and bench.wants_sheet() and len(entries) == 1
    return Finding(2, NO_FIRST_SHEET) if alone else None


def foreseen(game: str, entries: Sequence[e.Entry]) -> tuple[int, ...]:
    """The throws of a game at level 2 or 3 that the referee could foresee as far as the seats go: none of the
    orders that they belong to brought a cell that nobody had seen. Of protocol 1 none is named."""
    bench, found = _Bench(game, partial=True, heads=()), list[int]()
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, Thrown) and not entry.real and bench.is_foreseen():
            found.append(position)
        bench.fold(entry)
    return tuple(found)


NO_FIRST_SHEET = "The sheet of the referee does not follow the opening."


def _is_first_sheet(entry: e.Entry) -> bool:
    return isinstance(entry, e.SheetCommitted) and entry.party == REFEREE_SHEET


class _Bench:
    """What the checks remember from one entry to the next."""

    def __init__(self, game: str, partial: bool, heads: Sequence[str]) -> None:
        self.ledger: Ledger = LaneLedger(game)
        self.partial = partial
        self.heads = heads
        self.asked: Question | None = None
        self.asked_at = 0
        self.witnessed: Question | None = None
        self.order: e.Ordered[Any] | None = None
        self.shown: SheetShown | None = None
        self.entries: list[e.Entry] = []
        self.length = 0
        self.scopes = START
        self.past: list[tuple[int, Scopes, Mapping[str, int]]] = []
        self.spare = Spare()
        self.fresh: set[int] = set()

    def fold(self, entry: e.Entry) -> None:
        self.entries.append(entry)
        self.spare.add(entry)
        self.shown = entry if isinstance(entry, SheetShown) else None
        if isinstance(entry, Fact):
            self._fold_fact(entry)
        else:
            self._fold_aside(entry)
        self.past.append((self.length, self.scopes, places_of(self.ledger)))

    def _fold_fact(self, fact: Fact[Any, Any]) -> None:
        before = self.length
        self.length = (max(before - 1, 0) if fact.done else before) + len(fact.then)
        if self.order and not fact.more:
            if fact.then and not fact.done:
                self.scopes = (*self.scopes, scopes.of_order(self.order, before))
            self.order = None
        if self.length <= self.scopes[-1].base:
            self.scopes = scopes.returned(self.scopes, self.length)

    def _fold_aside(self, entry: e.Entry) -> None:
        if isinstance(entry, e.Ordered) and self._is_fresh(entry):
            self.fresh.add(id(entry))
        self.ledger = after(self.ledger, entry)
        if isinstance(entry, e.Rewound):
            self.length, self.scopes, places = self.past[entry.to - 1]
            self.order = None
            self.ledger = (
                replace(self.ledger, places=places) if isinstance(self.ledger, LaneLedger) else self.ledger
            )
        elif isinstance(entry, e.Ordered):
            self.order, self.scopes = entry, scopes.ordered(self.scopes, entry)
        elif isinstance(entry, e.Asked):
            self.asked, self.asked_at = entry.question, len(self.entries)
        elif isinstance(entry, e.Contributed):
            self.witnessed = self.asked
        elif isinstance(entry, Thrown | ThrownAgain):
            self._fold_throw()

    def _fold_throw(self) -> None:
        self.asked = self.witnessed = None
        if self.order is None:
            self.scopes = scopes.answered(self.scopes)

    def _is_fresh(self, order: e.Ordered[Any]) -> bool:
        """Whether an order brings a cell that nobody has seen; asked before it is folded."""
        if not order.cell or isinstance(self.ledger, FirstLedger):
            return False
        waited = len(self.entries) > 1 and isinstance(self.entries[-2], OrderReleased)
        return not waited and self.ledger.known(order.seat, order.cell) is None

    def is_foreseen(self) -> bool:
        """Whether no order that the next throw belongs to has brought a cell that nobody had seen."""
        if isinstance(self.ledger, FirstLedger) or self.ledger.level < TWO_SHEETS:
            return False
        orders = (self.order,) if self.order else tuple(self.scopes[-1].orders.values())
        return not any(id(order) in self.fresh for order in orders)

    def wants_sheet(self) -> bool:
        """Whether the referee's first sheet is due."""
        return isinstance(self.ledger, FirstLedger) and not self.ledger.sheets

    def unthrown(self, entry: e.Entry) -> str:
        """Why nothing but the throw of a sheet that was shown may follow, or nothing of play while a question
        is open: it would change what that is bound to. "" where it may."""
        if self.asked and isinstance(entry, e.Ordered | Fact):
            return "A question is open, and something else happens in the game."
        is_due = self.shown and not (isinstance(entry, Thrown) and entry.question.lane == self.shown.lane)
        return "A sheet was shown, and no throw by it follows." if is_due else ""

    def due(self, lane: str) -> int:
        """The index of the next question of a lane."""
        ledger = self.ledger
        if isinstance(ledger, FirstLedger):
            return ledger.questions + 1 if ledger.level else 0
        return ledger.next_index(lane)

    def head(self) -> str | None:
        """The digest of the event that asked, where it is known."""
        return self.heads[self.asked_at - 1] if self.heads and self.asked else None


# ---- before play


def _wrong_opening(bench: _Bench, entry: e.Opened[Any]) -> str:
    if bench.entries:
        return "It opens the game a second time."
    names = Counter(held.seat for held in entry.seats)
    for name, times in names.items():
        if name in RESERVED or times > 1:
            return f"“{name}” cannot be the name of a seat, or of two."
    if not 0 <= entry.level <= WITNESSED or entry.protocol not in PROTOCOLS:
        return f"There is no level {entry.level} of proof, or no protocol {entry.protocol}."
    if why := _wrong_guess(bench, entry) or lot_proof.wrong_lot(bench.ledger.game, entry):
        return why
    is_first = entry.protocol == 1 and entry.level
    if is_first and (entry.root or entry.sheets):
        return "Roots belong to protocol 2."
    return "" if is_first else lane_proof.wrong_root_of(entry)


def _wrong_guess(bench: _Bench, entry: e.Opened[Any]) -> str:
    """What is wrong with a what-if that begins with what a seat of another game knows."""
    one = entry.imagined
    if one is None:
        return ""
    if one.game == bench.ledger.game:
        return "A what-if must have another name: it could be taken for the game that it is imagined from."
    is_told = one.at >= 1 and one.seed >= 0 and is_digest(one.head)
    if entry.level or not is_told or one.seat not in (held.seat for held in entry.seats):
        return "It does not say, at level 0, which seat it is imagined for, and after which event."
    return ""


def _wrong_sheet(bench: _Bench, entry: e.SheetCommitted) -> str:
    if isinstance(bench.ledger, FirstLedger):
        return first_proof.wrong_sheet(bench.ledger, entry)
    return "All cells are committed by roots; no sheet can be added."


def _wrong_root(bench: _Bench, entry: e.RootCommitted) -> str:
    ledger = bench.ledger
    if isinstance(ledger, LaneLedger):
        return lane_proof.wrong_root(ledger, entry, bench.asked)
    if entry.party != REFEREE_SHEET or bench.asked or ledger.absent:
        return "The game goes on by protocol 2 only from a root of the referee, while no question is open."
    return lane_proof.wrong_renewal(LaneLedger(ledger.game, ledger.level), entry, None)


def _wrong_sheet_shown(bench: _Bench, entry: SheetShown) -> str:
    if isinstance(bench.ledger, LaneLedger):
        why = lane_proof.wrong_lane(bench.ledger, entry.lane, bench.order, bench.scopes)
        return why or lane_proof.wrong_sheet_shown(bench.ledger, entry)
    return "No root was committed."


def _wrong_joining(bench: _Bench, entry: e.Joined) -> str:
    ledger = bench.ledger
    if not ledger.level:
        return "At level 0 nobody has to join."
    if entry.seat not in ledger.seats or entry.seat in ledger.phrases:
        return f"{entry.seat} has joined before, or nobody sits there."
    return lane_proof.wrong_phrase(entry) if isinstance(ledger, LaneLedger) else ""


# ---- orders and contributions


def _wrong_order(bench: _Bench, entry: e.Ordered[Any]) -> str:
    ledger, seat = bench.ledger, entry.seat
    if seat not in ledger.seats:
        return f"Nobody sits at {seat}."
    if isinstance(entry.order, Sealed) and entry.order.to != (seat,):
        return f"The order is sealed from {seat}, or to others."
    if entry.by not in GIVERS or (entry.cell and entry.by != e.SEAT):
        return f"No order is given by “{entry.by}”, or none with a cell."
    if entry.proof and not entry.cell:
        return "There is a proof, and no cell."
    if isinstance(ledger, FirstLedger):
        is_later = entry.proof or entry.aside
        return "This belongs to protocol 2." if is_later else first_proof.wrong_cell_of(ledger, entry)
    return lane_proof.wrong_cell_of(ledger, entry)


def _wrong_spent(bench: _Bench, entry: e.Spent) -> str:
    if isinstance(bench.ledger, LaneLedger):
        return lane_proof.wrong_spent(bench.ledger, entry)
    return "No cell can be spent."


def _wrong_asking(bench: _Bench, entry: e.Asked) -> str:
    if bench.asked is not None:
        return "Another question is open."
    why = _wrong_question(bench, entry.question)
    ledger = bench.ledger
    if not why and isinstance(ledger, LaneLedger) and ledger.absent:
        return "Somebody has not joined before this question."
    if entry.thrower:
        return why or dice_proof.wrong_thrower(ledger, entry)
    return why or (lane_proof.wrong_asking(ledger, entry.question) if isinstance(ledger, LaneLedger) else "")


def _wrong_question(bench: _Bench, question: Question) -> str:
    """Asked before anything is computed: a count without end would keep the audit busy for ever."""
    least = question.count if question.draw else 1
    if not (1 <= question.count <= MOST_FACES and least <= question.sides <= MOST_SIDES):
        return "No faces can answer its question."
    if isinstance(bench.ledger, LaneLedger) and (
        why := lane_proof.wrong_lane(bench.ledger, question.lane, bench.order, bench.scopes)
    ):
        return why
    if isinstance(bench.ledger, FirstLedger) and question.lane:
        return "Its question has a lane."
    due = bench.due(question.lane)
    if question.index != due:
        return f"It answers question {question.index}; the next question is {due}."
    return ""


def _wrong_contribution(bench: _Bench, entry: e.Contributed) -> str:
    if isinstance(bench.ledger, FirstLedger):
        return first_proof.wrong_contribution(bench.ledger, entry, bench.asked)
    return lane_proof.wrong_contribution(bench.ledger, entry, bench.asked, bench.head())


# ---- going back


def _wrong_rewind(bench: _Bench, entry: e.Rewound) -> str:
    behind = bench.entries[entry.to - 1] if 0 < entry.to < len(bench.entries) else None
    if not isinstance(behind, Fact) or behind.more:
        return f"Play goes back to event {entry.to}, and no unit ends there."
    if not entry.reason.strip():
        return "Play goes back without a reason."
    if bench.asked is not None:
        return "A question is open."
    return "" if entry.by in REWINDERS else f"Nobody is called “{entry.by}” who could let play go back."


def _wrong_fork(bench: _Bench, entry: e.Forked) -> str:
    if entry.at != len(bench.entries):
        return f"It leaves {entry.game} after event {entry.at}, and stands after {len(bench.entries)}."
    if entry.at not in unit_ends(bench.entries) or bench.asked is not None:
        return f"It leaves {entry.game} after event {entry.at}, and no unit ends there."
    return ""


def _wrong_throw_again(bench: _Bench, entry: ThrownAgain) -> str:
    if bench.asked is not None:
        return "A question is open."
    known = bench.spare.get(entry.of)
    if known is None:
        return f"Event {entry.of} is no throw that was left and may answer again."
    if known.question != entry.question:
        return "It answers another question than it did."
    asked = entry.question
    is_of_lane = isinstance(bench.ledger, LaneLedger) and asked.lane
    return lane_proof.wrong_lane(bench.ledger, asked.lane, bench.order, bench.scopes) if is_of_lane else ""  # type: ignore[arg-type]


# ---- throws


def _wrong_throw(bench: _Bench, entry: Thrown) -> str:
    ledger, question = bench.ledger, entry.question
    why = _wrong_question(bench, question) or _wrong_seal(bench, entry)
    if why:
        return why
    if why := dice_proof.wrong_dice(ledger, entry):
        return why
    if ledger.level and not set(ledger.seats) <= ledger.phrases.keys():
        return "A seat has not joined before this throw."
    if bench.asked is not None and bench.asked != question:
        return "Another question is open."
    if entry.real and ledger.level:
        return ""
    if ledger.level >= WITNESSED and bench.witnessed != question:
        return "The witness has not contributed to it as it was asked."
    if not ledger.level:
        return "" if _is_closed(bench, entry) else _impossible_faces(entry)
    if isinstance(ledger, FirstLedger):
        return "" if _is_closed(bench, entry) else first_proof.wrong_faces(ledger, entry)
    why = lane_proof.wrong_showing(ledger, question, bench.shown)
    return why or (
        "" if _is_closed(bench, entry) else lane_proof.wrong_faces(ledger, entry, bench.order, bench.scopes)
    )


def _wrong_of_dice(bench: _Bench, entry: DiceClaimed | DiceAnswered | DiceLeft) -> str:
    return dice_proof.wrong(bench.ledger, entry, bench.entries[-1] if bench.entries else None)


def _is_closed(bench: _Bench, entry: Thrown) -> bool:
    return bench.partial and isinstance(entry.faces, Sealed) and not entry.faces.value


def _wrong_seal(bench: _Bench, entry: Thrown) -> str:
    """Faces and cell of a secret question are sealed from everybody, all others are open to everybody."""
    has_cell = bench.ledger.level and not entry.real
    parts: list[Any] = [entry.faces, entry.cell] if has_cell else [entry.faces]
    if any(
        (part.to if isinstance(part, Sealed) else None) != (() if entry.question.secret else None)
        for part in parts
    ):
        return "A secret draw is open, or an open throw is sealed."
    if has_cell or entry.cell == "":
        return ""
    return "Real dice have no cell." if bench.ledger.level else "At level 0 no throw has a cell."


def _impossible_faces(entry: Thrown) -> str:
    faces = entry.answer()
    return "" if entry.question.fits(faces) else f"{faces} cannot answer its question."


_CHECKS: dict[type, Callable[[_Bench, Any], str]] = {
    e.Opened: _wrong_opening,
    e.RootCommitted: _wrong_root,
    e.SheetCommitted: _wrong_sheet,
    SheetShown: _wrong_sheet_shown,
    e.Spent: _wrong_spent,
    e.Joined: _wrong_joining,
    e.Ordered: _wrong_order,
    e.Asked: _wrong_asking,
    e.Contributed: _wrong_contribution,
    **dict.fromkeys((DiceClaimed, DiceAnswered, DiceLeft), _wrong_of_dice),
    Thrown: _wrong_throw,
    ThrownAgain: _wrong_throw_again,
    e.Rewound: _wrong_rewind,
    e.Forked: _wrong_fork,
}
