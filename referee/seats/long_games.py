"""A long game, to be stepped through: of its events and of how it stood, only what is asked for is read."""

from __future__ import annotations

from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from projections.replay import Replay
from referee.record.far_envelopes import FarEnvelopes
from referee.record.record import Record


def of_long_game(record: Record, game: str) -> Replay | None:
    """For as long as the record is open; None of one that is not kept folded beside its events. Raises
    `UnknownGame`, `BrokenRecord`."""
    known = record.load(game)
    if not known.folded:
        return None

    def kept(position: int) -> GameState | None:
        found = record.folds.at(game, position)
        return found[0] if found else None

    title = known.game.rules.title
    envelopes = FarEnvelopes(record.recorder, game, title, known.game.position)
    replay = Replay(game, known.game.rules, known.game.data, envelopes, kept)
    replay.states[known.game.position] = known.game
    replay.notation = notation_of(known.game)
    return replay
