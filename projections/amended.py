"""The sentence of a ruling that brings another edition of the rules into a game."""

from __future__ import annotations

from domain.kit.editions import Amended
from projections.language.messages import _


def amended(event: Amended, viewer: str) -> str:
    """From here on the game is played by that edition."""
    said = _("From here on the game is played by the edition {edition} of its rules.")
    return said.format(edition=event.edition)
