"""audit, export, import: what anybody can check."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from cli.codes import CANNOT_CREATE, NOT_FOUND, REFUSED
from cli.command import command, complete_game, game_argument
from cli.faults import Stop
from cli.looking import replay_of
from cli.printing import FAILS, HOLDS, QUIET, document, note, progress, say
from cli.stores import existing, made
from domain.kit.sealed import PUBLIC
from projections.texts import _
from referee import audit as audits
from referee.audit import Verdict, audit_export, audit_game
from referee.export import export_lines, read_export
from referee.importing import import_game
from referee.record.record import Record
from referee.service import NAME

MARKS = {audits.HOLDS: ("+", HOLDS), audits.FAILS: ("!", FAILS), audits.NOT_CHECKED: (" ", QUIET)}


@command(
    "audit",
    "bugyo audit summer",
    "bugyo audit summer.jsonl",
    "bugyo audit --all",
    more=_(
        "GAME is a game of the store; FILE is an export, - from standard input. It ends with 0 "
        "only if everything holds."
    ),
)
@click.argument("what", required=False, metavar="GAME|FILE|-", shell_complete=complete_game)
@click.option("--all", "everything", is_flag=True, help=_("Every game of the store."))
def audit(store: Path, as_json: bool, what: str | None, everything: bool) -> None:
    if (what is None) != everything:
        raise click.UsageError(_("Name one game or file, or use --all."))
    if what is None:
        verdicts = _audit_all(store)
    elif _is_file(what):
        verdicts = [audit_export(_read(what))]
    else:
        with existing(store) as record:
            verdicts = [audit_game(record, what)]
    if as_json:
        documents = [_verdict(verdict) for verdict in verdicts]
        document(documents if everything else documents[0])
    else:
        _tell(verdicts, everything)
    if any(verdict.finding for verdict in verdicts):
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


def _is_file(what: str) -> bool:
    """No game's id has a point, a slash or a capital letter: write ./name for a file that looks like one."""
    return what == "-" or not NAME.fullmatch(what)


def _read(name: str) -> Any:
    if name != "-" and not Path(name).exists():
        raise Stop(_("There is no file {name}, and no game can be called so.").format(name=name), NOT_FOUND)
    with click.open_file(name, "rb") as file:
        return read_export(file)


def _audit_all(store: Path) -> list[Verdict]:
    with existing(store) as record:
        games = record.games()
        with progress(games, _("Auditing"), len(games)) as bar:
            return [audit_game(record, game) for game in bar]


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "game": verdict.game,
        "title": verdict.title,
        "events": verdict.events,
        "head": verdict.head,
        "holds": verdict.finding is None,
        "complete": verdict.complete,
        "checks": verdict.checks,
        "finding": verdict.finding,
    }


def _tell(verdicts: Sequence[Verdict], everything: bool) -> None:
    for verdict in verdicts:
        if everything:
            _tell_shortly(verdict)
        else:
            _tell_whole(verdict)
    if everything:
        broken = sum(verdict.finding is not None for verdict in verdicts)
        said = _("Games audited: {count}. Records that do not hold: {broken}.")
        say(said.format(count=len(verdicts), broken=broken), FAILS if broken else HOLDS)


def _tell_whole(verdict: Verdict) -> None:
    said = _("{game} ({title}): {events} events, head {head}")
    say(said.format(game=verdict.game, title=verdict.title, events=verdict.events, head=verdict.head))
    for check in verdict.checks:
        mark, style = MARKS[check.result]
        say(
            f"  {mark} {check.promise}{'' if check.result == audits.HOLDS else f' ({_(check.result)})'}",
            style,
        )
    if verdict.finding is not None:
        said = _("The record does not hold. Event {position}: {why}")
        say(said.format(position=verdict.finding.position, why=verdict.finding.why), FAILS)
    elif verdict.complete:
        say(_("Everything holds."), HOLDS)
    else:
        say(_("What can be checked holds. The rest is sealed until the end of the game."), HOLDS)


