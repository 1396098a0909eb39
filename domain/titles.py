"""The one place that names the titles."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.rules import Rules
from domain.shinobi import SHINOBI

TITLES: Mapping[str, Rules] = {rules.title: rules for rules in (SHINOBI,)}


def title(name: str) -> Rules:
    """The rules of a title by its short name. Raises KeyError."""
    return TITLES[name]
