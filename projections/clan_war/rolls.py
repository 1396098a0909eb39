"""A test, and dice, in words."""

from __future__ import annotations

from collections.abc import Sequence

from domain.clan_war.trials import Roll
from projections.texts import _, _n

MUST = {
    ">=": "at least {needed} is needed: {outcome}",
    ">": "more than {needed} is needed: {outcome}",
    "<=": "at most {needed} is needed: {outcome}",
    "<": "less than {needed} is needed: {outcome}",
}


def rolled(roll: Roll) -> str:
    """The faces, the sum, what is needed and how it came out."""
    outcome = _("passed") if roll.passed else _("failed")
    must = _(MUST[roll.compare]).format(needed=roll.needed, outcome=outcome)
    said = _("{faces} thrown, {must}")
    if len(roll.sum.terms) > 1:
        said = _("{faces} thrown, {total} with its modifiers, {must}")
    return said.format(faces=faces(roll.faces), total=roll.sum.total, must=must)


def faces(thrown: Sequence[int]) -> str:
    return ", ".join(map(str, thrown))


def dice(thrown: Sequence[int]) -> str:
    """Dice as they end a sentence: " Dice: 3, 7." or nothing."""
    if not thrown:
        return ""
    said = _n(" Die: {faces}.", " Dice: {faces}.", len(thrown))
    return said.format(faces=faces(thrown))
