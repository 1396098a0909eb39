"""Sentences of what a ruling has set right in a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.board import corrected as k
from domain.kit.editions import Amended
from projections.amended import amended
from projections.language.messages import _, _n, listed


def _honor(event: k.HonorCorrected) -> str:
    said = _("Corrected: {army} has {after} honor, not {before}.")
    return said.format(army=event.army, after=event.after, before=event.before)


def _points(event: k.PointsCorrected) -> str:
    said = _("Corrected: {army} has {after} VP, not {before}.")
    return said.format(army=event.army, after=event.after, before=event.before)


def _levels(event: k.LevelsCorrected) -> str:
    said = _("Corrected: the levels of honor that {army} has reached are {after}, not {before}.")
    return said.format(army=event.army, after=_numbers(event.after), before=_numbers(event.before))


def _tests(event: k.TestsCorrected) -> str:
    said = {
        "enemy": _("Corrected: tests of the enemies of {army} are due for {after}, not for {before}."),
        "own": _("Corrected: tests of the units of {army} are due for {after}, not for {before}."),
    }[event.kind]
    return said.format(army=event.army, after=_numbers(event.after), before=_numbers(event.before))


def _numbers(numbers: tuple[int, ...]) -> str:
    return listed([str(one) for one in numbers if one]) or _("no level")


def _cards(event: k.CardsCorrected) -> str:
    said = _n(
        "Corrected: {army} has drawn {after} extra card, not {before}.",
        "Corrected: {army} has drawn {after} extra cards, not {before}.",
        event.after,
    )
    return said.format(army=event.army, after=event.after, before=event.before)


def _models(event: k.ModelsCorrected) -> str:
    said = _n(
        "Corrected: {unit} has {after} model, not {before}.",
        "Corrected: {unit} has {after} models, not {before}.",
        event.after,
    )
    return said.format(unit=event.unit, after=event.after, before=event.before)


def _unit(event: k.UnitCorrected) -> str:
    said = _("Corrected: {unit} is on the table.")
    if event.destroyed:
        said = _("Corrected: {unit} is destroyed.")
    return said.format(unit=event.unit)


def _personality(event: k.PersonalityCorrected) -> str:
    said = _("Corrected: {name} lives.")
    if event.slain:
        said = _("Corrected: {name} is slain.")
    return said.format(name=event.personality)


def _height(event: k.HeightCorrected) -> str:
    said = _("Corrected: {unit} is on the ground.")
    if event.airborne:
        said = _("Corrected: {unit} is airborne.")
    return said.format(unit=event.unit)


def _engagement(event: k.EngagementCorrected) -> str:
    said = _("Corrected: {unit} and {target} are not engaged.")
    if event.engaged:
        said = _("Corrected: {unit} and {target} are engaged.")
    return said.format(unit=event.unit, target=event.target)


def _mode(event: k.ModeCorrected) -> str:
    said = {
        "": _("Corrected: {unit} has not chosen how to fight {captor}."),
        "easy": _("Corrected: {unit} strikes easy against {captor}."),
        "all-out": _("Corrected: {unit} attacks {captor} all-out."),
    }[event.after]
    return said.format(unit=event.unit, captor=event.captor)


def _moved(event: k.MovedCorrected) -> str:
    said = {
        (): _("Corrected: {unit} has not moved in this turn."),
        ("primary",): _("Corrected: {unit} has moved in the Primary movement phase alone."),
        ("cavalry",): _("Corrected: {unit} has moved in the Cavalry movement phase alone."),
        ("primary", "cavalry"): _("Corrected: {unit} has moved in both movement phases."),
    }[event.after]
    return said.format(unit=event.unit)


def _deed(event: k.DeedCorrected) -> str:
    said = {
        ("shot", True): _("Corrected: {unit} has shot in this turn."),
        ("shot", False): _("Corrected: {unit} has not shot in this turn."),
        ("reaction", True): _("Corrected: {unit} has used its reactionary fire in this turn."),
        ("reaction", False): _("Corrected: {unit} has not used its reactionary fire in this turn."),
        ("dive", True): _("Corrected: {unit} has dived in this turn."),
        ("dive", False): _("Corrected: {unit} has not dived in this turn."),
        ("retreat", True): _("Corrected: {unit} has made a Full Retreat in this turn."),
        ("retreat", False): _("Corrected: {unit} has made no Full Retreat in this turn."),
        ("fly-by", True): _("Corrected: {unit} has made fly-by attacks in this turn."),
        ("fly-by", False): _("Corrected: {unit} has made no fly-by attack in this turn."),
    }[event.deed, event.done]
    return said.format(unit=event.unit)


def _tally(event: k.TallyCorrected) -> str:
    said = {
        "wounds": _("Corrected: Wounds of {unit} in this turn: {after}, not {before}."),
        "morale-tests": _("Corrected: Morale tests of {unit} in this turn: {after}, not {before}."),
    }[event.tally]
    return said.format(unit=event.unit, after=event.after, before=event.before)


def _hostage(event: k.HostageCorrected) -> str:
    said = {
        "": _("Corrected: {hostage} is in {captor}."),
        "free": _("Corrected: {hostage} is free and out of the battle."),
        "destroyed": _("Corrected: {hostage} is destroyed."),
    }[event.end]
    return said.format(hostage=event.hostage, captor=event.captor)


CORRECTED_SENTENCES: Mapping[type, Callable[[Any], str]] = {
    Amended: lambda event: amended(event, ""),
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
