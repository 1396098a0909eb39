"""Readings of the rules that a game may choose; what each means, and why, stands in RULINGS.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fixed at the opening of a game. Numbers are those of RULINGS.md."""

    same_clan_attack: bool = False
    """An army may attack an army of its own clan (1)."""

    protect_reinforced: bool = False
    """An army that has received a card in this turn cannot be attacked in it (2)."""

    must_attack: bool = True
    """Whoever can attack has to (4)."""

    ninja_bars: Literal["province", "army"] = "province"
    """What cannot be attacked in the turn in which a ninja struck there (6)."""

    no_take_back: bool = False
    """The second action may not move the very card that the first one placed (9)."""

    last_turns: Literal["each", "single"] = "each"
    """After the deck has run out: a turn for each player, or one turn (14)."""

    first_player: Literal["random", "first-seat"] = "random"
    """Who begins (17)."""


PRESETS: Mapping[str, Options] = {
    "default": Options(),
    "official": Options(protect_reinforced=True),
    "literal": Options(same_clan_attack=True, last_turns="single"),
}
