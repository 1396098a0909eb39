"""How each event changes the board: what has happened, and nothing else. Never refuses, never asks chance.

Events of flight, combat and hostages are folded in `evolve_units.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from domain.clan_war.board import claim_events as b
from domain.clan_war.board import corrected as k
from domain.clan_war.board import events as e
from domain.clan_war.board import list_events as a
from domain.clan_war.board.evolve_units import (
    FOLDS,
    paying,
    with_hostage,
    with_unit,
    without_engagements,
)
from domain.clan_war.board.state import NOTHING_DONE, Board, Due, Entry, Mode, Unit, unreported
from domain.clan_war.words.corrections import ALL_OUT
from domain.kit.corrections import At
from domain.kit.editions import Amended, amended
from domain.kit.facts import tells_only


def evolve(board: Board, event: Any) -> Board:
    """The board after `event`."""
    after = _FOLDS[type(event)](board, event)
    return replace(after, told=board.told + 1)


def _with_army(board: Board, name: str, **changes: Any) -> Board:
    """The board with one army's ledger changed."""
    return replace(board, armies=board.armies | {name: replace(board.armies[name], **changes)})


def _unit_mustered(board: Board, event: e.UnitMustered) -> Board:
    unit = Unit(event.profile, event.profile.models)
    return replace(board, units=board.units | {unit.name: unit})


def _clan_chosen(board: Board, event: e.ClanChosen) -> Board:
    return _with_army(board, event.army, clan=event.clan)


def _recruited(board: Board, event: e.PersonalityRecruited) -> Board:
    return replace(board, people=board.people | {event.personality.name: event.personality})


def _unit_called(board: Board, event: e.UnitCalled) -> Board:
    return replace(board, called=board.called | {event.unit: event.called})


def _personality_called(board: Board, event: e.PersonalityCalled) -> Board:
    return replace(board, called=board.called | {event.personality: event.called})


def _modifier_entered(board: Board, event: e.ModifierEntered) -> Board:
    return replace(board, modifiers=(*board.modifiers, (event.army, event.term)))


def _honor_set(board: Board, event: e.StartingHonorSet) -> Board:
    return _with_army(board, event.army, honors=event.honor.terms, high=event.high, low=event.low)


def _turn_began(board: Board, event: e.TurnBegan) -> Board:
    units = {name: replace(unit, deeds=NOTHING_DONE) for name, unit in board.units.items()}
    return replace(board, turn=event.turn, units=units, agreed=(), enhanced=())


def _phase_began(board: Board, event: e.PhaseBegan) -> Board:
    return replace(
        board,
        phase=event.phase,
        contacts=(),
        combats=(),
        sacrifices=(),
        fallen=(),
        aloft=(),
        told_before=board.told + 1,
    )


def _honor_changed(board: Board, event: e.HonorChanged | k.HonorCorrected) -> Board:
    after = _with_army(board, event.army, honors=(*board.armies[event.army].honors, event.term))
    return _entered(after, "honor", event)


Change = e.HonorChanged | e.PointsChanged | k.HonorCorrected | k.PointsCorrected


def _entered(board: Board, what: Literal["honor", "VP"], event: Change) -> Board:
    """The ledger with another line."""
    by, confirmed = "", ""
    if isinstance(event, e.HonorChanged | e.PointsChanged):
        by, confirmed = event.by, event.confirmed
    entry = Entry(board.turn, event.army, what, event.term, event.after, by, confirmed)
    return replace(board, entries=(*board.entries, entry))


def _list_sealed(board: Board, event: a.ListSealed) -> Board:
    line = event.what.value
    before = () if line.anew else board.lists.get(event.army, ())
    return replace(board, lists=board.lists | {event.army: (*before, *line.entries)})


def _lists_opened(board: Board, event: a.ListsOpened) -> Board:
    return replace(board, lists={}, opened=True)


def _change_reported(board: Board, event: b.ChangeReported) -> Board:
    number = event.claim.number
    return replace(board, claims=board.claims | {number: event.claim}, claimed=number)


