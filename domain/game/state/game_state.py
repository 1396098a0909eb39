"""One game as it stands after an entry, and how entries are folded into it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from operator import itemgetter, length_hint
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Asked, Contributed, Entry, Opened, Ordered, Rewound
from domain.game.entries.levels import WITNESS
from domain.game.entries.people import CONCEDE, DRAW, OrderHeld
from domain.game.entries.protocol_orders import Join
from domain.game.state import scopes
from domain.game.state.ledger import LaneLedger, Ledger, after, places_of
from domain.game.state.lines import spare, targets, that_stand
from domain.game.state.register import CELL, CONFIRM, JOIN, THROW, Register
from domain.game.state.scopes import START, Scopes
from domain.game.state.variety import varied
from domain.kit import facts
from domain.kit.chance import Binding, Question, Recalled, Thrown, ThrownAgain
from domain.kit.errors import UNFOLDED, BrokenRecord, Fault
from domain.kit.facts import Fact, State, tag_of
from domain.kit.rules import SHARED, Rules

_THROWS = (Thrown, ThrownAgain)

BY_PEOPLE = {DRAW: "drawn by agreement", CONCEDE: "conceded"}
"""How a game ends that people end, by what they have decided; else it is won by agreement."""

_SELDOM_HEEDED = (Thrown, Ordered)
"""What the register heeds only while it waits for an order."""


class Back(NamedTuple):
    """What a rewind goes back to: the board with its agenda, the scopes of throws, and how many orders each
    seat had given."""

    state: State[Any, Any]
    scopes: Scopes = START
    places: Mapping[str, int] = {}


Past = Callable[[int], Back]
"""How a game stood after the event of a position."""


class GameState(Struct, frozen=True, gc=False):
    """One game of a title. It is folded from its entries, and never changes: to play on is to have another.

    `more` is how many facts of the last unit are missing, `pending` the order that is locked until the
    question `asked` is answered, `answers` what chance has answered to it, `spare` the throws of lines that
    were left, `scopes` to which orders the next throw belongs. It `is_foreign` where this program does
    not have the edition by which it was opened.
    """

    id: str
    rules: Rules
    ledger: Ledger
    register: Register = Register()
    opened: Opened[Any] | None = None
    data: Any = None
    state: State[Any, Any] = State(None)
    position: int = 0
    more: int = 0
    pending: Ordered[Any] | None = None
    asked: Question | None = None
    answers: tuple[Recalled, ...] = ()
    spare: Mapping[int, Thrown] = {}
    scopes: Scopes = START
    is_foreign: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        return self.register.seats

    @property
    def turn(self) -> str:
        return self.rules.turn(self.state.board)

    @property
    def label(self) -> str:
        """The turn with the version of its results: "T5", and "T5.v2" once a ruling has made them others."""
        turn, versions = self.turn, self.register.docket.versions
        return f"{turn}.v{versions[turn]}" if versions.get(turn, 1) != 1 else turn

    @property
    def winners(self) -> tuple[str, ...]:
        if self.register.settled is not None:
            return self.register.settled.winners
        return () if self.register.abandoned else self.rules.winners(self.state.board)

    @property
    def is_drawn(self) -> bool:
        """Whether its winners have a draw, and not a victory that they share."""
        if self.register.settled is not None:
            return len(self.winners) > 1
        return len(self.winners) > 1 and self.rules.ending(self.state.board) != SHARED

    @property
    def ending(self) -> str:
        """How it has ended, in a word of the title or of ours; "" while it is on."""
        if self.register.settled is None:
            return self.rules.ending(self.state.board)
        return BY_PEOPLE.get(self.register.settled.on, "won by agreement")

    @property
    def sides(self) -> tuple[str, ...]:
        """The seats that can win: all but those that a scenario cannot do without, such as a herald's."""
        scenario = self.opening().scenario
        needs = next((one.needs for one in self.rules.scenarios if one.name == scenario), ())
        return tuple(seat for seat in self.seats if seat not in needs)

    def opening(self) -> Opened[Any]:
        """Raises `BrokenRecord` where there is none."""
        if self.opened is None:
            raise BrokenRecord(self.id, 1, "The record does not begin with an opening.")
        return self.opened

    def awaited(self) -> tuple[str, ...]:
        """The parties that must speak now: whoever has not joined, then seats; nobody while an order is
        locked.
        """
        if self.register.ended() or self.is_foreign:
            return ()
        if self.ledger.absent:
            return self.ledger.absent
        return () if self.is_locked() else self.rules.awaited(self.state)

    def welcome(self) -> tuple[str, ...]:
        """The seats that may answer what is asked though the game does not wait for them."""
        is_asked = not (self.register.ended() or self.ledger.absent or self.is_locked())
        return self.rules.welcome(self.state) if is_asked else ()

    def prompt(self) -> str:
        """The tag of what is asked now; "" where nobody is asked."""
        if self.ledger.absent:
            return JOIN
        if self.asked is not None:
            if self.ledger.dice.thrower:
                return CONFIRM if self.ledger.dice.claim else THROW
            return CELL if self.ledger.awaits_witness(self.asked) else ""
        return tag_of(type(self.state.agenda[0])) if self.state.agenda else ""

    def owing(self) -> tuple[str, ...]:
        """The parties whose time runs: those that are wanted, and the witness for a throw."""
        return (WITNESS,) if self.prompt() == CELL and not self.is_over() else self.wanted()

    def wanted(self) -> tuple[str, ...]:
        """The parties that people write to: those that are awaited, or who throws real dice or confirms."""
        if not self.ledger.dice.thrower or self.ledger.absent or self.register.ended():
            return self.awaited()
        thrower = self.ledger.dice.thrower
        return self.register.others(thrower) if self.ledger.dice.claim else (thrower,)

    def held_by(self, seat: str) -> tuple[OrderHeld, ...]:
        """The orders that a seat holds back; what they say, nobody else may know."""
        return self.register.held.get(seat, ())

    def expected(self) -> tuple[type[Struct], ...]:
        """The types of the orders that answer what is asked now, and may be legal."""
        return (Join,) if self.ledger.absent else (self.rules.admitted or self.rules.expected)(self.state)

    def offers(self, seat: str) -> tuple[Struct, ...] | None:
        """Every order of a seat that is legal now, or None where they cannot be enumerated."""
        return None if self.ledger.absent else self.rules.offers(self.state, seat)

    def examples(self, seat: str) -> tuple[Struct, ...]:
        """Some orders of a seat that are legal now."""
        return () if self.ledger.absent else self.rules.examples(self.state, seat)

    def suggestions(self, seat: str, most: int) -> tuple[Struct, ...]:
        """At most so many of the examples, from all that they are about and of all kinds."""
        return varied(self.examples(seat), most)

    def is_private(self) -> bool:
        """Whether the offers of the open prompt come from what others may not know."""
        return not self.ledger.absent and self.rules.private(self.state)

    def is_locked(self) -> bool:
        """Whether an order waits for its throw, so that no other can be given."""
        return bool(self.pending or self.asked)

    def is_over(self) -> bool:
        if self.register.ended():
            return True
        return self.position > 0 and not self.state.agenda and not self.ledger.absent

    def stands_still(self) -> bool:
        """Whether everybody has to join anew before play goes on."""
        is_anew = isinstance(self.ledger, LaneLedger) and self.ledger.renewed
        return is_anew and bool(self.ledger.absent) and not self.is_over()

    def binding(self, new: Ordered[Any] | None = None) -> Binding:
        """What ties the questions of the unit that is decided now; `new` is its order, where it is new."""
        return self.ledger.binding(new or self.pending, self.scopes, self.on_record(), is_new=bool(new))

    def on_record(self) -> int:
        """How many questions of the unit that is decided now have their answer on record."""
        return sum(not (known.again or known.throw.real) for known in self.answers) if self.answers else 0


