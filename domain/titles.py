"""The one place that names the titles."""

from __future__ import annotations

from collections.abc import Mapping

from domain.clan_war import CLAN_WAR
from domain.kawanakajima import KAWANAKAJIMA
from domain.kit.rules import Rules
from domain.rising_sun import RISING_SUN
from domain.shinobi import SHINOBI
from domain.twilight_shogun import TWILIGHT_SHOGUN

TITLES: Mapping[str, Rules] = {
    rules.title: rules for rules in (SHINOBI, KAWANAKAJIMA, TWILIGHT_SHOGUN, RISING_SUN, CLAN_WAR)
}


def title(name: str) -> Rules:
    """The rules of a title by its short name. Raises KeyError."""
    return TITLES[name]
