"""The references of all titles; one that brings none is asked what every title declares."""

from __future__ import annotations

from collections.abc import Mapping

from projections.clan_war import reference as clan_war
from projections.kawanakajima import reference as kawanakajima
from projections.references import Reference
from projections.rising_sun import reference as rising_sun
from projections.shinobi import reference as shinobi
from projections.twilight_shogun import reference as twilight_shogun

REFERENCES: Mapping[str, Reference] = {
    "shinobi": shinobi.REFERENCE,
    "kawanakajima": kawanakajima.REFERENCE,
    "twilight_shogun": twilight_shogun.REFERENCE,
    "rising_sun": rising_sun.REFERENCE,
    "clan_war": clan_war.REFERENCE,
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