def unopened(game_id: str, rules: Rules) -> GameState:
    """A game that has no entry yet."""
    return GameState(game_id, rules, LaneLedger(game_id))


def begun(game: GameState, data: Any) -> GameState:
    """The game with its empty board; `data` is the data set that the opening names."""
    opened = game.opening()
    seats = tuple(held.seat for held in opened.seats)
    state: State[Any, Any] = State(game.rules.begin(opened.options, data, seats))
    if opened.imagined is not None:
        from domain.game.state.positions import state_of  # few games begin with one

        state = State(state_of(game.id, game.rules, state.board, opened.imagined.state.value).board)
    return replace(game, data=data, state=state, is_foreign=not game.rules.plays(opened.edition))


def back_to(game: GameState) -> Back:
    """What a rewind to where a game stands now goes back to."""
    return Back(game.state, game.scopes, places_of(game.ledger))


def not_at_hand(to: int) -> Back:
    raise Fault(f"A rewind goes back to event {to}, and whoever folds it has not said how it stood then.")


def fold(game: GameState, entry: Entry, past: Past = not_at_hand) -> GameState:
    """The game after an entry. Runs no rule, refuses nothing, asks nothing of chance.

    A rewind needs `past`.
    """
    return fold_on(game, (entry,), past=past)


def fold_all(game: GameState, entries: Sequence[Entry]) -> GameState:
    """The game after every entry of a record; the opening is folded already. Of lines that were left only
    what they change beside the board counts. Raises `BrokenRecord` for entries that are those of no game.
    """
    goals, rest = targets(entries), iter(entries[1:])
    try:
        if not any(goals):
            return fold_on(game, rest)
        stands = that_stand(goals)
        thrown = {at: entry for at, entry in enumerate(entries, 1) if isinstance(entry, Thrown)}
        lines = [on_line and not goal for on_line, goal in zip(stands, goals, strict=True)]
        game = fold_on(replace(game, spare=thrown), rest, lines[1:], has_goals=True)
    except UNFOLDED as error:
        position = len(entries) - length_hint(rest)
        raise BrokenRecord(game.id, position, f"It cannot be read: {error}.") from error
    return replace(game, spare=spare(entries, stands))


