"""ratings: who plays how well, by the games that are over."""

from __future__ import annotations

import click
from msgspec.structs import replace

from cli.begin.games import title_named
from cli.frame.codes import NOT_FOUND
from cli.frame.command import command, complete_title
from cli.frame.files import write_file
from cli.frame.printing import document, say, table
from cli.frame.stop import Stop
from cli.frame.stores import existing, tell_broken
from domain.kit.errors import BrokenRecord
from projections.language.messages import _
from referee.club.ratings import Rated, Table, ratings
from referee.record.location import Place
from referee.telling import ratings as told


@command(
    "ratings",
    "bugyo ratings",
    "bugyo ratings shinobi --games",
    "bugyo ratings --person Anna",
    "bugyo ratings --csv ratings.csv",
    more=told.counts()
    + " "
    + _(
        "A person is an address, whatever its names; who has no address here is known by name. The rating is "
        "computed from the record each time, in the order in which the games ended: docs/ratings.md."
    ),
)
@click.argument("title", metavar="[TITLE]", required=False, shell_complete=complete_title)
@click.option(
    "--games", "by_game", is_flag=True, help=_("Say of each game what it has changed, or why nothing.")
)
@click.option(
    "--person", metavar="PERSON", help=_("The same of the games of one person, as the table has it.")
)
@click.option("--csv", "file", metavar="FILE|-", help=_("Write the table, or with --games these, as CSV."))
@click.option("--force", is_flag=True, help=_("Overwrite the file."))
def ratings_(
    store: Place,
    as_json: bool,
    title: str | None,
    by_game: bool,
    person: str | None,
    file: str | None,
    force: bool,
) -> None:
    if title:
        title_named(title)
    broken: list[BrokenRecord] = []
    with existing(store) as record:
        found = ratings(record, [title] if title else (), tell=broken.append)
    tell_broken(broken)
    if person:
        found = _of(found, person)
    if file:
        write_file(file, [told.csv_of(found, games=by_game or bool(person))], force)
    if as_json:
        document(told.document(found))
    elif not file:
        _tell(found, by_game=by_game or bool(person))


def _of(tables: tuple[Table, ...], person: str) -> tuple[Table, ...]:
    """The row and the games of one person."""
    found = tuple(
        replace(
            one,
            rows=tuple(row for row in one.rows if row.person == person),
            games=tuple(game for game in one.games if any(each.person == person for each in game.changes)),
        )
        for one in tables
        if any(row.person == person for row in one.rows)
    )
    if not found:
        raise Stop(_("Nobody called “{name}” is rated here.").format(name=person), NOT_FOUND)
    return found


def _tell(tables: tuple[Table, ...], *, by_game: bool) -> None:
    for one in tables:
        say(told.heading(one))
        if one.rows:
            table([head.upper() for head in told.headings()], map(told.cells, one.rows))
        for game in one.games if by_game else ():
            _tell_game(game)
        say()
    if not tables:
        say(told.nothing())


def _tell_game(one: Rated) -> None:
    say(told.game(one))
    for each in one.changes:
        say(f"    {told.change(each)}")