def _report_denied(board: Board, event: b.ReportDenied) -> Board:
    claim = replace(board.claims[event.number], denied=event.by, why=event.why)
    return replace(board, claims=board.claims | {event.number: claim})


def _report_settled(board: Board, event: b.ReportConfirmed | b.ReportRetracted | b.ReportRuled) -> Board:
    return replace(board, claims={at: one for at, one in board.claims.items() if at != event.number})


def _level_reached(board: Board, event: e.LevelReached) -> Board:
    army = board.armies[event.army]
    if event.kind == "enemy":
        after = _with_army(board, event.army, high=max(army.high, event.level))
    else:
        after = _with_army(board, event.army, low=min(army.low, event.level))
    due = (Due(event.army, event.kind, event.level, event.penalty),) if event.due else ()
    return replace(after, due=(*board.due, *due))


def _points_changed(board: Board, event: e.PointsChanged | k.PointsCorrected) -> Board:
    after = _with_army(board, event.army, points=(*board.armies[event.army].points, event.term))
    return _entered(after, "VP", event)


def _card_granted(board: Board, event: e.ExtraCardGranted) -> Board:
    return _with_army(board, event.army, cards=board.armies[event.army].cards + 1)


def _honor_tested(board: Board, event: e.HonorTested) -> Board:
    """By an option a test of low honor is an earlier one for those that follow."""
    counts = event.kind == "own" and board.setting.options.low_honor_tests == "counted"
    return _morale_tested(board, event) if counts else board


def _morale_tested(board: Board, event: e.MoraleTested | e.HonorTested) -> Board:
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
    after = replace(without_engagements(board, event.unit), fallen=_fallen(board, event.unit))
    return with_unit(after, event.unit, destroyed=True, airborne=False)


def _fallen(board: Board, name: str) -> tuple[tuple[str, str], ...]:
    """The attacks that a unit has made before it fell are not gone with it."""
    attacks = unreported(board) if board.phase == "close" else ()
    return (*board.fallen, *(pair for pair in attacks if pair[0] == name))


def _slain(board: Board, event: e.PersonalitySlain) -> Board:
    person = replace(board.people[event.personality], slain=True)
    return replace(board, people=board.people | {person.name: person})


def _turn_ended(board: Board, event: e.TurnEnded) -> Board:
    return replace(board, due=())


def _end_proposed(board: Board, event: e.EndProposed) -> Board:
    return replace(board, agreed=(*board.agreed, event.army))


def _won(board: Board, event: e.BattleWon) -> Board:
    return replace(board, winners=event.winners, ending=event.ending)


# ---- corrections


def _levels_corrected(board: Board, event: k.LevelsCorrected) -> Board:
    high, low = event.after
    return _with_army(board, event.army, high=high, low=low)


def _tests_corrected(board: Board, event: k.TestsCorrected) -> Board:
    others = tuple(due for due in board.due if (due.army, due.kind) != (event.army, event.kind))
    new = (
        Due(event.army, event.kind, level, penalty)
        for level, penalty in zip(event.after, event.penalties, strict=True)
    )
    return replace(board, due=(*others, *new))


def _unit_corrected(board: Board, event: k.UnitCorrected) -> Board:
    """One that stands again attacks as it is corrected to, not as it did before it was thought to fall."""
    others = tuple(pair for pair in board.fallen if pair[0] != event.unit)
    fallen = _fallen(board, event.unit) if event.destroyed else others
    left = replace(without_engagements(board, event.unit), fallen=fallen)
    return with_unit(left, event.unit, destroyed=event.destroyed, airborne=False)


def _engagement_corrected(board: Board, event: k.EngagementCorrected) -> Board:
    pair = {event.unit, event.target}
    left = replace(
        board,
        engaged=tuple(one for one in board.engaged if set(one) != pair),
        modes=tuple(one for one in board.modes if {one.unit, one.captor} != pair),
        paid=tuple(one for one in board.paid if set(one) != pair),
    )
    return replace(left, engaged=(*left.engaged, (event.unit, event.target))) if event.engaged else left


