"""advise: what a program would order for a seat that is asked."""

from __future__ import annotations

import click
from msgspec import to_builtins

from cli.frame.command import command, game_argument
from cli.frame.printing import document, say
from cli.frame.reasons import Look, person_option, reason_option, recorded
from cli.frame.referee_acts import act_for, plain
from cli.frame.stores import existing
from projections.language.messages import _
from referee.games.referee import Referee
from referee.programs import advising
from referee.record.location import Place
from referee.telling.advice import told


@command(
    "advise",
    'bugyo advise summer iga --reason "Anna asks for advice, and has no mail today"',
    more=_(
        "As by mail: the game must allow it, and the players read that the seat was advised. Advice shows "
        "what its seat alone may know: it is a look, which is recorded, and needs --reason. Where you play "
        "against programs, write “advise” at the table of “bugyo solo”."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@reason_option
@person_option
def advise(store: Place, as_json: bool, game: str, seat: str, reason: str, person: str) -> None:
    if not plain(reason):
        raise click.UsageError(_("Say with --reason TEXT why; the players read it."))
    with existing(store) as record:
        act = act_for(record.load(game).game, seat)
        counsel = advising.ask(Referee(record), game, seat, act)
        recorded(record, record.load(game).game, Look(seat, reason, person))
    if as_json:
        liked = to_builtins(counsel.liked)
        document({"game": game, "seat": seat, "only": counsel.is_only, "liked": liked})
    else:
        say("\n".join(told(counsel)))
