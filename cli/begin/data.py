"""data: the tables of one's own copy of a game, as worksheets; what fits in them, and what is still ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from cli.begin.data_page import page
from cli.begin.games import title_named
from cli.frame.codes import CANNOT_CREATE, OK, REFUSED
from cli.frame.command import command, family, title_argument
from cli.frame.printing import FAILS, HOLDS, QUIET, document, note, say, table
from cli.frame.stop import Stop
from projections.language.catalogues import LANGUAGES
from projections.language.messages import _, _n
from referee.games.datasets import BadData
from referee.owner_data.checked import Checked, checked, title_of
from referee.owner_data.comparing import Contradicted, Counts, Difference, Unmarked
from referee.owner_data.faults import Fault
from referee.owner_data.worksheets import GUIDE, OWN, make_worksheets
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
    said = _("Or fill it in on a page, beside a photo of the map: bugyo data page {directory} -o edit.html")
    note(said.format(directory=directory), QUIET)


@command(
    "data check",
    "bugyo data check my-kawanakajima",
    "bugyo data check my-kawanakajima --differences",
    more=_(
        "It reads the tables as --data does, and says all that does not fit, with file, line and cell; which "
        "values contradict the rulebook or its examples; how many rows are still ours; and, with "
        "--differences, what your tables say otherwise. It ends with 1 where something does not fit."
    ),
)
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--title", "named", default="", metavar="TITLE", help=_("Of which title.  [default: as kit.toml says]")
)
@click.option("--differences", "every", is_flag=True, help=_("List all values that differ from ours."))
@click.pass_context
def check(ctx: click.Context, store: Place, as_json: bool, directory: Path, named: str, every: bool) -> None:
    title = title_of(directory, title_named(named).title if named else "")
    found = checked(title, directory)
    if as_json:
        document(_document(found, directory))
    else:
        _tell(found, directory, every)
    ctx.exit(OK if found.fits else REFUSED)


def _document(found: Checked, directory: Path) -> dict[str, Any]:
    return {"directory": str(directory), "fits": found.fits, **to_builtins(found)}


def _tell(found: Checked, directory: Path, every: bool) -> None:
    for why in found.strange:
        say(why, FAILS)
    for fault in found.faults:
        say(_fault(fault), FAILS)
    if not found.whole:
        say(_("There may be more: put this right, and check again."), FAILS)
    for one in found.contradicted:
        say(_contradiction(one))
    for row in found.unmarked:
        say(_unmarked(row))
    _tell_counts(found)
    if every:
        for differs in found.differences:
            say(_difference(differs))
    _tell_end(found, directory)


def _place(file: str, line: int, cell: str) -> str:
    """Where something stands: "units.csv, line 9, cell elan"."""
    if not line:
        return file
    said = _("{file}, line {line}, cell {cell}") if cell else _("{file}, line {line}")
    return said.format(file=file, line=line, cell=cell)


def _fault(fault: Fault) -> str:
    said = _("{place}: expected {expected}, got {got}.")
    place = _place(fault.file, fault.line, fault.cell)
    return said.format(place=place, expected=fault.expected, got=fault.got)


def _contradiction(one: Contradicted) -> str:
    said = _("Warning: {place}: {row} has {own}; by the rulebook it has {known} [{rule}].")
    own = f"“{one.own}”" if one.own else _("nothing")
    known = f"“{one.known}”" if one.known else _("nothing")
    place = _place(one.file, one.line, one.cell)
    return said.format(place=place, row=one.row, own=own, known=known, rule=one.rule)


def _unmarked(row: Unmarked) -> str:
    said = _("Warning: {place}: {row} is not as ours, and its source is. Write “{source}” there.")
    return said.format(place=_place(row.file, row.line, ""), row=row.row, source=OWN)


def _difference(one: Difference) -> str:
    place = _place(one.file, one.line, one.cell)
    if one.cell:
        said = _("{place}: {row}: “{ours}” is “{own}”.")
    else:
        said = _("{place}: {row} is new: {own}.") if one.own else _("{place}: {row} is missing: {ours}.")
    return said.format(place=place, row=one.row, ours=one.ours, own=one.own)


def _tell_counts(found: Checked) -> None:
    say()
    heads = (_("file"), _("ours"), _("known"), _("yours"))
    table(heads, [(one.file, str(one.ours), str(one.known), str(one.own)) for one in found.counts])
    say()


def _tell_end(found: Checked, directory: Path) -> None:
    own, ours, rows = (sum(numbers) for numbers in zip(*map(_numbers, found.counts), strict=True))
    said = _("Rows: {rows}. Yours: {own}. Still our reconstruction: {ours}.")
    say(said.format(own=own, rows=rows, ours=ours))
    for one in found.names:
        language = LANGUAGES.get(one.language, one.language)
        said = _("Names, {language}: {names} of {things}.")
        say(said.format(language=language, names=one.names, things=one.things))
    values = len(found.differences)
    say(
        _n("{count} value differs from ours.", "{count} values differ from ours.", values).format(
            count=values
        )
    )
    if found.fits:
        say(
            _("All of it fits: bugyo open {title} --data {directory}").format(
                title=found.title, directory=directory
            ),
            HOLDS,
        )


def _numbers(one: Counts) -> tuple[int, int, int]:
    return one.own, one.ours, one.own + one.ours + one.known


data.add_command(page)
