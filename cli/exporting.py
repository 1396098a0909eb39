"""export, import: a game as a file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from cli.codes import CANNOT_CREATE
from cli.command import command, game_argument
from cli.faults import Stop
from cli.files import STDOUT, is_device, is_new, output_options, write_file
from cli.printing import HOLDS, QUIET, document, note, say
from cli.reasons import Look, look_options, seen
from cli.records import read_game
from cli.stores import existing, made
from domain.kit.sealed import REFEREE
from projections.page.making import page
from projections.replay import Replay
from projections.texts import _
from referee.export import Export, export_lines, read_export
from referee.importing import CannotImport, import_game
from referee.record.record import Record

JSONL, BUNDLE, PAGE = "jsonl", "bundle", "html"


@command(
    "export",
    "bugyo export summer -o summer.jsonl",
    "bugyo export summer --format bundle -o summer.zip",
    "bugyo export summer --format html -o summer.html",
    'bugyo export summer --seat referee --reason "weekly backup" -o backup.jsonl',
    more=_(
        "While a game is played, sealed values stay sealed in the file; --seat iga opens those of iga, "
        "--seat referee all of them: an event that every player reads, with the --reason. Only a file "
        "without sealed values can be imported. Every file shows the same heads. A bundle is a signed zip "
        "file with the game, a report, and a verifier that needs nothing but Python. The html file is a page "
        "that replays the game event by event in any browser, and fetches nothing."
    ),
)
@game_argument()
@click.option(
    "--format",
    "form",
    type=click.Choice([JSONL, BUNDLE, PAGE]),
    default=JSONL,
    show_default=True,
    help=_("How it is written."),
)
@output_options
@look_options(_("Open what this seat may know."))
def export(store: Path, as_json: bool, game: str, form: str, output: str, force: bool, look: Look) -> None:
    _check_output(output, form, as_json, force)
    with existing(store) as record:
        replay = seen(record, game, look)
        _write(record, replay, look.viewer, form, output, force)
    if as_json:
        _document(replay, look.viewer, form, output)
    _tell_exported(replay, look.viewer, form, output)


def _check_output(output: str, form: str, as_json: bool, force: bool) -> None:
    """Before anything is looked at: whether the file may be written."""
    if output != STDOUT and not is_device(output):
        is_new(output, force)
    if output == STDOUT and as_json:
        raise click.UsageError(_("With --json the lines need a file: add -o FILE."))
    if output == STDOUT and form == BUNDLE:
        raise click.UsageError(_("A bundle needs a file: add -o FILE."))
    if form == BUNDLE and is_device(output):
        said = _("{file} is no file that a bundle could replace.")
        raise Stop(said.format(file=output), CANNOT_CREATE)


def _write(record: Record, replay: Replay, viewer: str, form: str, output: str, force: bool) -> None:
    if form == JSONL:
        write_file(output, export_lines(record, replay.game, viewer), force)
        return
    if form == PAGE:
        write_file(output, [page(replay, viewer).encode()], force)
        return
    from referee.bundle.writing import write_bundle  # takes its time, and few commands need it

    write_bundle(record, replay.game, viewer, is_new(output, force))


def _document(replay: Replay, viewer: str, form: str, output: str) -> None:
    document(
        {
            "game": replay.game,
            "viewer": viewer,
            "format": form,
            "file": output,
            "events": len(replay),
            "head": _head(replay),
            "open": replay.is_over() or viewer == REFEREE,
        }
    )


def _head(replay: Replay) -> str:
    return replay.envelope(len(replay)).digest.hex()


def _tell_exported(replay: Replay, viewer: str, form: str, output: str) -> None:
    if output != STDOUT:
        said = _("{file}: {events} events, head {head}.")
        note(said.format(file=output, events=len(replay), head=_head(replay)))
    if form != PAGE and not replay.is_over() and viewer != REFEREE:
        said = _("The game goes on, so what {viewer} may not know is sealed. A backup needs --seat referee.")
        note(said.format(viewer=viewer))


@command(
    "import",
    "bugyo import summer.jsonl",
    "bugyo import summer.zip --store other.db",
    more=_(
        "The export or bundle is audited first; one that does not hold, or that has sealed values, is "
        "refused. The raw mails of a bundle are kept too."
    ),
)
@click.argument("file", metavar="FILE|-")
def import_(store: Path, as_json: bool, file: str) -> None:
    export, mails = _read(file)
    with made(store) as record:
        game = import_game(record, export)
        for name, raw in mails.items():
            record.keep_mail(name, raw)
        _tell_imported(record, game, as_json)


def _read(file: str) -> tuple[Export, dict[str, bytes]]:
    """The game in a file, and the raw mails by their digests. Raises `CannotImport` for a bundle that does
    not hold."""
    game = read_game(file)
    if isinstance(game, Export):
        return game, {}
    from referee.bundle.checking import MAIL, audit_bundle
    from referee.bundle.writing import GAME

    found = audit_bundle(game)
    if found.finding is not None:
        where = found.member or _("event {position}").format(position=found.finding.position)
        said = _("The bundle does not hold at {where}: {why}")
        raise CannotImport(said.format(where=where, why=found.finding.why))
    mails = {name[1]: raw for member, raw in game.members.items() if (name := MAIL.fullmatch(member))}
    return read_export(game.members[GAME].splitlines(keepends=True)), mails


def _tell_imported(record: Record, game: str, as_json: bool) -> None:
    kept = record.load(game)
    head = kept.head.hex()
    if as_json:
        document({"game": game, "title": kept.game.title, "events": kept.position, "head": head})
        return
    said = _("{game} ({title}) is imported: {events} events, head {head}.")
    say(said.format(game=game, title=kept.game.title, events=kept.position, head=head), HOLDS)
    note(_("Next: bugyo show {game}").format(game=game), QUIET)
