"""The readings of Kawanakajima that a game may choose, in sentences for those who are to play it."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def reading(name: str, value: object) -> str:
    """An option that is not as usual; "" where it is, or is called otherwise."""
    said: Mapping[tuple[str, object], str] = {
        ("scenario", "hypothetical"): _("The hypothetical scenario is played."),
        ("secret_postures", True): _("Postures are known to their own side alone."),
        ("samurai", True): _("The optional rule of the heroic samurai holds."),
        ("kansuke", True): _("Once, the Takeda may put off a chit that has been drawn."),
        ("shingen_plan", True): _("The Takeda choose a battle plan too, and have to activate it."),
        ("alternative_deployment", True): _("The Uesugi may place one clan beside clan M."),
        ("refusals", "any"): _("A side may not refuse two chits running, of all the chits that are drawn."),
        ("impetuous_change", False): _(
            "A clan made to attack by an impetuous attack may not try to change its posture again."
        ),
        ("state_modifier", "worst"): _("Of several units in one combat, the worst state of a side counts."),
        ("charge", "all"): _("A combat is a charge only when all attackers have moved."),
        ("combined", "own"): _("In combined manoeuvres each clan keeps to its own units."),
        ("retreats", "clan"): _("The whole clan retreats, not only its units that are near an enemy."),
        ("after_combat_scores", False): _(
            "Clans that flee and leaders that kill themselves give no victory points."
        ),
        ("fire_losses", "shooter"): _("Who fires says whether the marker or the effectives are struck."),
        ("withdrawal", "strict"): _(
            "For a clan that withdraws a side pays exactly what the states of its units say."
        ),
    }
    return {**said, **_until_edition_3()}.get((name, value), "")


def _until_edition_3() -> Mapping[tuple[str, object], str]:
    """The readings that were the only ones before edition 3, and those that came with it."""
    return {
        ("kuruma_gift", "opened"): _(
            "Kuruma Gakari gives its impetuous attack when its first retreat chit is opened, not when it is "
            "drawn and refused."
        ),
        ("attempts", "points"): _(
            "A side tries to activate its plan only in a turn in which it has command points to save."
        ),
        ("retreat_invites", True): _(
            "A hex that a unit leaves in a retreat of its clan is taken after the combat as well."
        ),
        ("rally_after_retreat", "turn"): _("A unit that has retreated does not rally in the same turn."),
        ("positions", "all"): _("A defensive position helps only if all the defenders are in one."),
        ("surviving_general", "out"): _(
            "A general who outlives his unit is out of the game, and has no command points any more."
        ),
    }
