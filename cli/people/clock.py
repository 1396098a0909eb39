"""clock: deadlines, pauses, vacations; whether the clock of the machine can be trusted."""

from __future__ import annotations

from typing import Any

import click

from cli.frame.command import command, family, game_argument
from cli.frame.printing import FAILS, HOLDS, document, moment, say, table
from cli.frame.referee_acts import Do, act, act_for, deed, plain, reason_option, spelled
from cli.frame.stores import existing, tell_broken, whole
from domain.game.state.game_state import GameState
from projections.language.messages import _
from referee.clocks import machine_clock
from referee.clocks.policy_files import time_at
from referee.clocks.timetable import local
from referee.games import people
from referee.games.referee import Referee, Taken
from referee.record.location import Place
from referee.record.record import Record

clock = family(
    "clock",
    "bugyo clock show",
    'bugyo clock move summer iga "2026-12-24 18:00" --reason "Anna is in hospital"',
    more=_("Deadlines are agreed when a game is opened: “bugyo open --help” and “bugyo policy --help”."),
)


@command("clock show", "bugyo clock show", "bugyo clock show summer --json")
@game_argument(required=False)
def show(store: Place, as_json: bool, game: str | None) -> None:
    with existing(store) as record:
        kept, broken = ([record.load(game)], []) if game else whole(record, record.games())
        found = [row for one in kept for row in _rows(one.game)]
        stopped = _stopped(record)
    if as_json:
        document({"stopped": stopped, "deadlines": found})
        return
    if stopped:
        say(stopped, FAILS)
    if found:
        cells = ((row["game"], row["seat"], row["prompt"], row["local"], row["state"]) for row in found)
        table([_("GAME"), _("SEAT"), _("ASKED"), _("DEADLINE"), ""], cells)
    else:
        say(_("No deadline runs."))
    tell_broken(broken)


def _rows(game: GameState) -> list[dict[str, Any]]:
    register = game.register
    return [
        {
            "game": game.id,
            "seat": seat,
            "person": register.holders.get(seat, ""),
            "prompt": one.prompt,
            "since": moment(one.since),
            "deadline": moment(one.at),
            "grace": moment(register.latest(seat)),
            "local": local(one.at, game.register.policy.zone),
            "state": _state(game, seat),
            "vacation_left": register.left(seat),
        }
        for seat, one in register.deadlines.items()
        if seat in game.owing()
    ]


def _state(game: GameState, seat: str) -> str:
    if game.register.paused is not None:
        return "paused"
    return "late" if game.register.spent.get(seat) == game.register.deadlines[seat].at else "runs"


def _stopped(record: Record) -> str:
    """Why the clock of this machine is not trusted now; nothing is kept of this look."""
    return machine_clock.trouble(record, machine_clock.read_clocks(record))


@command(
    "clock confirm",
    "bugyo clock confirm",
    more=_(
        "Where the clock of the machine has jumped, the desk calls nobody late and asks. This says that it "
        "is right as it is. For an hour nobody is called late, so that mails that wait are worked first."
    ),
)
def confirm(store: Place, as_json: bool) -> None:
    with existing(store) as record:
        before, reading = _stopped(record), machine_clock.read_clocks(record)
        machine_clock.confirm(record, reading)
        after = _stopped(record)
    if as_json:
        document({"was": before, "stopped": after, "now": moment(reading.wall)})
    elif after:
        say(after, FAILS)
    else:
        said = _("The clock is right: {time}. Nobody is called late for an hour.")
        say(said.format(time=local(reading.wall, "UTC")), HOLDS)


@command(
    "clock move",
    'bugyo clock move summer iga "2026-12-24 18:00" --reason "Anna is in hospital"',
    more=_("WHEN is in the zone of the game; another may be named after it."),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("when", metavar="WHEN")
@reason_option
@deed
def move(game: str, seat: str, when: str, reason: str) -> Do:

    def do(referee: Referee, stood: GameState) -> Taken:
        at = spelled(lambda: time_at(when, stood.register.policy.zone))
        return people.move_deadline(referee, game, seat, at, plain(reason), act())

    return do


@command(
    "clock pause",
    'bugyo clock pause summer --reason "The club is at a convention" --until "2026-12-24 18:00"',
)
@game_argument()
@click.option("--until", default="", metavar="WHEN", help=_("When the clocks go on by themselves."))
@reason_option
@deed
def pause(game: str, until: str, reason: str) -> Do:

    def do(referee: Referee, stood: GameState) -> Taken:
        at = spelled(lambda: time_at(until, stood.register.policy.zone)) if until else 0
        return people.pause(referee, game, plain(reason), at, act())

    return do


@command("clock resume", 'bugyo clock resume summer --reason "The convention is over"')
@game_argument()
@reason_option
@deed
def resume(game: str, reason: str) -> Do:
    return lambda referee, _stood: people.resume(referee, game, plain(reason), act())


@command(
    "clock vacation",
    "bugyo clock vacation summer iga 2026-12-24 2027-01-02",
    more=_("Whole days, from the first to the last, in the zone of the game. Its seats take them by mail."),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("first", metavar="FIRST")
@click.argument("last", metavar="LAST")
@deed
def vacation(game: str, seat: str, first: str, last: str) -> Do:
    return lambda referee, stood: people.take_vacation(referee, game, seat, first, last, act_for(stood, seat))
