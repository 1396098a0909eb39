"""picture: the board of a game as SVG, PNG, or a GIF that moves."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import click

from cli.command import command, game_argument
from cli.files import STDOUT, is_device, is_new, output_options, write_file
from cli.looking import LOOKING, POSITION
from cli.printing import document, note
from cli.reasons import Look, look_options, seen
from cli.stores import existing
from projections.drawing import PALETTES, Drawing, svg
from projections.raster import gif, png
from projections.replay import Replay
from projections.texts import _

SVG, PNG, GIF = "svg", "png", "gif"


@command(
    "picture",
    "bugyo picture summer -o board.svg",
    "bugyo picture summer --at 25 --since 20 --format png --dark -o board.png",
    "bugyo picture summer --since 1 --format gif -o summer.gif",
    more=_("With --since it frames what has changed since that event; a GIF shows each step from there on.")
    + " "
    + LOOKING,
)
@game_argument()
@click.option("--at", type=POSITION, metavar="N", help=_("As of event N.  [default: the newest]"))
@click.option("--since", type=POSITION, metavar="N", help=_("Frame what has changed since event N."))
@click.option(
    "--format",
    "form",
    type=click.Choice([SVG, PNG, GIF]),
    default=SVG,
    show_default=True,
    help=_("What kind."),
)
@click.option("--dark", is_flag=True, help=_("Light on a dark ground."))
@click.option("--scale", type=click.FloatRange(0.1, 8), default=1, show_default=True, help=_("How large."))
@output_options
@look_options()
def picture(
    store: Path,
    as_json: bool,
    game: str,
    at: int | None,
    since: int | None,
    form: str,
    dark: bool,
    scale: float,
    output: str,
    force: bool,
    look: Look,
) -> None:
    if output == STDOUT and as_json:
        raise click.UsageError(_("With --json the picture needs a file: add -o FILE."))
    if output != STDOUT and not is_device(output):
        is_new(output, force)
    with existing(store) as record:
        replay = seen(record, game, look, *(n for n in (at, since) if n is not None))
    at = at or len(replay)
    palette = tuple(PALETTES)[int(dark)]
    drawn = list(_drawings(replay, look.viewer, at, since, steps=form == GIF))
    write_file(output, [_written(form, drawn, palette, scale)], force)
    if as_json:
        document({"game": game, "viewer": look.viewer, "format": form, "file": output, "position": at})
    elif output != STDOUT:
        note(_("{file}: the board as of event {position}.").format(file=output, position=at))


def _drawings(replay: Replay, viewer: str, at: int, since: int | None, *, steps: bool) -> list[Drawing]:
    """What stood at `since` if it is given, and what stands at `at`; with `steps` also all between."""
    first = at if since is None else min(since, at)
    positions = range(first, at + 1) if steps else sorted({first, at})
    drawn = [replay.pictures.drawing(replay.view(n, replay.eye(viewer))) for n in positions]
    return [one for n, one in enumerate(drawn) if not n or one != drawn[n - 1]] if steps else drawn


def _written(form: str, drawn: list[Drawing], palette: str, scale: float) -> bytes:
    if form == GIF:
        first = svg(drawn[0], palette, scale=scale)
        return gif([first, *(svg(now, palette, before=was, scale=scale) for was, now in pairwise(drawn))])
    text = svg(drawn[-1], palette, before=drawn[0] if len(drawn) > 1 else None, scale=scale)
    return text.encode() if form == SVG else png(text)