def fold_on(
    game: GameState,
    entries: Iterable[Entry],
    lines: Iterable[bool] = repeat(True),
    past: Past = not_at_hand,
    *,
    has_goals: bool = False,
) -> GameState:
    """The game after some entries; `lines` says which of them count for the board, the others were left, and
    `has_goals` that there are any.

    A game is made once, at the end: nearly all entries are facts, and change the board alone.
    """
    evolve, reveals = game.rules.evolve, game.rules.reveals
    state, position, more = game.state, game.position, game.more
    # Whether a fact may change more than the board: end a unit or a scope, or show what was looked at.
    heeds = game.pending or game.answers or len(game.scopes) > 1 or game.register.docket.looks
    beside = _Beside(game, past, has_goals=has_goals) if heeds else None
    for entry, on_line in zip(entries, lines):  # noqa: B905  the lines have no end
        position += 1
        if not isinstance(entry, Fact):
            beside = beside or _Beside(game, past, has_goals=has_goals)
            state = beside.take(entry, position, state, on_line=on_line)
        elif on_line:
            before, state, more = state, facts.fold(evolve, state, entry), entry.more
            if beside is not None:
                if beside.is_open and not more:
                    beside.end_unit(entry, len(before.agenda))
                if len(state.agenda) <= beside.base:
                    beside.return_to(len(state.agenda))
                if beside.looks and isinstance(entry.event, reveals):
                    beside.reveal()
    if beside is None:
        return replace(game, state=state, position=position, more=more)
    return beside.game(state, position, more)


def fold_unit(game: GameState, entries: Sequence[Entry]) -> GameState | None:
    """The game after plain units: perhaps an order, what chance answers at once, and all facts. None where
    more than that is open or happens; that is for `fold_on`, which comes to the same."""
    last, waits = entries[-1] if entries else None, game.pending or game.answers or game.asked
    if type(last) is not Fact or last.more or waits or game.register.docket.looks:
        return None
    if type(entries[0]) is not Fact and game.register.heeds_orders():
        return None
    ledger, known, state, at, order = game.ledger, game.scopes, game.state, 0, None
    if type(entries[0]) is Ordered:
        order, at = entries[0], 1
        ledger, known = after(ledger, order), scopes.ordered(known, order)
    while type(entries[at]) is Thrown:
        ledger, at = after(ledger, entries[at]), at + 1
        known = known if order else scopes.answered(known)
    for fact in entries[at:]:
        if type(fact) is not Fact:
            return None
        length, state = len(state.agenda), facts.fold(game.rules.evolve, state, fact)
        if order is not None and not fact.more:
            if fact.then and not fact.done:
                known = (*known, scopes.of_order(order, length))
            order = None
        if len(state.agenda) <= known[-1].base:
            known = scopes.returned(known, len(state.agenda))
    position = game.position + len(entries)
    return replace(game, ledger=ledger, state=state, position=position, more=0, scopes=known)


