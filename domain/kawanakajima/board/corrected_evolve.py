"""Folds what a ruling has set right into the board. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.board import corrected as k
from domain.kawanakajima.board.field_evolve import goes
from domain.kawanakajima.board.siege_evolve import siege_of
from domain.kawanakajima.board.state import (
    ELIMINATED,
    Board,
    side_of,
    with_army,
    with_chit,
    with_unit,
    without_samurai,
)
from domain.kawanakajima.data.tables import SEATS


def _unit(board: Board, event: k.UnitCorrected) -> Board:
    return goes(board, event.unit, event.after)


def _state(board: Board, event: k.StateCorrected) -> Board:
    """An eliminated unit leaves the map, and a samurai with it the game."""
    board, side = with_unit(board, event.unit, losses=event.after), side_of(event.unit)
    if event.after < ELIMINATED:
        return board
    board = goes(board, event.unit, "")
    return without_samurai(board, side) if board.armies[side].samurai == event.unit else board


def _leader(board: Board, event: k.LeaderCorrected) -> Board:
    return with_unit(board, event.unit, leader_killed=event.killed)


def _track(board: Board, event: k.TrackCorrected) -> Board:
    return with_army(board, event.side, **{event.track: event.after})


def _chit(board: Board, event: k.ChitCorrected) -> Board:
    return with_chit(board, event.chit, event.after)


def _samurai(board: Board, event: k.SamuraiCorrected) -> Board:
    if not event.after:
        return without_samurai(board, event.side)
    return with_chit(with_army(board, event.side, samurai=event.after), f"samurai {event.side}", "unit")


def _position(board: Board, event: k.PositionCorrected) -> Board:
    left = {hex: unit for hex, unit in board.positions.items() if hex != event.hex}
    return replace(board, positions=left | ({event.hex: event.unit} if event.built else {}))


def _troops(board: Board, event: k.TroopsCorrected) -> Board:
    siege = siege_of(board)
    markers: dict[str, tuple[str, ...]] = {}
    for zone in dict.fromkeys((*siege.markers, *event.zones_after)):
        there = tuple(side for side in siege.markers.get(zone, ()) if side != event.side)
        if zone in event.zones_after:
            there = tuple(side for side in SEATS if side in (*there, event.side))
        markers |= {zone: there} if there else {}
    troops = siege.troops | {event.side: event.after}
    return replace(board, siege=replace(siege, troops=troops, markers=markers))


CORRECTED_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    k.UnitCorrected: _unit,
    k.StateCorrected: _state,
    k.LeaderCorrected: _leader,
    k.TrackCorrected: _track,
    k.ChitCorrected: _chit,
    k.SamuraiCorrected: _samurai,
    k.PositionCorrected: _position,
    k.TroopsCorrected: _troops,
}
