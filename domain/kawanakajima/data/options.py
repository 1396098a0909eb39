"""Variants and readings of the rules as named options; RULINGS.md says what each means, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

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

    pursuit_once: bool = False
    """A unit pursues once, and whom it held when the retreats began [9.3.1]. An edition fixes it."""

    sight_from_entries: bool = False
    """From an entry point a clan sees enemies, and advances [6.5, 9.3.3, 16.2]. An edition fixes it."""

    kuruma_gift: Literal["opened", "drawn"] = "opened"
    """Kuruma Gakari gives its attack when a retreat chit is opened, or drawn, though refused [7.3]."""

    attempts: Literal["points", "saved"] = "points"
    """A plan is tried only in a turn with points to save, or also with what is saved already [7.2, 18.2]."""

    retreat_invites: bool = True
    """Hexes left by a retreat of a clan are taken like those of a beaten unit, or not [11.12, 11.13]."""

    rally_after_retreat: Literal["chit", "turn"] = "chit"
    """Whoever has retreated does not rally with the same chit, or in the same turn [12.1]."""

    positions: Literal["any", "all"] = "any"
    """A defensive position helps if one of the defenders has it, or only if all have [11.8]."""

    surviving_general: Literal["out", "commands"] = "out"
    """A general who outlives his unit is out of the game, or goes on commanding from where it fell [8.2]."""


OLDEST: Mapping[str, bool | str] = {
    "forced_steps": False,
    "pursuit_once": False,
    "sight_from_entries": False,
    "kuruma_gift": "opened",
    "attempts": "points",
    "retreat_invites": True,
    "surviving_general": "out",
}
"""What the first edition reads otherwise than a later one; and of the readings that may be chosen by now, the
usual one of old."""

EDITIONS = (
    Edition("kawanakajima/1", OLDEST),
    Edition(
        "kawanakajima/2",
        {**OLDEST, "forced_steps": True},
        "Nobody is asked where a unit can go to one hex only, or where one combat is possible and due.",
    ),
    Edition(
        "kawanakajima/3",
        {"forced_steps": True, "pursuit_once": True, "sight_from_entries": True},
        "A unit pursues once, and only whom it held when the retreats began; a clan on an entry point sees "
        "the enemy and advances; Kuruma Gakari, attempts to activate a plan, the advance after combat and a "
        "general without his unit are read anew.",
    ),
)

USUAL = Options(kuruma_gift="drawn", attempts="saved", retreat_invites=False, surviving_general="commands")
"""The readings of new games; RULINGS.md says why."""

PRESETS: Mapping[str, Options] = {
    "default": USUAL,
    "samurai": replace(USUAL, samurai=True),
    "kansuke": replace(USUAL, kansuke=True),
    "shingen-plan": replace(USUAL, shingen_plan=True),
    "alternative-deployment": replace(USUAL, alternative_deployment=True),
    "secret-postures": replace(USUAL, secret_postures=True),
    "everything": replace(
        USUAL,
        secret_postures=True,
        samurai=True,
        kansuke=True,
        shingen_plan=True,
        alternative_deployment=True,
    ),
}
