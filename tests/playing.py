"""A game that is played on where it stands: what a `Run` does, in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from domain.game.deciding import decide, effects, forks, run
from domain.game.deciding.run import Run, Sources
from domain.game.entries.entries import Entry, Forked, Looked, Opened, Rewound, SheetCommitted
from domain.game.entries.people import Conduct, Deadline, OrderReleased
from domain.game.entries.rulings import Corrected, TakeBackProposed
from domain.game.state import game_state
from domain.game.state.game_state import GameState, Past, begun, fold_all, fold_on, not_at_hand, unopened
from domain.kit.chance import Source
from domain.kit.facts import State
from domain.kit.rules import Rules

Entries = tuple[Entry, ...]


class Game:
    """Holds the newest `GameState`, answers what that answers, and gives the entries of each decision."""

    def __init__(self, game_id: str, rules: Rules) -> None:
        self.now = unopened(game_id, rules)

    @classmethod
    def at(cls, now: GameState) -> Game:
        """A game that goes on from there."""
        made = cls(now.id, now.rules)
        made.now = now
        return made

    def __getattr__(self, name: str) -> Any:
        if name == "now":  # it is asked for while a copy is made
            raise AttributeError(name)
        return getattr(self.now, name)

    @property
    def rules(self) -> Rules:
        return self.now.rules

    @property
    def state(self) -> State[Any, Any]:
        return self.now.state

    @property
    def position(self) -> int:
        return self.now.position

    @property
    def seats(self) -> tuple[str, ...]:
        return self.now.seats

    def awaited(self) -> tuple[str, ...]:
        return self.now.awaited()

    def offers(self, seat: str) -> tuple[Struct, ...] | None:
        return self.now.offers(seat)

    def examples(self, seat: str) -> tuple[Struct, ...]:
        return self.now.examples(seat)

    def is_over(self) -> bool:
        return self.now.is_over()

    # ---- folding

    def begin(self, data: Any) -> None:
        self.now = begun(self.now, data)

    def fold(self, entry: Entry, past: Past = not_at_hand) -> None:
        self.now = game_state.fold(self.now, entry, past)

    def fold_all(self, entries: Sequence[Entry]) -> None:
        self.now = fold_all(self.now, entries)

    # ---- deciding

    def open(
        self, opened: Opened[Any], data: Any, source: Source, sheets: Sequence[SheetCommitted] = ()
    ) -> Entries:
        return self._decided(source, decide.open_game, opened, data, sheets)

    def join(self, seat: str, phrase: str, source: Source) -> Entries:
        return self._decided(source, decide.join, seat, phrase)

    def commit(self, sheet: SheetCommitted, source: Source) -> Entries:
        return self._decided(source, decide.commit, sheet)

    def post(self, seat: str, order: Struct, source: Source, cell: str = "") -> Entries:
        return self._decided(source, decide.post, seat, order, cell)

    def contribute(self, party: str, cell: str, source: Source) -> Entries:
        return self._decided(source, decide.contribute, party, cell)

    def enter(self, faces: Sequence[int], source: Source) -> Entries:
        return self._decided(source, decide.enter, faces)

    def settle(self, source: Source) -> Entries:
        return self._decided(source, run.settle)

    def put(self, entry: Conduct, source: Source, at: int = 0) -> Entries:
        return self._decided(source, decide.put, entry, at)

    def release(self, released: OrderReleased, source: Source, at: int = 0) -> Entries:
        return self._decided(source, decide.release, released, at)

    def schedule(self, deadlines: Sequence[Deadline], at: int) -> Entries:
        return self._run(_nothing_thrown, decide.schedule, deadlines, at)

    def look(self, looked: Looked) -> Entries:
        return self._run(_nothing_thrown, decide.look, looked)

    def correct(self, corrected: Corrected[Any], source: Source) -> Entries:
        return self._decided(source, effects.correct, corrected)

    def rewind(self, rewound: Rewound, entries: Sequence[Entry], source: Source) -> Entries:
        return self._decided(source, effects.rewind, rewound, entries)

    def propose(
        self, proposed: TakeBackProposed, entries: Sequence[Entry], source: Source, at: int = 0
    ) -> Entries:
        return self._decided(source, effects.propose, proposed, entries, at)

    def fork(self, forked: Forked, entries: Sequence[Entry], source: Source) -> Entries:
        return self._decided(source, forks.fork, forked, entries)

    def _decided(self, source: Source, command: Callable[..., None], *what: Any) -> Entries:
        return self._run(lambda _game: source, command, *what)

    def _run(self, sources: Sources, command: Callable[..., None], *what: Any) -> Entries:
        decided = follows(self.now, sources, command, *what)
        self.now = decided.game
        return decided.entries


class Decided(NamedTuple):
    """How a game stands after a command, and what is to be recorded of it."""

    game: GameState
    entries: tuple[Entry, ...]


def follows(game: GameState, sources: Sources, command: Callable[..., None], *what: Any) -> Decided:
    """What follows from a command: a function of a run."""
    made = Run(game, sources)
    command(made, *what)
    return Decided(made.game, tuple(made.made))


def taken(game: GameState, entries: Sequence[Entry]) -> Decided:
    """Entries as if the game had decided them."""
    return Decided(fold_on(game, entries), tuple(entries))


def _nothing_thrown(game: GameState) -> Source:
    raise AssertionError(f"Nothing is thrown in {game.id} here.")
