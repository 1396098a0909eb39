"""The tables of a game as a viewer may know them: what CSV and SQLite write.

Texts of people stand in one line, without signs that a terminal or a browser would obey. Times are RFC 3339,
UTC.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from domain.game.entries.entries import Entry, Forked, Opened, Ordered
from domain.game.entries.people import Noted
from domain.game.entries.rulings import Revised, Ruled
from domain.game.state import lines
from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from domain.kit.sealed import REFEREE, Sealed
from projections.language.messages import plain
from projections.pictures import Row, Table
from projections.read_model.rows import GAMES, Times, game_row, viewer_rows
from projections.replay import Replay
from projections.telling.disputes import found
from projections.telling.log import Teller, is_open, what_if
from projections.telling.rulings import versions

ABOUT = Table("about", {"name": str, "value": str}, ("name",))
"""What the export is: its game, viewer, events and head."""

SEATS = Table("seats", {"seat": str, "person": str}, ("seat",))

EVENTS = Table(
    "events",
    {
        "position": int,
        "at": str,
        "turn": str,
        "seat": str,
        "person": str,
        "behalf": str,
        "cause": str,
        "kind": str,
        "rule": str,
        "text": str,
        "stands": int,
        "digest": str,
        "entry": str,
    },
    ("position",),
)
"""Every event of the game. `text` is empty where logs do not show it; `stands` is 0 where play has gone back
behind it; `entry` is JSON, with what the viewer may not know left out; the last `digest` is the head."""

ORDERS = Table(
    "orders",
    {"position": int, "turn": str, "seat": str, "by": str, "stands": int, "order": str},
    ("position",),
)
"""Orders in canonical notation; empty where the viewer may not know one."""

THROWS = Table(
    "throws",
    {
        "position": int,
        "turn": str,
        "seat": str,
        "purpose": str,
        "rule": str,
        "count": int,
        "sides": int,
        "draw": int,
        "real": int,
        "what_if": int,
        "stands": int,
        "faces": str,
    },
    ("position",),
)
"""Throws and draws. `seat` gave the newest order of the turn before it, "" where nobody has; `faces` stand
with blanks between, empty where the viewer may not know them. `what_if` is 1 where it is no throw of the
game that a what-if leaves."""

TRACKS = Table("track_changes", {"position": int, "track": str, "value": int}, ("position", "track"))
"""Where a track stands, after each event that stands and has moved it."""

NOTES = Table(
    "notes",
    {
        "position": int,
        "note": int,
        "line": int,
        "kind": str,
        "at": str,
        "turn": str,
        "seat": str,
        "about": int,
        "text": str,
    },
    ("position", "note"),
)
"""What was imported from journals: the notes of each event in their order; `line` counts in their file."""

DISPUTES = Table(
    "disputes",
    {
        "dispute": int,
        "position": int,
        "at": str,
        "turn": str,
        "seat": str,
        "events": str,
        "rule": str,
        "error": str,
        "appeals": int,
        "status": str,
        "ended": int,
        "text": str,
    },
    ("dispute",),
)
"""Disputes. `events` stand with blanks between; `appeals` is the ruling that it goes against; `status` is
open, ruled, withdrawn, or left where a what-if has left the game, and `ended` the event of that. `text` is
empty where the viewer may not know it."""

RULINGS = Table(
    "rulings",
    {
        "ruling": int,
        "position": int,
        "at": str,
        "turn": str,
        "dispute": int,
        "kind": str,
        "by": str,
        "seat": str,
        "events": str,
        "rules": str,
        "effects": int,
        "results": str,
        "reason": str,
    },
    ("ruling",),
)
"""Rulings. `dispute` is the one that it answers, `seat` whom a penalty is for, `effects` how many corrections
or rewinds followed, `results` the turns whose results have another version since, "T5.v2"."""

GAME = Table(
    GAMES.name, {name: kind for name, kind in GAMES.columns.items() if name != "own_tables"}, GAMES.key
)
"""The row of the game. Whether its tables are an owner's, `about` says."""

COMMON = (ABOUT, GAME, SEATS, EVENTS, ORDERS, THROWS, TRACKS, NOTES, DISPUTES, RULINGS)


def tables(replay: Replay) -> tuple[Table, ...]:
    """The tables that every title has, and the title's own."""
    own = (
        Table(one.name, {"game": str, "viewer": str, **one.columns}, one.key)
        for one in replay.pictures.tables
    )
    return (*COMMON, *own)


