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

from domain.game.deciding.authority import check_authority, check_open, nobody, over, word
from domain.game.deciding.bars_people import objection
from domain.game.deciding.citing import revised, sealed, shown, turns_after, unfit
from domain.game.deciding.consequences import consequences, given_by_policy, impossible, may_follow_the_end
from domain.game.deciding.contributions import check_cell, misfit, sheet_of
from domain.game.deciding.unit import decided, unasked
from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    STANDING_ORDER,
    Asked,
    Contributed,
    Entry,
    Joined,
    Looked,
    Opened,
    Ordered,
    Rewound,
    SheetCommitted,
)
from domain.game.entries.people import (
    HEADINGS,
    Conduct,
    Deadline,
    DeadlinesSet,
    Forfeited,
    Lapsed,
    OrderHeld,
    OrderReleased,
    PolicyChanged,
)
from domain.game.entries.policy import AT_REVEAL, Policy
from domain.game.entries.protocol_orders import WORDS, Cell, Commit, Join
from domain.game.entries.rulings import Adjudicated, Corrected, Disputed, LookedUnseen, Ruled
from domain.game.state.ledger import REFEREE_SHEET, WITNESS, Ledger
from domain.game.state.lines import check_rewind, spare, standing, targets
from domain.game.state.register import CELL, JOIN, Register
from domain.kit import facts
from domain.kit.chance import Answer, Binding, Question, Recalled, Source, Thrown, ThrownAgain, thrown
from domain.kit.errors import BrokenRecord, Fault, IllegalMove, OrderError, StaleOrder
from domain.kit.facts import Fact, State
from domain.kit.rules import SHARED, Rules
from domain.kit.sealed import Sealed

_THROWS = (Thrown, ThrownAgain)

_SELDOM_HEEDED = (Thrown, Ordered)
"""What the register heeds only while it waits for an order."""


