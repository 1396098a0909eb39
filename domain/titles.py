"""The one place that names the titles: our five, and those that other packages bring."""

from __future__ import annotations

from collections.abc import Iterable

from domain.clan_war import CLAN_WAR
from domain.installed import ByName, Guests, Refused
from domain.kawanakajima import KAWANAKAJIMA
from domain.kit.rules import Rules
from domain.rising_sun import RISING_SUN
from domain.shinobi import SHINOBI
from domain.twilight_shogun import TWILIGHT_SHOGUN

OURS = (SHINOBI, KAWANAKAJIMA, TWILIGHT_SHOGUN, RISING_SUN, CLAN_WAR)

GUESTS = Guests(OURS)
"""The titles of other packages, by name."""

_OURS = {rules.title: rules for rules in OURS}

TITLES: ByName[Rules] = ByName(_OURS, lambda name: GUESTS[name].rules, lambda: GUESTS)
"""All of them. Another package is imported for its own title, and where all are listed."""


def refused() -> tuple[Refused, ...]:
    """What is installed and is not taken, each with the reason: of all that was needed so far."""
    return GUESTS.refused()


def names() -> tuple[str, ...]:
    """How titles are called, in the order of a list; those too that may be refused. Nothing is imported."""
    return tuple(dict.fromkeys((*TITLES.at_hand, *GUESTS.names())))


def in_order(some: Iterable[str]) -> list[str]:
    """Some titles, as a list of all would have them."""
    wanted = set(some)
    return [name for name in names() if name in wanted and name in TITLES]


def is_listed(name: str) -> bool:
    """Whether new games may be opened of a title: not so where it looks like that of another package."""
    return name in TITLES.at_hand or (name in TITLES and name in tuple(GUESTS))


def package(name: str) -> str:
    """The package that brings a title, with its version; "" for our own."""
    return GUESTS[name].package if name in GUESTS else ""
