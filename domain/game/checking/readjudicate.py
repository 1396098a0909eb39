"""The same orders decided again under the recorded edition, compared entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding import decide
from domain.game.deciding.bars_rulings import unfinished
from domain.game.deciding.effects import correct, propose, rewind
from domain.game.deciding.forks import leave
from domain.game.deciding.own_cells import NONE, line_of_order, line_of_spent, line_of_witness
from domain.game.deciding.run import Run
from domain.game.entries.entries import (
    LOST,
    OWN,
    PROGRAM,
    SEAT,
    Asked,
    Contributed,
    Entry,
    Forked,
    Joined,
    Looked,
    Opened,
    Ordered,
    Rewound,
    RootCommitted,
    SheetCommitted,
    Spent,
)
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.entries.people import CONDUCT, PLAYS, Conduct, DeadlinesSet, OrderReleased
from domain.game.entries.protocol_orders import Root, Spend
from domain.game.entries.rulings import Corrected, LookedUnseen, TakeBackProposed
from domain.game.state.docket import opened_look
from domain.game.state.game_state import Back, GameState, Past, begun, fold, not_at_hand, unopened
from domain.game.state.lines import targets
from domain.kit.chance import Answer, Binding, Bound, NotYet, Question, SheetShown, Thrown, ThrownAgain
from domain.kit.errors import UNFOLDED, Fault, OrderError
from domain.kit.rules import Rules, Scenario, has, options_of


class Finding(Struct, frozen=True):
    """The first entry that does not hold, and why."""

    position: int
    why: str


_ANSWERED = (Thrown, Asked)


class _Recorded:
    """Chance that answers what is on record, where it is on record, and waits where the record waited."""

    def __init__(self, entries: Sequence[Entry], run: Run) -> None:
        self._entries = entries
        self._run = run
        self._next = 0

    def answer(self, question: Question, bound: Bound) -> Answer:
        """What stands next: after all that the game has taken in, the order being decided, and its throws."""
        game = self._run.game
        if game.asked == question and game.ledger.awaits_witness(question):
            raise NotYet(question)  # it was asked before, and waits on after new cells of the referee
        position = game.position
        at = max(self._next, position)
        entry = self._at(at)
        if isinstance(entry, Ordered) and at == position:
            at, entry = at + 1, self._at(at + 1)
        while isinstance(entry, ThrownAgain):
            at, entry = at + 1, self._at(at + 1)
        shown = entry if isinstance(entry, SheetShown) else None
        if shown:
            at, entry = at + 1, self._at(at + 1)
        if isinstance(entry, Forked):
            raise _Left
        if game.asked == question and game.ledger.dice.left and self._waits_on(entry):
            raise NotYet(question)
        if not isinstance(entry, _ANSWERED):
            raise _Differs(at + 1, f"the rules ask for {question.purpose}, and no throw is on record there.")
        self._next = at + 1
        return self._given(at + 1, entry, question, shown)

    def _waits_on(self, entry: Entry | None) -> bool:
        """Whether a question waits on whose dice were left: for new cells, or at level 0 for the referee."""
        is_answered = isinstance(entry, Thrown) and not entry.real
        return isinstance(entry, RootCommitted) or not (self._run.game.ledger.level or is_answered)

    def given_later(self, position: int) -> None:
        """The throw at `position` answered an open question; it is not to be given again."""
        self._next = max(self._next, position)

    def _at(self, place: int) -> Entry | None:
        return self._entries[place] if place < len(self._entries) else None

    @staticmethod
    def _given(position: int, entry: Thrown | Asked, question: Question, shown: SheetShown | None) -> Answer:
        if entry.question != question:
            raise _Differs(
                position, f"the rules ask for {question.purpose}; on record is {entry.question.purpose}."
            )
        if isinstance(entry, Asked):
            raise NotYet(question)
        return Answer(entry.answer(), entry.opened_cell(), shown)


class _Again(Run):
    """The game decided again. It takes in only what is on record."""

    def __init__(self, game: GameState, entries: Sequence[Entry]) -> None:
        self.recorded = _Recorded(entries, self)
        super().__init__(game, lambda _game: self.recorded)
        self._entries = tuple(entries)

    def take(self, *entries: Entry, past: Past = not_at_hand) -> None:
        position = self.game.position
        on_record = self._entries[position : position + len(entries)]
        if entries != on_record:
            self._stop(entries, position)
        super().take(*on_record, past=past)  # the same; those just made need not be kept beside them

    def _stop(self, entries: tuple[Entry, ...], position: int) -> NoReturn:
        """Tells where they differ from the record, or takes in what a what-if has left them with."""
        on_record = (*self._entries[position:], None)
        stand = next(nth for nth, entry in enumerate(entries) if entry != on_record[nth])
        entry, known, position = entries[stand], on_record[stand], position + stand + 1
        if known is None:
            raise _Differs(position, f"By the rules {entry} follows, and the record ends.")
        if isinstance(known, Forked) and not isinstance(entry, Forked):
            super().take(*entries[:stand])
            raise _Left
        raise _Differs(position, f"By the rules {entry} follows; on record is {known}.")

    def binding(self, new: Ordered[Any] | None) -> Binding:
        """Lane and index alone: what is on record answers whatever it is tied to, which `proof` checks."""
        tied = super().binding(new)
        return Binding(tied.first, _untied, tied.lane)


_UNTIED = Bound(b"", ())


def _untied(index: int) -> Bound:
    return _UNTIED


class _Left(Exception):
    """A what-if leaves the game here, before all that follows unasked has happened."""


class _Differs(Exception):
    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.finding = Finding(position, why)


Between = Callable[[GameState, Entry | None, int], str]
"""What else must hold between two units: asked with the game, the entry that is next (None at the end) and
the received-at of the newest; gives why it does not."""


def readjudicate(
    rules: Rules,
    data: Any,
    entries: Sequence[Entry],
    game_id: str = "audit",
    times: Sequence[int] = (),
    between: Between = lambda game, entry, at: "",
) -> Finding | None:
    """Decides every recorded order again with the recorded throws; the first entry that differs, or None.

    `game_id` is the game's own, where parties have opened cells: their commitments name it. `times` are
    the received-at of the entries.
    """
    if not entries or not isinstance(entries[0], Opened):
        return Finding(1, "The record does not begin with an opening.")
    wrong = _edition(rules, entries[0])
    if wrong:
        return Finding(1, wrong)
    run, before = _Again(unopened(game_id, rules), entries), 0
    try:
        while run.game.position < len(entries):
            before = run.game.position
            if before:
                _hold(between(run.game, entries[before], times[before - 1] if times else 0), before + 1)
            _go_on(run, data, entries, times[before] if times else 0)
        _hold(unfinished(run.game.register.docket, None), len(entries) + 1)
        _hold(between(run.game, None, times[-1] if times else 0), len(entries))
    except _Differs as differs:
        return differs.finding
    except (OrderError, Fault) as refusal:
        position = before if isinstance(refusal, OrderError) else run.game.position
        return Finding(position + 1, f"By the rules this could not happen: {refusal}")
    return None


def _hold(why: str, position: int) -> None:
    if why:
        raise _Differs(position, why)


def _sheets(entries: Sequence[Entry]) -> tuple[SheetCommitted, ...]:
    """The sheets that were committed with the opening."""
    return tuple(takewhile(lambda entry: isinstance(entry, SheetCommitted), entries[1:]))  # type: ignore[arg-type]


def _edition(rules: Rules, opened: Opened[Any]) -> str:
    """Why these rules cannot decide a game that was opened so; "" where they can."""
    if opened.title != rules.title or not rules.plays(opened.edition):
        known = ", ".join(edition.name for edition in rules.editions)
        return f"It opens {opened.title}, edition {opened.edition}; these are the rules of {known}."
    named = options_of(rules, opened.scenario, opened.preset, opened.edition)
    if opened.preset != OWN and named != opened.options:
        return f"Its options are not those of the preset “{opened.preset}”."
    if not all(has(opened.options, one.options) for one in rules.editions if one.name == opened.edition):
        return f"Its options are not those of the edition “{opened.edition}”."
    seats = tuple(held.seat for held in opened.seats)
    for scenario in rules.scenarios:
        if scenario.name == opened.scenario:
            if not has(opened.options, scenario.options):
                return f"Its options are not those of the scenario “{scenario.name}”."
            fits = _can_be_seated(rules, scenario, seats)
            return "" if fits else f"Its seats are not those of the scenario “{scenario.name}”."
    return f"There is no scenario “{opened.scenario}”."


def _can_be_seated(rules: Rules, scenario: Scenario, seats: tuple[str, ...]) -> bool:
    """Whether a scenario can be played by these seats: any that the people choose, else the first ones."""
    fewest, most = scenario.seats
    if not fewest <= len(seats) <= most or not set(scenario.needs) <= set(seats):
        return False
    if rules.choose_seats:
        return len(set(seats)) == len(seats) and set(seats) <= set(rules.seats)
    return seats == rules.seats[: len(seats)]


def _go_on(run: _Again, data: Any, entries: Sequence[Entry], at: int) -> None:
    """Decides the next entry and all that follows, or as much of it as had happened when a what-if left the
    game.
    """
    before = run.game.position
    try:  # noqa: SIM105  a `suppress` for every order is slow
        _again(run, data, entries, at)
    except _Left:
        pass
    if run.game.position == before:
        raise _Differs(before + 1, "Nothing follows here by the rules, but something is on record.")


_RULED = (Rewound, Forked, Corrected)


def _again(run: _Again, data: Any, entries: Sequence[Entry], at: int) -> None:
    """What the rules make of the next entry, which comes from outside: the opening, an order of a seat, or an
    answer of chance."""
    game = run.game
    entry = entries[game.position]
    if isinstance(entry, Opened) and not game.position:
        decide.open_game(run, entry, data, _sheets(entries))
    elif isinstance(entry, Ordered) and entry.by == SEAT:
        decide.post(run, entry.seat, entry.plain(), line_of_order(game, entry))
    elif isinstance(entry, Ordered) and entry.by == PROGRAM:
        decide.stand_in(run, entry.seat, entry.plain())
    elif isinstance(entry, Thrown) and entry.real and game.asked == entry.question:
        run.recorded.given_later(game.position + 1)
        decide.enter(run, entry.answer())
    elif isinstance(entry, Joined):
        decide.join(run, entry.seat, entry.phrase)
    elif isinstance(entry, _CELLS):
        _own_cells(run, entry)
    elif isinstance(entry, _RULED):
        _ruled(run, entry, entries[: game.position], at)
    elif isinstance(entry, Looked) and not entry.of:
        run.take(entry)
    elif isinstance(entry, CONDUCT):
        _beside(run, entry, entries[: game.position], at)


_CELLS = (RootCommitted, SheetCommitted, Spent, Contributed)


def _own_cells(run: Run, entry: RootCommitted | SheetCommitted | Spent | Contributed) -> None:
    if isinstance(entry, Contributed):
        decide.contribute(run, entry.party, line_of_witness(run.game, entry))
    elif isinstance(entry, SheetCommitted):
        decide.commit(run, entry)
    elif isinstance(entry, Spent):
        line = line_of_spent(run.game, entry)
        if entry.why == LOST:
            decide.post(run, entry.seat, Spend(line))
        else:
            decide.spend(run, entry.seat, line, entry.why, entry.line.value)
    elif entry.party == REFEREE_SHEET:
        decide.renew(run, entry)
    else:
        decide.post(run, entry.party, Root(f"{entry.root} {entry.sheets}" if entry.root else NONE))


def _ruled(run: Run, entry: Rewound | Forked | Corrected[Any], entries: Sequence[Entry], at: int) -> None:
    if isinstance(entry, Corrected):
        correct(run, entry)
    elif isinstance(entry, Forked):
        leave(run, entry, entries)
    else:
        rewind(run, entry, entries, at)


def _beside(run: Run, entry: Conduct, entries: Sequence[Entry], at: int) -> None:
    if isinstance(entry, DeadlinesSet):
        decide.schedule(run, entry.deadlines, at)
    elif isinstance(entry, OrderReleased) and entry.why in PLAYS:
        decide.release(run, entry, at)
    elif isinstance(entry, TakeBackProposed):
        propose(run, entry, entries, at)
    elif isinstance(entry, LookedUnseen):
        decide.look(run, opened_look(entry, of=0))
    else:
        decide.put(run, entry, at)


class Counted:
    """Rules that count what they conserve while a game is decided again: on the empty board, and after each
    event that has changed what is counted. Once anything is wrong, or cannot be counted, it `holds` no more,
    and `conserved` tells where."""

    def __init__(self, rules: Rules) -> None:
        self.holds = True
        self._counts, self._evolve, self._begin = rules.conserved, rules.evolve, rules.begin
        self._looks_at = attrgetter(*rules.counted) if rules.counted else None
        self._known: object = None
        self.rules = replace(rules, evolve=self._evolved, begin=self._begun)

    def _evolved(self, board: Any, event: Any) -> Any:
        after = self._evolve(board, event)
        if after is not board:
            self._count(after)
        return after

    def _begun(self, *opening: Any) -> Any:
        board = self._begin(*opening)
        self._count(board)
        return board

    def _count(self, board: Any) -> None:
        try:
            seen = self._looks_at(board) if self._looks_at else None
            if seen is None or seen != self._known:
                self.holds, self._known = self.holds and not self._counts(board), seen
        except UNFOLDED:
            self.holds = False


def conserved(rules: Rules, data: Any, entries: Sequence[Entry]) -> Finding | None:
    """Folds the record and counts the game's cards, units and points after every entry, whether it stands
    or was left."""
    game = unopened("audit", rules)
    wanted, past = set(targets(entries)), dict[int, Back]()
    for position, entry in enumerate(entries, 1):
        game = fold(game, entry, past.__getitem__)
        if position == 1:
            game = begun(game, data)
        if position in wanted:
            past[position] = Back(game.state)
        wrong = rules.conserved(game.state.board)
        if wrong:
            return Finding(position, wrong)
    return None
