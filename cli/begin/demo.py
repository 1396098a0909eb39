"""demo: a whole game refereed before the eyes of the user."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from cli.frame.codes import CANNOT_CREATE
from cli.frame.command import command
from cli.frame.printing import document, note, say
from cli.frame.stop import Stop
from projections.language.messages import _
from referee.demo import Say, names, run, where_to_look
from referee.record.location import Place


@command(
    "demo",
    "bugyo demo",
    "bugyo demo /tmp/first-look --open",
    more=_("Everything is made inside the directory; your own store is not touched."),
)
@click.argument(
    "directory", type=click.Path(path_type=Path, file_okay=False), default="demo", metavar="[DIRECTORY]"
)
@click.option("--force", is_flag=True, help=_("Use a directory that has something in it."))
@click.option(
    "--open",
    "opens",
    is_flag=True,
    help=_("Open the replay of the game in your browser; without --force, that which is there."),
)
def demo(store: Place, as_json: bool, directory: Path, force: bool, opens: bool) -> None:
    made, tell = names(directory), note if as_json else say
    if opens and not force and Path(made["page"]).is_file():
        tell(where_to_look(made))
    else:
        made = _refereed(directory, force, tell)
    if opens and not _opened(made["address"]):
        said = _("No browser could be started from here. Open {address} yourself.")
        note(said.format(address=made["address"]))
    if as_json:
        document({"directory": str(directory), **made})


def _refereed(directory: Path, force: bool, tell: Say) -> dict[str, str]:
    if not force and directory.is_dir() and any(directory.iterdir()):
        said = _("{directory} has something in it. Name another one, or add --force.")
        raise Stop(said.format(directory=directory), CANNOT_CREATE)
    return run(directory, tell)


def _opened(address: str) -> bool:
    """Whether a browser was started; not every machine has one."""
    try:
        return webbrowser.open(address)
    except (OSError, webbrowser.Error):
        return False
