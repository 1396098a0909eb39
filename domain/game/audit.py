"""The same orders decided again under the recorded edition, compared entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from msgspec import Struct

from domain.game.aggregate import Game
from domain.game.conduct import CONDUCT, PLAYS, Conduct, DeadlinesSet, OrderReleased
from domain.game.entries import (
    OWN,
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
    SheetCommitted,
)
from domain.game.forks import fork
from domain.game.judging import propose, shown
from domain.game.lines import targets
from domain.game.procedure import unfinished
from domain.game.rulings import Corrected, LookedUnseen, TakeBackProposed
from domain.kit.chance import Answer, Bound, NotYet, Question, Thrown, ThrownAgain
from domain.kit.errors import Fault, OrderError
from domain.kit.facts import State
from domain.kit.rules import Rules, Scenario, options_of


class Finding(Struct, frozen=True):
    """The first entry that does not hold, and why."""

    position: int
    why: str


class _Recorded:
    """Chance that answers what is on record, where it is on record, and waits where the record waited."""

    def __init__(self, entries: Sequence[Entry], game: Game) -> None:
        self._entries = entries
        self._game = game
        self._next = 0

    def answer(self, question: Question, bound: Bound) -> Answer:
        """What stands next: after all that the game has taken in, the order being decided, and its throws."""
        at = max(self._next, self._game.position)
        if at == self._game.position and isinstance(self._at(at), Ordered):
            at += 1
        while isinstance(self._at(at), ThrownAgain):
            at += 1
        entry = self._at(at)
        if isinstance(entry, Forked):
            raise _Left
        if not isinstance(entry, Thrown | Asked):
            raise _Differs(at + 1, f"the rules ask for {question.purpose}, and no throw is on record there.")
        self._next = at + 1
        return self._given(at + 1, entry, question)

    def given_later(self, position: int) -> None:
        """The throw at `position` answered an open question; it is not to be given again."""
        self._next = max(self._next, position)

    def _at(self, place: int) -> Entry | None:
        return self._entries[place] if place < len(self._entries) else None

    @staticmethod
    def _given(position: int, entry: Thrown | Asked, question: Question) -> Answer:
        if entry.question != question:
            raise _Differs(
                position, f"the rules ask for {question.purpose}; on record is {entry.question.purpose}."
            )
        if isinstance(entry, Asked):
            raise NotYet(question)
        return Answer(entry.answer(), entry.opened_cell())


class _Again(Game):
    """The game decided again. Keeps what it made: where the rules stop short, an entry before may differ."""

    def __init__(self, game_id: str, rules: Rules, entries: Sequence[Entry]) -> None:
        super().__init__(game_id, rules)
        self.made: list[Entry] = []
        self._forks = {at for at, entry in enumerate(entries) if isinstance(entry, Forked)}

    def fold(self, entry: Entry) -> None:
        if self.position in self._forks and not isinstance(entry, Forked):
            raise _Left
        super().fold(entry)
        self.made.append(entry)

    def up_to_fork(self, decide: Callable[[], tuple[Entry, ...]]) -> tuple[Entry, ...]:
        """What is decided, or as much of it as had happened when a what-if left the game."""
        before = self.position
        try:
            return decide()
        except _Left:
            return tuple(self.made[before:])


class _Left(Exception):
    """A what-if leaves the game here, before all that follows unasked has happened."""


class _Differs(Exception):
    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.finding = Finding(position, why)


Between = Callable[[Game, Entry | None, int], str]
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
    opened, game = entries[0], _Again(game_id, rules, entries)
    recorded = _Recorded(entries, game)
    try:
        made = game.up_to_fork(lambda: game.open(opened, data, recorded, _sheets(entries)))
        found = _compare(1, made, entries)
        while found is None and game.position < len(entries):
            before = game.position
            at = times[before] if times else 0
            _hold(between(game, entries[before], times[before - 1] if times else 0), before + 1)
            made = game.up_to_fork(partial(_again, game, entries, recorded, at))
            found = _compare(before + 1, made, entries)
        if found is None:
            _hold(unfinished(game.register.docket, None), len(entries) + 1)
            _hold(between(game, None, times[-1] if times else 0), len(entries))
    except _Differs as differs:
        return _compare(1, game.made, entries) or differs.finding
    except (OrderError, Fault) as refusal:
        why = f"By the rules this could not happen: {refusal}"
        return _compare(1, game.made, entries) or Finding(game.position + 1, why)
    return found


def _hold(why: str, position: int) -> None:
    if why:
        raise _Differs(position, why)


def _sheets(entries: Sequence[Entry]) -> tuple[SheetCommitted, ...]:
    """The sheets that were committed with the opening."""
    return tuple(takewhile(lambda entry: isinstance(entry, SheetCommitted), entries[1:]))  # type: ignore[arg-type]


def _edition(rules: Rules, opened: Opened[Any]) -> str:
    """Why these rules cannot decide a game that was opened so; "" where they can."""
    if (opened.title, opened.edition) != (rules.title, rules.edition):
        return f"It opens {opened.title}, edition {opened.edition}; these are the rules of {rules.edition}."
    if opened.preset != OWN and options_of(rules, opened.scenario, opened.preset) != opened.options:
        return f"Its options are not those of the preset “{opened.preset}”."
    seats = tuple(held.seat for held in opened.seats)
    for scenario in rules.scenarios:
        if scenario.name == opened.scenario:
            if any(getattr(opened.options, name) != value for name, value in scenario.options.items()):
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


def _again(game: Game, entries: Sequence[Entry], recorded: _Recorded, at: int) -> tuple[Entry, ...]:
    """What the rules make of the next entry, which comes from outside: an order of a seat, or an answer of
    chance."""
    entry = entries[game.position]
    if isinstance(entry, Ordered) and entry.by == SEAT:
        return game.post(entry.seat, entry.plain(), recorded, entry.cell)
    if isinstance(entry, Thrown) and entry.real and game.asked == entry.question:
        recorded.given_later(game.position + 1)
        return game.enter(entry.answer(), recorded)
    if isinstance(entry, Joined):
        return game.join(entry.seat, entry.phrase, recorded)
    if isinstance(entry, Contributed):
        return game.contribute(entry.party, entry.cell, recorded)
    if isinstance(entry, SheetCommitted):
        return game.commit(entry, recorded)
    if isinstance(entry, Rewound | Forked | Corrected):
        return _ruled(game, entry, entries[: game.position], recorded)
    if isinstance(entry, Looked) and not entry.of:
        game.fold(entry)
        return (entry,)
    if isinstance(entry, CONDUCT):
        return _beside(game, entry, entries[: game.position], recorded, at)
    return ()


def _ruled(
    game: Game, entry: Rewound | Forked | Corrected[Any], entries: Sequence[Entry], recorded: _Recorded
) -> tuple[Entry, ...]:
    if isinstance(entry, Corrected):
        return game.correct(entry, recorded)
    if isinstance(entry, Forked):
        return fork(game, entry, entries, recorded)
    return game.rewind(entry, entries, recorded)


def _beside(
    game: Game, entry: Conduct, entries: Sequence[Entry], recorded: _Recorded, at: int
) -> tuple[Entry, ...]:
    if isinstance(entry, DeadlinesSet):
        return game.schedule(entry.deadlines, at)
    if isinstance(entry, OrderReleased) and entry.why in PLAYS:
        return game.release(entry, recorded, at)
    if isinstance(entry, TakeBackProposed):
        return propose(game, entry, entries, recorded, at)
    if isinstance(entry, LookedUnseen):
        return game.look(shown(entry, of=0))
    return game.put(entry, recorded, at)


def _compare(first: int, made: Sequence[Entry], entries: Sequence[Entry]) -> Finding | None:
    if not made:
        return Finding(first, "Nothing follows here by the rules, but something is on record.")
    for position, entry in enumerate(made, first):
        if position > len(entries):
            return Finding(position, f"By the rules {entry} follows, and the record ends.")
        if entries[position - 1] != entry:
            return Finding(position, f"By the rules {entry} follows; on record is {entries[position - 1]}.")
    return None


def conserved(rules: Rules, data: Any, entries: Sequence[Entry]) -> Finding | None:
    """Folds the record and counts the game's cards, units and points after every entry, whether it stands
    or was left."""
    game = Game("audit", rules)
    wanted, past = set(targets(entries)), dict[int, State[Any, Any]]()
    game.past = past.__getitem__
    for position, entry in enumerate(entries, 1):
        game.fold(entry)
        if position == 1:
            game.begin(data)
        if position in wanted:
            past[position] = game.state
        wrong = rules.conserved(game.state.board)
        if wrong:
            return Finding(position, wrong)
    return None
