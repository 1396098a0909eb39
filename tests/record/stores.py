"""Stores to prove things with: small, repeatable, and files that can be tampered with."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

from domain.game.deciding.decide import open_game
from domain.game.deciding.run import Run
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState, unopened
from domain.kit.chance import Source
from referee.games.datasets import read_files
from referee.games.opening import Opening, first_entry, title_of
from referee.games.referee import Referee, Taken
from referee.proof.cell_sheets import draw_sheet
from referee.proof.signing import public_key
from referee.record.chain import Entropy
from referee.record.envelope import BOTS, Act
from referee.record.record import Kept, Record

ACT = Act(BOTS)
PEOPLE = ("Aoi", "Botan", "Chiyo", "Daichi", "Emi")


def clock() -> Callable[[], int]:
    """A clock that goes on by one at each look."""
    return count(1_700_000_000_000).__next__


def entropy(seed: str = "salt") -> Entropy:
    """Salts that everybody can foresee."""
    return Random(seed).randbytes


def hurry(record: Record) -> None:
    """Waits for no disk from now on: what a power cut may take is tested elsewhere. A server of the tests is
    told so from the beginning."""
    if isinstance(record.place, Path):
        record.recorder.writer().execute("PRAGMA synchronous=OFF")


def repeatable(path: Path) -> Record:
    """A store in which the same doings give the same bytes."""
    return Record(path, clock=clock(), entropy=entropy())


class First(Referee):
    """Opens games by protocol 1, as they were before there was another."""

    def open(self, opening: Opening, act: Act) -> Kept:
        rules = title_of(opening)
        name = self.record.keep_data(opening.title, opening.data or read_files(opening.title))
        kept = self.record.start(unopened(opening.id, rules))
        run, data = Run(kept.game, self.cells.chance), self.record.data(opening.title, name)
        first = draw_sheet(self.record, opening.id, 1, self.cells.entropy) if opening.level else None
        entry = first_entry(opening, rules, name, self.cells.seeded(), public_key(self.record))
        open_game(run, entry, data, (first,) if first else ())
        return self._keep(kept, run, act, self.record.now(kept)).kept


def opened(
    record: Record,
    name: str = "g",
    seed: str = "deal",
    seats: int = 3,
    source: Source | None = None,
    kind: type[Referee] = Referee,
) -> Referee:
    """A game that has been dealt."""
    referee = kind(record, source, seed=seed)
    game = referee.open(Opening(name, "shinobi", PEOPLE[:seats], level=0 if source else 1), ACT).game
    for seat in game.ledger.absent:
        referee.take(name, seat, Join(f"{seat} joins the game {name}"), ACT)
    return referee


def play(referee: Referee, name: str, orders: int, random: Random) -> GameState:
    """So many random legal orders, or fewer where the game ends; the game as it stands then."""
    game = referee.record.load(name).game
    for _ in range(orders):
        if game.is_over():
            break
        game = one_order(referee, game, random).kept.game
    return game


def one_order(referee: Referee, game: GameState, random: Random) -> Taken:
    """One random legal order through the front door."""
    seat = random.choice(game.awaited())
    if game.ledger.absent:
        return referee.take(game.id, seat, Join(f"{seat} joins the game {game.id}"), ACT)
    offers = game.rules.offers(game.state, seat)
    assert offers
    return referee.take(game.id, seat, random.choice(offers), ACT)


def finished(path: Path, name: str = "g", seed: str = "deal") -> Record:
    """A store with one game that has been played to its end."""
    record = repeatable(path)
    assert play(opened(record, name, seed), name, 2_000, Random(seed)).is_over()
    return record


def tamper(path: Path, copy: Path, *statements: tuple[str, tuple[object, ...]]) -> Path:
    """A copy of a store, its triggers dropped, in which somebody has executed these statements."""
    shutil.copy(path, copy)
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("BEGIN")
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    for statement, parameters in statements:
        connection.execute(statement, parameters)
    connection.execute("COMMIT")
    connection.close()
    return copy
