"""One game being played: the only way in.

`Game` decides and folds like the rules that it wraps. What it answers is what has to be recorded; what
it holds is rebuilt from the record by `fold` alone. It is a holder that changes in place; the state in
it never does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from msgspec import Struct

from domain.game.entries import (
    ONLY_ANSWER,
    STANDING_ORDER,
    Asked,
    Contributed,
    Entry,
    Joined,
    Looked,
    Opened,
    Ordered,
    SheetCommitted,
)
from domain.game.ledger import REFEREE_SHEET, WITNESS, Ledger, is_digest
from domain.game.orders import Cell, Commit, Join
from domain.kit import facts
from domain.kit.chance import Answer, Chance, NotYet, Question, Source, Thrown, thrown
from domain.kit.errors import BrokenRecord, Fault, IllegalMove, StaleOrder
from domain.kit.facts import Fact, State
from domain.kit.rules import Facts, Rules
from domain.kit.sealed import Sealed

LONGEST_RUN = 100_000
"""Entries that one order may bring about; more is a loop in the rules, never a game."""

Decision = Callable[[Chance], Facts]


class Game:
    """A game folded from its entries. After a fault the object is not to be used again: load another."""

    __slots__ = (
        "_answers",
        "asked",
        "data",
        "id",
        "ledger",
        "more",
        "opened",
        "pending",
        "position",
        "rules",
        "state",
    )

    def __init__(self, game_id: str, rules: Rules) -> None:
        self.id = game_id
        self.rules = rules
        self.opened: Opened[Any] | None = None
        self.data: Any = None
        self.ledger = Ledger(game_id)
        self.state: State[Any, Any] = State(None)
        self.position = 0
        self.more = 0
        self.pending: Ordered[Any] | None = None
        self.asked: Question | None = None
        self._answers: tuple[Thrown, ...] = ()

    def __copy__(self) -> Game:
        """A game that is folded further on its own: the state is a value, the ledger is not."""
        made = type(self).__new__(type(self))
        for name in Game.__slots__:
            setattr(made, name, getattr(self, name))
        made.ledger = copy(self.ledger)
        return made

    # ---- the record

    def begin(self, data: Any) -> None:
        """Puts the empty board in place; `data` is the data set that the opening names."""
        opened = self._opening()
        self.data = data
        seats = tuple(held.seat for held in opened.seats)
        self.state = State(self.rules.begin(opened.options, data, seats))

    def fold(self, entry: Entry) -> None:
        """Takes one recorded entry in. Runs no rule, refuses nothing, asks nothing of chance."""
        self.position += 1
        if not isinstance(entry, Fact):
            self.ledger.fold(entry)
        if isinstance(entry, Fact):
            self.state = facts.fold(self.rules.evolve, self.state, entry)
            self.more = entry.more
            if self.pending is not None or self._answers:
                self.pending, self._answers = None, ()
        elif isinstance(entry, Ordered):
            self.pending = entry
        elif isinstance(entry, Thrown):
            self._answers, self.asked = (*self._answers, entry), None
        elif isinstance(entry, Asked):
            self.asked = entry.question
        elif isinstance(entry, Contributed):
            self.asked = None
        elif isinstance(entry, Opened):
            self.opened = entry

    # ---- what stands

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(held.seat for held in self._opening().seats)

    @property
    def turn(self) -> str:
        return self.rules.turn(self.state.board)

    @property
    def winners(self) -> tuple[str, ...]:
        return self.rules.winners(self.state.board)

    def awaited(self) -> tuple[str, ...]:
        """The parties that must speak now: whoever has not joined, then seats; nobody while an order is
        locked.
        """
        if self.ledger.missing():
            return self.ledger.missing()
        return () if self.asked or self.pending else self.rules.awaited(self.state)

    def expected(self) -> tuple[type[Struct], ...]:
        """The types of the orders that answer what is asked now."""
        return (Join,) if self.ledger.missing() else self.rules.expected(self.state)

    def offers(self, seat: str) -> tuple[Struct, ...] | None:
        """Every order of a seat that is legal now, or None where they cannot be enumerated."""
        return None if self.ledger.missing() else self.rules.offers(self.state, seat)

    def examples(self, seat: str) -> tuple[Struct, ...]:
        """Some orders of a seat that are legal now."""
        return () if self.ledger.missing() else self.rules.examples(self.state, seat)

    def is_private(self) -> bool:
        """Whether the offers of the open prompt come from what others may not know."""
        return not self.ledger.missing() and self.rules.private(self.state)

    def is_over(self) -> bool:
        return self.position > 0 and not self.state.agenda and not self.ledger.missing()

    # ---- orders

    def open(
        self, opened: Opened[Any], data: Any, source: Source, sheets: Sequence[SheetCommitted] = ()
    ) -> tuple[Entry, ...]:
        """The first entries of a game: its opening and the sheets that are committed.

        Where nobody has to join, also the set-up and all that follows unasked.
        """
        made: list[Entry] = []
        self._take(made, opened, *sheets)
        if opened.level and REFEREE_SHEET not in self.ledger.commitments:
            raise BrokenRecord(self.id, 2, "The referee has committed to no sheet.")
        self.begin(data)
        return (*made, *self._start(source))

    def join(self, seat: str, phrase: str, source: Source) -> tuple[Entry, ...]:
        """A seat answers the invitation with words of its own; the last one begins the game.

        Raises `IllegalMove` or `StaleOrder`.
        """
        if seat not in self.seats:
            raise self._nobody(seat)
        if seat not in self.ledger.missing():
            raise StaleOrder(f"{seat} has joined already.", "A phrase cannot be changed.")
        if not phrase.strip():
            raise IllegalMove("join", "The phrase is empty.", "Any words of your own will do.")
        made: list[Entry] = []
        self._take(made, Joined(seat, phrase.strip()))
        return (*made, *self._start(source))

    def commit(self, sheet: SheetCommitted, source: Source) -> tuple[Entry, ...]:
        """A party publishes a further sheet, or the witness its first one."""
        made: list[Entry] = []
        waited = bool(self.ledger.missing())
        self._take(made, sheet)
        return (*made, *(self._start(source) if waited else ()))

    def _sheet_of(self, party: str, order: Commit) -> SheetCommitted:
        """The sheet that a party publishes. Raises `IllegalMove`."""
        if party not in self.ledger.committers():
            raise IllegalMove(
                "protocol/sheet",
                f"At level {self.ledger.level}, {party} has no sheet of its own.",
                "Your joining phrase is all that the throws need of you.",
            )
        cells = tuple(order.cells.split())
        if not all(map(is_digest, cells)):
            raise IllegalMove(
                "protocol/sheet", "A commitment is 64 hexadecimal digits.", "Blanks stand between."
            )
        if not set(cells).isdisjoint(self.ledger.commitments.get(party, ())):
            raise StaleOrder("This sheet was committed before.", "It counts; nothing is to be done.")
        return SheetCommitted(party, len(self.ledger.sheets.get(party, ())) + 1, cells)

    def _start(self, source: Source) -> tuple[Entry, ...]:
        """The set-up and what follows unasked, once everybody has joined."""
        made: list[Entry] = []
        if not self.ledger.missing():
            self._take(made, *self.rules.setup(self.state.board))
            made += self.settle(source)
        return tuple(made)

    def post(self, seat: str, order: Struct, source: Source, cell: str = "") -> tuple[Entry, ...]:
        """A seat's order, and all that follows from it. Refusals change nothing.

        `cell` is the next cell of the seat's own sheet. Raises `StaleOrder` or `IllegalMove`, with what
        would do.
        """
        self._whole()
        if isinstance(order, Join):
            return self.join(seat, order.phrase, source)
        if isinstance(order, Commit):
            return self.commit(self._sheet_of(seat, order), source)
        if isinstance(order, Cell):
            return self.contribute(seat, order.cell, source)
        self._authority(seat, order)
        self._check_cell(seat, cell)
        ordered = Ordered(seat, self._sealed(seat, order), cell=cell)
        made = self._run(lambda chance: self.rules.decide(self.state, seat, order, chance), source, ordered)
        return (*made, *self.settle(source))

    def contribute(self, party: str, cell: str, source: Source) -> tuple[Entry, ...]:
        """The witness opens its next cell for the question that is open, and all that follows.

        Raises `StaleOrder` or `IllegalMove`.
        """
        self._whole()
        if party != WITNESS:
            raise IllegalMove(
                "protocol/sheet", f"{party} is not the witness.", "A seat's cell goes with its order."
            )
        if self.asked is None:
            raise StaleOrder("No throw is awaited.")
        self._check_cell(party, cell)
        made: list[Entry] = []
        self._take(made, Contributed(party, self.asked.index, cell))
        return (*made, *self.settle(source))

    def enter(self, faces: Sequence[int], source: Source) -> tuple[Entry, ...]:
        """Faces that were thrown with real dice, by agreement, for the question that is open.

        Raises `StaleOrder` or `IllegalMove`.
        """
        self._whole()
        if self.asked is None:
            raise StaleOrder("No throw is awaited.")
        if self.ledger.level:
            raise IllegalMove(
                "protocol/throw",
                "The throws of this game follow from sheets; no dice can be entered.",
                "The throw waits for the cell of the witness.",
            )
        limits = self.asked.limits()
        if len(faces) != len(limits) or not all(1 <= f <= top for f, top in zip(faces, limits, strict=True)):
            raise _misfit(self.asked, faces)
        made: list[Entry] = []
        self._take(made, thrown(self.asked, Answer(tuple(faces)), real=True))
        return (*made, *self.settle(source))

    def look(self, looked: Looked) -> tuple[Entry, ...]:
        """A person looks at what no seat's mail would show."""
        made: list[Entry] = []
        self._take(made, looked)
        return tuple(made)

    def _check_cell(self, party: str, cell: str) -> None:
        """A party with a sheet opens exactly its next cell; one without has none to open."""
        ledger = self.ledger
        if not ledger.commitments.get(party):
            if cell or party == WITNESS:
                raise IllegalMove("protocol/sheet", f"{party} has committed no sheet.", "Send no cell.")
            return
        at = ledger.opened.get(party, 0)
        if at >= len(ledger.commitments[party]):
            raise IllegalMove("protocol/sheet", f"{party} has no cell left.", "Commit a further sheet.")
        if not ledger.fits(party, at, cell):
            way_out = f"Send the line “cell …” that your sheet has for cell {at + 1}."
            raise IllegalMove("protocol/sheet", self._wrong_cell(party, at, cell), way_out)

    def _wrong_cell(self, party: str, at: int, cell: str) -> str:
        """What is wrong with a cell that is not the one at place `at`, from 0."""
        if not cell:
            return f"{party} has a sheet, and no cell came with this order."
        used = next((n for n in range(at) if self.ledger.fits(party, n, cell)), None)
        if used is not None:
            return f"This is cell {used + 1} of the sheet of {party}, and it was used before."
        return f"This is not cell {at + 1} of the sheet of {party}."

    def settle(self, source: Source) -> tuple[Entry, ...]:
        """What the sequence of play does unasked, until a seat must speak, chance must, or nobody."""
        self._whole()
        made: list[Entry] = []
        while self.asked is None:
            step = self._next_step(source)
            if not step:
                return tuple(made)
            made += step
            if len(made) > LONGEST_RUN:
                raise Fault(
                    f"{self.title} goes on for ever after position {self.position - len(made)} of {self.id}."
                )
        return tuple(made)

    def only_answer(self) -> Ordered[Any] | None:
        """The answer to a prompt that has exactly one, where that tells nobody's secret."""
        if self.rules.private(self.state):
            return None
        for seat in self.rules.awaited(self.state):
            offers = self.rules.offers(self.state, seat)
            if offers is not None and len(offers) == 1:
                return Ordered(seat, self._sealed(seat, offers[0]), ONLY_ANSWER)
        return None

    def standing_answer(self) -> Ordered[Any] | None:
        """What a seat's standing orders answer to the open prompt."""
        fired = self.rules.fires(self.state)
        return Ordered(fired[0], self._sealed(*fired), STANDING_ORDER) if fired else None

    def _sealed(self, seat: str, order: Struct) -> Struct:
        """The order as it is recorded: under seal where only its seat may know it."""
        rules = self.rules
        if not isinstance(order, rules.sealed) or rules.played_openly(self.state.board, order):
            return order
        return Sealed((seat,), order)

    # ---- how

    def _next_step(self, source: Source) -> tuple[Entry, ...]:
        rules, locked = self.rules, self.pending
        if locked is not None:
            return self._run(
                lambda chance: rules.decide(self.state, locked.seat, locked.plain(), chance), source
            )
        step = self._run(lambda chance: rules.advance(self.state, chance), source)
        if step:
            return step
        known = self.only_answer() or self.standing_answer()
        if known is None:
            return ()
        given = known.plain()
        return self._run(lambda chance: rules.decide(self.state, known.seat, given, chance), source, known)

    def _run(self, decision: Decision, source: Source, *first: Entry) -> tuple[Entry, ...]:
        """One unit: its order, the answers that chance gave, and its facts or the question that is open."""
        chance = Chance(source, self._answers, self.ledger.binding(first, len(self._answers)))
        tail: tuple[Entry, ...]
        try:
            tail = decision(chance)
        except NotYet as wait:
            tail = (Asked(wait.question),)
        except IllegalMove as refusal:
            if chance.fresh or not first:
                raise Fault(f"Refused after a throw or after it was accepted: {refusal}") from refusal
            raise
        else:
            if chance.unused():
                raise BrokenRecord(
                    self.id, self.position, "A throw on record was not asked for by the rules."
                )
        made: list[Entry] = []
        if tail:
            self._take(made, *first, *chance.fresh, *tail)
        return tuple(made)

    def _take(self, made: list[Entry], *entries: Entry) -> None:
        for entry in entries:
            self.fold(entry)
            made.append(entry)

    def _whole(self) -> None:
        """The record does not stop inside a unit."""
        if self.more:
            raise BrokenRecord(self.id, self.position + 1, f"{self.more} facts of the last unit are missing.")

    def _authority(self, seat: str, order: Struct) -> None:
        """The seat plays here, is awaited, and its order answers the prompt that is open."""
        if seat not in self.seats:
            raise self._nobody(seat)
        if self.ledger.missing():
            raise StaleOrder(
                "The game has not begun.", f"It waits for {_list(self.ledger.missing())} to join."
            )
        if self.is_over():
            raise StaleOrder("The game is over.", "Its record can be replayed and audited.")
        if self.pending or self.asked:
            raise StaleOrder(
                "An order is locked and its throw is awaited.", "Write again when the throw is there."
            )
        if type(order) in self.rules.always():
            return
        awaited = self.rules.awaited(self.state)
        if seat not in (*awaited, *self.rules.welcome(self.state)):
            raise StaleOrder(f"It is not the turn of {seat}.", f"The game waits for {_list(awaited)}.")
        expected = self.rules.expected(self.state)
        if type(order) not in expected:
            raise StaleOrder(
                f"{_word(type(order)).capitalize()} does not answer what is asked now.",
                f"Asked for: {_list([_word(kind) for kind in self._possible(seat)])}.",
            )

    def _possible(self, seat: str) -> list[type[Struct]]:
        """The types of order that the seat could give; others are only there to be refused with a reason."""
        offered = {type(offer) for offer in self.rules.offers(self.state, seat) or ()}
        return [kind for kind in self.rules.expected(self.state) if not offered or kind in offered]

    def _nobody(self, seat: str) -> IllegalMove:
        return IllegalMove(
            "seat", f"Nobody sits at {seat} in this game.", f"The seats are {_list(self.seats)}."
        )

    def _opening(self) -> Opened[Any]:
        if self.opened is None:
            raise BrokenRecord(self.id, 1, "The record does not begin with an opening.")
        return self.opened


def _misfit(question: Question, faces: Sequence[int]) -> IllegalMove:
    """Faces that cannot answer a question."""
    limits, given = question.limits(), ", ".join(map(str, faces)) or "Nothing"
    each = f"of at most {', '.join(map(str, limits))}" if question.draw else f"of 1 to {question.sides}"
    what = ("place" if question.draw else "face") + ("s" if len(limits) > 1 else "")
    return IllegalMove(
        question.rule, f"{given} cannot answer {question.purpose}.", f"Enter {len(limits)} {what} {each}."
    )


def _word(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def _list(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
