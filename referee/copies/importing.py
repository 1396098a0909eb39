"""Games from exports, verified before they are stored; games from their orders, played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError
from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.forks import newest_fork
from domain.game.entries.entries import Opened
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.chance import Source
from domain.kit.errors import Fault, OrderError
from domain.kit.notation import Notation
from referee.audit.audit import Verdict, audit_export
from referee.audit.game_lines import Export, envelopes_of, is_complete
from referee.games import programs
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.what_if import WrongStore, check_kind, mark
from referee.proof.chance import Generator, RealDice
from referee.record.envelope import Act
from referee.record.record import Kept, Record

IMPORT = "import"
"""The cause of what is recorded because somebody has imported a file."""


class CannotImport(Exception):
    """The file cannot be imported; the sentence says why."""


def import_game(record: Record, export: Export) -> str:
    """Stores the game of an export and gives its id. Raises `CannotImport`; then nothing was stored."""
    verdict = audit_export(export)
    if verdict.finding is not None:
        raise CannotImport(f"The export does not hold{_where(verdict)}: {verdict.finding.why}")
    header = export.header
    if not is_complete(export):
        raise CannotImport(
            f"The export shows what {header.viewer} may know; some values are still sealed. "
            "Import the referee's export, or one that was made after the end of the game."
        )
    if not header.data:
        raise CannotImport("The export leaves its data set out. Name the directory that has it with --data.")
    if header.game in record.games():
        raise CannotImport(f"There is a game “{header.game}” in this store already.")
    envelopes = envelopes_of(export)
    fork = newest_fork([envelope.entry for envelope in envelopes])
    try:
        check_kind(record, header.game, fork)
        with record.recorder.together():
            if fork is not None:
                mark(record)
            record.keep_data(header.title, {name: text.encode() for name, text in header.data.items()})
            record.restore(header.game, header.title, envelopes)
            if fork is None:
                programs.mark(record, record.load(header.game).game)
    except WrongStore as wrong:
        raise CannotImport(str(wrong)) from None
    except IntegrityError:
        raise CannotImport(f"There is a game “{header.game}” in this store already.") from None
    return header.game


def _where(verdict: Verdict) -> str:
    """Where it does not hold: at an event, in the header, or nowhere that could be named."""
    if verdict.finding and verdict.finding.position:
        return f" at event {verdict.finding.position}"
    return f" in its {verdict.member}" if verdict.member else ""


# ---- orders


class Given(Struct, frozen=True):
    """A line of a file: an order of a seat, or the `faces` of a throw that the order before it has raised."""

    line: int
    seat: str
    order: str
    faces: tuple[int, ...] = ()


class Orders(Struct, frozen=True):
    """A game to be played anew. `file` is the digest of the file that it stands in.

    With `real` the faces of its throws are entered as those of real dice, and the game is one of level 0;
    without, they fall anew.
    """

    opening: Opening
    lines: tuple[Given, ...]
    file: str
    real: bool


def import_orders(record: Record, orders: Orders) -> Kept:
    """Opens the game and plays the lines in their order: all of it or nothing.

    Raises `CannotOpen`, and `CannotImport` with the line that cannot be played.
    """
    with record.recorder.together():
        importer = _Importer(record, orders)
        opening = replace(orders.opening, level=0)
        words = notation_of(importer.open(opening, Act(IMPORT, orders.file)).game)
        for given in orders.lines:
            if given.order or orders.real:
                importer.play(given, words)
    return record.load(opening.id)


class _Importer(Referee):
    """A referee who says in the opening where the throws of the game come from."""

    def __init__(self, record: Record, orders: Orders) -> None:
        source: Source = RealDice() if orders.real else Generator()
        super().__init__(record, source)
        self._orders = orders

    def play(self, given: Given, words: Notation) -> None:
        """One line, an order in these words. Raises `CannotImport`."""
        game = self._orders.opening.id
        act = Act(IMPORT, f"{self._orders.file}:{given.line}", given.seat)
        try:
            if given.faces:
                self.enter(game, given.faces, act)
            else:
                self.take(game, given.seat, words.read(given.order), act)
        except (OrderError, Fault) as refusal:
            raise CannotImport(f"{_cannot(given)}\n{refusal}\nNothing of the file was stored.") from refusal

    def _opened(self, opening: Opening, game: GameState, data: str) -> Opened[Any]:
        opened = super()._opened(opening, game, data)
        return replace(opened, chance=f"{opened.chance} {self._said()}")

    def _said(self) -> str:
        file = self._orders.file[:12]
        if self._orders.real:
            return f"The game was imported from the orders {file}; its throws are those that the file quotes."
        return f"The game was imported from the orders {file}; its throws fell anew, by a generator."


def _cannot(given: Given) -> str:
    what = f"the order of {given.seat}, {given.order}" if given.order else f"the throw {_list(given.faces)}"
    return f"Line {given.line} cannot be played: {what}."


def _list(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))
