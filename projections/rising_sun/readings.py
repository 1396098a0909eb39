"""The readings of Rising Sun that a game may choose, in sentences for those who are to play it."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def reading(name: str, value: object) -> str:
    """An option that is not as usual; "" where it is, or is called otherwise."""
    said: Mapping[tuple[str, object], str] = {
        ("seasons", 1): _("One War phase is played, without winter."),
        ("settles", "battles"): _("The battles of one War phase are settled; nobody wins a campaign."),
        ("first_season", "summer"): _("The first War phase is that of summer."),
        ("first_season", "autumn"): _("The first War phase is that of autumn."),
        ("winter", "entered"): _("Before winter the herald enters a last board."),
        ("wars", "free"): _("A season has as many war provinces as the herald enters."),
        ("missing_bid", "zero"): _(
            "The herald may close the bidding; a bid that has not come is one of nothing."
        ),
        ("odd_coins", "honor"): _(
            "The odd coins of the reparations go to the losers with the highest Honor."
        ),
        ("timing", "honor"): _("Effects at the start of a battle take place in the order of Honor."),
        ("win_presence", "any-time"): _(
            "For an ability that rewards the token it is enough that the figure was in the battle."
        ),
        ("clan_abilities", False): _("The abilities of the clans are not in play."),
        ("fox_timing", "battle"): _("The Fox places its free Bushi before each battle of others."),
        ("sun_ties", False): _("The Sun gains nothing by ties that it wins by Honor."),
    }
    return said.get((name, value), "")
