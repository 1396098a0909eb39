"""roster: who sits where, who stands by, who acts for whom; press of the referee; a game that is given up."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

import click

from cli.beside import act, act_for, carry_out, plain, reason_option, spelled
from cli.command import command, family, game_argument
from cli.mailing import mail_options
from cli.people import person
from domain.game.aggregate import Game
from domain.game.conduct import SCOPES
from domain.kit.sealed import REFEREE
from projections.texts import _
from referee import people
from referee import press as writing
from referee.policies import time_at
from referee.record.place import Place
from referee.service import Referee, Taken

roster = family(
    "roster",
    'bugyo roster take summer iga "Dora <dora@example.org>" --reason "Anna has resigned"',
    more=_("People are not seats. Whatever changes here is on record, and the players read it."),
)


@command("roster take", 'bugyo roster take summer iga "Dora <dora@example.org>" --reason "Anna has resigned"')
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("who", metavar="PERSON")
@reason_option
@mail_options
def take(
    store: Place,
    as_json: bool,
    game: str,
    seat: str,
    who: str,
    reason: str,
    outgoing: Path | None,
    address: str,
) -> None:
    one = person(who)

    def do(referee: Referee, _stood: Game) -> Taken:
        return people.take_seat(referee, game, seat, one.name, plain(reason), act(), one.address)

    carry_out(store, as_json, game, (outgoing, address), do)


@command("roster leave", 'bugyo roster leave summer iga --reason "Anna has no time any more"')
@game_argument()
@click.argument("seat", metavar="SEAT")
@reason_option
@mail_options
def leave(
    store: Place, as_json: bool, game: str, seat: str, reason: str, outgoing: Path | None, address: str
) -> None:
    def do(referee: Referee, stood: Game) -> Taken:
        return people.leave_seat(referee, game, seat, plain(reason), act_for(stood, seat))

    carry_out(store, as_json, game, (outgoing, address), do)


@command("roster standby", 'bugyo roster standby summer "Dora <dora@example.org>"')
@game_argument()
@click.argument("who", metavar="PERSON")
@click.option("--off", is_flag=True, help=_("The person stands by no more."))
@mail_options
def standby(
    store: Place, as_json: bool, game: str, who: str, off: bool, outgoing: Path | None, address: str
) -> None:
    one = person(who)

    def do(referee: Referee, _stood: Game) -> Taken:
        return people.list_standby(referee, game, one.name, not off, act(), one.address)

    carry_out(store, as_json, game, (outgoing, address), do)


@command(
    "roster delegate",
    'bugyo roster delegate summer iga "Dora <dora@example.org>" --until "2026-12-24 18:00" --scope orders',
    more=_(
        "Without --until the delegation is taken back, with --reason: the person and the players read it."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("who", metavar="PERSON")
@click.option("--until", default="", metavar="WHEN", help=_("To when, in the zone of the game."))
@click.option("--scope", type=click.Choice(SCOPES), default="all", show_default=True, help=_("In what."))
@click.option("--reason", default="", metavar="TEXT", help=_("Why it is taken back; the players read it."))
@mail_options
def delegate(
    store: Place,
    as_json: bool,
    game: str,
    seat: str,
    who: str,
    until: str,
    scope: str,
    reason: str,
    outgoing: Path | None,
    address: str,
) -> None:
    one = person(who)
    if not (until or plain(reason)):
        raise click.UsageError(_("Say with --reason TEXT why it is taken back; the players read it."))

    def do(referee: Referee, stood: Game) -> Taken:
        doing = act_for(stood, seat)
        if not until:
            return people.end_delegation(referee, game, seat, one.name, doing, plain(reason))
        at = spelled(lambda: time_at(until, stood.policy.zone))
        return people.delegate(referee, game, seat, one.name, scope, at, doing, one.address)

    carry_out(store, as_json, game, (outgoing, address), do)


for part in (take, leave, standby, delegate):
    roster.add_command(part)


@command("abandon", 'bugyo abandon summer --reason "Two players have vanished"')
@game_argument()
@reason_option
@mail_options
def abandon(store: Place, as_json: bool, game: str, reason: str, outgoing: Path | None, address: str) -> None:
    def do(referee: Referee, _stood: Game) -> Taken:
        return people.abandon(referee, game, plain(reason), act())

    carry_out(store, as_json, game, (outgoing, address), do)


LONGEST = 100_000


@command(
    "press",
    'echo "The club meets on Friday." | bugyo press summer -',
    'bugyo press summer --to iga --text "Please answer Boris."',
    more=_("Written by the referee, to everybody or to some seats. Seats write by mail."),
)
@game_argument()
@click.argument("file", type=click.File("r", encoding="utf-8"), metavar="FILE|-", required=False)
@click.option("--text", default="", metavar="TEXT", help=_("The text itself, instead of a file."))
@click.option("--to", multiple=True, metavar="SEAT", help=_("Who alone may read it.  [default: everybody]"))
@mail_options
def press(
    store: Place,
    as_json: bool,
    game: str,
    file: TextIO | None,
    text: str,
    to: tuple[str, ...],
    outgoing: Path | None,
    address: str,
) -> None:
    if bool(text) == (file is not None):
        raise click.UsageError(_("Give the text with --text TEXT, or name one file."))
    written = text or (file or sys.stdin).read(LONGEST)

    def do(referee: Referee, _stood: Game) -> Taken:
        return writing.press(referee, game, REFEREE, to, written, act())

    carry_out(store, as_json, game, (outgoing, address), do)
