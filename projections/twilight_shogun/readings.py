"""The readings of Twilight of Shogun that a game may choose, in sentences for those who are to play it."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def reading(name: str, value: object) -> str:
    """An option that is not as usual; "" where it is, or is called otherwise."""
    said: Mapping[tuple[str, object], str] = {
        ("kyo_always_two", False): _("Placing influence in Kyo does not always cost 2 AP."),
        ("edo_reach", False): _("Edo reaches its neighbours for placing only, not for realignment and coup."),
        ("realign_needs_reach", False): _(
            "A realignment may have any target with influence of the opponent."
        ),
        ("realign_target_counts", False): _("Control of the target itself does not count in a realignment."),
        ("warfare_clans_only", False): _("Any space may be the target of a warfare event."),
        ("evadable", False): _("An increase to the intervention level that loses the game cannot be evaded."),
        ("intervention_falls", True): _("The intervention level falls by one at the end of each turn."),
        ("joi_needs_two", True): _("Jo-i is performed by two events of a turn, not by one."),
        ("open_at_once", True): _(
            "Open begins as soon as the treaty level allows; the deck still waits for the next turn."
        ),
        ("final_limit", True): _("The VP limit ends the game also while the last scoring goes on."),
        ("event_ap_limited", False): _("The limit of 1 AP in a port does not count the AP of events."),
        ("event_reach", "before"): _("What an event lets a side place does not carry the reach of it on."),
        ("powered_free", False): _("Who chooses among powered clans for an event must reach them."),
        ("event_edo", False): _("Edo does not carry the reach of an event to its neighbours."),
        ("placing_may_stop", True): _("Who places or removes influence by an event may stop at any point."),
        ("ifs", "round"): _("What an event does if something is so is judged at the start of the round."),
        ("raises", "whole"): _("An event raises the intervention level by all at once, not step by step."),
        ("navy", True): _("The optional navy marker is in play: Bakufu Navy and Katsu Kaishu."),
    }
    return said.get((name, value), "")
