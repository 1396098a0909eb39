"""A test, and dice, in words."""

from __future__ import annotations

from collections.abc import Sequence

from domain.clan_war.board.trials import Roll
from projections.language.messages import _, _n


def rolled(roll: Roll) -> str:
    """The faces, the sum, what is needed and how it came out."""
    outcome = _("passed") if roll.passed else _("failed")
    must = {
        ">=": _("at least {needed} is needed: {outcome}"),
        ">": _("more than {needed} is needed: {outcome}"),
        "<=": _("at most {needed} is needed: {outcome}"),
        "<": _("less than {needed} is needed: {outcome}"),
    }[roll.compare].format(needed=roll.needed, outcome=outcome)
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
