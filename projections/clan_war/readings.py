"""The readings of Clan War that a game may choose, in sentences for those who are to play it."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def reading(name: str, value: object) -> str:
    """An option that is not as usual; "" where it is, or is called otherwise."""
    if name == "turn_limit":
        return _("The battle ends after turn {turn} at the latest.").format(turn=value)
    said: Mapping[tuple[str, object], str] = {
        ("levels_at_once", "last"): _(
            "Several levels of honor in one change bring one test, for the last of them."
        ),
        ("due_after_fall", False): _(
            "No test is due any more when honor has come back before the end of the turn."
        ),
        ("own_tests", "at-once"): _("The tests of low honor are taken at once, not at the end of the turn."),
        ("own_first_penalty", 0): _("The first test of low honor has no penalty."),
        ("start_levels", "due"): _(
            "The levels that the starting honor has are tested at the end of the first turn."
        ),
        ("card_tie", "each"): _(
            "Where several armies have the highest honor, each of them draws the extra card."
        ),
        ("creature_bonus", False): _("Creatures do not have the +1 of their own army's high honor."),
        ("spent_adds", False): _("A spent unit that is made spent again does not stay so for another turn."),
        ("back_to_easy", True): _("A unit may go back from an all-out attack to striking easy."),
        ("destruction", "attacker"): _("A captor that is attacked all-out takes a test for each attacker."),
        ("rescuer", "most-models"): _("The largest unit recovers the hostages of a captor that is gone."),
        **_on_the_table(),
        **_in_the_air(),
    }
    return said.get((name, value), "")


def _on_the_table() -> Mapping[tuple[str, object], str]:
    return {
        ("failed_morale", "recorded"): _(
            "A failed Morale test is only recorded: it breaks no unit by itself."
        ),
        ("reports_stand", "confirmed"): _(
            "A reported change of honor or VP counts when the other side has confirmed it."
        ),
    }


def _in_the_air() -> Mapping[tuple[str, object], str]:
    return {
        ("dive_engage", "both"): _("A landing that is a dive and an engagement has the modifiers of both."),
        ("engaged_target", "refused"): _("A unit that is engaged already cannot be engaged from the air."),
        ("forced_spends", "always"): _("Each forced landing makes a unit spent."),
        ("airborne_nearest", "passed"): _(
            "A nearer enemy in the air does not bar a shot between units on the ground."
        ),
    }
