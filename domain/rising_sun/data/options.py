"""Readings of the rules that a game may choose; what each means, and why, stands in RULINGS.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fixed at the opening of a game. Numbers are those of RULINGS.md."""

    seasons: Literal[1, 3] = 3
    """A campaign to the third War phase, with winter; or one War phase without (20)."""

    settles: Literal["campaign", "battles"] = "campaign"
    """A campaign, or only the battles of one War phase, without a winner of a campaign (35)."""

    first_season: Literal["spring", "summer", "autumn"] = "spring"
    """The season of the first War phase; tokens of earlier ones are entered (33)."""

    winter: Literal["at-once", "entered"] = "at-once"
    """Winter follows the last War phase at once, or the herald enters a last board first (34)."""

    wars: Literal["printed", "free"] = "printed"
    """How many war provinces a season has: as printed, or as many as the herald enters (21)."""

    missing_bid: Literal["wait", "zero"] = "wait"
    """A bid that does not come: the game waits, or the herald may close the bidding (15)."""

    odd_coins: Literal["winner", "honor"] = "winner"
    """Who places the odd coins of the reparations (11)."""

    timing: Literal["choice", "honor"] = "choice"
    """Effects of several players at the start of a battle: they choose, or the higher Honor is first (16)."""

    win_presence: Literal["end", "any-time"] = "end"
    """What a figure needs for an ability that rewards the token: to be there at the end, or ever (17)."""

    clan_abilities: bool = True
    """The abilities of the clans are in play (14)."""

    fox_timing: Literal["phase", "battle"] = "phase"
    """When the Fox places its free Bushi (18)."""

    sun_ties: bool = True
    """The Sun gains by ties that it wins by Honor; nothing but one repository says so (19)."""


PRESETS: Mapping[str, Options] = {
    "default": Options(),
    "one-war-phase": Options(seasons=1, wars="free"),
    "winter-cards": Options(winter="entered"),
    "plain": Options(clan_abilities=False),
    "faq": Options(win_presence="any-time", fox_timing="battle"),
    "swift": Options(missing_bid="zero", odd_coins="honor", timing="honor"),
}
