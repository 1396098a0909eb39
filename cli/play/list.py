"""list: the games of the store, and for whom they wait."""

from __future__ import annotations

import sqlite3
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
from eventsourcing.persistence import PersistenceError

from cli.frame.command import command
from cli.frame.printing import QUIET, document, moment, note, table
from cli.frame.standing import won
from cli.frame.stores import existing, is_new_user, whole
from domain.game.entries.levels import WITNESS
from domain.kit.errors import BrokenRecord, TitleMissing
from domain.titles import TITLES
from projections.language.messages import _, listed
from projections.pictures import Row
from projections.read_model.following import BROKEN, Views, catch_up, rebuild
from projections.read_model.rows import GAMES, OPEN, Times, game_row
from projections.read_model.settings import ViewsRefused
from projections.telling.log import told_what_if
from projections.telling.own_tables import with_own_tables
from referee.record.location import Place, Server
from referee.record.record import Kept, Record

LISTS = ("seats", "people", "awaited", "winners")
TIMES = ("opened_at", "updated_at")
BROKEN_GAME, MISSING_TITLE = "broken", "title-missing"
"""The statuses of a game that cannot be folded, and of one whose title is not installed."""

ONLY = ("public",)
"""Whose knowledge stands in the read model beside the store: another program may show it to anybody."""


@command(
    "list",
    "bugyo list",
    "bugyo list --json",
    more=_("A read model beside the store (FILE.views) makes it quick; it may be deleted at any time.")
    + " "
    + _("A game whose record is broken is shown as broken, beside all the others."),
)
def list_(store: Place, as_json: bool) -> None:
    games = [] if is_new_user(store) else games_of(store)
    if as_json:
        document(games)
    elif games:
        table([_("GAME"), _("TITLE"), _("TURN"), _("EVENTS"), _("STANDS")], map(_cells, games))
    else:
        note(_("There is no game yet. “bugyo open --help” says how to open one."))


def games_of(store: Place) -> list[Row]:
    """A row for each game, oldest first; then those whose record is broken."""
    with existing(store) as record:
        rows, broken = _rows(record)
    decoded = sorted(map(_decoded, rows), key=lambda row: (row["opened_at"], row["id"]))
    return [*decoded, *map(_broken, broken)]


def _decoded(row: Row) -> Row:
    return {
        **row,
        **{name: msgspec.json.decode(row[name]) for name in LISTS},
        **{name: moment(row[name]) for name in TIMES},
        "deadline": moment(row["deadline"]) if row["deadline"] else None,
        "begun": bool(row["begun"]),
        "drawn": bool(row["drawn"]),
        "own_tables": bool(row["own_tables"]),
        "what_if": msgspec.json.decode(row["what_if"]) if row["what_if"] else None,
        "broken": None,
    }


def _broken(error: BrokenRecord) -> Row:
    """What can be said of a game that cannot be folded."""
    is_missing = isinstance(error, TitleMissing)
    nothing = dict.fromkeys(GAMES.columns)
    lists: dict[str, list[str]] = {name: [] for name in LISTS}
    row = {
        "id": error.game,
        "position": error.position - 1,
        "begun": False,
        "drawn": False,
        "status": MISSING_TITLE if is_missing else BROKEN_GAME,
    }
    return {**nothing, **lists, **row, "broken": error.why if is_missing else str(error)}


def _rows(record: Record) -> tuple[list[Row], list[BrokenRecord]]:
    """From the read model, rebuilt where it is of no use; from the record where none can be written."""
    path = _views(record.place)
    if not path.exists() and sys.stderr.isatty():
        note(_("Reading the whole record once, for the read model…"), QUIET)
    try:
        try:
            views = Views(path, ONLY)
            catch_up(views, record)
        except ViewsRefused:
            views = rebuild(path, record, ONLY)
        with views:
            known, broken = views.rows(GAMES.name), [row["game"] for row in views.rows(BROKEN.name)]
        found = [row for row in known if row["title"] in TITLES]
        broken += [row["id"] for row in known if row["title"] not in TITLES]  # it was installed once
        mended, still = whole(record, broken)
        return [*found, *(_row(record, kept) for kept in mended)], still
    except (ViewsRefused, OSError, sqlite3.Error, PersistenceError):
        kept, still = whole(record, record.games())
        return [_row(record, one) for one in kept], still


def _views(place: Place) -> Path:
    """Beside a file; for a store on a server where this user's caches are."""
    if isinstance(place, Server):
        from platformdirs import user_cache_path

        name = sha256(str(place).encode()).hexdigest()[:16]
        return user_cache_path("bugyo", appauthor=False) / f"{name}.views"
    return place.with_name(f"{place.name}.views")


def _row(record: Record, kept: Kept) -> Row:
    return game_row(kept.game, Times(record.envelopes(kept.game.id)[0].at, kept.at, kept.head))


def _cells(row: Row) -> tuple[str, ...]:
    if row["broken"]:
        said = _("broken: {why}") if row["status"] == BROKEN_GAME else _("cannot be opened here: {why}")
        return (row["id"], "", "", str(row["position"]), said.format(why=row["broken"]))
    return (row["id"], row["title"], row["turn"], str(row["position"]), _stands(row))


def _stands(row: Row) -> str:
    """For whom a game waits or who has won it; which game a what-if leaves; whose tables."""
    said = told_what_if(row["what_if"])
    return " · ".join(filter(None, (_awaits(row), said, with_own_tables(row["own_tables"]))))


def _awaits(row: Row) -> str:
    if row["status"] == OPEN:
        said = _("awaits {seats}") if row["begun"] else _("waits for {seats} to join")
        stands = (
            said.format(seats=listed([_the(seat) for seat in row["awaited"]]))
            if row["awaited"]
            else _("awaits a throw")
        )
        if row["deadline"]:
            said = _("{stands} until {time}")
            stands = said.format(stands=stands, time=f"{row['deadline'][:16].replace('T', ' ')} UTC")
        return stands
    return won(row["winners"], drawn=row["drawn"]) or _("over")


def _the(party: str) -> str:
    return _("the witness") if party == WITNESS else party
