"""roster: who sits where, who stands by, who acts for whom; press of the referee; a game that is given up."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from cli.frame.command import command, family, game_argument
from cli.frame.desk_setup import can_mail
from cli.frame.persons import Person, person, program
from cli.frame.referee_acts import Deed, Do, act, act_for, deed, plain, reason_option, spelled
from domain.game.entries.people import BY_REFEREE, SCOPES, AddressChanged, Delegated
from domain.game.state.game_state import GameState
from domain.kit.sealed import REFEREE
from projections.language.messages import _
from referee.clocks.policy_files import time_at
from referee.games import people
from referee.games import press as writing
from referee.games.addresses import known
from referee.games.referee import Referee, Taken
from referee.identity import naming
from referee.reading.senders import is_address

roster = family(
    "roster",
    'bugyo roster take summer iga "Dora <dora@example.org>" --reason "Anna has resigned"',
    more=_("People are not seats. Whatever changes here is on record, and the players read it."),
)

_ASKS = _(
    "Whoever is named with an address is asked by mail first, where mails have a way out, and nothing is "
    "recorded before the answer is “yes”. With --agreed, or without a way out, it is done at once."
)
_agreed = click.option("--agreed", is_flag=True, help=_("The person has told you so; nobody is asked."))


_bot = click.option(
    "--bot", default="", metavar="STRENGTH", help=_("A program instead of a person: random, steady, keen:N.")
)


def _whom(who: str, bot: str) -> Person:
    """The person or the program that is named. A usage error for both, or neither."""
    if bool(who) == bool(bot):
        raise click.UsageError(_("Name a PERSON, or a program by --bot STRENGTH."))
    return program(bot) if bot else person(who)


def _is_asked(referee: Referee, one: Person, agreed: bool) -> bool:
    box = click.get_current_context().params["outgoing"]
    return bool(one.address) and not agreed and can_mail(referee.record, box)


def _asked(one: Person) -> str:
    return _("{person} is asked by mail. It is done once “yes” has come from {address}.").format(
        person=one.name, address=one.address
    )


@command(
    "roster take",
    'bugyo roster take summer iga "Dora <dora@example.org>" --reason "Anna has resigned"',
    'bugyo roster take summer iga --bot steady --reason "Anna has resigned, and nobody stands by"',
    more=_ASKS,
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("who", metavar="[PERSON]", default="")
@_bot
@reason_option
@_agreed
@deed
def take(game: str, seat: str, who: str, bot: str, reason: str, agreed: bool) -> Deed:
    one = _whom(who, bot)

    def do(referee: Referee, _stood: GameState) -> Taken | None:
        why = plain(reason)
        if _is_asked(referee, one, agreed):
            return naming.name_holder(referee, game, seat, one.name, why, act(), one.address)
        return people.take_seat(referee, game, seat, one.name, why, act(), one.address)

    return do, _asked(one)


@command("roster leave", 'bugyo roster leave summer iga --reason "Anna has no time any more"')
@game_argument()
@click.argument("seat", metavar="SEAT")
@reason_option
@deed
def leave(game: str, seat: str, reason: str) -> Do:
    return lambda referee, stood: people.leave_seat(referee, game, seat, plain(reason), act_for(stood, seat))


@command(
    "roster standby",
    'bugyo roster standby summer "Dora <dora@example.org>"',
    "bugyo roster standby summer --bot steady",
    more=_ASKS
    + " "
    + _(
        "A program takes what falls free where no person stands by, and stays on the list for the next seat."
    ),
)
@game_argument()
@click.argument("who", metavar="[PERSON]", default="")
@_bot
@click.option("--off", is_flag=True, help=_("The person stands by no more."))
@_agreed
@deed
def standby(game: str, who: str, bot: str, off: bool, agreed: bool) -> Deed:
    one = _whom(who, bot)

    def do(referee: Referee, _stood: GameState) -> Taken | None:
        if not off and _is_asked(referee, one, agreed):
            naming.name_standby(referee, game, one.name, act(), one.address)
            return None
        return people.list_standby(referee, game, one.name, not off, act(), one.address)

    return do, _asked(one)


@command(
    "roster delegate",
    'bugyo roster delegate summer iga "Dora <dora@example.org>" --until "2026-12-24 18:00" --scope orders',
    more=" ".join(
        (
            _(
                "Without --until the delegation is taken back, with --reason: the person and the players "
                "read it."
            ),
            _ASKS,
        )
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("who", metavar="PERSON")
@click.option("--until", default="", metavar="WHEN", help=_("To when, in the zone of the game."))
@click.option("--scope", type=click.Choice(SCOPES), default="all", show_default=True, help=_("In what."))
@click.option("--reason", default="", metavar="TEXT", help=_("Why it is taken back; the players read it."))
@_agreed
@deed
def delegate(game: str, seat: str, who: str, until: str, scope: str, reason: str, agreed: bool) -> Deed:
    one = person(who)

    def do(referee: Referee, stood: GameState) -> Taken | None:
        doing = act_for(stood, seat)
        if not until:
            acts = any((given.seat, given.to) == (seat, one.name) for given in stood.register.delegations)
            if acts and not plain(reason):
                raise click.UsageError(_("Say with --reason TEXT why it is taken back; the players read it."))
            return naming.end_delegation(referee, game, seat, one.name, doing, plain(reason))
        at = spelled(lambda: time_at(until, stood.register.policy.zone))
        if _is_asked(referee, one, agreed):
            given = Delegated(seat, one.name, scope, at)
            return naming.name_delegate(referee, game, given, doing, one.address)
        return people.delegate(referee, game, seat, one.name, scope, at, doing, one.address)

    no_more = _("{person} is asked no more.").format(person=one.name)
    return do, _asked(one) if until else no_more


@command(
    "roster address",
    'bugyo roster address summer Dora dora@example.net --reason "She wrote to me from both"',
    more=_(
        "Mails go to the new address from now on, and are taken from it. Both addresses are told, and the "
        "players read that it was done and why; no address is on record. A player does the same by mail with "
        "the line “my address is ADDRESS”. PERSON may also be a seat."
    ),
)
@game_argument()
@click.argument("who", metavar="PERSON")
@click.argument("new", metavar="ADDRESS")
@reason_option
@deed
def readdress(game: str, who: str, new: str, reason: str) -> Do:
    if not is_address(new):
        raise click.BadParameter(_("Mail cannot be sent to “{address}”.").format(address=new))

    def do(referee: Referee, stood: GameState) -> Taken:
        seat, name = _held_by(stood, who)
        before = referee.record.addresses(game).get(seat) or known(referee.record, stood).get(name)
        if before is None:
            said = _("Nobody is called “{person}” in {game}.").format(person=who, game=game)
            raise click.BadParameter(said, param_hint="PERSON")
        entry = AddressChanged(seat, name, BY_REFEREE, plain(reason))
        doing = act_for(stood, seat) if seat else act()
        return people.change_address(referee, game, entry, before, new, doing)

    return do


def _held_by(game: GameState, who: str) -> tuple[str, str]:
    """The seat that is named, or that a person holds, "" for none; and who that is."""
    holders = game.register.holders
    seat = who if who in holders else next((seat for seat, one in holders.items() if one == who), "")
    return seat, holders.get(seat) or who


@command("abandon", 'bugyo abandon summer --reason "Two players have vanished"')
@game_argument()
@reason_option
@deed
def abandon(game: str, reason: str) -> Do:
    return lambda referee, _stood: people.abandon(referee, game, plain(reason), act())


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
@deed
def press(game: str, file: TextIO | None, text: str, to: tuple[str, ...]) -> Do:
    if bool(text) == (file is not None):
        raise click.UsageError(_("Give the text with --text TEXT, or name one file."))
    written = text or (file or sys.stdin).read(LONGEST)
    return lambda referee, _stood: writing.press(referee, game, REFEREE, to, written, act())
