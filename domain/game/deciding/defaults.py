"""What the policy of a game orders for a seat that is silent: a pure function of the state."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.game.deciding.authority import word
from domain.kit.facts import State
from domain.kit.rules import Rules

QUIET = ("pass", "done", "decline")
"""Tags of orders that do as little as can be done."""

RESIGN = "resign"


def default_order(rules: Rules, state: State[Any, Any], seat: str) -> Struct | None:
    """The first legal order that does nothing, else the first legal one; None where none is known."""
    legal = rules.offers(state, seat) or rules.examples(state, seat)
    quiet = [order for order in legal if word(type(order)) in QUIET]
    return (*quiet, *legal)[0] if legal else None


def resignation(rules: Rules) -> Struct | None:
    """The order by which a seat gives the game up, where the title has one that is always taken."""
    kinds = [kind for kind in rules.always() if word(kind) == RESIGN and not kind.__struct_fields__]
    return kinds[0]() if kinds else None
