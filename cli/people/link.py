"""link: the secret link of a seat is mailed once more, or made anew with its tokens; that of the referee."""

from __future__ import annotations

from pathlib import Path

import click

from cli.frame.codes import BAD_SETUP
from cli.frame.command import command, family, game_argument
from cli.frame.desk_setup import check_address, config_option, configured, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import act_options
from cli.frame.printing import HOLDS, document, note, say
from cli.frame.referee_acts import act, act_for, plain
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _, _n
from referee.games.referee import Referee
from referee.identity import renewing
from referee.record.location import Place
from referee.seats.referee_link import referee_link, renew_referee

link = family(
    "link",
    'bugyo link new summer iga --reason "Anna has lost her telephone"',
    "bugyo link send summer iga",
    "bugyo link referee",
    more=_(
        "Whoever acts for a seat has a link and tokens of his own. They are mailed to him and never printed: "
        "who referees a game looks at a seat with --seat, which the players read."
    ),
)


@command(
    "link new",
    'bugyo link new summer iga --reason "Anna has lost her telephone"',
    more=_(
        "The links and tokens that are out are worthless at once, and orders that were left by them are not "
        "played. Everybody who acts for the seat is told why, gets his new ones, and reads what has ended."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.option("--reason", required=True, metavar="TEXT", help=_("Why; whoever acts for the seat reads it."))
@act_options
def new(
    store: Place, as_json: bool, game: str, seat: str, reason: str, outgoing: Path | None, address: str
) -> None:
    if not plain(reason):
        raise click.UsageError(_("Say with --reason TEXT why; whoever acts for the seat reads it."))
    box = outbox(outgoing)
    with existing(store) as record:
        check_address(record, box, address)
        act_for(record.load(game).game, seat)
        ended = renewing.new_link(Referee(record), game, seat, plain(reason), act())
        mailed = write(record, box, address, lambda desk: desk.tell(game))
    said = _(
        "The links and tokens of {seat} in {game} that were out are worthless. Whoever acts for it is mailed "
        "new ones."
    )
    if ended:
        less = _n("{count} order that waited has ended.", "{count} orders that waited have ended.", ended)
        said = f"{said} {less.format(count=ended)} {_('The seat is told which.')}"
    _tell(as_json, game, seat, said, mailed)


@command(
    "link send",
    "bugyo link send summer iga",
    more=_("It goes to everybody who acts for the seat, and nowhere else."),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@act_options
def send(store: Place, as_json: bool, game: str, seat: str, outgoing: Path | None, address: str) -> None:
    settings = configured()
    if not (settings and settings.web and settings.web.base):
        said = _("No pages are served: there is no base below [web] in the file that --config names.")
        raise Stop(said, BAD_SETUP)
    box = outbox(outgoing)
    with existing(store) as record:
        check_address(record, box, address)
        act_for(record.load(game).game, seat)
        renewing.send_link(record, game, seat, act())
        mailed = write(record, box, address, lambda desk: desk.tell(game))
    _tell(as_json, game, seat, _("The link of {seat} in {game} is mailed once more."), mailed)


@command(
    "link referee",
    "bugyo link referee --config desk.toml",
    "bugyo link referee --new",
    more=_(
        "The page behind it says what the desk wants of its referee: mails that could not be sent, disputes, "
        "who is stuck, clocks. It shows addresses of players, and nothing that only a seat may know. With "
        "--new the link that is out is worthless at once."
    ),
)
@click.option("--new", "anew", is_flag=True, help=_("Another link; the one that is out is worthless."))
@config_option
def referee(store: Place, as_json: bool, anew: bool) -> None:
    settings = configured()
    base = settings.web.base if settings and settings.web else ""
    with existing(store) as record:
        if anew:
            renew_referee(record)
        shown = referee_link(record, base, settings.in_charge.language if settings else "")
    if as_json:
        document({"link": shown, "new": anew})
        return
    if anew:
        note(_("The link that was out is worthless."))
    if not base:
        said = _("No pages are served: there is no base below [web] in the file that --config names.")
        note(f"{said} {_('This stands behind the address of the pages.')}")
    say(shown)


def _tell(as_json: bool, game: str, seat: str, said: str, mailed: tuple[str, ...]) -> None:
    if as_json:
        document({"game": game, "seat": seat, "mailed": mailed})
        return
    say(said.format(seat=seat, game=game), HOLDS)
    tell_mailed(mailed)
