"""renew: new secret cells for the throws of a game, for which everybody joins anew."""

from __future__ import annotations

from pathlib import Path

from cli.frame.command import command, game_argument
from cli.frame.officials import act_options
from cli.frame.referee_acts import act, carry_out, plain, reason_option
from domain.game.state.game_state import GameState
from projections.language.messages import _
from referee.games.referee import Referee, Taken
from referee.record.location import Place


@command(
    "renew",
    'bugyo renew summer --reason "the game shall go on by protocol 2"',
    'bugyo renew summer --reason "the seed is not in the backup" --outgoing ~/out',
    more=_(
        "The game stands still until every seat has joined anew, with a new phrase; then it goes on where it "
        "stands. It is for a game that was opened before protocol 2, and for one of which the cells are "
        "lost; where they are used up it happens by itself. With --outgoing everybody gets a mail."
    ),
)
@game_argument()
@reason_option
@act_options
def renew(store: Place, as_json: bool, game: str, reason: str, outgoing: Path | None, address: str) -> None:
    def do(referee: Referee, _stood: GameState) -> Taken:
        return referee.renew(game, plain(reason), act())

    carry_out(store, as_json, game, (outgoing, address), do)
