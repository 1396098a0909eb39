"""gallery: finished games as a site of plain files, for any web server."""

from __future__ import annotations

from pathlib import Path

import click

from cli.frame.codes import CANNOT_CREATE
from cli.frame.command import command
from cli.frame.printing import document, note, say
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _, _n
from referee.record.location import Place
from referee.web.site_files import NotOurs, told, update


@command(
    "gallery",
    "bugyo gallery public",
    "bugyo gallery public --anonymous",
    more=_(
        "Shown is a game that is over, once everybody who sits in it has agreed (“agree to show”, by mail or "
        "page, before the end or after it): all of it, with its press. There is a list in three languages, "
        "and a folder for each game with its replay, its record as a bundle, and a page that checks that. "
        "Links are relative, so that it works from a disk as well."
    )
    + "\n\n"
    + _(
        "Run it again when you like: what has not changed is left alone, and a game that is agreed on no "
        "more is taken away. Nothing is written over or taken away that it has not made: then it ends with "
        "73."
    )
    + "\n\n"
    + _(
        "With --anonymous all other finished games are shown as well, as a replay without names, times and "
        "anything that people have written. Such a copy proves nothing and has no bundle, for the heads of a "
        "game cover its names; a game whose orders or board name somebody is left out."
    ),
)
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--anonymous", is_flag=True, help=_("Show the others too, without their people."))
def gallery(store: Place, as_json: bool, directory: Path, anonymous: bool) -> None:
    with existing(store) as record:
        try:
            done = update(record, directory, record.clock(), unnamed=anonymous)
        except NotOurs as wrong:
            raise Stop(str(wrong), CANNOT_CREATE) from None
    if as_json:
        document(told(done))
        return
    for one in done.left:
        note(_("{game} is not shown: {why}").format(game=one.game, why=one.why))
    for path in done.foreign:
        note(_("{file} was changed by somebody else, and stays.").format(file=path))
    said = _n("{count} game is shown", "{count} games are shown", len(done.shown))
    more = _("{made} made anew, {removed} taken away").format(made=len(done.made), removed=len(done.removed))
    say(f"{said.format(count=len(done.shown))}: {more}.")
