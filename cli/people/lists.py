"""lists: those that people sign on to by mail, and the end of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from cli.frame.command import command
from cli.frame.desk_setup import check_address, club, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import act_options, acting
from cli.frame.printing import HOLDS, document, moment, note, say
from cli.frame.referee_acts import plain
from cli.frame.stores import existing
from domain.titles import TITLES
from projections.language.messages import _, listed
from referee.club.club_file import Club
from referee.club.lists import Lists, Outcome
from referee.games.referee import Referee
from referee.record.location import Place


@command(
    "lists",
    "bugyo lists",
    'bugyo lists --close summer --reason "Too many lists for so few people" --config desk.toml',
    more=_(
        "People make them by mail, as far as the club's file allows; docs/desk.md describes it. A list that "
        "is full becomes a game by itself, and one that does not fill up is closed when its time is over. "
        "Whoever stands on a list that you close reads why."
    ),
)
@click.option("--close", "name", metavar="NAME", help=_("Close this list."))
@click.option("--reason", default="", metavar="TEXT", help=_("Why; whoever stands on it reads it."))
@act_options
def lists_(
    store: Place, as_json: bool, name: str | None, reason: str, outgoing: Path | None, address: str
) -> None:
    if name and not plain(reason):
        raise click.UsageError(_("Say with --reason TEXT why it is closed; whoever stands on it reads it."))
    box, mailed = outbox(outgoing), tuple[str, ...]()
    with existing(store) as record:
        lists = Lists(Referee(record), club() or Club())
        if name:
            acting()
            check_address(record, box, address)
            closed = lists.close(name)
            mailed = write(record, box, address, lambda desk: desk.tell_ended(closed, plain(reason)))
        waiting = lists.waiting()
    if as_json:
        document({"lists": [_shown(one) for one in waiting], "closed": name, "mailed": mailed})
        return
    if name:
        say(_("The list “{name}” is closed.").format(name=name), HOLDS)
    for one in waiting:
        _tell(one)
    if not waiting:
        note(_("No list waits."))
    tell_mailed(mailed)


def _shown(one: Outcome) -> dict[str, Any]:
    people = [
        {"person": who.person, "address": who.address, "wish": who.wish, "also": bool(who.stays)}
        for who in one.signed
    ]
    return {
        "list": one.name,
        "title": one.terms.title,
        "maker": one.terms.maker,
        "until": moment(one.listed.until),
        "seats": one.terms.seats,
        "people": people,
        "guests": to_builtins(one.terms.guests),
        "digest": one.terms.digest,
    }


def _tell(one: Outcome) -> None:
    said = _("{name}: {title}, {count} of {most}, until {time}. On it: {people}")
    people = [f"{who.person} <{who.address}>" for who in one.signed]
    guests = [f"{who.person} <{who.address}>" for who in one.terms.guests]
    line = said.format(
        name=one.name,
        title=TITLES[one.terms.title].name,
        count=len(people),
        most=len(one.terms.seats),
        time=moment(one.listed.until),
        people=listed(people) or "-",
    )
    say(line)
    if guests:
        say("  " + _("Asked: {people}").format(people=listed(guests)))
