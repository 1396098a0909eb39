"""How dice fell, kind by kind and person by person, with p for each test: for the terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from cli.frame.printing import say, table
from projections.exports.statistics import Dice, Luck
from projections.language.messages import _


def tell_dice(dice: Sequence[Dice], luck: Sequence[Luck]) -> None:
    kinds = [
        (one.kind.said(), str(one.count), " ".join(map(str, one.faces)), _p(one.p), _p(one.adjusted))
        for one in dice
    ]
    section([_("DICE"), _("THROWN"), _("FACES"), "P", _("ADJUSTED")], kinds)
    people = [
        (
            *(one.seat, one.kind.said(), str(one.count), str(one.total), f"{one.expected:.1f}"),
            *(_p(one.p), _p(one.adjusted)),
        )
        for one in luck
    ]
    heads = [_("PERSON"), _("DICE"), _("THROWN"), _("SUM"), _("EXPECTED"), "P", _("ADJUSTED")]
    section(heads, people)


def dice_documents(dice: Sequence[Dice], luck: Sequence[Luck]) -> dict[str, Any]:
    return {
        "dice": [
            {**asdict(one.kind), "faces": one.faces, "p": one.p, "adjusted": one.adjusted} for one in dice
        ],
        "people": [
            {
                "person": one.seat,
                **asdict(one.kind),
                "dice": one.count,
                "sum": one.total,
                "expected": one.expected,
                "p": one.p,
                "adjusted": one.adjusted,
            }
            for one in luck
        ],
        "tests": tests_of(dice, luck),
    }


def tests_of(dice: Sequence[Dice], luck: Sequence[Luck]) -> int:
    """How many tests were made of them."""
    return sum(one.p is not None for one in dice) + len(luck)


def section(heads: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
    """A table with a blank line before it; nothing where it has no row."""
    if rows:
        say()
        table(heads, rows)


def _p(p: float | None) -> str:
    return "–" if p is None else f"{p:.3f}"
