"""Sentences of movement, flight, combat and hostages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import flight_events as f
from projections.clan_war.rolls import dice, rolled
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, _n, listed


def _at(position: tuple[str, str]) -> str:
    if not position[0]:
        return ""
    return _(", to {x} {y}").format(x=position[0], y=position[1])


def _placed(event: f.Placed) -> str:
    x, y = event.position
    return _("{unit} stands at {x} {y}.").format(unit=event.unit, x=x, y=y)


def _with(maneuvers: tuple[str, ...]) -> str:
    return _(" with {maneuvers}").format(maneuvers=listed(maneuvers)) if maneuvers else ""


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


def _fought(event: c.Fought) -> str:
    att = ""
    for unit, total in ((event.unit, event.att), (event.target, event.target_att)):
        att += _(" {unit} had {att:+d} ATT.").format(unit=unit, att=total.total) if total.terms else ""
    said = _("{unit} fights {target}; Wounds given: {given}, taken: {taken}.{att}")
    return said.format(unit=event.unit, target=event.target, given=event.given, taken=event.taken, att=att)


sentence_of = SentenceOf(roll=rolled, dice=("faces", dice), to=("position", _at), how=("maneuvers", _with))

FIELD_SENTENCES: Mapping[type, Callable[[Any], str]] = {
    f.Placed: _placed,
    f.Marched: Depending(
        "kind",
        {"": sentence_of('{unit} moves {distance}" on the ground{to}.')},
        otherwise=sentence_of('{unit} takes Reserve Movement of {distance}"{to}.'),
    ),
    f.TookOff: Depending(
        "reformed",
        {True: sentence_of('{unit} takes off over {distance}"{to}, forms again and is airborne.')},
        otherwise=sentence_of('{unit} takes off over {distance}"{to} and is airborne.'),
    ),
    f.TakeOffPrevented: sentence_of(
        '{unit} is stopped after {distance}"{to}: it cannot take off and stays on the ground.'
    ),
    f.ManeuverTested: sentence_of("{unit} takes a Maneuver test ({purpose}): {roll}."),
    f.Flew: Depending(
        "ended",
        {
            "": sentence_of('{unit} flies {distance}"{how}{to}.'),
            "failed maneuver": sentence_of(
                '{unit} fails its maneuver and flies straight on, {distance}" in all{how}{to}.',
            ),
            f.HIGH_TERRAIN: sentence_of(
                '{unit} flies {distance}"{how}{to} and is stopped by high terrain.',
            ),
        },
    ),
    f.Landed: Depending(
        "ended how",
        {
            ("", "landing"): sentence_of('{unit} lands after {distance}"{how}{to}.'),
            ("", "dive"): sentence_of('{unit} dives {distance}"{how}{to} and lands.'),
            ("", "engagement"): sentence_of('{unit} comes down after {distance}"{how} to engage.'),
            (f.HIGH_TERRAIN, "landing"): sentence_of(
                '{unit} is stopped by high terrain after {distance}"{how}{to} and lands.'
            ),
            (f.HIGH_TERRAIN, "dive"): sentence_of(
                '{unit} dives {distance}"{how}{to}, is stopped by high terrain and lands.'
            ),
        },
    ),
    f.Engaged: Depending(
        "dive",
        {
            True: sentence_of(
                '{unit} dives upon {target} over {distance}"; angle and contact as the players agree.'
            )
        },
        otherwise=sentence_of(
            '{unit} engages {target} after {distance}"; angle and contact as the players agree.'
        ),
    ),
    f.EngagementFailed: Depending(
        "why",
        {
            "angle": sentence_of(
                "{unit} does not meet {target} at the angle needed and stands an inch short of it."
            ),
            "maneuver": sentence_of(
                "{unit} fails its maneuver, flies straight on and does not reach {target}."
            ),
            f.HIGH_TERRAIN: sentence_of("{unit} is stopped by high terrain and does not reach {target}."),
        },
        otherwise=sentence_of("{unit} does not reach {target} and stands an inch short of it."),
    ),
    f.PartingShots: sentence_of(
        "{unit} takes to the skies: {enemies} may take parting shots at {att:+d} ATT and {dam:+d} DAM.",
        enemies=listed,
        att="att.total",
        dam="dam.total",
    ),
    f.BrokeAway: Depending(
        "how skyward",
        {
            ("break-away", False): sentence_of('{unit} breaks away over {distance}".'),
            ("break-away", True): sentence_of('{unit} breaks away into the air over {distance}".'),
            ("full retreat", False): sentence_of('{unit} makes a Full Retreat of {distance}".'),
            ("full retreat", True): sentence_of('{unit} makes a Full Retreat into the air, {distance}".'),
        },
    ),
    f.BreakAwayFailed: sentence_of("{unit} does not break away."),
    f.FlyByMet: sentence_of(
        "{unit} and {target} meet in the air; models in contact: {models} and {enemies}."
    ),
    f.FlyByStruck: sentence_of("{unit} makes its fly-by attack on {target}.{dice}"),
    f.FlyByDeclined: sentence_of("{unit} makes no fly-by attack on {target}."),
    f.Shot: _shot,
    f.ForcedDown: sentence_of("{unit} is forced to land: {cause}. Reported by {by}."),
    f.ForcedLanded: _forced_landed,
    f.DamageThrown: sentence_of("Damage to {unit}.{dice}"),
    f.CardPlayed: Depending(
        "target",
        {"": sentence_of("{unit} uses {card}.")},
        otherwise=sentence_of("{unit} uses {card} against {target}."),
    ),
    f.CardIgnored: sentence_of("{unit} uses {card}, which has no effect: {airborne} is airborne."),
    f.Challenged: sentence_of("{challenger} challenges {personality} to a duel."),
    f.ChallengeIgnored: sentence_of(
        "{challenger} challenges {personality}; {airborne} is in flight, so that it is ignored, not declined."
    ),
    c.HostageTaken: sentence_of("{unit} takes {hostage} of {clan} as a hostage."),
    c.ModeChosen: Depending(
        "mode",
        {"all-out": sentence_of("{unit} attacks {captor} all-out, whatever becomes of the hostage.")},
        otherwise=sentence_of("{unit} strikes easy at {captor}, for the hostage's sake."),
    ),
    c.Fought: _fought,
    c.ModelsSacrificed: sentence_of("{unit} sacrifices {models} models for {hostage}: {left} left."),
    c.DestructionTested: sentence_of("The hostages in {captor} are in danger: {roll}."),
    c.HostageDestroyed: Depending(
        "how",
        {"special order": sentence_of("{captor} destroys its hostage {hostage}.")},
        otherwise=sentence_of("{hostage} is destroyed in the all-out attack on {captor}."),
    ),
    c.RecoveryTested: sentence_of("{unit} tries to recover {hostage} from {captor}: {roll}."),
    c.RecoveryDeclined: sentence_of("{unit} does not try to recover {hostage}."),
    c.HostageRecovered: Depending(
        "how",
        {"captor gone": sentence_of("{unit} recovers {hostage}, as its captor is gone.")},
        otherwise=sentence_of("{unit} recovers {hostage}."),
    ),
    c.HostageFreed: sentence_of("{hostage} is free: its captor is gone and nobody was engaged with it."),
}
