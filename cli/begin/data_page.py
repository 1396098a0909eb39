"""data page: the page on which an owner fills in the tables of the printed game, beside a picture of it."""

from __future__ import annotations

from pathlib import Path

import click

from cli.begin.games import title_named
from cli.frame.codes import BAD_DATA, NOT_FOUND
from cli.frame.command import command
from cli.frame.files import STDOUT, is_device, is_new, output_options, write_file
from cli.frame.languages import language_option
from cli.frame.printing import document, note
from cli.frame.stop import Stop
from projections.language.messages import _
from projections.page.owner.making import owner_page
from referee.games.datasets import BadData, read_files
from referee.owner_data.checked import title_of
from referee.owner_data.components import COMPONENTS
from referee.owner_data.kit import read_kit
from referee.owner_data.name_sheet import with_name_sheet
from referee.owner_data.sheets import cells_of
from referee.record.location import Place


@command(
    "data page",
    "bugyo data page my-kawanakajima -o edit.html",
    "bugyo data page tables --title kawanakajima -o edit.html",
    more=_(
        "Open it in a browser: lay the grid over a photo of your map, paint, fill in tables and cards, and "
        "save the files back into DIR. The page fetches nothing and sends nothing. It has the values of DIR, "
        "so keep it for yourself, as you do your copy."
    ),
)
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", default="", help=_("The title, where DIR has no kit.toml that names it."))
@output_options
@language_option
def page(store: Place, as_json: bool, directory: Path, title: str, output: str, force: bool) -> None:
    if output == STDOUT and as_json:
        raise click.UsageError(_("With --json the page needs a file: add -o FILE."))
    if output != STDOUT and not is_device(output):
        is_new(output, force)
    try:
        name, made = _page(directory, title)
    except BadData as why:
        raise Stop(str(why), BAD_DATA) from None
    write_file(output, [made], force)
    if as_json:
        document({"title": name, "directory": str(directory), "file": output})
    elif output != STDOUT:
        note(_("{file}: open it in a browser.").format(file=output))


def _page(directory: Path, title: str) -> tuple[str, bytes]:
    """The title, and the page for the files of a directory. Raises `BadData`, `Stop`."""
    if not directory.is_dir():
        raise Stop(_("There is no directory {directory}.").format(directory=directory), NOT_FOUND)
    kit = read_kit(directory)
    if not title and not kit:
        raise click.UsageError(_("{directory} names no title: add --title.").format(directory=directory))
    rules = title_named(title_of(directory, title_named(title).title if title else ""))
    ours, components = with_name_sheet(rules.title, read_files(rules.title)), COMPONENTS[rules.title]
    found = {**ours, **read_files(rules.title, directory)}
    files = {one.file: found[one.file] for one in components if one.file in found}
    notes = {one.file: {"says": one.says, "printed": one.printed} for one in components}
    for name, raw in files.items():
        _check_shape(directory / name, raw)
    return rules.title, owner_page(rules.title, rules.name, files, ours, notes)


def _check_shape(path: Path, raw: bytes) -> None:
    """The page shows text, and rows that have a cell for each column. Raises `BadData`."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadData(f"{path}, line {line}: it is not UTF-8. Save it as UTF-8.") from None
    if path.suffix != ".csv":
        return
    columns = 0
    for at, row in enumerate(text.splitlines(), 1):
        if not row or row.startswith("#"):
            continue
        count = len(cells_of(row))
        columns = columns or count
        if count != columns or row.count('"') % 2:
            raise BadData(
                f"{path}, line {at}: it has not a cell for each column; “bugyo data check” says more."
            )
    if not columns:
        raise BadData(f"{path} names no columns.")
