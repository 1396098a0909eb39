"""The board as a seat, everybody or the referee may see it. What the viewer may not know is None."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import (
    ELIMINATED,
    Attempt,
    Board,
    Choice,
    Note,
    Siege,
    Standing,
    Troops,
    Unit,
    clans_of,
    hypothetical,
    lead,
    side_of,
)
from domain.kawanakajima.data import tables
from domain.kawanakajima.data.tables import BOWL, GENERALS, PLAYED, RESERVE, SEATS, STATES, Map, Zone
from domain.kit.facts import State
from domain.kit.hexes import hex_of, label
from domain.kit.same import Same
from domain.kit.sealed import REFEREE


class Ground(Struct, frozen=True):
    """The map, for whoever draws it.

    `rows[row - 1][column - 1]` is terrain and level ("c0", "w1", "k0"), "" off the map. `sides`: two hexes
    and what lies between them, each pair once. `names`: places by their names. `entries`: the entry points of
    Mount Saijo in their order, each with the hexes next to it.
    """

    rows: tuple[tuple[str, ...], ...]
    sides: tuple[tuple[str, str, str], ...]
    names: dict[str, str]
    entries: dict[str, tuple[str, ...]]

    def __hash__(self) -> int:
        return hash(self.rows[0])


class UnitSeen(Struct, frozen=True, cache_hash=True):
    """A unit: where it stands ("" off the map), its state, its values; `leader` is 0 once he is dead."""

    unit: str
    hex: str
    state: str
    losses: int
    elan: int
    mass: int
    fire: int
    leader: int
    general: str
    samurai: bool


class ClanSeen(Struct, frozen=True, cache_hash=True):
    """A clan. `chit`: where its chit is. `entry`: the entry point written down for it, "" without one."""

    clan: str
    title: str
    posture: str | None
    chit: str
    entry: str | None
    units: tuple[UnitSeen, ...]


class ArmySeen(Struct, frozen=True):
    """A side.

    `plan` is "" without one. `left`: special activations still to be written on chits. `command`: the points
    that each of its generals got this turn. `reserve` and `delays` (box by box) hold its chits.
    """

    seat: str
    plan: str | None
    active: bool
    saved: int | None
    left: dict[str, int] | None
    command: dict[str, int]
    reserve: tuple[str, ...]
    delays: dict[str, tuple[str, ...]]
    notes: dict[str, Note] | None
    choices: tuple[Choice, ...] | None
    standing: tuple[Standing, ...] | None
    points: int
    bundori: int
    samurai: str
    clans: tuple[ClanSeen, ...]


class ZoneSeen(Struct, frozen=True):
    """A zone of the fortress card [13.2]: "centre", "peripheral" or "key".

    `hexes`: those of the map that a peripheral zone is tied to. `column`, `row`: where it is drawn.
    `markers`: the sides that have one in it; `bases`: those that have their base there.
    """

    zone: str
    kind: str
    hexes: tuple[str, ...]
    column: int
    row: int
    markers: tuple[str, ...]
    bases: tuple[str, ...]


class FortressSeen(Struct, frozen=True):
    """Kaizu in the hypothetical scenario: nothing of it is secret [13].

    `lines[...]` are two zones, the defence score of the first against the second, and the other way round.
    `besieger` is "" without a siege, and `troops` are empty then; `actions`: what the acting side has left.
    """

    hex: str
    holder: str
    zones: tuple[ZoneSeen, ...]
    lines: tuple[tuple[str, str, int, int], ...]
    besieger: str
    troops: dict[str, Troops]
    actions: int
    assault: Attempt | None


class View(Struct, frozen=True):
    """A game as `viewer` sees it. `lead`: the marker of victory points, above 0 the Takeda lead.

    `fortress` is None where no siege can be.
    """

    viewer: str
    turn: int
    lead: int
    drawn: str
    bowl: tuple[str, ...]
    played: tuple[str, ...]
    positions: dict[str, str]
    armies: tuple[ArmySeen, ...]
    ending: str
    winners: tuple[str, ...]
    ground: Ground
    fortress: FortressSeen | None = None


def view(state: State[Board, Any], viewer: str) -> View:
    """What `viewer` may know; the referee, and all once it is over, everything [6.2, 7.1, 8.3, 16.2]."""
    return _view(state.board, viewer)


@kept
def _view(board: Board, viewer: str) -> View:
    places = _chits_by_place(board)
    everything = bool(board.ending) or viewer == REFEREE
    return View(
        viewer,
        board.turn,
        lead(board),
        board.drawn,
        tuple(places.get(BOWL, ())),
        tuple(places.get(PLAYED, ())),
        dict(board.positions),
        tuple(_army(board, side, everything or viewer == side, places) for side in SEATS),
        board.ending,
        board.winners,
        _ground(board.data.map),
        _fortress(board),
    )


def _fortress(board: Board) -> FortressSeen | None:
    """The fortress card with what stands on it, in the hypothetical scenario [13.1, 13.4]."""
    card, siege = board.data.fortress, board.siege
    if card is None or not hypothetical(board):
        return None
    return FortressSeen(
        board.data.map.kaizu,
        board.kaizu,
        tuple(_zone(zone, siege) for zone in card.zones.values()),
        tuple(
            (zone, there, card.scores[zone, there], card.scores[there, zone])
            for place, zone in enumerate(card.zones)
            for there in tuple(card.zones)[place + 1 :]
            if (zone, there) in card.scores
        ),
        siege.besieger if siege else "",
        dict(siege.troops) if siege else {},
        siege.actions if siege else 0,
        siege.assault if siege else None,
    )


def _zone(zone: Zone, siege: Siege | None) -> ZoneSeen:
    markers = siege.markers.get(zone.name, ()) if siege else ()
    bases = [side for side in SEATS if siege and zone.name in siege.bases.get(side, ())]
    return ZoneSeen(zone.name, zone.kind, zone.hexes, zone.column, zone.row, markers, tuple(bases))


def _army(board: Board, side: str, is_open: bool, places: dict[str, list[str]]) -> ArmySeen:
    army = board.armies[side]
    boxes = [str(box) for box in range(1, board.data.numbers.delay_boxes + 1)]
    own = {place: _of_side(places.get(place, ()), side) for place in (RESERVE, *boxes)}
    return ArmySeen(
        side,
        army.plan if is_open or army.shown or not army.plan else None,
        army.active,
        army.saved if is_open else None,
        {activation: count for activation, count in army.left.items() if count} if is_open else None,
        {who: points for who, points in board.command.items() if GENERALS[who] == side},
        own[RESERVE],
        {box: own[box] for box in boxes if own[box]},
        {chit: note for chit, note in board.notes.items() if side_of(chit) == side} if is_open else None,
        army.choices if is_open else None,
        army.standing if is_open else None,
        army.points,
        army.bundori,
        army.samurai,
        tuple(_clan(board, clan, is_open) for clan in clans_of(board, side)),
    )


_CLANS = Same(4096)
"""Most clans are as on the board before."""


def _clan(board: Board, clan: str, is_open: bool) -> ClanSeen:
    known, samurai = board.data.clans[clan], board.armies[side_of(clan)].samurai
    posture = board.postures[clan] if is_open or not board.options.secret_postures else None
    chit, entry = board.chits[clan], board.entries.get(clan, "") if is_open else None
    units = [board.units[unit] for unit in known.units]
    samurai = samurai if samurai in known.units else ""

    def seen() -> ClanSeen:
        pairs = ((board.data.units[name], unit) for name, unit in zip(known.units, units, strict=True))
        found = tuple([_unit(*pair, pair[0].name == samurai) for pair in pairs])
        return ClanSeen(known.name, known.title, posture, chit, entry, found)

    return _CLANS((board.data, known, *units), seen, posture, chit, entry, samurai)


def _unit(known: tables.Unit, now: Unit, is_samurai: bool) -> UnitSeen:
    return UnitSeen(
        known.name,
        now.hex,
        STATES[now.losses],
        now.losses,
        known.elan,
        known.mass,
        known.fire,
        0 if now.losses >= ELIMINATED or now.leader_killed else known.leader,
        known.general,
        is_samurai,
    )


def _chits_by_place(board: Board) -> dict[str, list[str]]:
    """The chits in each place, in the order of the data set."""
    found = dict[str, list[str]]()
    for chit, place in board.chits.items():
        found.setdefault(place, []).append(chit)
    return found


def _of_side(chits: Iterable[str], side: str) -> tuple[str, ...]:
    """Those of one side: of its clans, and its special ones."""
    return tuple([chit for chit in chits if " " not in chit and len(chit) == 2 and side_of(chit) == side])


@lru_cache(maxsize=8)
def _ground(ground: Map) -> Ground:
    columns, rows = (max(axis) for axis in zip(*map(hex_of, ground.places), strict=True))
    return Ground(
        tuple(
            tuple(_cell(ground, label(column, row)) for column in range(1, columns + 1))
            for row in range(1, rows + 1)
        ),
        tuple((here, there, side) for (here, there), side in ground.sides.items() if here < there),
        dict(ground.names),
        {entry.name: entry.hexes for entry in ground.entries.values()},
    )


def _cell(ground: Map, place: str) -> str:
    there = ground.places.get(place)
    return f"{there.terrain[0]}{there.level}" if there else ""


def turn(board: Board) -> str:
    """The turn as mails write it: "T5". "T0" is the set-up."""
    return f"T{board.turn}"


def winners(board: Board) -> tuple[str, ...]:
    """Who has won; () while the game is on. In a draw both sides share it [17.5]."""
    return board.winners
