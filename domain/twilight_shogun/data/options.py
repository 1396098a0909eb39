"""The readings of the rules as named options; what each means, and why, stands in RULINGS.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from domain.kit.rules import Edition


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fixed at the opening of a game. Numbers are those of RULINGS.md."""

    kyo_always_two: bool = True
    """Placing influence in Kyo costs what the table says, which is 2 APs (1)."""

    edo_reach: bool = True
    """Edo is a space with Pro-Bakufu influence also for realignment and coup (3)."""

    realign_needs_reach: bool = True
    """The target of a realignment is in or next to a space with one's influence (4)."""

    realign_target_counts: bool = True
    """Control of the target itself counts in a realignment (5)."""

    warfare_clans_only: bool = True
    """Only a clan can be the target of a warfare event (6)."""

    evadable: bool = True
    """The active player may evade an increase to the level that loses the game (8)."""

    intervention_falls: bool = False
    """The intervention level falls by one at the end of each turn (9)."""

    joi_needs_two: bool = False
    """Jo-i is performed by two events of a turn, not by one (11)."""

    open_at_once: bool = False
    """"Open" begins as soon as the treaty level allows, not with the next turn; the deck still waits (12)."""

    final_limit: bool = False
    """The VP limit ends the game also while the last scoring goes on (14)."""

    event_ap_limited: bool = True
    """The limit of 1 AP in a port counts the APs of events too (26)."""

    event_reach: Literal["spreads", "before"] = "spreads"
    """Where an event lets a seat place in reach, what it has placed carries its reach on, or not (35)."""

    powered_free: bool = True
    """Whoever chooses among powered clans for an event needs no reach there (41)."""

    event_edo: bool = True
    """Edo is a space with Pro-Bakufu influence also for the reach of an event (42)."""

    placing_may_stop: bool = False
    """Who places or removes influence by an event may stop before the last point (36)."""

    ifs: Literal["turn", "round"] = "turn"
    """What an event does "if" something is so is judged in its turn, or at the start of the round (37)."""

    raises: Literal["steps", "whole"] = "steps"
    """An event raises the intervention level step by step, or by all at once (39)."""

    must_stays: bool = False
    """A card that must be played cannot be discarded by an event (40). An edition fixes it."""

    navy: bool = False
    """The optional marker: Bakufu Navy and Katsu Kaishu (27)."""


EDITIONS = (
    Edition("twilight_shogun/1", {"must_stays": False}),
    Edition(
        "twilight_shogun/2",
        {"must_stays": True},
        "A card that must be played cannot be discarded by an event.",
    ),
)

PRESETS: Mapping[str, Options] = {
    "default": Options(),
    "navy": Options(navy=True),
    "literal": Options(edo_reach=False, realign_needs_reach=False, warfare_clans_only=False),
}