class _Beside:
    """What changes beside the board while entries are folded. `is_open`: an order, or answers of chance, wait
    for the end of their unit; `base` is that of the topmost scope, `looks` whether some are not seen yet.
    """

    __slots__ = (
        "_answers", "_asked", "_begun", "_has_goals", "_ledger", "_marks", "_opened", "_past", "_pending",
        "_register", "_scopes", "_spare", "base", "is_open", "looks",
    )  # fmt: skip

    def __init__(self, game: GameState, past: Past, *, has_goals: bool) -> None:
        self._begun, self._past, self._has_goals = game, past, has_goals
        self._ledger, self._register, self._opened = game.ledger, game.register, game.opened
        self._pending, self._asked = game.pending, game.asked
        self._answers, self._spare = game.answers, game.spare
        self._marks: list[tuple[int, Mapping[str, int]]] = []
        self._scopes, self.base = game.scopes, game.scopes[-1].base
        self.is_open = game.pending is not None or bool(game.answers)
        self.looks = bool(game.register.docket.looks)

    def take(self, entry: Entry, position: int, state: State[Any, Any], *, on_line: bool) -> State[Any, Any]:
        """An entry that is no fact; gives the board after it."""
        register = self._register
        self._ledger = after(self._ledger, entry)
        if not isinstance(entry, _SELDOM_HEEDED) or register.heeds_orders():
            self._register = register.fold(entry, goes_on=_is_extra(self._begun.rules, entry))
            self.looks = bool(self._register.docket.looks)
        if on_line:
            self._on_line(entry)
        if isinstance(entry, Rewound):
            state = self._go_back(entry.to, state, on_line=on_line)
        if self._has_goals:
            self._marks.append((position, places_of(self._ledger)))
        return state

    def _on_line(self, entry: Entry) -> None:
        if isinstance(entry, Ordered):
            self._scopes, self._pending, self.is_open = scopes.ordered(self._scopes, entry), entry, True
        elif isinstance(entry, _THROWS):
            self._answered(entry)
        elif isinstance(entry, Asked):
            self._asked = entry.question
        elif isinstance(entry, Contributed):
            self._asked = None
        elif isinstance(entry, Opened):
            self._opened = entry

    def _answered(self, entry: Thrown | ThrownAgain) -> None:
        known = entry
        if isinstance(known, ThrownAgain):
            # Who only looks at a game has no spare throws, and needs no faces.
            known = self._spare.get(known.of, Thrown(known.question, ()))
            self._spare = {at: throw for at, throw in self._spare.items() if throw is not known}
        if self._pending is None:
            self._scopes = scopes.answered(self._scopes)
        self._answers = (*self._answers, Recalled(known, isinstance(entry, ThrownAgain)))
        self._asked, self.is_open = None, True

    def _go_back(self, to: int, state: State[Any, Any], *, on_line: bool) -> State[Any, Any]:
        back = self._past(to) if on_line else Back(state, self._scopes, _marked(self._marks, to))
        self._scopes, self.base = back.scopes, back.scopes[-1].base
        if isinstance(self._ledger, LaneLedger):
            self._ledger = replace(self._ledger, places=back.places)
        return back.state

    def end_unit(self, last: Fact[Any, Any], length: int) -> None:
        """The unit ends whose order or answers were open; `length` is that of the agenda before it."""
        order = self._pending
        if order is not None and last.then and not last.done:
            self._scopes, self.base = (*self._scopes, scopes.of_order(order, length)), length
        self._pending, self._answers, self.is_open = None, (), False

    def return_to(self, length: int) -> None:
        self._scopes = scopes.returned(self._scopes, length)
        self.base = self._scopes[-1].base

    def reveal(self) -> None:
        self._register, self.looks = self._register.revealed(), False

    def game(self, state: State[Any, Any], position: int, more: int) -> GameState:
        one = self._begun
        known = (self._ledger, self._register, self._opened, one.data, state, position, more)
        waits = (self._pending, self._asked, self._answers, self._spare)
        return GameState(one.id, one.rules, *known, *waits, self._scopes, one.is_foreign)


def _marked(marks: Sequence[tuple[int, Mapping[str, int]]], to: int) -> Mapping[str, int]:
    """How many orders each seat had given after the event `to`."""
    at = bisect_right(marks, to, key=itemgetter(0))
    return marks[at - 1][1] if at else {}


def _is_extra(rules: Rules, entry: Entry) -> bool:
    """Whether an order is none of those that were asked for, so that the time for these runs on."""
    return isinstance(entry, Ordered) and type(entry.plain()) in rules.always
