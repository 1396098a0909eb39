"""The references of all titles; one that brings none is asked what every title declares."""

from __future__ import annotations

from importlib import import_module

from domain.titles import OURS, TITLES
from projections.references import Reference
from projections.titles import PICTURES

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


def load_ours() -> None:
    """All of each title of ours, for a process that stays: what is installed meanwhile must not be mixed with
    it."""
    for title in OURS:
        TITLES[title], PICTURES[title], reference_of(title)


def reference_of(title: str) -> Reference:
    if title not in OURS:
        return DECLARED
    found: Reference = import_module(f"projections.{title}.reference").REFERENCE
    return found
