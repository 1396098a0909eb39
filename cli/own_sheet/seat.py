"""seat: a player's own sheet of secret cells. Nothing here needs a store, or the referee."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND
from cli.frame.command import command, family
from cli.frame.printing import QUIET, document, note, say
from cli.frame.stop import Stop
from domain.game.entries.levels import WITNESS
from domain.game.state.phrases import fault_of_phrase, settled
from projections.language.messages import _
from referee.record.location import Place

if TYPE_CHECKING:
    from referee.own_cells.files import PartyFile

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
    "bugyo seat new summer iga -o iga.cells",
    'echo "place takeda in ise" | bugyo seat fill iga.cells - --place 3',
    "bugyo seat status iga.cells",
    more=_(
        "Who has cells opens one with each order, so that nobody, the referee included, knows a throw before "
        "the order is in. Games at level 2 and 3 take cells of seats. Keep the file to yourself, and make a "
        "copy before you throw a machine away: without it you cannot order, until you have sent “root none”."
    ),
)


def sheet_at(path: Path) -> PartyFile:
    """The sheet in a file. Raises `Stop`."""
    from referee.own_cells.files import SheetTrouble, open_file

    if not path.exists():
        said = _("There is no sheet {path}. “bugyo seat new” makes one.")
        raise Stop(said.format(path=path), NOT_FOUND)
    try:
        return open_file(path)
    except SheetTrouble as trouble:
        raise Stop(str(trouble), BAD_DATA) from None


@command(
    "seat new",
    "bugyo seat new summer iga -o iga.cells",
    'bugyo seat new summer iga -o iga.cells --phrase "the rain on the roof of my house" | mail referee',
    "bugyo seat new summer iga -o iga2.cells --again 2",
    "bugyo seat new summer witness -o summer.witness --seats iga,ise,kii --desk referee@example.org",
    more=_(
        "Answer the invitation with the printed lines, in their order: “root” commits you to all your cells, "
        "“join” brings your phrase. The cells stay in the file, which only you may read. Who takes a seat "
        "later, acts for one, or has used all cells prints a root alone, with the number that the mail says "
        "as --again. A witness has no phrase; it needs the seats in the order of the invitation, and answers "
        "the requests of one address, --desk, that one key, --key, has signed: without them those of the "
        "first request. The addresses of --tell get a copy of each cell."
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
@click.option(
    "--sheets",
    type=click.IntRange(1, 1024),
    default=64,
    show_default=True,
    metavar="N",
    help=_("Sheets of 32 cells in each lane."),
)
@click.option("--phrase", default="", metavar="TEXT", help=_("Words of your own.  [default: a random one]"))
@click.option("--again", type=click.IntRange(min=1), metavar="N", help=_("The how-manieth root; no phrase."))
@click.option("--seats", default="", metavar="SEAT,…", help=_("For a witness: the seats, in their order."))
@click.option("--desk", default="", metavar="ADDRESS", help=_("For a witness: the referee's address."))
@click.option("--key", default="", metavar="KEY", help=_("For a witness: the key of the game."))
@click.option(
    "--tell",
    multiple=True,
    metavar="ADDRESS",
    help=_("For a witness: a player who gets a copy; may be given again."),
)
def new(store: Place, as_json: bool, game: str, party: str, path: Path, phrase: str, **asked: Any) -> None:
    from referee.own_cells.seats import new_cells
    from referee.own_cells.witness import new_witness

    _check(game, party, path)
    sheets, again = asked["sheets"], asked["again"]
    if party == WITNESS:
        seats = [seat.strip() for seat in asked["seats"].split(",") if seat.strip()]
        who = {"key": asked["key"], "desk": asked["desk"], "tell": asked["tell"]}
        file = new_witness(game, seats, path, sheets=sheets, **who)
        _print_lines(file, _roots(file), as_json)
    else:
        joins = () if again else (f"join {_phrase(phrase)}",)
        file = new_cells(game, party, path, sheets=sheets, generation=again or 1)
        _print_lines(file, [*_roots(file), *joins], as_json)
    note(_("The cells are in {path}. Keep it, and show it to nobody.").format(path=path), QUIET)
    if party == WITNESS:
        note(_("Next, for each request: bugyo witness {path}").format(path=path), QUIET)
    else:
        said = _("Next, for your orders: bugyo seat fill {path} ORDERS --place N, as the turn mail says.")
        note(said.format(path=path), QUIET)


def _phrase(phrase: str) -> str:
    """The phrase of a seat; a random one where none is given."""
    words = settled(phrase) or secrets.token_hex(16)
    if why := fault_of_phrase(words):
        raise click.BadParameter(why, param_hint="--phrase")
    return words


def _roots(file: PartyFile) -> Sequence[str]:
    """The line that commits to the cells of a file; of protocol 1 its lines “commit …”."""
    from referee.own_cells.files import FirstSheet
    from referee.own_cells.first_sheets import commit_lines
    from referee.own_cells.seats import root_line

    kept = file.read()
    return commit_lines(file) if isinstance(kept, FirstSheet) else (root_line(kept.drawn()),)


def _check(game: str, party: str, path: Path) -> None:
    from referee.games.opening import NAME

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


def _print_lines(sheet: PartyFile, lines: Sequence[str], as_json: bool) -> None:
    if as_json:
        kept = sheet.read()
        document({"game": kept.game, "party": kept.party, "file": str(sheet.path), "lines": lines})
        return
    for line in lines:
        say(line)


@command(
    "seat more",
    "bugyo seat more iga.sheet",
    more=_(
        "Only for games that were opened before protocol 2, which take one sheet after the other: the "
        "referee must have the printed lines before the first of the new cells is used."
    ),
)
@sheet_argument
@size_option
def more(store: Place, as_json: bool, file: Path, size: int | None) -> None:
    from referee.own_cells.first_sheets import SIZE, more_cells

    sheet = sheet_at(file)
    _print_lines(sheet, more_cells(sheet, size or SIZE), as_json)


@command(
    "seat fill",
    "bugyo seat fill iga.cells orders.txt --place 3",
    'echo "place takeda in ise" | bugyo seat fill iga.cells - --place 3',
    "bugyo seat fill iga.cells orders.txt --place 3 --first 7",
    more=_(
        "Mail what is printed, or put it into the block of the turn mail, which says the place of your next "
        "order and the number of your next cell. A cell belongs to its order: the same line at the same "
        "place gets the same cell again, any other line the next. With --first, cells that were given out "
        "from that number on have not come: they are sent as spent. Of several orders each has the next "
        "place; one that answers nothing, such as standing orders, has none: send it in a mail of its own. "
        "--anew gives each order the next cell, where the referee says that a cell belongs to another order."
    ),
)
@sheet_argument
@click.argument("orders", type=click.File("rb"), metavar="ORDERS|-")
@click.option(
    "--place",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("The place of the first order, as the mail that asks for it says."),
)
@click.option(
    "--first",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("The cell that the referee asks for.  [default: the next]"),
)
@click.option("--anew", is_flag=True, help=_("The next cell for each order, whatever it had before."))
def fill(
    store: Place,
    as_json: bool,
    file: Path,
    orders: IO[bytes],
    place: int | None,
    first: int | None,
    anew: bool,
) -> None:
    sheet = sheet_at(file)
    raw = orders.read(LONGEST)
    try:
        lines = [line.rstrip() for line in raw.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError as error:
        said = _("{name} is no text in UTF-8: byte {place} cannot be read. No cell was used.")
        name = getattr(orders, "name", "-")
        raise Stop(said.format(name=name, place=error.start + 1), BAD_DATA) from None
    _print_lines(sheet, _filled(sheet, lines, place or 0, first or 0, anew=anew), as_json)


def _filled(sheet: PartyFile, lines: Sequence[str], place: int, first: int, *, anew: bool) -> Sequence[str]:
    from referee.own_cells import first_sheets, seats
    from referee.own_cells.files import FirstSheet

    if isinstance(sheet.read(), FirstSheet):
        return first_sheets.fill(sheet, lines, first)
    if not place:
        said = _(
            "At which place do these orders go? The mail that asks for them says it, above its block: "
            "“--place N”. So does “bugyo what GAME”."
        )
        raise click.UsageError(said)
    return seats.fill(sheet, lines, place, first, anew=anew)


@command(
    "seat status",
    "bugyo seat status iga.cells",
    "bugyo seat status iga.cells --lines",
    more=_("It shows no cell."),
)
@sheet_argument
@click.option("--lines", is_flag=True, help=_("Print the line “root …” again."))
def status(store: Place, as_json: bool, file: Path, lines: bool) -> None:
    from referee.own_cells.files import FirstSheet, SeatCells

    sheet = sheet_at(file)
    kept = sheet.read()
    is_first = isinstance(kept, FirstSheet)
    total = len(kept.cells) if isinstance(kept, FirstSheet) else kept.total()
    used = kept.used if isinstance(kept, FirstSheet) else kept.used()
    desk = "" if isinstance(kept, SeatCells) else kept.desk
    committed = _roots(sheet) if lines or as_json else ()
    if as_json:
        document(
            {
                "game": kept.game,
                "party": kept.party,
                "file": str(file),
                "protocol": 1 if is_first else 2,
                "cells": total,
                "used": used,
                "left": total - used,
                "desk": desk,
                "lines": committed,
            }
        )
        return
    said = _("{game}, {party}: {used} of {total} cells are used, {left} are left.")
    say(said.format(game=kept.game, party=kept.party, used=used, total=total, left=total - used))
    if desk:
        say(_("Requests are answered to {desk} alone.").format(desk=desk))
    for line in committed:
        say(line)
