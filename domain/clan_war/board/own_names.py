"""Names that armies have given, in orders: "Doji's Spears" in quotation marks is a unit."""

from __future__ import annotations

from functools import cache
from typing import get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.state import Board
from domain.clan_war.words.grammar import GIVEN
from domain.kit.likeness import is_alike
from domain.kit.vocabulary import Named, quoted_name


def meant(board: Board, order: Struct) -> Struct:
    """The order with the words of the units and personalities that it calls by names of their own."""
    if not board.called:
        return order
    said = {name: getattr(order, name) for name in _places(type(order))}
    words = {name: word for name, text in said.items() if (word := called_so(board, quoted_name(text)))}
    return replace(order, **words) if words else order


def called_so(board: Board, name: str) -> str:
    """The word of the unit or personality that is called so, or could be taken for it; "" for none."""
    return next((word for word, own in board.called.items() if name and is_alike(name, own)), "")


@cache
def _places(order: type[Struct]) -> tuple[str, ...]:
    """The fields of an order that have names of units or personalities."""
    hints = get_type_hints(order, include_extras=True)
    notes = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return tuple(
        name for name, some in notes.items() if any(isinstance(n, Named) and n.kind in GIVEN for n in some)
    )
