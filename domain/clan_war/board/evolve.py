"""Folds one event into the board: what has happened, and nothing else. Never refuses, never asks chance.

Events of flight, combat and hostages are folded in `evolve_units.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.clan_war.board import events as e
from domain.clan_war.board.evolve_corrected import FOLDS as CORRECTED
from domain.clan_war.board.evolve_units import FOLDS, with_unit
from domain.clan_war.board.state import NOTHING_DONE, Board, Due, Unit
from domain.kit.sums import Term


def evolve(board: Board, event: Any) -> Board:
    """The board after `event`."""
    after = _FOLDS[type(event)](board, event)
    return replace(after, told=board.told + 1)


def _unit_mustered(board: Board, event: e.UnitMustered) -> Board:
    unit = Unit(event.profile, event.profile.models)
    return replace(board, units=board.units | {unit.name: unit})


def _recruited(board: Board, event: e.PersonalityRecruited) -> Board:
    return replace(board, people=board.people | {event.personality.name: event.personality})


def _modifier_entered(board: Board, event: e.ModifierEntered) -> Board:
    return replace(board, modifiers=(*board.modifiers, (event.army, event.term)))


def _honor_set(board: Board, event: e.StartingHonorSet) -> Board:
    army = replace(board.armies[event.army], honors=event.honor.terms, high=event.high, low=event.low)
    return replace(board, armies=board.armies | {event.army: army})


def _turn_began(board: Board, event: e.TurnBegan) -> Board:
    units = {name: replace(unit, deeds=NOTHING_DONE) for name, unit in board.units.items()}
    return replace(board, turn=event.turn, units=units, agreed=())


def _phase_began(board: Board, event: e.PhaseBegan) -> Board:
    return replace(
        board, phase=event.phase, contacts=(), combats=(), sacrifices=(), told_before=board.told + 1
    )


def _honor_changed(board: Board, event: e.HonorChanged) -> Board:
    army = board.armies[event.army]
    return replace(
        board, armies=board.armies | {event.army: replace(army, honors=(*army.honors, event.term))}
    )


def _level_reached(board: Board, event: e.LevelReached) -> Board:
    army = board.armies[event.army]
    if event.kind == "enemy":
        army = replace(army, high=max(army.high, event.level))
    else:
        army = replace(army, low=min(army.low, event.level))
    due = (Due(event.army, event.kind, event.level, event.penalty),) if event.due else ()
    return replace(board, armies=board.armies | {event.army: army}, due=(*board.due, *due))


def _points_changed(board: Board, event: e.PointsChanged) -> Board:
    army = board.armies[event.army]
    points: tuple[Term, ...] = (*army.points, event.term)
    return replace(board, armies=board.armies | {event.army: replace(army, points=points)})


def _card_granted(board: Board, event: e.ExtraCardGranted) -> Board:
    army = board.armies[event.army]
    return replace(board, armies=board.armies | {event.army: replace(army, cards=army.cards + 1)})


def _morale_tested(board: Board, event: e.MoraleTested) -> Board:
    deeds = board.units[event.unit].deeds
    return with_unit(board, event.unit, deeds=replace(deeds, morale_tests=deeds.morale_tests + 1))


def _condition_changed(board: Board, event: e.ConditionChanged) -> Board:
    changes: dict[str, dict[str, Any]] = {
        "unformed": {"formed": False},
        "formed": {"formed": True},
        "spent": {"spent_until": event.until},
        "broken": {"broken": True},
        "routing": {"broken": True, "routing": True},
        "rallied": {"broken": False, "routing": False},
    }
    return with_unit(board, event.unit, **changes[event.condition])


def _unit_ready(board: Board, event: e.UnitReady) -> Board:
    return with_unit(board, event.unit, spent_until=0)


def _unit_wounded(board: Board, event: e.UnitWounded) -> Board:
    deeds = board.units[event.unit].deeds
    return with_unit(board, event.unit, deeds=replace(deeds, wounds=deeds.wounds + event.wounds))


def _models_lost(board: Board, event: e.ModelsLost) -> Board:
    return with_unit(board, event.unit, models=event.left)


def _unit_destroyed(board: Board, event: e.UnitDestroyed) -> Board:
    gone = event.unit
    left = replace(
        board,
        engaged=tuple(pair for pair in board.engaged if gone not in pair),
        modes=tuple(one for one in board.modes if gone not in (one.unit, one.captor)),
    )
    return with_unit(left, gone, destroyed=True, airborne=False)


def _slain(board: Board, event: e.PersonalitySlain) -> Board:
    person = replace(board.people[event.personality], slain=True)
    return replace(board, people=board.people | {person.name: person})


def _turn_ended(board: Board, event: e.TurnEnded) -> Board:
    return replace(board, due=())


def _end_proposed(board: Board, event: e.EndProposed) -> Board:
    return replace(board, agreed=(*board.agreed, event.army))


def _won(board: Board, event: e.BattleWon) -> Board:
    return replace(board, winners=event.winners, ending=event.ending)


def _tells_only(board: Board, event: Any) -> Board:
    """The event is for the readers of the record; the board is as it was."""
    return board


_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.UnitMustered: _unit_mustered,
    e.PersonalityRecruited: _recruited,
    e.ModifierEntered: _modifier_entered,
    e.StartingHonorSet: _honor_set,
    e.TurnBegan: _turn_began,
    e.PhaseBegan: _phase_began,
    e.ArmyDone: _tells_only,
    e.HonorChanged: _honor_changed,
    e.LevelReached: _level_reached,
    e.PointsChanged: _points_changed,
    e.ExtraCardGranted: _card_granted,
    e.ExtraCardWithheld: _tells_only,
    e.MoraleTested: _morale_tested,
    e.HonorTested: _tells_only,
    e.DueLapsed: _tells_only,
    e.ConditionChanged: _condition_changed,
    e.UnitReady: _unit_ready,
    e.UnitWounded: _unit_wounded,
    e.ModelsLost: _models_lost,
    e.UnitDestroyed: _unit_destroyed,
    e.PersonalitySlain: _slain,
    e.TurnEnded: _turn_ended,
    e.EndProposed: _end_proposed,
    e.ArmyResigned: _tells_only,
    e.BattleEnded: _tells_only,
    e.PointsCounted: _tells_only,
    e.BattleWon: _won,
    **FOLDS,
    **CORRECTED,
}
