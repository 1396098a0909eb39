"""The one place that names the titles: our five, and those that other packages bring."""

from __future__ import annotations

from collections.abc import Mapping

from domain.clan_war import CLAN_WAR
from domain.installed import Guest, Refused, guests
from domain.kawanakajima import KAWANAKAJIMA
from domain.kit.rules import Rules
from domain.rising_sun import RISING_SUN
from domain.shinobi import SHINOBI
from domain.twilight_shogun import TWILIGHT_SHOGUN

OURS = (SHINOBI, KAWANAKAJIMA, TWILIGHT_SHOGUN, RISING_SUN, CLAN_WAR)

_FOUND = guests(OURS)

GUESTS: Mapping[str, Guest] = _FOUND[0]
"""The titles of other packages, by name."""

REFUSED: tuple[Refused, ...] = _FOUND[1]
"""Those that are installed and are not taken, each with the reason."""

TITLES: Mapping[str, Rules] = {
    **{rules.title: rules for rules in OURS},
    **{name: guest.rules for name, guest in GUESTS.items()},
}


def title(name: str) -> Rules:
    """The rules of a title by its short name. Raises KeyError."""
    return TITLES[name]


def package(name: str) -> str:
    """The package that brings a title, with its version; "" for our own."""
    return GUESTS[name].package if name in GUESTS else ""
