"""data: the tables of one's own copy of a game, as worksheets; what fits in them, and what is still ours."""

from __future__ import annotations

from pathlib import Path

import click

from cli.begin.data_page import page
from cli.begin.games import title_named
from cli.frame.codes import CANNOT_CREATE
from cli.frame.command import command, family, title_argument
from cli.frame.faults import Stop
from cli.frame.printing import HOLDS, QUIET, document, note, say
from projections.language.messages import _
from referee.games.datasets import BadData
from referee.owner_data.worksheets import GUIDE, make_worksheets
from referee.record.location import Place

data = family(
    "data",
    "bugyo data new kawanakajima my-kawanakajima",
    "bugyo data check my-kawanakajima",
    "bugyo data page my-kawanakajima -o edit.html",
    more=_(
        "For who owns the printed game: what is not public in Bugyo is ours, and your tables take its place "
        "in games that you open with --data."
    ),
)


@command(
    "data new",
    "bugyo data new kawanakajima my-kawanakajima",
    more=_(
        "They are the files of our data set, each value marked by its source as known or ours, with a guide "
        "in README.txt. The directory works with --data as it stands."
    ),
)
@title_argument
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def new(store: Place, as_json: bool, title: str, directory: Path) -> None:
    rules = title_named(title)
    try:
        made = make_worksheets(rules.title, directory)
    except BadData as why:
        raise Stop(str(why), CANNOT_CREATE) from None
    if as_json:
        document({"title": rules.title, "directory": str(directory), "files": made})
        return
    say(
        _("{directory} has the tables of {name}, in {count} files.").format(
            directory=directory, name=rules.name, count=len(made)
        ),
        HOLDS,
    )
    note(
        _("Next: read {file}, fill in what your copy says, then: bugyo data check {directory}").format(
            file=directory / GUIDE, directory=directory
        ),
        QUIET,
    )


data.add_command(new)
data.add_command(page)
