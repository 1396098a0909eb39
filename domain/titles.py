"""The one place that names the titles: our five, and those that other packages bring. Each is imported when
it is asked for: most commands need one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from domain.installed import ByName, Guests, Refused
from domain.kit.rules import Rules


class Called(NamedTuple):
    """What is known of a title before it is imported, as it declares it itself."""

    letter: str
    name: str


OURS: Mapping[str, Called] = {
    "shinobi": Called("s", "Shinobi: War of the Clans"),
    "kawanakajima": Called("k", "Kawanakajima 1561"),
    "twilight_shogun": Called("t", "Twilight of Shogun"),
    "rising_sun": Called("r", "Rising Sun: the War phase"),
    "clan_war": Called("c", "Clan War: honor, flight and hostages"),
}


def _ours(name: str) -> Rules:
    rules: Rules = getattr(import_module(f".{name}", __package__), name.upper())
    return rules


GUESTS = Guests(OURS, _ours)
"""The titles of other packages, by name."""

TITLES: ByName[Rules] = ByName(OURS, _ours, lambda name: GUESTS[name].rules, lambda: GUESTS)
"""All of them."""


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
