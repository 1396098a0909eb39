"""The references of all titles; one that brings none is asked what every title declares."""

from __future__ import annotations

from collections.abc import Mapping

from projections.clan_war.reference import CLAN_WAR
from projections.kawanakajima.reference import KAWANAKAJIMA
from projections.references import Reference
from projections.rising_sun.reference import RISING_SUN
from projections.shinobi.reference import SHINOBI
from projections.twilight_shogun.reference import TWILIGHT_SHOGUN

REFERENCES: Mapping[str, Reference] = {
    "shinobi": SHINOBI,
    "kawanakajima": KAWANAKAJIMA,
    "twilight_shogun": TWILIGHT_SHOGUN,
    "rising_sun": RISING_SUN,
    "clan_war": CLAN_WAR,
}

DECLARED = Reference(
    asks=lambda asked: asked.rules.orders,
    prompts=lambda order: (),
    card=None,
    listed=lambda asked: (),
    unseen=lambda asked: (),
    near=None,
    where=None,
    tables=dict,
    odds=None,
    standing=lambda asked: (),
)
"""Of a title that has only its types: orders, rules, standing orders of the desk."""


def reference_of(title: str) -> Reference:
    return REFERENCES.get(title, DECLARED)