def _mode_corrected(board: Board, event: k.ModeCorrected) -> Board:
    others = tuple(one for one in board.modes if (one.unit, one.captor) != (event.unit, event.captor))
    new = (Mode(event.unit, event.captor, event.after),) if event.after else ()
    paid = tuple(pair for pair in board.paid if pair != (event.unit, event.captor))
    after = replace(board, modes=(*others, *new), paid=paid)
    return paying(after, event.unit, event.captor) if event.after == ALL_OUT else after


def _hostage_corrected(board: Board, event: k.HostageCorrected) -> Board:
    """The army of the captor takes the place of the one that was thought to hold it."""
    army, held = board.units[event.captor].army, board.hostages[event.hostage].held
    held = (*(one for one in held[:-1] if one != army), army)
    return with_hostage(board, event.hostage, captor=event.captor, end=event.end, held=held)


_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.UnitMustered: _unit_mustered,
    e.ClanChosen: _clan_chosen,
    e.PersonalityRecruited: _recruited,
    e.UnitCalled: _unit_called,
    e.PersonalityCalled: _personality_called,
    e.ModifierEntered: _modifier_entered,
    e.StartingHonorSet: _honor_set,
    a.ListSealed: _list_sealed,
    a.ListsOpened: _lists_opened,
    b.ChangeReported: _change_reported,
    b.ReportConfirmed: _report_settled,
    b.ReportDenied: _report_denied,
    b.ReportRetracted: _report_settled,
    b.ReportRuled: _report_settled,
    e.TurnBegan: _turn_began,
    e.PhaseBegan: _phase_began,
    e.ArmyDone: tells_only,
    e.HonorChanged: _honor_changed,
    e.LevelReached: _level_reached,
    e.PointsChanged: _points_changed,
    e.ExtraCardGranted: _card_granted,
    e.ExtraCardWithheld: tells_only,
    e.MoraleTested: _morale_tested,
    e.HonorTested: _honor_tested,
    e.DueLapsed: tells_only,
    e.ConditionChanged: _condition_changed,
    e.UnitReady: _unit_ready,
    e.UnitWounded: _unit_wounded,
    e.ModelsLost: _models_lost,
    e.UnitDestroyed: _unit_destroyed,
    e.PersonalitySlain: _slain,
    e.TurnEnded: _turn_ended,
    e.EndProposed: _end_proposed,
    e.ArmyResigned: tells_only,
    e.BattleEnded: tells_only,
    e.PointsCounted: tells_only,
    e.BattleWon: _won,
    **FOLDS,
    Amended: amended,
    k.HonorCorrected: _honor_changed,
    k.PointsCorrected: _points_changed,
    k.LevelsCorrected: _levels_corrected,
    k.TestsCorrected: _tests_corrected,
    k.CardsCorrected: At(lambda event: ("armies", event.army, "cards")),
    k.ModelsCorrected: At(lambda event: ("units", event.unit, "models")),
    k.UnitCorrected: _unit_corrected,
    k.PersonalityCorrected: At(
        lambda event: ("people", event.personality, "slain"), lambda event: event.slain
    ),
    k.HeightCorrected: At(lambda event: ("units", event.unit, "airborne"), lambda event: event.airborne),
    k.EngagementCorrected: _engagement_corrected,
    k.ModeCorrected: _mode_corrected,
    k.MovedCorrected: At(lambda event: ("units", event.unit, "deeds", "moved")),
    k.DeedCorrected: At(
        lambda event: ("units", event.unit, "deeds", k.DEEDS[event.deed]),
        lambda event: event.phase if event.deed == "fly-by" else event.done,
    ),
    k.TallyCorrected: At(lambda event: ("units", event.unit, "deeds", k.TALLIES[event.tally])),
    k.HostageCorrected: _hostage_corrected,
}
