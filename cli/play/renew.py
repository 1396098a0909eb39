"""renew: new secret cells for the throws of a game, for which everybody joins anew."""

from __future__ import annotations

from cli.frame.command import command, game_argument
from cli.frame.referee_acts import Do, act, deed, plain, reason_option
from projections.language.messages import _


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
@deed
def renew(game: str, reason: str) -> Do:
    return lambda referee, _stood: referee.renew(game, plain(reason), act())