def rows(replay: Replay, viewer: str, table: Table) -> list[Row]:
    """The rows of one table, in the order of its key or of the game."""
    made = _MADE.get(table.name)
    found = list(made(replay, viewer)) if made else _of_title(replay, viewer, table)
    return [{name: _cell(row.get(name)) for name in table.columns} for row in found]


def _cell(value: Any) -> Any:
    return plain(value) if isinstance(value, str) else value


def head(replay: Replay) -> str:
    """The digest of the newest event, hexadecimal."""
    return replay.envelope(len(replay)).digest.hex()


def moment(at: int) -> str:
    """A time of the record, milliseconds since 1970, in RFC 3339."""
    time = datetime.fromtimestamp(at // 1000, UTC)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{at % 1000:03}Z"


def tag(entry: Entry) -> str:
    """What kind of entry it is; of a fact, what kind of event; "step" where it only moves the game on."""
    if isinstance(entry, Fact):
        return "step" if entry.event is None else _tag(entry.event)
    return _tag(entry)


def _tag(value: Any) -> str:
    return str(value.__struct_config__.tag)


def known(entry: Entry, viewer: str) -> Any:
    """The entry as builtin values, what is sealed from the viewer left out."""
    return _known(msgspec.to_builtins(entry), viewer)


def _known(value: Any, viewer: str) -> Any:
    if isinstance(value, list | tuple):
        return [_known(part, viewer) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") == _tag(Sealed) and viewer != REFEREE and viewer not in value["to"]:
        return {"type": value["type"], "to": list(value["to"])}
    return {key: _known(part, viewer) for key, part in value.items()}


def raisers(replay: Replay) -> Iterator[tuple[str, str]]:
    """For every event the seat that gave the newest order of the turn, and who had it then; "" before there
    is one: what a turn begins with follows from nobody's order."""
    raiser, turn = ("", ""), ""
    for position in range(1, len(replay) + 1):
        entry = replay.envelope(position).entry
        if replay.turn(position) != turn:
            raiser, turn = ("", ""), replay.turn(position)
        if isinstance(entry, Ordered):
            raiser = entry.seat, replay.at(position).register.holders.get(entry.seat, "")
        yield raiser


def on_line(replay: Replay) -> list[int]:
    """The positions of the events that stand: those that play has not gone back behind."""
    entries = [replay.envelope(position).entry for position in range(1, len(replay) + 1)]
    stands = lines.that_stand(lines.targets(entries))
    return [position for position, stand in enumerate(stands, 1) if stand]


def track_changes(replay: Replay, viewer: str) -> Iterator[tuple[int, str, int, int]]:
    """(position, track, where it stood, where it stands) for each event that stands and has moved a track.
    Where a track begins is no change."""
    eye, stood = replay.eye(viewer), dict[str, int]()
    for position in on_line(replay):
        stands = replay.pictures.tracks(replay.view(position, eye))
        for name, value in stands.items():
            if stood.get(name, value) != value:
                yield position, name, stood[name], value
        stood = dict(stands)


# ---- the tables


def _about(replay: Replay, viewer: str) -> Iterator[Row]:
    opened: Opened[Any] = replay.envelope(1).entry
    said = {
        "game": replay.game,
        "title": replay.rules.name,
        "viewer": viewer,
        "events": str(len(replay)),
        "head": head(replay),
        "edition": opened.edition,
        "data": opened.data,
        "status": status(replay),
        "chance": opened.chance,
        "what_if": what_if(replay.fork(len(replay))),
    }
    yield from ({"name": name, "value": value} for name, value in said.items())


OWN_TABLES = "own tables"
"""The status of a game that is played with those of an owner's copy."""


def status(replay: Replay) -> str:
    """How far the scenario can be trusted: "complete", "reconstruction", "own tables"…"""
    opened: Opened[Any] = replay.envelope(1).entry
    if opened.tables:
        return OWN_TABLES
    found = (one.status for one in replay.rules.scenarios if one.name == opened.scenario)
    return next(found, "unknown")


def _games(replay: Replay, viewer: str) -> Iterator[Row]:
    newest = replay.envelope(len(replay))
    yield game_row(replay.at(len(replay)), Times(replay.envelope(1).at, newest.at, newest.digest))


def _seats(replay: Replay, viewer: str) -> Iterator[Row]:
    for held in replay.envelope(1).entry.seats:
        yield {"seat": held.seat, "person": held.person}


def _events(replay: Replay, viewer: str) -> Iterator[Row]:
    teller, stands = Teller(replay, viewer), set(on_line(replay))
    for position in range(1, len(replay) + 1):
        envelope, told = replay.envelope(position), teller.logged(position)
        cause, _reference, seat, person, behalf = envelope.act[:5]
        yield {
            "position": position,
            "at": moment(told.at),
            "turn": told.turn,
            "seat": told.seat or seat,
            "person": person,
            "behalf": behalf,
            "cause": cause,
            "kind": tag(envelope.entry),
            "rule": told.rule,
            "text": told.text,
            "stands": int(position in stands),
            "digest": envelope.digest.hex(),
            "entry": msgspec.json.encode(known(envelope.entry, teller.viewer)).decode(),
        }


def _orders(replay: Replay, viewer: str) -> Iterator[Row]:
    eye, stands = replay.eye(viewer), set(on_line(replay))
    for position in range(1, len(replay) + 1):
        entry = replay.envelope(position).entry
        if isinstance(entry, Ordered):
            yield {
                "position": position,
                "turn": replay.turn(position),
                "seat": entry.seat,
                "by": entry.by,
                "stands": int(position in stands),
                "order": replay.notation.write(entry.plain()) if is_open(entry.order, eye) else None,
            }


def _throws(replay: Replay, viewer: str) -> Iterator[Row]:
    eye, stands = replay.eye(viewer), set(on_line(replay))
    for position, (seat, _person) in enumerate(raisers(replay), 1):
        entry = replay.envelope(position).entry
        if isinstance(entry, Thrown):
            asked = entry.question
            yield THROWS.row(
                asked,
                position=position,
                turn=replay.turn(position),
                seat=seat,
                draw=int(asked.draw),
                real=int(entry.real),
                what_if=int(replay.fork(position) is not None),
                stands=int(position in stands),
                faces=" ".join(map(str, entry.answer())) if is_open(entry.faces, eye) else None,
            )


def _tracks(replay: Replay, viewer: str) -> Iterator[Row]:
    begun = replay.pictures.tracks(replay.view(1, replay.eye(viewer)))
    yield from ({"position": 1, "track": name, "value": value} for name, value in begun.items())
    for position, name, _stood, stands in track_changes(replay, viewer):
        yield {"position": position, "track": name, "value": stands}


def _notes(replay: Replay, viewer: str) -> Iterator[Row]:
    for position in range(1, len(replay) + 1):
        entry = replay.envelope(position).entry
        if isinstance(entry, Noted):
            for number, note in enumerate(entry.notes, 1):
                yield {"position": position, "note": number, **msgspec.structs.asdict(note)}


def _disputes(replay: Replay, viewer: str) -> Iterator[Row]:
    eye = replay.eye(viewer)
    for one in found([envelope.entry for envelope in replay.envelopes]):
        disputed = one.disputed
        yield DISPUTES.row(
            disputed,
            **_when(replay, one.position),
            dispute=disputed.number,
            events=_numbers(disputed.events),
            appeals=disputed.appeals or None,
            status=one.status(),
            ended=one.ended() or None,
            text=disputed.text.seen_by(eye),
        )


def _rulings(replay: Replay, viewer: str) -> Iterator[Row]:
    entries = [envelope.entry for envelope in replay.envelopes]
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, Ruled):
            yield RULINGS.row(
                entry,
                **_when(replay, position),
                ruling=entry.number,
                dispute=entry.dispute or None,
                events=_numbers(entry.events),
                rules=" ".join(entry.rules),
                results=" ".join(_results(entries[position:])) if entry.effects else "",
            )


def _results(after: Sequence[Entry]) -> list[str]:
    """What a ruling with effects has made of the results; `after` is what followed it."""
    ends = (one for one in after if isinstance(one, Revised | Ruled | Forked))
    newest = next(ends, None)
    return versions(newest) if isinstance(newest, Revised) else []


def _when(replay: Replay, position: int) -> Row:
    at = moment(replay.envelope(position).at)
    return {"position": position, "at": at, "turn": replay.turn(position)}


def _numbers(positions: Sequence[int]) -> str:
    return " ".join(map(str, positions))


def _of_title(replay: Replay, viewer: str, table: Table) -> list[Row]:
    found = viewer_rows(replay.at(len(replay)), replay.eye(viewer))
    return [{**row, "viewer": viewer} for row in found.get(table.name, ())]


_MADE: Mapping[str, Callable[[Replay, str], Iterator[Row]]] = {
    ABOUT.name: _about,
    GAME.name: _games,
    SEATS.name: _seats,
    EVENTS.name: _events,
    ORDERS.name: _orders,
    THROWS.name: _throws,
    TRACKS.name: _tracks,
    NOTES.name: _notes,
    DISPUTES.name: _disputes,
    RULINGS.name: _rulings,
}
