"""Acts of the referee beside the play, carried out and told: what was recorded, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cli.frame.command import Function
from cli.frame.desk_setup import check_address, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import act_options, acting
from cli.frame.printing import HOLDS, document, say
from cli.frame.reasons import replay_of
from cli.frame.standing import person_at, stand, stands
from cli.frame.stores import existing
from domain.game.state.game_state import GameState
from domain.kit.sealed import PUBLIC
from projections.language.messages import _
from projections.telling.log import log
from referee.clocks.policy_files import BadPolicy
from referee.games.referee import Referee, Taken
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Record

Do = Callable[[Referee, GameState], Taken | None]
"""None where somebody is asked first, and nothing is recorded yet."""

Deed = Do | tuple[Do, str]
"""With what is said where somebody is asked first."""

REFEREE = "referee"

reason_option: Callable[[Function], Function] = click.option(
    "--reason", required=True, metavar="TEXT", help=_("Why; the players read it.")
)

events_option: Callable[[Function], Function] = click.option(
    "--event",
    "events",
    multiple=True,
    type=int,
    metavar="N",
    help=_("An event that it is about; may be given again."),
)


def plain(text: str) -> str:
    return " ".join(text.split())


def act() -> Act:
    """The referee at the command line: where a club has several, it is on record which of them."""
    return Act(COMMAND_LINE, acting(), person=REFEREE)


def act_for(game: GameState, seat: str) -> Act:
    """The referee on behalf of a seat. A usage error for a seat that the game does not have."""
    if seat not in game.seats:
        said = _("Nobody sits at “{seat}” in {game}. The seats are: {seats}.")
        message = said.format(seat=seat, game=game.id, seats=", ".join(game.seats))
        raise click.BadParameter(message, param_hint="SEAT")
    return Act(COMMAND_LINE, acting(), seat=seat, person=REFEREE, behalf=person_at(game, seat) or seat)


def spelled(read: Callable[[], Any]) -> Any:
    """What people have written, read. A usage error for what cannot be."""
    try:
        return read()
    except BadPolicy as bad:
        raise click.UsageError(str(bad)) from None


def carry_out(
    store: Place, as_json: bool, game: str, mails: tuple[Path | None, str], do: Do, asked: str = ""
) -> None:
    """Does it, writes to whom it concerns, and tells what everybody may read of it; or `asked`, where
    somebody is asked first."""
    box = outbox(mails[0])
    with existing(store) as record:
        check_address(record, box, mails[1])
        taken = do(Referee(record), record.load(game).game)
        kept, effects = record.load(game), _effects(record, taken) if taken else [asked]
        mailed = write(record, box, mails[1], lambda desk: desk.tell(game))
    if as_json:
        told = {"game": game, **_where(taken), "effects": effects}
        document({**told, **stand(kept), "mailed": mailed})
        return
    for text in effects:
        say(text, HOLDS)
    say(stands(kept.game))
    tell_mailed(mailed)


def deed(function: Callable[..., Deed]) -> Function:
    """A command that carries out what its function gives, with the options of all by which a referee acts."""

    @wraps(function)
    def carried(
        store: Place, as_json: bool, game: str, outgoing: Path | None, address: str, **given: Any
    ) -> None:
        made = function(game=game, **given)
        do, asked = made if isinstance(made, tuple) else (made, "")
        carry_out(store, as_json, game, (outgoing, address), do, asked)

    return act_options(carried)


def _where(taken: Taken | None) -> dict[str, int | None]:
    """The first and the last event that was recorded."""
    if taken is None:
        return {"first": None, "last": None}
    last = taken.kept.game.position
    return {"first": last - len(taken.entries) + 1, "last": last}


def _effects(record: Record, taken: Taken) -> list[str]:
    before = taken.kept.game.position - len(taken.entries)
    return [line.text for line in log(replay_of(record, taken.kept.game.id), PUBLIC, after=before)]
