"""Variants and readings of the rules as named options; RULINGS.md says what each means, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from domain.kit.rules import Edition

HYPOTHETICAL = "hypothetical"
"""The scenario of chapter 18."""


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fixed at the opening of a game. Numbers in brackets are those of the rulebook."""

    scenario: Literal["historical", "hypothetical"] = "historical"
    """Which scenario is played [17.1, 18.1]."""

    secret_postures: bool = False
    """By consent, postures are known to their own side alone [6.2]."""

    samurai: bool = False
    """The optional rule of the heroic samurai [14.1]."""

    kansuke: bool = False
    """Once, the Takeda may put off a chit that has been drawn [17.6.1]."""

    shingen_plan: bool = False
    """The Takeda choose a battle plan too, and have to activate it [17.6.2]."""

    alternative_deployment: bool = False
    """The Uesugi may place one clan beside clan M [17.6.3]."""

    refusals: Literal["own", "any"] = "own"
    """Not twice running: of the side's own chits ("own"), or of all the chits drawn ("any") [9.2]."""

    impetuous_change: bool = True
    """A clan made to attack by an impetuous attack may still try to change its posture [9.5.3]."""

    # K3: the options of chapters 5, 6, 10, 11 and 12 stand below.

    state_modifier: Literal["sum", "worst"] = "sum"
    """Several units of a side in one combat: their states add up, or the worst one counts [11.6]."""

    charge: Literal["any", "all"] = "any"
    """A combat is a charge when any attacker has moved, or only when all have [11.5]."""

    combined: Literal["joint", "own"] = "joint"
    """Clans in combined manoeuvres keep together like one clan, or each with its own units [9.5.5]."""

    retreats: Literal["near", "clan"] = "near"
    """Who retreats: the units of a clan that are near an enemy, or all the others with them [9.3.1]."""

    after_combat_scores: bool = True
    """Clans that flee and leaders that kill themselves give victory points too [17.5]."""

    fire_losses: Literal["owner", "shooter"] = "owner"
    """Who says whether a fire strikes the marker or the effectives: their owner, or who fires [13.6.1]."""

    withdrawal: Literal["paid", "strict"] = "paid"
    """A side pays for a clan as well as it can, or only exactly what the states of its units say [13.8]."""

    forced_steps: bool = False
    """A movement or a combat that has one legal answer is taken unasked. An edition fixes it."""


EDITIONS = (
    Edition("kawanakajima/1", {"forced_steps": False}),
    Edition(
        "kawanakajima/2",
        {"forced_steps": True},
        "Nobody is asked where a unit can go to one hex only, or where one combat is possible and due.",
    ),
)

PRESETS: Mapping[str, Options] = {
    "default": Options(),
    "samurai": Options(samurai=True),
    "kansuke": Options(kansuke=True),
    "shingen-plan": Options(shingen_plan=True),
    "alternative-deployment": Options(alternative_deployment=True),
    "secret-postures": Options(secret_postures=True),
    "everything": Options(
        secret_postures=True, samurai=True, kansuke=True, shingen_plan=True, alternative_deployment=True
    ),
}
