"""An owner's tables: what a game says of them that is played with them, in the place of ours."""

from __future__ import annotations

from typing import Any

from domain.game.entries.entries import Opened
from projections.language.messages import _


def own_tables(opened: Opened[Any]) -> str:
    """A sentence; "" where the game is played with our tables."""
    tables = opened.tables
    if tables is None:
        return ""
    said = _(
        "It is played with the tables of an owner's own copy (rows of the owner: {own}; known from the "
        "rulebook: {known}; still our reconstruction: {ours})."
    )
    return said.format(own=tables.own, known=tables.known, ours=tables.ours)


def with_own_tables(is_own: bool) -> str:
    """The same in two words, beside the name of a game; "" where it is played with our tables."""
    return _("owner's tables") if is_own else ""
