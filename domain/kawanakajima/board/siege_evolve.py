"""Folds one event of a siege into the board. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.board import siege_events as e
from domain.kawanakajima.board.field_evolve import goes
from domain.kawanakajima.board.state import (
    DISABLED,
    EFFECTIVES,
    LOST,
    Attempt,
    Board,
    Siege,
    Troops,
    enemy,
    side_of,
    siege_of,
    with_unit,
)
from domain.kawanakajima.data.tables import CENTRE
from domain.kit.facts import tells_only

DISORGANISED = 2
"""Steps lost of a disorganised unit [5.3]."""


def _with(board: Board, **changed: Any) -> Board:
    return replace(board, siege=replace(siege_of(board), **changed))


def _with_troops(board: Board, side: str, **added: int) -> Board:
    """The strengths of a side with so many points more, or fewer."""
    troops = siege_of(board).troops
    now = {name: getattr(troops[side], name) + points for name, points in added.items()}
    return _with(board, troops=troops | {side: replace(troops[side], **now)})


def _with_marker(board: Board, side: str, zone: str) -> Board:
    markers = siege_of(board).markers
    return _with(board, markers=markers | {zone: (*markers.get(zone, ()), side)})


def _without_marker(board: Board, side: str, zone: str) -> Board:
    markers = siege_of(board).markers
    left = tuple(other for other in markers[zone] if other != side)
    return _with(board, markers={there: by for there, by in (markers | {zone: left}).items() if by})


def _taken(board: Board, side: str, source: str) -> Board:
    """A point is taken from the effectives, or a marker from its zone."""
    if source == EFFECTIVES:
        return _with_troops(board, side, effectives=-1)
    return _without_marker(board, side, source)


# ---- coming and going


def _entered(board: Board, event: e.FortressEntered) -> Board:
    for unit, path in event.paths.items():
        board = goes(board, unit, path[-1])
    field = replace(board.field, moved=(*board.field.moved, *event.paths))
    board, side = replace(board, field=field), side_of(event.clan)
    if board.siege is None:
        return board
    more = {EFFECTIVES: event.effectives.total, DISABLED: event.disabled.total}
    bases = board.siege.bases
    known = bases[side] if event.zone in bases[side] else (*bases[side], event.zone)
    return _with(_with_troops(board, side, **more), bases=bases | {side: known})


def _began(board: Board, event: e.SiegeBegan) -> Board:
    troops = {side: Troops(event.effectives[side].total, event.disabled[side].total) for side in board.armies}
    bases: dict[str, tuple[str, ...]] = {event.besieger: (event.zone,), enemy(event.besieger): (CENTRE,)}
    return replace(board, siege=Siege(event.besieger, troops, bases))


def _withdrew(board: Board, event: e.ClanWithdrew) -> Board:
    side = side_of(event.clan)
    paid = {EFFECTIVES: -event.effectives, DISABLED: -event.disabled, LOST: -event.recovered}
    board = _with_troops(board, side, **paid)
    for zone in event.markers:
        board = _without_marker(board, side, zone)
    for unit, hexagon in event.places.items():
        board = goes(board, unit, hexagon)
    for unit in event.worn:
        board = with_unit(board, unit, losses=max(DISORGANISED, board.units[unit].losses))
    for unit in event.behind:
        board = goes(board, unit, "")
    return board


def _ended(board: Board, event: e.SiegeEnded) -> Board:
    return replace(board, siege=None)


def _survived(board: Board, event: e.SurvivorsChosen) -> Board:
    for unit, losses in event.kept.items():
        board = with_unit(board, unit, losses=losses)
    return board


# ---- actions


def _posted(board: Board, event: e.MarkersPosted) -> Board:
    for zone in event.zones:
        board = _with_marker(_taken(board, event.side, EFFECTIVES), event.side, zone)
    return board


def _counted(board: Board, event: e.ActionsCounted) -> Board:
    return _with(board, actions=event.actions.total)


def _spent(board: Board, event: e.ActionSpent) -> Board:
    return _with(board, actions=event.left)


def _no_more(board: Board, event: e.ActionsEnded) -> Board:
    return _with(board, actions=0)


def _mustered(board: Board, event: e.Mustered) -> Board:
    return _with_troops(board, event.side, effectives=1, disabled=-1)


def _rallied(board: Board, event: e.TroopsRallied) -> Board:
    gone = event.lost + event.regained
    return _with_troops(board, event.side, disabled=-gone, effectives=event.regained, lost=event.lost)


# ---- assaults


def _announced(board: Board, event: e.AssaultAnnounced) -> Board:
    attempt = Attempt(event.side, event.zone, event.participants, event.score, event.advantage)
    return _with(board, assault=attempt)


def _sacrificed(board: Board, event: e.Sacrificed) -> Board:
    board = _with_troops(board, event.side, effectives=-event.points, lost=event.points)
    assault = siege_of(board).assault
    if assault is None:
        return board
    return _with(board, assault=replace(assault, sacrifices=assault.sacrifices | {event.side: event.total}))


def _lost(board: Board, event: e.TroopsLost) -> Board:
    board = _taken(board, event.side, event.source)
    return _with_troops(board, event.side, **{event.to: 1})


def _seized(board: Board, event: e.ZoneSeized) -> Board:
    return _with_marker(_taken(board, event.side, event.source), event.side, event.zone)


def _assault_ended(board: Board, event: e.AssaultEnded) -> Board:
    return _with(board, assault=None)


SIEGE_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.FortressEntered: _entered,
    e.SiegeBegan: _began,
    e.MarkersPosted: _posted,
    e.ActionsCounted: _counted,
    e.ActionSpent: _spent,
    e.ActionsEnded: _no_more,
    e.AssaultAnnounced: _announced,
    e.Sacrificed: _sacrificed,
    e.AssaultThrown: tells_only,
    e.TieBroken: tells_only,
    e.TroopsLost: _lost,
    e.ZoneSeized: _seized,
    e.AssaultEnded: _assault_ended,
    e.FortressFired: tells_only,
    e.Mustered: _mustered,
    e.TroopsRallied: _rallied,
    e.ClanWithdrew: _withdrew,
    e.SiegeEnded: _ended,
    e.SurvivorsChosen: _survived,
}
