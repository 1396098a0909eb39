"""Games of Wager: a store, a referee as honest as the test wants, and parties with cells of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.game.deciding.decide import post
from domain.game.deciding.own_cells import written
from domain.game.entries.entries import Asked, Contributed, Entry
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import Cell, Commit, Join, Root
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.game.state.ledger import LaneLedger
from domain.kit import cells, roots
from domain.kit.chance import Source, Thrown
from domain.kit.drawn_cells import Drawn
from referee.audit.audit import FAILS, audit_game
from referee.audit.witnesses import Mailbox, Witness
from referee.games.opening import Opening
from referee.games.referee import Cells, Referee, Taken
from referee.record.chain import digest, genesis, has_secrets, public_form, salts_for
from referee.record.envelope import Act, Envelope
from referee.record.record import Record
from tests.playing import follows
from tests.protocol.wager import ROUNDS, Wager
from tests.record.stores import ACT, First, entropy, repeatable

GAME = "wager"
SEATS = ("red", "blue")
DATA = {"wager.txt": b"a made-up title"}
HIGH, LOW = Wager(3, "high"), Wager(2, "low")


class CrookedCells(Cells):
    """Answers the questions of a game in a way of its own."""

    way: Callable[[Record, GameState], Source] | None = None

    def chance(self, game: GameState) -> Source:
        return self.way(self._record, game) if self.way else super().chance(game)


class Crook(Referee):
    """A referee with such cells."""

    def __init__(self, record: Record, source: Source | None = None, *, seed: str = "") -> None:
        super().__init__(record, source, seed=seed)
        self.cells: CrookedCells = CrookedCells(record, source, seed=seed)


class FirstCrook(Crook, First):
    """The same in games of protocol 1."""


class Table:
    """One game, joined by all. The parties' cells are foreseeable; `committers` have some of their own."""

    REFEREE: type[Crook] = Crook
    PHRASES = ("a heron stands in the rain", "the tide comes and goes")

    def __init__(
        self,
        path: Path,
        level: int = 1,
        way: Callable[[Record, GameState], Source] | None = None,
        committers: Sequence[str] = (),
        phrases: Sequence[str] = (),
    ) -> None:
        path.mkdir(exist_ok=True)
        self._stores = (path / f"{level}-{n}.bugyo" for n in count())
        self.record = repeatable(next(self._stores))
        self.referee = self.REFEREE(self.record, seed="sheets")
        self.referee.cells.way = way
        opening = Opening(GAME, "wager", ("Aoi", "Botan"), data=DATA, level=level)
        self.referee.open(opening, ACT)
        self.used: dict[str, int] = {}
        for party in (*committers, *([WITNESS] if level == 3 else [])):
            self.used[party] = 0
            self.commit(party)
        for seat, phrase in zip(SEATS, phrases or self.PHRASES, strict=True):
            self.take(seat, Join(phrase))

    def commit(self, party: str) -> None:
        drawn = drawn_by(party)
        self.take(party, Root(f"{drawn.root()} {drawn.sheets}"))

    def take(self, seat: str, order: Struct, cell: str = "", keys: Sequence[str] = ()) -> Taken:
        return self.referee.take(GAME, seat, order, ACT, keys, cell)

    def bet(self, seat: str, order: Wager) -> Taken:
        """An order, with the next cell of the seat where it has some."""
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

    def rejoin(self) -> None:
        """All join anew, after new cells of the referee."""
        for seat in SEATS:
            self.take(seat, Join(f"{seat} has come once more"))

    def over(self) -> Table:
        for _ in range(ROUNDS):
            self.round()
        assert self.game.is_over()
        return self

    def _next(self, party: str) -> str:
        self.used[party] += 1
        if party == WITNESS:
            return self.witness_line()
        return cell_line(party, self.used[party])

    def witness_line(self) -> str:
        """The cell of the witness for the question that is open."""
        found = (one for one in reversed(self.record.envelopes(GAME)) if isinstance(one.entry, Asked))
        envelope = next(found)
        assert isinstance(envelope.entry, Asked)
        asked = envelope.entry.question
        return witness_line(asked.lane, asked.index, envelope.digest.hex())

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
        known = {envelope.digest.hex() for envelope in self.record.envelopes(GAME)}
        record.restore(GAME, "wager", chained(entries, heads=known))
        return record

    def lie(self, entries: Sequence[Entry], witnesses: Sequence[Witness] = ()) -> tuple[Finding, str]:
        """What the audit finds where the referee has recorded other entries."""
        return _finding(self.rewritten(entries), witnesses)


