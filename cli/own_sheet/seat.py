"""seat: a player's own sheet of secret cells. Nothing here needs a store, or the referee."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND
from cli.frame.command import command, family
from cli.frame.faults import Stop
from cli.frame.printing import QUIET, document, note, say
from domain.game.entries.levels import WITNESS
from projections.language.messages import _
from referee.record.location import Place

if TYPE_CHECKING:
    from referee.parties import PartySheet

LONGEST = 1_000_000
"""Bytes of the largest file of orders."""

sheet_argument = click.argument("file", type=click.Path(path_type=Path), metavar="FILE")

size_option = click.option(
    "--size",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help=_("How many cells are drawn.  [default: some hundred]"),
)

seat = family(
    "seat",
    "bugyo seat new summer iga -o iga.sheet",
    'echo "place takeda in ise" | bugyo seat fill iga.sheet -',
    "bugyo seat status iga.sheet",
    more=_(
        "Who has a sheet opens one of its cells with each order, so that nobody, the referee included, knows "
        "a throw before the order is in. Games at level 2 and 3 take sheets of seats. Keep the file to "
        "yourself, and make a copy before you throw a machine away: without it you cannot order any more."
    ),
)


def sheet_at(path: Path) -> PartySheet:
    """The sheet in a file. Raises `Stop`."""
    from referee.parties import SheetTrouble, open_sheet

    if not path.exists():
        said = _("There is no sheet {path}. “bugyo seat new” makes one.")
        raise Stop(said.format(path=path), NOT_FOUND)
    try:
        return open_sheet(path)
    except SheetTrouble as trouble:
        raise Stop(str(trouble), BAD_DATA) from None


@command(
    "seat new",
    "bugyo seat new summer iga -o iga.sheet",
    'bugyo seat new summer iga -o iga.sheet --phrase "the rain on the roof of my house" | mail referee',
    "bugyo seat new summer witness -o summer.witness --desk referee@example.org",
    more=_(
        "Answer the invitation with the printed lines: “join” with your phrase, and “commit” with what your "
        "cells are committed to. The cells stay in the file, which only you may read. A witness has no "
        "phrase; it answers the requests of one address alone, --desk, or the first that asks."
    ),
)
@click.argument("game", metavar="GAME")
@click.argument("party", metavar="SEAT")
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help=_("The file that keeps the cells; it must not be there yet."),
)
@size_option
@click.option("--phrase", default="", metavar="TEXT", help=_("Words of your own.  [default: a random one]"))
@click.option("--desk", default="", metavar="ADDRESS", help=_("The referee's address, for a witness."))
def new(
    store: Place, as_json: bool, game: str, party: str, path: Path, size: int | None, phrase: str, desk: str
) -> None:
    from referee.parties import SIZE, commit_lines, new_sheet

    _check(game, party, path)
    sheet = new_sheet(game, party, size or SIZE, path, desk=desk)
    joins = [] if party == WITNESS else [f"join {' '.join(phrase.split()) or secrets.token_hex(16)}"]
    _print_lines(sheet, [*joins, *commit_lines(sheet)], as_json)
    note(_("The cells are in {path}. Keep it, and show it to nobody.").format(path=path), QUIET)
    if party == WITNESS:
        note(_("Next, for each request: bugyo witness {path}").format(path=path), QUIET)
    else:
        note(_("Next, for your orders: bugyo seat fill {path} ORDERS").format(path=path), QUIET)


def _check(game: str, party: str, path: Path) -> None:
    from referee.games.referee import NAME

    for name, hint in ((game, "GAME"), (party, "SEAT")):
        if not NAME.fullmatch(name):
            said = _("“{name}” cannot be a name in the record: write it as the invitation does.")
            raise click.BadParameter(said.format(name=name), param_hint=hint)
    if path.exists():
        said = _("{path} is there already, and its cells may be committed. Name another file.")
        raise Stop(said.format(path=path), CANNOT_CREATE)
    if not path.absolute().parent.is_dir():
        said = _("{file} cannot be made: there is no directory {directory}.")
        raise Stop(said.format(file=path, directory=path.parent), CANNOT_CREATE)


def _print_lines(sheet: PartySheet, lines: Sequence[str], as_json: bool) -> None:
    if as_json:
        kept = sheet.read()
        document({"game": kept.game, "party": kept.party, "file": str(sheet.path), "lines": lines})
        return
    for line in lines:
        say(line)


@command(
    "seat more",
    "bugyo seat more iga.sheet",
    more=_("The referee must have the printed lines before the first of the new cells is used."),
)
@sheet_argument
@size_option
def more(store: Place, as_json: bool, file: Path, size: int | None) -> None:
    from referee.parties import SIZE, more_cells

    sheet = sheet_at(file)
    _print_lines(sheet, more_cells(sheet, size or SIZE), as_json)


@command(
    "seat fill",
    "bugyo seat fill iga.sheet orders.txt",
    'echo "place takeda in ise" | bugyo seat fill iga.sheet -',
    "bugyo seat fill iga.sheet orders.txt --first 7",
    more=_(
        "Mail what is printed, or put it into the block of the turn mail. A cell is used up by it: never "
        "send it with another order. Where an order was refused, or its mail was lost, the referee still "
        "waits for the same cell: begin with its number."
    ),
)
@sheet_argument
@click.argument("orders", type=click.File("rb"), metavar="ORDERS|-")
@click.option(
    "--first",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("The cell that the referee asks for.  [default: the next]"),
)
def fill(store: Place, as_json: bool, file: Path, orders: IO[bytes], first: int | None) -> None:
    from referee.parties import fill as filled

    sheet = sheet_at(file)
    raw = orders.read(LONGEST)
    try:
        lines = [line.rstrip() for line in raw.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError as error:
        said = _("{name} is no text in UTF-8: byte {place} cannot be read. No cell was used.")
        name = getattr(orders, "name", "-")
        raise Stop(said.format(name=name, place=error.start + 1), BAD_DATA) from None
    _print_lines(sheet, filled(sheet, lines, first or 0), as_json)


@command(
    "seat status",
    "bugyo seat status iga.sheet",
    "bugyo seat status iga.sheet --lines",
    more=_("It shows no cell."),
)
@sheet_argument
@click.option("--lines", is_flag=True, help=_("Print the lines “commit …” again."))
def status(store: Place, as_json: bool, file: Path, lines: bool) -> None:
    from referee.parties import commit_lines

    sheet = sheet_at(file)
    kept = sheet.read()
    total, committed = len(kept.cells), commit_lines(sheet) if lines or as_json else ()
    if as_json:
        document(
            {
                "game": kept.game,
                "party": kept.party,
                "file": str(file),
                "cells": total,
                "used": kept.used,
                "left": total - kept.used,
                "desk": kept.desk,
                "lines": committed,
            }
        )
        return
    said = _("{game}, {party}: {used} of {total} cells are used, {left} are left.")
    left = total - kept.used
    say(said.format(game=kept.game, party=kept.party, used=kept.used, total=total, left=left))
    if kept.desk:
        say(_("Requests are answered to {desk} alone.").format(desk=kept.desk))
    for line in committed:
        say(line)


for part in (new, fill, more, status):
    seat.add_command(part)
