"""export: a game as a file, for others to read, check, browse and import."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from msgspec import Struct

from cli.frame.codes import CANNOT_CREATE
from cli.frame.command import command, game_argument
from cli.frame.files import STDOUT, is_device, is_new, output_options, write_file
from cli.frame.languages import language_option
from cli.frame.printing import document, note
from cli.frame.reasons import Look, look_options, seen
from cli.frame.stop import Stop
from cli.frame.stores import existing
from domain.kit.sealed import REFEREE
from projections.drawing.dots import need_dots
from projections.language.messages import _
from projections.page.carried import Carried
from projections.page.making import page
from projections.replay import Replay
from referee.audit.game_lines import export_lines
from referee.bundle.page_record import page_record
from referee.record.location import Place
from referee.record.private_files import private_folder
from referee.record.record import Record

FORMS = ("jsonl", "bundle", "html", "csv", "sqlite", "markdown", "orders")
JSONL, BUNDLE, PAGE, CSV, SQLITE, MARKDOWN, ORDERS = FORMS

NAMED = {".zip": BUNDLE, ".html": PAGE, ".csv": CSV, ".db": SQLITE, ".sqlite": SQLITE, ".md": MARKDOWN}
"""Endings of names that jsonl lines would belie."""

SVG, PNG, NONE = "svg", "png", "none"

WITH_COMMITMENTS = (JSONL, BUNDLE)
"""The formats that verify, in which sealed values stand as commitments."""


WITH_DATA = (*WITH_COMMITMENTS, PAGE)
"""The formats that have the files of the data set in them."""


class Asked(Struct, frozen=True):
    """What is to be written, and where to."""

    form: str
    table: str
    pictures: str
    output: str
    force: bool
    tables: bool


@command(
    "export",
    "bugyo export summer -o summer.jsonl",
    "bugyo export summer --format bundle -o summer.zip",
    "bugyo export summer --format markdown -o summer.md",
    "bugyo export summer --format csv --table throws",
    "bugyo export summer --format sqlite -o summer.db && datasette summer.db",
    'bugyo export summer --seat referee --reason "weekly backup" -o backup.jsonl',
    more=_(
        "jsonl: every event, to be checked and imported. bundle: that in a signed zip, with a report and "
        "two verifiers, for any browser and for Python. html: a page that replays the game in any browser "
        "and fetches nothing. csv: a table; --table names another than the events. sqlite: all tables in a "
        "file that Datasette browses. markdown: an after-action report with statistics, its pictures in a "
        "folder beside it. orders: the orders as a text that can be edited and imported as a new game."
    )
    + "\n\n"
    + _(
        "While a game is played, sealed values stay sealed in the file; --seat iga opens those of iga, "
        "--seat referee all of them: an event that every player reads, with the --reason. Only a jsonl file "
        "or a bundle without sealed values can be imported as the same game. Every file names the same head."
    ),
)
@game_argument()
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default=JSONL,
    show_default=True,
    help=_("How it is written."),
)
@click.option("--table", metavar="NAME", help=_("Which table a csv file has.  [default: events]"))
@click.option(
    "--pictures",
    type=click.Choice([SVG, PNG, NONE]),
    help=_(
        "What the pictures of a report are; none: boards of text.  [default: svg; to standard output: none]"
    ),
)
@click.option(
    "--without-data",
    is_flag=True,
    help=_("Leave the tables of the data set out of a jsonl, a bundle or a page; its digest stays."),
)
@output_options
@look_options(_("Open what this seat may know."))
@language_option
def export(
    store: Place,
    as_json: bool,
    game: str,
    form: str,
    table: str | None,
    pictures: str | None,
    without_data: bool,
    output: str,
    force: bool,
    look: Look,
) -> None:
    _check_options(form, table, pictures, without_data)
    drawn = pictures or (NONE if output == STDOUT else SVG)
    asked = Asked(form, table or "events", drawn, output, force, not without_data)
    _check_output(asked, as_json)
    with existing(store) as record:
        replay = seen(record, game, look)
        written = _write(record, replay, look.viewer, asked)
    if as_json:
        _document(replay, look.viewer, asked, written)
    _tell_exported(replay, look.viewer, asked)


def _check_options(form: str, table: str | None, pictures: str | None, without_data: bool) -> None:
    """A usage error for an option that means nothing for the format."""
    if table is not None and form != CSV:
        raise click.UsageError(_("--table is for csv files: add --format csv."))
    if pictures is not None and form != MARKDOWN:
        raise click.UsageError(_("--pictures is for reports: add --format markdown."))
    if without_data and form not in WITH_DATA:
        raise click.UsageError(_("This format has no data set: leave --without-data out."))


def _check_output(asked: Asked, as_json: bool) -> None:
    """Before anything is looked at: whether the file may be written."""
    if asked.output != STDOUT and not is_device(asked.output):
        is_new(asked.output, asked.force)
    named = NAMED.get(Path(asked.output).suffix.lower(), "")
    if asked.form == JSONL and named and not is_device(asked.output):
        said = _("{file} is {named} by its name: add --format {named}, or let it end in .jsonl.")
        raise click.UsageError(said.format(file=asked.output, named=named))
    if asked.output == STDOUT and as_json:
        raise click.UsageError(_("With --json the lines need a file: add -o FILE."))
    if asked.output == STDOUT and asked.form == BUNDLE:
        raise click.UsageError(_("A bundle needs a file: add -o FILE."))
    if asked.output == STDOUT and asked.form == SQLITE and sys.stdout.isatty():
        raise click.UsageError(_("A terminal cannot show an SQLite file: add -o FILE."))
    if asked.form == BUNDLE and is_device(asked.output):
        said = _("{file} is no file that a bundle could replace.")
        raise Stop(said.format(file=asked.output), CANNOT_CREATE)
    if asked.form == MARKDOWN and asked.pictures != NONE:
        _check_folder(asked)
    if asked.form == MARKDOWN and asked.pictures == PNG:
        need_dots()


def _check_folder(asked: Asked) -> None:
    """Whether the pictures of a report have a place."""
    if asked.output == STDOUT or is_device(asked.output):
        raise click.UsageError(
            _("Pictures need a folder beside the report: add -o FILE, or --pictures none.")
        )
    folder = _folder(asked.output)
    if folder.exists() and not asked.force:
        said = _("{file} is there already. --force overwrites the pictures in it.")
        raise Stop(said.format(file=folder), CANNOT_CREATE)


def _write(record: Record, replay: Replay, viewer: str, asked: Asked) -> list[str]:
    """Writes the export, and gives the files that were written beside it."""
    if asked.form == JSONL:
        write_file(asked.output, export_lines(record, replay.game, viewer, tables=asked.tables), asked.force)
    elif asked.form == BUNDLE:
        from referee.bundle.writing import write_bundle  # takes its time, and few commands need it

        write_bundle(record, replay.game, viewer, is_new(asked.output, asked.force), tables=asked.tables)
    elif asked.form == MARKDOWN:
        return _write_report(replay, viewer, asked)
    else:
        write_file(asked.output, _made(record, replay, viewer, asked), asked.force)
    return []


def _made(record: Record, replay: Replay, viewer: str, asked: Asked) -> list[bytes]:
    """The formats that are made in one piece."""
    if asked.form == PAGE:
        carried = Carried(*page_record(record, replay.game, viewer, len(replay), tables=asked.tables))
        return [page(replay, viewer, carried=carried).encode()]
    if asked.form == SQLITE:
        from projections.exports.sqlite import sqlite_of

        return [sqlite_of(replay, viewer)]
    if asked.form == ORDERS:
        from projections.exports.notation import orders_of

        return list(orders_of(replay, viewer))
    return [_csv(replay, viewer, asked.table)]


def _csv(replay: Replay, viewer: str, name: str) -> bytes:
    from projections.exports.csv import csv_of
    from projections.exports.tables import tables

    known = {table.name: table for table in tables(replay)}
    if name not in known:
        said = _("{game} has no table “{table}”. There are: {tables}.")
        message = said.format(game=replay.game, table=name, tables=", ".join(known))
        raise click.BadParameter(message, param_hint="--table")
    return csv_of(replay, viewer, known[name])


# ---- the report


def _write_report(replay: Replay, viewer: str, asked: Asked) -> list[str]:
    """The pictures first, so that a report never names one that is not there."""
    from projections.exports.report import report

    if asked.pictures == NONE:
        write_file(asked.output, [report(replay, viewer, None).text.encode()], asked.force)
        return []
    folder = _folder(asked.output)
    made = report(replay, viewer, lambda position: f"{folder.name}/{_picture(position, asked.pictures)}")
    private_folder(folder)
    for position, drawn in made.pictures.items():
        write_file(str(folder / _picture(position, asked.pictures)), [_drawn(drawn, asked.pictures)], True)
    write_file(asked.output, [made.text.encode()], asked.force)
    return [f"{folder}/{_picture(position, asked.pictures)}" for position in made.pictures]


def _folder(output: str) -> Path:
    """Where the pictures of a report stand: "summer.md" has them in "summer-pictures"."""
    path = Path(output)
    return path.with_name(f"{path.stem.replace(' ', '-')}-pictures")


def _picture(position: int, kind: str) -> str:
    return f"event-{position}.{kind}"


def _drawn(drawn: str, kind: str) -> bytes:
    if kind == SVG:
        return drawn.encode()
    from projections.drawing.dots import png

    return png(drawn)


# ---- what is said of it


def _document(replay: Replay, viewer: str, asked: Asked, written: list[str]) -> None:
    document(
        {
            "game": replay.game,
            "viewer": viewer,
            "format": asked.form,
            "file": asked.output,
            "pictures": written,
            "events": len(replay),
            "head": _head(replay),
            "open": replay.is_over() or viewer == REFEREE,
        }
    )


def _tell_left_out(asked: Asked) -> None:
    if asked.form == PAGE:
        said = _(
            "The tables are left out. The page checks all that can be checked without them; who has them "
            "decides the orders again from a jsonl or a bundle."
        )
    else:
        said = _(
            "The tables are left out: {file} names them by their digest. Who has them decides the orders "
            "again with “bugyo audit {file} --data DIR”; all else can be checked without them."
        )
    note(said.format(file=asked.output))


def _head(replay: Replay) -> str:
    return replay.envelope(len(replay)).digest.hex()


def _tell_exported(replay: Replay, viewer: str, asked: Asked) -> None:
    if asked.output != STDOUT:
        said = _("{file}: {events} events, head {head}.")
        note(said.format(file=asked.output, events=len(replay), head=_head(replay)))
    if not asked.tables:
        _tell_left_out(asked)
    if asked.form in WITH_COMMITMENTS and not replay.is_over() and viewer != REFEREE:
        said = _("The game goes on, so what {viewer} may not know is sealed. A backup needs --seat referee.")
        note(said.format(viewer=viewer))
