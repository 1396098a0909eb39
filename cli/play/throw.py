"""throw: real dice, for the question that a game waits for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.frame.command import command, game_argument
from cli.frame.desk_setup import check_address, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import act_options, acting
from cli.frame.printing import HOLDS, QUIET, document, note, say
from cli.frame.reasons import replay_of
from cli.frame.standing import stand, stands, throw
from cli.frame.stores import existing
from domain.kit.chance import Thrown
from domain.kit.errors import StaleOrder
from projections.language.messages import _
from projections.telling.log import log, throw_of
from referee.games.referee import Referee, Taken
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Record


@command(
    "throw",
    "bugyo throw summer 3 5",
    more=_(
        "Only games at level 0 take real dice. For a draw, a number is a place among what is hidden. The "
        "answer says what the dice were for; “bugyo what GAME” says it before. With --outgoing whoever is "
        "awaited then gets a mail."
    ),
)
@game_argument()
@click.argument("faces", nargs=-1, required=True, type=int, metavar="FACES…")
@act_options
def throw_(
    store: Place, as_json: bool, game: str, faces: tuple[int, ...], outgoing: Path | None, address: str
) -> None:
    box = outbox(outgoing)
    with existing(store) as record:
        check_address(record, box, address)
        taken = _entered(record, game, faces)
        effects = _effects(record, taken)
        mailed = write(record, box, address, lambda desk: desk.tell(game))
    entry = taken.entries[0]
    assert isinstance(entry, Thrown), "What is entered is the first that is recorded."
    if as_json:
        document(_answered(taken, entry, faces, effects, mailed))
        return
    said = _("{faces} for {throw} [{rule}].")
    shown = ", ".join(map(str, faces))
    say(said.format(faces=shown, throw=throw_of(entry.question), rule=entry.question.rule), HOLDS)
    for text in effects:
        say(f"  {text}")
    say(stands(taken.kept.game))
    tell_mailed(mailed)
    note(_("Next: bugyo what {game}").format(game=game), QUIET)


def _entered(record: Record, game: str, faces: tuple[int, ...]) -> Taken:
    stood = record.load(game).game
    if stood.asked is None:
        raise StaleOrder(_("No throw is awaited in {game}.").format(game=game), stands(stood))
    return Referee(record).enter(game, faces, Act(COMMAND_LINE, acting()))


def _effects(record: Record, taken: Taken) -> list[str]:
    """What followed from the throw, as everybody may read it."""
    first = taken.kept.game.position - len(taken.entries) + 1
    return [line.text for line in log(replay_of(record, taken.kept.game.id), "public", after=first)]


def _answered(
    taken: Taken, entry: Thrown, faces: tuple[int, ...], effects: list[str], mailed: tuple[str, ...]
) -> dict[str, Any]:
    position = taken.kept.game.position
    return {
        "game": taken.kept.game.id,
        "throw": throw(entry.question),
        "faces": faces,
        "first": position - len(taken.entries) + 1,
        "last": position,
        "effects": effects,
        **stand(taken.kept),
        "mailed": mailed,
    }