class Game:
    """A game folded from its entries. After a fault the object is not to be used again: load another."""

    __slots__ = (
        "answers",
        "asked",
        "data",
        "id",
        "ledger",
        "more",
        "opened",
        "past",
        "pending",
        "position",
        "register",
        "rules",
        "spare",
        "state",
    )

    def __init__(self, game_id: str, rules: Rules) -> None:
        self.id = game_id
        self.rules = rules
        self.opened: Opened[Any] | None = None
        self.data: Any = None
        self.ledger = Ledger(game_id)
        self.register = Register()
        self.state: State[Any, Any] = State(None)
        self.position = 0
        self.more = 0
        self.pending: Ordered[Any] | None = None
        self.asked: Question | None = None
        self.spare: dict[int, Thrown] = {}
        self.past: Callable[[int], State[Any, Any]] = _not_at_hand
        self.answers: tuple[Recalled, ...] = ()
        """What chance has answered to the order that is locked."""

    def __copy__(self) -> Game:
        """A game that is folded further on its own: the state is a value, ledger and register are not."""
        made = type(self).__new__(type(self))
        for name in Game.__slots__:
            setattr(made, name, getattr(self, name))
        made.ledger, made.register = copy(self.ledger), copy(self.register)
        return made

    # ---- the record

    def begin(self, data: Any) -> None:
        """Puts the empty board in place; `data` is the data set that the opening names."""
        opened = self._opening()
        self.data = data
        seats = tuple(held.seat for held in opened.seats)
        self.state = State(self.rules.begin(opened.options, data, seats))

    def fold(self, entry: Entry) -> None:
        """Takes one recorded entry in. Runs no rule, refuses nothing, asks nothing of chance.

        A rewind needs `past`, which gives the state as of a position.
        """
        if isinstance(entry, Fact):
            self.position += 1
            self.state = facts.fold(self.rules.evolve, self.state, entry)
            self.more = entry.more
            if self.pending is not None or self.answers:
                self.pending, self.answers = None, ()
            if self.register.docket.looks and isinstance(entry.event, self.rules.reveals):
                self.register.docket = self.register.docket.revealed()
            return
        self._fold_beside(entry)
        if isinstance(entry, Ordered):
            self.pending = entry
        elif isinstance(entry, _THROWS):
            self._answered(entry)
        elif isinstance(entry, Asked):
            self.asked = entry.question
        elif isinstance(entry, Contributed):
            self.asked = None
        elif isinstance(entry, Opened):
            self.opened = entry
        elif isinstance(entry, Rewound):
            self.state = self.past(entry.to)

    def _fold_beside(self, entry: Entry) -> None:
        """What an entry changes beside the board, whether it stands or was left."""
        self.position += 1
        if not isinstance(entry, Fact):
            self.ledger.fold(entry)
            if not isinstance(entry, _SELDOM_HEEDED) or self.register.heeds_orders():
                self.register.fold(entry, goes_on=self._is_extra(entry))

    def _answered(self, entry: Thrown | ThrownAgain) -> None:
        known, self.asked = entry, None
        if isinstance(known, ThrownAgain):
            # Who only looks at a game has no spare throws, and needs no faces.
            known = self.spare.get(known.of, Thrown(known.question, ()))
            self.spare = {at: throw for at, throw in self.spare.items() if throw is not known}
        self.answers = (*self.answers, Recalled(known, isinstance(entry, ThrownAgain)))

    def fold_all(self, entries: Sequence[Entry]) -> None:
        """Takes in every entry after the opening, which is folded already. Of lines that were left only what
        they change beside the board counts.
        """
        goals = targets(entries)
        if not any(goals):
            for entry in entries[1:]:
                self.fold(entry)
            return
        stands = standing(goals)
        self.spare = {at: entry for at, entry in enumerate(entries, 1) if isinstance(entry, Thrown)}
        for entry, on_line in zip(entries[1:], stands[1:], strict=True):
            if on_line and not isinstance(entry, Rewound):
                self.fold(entry)
            else:
                self._fold_beside(entry)
        self.spare = spare(entries, stands)

    def _is_extra(self, entry: Entry) -> bool:
        """Whether an order is none of those that were asked for, so that the time for these runs on."""
        return isinstance(entry, Ordered) and type(entry.plain()) in self.rules.always()

    # ---- what stands

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def policy(self) -> Policy:
        return self.register.policy

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple([held.seat for held in self._opening().seats])

    @property
    def turn(self) -> str:
        return self.rules.turn(self.state.board)

    @property
    def label(self) -> str:
        """The turn with the version of its results: "T5", and "T5.v2" once a ruling has made them others."""
        return self.register.docket.label(self.turn)

    @property
    def winners(self) -> tuple[str, ...]:
        return () if self.register.abandoned else self.rules.winners(self.state.board)

    @property
    def is_drawn(self) -> bool:
        """Whether its winners have a draw, and not a victory that they share."""
        return len(self.winners) > 1 and self.rules.ending(self.state.board) != SHARED

    def awaited(self) -> tuple[str, ...]:
        """The parties that must speak now: whoever has not joined, then seats; nobody while an order is
        locked.
        """
        if self.register.abandoned:
            return ()
        if self.ledger.missing():
            return self.ledger.missing()
        return () if self.asked or self.pending else self.rules.awaited(self.state)

    def welcome(self) -> tuple[str, ...]:
        """The seats that may answer what is asked though the game does not wait for them."""
        is_asked = not (self.register.abandoned or self.ledger.missing() or self.asked or self.pending)
        return self.rules.welcome(self.state) if is_asked else ()

    def prompt(self) -> str:
        """The tag of what is asked now; "" where nobody is asked."""
        if self.ledger.missing():
            return JOIN
        if self.asked is not None:
            return CELL if self.ledger.awaits_witness(self.asked.index) else ""
        return word(type(self.state.agenda[0])) if self.state.agenda else ""

    def owing(self) -> tuple[str, ...]:
        """The parties whose time runs: those that are awaited, and the witness for a throw."""
        return (WITNESS,) if self.prompt() == CELL and not self.is_over() else self.awaited()

    def deadline_of(self, seat: str) -> Deadline | None:
        """Until when a seat has time for what is asked; None where it has for ever."""
        return self.register.deadlines.get(seat)

    def held_by(self, seat: str) -> tuple[OrderHeld, ...]:
        """The orders that a seat holds back; what they say, nobody else may know."""
        return self.register.held.get(seat, ())

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
        if self.register.abandoned:
            return True
        return self.position > 0 and not self.state.agenda and not self.ledger.missing()

    # ---- orders

    def open(
        self, opened: Opened[Any], data: Any, source: Source, sheets: Sequence[SheetCommitted] = ()
    ) -> tuple[Entry, ...]:
        """The first entries of a game: its opening and the sheets that are committed.

        Where nobody has to join, also the set-up and all that follows unasked.
        """
        wrong = objection(self.register, opened) or impossible(self.rules, opened.policy or self.policy)
        if wrong:
            raise IllegalMove("game", wrong)
        made = self.take((opened, *sheets))
        if opened.level and REFEREE_SHEET not in self.ledger.commitments:
            raise BrokenRecord(self.id, 2, "The referee has committed to no sheet.")
        self.begin(data)
        return (*made, *self._start(source))

    def join(self, seat: str, phrase: str, source: Source) -> tuple[Entry, ...]:
        """A seat answers the invitation with words of its own; the last one begins the game.

        Raises `IllegalMove` or `StaleOrder`.
        """
        if seat not in self.seats:
            raise nobody(self, seat)
        if seat not in self.ledger.missing():
            raise StaleOrder(f"{seat} has joined already.", "A phrase cannot be changed.")
        if not phrase.strip():
            raise IllegalMove("join", "The phrase is empty.", "Any words of your own will do.")
        return (*self.take((Joined(seat, phrase.strip()),)), *self._start(source))

    def commit(self, sheet: SheetCommitted, source: Source) -> tuple[Entry, ...]:
        """A party publishes a further sheet, or the witness its first one."""
        waited = bool(self.ledger.missing())
        made = self.take((sheet,))
        return (*made, *self._start(source)) if waited else made

    def _start(self, source: Source) -> tuple[Entry, ...]:
        """The set-up and what follows unasked, once everybody has joined."""
        if self.ledger.missing():
            return ()
        return (*self.take(self.rules.setup(self.state.board)), *self.settle(source))

    def post(self, seat: str, order: Struct, source: Source, cell: str = "") -> tuple[Entry, ...]:
        """A seat's order, and all that follows from it. Refusals change nothing.

        `cell` is the next cell of the seat's own sheet. Raises `StaleOrder` or `IllegalMove`, with what
        would do.
        """
        self._playing()
        if isinstance(order, Join):
            return self.join(seat, order.phrase, source)
        if isinstance(order, Commit):
            return self.commit(sheet_of(self.ledger, seat, order), source)
        if isinstance(order, Cell):
            return self.contribute(seat, order.cell, source)
        check_authority(self, seat, order)
        check_cell(self.ledger, seat, cell)
        made = decided(self, Ordered(seat, self._sealed(seat, order), cell=cell), source)
        return (*made, *self.settle(source))

    def contribute(self, party: str, cell: str, source: Source) -> tuple[Entry, ...]:
        """The witness opens its next cell for the question that is open, and all that follows.

        Raises `StaleOrder` or `IllegalMove`.
        """
        self._playing()
        if party != WITNESS:
            raise IllegalMove(
                "protocol/sheet", f"{party} is not the witness.", "A seat's cell goes with its order."
            )
        if self.asked is None:
            raise StaleOrder("No throw is awaited.")
        check_cell(self.ledger, party, cell)
        return (*self.take((Contributed(party, self.asked.index, cell),)), *self.settle(source))

    def enter(self, faces: Sequence[int], source: Source) -> tuple[Entry, ...]:
        """Faces that were thrown with real dice, by agreement, for the question that is open.

        Raises `StaleOrder` or `IllegalMove`.
        """
        self._playing()
        if self.asked is None:
            raise StaleOrder("No throw is awaited.")
        if self.ledger.level:
            raise IllegalMove(
                "protocol/throw",
                "The throws of this game follow from sheets; no dice can be entered.",
                "The throw waits for the cell of the witness.",
            )
        if not self.asked.fits(faces):
            raise misfit(self.asked, faces)
        made = self.take((thrown(self.asked, Answer(tuple(faces)), real=True),))
        return (*made, *self.settle(source))

    def rewind(self, rewound: Rewound, entries: Sequence[Entry], source: Source) -> tuple[Entry, ...]:
        """Play goes back, and what follows unasked. `entries` are all that is on record of the game.

        Raises `StaleOrder` or `IllegalMove`.
        """
        self._whole()
        check_rewind(rewound, entries, is_over=self.is_over(), is_locked=bool(self.pending or self.asked))
        self._may(rewound)
        is_ruled, again = bool(self.register.docket.due), self._begun(entries)
        again.fold_all((*entries, rewound))
        self.spare, self.past = again.spare, lambda _to: again.state
        made = self.take((rewound,))
        self.past = _not_at_hand
        if is_ruled:
            turns = turns_after(self, self._begun(entries), rewound.to, entries)
            made += self.take((revised(self, turns),))
        return (*made, *self.settle(source))

    def _begun(self, entries: Sequence[Entry]) -> Game:
        """The same game as it was after its first entry."""
        again = Game(self.id, self.rules)
        again.fold(entries[0])
        again.begin(self.data)
        return again

    def correct(self, corrected: Corrected[Any], source: Source) -> tuple[Entry, ...]:
        """An effect of the newest ruling, and what follows after the last one. Raises `OrderError`."""
        self._whole()
        check_open(self)
        self._may(corrected)
        follows = self.rules.correct(self.state, corrected.plain())
        made = self.take((sealed(self, corrected), *follows))
        if self.register.docket.due:
            return made
        return (*made, *self.take((revised(self, [self.turn]),)), *self.settle(source))

    def look(self, looked: Looked) -> tuple[Entry, ...]:
        """A person looks at what no seat's mail would show; the players see it as the policy says."""
        entry: Entry = looked
        if self.policy.referee.looks == AT_REVEAL and not self.is_over():
            what = "\n".join((looked.person, looked.at, looked.reason))
            entry = LookedUnseen(self.register.docket.looked + 1, Sealed((), what))
        return self.take((entry,))

    # ---- beside the play

    def authorise(self, seat: str, person: str, behalf: str, scope: str, at: int) -> None:
        """A person acts for a seat: its own, or for whoever sits there. Raises `IllegalMove`."""
        why = self.register.stranger(seat, person, behalf, scope, at)
        if why:
            raise IllegalMove("people", why)

    def put(self, entry: Conduct, source: Source, at: int = 0) -> tuple[Entry, ...]:
        """What somebody does beside the play, received at `at`, and what follows. Refusals change nothing.

        Raises `StaleOrder` or `IllegalMove`.
        """
        self._whole()
        self._may(entry, at)
        made = self.take((entry,))
        for follows in () if self.is_over() else consequences(self.register, entry, at):
            made += self.take((follows,))
        waits = self.ledger.missing() or self.is_over() or self.register.docket.due
        return made if waits else (*made, *self.settle(source))

    def release(self, released: OrderReleased, source: Source, at: int = 0) -> tuple[Entry, ...]:
        """Plays an order that was held back. Raises `OrderError` where it can be neither read nor played."""
        self._may(released, at)
        (held,) = (one for one in self.held_by(released.seat) if one.number == released.number)
        *cells, line = held.line.value.splitlines()
        order = self.rules.notation(self.data, self.seats).read(line)
        before, made = copy(self.register), self.take((released,))
        try:
            return (*made, *self.post(released.seat, order, source, "".join(map(_cell, cells))))
        except OrderError:
            self.register, self.position = before, self.position - 1
            raise

    def schedule(self, deadlines: Sequence[Deadline], at: int) -> tuple[Entry, ...]:
        """The deadlines that hold from now on; nothing where they hold already."""
        known = self.register
        if self.is_over() or known.docket.due:
            return ()
        if known.deadlines == {one.seat: one for one in deadlines} and not known.running:
            return ()
        entry = DeadlinesSet(tuple(deadlines))
        self._may(entry, at)
        return self.take((entry,))

    def _may(self, entry: Entry, at: int | None = None) -> None:
        if self.is_over() and not may_follow_the_end(entry):
            raise over()
        why = objection(self.register, entry, at) or self._unfit(entry)
        if why:
            raise IllegalMove(HEADINGS.get(type(entry), "ruling"), why)

    def _unfit(self, entry: Entry) -> str:
        """What only the board and the rules can tell."""
        if isinstance(entry, Disputed | Ruled | Adjudicated | Forfeited):
            return unfit(self, entry)
        if isinstance(entry, PolicyChanged):
            return impossible(self.rules, entry.policy)
        if isinstance(entry, Lapsed):
            asked = entry.seat in self.owing() and (entry.prompt, entry.turn) == (self.prompt(), self.turn)
            return "" if asked else f"{entry.seat} is not asked for this."
        return ""

    def settle(self, source: Source) -> tuple[Entry, ...]:
        """What the sequence of play does unasked, until a seat must speak, chance must, or nobody."""
        self._whole()
        made = unasked(self, source)
        for look in self.register.docket.shown:
            made += self.take((shown(look),))
        return tuple(made)

    def only_answer(self) -> Ordered[Any] | None:
        """The answer to a prompt that has exactly one, where that tells nobody's secret."""
        given = self.rules.only_answer(self.state)
        return Ordered(given[0], self._sealed(*given), ONLY_ANSWER) if given else None

    def standing_answer(self) -> Ordered[Any] | None:
        """What a seat's standing orders answer to the open prompt."""
        fired = self.rules.fires(self.state)
        return Ordered(fired[0], self._sealed(*fired), STANDING_ORDER) if fired else None

    def default_answer(self) -> Ordered[Any] | None:
        """What the policy of the game orders for a seat that was silent."""
        given = given_by_policy(self.rules, self.state, self.register)
        return Ordered(given[0], self._sealed(*given), DEFAULT_ORDER) if given else None

    def _sealed(self, seat: str, order: Struct) -> Struct:
        """The order as it is recorded: under seal where only its seat may know it."""
        rules = self.rules
        if not isinstance(order, rules.sealed) or rules.played_openly(self.state.board, order):
            return order
        return Sealed((seat,), order)

    # ---- how

    def take(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Folds what is to be recorded, and gives it back."""
        for entry in entries:
            self.fold(entry)
        return entries

    def binding(self, first: Sequence[Entry]) -> Binding:
        """What ties the questions of the unit that is decided now; `first` is its order."""
        return self.ledger.binding(first, self.on_record())

    def on_record(self) -> int:
        """How many questions of the unit that is decided now have their answer on record."""
        return sum(not known.again for known in self.answers) if self.answers else 0

    def _whole(self) -> None:
        """The record does not stop inside a unit."""
        if self.more:
            raise BrokenRecord(self.id, self.position + 1, f"{self.more} facts of the last unit are missing.")

    def _playing(self) -> None:
        self._whole()
        if self.register.abandoned:
            raise over()

    def _opening(self) -> Opened[Any]:
        if self.opened is None:
            raise BrokenRecord(self.id, 1, "The record does not begin with an opening.")
        return self.opened


def _not_at_hand(to: int) -> State[Any, Any]:
    raise Fault(f"A rewind goes back to event {to}, and whoever folds it has not said how it stood then.")


def _cell(line: str) -> str:
    """The cell that goes with a held order. Raises `UnreadableOrder`."""
    read = WORDS.read(line)
    return read.cell if isinstance(read, Cell) else ""
