"""Folds what a ruling has set right into the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.clan_war.board import corrected as k
from domain.clan_war.board.evolve_units import with_hostage, with_unit
from domain.clan_war.board.state import Army, Board, Due, Mode


def _with_army(board: Board, army: Army) -> Board:
    return replace(board, armies=board.armies | {army.name: army})


def _honor(board: Board, event: k.HonorCorrected) -> Board:
    army = board.armies[event.army]
    return _with_army(board, replace(army, honors=(*army.honors, event.term)))


def _points(board: Board, event: k.PointsCorrected) -> Board:
    army = board.armies[event.army]
    return _with_army(board, replace(army, points=(*army.points, event.term)))


def _levels(board: Board, event: k.LevelsCorrected) -> Board:
    high, low = event.after
    return _with_army(board, replace(board.armies[event.army], high=high, low=low))


def _tests(board: Board, event: k.TestsCorrected) -> Board:
    others = tuple(due for due in board.due if (due.army, due.kind) != (event.army, event.kind))
    new = (
        Due(event.army, event.kind, level, penalty)
        for level, penalty in zip(event.after, event.penalties, strict=True)
    )
    return replace(board, due=(*others, *new))


def _cards(board: Board, event: k.CardsCorrected) -> Board:
    return _with_army(board, replace(board.armies[event.army], cards=event.after))


def _models(board: Board, event: k.ModelsCorrected) -> Board:
    return with_unit(board, event.unit, models=event.after)


def _unit(board: Board, event: k.UnitCorrected) -> Board:
    gone = event.unit
    left = replace(
        board,
        engaged=tuple(pair for pair in board.engaged if gone not in pair),
        modes=tuple(one for one in board.modes if gone not in (one.unit, one.captor)),
    )
    return with_unit(left, gone, destroyed=event.destroyed, airborne=False)


def _personality(board: Board, event: k.PersonalityCorrected) -> Board:
    person = replace(board.people[event.personality], slain=event.slain)
    return replace(board, people=board.people | {person.name: person})


def _height(board: Board, event: k.HeightCorrected) -> Board:
    return with_unit(board, event.unit, airborne=event.airborne)


def _engagement(board: Board, event: k.EngagementCorrected) -> Board:
    pair = {event.unit, event.target}
    left = replace(
        board,
        engaged=tuple(one for one in board.engaged if set(one) != pair),
        modes=tuple(one for one in board.modes if {one.unit, one.captor} != pair),
    )
    return replace(left, engaged=(*left.engaged, (event.unit, event.target))) if event.engaged else left


def _mode(board: Board, event: k.ModeCorrected) -> Board:
    others = tuple(one for one in board.modes if (one.unit, one.captor) != (event.unit, event.captor))
    new = (Mode(event.unit, event.captor, event.after),) if event.after else ()
    return replace(board, modes=(*others, *new))


def _moved(board: Board, event: k.MovedCorrected) -> Board:
    return with_unit(board, event.unit, deeds=replace(board.units[event.unit].deeds, moved=event.after))


def _deed(board: Board, event: k.DeedCorrected) -> Board:
    done: dict[str, dict[str, Any]] = {
        "shot": {"shot": event.done},
        "reaction": {"reacted": event.done},
        "dive": {"dived": event.done},
        "retreat": {"retreated": event.done},
        "fly-by": {"struck_in": event.phase},
    }
    deeds = replace(board.units[event.unit].deeds, **done[event.deed])
    return with_unit(board, event.unit, deeds=deeds)


def _tally(board: Board, event: k.TallyCorrected) -> Board:
    counted = {"wounds": {"wounds": event.after}, "morale-tests": {"morale_tests": event.after}}
    deeds = replace(board.units[event.unit].deeds, **counted[event.tally])
    return with_unit(board, event.unit, deeds=deeds)


def _hostage(board: Board, event: k.HostageCorrected) -> Board:
    """The army of the captor takes the place of the one that was thought to hold it."""
    army, held = board.units[event.captor].army, board.hostages[event.hostage].held
    held = (*(one for one in held[:-1] if one != army), army)
    return with_hostage(board, event.hostage, captor=event.captor, end=event.end, held=held)


FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    k.HonorCorrected: _honor,
    k.PointsCorrected: _points,
    k.LevelsCorrected: _levels,
    k.TestsCorrected: _tests,
    k.CardsCorrected: _cards,
    k.ModelsCorrected: _models,
    k.UnitCorrected: _unit,
    k.PersonalityCorrected: _personality,
    k.HeightCorrected: _height,
    k.EngagementCorrected: _engagement,
    k.ModeCorrected: _mode,
    k.MovedCorrected: _moved,
    k.DeedCorrected: _deed,
    k.TallyCorrected: _tally,
    k.HostageCorrected: _hostage,
}
