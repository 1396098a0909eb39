"""observers: those who observe games by mail, and the end of it for one."""

from __future__ import annotations

from typing import Any

import click

from cli.frame.command import command
from cli.frame.officials import act_options, acting
from cli.frame.printing import HOLDS, document, fields, moment, note, say
from cli.frame.stores import existing
from projections.language.messages import _
from referee.club import observers
from referee.record.location import Place
from referee.record.observers import Observer, ObserverTable


@command(
    "observers",
    "bugyo observers",
    "bugyo observers --end dora@example.org",
    more=_(
        "They sign on by mail, where the club's file shows its games; players are told of them by name. "
        "With --end nothing more is sent to an address, and its name is forgotten; the record of a game has "
        "never had it."
    ),
)
@click.option("--end", "whom", metavar="ADDRESS", help=_("This address observes no game any more."))
@act_options
def observers_(store: Place, as_json: bool, whom: str | None, **_mailed: object) -> None:
    with existing(store) as record:
        ended = list[str]()
        if whom:
            acting()
            ended = observers.end(record, whom, "", record.clock())
        watching = ObserverTable(record).all()
    if as_json:
        document({"observers": [_shown(one) for one in watching], "ended": ended})
        return
    for game in ended:
        say(_("{address} does not observe {game} any more.").format(address=whom, game=game), HOLDS)
    for one in watching:
        said = _("{game}: {person} <{address}>, since {time}, told up to event {position}")
        words = {"game": one.game, "person": one.person, "address": one.address, "position": one.told}
        say(said.format(time=moment(one.at), **words))
    if not watching:
        note(_("Nobody observes a game."))


def _shown(one: Observer) -> dict[str, Any]:
    return {
        **fields(one, "game", "person", "address"),
        "since": moment(one.at),
        "told": one.told,
    }
