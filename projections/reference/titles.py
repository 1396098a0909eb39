"""The references of all titles; one that brings none is asked what every title declares."""

from __future__ import annotations

from importlib import import_module

from domain.titles import OURS
from projections.references import Reference

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
    if title not in OURS:
        return DECLARED
    found: Reference = import_module(f"projections.{title}.reference").REFERENCE
    return found
