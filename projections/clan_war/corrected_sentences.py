"""Sentences of what a ruling has set right in a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.board import corrected as k
from domain.kit.editions import Amended
from projections.amended import amended
from projections.language.filled import Depending, sentence_of
from projections.language.messages import _, listed


def _numbers(numbers: tuple[int, ...]) -> str:
    return listed([str(one) for one in numbers if one]) or _("no level")


CORRECTED_SENTENCES: Mapping[type, Callable[[Any], str]] = {
    Amended: lambda event: amended(event, ""),
    k.HonorCorrected: sentence_of("Corrected: {army} has {after} honor, not {before}."),
    k.PointsCorrected: sentence_of("Corrected: {army} has {after} VP, not {before}."),
    k.LevelsCorrected: sentence_of(
        "Corrected: the levels of honor that {army} has reached are {after}, not {before}.",
        after=_numbers,
        before=_numbers,
    ),
    k.TestsCorrected: Depending(
        "kind",
        {
            "enemy": sentence_of(
                "Corrected: tests of the enemies of {army} are due for {after}, not for {before}.",
                after=_numbers,
                before=_numbers,
            ),
            "own": sentence_of(
                "Corrected: tests of the units of {army} are due for {after}, not for {before}.",
                after=_numbers,
                before=_numbers,
            ),
        },
    ),
    k.CardsCorrected: sentence_of(
        "Corrected: {army} has drawn {after} extra card, not {before}.",
        "Corrected: {army} has drawn {after} extra cards, not {before}.",
        "after",
    ),
    k.ModelsCorrected: sentence_of(
        "Corrected: {unit} has {after} model, not {before}.",
        "Corrected: {unit} has {after} models, not {before}.",
        "after",
    ),
    k.UnitCorrected: Depending(
        "destroyed",
        {True: sentence_of("Corrected: {unit} is destroyed.")},
        otherwise=sentence_of("Corrected: {unit} is on the table."),
    ),
    k.PersonalityCorrected: Depending(
        "slain",
        {True: sentence_of("Corrected: {name} is slain.", name="personality")},
        otherwise=sentence_of("Corrected: {name} lives.", name="personality"),
    ),
    k.HeightCorrected: Depending(
        "airborne",
        {True: sentence_of("Corrected: {unit} is airborne.")},
        otherwise=sentence_of("Corrected: {unit} is on the ground."),
    ),
    k.EngagementCorrected: Depending(
        "engaged",
        {True: sentence_of("Corrected: {unit} and {target} are engaged.")},
        otherwise=sentence_of("Corrected: {unit} and {target} are not engaged."),
    ),
    k.ModeCorrected: Depending(
        "after",
        {
            "": sentence_of("Corrected: {unit} has not chosen how to fight {captor}."),
            "easy": sentence_of("Corrected: {unit} strikes easy against {captor}."),
            "all-out": sentence_of("Corrected: {unit} attacks {captor} all-out."),
        },
    ),
    k.MovedCorrected: Depending(
        "after",
        {
            (): sentence_of("Corrected: {unit} has not moved in this turn."),
            ("primary",): sentence_of("Corrected: {unit} has moved in the Primary movement phase alone."),
            ("cavalry",): sentence_of("Corrected: {unit} has moved in the Cavalry movement phase alone."),
            ("primary", "cavalry"): sentence_of("Corrected: {unit} has moved in both movement phases."),
        },
    ),
    k.DeedCorrected: Depending(
        "deed done",
        {
            ("shot", True): sentence_of("Corrected: {unit} has shot in this turn."),
            ("shot", False): sentence_of("Corrected: {unit} has not shot in this turn."),
            ("reaction", True): sentence_of("Corrected: {unit} has used its reactionary fire in this turn."),
            ("reaction", False): sentence_of(
                "Corrected: {unit} has not used its reactionary fire in this turn."
            ),
            ("dive", True): sentence_of("Corrected: {unit} has dived in this turn."),
            ("dive", False): sentence_of("Corrected: {unit} has not dived in this turn."),
            ("retreat", True): sentence_of("Corrected: {unit} has made a Full Retreat in this turn."),
            ("retreat", False): sentence_of("Corrected: {unit} has made no Full Retreat in this turn."),
            ("fly-by", True): sentence_of("Corrected: {unit} has made fly-by attacks in this turn."),
            ("fly-by", False): sentence_of("Corrected: {unit} has made no fly-by attack in this turn."),
        },
    ),
    k.TallyCorrected: Depending(
        "tally",
        {
            "wounds": sentence_of("Corrected: Wounds of {unit} in this turn: {after}, not {before}."),
            "morale-tests": sentence_of(
                "Corrected: Morale tests of {unit} in this turn: {after}, not {before}."
            ),
        },
    ),
    k.HostageCorrected: Depending(
        "end",
        {
            "": sentence_of("Corrected: {hostage} is in {captor}."),
            "free": sentence_of("Corrected: {hostage} is free and out of the battle."),
            "destroyed": sentence_of("Corrected: {hostage} is destroyed."),
        },
    ),
}
