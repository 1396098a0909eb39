"""rewind: play goes back, and what was played since stays on record."""

from __future__ import annotations

from pathlib import Path

import click

from cli.frame.command import command, game_argument
from cli.frame.desk_setup import check_address, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import act_options
from cli.frame.printing import HOLDS, document, say
from cli.frame.referee_acts import act, plain
from cli.frame.standing import stand, stands
from cli.frame.stores import existing
from domain.game.entries.rulings import REWOUND
from projections.language.messages import _
from referee.games import rulings
from referee.games.referee import Referee
from referee.games.rulings import Judgement
from referee.record.location import Place


@command(
    "rewind",
    'bugyo rewind summer --to 41 --reason "ruling 3: the order named another hex"',
    'bugyo rewind summer --to 41 --anew --reason "ruling 4: the die was thrown for the wrong unit"',
    more=_(
        "It is a ruling, like “bugyo ruling make GAME rewound”. Nothing is erased: the events since stay "
        "readable and are marked as left, and going back to one of them takes them up again. A throw that "
        "was made there answers the same question again, unless --anew is given. Play can go back to where "
        "all that follows from an order ends. With --outgoing the players get a mail."
    ),
)
@game_argument()
@click.option(
    "--to", required=True, type=click.IntRange(min=1), metavar="N", help=_("Back to after event N.")
)
@click.option("--reason", required=True, metavar="TEXT", help=_("Why; the players read it."))
@click.option(
    "--rule",
    default="rewind",
    show_default=True,
    metavar="NUMBER",
    help=_("The rule that it rests on."),
)
@click.option("--anew", is_flag=True, help=_("Throws that were made since are made anew."))
@act_options
def rewind(
    store: Place,
    as_json: bool,
    game: str,
    to: int,
    reason: str,
    rule: str,
    anew: bool,
    outgoing: Path | None,
    address: str,
) -> None:
    box = outbox(outgoing)
    with existing(store) as record:
        check_address(record, box, address)
        cited = (rule.strip("[]"),)
        judged = Judgement(REWOUND, plain(reason), rules=cited, to=to, anew=anew)
        taken = rulings.rule(Referee(record), game, judged, act())
        mailed = write(record, box, address, lambda desk: desk.tell(game))
    if as_json:
        document({"game": game, "to": to, **stand(taken.kept), "mailed": mailed})
        return
    said = _("Play in {game} goes back to after event {position}.")
    say(said.format(game=game, position=to), HOLDS)
    say(stands(taken.kept.game))
    tell_mailed(mailed)
