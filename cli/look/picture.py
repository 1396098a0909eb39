"""picture: the board of a game as SVG, PNG, or a GIF that moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.frame.command import command, game_argument
from cli.frame.files import STDOUT, is_device, is_new, output_options, write_file
from cli.frame.languages import language_option
from cli.frame.printing import document, note
from cli.frame.reasons import Look, look_options, seen
from cli.frame.stores import existing
from cli.look.show import LOOKING, POSITION
from projections.drawing.dots import gif, need_dots, png
from projections.drawing.svg import PALETTES, Drawing, svg
from projections.language.messages import _
from projections.replay import Replay
from projections.telling.boards import drawn
from referee.record.location import Place
from referee.record.record import Record

FORMS = SVG, PNG, GIF = "svg", "png", "gif"

MAIL, LAST_MAIL = "mail", 0
"""What --since takes besides an event, and the number that stands for it."""


class Since(click.ParamType[int]):
    """An event, or the newest one of which the last mail to a seat told."""

    name = "event"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return LAST_MAIL if value == MAIL else int(POSITION.convert(value, param, ctx))


@command(
    "picture",
    "bugyo picture summer -o board.svg",
    "bugyo picture summer --at 25 --since 20 --dark -o board.png",
    'bugyo picture summer --seat iga --reason "a lost mail" --since mail -o board.svg',
    "bugyo picture summer --since 1 -o summer.gif",
    more=_(
        "With --since it frames what has changed since that event, or since the last mail to the seat, and "
        "shows from where things have moved; a GIF shows each step from there on."
    )
    + " "
    + LOOKING,
)
@game_argument()
@click.option("--at", type=POSITION, metavar="N", help=_("As of event N.  [default: the newest]"))
@click.option(
    "--since",
    type=Since(),
    metavar="N|mail",
    help=_("Frame what has changed since event N, or the last mail."),
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help=_("What kind.  [default: as the name of the file ends; svg to standard output]"),
)
@click.option("--dark", is_flag=True, help=_("Light on a dark ground."))
@click.option("--scale", type=click.FloatRange(0.1, 8), default=1, show_default=True, help=_("How large."))
@output_options
@look_options()
@language_option
def picture(
    store: Place,
    as_json: bool,
    game: str,
    at: int | None,
    since: int | None,
    form: str | None,
    dark: bool,
    scale: float,
    output: str,
    force: bool,
    look: Look,
) -> None:
    form = _form(form, output)
    if output == STDOUT and as_json:
        raise click.UsageError(_("With --json the picture needs a file: add -o FILE."))
    if output != STDOUT and not is_device(output):
        is_new(output, force)
    if form != SVG:
        need_dots()  # before a look is recorded
    with existing(store) as record:
        first = _told(record, game, look.viewer) if since == LAST_MAIL else since
        replay = seen(record, game, look, *(n for n in (at, first) if n is not None))
    at = at or len(replay)
    palette = tuple(PALETTES)[int(dark)]
    boards = _drawings(replay, look.viewer, at, first, steps=form == GIF)
    write_file(output, [_written(form, boards, palette, scale)], force)
    if as_json:
        document({"game": game, "viewer": look.viewer, "format": form, "file": output, "position": at})
    elif output != STDOUT:
        note(_("{file}: the board as of event {position}.").format(file=output, position=at))


def _form(asked: str | None, output: str) -> str:
    """What kind of picture the options, or the name of the file, ask for. A usage error where both do, and
    not alike, or neither does."""
    ending = Path(output).suffix.lower().removeprefix(".") if output != STDOUT else ""
    if not asked and ending not in FORMS and output != STDOUT and not is_device(output):
        said = _("{file} is none of {forms} by its name: let it end so, or add --format.")
        raise click.UsageError(said.format(file=output, forms=", ".join(FORMS)))
    named = ending if ending in FORMS else ""
    if asked and named and asked != named:
        said = _("{file} is {named} by its name, and --format asks for {asked}. Leave one of them out.")
        raise click.UsageError(said.format(file=output, named=named, asked=asked))
    return asked or named or SVG


def _told(record: Record, game: str, seat: str) -> int:
    """The newest event of which the last mail to a seat told. A usage error where there was none."""
    told = int(record.setting(f"told/{game}/{seat}", b"0"))
    if not told:
        said = _("No mail about {game} was written to “{seat}”: name a seat that gets mail, or an event.")
        raise click.BadParameter(said.format(game=game, seat=seat), param_hint="--since")
    return told


def _drawings(replay: Replay, viewer: str, at: int, since: int | None, *, steps: bool) -> list[Drawing]:
    """What stood at `since` if it is given, and what stands at `at`; with `steps` also all between."""
    first = at if since is None else min(since, at)
    positions = range(first, at + 1) if steps else sorted({first, at})
    boards = [drawn(replay, n, viewer) for n in positions]
    return [one for n, one in enumerate(boards) if not n or one != boards[n - 1]] if steps else boards


def _written(form: str, boards: list[Drawing], palette: str, scale: float) -> bytes:
    if form == GIF:
        return gif(boards, palette, scale)
    text = svg(boards[-1], palette, before=boards[0] if len(boards) > 1 else None, scale=scale)
    return text.encode() if form == SVG else png(text)
