"""The readings of Shinobi that a game may choose, in sentences for those who are to play it."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def reading(name: str, value: object) -> str:
    """An option that is not as usual; "" where it is, or is called otherwise."""
    said: Mapping[tuple[str, object], str] = {
        ("same_clan_attack", True): _("An army may attack an army of its own clan."),
        ("protect_reinforced", True): _(
            "An army that has received a card in this turn cannot be attacked in it."
        ),
        ("must_attack", False): _("Nobody has to attack."),
        ("ninja_bars", "army"): _(
            "Where a ninja has struck, only the army that it struck cannot be attacked in that turn."
        ),
        ("no_take_back", True): _("The second action may not move the very card that the first one placed."),
        ("last_turns", "single"): _("When the deck has run out, only the next player has one more turn."),
        ("first_player", "first-seat"): _("The first seat begins."),
    }
    return said.get((name, value), "")
