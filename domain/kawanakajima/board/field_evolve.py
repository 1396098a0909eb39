"""Folds one event of the field into the board. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.board import field_events as e
from domain.kawanakajima.board.state import (
    ELIMINATED,
    Board,
    Field,
    fell_at,
    noted,
    plain,
    side_of,
    with_army,
    with_unit,
    without_samurai,
)
from domain.kit.facts import tells_only
from domain.kit.sealed import Sealed


def _activated(board: Board, event: e.Activated) -> Board:
    return replace(board, field=Field(kind=event.kind))


def _posture_wanted(board: Board, event: e.PostureWanted) -> Board:
    field = board.field
    board = replace(
        board, field=replace(field, wanted=plain(event.posture), tried=(*field.tried, event.clan))
    )
    return _seen_by_its_side(board, event.clan, event.posture)


def _posture_tried(board: Board, event: e.PostureTried) -> Board:
    field = board.field
    tried = field.tried if event.clan in field.tried else (*field.tried, event.clan)
    return _seen_by_its_side(replace(board, field=replace(field, tried=tried)), event.clan, event.needed)


def _seen_by_its_side(board: Board, clan: str, value: Any) -> Board:
    return noted(board, side_of(clan), (clan, value.value)) if isinstance(value, Sealed) else board


def _moved(board: Board, event: e.UnitMoved) -> Board:
    board = replace(board, field=replace(board.field, moved=(*board.field.moved, event.unit)))
    return goes(board, event.unit, event.path[-1])


def _retreated(board: Board, event: e.UnitRetreated) -> Board:
    field = replace(board.field, retreated=(*board.field.retreated, event.unit))
    return _went(replace(board, field=field, retreated=(*board.retreated, event.unit)), event)


def _pursued(board: Board, event: e.UnitPursued) -> Board:
    field = board.field
    return _went(replace(board, field=replace(field, pursued=(*field.pursued, event.unit))), event)


def _went(board: Board, event: Any) -> Board:
    return goes(board, event.unit, event.path[-1])


def goes(board: Board, unit: str, place: str) -> Board:
    """A defensive position is lost when its unit leaves it [11.8]."""
    left = board.units[unit].hex
    board = with_unit(board, unit, hex=place)
    if board.positions.get(left) != unit or left == place:
        return board
    return replace(board, positions={hex: by for hex, by in board.positions.items() if hex != left})


def _fought(board: Board, event: e.Fought) -> Board:
    field = board.field
    fought, attacked = (*field.fought, *event.attackers), (*field.attacked, *event.defenders)
    return replace(board, field=replace(field, fought=fought, attacked=attacked))


def _with_losses(board: Board, event: e.StepsLost | e.RallyTried) -> Board:
    return with_unit(board, event.unit, losses=event.losses)


def _unit_eliminated(board: Board, event: e.UnitEliminated) -> Board:
    """A general who outlives his unit may go on from where it fell; with one that flees he is gone."""
    board = goes(board, event.unit, "")
    board, side = with_unit(board, event.unit, losses=ELIMINATED), side_of(event.unit)
    board = fell_at(board, event.unit, "" if event.why == "flight" else event.hex)
    return without_samurai(board, side) if board.armies[side].samurai == event.unit else board


def _leader_killed(board: Board, event: e.LeaderKilled) -> Board:
    board = with_army(board, event.side, bundori=board.armies[event.side].bundori + event.value)
    if not event.samurai:
        return with_unit(board, event.unit, leader_killed=True)
    return without_samurai(board, event.side)


def _bundori_marked(board: Board, event: e.BundoriMarked) -> Board:
    return with_army(board, event.side, bundori=board.armies[event.side].bundori + event.value)


FIELD_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.Activated: _activated,
    e.PostureWanted: _posture_wanted,
    e.PostureTried: _posture_tried,
    e.UnitMoved: _moved,
    e.MarchThrown: tells_only,
    e.UnitRetreated: _retreated,
    e.UnitPursued: _pursued,
    e.Fought: _fought,
    e.ResultConverted: tells_only,
    e.StepsLost: _with_losses,
    e.UnitEliminated: _unit_eliminated,
    e.LeaderTested: tells_only,
    e.LeaderKilled: _leader_killed,
    e.FlightTested: tells_only,
    e.ClanFled: tells_only,
    e.SeppukuDeclined: tells_only,
    e.BundoriMarked: _bundori_marked,
    e.RetreatBlocked: tells_only,
    e.UnitFellBack: _went,
    e.UnitAdvanced: _went,
    e.RallyTried: _with_losses,
}
