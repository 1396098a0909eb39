"""Where the faces of games come from: the cells that are drawn for each, and at level 0 the dice at hand."""

from __future__ import annotations

import random
import secrets
from typing import Any

from msgspec.structs import replace

from domain.game.deciding.decide import commit, renew
from domain.game.deciding.run import Run
from domain.game.entries.entries import Opened, RootCommitted, WhatIf
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Source
from referee.proof import openings
from referee.proof.cell_lanes import LaneChance, draw
from referee.proof.cell_sheets import LOW, SheetChance, draw_sheet
from referee.proof.chance import Generator, RealDice
from referee.record.chain import Entropy
from referee.record.envelope import Act
from referee.record.record import Kept, Record

SHEETS = "sheets"
"""The cause of a sheet that is committed because the last one runs low."""


class Cells:
    """The cells of the games of a record. `source` is where the faces of games at level 0 come from.

    `entropy` gives bytes that nobody can foresee; with a `seed`, everybody who knows that: for self-play and
    demonstrations.
    """

    def __init__(self, record: Record, source: Source | None = None, *, seed: str = "") -> None:
        self._record = record
        self._source: Source = source or RealDice()
        self._seed = seed
        self.entropy: Entropy = random.Random(seed).randbytes if seed else secrets.token_bytes

    def chance(self, game: GameState) -> Source:
        """Where the faces of a game come from."""
        ledger = game.ledger
        if ledger.fork is not None:
            return self.chance_after(ledger.fork)
        if not ledger.level:
            return self._source
        if isinstance(ledger, FirstLedger):
            return SheetChance(self._record, ledger)
        return LaneChance(self._record, ledger)

    def chance_after(self, fork: WhatIf) -> Source:
        """Where the faces of a what-if come from."""
        return self._source if fork.real else Generator()

    def seeded(self) -> str:
        """That everybody can foresee the cells; "" where nobody can."""
        return f"The cells come from the seed {self._seed}: everybody can foresee them." if self._seed else ""

    def rooted(self, opened: Opened[Any], game: GameState) -> Opened[Any]:
        """The opening of a game with the root of all cells that the referee has drawn."""
        seats = tuple(held.seat for held in opened.seats)
        drawn = draw(self._record, game.id, seats, game.rules.sheets, self.entropy)
        number, before = openings.newest(self._record)
        root, sheets = drawn.root, drawn.sheets
        return replace(opened, protocol=2, root=root, sheets=sheets, opening=number + 1, before=before)

    def root(self, game: GameState, reason: str) -> RootCommitted:
        """The root of new cells, in the place of those that a game has."""
        known = game.ledger.generations if isinstance(game.ledger, LaneLedger) else {}
        generation = known.get(REFEREE_SHEET, 0) + 1
        sheets = game.rules.sheets
        return draw(self._record, game.id, game.seats, sheets, self.entropy, generation, reason)

    def renew_where_out(self, run: Run) -> None:
        """New cells, where the lane of the question that is open has none left."""
        ledger, asked = run.game.ledger, run.game.asked
        if not isinstance(ledger, LaneLedger) or asked is None or not ledger.level or ledger.absent:
            return
        if ledger.place(REFEREE_SHEET, asked) is None:
            renew(run, self.root(run.game, f"The cells of lane {asked.lane} are used up."))

    def replenished(self, kept: Kept) -> Kept:
        """In a game of protocol 1 that goes on, with the next sheet, where the last one runs low."""
        game, ledger = kept.game, kept.game.ledger
        if not isinstance(ledger, FirstLedger) or not ledger.level or game.is_over():
            return kept
        if ledger.left(REFEREE_SHEET) >= LOW:
            return kept
        run = Run(game, self.chance)
        commit(run, draw_sheet(self._record, game.id, len(ledger.sheets[REFEREE_SHEET]) + 1, self.entropy))
        return self._record.append(kept, run.decided(), Act(SHEETS))
