"""Events of Clan War in a few words, for whoever wants to see at a glance what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from projections.language.filled import Row, SentenceOf


def short(event: Any, viewer: str) -> str:
    said = _SHORT.get(type(event))
    return said(event) if said else ""


sentence_of = SentenceOf(value=("term.value", "{:+d}".format))

_SHORT: Mapping[type, Row] = {
    e.HonorChanged: sentence_of("Honor of {army}: {value}, now {after}"),
    e.PointsChanged: sentence_of("VP of {army}: {value}, now {after}"),
    e.ExtraCardGranted: sentence_of("{army}: one Tactical Card more"),
    e.ConditionChanged: sentence_of("{unit} is {condition}"),
    e.ModelsLost: sentence_of("{unit}: -{models} models"),
    e.MoraleTested: sentence_of("{unit} tests its Morale"),
    e.HonorTested: sentence_of("{unit} tests its Morale"),
    f.ManeuverTested: sentence_of("{unit} takes a Maneuver test"),
    f.CardPlayed: sentence_of("{unit}: {card}"),
    f.Shot: sentence_of("{unit} shoots at {target}"),
    f.Engaged: sentence_of("{unit} engages {target}"),
    f.EngagementFailed: sentence_of("{unit} does not reach {target}"),
    f.Challenged: sentence_of("{challenger} challenges {personality}"),
    c.Fought: sentence_of("{unit} fights {target}"),
    c.HostageTaken: sentence_of("{unit} takes {hostage}"),
    c.HostageDestroyed: sentence_of("{unit} destroys {hostage}", unit="captor"),
    c.ModeChosen: sentence_of("{unit} fights {captor}: {mode}"),
    c.RecoveryTested: sentence_of("{unit} tries to recover {hostage}"),
}
