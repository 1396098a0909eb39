"""show, log, replay, explain: a game as a seat, everybody or the referee may see it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import click
import msgspec

from cli.frame.command import command, game_argument
from cli.frame.languages import language_option
from cli.frame.printing import QUIET, document, moment, say
from cli.frame.reasons import Look, look_options, seen
from cli.frame.standing import stands
from cli.frame.stores import existing
from cli.look.stops import Stop, found, lost
from projections.language.messages import _
from projections.replay import Replay, stand_seen
from projections.telling.explain import explain as explained
from projections.telling.log import Logged, Teller, log_text
from projections.telling.log import log as logged
from projections.telling.own_tables import with_own_tables
from referee.record.location import Place

POSITION = click.IntRange(min=1)


class Start(click.ParamType[int | str]):
    """The number of an event; or a turn or a word, which only the game can tell."""

    name = "event"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        if isinstance(value, str) and not value.strip().lstrip("+-").isdecimal():
            return value
        return int(POSITION.convert(value, param, ctx))


LOOKING = _(
    "Once a game is over everybody sees everything. Before, looking with --seat is an event that every "
    "player reads, and needs --reason."
)


@command(
    "show",
    "bugyo show summer",
    "bugyo show summer --at 25",
    'bugyo show summer --seat iga --reason "Anna has lost her mail"',
    more=LOOKING,
)
@game_argument()
@click.option("--at", type=POSITION, metavar="N", help=_("As of event N.  [default: the newest]"))
@look_options()
@language_option
def show(store: Place, as_json: bool, game: str, at: int | None, look: Look) -> None:
    with existing(store) as record:
        replay = seen(record, game, look, *([] if at is None else [at]))
    position = len(replay) if at is None else at
    replay.envelope(position)
    if as_json:
        document(stand_seen(replay, position, look.viewer))
        return
    say(replay.board(position, replay.eye(look.viewer)), nl=False)
    say()
    say(_where(replay, position), QUIET)


def _where(replay: Replay, position: int) -> str:
    game = replay.at(position)
    own = with_own_tables(game.opening().tables is not None)
    said = _("{game}, {turn}, event {position} of {events}, head {head}.").format(
        game=f"{replay.game}, {own}" if own else replay.game,
        turn=game.label,
        position=position,
        events=len(replay),
        head=replay.envelope(position).digest.hex()[:16],
    )
    return said if game.is_over() else f"{said} {stands(game)}"


@command(
    "log",
    "bugyo log summer",
    'bugyo log summer --from 20 --seat iga --reason "dispute over event 25"',
    more=LOOKING,
)
@game_argument()
@click.option("--from", "first", type=POSITION, default=1, metavar="N", help=_("From event N on."))
@click.option("--to", "last", type=POSITION, metavar="N", help=_("Up to event N."))
@look_options()
@language_option
def log(store: Place, as_json: bool, game: str, first: int, last: int | None, look: Look) -> None:
    with existing(store) as record:
        replay, viewer = seen(record, game, look), look.viewer
    lines = [
        line for line in logged(replay, viewer, after=first - 1) if last is None or line.position <= last
    ]
    if as_json:
        document({"game": game, "viewer": viewer, "events": [_line(line) for line in lines]})
    else:
        say(log_text(lines), nl=False)


def _line(line: Logged) -> dict[str, Any]:
    return {**msgspec.structs.asdict(line), "at": moment(line.at)}


@command(
    "replay",
    "bugyo replay summer",
    "bugyo replay summer --every event --from 20 --all",
    'bugyo replay summer --from "turn 5"',
    more=_(
        "On a terminal keys step through it: arrows an event, [ and ] a turn, Home and End, Space plays, "
        "e explains the event, g goes to an event (47), a turn (turn 5) or a word of the log (matsue), n to "
        "the next with that word, q ends. Elsewhere, and with --all, every step is printed."
    )
    + " "
    + LOOKING,
)
@game_argument()
@click.option(
    "--from",
    "first",
    type=Start(),
    default=1,
    metavar="N|TURN|WORD",
    help=_("From event N on, from a turn such as “turn 5”, or from where the log has a word."),
)
@click.option("--to", "last", type=POSITION, metavar="N", help=_("Up to event N."))
@click.option(
    "--every",
    type=click.Choice(["turn", "event"]),
    default="turn",
    show_default=True,
    help=_("How far one step goes that is printed."),
)
@click.option("--all", "prints", is_flag=True, help=_("Print every step, also on a terminal."))
@look_options()
@language_option
def replay(
    store: Place,
    as_json: bool,
    game: str,
    first: int | str,
    last: int | None,
    every: str,
    prints: bool,
    look: Look,
) -> None:
    with existing(store) as record:
        replay, viewer = seen(record, game, look, *([first] if isinstance(first, int) else [])), look.viewer
    last, start = min(last or len(replay), len(replay)), _start(replay, viewer, first)
    if not (as_json or prints) and _is_screen():
        from cli.look.step_through import walk  # not every system has what it draws with

        walk(replay, viewer, start, last)
        return
    steps = _steps(replay, viewer, range(start, last + 1), every)
    if as_json:
        document({"game": game, "viewer": viewer, "steps": list(map(_shown, steps))})
        return
    for _position, lines, board in steps:
        say(log_text(lines), nl=False)
        say()
        say(board)


def _is_screen() -> bool:
    """Whether there is somebody at a terminal that can be drawn on."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM", "dumb") != "dumb" and find_spec("_curses") is not None