def _tell_shortly(verdict: Verdict) -> None:
    if verdict.finding is None:
        say(_("{game}: holds, {events} events").format(game=verdict.game, events=verdict.events))
    else:
        found = verdict.finding
        said = _("{game}: does not hold at event {position}: {why}")
        say(said.format(game=verdict.game, position=found.position, why=found.why), FAILS)


@command(
    "export",
    "bugyo export summer -o summer.jsonl",
    "bugyo export summer --seat referee -o backup.jsonl",
    more=_(
        "While a game is played, sealed values stay sealed in the file; --seat iga opens those of iga, "
        "--seat referee all of them. Only a file without sealed values can be imported. "
        "Every file shows the same heads."
    ),
)
@game_argument()
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl"]),
    default="jsonl",
    show_default=True,
    help=_("How it is written."),
)
@click.option(
    "-o", "--output", default="-", metavar="FILE|-", help=_("Where it goes.  [default: -, standard output]")
)
@click.option("--force", is_flag=True, help=_("Overwrite the file."))
@click.option("--seat", "viewer", default=PUBLIC, metavar="SEAT", help=_("Open what this seat may know."))
def export(store: Path, as_json: bool, game: str, form: str, output: str, force: bool, viewer: str) -> None:
    if as_json and output == "-":
        raise click.UsageError(_("With --json the lines need a file: add -o FILE."))
    with existing(store) as record:
        replay = replay_of(record, game, viewer)
        _write(output, export_lines(record, game, viewer), force)
    head = replay.envelope(len(replay)).digest.hex()
    is_over = replay.is_over()
    if as_json:
        document(
            {
                "game": game,
                "viewer": viewer,
                "format": form,
                "file": output,
                "events": len(replay),
                "head": head,
                "open": is_over or viewer == "referee",
            }
        )
    if output != "-":
        note(_("{file}: {events} events, head {head}.").format(file=output, events=len(replay), head=head))
    if not is_over and viewer != "referee":
        note(
            _(
                "The game goes on, so what {viewer} may not know is sealed. A backup needs --seat referee."
            ).format(viewer=viewer)
        )


def _write(output: str, lines: Iterable[bytes], force: bool) -> None:
    if output == "-":
        sys.stdout.buffer.writelines(lines)
        return
    path = Path(output)
    if path.exists() and not path.is_file():
        _write_through(path, lines)
        return
    if path.exists() and not force:
        raise Stop(_("{file} is there already. --force overwrites it.").format(file=output), CANNOT_CREATE)
    if not path.absolute().parent.is_dir():
        said = _("{file} cannot be made: there is no directory {directory}.")
        raise Stop(said.format(file=output, directory=path.parent), CANNOT_CREATE)
    with _whole(path) as out:
        out.writelines(lines)


def _write_through(path: Path, lines: Iterable[bytes]) -> None:
    """Into a pipe or a device, which must not be replaced by a file."""
    with path.open("wb") as out:
        out.writelines(lines)


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there whole, or as it was before."""
    with tempfile.NamedTemporaryFile(
        dir=path.absolute().parent, prefix=f".{path.name}.", delete=False
    ) as out:
        try:
            yield out
            out.flush()
            os.fsync(out.fileno())
            os.chmod(out.name, 0o666 & ~_umask())
            Path(out.name).replace(path)
        except BaseException:
            Path(out.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@command(
    "import",
    "bugyo import summer.jsonl",
    "bugyo import summer.jsonl --store other.db",
    more=_("The export is audited first; one that does not hold, or that has sealed values, is refused."),
)
@click.argument("file", metavar="FILE|-")
def import_(store: Path, as_json: bool, file: str) -> None:
    export = _read(file)
    with made(store) as record:
        game = import_game(record, export)
        _tell_imported(record, game, as_json)


def _tell_imported(record: Record, game: str, as_json: bool) -> None:
    kept = record.load(game)
    head = kept.head.hex()
    if as_json:
        document({"game": game, "title": kept.game.title, "events": kept.position, "head": head})
        return
    said = _("{game} ({title}) is imported: {events} events, head {head}.")
    say(said.format(game=game, title=kept.game.title, events=kept.position, head=head), HOLDS)
    note(_("Next: bugyo show {game}").format(game=game), QUIET)
