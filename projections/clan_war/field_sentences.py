"""Sentences of movement, flight, combat and hostages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import flight_events as f
from projections.clan_war.rolls import dice, rolled
from projections.language.messages import _, _n, listed


def _at(position: tuple[str, str]) -> str:
    if not position[0]:
        return ""
    return _(", to {x} {y}").format(x=position[0], y=position[1])


def _placed(event: f.Placed) -> str:
    x, y = event.position
    return _("{unit} stands at {x} {y}.").format(unit=event.unit, x=x, y=y)


def _marched(event: f.Marched) -> str:
    said = _('{unit} moves {distance}" on the ground{to}.')
    if event.kind:
        said = _('{unit} takes Reserve Movement of {distance}"{to}.')
    return said.format(unit=event.unit, distance=event.distance, to=_at(event.position))


def _took_off(event: f.TookOff) -> str:
    said = _('{unit} takes off over {distance}"{to} and is airborne.')
    if event.reformed:
        said = _('{unit} takes off over {distance}"{to}, forms again and is airborne.')
    return said.format(unit=event.unit, distance=event.distance, to=_at(event.position))


def _prevented(event: f.TakeOffPrevented) -> str:
    said = _('{unit} is stopped after {distance}"{to}: it cannot take off and stays on the ground.')
    return said.format(unit=event.unit, distance=event.distance, to=_at(event.position))


def _maneuver_tested(event: f.ManeuverTested) -> str:
    said = _("{unit} takes a Maneuver test ({purpose}): {roll}.")
    return said.format(unit=event.unit, purpose=event.purpose, roll=rolled(event.roll))


def _flew(event: f.Flew) -> str:
    said = {
        "": _('{unit} flies {distance}"{how}{to}.'),
        "failed maneuver": _('{unit} fails its maneuver and flies straight on, {distance}" in all{how}{to}.'),
        "high terrain": _('{unit} flies {distance}"{how}{to} and is stopped by high terrain.'),
    }[event.ended]
    return said.format(
        unit=event.unit, distance=event.distance, how=_with(event.maneuvers), to=_at(event.position)
    )


def _with(maneuvers: tuple[str, ...]) -> str:
    return _(" with {maneuvers}").format(maneuvers=listed(maneuvers)) if maneuvers else ""


def _landed(event: f.Landed) -> str:
    said = {
        "landing": _('{unit} lands after {distance}"{how}{to}.'),
        "dive": _('{unit} dives {distance}"{how}{to} and lands.'),
        "engagement": _('{unit} comes down after {distance}"{how} to engage.'),
    }[event.how]
    if event.ended:
        said = {
            "landing": _('{unit} is stopped by high terrain after {distance}"{how}{to} and lands.'),
            "dive": _('{unit} dives {distance}"{how}{to}, is stopped by high terrain and lands.'),
        }[event.how]
    return said.format(
        unit=event.unit, distance=event.distance, how=_with(event.maneuvers), to=_at(event.position)
    )


def _engaged(event: f.Engaged) -> str:
    said = _('{unit} engages {target} after {distance}"; angle and contact as the players agree.')
    if event.dive:
        said = _('{unit} dives upon {target} over {distance}"; angle and contact as the players agree.')
    return said.format(unit=event.unit, target=event.target, distance=event.distance)


def _engagement_failed(event: f.EngagementFailed) -> str:
    said = _("{unit} does not reach {target} and stands an inch short of it.")
    if event.why == "angle":
        said = _("{unit} does not meet {target} at the angle needed and stands an inch short of it.")
    elif event.why == "maneuver":
        said = _("{unit} fails its maneuver, flies straight on and does not reach {target}.")
    elif event.why == f.HIGH_TERRAIN:
        said = _("{unit} is stopped by high terrain and does not reach {target}.")
    return said.format(unit=event.unit, target=event.target)


def _parting_shots(event: f.PartingShots) -> str:
    said = _("{unit} takes to the skies: {enemies} may take parting shots at {att:+d} ATT and {dam:+d} DAM.")
    return said.format(
        unit=event.unit, enemies=listed(event.enemies), att=event.att.total, dam=event.dam.total
    )


def _broke_away(event: f.BrokeAway) -> str:
    said = {
        ("break-away", False): _('{unit} breaks away over {distance}".'),
        ("break-away", True): _('{unit} breaks away into the air over {distance}".'),
        ("full retreat", False): _('{unit} makes a Full Retreat of {distance}".'),
        ("full retreat", True): _('{unit} makes a Full Retreat into the air, {distance}".'),
    }[event.how, event.skyward]
    return said.format(unit=event.unit, distance=event.distance)


def _break_away_failed(event: f.BreakAwayFailed) -> str:
    return _("{unit} does not break away.").format(unit=event.unit)


def _met(event: f.FlyByMet) -> str:
    said = _("{unit} and {target} meet in the air; models in contact: {models} and {enemies}.")
    return said.format(unit=event.unit, target=event.target, models=event.models, enemies=event.enemies)


def _struck(event: f.FlyByStruck) -> str:
    said = _("{unit} makes its fly-by attack on {target}.{dice}")
    return said.format(unit=event.unit, target=event.target, dice=dice(event.faces))


def _declined(event: f.FlyByDeclined) -> str:
    said = _("{unit} makes no fly-by attack on {target}.")
    return said.format(unit=event.unit, target=event.target)


def _shot(event: f.Shot) -> str:
    if event.reaction:
        said = _("{unit} fires at {target} as it comes out of the air, at close range.{dice}")
    elif event.band == "close":
        said = _('{unit} shoots at {target}, {distance}" away: close range.{dice}')
    else:
        said = _('{unit} shoots at {target}, {distance}" away: extended range, {att:+d} ATT.{dice}')
    has_height = len(event.distance.terms) > 1
    return said.format(
        unit=event.unit,
        target=event.target,
        distance=event.distance.total if has_height else event.measured,
        att=event.att.total,
        dice=dice(event.faces),
    )


def _forced_down(event: f.ForcedDown) -> str:
    return _("{unit} is forced to land: {cause}. Reported by {by}.").format(
        unit=event.unit, cause=event.cause, by=event.by
    )


def _forced_landed(event: f.ForcedLanded) -> str:
    said = _('{unit} is forced down after {distance}"{unformed}.')
    if event.ended:
        said = _('{unit} is forced down and stopped by high terrain after {distance}"{unformed}.')
    if event.dice:
        said = _n(
            '{unit} is forced down after {distance}" and {extended}" more{unformed}: {count} Damage die.',
            '{unit} is forced down after {distance}" and {extended}" more{unformed}: {count} Damage dice.',
            event.dice,
        )
    return said.format(
        unit=event.unit,
        distance=event.distance,
        extended=event.extended,
        unformed=_(" and is unformed") if event.unformed else "",
        count=event.dice,
    )


def _damage(event: f.DamageThrown) -> str:
    return _("Damage to {unit}.{dice}").format(unit=event.unit, dice=dice(event.faces))


def _card_played(event: f.CardPlayed) -> str:
    said = _("{unit} uses {card} against {target}.") if event.target else _("{unit} uses {card}.")
    return said.format(unit=event.unit, card=event.card, target=event.target)


def _card_ignored(event: f.CardIgnored) -> str:
    said = _("{unit} uses {card}, which has no effect: {airborne} is airborne.")
    return said.format(unit=event.unit, card=event.card, airborne=event.airborne)


def _challenged(event: f.Challenged) -> str:
    said = _("{challenger} challenges {personality} to a duel.")
    return said.format(challenger=event.challenger, personality=event.personality)


def _challenge_ignored(event: f.ChallengeIgnored) -> str:
    said = _(
        "{challenger} challenges {personality}; {airborne} is in flight, so that it is ignored, not declined."
    )
    return said.format(challenger=event.challenger, personality=event.personality, airborne=event.airborne)


def _taken(event: c.HostageTaken) -> str:
    said = _("{unit} takes {hostage} of {clan} as a hostage.")
    return said.format(unit=event.unit, hostage=event.hostage, clan=event.clan)


def _mode_chosen(event: c.ModeChosen) -> str:
    said = _("{unit} strikes easy at {captor}, for the hostage's sake.")
    if event.mode == "all-out":
        said = _("{unit} attacks {captor} all-out, whatever becomes of the hostage.")
    return said.format(unit=event.unit, captor=event.captor)


def _fought(event: c.Fought) -> str:
    att = ""
    for unit, total in ((event.unit, event.att), (event.target, event.target_att)):
        att += _(" {unit} had {att:+d} ATT.").format(unit=unit, att=total.total) if total.terms else ""
    said = _("{unit} fights {target}; Wounds given: {given}, taken: {taken}.{att}")
    return said.format(unit=event.unit, target=event.target, given=event.given, taken=event.taken, att=att)


def _sacrificed(event: c.ModelsSacrificed) -> str:
    said = _("{unit} sacrifices {models} models for {hostage}: {left} left.")
    return said.format(unit=event.unit, models=event.models, hostage=event.hostage, left=event.left)


def _destruction_tested(event: c.DestructionTested) -> str:
    said = _("The hostages in {captor} are in danger: {roll}.")
    return said.format(captor=event.captor, roll=rolled(event.roll))


def _hostage_destroyed(event: c.HostageDestroyed) -> str:
    said = _("{hostage} is destroyed in the all-out attack on {captor}.")
    if event.how == "special order":
        said = _("{captor} destroys its hostage {hostage}.")
    return said.format(hostage=event.hostage, captor=event.captor)


def _recovery_tested(event: c.RecoveryTested) -> str:
    said = _("{unit} tries to recover {hostage} from {captor}: {roll}.")
    return said.format(unit=event.unit, hostage=event.hostage, captor=event.captor, roll=rolled(event.roll))


def _recovery_declined(event: c.RecoveryDeclined) -> str:
    said = _("{unit} does not try to recover {hostage}.")
    return said.format(unit=event.unit, hostage=event.hostage)


def _recovered(event: c.HostageRecovered) -> str:
    said = _("{unit} recovers {hostage}.")
    if event.how == "captor gone":
        said = _("{unit} recovers {hostage}, as its captor is gone.")
    return said.format(unit=event.unit, hostage=event.hostage)


def _freed(event: c.HostageFreed) -> str:
    said = _("{hostage} is free: its captor is gone and nobody was engaged with it.")
    return said.format(hostage=event.hostage)


FIELD_SENTENCES: Mapping[type, Callable[[Any], str]] = {
    f.Placed: _placed,
    f.Marched: _marched,
    f.TookOff: _took_off,
    f.TakeOffPrevented: _prevented,
    f.ManeuverTested: _maneuver_tested,
    f.Flew: _flew,
    f.Landed: _landed,
    f.Engaged: _engaged,
    f.EngagementFailed: _engagement_failed,
    f.PartingShots: _parting_shots,
    f.BrokeAway: _broke_away,
    f.BreakAwayFailed: _break_away_failed,
    f.FlyByMet: _met,
    f.FlyByStruck: _struck,
    f.FlyByDeclined: _declined,
    f.Shot: _shot,
    f.ForcedDown: _forced_down,
    f.ForcedLanded: _forced_landed,
    f.DamageThrown: _damage,
    f.CardPlayed: _card_played,
    f.CardIgnored: _card_ignored,
    f.Challenged: _challenged,
    f.ChallengeIgnored: _challenge_ignored,
    c.HostageTaken: _taken,
    c.ModeChosen: _mode_chosen,
    c.Fought: _fought,
    c.ModelsSacrificed: _sacrificed,
    c.DestructionTested: _destruction_tested,
    c.HostageDestroyed: _hostage_destroyed,
    c.RecoveryTested: _recovery_tested,
    c.RecoveryDeclined: _recovery_declined,
    c.HostageRecovered: _recovered,
    c.HostageFreed: _freed,
}
