"""How events of movement, flight, combat and hostages change the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import flight_events as f
from domain.clan_war.board.state import Board, Combat, Contact, Hostage, Mode, helped
from domain.clan_war.words.corrections import ALL_OUT
from domain.kit.facts import tells_only


def with_unit(board: Board, name: str, **changes: Any) -> Board:
    """The board with one unit changed."""
    return replace(board, units=board.units | {name: replace(board.units[name], **changes)})


def with_hostage(board: Board, name: str, **changes: Any) -> Board:
    """The board with one hostage changed."""
    return replace(board, hostages=board.hostages | {name: replace(board.hostages[name], **changes)})


def without_engagements(board: Board, name: str) -> Board:
    """A unit is engaged with nobody, and how it fought captors, or was fought as one, is over."""
    return replace(
        board,
        engaged=tuple(pair for pair in board.engaged if name not in pair),
        modes=tuple(one for one in board.modes if name not in (one.unit, one.captor)),
        paid=tuple(pair for pair in board.paid if name not in pair),
    )


def _moved(board: Board, name: str, phase: str, **changes: Any) -> Board:
    """The unit has moved in a phase; where it stands is unknown unless the event says so."""
    deeds = board.units[name].deeds
    moved = deeds.moved if phase in deeds.moved else (*deeds.moved, phase)
    changes = {"position": ("", "")} | changes
    return with_unit(board, name, deeds=replace(deeds, moved=moved), **changes)


def _placed(board: Board, event: f.Placed) -> Board:
    return with_unit(board, event.unit, position=event.position)


def _moves(board: Board, event: f.Marched | f.TakeOffPrevented) -> Board:
    return _moved(board, event.unit, event.phase, position=event.position)


def _flew(board: Board, event: f.Flew) -> Board:
    return _moved(_aloft(board, event.unit), event.unit, event.phase, position=event.position)


def _aloft(board: Board, name: str) -> Board:
    """While a unit flies it may meet those that are in the air."""
    army = board.units[name].army
    there = tuple((name, one.name) for one in board.units.values() if one.airborne and one.army != army)
    return replace(board, aloft=(*board.aloft, *there))


def _took_off(board: Board, event: f.TookOff) -> Board:
    return _moved(board, event.unit, event.phase, airborne=True, formed=True, position=event.position)


def _landed(board: Board, event: f.Landed) -> Board:
    after = _aloft(board, event.unit)
    after = _moved(after, event.unit, event.phase, airborne=False, position=event.position)
    return _down(after, event.unit, event.phase, event.how == "dive")


def _down(board: Board, name: str, phase: str, dived: bool) -> Board:
    """The unit has come out of the air in a phase."""
    deeds = board.units[name].deeds
    return with_unit(board, name, deeds=replace(deeds, landed=phase, dived=deeds.dived or dived))


def _engaged(board: Board, event: f.Engaged) -> Board:
    after = _toward(board, event)
    return replace(after, engaged=(*after.engaged, (event.unit, event.target)))


def _toward(board: Board, event: f.Engaged | f.EngagementFailed) -> Board:
    """An engaging movement; out of the air it may be fired at."""
    after = _moved(board, event.unit, event.phase)
    if not event.from_air:
        return after
    if event.dive:
        after = _down(after, event.unit, event.phase, dived=True)
    deeds = replace(after.units[event.unit].deeds, engaging=(event.phase, event.target))
    return with_unit(after, event.unit, deeds=deeds)


def _broke_away(board: Board, event: f.BrokeAway) -> Board:
    changes, after = {}, without_engagements(board, event.unit)
    if event.skyward:
        changes, after = {"airborne": True, "formed": True}, _aloft(after, event.unit)
    after = _moved(after, event.unit, event.phase, **changes)
    deeds = replace(after.units[event.unit].deeds, retreated=event.how == "full retreat")
    return with_unit(after, event.unit, deeds=deeds)


def _break_away_failed(board: Board, event: f.BreakAwayFailed) -> Board:
    return _moved(board, event.unit, event.phase, position=board.units[event.unit].position)


def _met(board: Board, event: f.FlyByMet) -> Board:
    met = Contact(event.unit, event.target, event.models, event.enemies)
    return replace(board, contacts=(*board.contacts, met))


def _struck(board: Board, event: f.FlyByStruck) -> Board:
    deeds = replace(board.units[event.unit].deeds, struck_in=event.phase)
    return with_unit(board, event.unit, deeds=deeds)


def _shot(board: Board, event: f.Shot) -> Board:
    deeds = board.units[event.unit].deeds
    done = replace(deeds, reacted=True) if event.reaction else replace(deeds, shot=True)
    return with_unit(board, event.unit, deeds=done)


def _forced(board: Board, event: f.ForcedLanded) -> Board:
    after = _aloft(board, event.unit)
    after = _moved(after, event.unit, board.phase, airborne=False, formed=not event.unformed)
    return _down(after, event.unit, board.phase, dived=False)


def _card_played(board: Board, event: f.CardPlayed) -> Board:
    """A card that is not used in the air is not combined with what leads there or down from it."""
    card = board.setting.data.card(event.card)
    if card is None or not card.enhances:
        return board
    return replace(board, enhanced=(*board.enhanced, (helped(board, event.unit, event.target), event.card)))


def _taken(board: Board, event: c.HostageTaken) -> Board:
    army = board.units[event.unit].army
    hostage = Hostage(event.hostage, event.clan, event.unit, (army,))
    return replace(board, hostages=board.hostages | {event.hostage: hostage})


def _mode_chosen(board: Board, event: c.ModeChosen) -> Board:
    others = tuple(one for one in board.modes if (one.unit, one.captor) != (event.unit, event.captor))
    after = replace(board, modes=(*others, Mode(event.unit, event.captor, event.mode)))
    return paying(after, event.unit, event.captor) if event.mode == ALL_OUT else after


def paying(board: Board, unit: str, captor: str) -> Board:
    """The all-out attack of a unit is paid for as long as the engagement lasts."""
    return replace(board, paid=tuple(dict.fromkeys((*board.paid, (unit, captor)))))


def _fought(board: Board, event: c.Fought) -> Board:
    fought = Combat(event.unit, event.target, event.given, event.taken, event.modes)
    after = replace(board, combats=(*board.combats, fought))
    for name, wounds in ((event.unit, event.taken), (event.target, event.given)):
        deeds = after.units[name].deeds
        after = with_unit(after, name, deeds=replace(deeds, wounds=deeds.wounds + wounds))
    return after


def _sacrificed(board: Board, event: c.ModelsSacrificed) -> Board:
    after = with_unit(board, event.unit, models=event.left)
    return replace(after, sacrifices=(*board.sacrifices, (event.unit, event.hostage)))


def _destroyed(board: Board, event: c.HostageDestroyed) -> Board:
    return with_hostage(board, event.hostage, end="destroyed")


def _freed(board: Board, event: c.HostageFreed) -> Board:
    return with_hostage(board, event.hostage, end="free")


def _recovered(board: Board, event: c.HostageRecovered) -> Board:
    army, held = board.units[event.unit].army, board.hostages[event.hostage].held
    held = (*(one for one in held if one != army), army)
    return with_hostage(board, event.hostage, captor=event.unit, held=held)


FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    f.Placed: _placed,
    f.Marched: _moves,
    f.TookOff: _took_off,
    f.TakeOffPrevented: _moves,
    f.ManeuverTested: tells_only,
    f.Flew: _flew,
    f.Landed: _landed,
    f.Engaged: _engaged,
    f.EngagementFailed: _toward,
    f.PartingShots: tells_only,
    f.BrokeAway: _broke_away,
    f.BreakAwayFailed: _break_away_failed,
    f.FlyByMet: _met,
    f.FlyByStruck: _struck,
    f.FlyByDeclined: tells_only,
    f.Shot: _shot,
    f.ForcedDown: tells_only,
    f.ForcedLanded: _forced,
    f.DamageThrown: tells_only,
    f.CardPlayed: _card_played,
    f.CardIgnored: tells_only,
    f.Challenged: tells_only,
    f.ChallengeIgnored: tells_only,
    c.HostageTaken: _taken,
    c.ModeChosen: _mode_chosen,
    c.Fought: _fought,
    c.ModelsSacrificed: _sacrificed,
    c.DestructionTested: tells_only,
    c.HostageDestroyed: _destroyed,
    c.RecoveryTested: tells_only,
    c.RecoveryDeclined: tells_only,
    c.HostageRecovered: _recovered,
    c.HostageFreed: _freed,
}
