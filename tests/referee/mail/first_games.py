"""Games of protocol 1, as stores have them that are older: opened with a sheet, and played on."""

from __future__ import annotations

from domain.game.deciding.decide import open_game
from domain.game.deciding.run import Run
from domain.game.state.game_state import unopened
from domain.titles import TITLES
from referee.games.datasets import read_files
from referee.games.opening import Opening, first_entry
from referee.games.referee import Referee
from referee.proof.cell_sheets import draw_sheet
from referee.proof.signing import public_key
from referee.record.envelope import Act
from referee.record.record import Kept


class FirstReferee(Referee):
    """Opens games by protocol 1."""

    def open(self, opening: Opening, act: Act) -> Kept:
        record, rules = self.record, TITLES[opening.title]
        name = record.keep_data(opening.title, read_files(opening.title))
        kept = record.start(unopened(opening.id, rules))
        run = Run(kept.game, self.cells.chance)
        made = first_entry(opening, rules, name, self.cells.seeded(), public_key(record))
        sheet = draw_sheet(record, opening.id, 1, self.cells.entropy)
        open_game(run, made, record.data(opening.title, name), [sheet])
        return record.append(kept, run.game, run.made, act)
