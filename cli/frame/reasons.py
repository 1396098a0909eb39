"""Looking is on the record: whoever opens what is not public says why, and the players read it."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from msgspec import Struct

from cli.frame.command import Function
from cli.frame.desk_setup import config_option
from cli.frame.officials import check_look
from cli.frame.printing import QUIET, note
from domain.game.entries.entries import Looked
from domain.game.entries.levels import WITNESS
from domain.game.entries.policy import AT_REVEAL
from domain.game.state.game_state import GameState
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import _
from projections.replay import Replay
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Kept, Record
from referee.seats import seat_view

_SEAT = _("Look with the eyes of this seat; “referee” sees everything.  [default: what everybody may know]")
_REASON = _("Why what is not public is looked at, while the game is on; the players read it.")
_PERSON = _("Who looks.  [default: the name of the system's user]")


reason_option = click.option("--reason", default="", metavar="TEXT", help=_REASON)
who_looks_option = click.option("--person", default="", metavar="NAME", help=_PERSON)


def person_option(function: Function) -> Function:
    """--person, and --config: a club may say who of its referees may look."""
    return config_option(who_looks_option(function))


ONE_KEYBOARD = "every hand, from here on (open --one-keyboard)"
"""What is looked at where all sit at one keyboard, as the record keeps it."""


class Look(Struct, frozen=True):
    """Whose eyes, and on whose account and why where they see more than the public's."""

    viewer: str = PUBLIC
    reason: str = ""
    person: str = ""


def look_options(seat: str = _SEAT) -> Callable[[Function], Function]:
    """--seat, --reason and --person; the command gets them as `look`. `seat` is the help of --seat."""

    def add(function: Function) -> Function:
        @click.option("--seat", "viewer", default=PUBLIC, metavar="SEAT", help=seat)
        @reason_option
        @person_option
        @wraps(function)
        def with_look(*args: Any, viewer: str, reason: str, person: str, **more: Any) -> Any:
            return function(*args, look=Look(viewer, reason, person), **more)

        return with_look

    return add


def replay_of(record: Record, game: str, viewer: str = PUBLIC) -> Replay:
    """The game as it can be stepped through. A usage error for a viewpoint that it does not have."""
    replay = seat_view.replay_of(record, game)
    check_viewer(game, viewer, replay.viewers())
    return replay


def check_viewer(game: str, viewer: str, known: tuple[str, ...]) -> None:
    if viewer not in known:
        said = _("Nobody sits at “{seat}” in {game}. Choose one of: {viewers}.")
        message = said.format(seat=viewer, game=game, viewers=", ".join(known))
        raise click.BadParameter(message, param_hint="--seat")


def seen(record: Record, game: str, look: Look, *positions: int) -> Replay:
    """The game as it can be stepped through; where the look opens what is not public, it is recorded first.

    Nothing is recorded where one of `positions` is not there: raises `NoSuchPosition` then.
    """
    replay = replay_of(record, game, look.viewer)
    for position in positions:
        replay.envelope(position)
    if recorded(record, replay.at(len(replay)), look):
        return replay_of(record, game, look.viewer)
    return replay


def recorded(record: Record, game: GameState, look: Look) -> bool:
    """Records the look where it opens what is not public. A usage error where nobody says why.

    Whoever holds a what-if has looked at everything: that is on record in the game that it leaves. Where all
    sit at one keyboard, it is on record at the opening.
    """
    if look.viewer == PUBLIC or game.is_over() or game.ledger.fork or at_one_keyboard(record, game.id):
        return False
    from referee.games.names import misshapen  # few look at what is not public
    from referee.games.referee import Referee

    reason, person = _plain(look.reason), _plain(look.person) or _user()
    if not reason:
        said = _("While {game} is on, looking with --seat is recorded: say why with --reason TEXT.")
        raise click.UsageError(said.format(game=game.id))
    if why := misshapen(person) if look.person else "":
        raise click.BadParameter(why, param_hint="--person")
    check_look(person)
    is_late = game.register.policy.referee.looks == AT_REVEAL
    act = Act(COMMAND_LINE, person=REFEREE if is_late else person)
    kept = Referee(record).look(game.id, person, _at(look.viewer), reason, act).kept
    said = _("Event {position} of {game} tells every player that you look, and why.")
    if is_late:
        said = _("Event {position} of {game} says that you look; at what and why, the next reveal tells.")
    note(said.format(position=kept.game.position, game=game.id), QUIET)
    return True


def sit_at_one_keyboard(record: Record, game: str) -> Kept:
    """Records that whoever types sees every hand from now on."""
    from referee.games.referee import Referee

    why = "All sit at one keyboard, and whoever types sees every hand."
    kept = Referee(record).look(game, REFEREE, ONE_KEYBOARD, why, Act(COMMAND_LINE, person=REFEREE)).kept
    said = _("Event {position} of {game} says that whoever types here sees every hand.")
    note(said.format(position=kept.game.position, game=game), QUIET)
    return kept


def at_one_keyboard(record: Record, game: str) -> bool:
    """Whether the opening says so, and nobody has come to play by mail since."""
    if set(record.addresses(game)) - {WITNESS}:
        return False
    entries = (envelope.entry for envelope in record.envelopes(game))
    return any(isinstance(entry, Looked) and entry.at == ONE_KEYBOARD for entry in entries)


def _at(viewer: str) -> str:
    """What is looked at, and by which command: as the record keeps it, in no language but its own."""
    what = "everything that is sealed" if viewer == REFEREE else f"what {viewer} alone may know"
    return f"{what} ({click.get_current_context().info_name})"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _user() -> str:
    try:
        return _plain(getpass.getuser())
    except (KeyError, OSError):  # a user without a name, as in some containers
        raise click.UsageError(
            _("The system has no name for you: say who looks with --person NAME.")
        ) from None
