"""The proof of the throws of a game, checked: sheets, phrases, cells and contributions in their order, and
every throw: its question, its cell, its faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    SEAT,
    STANDING_ORDER,
    Asked,
    Contributed,
    Entry,
    Forked,
    Joined,
    Opened,
    Ordered,
    Rewound,
    SheetCommitted,
)
from domain.game.state.ledger import REFEREE_SHEET, TWO_SHEETS, WITNESS, WITNESSED, Ledger, is_digest
from domain.game.state.lines import spare, targets, that_stand, unit_ends
from domain.kit import cells
from domain.kit.chance import Question, Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, Sealed

RESERVED = (REFEREE_SHEET, WITNESS, PUBLIC)
"""Names that no seat may bear."""

GIVERS = (SEAT, ONLY_ANSWER, STANDING_ORDER, DEFAULT_ORDER)
"""Who may have given an order."""

REWINDERS = ("referee", "consent")
"""Who may let play go back."""

MOST_SIDES = 1 << 32
"""No die has more sides, and no deck more cards."""

MOST_FACES = 10_000
"""No question asks for more."""


def check_throws(game: str, entries: Sequence[Entry], *, partial: bool = False) -> Finding | None:
    """The first entry that does not hold; None where all do.

    With `partial`, a throw of which cell and faces are still sealed, and therefore empty here, must stand
    where it may, and is not recomputed.
    """
    bench = _Bench(game, partial)
    for position, entry in enumerate(entries, 1):
        if position == 2 and bench.ledger.level and not _is_first_sheet(entry):
            return Finding(2, NO_FIRST_SHEET)
        check = _CHECKS.get(type(entry))
        why = check(bench, entry) if check else ""
        if why:
            return Finding(position, why)
        bench.fold(entry)
    # Where all is known, the rules say themselves that an opening cannot stand alone.
    alone = partial and bench.ledger.level and len(entries) == 1
    return Finding(2, NO_FIRST_SHEET) if alone else None


NO_FIRST_SHEET = "The sheet of the referee does not follow the opening."


def _is_first_sheet(entry: Entry) -> bool:
    return isinstance(entry, SheetCommitted) and entry.party == REFEREE_SHEET


class _Bench:
    """What the checks remember from one entry to the next."""

    def __init__(self, game: str, partial: bool) -> None:
        self.ledger = Ledger(game)
        self.partial = partial
        self.begun = False
        self.asked: Question | None = None
        self.witnessed: dict[int, Question | None] = {}
        self.entries: list[Entry] = []

    def fold(self, entry: Entry) -> None:
        self.begun = True
        self.entries.append(entry)
        self.ledger = self.ledger.fold(entry)
        if isinstance(entry, Asked):
            self.asked = entry.question
        elif isinstance(entry, Contributed):
            self.witnessed[entry.index] = self.asked
        elif isinstance(entry, Thrown):
            self.asked = None

    def due(self) -> int:
        """The index of the next question."""
        return self.ledger.questions + 1 if self.ledger.level else 0

    def wrong_cell(self, party: str, cell: str) -> str:
        at = self.ledger.opened.get(party, 0)
        fits = self.ledger.fits(party, at, cell)
        return "" if fits else f"This is not cell {at + 1} of the sheet of {party}."


# ---- before play


def _wrong_opening(bench: _Bench, entry: Opened[Any]) -> str:
    if bench.begun:
        return "It opens the game a second time."
    names = Counter(held.seat for held in entry.seats)
    for name, times in names.items():
        if name in RESERVED or times > 1:
            return f"“{name}” cannot be the name of a seat, or of two."
    return "" if 0 <= entry.level <= WITNESSED else f"There is no level {entry.level} of proof."


def _wrong_sheet(bench: _Bench, entry: SheetCommitted) -> str:
    ledger, party = bench.ledger, entry.party
    if not ledger.level:
        return "At level 0 there are no sheets."
    if party not in (REFEREE_SHEET, WITNESS, *ledger.seats):
        return f"{party} is no party of this game."
    number = len(ledger.sheets.get(party, ())) + 1
    if entry.sheet != number or not entry.cells or not all(map(is_digest, entry.cells)):
        return f"This is not sheet {number} of {party}."
    return ""


def _wrong_joining(bench: _Bench, entry: Joined) -> str:
    ledger = bench.ledger
    if not ledger.level:
        return "At level 0 nobody has to join."
    if entry.seat not in ledger.seats or entry.seat in ledger.phrases:
        return f"{entry.seat} has joined before, or nobody sits there."
    return ""


# ---- orders and contributions


def _wrong_order(bench: _Bench, entry: Ordered[Any]) -> str:
    ledger, seat = bench.ledger, entry.seat
    if seat not in ledger.seats:
        return f"Nobody sits at {seat}."
    if isinstance(entry.order, Sealed) and entry.order.to != (seat,):
        return f"The order is sealed from {seat}, or to others."
    if entry.by not in GIVERS or (entry.cell and entry.by != SEAT):
        return f"No order is given by “{entry.by}”, or none with a cell."
    if entry.cell:
        return bench.wrong_cell(seat, entry.cell)
    owes = ledger.level >= TWO_SHEETS and entry.by == SEAT and seat in ledger.commitments
    return f"{seat} has a sheet, and no cell came with the order." if owes else ""


def _wrong_asking(bench: _Bench, entry: Asked) -> str:
    if bench.asked is not None:
        return "Another question is open."
    return _wrong_question(bench, entry.question)


def _wrong_question(bench: _Bench, question: Question) -> str:
    """Asked before anything is computed: a count without end would keep the audit busy for ever."""
    least = question.count if question.draw else 1
    if not (1 <= question.count <= MOST_FACES and least <= question.sides <= MOST_SIDES):
        return "No faces can answer its question."
    if question.index != bench.due():
        return f"It answers question {question.index}; the next question is {bench.due()}."
    return ""


def _wrong_contribution(bench: _Bench, entry: Contributed) -> str:
    if entry.party != WITNESS or bench.ledger.level < WITNESSED:
        return f"{entry.party} has nothing to contribute at level {bench.ledger.level}."
    asked = bench.asked.index if bench.asked else None
    if asked != entry.index or entry.index != bench.due() or entry.index in bench.witnessed:
        return f"Question {entry.index} was not asked, or the witness has contributed to it before."
    return bench.wrong_cell(entry.party, entry.cell)


# ---- going back


def _wrong_rewind(bench: _Bench, entry: Rewound) -> str:
    behind = bench.entries[entry.to - 1] if 0 < entry.to < len(bench.entries) else None
    if not isinstance(behind, Fact) or behind.more:
        return f"Play goes back to event {entry.to}, and no unit ends there."
    if bench.asked is not None:
        return "A question is open."
    return "" if entry.by in REWINDERS else f"Nobody is called “{entry.by}” who could let play go back."


def _wrong_fork(bench: _Bench, entry: Forked) -> str:
    if entry.at != len(bench.entries):
        return f"It leaves {entry.game} after event {entry.at}, and stands after {len(bench.entries)}."
    if entry.at not in unit_ends(bench.entries) or bench.asked is not None:
        return f"It leaves {entry.game} after event {entry.at}, and no unit ends there."
    return ""


def _wrong_throw_again(bench: _Bench, entry: ThrownAgain) -> str:
    left = spare(bench.entries, that_stand(targets(bench.entries)))
    if entry.of not in left:
        return f"Event {entry.of} is no throw that was left and may answer again."
    return "" if left[entry.of].question == entry.question else "It answers another question than it did."


# ---- throws


def _wrong_throw(bench: _Bench, entry: Thrown) -> str:
    ledger, question = bench.ledger, entry.question
    why = _wrong_question(bench, question) or _wrong_seal(bench, entry)
    if why:
        return why
    if ledger.level and entry.real:
        return "Real dice do not belong in a game of this level."
    if ledger.level and not set(ledger.seats) <= ledger.phrases.keys():
        return "A seat has not joined before this throw."
    if ledger.level >= WITNESSED and bench.witnessed.get(question.index) != question:
        return "The witness has not contributed to it as it was asked."
    if bench.partial and isinstance(entry.faces, Sealed) and not entry.faces.value:
        return ""
    return _wrong_faces(ledger, entry) if ledger.level else _impossible_faces(entry)


def _wrong_seal(bench: _Bench, entry: Thrown) -> str:
    """Faces and cell of a secret question are sealed from everybody, all others are open to everybody."""
    parts: list[Any] = [entry.faces, entry.cell] if bench.ledger.level else [entry.faces]
    if any(
        (part.to if isinstance(part, Sealed) else None) != (() if entry.question.secret else None)
        for part in parts
    ):
        return "A secret draw is open, or an open throw is sealed."
    return "" if bench.ledger.level or entry.cell == "" else "At level 0 no throw has a cell."


def _impossible_faces(entry: Thrown) -> str:
    faces = entry.answer()
    return "" if entry.question.fits(faces) else f"{faces} cannot answer its question."


def _wrong_faces(ledger: Ledger, entry: Thrown) -> str:
    question, cell = entry.question, entry.opened_cell()
    if not ledger.fits(REFEREE_SHEET, question.index - 1, cell):
        return f"This is not cell {question.index} of the referee's sheets."
    bound = ledger.binding((), 0).bound(question.index)
    asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, bound.inputs)
    faces = cells.faces(bytes.fromhex(cell), asked, bound.given, question.limits())
    if entry.answer() == faces:
        return ""
    return f"From its cell the faces {faces} follow; {entry.answer()} is on record."


_CHECKS: dict[type, Callable[[_Bench, Any], str]] = {
    Opened: _wrong_opening,
    SheetCommitted: _wrong_sheet,
    Joined: _wrong_joining,
    Ordered: _wrong_order,
    Asked: _wrong_asking,
    Contributed: _wrong_contribution,
    Thrown: _wrong_throw,
    ThrownAgain: _wrong_throw_again,
    Rewound: _wrong_rewind,
    Forked: _wrong_fork,
}