def _finding(record: Record, witnesses: Sequence[Witness] = ()) -> tuple[Finding, str]:
    verdict = audit_game(record, GAME, [Mailbox("red", tuple(witnesses))])
    assert verdict.finding is not None, "The audit has noticed nothing."
    return verdict.finding, next(check.promise for check in verdict.checks if check.result == FAILS)


def chained(
    entries: Sequence[Entry], at: int = 1_700_000_000_000, act: Act = ACT, heads: Collection[str] = ()
) -> list[Envelope[Any]]:
    """Envelopes around entries, from the first event on. A witness who named one of these heads names the
    new one: whoever writes the chain writes that too."""
    words = (act.cause, act.reference, act.seat, act.person, act.behalf)
    head, asked, made = genesis(GAME), b"", []
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, Contributed) and entry.head in heads:
            entry = replace(entry, head=asked.hex())
        salts = salts_for(entry, entropy()) if has_secrets(entry) else ()
        envelope: Envelope[Any] = Envelope(b"", at, words, entry, salts)
        head = digest(head, public_form(GAME, position, envelope))
        asked = head if isinstance(entry, Asked) else asked
        made.append(replace(envelope, digest=head))
    return made


def drawn_by(party: str, generation: int = 1) -> Drawn:
    """The cells of a party that is not the referee."""
    lanes = (*SEATS, roots.GAME) if party == WITNESS else (party,)
    return Drawn(GAME, roots.named(party, generation), lanes, 2, Random(party).randbytes(32))


def cell_line(seat: str, number: int, generation: int = 1) -> str:
    """What a seat writes behind the word “cell”, for its cell of this number."""
    drawn, at = drawn_by(seat, generation), (1 + (number - 1) // roots.CELLS, 1 + (number - 1) % roots.CELLS)
    return written(str(number), drawn.cell(seat, at).hex(), drawn.proof(seat, at))


def witness_line(lane: str, index: int, head: str) -> str:
    drawn, at = drawn_by(WITNESS), (1 + (index - 1) // roots.CELLS, 1 + (index - 1) % roots.CELLS)
    return written(f"{lane}/{index}", drawn.cell(lane, at).hex(), drawn.proof(lane, at), head)


def lanes_of(game: GameState) -> LaneLedger:
    assert isinstance(game.ledger, LaneLedger)
    return game.ledger


def first_of(game: GameState) -> FirstLedger:
    assert isinstance(game.ledger, FirstLedger)
    return game.ledger


# ---- protocol 1


class FirstTable(Table):
    """A game that was opened by protocol 1."""

    REFEREE = FirstCrook
    PHRASES = ("a heron", "the tide")

    def commit(self, party: str) -> None:
        self.take(party, Commit(commitments(party)))

    def over(self) -> FirstTable:
        super().over()
        return self

    def _next(self, party: str) -> str:
        self.used[party] += 1
        return cells_of(party)[self.used[party] - 1].hex()


def cells_of(party: str) -> list[bytes]:
    random = Random(party)
    return [random.randbytes(cells.CELL) for _ in range(ROUNDS + 2)]


def commitments(party: str) -> str:
    made = (cells.cell_commitment(GAME, party, 1, n, cell) for n, cell in enumerate(cells_of(party), 1))
    return " ".join(commitment.hex() for commitment in made)


def foreseen(table: Table, game: GameState, seat: str, order: Wager, cell: str = "") -> tuple[int, ...]:
    """The faces that an order of `seat` would bring about, for whoever has all that they follow from."""
    entries = follows(game, table.referee.cells.chance, post, seat, order, cell).entries
    return next(entry.answer() for entry in entries if isinstance(entry, Thrown))
