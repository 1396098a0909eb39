"""Games of Wager: a store, a referee as honest as the test wants, and parties with sheets of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.game.deciding.decide import post
from domain.game.entries.entries import Entry
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import Cell, Commit, Join
from domain.game.state.game_state import GameState
from domain.kit import cells
from domain.kit.chance import Source, Thrown
from referee.audit.audit import FAILS, audit_game
from referee.audit.witnesses import Witness
from referee.games.referee import Opening, Referee, Taken
from referee.record.chain import digest, genesis, has_secrets, public_form, salts_for
from referee.record.envelope import Act, Envelope
from referee.record.record import Record
from tests.playing import follows
from tests.protocol.wager import ROUNDS, Wager
from tests.record.stores import ACT, entropy, repeatable

GAME = "wager"
SEATS = ("red", "blue")
DATA = {"wager.txt": b"a made-up title"}
HIGH, LOW = Wager(3, "high"), Wager(2, "low")


class Crook(Referee):
    """A referee who answers the questions of a game in a way of its own."""

    def __init__(self, record: Record, way: Callable[[Record, GameState], Source]) -> None:
        super().__init__(record, seed="sheets")
        self._way = way

    def chance(self, game: GameState) -> Source:
        return self._way(self.record, game)


class Table:
    """One game, joined by all. The parties' cells are foreseeable; `committers` have a sheet of their own."""

    def __init__(
        self,
        path: Path,
        level: int = 1,
        way: Callable[[Record, GameState], Source] | None = None,
        committers: Sequence[str] = (),
        phrases: Sequence[str] = ("a heron", "the tide"),
    ) -> None:
        path.mkdir(exist_ok=True)
        self._stores = (path / f"{level}-{n}.bugyo" for n in count())
        self.record = repeatable(next(self._stores))
        self.referee = Crook(self.record, way) if way else Referee(self.record, seed="sheets")
        opening = Opening(GAME, "wager", ("Aoi", "Botan"), data=DATA, level=level)
        self.referee.open(opening, ACT)
        self.used: dict[str, int] = {}
        for party in (*committers, *([WITNESS] if level == 3 else [])):
            self.used[party] = 0
            self.take(party, Commit(commitments(party)))
        for seat, phrase in zip(SEATS, phrases, strict=True):
            self.take(seat, Join(phrase))

    def take(self, seat: str, order: Struct, cell: str = "", keys: Sequence[str] = ()) -> Taken:
        return self.referee.take(GAME, seat, order, ACT, keys, cell)

    def bet(self, seat: str, order: Wager) -> Taken:
        """An order, with the next cell of the seat where it has a sheet."""
        return self.take(seat, order, self._next(seat) if seat in self.used else "")

    def round(self, first: Wager = HIGH, second: Wager = LOW) -> tuple[int, ...]:
        """Both bets, and the witness's cell where there is one; the faces."""
        self.bet("red", first)
        self.bet("blue", second)
        self.witness()
        return self.thrown[-1].answer()

    def witness(self) -> None:
        """The witness opens its cell, where there is one and it is awaited."""
        if self.game.asked:
            self.take(WITNESS, Cell(self._next(WITNESS)))

    def over(self) -> Table:
        for _ in range(ROUNDS):
            self.round()
        assert self.game.is_over()
        return self

    def _next(self, party: str) -> str:
        self.used[party] += 1
        return cells_of(party)[self.used[party] - 1].hex()

    @property
    def game(self) -> GameState:
        return self.record.load(GAME).game

    @property
    def entries(self) -> list[Entry]:
        return [envelope.entry for envelope in self.record.envelopes(GAME)]

    @property
    def thrown(self) -> list[Thrown]:
        return [entry for entry in self.entries if isinstance(entry, Thrown)]

    def places(self, kind: type[Struct]) -> list[int]:
        """The positions of the entries of a kind."""
        return [position for position, entry in enumerate(self.entries, 1) if isinstance(entry, kind)]

    def finding(self) -> tuple[Finding, str]:
        """What the audit of the store finds first, and the promise that fails first."""
        return _finding(self.record)

    def verdict(self) -> Finding | None:
        return audit_game(self.record, GAME).finding

    def rewritten(self, entries: Sequence[Entry]) -> Record:
        """A store in which the referee has recorded other entries, with a chain that fits them."""
        record = repeatable(next(self._stores))
        record.keep_data("wager", DATA)
        record.restore(GAME, "wager", chained(entries))
        return record

    def lie(self, entries: Sequence[Entry], witnesses: Sequence[Witness] = ()) -> tuple[Finding, str]:
        """What the audit finds where the referee has recorded other entries."""
        return _finding(self.rewritten(entries), witnesses)


def _finding(record: Record, witnesses: Sequence[Witness] = ()) -> tuple[Finding, str]:
    verdict = audit_game(record, GAME, witnesses)
    assert verdict.finding is not None, "The audit has noticed nothing."
    return verdict.finding, next(check.promise for check in verdict.checks if check.result == FAILS)


def chained(entries: Sequence[Entry], at: int = 1_700_000_000_000, act: Act = ACT) -> list[Envelope[Any]]:
    """Envelopes around entries, from the first event on."""
    words = (act.cause, act.reference, act.seat, act.person, act.behalf)
    head, made = genesis(GAME), []
    for position, entry in enumerate(entries, 1):
        salts = salts_for(entry, entropy()) if has_secrets(entry) else ()
        envelope: Envelope[Any] = Envelope(b"", at, words, entry, salts)
        head = digest(head, public_form(GAME, position, envelope))
        made.append(replace(envelope, digest=head))
    return made


def cells_of(party: str) -> list[bytes]:
    random = Random(party)
    return [random.randbytes(cells.CELL) for _ in range(ROUNDS + 2)]


def commitments(party: str) -> str:
    made = (cells.cell_commitment(GAME, party, 1, n, cell) for n, cell in enumerate(cells_of(party), 1))
    return " ".join(commitment.hex() for commitment in made)


def foreseen(table: Table, game: GameState, seat: str, order: Wager, cell: str = "") -> tuple[int, ...]:
    """The faces that an order of `seat` would bring about, for whoever has all that they follow from."""
    entries = follows(game, table.referee.chance, post, seat, order, cell).entries
    return next(entry.answer() for entry in entries if isinstance(entry, Thrown))