def _start(replay: Replay, viewer: str, first: int | str) -> int:
    """The event that is meant. A usage error where there is none."""
    if isinstance(first, int):
        return first
    stops = [Stop(line.position, line.turn, line.text) for line in logged(replay, viewer)]
    nth = found(stops, first, -1, replay.names)
    if nth is None:
        raise click.BadParameter(lost(stops, first), param_hint="--from")
    return stops[nth].position


Step = tuple[int, list[Logged], str]


def _steps(replay: Replay, viewer: str, positions: range, every: str) -> Iterator[Step]:
    """The last position of each step, what the log says of it, and the board after it."""
    teller, lines = Teller(replay, viewer), list[Logged]()
    for position in positions:
        line = teller.logged(position)
        lines += [line] if line.text else []
        ends = position == positions[-1] or every == "event" or replay.turn(position + 1) != line.turn
        if ends and lines:
            yield position, lines, replay.board(position, teller.viewer)
            lines = []


def _shown(step: Step) -> dict[str, Any]:
    position, lines, board = step
    return {
        "position": position,
        "turn": lines[-1].turn,
        "events": [_line(line) for line in lines],
        "board": board,
    }


@command(
    "explain",
    "bugyo explain summer 25",
    'bugyo explain summer 25 --seat referee --reason "dispute over event 25"',
    more=LOOKING,
)
@game_argument()
@click.argument("position", type=POSITION, metavar="N")
@look_options()
@language_option
def explain(store: Place, as_json: bool, game: str, position: int, look: Look) -> None:
    with existing(store) as record:
        replay, viewer = seen(record, game, look, position), look.viewer
    text = explained(replay, position, viewer)
    if not as_json:
        say(text, nl=False)
        return
    line = Teller(replay, viewer).logged(position)
    envelope = replay.envelope(position)
    entry = envelope.entry
    document(
        {
            "game": game,
            "viewer": viewer,
            **_line(line),
            "heading": replay.rules.headings.get(line.rule, ""),
            "cause": envelope.act[0],
            "digest": envelope.digest.hex(),
            "sums": _sums(replay, viewer, entry),
            "explanation": text,
        }
    )


def _sums(replay: Replay, viewer: str, entry: Any) -> list[dict[str, Any]]:
    event = getattr(entry, "event", None)
    if event is None:
        return []
    sums = replay.pictures.sums(event, replay.eye(viewer))
    return [{"of": of, "total": one.total, "terms": one.terms} for of, one in sums]
