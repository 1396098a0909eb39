"""Orders tried on a copy in memory: nothing is recorded, and no cell of a sheet is used.

The copy is a what-if of its game: its throws are not the game's. Where somebody hides something, it may be
played only as far as what follows cannot depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, to_builtins

from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.game.entries.entries import STANDING_ORDER, Entry, Forked, Ordered
from domain.game.entries.people import ORDERS
from domain.game.state.game_state import GameState, fold_on
from domain.kit.chance import Answer, Bound, Question, Thrown
from domain.kit.errors import StaleOrder
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from referee.games.referee import Referee, Taken, authorise
from referee.games.signed_mails import Attested
from referee.proof.chance import Generator
from referee.record.chain import has_secrets, sealed_paths
from referee.record.envelope import Act, Envelope
from referee.record.record import Kept, Record

NOT_THE_GAMES = "This is a preview: its faces are set, or those of a generator."

PREVIEW = "preview"
"""The cause of what would follow."""


class Unforeseen(StaleOrder):
    """An order stands behind what must not be told, so that nothing can be said of it."""

    def __init__(self) -> None:
        super().__init__("What comes before it cannot be told.")


class Unfit(Exception):
    """A face that was set cannot answer the question that it would answer; the sentence says why."""


class Given:
    """Faces that are set beforehand, in the order in which they are asked for; then those of a generator.

    `left` are the faces that nothing has asked for yet.
    """

    def __init__(self, faces: Sequence[int], seed: str) -> None:
        self.left = list(faces)
        self._then = Generator(seed)
        self._given: list[tuple[Question, tuple[int, ...]]] = []

    def answer(self, question: Question, bound: Bound) -> Answer:
        """Faces that fit, whatever was set: `settle` says what did not."""
        drawn, faces = self._then.answer(question, bound), tuple(self.left[: question.count])
        del self.left[: len(faces)]
        self._given.append((question, faces))
        return drawn if _misfit(question, faces) else Answer((*faces, *drawn.faces[len(faces) :]))

    def settle(self, throws: int) -> None:
        """Of the answers since the last time so many are shown; faces of the others were not asked for.

        Raises `Unfit` for the first that could not answer its question.
        """
        shown, hidden = self._given[:throws], self._given[throws:]
        self._given = []
        self.left = [face for _question, faces in hidden for face in faces] + self.left
        for question, faces in shown:
            if _misfit(question, faces):
                raise Unfit(_misfit(question, faces))


def _misfit(question: Question, faces: Sequence[int]) -> str:
    """Which face cannot answer a question, and why; "" where all can."""
    for face, top in zip(faces, question.limits(), strict=False):
        if not 1 <= face <= top:
            return f"{face} cannot answer {question.purpose}: its faces are 1 to {top}."
    return ""


class Rehearsal(Referee):
    """A referee whose game is a copy: `envelopes` are those of the record, then what would follow.

    With `whole` all of it is played; else only what is foreseeable, and `unforeseen` are the entries that
    nobody may be told of.
    """

    def __init__(self, record: Record, kept: Kept, source: Given, *, whole: bool) -> None:
        """Raises `StaleOrder` where no order could be played."""
        super().__init__(record, source)
        check_begun(kept.game)
        self.source = source
        self.envelopes = record.envelopes(kept.game.id)[: kept.game.position]
        self.unforeseen: tuple[Entry, ...] = ()
        self._hides = not whole and any(hides(envelope.entry) for envelope in self.envelopes)
        self._now = kept
        self._play((Forked(kept.game.id, kept.game.position, kept.head.hex(), NOT_THE_GAMES),), Act(PREVIEW))

    def take(
        self,
        game: str,
        seat: str,
        order: Struct,
        act: Act,
        keys: Sequence[str] = (),
        cell: str = "",
        *,
        signed: Attested | None = None,
    ) -> Taken:
        """One order and what follows from it, as far as that may be played; cell and signature mean nothing
        here.

        Raises `OrderError`, `Unforeseen` after what must not be told, and `Unfit`.
        """
        if self.unforeseen:
            raise Unforeseen
        run = Run(self._now.game, lambda _game: self.source)
        authorise(run.game, seat, act, ORDERS, self._now.at)
        post(run, seat, order)
        entries = tuple(run.made)
        seen = foreseeable(run.game.rules, entries) if self._hides else entries
        self.unforeseen = entries[len(seen) :]
        self.source.settle(sum(isinstance(entry, Thrown) for entry in seen))
        self._play(seen, act)
        return Taken(self._now, seen)

    def decide(self, *_what: object, **_how: object) -> Taken:
        """Nothing else is done on a copy, and least of all recorded: no illegal order is forfeited."""
        raise StaleOrder("A preview records nothing.")

    def spend(self, game: str, seat: str, cell: str, why: str, line: str, act: Act) -> None:
        """A cell means nothing here."""

    def _play(self, entries: Sequence[Entry], act: Act) -> None:
        head, at = self._now.head, self._now.at
        self._now = Kept(fold_on(self._now.game, entries), head, at)
        self.envelopes += [Envelope(head, at, act.words(), entry) for entry in entries]


def check_begun(game: GameState) -> None:
    """Orders can be tried in a game as it stands. Raises `StaleOrder`."""
    if game.ledger.absent:
        raise StaleOrder("The game has not begun.", "When every seat has joined, orders can be tried.")
    if game.is_over():
        raise StaleOrder("The game is over.", "A what-if can begin at any event of it: bugyo fork.")
    if game.is_locked():
        raise StaleOrder("An order is locked and its throw is awaited.", "Try again when the throw is there.")


def hides(entry: Entry) -> bool:
    """Whether somebody may not know all of an entry."""
    return has_secrets(entry) and any(True for _ in sealed_paths(to_builtins(entry)))


def foreseeable(rules: Rules, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The units before the first that draws from what is hidden, shows what was, or answers out of a sealed
    standing order: up to there all looks alike, whatever is hidden.
    """
    seen: list[Entry] = []
    for unit in _units(entries):
        if any(_tells(rules, entry) for entry in unit):
            break
        seen += unit
    return tuple(seen)


def _tells(rules: Rules, entry: Entry) -> bool:
    if isinstance(entry, Thrown):
        return entry.question.draw or entry.question.secret
    if isinstance(entry, Ordered):
        return entry.by == STANDING_ORDER
    return isinstance(entry, Fact) and isinstance(entry.event, rules.reveals)


def _units(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    unit: list[Entry] = []
    for entry in entries:
        unit.append(entry)
        if isinstance(entry, Fact) and not entry.more:
            yield unit
            unit = []
