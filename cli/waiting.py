"""list, what: the games of the store, and for whom they wait."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from cli.command import command, game_argument, seat_option
from cli.printing import QUIET, document, moment, note, say, table
from cli.stores import existing, is_new_user
from domain.game.aggregate import Game
from domain.kit.sealed import REFEREE
from projections.file import ViewsRefused
from projections.models import Views, catch_up, rebuild
from projections.pictures import Row
from projections.rows import GAMES, OPEN, Times, game_row
from projections.texts import _, listed
from referee.record.record import Record
from referee.service import forms_of, notation_of

LISTS = ("seats", "people", "awaited", "winners")
TIMES = ("opened_at", "updated_at")
ONLY = ("public",)
"""Whose knowledge stands in the read model beside the store: another program may show it to anybody."""

MOST = 24
"""Legal orders that are printed one by one; --json has them all."""


@command(
    "list",
    "bugyo list",
    "bugyo list --json",
    more=_("A read model beside the store (FILE.views) makes it quick; it may be deleted at any time."),
)
def list_(store: Path, as_json: bool) -> None:
    games = [] if is_new_user(store) else _games(store)
    if as_json:
        document(games)
    elif games:
        table([_("GAME"), _("TITLE"), _("TURN"), _("EVENTS"), _("STANDS")], map(_cells, games))
    else:
        note(_("There is no game yet. “bugyo open --help” says how to open one."))


def _games(store: Path) -> list[Row]:
    with existing(store) as record:
        rows = _rows(record)
    decoded = [
        {
            **row,
            **{name: msgspec.json.decode(row[name]) for name in LISTS},
            **{name: moment(row[name]) for name in TIMES},
        }
        for row in rows
    ]
    return sorted(decoded, key=lambda row: (row["opened_at"], row["id"]))


def _rows(record: Record) -> list[Row]:
    """From the read model, rebuilt where it is of no use; from the record where none can be written."""
    path = record.path.with_name(f"{record.path.name}.views")
    if not path.exists() and sys.stderr.isatty():
        note(_("Reading the whole record once, for the read model…"), QUIET)
    try:
        try:
            views = Views(path, ONLY)
            catch_up(views, record)
        except ViewsRefused:
            views = rebuild(path, record, ONLY)
        with views:
            return views.rows(GAMES.name)
    except (ViewsRefused, OSError, sqlite3.Error, PersistenceError):
        return [_row(record, game) for game in record.games()]


def _row(record: Record, game: str) -> Row:
    kept = record.load(game)
    return game_row(kept.game, Times(record.envelopes(game)[0].at, kept.at, kept.head))


def _cells(row: Row) -> tuple[str, ...]:
    if row["status"] == OPEN:
        stands = _("awaits {seats}").format(seats=listed(row["awaited"])) if row["awaited"] else _("a throw")
    else:
        stands = _("won by {seats}").format(seats=listed(row["winners"])) if row["winners"] else _("over")
    return (row["id"], row["title"], row["turn"], str(row["position"]), stands)


class Awaited(Struct, frozen=True):
    """A seat that must speak. `orders` is None where they cannot be listed, or are not for this viewer."""

    seat: str
    person: str
    forms: tuple[str, ...]
    orders: tuple[str, ...] | None
    hidden: bool


@command(
    "what",
    "bugyo what summer --seat iga",
    "bugyo what",
    more=_(
        "Without GAME it looks at every game that is being played. Orders that come from a "
        "hand are shown to its seat."
    ),
)
@game_argument(required=False)
@seat_option
def what(store: Path, as_json: bool, game: str | None, viewer: str) -> None:
    if game is None:
        _all(store, as_json, viewer)
        return
    with existing(store) as record:
        stands = record.load(game).game
    _check(stands, viewer)
    if as_json:
        document(_asked(stands, viewer))
    else:
        _tell(stands, viewer)


def _all(store: Path, as_json: bool, viewer: str) -> None:
    open_ones = [] if is_new_user(store) else [row["id"] for row in _games(store) if row["status"] == OPEN]
    games = []
    if open_ones:
        with existing(store) as record:
            games = [record.load(game).game for game in open_ones]
    if as_json:
        document([_asked(game, viewer) for game in games])
        return
    for game in games:
        _tell(game, viewer)
    if not games:
        note(_("No game is being played."))


def _check(game: Game, viewer: str) -> None:
    known = (*game.seats, "public", REFEREE)
    if viewer not in known:
        said = _("Nobody sits at “{seat}” in {game}. Choose one of: {viewers}.")
        message = said.format(seat=viewer, game=game.id, viewers=", ".join(known))
        raise click.BadParameter(message, param_hint="--seat")


def _asked(game: Game, viewer: str) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "turn": game.turn,
        "position": game.position,
        "over": game.is_over(),
        "winners": game.winners,
        "locked": game.asked is not None or game.pending is not None,
        "viewer": viewer,
        "awaited": [awaited(game, seat, viewer) for seat in game.awaited()],
    }


def awaited(game: Game, seat: str, viewer: str) -> Awaited:
    """A seat that must speak, and what it may say, as far as the viewer may know."""
    hidden = game.is_private() and viewer not in (seat, REFEREE)
    offers = None if hidden else game.offers(seat)
    orders = None if offers is None else tuple(map(notation_of(game).write, offers))
    return Awaited(seat, person_at(game, seat), forms_of(game), orders, hidden)


def person_at(game: Game, seat: str) -> str:
    """Who sits there."""
    seats = game.opened.seats if game.opened else ()
    return next((held.person for held in seats if held.seat == seat), "")


def _tell(game: Game, viewer: str) -> None:
    if game.is_over():
        won = _("won by {seats}").format(seats=listed(game.winners)) if game.winners else _("nobody has won")
        say(_("{game} is over: {won}.").format(game=game.id, won=won))
    elif not game.awaited():
        say(
            _("{game}, {turn}: an order is locked, and its throw is awaited.").format(
                game=game.id, turn=game.turn
            )
        )
    for seat in game.awaited():
        _tell_seat(game, awaited(game, seat, viewer))


def _tell_seat(game: Game, one: Awaited) -> None:
    said = _("{game}, {turn}: {seat} ({person}) is awaited.")
    say(said.format(game=game.id, turn=game.turn, seat=one.seat, person=one.person))
    for line in one.forms if one.orders is None else one.orders[:MOST]:
        say(f"  {line}")
    if one.hidden:
        said = _("  Which of these are legal, {seat} alone may know: --seat {seat}.")
        say(said.format(seat=one.seat), QUIET)
    elif one.orders is not None and len(one.orders) > MOST:
        more = _("  … and {count} more; --json lists them all.")
        say(more.format(count=len(one.orders) - MOST), QUIET)
